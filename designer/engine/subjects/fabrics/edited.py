"""An interval at once for a graph that differs in few cables from one that was measured.

Links that go take no more from any halving than they carry, and links that come give no more: this
is true of the whole graph and of what the loss of each switch leaves. Measuring all of it anew
takes long where a fabric is large or no tree: that follows after the report. What is told at once
is told from the cables that differ, as far as it can be: the graph itself is not gone through.
"""

from typing import Final

import numpy as np

from designer.engine.subjects.fabrics.any_topology import is_no_tree
from designer.engine.subjects.fabrics.before import Before, Edits
from designer.engine.subjects.fabrics.bisection import Bounds, most_left
from designer.engine.subjects.fabrics.carrying import (
    Carried,
    Loss,
    least_without,
    name_of_tier,
)
from designer.engine.subjects.fabrics.graph import KEY_OF_COUNT, Graph, Ints, islands, may_part
from designer.engine.subjects.fabrics.left import NOTHING_LEFT, Left

MOST_LINKS: Final = 32
_PART_OF_LINKS: Final = 1000
"""So many links that came or went, or a thousandth of all: of more the interval says little."""
_HEAVY_ROWS: Final = 20_000
"""From so many links of nodes and bundles of trunks on a report does not wait for all of it."""
_HEAVY_PLACES: Final = 150
"""From so many switches on, where they are no tree."""
_BLOCK: Final = 8_192
"""Rows that are compared together."""
_AHEAD: Final = 32
"""Rows ahead among which is looked where tables go on alike."""
_ALIKE: Final = ("tier", "unit", "owner", "place", "endpoint", "unlinked")


def is_heavy(graph: Graph) -> bool:
    """Return whether a report does not wait until a graph is measured, if it knows one like it."""
    if len(graph.a) + len(graph.place) >= _HEAVY_ROWS:
        return True
    return graph.places >= _HEAVY_PLACES and is_no_tree(graph)


def edits_between(before: Graph, after: Graph) -> Edits | None:
    """Return the links that came and went; None where graphs differ in more than a few."""
    if before.endpoints != after.endpoints or not all(
        _same(getattr(before, name), getattr(after, name)) for name in _ALIKE
    ):
        return None
    most = max(MOST_LINKS, int(after.count.sum()) // _PART_OF_LINKS)
    gone, come = _differing(before.keys, after.keys, most)
    pairs, links = (
        np.concatenate(both)
        for both in zip(_split(gone, -1), _split(come, 1), strict=True)
    )  # fmt: skip
    # A trunk of a pair counts whichever end it names first.
    a, b = np.divmod(pairs, max(1, after.places))
    key = np.minimum(a, b) * after.places + np.maximum(a, b)
    names, where = np.unique(key, return_inverse=True)
    net = np.bincount(where.ravel(), links, len(names)).astype(np.int64)
    differs = np.flatnonzero(net)
    one, other = np.divmod(names[differs], max(1, after.places))
    found = Edits.of(one, other, net[differs])
    return found if found.come + found.gone <= most else None


def _same(one: Ints, other: Ints) -> bool:
    return one is other or np.array_equal(one, other)


def _split(keys: Ints, sign: int) -> tuple[Ints, Ints]:
    return keys // KEY_OF_COUNT, sign * (keys % KEY_OF_COUNT)


def _differing(was: Ints, now: Ints, most: int) -> tuple[Ints, Ints]:
    """Return rows of which one table has more than the other, each of them.

    Tables are gone through side by side: few rows came or went, and the rest stands as it stood.
    Where more seem to differ all rows are counted.
    """
    gone: list[Ints] = []
    come: list[Ints] = []
    at, to, differing = 0, 0, 0
    while differing <= 2 * most:
        run = _run(was, now, at, to)
        at, to = at + run, to + run
        if at == len(was) or to == len(now):
            gone.append(was[at:])
            come.append(now[to:])
            return np.concatenate(gone), np.concatenate(come)
        ahead, beside = was[at : at + _AHEAD], now[to : to + _AHEAD]
        rows, columns = np.nonzero(ahead[:, None] == beside[None, :])
        if not len(rows):
            break
        nearest = int(np.argmin(rows + columns))
        skipped, new = int(rows[nearest]), int(columns[nearest])
        gone.append(ahead[:skipped])
        come.append(beside[:new])
        at, to, differing = at + skipped, to + new, differing + skipped + new
    keys, where = np.unique(np.concatenate((was, now)), return_inverse=True)
    sign = np.repeat([-1, 1], (len(was), len(now)))
    net = np.bincount(where.ravel(), sign, len(keys)).astype(np.int64)
    fewer, more = np.minimum(net, 0), np.maximum(net, 0)
    return np.repeat(keys, -fewer), np.repeat(keys, more)


def _run(was: Ints, now: Ints, at: int, to: int) -> int:
    """Return how many rows from two places on are the same."""
    length = min(len(was) - at, len(now) - to)
    for start in range(0, length, _BLOCK):
        end = min(start + _BLOCK, length)
        differ = was[at + start : at + end] != now[to + start : to + end]
        first = int(np.argmax(differ))
        if differ[first]:
            return start + first
    return length


def carried_after(before: Before, graph: Graph, edits: Edits, full: int) -> Carried | None:
    """Return what a graph carries at least and at most; None where that is not told from before."""
    if before.intact.parts != 1 or graph.halves[0] == 0:
        return None
    if edits.gone and not before.joined_after(edits) and islands(graph) != 1:
        return None
    known = before.intact.bounds.after(edits.gone, edits.come)
    return Carried(known.closer(0, before.crossing_after(edits)), 1, full)


def losses_after(
    before: Before, graph: Graph, intact: Carried, edits: Edits
) -> tuple[Loss | None, Left]:
    """Return the worst loss of a switch and what each leaves, at least and at most."""
    if not len(graph.place):
        return None, NOTHING_LEFT
    came, was = edits.at_places(graph.places), before.left
    there = (before.graph.hosted > 0) | (before.trunks + came > 0)
    high = most_left(before.graph, intact.bounds)
    cost, low = before.cost, np.zeros(graph.places, dtype=np.int64)
    if cost is not None:
        low = np.clip(least_without(intact.bounds, cost + came / 2), 0, high)
    told = before.intact.parts == 1 and (not edits.gone or before.joined_after(edits))
    parting = before.graph.parting if told else may_part(graph)
    low[parting] = 0
    # What a loss parted may be whole with a cable more, and then carry what it will.
    known = was.there & ((was.most > 0) | (edits.come == 0))
    high = np.where(known, np.minimum(high, was.most + edits.come), high)
    sure = known & ~parting if edits.gone else known
    least = np.where(sure, np.maximum(low, was.least - edits.gone), low)
    left = Left(there, np.clip(least, 0, high), high)
    return _worst(graph, left, before.worst), left


def _worst(graph: Graph, left: Left, before: Loss | None) -> Loss | None:
    """Return the bounds of the worst loss, and where it may be: where it was, of equal ones."""
    places = np.flatnonzero(left.there)
    if not len(places):
        return None
    low, high = left.least[places], left.most[places]
    bounds = Bounds(int(low.min()), int(high.min()))
    least = low == bounds.low
    least &= high == high[least].min()
    places = places[least]
    if before is not None and (places == before.place).any():
        place = before.place
    else:
        place = int(places[np.argmin(graph.tier[places])])
    return Loss(name_of_tier(graph, place), bounds, place, left[place])
