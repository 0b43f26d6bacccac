"""A year of hours: that which a design keeps, or one made from twelve months of means.

Of one that is made of means, the shape of a day is that of ASHRAE, Handbook of Fundamentals 2009,
chapter 14 (part of the daily range below the highest temperature, hours 1 to 24); its range in a
mean day is 0.85 of that of the days, and the days of a month lie around their mean by the quantiles
of a normal distribution. So made, the years of ten places are within 0.4 K of the mean of the
hourly files that they came from (São Paulo: 0.8 K too warm), and their hours of free cooling within
some 400 (São Paulo: 900). The rare hours are missing: it is of use for energy and water, and of
none for sizing.
"""

from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Final

import numpy as np

from designer.catalog.climate import MONTHS, Climate
from designer.engine.subjects.climate.moist_air import Hours, humidity, wet_bulb_c
from designer.model.weather_year import DAYS, WeatherYear, hours_of_months

Outdoors = Climate | WeatherYear
"""What a year of hours is made of."""
BELOW_HIGH: Final = (
    0.88, 0.92, 0.95, 0.98, 1.0, 0.98, 0.91, 0.74, 0.55, 0.38, 0.23, 0.13,
    0.05, 0.0, 0.0, 0.06, 0.14, 0.24, 0.39, 0.50, 0.59, 0.68, 0.75, 0.82,
)  # fmt: skip
RANGE_OF_MEAN_DAY: Final = 0.85

SEASONS_K: Final = 8.0
"""Means of the months that lie further apart are of a place with seasons."""
DRY_K: Final = 15.0
"""A dew point further than this below the year's mean is that of a desert."""
SIGMA_K: Final = (3.0, 1.2)
DEW_FOLLOWS: Final = (0.9, 0.2)
"""With seasons and without: how far days lie apart, and how much of it their dew point follows."""


@dataclass(frozen=True, eq=False)
class Weather:
    """Hours of a year of 365 days: arrays of 8,760, but the pressure, which is one figure.

    Attributes
    ----------
    month
        0 for January.
    """

    dry_bulb_c: Hours
    dew_point_c: Hours
    wet_bulb_c: Hours
    pressure_kpa: float
    month: np.ndarray[tuple[int], np.dtype[np.int64]]


@lru_cache(maxsize=8)
def year_of(outdoors: Outdoors) -> Weather:
    """Return a year of hours; the same one for the same figures."""
    if isinstance(outdoors, WeatherYear):
        return _kept(outdoors)
    return _made(outdoors)


def _kept(year: WeatherYear) -> Weather:
    """Return the hours that a design keeps."""
    if year.pressure_kpa is None:
        raise ValueError("a year of hours without the pressure of its station")
    dry_bulb = np.fromiter(hours_of_months(year.dry_bulb), float)
    dew_point = np.minimum(np.fromiter(hours_of_months(year.dew_point), float), dry_bulb)
    return _weather(dry_bulb, dew_point, year.pressure_kpa)


def _weather(dry_bulb: Hours, dew_point: Hours, pressure_kpa: float) -> Weather:
    wet_bulb = wet_bulb_c(dry_bulb, humidity(dew_point, pressure_kpa), pressure_kpa)
    month = np.repeat(np.arange(MONTHS), np.array(DAYS) * 24)
    return Weather(dry_bulb, dew_point, wet_bulb, pressure_kpa, month)


def _made(climate: Climate) -> Weather:
    shape = np.array(BELOW_HIGH)
    swing = (shape.mean() - shape) * RANGE_OF_MEAN_DAY
    means = _means(climate)
    seasons = max(means) - min(means) > SEASONS_K
    sigma = climate.day_sigma_k or (SIGMA_K[not seasons],) * MONTHS
    dry = float(np.mean(means) - np.mean(climate.dew_point_c)) > DRY_K
    follows = DEW_FOLLOWS[not seasons or dry]
    hours, dews = [], []
    for at, days in enumerate(DAYS):
        offset = sigma[at] * _quantiles(days)
        mean_day = means[at] + swing * (climate.high_c[at] - climate.low_c[at])
        hours.append((mean_day[None, :] + offset[:, None]).ravel())
        dews.append(np.repeat(climate.dew_point_c[at] + follows * offset, shape.size))
    dry_bulb = np.concatenate(hours)
    dew_point = np.minimum(np.concatenate(dews), dry_bulb)
    return _weather(dry_bulb, dew_point, climate.pressure_kpa)


def _means(climate: Climate) -> list[float]:
    """Return the mean of each month: the middle of its mean highest and lowest."""
    return [(high + low) / 2 for high, low in zip(climate.high_c, climate.low_c, strict=True)]


@lru_cache(maxsize=4)
def _quantiles(days: int) -> Hours:
    """Return how far each day of a month lies from its mean, in standard deviations.

    In a fixed order that has warm and cold days in turn: the sum of the hours does not ask for it.
    """
    normal = NormalDist()
    spread = np.array([normal.inv_cdf((day + 0.5) / days) for day in range(days)])
    golden = (np.arange(days) * 0.6180339887498949) % 1.0
    found: Hours = spread[np.argsort(np.argsort(golden))]
    return found
