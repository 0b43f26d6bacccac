"""The power wiring of one rack, or of one thing that stands on the floor: which supply hangs where.

Racks that are filled alike are wired alike, so each filling is wired once (`wire`), however many
racks have it. Whatever finds no outlet is reported with the reason and stays unconnected.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import kind_of
from designer.catalog.part import Part
from designer.model.design import Assembly, Device, Rack, Slot
from designer.wiring.ends import EndKind
from designer.wiring.power_cording import NO_CORD, OUTLET_OF, complaint, spread

Ints = NDArray[np.int32]

ITSELF = -1
"""Stands for the rack or the thing on the floor itself, among its devices."""


class Held(NamedTuple):
    """A device in a rack, as far as power is concerned."""

    half_u: int
    face: str
    part: str
    feed: str
    cording: str


class HandCord(NamedTuple):
    """A cord laid by hand: positions among what the rack holds.

    `pdu` is -1 for a supply that is left unplugged; `outlet` is 0 for any that is free.
    """

    item: int
    supply: int
    pdu: int
    outlet: int


@dataclass(frozen=True)
class Filling:
    """All that decides the power wiring of a rack. Equal fillings are wired once.

    Attributes
    ----------
    held
        Lowest first; what hangs beside the rails, as doors, comes last.
    """

    part: str
    feeds: tuple[str, ...] = ()
    cording: str = ""
    held: tuple[Held, ...] = ()
    cords: tuple[HandCord, ...] = ()


class EndType(NamedTuple):
    """An end of a type of node: what it is, its number, and the outlet it is or needs."""

    kind: EndKind
    number: int
    socket: str = ""


@dataclass(frozen=True)
class NodeType:
    """A type of node: a part (or a kind of power node) and its ends, in order."""

    part: str
    role: str
    ends: tuple[EndType, ...]


class Unplugged(NamedTuple):
    """A supply that hangs nowhere, with the reason; `supply` is 0 where it is about all."""

    item: int
    supply: int
    reason: str


class PlugIn(NamedTuple):
    """A supply in an outlet; `outlet` is 0 where nobody knows the outlet's number."""

    item: int
    supply: int
    pdu: int
    outlet: int


