"""Means of a plant over the months and the year, with the bounds of what is assumed of it.

Made once for a climate, a plant and a water temperature: they are parts of the heat, of any size.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product as combined
from typing import Final

import numpy as np

from designer.catalog.climate import MONTHS
from designer.engine.subjects.climate.moist_air import Hours
from designer.engine.subjects.climate.plant_hours import (
    PlantFigures,
    PlantHours,
    Rejection,
    chilled_part,
    dry_hours,
    tower_hours,
)
from designer.engine.subjects.climate.weather import Outdoors, Weather, year_of
from designer.model.figures import Figure, Gap

_HOURS_OF: Final[dict[Rejection, Callable[[PlantFigures, Weather, float], PlantHours]]] = {
    "dry-cooler": dry_hours,
    "cooling-tower": tower_hours,
}


@dataclass(frozen=True)
class PlantRange:
    """A plant as sources bound it: the best, the one taken and the worst; what they rest on."""

    best: PlantFigures
    taken: PlantFigures
    worst: PlantFigures
    refs: tuple[str, ...]


@dataclass(frozen=True)
class Means:
    """Means of one month or of the year, each part of or for each kWh of the plant's heat."""

    power: Figure
    chilled: Figure
    litres_per_kwh: Figure


@dataclass(frozen=True)
class YearMeans:
    """Means by month and of the year.

    Attributes
    ----------
    free_hours
        Hours of the year without chillers.
    dry_bulb_c
        Mean of each month.
    """

    year: Means
    months: tuple[Means, ...]
    free_hours: Figure
    dry_bulb_c: tuple[float, ...]


@dataclass(frozen=True)
class DesignHour:
    """The hour by which a plant is sized, and what coolers or towers do in it.

    Attributes
    ----------
    water_c
        Coldest water that they give.
    chilled
        Part of the heat that is left to chillers.
    """

    water_c: Figure
    chilled: Figure


def design_hour(
    outdoors: Outdoors, rejection: Rejection, supply_c: float, plant: PlantRange
) -> DesignHour | None:
    """Return a plant in the rare hour of a place; None where nobody states that.

    Dry coolers are sized by the dry bulb, towers by the wet bulb, that 0.4 % of the hours exceed.
    """
    rare_c = outdoors.design_dry_bulb_c if rejection == "dry-cooler" else outdoors.design_wet_bulb_c
    if rare_c is None:
        return None
    ends = (plant.taken, plant.best, plant.worst)
    water = [rare_c + end.approach_k for end in ends]
    chilled = [
        float(chilled_part(np.array([c]), supply_c, end.delta_t_k)[0])
        for c, end in combined(water, ends)
    ]
    return DesignHour(
        _figure(water[0], water, plant.refs[:1], "°C"),
        _figure(chilled[0], chilled, plant.refs, ""),
    )


@lru_cache(maxsize=32)
def year_means(
    outdoors: Outdoors, rejection: Rejection, supply_c: float, plant: PlantRange
) -> YearMeans:
    """Return the means of a plant that supplies water at a temperature."""
    weather, hours_of = year_of(outdoors), _HOURS_OF[rejection]
    taken = hours_of(plant.taken, weather, supply_c)
    # More of a rise leaves less to chillers and more to fans: which end is worse depends.
    rises = (plant.best.delta_t_k, plant.taken.delta_t_k, plant.worst.delta_t_k)
    ends = [
        hours_of(replace(end, delta_t_k=rise), weather, supply_c)
        for end, rise in combined((plant.best, plant.worst), rises)
    ]
    every = [taken, *ends]
    spans = [weather.month == month for month in range(MONTHS)]

    def means(where: slice | np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Means:
        def figure(of: Callable[[PlantHours], Hours], unit: str = "") -> Figure:
            found = [float(of(hours)[where].mean()) for hours in every]
            return _figure(found[0], found, plant.refs, unit)

        litres = figure(lambda hours: hours.litres_per_kwh, "L/kWh")
        most = max(float(hours.most_l_per_kwh[where].mean()) for hours in every)
        return Means(
            figure(lambda hours: hours.power),
            figure(lambda hours: hours.chilled),
            _figure(litres.likely, (litres.low, most), plant.refs, "L/kWh"),
        )

    free = [float((hours.chilled == 0).sum()) for hours in every]
    return YearMeans(
        means(slice(None)),
        tuple(means(where) for where in spans),
        _figure(free[0], free, plant.refs, "h a year"),
        tuple(round(float(weather.dry_bulb_c[where].mean()), 1) for where in spans),
    )


def _figure(value: float, ends: Sequence[float], refs: tuple[str, ...], unit: str) -> Figure:
    low, high = min(value, *ends), max(value, *ends)
    gaps = tuple(Gap(ref, (high - low) / len(refs)) for ref in refs) if low < high else ()
    return Figure(low, high, value, unit, 0.0, refs, gaps, True)
