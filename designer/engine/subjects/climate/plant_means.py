"""Means of a plant over months, hours of the day and the year, with bounds of what is assumed.

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
    HOURS_OF,
    PlantFigures,
    PlantHours,
    Rejection,
    chilled_part,
)
from designer.engine.subjects.climate.weather import Outdoors, Weather, year_of
from designer.model.figures import Figure, Gap
from designer.model.units import HOURS_PER_DAY

_OF_SUPPLY: Final = frozenset(
    f"default {name}" for name in ("dry-cooler-approach", "tower-approach", "supply-air")
)


@dataclass(frozen=True)
class PlantRange:
    """A plant as sources bound it.

    Attributes
    ----------
    best, taken, worst
        The ends of what is planned with, and what is taken.
    refs
        What leaves it open, that of its approach first unless the site states it.
    stated
        What it rests on and is certain.
    """

    best: PlantFigures
    taken: PlantFigures
    worst: PlantFigures
    refs: tuple[str, ...]
    stated: tuple[str, ...] = ()

    @property
    def of_supply(self) -> "PlantRange":
        """The plant with nothing open but what decides how cold the weather makes the supply."""
        return replace(self, refs=tuple(ref for ref in self.refs if ref in _OF_SUPPLY))


@dataclass(frozen=True)
class Means:
    """Means of one month or of the year, each part of or for each kWh of the plant's heat."""

    power: Figure
    chilled: Figure
    litres_per_kwh: Figure


@dataclass(frozen=True)
class DayMeans:
    """Means by hour of the day, the one from midnight on first.

    Attributes
    ----------
    power
        What the plant draws, part of its heat: of the year, and of its warmest and coldest month.
        What leaves them open is what leaves the year open, and is not kept with each of them.
    dry_bulb_c
        Mean of the year.
    warmest, coldest
        Those months by their mean dry bulb, 0 for January.
    """

    power: tuple[Figure, ...]
    warmest_power: tuple[Figure, ...]
    coldest_power: tuple[Figure, ...]
    dry_bulb_c: tuple[float, ...]
    warmest: int
    coldest: int


@dataclass(frozen=True)
class YearMeans:
    """Means by month, by hour of the day and of the year.

    Attributes
    ----------
    free_hours
        Hours of the year in which no chiller runs.
    warm_hours
        Hours in which the weather leaves the supply warmer than asked; None where chillers stand.
    hottest_c
        Supply in the hottest hour; None where chillers stand.
    dry_bulb_c
        Mean of each month.
    peak
        What the plant draws in its worst hour, part of its heat.
    """

    year: Means
    months: tuple[Means, ...]
    free_hours: Figure
    dry_bulb_c: tuple[float, ...]
    day: DayMeans
    peak: Figure
    warm_hours: Figure | None = None
    hottest_c: Figure | None = None


@dataclass(frozen=True)
class DesignHour:
    """The hour by which a plant is sized, and what coolers or towers do in it.

    Attributes
    ----------
    water_c
        Coldest water that they give.
    chilled
        Part of the heat that is left to chillers; None where none stand.
    """

    water_c: Figure
    chilled: Figure | None


def design_hour(rare_c: float, supply_c: float, plant: PlantRange) -> DesignHour:
    """Return a plant in the rare hour of a place.

    Parameters
    ----------
    rare_c
        Dry bulb for dry coolers, wet bulb for towers, that 0.4 % of the hours exceed.
    """
    ends = (plant.taken, plant.best, plant.worst)
    water = [rare_c + end.approach_k for end in ends]
    chilled = [
        float(chilled_part(np.array([c]), supply_c, end.delta_t_k)[0])
        for c, end in combined(water, ends)
    ]
    return DesignHour(
        plant_figure(water[0], water, plant.of_supply, "°C"),
        plant_figure(chilled[0], chilled, plant, "") if plant.taken.chillers else None,
    )


