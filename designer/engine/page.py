"""A part of the written report: facts, a table, lines. The exporters give it its form.

Each subject writes its own with these records. May import `designer.engine.report`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

UNKNOWN: Final = "—"
Align = Literal["left", "right"]


@dataclass(frozen=True)
class Table:
    """Columns (title, alignment) and rows of cells."""

    columns: tuple[tuple[str, Align], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """A part of the report: facts (label, value), then a table, then lines of text."""

    title: str
    facts: tuple[tuple[str, str], ...] = ()
    table: Table | None = None
    lines: tuple[str, ...] = ()


def number(value: float | None, decimals: int = 1, unit: str = "", *, complete: bool = True) -> str:
    """Return a figure for people: grouped in thousands, `—` when not known, `≥` when partial."""
    # A partial sum of nothing says nothing: no summand of it is known.
    if value is None or (value == 0 and not complete):
        return UNKNOWN
    text = f"{value:,.{decimals}f}"
    return f"{'' if complete else '≥ '}{text}{f' {unit}' if unit else ''}"


def some(names: Iterable[str], shown: int = 4) -> str:
    """Return the first few names and how many more there are."""
    every = list(names)
    more = f" and {len(every) - shown} more" if len(every) > shown else ""
    return ", ".join(every[:shown]) + more