@dataclass(frozen=True, eq=False)
class RackWiring:
    """The power wiring of one filling. Compared by identity: it is made once.

    Attributes
    ----------
    parts
        Parts of what the rack holds, in the order of `filling.held`; None where not in the
        catalogue.
    groups
        Feeds of the rack, in order: their ids and the positions of their PDUs. A PDU that names
        no feed is a group of its own, with an empty id: nobody knows what else is lost with it.
    plugged
        Supplies in outlets.
    whips
        Ends of the thing itself that whips supply: feed and number of the end.
    open_items
        Devices that hang on some of the groups, nobody knows which: their number of supplies is
        not stated, their part is not in the catalogue, or that of something that may be a PDU.
    nodes
        Positions of what is a node of the graph, `ITSELF` first.
    """

    filling: Filling
    part: Part | None
    parts: tuple[Part | None, ...]
    groups: tuple[tuple[str, tuple[int, ...]], ...]
    plugged: tuple[PlugIn, ...]
    whips: tuple[tuple[str, int], ...]
    open_items: tuple[int, ...]
    unplugged: tuple[Unplugged, ...]
    nodes: tuple[int, ...]

    @cached_property
    def lost(self) -> tuple[int, ...]:
        """Positions of devices whose part is not in the catalogue: nothing is known of them."""
        return tuple(item for item, part in enumerate(self.parts) if part is None)

    @cached_property
    def lost_strips(self) -> tuple[int, ...]:
        """Those of them that may be rack PDUs."""
        return lost_strips(self.filling.held, self.parts)

    def why_open(self, item: int) -> str:
        """Return what leaves open where a device hangs: an input, `part-id.psu`."""
        part, held = self.parts[item], self.filling.held
        if part is None:
            return f"{held[item].part}.part"
        counted = part.psu is not None and part.psu.count > 0
        if counted and self.lost_strips:
            return f"{held[self.lost_strips[0]].part}.part"
        return f"{part.id}.psu"

    @cached_property
    def types(self) -> tuple[NodeType, ...]:
        """Type of each node: only who draws or writes the graph asks for it."""
        return tuple(
            itself_type(self.part, len(self.filling.feeds)) if item == ITSELF
            else _device_type(self.parts[item], item, self.plugged)
            for item in self.nodes
        )  # fmt: skip

    @cached_property
    def named(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Every feed that is named here, and by what: PDUs, or `ITSELF` for whips."""
        feeds = dict.fromkeys(feed for feed, _ in self.whips)
        if self.part is None:
            feeds |= dict.fromkeys(self.filling.feeds)
        held = self.filling.held
        strips = ((held[item].feed, (item,)) for item in self.lost_strips if held[item].feed)
        return (*((feed, (ITSELF,)) for feed in feeds), *self.groups, *strips)

    @cached_property
    def first_ends(self) -> Ints:
        """Shape (nodes + 1,): number of the first end of each node, and of all ends."""
        return np.cumsum([0, *(len(kind.ends) for kind in self.types)], dtype=np.int32)

    @cached_property
    def links(self) -> Ints:
        """Shape (n, 2): outlet and supply of each cord, as numbers of ends."""
        place = {item: at for at, item in enumerate(self.nodes)}
        slots = [
            {(end.kind, end.number): slot for slot, end in enumerate(kind.ends)}
            for kind in self.types
        ]
        pairs = []
        for item, supply, pdu, outlet in self.plugged:
            to, at = place[item], place[pdu]
            pairs.append((self.first_ends[at] + slots[at]["outlet", outlet],
                          self.first_ends[to] + slots[to]["supply", supply]))  # fmt: skip
        return np.array(pairs, dtype=np.int32).reshape(-1, 2)

    @cached_property
    def fed(self) -> tuple[tuple[str, int], ...]:
        """Feed and number of the end that it supplies, for PDUs and for the thing itself."""
        place = {item: at for at, item in enumerate(self.nodes)}
        found = [(feed, int(self.first_ends[0]) + end) for feed, end in self.whips]
        for feed, pdus in self.groups:
            if feed:
                found += [(feed, int(self.first_ends[place[pdu]])) for pdu in pdus]
        return tuple(found)


def held_of(
    assembly: Assembly | None, own: Iterable[Device]
) -> tuple[tuple[Held, ...], tuple[str, ...]]:
    """Return what a rack holds and the keys within it: a slot as `/slot`, a device by its id."""
    found = [(_held(slot), f"/{slot.id}") for slot in assembly.slots] if assembly else []
    found += [(_held(device), device.id) for device in own]
    found.sort(key=lambda pair: (_wiring_order(pair[0]), pair[1]))
    return tuple(held for held, _ in found), tuple(key for _, key in found)


def in_wiring_order(held: Iterable[Held]) -> tuple[Held, ...]:
    """Return devices in the order in which they are wired: what hangs beside the rails last."""
    return tuple(sorted(held, key=_wiring_order))


def _wiring_order(held: Held) -> tuple[bool, Held]:
    return held.face in ("zero-u", "door"), held


def _held(device: Device | Slot) -> Held:
    return Held(device.half_u, device.face, device.part, device.feed, device.cording)


def filling_of(rack: Rack, held: tuple[Held, ...], cords: tuple[HandCord, ...] = ()) -> Filling:
    """Return what decides the power wiring of a rack."""
    return Filling(rack.part, rack.feeds, rack.cording, held, cords)


def needs_power(part: Part) -> bool:
    """Whether a part takes power from a rack PDU or a whip: all that draws some of its own.

    A passive door, whose power is stated as 0, needs none.
    """
    return kind_of(part).draws in ("it", "building") and part.power_max_w != 0


@dataclass
class _Outlets:
    """Outlets of the PDUs of a rack that are still free."""

    parts: Sequence[Part | None]
    taken: set[tuple[int, int]] = field(default_factory=set)
    used: dict[int, int] = field(default_factory=dict)
    _first: dict[tuple[int, str], int] = field(default_factory=dict)

    def count(self, pdu: int, socket: str) -> int | None:
        """Return how many outlets of a kind a PDU has, None where nobody knows."""
        part = self.parts[pdu]
        figures = part.pdu if part else None
        if figures is None:
            return None
        return figures.outlets_c13 if socket == "C13" else figures.outlets_c19

    def numbers(self, pdu: int, socket: str) -> range:
        """Return the numbers of a PDU's outlets of a kind: first all C13, then all C19."""
        before = (self.count(pdu, "C13") or 0) if socket == "C19" else 0
        return range(before + 1, before + 1 + (self.count(pdu, socket) or 0))

    def take(self, pdu: int, socket: str) -> int | None:
        """Return the next free outlet of a PDU, 0 where its number is not known, None if none."""
        if not socket or self.count(pdu, socket) is None:
            self._plug(pdu, 0)
            return 0
        numbers = self.numbers(pdu, socket)
        # What is taken stays taken: all before the last one found are.
        number = self._first.get((pdu, socket), numbers.start)
        while (pdu, number) in self.taken:
            number += 1
        self._first[pdu, socket] = number
        if number >= numbers.stop:
            return None
        self._plug(pdu, number)
        return number

    def take_number(self, pdu: int, number: int, socket: str) -> str:
        """Take an outlet by its number; return why it cannot be taken, or an empty text."""
        known = [kind for kind in ("C13", "C19") if self.count(pdu, kind) is not None]
        kind = next((kind for kind in known if number in self.numbers(pdu, kind)), "")
        if not kind and len(known) == 2:
            most = sum(self.count(pdu, kind) or 0 for kind in known)
            return f"it has {most} outlets, not {number}"
        if kind and socket and kind != socket:
            return f"outlet {number} is a {kind}, the plug needs a {socket}"
        if (pdu, number) in self.taken:
            return f"outlet {number} is taken already"
        self._plug(pdu, number)
        return ""

    def _plug(self, pdu: int, number: int) -> None:
        self.used[pdu] = self.used.get(pdu, 0) + 1
        if number:
            self.taken.add((pdu, number))


def wire(filling: Filling, catalog: Catalog) -> RackWiring:
    """Return the power wiring of a filling."""
    rack = catalog.get(filling.part)
    parts = tuple(catalog.get(held.part) for held in filling.held)
    dealer = _Dealer(filling, parts)
    dealer.by_hand()
    dealer.by_rule()
    whips, without = _whips(filling, rack)
    nodes = [ITSELF] if rack is not None and needs_power(rack) else []
    nodes += [
        item for item, part in enumerate(parts)
        if part is not None and (needs_power(part) or kind_of(part).feeds_devices)
    ]  # fmt: skip
    return RackWiring(
        filling=filling,
        part=rack,
        parts=parts,
        groups=dealer.groups,
        plugged=tuple(sorted(dealer.plugged)),
        whips=whips,
        open_items=tuple(dealer.open_items),
        unplugged=(*without, *sorted(dealer.unplugged)),
        nodes=tuple(nodes),
    )


def groups_of(
    held: Sequence[Held], parts: Sequence[Part | None]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the feeds of a rack with the positions of their PDUs; PDUs without a feed last."""
    named: dict[str, list[int]] = {}
    alone = []
    for item, part in enumerate(parts):
        if part is None or not kind_of(part).feeds_devices:
            continue
        if held[item].feed:
            named.setdefault(held[item].feed, []).append(item)
        else:
            alone.append(("", (item,)))
    return (*((feed, tuple(pdus)) for feed, pdus in sorted(named.items())), *alone)


def lost_strips(held: Sequence[Held], parts: Sequence[Part | None]) -> tuple[int, ...]:
    """Return the positions of what may be a rack PDU, and is not in the catalogue.

    PDUs hang beside the rails, and they alone name a feed.
    """
    return tuple(
        item for item, part in enumerate(parts)
        if part is None and (held[item].face == "zero-u" or held[item].feed)
    )  # fmt: skip


class _Dealer:
    """Deals the supplies of a rack's devices to the outlets of its PDUs."""

    def __init__(self, filling: Filling, parts: Sequence[Part | None]) -> None:
        self._filling = filling
        self._parts = parts
        self._outlets = _Outlets(parts)
        self._done: set[tuple[int, int]] = set()
        self.groups = groups_of(filling.held, parts)
        self._lost_strips = lost_strips(filling.held, parts)
        self.plugged: list[PlugIn] = []
        self.unplugged: list[Unplugged] = []
        self.open_items: list[int] = []

    def by_hand(self) -> None:
        """Follow the cords laid by hand: those of a named outlet first."""
        for cord in sorted(self._filling.cords, key=lambda c: (c.outlet == 0, c)):
            reason = self._lay(cord)
            self._done.add((cord.item, cord.supply))
            if reason:
                self.unplugged.append(Unplugged(cord.item, cord.supply, reason))

    def _lay(self, cord: HandCord) -> str:
        """Follow one cord; return why it leads nowhere, or an empty text."""
        part = self._parts[cord.item]
        count = part.psu.count if part and part.psu else None
        if part is None or not needs_power(part):
            return "it takes no cord"
        if (cord.item, cord.supply) in self._done:
            return "two cords for one supply"
        if count is not None and cord.supply > count:
            return f"it has {count} supplies, not {cord.supply}"
        if cord.pdu < 0:
            return "left unplugged by hand"
        socket = OUTLET_OF.get(part.psu.inlet, "") if part.psu else ""
        number: int | None = cord.outlet
        if cord.outlet:
            reason = self._outlets.take_number(cord.pdu, cord.outlet, socket)
        else:
            number = self._outlets.take(cord.pdu, socket)
            reason = "" if number is not None else f"no free {socket} outlet at that PDU"
        if not reason and number is not None:
            self.plugged.append(PlugIn(cord.item, cord.supply, cord.pdu, number))
        return reason

    def by_rule(self) -> None:
        """Deal the supplies that no cord by hand names."""
        start = 0
        for item, part in enumerate(self._parts):
            if part is not None and not needs_power(part):
                continue
            if self._lost_strips or (part is None and self.groups):
                # What may be a PDU may take any supply; what may be anything may hang anywhere.
                self.open_items.append(item)
                continue
            if part is None:
                continue
            if not self.groups:
                self.unplugged.append(Unplugged(item, 0, "no rack PDU in the rack"))
                continue
            if part.psu is None or part.psu.count < 1:
                if not any(cord.item == item for cord in self._filling.cords):
                    self.open_items.append(item)
                continue
            rule = self._filling.held[item].cording or self._filling.cording
            self._deal(item, part, rule, start)
            if rule in ("", "evenly"):
                start = (start + part.psu.count) % len(self.groups)

    def _deal(self, item: int, part: Part, rule: str, start: int) -> None:
        """Deal the supplies of one device."""
        if part.psu is None:
            return
        inlet, count = part.psu.inlet, part.psu.count
        if inlet.startswith(NO_CORD) or (inlet and inlet not in OUTLET_OF):
            self.unplugged.append(Unplugged(item, 0, f"no rack PDU has an outlet for {inlet}"))
            return
        dealt = spread(rule, count, len(self.groups), start)
        why = complaint(rule, count, len(self.groups))
        if why and -1 not in dealt:
            self.unplugged.append(Unplugged(item, 0, why))
        for supply, group in enumerate(dealt, start=1):
            if (item, supply) in self._done:
                continue
            if group < 0:
                self.unplugged.append(Unplugged(item, supply, why))
                continue
            self._plug(item, supply, group, OUTLET_OF.get(inlet, ""))

    def _plug(self, item: int, supply: int, group: int, socket: str) -> None:
        """Plug a supply into the emptiest PDU of a feed that has an outlet for it."""
        feed, pdus = self.groups[group]
        used = self._outlets.used
        order = pdus if len(pdus) == 1 else sorted(pdus, key=lambda p: (used.get(p, 0), p))
        for pdu in order:
            number = self._outlets.take(pdu, socket)
            if number is not None:
                self.plugged.append(PlugIn(item, supply, pdu, number))
                return
        where = f"feed {feed}" if feed else "its PDU"
        self.unplugged.append(Unplugged(item, supply, f"no free {socket} outlet on {where}"))


def _whips(
    filling: Filling, rack: Part | None
) -> tuple[tuple[tuple[str, int], ...], tuple[Unplugged, ...]]:
    """Return feeds and ends of what stands on the floor, and what stays without.

    Power shelves are dealt over the feeds as supplies are; anything else has a whip on each feed.
    """
    if rack is None or not needs_power(rack):
        return (), ()
    if not filling.feeds:
        return (), (Unplugged(ITSELF, 0, "no feed"),)
    shelves = shelves_of(rack)
    if not shelves:
        return tuple((feed, at) for at, feed in enumerate(filling.feeds)), ()
    feeds = len(filling.feeds)
    why = complaint(filling.cording, shelves, feeds)
    dealt = spread(filling.cording, shelves, feeds)
    found = tuple((filling.feeds[feed], at) for at, feed in enumerate(dealt) if feed >= 0)
    lost = tuple(Unplugged(ITSELF, at + 1, why) for at, feed in enumerate(dealt) if feed < 0)
    return found, lost or ((Unplugged(ITSELF, 0, why),) if why else ())


def shelves_of(rack: Part) -> int:
    """Return the power shelves of a filled rack; 0 where it has none, or nobody says."""
    return (rack.compute.power_shelves or 0) if rack.compute else 0


def itself_type(rack: Part | None, feeds: int) -> NodeType:
    """Return the type of a rack or floor unit that whips supply."""
    if rack is None:
        raise ValueError("a part that is not known takes no whips")
    shelves = shelves_of(rack)
    kind: EndKind = "shelf" if shelves else "whip"
    ends = [EndType(kind, number) for number in range(1, (shelves or feeds) + 1)]
    if shelves:
        ends.append(EndType("busbar", 0))
    return NodeType(rack.id, rack.kind, tuple(ends))


def _device_type(part: Part | None, item: int, plugged: Sequence[PlugIn]) -> NodeType:
    """Return the type of a device or of a rack PDU.

    Ends that only a cord by hand names count too: the catalogue may not know how many there are.
    """
    if part is None:
        raise ValueError("a part that is not known is no node")
    if not kind_of(part).feeds_devices:
        count = part.psu.count if part.psu else 0
        socket = OUTLET_OF.get(part.psu.inlet, "") if part.psu else ""
        named = {cord.supply for cord in plugged if cord.item == item}
        numbers = sorted(named | set(range(1, count + 1))) or [0]
        return NodeType(part.id, part.kind, tuple(EndType("supply", n, socket) for n in numbers))
    outlets = _Outlets((part,))
    known = [(n, kind) for kind in ("C13", "C19") for n in outlets.numbers(0, kind)]
    seen = {n for n, _ in known} | {0}
    known += [(n, "") for n in sorted({c.outlet for c in plugged if c.pdu == item} - seen)]
    ends = [EndType("input", 0), EndType("outlet", 0)]
    ends += [EndType("outlet", number, socket) for number, socket in known]
    return NodeType(part.id, part.kind, tuple(ends))


def local_cords(
    cords: Iterable[tuple[str, int, str, int]], keys: Sequence[str], rack: str
) -> tuple[HandCord, ...]:
    """Return cords by hand within one rack as positions.

    Parameters
    ----------
    cords
        Key and number of the supply, key and number of the outlet; an empty key unplugs.
    keys
        Keys as `held_of` gives them.
    """
    place: Mapping[str, int] = {
        (f"{rack}{key}" if key.startswith("/") else key): at for at, key in enumerate(keys)
    }
    found = (
        HandCord(place[device], supply, place[pdu] if pdu else -1, outlet)
        for device, supply, pdu, outlet in cords
    )
    return tuple(sorted(found))
