"""Every connected cable of a fabric, one entry each: its ends, and the racks that it joins."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from designer.model.design import Cable
from designer.wiring.network_columns import CONNECTED, FabricWiring

T = TypeVar("T")
Flags = NDArray[np.bool_]
Ints = NDArray[np.int32]
Places = NDArray[np.intp]


_WIDE = 4
"""Links of a cage from which each half of it has several."""
PartEnd = tuple[bool, int]
"""The part at an end of a cable: whether it is a switch, and its number in the members' table."""


@dataclass(frozen=True, eq=False)
class Cages:
    """The cages at one end of a fabric's cables.

    Attributes
    ----------
    of
        Shape (cables,): the cage of each, a number that tells it from others at either end.
    number
        Above all of these at both ends.
    most
        Above the numbers of all cages within a device.
    """

    of: Places
    number: int
    most: int

    @cached_property
    def device(self) -> Places:
        """Shape (cables,): number of the device of each cable's cage."""
        return self.of // self.most


@dataclass(eq=False)
class CableOrder:
    """What is found of cables by their order and sorts, once for all with the same."""

    known: dict[str, Any] = field(default_factory=dict, repr=False)

    def once(self, what: str, look: Callable[[], T]) -> T:
        """Return what is found, which is looked for once."""
        if what not in self.known:
            self.known[what] = look()
        found: T = self.known[what]
        return found


