"""What single losses inside a rack do to it: a rack PDU, a power supply, a power shelf.

A feed of the room carries no more after one of these than normally, or after the loss of another
feed as a whole: supplies on fewer rack PDUs of a feed take a smaller share from it, and what others
get is at most what they get without the feed. So `every_loss` tells of the room, and nothing here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from designer.catalog.part import Part
from designer.engine.limit import STATES
from designer.engine.power_report import InsideKind, InsideLossReport
from designer.engine.subjects.feeds.branch_currents import PduBreakers, fullest_breaker_after
from designer.engine.subjects.feeds.breaker_loss import carried_without_breaker
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.device_supplies import verdicts_by_spread
from designer.engine.subjects.feeds.fullest_line import FullestLine, fullest_after
from designer.engine.subjects.feeds.lines import Draw
from designer.engine.subjects.feeds.lost_supply import carried_without
from designer.engine.subjects.feeds.phases import PduLines
from designer.engine.subjects.feeds.single_loss import (
    FATES,
    Fates,
    Outcome,
    fate_answer,
    gpus_of,
    in_one_case,
    outcome,
    with_lines,
)
from designer.engine.subjects.feeds.supplies import (
    efficiency_of,
    on_busbar,
    supplied,
    supplies_of_shelf,
)
from designer.engine.subjects.feeds.worst_loss import Worst, fullest_in
from designer.model.figure_cases import hull
from designer.model.figure_words import words
from designer.model.figures import Answer, Verdict, exact, total
from designer.model.measured import fields_of, flag_of
from designer.wiring.power_bus import RackBus, in_sentence
from designer.wiring.power_ends import shelves_of

UNSTATED: Final = "nobody can say how many supplies carry it"
_NOT: Final[Mapping[Answer, Answer]] = {"yes": "no", "no": "yes", "open": "open"}
_ANY: Final[Fates] = frozenset({"up", "short", "dark"})


@dataclass(frozen=True)
class InsideLoss:
    """One loss inside a rack.

    Attributes
    ----------
    kind
        What is lost.
    called
        What people call it, as in `rack PDU on feed A`.
    number
        How many of it the rack has.
    item
        Position of a rack PDU among what the rack holds; None for others.
    text
        What is left, in words.
    feed, part
        Ids of the feed that a rack PDU is on, and of the part that has what else is lost.
    pdu, breaker
        Position of the rack PDU that has a lost breaker, and the breaker's number.
    lost, spare
        How many supplies of `part` go with one; 0 where nobody can say. How many may go first that
        others of the same power shelf stand in for.
    """

    kind: InsideKind
    called: str
    number: int
    outcome: Outcome
    item: int | None = None
    text: str = ""
    feed: str = ""
    part: str = ""
    pdu: int | None = None
    breaker: int = 0
    lost: int = 0
    spare: int = 0

    @property
    def what(self) -> object:
        """What is lost, the same by whatever names: a rack PDU by its position."""
        return self.called if self.item is None else self.item

    @property
    def report(self) -> InsideLossReport:
        """The loss as the report holds it."""
        done, carries = self.outcome, self.outcome.carries.verdict.answer
        figures = {"dark_gpus": done.dark_gpus, "short_gpus": done.short_gpus}
        state = STATES[carries]
        if "yes" in (done.dark, done.short):
            state = "error"
        elif "open" in (done.dark, done.short) and state == "ok":
            state = "unknown"
        return InsideLossReport(
            kind=self.kind, name=self.called, number=self.number, text=self.text, state=state,
            feed=self.feed, part=self.part, breaker=self.breaker,
            pdu=self.pdu if self.item is None else self.item,
            dark=flag_of(done.dark), short=flag_of(done.short), overloaded=flag_of(_NOT[carries]),
            **fields_of(figures),
        )  # fmt: skip


def inside_losses(
    case: Case, phases: Sequence[PduLines], breakers: Sequence[PduBreakers] = ()
) -> tuple[InsideLoss, ...]:
    """Return what each loss inside a rack does, rack PDUs before shelves and supplies."""
    return (
        *_pdus(case, phases, breakers),
        *_breakers(case, phases, breakers),
        *_supplies(case, phases, breakers),
    )


def _pdus(
    case: Case, phases: Sequence[PduLines], breakers: Sequence[PduBreakers]
) -> Iterator[InsideLoss]:
    """Yield what the loss of each rack PDU does."""
    lines = case.apart[0]
    for at, line in enumerate(lines.lines):
        if not line.pdus:
            continue
        after = case.without_line(at)
        gone = frozenset({at})
        found = fullest_in(after, (("", gone),))
        if case.may_be_lines:
            found = replace(found, verdict=Verdict("open", because=case.may_be_lines))
        done = outcome(
            after,
            (gone,),
            verdicts_by_spread(after),
            with_lines(found, phases, breakers, [gone]),
            {},
        )
        text = _carried(case, done.carries, fullest_after(phases, gone))
        breaker = fullest_breaker_after(breakers, gone)
        if done.carries.verdict.answer == "no" and breaker.verdict.answer == "no":
            text = breaker.words
        called, item = _pdu_called(case, at), line.pdus[0]
        yield InsideLoss("rack PDU", called, 1, done, item, text, feed=line.feed)


def _carried(case: Case, fullest: Worst, line: FullestLine) -> str:
    """Return what is fullest of what a lost rack PDU leaves, in words."""
    if line.verdict.answer == "no":
        return line.carries
    if not fullest.feed or fullest.capacity.unknown:
        return ""
    if fullest.pdu:
        return f"{fullest.called} is fullest: {fullest.carried}"
    lines = case.apart[0].lines
    on_it = sum(case.site.short(one.feed) == fullest.feed and bool(one.pdus) for one in lines)
    which = "rack PDUs" if on_it > 1 else "rack PDU"
    return f"{which} on {fullest.called} {'are' if on_it > 1 else 'is'} fullest: {fullest.carried}"


def _pdu_called(case: Case, at: int) -> str:
    """Return what people call a rack PDU, as a heading."""
    lines, belongs = case.apart
    line = case.lines.lines[belongs[at]]
    (item,) = lines.lines[at].pdus
    on = f"on feed {case.site.short(line.feed)}" if line.feed else "that names no feed"
    if len(line.pdus) == 1:
        return f"{case.strip_word(item)} {on}"
    return f"{case.strip_word(item)} {line.pdus.index(item) + 1} of {len(line.pdus)} {on}"


def _breakers(
    case: Case, phases: Sequence[PduLines], pdus: Sequence[PduBreakers]
) -> Iterator[InsideLoss]:
    """Yield what the loss of each breaker does that feeds something, or may."""
    for pdu in pdus:
        for one in pdu.breakers:
            loss = partial(
                InsideLoss, "breaker", f"{one.called} of {pdu.called}", 1,
                feed=pdu.feed, pdu=pdu.item, breaker=one.branch.number,
            )  # fmt: skip
            if not pdu.cords.known:
                if pdu.cords.may_carry:
                    yield loss(open_outcome(case))
                continue
            short = Counter(cord.item for cord in pdu.cords.cords if cord.branch is one.branch)
            if not short:
                continue
            carries, fullest = carried_without_breaker(case, phases, pdus, pdu, one.branch, short)
            fates = {item: _fates_of(case, item, lost) for item, lost in short.items()}
            dark, short_of = (
                total(
                    gpus_of(case, case.draw_of[item], sure=len(each) == 1)
                    for item, each in fates.items()
                    if fate in each
                )
                for fate in ("dark", "short")
            )
            every = set(fates.values())
            done = Outcome(
                dark, short_of, fate_answer(every, "dark"), fate_answer(every, "short"),
                Worst(carries), {},
            )  # fmt: skip
            names = Counter(case.part_name(item) for item in short.elements())
            lost = ", ".join(f"{number} of {name}" for name, number in names.items())
            text = "; ".join(filter(None, (f"takes supplies: {lost}", fullest)))
            yield loss(done, text=text)


def _fates_of(case: Case, item: int, lost: int) -> Fates:
    draw = case.draw_of[item]
    return fates_without(case, draw, case.wiring.parts[item], sum(draw.supplies), lost)


def _supplies(
    case: Case, phases: Sequence[PduLines], breakers: Sequence[PduBreakers]
) -> Iterator[InsideLoss]:
    """Yield what the loss of one supply does to each kind of device, and of one power shelf.

    Where devices of a kind have not equally many plugged in, to the one that is worst off. Of what
    has a transfer switch in place of supplies there is none to lose, and shelves that feed nothing
    have none to miss.
    """
    by_part: dict[str, Counter[Draw]] = {}
    for draw, number in case.lines.draws.items():
        if not draw.order and (not case.wiring.idle_bus or draw.part != case.wiring.idle_bus):
            alike = replace(draw, supplies=(sum(draw.supplies),), turned=False)
            by_part.setdefault(draw.part, Counter())[alike] += number
    for part, draws in by_part.items():
        for lost in _lost_of(case, part):
            carries = Worst(carried_without(case, part, lost.supplies, phases, breakers))
            each = [_of_device(case, draw, lost, carries) for draw in draws]
            worst = max(each, key=lambda one: one.report.rank)
            devices = draws.total() + case.lines.without.get(part, 0)
            yield replace(worst, number=devices * max(lost.number, 1))


class _Lost(NamedTuple):
    """What a device may lose.

    Attributes
    ----------
    supplies
        How many supplies that is; 0 where nobody can say.
    number
        How many such things it has.
    called
        What it is called, of several that a bus bar has; empty for what its device says.
    spare
        How many may go first that others of the same power shelf stand in for.
    """

    kind: InsideKind
    supplies: int
    number: int
    called: str = ""
    spare: int = 0


def _lost_of(case: Case, part_id: str) -> Iterator[_Lost]:
    """Yield what a device may lose."""
    part, wiring = case.parts_by_id.get(part_id), case.wiring
    bus = wiring.bus
    if bus is not None and bus.part is part and bus.part.psu is not None:
        yield from _lost_of_bus(bus, wiring.parts)
        return
    psu = part.psu if part is not None else None
    shelves = 0
    if part is not None:
        shelves = shelves_of(part)
    if part is None or psu is None or psu.count < 1 or (shelves and not supplies_of_shelf(part)):
        # Nobody can say how many supplies go at once.
        if shelves:
            yield _Lost("power shelf", 0, shelves)
        yield _Lost("supply", 0, 0)
        return
    if shelves:
        yield _Lost("power shelf", psu.count // shelves, shelves)
    yield _Lost("supply", 1, psu.count)


def _lost_of_bus(bus: RackBus, parts: Sequence[Part | None]) -> Iterator[_Lost]:
    """Yield each sort of power shelf on a bus bar, and of supply in one."""
    sorts: dict[str, list[int]] = {}
    for at, item in enumerate(bus.shelves):
        sorts.setdefault(part.id if (part := parts[item]) is not None else "", []).append(at)
    several = len(sorts) > 1
    shelves, supplies = list[_Lost](), list[_Lost]()
    for places in sorts.values():
        at, number = places[0], len(places)
        part = parts[bus.shelves[at]]
        if part is None or part.psu is None:
            continue
        name, count = part.name or part.id, part.psu.count * number
        shelf = f"the {name}" if number == 1 else f"one of {number} × {name}"
        # What others give that nobody rates is not known, nor what is left without one.
        unknown = bool(bus.shares_open_on)
        goes = 0 if unknown else bus.weights[at]
        shelves.append(_Lost("power shelf", goes, number, shelf if several else ""))
        spare = part.psu.count - part.psu.carrying
        supply = f"one of {count} supplies of {name}" if several else ""
        goes = 0 if unknown else bus.each[at]
        supplies.append(_Lost("supply", goes, count, supply, spare))
    yield from (*shelves, *supplies)


def _of_device(case: Case, draw: Draw, what: _Lost, carries: Worst) -> InsideLoss:
    """Return what a device's loss of some supplies does.

    Parameters
    ----------
    carries
        Whether rack PDUs carry what its supplies left draw.
    """
    part, plugged = case.parts_by_id.get(draw.part), sum(draw.supplies)
    kind, lost, count = what.kind, what.supplies, what.number
    fates = fates_without(case, draw, part, plugged, lost)
    if what.spare and not draw.because:
        fates = _with_all(case, part, plugged)  # Others stand in: it is as with nothing lost.
    gpus, nothing = gpus_of(case, draw, sure=len(fates) == 1), exact(0.0)
    done = Outcome(
        gpus if "dark" in fates else nothing,
        gpus if "short" in fates else nothing,
        fate_answer({fates}, "dark"), fate_answer({fates}, "short"), carries, {},
    )  # fmt: skip
    name = part.name if part is not None and part.name else draw.part
    each = "power shelves" if kind == "power shelf" else "supplies"
    called = f"one of {count} {each} of {in_sentence(name)}"
    if count <= 1:
        one = "the only power shelf" if kind == "power shelf" else "a supply"
        called = f"{one} of {in_sentence(name)}"
    text = UNSTATED
    if what.spare:
        text = "a spare supply of its power shelf stands in for it"
    elif what.called and part is not None and part.psu is not None and part.psu.rating_w:
        each_kw = exact(part.psu.rating_w, "W").times(1e-3, "kW")
        left, whole = (each_kw.times(n) for n in (max(0, plugged - lost), plugged))
        text = f"{words(left, unit='')} of {words(whole)} left"
    elif 0 < lost <= plugged:
        text = f"{plugged - lost} of {plugged} supplies left"
        if part is not None and part.psu is not None and (n := part.psu.declared):
            text += f", {n} declared as needed"
    return InsideLoss(
        kind, what.called or called, 1, done, None, text, part=draw.part, lost=lost,
        spare=what.spare,
    )  # fmt: skip


def _with_all(case: Case, part: Part | None, plugged: int) -> Fates:
    """Return what a device is like with all of its supplies that carry it."""
    if part is None or part.psu is None:
        return _ANY
    power, efficiency = case.lines.kw(part.id), efficiency_of(part, case.site)
    return FATES[supplied(part, plugged, power, efficiency, None)[2].answer]


def fates_without(
    case: Case, draw: Draw, part: Part | None, plugged: int, lost: int,
    of_domains: Sequence[int] | None = None,
) -> Fates:  # fmt: skip
    """Return what the loss of some of a device's supplies may do to it.

    Parameters
    ----------
    of_domains
        How many are left in each of its domains; None where nobody says which are lost.
    """
    left = plugged - lost
    if part is None or part.psu is None or not lost or left < 0 or draw.because:
        return _ANY
    if not left:
        return frozenset({"dark"})
    busbar = on_busbar(part.psu)
    volts = None if busbar else case.lowest_volts
    power, efficiency = case.lines.kw(part.id), efficiency_of(part, case.site)
    return FATES[supplied(part, left, power, efficiency, volts, of_domains)[2].answer]


def inside_in_any_case(
    case: Case, said: Sequence[InsideLoss], truths: Sequence[Mapping[object, InsideLoss]]
) -> tuple[InsideLoss, ...]:
    """Return what holds by every way to name the feeds of rack PDUs that name none.

    Parameters
    ----------
    case
        The rack without names.
    said
        Its losses.
    truths
        The losses by each way, by what is lost without names; none where there are too many ways.
    """
    return tuple(replace(one, **_in_any_case(case, one, truths)) for one in said)


def _in_any_case(
    case: Case, said: InsideLoss, truths: Sequence[Mapping[object, InsideLoss]]
) -> dict[str, Any]:
    ways = [found for truth in truths if (found := truth.get(said.what)) is not None]
    if len(ways) < len(truths) or not ways:
        return {"outcome": open_outcome(case), "text": ""}
    text = said.text if {way.text for way in ways} == {said.text} else ""
    return {"outcome": in_one_case([way.outcome for way in ways], case.unnamed), "text": text}


def open_outcome(case: Case) -> Outcome:
    """Return that nobody can say what a loss does: supplies may be dealt anew."""
    nothing = exact(0.0)
    most = total(gpus_of(case, draw, sure=True).times(n) for draw, n in case.lines.draws.items())
    gpus = hull([nothing, most], case.unnamed)
    return Outcome(gpus, gpus, "open", "open", Worst(Verdict("open", because=(case.unnamed,))), {})
