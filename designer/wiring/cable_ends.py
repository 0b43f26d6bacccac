"""Every connected cable of a fabric, one entry each: its ends, and the racks that it joins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from typing import Any

import numpy as np
from numpy.typing import NDArray

from designer.model.design import Cable
from designer.wiring.network_columns import CONNECTED, FabricWiring

Flags = NDArray[np.bool_]
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
        Shape (cables,): the cage of each, a number that tells it from others.
    number
        Above all of these.
    most
        Above the numbers of all cages within a device.
    are_shared
        Whether one of them has several cables.
    """

    of: Places
    number: int
    most: int
    are_shared: bool

    @cached_property
    def device(self) -> Places:
        """Shape (cables,): number of the device of each cable's cage."""
        return self.of // self.most

    @cached_property
    def cage(self) -> Places:
        """Shape (cables,): number of each cable's cage in its device, from 0."""
        return self.of % self.most


@dataclass(frozen=True, eq=False)
class CableEnds:
    """The connected cables of one fabric.

    Attributes
    ----------
    a, b
        Shape (cables,): vertices; `a` is the node or the lower tier. As wide as numpy looks places
        up by: narrower ones it widens at every look.
    a_lane, b_lane
        Shape (cables,): lanes of their devices.
    rate_mbps
        Shape (cables,): rate of each.
    by_hand
        The cables by hand, by number of the cable.
    """

    wiring: FabricWiring
    a: Places
    b: Places
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

    @property
    def share_cages(self) -> bool:
        """Whether several cables have one cage at either end."""
        return any(cages.are_shared for cages in self.cages)

    @cached_property
    def bundle(self) -> Places:
        """Shape (cables,): a number for what shares cages, directly or over others.

        Modules of several links make all of these alike.
        """
        known = np.arange(len(self), dtype=np.intp)
        if not self.share_cages:
            return known
        if self._is_straight:
            return _lowest(self.cages[0], known)
        for turn, cages in enumerate(cycle(self.cages)):
            before, known = known, _lowest(cages, known)
            if turn and np.array_equal(before, known):
                break
        return known

    @cached_property
    def pairing(self) -> NDArray[np.int8]:
        """Shape (cables,): how the links of its cages go, index into `PAIRINGS` of the media."""
        if self._is_straight:
            return np.zeros(len(self), dtype=np.int8)
        one = self._one
        fans = [~mine & ~_reached(cages, ~its)
                for cages, mine, its in zip(self.cages, one, one[::-1], strict=True)]  # fmt: skip
        found = np.full(len(self), 3, dtype=np.int8)
        for kind, rows in ((2, fans[1]), (1, fans[0]), (0, one[0] & one[1])):
            np.putmask(found, rows, kind)
        return found

    @cached_property
    def _is_straight(self) -> bool:
        """Whether all cables of every cage lead to one other cage."""
        return all(bool(flags.all()) for flags in self._one)

    @cached_property
    def _one(self) -> tuple[Flags, Flags]:
        """Shape (cables,): whether all cables of its cage at `a`, and at `b`, lead to one other."""
        a, b = self.cages
        return _lead_to_one(a, b), _lead_to_one(b, a)

    @cached_property
    def sorts(self) -> tuple[Ints, tuple[tuple[PartEnd, PartEnd, int], ...]]:
        """Shape (cables,): the sort of each; and the parts at both ends and the pairing of each."""
        parts = len(self.wiring.members.parts) + 1
        codes = np.concatenate((self.node_parts, self.switch_parts + np.int32(parts)))
        # Of each vertex first: there are fewer of them.
        key = (codes.astype(np.intp) * (8 * parts))[self.a] + (codes.astype(np.intp) * 4)[self.b]
        if not self._is_straight:
            key += self.pairing
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

    def _cages(self, vertex: Places, lane: Ints) -> Cages:
        lanes, devices = self.lanes_per_cage, self.devices.astype(np.intp)
        each = int(lanes.max(initial=1))
        alike = each == int(lanes.min(initial=each))
        cage = lane // np.int32(each) if alike else lane // lanes[vertex]
        most = int(cage.max(initial=0)) + 1
        keys = (devices * most)[vertex] + cage
        end = int(keys.max(initial=-1)) + 1
        used = np.zeros(end, dtype=bool)
        used[keys] = True
        return Cages(keys, end, most, int(np.count_nonzero(used)) < len(keys))


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
    # Only what occurs is written and read, and the less memory that takes the better.
    number = np.empty(end, dtype=np.min_scalar_type(len(which)))
    number[which] = np.arange(len(which))
    return which, number[keys].astype(np.intp)


def _lowest(cages: Cages, known: Places) -> Places:
    """Return for each cable the lowest number of those in its cage."""
    lowest = np.full(cages.number, len(known), dtype=np.intp)
    np.minimum.at(lowest, cages.of, known)
    return lowest[cages.of]


def _reached(cages: Cages, flags: Flags) -> Flags:
    """Return for each cable whether any cable of its cage has a flag."""
    rows = np.flatnonzero(flags)
    if not len(rows) or not cages.are_shared:
        return flags
    found = np.zeros(cages.number, dtype=bool)
    found[cages.of[rows]] = True
    return found[cages.of]


def _lead_to_one(cages: Cages, others: Cages) -> Flags:
    """Return for each cable whether all cables of its cage lead to one other cage."""
    if not cages.are_shared:
        return np.ones(len(cages.of), dtype=bool)
    first = np.empty(cages.number, dtype=np.intp)
    first[cages.of] = others.of  # any of them
    return ~_reached(cages, first[cages.of] != others.of)


def cable_ends(wiring: FabricWiring, by_hand: Sequence[Cable] = ()) -> CableEnds:
    """Return the connected cables of a fabric.

    Parameters
    ----------
    by_hand
        Its cables by hand, in the design's order.
    """
    links = wiring.links
    made = links.fault == CONNECTED
    rows = np.flatnonzero(made)
    # A link is a cable, or several on consecutive ports.
    count = links.count if len(rows) == len(links) else links.count[rows]
    each = bool((count == 1).all())
    row = rows if each else np.repeat(rows, count)
    laid: dict[int, Cable] = {}
    if wiring.laid:
        since = len(links) - wiring.laid
        # Cables by hand are rows of one link, in the design's order, refused ones among them.
        for at in np.flatnonzero(row >= since).tolist():
            laid[at] = by_hand[int(row[at]) - since]
    a_lane, b_lane = links.a_port[row], links.b_port[row]
    if not each:
        first = np.cumsum(count, dtype=np.int32) - count
        step = np.arange(len(row), dtype=np.int32) - np.repeat(first, count)
        a_lane, b_lane = a_lane + step, b_lane + step
    return CableEnds(
        wiring, links.a[row].astype(np.intp), links.b[row].astype(np.intp), a_lane, b_lane,
        links.rate_mbps[row], laid,
    )  # fmt: skip
