"""A year of hours that a design keeps, read from a weather file once.

The design then computes the same wherever it is opened and whatever becomes of the file.
"""

from collections.abc import Iterator
from typing import Final

from designer.model.hours_text import hours_read
from designer.model.record import Record

DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of the months of a year of 365."""
_COLDEST_C: Final = -90.0
_HOTTEST_C: Final = 70.0
_ROUNDING_K: Final = 0.15


class WeatherYear(Record):
    """The weather of a place by the hour, and the rare hours by which a plant is sized.

    Attributes
    ----------
    source
        What set the file is of, its station, and the name that the file had.
    utc_h
        Local standard time against UTC.
    pressure_kpa
        Of the station, mean of the year.
    dry_bulb, dew_point
        A text for each month, January first: the hours of its days, °C (see `hours_text`).
    design_dry_bulb_c, design_dry_wet_c
        Dry bulb that 0.4 % of the hours of many years exceed, and the wet bulb that goes with it.
    design_wet_bulb_c, design_wet_dry_c
        Wet bulb that 0.4 % exceed, and the dry bulb that goes with it.
    coldest_c
        Dry bulb that 99.6 % exceed.
    highest_wet_bulb_c
        The highest that the place has had.
    """

    id: str
    name: str = ""
    source: str = ""
    latitude: float | None = None
    longitude: float | None = None
    utc_h: float | None = None
    elevation_m: float | None = None
    pressure_kpa: float | None = None
    design_dry_bulb_c: float | None = None
    design_dry_wet_c: float | None = None
    design_wet_bulb_c: float | None = None
    design_wet_dry_c: float | None = None
    coldest_c: float | None = None
    highest_wet_bulb_c: float | None = None
    dry_bulb: tuple[str, ...] = ()
    dew_point: tuple[str, ...] = ()
    note: str = ""

    @property
    def has_hours(self) -> bool:
        """Whether a year can be computed with it."""
        return bool(self.dry_bulb and self.dew_point) and self.pressure_kpa is not None

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield what is no year of hours, or wetter than saturated air."""
        read: dict[str, list[float]] = {}
        for name in ("dry_bulb", "dew_point"):
            months: tuple[str, ...] = getattr(self, name)
            if not months:
                continue
            try:
                read[name] = list(hours_of_months(months))
            except ValueError as error:
                yield name, f"{name}: {error}"
                continue
            wrong = next((c for c in read[name] if not _COLDEST_C <= c <= _HOTTEST_C), None)
            if wrong is not None:
                yield name, f"{name}: {wrong:g} °C is no temperature outdoors"
        if len(read) == len(("dry_bulb", "dew_point")):
            pairs = zip(read["dry_bulb"], read["dew_point"], strict=True)
            if any(dew > dry + _ROUNDING_K for dry, dew in pairs):
                yield "dew_point", "dew_point: above the dry bulb in some hour"


def hours_of_months(months: tuple[str, ...]) -> Iterator[float]:
    """Yield the hours of a year from the texts of its months.

    Raises
    ------
    ValueError
        If there are not twelve, or one holds not the hours of its days.
    """
    if len(months) != len(DAYS):
        raise ValueError(f"{len(months)} months: twelve are wanted")
    for number, (text, days) in enumerate(zip(months, DAYS, strict=True), start=1):
        try:
            hours = hours_read(text)
        except ValueError as error:
            raise ValueError(f"month {number}: {error}") from error
        if len(hours) != days * 24:
            raise ValueError(f"month {number} holds {len(hours)} hours, not {days * 24}")
        yield from hours
