"""Cable trays as a graph: where they meet, the shortest way between any two places on them.

Trays of a kind (overhead, under the floor) are joined where they meet or cross on the plan; where
their heights differ, a cable goes up or down there. Lengths are in mm, columns in numpy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from math import hypot
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.model.design import Tray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

NEAR_MM: Final = 50.0
"""Trays that come so close to one another meet."""
OVERHEAD: Final = 0
UNDERFLOOR: Final = 1
KINDS: Final = ("overhead", "underfloor")


class Planned(NamedTuple):
    """How much lower and higher than planned, or less deep and deeper, trays may hang, mm."""

    least: float = 0.0
    most: float = 0.0


@dataclass(frozen=True, eq=False)
class Joined:
    """The connected parts of nodes, and where a table of every two of one part has its values.

    Halls of a site are parts of their own: a table of all their nodes would be mostly empty.

    Attributes
    ----------
    parts
        The nodes of each part, in order.
    part, begin, place
        Shape (nodes,): the part of each; where the values of it with the others of its part begin;
        its place among them.
    size
        How many values there are.
    """

    parts: tuple[Places, ...]
    part: Places
    begin: Places
    place: Places
    size: int

    @classmethod
    def of(cls, nodes: int, start: Places, end: Places) -> "Joined":
        """Return the parts that pieces between nodes join."""
        parts = _joined(nodes, start, end)
        part, begin, place = (np.zeros(nodes, dtype=np.intp) for _ in range(3))
        size = 0
        for number, members in enumerate(parts):
            long = len(members)
            part[members], place[members] = number, np.arange(long)
            begin[members] = size + long * np.arange(long)
            size += long * long
        return cls(tuple(parts), part, begin, place, size)

    def at(self, one: Places, other: Places) -> Places:
        """Return where the values of nodes with others of their own part are."""
        found: Places = self.begin[one] + self.place[other]
        return found


@dataclass(frozen=True, eq=False)
class OfTwo:
    """A value of every two nodes of a connected part; `none` for nodes of two parts."""

    joined: Joined
    values: NDArray[Any]
    none: float

    def within(self, one: Places, other: Places) -> NDArray[Any]:
        """Return the values of nodes with others of their own part."""
        found: NDArray[Any] = self.values[self.joined.at(one, other)]
        return found

    def __getitem__(self, nodes: tuple[Any, Any]) -> NDArray[Any]:
        """Return the values of any nodes with any others."""
        one, other = np.asarray(nodes[0]), np.asarray(nodes[1])
        same = self.joined.part[one] == self.joined.part[other]
        at = np.where(same, self.joined.at(one, other), 0)
        return np.where(same, self.values[at], self.none)


@dataclass(frozen=True, eq=False)
class TrayGraph:
    """Trays as nodes and the straight pieces between them.

    Attributes
    ----------
    x, y, z
        Shape (nodes,): places where trays begin, bend, meet and end; `z` is above the floor.
    start, end, length
        Shape (pieces,): nodes at both ends of each piece, and its length. A piece without a tray
        (`tray` -1) leads from one height to another.
    tray
        Shape (pieces,): index of its tray in the design.
    straight
        Shape (pieces,): number of the straight run of a tray that it is cut from; -1 as for `tray`.
    kind
        Shape (pieces,): index into `KINDS`.
    part
        Shape (pieces,): number of the connected part of the trays that it belongs to.
    planned
        Shape (pieces,): whether nobody states the height of its tray.
    way, following
        Of every two nodes: length of the shortest way, and the node that comes first on it.
    bounds
        Of every two nodes: the shortest ways where what leads up to trays whose height
        nobody states is as short, and as long, as it may be; None where nothing does.
    off
        How far off heights are that nobody states, overhead and under the floor.
    """

    x: Floats
    y: Floats
    z: Floats
    start: Places
    end: Places
    length: Floats
    tray: Places
    straight: Places
    kind: Places
    part: Places
    planned: NDArray[np.bool_]
    way: OfTwo
    following: OfTwo
    bounds: tuple[OfTwo, OfTwo] | None = None
    off: tuple[Planned, Planned] = (Planned(), Planned())

    @property
    def parts(self) -> int:
        """Number of connected parts."""
        return int(self.part.max(initial=-1)) + 1

    @cached_property
    def between(self) -> OfTwo:
        """Of two neighbours: the shortest piece that joins them; -1 for none."""
        joined = self.way.joined
        found = np.full(joined.size, -1, dtype=np.intp)
        order = np.argsort(-self.length, kind="stable")  # the shortest is written last
        found[joined.at(self.start[order], self.end[order])] = order
        found[joined.at(self.end[order], self.start[order])] = order
        return OfTwo(joined, found, -1)


def tray_graph(
    trays: Sequence[Tray],
    above_mm: float,
    below_mm: float,
    off: tuple[Planned, Planned] = (Planned(), Planned()),
) -> TrayGraph:
    """Return the graph of trays.

    Parameters
    ----------
    above_mm, below_mm
        Height above the floor, and depth below it, of trays that state none.
    off
        How far off these are, overhead and under the floor.
    """
    segments = list(_segments(trays, above_mm, below_mm))
    nodes = _Nodes()
    pieces: dict[tuple[int, int], tuple[int, int, int]] = {}
    for number, one in enumerate(segments):
        cuts = sorted(_cuts(one, segments[:number] + segments[number + 1 :]))
        ids = [nodes.number((one.kind, *one.point(cut), one.z, one.planned)) for cut in cuts]
        for first, second in pairwise(ids):
            if first != second:
                key = (min(first, second), max(first, second))
                pieces.setdefault(key, (one.tray, number, one.kind))
    pieces |= dict(nodes.risers())
    planned = np.array([tray.height_mm is None for tray in trays] + [False])  # the last: no tray
    return _graph(nodes, pieces, planned, off)


@dataclass(frozen=True)
class _Segment:
    """A straight run of a tray.

    Attributes
    ----------
    planned
        Whether nobody states its height.
    """

    tray: int
    kind: int
    x: float
    y: float
    end_x: float
    end_y: float
    z: float
    planned: bool

    @property
    def long(self) -> float:
        return hypot(self.end_x - self.x, self.end_y - self.y)

    def point(self, share: float) -> tuple[float, float]:
        """Return the place at a share of its length."""
        return self.x + share * (self.end_x - self.x), self.y + share * (self.end_y - self.y)

    def share(self, x: float, y: float) -> float:
        """Return the share of its length at which it is nearest to a place."""
        dx, dy = self.end_x - self.x, self.end_y - self.y
        along = ((x - self.x) * dx + (y - self.y) * dy) / (dx * dx + dy * dy)
        return min(1.0, max(0.0, along))

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        """The least and the most of both axes, as much wider as trays meet at."""
        (x, end_x), (y, end_y) = sorted((self.x, self.end_x)), sorted((self.y, self.end_y))
        return x - NEAR_MM, end_x + NEAR_MM, y - NEAR_MM, end_y + NEAR_MM

    def is_apart_from(self, other: "_Segment") -> bool:
        """Return whether another is surely too far away to meet or cross it: most of a hall are."""
        x, end_x, y, end_y = self._box
        its_x, its_end_x, its_y, its_end_y = other._box
        return end_x < its_x or its_end_x < x or end_y < its_y or its_end_y < y

    def meets(self, x: float, y: float) -> float | None:
        """Return the share at which a place lies on it, or so near that trays meet."""
        share = self.share(x, y)
        px, py = self.point(share)
        return share if hypot(px - x, py - y) <= NEAR_MM else None


def _segments(trays: Sequence[Tray], above_mm: float, below_mm: float) -> Iterator[_Segment]:
    for number, tray in enumerate(trays):
        kind = KINDS.index(tray.kind)
        default = below_mm if kind == UNDERFLOOR else above_mm
        height = default if tray.height_mm is None else float(tray.height_mm)
        z = -height if kind == UNDERFLOOR else height
        for (x, y), (end_x, end_y) in pairwise(tray.corners):
            if (x, y) != (end_x, end_y):
                yield _Segment(number, kind, x, y, end_x, end_y, z, tray.height_mm is None)


def _cuts(one: _Segment, others: Sequence[_Segment]) -> set[float]:
    """Return the shares of a segment's length at which something of its kind meets it."""
    found = {0.0, 1.0}
    for other in others:
        if other.kind != one.kind or one.is_apart_from(other):
            continue
        ends = ((other.x, other.y), (other.end_x, other.end_y))
        met = [share for end in ends if (share := one.meets(*end)) is not None]
        crossing = _crossing(one, other) if not met else None
        found.update(met if crossing is None else (crossing,))
    near = NEAR_MM / one.long
    # A cut so near an end is that end: trays that miss a corner by a hand meet at it.
    return {0.0 if cut < near else 1.0 if cut > 1 - near else cut for cut in found}


