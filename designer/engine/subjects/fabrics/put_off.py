"""What single losses leave, within bounds that cut nothing: told until they are measured.

The report of an edit waits for no cut without each of its switches. How little a loss may leave
follows from its links alone, and how much from the endpoints that stay.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from designer.engine.subjects.fabrics.bisection import most_left
from designer.engine.subjects.fabrics.carrying import Carried, Loss, left_at_least
from designer.engine.subjects.fabrics.edited import worst_within
from designer.engine.subjects.fabrics.graph import Graph, linked_places
from designer.engine.subjects.fabrics.left import NOTHING_LEFT, Left
from designer.wiring.last_two import LastTwo
from designer.wiring.network_columns import FabricWiring


def losses_uncut(graph: Graph, intact: Carried) -> tuple[Loss | None, Left]:
    """Return the bounds of the worst loss of a switch, and of what each leaves; nothing is cut."""
    if not len(graph.place):
        return None, NOTHING_LEFT
    high = most_left(graph, intact.bounds)
    low = np.clip(left_at_least(graph, intact), 0, high)
    left = Left(linked_places(graph), low, high)
    return worst_within(graph, left, None), left


@dataclass
class PutOff:
    """The fabrics whose losses a report told within such bounds, to be measured after it."""

    _wirings: LastTwo[str, FabricWiring] = field(default_factory=LastTwo)

    def add(self, wiring: FabricWiring) -> None:
        """Know that the losses of a fabric are to be measured."""
        self._wirings.keep(wiring.fabric.id, wiring)

    def discard(self, wiring: FabricWiring) -> None:
        """Know that they are measured, or cannot be."""
        self._wirings.drop_one(wiring.fabric.id, wiring)

    def drop_all_but(self, fabrics: Collection[str]) -> None:
        """Forget other fabrics."""
        self._wirings.drop_all_but(fabrics)

    def __contains__(self, wiring: FabricWiring) -> bool:
        return self._wirings.find(wiring.fabric.id, lambda one: one is wiring) is not None
