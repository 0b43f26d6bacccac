"""Rules of what the site states of itself: its rating, and the growth that it is to take.

Ratings are judged by what is drawn and by the lists of single losses: TIA-942, Uptime Institute and
EN 50600 say alike what each asks for, and differ in what beside power and cooling they look at.
"""

from collections.abc import Iterator
from typing import Final

from designer.engine.cooling_report import CoolingLossReport
from designer.engine.findings import Finding
from designer.engine.limit_report import LimitState
from designer.engine.power_report import LossReport
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.facility.cooling_groups import WHAT_RUNS, of_loop
from designer.engine.subjects.facility.cooling_losses import COOLING_LOSSES
from designer.engine.subjects.facility.plant import PLANT, beyond_building, units_lacking
from designer.engine.subjects.facility.rating_outage import in_an_outage
from designer.engine.subjects.facility.units import Shared
from designer.engine.subjects.feeds.room import ROOM_POWER
from designer.engine.subjects.upstream.given import GIVEN
from designer.model.figure_cases import highest
from designer.model.figure_ref import power_ref
from designer.model.figure_words import words
from designer.model.figures import Figure, missing, product, within
from designer.model.some_names import some

ROMAN: Final = {"1": "I", "2": "II", "3": "III", "4": "IV"}
_ASKS: Final = {
    "2": "capacity components that back each other: any one UPS, generating set or cooling unit "
    "may be lost",
    "3": "that any one thing may be taken out of service: power path, UPS, cooling unit, "
    "generating set while all mains are lost",
    "4": "independent systems of which the others carry everything (2N, 3N/2, 4N/3), and that any "
    "one thing may be lost, also while all mains are",
}
_LOSSES_GROW: Final = "rule how losses grow with the load"
_UP: Final[tuple[LimitState, ...]] = ("ok", "warning")


def rating_is_met(facts: Facts) -> Iterator[Finding]:
    """R01: the rating that the site states is met by every path that is drawn."""
    rating = facts.design.site.rating
    if rating not in _ASKS:
        return
    called = f"Rated-{rating} (Tier {ROMAN[rating]})"
    fails, unsure = _single(facts, rating)
    if rating == "4" and (facts.site.policy in ("N", "N+1") or facts.site.on_one_system):
        fails.insert(0, f"feed policy {facts.site.policy}")
    outage, more = in_an_outage(facts, rating)
    unsure += more
    if fails or outage:
        said = f"; single: {some(fails)}" if fails else ""
        said += f"; with all mains lost: {some(outage)}" if outage else ""
        yield Finding(
            "R01", "error", rating, (),
            f"{called} is stated and asks for {_ASKS[rating]}{said}",
            "Give what is single a second parent or another unit beside it"
            f"{', and add generating sets that back each other' if outage else ''}, or state the "
            "Rating that is met in the design's settings.",
            len(fails) + len(outage),
        )  # fmt: skip
    elif unsure:
        yield cannot_be_said(
            "R01",
            rating,
            (),
            f"whether {called} is met",
            tuple(dict.fromkeys(unsure))[:2],
            facts.name_of,
        )


def _single(facts: Facts, rating: str) -> tuple[list[str], list[str]]:
    """Return what a rating does not let be single and is, and what leaves that open."""
    fails, unsure = [], []
    for loss in facts[ROOM_POWER].losses:
        if rating == "2" and not _is_component(loss.kind):
            continue
        state = _state(facts, loss)
        if state == "error":
            fails.append(loss.name)
        elif state not in _UP:
            unsure += _open_on(loss)
    for cooled in facts[COOLING_LOSSES].of_units:
        if cooled.state == "error":
            fails.append(cooled.name)
        elif cooled.state not in _UP:
            unsure += _open_on(cooled)
    fails += [f"{sort} (none stands)" for sort in units_lacking(facts)]
    unsure += [
        power_ref(node, "parents")
        for node in facts.design.power
        if node.kind == "feed" and not node.parents
    ]
    return fails, list(dict.fromkeys(unsure))


def _is_component(kind: str) -> bool:
    """Return whether Rated-2 asks that one more be there of what is lost than is needed."""
    if kind == "ups":
        return True
    return kind == "generator"


