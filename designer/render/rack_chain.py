"""The chain of power inside a rack, from the feed to the supplies: what each part of it says.

Tap-off or whip, rack PDUs with lines, breakers and outlets, supplies of devices; of a filled rack
its power shelves, bus bar and trays. Every figure is the report's, every count the wiring's: what
neither knows is shown as unknown. May import the catalogue, the wiring, the engine's report, and
`model`. No Qt.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.limit_report import LimitState
from designer.engine.power_report import (
    GRAVITY,
    BreakerReport,
    FeedReport,
    InsideKind,
    InsideLossReport,
    PduReport,
)
from designer.engine.report import RackReport
from designer.engine.together_report import DeviceAfterLoss, PduAfterLoss, RackAfterLoss
from designer.model.feed_words import NO_FEED_LETTER, feed_called, names_in_power
from designer.model.figure_words import UNKNOWN, amount, words
from designer.model.figures import Figure, filled, within
from designer.model.layout import Layout, Placed
from designer.model.plural import plural
from designer.render.failing import Failing, failing_inside
from designer.render.one_line_words import Mark, Said
from designer.render.rack_after import DEVICE_STATES
from designer.render.shelf_chain import ShelfPart, bus_said, shelf_parts
from designer.render.supplies import Hang, RackPower, power_in
from designer.render.what_if import WhatIf
from designer.wiring.power_ends import shelves_of

PieceKind = Literal[
    "rack", "lead", "pdu", "line", "breaker", "outlets", "device", "shelf", "busbar", "unit", "more"
]
NO_BREAKERS: Final = "states no breakers"
READ: Final = "loads normally / after the worst loss, of what may flow"
NOT_STATED: Final = "tap-off or whip not stated"
_LINES: Final = ("1", "2", "3")
_NEAR: Final = 0.9
"""Share of a limit from which a line or a breaker is nearly full."""
_MARKED: Final[Mapping[Mark, str]] = {"lost": "lost", "dark": "no voltage"}
_SHELF: Final = "power-shelf"
_TAKES_BUS: Final = frozenset({"compute-tray", "switch-tray"})
"""What inside a filled rack takes power from its bus bar."""
_STATES: Final = {"yes": "ok", "open": "unknown", "no": "error"}


@dataclass(frozen=True)
class PieceKey:
    """What a piece of an unfolded rack is known by: its rack, and what of it.

    Attributes
    ----------
    item
        Id of a feed, or key of a rack PDU or device; empty of what the rack is or has itself.
    number
        Of a line, breaker or shelf, from 1; 1 of a rack is its chain, 0 its card.
    """

    rack: str
    what: PieceKind
    item: str = ""
    number: int = 0


@dataclass(frozen=True)
class Piece:
    """One element: what it says, all its figures for a tip, and what a click selects and fails."""

    key: PieceKey
    said: Said
    tip: str = ""
    selects: tuple[str, ...] = ()
    failing: Failing | None = None


@dataclass(frozen=True)
class Lead:
    """What brings a feed to the rack: a tap-off or a whip.

    Attributes
    ----------
    first, number
        Which of the rack PDUs, or power shelves, hang on it: these stand together.
    """

    piece: Piece
    letter: str
    first: int = 0
    number: int = 0


@dataclass(frozen=True)
class Strip:
    """A rack PDU with what is inside it."""

    piece: Piece
    letter: str
    lines: tuple[Piece, ...]
    of_breakers: Piece
    breakers: tuple[Piece, ...]
    outlets: Piece


@dataclass(frozen=True)
class Taker:
    """Devices of one part that hang alike.

    Attributes
    ----------
    hangs
        Which rack PDU carries how many supplies of each.
    """

    piece: Piece
    hangs: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Chain:
    """The chain of one rack.

    Attributes
    ----------
    head
        The rack itself.
    shelves, bus
        Of a filled rack, in the order of the leads; no bus bar of what has none.
    """

    head: Piece
    leads: tuple[Lead, ...]
    strips: tuple[Strip, ...] = ()
    takers: tuple[Taker, ...] = ()
    shelves: tuple[Piece, ...] = ()
    bus: Piece | None = None


def chain_of(
    layout: Layout,
    catalog: Catalog,
    rack: RackReport,
    shown: WhatIf | None = None,
    after: RackAfterLoss | None = None,
) -> Chain:
    """Return the chain of a rack that the design and the report both have.

    Parameters
    ----------
    shown
        What is lost in thought; None while nothing is.
    after
        What the engine says of one rack then, where that is known.
    """
    mine = after if after is not None and shown is not None and after.id == rack.id else None
    return _Maker(layout, catalog, rack, shown, mine).chain()


@dataclass
class _Maker:
    layout: Layout
    catalog: Catalog
    rack: RackReport
    shown: WhatIf | None
    after: RackAfterLoss | None
    power: RackPower = field(init=False)
    placed: Mapping[str, Placed] = field(init=False)

    def __post_init__(self) -> None:
        self.power = power_in(self.layout, self.catalog, self.layout.racks[self.rack.id])
        self.placed = {one.key: one for one in self.layout.in_rack(self.rack.id)}

    def chain(self) -> Chain:
        """Return everything of it."""
        strips: list[Strip] = []
        by_feed: dict[str, list[int]] = {}
        at: dict[int, int] = {}
        for feed, items in self.power.groups:
            report = self._feed(feed)
            pdus = list(report.pdus) if report else []
            by_feed.setdefault(feed, []).extend(items)
            for item in items:
                at[item] = len(strips)
                number = by_feed[feed].index(item) + 1
                strips.append(self._strip(feed, item, number, report, pdus))
        shelves = tuple(self._shelves())
        leads: list[Lead] = []
        first = 0
        for key in dict.fromkeys((*by_feed, *(one.id for one in self.rack.feeds))):
            if key == NO_FEED_LETTER and "" in by_feed:
                continue
            number = len(by_feed.get(key, ()))
            if shelves:
                number = sum(feed == key for feed in self.power.shelves.values())
            leads.append(Lead(self._lead(key), self.layout.feed_letter(key), first, number))
            first += number
        bus = bus_said(self.rack.shelves[0]) if self.rack.shelves and shelves else None
        return Chain(
            self._head(), tuple(leads), tuple(strips),
            (*self._takers(at), *self._itself(shelved=bool(shelves))), shelves,
            self._piece("busbar", bus) if bus else None,
        )  # fmt: skip

    def _piece(self, kind: PieceKind, said: Said, item: str = "", number: int = 0,
               kind_lost: tuple[InsideKind, str] | None = None) -> Piece:  # fmt: skip
        """Return a piece that selects the device it is, or the rack."""
        failing = self._failing(*kind_lost) if kind_lost else None
        selects = (item,) if item in self.placed else (self.rack.id,)
        tip = "; ".join(filter(None, (f"{said.title}: {said.value}", said.note)))
        return Piece(PieceKey(self.rack.id, kind, item, number), said, tip, selects, failing)

    def _head(self) -> Piece:
        kw = self.rack.figure("power_max_kw")
        name = self.rack.name or self.rack.id
        note = " · ".join(filter(None, (self.rack.summary, READ)))
        said = Said(name, note, f"{words(kw)} highest" if kw.high else "no IT power")
        fate = self.shown.fates.get(self.rack.id) if self.shown else None
        if fate is not None:
            bad = fate.state not in ("carries", "open", "holds")
            state = "error" if bad else "unknown" if fate.state == "open" else "ok"
            said = replace(said, value=f"{said.value} · {fate.words[0]}", state=state)
        return self._piece("rack", said, number=1)

    def _feed(self, feed: str) -> FeedReport | None:
        wanted = feed or NO_FEED_LETTER
        return next((one for one in self.rack.feeds if one.id == wanted), None)

    def _lead(self, feed: str) -> Piece:
        report = self._feed(feed)
        nodes = {node.id: node for node in self.layout.design.power}
        names, how = names_in_power(nodes.values()), NOT_STATED
        node = nodes.get(feed)
        above = nodes.get(node.parents[0]) if node and node.parents else None
        for kind, called in (("tap-off", ""), ("busway", "tap-off on "), ("panel", "whip from ")):
            if above is not None and above.kind == kind:
                how = f"{called}{names[above.id]}"
        title = feed_called(names[feed]) if feed in names else "no feed named"
        title = title[:1].upper() + title[1:]
        mark: Mark = "dark" if self._is_dark(feed) else ""
        if report is None:
            return self._piece("lead", Said(title, how, UNKNOWN, state="unknown", mark=mark), feed)
        load, most = report.figure("load_kw"), report.figure("capacity_kw")
        after = report.figure("load_after_loss_kw")
        shown = _against(title, load, after, most, how, mark)
        return self._piece("lead", shown, feed)

    def _is_dark(self, feed: str) -> bool:
        return self.shown is not None and feed in self.shown.dark_feeds

    def _mark(self, feed: str, item: int, breaker: int = 0) -> Mark:
        """Return whether a rack PDU, or its breaker, is lost or has no voltage."""
        here = [loss for loss in self._lost_here() if loss.pdu == item]
        if any(not loss.breaker for loss in here):
            return "dark" if breaker else "lost"
        if any(loss.breaker == breaker for loss in here):
            return "lost"
        return "dark" if self._is_dark(feed) else ""

    def _lost_here(self) -> tuple[InsideLossReport, ...]:
        """Return what is lost inside this rack."""
        inside = self.shown.inside if self.shown else ()
        return tuple(loss for one, loss in inside if one.where == self.rack.id)

    def _failing(self, kind: InsideKind, part: str, pdu: int | None = None,
                 breaker: int = 0) -> Failing | None:  # fmt: skip
        for loss in self.rack.losses:
            if (loss.kind, loss.pdu, loss.breaker) == (kind, pdu, breaker) and (
                pdu is not None or loss.part == part
            ):
                return failing_inside(loss, self.rack.id, self.rack.losses)
        return None

    def _strip(self, feed: str, item: int, number: int, report: FeedReport | None,
               pdus: list[PduReport]) -> Strip:  # fmt: skip
        key, part = self.power.items[item], self.power.wiring.parts[item]
        mark = self._mark(feed, item)
        failing = self._failing("rack PDU", "", item)
        lines = next((one for one in pdus if part is not None and one.part == part.id), None)
        if lines is not None:
            pdus.remove(lines)
        said = Said(self._name(key), _plug(part), _rating(part), mark=mark)
        left = next((one for one in self._pdus_left() if one.item == item), None)
        if mark:
            said = replace(said, value=_MARKED[mark], note=said.value)
        elif left is not None:
            state = "ok" if left.state == "warning" else left.state
            said = replace(said, note=left.text or said.note, state=state)
        piece = replace(self._piece("pdu", said, key), failing=failing)
        breakers = [
            one for one in (report.breakers if report else ())
            if one.pdu == number and part is not None and one.part == part.id
        ]  # fmt: skip
        letter = self.layout.feed_letter(feed)
        several = sum(len(items) for key, items in self.power.groups if key == feed) > 1
        return Strip(
            piece,
            f"{letter}{number}" if several else letter,
            tuple(
                replace(self._piece("line", one, key, at), failing=failing)
                for at, one in enumerate(_lines(lines, mark), 1)
            ),
            replace(self._of_breakers(key, breakers, mark), failing=failing),
            tuple(self._breaker(feed, item, one) for one in breakers),
            replace(self._outlets(key, item, mark), failing=failing),
        )

    def _pdus_left(self) -> tuple[PduAfterLoss, ...]:
        return self.after.pdus if self.after is not None else ()

    def _of_breakers(self, key: str, breakers: Sequence[BreakerReport], mark: Mark) -> Piece:
        """Return what all breakers of a rack PDU have in common."""
        limits = list(dict.fromkeys(words(one.figure("limit_a")) for one in breakers))
        of = f"each of {limits[0]}" if len(limits) == 1 else f"of {len(limits)} sizes"
        said = Said("Breakers", "", of if breakers else NO_BREAKERS, mark=mark)
        return self._piece("breaker", said, key)

    def _breaker(self, feed: str, item: int, one: BreakerReport) -> Piece:
        title = f"{one.number} {one.line}"
        load, after = one.figure("load_a"), one.figure("load_after_loss_a")
        mark = self._mark(feed, item, one.number)
        said = _against(title, load, after, one.figure("limit_a"), f"{one.rating_a:g} A", mark)
        said = replace(said, short=_change(load, after))
        key = self.power.items[item]
        failing = self._failing("breaker", "", item, one.number)
        piece = replace(self._piece("breaker", said, key, one.number), failing=failing)
        takes = Counter(
            device for device, hangs in self.power.hangs.items() for hang in hangs.values()
            if (hang.pdu, hang.breaker) == (item, one.number)
        )  # fmt: skip
        on_it = ", ".join(f"{plural(n, 'supply', 'supplies')} of {self._name(device)}"
                          for device, n in takes.items())  # fmt: skip
        tip = f"Breaker {piece.tip}; {f'carries {on_it}' if on_it else 'carries nothing'}"
        return replace(piece, tip=tip)

    def _outlets(self, key: str, item: int, mark: Mark) -> Piece:
        there, used = self.power.outlets_of(item), self.power.used_of(item)
        unsure = used.pop("", 0)
        told = [
            f"{used.get(socket, 0)} of {UNKNOWN if count is None else count} {socket}"
            for socket, count in there.items() if count != 0 or used.get(socket)
        ]  # fmt: skip
        if unsure:
            told.append(f"{plural(unsure, 'supply', 'supplies')} in outlets nobody numbers")
        said = Said("Outlets", "", ", ".join(told) or UNKNOWN, mark=mark)
        piece = self._piece("outlets", said, key)
        return replace(piece, tip="\n".join((piece.tip, *self._plugged(item))))

    def _plugged(self, item: int) -> Iterator[str]:
        """Yield what hangs in each outlet of a rack PDU, with what its cord carries at worst."""
        cords = sorted(
            (one for one in self.power.wiring.plugged if one.pdu == item),
            key=lambda one: (one.outlet, one.item, one.supply),
        )
        for one in cords:
            where = f"outlet {one.outlet}" if one.outlet else "an outlet not numbered"
            cord = self._cord(self.power.wiring.parts[one.item])
            said = f", {cord[0]}" if cord else ""
            name = self._name(self.power.items[one.item])
            yield f"{where}: supply {one.supply} of {name}{said}"

    def _name(self, key: str) -> str:
        return self.placed[key].name if key in self.placed else key

    def _takers(self, at: Mapping[int, int]) -> Iterator[Taker]:
        """Yield devices that take power, those of one part that hang alike together."""
        found: dict[tuple[str, tuple[tuple[int, int], ...]], list[int]] = {}
        for item, part in enumerate(self.power.wiring.parts):
            if part is not None and (part.traits.feeds_devices or not _takes(part)):
                continue
            key = self.power.items[item]
            hangs = Counter(hang.pdu for hang in self.power.hangs.get(key, {}).values())
            spread = tuple(sorted((at[pdu], number) for pdu, number in hangs.items() if pdu in at))
            ref = part.id if part is not None else f"?{self.power.wiring.filling.held[item].part}"
            found.setdefault((ref, spread), []).append(item)
        for (_, spread), items in found.items():
            yield Taker(self._taker(items, spread), spread)

    def _taker(self, items: Sequence[int], spread: Sequence[tuple[int, int]]) -> Piece:
        part = self.power.wiring.parts[items[0]]
        keys = [self.power.items[item] for item in items]
        lost_part = self.power.wiring.filling.held[items[0]].part
        name = (part.name or part.id) if part is not None else lost_part
        title = name if len(items) == 1 else f"{len(items)} × {name}"
        value, plugged = _supplies(part), sum(number for _, number in spread)
        note, state, mark = _redundancy(part), "ok", ""
        if any(item in self.power.wiring.open_items for item in items) or part is None:
            note, state = "where they hang cannot be said", "unknown"
        elif part.psu is not None and plugged < part.psu.count:
            without = plural(part.psu.count - plugged, "supply", "supplies")
            note, state = f"{without} in no outlet", "error"
        left = plugged - max((self._dead(key) for key in keys), default=0)
        if left < plugged:
            value = f"{left} of {plugged} supplies have voltage"
            mark = "" if left else "dark"
        mine = [one for one in self._lost_here() if part is not None and one.part == part.id]
        if mine:
            note, state = mine[0].text, mine[0].state
        touched = self.after.devices if self.after is not None else ()
        gravest = max((one for one in touched if one.item in items), key=_gravity, default=None)
        if gravest is not None:
            note = DEVICE_STATES[gravest.state]
            state = "unknown" if gravest.state == "open" else "error"
        cord = self._cord(part)
        if cord is not None and spread and gravest is None and not mine:
            note = " · ".join(filter(None, (note, cord[0])))
            state = max(state, cord[1], key=GRAVITY.index)
        said = Said(title, note, value, state=state, mark=mark)  # type: ignore[arg-type] # a mark
        lost: tuple[InsideKind, str] | None = ("supply", part.id) if part is not None else None
        piece = self._piece("device", said, keys[0], 0, lost)
        names = ", ".join(map(self._name, keys[:6])) + (" …" if len(keys) > 6 else "")
        return replace(piece, tip=f"{piece.tip}; {names}", selects=tuple(keys))

    def _cord(self, part: Part | None) -> tuple[str, LimitState] | None:
        """Return what each cord of a device carries at worst of what its outlet does, and how."""
        found = [one for one in self.rack.outlets if part is not None and one.part == part.id]
        if not found:
            return None
        worst = max(found, key=lambda one: one.figure("load_a").high)
        load, most = amount(worst.figure("load_a")), words(worst.figure("limit_a"))
        return f"cord {load} of {most} at worst", worst.state

    def _dead(self, key: str) -> int:
        """Return how many supplies of a device carry nothing with what is lost."""
        hangs = self.power.hangs.get(key, {}).values()
        return sum(self._carries_nothing(hang) for hang in hangs)

    def _carries_nothing(self, hang: Hang) -> bool:
        if self._mark(hang.feed, hang.pdu):
            return True
        return bool(hang.breaker) and bool(self._mark(hang.feed, hang.pdu, hang.breaker))

    def _shelves(self) -> Iterator[Piece]:
        """Yield the power shelves of a filled rack, feed by feed; the unit itself of others."""
        part = self.power.wiring.part
        if part is None or not self.power.shelves or not self.rack.shelves:
            return
        ordered = sorted(self.power.shelves.items(), key=lambda one: (self._order(one[1]), one[0]))
        inside = part.inside_layout
        names = [box.name for box in (inside.boxes if inside else ()) if box.unit.kind == _SHELF]
        lost = self._lost_shelves(names)
        for number, feed in ordered:
            mark: Mark = "lost" if number in lost else "dark" if self._is_dark(feed) else ""
            one: ShelfPart = shelf_parts(self.rack.shelves[0], number + 1)
            note = ", ".join(filter(None, (_per_shelf(part), one.note)))
            said = _against(one.title, one.load, one.after, one.limit, note, mark)
            piece = self._piece("shelf", said, "", number + 1, ("power shelf", part.id))
            if piece.failing is not None and number < len(names):
                piece = replace(piece, failing=piece.failing._replace(device=names[number]))
            yield piece

    def _lost_shelves(self, names: Sequence[str]) -> frozenset[int]:
        """Return the numbers, from 0, of the shelves that are lost: that meant, else the first."""
        inside = self.shown.inside if self.shown else ()
        meant = [
            one.device for one, loss in inside
            if one.where == self.rack.id and loss.kind == "power shelf"
        ]  # fmt: skip
        return frozenset(names.index(one) if one in names else 0 for one in meant)

    def _itself(self, *, shelved: bool) -> Iterator[Taker]:
        """Yield what is inside a filled rack, or the unit itself where whips lead to it."""
        part = self.power.wiring.part
        if part is None or not self.power.wiring.whips:
            return
        inside = [unit for unit in part.inside if unit.kind in _TAKES_BUS] if shelved else []
        for number, unit in enumerate(inside, 1):
            title = f"{UNKNOWN if unit.count is None else unit.count} × {unit.name}"
            said = Said(title, unit.power, unit.holds)
            yield Taker(self._piece("unit", said, "", number))
        if not inside:
            value = _supplies(part) if part.psu is not None else f"supplies: {UNKNOWN}"
            dead = [self._is_dark(feed.id) for feed in self.rack.feeds]
            mark: Mark = "dark" if dead and all(dead) else ""
            said = Said(part.name or part.id, _redundancy(part), value, mark=mark)
            lost: tuple[InsideKind, str] = ("supply", part.id)
            yield Taker(self._piece("unit", said, "", 0, lost))

    def _order(self, feed: str) -> int:
        known = [one.id for one in self.rack.feeds]
        return known.index(feed) if feed in known else len(known)


def _against(title: str, load: Figure, after: Figure, most: Figure, note: str, mark: Mark) -> Said:
    """Return what is said of a load, normally and after the worst loss, against what is carried."""
    unit = most.unit or load.unit
    share = not most.unknown and most.high > 0
    of = f" of {words(most)}" if not most.unknown else "" if load.unknown else f" {unit}"
    worse = not after.unknown and after != load
    change = _change(load, after)
    verdict = within(after if worse else load, most, _NEAR)
    known = share and not load.unknown
    state = _STATES[verdict.answer] if known else "ok"
    if state == "ok" and known and verdict.near:
        state = "warning"
    before = filled(load, most) if known else None
    later = filled(after, most) if known and worse else None
    if mark:
        return Said(title, note, _MARKED[mark], mark=mark, rated=share)
    return Said(title, note, f"{change}{of}", before, later, state, rated=share)


def _change(load: Figure, after: Figure) -> str:
    """Return a load normally and, where that is another, after the loss that is worst for it."""
    if after.unknown or after == load:
        return amount(load)
    # No arrow: what is lost in thought need not be that loss.
    return f"{amount(load)} / {amount(after)}"


def _lines(report: PduReport | None, mark: Mark) -> Iterator[Said]:
    """Yield what each line of a three-phase rack PDU says."""
    if report is None:
        return
    for n in _LINES:
        load, after = report.figure(f"line_{n}_a"), report.figure(f"line_{n}_after_loss_a")
        yield _against(f"L{n}", load, after, report.figure("line_limit_a"), "", mark)


def _rating(part: Part | None) -> str:
    if part is None or part.pdu is None:
        return UNKNOWN
    pdu = part.pdu
    return f"{pdu.volts:g} V, {pdu.amps:g} A, {pdu.phases}-phase"


def _gravity(one: DeviceAfterLoss) -> int:
    return ("open", "short", "dark").index(one.state)


def _plug(part: Part | None) -> str:
    plug = part.pdu.plug if part is not None and part.pdu is not None else ""
    return f"input {plug or UNKNOWN}"


def _takes(part: Part) -> bool:
    """Return whether a device has supplies, or may."""
    return part.psu is not None or part.traits.draws_it_power


def _supplies(part: Part | None) -> str:
    if part is None or part.psu is None:
        return f"supplies: {UNKNOWN}"
    rated = "rating —" if part.psu.rating_w is None else f"{part.psu.rating_w:,.0f} W each"
    return f"{plural(part.psu.count, 'supply', 'supplies')}, {rated}"


def _per_shelf(part: Part) -> str:
    """Return how many supplies a power shelf has; nothing where nobody can say."""
    each, left = divmod(part.psu.count if part.psu else 0, max(1, shelves_of(part)))
    return plural(each, "supply", "supplies") if each and not left else ""


def _redundancy(part: Part | None) -> str:
    psu = part.psu if part is not None else None
    if psu is None:
        return ""
    if psu.count == 1:
        return "one supply, no spare"
    return f"{psu.redundancy} declared" if psu.redundancy else "redundancy not stated"
