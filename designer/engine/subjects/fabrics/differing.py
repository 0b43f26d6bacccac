"""Which links between switches came and went from one graph to another, if these are few."""

from typing import Final

import numpy as np

from designer.engine.subjects.fabrics.before import Edits
from designer.engine.subjects.fabrics.graph import Graph, Ints

MOST_LINKS: Final = 32
_PART_OF_LINKS: Final = 1000
"""So many links that came or went, or a thousandth of all: of more the interval says little."""
_FIRST_BLOCK: Final = 2_048
_BLOCK: Final = 32_768
"""Rows that are compared together, at first and at most."""
_FIRST_TRIED: Final = ((1, 0), (0, 1), (1, 1))
"""Rows of both tables that mostly differ: one went, one came, one is another."""
_AHEAD: Final = 32
"""Rows ahead among which is looked where tables go on alike."""
_ALIKE: Final = ("tier", "unit", "owner", "place", "unlinked")

_Rows = tuple[Ints, Ints, Ints]
"""Trunks: both places, and the links between them."""


def edits_between(before: Graph, after: Graph) -> Edits | None:
    """Return the links that came and went; None where graphs differ in more than a few."""
    if before.endpoints != after.endpoints or not _hosts_alike(before, after):
        return None
    most = max(MOST_LINKS, before.sums[2] // _PART_OF_LINKS)
    gone, come = _differing(_rows(before), _rows(after), most)
    one, other, links = (
        np.concatenate(both) for both in zip((*gone[:2], -gone[2]), come, strict=True)
    )
    # A trunk of a pair counts whichever end it names first.
    places = max(1, after.places)
    key = np.minimum(one, other) * places + np.maximum(one, other)
    names, where = np.unique(key, return_inverse=True)
    net = np.bincount(where.ravel(), links, len(names)).astype(np.int64)
    differs = np.flatnonzero(net)
    found = Edits.of(*np.divmod(names[differs], places), net[differs])
    return found if found.come + found.gone <= most else None


def _hosts_alike(one: Graph, other: Graph) -> bool:
    """Return whether the same hangs on the same switches."""
    if not all(_same(getattr(one, name), getattr(other, name)) for name in _ALIKE):
        return False
    if one.endpoint is one.owner and other.endpoint is other.owner:
        return True
    return _same(one.endpoint, other.endpoint)


def _same(one: Ints, other: Ints) -> bool:
    return one is other or np.array_equal(one, other)


def _rows(graph: Graph) -> _Rows:
    return graph.a, graph.b, graph.count


def _differing(was: _Rows, now: _Rows, most: int) -> tuple[_Rows, _Rows]:
    """Return rows of which one table may have more than the other.

    Tables are gone through side by side: few rows came or went, and the rest stands as it stood.
    Where more seem to differ all rows from there on are returned of both.
    """
    gone: list[slice] = []
    come: list[slice] = []
    at, to, differing = 0, 0, 0
    while differing <= 2 * most:
        run = _run(was, now, at, to)
        at, to = at + run, to + run
        if at == len(was[0]) or to == len(now[0]):
            break
        skips = _skips(was, now, at, to)
        if skips is None:
            break
        skipped, new = skips
        gone.append(slice(at, at + skipped))
        come.append(slice(to, to + new))
        at, to, differing = at + skipped, to + new, differing + skipped + new
    return _taken(was, [*gone, slice(at, None)]), _taken(now, [*come, slice(to, None)])


def _skips(was: _Rows, now: _Rows, at: int, to: int) -> tuple[int, int] | None:
    """Return how many rows of both tables differ until they go on alike; None if that is far."""
    for skipped, new in _FIRST_TRIED:
        if all(
            one[at + skipped : at + skipped + 1].tolist() == other[to + new : to + new + 1].tolist()
            for one, other in zip(was, now, strict=True)
        ):
            return skipped, new
    same = np.ones((_AHEAD, _AHEAD), dtype=bool)[: len(was[0]) - at, : len(now[0]) - to]
    for one, other in zip(was, now, strict=True):
        same &= one[at : at + _AHEAD, None] == other[None, to : to + _AHEAD]
    rows, columns = np.nonzero(same)
    if not len(rows):
        return None
    nearest = int(np.argmin(rows + columns))
    return int(rows[nearest]), int(columns[nearest])


def _taken(rows: _Rows, some: list[slice]) -> _Rows:
    a, b, count = (np.concatenate([column[one] for one in some]) for column in rows)
    return a, b, count


def _run(was: _Rows, now: _Rows, at: int, to: int) -> int:
    """Return how many rows from two places on are the same."""
    length = min(len(was[0]) - at, len(now[0]) - to)
    start, block = 0, _FIRST_BLOCK
    while start < length:
        end = many = min(start + block, length)
        for one, other in zip(was, now, strict=True):
            differ = one[at + start : at + end] != other[to + start : to + end]
            first = int(differ.argmax()) if len(differ) else 0
            if len(differ) and differ[first]:
                end = start + first
        if end < many:
            return end
        start, block = end, min(2 * block, _BLOCK)
    return length
