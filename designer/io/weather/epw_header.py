"""The eight lines in front of an EPW: where it is, the rare hours for sizing, and its period."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from designer.io.weather.hours import id_of

_KEYS: Final = (
    "LOCATION", "DESIGN CONDITIONS", "TYPICAL/EXTREME PERIODS", "GROUND TEMPERATURES",
    "HOLIDAYS/DAYLIGHT SAVINGS", "COMMENTS 1", "COMMENTS 2", "DATA PERIODS",
)  # fmt: skip
_NO_EPW: Final = "choose a weather file of EnergyPlus (EPW): its first line begins with LOCATION"
_NO_PERIODS: Final = "give the file as it is published: line 8 begins with DATA PERIODS"
_PLACE: Final = ("latitude", "longitude", "utc_h", "elevation_m")
_SPANS: Final = {
    "latitude": (-90.0, 90.0),
    "longitude": (-180.0, 180.0),
    "utc_h": (-12.0, 14.0),
    "elevation_m": (-500.0, 10_000.0),
}
_DESIGN: Final[Mapping[str, tuple[str, int]]] = {
    "coldest_c": ("heating", 2),
    "design_dry_bulb_c": ("cooling", 3),
    "design_dry_wet_c": ("cooling", 4),
    "design_wet_bulb_c": ("cooling", 9),
    "design_wet_dry_c": ("cooling", 10),
    "highest_wet_bulb_c": ("extremes", 4),
}
"""Columns after the word that begins a group: ASHRAE, Handbook of Fundamentals 2009 and later."""
_TEMPERATURES_C: Final = (-80.0, 65.0)
_UNPRINTED: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


class HeaderError(ValueError):
    """The header is none of an EPW with hourly values."""

    def __init__(self, line: int, what: str, mend: str) -> None:
        super().__init__(what)
        self.line, self.what, self.mend = line, what, mend


@dataclass(frozen=True, eq=False)
class Header:
    """What the lines in front say.

    Attributes
    ----------
    lines
        How many there are.
    words
        Id and name of the place.
    place, design
        Figures of the place, and the rare hours, by the name of their field; only what is said.
    """

    lines: int
    words: dict[str, str]
    source: str
    place: dict[str, float]
    design: dict[str, float]
    notes: tuple[str, ...]


def header_of(lines: Sequence[str]) -> Header:
    """Return what the header says.

    Raises
    ------
    HeaderError
        If it is none, or not of hourly values.
    """
    if not lines or not lines[0].upper().startswith(_KEYS[0]):
        raise HeaderError(1, "no weather file", _NO_EPW)
    found: dict[str, tuple[int, list[str]]] = {}
    for number, line in enumerate(lines[: len(_KEYS)], start=1):
        key, *columns = (_printed(column) for column in line.split(","))
        found[key.upper()] = number, columns
    if _KEYS[-1] not in found:
        raise HeaderError(len(_KEYS), "no DATA PERIODS line in the first eight", _NO_PERIODS)
    _require_hourly(*found[_KEYS[-1]])
    city, state, country, source, station, *figures = (*found[_KEYS[0]][1], *[""] * 9)[:9]
    name = ", ".join(word for word in (city, state, country) if word not in ("", "-"))
    place = {
        field: value
        for field, text in zip(_PLACE, figures, strict=True)
        if (value := _number(text, *_SPANS[field])) is not None
    }
    design = _design(found.get(_KEYS[1], (0, []))[1])
    notes = () if "design_dry_bulb_c" in design else ("it states no design conditions",)
    return Header(
        lines=found[_KEYS[-1]][0],
        words={"id": id_of(city) or "weather", "name": name or "Place not named"},
        source=" ".join(word for word in (source, station) if word),
        place=place,
        design=design,
        notes=notes,
    )


def _printed(text: str) -> str:
    return _UNPRINTED.sub(" ", text).strip()


def _require_hourly(line: int, columns: Sequence[str]) -> None:
    periods, per_hour = (_number(text, 0, 1e6) for text in (*columns, "", "")[:2])
    if periods is not None and periods != 1:
        raise HeaderError(line, f"{periods:g} data periods", "give one period of a whole year")
    if per_hour is not None and per_hour != 1:
        raise HeaderError(line, f"{per_hour:g} values an hour", "give a file with one an hour")


def _design(columns: Sequence[str]) -> dict[str, float]:
    """Return the rare hours; nothing where the line says 0, or its groups are other ones."""
    starts = {text.lower(): at for at, text in enumerate(columns)}
    found = {}
    for field, (group, offset) in _DESIGN.items():
        at = starts.get(group)
        if at is not None and at + offset < len(columns):
            value = _number(columns[at + offset], *_TEMPERATURES_C)
            if value is not None:
                found[field] = value
    return found


def _number(text: str, low: float, high: float) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if low <= value <= high else None
