"""Every connected cable of a fabric, one entry each: its ends, and the racks that it joins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from designer.model.design import Cable
from designer.wiring.network_columns import CONNECTED, FabricWiring

Ints = NDArray[np.int32]
Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class CableEnds:
    """The connected cables of one fabric.

    Attributes
    ----------
    a, b
        Shape (cables,): vertices; `a` is the node or the lower tier.
    a_lane, b_lane
        Shape (cables,): lanes of their devices.
    rate_mbps
        Shape (cables,): rate of each.
    by_hand
        Ids of the cables by hand, by number of the cable.
    """

    wiring: FabricWiring
    a: Ints
    b: Ints
    a_lane: Ints
    b_lane: Ints
    rate_mbps: Ints
    by_hand: Mapping[int, str]

    def __len__(self) -> int:
        return len(self.a)

    @cached_property
    def a_cage(self) -> Places:
        """Shape (cables,): a number for the cage at `a`; cables of one cage have one number."""
        return self._cages(self.a, self.a_lane)

    @cached_property
    def b_cage(self) -> Places:
        """Shape (cables,): a number for the cage at `b`."""
        return self._cages(self.b, self.b_lane)

    @cached_property
    def lanes_per_cage(self) -> Ints:
        """Shape (vertices,): links in one cage."""
        wiring = self.wiring
        nodes = np.array([fit.lanes_per_cage for fit in wiring.node_fits] or [1], dtype=np.int32)
        fits = [fit.lanes_per_cage for fit in wiring.switch_fits] or [1]
        switches = np.array(fits, dtype=np.int32)
        return np.concatenate((nodes[self.node_parts], switches[self.switch_parts]))

    @cached_property
    def node_parts(self) -> Ints:
        """Shape (nodes,): the part of each node, in the members' table."""
        members = self.wiring.members
        return members.node_parts[self.wiring.nodes.device]

    @cached_property
    def switch_parts(self) -> Ints:
        """Shape (places,): the part of each switch; any where none is drawn."""
        members, switch = self.wiring.members, self.wiring.places.switch
        if not len(members.switch_parts):
            return np.zeros(len(switch), dtype=np.int32)
        return np.where(switch >= 0, members.switch_parts[switch], 0).astype(np.int32)

    @cached_property
    def devices(self) -> Ints:
        """Shape (vertices,): a number for each device; nodes of one device share its ports."""
        wiring = self.wiring
        first = int(wiring.nodes.device.max(initial=-1)) + 1
        places = first + np.arange(len(wiring.places), dtype=np.int32)
        return np.concatenate((wiring.nodes.device, places)).astype(np.int32)

    def _cages(self, vertex: Ints, lane: Ints) -> Places:
        per_cage = self.lanes_per_cage[vertex]
        cage = lane // per_cage
        most = int(cage.max(initial=0)) + 1
        return self.devices[vertex].astype(np.intp) * most + cage


def cable_ends(wiring: FabricWiring, by_hand: Sequence[Cable] = ()) -> CableEnds:
    """Return the connected cables of a fabric.

    Parameters
    ----------
    by_hand
        Its cables by hand, in the design's order.
    """
    links = wiring.links
    rows = np.flatnonzero(links.fault == CONNECTED)
    count = links.count[rows]
    row = np.repeat(rows, count)
    first = np.cumsum(count) - count
    step = (np.arange(len(row)) - np.repeat(first, count)).astype(np.int32)
    laid: dict[int, str] = {}
    if wiring.laid:
        since = len(links) - wiring.laid
        # Cables by hand are rows of one link, in the design's order, refused ones among them.
        for at in np.flatnonzero(row >= since).tolist():
            laid[at] = by_hand[int(row[at]) - since].id
    return CableEnds(
        wiring, links.a[row], links.b[row], links.a_port[row] + step, links.b_port[row] + step,
        links.rate_mbps[row], laid,
    )  # fmt: skip
