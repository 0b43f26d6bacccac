"""Measuring on the floor, and what a point is drawn to."""

import pytest

from designer.document.measuring import measured, snapped
from designer.model.layout import Layout
from tests.helpers.drawn_hall import CATALOG, hall


def test_two_points_give_distance_and_both_its_parts():
    found = measured([(0, 0), (3_000, 4_000)])
    assert (found.length_mm, found.dx_mm, found.dy_mm) == (5_000, 3_000, 4_000)
    assert found.area_m2 is None
    assert found.words == ("5,000 mm", "dx 3,000 mm · dy 4,000 mm")


@pytest.mark.parametrize("turned", [1, -1])
def test_three_points_and_more_give_the_area_within_whichever_way_they_go(turned):
    corners = [(0, 0), (6_000, 0), (6_000, 2_000), (0, 2_000)][::turned]
    found = measured(corners)
    assert found.area_m2 == 12
    assert found.length_mm == 14_000 if turned == 1 else found.length_mm > 0
    assert "12.00 m² within" in found.words


def test_a_corner_within_reach_comes_before_an_edge_that_is_nearer():
    """Rack A1 stands with its corner at (600, 1000)."""
    layout = Layout(hall())
    found = snapped(layout, CATALOG, (680, 1_005), 100)
    assert (found.point, found.on) == ((600, 1_000), "corner of A1")
    on_edge = snapped(layout, CATALOG, (800, 1_040), 100)
    assert (on_edge.point, on_edge.on) == ((800, 1_000), "edge of A1")


def test_walls_and_columns_draw_points_and_alt_leaves_them_free():
    layout = Layout(hall())
    assert snapped(layout, CATALOG, (5_990, 5_310), 50).point == (6_000, 5_310)
    assert snapped(layout, CATALOG, (4_210, 4_010), 50).on == "corner of column"
    assert snapped(layout, CATALOG, (4_210, 4_010), 50, free=True).point == (4_210, 4_010)
    assert snapped(layout, CATALOG, (5_300, 5_300), 50).on == ""
