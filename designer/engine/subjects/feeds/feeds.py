"""Feeds of a rack: what its PDUs can carry, what they carry, and what a loss does.

What is lost depends on the policy of the site:

* N+1: any one feed, and what is left carries everything (k-of-m: `(m − 1) · capacity ≥ load`);
* 2N: two independent systems, each of which carries everything alone (`min(A, B) ≥ load`), so any
  system must do when all others are lost. Feeds that meet upstream are one system.

Sources: rules P5 and P12 of the tool's facility notes (N+N at the rack; 2N loads a unit to at most
50 %); Uptime Institute Tier Standard: Topology, for two active independent distribution paths.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial, reduce
from math import inf
from string import ascii_uppercase
from typing import Final, Literal

from designer.catalog.part import Part, PduFigures
from designer.catalog.part_bounds import PartFigures
from designer.engine.assumptions import Assumptions
from designer.engine.report import FeedReport
from designer.engine.subject import Key
from designer.engine.subjects.feeds.electric import circuit_kva
from designer.engine.subjects.feeds.lines import (
    Draw,
    Line,
    Lines,
    Lost,
    each_pdu,
    hull,
    lines_of,
)
from designer.engine.subjects.feeds.open_cords import Refs
from designer.engine.subjects.feeds.supplies import (
    SupplyVerdict,
    WrongVolts,
    agreed,
    declared_supplies,
    efficiency_of,
    feed_not_known,
    fewest_left,
    lowest_volts,
    on_busbar,
    supplied,
    worse,
    wrong_volts,
)
from designer.engine.subjects.feeds.voltage import WrongFeed, inlets, wrong_feeds
from designer.model.figures import (
    Figure,
    Verdict,
    exact,
    highest,
    missing,
    total,
    within,
)
from designer.model.measured import fields_of
from designer.wiring.power_rack import RackWiring

UNASSIGNED = "?"
"""Stands in a report for the feed of rack PDUs that name none."""

NONE = exact(0.0, "kW")

_EQUAL: Final = 1e-9
"""Shares that differ by less are the same: sums of floats."""

_BY_GRAVITY: Final = ("yes", "open", "no")

Losses = tuple[tuple[str, Lost], ...]
"""What is lost together, under the name of the feed (for 2N: of the feed that is left)."""


@dataclass(frozen=True)
class Worst:
    """The line, or the rack PDU, that is fullest, after a loss or with nothing lost.

    Attributes
    ----------
    pdu
        What the rack PDU is called, where it is fuller than its feed as a whole.
    lost
        The feed whose loss does it; for 2N the one that is left.
    systems
        Independent systems that the rack hangs on, at least; fewer than 2 are no redundancy.
    """

    verdict: Verdict
    feed: str = ""
    lost: str = ""
    load: Figure = NONE
    capacity: Figure = NONE
    systems: int = 0
    pdu: str = ""


@dataclass(frozen=True, eq=False)
class Feeds:
    """The feeds of one rack.

    Attributes
    ----------
    capacities
        What each line carries, kW.
    load
        What hangs on them together, kW.
    capacity
        What they carry together.
    capacity_after_loss
        What is left of it after the worst loss.
    carries
        Whether every line, and every rack PDU of it, carries its load while all are up; the
        fullest one.
    worst
        What a loss does.
    uncounted
        Ids of parts whose supplies nobody states, each with what is not stated: what a loss
        does to them cannot be said.
    on_room
        What this rack takes from feeds of the room: normally under an empty name, and after each
        loss under the name of the feed.
    unassigned
        Names of PDUs that name no feed.
    """

    wiring: RackWiring
    lines: Lines
    capacities: tuple[Figure, ...]
    feeds: tuple[FeedReport, ...]
    load: Figure
    capacity: Figure
    capacity_after_loss: Figure
    carries: Worst
    worst: Worst
    verdicts: tuple[SupplyVerdict, ...]
    uncounted: tuple[tuple[str, str], ...]
    wrong_volts: tuple[WrongVolts, ...]
    wrong_feeds: tuple[WrongFeed, ...]
    on_room: Mapping[str, Mapping[str, Figure]]
    unassigned: tuple[str, ...]

    @cached_property
    def shares(self) -> Mapping[str, tuple[tuple[str, float | None, Figure], ...]]:
        """`on_room` as rows to add up: feed, load where it is exact, load; an empty one first."""
        return {
            lost: tuple((feed, kw.low if kw.exact else None, kw) for feed, kw in loads.items())
            for lost, loads in self.on_room.items()
        }

    def reaches(self, system: str, site: Assumptions) -> bool:
        """Return whether something here hangs on a system for certain."""
        return any(line.feed and site.system_of(line.feed) == system for line in self.lines.lines)

    def name_of(self, part_id: str) -> str:
        """Return what people call a part of this rack, by id."""
        for part in (*self.wiring.parts, self.wiring.part):
            if part is not None and part.id == part_id:
                return part.name or part_id
        return part_id


FEEDS: Key[Feeds] = Key("feeds")


def pdu_kw(pdu: PduFigures, site: Assumptions, volts: float | None = None) -> float:
    """Return what a rack PDU carries continuously.

    A UL nameplate (`rated_kva`) already holds the 80 %: it is never derated again. IEC ratings
    are continuous. Only a NEC plug rating takes the site's derate (NEC 210.20(A)).

    Parameters
    ----------
    volts
        At its inlet: its amps carry less at a lower voltage, and no more than its rating at a
        higher one. Its own where not given.
    """
    at = min(pdu.volts, volts) if volts is not None else pdu.volts
    if pdu.rated_kva is not None:
        return pdu.rated_kva * at / pdu.volts * site.power_factor
    derate = site.derate if pdu.standard == "nec" else 1.0
    return circuit_kva(at, pdu.amps, pdu.phases, derate) * site.power_factor


def _power_of(figures: PartFigures, part_id: str) -> Figure:
    """Return the highest power of a part in W; nothing bounds one that is not in the catalogue."""
    if part_id not in figures.index:
        return missing(f"{part_id}.part", "W")
    return figures.of(part_id, "power_max_w")


def feeds_of(wiring: RackWiring, site: Assumptions) -> Feeds:
    """Return what a rack's feeds carry, normally and after each loss."""
    return _Case(wiring, site).feeds()


