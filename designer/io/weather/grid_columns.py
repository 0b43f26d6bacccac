"""Which columns of an export hold hours and carbon, in which unit, and by which clock."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from designer.engine.subjects.carbon.factors import KG_PER_LB

_CARBON: Final = ("carbon intensity", "carbon_intensity", "intensity", "co2", "co₂", "moer", "aoer")
_NO_CARBON: Final = ("source", "estimat", "percent", "%", "version", "method")
_TIME: Final = ("datetime", "timestamp", "point_time", "time", "date", "hour", "mtu", "period")
_ZONE: Final = ("zone name", "zone", "zone id", "area", "region", "ba", "country")
_CLOCKS: Final = {"utc": 0.0, "gmt": 0.0, "cet": 1.0}
"""Clocks that a column names; hours of CET with summer time follow each other like those of CET."""
_POUNDS: Final = re.compile(r"\blbs?\b|pound")
_PER_MWH: Final = re.compile(r"(per|/)\s*mwh")


@dataclass(frozen=True)
class Columns:
    """The columns of a table.

    Attributes
    ----------
    name, value
        The column of carbon: its name and place.
    g_per_kwh
        What one of its unit is.
    time
        Place of the column of hours; None where none is named so.
    utc_h
        Clock that its name says; None where it says none.
    zone
        Place of the column that names the zone.
    """

    separator: str
    name: str
    value: int
    g_per_kwh: float
    time: int | None
    utc_h: float | None
    zone: int | None
    notes: tuple[str, ...]

    def zone_of(self, row: Sequence[str]) -> str:
        """Return the zone that a line names; empty where it names none."""
        if self.zone is None or self.zone >= len(row):
            return ""
        return row[self.zone].strip()


def columns_of(names: Sequence[str], separator: str, column: str = "") -> Columns | None:
    """Return the columns of a line of names; None where it names no carbon.

    Parameters
    ----------
    column
        Name of the column of carbon, or a part of it; empty for that which is found.
    """
    lower = [name.lower() for name in names]
    if column:
        wanted = [at for at, name in enumerate(lower) if column.lower() in name]
    else:
        wanted = [at for at, name in enumerate(lower) if _is_carbon(name)]
    if not wanted:
        return None
    # Electricity Maps has what power plants emit, and that over the life cycle, in columns.
    value = next((at for at in wanted if "direct" in lower[at]), wanted[0])
    notes = []
    if len(wanted) > 1:
        others = ", ".join(repr(names[at]) for at in wanted if at != value)
        notes.append(f"carbon is that of {names[value]!r}, beside {others}")
    factor, said = _unit(lower[value])
    if not said:
        unit = "lb/MWh" if factor != 1 else "g/kWh"
        notes.append(f"{names[value]!r} names no unit: taken for {unit}")
    if "moer" in lower[value]:
        notes.append("marginal emissions (MOER): a sum for reports takes averages of the grid")
    time = next(
        (at for word in _TIME for at, name in enumerate(lower) if word in name and at != value),
        None,
    )
    clock = None
    if time is not None:
        clock = next((h for word, h in _CLOCKS.items() if word in lower[time]), None)
    zone = next((lower.index(word) for word in _ZONE if word in lower), None)
    return Columns(separator, names[value], value, factor, time, clock, zone, tuple(notes))


def _is_carbon(name: str) -> bool:
    return any(word in name for word in _CARBON) and not any(word in name for word in _NO_CARBON)


def _unit(name: str) -> tuple[float, bool]:
    """Return how many g/kWh one of a column's unit is, and whether its name says a unit."""
    per_mwh = _PER_MWH.search(name) is not None
    if _POUNDS.search(name):
        return KG_PER_LB, True
    if "kg" in name:
        return (1.0 if per_mwh else 1000.0), True
    if per_mwh and re.search(r"\bt(on(ne)?s?)?(co|/|\b)", name):
        return 1000.0, True
    if re.search(r"g\s*(co|/|per)|g_|gram|/kwh", name):
        return 1.0, True
    return (KG_PER_LB if "moer" in name else 1.0), False
