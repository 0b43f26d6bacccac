"""Feeds of a rack: what its PDUs can carry, what they carry, and what a loss does.

The record of what `case`, `worst_loss`, `harm`, `device_supplies` and `on_room` find, and its feeds
as the report shows them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from designer.engine.assumptions import Assumptions
from designer.engine.power_report import FeedReport
from designer.engine.results import Key
from designer.engine.subjects.feeds.after_loss import highest_after_loss
from designer.engine.subjects.feeds.any_feeds import (
    NamedCase,
    after_a_loss,
    fullest,
    in_any_case,
    loads_on_room,
    supplies_in_any_case,
    voltages,
    wrong_on_some,
)
from designer.engine.subjects.feeds.branch_currents import (
    PduBreakers,
    fullest_breaker,
    pdu_breakers,
)
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.device_supplies import (
    UNASSIGNED,
    told,
    uncounted,
    verdicts_by_spread,
    verdicts_of,
)
from designer.engine.subjects.feeds.fullest_line import fullest_line
from designer.engine.subjects.feeds.harm import fatal_losses
from designer.engine.subjects.feeds.inside import (
    InsideLoss,
    inside_in_any_case,
    inside_losses,
)
from designer.engine.subjects.feeds.left_feeds import LeftFeeds, left_after_loss
from designer.engine.subjects.feeds.line_currents import pdu_lines, ways_of
from designer.engine.subjects.feeds.lines import Lines
from designer.engine.subjects.feeds.on_room import on_room
from designer.engine.subjects.feeds.outlet_currents import OutletCurrent, outlet_currents
from designer.engine.subjects.feeds.peaks_on_room import at_peak, peaks_on_room
from designer.engine.subjects.feeds.phases import PduLines
from designer.engine.subjects.feeds.phases import whatever_is_named as lines_by_every_name
from designer.engine.subjects.feeds.single_loss import Losses, Outcome, outcomes_of
from designer.engine.subjects.feeds.single_loss import in_any_case as outcomes_by_every_name
from designer.engine.subjects.feeds.supplies import SupplyVerdict, worse
from designer.engine.subjects.feeds.voltage import WrongFeed, any_volts, wrong_feeds
from designer.engine.subjects.feeds.worst_loss import Worst, fullest_in, worst_of
from designer.engine.subjects.feeds.wrong_volts import WrongVolts, perhaps_wrong_volts, wrong_volts
from designer.model.figure_cases import hull
from designer.model.figures import Figure, Verdict, missing, total
from designer.model.measured import fields_of
from designer.wiring.power_branches import branches_of
from designer.wiring.power_naming import nameless, namings
from designer.wiring.power_rack import RackWiring


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
    after_loss
        What the feeds that are left carry together then, and can carry.
    carries
        Whether every line, and every rack PDU of it, carries its load while all are up; the
        fullest one.
    worst
        What a loss does.
    fatal
        By N+1, feeds whose loss together the rack or a device in it does not outlive.
    uncounted
        Ids of parts whose supplies nobody states, each with what is not stated: what a loss
        does to them cannot be said.
    on_room
        What this rack takes from feeds of the room: normally under an empty name, and after each
        loss under the name of the feed.
    peaks_on_room
        The same at peaks of milliseconds.
    unnamed
        What leaves open on which feed of the room a rack PDU hangs.
    nameless
        How many rack PDUs name no feed, for certain: those of a lost part are among them.
    phases
        What the lines of three-phase rack PDUs carry, and of those of which nothing is known.
    breakers
        What breakers carry of rack PDUs that state theirs.
    outlets
        What cords carry at their outlets, in the worst state of each kind of device.
    outcomes
        What each single loss does that takes feeds of the rack, by what is lost together.
    inside
        What each loss inside the rack does.
    named
        The same with every way to name the feeds of rack PDUs that name none; empty where these
        are too many to try, None where every PDU names its feed.
    """

    wiring: RackWiring
    lines: Lines
    capacities: tuple[Figure, ...]
    feeds: tuple[FeedReport, ...]
    load: Figure
    capacity: Figure
    capacity_after_loss: Figure
    after_loss: LeftFeeds
    carries: Worst
    worst: Worst
    fatal: frozenset[frozenset[str]]
    verdicts: tuple[SupplyVerdict, ...]
    uncounted: tuple[tuple[str, str], ...]
    wrong_volts: tuple[WrongVolts, ...]
    wrong_feeds: tuple[WrongFeed, ...]
    on_room: Mapping[str, Mapping[str, Figure]]
    peaks_on_room: Mapping[str, Mapping[str, Figure]]
    unnamed: str
    nameless: int
    power_called: Mapping[str, str]
    phases: tuple[PduLines, ...] = ()
    breakers: tuple[PduBreakers, ...] = ()
    outlets: tuple[OutletCurrent, ...] = ()
    outcomes: Mapping[frozenset[str], Outcome] = field(default_factory=dict)
    inside: tuple[InsideLoss, ...] = ()
    named: "tuple[NamedFeeds, ...] | None" = None

    @property
    def losses(self) -> Losses:
        """What each single loss does here."""
        return Losses(self.outcomes, self.on_room[""], self.carries_now)

    @cached_property
    def on_pdus(self) -> Figure:
        """What hangs on rack PDUs, or is to, kW: what hangs on whips passes them by."""
        return self.lines.on_pdus

    @cached_property
    def carries_all(self) -> bool:
        """Whether everything here carries its load for certain while all feeds are up."""
        return self.carries_now.verdict.answer == "yes"

    @cached_property
    def carries_now(self) -> Worst:
        """Whether lines and breakers of rack PDUs, too, carry their load with all feeds up."""
        lines = fullest_line(self.phases, after=False).verdict
        breakers = fullest_breaker(self.breakers, after=False).verdict
        return replace(self.carries, verdict=worse(self.carries.verdict, worse(lines, breakers)))

    @property
    def surely_dark(self) -> bool:
        """Whether something hangs on none of the rack PDUs, whatever feeds they name."""
        if self.named is None:
            return bool(self.lines.without)
        return bool(self.named) and all(one.feeds.lines.without for one in self.named)

    @cached_property
    def feeds_drawn(self) -> frozenset[str]:
        """The feeds of the room that it takes power of, or may take it of after a loss."""
        after = (outcome.loads for outcome in self.outcomes.values())
        return frozenset(feed for loads in (*self.on_room.values(), *after) for feed in loads)

    def reached(self, system: str, site: Assumptions) -> Verdict:
        """Return whether something here hangs on a system for certain.

        What may be a rack PDU may hang on any, unless it names a feed; so may one that names none.
        """
        found = self.named_reached(system, site)
        if found.answer == "no" and self.nameless:
            return Verdict("open", because=(self.unnamed,))
        return found

    def named_reached(self, system: str, site: Assumptions) -> Verdict:
        """Return the same without the rack PDUs that name no feed."""
        lines = self.lines.lines
        mine = [line for line in lines if line.feed and site.system_of(line.feed) == system]
        if any(not line.open_on for line in mine):
            return Verdict("yes")
        refs = [line.open_on for line in (*mine, *lines) if line in mine or not line.feed]
        may_be = tuple(dict.fromkeys(ref for ref in refs if ref))
        return Verdict("open", because=may_be[:2]) if may_be else Verdict("no")

    def name_of(self, part_id: str) -> str:
        """Return what people call a part of this rack, by id, or another owner of inputs."""
        for part in (*self.wiring.parts, self.wiring.part):
            if part is not None and part.id == part_id:
                return part.name or part_id
        return self.power_called.get(part_id, part_id)


