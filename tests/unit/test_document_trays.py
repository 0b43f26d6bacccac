"""Trays: drawn through corners, moved, given other corners; what corners are drawn to."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.edits.trays import draw_tray, move_corner, move_trays, next_tray
from designer.document.errors import EditError
from designer.document.tray_plans import (
    corner_to,
    drawn_to,
    tray_boxes,
    tray_length_mm,
    tray_through,
    trays_by,
)
from designer.model.design import Design, Room, Tray
from designer.model.layout import Layout
from designer.model.network_keys import cable_key, cable_of, tray_key, tray_of
from designer.planning.templates import build

SHIPPED = load_shipped()
ROOM = Room(outline=((0, 0), (12000, 0), (12000, 9000), (0, 9000)))
FIRST = Tray(id="t", name="First", corners=((600, 600), (6600, 600)), width_mm=400, depth_mm=100)


def design(*trays: Tray) -> Design:
    return Design(name="d", room=ROOM, trays=trays)


def test_a_tray_is_named_on_and_made_as_the_one_before() -> None:
    one = draw_tray(((0, 0), (600, 0)))(design(FIRST)).trays[-1]
    assert (one.id, one.name, one.width_mm, one.depth_mm) == ("tray-2", "Tray 2", 400, 100)
    taken = design(Tray(id="tray-2", name="Tray 2", corners=((0, 0), (1, 1))))
    assert next_tray(taken, ((0, 0), (9, 9))).id == "tray-3"


def test_a_tray_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(EditError, match="a beginning and an end"):
        draw_tray(((0, 0), (0, 0)))(design())
    with pytest.raises(EditError, match="nothing is called 'x'"):
        move_trays(("x",), 1, 1)(design(FIRST))
    with pytest.raises(EditError, match="First has no corner 3"):
        move_corner("t", 2, (0, 0))(design(FIRST))


def test_trays_and_corners_move() -> None:
    assert move_trays(("t",), 100, -50)(design(FIRST)).trays[0].corners == ((700, 550), (6700, 550))
    moved = move_corner("t", 1, (6600, 1200))(design(FIRST)).trays[0]
    assert moved.corners == ((600, 600), (6600, 1200))


def test_plans_say_length_and_what_is_refused() -> None:
    layout = Layout(design(FIRST))
    plan = tray_through(layout, ((0, 0), (3000, 0), (3000, 4000)))
    assert plan.verdict.title == "Tray 2 · 7.0 m"
    assert plan.about == "400 × 100 mm, as First"
    assert tray_through(layout, ((0, 0), (50, 0))).verdict.reason == "too short"
    assert tray_through(layout, ((0, 0), (-900, 0))).verdict.reason == "outside the room"
    assert trays_by(layout, (tray_key("t"),), 0, 600).label == "Move First"
    assert trays_by(layout, (tray_key("t"),), 0, 0).stays
    assert trays_by(layout, (tray_key("t"),), 0, -6000).verdict.reason == "outside the room"
    assert corner_to(layout, tray_key("t"), 1, (600, 1800)).about == "1.2 m"
    assert corner_to(layout, tray_key("gone"), 1, (0, 0)).verdict.reason == (
        "it is not in this design"
    )


def test_boxes_and_length_follow_the_corners() -> None:
    assert tray_length_mm(((0, 0), (300, 400))) == 500
    assert tray_boxes(FIRST) == ((400, 400, 6800, 800),)


def test_corners_are_drawn_at_right_angles_to_lines_and_tiles() -> None:
    layout = Layout(design(FIRST))
    to = lambda at, last=None, free=False: drawn_to(  # noqa: E731 - short
        layout, SHIPPED, at, last, 100, free=free
    )
    assert to((650, 1190)) == (600, 1200)
    assert to((6680, 5000)) == (6600, 4800), "the end of another tray, else a tile"
    assert to((4000, 700), (1200, 1200)) == (4200, 1200), "level on from the corner before"
    assert to((1300, 4000), (1200, 1200)) == (1200, 4200), "upright"
    assert to((1234, 567), free=True) == (1234, 567)


def test_corners_are_drawn_to_the_racks_of_a_row_and_the_middle_of_an_aisle() -> None:
    pod = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    layout = Layout(pod)
    row = [rack for rack in pod.racks if rack.row == "A"]
    top = row[0].y_mm
    assert drawn_to(layout, SHIPPED, (9000, top + 30), None, 60, free=False)[1] == top
    assert drawn_to(layout, SHIPPED, (9000, top + 2830), None, 60, free=False)[1] % 300 == 0


def test_keys_tell_trays_and_cables_from_all_else() -> None:
    assert tray_of(tray_key("a")) == "a"
    assert cable_of(cable_key("a")) == "a"
    assert (tray_of("a"), cable_of("a"), tray_of(cable_key("a"))) == ("", "", "")
