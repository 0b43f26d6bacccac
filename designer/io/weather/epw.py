"""Read a weather file of EnergyPlus (EPW) into a year that a design keeps.

Eight lines of header, then a line for each hour. What EnergyPlus' data dictionary says is held:
hour 1 is that from midnight to one, in local standard time; 99.9, 999 and 999999 say that nobody
measured; months may be of different years. Files that people have are also in Latin-1, without
design conditions, with pressures of 0, and with single hours of a dew point that cannot be.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from statistics import fmean
from typing import Final

from designer.catalog.input_file import ReadError, read_input
from designer.engine.subjects.cooling.humid_air import dew_point_c
from designer.engine.subjects.cooling.thermal import pressure_ratio
from designer.io.weather.epw_header import Header, HeaderError, header_of
from designer.io.weather.hours import (
    HOURS,
    LONGEST_GAP_H,
    STARTS,
    filled,
    months_of,
    refused,
    text_of,
)
from designer.model.hours_text import hours_text
from designer.model.plural import plural
from designer.model.weather_year import DAYS, WeatherYear

MOST_BYTES: Final = 8 << 20
"""A year has some 1.6 MB."""
SPIKE_K: Final = 5.0
"""A dew point this far above both the hour before and the hour after is a mistake of the file."""
OFF_KPA: Final = 3.0
"""A mean pressure this far from that of the standard atmosphere at the station's height is told."""
_COLUMNS: Final = 10
_SEA_KPA: Final = 101.325
_PRESSURES_PA: Final = (31_000.0, 120_000.0)
"""What EnergyPlus takes for a pressure."""
_TEMPERATURES_C: Final = (-90.0, 70.0)
_HUMIDITY_PCT: Final = (1.0, 110.0)
_LONGEST_SHOWN: Final = 20
_NAMES: Final = {
    1: "month", 2: "day", 3: "hour", 6: "dry bulb", 7: "dew point", 8: "relative humidity",
    9: "pressure",
}  # fmt: skip
_MISSING: Final = {6: "99.9", 7: "99.9", 8: "999", 9: "999999"}
"""Columns by their place from 0, and what in them says that nobody measured."""
_LEAP_DAY: Final = (2, 29)


@dataclass(frozen=True)
class WeatherRead:
    """A year, and in words what was mended or is doubtful."""

    year: WeatherYear
    notes: tuple[str, ...]


@dataclass
class _Hours:
    """Columns of a year while they are read; None where nobody measured."""

    dry: list[float | None] = field(default_factory=lambda: [None] * HOURS)
    dew: list[float | None] = field(default_factory=lambda: [None] * HOURS)
    pressures: list[float] = field(default_factory=list)
    seen: bytearray = field(default_factory=lambda: bytearray(HOURS))
    leap_hours: int = 0


def read_epw(path: Path) -> WeatherRead:
    """Return the year in a file.

    Raises
    ------
    ReadError
        If it cannot be read, or is no year of hours; the message is one line.
    """
    return epw_of(read_input(path, MOST_BYTES), path.name)


def epw_of(raw: bytes, name: str) -> WeatherRead:
    """Return the year that a file's bytes hold.

    Raises
    ------
    ReadError
        If they are no year of hours.
    """
    lines = text_of(raw).splitlines()
    try:
        header = header_of(lines)
    except HeaderError as error:
        raise refused(f"{name}:{error.line}", error.what, error.mend) from error
    hours = _Hours()
    for number, line in enumerate(lines[header.lines :], start=header.lines + 1):
        if line.strip():
            _take(hours, line.split(","), f"{name}:{number}")
    missing = HOURS - sum(hours.seen)
    if missing > LONGEST_GAP_H:
        given, first = HOURS - missing, hours.seen.index(0)
        month = next(at for at, start in enumerate(STARTS) if start * 24 > first)
        day = first // 24 - STARTS[month - 1] + 1
        what = f"holds {given} of the {HOURS} hours of a year"
        what += f"; the first that lacks is hour {first % 24 + 1} of day {day} of month {month}"
        raise refused(name, what, "give a file of a whole year, of 365 days")
    return _year(header, hours, name)


