"""What a plant outdoors draws at most, part of its heat: up to the rare hour that sizes it.

A chiller that takes over all of the heat lets the coolers' own fans stand, so that a milder hour
may draw more than the rare one: the upper bound is that of any hour up to it.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product as combined
from typing import Final

import numpy as np

from designer.engine.facility_water import outdoor_of
from designer.engine.subject import Facts
from designer.engine.subjects.climate.as_drawn import of_all, sites_drawn
from designer.engine.subjects.climate.moist_air import Hours
from designer.engine.subjects.climate.plant_hours import (
    DRIEST_DEW_C,
    HOURS_OF,
    PlantFigures,
    Rejection,
)
from designer.engine.subjects.climate.plant_means import PlantRange, plant_figure
from designer.engine.subjects.climate.plant_range import plant_range
from designer.engine.subjects.climate.plant_year import planned_of, supply_of
from designer.engine.subjects.climate.weather import Weather
from designer.model.design import Site
from designer.model.figure_cases import spanning
from designer.model.figures import Figure, missing

_COLDEST_C: Final = -40.0
_WARMEST_C: Final[dict[Rejection, float]] = {
    "dry-cooler": 57.0, "cooling-tower": 36.0, "outside-air": 57.0,
}  # fmt: skip
"""Beyond any dry and wet bulb on record (WMO: 56.7 °C; wet bulbs from memory)."""
_HOURS: Final = 400
_JUST_BELOW_K: Final = 1e-6
_AT_SEA_KPA: Final = 101.325
"""Water alone depends on it, which is not asked here."""


def share_on_the_design_day(facts: Facts) -> Figure | None:
    """Return what the plant draws at most, part of its heat; None where no plant is stated.

    Where nobody states the rare hour of the place, between the least and the most in any weather.
    Fans that move outside air may be those of air units, which hang on feeds.
    """
    found = [_share(facts, site) for site in sites_drawn(facts) if site.heat_rejection]
    shares = [share for share in found if share is not None]
    if not shares or len(shares) < len(found):
        return None
    return of_all(shares)


def _share(facts: Facts, site: Site) -> Figure | None:
    """Return the same of a plant as a site states it; None where planning figures lack."""
    rejection = site.heat_rejection
    plan = planned_of(facts, rejection) if rejection else None
    if not rejection or plan is None:
        return None
    plant = plant_range(plan, rejection, site)
    supply_c = supply_of(plan, rejection, site)
    rare = outdoor_of(facts.design, facts.catalog, rejection)
    if rare is not None:
        return _up_to(rare.likely, rejection, supply_c, plant).rest_on(*rare.basis)
    bulb = "wet" if rejection == "cooling-tower" else "dry"
    ends = (_COLDEST_C, _WARMEST_C[rejection])
    around = spanning([_up_to(end_c, rejection, supply_c, plant) for end_c in ends])
    return missing(f"site.design_{bulb}_bulb_c", "", around.low, around.high)


@lru_cache(maxsize=32)
def _up_to(rare_c: float, kind: Rejection, supply_c: float, plant: PlantRange) -> Figure:
    """Return what the plant draws in the rare hour, at most what it does in any up to it."""
    sampled = np.linspace(_COLDEST_C, rare_c, _HOURS)
    rises = (plant.best.delta_t_k, plant.taken.delta_t_k, plant.worst.delta_t_k)
    ends = [
        replace(end, delta_t_k=rise) for end, rise in combined((plant.best, plant.worst), rises)
    ]
    hours_of = HOURS_OF[kind]
    taken = float(hours_of(plant.taken, _weather(sampled, sampled), supply_c).power[-1])
    found = [taken]
    for end in ends:
        air = _with_turn(sampled, end, supply_c)
        for weather, one in _cases(kind, air, end):
            power = hours_of(one, weather, supply_c).power
            found += [float(power[-1]), float(power.max())]
    return plant_figure(taken, found, plant, "")


def _with_turn(air: Hours, end: PlantFigures, supply_c: float) -> Hours:
    """Return hours with the one before chillers take all of the heat, if it comes before the last.

    Fans run at full speed in it, and stand in the next: no sample finds the most between them.
    """
    turn = supply_c + end.delta_t_k - end.approach_k - _JUST_BELOW_K
    return np.sort(np.append(air, turn)) if turn < air[-1] else air


def _cases(
    kind: Rejection, air: Hours, end: PlantFigures
) -> Iterator[tuple[Weather, PlantFigures]]:
    yield _weather(air, air), end
    if kind == "outside-air":
        # Dry air in the rare hour, moved by fans that hang on feeds.
        yield _weather(air, np.minimum(air, DRIEST_DEW_C)), replace(end, fan_share=0.0)


def _weather(air: Hours, dew_point_c: Hours) -> Weather:
    """Return hours of any place: what a plant draws rests on one of the bulbs alone."""
    return Weather(air, dew_point_c, air, _AT_SEA_KPA, np.zeros(air.size, dtype=np.int64))
