"""A maker's table of what a unit takes from its water, read at two temperatures.

Between lines it is linear, as makers allow of their tables; beyond them nothing is read. Colder
air and warmer water never give a unit less, which bounds what stands beside the table: a unit that
takes 300 kW at 35 °C takes no less at 30, and nobody says how much less at 40. Plain numbers only.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple


class Line(NamedTuple):
    """What a unit takes, kW, with air (or water of its condenser) and leaving water of °C."""

    against_c: float
    water_c: float
    capacity_kw: float


def capacity_at(lines: Iterable[Line], against_c: float, water_c: float) -> tuple[float, float]:
    """Return the least and the most that a unit takes, kW; the same where the table has both.

    Parameters
    ----------
    against_c
        What enters it to take its heat, °C.
    water_c
        The water that is to leave it, °C.
    """
    rows = _rows(lines)
    for (cold, below), (warm, above) in pairwise([*rows, *rows[-1:]]):
        if cold <= water_c <= warm:
            ends = _read(below, against_c), _read(above, against_c)
            if ends[0] is not None and ends[1] is not None:
                part = (water_c - cold) / (warm - cold) if warm > cold else 0.0
                found = ends[0] + part * (ends[1] - ends[0])
                return found, found
    least = [found for water, row in rows if water <= water_c for found in _least(row, against_c)]
    most = [found for water, row in rows if water >= water_c for found in _most(row, against_c)]
    low, high = max(least, default=0.0), min(most, default=inf)
    return min(low, high), high


_Row = Sequence[tuple[float, float]]
"""Temperatures of what takes the heat, rising, with kW."""


def _rows(lines: Iterable[Line]) -> list[tuple[float, _Row]]:
    by_water: dict[float, list[tuple[float, float]]] = {}
    for line in lines:
        by_water.setdefault(line.water_c, []).append((line.against_c, line.capacity_kw))
    return [(water, sorted(by_water[water])) for water in sorted(by_water)]


def _read(row: _Row, against_c: float) -> float | None:
    """Return what a row has between two of its lines; None beyond them."""
    for (cold, more), (warm, less) in pairwise([*row, *row[-1:]]):
        if cold <= against_c <= warm:
            part = (against_c - cold) / (warm - cold) if warm > cold else 0.0
            return more + part * (less - more)
    return None


def _least(row: _Row, against_c: float) -> Iterator[float]:
    """Yield what a unit takes at least where its row is of no warmer water."""
    inside = _read(row, against_c)
    if inside is not None:
        yield inside
    elif against_c < row[0][0]:
        yield row[0][1]


def _most(row: _Row, against_c: float) -> Iterator[float]:
    """Yield what a unit takes at most where its row is of no colder water."""
    inside = _read(row, against_c)
    if inside is not None:
        yield inside
    elif against_c > row[-1][0]:
        yield row[-1][1]
