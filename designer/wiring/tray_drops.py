"""Where racks reach trays, and the shortest ways between two racks over all of these places.

Cables drop from every tray that passes over a rack or beside it: from each straight run of one, at
the place nearest to the middle of the rack, if that is no farther from its footprint than a tile;
and from the nearest of the trays that meet one another, if cables may hang as far as that. Through
free air nothing else is reached: an aisle is crossed on a tray. Lengths are in mm.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.wiring.cable_places import RackPlaces
from designer.wiring.tray_graph import OVERHEAD, OfTwo, TrayGraph

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Places = NDArray[np.intp]
Flags = NDArray[np.bool_]

BESIDE_MM: Final = 600.0
"""A tray so near the footprint of a rack is beside it: one tile of a raised floor."""
SPAN_MM: Final = 1500.0
"""How far a cable hangs free between the edge of its rack and a tray: cables that lie on no tray
are supported every 1.5 m (5 ft) at least (ANSI/TIA-569-C, May 2012, 9.7; as Panduit's catalogue
prints it, page K.13)."""
_SAME_MM: Final = 1e-6
"""Ways that differ by less are equally long: sums of lengths are rounded."""
_COLUMNS: Final = ("piece", "at", "x", "y", "z", "aside")


@dataclass(frozen=True, eq=False)
class Drops:
    """The places at which racks reach the trays of one connected part, rack after rack.

    Those of a rack are in the order of how near they are; equally near ones in that of the pieces.

    Attributes
    ----------
    first
        Shape (racks + 1,): where those of each rack begin, and in the end their number.
    piece, at
        Shape (places,): the piece, and how far along it from its start.
    x, y, z
        Shape (places,): the place on it.
    aside
        Shape (places,): how far that is from the middle of the rack, along the axes of the plan.
    """

    first: Places
    piece: Places
    at: Floats
    x: Floats
    y: Floats
    z: Floats
    aside: Floats

    @cached_property
    def count(self) -> Places:
        """Shape (racks,): how many places each rack reaches."""
        return np.diff(self.first)

    @cached_property
    def rack(self) -> Places:
        """Shape (places,): the rack of each."""
        return np.repeat(np.arange(len(self.first) - 1), self.count)

    def with_others(self, some: Places, others: "Drops") -> "Drops":
        """Return these with those of some racks in place of what is there."""
        if np.array_equal(self.count[some], others.count):
            at = np.repeat(self.first[some] - others.first[:-1], others.count)
            at += np.arange(len(at))
            columns = [getattr(self, name).copy() for name in _COLUMNS]
            for name, column in zip(_COLUMNS, columns, strict=True):
                column[at] = getattr(others, name)
            return Drops(self.first, *columns)
        moved = np.zeros(len(self.first) - 1, dtype=bool)
        moved[some] = True
        stay = ~moved[self.rack]
        count = self.count.copy()
        count[some] = others.count
        order = np.argsort(np.concatenate((self.rack[stay], some[others.rack])), kind="stable")
        columns = [
            np.concatenate((getattr(self, name)[stay], getattr(others, name)))[order]
            for name in _COLUMNS
        ]
        return Drops(np.concatenate(([0], np.cumsum(count))), *columns)


def drops_on(graph: TrayGraph, part: int, places: RackPlaces, some: Places | None = None) -> Drops:
    """Return where racks reach the trays of one connected part.

    Parameters
    ----------
    some
        Numbers of the racks; None for all.
    """
    rows = slice(None) if some is None else some
    x, y, half_x, half_y = (
        getattr(places, name)[rows] for name in ("x", "y", "half_x", "half_y")
    )  # fmt: skip
    pieces = np.flatnonzero((graph.part == part) & (graph.tray >= 0))
    racks, start, end = len(x), graph.start[pieces], graph.end[pieces]
    near = _near(graph, np.concatenate((start, end)), (x, y, half_x, half_y))
    x, y, half_x, half_y = x[near], y[near], half_x[near], half_y[near]
    sx, sy = graph.x[start], graph.y[start]
    dx, dy = graph.x[end] - sx, graph.y[end] - sy
    long = np.hypot(dx, dy)
    along = ((x[:, None] - sx) * dx + (y[:, None] - sy) * dy) / (long * long)
    share = np.clip(along, 0.0, 1.0)
    off_x, off_y = np.abs(sx + share * dx - x[:, None]), np.abs(sy + share * dy - y[:, None])
    aside = off_x + off_y
    beside = BESIDE_MM + _SAME_MM
    reached = off_x <= (half_x + beside)[:, None]
    reached &= off_y <= (half_y + beside)[:, None]
    rack, on = np.nonzero(reached)
    out_x = np.maximum(off_x[rack, on] - half_x[rack], 0.0)
    out_y = np.maximum(off_y[rack, on] - half_y[rack], 0.0)
    reached[rack, on] = np.hypot(out_x, out_y) <= beside
    hangs = np.maximum(half_x, half_y) + SPAN_MM
    reached |= aside <= (np.minimum(aside.min(axis=1), hangs) + _SAME_MM)[:, None]
    rack, on = np.nonzero(reached)
    # Rounded: of places that are equally near the one on the first piece goes before.
    order = np.lexsort((on, np.round(aside[rack, on] / _SAME_MM), rack))
    rack, on = rack[order], on[order]
    # Of the pieces of one straight run the nearest.
    run = rack * (int(graph.straight.max(initial=0)) + 1) + graph.straight[pieces[on]]
    _, first = np.unique(run, return_index=True)
    first.sort()
    rack, on = rack[first], on[first]
    share = share[rack, on]
    return Drops(
        np.searchsorted(near[rack], np.arange(racks + 1)), pieces[on], share * long[on],
        sx[on] + share * dx[on], sy[on] + share * dy[on], graph.z[start[on]], aside[rack, on],
    )  # fmt: skip


def _near(graph: TrayGraph, nodes: Places, racks: tuple[Floats, ...]) -> Places:
    """Return the racks that may reach trays between some nodes: those about the box around them.

    Most racks of a site stand in other halls.
    """
    x, y, half_x, half_y = racks
    if not len(nodes):
        return np.arange(0)
    off_x, off_y = (
        np.maximum(0.0, np.maximum(on[nodes].min() - at, at - on[nodes].max()))
        for on, at in ((graph.x, x), (graph.y, y))
    )
    far = np.maximum(half_x, half_y) + max(BESIDE_MM, SPAN_MM) + _SAME_MM
    return np.flatnonzero((off_x <= far) & (off_y <= far))


class Ways(NamedTuple):
    """The shortest ways of pairs of racks over one connected part of the trays.

    Attributes
    ----------
    run
        Shape (pairs,): from the top of one rack, or the floor under it, to that of the other;
        infinite where a rack reaches no tray.
    up, down
        Shape (pairs,): which of the places that the racks reach, counted from the nearest.
    first, last
        Shape (pairs,): nodes by which it leaves the pieces of trays at its ends; -1 where both are
        on one piece and nothing shorter leads around.
    rises
        Shape (pairs,): at how many of its ends it meets a tray whose height nobody states.
    under, over
        Shape (pairs,): how much shorter and longer the shortest way may be than so many rises say.
    """

    run: Floats
    up: Ints
    down: Ints
    first: Places
    last: Places
    rises: Ints
    under: Floats
    over: Floats


def shortest(
    graph: TrayGraph, drops: Drops, places: RackPlaces, kind: int, a: Ints, b: Ints
) -> Ways:
    """Return the shortest ways between racks; of equally long ones that to the nearest places."""
    tops = places.top if kind == OVERHEAD else np.zeros(len(places.top))
    down = drops.aside + np.abs(drops.z - tops[drops.rack])
    on = _choices(drops, a, b)
    along, first, last = along_trays(graph, drops, on.a, on.b)
    fall = down[on.a] + down[on.b]
    best = on.least(fall + along)
    planned = graph.planned[drops.piece].astype(np.int32)
    rises = on.of_best(planned[on.a] + planned[on.b], best)
    run = on.of_best(fall + along, best, np.inf)
    under, over = np.zeros(len(a)), np.zeros(len(a))
    if graph.bounds is not None:
        # Where trays hang otherwise another way may be the shortest.
        off = graph.off[kind]
        known = on.of_best(fall + along, best)
        ends = []
        for ways, high in zip(graph.bounds, (off.least, off.most), strict=True):
            its = fall + along_trays(graph, drops, on.a, on.b, ways)[0]
            its += (planned[on.a] + planned[on.b]) * high
            ends.append(on.of_best(its, on.least(its)) - rises * high - known)
        under, over = (np.where(np.abs(end) > _SAME_MM, end, 0.0) for end in (-ends[0], ends[1]))
    up, to = on.a - drops.first[a[on.pair]], on.b - drops.first[b[on.pair]]
    return Ways(
        run, on.of_best(up, best), on.of_best(to, best), on.of_best(first, best, -1),
        on.of_best(last, best, -1), rises, under, over,
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Choices:
    """For pairs of racks each place of the one with each of the other, pair after pair.

    Attributes
    ----------
    pairs
        The number of pairs.
    pair
        Shape (choices,): the pair.
    a, b
        Shape (choices,): the places, as in `Drops`.
    """

    pairs: int
    pair: Places
    a: Places
    b: Places

    @cached_property
    def _begin(self) -> Places:
        """The first choice of each pair that has any."""
        return np.flatnonzero(np.diff(self.pair, prepend=-1))

    def least(self, way: Floats) -> Places:
        """Return the shortest choice of each pair that has any: the first of equally long ones."""
        if len(self.pair) == len(self._begin):
            return self._begin
        least = np.minimum.reduceat(way, self._begin)
        number = np.diff(self._begin, append=len(way))
        good = np.flatnonzero(way <= np.repeat(least, number) + _SAME_MM)
        return good[np.flatnonzero(np.diff(self.pair[good], prepend=-1))]

    def of_best(self, column: NDArray[Any], best: Places, none: float = 0) -> NDArray[Any]:
        """Return a column of choices for all pairs; `none` where one has no choice."""
        if len(best) == self.pairs:
            return column if len(column) == self.pairs else column[best]
        found = np.full(self.pairs, none, dtype=column.dtype)
        found[self.pair[best]] = column[best]
        return found


def _choices(drops: Drops, a: Ints, b: Ints) -> _Choices:
    count = drops.count
    its = count[b]
    number = count[a] * its
    if (number == 1).all():
        return _Choices(len(a), np.arange(len(a)), drops.first[a], drops.first[b])
    pair = np.repeat(np.arange(len(a)), number)
    nth = np.arange(len(pair)) - np.repeat(np.cumsum(number) - number, number)
    one, other = np.divmod(nth, its[pair])
    return _Choices(len(a), pair, drops.first[a[pair]] + one, drops.first[b[pair]] + other)


def along_trays(
    graph: TrayGraph, drops: Drops, a: Places, b: Places, between: OfTwo | None = None
) -> tuple[Floats, Places, Places]:
    """Return the shortest ways between places, and the nodes by which each leaves its piece.

    The nodes are -1 where both are on one piece and nothing shorter leads around.

    Parameters
    ----------
    between
        The ways between nodes; None for the shortest of the graph.
    """
    ways = graph.way if between is None else between
    one, two = drops.piece[a], drops.piece[b]
    best = np.where(one == two, np.abs(drops.at[a] - drops.at[b]), np.inf)
    first, last = np.full(len(a), -1, dtype=np.intp), np.full(len(a), -1, dtype=np.intp)
    long = graph.length
    leaving = ((graph.start, drops.at), (graph.end, long[drops.piece] - drops.at))
    for ends, rest in leaving:
        for its_ends, its_rest in leaving:
            node, its_node = ends[one], its_ends[two]
            way = rest[a] + ways.within(node, its_node) + its_rest[b]
            better = way < best
            best = np.where(better, way, best)
            first, last = np.where(better, node, first), np.where(better, its_node, last)
    return best, first, last