@dataclass(frozen=True, eq=False)
class NamedFeeds:
    """The feeds of a rack by one way to name those of its PDUs.

    Attributes
    ----------
    places
        Where each thing that the rack holds stands now, by its position without names.
    """

    feeds: Feeds
    places: tuple[int, ...]


FEEDS: Key[Feeds] = Key("feeds")


def feeds_of(wiring: RackWiring, site: Assumptions) -> Feeds:
    """Return what a rack's feeds carry, normally and after each loss.

    Where a rack PDU names no feed, what is said holds for every feed that it may name.
    """
    case = Case(wiring, site)
    found = _feeds_of(case)
    if not site.feeds or not nameless(wiring):
        return found
    return _whatever_is_named(case, found)


def outlived(wiring: RackWiring, site: Assumptions) -> bool:
    """Return whether lines and supplies outlive each loss for certain, as `feeds_of` says it.

    Of all that it says only this is computed, for wirings that are merely tried.
    """
    case = Case(wiring, site)
    if worst_of(case).verdict.answer != "yes":  # no way to name feeds makes more of it
        return False
    said = feeds_of(wiring, site).verdicts if nameless(wiring) else verdicts_of(case)
    return all(one.normal.answer != "no" and one.survives is not False for one in said)


def _whatever_is_named(case: Case, said: Feeds) -> Feeds:
    """Return what holds by every way to name the feeds of rack PDUs that name none."""
    ways = [NamedCase.of(one, case) for one in namings(case.wiring, case.site.feeds)]
    truths, unnamed = [_feeds_of(one.case) for one in ways], case.unnamed
    supplies = supplies_in_any_case(case, ways)
    off_outlets = [one.wrong_volts for one in truths] or [_perhaps_on_wrong_outlets(case)]
    off_feeds = [one.wrong_feeds for one in truths] or _perhaps_on_wrong_feeds(case)
    return replace(
        said,
        capacity=hull([one.capacity for one in truths or (said,)], unnamed),
        capacity_after_loss=hull([one.capacity_after_loss for one in truths or (said,)], unnamed),
        after_loss=LeftFeeds.any_of([one.after_loss for one in truths or (said,)], unnamed),
        worst=after_a_loss(said.worst, [one.worst for one in truths]),
        carries=fullest(said.carries, [one.carries for one in truths], unnamed),
        fatal=in_any_case(one.fatal for one in truths),
        verdicts=supplies.verdicts,
        uncounted=tuple({**supplies.uncounted, **dict(said.uncounted)}.items()),
        wrong_volts=tuple(voltages(said.wrong_volts, off_outlets, unnamed)),
        wrong_feeds=tuple(wrong_on_some(said.wrong_feeds, off_feeds, unnamed)),
        on_room=loads_on_room(said.on_room, [one.on_room for one in truths], said.load, unnamed),
        peaks_on_room=loads_on_room(
            said.peaks_on_room,
            [one.peaks_on_room for one in truths],
            at_peak(case).all_draws,
            unnamed,
        ),
        phases=lines_by_every_name(
            said.phases,
            [_phases_by_item(truth, way) for truth, way in zip(truths, ways, strict=True)],
            said.load,
            unnamed,
        ),
        outcomes=outcomes_by_every_name([one.losses for one in truths], said.losses, unnamed),
        inside=inside_in_any_case(
            case,
            said.inside,
            [_inside_by_what(truth, way) for truth, way in zip(truths, ways, strict=True)],
        ),
        named=tuple(NamedFeeds(feeds, way.places) for feeds, way in zip(truths, ways, strict=True)),
    )


