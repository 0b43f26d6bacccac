"""Figures of a part of a whole: what is left beside it, what falls to it, how a rest is shared.

A whole that is the sum of its parts has bounds that are the sums of theirs: what is left beside a
part is counted end by end, and not as the difference of figures that know nothing of each other.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from designer.model.figures import Figure


def widened(figure: Figure, others: Sequence[Figure]) -> Figure:
    """Return a figure with bounds around those of others, too; its value stays."""
    every = (figure, *others)
    return replace(figure, low=min(f.low for f in every), high=max(f.high for f in every))


def shares(parts: Sequence[Figure]) -> list[float]:
    """Return the share of each part in their sum, as it likely is."""
    whole = sum(part.likely for part in parts)
    return [part.likely / whole if whole else 0.0 for part in parts]


def shared(own: Figure, most: Figure, share: float) -> Figure:
    """Return what is at least its own, at most that and all of a rest, likely a share of the rest.

    Parameters
    ----------
    most
        Its own with all of the rest.
    """
    around = widened(most, (own,))
    if own.value is None or most.value is None:
        return replace(around, value=None, estimated=False)
    value = own.value + share * (most.value - own.value)
    return replace(around, value=_inside(value, around), estimated=True)


def beside(whole: Figure, part: Figure) -> Figure:
    """Return what is left of a whole beside a part of it; never less than nothing."""
    ends = [_left(whole.low, part.low), _left(whole.high, part.high)]
    found = replace(whole, low=min(ends), high=max(ends), value=None)
    if whole.value is None:
        return replace(found, estimated=False)
    return replace(found, value=_inside(_left(whole.value, part.likely), found))


def falling_to(amount: Figure, part: Figure, whole: Figure) -> Figure:
    """Return what falls to a part of what an amount is paid for, at the same price of a unit."""
    low = _falling(amount.low, part.low, whole.low)
    high = _falling(amount.high, part.high, whole.high)
    found = replace(amount, low=min(low, high), high=max(low, high), value=None)
    if amount.value is None:
        return replace(found, estimated=False)
    return replace(
        found, value=_inside(_falling(amount.value, part.likely, whole.likely), found)
    )  # fmt: skip


def _left(whole: float, part: float) -> float:
    return inf if whole == inf else max(0.0, whole - part)


def _falling(amount: float, part: float, whole: float) -> float:
    return amount * part / whole if whole and inf not in (amount, part, whole) else amount


def _inside(value: float, figure: Figure) -> float:
    return min(max(value, figure.low), figure.high)
