"""What a year of hours says, in lines for people."""

from collections.abc import Iterator
from statistics import fmean

import numpy as np

from designer.engine.subjects.climate.weather import year_of
from designer.engine.subjects.facility.year_writing import MONTH_NAMES
from designer.io.weather.hours import months_of
from designer.model.grid_year import GridYear
from designer.model.weather_year import WeatherYear


def grid_lines(year: GridYear) -> Iterator[str]:
    """Yield zone and source, and the carbon of each month."""
    yield year.name
    yield grid_summary(year)
    grams = list(year.grams)
    yield f"{'':<10} {'mean':>5} {'least':>6} {'most':>6}  g CO2e/kWh"
    for name, hours in zip(MONTH_NAMES, months_of(grams), strict=True):
        yield f"{name:<10} {fmean(hours):5.0f} {min(hours):6.0f} {max(hours):6.0f}"


def grid_summary(year: GridYear) -> str:
    """Return source, clock and mean in one line."""
    if year.utc_h is None:
        clock = "local standard time of the site"
    else:
        clock = f"UTC{year.utc_h:+g} h" if year.utc_h else "UTC"
    if not year.has_hours:
        return f"{year.source}: holds no hours"
    return f"{year.source}; hours in {clock}; mean {fmean(year.grams):.0f} g CO2e/kWh"


def weather_lines(year: WeatherYear) -> Iterator[str]:
    """Yield place, source, the hours for sizing, and the mean of each month."""
    yield year.name
    yield f"source: {year.source}"
    where = ((year.latitude, "° north"), (year.longitude, "° east"), (year.elevation_m, " m"))
    said = [f"{value:,g}{unit}" for value, unit in where if value is not None]
    yield f"station: {', '.join([*said, f'{year.pressure_kpa} kPa'])}"
    yield f"sizing: {rare_hours(year) or 'no design conditions'}"
    weather = year_of(year)
    columns = (weather.dry_bulb_c, weather.dew_point_c, weather.wet_bulb_c)
    yield f"{'':<10} {'dry bulb':>9} {'dew point':>10} {'wet bulb':>9}  °C, means"
    for month, name in enumerate(MONTH_NAMES):
        dry, dew, wet = (float(np.mean(hours[weather.month == month])) for hours in columns)
        yield f"{name:<10} {dry:9.1f} {dew:10.1f} {wet:9.1f}"
    dry, dew, wet = (float(np.mean(hours)) for hours in columns)
    yield f"{'Year':<10} {dry:9.1f} {dew:10.1f} {wet:9.1f}"


def rare_hours(year: WeatherYear) -> str:
    """Return the hours by which a plant is sized, in words; empty where nobody states any."""
    said = []
    for what, rare, beside, other in (
        ("dry bulb", year.design_dry_bulb_c, year.design_dry_wet_c, "wet bulb"),
        ("wet bulb", year.design_wet_bulb_c, year.design_wet_dry_c, "dry bulb"),
    ):
        if rare is not None:
            along = "" if beside is None else f" with {other} {beside:g} °C"
            said.append(f"{what} {rare:g} °C{along} (0.4 %)")
    if year.coldest_c is not None:
        said.append(f"coldest {year.coldest_c:g} °C (99.6 %)")
    return ", ".join(said)
