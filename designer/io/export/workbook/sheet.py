"""What a sheet of a workbook is made of. Pure; knows nothing of the file's format."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final, Literal

from designer.model.figures import Figure

Cell = str | float | int | None
"""Text, a number, or nothing: a figure that nobody knows."""
Shape = Literal["text", "whole", "number", "money"]
Row = Mapping[str, Cell]
"""Cells by the title of their column; one that is lacking is empty."""

LOW: Final = "low"
HIGH: Final = "high"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading with the unit, how wide it is in letters, how its numbers look."""

    title: str
    width: float
    shape: Shape = "text"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a line of headings.

    Attributes
    ----------
    rows
        The lines that a filter takes; read once, so that a large schedule is never held whole.
    below
        Lines behind an empty one, which no filter takes: totals and remarks.
    """

    name: str
    columns: tuple[Column, ...]
    rows: Iterable[Row]
    below: tuple[Row, ...] = ()


def bounded(title: str, width: float, shape: Shape = "number") -> tuple[Column, Column, Column]:
    """Return the columns of a figure: value, and the two ends of what it may be."""
    low, high = ends_of(title)
    return Column(title, width, shape), Column(low, width, shape), Column(high, width, shape)


def ends_of(title: str) -> tuple[str, str]:
    """Return the headings of a figure's two ends: `Load low, kW` of `Load, kW`."""
    words, comma, unit = title.partition(",")
    return f"{words} {LOW}{comma}{unit}", f"{words} {HIGH}{comma}{unit}"


def figure_cells(title: str, figure: Figure) -> dict[str, Cell]:
    """Return the cells of a figure; an end is empty where nothing bounds it on that side."""
    if figure.unknown:
        return {}
    low, high = ends_of(title)
    return {
        title: figure.value,
        low: figure.low,
        high: None if figure.high == inf else figure.high,
    }
