"""Many figures of one unit as numpy columns, and sums over them by how often each occurs.

May import numpy and the figures of this room. Rules for single figures are in `figures`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.model.figures import MOST_BASIS, Figure, Gap, basis_of, joined, merged, repeated

Array = NDArray[np.float64]

FEW: Final = 48
"""Entries up to which adding them up one by one is faster than as arrays."""


MOST_TERMS: Final = 256
"""Sets of entries that a column keeps for the next sum of the same."""


@dataclass(frozen=True)
class _Terms:
    """Some entries of a column.

    Attributes
    ----------
    exact
        Their figures where all are known exactly; else empty.
    basis
        What these rest on together.
    """

    figures: tuple[Figure, ...]
    exact: tuple[float, ...]
    basis: tuple[str, ...]


@dataclass(frozen=True)
class Columns:
    """Many figures of one unit as arrays, one entry each.

    Attributes
    ----------
    low, value, high, known
        Shape (n,): bounds, value (nan where there is none), share known.
    estimated
        Shape (n,): whether the value rests on an estimate.
    basis, gaps
        For each entry what it rests on, and the input that leaves it open (empty where exact).
    """

    unit: str
    low: Array
    value: Array
    high: Array
    known: Array
    estimated: NDArray[np.bool_]
    basis: tuple[tuple[str, ...], ...]
    gaps: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.low)

    def at(self, index: int) -> Figure:
        """Return one entry as a figure."""
        low, high = float(self.low[index]), float(self.high[index])
        value = float(self.value[index])
        gap = (Gap(self.gaps[index], high - low),) if low < high else ()
        return Figure(
            low, high, None if isnan(value) else value, self.unit, float(self.known[index]),
            self.basis[index], gap, bool(self.estimated[index]),
        )  # fmt: skip

    @cached_property
    def _figures(self) -> dict[int, Figure]:
        return {}

    def figure(self, index: int) -> Figure:
        """Return one entry as a figure, made once."""
        known = self._figures.get(index)
        if known is None:
            known = self._figures[index] = self.at(index)
        return known

    def replaced(self, figures: Mapping[int, Figure]) -> "Columns":
        """Return the columns with other figures at some places; of each the widest gap is kept.

        Places after the last one are added: all that are missing up to the greatest.
        """
        if not figures:
            return self
        more = max(0, max(figures) + 1 - len(self))
        low, value, high, known = (
            np.append(one, np.full(more, np.nan))
            for one in (self.low, self.value, self.high, self.known)
        )
        estimated = np.append(self.estimated, np.full(more, fill_value=False))
        basis, gaps = [*self.basis, *[()] * more], [*self.gaps, *[""] * more]
        for at, figure in figures.items():
            low[at], high[at], known[at] = figure.low, figure.high, figure.known
            value[at] = np.nan if figure.value is None else figure.value
            estimated[at], basis[at] = figure.estimated, figure.basis
            gaps[at] = figure.gaps[0].ref if figure.gaps else ""
        return Columns(self.unit, low, value, high, known, estimated, tuple(basis), tuple(gaps))

    def sum(self, counts: Array) -> Figure:
        """Return the sum of every entry times how often it occurs.

        Parameters
        ----------
        counts
            Shape (n,): how many of each; the same unknown repeated is as wide as they are many.
        """
        some = np.flatnonzero(counts)
        return self._sum(some, counts[some])

    def _sum(self, some: NDArray[np.intp], times: Array) -> Figure:
        """Return the sum of some entries, each times how often it occurs."""
        if len(some) <= FEW:
            return self._few(tuple(some.tolist()), times.tolist())
        low, high = self.low[some] * times, self.high[some] * times
        values = self.value[some] * times
        known = not bool(np.isnan(values).any())
        weights = values if known and values.sum() > 0 else times
        share = float((self.known[some] * weights).sum() / weights.sum())
        widths = np.where(low == high, 0.0, high - low)
        least, most = float(low.sum()), float(high.sum())
        wide = np.flatnonzero(widths)
        order = [int(some[at]) for at in (*wide, *np.flatnonzero(widths == 0))]
        return Figure(
            least, most, min(max(float(values.sum()), least), most) if known else None,
            self.unit, min(1.0, share),
            joined(ref for at in order[:MOST_BASIS] for ref in self.basis[at]),
            merged(Gap(self.gaps[int(some[at])], float(widths[at])) for at in wide),
            known and bool(self.estimated[some].any()),
        )  # fmt: skip

    def _few(self, some: tuple[int, ...], times: list[float]) -> Figure:
        """Return the sum of a few entries, each times how often it occurs, one by one."""
        terms = self._terms.get(some)
        if terms is None:
            if len(self._terms) > MOST_TERMS:
                self._terms.clear()
            terms = self._terms[some] = self._terms_of(some)
        if not terms.exact:
            return repeated(zip(terms.figures, times, strict=True), self.unit)
        low = 0.0
        for figure, number in zip(terms.exact, times, strict=True):
            low += figure * number
        return Figure(low, low, low, self.unit, 1.0, terms.basis)

    @cached_property
    def _terms(self) -> dict[tuple[int, ...], _Terms]:
        return {}

    def _terms_of(self, some: tuple[int, ...]) -> _Terms:
        figures = tuple(map(self.figure, some))
        sure = len(some) > 1 and all(f.exact and f.known == 1 and not f.gaps for f in figures)
        exact = tuple(figure.low for figure in figures) if sure else ()
        return _Terms(figures, exact, basis_of(figures, certain=True) if sure else ())


def sums(table: Iterable[Columns], counts: Array) -> Iterator[Figure]:
    """Yield the sum of each of several columns, of which every entry occurs as often in each."""
    some = np.flatnonzero(counts)
    times = counts[some]
    for column in table:
        yield column._sum(some, times)


def columns(figures: Sequence[Figure], unit: str) -> Columns:
    """Return figures as columns, in their order; each may have one gap only.

    Raises
    ------
    ValueError
        If a figure has several gaps: columns are for inputs, not for results.
    """
    for figure in figures:
        if len(figure.gaps) > 1:
            raise ValueError(f"{figure.gaps[0].ref} and others: columns hold inputs, not results")

    def array(values: Iterable[float]) -> Array:
        return np.fromiter(values, dtype=float, count=len(figures))

    return Columns(
        unit=unit,
        low=array(f.low for f in figures),
        value=array(np.nan if f.value is None else f.value for f in figures),
        high=array(f.high for f in figures),
        known=array(f.known for f in figures),
        estimated=np.fromiter((f.estimated for f in figures), dtype=bool, count=len(figures)),
        basis=tuple(f.basis for f in figures),
        gaps=tuple(f.gaps[0].ref if f.gaps else "" for f in figures),
    )
