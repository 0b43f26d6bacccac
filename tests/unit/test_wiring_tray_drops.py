"""Ways between racks over all trays that pass over them or beside them.

What is found is compared with a search through a raster of the trays, of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra

from designer.model.design import Tray
from designer.wiring.cable_places import RackPlaces
from designer.wiring.tray_drops import Drops, drops_on, shortest
from designer.wiring.tray_graph import OVERHEAD, Planned, TrayGraph, tray_graph

STEP = 300
TOP = 2000.0
USUAL = 2500.0
OFF = Planned(-300.0, 500.0)
CASES = (OFF.least, 0.0, OFF.most)
Point = tuple[int, int]
Straight = tuple[Point, Point, int | None]


@dataclass(frozen=True)
class Box:
    """A rack: its middle, and its width and depth on the plan."""

    x: int
    y: int
    wide: int = 600
    deep: int = 1200


def tray(key: str, *corners: Point, height: int | None = 2500) -> Tray:
    return Tray(id=key, corners=corners, height_mm=height)


def graph(*trays: Tray) -> TrayGraph:
    return tray_graph(trays, USUAL, 300.0, (OFF, Planned()))


def places(*racks: Box) -> RackPlaces:
    x, y, wide, deep = np.array([(r.x, r.y, r.wide, r.deep) for r in racks], dtype=float).T
    number = {f"r{at}": at for at in range(len(racks))}
    return RackPlaces(
        number, x, y, np.full(len(x), TOP), np.zeros(len(x)), wide / 2, deep / 2
    )  # fmt: skip


def on(found: Drops, rack: int) -> list[Point]:
    """Return the places that a rack reaches."""
    some = slice(int(found.first[rack]), int(found.first[rack + 1]))
    return list(zip(map(round, found.x[some]), map(round, found.y[some]), strict=True))


def test_a_rack_reaches_the_nearest_tray() -> None:
    found = graph(tray("a", (0, 0), (10_000, 0)), tray("b", (10_000, 0), (10_000, 8000)))
    drops = drops_on(found, 0, places(Box(3000, 700), Box(9000, 6000), Box(-500, 0)))
    assert drops.x.tolist() == [3000, 10_000, 0]
    assert drops.y.tolist() == [0, 6000, 0]
    assert drops.aside.tolist() == [700, 1000, 500]
    assert drops.at.tolist() == [3000, 6000, 0]
    assert drops.first.tolist() == [0, 1, 2, 3]


def test_every_tray_within_a_tile_of_its_footprint_is_reached_and_none_beyond() -> None:
    # A footprint of 600 by 1200 mm around (0, 0) ends at x 300 and at y 600.
    beside = tray("beside", (900, -5000), (900, 5000))
    beyond = tray("beyond", (901, -5000), (901, 5000))
    nearest = tray("nearest", (-5000, 800), (5000, 800))
    rack = places(Box(0, 0))
    assert on(drops_on(graph(beside, nearest), 0, rack), 0) == [(0, 800), (900, 0)]
    assert on(drops_on(graph(beyond, nearest), 0, rack), 0) == [(0, 800)]


def test_across_an_aisle_a_rack_reaches_only_the_nearest_tray() -> None:
    # The trays of two rows lie 1200 mm apart, and the aisle with them.
    own, other = tray("a", (0, 500), (9000, 500)), tray("b", (0, 1700), (9000, 1700))
    ladder = tray("c", (9000, 0), (9000, 3000))
    rack = places(Box(2000, 0))
    assert on(drops_on(graph(own, other, ladder), 0, rack), 0) == [(2000, 500)]


def test_a_rack_that_stands_farther_away_than_cables_hang_reaches_none() -> None:
    found = graph(tray("a", (0, 0), (9000, 0)))
    at = places(Box(2000, 2100), Box(2000, 2101), Box(5000, 0))
    drops = drops_on(found, 0, at)
    assert drops.count.tolist() == [1, 0, 1]
    ways = shortest(found, drops, at, OVERHEAD, np.array([0, 0]), np.array([1, 2]))
    assert ways.run.tolist() == [inf, 2100 + 3000 + 2 * 500]


def test_a_tray_drawn_as_one_line_is_as_good_as_the_same_in_two() -> None:
    around = ((0, 700), (5000, 700), (5000, -700), (0, -700))
    one = graph(tray("a", *around))
    two = graph(*(tray(f"a{n}", *ends) for n, ends in enumerate(pairwise(around))))
    rack = places(Box(3000, 0))
    assert on(drops_on(one, 0, rack), 0) == on(drops_on(two, 0, rack), 0) == [
        (3000, 700), (3000, -700)
    ]  # fmt: skip


def test_of_ways_that_are_equally_long_that_over_the_nearest_tray_is_taken() -> None:
    # From the left end of a row the ladder before it, 400 mm aside, leads no farther than the tray
    # behind it, 600 mm aside: by the ladder 400 + 600 + 4400 + 600, else 600 + 4800 + 600.
    found = graph(tray("row", (0, 600), (9000, 600)), tray("ladder", (400, 600), (400, -600)))
    at = places(Box(0, 0), Box(4800, 0))
    drops = drops_on(found, 0, at)
    ways = shortest(found, drops, at, OVERHEAD, np.array([0]), np.array([1]))
    assert on(drops, 0) == [(400, 0), (0, 600)]
    assert (ways.run.tolist(), ways.up.tolist()) == ([6000 + 2 * 500], [0])


squares = st.integers(0, 20).map(lambda at: at * STEP)
spots = st.tuples(squares, squares)
boxes = st.builds(
    lambda at, size: Box(*at, *size), spots, st.sampled_from(((600, 1200), (1200, 600), (800, 800)))
)


def _turned(points: list[Point]) -> tuple[Point, ...]:
    """Return a line that turns at right angles from place to place."""
    corners = [points[0]]
    for (_, y), (end_x, end_y) in pairwise(points):
        corners += [(end_x, y), (end_x, end_y)]
    return tuple(corners)


drawn = st.lists(
    st.tuples(
        st.lists(spots, min_size=2, max_size=3, unique=True).map(_turned),
        st.sampled_from((2500, None, 2900)),
    ),
    min_size=1, max_size=4,
)  # fmt: skip
halls = st.lists(boxes, min_size=2, max_size=4)


def straights(trays: list[Tray]) -> Iterator[Straight]:
    for one in trays:
        for begin, end in pairwise(one.corners):
            if begin != end:
                yield begin, end, one.height_mm


def steps(run: Straight) -> list[Point]:
    """Return the places of the raster along a straight run."""
    (x, y), (end_x, end_y), _ = run
    number = max(abs(end_x - x), abs(end_y - y)) // STEP
    return [
        (x + (end_x - x) * n // number, y + (end_y - y) * n // number) for n in range(number + 1)
    ]


def searched(trays: list[Tray], racks: list[Box], higher: float) -> np.ndarray:
    """Return the shortest ways between all racks, found through the raster of the trays.

    Trays of which nobody states the height hang as much higher; what leads from them to others is
    as short as it may be in the low case, and as long in the high one.
    """
    runs = list(dict.fromkeys(straights(trays)))
    numbers: dict[tuple[int, int, int | None], int] = {}
    heights: list[float] = []
    edges: list[tuple[int, int, float]] = []

    def node(at: Point, height: int | None) -> int:
        if (*at, height) not in numbers:
            numbers[*at, height] = len(heights)
            heights.append(USUAL + higher if height is None else float(height))
        return numbers[*at, height]

    through: dict[Point, list[Straight]] = {}
    for run in runs:
        for at in steps(run):
            through.setdefault(at, []).append(run)
        edges += [(node(a, run[2]), node(b, run[2]), STEP) for a, b in pairwise(steps(run))]
    for at, met in through.items():
        # They meet where one ends or they cross, not all along where one lies over the other.
        if any(at in run[:2] for run in met) or len({r[0][0] == r[1][0] for r in met}) > 1:
            ends = [node(at, run[2]) for run in met]
            tall = [run[2] for run in met]
            edges += [
                (a, b, riser(one, two, higher))
                for (a, one), (b, two) in pairwise(zip(ends, tall, strict=True)) if a != b
            ]  # fmt: skip
    first = len(heights)
    for number, rack in enumerate(racks):
        for at, height in reached(runs, rack, through):
            place = node(at, height)
            fall = abs(at[0] - rack.x) + abs(at[1] - rack.y) + heights[place] - TOP
            edges.append((first + number, place, fall))
    a, b, long = np.array(edges).T
    # Of several edges between two nodes the shortest, which are tiny but not 0.
    best: dict[tuple[int, int], float] = {}
    for one, two, length in zip(a.astype(int), b.astype(int), long, strict=True):
        key = min(one, two), max(one, two)
        best[key] = min(best.get(key, inf), max(length, 1e-9))
    ends = np.array(list(best), dtype=np.int32)
    size = first + len(racks)
    table = coo_array((list(best.values()), (ends[:, 0], ends[:, 1])), shape=(size, size)).tocsr()
    goals = np.arange(first, size)
    # A way does not lead through a third rack: each pair has a table of its own.
    found = np.full((len(racks), len(racks)), inf)
    for one in range(len(racks)):
        for two in range(one):
            keep = np.r_[:first, goals[one], goals[two]]
            way = dijkstra(table[keep][:, keep], directed=False, indices=first)
            found[one, two] = found[two, one] = way[first + 1]
    return found


def riser(one: int | None, other: int | None, higher: float) -> float:
    """Return what leads from one height to another, as short or as long as it may be."""
    stated = [height for height in (one, other) if height is not None]
    if len(stated) != 1:
        return float(abs(stated[0] - stated[-1])) if stated else 0.0
    ends = [USUAL + off - stated[0] for off in OFF]
    if higher == 0:
        return abs(USUAL - stated[0])
    between = ends[0] <= 0 <= ends[1]
    return max(map(abs, ends)) if higher > 0 else 0.0 if between else min(map(abs, ends))


def reached(
    runs: list[Straight], rack: Box, through: dict[Point, list[Straight]]
) -> Iterator[tuple[Point, int | None]]:
    """Yield the places onto which a rack drops cables: from what it may, set of trays by set."""
    sets = list(range(len(runs)))
    for met in through.values():
        joined = {sets[runs.index(run)] for run in met}
        sets = [min(joined) if one in joined else one for one in sets]
    for which in set(sets):
        near = []
        for run, one in zip(runs, sets, strict=True):
            if one != which:
                continue
            (x, y), (end_x, end_y), height = run
            at = (
                min(max(rack.x, min(x, end_x)), max(x, end_x)),
                min(max(rack.y, min(y, end_y)), max(y, end_y)),
            )
            aside = abs(at[0] - rack.x), abs(at[1] - rack.y)
            beyond = hypot(max(0, aside[0] - rack.wide / 2), max(0, aside[1] - rack.deep / 2))
            near.append((sum(aside), at, height, beyond))
        least = min(one[0] for one in near)
        hangs = least <= max(rack.wide, rack.deep) / 2 + 1500
        for aside, at, height, beyond in near:
            if beyond <= 600 or (hangs and aside == least):
                yield at, height


@given(drawn, halls)
def test_ways_are_the_shortest_that_a_search_finds_as_low_as_likely_and_as_high(
    lines: list[tuple[tuple[Point, ...], int | None]], racks: list[Box]
) -> None:
    trays = [tray(f"t{n}", *corners, height=high) for n, (corners, high) in enumerate(lines)]
    found, at = graph(*trays), places(*racks)
    a, b = (one.astype(np.int32) for one in np.triu_indices(len(racks), 1))
    parts = [
        shortest(found, drops_on(found, part, at), at, OVERHEAD, a, b)
        for part in range(found.parts)
    ]
    for case, higher in enumerate(CASES):
        ours = np.full(len(a), inf)
        for ways in parts:
            bends = (-ways.under, np.zeros(len(a)), ways.over)[case]
            ours = np.minimum(ours, ways.run + ways.rises * higher + bends)
        theirs = searched(trays, racks, higher)[a, b]
        assert ours == pytest.approx(theirs, abs=1e-3)


@given(drawn, halls, st.data())
def test_places_of_racks_that_moved_among_others_are_as_if_found_anew(
    lines: list[tuple[tuple[Point, ...], int | None]], racks: list[Box], data: st.DataObject
) -> None:
    found = graph(*(tray(f"t{n}", *corners, height=h) for n, (corners, h) in enumerate(lines)))
    moved = data.draw(st.sets(st.sampled_from(range(len(racks))), min_size=1).map(sorted))
    after = [data.draw(boxes) if n in moved else rack for n, rack in enumerate(racks)]
    some = np.array(moved, dtype=np.intp)
    for part in range(found.parts):
        was = drops_on(found, part, places(*racks))
        ours = was.with_others(some, drops_on(found, part, places(*after), some))
        anew = drops_on(found, part, places(*after))
        for name in ("first", "piece", "at", "x", "y", "z", "aside"):
            assert getattr(ours, name).tolist() == getattr(anew, name).tolist()
