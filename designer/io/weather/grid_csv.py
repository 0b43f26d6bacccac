"""Read the hourly carbon of a grid, as a service exports it, into a year that a design keeps.

A table of text: a line of names, then a line for each hour of a calendar year, in order. Exports
of Electricity Maps (`Datetime (UTC)`, `Carbon intensity gCO₂eq/kWh (direct)`), of WattTime
(`timestamp`, `MOER`, pounds for each MWh) and tables made of ENTSO-E's (`MTU (CET/CEST)`) are read
by the names of their columns; separators, decimal commas and clocks are found out.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from designer.catalog.input_file import read_input
from designer.io.weather.grid_columns import Columns, columns_of
from designer.io.weather.hours import HOURS, STARTS, filled, id_of, months_of, refused, text_of
from designer.model.grid_year import MOST_G_PER_KWH, GridYear, grams_text

MOST_BYTES: Final = 16 << 20
LEAP_HOURS: Final = HOURS + 24
_LEAP_DAY_AT: Final = (STARTS[2]) * 24
_FIRST_LINES: Final = 30
_NAMES_WANTED: Final = (
    "name a column of hours (datetime) and one of carbon (carbon intensity gCO2eq/kWh)"
)
_STAMP: Final = re.compile(
    r"(?P<a>\d{1,4})[-./](?P<b>\d{1,2})[-./](?P<c>\d{1,4})"
    r"(?:[T ]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2}(?:\.\d+)?)?)?"
    r"\s*(?P<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?"
)
_FAR_H: Final = 14.0
"""A clock is no further from UTC than this."""


@dataclass(frozen=True)
class GridRead:
    """A year, and in words what was mended or is doubtful."""

    year: GridYear
    notes: tuple[str, ...]


@dataclass(frozen=True)
class _Stamp:
    """When an hour begins by the clock of its file, and that clock against UTC where it says so."""

    at: datetime
    utc_h: float | None


def read_grid(path: Path, column: str = "") -> GridRead:
    """Return the year in a file.

    Parameters
    ----------
    column
        Name of the column of carbon, or a part of it; empty for that which is found.

    Raises
    ------
    ReadError
        If it cannot be read, or is no year of hours; the message is one line.
    """
    return grid_of(read_input(path, MOST_BYTES), path.name, column)


def grid_of(raw: bytes, name: str, column: str = "") -> GridRead:
    """Return the year that a file's bytes hold.

    Raises
    ------
    ReadError
        If they are no year of hours.
    """
    lines = text_of(raw).splitlines()
    columns, first = _header(lines, name, column)
    rows = [
        (number, row)
        for number, row in enumerate(_rows(lines[first:], columns.separator), start=first + 1)
        if any(cell.strip() for cell in row)
    ]
    if len(rows) not in (HOURS, LEAP_HOURS):
        raise refused(
            name, f"{len(rows):,} lines of values: hours of a year are {HOURS:,}, or "
            f"{LEAP_HOURS:,} of a leap year", "give one calendar year of hourly values",
        )  # fmt: skip
    notes = list(columns.notes)
    start = _checked_order(columns, rows, name)
    grams = [_grams(columns, row, f"{name}:{number}") for number, row in rows]
    if len(grams) == LEAP_HOURS:
        del grams[_LEAP_DAY_AT : _LEAP_DAY_AT + 24]
        notes.append("29 February is left out: a year here has 365 days")
    if all(value is None for value in grams):
        raise refused(name, f"no number in the column {columns.name!r}", _NAMES_WANTED)
    values = filled(grams, "value", name, notes)
    utc_h = _clock(columns, start, notes)
    zone = columns.zone_of(rows[0][1]) or Path(name).stem
    of = (columns.name, str(start.at.year + (start.at.month == 12)) if start else "", name)
    year = GridYear(
        id=id_of(zone) or "grid",
        name=zone,
        source=", ".join(word for word in of if word),
        utc_h=utc_h,
        intensity=tuple(map(grams_text, months_of(values))),
    )
    return GridRead(year, tuple(notes))


def _rows(lines: Sequence[str], separator: str) -> list[list[str]]:
    return list(csv.reader(lines, delimiter=separator))


def _header(lines: Sequence[str], name: str, column: str) -> tuple[Columns, int]:
    """Return the columns and the number of the line that names them.

    Raises
    ------
    ReadError
        If no line names carbon of a grid.
    """
    for number, line in enumerate(lines[:_FIRST_LINES], start=1):
        if line.lstrip().startswith("#") or not line.strip():
            continue
        separator = max(",;\t", key=line.count)
        (cells,) = _rows([line], separator) or [[]]
        found = columns_of([cell.strip() for cell in cells], separator, column)
        if found is not None:
            return found, number
    what = f"no column {column!r}" if column else "no column of carbon intensity"
    raise refused(f"{name}:1", what, _NAMES_WANTED)


def _grams(columns: Columns, row: Sequence[str], where: str) -> float | None:
    """Return the carbon of an hour, g/kWh; None where the cell holds no number."""
    text = row[columns.value].strip() if columns.value < len(row) else ""
    if columns.separator != ",":
        text = text.replace(",", ".")
    try:
        value = float(text) * columns.g_per_kwh
    except ValueError:
        return None
    if value != value:  # a nan is how tables say that nobody measured
        return None
    if not 0 <= value <= MOST_G_PER_KWH:
        raise refused(
            where, f"{text} in the column {columns.name!r} is no carbon of a grid",
            f"give 0 to {MOST_G_PER_KWH:,.0f} g/kWh, or name the unit in the column (lb/MWh)",
        )  # fmt: skip
    return value


def _checked_order(
    columns: Columns, rows: Sequence[tuple[int, Sequence[str]]], name: str
) -> _Stamp | None:
    """Return when the first hour begins; None where no column says it, or in no form known here.

    Raises
    ------
    ReadError
        If the hours go back by more than a change of the clock, or are of no calendar year.
    """
    if columns.time is None:
        return None
    before: _Stamp | None = None
    start: _Stamp | None = None
    for number, row in rows:
        stamp = _stamp(row[columns.time]) if columns.time < len(row) else None
        if stamp is None:
            continue
        if before is not None and stamp.at < before.at - timedelta(hours=1):
            raise refused(
                f"{name}:{number}", f"{row[columns.time]} comes after a later hour",
                "give the hours of one calendar year in order",
            )  # fmt: skip
        start, before = start or stamp, stamp
    if start is not None and abs(_after_new_year(start)) > _FAR_H:
        raise refused(
            name, f"it begins at {start.at:%Y-%m-%d %H:%M}",
            "give one calendar year, from 1 January on",
        )  # fmt: skip
    return start


def _stamp(text: str) -> _Stamp | None:
    """Return what a cell says of time: the first hour in it, in the forms of common exports."""
    found = _STAMP.search(text)
    if found is None:
        return None
    a, b, c = (int(found[part]) for part in "abc")
    # 2024-01-31, 31.01.2024; of 01/02/2024 nobody knows, and a year begins with 1 January anyway.
    year, month, day = (a, b, c) if a > 31 else (c, b, a)
    year += 2000 if year < 100 else 0
    if month > 12:
        month, day = day, month
    try:
        at = datetime(year, month, day, int(found["hour"] or 0), int(found["minute"] or 0))
    except ValueError:
        return None
    return _Stamp(at, _zone_h(found["zone"]))


def _zone_h(zone: str | None) -> float | None:
    if not zone:
        return None
    if zone[0] not in "+-":
        return 0.0
    digits = zone[1:].replace(":", "")
    hours = int(digits[:2]) + int(digits[2:]) / 60
    return -hours if zone[0] == "-" else hours


def _after_new_year(stamp: _Stamp) -> float:
    """Return how many hours after the nearest 1 January an hour begins; before it, below 0."""
    year = stamp.at.year + (stamp.at.month == 12)
    return (stamp.at - stamp.at.replace(year=year, month=1, day=1, hour=0, minute=0)) / timedelta(
        hours=1
    )


def _clock(columns: Columns, start: _Stamp | None, notes: list[str]) -> float | None:
    """Return the clock of the hours, of which the first is that from midnight on 1 January."""
    clock = columns.utc_h if start is None or start.utc_h is None else start.utc_h
    if clock is None:
        notes.append("its clock is not named: taken for local standard time of the site")
        return None
    return clock if start is None else clock - _after_new_year(start)