def _open_on(loss: LossReport | CoolingLossReport) -> list[str]:
    """Return the inputs that leave open what a loss does."""
    return [gap for bound in loss.bounds for gap in bound.gaps] or [WHAT_RUNS]


def _state(facts: Facts, loss: LossReport) -> LimitState:
    """Return what a loss does to racks and feeds, or to the cooling that hangs on them."""
    cooling = facts[COOLING_LOSSES].without(loss.feeds) if loss.feeds else None
    states = {loss.state, cooling.state if cooling else "ok"}
    gravest: tuple[LimitState, ...] = ("error", "unknown", "warning", "ok")
    return next(state for state in gravest if state in states)


def there_is_room_for_growth(facts: Facts) -> Iterator[Finding]:
    """R06: feeds and cooling units take the growth that the site plans for.

    What is lost upstream grows by its square at most, and where it does not follow the load, not.
    """
    growth = facts.design.site.growth_pct
    if growth is None:
        return
    factor = 1 + growth / 100
    given = facts[GIVEN]
    for load in facts[ROOM_POWER].loads:
        carried, when = load.after, " after a loss"
        asked = facts.site.policy != "N" or load.takes_over
        if not asked or within(load.after, load.normal).answer == "yes":
            carried, when = load.normal, ""
        most, after = carried, carried.times(factor)
        if (node := given.get(load.node.id)) is not None:
            most = highest((node.normal, node.after)) if asked else node.normal
            grows = missing(_LOSSES_GROW, "", 1.0, factor * factor)
            after += product(most.minus(carried).clipped(0.0), grows, "kW")
        verdict, named = within(after, load.capacity), facts.site.called(load.node.id)
        if verdict.answer == "yes" or not carried.high:
            continue
        if verdict.answer == "no":
            yield Finding(
                "R06", "warning", load.node.id, (),
                f"{named}: {words(most)}{when} and {growth:g} % more are "
                f"{words(after)}, and it carries {words(load.capacity)}",
                "Raise its capacity, or lower Growth in the design's settings.",
                after.minus(load.capacity).low,
            )  # fmt: skip
        else:
            yield cannot_be_said(
                "R06", load.node.id, (), f"whether {named} has room for {growth:g} % more",
                verdict.because, facts.name_of,
            )  # fmt: skip
    yield from _cooling(facts, factor, growth)


def _cooling(facts: Facts, factor: float, growth: float) -> Iterator[Finding]:
    plant = facts[PLANT]
    for one in plant.loops:
        if one.heat.capacities:
            called, key = f"CDUs{of_loop(one)}", one.loop.id if one.loop else ""
            for name, shared in (("heat", one.heat), ("flow", one.flow)):
                cause = f"cdu:{key}" if name == "heat" else f"cdu-flow:{key}"
                more = shared.load.times(factor)
                yield from _of_units(facts, called, cause, shared, more, growth)
    if plant.air.capacities:
        more = beyond_building(facts, (plant.room + plant.fans).times(factor))
        yield from _of_units(facts, "air units", "air", plant.air, more, growth)
        more = plant.airflow.load.times(factor)
        yield from _of_units(facts, "air units", "airflow", plant.airflow, more, growth)


_OF: Final = {"kW": "of heat", "L/min": "of coolant", "m³/h": "of air"}


def _of_units(
    facts: Facts, called: str, cause: str, shared: Shared, more: Figure, growth: float
) -> Iterator[Finding]:
    """Yield whether units carry heat, or flow, of more load with the largest of them lost."""
    if more.high <= 0:
        return
    verdict = within(more, shared.left)
    if verdict.answer == "no":
        yield Finding(
            "R06", "warning", cause, (),
            f"{called}: {words(shared.load)} {_OF[shared.load.unit]} and {growth:g} % more are "
            f"{words(more)}, and with one lost the others "
            f"{'take' if more.unit == 'kW' else 'move'} {words(shared.left)}",
            "Add a unit, or lower Growth in the design's settings.",
            more.minus(shared.left).low,
        )  # fmt: skip
    elif verdict.answer == "open":
        yield cannot_be_said(
            "R06", cause, (),
            f"whether {called} have room for {growth:g} % more{_more_of(shared.load.unit)}",
            verdict.because, facts.name_of,
        )  # fmt: skip


def _more_of(unit: str) -> str:
    return "" if unit == "kW" else f" {_OF[unit].removeprefix('of ')}"
