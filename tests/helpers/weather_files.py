"""Weather files that tests write themselves: a year of hours as EPW text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from designer.engine.subjects.climate.moist_air import Hours
from designer.model.weather_year import DAYS

DESIGN = (
    "DESIGN CONDITIONS,1,Climate Design Data 2009 ASHRAE Handbook,,Heating,12,-18.8,-15.5,-21.6,"
    "0.7,-10.9,-18.8,0.9,-7.5,12.2,3.9,10.9,3.8,3,340,Cooling,7,15.2,33,15.7,32,15.5,30.2,15.3,"
    "18.4,27.3,17.5,26.4,16.8,25.6,4.9,0,16.1,14.3,20.2,14.9,13.2,19.9,13.9,12.3,19.6,59.7,27.3,"
    "56.6,26.6,54,25.7,760,Extremes,11.1,9.5,8.4,22.9,-22.9,36.1,3.8,1.2,-25.7,37,-27.9,37.7"
)
"""Rare hours of Denver Centennial, as the header of its TMY3 file prints them."""
LOCATION = "LOCATION,Denver Centennial,CO,USA,TMY3,724666,39.74,-105.18,-7.0,1829.0"
Row = list[str]


@dataclass
class EpwText:
    """What stands in a file; each test changes a part of it."""

    dry: Sequence[float]
    dew: Sequence[float]
    location: str = LOCATION
    design: str = DESIGN
    periods: str = "DATA PERIODS,1,1,Data,Sunday, 1/ 1,12/31"
    pressure_pa: float = 81_500
    end: str = "\r\n"
    rows: Callable[[list[Row]], list[Row]] = field(default=lambda rows: rows)

    def bytes(self, encoding: str = "latin-1") -> bytes:
        head = [
            self.location, self.design, "TYPICAL/EXTREME PERIODS,0", "GROUND TEMPERATURES,0",
            "HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0", "COMMENTS 1,made by a test", "COMMENTS 2,",
            self.periods,
        ]  # fmt: skip
        lines = [*head, *(",".join(row) for row in self.rows(self.all_rows()))]
        return (self.end.join(lines) + self.end).encode(encoding)

    def all_rows(self) -> list[Row]:
        """Return a row for each hour, months of different years."""
        rows, at = [], 0
        for month, days in enumerate(DAYS, start=1):
            for day in range(1, days + 1):
                for hour in range(1, 25):
                    rows.append(
                        [str(1990 + month), str(month), str(day), str(hour), "60", "?9?9",
                         f"{self.dry[at]:.1f}", f"{self.dew[at]:.1f}", "50",
                         f"{self.pressure_pa:.0f}", *["0"] * 25]
                    )  # fmt: skip
                    at += 1
        return rows


def weather_of_chance(
    mean_c: float = 12.0, season_k: float = 12.0, seed: int = 9
) -> tuple[Hours, Hours]:
    """Return dry bulb and dew point of a year with seasons, days that differ, and a daily swing.

    Days follow each other as weather does (each keeps 0.7 of how far the day before lay off).
    """
    rng = np.random.default_rng(seed)
    days = np.arange(365)
    off = np.zeros(365)
    for day in days[1:]:
        off[day] = 0.7 * off[day - 1] + rng.normal(0, 2.6)
    mean = mean_c - season_k * np.cos(2 * np.pi * (days - 20) / 365)
    swing = 5.5 * np.cos(2 * np.pi * (np.arange(24) + 0.5 - 15) / 24)
    dry = ((mean + off)[:, None] + swing[None, :]).ravel()
    dew = np.repeat(mean + 0.9 * off - 6.0, 24) + rng.normal(0, 0.3, 8760)
    return np.round(dry, 1), np.round(np.minimum(dew, dry), 1)


def epw(**changes: object) -> EpwText:
    """Return a file with a year of chance."""
    dry, dew = weather_of_chance()
    return EpwText(dry=dry, dew=dew, **changes)  # type: ignore[arg-type] # each test names its own
