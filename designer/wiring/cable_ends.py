"""Every connected cable of a fabric, one entry each: its ends, and the racks that it joins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from designer.model.design import Cable
from designer.wiring.network_columns import CONNECTED, FabricWiring

Ints = NDArray[np.int32]
Places = NDArray[np.intp]


PartEnd = tuple[bool, int]
"""The part at an end of a cable: whether it is a switch, and its number in the members' table."""


@dataclass(frozen=True, eq=False)
class Cages:
    """The cages at one end of a fabric's cables.

    Attributes
    ----------
    of
        Shape (cables,): the cage of each.
    number
        How many there are.
    device, cage
        Shape (cages,): number of the device, and of the cage in it, from 0.
    """

    of: Places
    number: int
    device: Places
    cage: Places


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
        The cables by hand, by number of the cable.
    """

    wiring: FabricWiring
    a: Ints
    b: Ints
    a_lane: Ints
    b_lane: Ints
    rate_mbps: Ints
    by_hand: Mapping[int, Cable]

    def __len__(self) -> int:
        return len(self.a)

    @cached_property
    def cages(self) -> tuple[Cages, Cages]:
        """The cages at `a` and at `b`."""
        return self._cages(self.a, self.a_lane), self._cages(self.b, self.b_lane)

    @cached_property
    def bundle(self) -> Places:
        """Shape (cables,): a number for what shares cages, directly or over others.

        Modules of several links make all of these alike.
        """
        known = np.arange(len(self), dtype=np.intp)
        while len(known):
            before = known
            for cages in self.cages:
                lowest = np.full(cages.number, len(known), dtype=np.intp)
                np.minimum.at(lowest, cages.of, known)
                known = lowest[cages.of]
            if np.array_equal(before, known):
                break
        return known

    @cached_property
    def pairing(self) -> NDArray[np.int8]:
        """Shape (cables,): how the links of its cages go, index into `PAIRINGS` of the media."""
        a, b = self.cages
        one_a, one_b = _leads_to_one(a, b), _leads_to_one(b, a)
        fans_a = ~one_a & self._all_of(a, one_b)
        fans_b = ~one_b & self._all_of(b, one_a)
        found = np.select([one_a & one_b, fans_a, fans_b], [0, 1, 2], 3)
        return found.astype(np.int8)

    def _all_of(self, cages: Cages, flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return for each cable whether all cables of its cage have a flag."""
        lacking = np.zeros(cages.number, dtype=bool)
        lacking[cages.of[~flags]] = True
        return ~lacking[cages.of]

    @cached_property
    def sorts(self) -> tuple[Ints, tuple[tuple[PartEnd, PartEnd, int], ...]]:
        """Shape (cables,): the sort of each; and the parts at both ends and the pairing of each."""
        parts = len(self.wiring.members.parts) + 1
        codes = np.concatenate((self.node_parts, self.switch_parts + np.int32(parts)))
        key = (codes[self.a].astype(np.int64) * 2 * parts + codes[self.b]) * 4 + self.pairing
        unique, inverse = numbered(key, 16 * parts * parts)
        found = []
        for value in unique.tolist():
            rest, pairing = divmod(value, 4)
            ends = [divmod(code, parts) for code in divmod(rest, 2 * parts)]
            found.append(((ends[0][0] == 1, ends[0][1]), (ends[1][0] == 1, ends[1][1]), pairing))
        return np.asarray(inverse, dtype=np.int32), tuple(found)

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

    def _cages(self, vertex: Ints, lane: Ints) -> Cages:
        cage = lane // self.lanes_per_cage[vertex]
        most = int(cage.max(initial=0)) + 1
        keys = self.devices[vertex].astype(np.intp) * most + cage
        which, number = numbered(keys, int(keys.max(initial=-1)) + 1)
        return Cages(number, len(which), which // most, which % most)


def numbered(keys: NDArray[np.integer[Any]], end: int) -> tuple[Places, Places]:
    """Return the keys that occur, sorted, and the place of each among them.

    By a table, which is faster than to sort where keys are not much more than what has them.

    Parameters
    ----------
    end
        Above all keys.
    """
    used = np.zeros(end, dtype=bool)
    used[keys] = True
    which = np.flatnonzero(used)
    number = np.zeros(end, dtype=np.intp)
    number[which] = np.arange(len(which))
    return which, number[keys]


def _leads_to_one(cages: Cages, others: Cages) -> NDArray[np.bool_]:
    """Return for each cable whether all cables of its cage lead to one other cage."""
    first = np.zeros(cages.number, dtype=np.intp)
    first[cages.of] = others.of  # any of them
    strays = np.zeros(cages.number, dtype=bool)
    strays[cages.of[first[cages.of] != others.of]] = True
    return ~strays[cages.of]


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
    laid: dict[int, Cable] = {}
    if wiring.laid:
        since = len(links) - wiring.laid
        # Cables by hand are rows of one link, in the design's order, refused ones among them.
        for at in np.flatnonzero(row >= since).tolist():
            laid[at] = by_hand[int(row[at]) - since]
    return CableEnds(
        wiring, links.a[row], links.b[row], links.a_port[row] + step, links.b_port[row] + step,
        links.rate_mbps[row], laid,
    )  # fmt: skip
