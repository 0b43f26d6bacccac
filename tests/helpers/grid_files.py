"""Exports of a grid's hourly carbon that tests write themselves."""

from collections.abc import Sequence
from datetime import datetime, timedelta

HOURS = 8760


def swinging(mean: float = 300.0, swing: float = 200.0, cleanest_h: int = 12) -> list[float]:
    """Return a year that is clean around an hour of the day, and dirty twelve hours later."""
    day = [mean + swing * (abs((hour - cleanest_h + 12) % 24 - 12) / 6 - 1) for hour in range(24)]
    return day * 365


def export(
    grams: Sequence[float],
    header: str = "Datetime (UTC),Zone Name,Carbon intensity gCO₂eq/kWh (direct)",
    row: str = "{at:%Y-%m-%d %H:%M:%S},PJM,{g:.2f}",
    year: int = 2023,
    start_h: int = 0,
) -> bytes:
    """Return a table of hours that begin so long after 1 January."""
    first = datetime(year, 1, 1) + timedelta(hours=start_h)
    lines = [row.format(at=first + timedelta(hours=n), g=g, n=n) for n, g in enumerate(grams)]
    return "\n".join((header, *lines, "")).encode()
