"""Sums of what is chosen: with bounds where something is not stated, and how much that is."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from designer.model.figure_words import quantity, words
from designer.model.figures import Figure, exact, missing, repeated
from designer.ui.fields.tables.column import Cell, Column
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.listing import SLICE, Work


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of a column.

    Attributes
    ----------
    missing
        How many of its cells nobody states.
    """

    column: Column
    figure: Figure
    missing: int = 0

    @property
    def text(self) -> str:
        """The sum in words: `≥ 108.0 kW, 3 not stated`."""
        if self.column.unit in ("kW", "kg"):
            said = quantity(self.figure)
        else:
            whole = float(self.figure.low).is_integer()
            said = words(self.figure, 0 if whole else self.column.decimals, self.column.unit)
        return f"{said}, {self.missing:,} not stated" if self.missing else said


def sums(facts: Facts, columns: Iterable[Column], lines: Sequence[Any]) -> Work[tuple[Sum, ...]]:
    """Return the sums of those columns of which a sum means something, in slices."""
    found = []
    for column in columns:
        if column.sums and column.is_number:
            found.append((yield from _sum(facts, column, lines)))
    return tuple(found)


def _sum(facts: Facts, column: Column, lines: Sequence[Any]) -> Work[Sum]:
    """Return a sum: cells that hold the same figure are alike, and count as many times."""
    read = column.read
    found: dict[int, Figure] = {}
    times: Counter[int] = Counter()
    numbers: Counter[float] = Counter()
    unsaid = lacking = 0
    for at, line in enumerate(lines, start=1):
        cell: Cell = read(facts, line)
        if isinstance(cell, Figure):
            found[id(cell)] = cell
            times[id(cell)] += 1
            unsaid += cell.value is None
        elif isinstance(cell, int | float):
            numbers[float(cell)] += 1
        else:
            lacking += 1
        if at % SLICE == 0:
            yield
    pairs = [(figure, float(times[at])) for at, figure in found.items()]
    pairs += [(exact(number, column.unit), float(many)) for number, many in numbers.items()]
    if lacking:
        pairs.append((missing(f"{column.key} of lines", column.unit), float(lacking)))
    return Sum(column, repeated(pairs, column.unit), unsaid + lacking)
