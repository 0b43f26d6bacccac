"""Devices of which nobody can say where their power supplies hang, with what leaves it open.

The rule of cords (`wiring.power_dealing`) plugs a supply wherever nothing that is known forbids it.
Whether it finds an outlet there is not known where nobody states its inlet, or how many outlets of
that kind a rack PDU has. What does may take outlets, and places in the order of feeds, that the
devices after it are counted on: those are certain where enough is left for all of them.

May import the wiring and the catalogue's parts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from designer.wiring.power_bus import on_bus
from designer.wiring.power_cording import OUTLET_OF
from designer.wiring.power_filling import dealt_pdus, needs_power
from designer.wiring.power_outlets import SOCKETS, PlugIn, not_stated, outlet_counts, socket_of
from designer.wiring.power_rack import RackWiring

MOST_SUPPLIES: Final = 12
"""Supplies that a device has at most where nobody counts them: DGX B300 and PowerEdge XE9780 have
12, no device in rails more."""

Refs = tuple[str, ...]


@dataclass(frozen=True)
class OpenCords:
    """What leaves open where supplies hang, by the position of their device.

    Attributes
    ----------
    feeds
        Devices of which it is open on which feeds they hang, or whether they do at all.
    pdus
        Devices of which it is open on which rack PDUs: these, and more.
    turned
        Devices that take the feeds in an order that nobody knows.
    lacking
        Devices with a supply that finds no outlet as it is dealt, and may find one: from another
        feed on they, or those below them, may be dealt.
    supplies
        Supplies that are plugged in of which it is open whether they find an outlet, by device and
        number.
    """

    feeds: Mapping[int, Refs] = field(default_factory=dict)
    pdus: Mapping[int, Refs] = field(default_factory=dict)
    turned: frozenset[int] = frozenset()
    lacking: frozenset[int] = frozenset()
    supplies: Mapping[tuple[int, int], Refs] = field(default_factory=dict)


NOTHING_OPEN: Final = OpenCords()


def open_cords(wiring: RackWiring) -> OpenCords:
    """Return whose supplies hang nobody knows where."""
    walk = _Walk(wiring)
    by_hand = {(cord.item, cord.supply): cord.outlet for cord in wiring.filling.cords}
    by_rule: dict[int, list[PlugIn]] = {}
    for cord in wiring.plugged:
        number = by_hand.get((cord.item, cord.supply))
        if number is not None:
            walk.plug(cord, by_number=number > 0)
        else:
            by_rule.setdefault(cord.item, []).append(cord)
    short = {
        one.item for one in wiring.unplugged
        if one.socket and (walk.loose or (one.item, one.supply) not in by_hand)
    }  # fmt: skip
    opened, perhaps = frozenset(wiring.open_items), frozenset(wiring.perhaps_on_bus)
    for item, part in enumerate(wiring.parts):
        if item in opened and part is not None and on_bus(part):
            walk.open_on(item, (wiring.why_open(item),))
        elif item in opened and (part is None or wiring.lost_strips or item in perhaps):
            walk.uncounted(item, wiring.why_open(item))
            continue
        if part is None or wiring.lost_strips or not needs_power(part) or on_bus(part):
            continue
        if part.psu is None or part.psu.count < 1:
            walk.uncounted(item, f"{part.id}.psu")
        elif item in by_rule or item in short:
            plugged = by_rule.get(item, [])
            dealt = [n for n in range(1, part.psu.count + 1) if (item, n) not in by_hand]
            walk.turn(item, dealt, plugged)
            for cord in plugged:
                walk.plug(cord)
            if item in short:
                walk.fall_short(item)
    return OpenCords(
        walk.feeds, walk.pdus, frozenset(walk.turned), frozenset(walk.lacking), walk.supplies
    )


@dataclass
class _Walk:
    """The cords in the order in which they are laid, and who may take outlets out of turn.

    Attributes
    ----------
    taken
        Outlets that are taken for certain, by group and kind.
    claims
        Outlets that may be taken besides, by group and kind, with what leaves it open.
    order
        What leaves open with which feed the rule begins, once it is.
    loose
        What leaves open whether the plug of a cord to the number of an outlet fits there.
    """

    wiring: RackWiring
    feeds: dict[int, Refs] = field(default_factory=dict)
    pdus: dict[int, Refs] = field(default_factory=dict)
    turned: set[int] = field(default_factory=set)
    lacking: set[int] = field(default_factory=set)
    supplies: dict[tuple[int, int], Refs] = field(default_factory=dict)
    taken: Counter[tuple[int, str]] = field(default_factory=Counter)
    claims: Counter[tuple[int, str]] = field(default_factory=Counter)
    claimed: dict[tuple[int, str], Refs] = field(default_factory=dict)
    order: Refs = ()
    loose: Refs = ()

    def __post_init__(self) -> None:
        groups = enumerate(self.wiring.groups)
        self._group_of = {pdu: at for at, (_, pdus) in groups for pdu in pdus}
        self._dealt = [dealt_pdus(pdus, self.wiring.parts) for _, pdus in self.wiring.groups]

    def plug(self, cord: PlugIn, *, by_number: bool = False) -> None:
        """Follow one cord that is laid, by hand to the number of an outlet or to any."""
        part, group = self.wiring.parts[cord.item], self._group_of[cord.pdu]
        if part is None:
            return
        inlet = part.psu.inlet if part.psu else ""
        if not inlet:
            ref = f"{part.id}.psu.inlet" if part.psu else f"{part.id}.psu"
            self._may_lack(cord, (ref,))
            for socket in SOCKETS:
                self._claim(group, socket, 1, (ref,))
            if by_number:
                self.loose = self.loose or (ref,)
            return
        socket = OUTLET_OF.get(inlet, "")
        unknown = self._unknown(cord.pdu, socket, by_number=by_number)
        if unknown:
            self._may_lack(cord, (unknown,))
            self._claim(group, socket, 1, (unknown,))
            return
        if cord.pdu in self._dealt[group]:
            self.taken[group, socket] += 1
        left = self._outlets(group, socket) - self.taken[group, socket]
        claimed = [self.claimed[group, kind] for kind in SOCKETS if self.claims[group, kind]]
        if self.claims[group, socket] > max(left, 0):
            self._may_lack(cord, self.claimed[group, socket])
        elif claimed and len(self._dealt[group]) > 1:
            # It finds one on this feed, on whichever of its rack PDUs is emptier then.
            self.pdus.setdefault(cord.item, claimed[0])

    def uncounted(self, item: int, lacking: str) -> None:
        """Pass a device whose supplies nobody counted: it may take outlets on every feed.

        Parameters
        ----------
        lacking
            The input that leaves it open: of its supplies, or a whole part.
        """
        ref = (lacking,)
        self.open_on(item, ref)
        rule, groups = self._rule(item), len(self.wiring.groups)
        if not groups:
            return
        evenly = rule in ("", "evenly", "by-side")
        each = ceil(MOST_SUPPLIES / groups) if evenly else MOST_SUPPLIES
        for group in range(groups):
            for socket in SOCKETS:
                self._claim(group, socket, each, ref)
        if rule in ("", "evenly"):
            self.order = self.order or ref

    def turn(self, item: int, supplies: Sequence[int], plugged: Sequence[PlugIn]) -> None:
        """Let a device take the feeds in turn, beginning where the one below it ended.

        Parameters
        ----------
        supplies
            Numbers of the supplies that the rule deals: the others are laid by hand.
        plugged
            Those of them that find an outlet.
        """
        groups = len(self.wiring.groups)
        if not self.order or self._rule(item) not in ("", "evenly"):
            return
        dealt = Counter(supply % groups for supply in supplies)
        if len({dealt[group] for group in range(groups)}) == 1:
            return  # As many on each feed, wherever they begin.
        self.turned.add(item)
        self.open_on(item, self.order)
        if not self._is_room_for(socket_of(self.wiring.parts[item]), max(dealt.values())):
            self.supplies |= {(item, supply): self.order for supply in supplies}
        found = Counter(self._group_of[cord.pdu] for cord in plugged)
        for group in range(groups):
            for socket in SOCKETS:
                self._claim(group, socket, max(dealt.values()) - found[group], self.order)

    def _is_room_for(self, socket: str, supplies: int) -> bool:
        """Return whether every group has outlets left for so many supplies, for certain."""
        return all(
            self.taken[group, socket] + self.claims[group, socket] + supplies
            <= self._outlets(group, socket)
            for group in range(len(self.wiring.groups))
        )

    def fall_short(self, item: int) -> None:
        """Pass a device with a supply that finds no outlet.

        It may find one where those below it may hang on other feeds, or leave one free.
        """
        if self.turned or self.loose:
            self.lacking.add(item)
            self.open_on(item, self.order if self.turned else self.loose)

    def _rule(self, item: int) -> str:
        filling = self.wiring.filling
        return filling.held[item].cording or filling.cording

    def open_on(self, item: int, refs: Refs) -> None:
        """Note what leaves open on which feeds a device hangs."""
        self.feeds.setdefault(item, refs)
        self.pdus[item] = self.feeds[item]

    def _may_lack(self, cord: PlugIn, refs: Refs) -> None:
        """Note that a supply may find no outlet."""
        self.open_on(cord.item, refs)
        self.supplies.setdefault((cord.item, cord.supply), refs)

    def _claim(self, group: int, socket: str, number: int, refs: Refs) -> None:
        self.claims[group, socket] += number
        self.claimed.setdefault((group, socket), refs)

    def _unknown(self, pdu: int, socket: str, *, by_number: bool) -> str:
        """Return what nobody states of the outlets of a rack PDU; empty where all is known."""
        strip = self.wiring.parts[pdu]
        return not_stated(strip, socket, by_number=by_number) if strip else "part"

    def _outlets(self, group: int, socket: str) -> int:
        """Return the outlets of a kind that the rule may deal to in a group, for certain."""
        known: list[int] = []
        for pdu in self._dealt[group]:
            strip = self.wiring.parts[pdu]
            if strip is not None and strip.pdu is not None:
                count = outlet_counts(strip.pdu).get(socket)
                known += [] if count is None else [count]
        return sum(known)