def bundled(a: Places, b: Places) -> Places:
    """Return for each cable the lowest number of those that share cages, directly or over others.

    A cage keeps the lowest number that any of its cables had. What lowers a cable lowers the one
    that it was numbered after, too, and it takes that one's number: else a low number would go
    along a chain of cages one by one (Shiloach and Vishkin, Journal of Algorithms 3, 1982).

    Parameters
    ----------
    a, b
        Shape (cables,): the cage at each end, in one numbering.
    """
    known = np.arange(len(a), dtype=np.intp)
    lowest = np.full(max(int(a.max(initial=-1)), int(b.max(initial=-1))) + 1, len(a), dtype=np.intp)
    while True:
        before = known
        for cages in (a, b):
            np.minimum.at(lowest, cages, known)
            known = lowest[cages]
        np.minimum.at(known, before, known.copy())
        known = known[known]
        if np.array_equal(known, before):
            return known


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
    order
        What is found of the same cables in the same order, whatever the numbers of their devices.
    """

    wiring: FabricWiring
    a: Places
    b: Places
    a_lane: Ints
    b_lane: Ints
    rate_mbps: Ints
    by_hand: Mapping[int, Cable]
    order: CableOrder = field(default_factory=CableOrder, repr=False)

    def __len__(self) -> int:
        return len(self.a)

    @property
    def vertices(self) -> int:
        """How many vertices there are."""
        return self.wiring.first_place + len(self.wiring.places)

    @cached_property
    def cages(self) -> tuple[Cages, Cages]:
        """The cages at `a` and at `b`: one numbering, since a cage may hold links up and down."""
        a, b = self._cage(self.a, self.a_lane), self._cage(self.b, self.b_lane)
        most = max(int(cage.max(initial=0)) for cage in (a, b)) + 1
        first = self.devices.astype(np.intp) * most
        keys = first[self.a] + a, first[self.b] + b
        end = max(int(key.max(initial=-1)) for key in keys) + 1
        return Cages(keys[0], end, most), Cages(keys[1], end, most)

    @property
    def share_cages(self) -> bool:
        """Whether several cables have one cage, at whichever end."""
        return self.order.once("share_cages", self._find_share_cages)

    def _find_share_cages(self) -> bool:
        used = np.zeros(self.cages[0].number, dtype=bool)
        for ends, cages in enumerate(self.cages, 1):
            used[cages.of] = True
            if int(np.count_nonzero(used)) < ends * len(self):
                return True
        return False

    @property
    def bundle(self) -> Places:
        """Shape (cables,): a number for what shares cages, directly or over others.

        Modules of several links make all of these alike.
        """
        return self.order.once("bundle", self._find_bundle)

    def _find_bundle(self) -> Places:
        known = np.arange(len(self), dtype=np.intp)
        if not self.share_cages:
            return known
        a, b = self.cages
        if self._is_straight:
            pair = np.minimum(a.of, b.of)  # of two cages that lead to each other alone
            lowest = np.full(a.number, len(known), dtype=np.intp)
            np.minimum.at(lowest, pair, known)
            return lowest[pair]
        return bundled(a.of, b.of)

    @property
    def unlike(self) -> Flags:
        """Shape (cables,): what shares cages with cables of another sort, or with a part by hand.

        What shares cages with its like alone is chosen alike without more ado.
        """
        return self.order.once("unlike", self._find_unlike)

    def _find_unlike(self) -> Flags:
        found = np.zeros(len(self), dtype=bool)
        found[[at for at, cable in self.by_hand.items() if cable.part]] = True
        if not self.share_cages:
            return found
        sort, bundle = self.sorts[0], self.bundle
        found |= sort[bundle] != sort
        if not found.any():
            return found
        differ = np.zeros(len(self), dtype=bool)
        differ[bundle[found]] = True
        return differ[bundle]

    @property
    def pairing(self) -> NDArray[np.int8]:
        """Shape (cables,): how the links of its cages go, index into `PAIRINGS` of the media."""
        return self.order.once("pairing", self._find_pairing)

    def _find_pairing(self) -> NDArray[np.int8]:
        if self._is_straight:
            return np.zeros(len(self), dtype=np.int8)
        one, its = self._one
        # A cage fans out where each of its links goes to a cage that leads to it alone.
        held = self._reached((~its, ~one))
        found = np.full(len(self), 3, dtype=np.int8)
        for kind, rows in ((2, ~its & ~held[1]), (1, ~one & ~held[0]), (0, one & its)):
            np.putmask(found, rows, kind)
        np.putmask(found, self._halves(found != 0), 4)
        return found

    def _halves(self, apart: Flags) -> Flags:
        """Return which links that go apart are of cages whose halves go each to half of another."""
        lanes = self.lanes_per_cage
        ends = ((self.a, self.a_lane), (self.b, self.b_lane))
        each = [lanes[vertex] for vertex, _ in ends]
        wide = apart & (each[0] >= _WIDE) & (each[1] >= _WIDE)
        if not wide.any():
            return wide
        one, two = (
            2 * cages.of + (lane % per >= per // 2)
            for cages, (_, lane), per in zip(self.cages, ends, each, strict=True)
        )
        partner = np.full(2 * self.cages[0].number, -1, dtype=np.intp)
        rows = np.flatnonzero(apart)
        partner[one[rows]], partner[two[rows]] = two[rows], one[rows]  # any of them
        stray = apart & ((partner[one] != two) | (partner[two] != one) | ~wide)
        held = self._reached((stray, stray))
        return apart & ~held[0] & ~held[1]

    @property
    def _is_straight(self) -> bool:
        """Whether all cables of every cage lead to one other cage."""
        return self.order.once("is_straight", self._find_is_straight)

    def _find_is_straight(self) -> bool:
        return all(bool(flags.all()) for flags in self._one)

    @cached_property
    def _one(self) -> tuple[Flags, Flags]:
        """Shape (cables,): whether all cables of its cage at `a`, and at `b`, lead to one other."""
        if not self.share_cages:
            every = np.ones(len(self), dtype=bool)
            return every, every
        a, b = self.cages
        first = np.empty(a.number, dtype=np.intp)
        first[a.of] = b.of  # any of them
        first[b.of] = a.of
        strays = self._reached((first[a.of] != b.of, first[b.of] != a.of))
        return ~strays[0], ~strays[1]

    def _reached(self, flags: tuple[Flags, Flags]) -> tuple[Flags, Flags]:
        """Return for each cable whether any cable of its cage at `a`, and at `b`, has a flag there.

        Parameters
        ----------
        flags
            Of each cable at its cage at `a`, and at that at `b`.
        """
        a, b = self.cages
        if not any(bool(some.any()) for some in flags):
            return flags
        found = np.zeros(a.number, dtype=bool)
        for cages, some in zip((a, b), flags, strict=True):
            found[cages.of[np.flatnonzero(some)]] = True
        return found[a.of], found[b.of]

    @property
    def sorts(self) -> tuple[Ints, tuple[tuple[PartEnd, PartEnd, int], ...]]:
        """Shape (cables,): the sort of each; and the parts at both ends and the pairing of each."""
        return self.order.once("sorts", self._find_sorts)

    def _find_sorts(self) -> tuple[Ints, tuple[tuple[PartEnd, PartEnd, int], ...]]:
        parts, codes = len(self.wiring.members.parts) + 1, self.part_codes
        # Of each vertex first: there are fewer of them.
        key = (codes.astype(np.intp) * (16 * parts))[self.a] + (codes.astype(np.intp) * 8)[self.b]
        if not self._is_straight:
            key += self.pairing
        unique, inverse = numbered(key, 32 * parts * parts)
        found = []
        for value in unique.tolist():
            rest, pairing = divmod(value, 8)
            ends = [divmod(code, parts) for code in divmod(rest, 2 * parts)]
            found.append(((ends[0][0] == 1, ends[0][1]), (ends[1][0] == 1, ends[1][1]), pairing))
        return np.asarray(inverse, dtype=np.int32), tuple(found)

    @cached_property
    def mixed(self) -> Flags:
        """Shape (cages,): whether its links may be of several options, or it has some up and down.

        That is where they are of unlike sorts, or a part was chosen by hand.
        """
        a, b = self.cages
        up, down = np.zeros(a.number, dtype=bool), np.zeros(a.number, dtype=bool)
        if not self.share_cages:
            return up
        up[a.of] = down[b.of] = True
        mixed = up & down
        unlike = np.flatnonzero(self.unlike)
        mixed[a.of[unlike]] = mixed[b.of[unlike]] = True
        return mixed

    @cached_property
    def lanes_per_cage(self) -> Ints:
        """Shape (vertices,): links in one cage."""
        wiring = self.wiring
        nodes = np.array([fit.lanes_per_cage for fit in wiring.node_fits] or [1], dtype=np.int32)
        fits = [fit.lanes_per_cage for fit in wiring.switch_fits] or [1]
        switches = np.array(fits, dtype=np.int32)
        return np.concatenate((nodes[self.node_parts], switches[self.switch_parts]))

    @cached_property
    def part_codes(self) -> Ints:
        """Shape (vertices,): a number for its part, and whether that is of a node or a switch."""
        parts = np.int32(len(self.wiring.members.parts) + 1)
        return np.concatenate((self.node_parts, self.switch_parts + parts))

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

    def _cage(self, vertex: Places, lane: Ints) -> Ints:
        """Return the number of the cage in its device at an end of each cable."""
        lanes = self.lanes_per_cage
        each = int(lanes.max(initial=1))
        alike = each == int(lanes.min(initial=each))
        return np.asarray(lane // np.int32(each) if alike else lane // lanes[vertex])


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
    every = len(rows) == len(links)
    count = links.count if every else links.count[rows]
    a_port, b_port = (port if every else port[rows] for port in (links.a_port, links.b_port))
    each = bool((count == 1).all())
    if each:
        row, a_lane, b_lane = rows, a_port, b_port
    else:
        first = np.cumsum(count, dtype=np.int32) - count
        link = np.repeat(np.arange(len(count), dtype=np.intp), count)
        lane = np.arange(len(link), dtype=np.int32)
        row = link if every else rows[link]
        a_lane, b_lane = (a_port - first)[link] + lane, (b_port - first)[link] + lane
    laid: dict[int, Cable] = {}
    if wiring.laid:
        since = len(links) - wiring.laid
        # Cables by hand are rows of one link, in the design's order, refused ones among them.
        for at in np.flatnonzero(row >= since).tolist():
            laid[at] = by_hand[int(row[at]) - since]
    return CableEnds(
        wiring, links.a[row].astype(np.intp), links.b[row].astype(np.intp), a_lane, b_lane,
        links.rate_mbps[row], laid,
    )  # fmt: skip
