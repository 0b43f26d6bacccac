"""Where a box can be moved on the floor between all that stands there, without a grid.

A box of one size that is not turned is told by its corner nearest the origin. What stands keeps
that corner out of a rectangle: its own, larger by the size of the box. Between the sides of these
rectangles every place is like its neighbours, so that places are counted in steps from side to
side, and the sides themselves: a box may touch what it passes. Plain numbers; no report.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.subjects.floor.boxes import Box

Labels = NDArray[np.int32]
BLOCKED: Final = 0
"""Label of a place where the box cannot be."""


class FreeWays:
    """The parts of the floor within which a box of one size can be moved.

    Parameters
    ----------
    solids
        What stands on the floor.
    room
        Where the room ends: x0, y0, x1, y1.
    size
        Of the box along x and y.
    """

    def __init__(self, solids: Sequence[Box], room: Box, size: tuple[int, int]) -> None:
        self.size = size
        self._ends = (room[0], room[1], room[2] - size[0], room[3] - size[1])
        self.fits = self._ends[0] <= self._ends[2] and self._ends[1] <= self._ends[3]
        grown = [(s[0] - size[0], s[1] - size[1], s[2], s[3]) for s in solids]
        self._xs = self._sides(grown, 0)
        self._ys = self._sides(grown, 1)
        self._labels = self._labelled(grown) if self.fits else np.zeros((1, 1), np.int32)

    def _sides(self, grown: Sequence[Box], axis: int) -> list[int]:
        low, high = self._ends[axis], self._ends[axis + 2]
        found = {low, high}
        found.update(s[at] for s in grown for at in (axis, axis + 2) if low < s[at] < high)
        return sorted(found)

    def _labelled(self, grown: Sequence[Box]) -> Labels:
        """Return the part of the floor of each place; places are sides and what is between."""
        free = np.ones((2 * len(self._ys) - 1, 2 * len(self._xs) - 1), dtype=np.bool_)
        for x0, y0, x1, y1 in grown:
            across, along = _within(self._xs, x0, x1), _within(self._ys, y0, y1)
            free[along, across] = False
        return _parts(free)

    def at(self, x: int, y: int) -> int:
        """Return the part in which the box stands with its corner at a place; 0 where it cannot."""
        return next(iter(self.along((x, x), (y, y))), BLOCKED)

    def along(self, xs: tuple[int, int], ys: tuple[int, int]) -> set[int]:
        """Return the parts in which the box can stand with its corner in a closed rectangle."""
        if not self.fits:
            return set()
        across, along = _meeting(self._xs, *xs), _meeting(self._ys, *ys)
        if across is None or along is None:
            return set()
        return set(self._labels[along, across].ravel().tolist()) - {BLOCKED}

    def each_part(self) -> Iterable[tuple[int, int, int]]:
        """Yield every part, with a place of the corner in it."""
        found, first = np.unique(self._labels, return_index=True)
        wide = self._labels.shape[1]
        for part, at in zip(found.tolist(), first.tolist(), strict=True):
            if part != BLOCKED:
                yield part, _place(self._xs, at % wide), _place(self._ys, at // wide)


def _place(sides: Sequence[int], step: int) -> int:
    """Return a place at a step: a side, or the middle of two."""
    low = sides[step // 2]
    return low if step % 2 == 0 else (low + sides[step // 2 + 1]) // 2


def _within(sides: Sequence[int], low: int, high: int) -> slice:
    """Return the steps strictly between two places."""
    first = 2 * bisect_left(sides, low) + 1 if low >= sides[0] else 0
    last = 2 * bisect_left(sides, high) if high <= sides[-1] else 2 * len(sides) - 1
    return slice(min(first, last), last)


def _meeting(sides: Sequence[int], low: int, high: int) -> slice | None:
    """Return the steps that a closed range meets; None where it is beyond the room."""
    low, high = max(low, sides[0]), min(high, sides[-1])
    if low > high:
        return None
    before, after = bisect_right(sides, low) - 1, bisect_left(sides, high)
    first = 2 * before + (sides[before] != low)
    last = 2 * after - (sides[after] != high)
    return slice(first, last + 1)


def _parts(free: NDArray[np.bool_]) -> Labels:
    """Return a label for each place, the same for all that hang together side by side."""
    labels = np.zeros(free.shape, np.int32)
    parent = [BLOCKED]
    above: list[tuple[int, int, int]] = []
    edges = np.diff(np.pad(free, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges > 0)
    ends = np.nonzero(edges < 0)[1].tolist()
    runs: list[list[tuple[int, int]]] = [[] for _ in edges]
    for row, start, end in zip(rows.tolist(), starts.tolist(), ends, strict=True):
        runs[row].append((start, end))
    for row, free_runs in enumerate(runs):
        here: list[tuple[int, int, int]] = []
        at = 0
        for start, end in free_runs:
            while at < len(above) and above[at][1] <= start:
                at += 1
            label, next_to = 0, at
            while next_to < len(above) and above[next_to][0] < end:
                other = _root(parent, above[next_to][2])
                if label and other != label:
                    parent[max(label, other)] = min(label, other)
                label = min(label, other) if label else other
                next_to += 1
            if not label:
                label = len(parent)
                parent.append(label)
            here.append((start, end, label))
            labels[row, start:end] = label
        above = here
    roots = np.array([_root(parent, label) for label in range(len(parent))], np.int32)
    return roots[labels]


def _root(parent: list[int], label: int) -> int:
    while parent[label] != label:
        label = parent[label]
    return label
