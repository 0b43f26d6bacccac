"""What the loss of some feeds does to a rack, whatever the site says it must survive.

`worst_loss` and `device_supplies` name the worst of the losses that a policy asks for. Here each
loss is asked of by itself, so that all of them can be ranked: by 2N, too, one feed may be lost.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part_bounds import gpu_figure
from designer.engine.assumptions import Assumptions, Loss
from designer.engine.bus_load import gpus_on_bus
from designer.engine.subjects.feeds.any_feeds import fullest
from designer.engine.subjects.feeds.branch_currents import PduBreakers, fullest_breaker_after
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.device_supplies import left_by_spread, spread_of
from designer.engine.subjects.feeds.fullest_line import fullest_after
from designer.engine.subjects.feeds.lines import Draw, Lost
from designer.engine.subjects.feeds.on_room import with_down
from designer.engine.subjects.feeds.phases import PduLines
from designer.engine.subjects.feeds.supplies import Left, SupplyVerdict, agreed, worse
from designer.engine.subjects.feeds.worst_loss import BY_GRAVITY, Worst, fullest_in
from designer.model.feed_policy import ONE_BY_ONE
from designer.model.figure_cases import hull
from designer.model.figures import Answer, Figure, Verdict, exact, missing, total

Fate = Literal["up", "short", "dark"]
"""What a loss does to a device: `short` is that some of its supplies run, and are not enough."""
Fates = frozenset[Fate]
"""What it may do; one alone is certain."""

_ANY: Final[Fates] = frozenset({"up", "short", "dark"})
_UP: Final[Fates] = frozenset({"up"})
_DARK: Final[Fates] = frozenset({"dark"})
_TOO_FEW: Final[Fates] = frozenset({"dark", "short"})
_DARK_OR_UP: Final[Fates] = frozenset({"dark", "up"})
FATES: Final[Mapping[Answer, Fates]] = {
    "yes": _UP,
    "no": frozenset({"short"}),
    "open": frozenset({"short", "up"}),
}
"""By the verdict on the supplies that are left."""


@dataclass(frozen=True)
class Outcome:
    """What a loss does to a rack.

    Attributes
    ----------
    dark_gpus, short_gpus
        GPUs whose devices have no supply left, and those whose supplies left are not enough: they
        slow down or stop.
    dark, short
        Whether that happens to anything in the rack, with GPUs or without.
    carries
        Whether the lines and rack PDUs that are left carry what falls to them; the fullest one.
    loads
        What the rack takes then from each feed of the room, kW.
    all_dark
        Whether nothing in the rack runs any more, for certain.
    """

    dark_gpus: Figure
    short_gpus: Figure
    dark: Answer
    short: Answer
    carries: Worst
    loads: Mapping[str, Figure]
    all_dark: bool = False

    @cached_property
    def harmless(self) -> bool:
        """Whether nothing goes dark or short, nor is overloaded, for certain."""
        return self.dark == self.short == "no" and self.carries.verdict.answer == "yes"


def outcomes_of(
    case: Case,
    verdicts: Mapping[Draw, SupplyVerdict],
    worst: Worst,
    phases: Sequence[PduLines],
    breakers: Sequence[PduBreakers],
) -> dict[frozenset[str], Outcome]:
    """Return what each loss does that takes feeds of this rack, by what is lost together.

    Parameters
    ----------
    verdicts, worst
        What the worst loss of those that the site must survive does. Where it does no harm, none
        of them does, and nothing is asked again.
    phases, breakers
        What lines of three-phase rack PDUs carry after each loss, and what breakers do.
    """
    known: dict[tuple[Lost, ...], Outcome] = {}
    found = {}
    asked = asked_by_one(case.site)
    harmless = worst.verdict.answer == "yes"
    survived = {draw: one for draw, one in verdicts.items() if one.survives}
    for feeds in case.taken_together:
        lost = tuple(case.lines_on(feeds, names) for names in case.assignments)
        if lost not in known or not lost:
            after = case.after(Loss("", feeds))
            as_worst = feeds in asked
            done = survived if as_worst and len(survived) == len(verdicts) else None
            carries = Worst(worst.verdict) if as_worst and harmless else _carries(after)
            known[lost] = outcome(
                after, lost, left_by_spread(after) if done is None else done,
                with_lines(carries, phases, breakers, [case.apart_from(one) for one in lost]),
                with_down(after, feeds),
            )  # fmt: skip
        found[feeds] = known[lost]
    return found


def asked_by_one(site: Assumptions) -> Set[frozenset[str]]:
    """Return the losses that a site must survive one by one, each by the feeds that it takes."""
    return site.losses_by_feeds.keys() if site.policy in ONE_BY_ONE else frozenset()


def outcome(
    case: Case,
    lost: tuple[Lost, ...],
    verdicts: Mapping[Draw, SupplyVerdict | Left],
    carries: Worst,
    loads: Mapping[str, Figure],
) -> Outcome:
    """Return what a loss does to what draws power, by the lines that it may take."""
    gone: dict[Fate, list[Figure]] = {"dark": [], "short": []}
    every: set[Fates] = set()
    for draw, number in case.lines.draws.items():
        fates = _fates(case, draw, verdicts.get(spread_of(draw)), lost)
        every.add(fates)
        for fate in fates - _UP:
            gpus = gpus_of(case, draw, sure=len(fates) == 1, capped=fates == _TOO_FEW)
            if fates == _TOO_FEW and fate == "short":
                gpus = gpus.counted_as(gpus.high)
            gone[fate].append(gpus.times(number))
    return Outcome(
        total(gone["dark"]),
        total(gone["short"]),
        fate_answer(every, "dark"),
        fate_answer(every, "short"),
        carries,
        loads,
        every == {_DARK},
    )


def with_lines(
    carries: Worst,
    phases: Sequence[PduLines],
    breakers: Sequence[PduBreakers],
    gone: Sequence[Lost],
) -> Worst:
    """Return whether all that is left carries its load, with lines and breakers of rack PDUs.

    Parameters
    ----------
    carries
        The same by what rack PDUs carry as a whole.
    gone
        The lines that may be lost, with every rack PDU as one of its own.
    """
    if not (phases or breakers) or carries.verdict.answer == "no":
        return carries
    found = [
        worse(fullest_after(phases, lost).verdict, fullest_breaker_after(breakers, lost).verdict)
        for lost in gone
    ]
    verdict = agreed(found, next((ref for one in found for ref in one.because), carries.feed))
    return replace(carries, verdict=worse(carries.verdict, verdict))


def gpus_of(case: Case, draw: Draw, *, sure: bool, capped: bool = False) -> Figure:
    """Return the GPUs of a device that goes down; none of them or all where that is not sure.

    Parameters
    ----------
    capped
        Whether it is not sure because nobody states that it runs on capped with so few supplies.
    """
    part = case.parts_by_id.get(draw.part)
    gpus = gpu_figure(part) if part else missing(lost_ref(draw.part))
    if part is not None and case.wiring.bus is not None and case.wiring.bus.part is part:
        gpus = gpus_on_bus(case.wiring)
    if sure or not gpus.high:
        return gpus
    ref = f"{draw.part}.psu.throttles_from" if capped else f"{draw.part}.psu"
    return missing(next(iter(draw.because), ref), gpus.unit, 0.0, gpus.high)


def fate_answer(every: set[Fates], fate: Fate) -> Answer:
    """Return whether anything has a fate, of what may become of each.

    What is left with too little power is short of it, whether it slows down or goes dark.
    """
    if frozenset({fate}) in every or (fate == "short" and _TOO_FEW in every):
        return "yes"
    return "open" if any(fate in fates for fates in every) else "no"


def _fates(
    case: Case, draw: Draw, verdict: SupplyVerdict | Left | None, lost: tuple[Lost, ...]
) -> Fates:
    """Return what a loss may do to one device.

    Of a device that hangs on several lines it is not asked whether it was enough before: only what
    loses a supply is said to suffer from the loss.
    """
    if not lost:
        return _ANY
    lines = range(len(draw.supplies))
    if draw.order:
        # A transfer switch takes any that has power.
        return frozenset("dark" if all(at in gone for at in draw.order) else "up" for gone in lost)
    if verdict is None or draw.is_open:
        # Nobody can say on which of the lines it hangs, nor whether on any.
        taken = {at in gone for gone in lost for at in lines}
        return _ANY if len(taken) > 1 else _DARK_OR_UP if taken == {True} else _UP
    if verdict.survives or verdict.left == verdict.count:
        return _UP
    if verdict.left > 0:
        fates = FATES[verdict.verdict.answer]
        # It may go down where nobody states that it runs on capped with so few.
        return fates | _DARK if "short" in fates and verdict.capping == "open" else fates
    if draw.turned:
        return _ANY
    dark = {all(at in gone for at in lines if draw.supplies[at]) for gone in lost}
    return _DARK if dark == {True} else _ANY


@dataclass(frozen=True)
class Losses:
    """What each loss does to a rack; one that is not listed leaves it as it is.

    Attributes
    ----------
    normal, carries
        Its loads, kW, and whether everything carries its own, with nothing lost.
    """

    outcomes: Mapping[frozenset[str], Outcome]
    normal: Mapping[str, Figure]
    carries: Worst

    def of(self, feeds: frozenset[str]) -> Outcome:
        """Return what a loss does."""
        nothing = exact(0.0)
        untouched = Outcome(nothing, nothing, "no", "no", self.carries, self.normal)
        return self.outcomes.get(feeds, untouched)


def in_any_case(
    truths: Sequence[Losses], said: Losses, unnamed: str
) -> dict[frozenset[str], Outcome]:
    """Return what holds by every way to name the feeds of rack PDUs that name none.

    Parameters
    ----------
    truths
        By each way; none where there are too many.
    said
        The same where nothing is named.
    unnamed
        What leaves open which feed a rack PDU hangs on.
    """
    if not truths:
        return {feeds: _perhaps(one, unnamed) for feeds, one in said.outcomes.items()}
    found = {}
    for feeds in dict.fromkeys(key for truth in truths for key in truth.outcomes):
        found[feeds] = in_one_case([truth.of(feeds) for truth in truths], unnamed)
    return found


def in_one_case(ways: Sequence[Outcome], unnamed: str) -> Outcome:
    """Return what a loss does by every way to name feeds."""
    return Outcome(
        hull([one.dark_gpus for one in ways], unnamed),
        hull([one.short_gpus for one in ways], unnamed),
        _one_of({one.dark for one in ways}),
        _one_of({one.short for one in ways}),
        fullest(ways[0].carries, [one.carries for one in ways], unnamed),
        _loads_in_any_case(ways, unnamed),
        all(one.all_dark for one in ways),
    )


def _perhaps(said: Outcome, unnamed: str) -> Outcome:
    """Return what may be where there are too many ways to name feeds: a name deals them anew."""
    nothing = exact(0.0)
    answer: Answer = "no" if said.dark == said.short == "no" else "open"
    return replace(
        said,
        dark_gpus=hull([nothing, total((said.dark_gpus, said.short_gpus))], unnamed),
        short_gpus=hull([nothing, total((said.dark_gpus, said.short_gpus))], unnamed),
        dark=answer,
        short=answer,
        carries=fullest(said.carries, (), unnamed),
        all_dark=False,
    )


def _one_of(answers: set[Answer]) -> Answer:
    return next(iter(answers)) if len(answers) == 1 else "open"


def _loads_in_any_case(ways: Sequence[Outcome], unnamed: str) -> dict[str, Figure]:
    feeds = dict.fromkeys(feed for one in ways for feed in one.loads)
    nothing = exact(0.0, "kW")
    return {feed: hull([one.loads.get(feed, nothing) for one in ways], unnamed) for feed in feeds}


def _carries(case: Case) -> Worst:
    """Return the fullest of what is left, by every way to name feeds."""
    if not case.assignments:
        return Worst(Verdict("open", because=(case.unnamed,)))
    found = [fullest_in(case, case.losses(names)) for names in case.assignments]
    worst = max(found, key=lambda one: BY_GRAVITY.index(one.verdict.answer))
    answers = {one.verdict.answer for one in found}
    if len(answers) == 1 and not case.may_be_lines:
        return worst
    because = case.may_be_lines or (case.unnamed,)
    return Worst(Verdict("open", because=because), worst.feed, "", worst.load, worst.capacity)
