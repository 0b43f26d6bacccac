"""Cable trays as a graph: where they meet, and the shortest ways on them."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.model.design import Tray
from designer.wiring.tray_graph import TrayGraph, tray_graph

Corners = tuple[tuple[int, int], ...]


def tray(key: str, *corners: tuple[int, int], **fields: object) -> Tray:
    return Tray.model_validate({"id": key, "corners": corners, "height_mm": 3000, **fields})


def graph(*trays: Tray) -> TrayGraph:
    return tray_graph(trays, 2500.0, 300.0)


def way(found: TrayGraph, one: tuple[float, float], two: tuple[float, float]) -> float:
    """Return the shortest way between the nodes at two places."""
    nodes = [int(np.argmin(np.hypot(found.x - x, found.y - y))) for x, y in (one, two)]
    return float(found.way[nodes[0], nodes[1]])


def test_trays_that_cross_are_joined_and_cut_there() -> None:
    found = graph(tray("a", (0, 0), (10_000, 0)), tray("b", (4000, -3000), (4000, 3000)))
    assert len(found.x) == 5
    assert sorted(found.length) == [3000, 3000, 4000, 6000]
    assert way(found, (0, 0), (4000, 3000)) == 7000
    assert found.parts == 1


def test_a_tray_that_ends_at_another_is_joined_even_where_it_misses_by_a_hand() -> None:
    found = graph(tray("a", (0, 0), (10_000, 0)), tray("b", (4000, 40), (4000, 5000)))
    assert found.parts == 1
    assert way(found, (10_000, 0), (4000, 5000)) == pytest.approx(11_000, abs=50)


def test_trays_that_miss_each_other_are_two_parts() -> None:
    found = graph(tray("a", (0, 0), (10_000, 0)), tray("b", (4000, 60), (4000, 5000)))
    assert found.parts == 2
    assert way(found, (0, 0), (4000, 5000)) == np.inf


def test_trays_of_unlike_kinds_are_not_joined() -> None:
    found = graph(
        tray("a", (0, 0), (10_000, 0)), tray("b", (4000, -3000), (4000, 3000), kind="underfloor")
    )
    assert (found.parts, len(found.length)) == (2, 2)
    assert sorted(set(found.z.tolist())) == [-3000, 3000]


def test_cables_go_up_where_trays_of_unlike_heights_cross() -> None:
    found = graph(
        tray("a", (0, 0), (10_000, 0)), tray("b", (4000, -3000), (4000, 3000), height_mm=3400)
    )
    assert found.parts == 1
    assert way(found, (0, 0), (4000, 3000)) == 4000 + 400 + 3000
    assert sorted(found.tray) == [-1, 0, 0, 1, 1]


def test_trays_that_overlap_share_their_pieces() -> None:
    found = graph(tray("a", (0, 0), (6000, 0)), tray("b", (4000, 0), (10_000, 0)))
    assert sorted(found.length) == [2000, 4000, 4000]
    assert way(found, (0, 0), (10_000, 0)) == 10_000


def test_heights_that_nobody_states_are_planned_with() -> None:
    found = graph(
        tray("a", (0, 0), (1000, 0), height_mm=None),
        tray("b", (0, 0), (1000, 0), height_mm=None, kind="underfloor"),
    )
    assert sorted(set(found.z.tolist())) == [-300, 2500]


grid_places = st.tuples(st.integers(0, 8), st.integers(0, 8))


def _walked(points: list[tuple[int, int]]) -> Corners:
    """Return a line that turns at right angles from place to place."""
    corners = [points[0]]
    for (x, y), (end_x, end_y) in pairwise(points):
        corners += [(end_x, y), (end_x, end_y)]
        del x
    return tuple((1000 * x, 1000 * y) for x, y in corners)


lines = st.lists(grid_places, min_size=2, max_size=4, unique=True).map(_walked)


@given(st.lists(lines, min_size=1, max_size=4))
def test_ways_are_symmetric_no_shorter_than_straight_and_obey_the_triangle(
    drawn: list[Corners],
) -> None:
    found = graph(*(tray(f"t{n}", *corners) for n, corners in enumerate(drawn)))
    every = np.arange(len(found.x))
    ways = found.way[every[:, None], every[None, :]]
    straight = np.abs(found.x[:, None] - found.x) + np.abs(found.y[:, None] - found.y)
    assert (ways == ways.T).all()
    assert (ways >= straight).all()
    assert (ways <= (ways[:, :, None] + ways[None, :, :]).min(axis=1)).all()
    for node in range(len(ways)):
        for goal in np.flatnonzero(np.isfinite(ways[node])).tolist():
            here, walked = node, 0.0
            while here != goal:
                after = int(found.following[here, goal])
                walked += float(found.length[found.between[here, after]])
                here = after
            assert walked == ways[node, goal]


def test_parts_that_nothing_joins_have_tables_of_their_own() -> None:
    """Of two halls with n nodes each, 2 n² values in place of (2 n)²."""
    found = graph(
        tray("a", (0, 0), (1000, 0), (1000, 1000)), tray("b", (90_000, 0), (91_000, 0)),
        tray("c", (500, -500), (500, 500)),
    )  # fmt: skip
    one, other = (int(np.argmin(np.abs(found.x - x))) for x in (0, 90_000))
    assert found.parts == 2
    assert found.way[one, other] == np.inf
    assert found.following[one, other] == found.between[one, other] == -1
    sizes = [len(members) for members in found.way.joined.parts]
    assert len(found.way.values) == sum(size * size for size in sizes) < len(found.x) ** 2
