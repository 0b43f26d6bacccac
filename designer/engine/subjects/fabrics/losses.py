"""Single losses as a fabric sees them: which switches and nodes go with each.

A rack takes everything that stands in it; what power takes, `power_lost` says.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from designer.engine.subjects.fabrics.graph import Ints
from designer.wiring.network_columns import FabricWiring

Kind = Literal["cable", "switch", "rack", "feed"]


@dataclass(frozen=True)
class Gone:
    """Switches and nodes of a fabric that are lost together.

    Attributes
    ----------
    places, nodes
        Places of the switches, and numbers of the nodes.
    perhaps
        Whether others may be lost as well.
    """

    kind: Kind
    ids: tuple[str, ...]
    places: Ints
    nodes: Ints
    perhaps: bool = False

    def same_as(self, other: "Gone") -> bool:
        """Return whether another loss takes the same by the same names."""
        return self is other or (
            (self.kind, self.ids, self.perhaps) == (other.kind, other.ids, other.perhaps)
            and np.array_equal(self.places, other.places)
            and np.array_equal(self.nodes, other.nodes)
        )


def same_losses(one: Sequence[Gone], other: Sequence[Gone]) -> bool:
    """Return whether losses take the same by the same names."""
    if one is other:
        return True
    return len(one) == len(other) and all(map(Gone.same_as, one, other))


def racks_lost(wiring: FabricWiring) -> Iterator[Gone]:
    """Yield the loss of each rack in which anything of a fabric stands."""
    members = wiring.members
    switch = wiring.places.switch
    drawn = np.flatnonzero(switch >= 0)
    of_place = members.switch_rack[switch[drawn]]
    of_node = members.node_rack[wiring.nodes.device]
    for rack in np.union1d(of_place, of_node).tolist():
        if members.racks[rack]:
            places = drawn[of_place == rack].astype(np.int64)
            nodes = np.flatnonzero(of_node == rack).astype(np.int64)
            yield Gone("rack", (members.racks[rack],), places, nodes)
