"""The section of availability: GPUs over a year, what takes the rest, and what has no rate."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from designer.catalog.failures import FailureRate
from designer.engine.availability_report import Availability, Taking
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.availability.bridging import taken_for_granted
from designer.engine.subjects.availability.expected import at_least, distribution, most_for
from designer.engine.subjects.availability.hall import Drawn, in_cases
from designer.engine.subjects.availability.power_failures import POWER_FAILURES, Likely, Spread
from designer.engine.subjects.availability.rates import BEST, CASES, LIKELY, WORST, rated, share_of
from designer.engine.subjects.availability.unrated import UNCOUNTED, unrated_of
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figure_cases import highest
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, missing
from designer.model.measured import fields_of
from designer.model.units import HOURS_PER_YEAR

AVAILABILITY: Key[Availability] = Key("availability")

NO_PATH: Final = "no-power-path"
NO_COOLING: Final = "no-cooling"
NO_LEAF: Final = "no-leaf"
MOST_OF_THE_TIME: Final = 0.95
"""Google sizes its superpods by this share of the time (Cloud blog, second-hand)."""
_NAMED: Final = 4
"""Kinds of things that the summary names."""


def availability_of(facts: Facts) -> Availability:
    """Return the GPUs over a year; of a design that is only tried, what was found before."""
    if facts.trial:
        last = facts.last(AVAILABILITY)
        return last if last is not None else Availability()
    gpus = facts[TOTALS].figure("gpus")
    if gpus.high <= 0:
        return Availability()
    drawn = Drawn(facts)
    not_rated = tuple(unrated_of(facts, drawn))
    if drawn.is_open:
        return _open(gpus, not_rated)
    taking = _ranked(_taking(drawn))
    there = in_cases(drawn.expected, estimated=False)
    figures = {
        "gpus": gpus,
        **({"gpus_without_power": drawn.without_power} if drawn.says_who_has_power else {}),
        "gpus_uncooled": drawn.without_cooling,
        "gpus_lost": in_cases(drawn.lost),
        "gpus_of_known_layers": there,
        "availability_pct": there.times(100 / drawn.whole, "%"),
        "gpus_available": _with_open(there, not_rated),
        **_likely_numbers(drawn, facts.design.site.gpus_needed),
    }
    return Availability(
        gpus_needed=facts.design.site.gpus_needed,
        worst=_named(taking),
        without_rate=_names(not_rated),
        assumes=taken_for_granted(facts),
        taking=taking,
        not_rated=not_rated,
        **fields_of(figures),
    )


def _open(gpus: Figure, not_rated: tuple[Taking, ...]) -> Availability:
    """Return that nobody can say it, because nobody can say how many GPUs there are."""
    found = missing(UNCOUNTED, "", 0.0, gpus.high)
    figures = {"gpus": gpus, "gpus_available": found, "gpus_of_known_layers": found}
    return Availability(without_rate=_names(not_rated), not_rated=not_rated, **fields_of(figures))


def _with_open(there: Figure, not_rated: tuple[Taking, ...]) -> Figure:
    """Return the same with what has no published rate, which may take any of it."""
    if not not_rated:
        return there
    return Figure(0.0, there.high, None, there.unit, 0.0, there.basis)


def _likely_numbers(drawn: Drawn, needed: int | None) -> dict[str, Figure]:
    """Return how many GPUs are there for most of the time, and for which part as many as asked.

    Nodes that are down come together more often than chance has it: the likely and the worst case
    take the correlation that the trace has, the best one none. That several unlike shared things
    are down at once is left out of both, and counts as enough in the best case.
    """
    rate = rated(drawn.facts.catalog, drawn.nodes[0].kind)
    known = drawn.facts[POWER_FAILURES].spread
    found: dict[int, Likely] = {}
    for case in CASES:
        correlation = rate.common[case] if rate is not None and rate.common else 0.0
        of = Spread(drawn.blocks(case), drawn.events(case), correlation, drawn.never(case), needed)
        before = known.get(case)
        found[case] = before[1] if before is not None and before[0] == of else _likely(of, case)
        known[case] = of, found[case]
    figures = {"gpus_95": in_cases(lambda case: found[case].most, estimated=False)}
    if needed is not None:
        share = in_cases(lambda case: found[case].enough, estimated=False)
        figures["enough_pct"] = share.times(100, "%")
    return figures


def _likely(of: Spread, case: int) -> Likely:
    there, left_out = distribution(of.blocks, of.events, of.correlation, of.never)
    most = float(most_for(there, MOST_OF_THE_TIME))
    if of.needed is None:
        return Likely(most, 0.0)
    return Likely(most, at_least(there, of.needed, left_out if case == BEST else 0.0))


def _ranked(taking: Iterator[Taking]) -> tuple[Taking, ...]:
    return tuple(sorted(taking, key=lambda one: -one.figure("lost_gpus").likely))


def _taking(drawn: Drawn) -> Iterator[Taking]:
    """Yield what has a rate and stands in the design, with what it takes over a year."""
    catalog = drawn.facts.catalog
    if drawn.dark:
        yield _without_power(drawn)
    if drawn.without_cooling.high > 0:
        yield _without_cooling(drawn)
    if drawn.cut_off(WORST):
        yield _cut_off(drawn)
    for kind in dict.fromkeys(one.kind for one in drawn.nodes):
        mine = [one for one in drawn.nodes if one.kind == kind]
        if (rate := rated(catalog, kind)) is not None:
            number = sum(one.groups * one.each for one in mine)
            most = exact(float(max(one.gpus for one in mine)))
            yield _of_kind(rate, number, most, in_cases(partial(drawn.lost_to_nodes, kind)))
    leaf, behind = rated(catalog, "leaf"), drawn.behind_a_leaf()
    if leaf is not None and behind:
        lost = in_cases(drawn.lost_to_leaves)
        yield _of_kind(leaf, _leaves_of(drawn.facts), exact(behind), lost)
    yield from _upstream(drawn)
    if (rate := rated(catalog, "site")) is not None:
        yield _of_kind(rate, 1, exact(float(drawn.whole)), in_cases(drawn.lost_to_site))


def _without_power(drawn: Drawn) -> Taking:
    """Return the racks of which GPUs have no power even with nothing lost, for all of the year."""
    unsure = any(each.low <= 0 for _, each, _ in drawn.dark)
    figures = {
        "takes_gpus": highest([each for _, each, _ in drawn.dark]),
        "down_h_per_year": exact(HOURS_PER_YEAR, "h a year"),
        "lost_gpus": drawn.without_power,
    }
    return Taking(
        kind=NO_PATH, name="Racks of which GPUs have no power path",
        number=None if unsure else sum(number for number, _, _ in drawn.dark),
        source="the design: P26, P27, P01 and P14 say of which",
        **fields_of(figures),
    )  # fmt: skip


def _without_cooling(drawn: Drawn) -> Taking:
    """Return the racks of which GPUs nothing cools even with nothing lost, for all of the year."""
    numbers = [sum(map(len, each.values())) for each in drawn.uncooled]
    figures = {
        "takes_gpus": highest(
            [one.core.filled.known_gpus for racks in drawn.racks.values() for one in racks]
        ),
        "down_h_per_year": exact(HOURS_PER_YEAR, "h a year"),
        "lost_gpus": drawn.without_cooling,
    }
    return Taking(
        kind=NO_COOLING, name="Racks of GPUs that nothing cools",
        number=numbers[BEST] if numbers[BEST] == numbers[WORST] else None,
        source="the design: C05, C06, C11 and C23 say of which",
        **fields_of(figures),
    )  # fmt: skip


def _cut_off(drawn: Drawn) -> Taking:
    """Return the nodes that hang on no leaf switch of their compute fabric, all of the year."""
    cut = [one for one in drawn.nodes if one.cut_from <= WORST]
    figures = {
        "takes_gpus": exact(float(max(one.gpus for one in cut))),
        "down_h_per_year": exact(HOURS_PER_YEAR, "h a year"),
        "lost_gpus": in_cases(drawn.cut_off, estimated=False),
    }
    return Taking(
        kind=NO_LEAF, name="Nodes on no leaf switch of their compute fabric",
        number=sum(one.groups * one.each for one in cut),
        source="the design: R07 and R13 say what is missing",
        **fields_of(figures),
    )  # fmt: skip


def _leaves_of(facts: Facts) -> int:
    """Return how many leaf switches of compute fabrics are drawn."""
    compute = {fabric.id for fabric in facts.design.fabrics if fabric.purpose == "compute"}
    switches = facts[CONTENTS].counts.switches
    return sum(n for (fabric, tier), n in switches.items() if tier == "leaf" and fabric in compute)


def _upstream(drawn: Drawn) -> Iterator[Taking]:
    """Yield kinds of things upstream: what would be there more if none of a kind ever failed."""
    facts = drawn.facts
    kinds = {node.id: node.kind for node in facts.design.power}
    failing = (thing for case in (LIKELY, *CASES) for thing in drawn.failing(case))
    for kind in dict.fromkeys(thing.kind for thing in failing):
        rate, takes = rated(facts.catalog, kind), drawn.alone_takes(kind)
        if rate is None:
            continue
        number = sum(one == kind for one in kinds.values())
        lost = in_cases(partial(drawn.lost_to, kind))
        yield _of_kind(rate, number, takes or exact(0.0), lost)


def _of_kind(rate: FailureRate, number: int, takes: Figure, lost: Figure) -> Taking:
    return Taking(
        kind=rate.id, name=rate.name, number=number, source=source_of(rate),
        **fields_of({"takes_gpus": takes, "down_h_per_year": _hours(rate), "lost_gpus": lost}),
    )  # fmt: skip


def _hours(rate: FailureRate) -> Figure:
    """Return for how many hours a year one is down."""
    return in_cases(partial(share_of, rate)).times(HOURS_PER_YEAR, "h a year")


def source_of(rate: FailureRate) -> str:
    """Return where a rate is from, with its grade, and where the repair is from."""
    said = f"{rate.source} ({rate.kind})"
    if rate.repair_h and rate.repair_source:
        said += f"; repair: {rate.repair_source}"
    return f"{said}; {rate.note}" if rate.note else said


def _named(taking: tuple[Taking, ...]) -> str:
    """Return what takes most, in words: `Nodes: ~23 (9–37) GPUs; Leaf switches: …`."""
    named = [one for one in taking if one.figure("lost_gpus").likely > 0][:_NAMED]
    return "; ".join(f"{one.name}: {_lost(one)} GPUs" for one in named)


def _lost(one: Taking) -> str:
    """Return what is lost in words: a number that is sure, as of what has no power, is whole."""
    lost = one.figure("lost_gpus")
    return words(lost, 0 if lost.exact else 3)


def _names(not_rated: tuple[Taking, ...]) -> str:
    return "; ".join(one.name for one in not_rated)
