"""What runs along trays: for each piece the cables at its fullest place, and the way of one pair.

A piece is full to a different extent along its length, as racks drop their cables onto it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import count, pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.wiring.cable_routes import Pairs, Routes
from designer.wiring.rack_pairs import keys_of
from designer.wiring.tray_drops import Drops
from designer.wiring.tray_graph import TrayGraph

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

_STEPS: Final = 1 << 20
"""More steps than any way over trays has."""


class _Turns(NamedTuple):
    """Places along pieces at which spans begin (sign 1) and end (-1), in order.

    Attributes
    ----------
    piece, slices
        Pieces, and the places of each among them.
    """

    pair: Places
    sign: Floats
    piece: Places
    slices: tuple[slice, ...]


@dataclass(frozen=True, eq=False)
class Spans:
    """Stretches of pieces that pairs of racks run along.

    Attributes
    ----------
    pair, piece
        Shape (spans,): which pair of racks, and along which piece.
    begin, end
        Shape (spans,): from where to where along it, mm; `begin` before `end`.
    through
        Shape (spans,): whether that is the whole piece.
    step
        Shape (spans,): a number for its part of the trays and for the step of the way; spans are
        in the order of these, and of their pairs.
    """

    pair: Places
    piece: Places
    begin: Floats
    end: Floats
    through: Flags
    step: Places

    @cached_property
    def _turns(self) -> _Turns:
        """Where what runs along a part of a piece begins and ends, piece by piece and along each.

        At one place what ends goes before what begins: cables that only meet there do not add up.
        """
        some = np.flatnonzero(~self.through)
        pair, piece = self.pair[some], np.concatenate((self.piece[some], self.piece[some]))
        # Ends first, and sorted so that they stay first: there is no need to sort by what they are.
        at = np.concatenate((self.end[some], self.begin[some]))
        sign = np.repeat((-1.0, 1.0), len(some))
        order = np.argsort(at, kind="stable")
        small = piece.astype(np.min_scalar_type(int(piece.max(initial=0))))  # sorted by counting
        order = order[np.argsort(small[order], kind="stable")]
        starts = np.flatnonzero(np.diff(piece[order], prepend=-1))
        slices = tuple(slice(*ends) for ends in pairwise([*starts.tolist(), len(order)]))
        return _Turns(
            np.concatenate((pair, pair))[order], sign[order], piece[order][starts], slices
        )  # fmt: skip

    def on(self, some: Flags) -> "Spans":
        """Return the spans on some pieces, in their order.

        Parameters
        ----------
        some
            Shape (pieces,): which.
        """
        return self._rows(np.flatnonzero(some[self.piece]))

    def carried(self, to: Places, others: "Spans") -> "Spans":
        """Return the spans of pairs that have other numbers now, with those of further pairs.

        Parameters
        ----------
        to
            Shape (pairs,): the number of each now; -1 where its way is another, or it is gone.
        """
        stay = self._rows(np.flatnonzero(to[self.pair] >= 0))
        both = (replace(stay, pair=to[stay.pair]), others)
        every = Spans(*(
            np.concatenate([getattr(one, field.name) for one in both]) for field in fields(Spans)
        ))  # fmt: skip
        many = int(every.pair.max(initial=0)) + 1
        return every._rows(np.argsort(every.step * many + every.pair, kind="stable"))

    def _rows(self, rows: Places) -> "Spans":
        return Spans(*(getattr(self, field.name)[rows] for field in fields(Spans)))

    def fullest(self, pieces: int, weights: Floats) -> Floats:
        """Return the largest weight at any one place of each piece.

        Parameters
        ----------
        weights
            Shape (pairs,) or (pairs, kinds): of the cables that join each pair of racks.
        """
        columns = weights.reshape(len(weights), int(np.prod(weights.shape[1:])))
        most = np.zeros((pieces, columns.shape[1]))
        turns = self._turns
        steps = columns[turns.pair] * turns.sign[:, None]
        # Piece by piece, so that what is on one does not round the sums of another.
        for piece, some in zip(turns.piece.tolist(), turns.slices, strict=True):
            most[piece] = np.cumsum(steps[some], axis=0).max(axis=0, initial=0.0)
        through, pair = self.piece[self.through], self.pair[self.through]
        for column, mine in zip(columns.T, most.T, strict=True):
            mine += np.bincount(through, column[pair], minlength=pieces)
        return most.reshape(pieces, *weights.shape[1:])


def spans_of(routes: Routes, only: Places | None = None) -> Spans:
    """Return which stretches of trays pairs of racks run along.

    Parameters
    ----------
    only
        Numbers of the pairs; None for all.
    """
    graph, pairs = routes.graph, routes.pairs
    found: list[Rows] = []
    steps: list[int] = []
    if graph is not None:
        for part, drops in enumerate(routes.drops):
            on_part = pairs.part == part if only is None else pairs.part[only] == part
            mine = np.flatnonzero(on_part) if only is None else only[on_part]
            if len(mine):
                for at, rows in _of_part(graph, drops, pairs, mine):
                    found.append(rows)
                    steps.append(part * _STEPS + at)
    if not found:
        none, nowhere = np.empty(0, dtype=np.intp), np.empty(0)
        return Spans(none, none, nowhere, nowhere, np.empty(0, dtype=bool), none)
    pair, piece, begin, end = (np.concatenate(column) for column in zip(*found, strict=True))
    step = np.repeat(steps, [len(rows[0]) for rows in found])
    through = (begin == 0) & (end == graph.length[piece]) if graph is not None else begin < end
    return Spans(pair, piece, begin, end, through, step)


def carried_pairs(was: Routes, now: Routes) -> Places | None:
    """Return the number that each pair of racks of before has now, where its way is as it was.

    -1 where that is another, or the racks are joined no more; None where trays may be others, or
    racks may stand elsewhere.
    """
    graph, drops = now.graph, zip(was.drops, now.drops, strict=False)
    if graph is None or was.graph is not graph or not all(one is other for one, other in drops):
        return None
    if was.places.number.keys() != now.places.number.keys():
        return None
    racks = len(now.places.number)
    old, new = (keys_of(racks, one.pairs.a, one.pairs.b) for one in (was, now))
    if not len(new):
        return np.full(len(old), -1, dtype=np.intp)
    at = np.minimum(np.searchsorted(new, old), len(new) - 1)
    same = new[at] == old
    for name in ("part", "up", "down", "first", "last"):
        same &= getattr(was.pairs, name) == getattr(now.pairs, name)[at]
    return np.where(same, at, -1)


Rows = tuple[Places, Places, Floats, Floats]


def _of_part(
    graph: TrayGraph, drops: Drops, pairs: Pairs, mine: Places
) -> Iterator[tuple[int, Rows]]:
    """Yield spans of the pairs that run over one connected part of the trays, step by step."""
    first, last = pairs.first[mine], pairs.last[mine]
    # The places by which they go up and down.
    a, b = (
        drops.first[pairs.a[mine]] + pairs.up[mine],
        drops.first[pairs.b[mine]] + pairs.down[mine],
    )
    on_one = first < 0
    here = mine[on_one]
    if len(here):
        one, two = drops.at[a[on_one]], drops.at[b[on_one]]
        yield 0, (here, drops.piece[a[on_one]], np.minimum(one, two), np.maximum(one, two))
    mine, a, b = mine[~on_one], a[~on_one], b[~on_one]
    node, goal = first[~on_one], last[~on_one]
    for step, (place, end) in enumerate(((a, node), (b, goal)), 1):
        piece, at = drops.piece[place], drops.at[place]
        to_start = graph.start[piece] == end
        yield step, (
            mine, piece, np.where(to_start, 0.0, at), np.where(to_start, at, graph.length[piece])
        )  # fmt: skip
    for step in count(3):
        under_way = node != goal
        mine, node, goal = mine[under_way], node[under_way], goal[under_way]
        if not len(mine):
            return
        then = graph.following.within(node, goal)
        piece = graph.between.within(node, then)
        yield step, (mine, piece, np.zeros(len(mine)), graph.length[piece])
        node = then


def way_of(routes: Routes, pair: int) -> list[tuple[float, float]]:
    """Return the corners of the way between a pair of racks on the plan, from first to last.

    A straight way has one corner: along the rows first, then across.
    """
    places, pairs, graph = routes.places, routes.pairs, routes.graph
    a, b, part = int(pairs.a[pair]), int(pairs.b[pair]), int(pairs.part[pair])
    begin = (float(places.x[a]), float(places.y[a]))
    end = (float(places.x[b]), float(places.y[b]))
    if part < 0 or graph is None:
        return _without_repeats([begin, (end[0], begin[1]), end])
    drops = routes.drops[part]
    nodes = []
    node, goal = int(pairs.first[pair]), int(pairs.last[pair])
    while node >= 0:
        nodes.append((float(graph.x[node]), float(graph.y[node])))
        if node == goal:
            break
        node = int(graph.following[node, goal])
    places_on = int(drops.first[a] + pairs.up[pair]), int(drops.first[b] + pairs.down[pair])
    on = [(float(drops.x[place]), float(drops.y[place])) for place in places_on]
    return _without_repeats([begin, on[0], *nodes, on[1], end])


def _without_repeats(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [c for at, c in enumerate(corners) if at == 0 or c != corners[at - 1]]