def _take(hours: _Hours, columns: Sequence[str], where: str) -> None:
    """Take one line of an hour."""
    if len(columns) < _COLUMNS:
        what = f"an hour has {plural(len(columns), 'column')}, not 35"
        raise refused(where, what, "download the weather file (EPW) anew: its lines are cut off")
    month, day, hour = (_whole(columns, at, where) for at in range(1, 4))
    dry, dew, humid, pressure = (_number(columns, at, where) for at in range(6, _COLUMNS))
    if (month, day) == _LEAP_DAY:
        hours.leap_hours += 1
        return
    if not (1 <= month <= len(DAYS) and 1 <= day <= DAYS[month - 1]):
        mend = "correct month and day in columns 2 and 3 of this line"
        raise refused(where, f"there is no day {day} of month {month}", mend)
    if not 1 <= hour <= 24:
        mend = "correct column 4 of this line: hour 1 is from midnight to one"
        raise refused(where, f"hour {hour}: an EPW counts them from 1 to 24", mend)
    at = (STARTS[month - 1] + day - 1) * 24 + hour - 1
    if hours.seen[at]:
        what = f"hour {hour} of day {day} of month {month} stands there twice"
        raise refused(where, what, "take out one of both lines: a year has each hour once")
    hours.seen[at] = True
    hours.dry[at] = _within(dry, _TEMPERATURES_C)
    hours.dew[at] = _within(dew, _TEMPERATURES_C)
    if hours.dew[at] is None and hours.dry[at] is not None:
        known = _within(humid, _HUMIDITY_PCT)
        hours.dew[at] = None if known is None else dew_point_c(dry, known)
    if (found := _within(pressure, _PRESSURES_PA)) is not None:
        hours.pressures.append(found / 1000)


def _number(columns: Sequence[str], at: int, where: str) -> float:
    """Return the number in a column; an empty one is as good as a code for missing."""
    text = columns[at].strip()
    try:
        return float(text) if text else inf
    except ValueError as error:
        raise _no_number(text, at, where) from error


def _whole(columns: Sequence[str], at: int, where: str) -> int:
    """Return the whole number in a column of the date."""
    try:
        return int(float(columns[at]))
    except (ValueError, OverflowError) as error:
        raise _no_number(columns[at].strip(), at, where) from error


def _no_number(text: str, at: int, where: str) -> ReadError:
    held = f"holds {_shown(text)}, which is no number" if text else "is empty"
    mend = (
        f"write a number there, or {_MISSING[at]} where nobody measured"
        if at in _MISSING
        else ("write the date of the hour there")
    )
    return refused(where, f"column {at + 1} ({_NAMES[at]}) {held}", mend)


def _shown(text: str) -> str:
    """Return a value of a file as a message shows it, on one line and not too long."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return f"'{plain[:_LONGEST_SHOWN]}{'…' if len(plain) > _LONGEST_SHOWN else ''}'"


def _within(value: float, span: tuple[float, float]) -> float | None:
    return value if span[0] <= value <= span[1] else None


def _year(header: Header, hours: _Hours, name: str) -> WeatherRead:
    notes = list(header.notes)
    if hours.leap_hours:
        notes.append("29 February is left out: a year here has 365 days")
    spikes = _without_spikes(hours.dew)
    if spikes:
        notes.append(
            f"{plural(spikes, 'hour')} with a dew point more than {SPIKE_K:g} K above the hours "
            "beside it: taken from these"
        )
    dry = filled(hours.dry, "dry bulb", name, notes)
    dew = filled(hours.dew, "dew point", name, notes)
    wet = sum(high > low + 1 for high, low in zip(dew, dry, strict=True))
    if wet:
        notes.append(f"{plural(wet, 'hour')} with a dew point above the dry bulb: held to it")
    dew = [min(high, low) for high, low in zip(dew, dry, strict=True)]
    place = header.place
    year = WeatherYear(
        source=", ".join(words for words in (header.source, name) if words),
        pressure_kpa=round(_pressure(hours.pressures, place.get("elevation_m"), name, notes), 2),
        dry_bulb=tuple(map(hours_text, months_of(dry))),
        dew_point=tuple(map(hours_text, months_of(dew))),
        **header.words,
        **place,
        **header.design,
    )
    return WeatherRead(year, tuple(notes))


def _without_spikes(dew: list[float | None]) -> int:
    """Take out single hours that stand far above both neighbours; return how many."""
    found = [
        at
        for at in range(1, len(dew) - 1)
        if (here := dew[at]) is not None
        and (before := dew[at - 1]) is not None
        and (after := dew[at + 1]) is not None
        and here - max(before, after) > SPIKE_K
    ]
    for at in found:
        dew[at] = None
    return len(found)


def _pressure(
    pressures: Sequence[float], elevation_m: float | None, name: str, notes: list[str]
) -> float:
    """Return the mean pressure of the station.

    Raises
    ------
    ReadError
        If neither pressures nor a height say it.
    """
    standard = None if elevation_m is None else _SEA_KPA * pressure_ratio(elevation_m)
    if len(pressures) * 2 < HOURS:
        if standard is None:
            mend = "write the height in m as the last value of the LOCATION line (line 1)"
            raise refused(name, "neither pressures nor the height of the station", mend)
        notes.append(f"pressures are missing: {standard:.1f} kPa, the standard of its height")
        return standard
    mean = fmean(pressures)
    if standard is not None and abs(mean - standard) > OFF_KPA:
        notes.append(
            f"its mean pressure of {mean:.1f} kPa is not that of its height of {elevation_m:,.0f} "
            f"m, {standard:.1f} kPa"
        )
    return mean