def _phases_by_item(truth: Feeds, way: NamedCase) -> Mapping[int, PduLines]:
    """Return the lines of rack PDUs by their positions without names."""
    by_place = {one.item: one for one in truth.phases}
    return {item: by_place[at] for item, at in enumerate(way.places) if at in by_place}


def _inside_by_what(truth: Feeds, way: NamedCase) -> Mapping[object, InsideLoss]:
    """Return what each loss does, rack PDUs by their positions without names."""
    items = {at: item for item, at in enumerate(way.places)}
    return {one.called if one.item is None else items.get(one.item): one for one in truth.inside}


def _perhaps_on_wrong_outlets(case: Case) -> tuple[WrongVolts, ...]:
    """Return supplies that may be on wrong outlets, where there are too many ways to name feeds."""
    found = perhaps_wrong_volts(case.wiring, case.volts, case.site.feeds, case.unnamed)
    return tuple(found)


def _perhaps_on_wrong_feeds(case: Case) -> list[tuple[WrongFeed, ...]]:
    """Return rack PDUs that may be on wrong feeds, with all that name none on each in turn."""
    ways = any_volts(case.volts, case.site.feeds)
    return [tuple(wrong_feeds(case.wiring, volts)) for volts in ways]


def _feeds_of(case: Case) -> Feeds:
    wiring = case.wiring
    lines = case.lines
    together = case.together(frozenset())
    phases = pdu_lines(case)
    ways = ways_of(case) if case.limited else ()
    losses = ways[0] if len(ways) == 1 else None
    breakers = pdu_breakers(case, losses)
    worst, verdicts, taken = worst_of(case), verdicts_by_spread(case), on_room(case)
    return Feeds(
        wiring=wiring,
        lines=lines,
        capacities=case.capacities,
        feeds=tuple(_reports(case, phases, breakers)),
        load=lines.all_draws,
        capacity=together,
        capacity_after_loss=_after_loss(case, together),
        after_loss=left_after_loss(case),
        carries=fullest_in(case, (("", frozenset()),)),
        worst=worst,
        fatal=fatal_losses(case),
        verdicts=tuple(told(case, verdicts)),
        uncounted=tuple(uncounted(case).items()),
        wrong_volts=tuple(wrong_volts(wiring, lines.cords, case.volts, case.site.feeds)),
        wrong_feeds=tuple(wrong_feeds(wiring, case.volts)),
        on_room=taken,
        peaks_on_room=peaks_on_room(case, taken),
        unnamed=case.unnamed,
        power_called=dict(case.site.power_called),
        nameless=sum(not line.feed and not line.open_on for line in lines.lines),
        phases=phases,
        breakers=breakers,
        outlets=outlet_currents(case, None if case.site.policy == "N" else losses, verdicts),
        outcomes=outcomes_of(case, verdicts, worst, phases, breakers),
        inside=inside_losses(case, phases, breakers),
    )


