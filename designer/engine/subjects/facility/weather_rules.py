"""Rules of heat rejection: what the weather gives without chillers, and what outside air takes."""

from collections.abc import Iterator
from typing import Final

from designer.engine.facility_water import from_weather, outdoor, planned_water, supply_air
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.climate.as_drawn import drawn_kinds, shown_as
from designer.engine.subjects.climate.drawn_plant import OUTDOORS
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.facility.year import CLIMATE
from designer.model.figure_words import told, words
from designer.model.figures import within
from designer.model.units import HOURS_PER_YEAR

RARE_HOURS: Final = 0.004 * HOURS_PER_YEAR
"""Hours of a year that are warmer than its design day."""


def outside_air_takes_the_heat(facts: Facts) -> Iterator[Finding]:
    """C13: outside air that cools the hall takes its heat to air; what is in a liquid needs more.

    Asked where the site states outside air.
    """
    if facts.design.site.heat_rejection != "outside-air":
        return
    wet = facts[PLANT].water
    if wet.high <= 0:
        return
    if wet.low > 0:
        yield Finding(
            "C13", "error", "outside-air", (),
            f"outside air takes none of the {told(wet, 'amount', 0)} of heat in liquids, and the "
            "site names nothing else",
            "Choose dry coolers or cooling towers as heat rejection, in the design settings.",
            wet.low,
        )  # fmt: skip
    else:
        yield cannot_be_said(
            "C13", "outside-air", (), "whether outside air takes all of the heat: of that in "
            "liquids it takes none", tuple(gap.ref for gap in wet.gaps), facts.name_of,
        )  # fmt: skip


def plant_is_as_drawn(facts: Facts) -> Iterator[Finding]:
    """C13: what stands on the plan gives off heat as the site says that it is given off."""
    site, kinds = facts.design.site, drawn_kinds(facts)
    said = site.heat_rejection
    if not said:
        return
    air = said == "outside-air"
    others = [] if air else [kind for kind in kinds if kind != said]
    between = "" if air else "; PUE, water and power of the plant lie between both"
    if others:
        shown = " and ".join(shown_as(facts, others))
        yield Finding(
            "C13", "warning", "as-drawn", (),
            f"the site says that {_SAID[said]} give off the heat, and {shown} stand on the plan"
            f"{between}",
            "State in Design settings › Site › Heat rejection what stands there, or draw what is "
            "stated.",
        )  # fmt: skip
    if site.chillers is False and any(part.traits.chills for part in facts[OUTDOORS]):
        yield Finding(
            "C13", "warning", "chillers-drawn", (),
            f"the site says that there are no chillers, and chillers stand on the plan{between}",
            "State in Design settings › Water outdoors and in the room that chillers stand, or "
            "remove those that are drawn.",
        )  # fmt: skip


_SAID: Final = {
    "dry-cooler": "dry coolers", "cooling-tower": "cooling towers", "outside-air": "outside air",
}  # fmt: skip


def weather_makes_the_water(facts: Facts) -> Iterator[Finding]:
    """C13: without chillers the weather leaves water, or supply air, as cold as planned.

    Asked where the site states that it has no chillers: on its design day. Where nobody states one,
    more hours of the year than the rare ones of a design day are a warning; fewer show nothing,
    because a typical year is not for sizing.
    """
    site = facts.design.site
    if site.chillers is not False or not site.heat_rejection:
        return
    air = site.heat_rejection == "outside-air"
    made = (outdoor if air else from_weather)(facts.design, facts.catalog)
    planned = supply_air(facts.design, facts.catalog) if air else planned_water(facts.design)
    what = {
        "dry-cooler": "dry coolers without chillers give", "outside-air": "outside air has",
        "cooling-tower": "cooling towers without chillers give",
    }[site.heat_rejection]  # fmt: skip
    said = f"{'supply air' if air else 'facility water'} of {words(planned)} is planned, and {what}"
    key = "air" if air else "water"
    advice = f"Plan warmer {key}, or chillers, in the design settings."
    answer = None if made is None else within(made, planned)
    if made is not None and answer is not None and answer.answer == "no":
        yield Finding(
            "C13", "error", key, (), f"{said} {words(made)} on the design day{_hours(facts)}",
            advice, made.minus(planned).low,
        )  # fmt: skip
    elif answer is None and facts[CLIMATE].figure("warm_hours_per_year").low > RARE_HOURS:
        hottest = words(facts[CLIMATE].figure("hottest_supply_c"), 1, "°C")
        yield Finding(
            "C13", "warning", key, (),
            f"{said} up to {hottest} in a typical year{_hours(facts)}; nobody states a design day",
            advice,
        )  # fmt: skip
    elif made is not None and answer is not None and answer.answer == "open":
        yield cannot_be_said(
            "C13", key, (), f"{said.rpartition(', and ')[0]}: whether the weather makes it on the "
            "design day", answer.because, facts.name_of,
        )  # fmt: skip


def _hours(facts: Facts) -> str:
    """Return how many hours of the year are too warm; empty where no year counts any."""
    warm = facts[CLIMATE].figure("warm_hours_per_year")
    return f"; too warm in {words(warm, 0)} h of a typical year" if warm.likely > 0 else ""