@lru_cache(maxsize=4)
def every_end(
    outdoors: Outdoors, rejection: Rejection, supply_c: float, plant: PlantRange
) -> tuple[PlantHours, ...]:
    """Return the hours of the plant that is taken, then of each end of what is planned with."""
    weather, hours_of = year_of(outdoors), HOURS_OF[rejection]
    taken = hours_of(plant.taken, weather, supply_c)
    # More of a rise leaves less to chillers and more to fans: which end is worse depends.
    rises = (plant.best.delta_t_k, plant.taken.delta_t_k, plant.worst.delta_t_k)
    ends = [
        hours_of(replace(end, delta_t_k=rise), weather, supply_c)
        for end, rise in combined((plant.best, plant.worst), rises)
    ]
    return (taken, *ends)


@lru_cache(maxsize=32)
def year_means(
    outdoors: Outdoors, rejection: Rejection, supply_c: float, plant: PlantRange
) -> YearMeans:
    """Return the means of a plant that supplies water at a temperature."""
    weather = year_of(outdoors)
    every = every_end(outdoors, rejection, supply_c, plant)
    spans = [weather.month == month for month in range(MONTHS)]

    def means(where: slice | np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Means:
        def figure(of: Callable[[PlantHours], Hours], unit: str = "") -> Figure:
            found = [float(of(hours)[where].mean()) for hours in every]
            return plant_figure(found[0], found, plant, unit)

        litres = figure(lambda hours: hours.litres_per_kwh, "L/kWh")
        most = max(float(hours.most_l_per_kwh[where].mean()) for hours in every)
        return Means(
            figure(lambda hours: hours.power),
            figure(lambda hours: hours.chilled),
            plant_figure(litres.likely, (litres.low, most), plant, "L/kWh"),
        )

    free = [float((hours.chilled == 0).sum()) for hours in every]
    warm = [float((hours.over_k > 0).sum()) for hours in every]
    highest = [float(hours.power.max()) for hours in every]
    hottest = [float(hours.supplied_c.max()) for hours in every]
    chillers = plant.taken.chillers
    return YearMeans(
        means(slice(None)),
        tuple(means(where) for where in spans),
        plant_figure(free[0], free, plant, "h a year"),
        tuple(round(float(weather.dry_bulb_c[where].mean()), 1) for where in spans),
        _day_means(weather, [hours.power for hours in every]),
        plant_figure(highest[0], highest, plant, ""),
        None if chillers else plant_figure(warm[0], warm, plant.of_supply, "h a year"),
        None if chillers else plant_figure(hottest[0], hottest, plant.of_supply, "°C"),
    )


def _day_means(weather: Weather, powers: Sequence[Hours]) -> DayMeans:
    """Return means by hour of the day; the first of the powers is the one that is taken."""
    months = weather.month[::HOURS_PER_DAY]
    monthly = [float(weather.dry_bulb_c[weather.month == at].mean()) for at in range(MONTHS)]
    warmest, coldest = monthly.index(max(monthly)), monthly.index(min(monthly))

    def by_hour(of: Hours, month: int | None) -> list[float]:
        days = of.reshape(-1, HOURS_PER_DAY)
        found = days if month is None else days[months == month]
        return [float(mean) for mean in found.mean(axis=0)]

    def figures(month: int | None) -> tuple[Figure, ...]:
        found = zip(*(by_hour(power, month) for power in powers), strict=True)
        return tuple(_between(ends[0], ends) for ends in found)

    return DayMeans(
        figures(None),
        figures(warmest),
        figures(coldest),
        tuple(round(c, 1) for c in by_hour(weather.dry_bulb_c, None)),
        warmest,
        coldest,
    )


def plant_figure(
    value: float, ends: Sequence[float], plant: PlantRange, unit: str, more: tuple[str, ...] = ()
) -> Figure:
    """Return a figure between what a plant's ends give.

    Parameters
    ----------
    more
        What leaves it open beside the plant.
    """
    low, high = min(value, *ends), max(value, *ends)
    refs = (*plant.refs, *more)
    gaps = tuple(Gap(ref, (high - low) / len(refs)) for ref in refs) if low < high else ()
    known = 0.0 if refs else 1.0
    return Figure(low, high, value, unit, known, (*plant.stated, *refs), gaps, bool(refs))


def _between(value: float, ends: Sequence[float]) -> Figure:
    return Figure(min(value, *ends), max(value, *ends), value, "", 0.0, (), (), True)