class _Case:
    """One filling, looked at."""

    def __init__(self, wiring: RackWiring, site: Assumptions) -> None:
        self._wiring = wiring
        self._site = site
        self._lines = lines_of(
            wiring, partial(_power_of, site.figures),
            estimates=site.figures.estimates,
        )  # fmt: skip
        self._assignments = self._lines.assignments(site.feeds)
        self._volts = dict(site.volts)
        self._inlets = inlets(wiring, self._volts)

    def feeds(self) -> Feeds:
        """Return the result."""
        lines = self._lines
        together = self._together(frozenset())
        return Feeds(
            wiring=self._wiring,
            lines=lines,
            capacities=self._capacities,
            feeds=tuple(self._reports()),
            load=lines.all_draws,
            capacity=together,
            capacity_after_loss=self._after_loss(together),
            carries=self._fullest((("", frozenset()),)),
            worst=self._worst(),
            verdicts=tuple(self._verdicts()),
            uncounted=tuple(self._uncounted().items()),
            wrong_volts=tuple(wrong_volts(self._wiring, self._volts)),
            wrong_feeds=tuple(wrong_feeds(self._wiring, self._volts)),
            on_room=self._on_room(),
            unassigned=tuple(
                self._part_name(pdu)
                for line in lines.lines if not line.feed
                for pdu in line.pdus
            ),
        )  # fmt: skip

    def _part_name(self, item: int) -> str:
        part = self._wiring.parts[item]
        return part.name if part else self._wiring.filling.held[item].part

    @cached_property
    def _capacities(self) -> tuple[Figure, ...]:
        return tuple(self._capacity(line) for line in self._lines.lines)

    @cached_property
    def _unnamed(self) -> str:
        """What leaves open on which feeds of the room the rack hangs."""
        return feed_not_known((line.feed for line in self._lines.lines), self._site.feeds)

    @cached_property
    def _limited(self) -> tuple[int, ...]:
        """Lines with a limit of their own: PDUs. A whip is as strong as the feed it comes from."""
        return tuple(at for at, line in enumerate(self._lines.lines) if line.pdus)

    def _capacity(self, line: Line) -> Figure:
        """Return what a line carries: its PDUs; nobody rates whips."""
        if not line.pdus:
            return missing(f"feed {line.feed}.whips", "kW")
        return total((self._strip(item) for item in line.pdus), "kW")

    def _together(self, lost: Lost) -> Figure:
        """Return what the lines that are left carry together."""
        if not self._limited:
            return missing("rule rating of rack PDUs", "kW")
        left = [self._capacities[at] for at in self._limited if at not in lost]
        return total(left, "kW")

    def _strip(self, item: int) -> Figure:
        part = self._wiring.parts[item]
        if part is None:
            return missing(f"{self._wiring.filling.held[item].part}.part", "kW")
        if part.pdu is None:
            return missing(f"{part.id}.pdu", "kW")
        return exact(pdu_kw(part.pdu, self._site, self._inlets.get(item)), "kW", f"{part.id}.pdu")

    def _losses(self, names: Sequence[str]) -> Losses:
        """Return what may be lost together when the lines belong to these feeds."""
        if self._site.policy != "2N":
            return self._lost_by_one(names)
        systems: dict[str, list[int]] = {}
        for at, name in enumerate(names):
            systems.setdefault(self._site.system_of(name), []).append(at)
        every = frozenset(range(len(names)))
        if len(systems) > 1:
            return tuple((names[mine[0]], every - frozenset(mine)) for mine in systems.values())
        # On one system, all is lost when only another is left, or where the room has no other.
        others = (feed for feed in self._site.feeds if self._site.system_of(feed) not in systems)
        return ((next(others, names[0]), every),)

    def _lost_by_one(self, names: Sequence[str]) -> Losses:
        """Return what the loss of a feed takes, or of what is upstream of several."""
        site = self._site
        found: dict[Lost, str] = {}
        for one in dict.fromkeys((*names, *(loss.name for loss in site.lost_with))):
            gone = site.gone_with(one)
            if lost := frozenset(at for at, name in enumerate(names) if name in gone):
                found.setdefault(lost, one)
        return tuple((name, lost) for lost, name in found.items())

    def _called(self, lost: str) -> str:
        return f"feed {lost}" if self._site.policy == "2N" else self._site.called(lost)

    def _worst(self) -> Worst:
        """Return what the worst loss does, whatever feeds the PDUs belong to."""
        if not self._lines.lines:
            return Worst(Verdict("yes"))
        if not self._assignments:
            return Worst(Verdict("open", because=(self._unnamed,)), systems=1)
        cases = [self._worst_of(names) for names in self._assignments]
        worst = max(cases, key=lambda case: _BY_GRAVITY.index(case.verdict.answer))
        verdict = agreed((case.verdict for case in cases), self._unnamed)
        return replace(worst, verdict=verdict, systems=min(case.systems for case in cases))

    def _worst_of(self, names: tuple[str, ...]) -> Worst:
        losses = self._losses(names)
        fatal = [name for name, lost in losses if len(lost) == len(names)]
        if fatal:
            return Worst(self._on_one_path(), names[0], self._called(fatal[0]), systems=1)
        return replace(self._fullest(losses), systems=len(losses))

    def _on_one_path(self) -> Verdict:
        """Return what the loss of the only feed does: harm, where anything draws power."""
        draws = self._lines.draws
        if self._lines.all_draws.high <= 0:
            return Verdict("yes")
        if draws and not any(draw.part in self._drawing for draw in draws):
            # A part that is not in the catalogue may be one that draws none.
            return Verdict("open", because=tuple(f"{draw.part}.part" for draw in draws)[:2])
        return Verdict("no")

    def _fullest(self, losses: Losses) -> Worst:
        """Return the fullest line or rack PDU in these cases, and whether all carry their load."""
        found, fullest, verdicts = Worst(Verdict("yes")), (0, -1.0), []
        for lost_name, lost in losses:
            for feed, pdu, load, capacity in self._rated_loads(lost):
                verdict = within(load, capacity)
                verdicts.append(verdict)
                order = _BY_GRAVITY.index(verdict.answer)
                share = load.high / capacity.low if capacity.low > 0 else inf
                if (order, share) > (fullest[0], fullest[1] * (1 + _EQUAL)):
                    fullest = (order, share)
                    found = Worst(verdict, feed, self._called(lost_name), load, capacity, pdu=pdu)
        return replace(found, verdict=reduce(worse, verdicts, Verdict("yes")))

    def _rated_loads(self, lost: Lost) -> Iterator[tuple[str, str, Figure, Figure]]:
        """Yield load and capacity of each line that is left, then of each of its rack PDUs.

        A PDU that is alone on its line is the line: it has no name of its own here.
        """
        loads, lines = self._lines.loads(lost), self._lines.lines
        for at in self._limited:
            if at not in lost:
                yield lines[at].feed, "", loads[at], self._capacities[at]
        apart, belongs = self._apart
        if apart is self._lines:
            return
        loads = apart.loads(frozenset(at for at, line in enumerate(belongs) if line in lost))
        for at, line in enumerate(apart.lines):
            together = lines[belongs[at]].pdus
            if len(together) > 1 and line.pdus and belongs[at] not in lost:
                (item,) = line.pdus
                strip = self._strip(item)
                number = together.index(item) + 1
                called = f"rack PDU {number} of {len(together)} ({self._part_name(item)})"
                yield line.feed, called, loads[at], strip

    @cached_property
    def _apart(self) -> tuple[Lines, tuple[int, ...]]:
        return each_pdu(self._wiring, self._lines)

    def _after_loss(self, together: Figure) -> Figure:
        """Return the capacity that the worst loss leaves."""
        if not self._limited:
            return together
        if not self._assignments:
            return missing(self._unnamed, "kW", 0.0, together.high)
        found = []
        for names in self._assignments:
            left = [self._together(lost) for _, lost in self._losses(names)]
            found.append(min(left, key=lambda figure: (figure.low, figure.high)))
        return hull(found, self._unnamed)

    def _reports(self) -> Iterator[FeedReport]:
        """Yield each named feed, and all PDUs without one together."""
        normal, lines = self._lines.loads(), self._lines.lines
        for at, line in enumerate(lines):
            if line.feed:
                figures = {
                    "capacity_kw": self._capacities[at],
                    "load_kw": normal[at],
                    "load_after_loss_kw": self._highest_after_loss(at),
                }
                side = line.feed if len(line.feed) <= 3 else ascii_uppercase[at % 26]
                yield FeedReport(id=line.feed, side=side, **fields_of(figures))
        free = [at for at, line in enumerate(lines) if not line.feed]
        if free:
            figures = {
                "capacity_kw": total((self._capacities[at] for at in free), "kW"),
                "load_kw": total((normal[at] for at in free), "kW"),
                "load_after_loss_kw": missing(self._unnamed, "kW", 0.0, self._lines.all_draws.high),
            }
            yield FeedReport(id=UNASSIGNED, side=UNASSIGNED, **fields_of(figures))

    def _highest_after_loss(self, at: int) -> Figure:
        """Return the highest load of a line after a loss that it outlives."""
        if not self._assignments:
            return missing(self._unnamed, "kW", 0.0, self._lines.all_draws.high)
        found = []
        for names in self._assignments:
            loads = [
                self._lines.loads(lost)[at] for _, lost in self._losses(names) if at not in lost
            ]
            found.append(highest(loads) if loads else exact(0.0, "kW"))
        return hull(found, self._unnamed)

    @cached_property
    def _drawing(self) -> Mapping[str, Part]:
        """Parts of the rack, and the rack itself, by id."""
        return {part.id: part for part in (*self._wiring.parts, self._wiring.part) if part}

    def _uncounted(self) -> dict[str, str]:
        """Return what nobody states of supplies that share a load, by part.

        Whips with a transfer switch between them have no supplies that a loss leaves.
        """
        found: dict[str, str] = {}
        for draw in self._lines.draws:
            part = self._drawing.get(draw.part)
            if part is None:
                found[draw.part] = next(iter(draw.because))
                continue
            psu = part.psu
            if psu is None or psu.count < 1:
                if not draw.order:
                    found[draw.part] = f"{draw.part}.psu"
            elif draw.is_uncounted:
                shelves = f"{draw.part}.compute.power_shelves"
                found[draw.part] = next(iter(draw.because), shelves)
        # What states nothing of its own supplies comes before what merely hangs beside it.
        return dict(sorted(found.items(), key=lambda one: not one[1].startswith(f"{one[0]}.")))

    def _verdicts(self) -> Iterator[SupplyVerdict]:
        """Yield one verdict for each part and spread of its supplies that is known."""
        alike: dict[Draw, Refs] = {}
        for draw in self._lines.draws:
            if draw.is_uncounted or draw.order or self._drawing[draw.part].psu is None:
                continue
            spread = replace(draw, because=())
            alike[spread] = tuple(dict.fromkeys((*alike.get(spread, ()), *draw.because)))
        for spread, refs in alike.items():
            yield self._verdict(self._drawing[spread.part], replace(spread, because=refs))

    def _verdict(self, part: Part, draw: Draw) -> SupplyVerdict:
        """Return what the worst loss leaves of a part's supplies.

        What is not enough with all its supplies in outlets is not with fewer; what is enough may
        not be, where nobody can say whether they find some.
        """
        supplies, refs = draw.supplies, draw.because
        hanging = zip(self._lines.lines, supplies, strict=True)
        feeds = () if draw.turned else tuple(dict.fromkeys(line.feed for line, n in hanging if n))
        cases = [
            fewest_left(spread, self._losses(case))
            for case in self._assignments
            for spread in self._spreads(draw)
        ] or [(0, UNASSIGNED), (sum(supplies), UNASSIGNED)]
        efficiency, power = efficiency_of(part, self._site), self._lines.kw(part.id)
        busbar = part.psu is not None and on_busbar(part.psu)
        volts = None if busbar else lowest_volts(self._wiring, self._volts)
        of_left = {
            left: supplied(part, left, power, efficiency, volts) for left, _ in dict(cases).items()
        }
        left, lost = min(cases)
        can, needed, _ = of_left[left]
        all_kw, _, normal = supplied(part, sum(supplies), power, efficiency, volts)
        plugged = Verdict("open", because=refs) if refs else Verdict("yes")
        after = agreed((verdict for _, _, verdict in of_left.values()), self._unnamed)
        return SupplyVerdict(
            part=part.id,
            name=part.name,
            wiring="+".join(str(count) for count in supplies if count),
            lost=lost or UNASSIGNED,
            when=f"with only feed {lost or UNASSIGNED} up"
            if self._site.policy == "2N"
            else f"after losing {self._called(lost or UNASSIGNED)}",
            left=left,
            count=sum(supplies),
            declared=declared_supplies(part.psu) if part.psu else 0,
            left_kw=can,
            needed_kw=needed,
            verdict=worse(plugged, after) if refs else after,
            normal_kw=all_kw,
            normal=worse(plugged, normal) if refs else normal,
            gravity=self._gravity(part),
            alone=self._site.policy == "2N" and set(feeds) <= set(self._site.feeds),
            feeds=feeds,
            named=set(feeds) <= set(self._site.feeds),
        )

    def _spreads(self, draw: Draw) -> Iterator[tuple[int, ...]]:
        """Yield every spread over the lines that supplies may have."""
        yield draw.supplies
        fed = [at for at, line in enumerate(self._lines.lines) if line.pdus]
        for turn in range(1, len(fed) if draw.turned else 1):
            counts = dict(zip(fed, (draw.supplies[fed[at - turn]] for at in range(len(fed))),
                              strict=True))  # fmt: skip
            yield tuple(counts.get(at, n) for at, n in enumerate(draw.supplies))

    def _gravity(self, part: Part) -> Literal["error", "warning"]:
        """Return how grave it is that the part goes down with a feed.

        By N+1, what its maker built with one supply may, as long as it is no node.
        """
        one = part.psu is not None and part.psu.count == 1 and not part.traits.counts_as_node
        return "warning" if one and self._site.policy != "2N" else "error"

    def _on_room(self) -> Mapping[str, Mapping[str, Figure]]:
        """Return what the rack takes from each feed of the room, normally and after each loss."""
        found: dict[str, dict[str, Figure]] = {}
        losses = self._site.feeds if self._site.policy == "2N" else self._touching
        for lost in ("", *losses):
            found[lost] = {feed: self._from_feed(feed, lost) for feed in self._touched}
        return found

    @cached_property
    def _touched(self) -> tuple[str, ...]:
        """Feeds of the room that the rack may hang on."""
        named = {line.feed for line in self._lines.lines}
        strange = not named <= set(self._site.feeds)
        return tuple(feed for feed in self._site.feeds if strange or feed in named)

    @cached_property
    def _touching(self) -> tuple[str, ...]:
        """Losses that take a feed of the room which the rack may hang on."""
        touched = set(self._touched)
        return tuple(loss.name for loss in self._site.lost_with if loss.feeds & touched)

    def _from_feed(self, feed: str, lost: str) -> Figure:
        if not self._assignments:
            return missing(self._unnamed, "kW", 0.0, self._lines.all_draws.high)
        cases = []
        for names in self._assignments:
            gone = frozenset(at for at, name in enumerate(names) if self._is_lost(name, lost))
            loads = self._lines.loads(gone)
            cases.append(total((loads[at] for at, n in enumerate(names) if n == feed), "kW"))
        return hull(cases, self._unnamed)

    def _is_lost(self, name: str, lost: str) -> bool:
        """Return whether a feed is down: by N+1 what goes with a loss, by 2N all other systems."""
        if not lost:
            return False
        if self._site.policy == "2N":
            return self._site.system_of(name) != self._site.system_of(lost)
        return name in self._site.gone_with(lost)