def _after_loss(case: Case, together: Figure) -> Figure:
    """Return the capacity that the worst loss leaves."""
    if not case.limited:
        return together
    lines = [case.lines.lines[at] for at in case.limited]
    if all(line.open_on for line in lines):
        # There may be no rack PDU at all: what whips carry, nobody rates.
        return missing(lines[0].open_on, "kW")
    if not case.assignments:
        return missing(case.unnamed, "kW", 0.0, together.high)
    found = []
    for names in case.assignments:
        left = [case.together(lost) for _, lost in case.losses(names)]
        found.append(min(left, key=lambda figure: (figure.low, figure.high)))
    return hull(found, case.unnamed)


def _reports(
    case: Case, phases: Sequence[PduLines], breakers: Sequence[PduBreakers]
) -> Iterator[FeedReport]:
    """Yield each named feed, and all PDUs without one together."""
    normal, lines = case.lines.loads(), case.lines.lines
    by_feed: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        if line.feed:
            by_feed.setdefault(line.feed, []).append(at)
    for feed, places in by_feed.items():
        figures = {
            "capacity_kw": _capacity(case, feed, places),
            "load_kw": total((normal[at] for at in places), "kW"),
        }
        after = [highest_after_loss(case, at) for at in places]
        if None not in after:
            figures["load_after_loss_kw"] = total((one for one in after if one), "kW")
        name = case.site.power_name(feed)
        items = [item for at in places for item in lines[at].pdus]
        pdus = tuple(
            pdu.report for pdu in phases if pdu.item in items and pdu.connection is not None
        )
        yield FeedReport(
            id=feed, name=name if name != feed else "",
            side=case.site.letter(feed), pdus=pdus,
            breakers=tuple(
                one for pdu in breakers if pdu.item in items for one in pdu.reports
            ),
            pdu_count=len(items), pdus_without_breakers=_without_breakers(case, items),
            **fields_of(figures),
        )  # fmt: skip
    free = [at for at, line in enumerate(lines) if not line.feed]
    if any(not lines[at].open_on for at in free):
        # What may be a rack PDU may be one more of them.
        figures = {
            "capacity_kw": total((case.capacities[at] for at in free), "kW"),
            "load_kw": total((normal[at] for at in free), "kW"),
            "load_after_loss_kw": missing(case.unnamed, "kW", 0.0, case.lines.all_draws.high),
        }
        items = [item for at in free if not lines[at].open_on for item in lines[at].pdus]
        yield FeedReport(
            id=UNASSIGNED, side=UNASSIGNED, pdu_count=len(items),
            pdus_without_breakers=_without_breakers(case, items), **fields_of(figures),
        )  # fmt: skip


def _capacity(case: Case, feed: str, places: Sequence[int]) -> Figure:
    """Return what the lines of a feed carry, kW: nobody rates whips that pass the rack PDUs by.

    Those of power shelves that feed nothing carry nothing.
    """
    wiring, lines = case.wiring, case.lines.lines
    used = [at for at in places if lines[at].pdus or not wiring.idle_bus] or places
    rated = total((case.capacities[at] for at in used), "kW")
    whips_open_on = wiring.whips_open_on(feed)
    return missing(whips_open_on, "kW", rated.low) if whips_open_on else rated


def _without_breakers(case: Case, items: Iterable[int]) -> tuple[str, ...]:
    """Return what the parts of rack PDUs are called that do not say which breakers they have."""
    parts = case.wiring.parts
    return tuple(
        case.part_name(item)
        for item in items
        if (part := parts[item]) is None or part.pdu is None or not branches_of(part.pdu)
    )