def _crossing(one: _Segment, other: _Segment) -> float | None:
    """Return the share of a segment's length at which another crosses it."""
    dx, dy = one.end_x - one.x, one.end_y - one.y
    ex, ey = other.end_x - other.x, other.end_y - other.y
    cross = dx * ey - dy * ex
    if cross == 0:
        return None
    gx, gy = other.x - one.x, other.y - one.y
    mine, its = (gx * ey - gy * ex) / cross, (gx * dy - gy * dx) / cross
    return mine if 0 <= mine <= 1 and 0 <= its <= 1 else None


_Node = tuple[int, float, float, float, bool]
"""Its kind, where it is, and whether nobody states how high."""


class _Nodes:
    """Numbers places; those that are nearer than trays meet at are one."""

    def __init__(self) -> None:
        self.places: list[_Node] = []
        self._numbers: dict[_Node, int] = {}
        self._cells: dict[tuple[int, int], list[int]] = {}

    def number(self, node: _Node) -> int:
        found = self._numbers.get(node)  # none before it is near: it would be that one
        if found is not None:
            return found
        kind, x, y, z, planned = node
        # Only in the squares about it can one be near: of those that are, the first.
        across, down = int(x // NEAR_MM), int(y // NEAR_MM)
        about = (
            number
            for cell in product(range(across - 1, across + 2), range(down - 1, down + 2))
            for number in self._cells.get(cell, ())
        )
        for number in sorted(about):
            its_kind, its_x, its_y, its_z, its_planned = self.places[number]
            if (its_kind, its_z, its_planned) == (kind, z, planned) and (
                hypot(its_x - x, its_y - y) <= NEAR_MM
            ):
                return number
        self._numbers[node] = len(self.places)
        self._cells.setdefault((across, down), []).append(len(self.places))
        self.places.append(node)
        return len(self.places) - 1

    def risers(self) -> Iterator[tuple[tuple[int, int], tuple[int, int, int]]]:
        """Yield what joins trays of a kind that meet at heights that are, or may be, unlike."""
        if len({node[3:] for node in self.places}) < 2:
            return
        for one, node in enumerate(self.places):
            for two, known in enumerate(self.places[:one]):
                if known[3:] != node[3:] and _meet(known, node):
                    yield (two, one), (-1, -1, node[0])


def _meet(one: _Node, two: _Node) -> bool:
    return one[0] == two[0] and hypot(one[1] - two[1], one[2] - two[2]) <= NEAR_MM


def _graph(
    nodes: _Nodes,
    pieces: dict[tuple[int, int], tuple[int, int, int]],
    planned: NDArray[np.bool_],
    off: tuple[Planned, Planned],
) -> TrayGraph:
    x, y, z = (np.array([p[at] for p in nodes.places], dtype=float) for at in (1, 2, 3))
    ends = np.array(list(pieces), dtype=np.intp).reshape(-1, 2)
    start, end = ends[:, 0], ends[:, 1]
    run = np.hypot(x[start] - x[end], y[start] - y[end]) + np.abs(z[start] - z[end])
    of = np.array(list(pieces.values()), dtype=np.intp).reshape(-1, 3)
    joined = Joined.of(len(x), start, end)
    way, following = _ways(joined, start, end, run)
    _, part = np.unique(joined.part[start], return_inverse=True)
    bounds = _bounds(nodes.places, (start, end, run), joined, off)
    return TrayGraph(
        x, y, z, start, end, run, of[:, 0], of[:, 1], of[:, 2], part.astype(np.intp),
        planned[of[:, 0]], way, following, bounds, off,
    )  # fmt: skip


def _bounds(
    nodes: Sequence[_Node],
    pieces: tuple[Places, Places, Floats],
    joined: Joined,
    off: tuple[Planned, Planned],
) -> tuple[OfTwo, OfTwo] | None:
    """Return the shortest ways at the least and the most that planned heights may be off."""
    start, end, run = pieces
    least, most = run.copy(), run.copy()
    open_ones = False
    for at, (one, two) in enumerate(zip(start.tolist(), end.tolist(), strict=True)):
        if nodes[one][4] == nodes[two][4]:
            continue  # both hang where they are said to, or both as high as planned
        high, stated = (abs(nodes[n][3]) for n in ((one, two) if nodes[one][4] else (two, one)))
        by = off[nodes[one][0]]
        flat = run[at] - abs(high - stated)
        ends = high + by.least - stated, high + by.most - stated
        least[at] = flat + max(0.0, ends[0], -ends[1])
        most[at] = flat + max(map(abs, ends))
        open_ones |= bool(by.least or by.most)
    if not open_ones:
        return None
    return _ways(joined, start, end, least)[0], _ways(joined, start, end, most)[0]


def _ways(joined: Joined, start: Places, end: Places, run: Floats) -> tuple[OfTwo, OfTwo]:
    """Return the shortest ways between nodes, and the node that comes first on each.

    Each connected part for itself: between halls that nothing joins there is no way to look for.
    R. W. Floyd, "Algorithm 97: Shortest Path", CACM 5(6):345 (1962).
    """
    pieces = np.full(joined.size, np.inf)
    np.minimum.at(pieces, joined.at(start, end), run)
    np.minimum.at(pieces, joined.at(end, start), run)
    ways, firsts = [], []
    for members in joined.parts:
        first = int(joined.begin[members[0]])
        way = pieces[first : first + len(members) ** 2].reshape(len(members), len(members))
        np.fill_diagonal(way, 0.0)
        following = np.where(np.isfinite(way), members[None, :], -1)
        way, following = _floyd(way, following)
        ways.append(way.ravel())
        firsts.append(following.ravel())
    if not ways:
        return OfTwo(joined, pieces, np.inf), OfTwo(joined, pieces.astype(np.intp), -1)
    return (
        OfTwo(joined, np.concatenate(ways), np.inf),
        OfTwo(joined, np.concatenate(firsts), -1),
    )


def _floyd(way: Floats, following: Places) -> tuple[Floats, Places]:
    """Return the shortest ways, and what comes first on each, from those of one piece."""
    for over in range(len(way)):
        longer = way[:, over, None] + way[None, over, :]
        better = longer < way
        if better.any():
            way = np.where(better, longer, way)
            following = np.where(better, following[:, over, None], following)
    return way, following


def _joined(nodes: int, start: Places, end: Places) -> list[Places]:
    """Return the nodes of each connected part, in order."""
    first = np.arange(nodes, dtype=np.intp)
    while True:
        low = np.minimum(first[start], first[end])
        lower = first.copy()
        np.minimum.at(lower, start, low)
        np.minimum.at(lower, end, low)
        lower = lower[lower]
        if np.array_equal(lower, first):
            break
        first = lower
    order = np.argsort(first, kind="stable").astype(np.intp)
    return np.split(order, np.flatnonzero(np.diff(first[order])) + 1) if nodes else []
