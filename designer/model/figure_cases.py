"""Figures of which nobody knows which one holds, or how much each of them counts for.

May import the figures of this room. Rules for figures that are added, multiplied or compared are in
`figures`.
"""

from collections.abc import Iterable, Sequence
from math import inf

from designer.model.figures import Figure, Gap, joined, merged, total


def hull(cases: Iterable[Figure], because: str) -> Figure:
    """Return what holds in every case: bounds around all, the value only where all agree.

    Parameters
    ----------
    because
        What leaves open which case it is.
    """
    found = tuple(cases)
    low, high = min(f.low for f in found), max(f.high for f in found)
    first = found[0]
    if all((f.low, f.high, f.value) == (first.low, first.high, first.value) for f in found):
        return first
    width = inf if high == inf else high - low
    gaps = merged((Gap(because, width), *(gap for f in found for gap in f.gaps)))
    return Figure(low, high, None, first.unit, 0.0, (because,), gaps)


def weighted(
    figures: Sequence[Figure], shares: Sequence[float], open_on: Iterable[str] | None = None
) -> Figure:
    """Return the mean of estimates by the share of each; shares that are open let each bound it.

    Parameters
    ----------
    shares
        As many as figures; together 1.
    open_on
        Inputs that leave the shares open; None where they are certain.
    """
    mean = total(one.times(share) for one, share in zip(figures, shares, strict=True))
    if open_on is None:
        return mean
    low, high = min(f.low for f in figures), max(f.high for f in figures)
    gaps = [gap for f in figures for gap in f.gaps]
    gaps += [Gap(ref, high - low) for ref in open_on]
    return Figure(
        low, high, mean.value, mean.unit, 0.0, joined(ref for f in figures for ref in f.basis),
        merged(gaps), True,
    )  # fmt: skip
