"""The plant's power in the hours in which the grid is dirty or clean."""

from functools import lru_cache
from math import floor
from typing import Final

import numpy as np

from designer.engine.subject import Facts
from designer.engine.subjects.climate.moist_air import Hours
from designer.engine.subjects.climate.plant_hours import Rejection
from designer.engine.subjects.climate.plant_means import PlantRange, every_end, plant_figure
from designer.engine.subjects.climate.weather import Outdoors
from designer.model.figures import Figure
from designer.model.grid_year import GridYear

CLOCKS_H: Final = tuple(float(hour) for hour in range(-12, 15))
"""Clocks against UTC that a place may have."""
CLOCK: Final = "rule clock of the climate against UTC"


def grid_of(facts: Facts) -> GridYear | None:
    """Return the hours of the site's grid; None where it names none, or the design keeps none."""
    wanted = facts.design.site.grid_year
    found = next((year for year in facts.design.grid_years if year.id == wanted), None)
    return found if wanted and found is not None and found.has_hours else None


@lru_cache(maxsize=16)
def mean_grams(grid: GridYear) -> float:
    """Return the mean of the hours, g/kWh."""
    return float(np.mean(grid.grams))


@lru_cache(maxsize=16)
def power_by_grid(
    outdoors: Outdoors, rejection: Rejection, supply_c: float, plant: PlantRange, grid: GridYear
) -> Figure:
    """Return the plant's mean power, each hour by the carbon of the grid in it, part of the heat.

    Weather is in local standard time, the grid in a clock of its own. One that names none is taken
    for local; where nobody says which clock the climate has, each that may be is a bound.
    """
    ends = every_end(outdoors, rejection, supply_c, plant)
    grams = np.array(grid.grams)
    if not grams.any():
        grams = np.ones_like(grams)  # A grid without carbon weighs all hours alike.
    local = outdoors.utc_h
    if grid.utc_h is None:
        shifts: tuple[float, ...] = (0.0,)
    elif local is None:
        shifts = tuple(clock - grid.utc_h for clock in CLOCKS_H)
    else:
        shifts = (local - grid.utc_h,)
    clocks = [_moved(grams, by) for by in shifts]
    found = [[float(np.average(end.power, weights=by)) for by in clocks] for end in ends]
    open_ = (CLOCK,) if len(clocks) > 1 else ()
    taken, every = found[0], [value for values in found for value in values]
    return plant_figure(float(np.mean(taken)), every, plant, "", open_)


def _moved(grams: Hours, by_h: float) -> Hours:
    """Return hours of one clock by another that is ahead of it; between two hours on a line."""
    whole = floor(by_h)
    part = by_h - whole
    found: Hours = np.roll(grams, whole) * (1 - part) + np.roll(grams, whole + 1) * part
    return found
