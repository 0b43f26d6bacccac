"""Turning where 90 degrees do not fit, and where the copies of racks come to stand."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest

from designer.model.design import Design, Rack, Room, Row
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import crowded, settle
from tests.helpers.ui_desk import Desk


def row_along_the_wall() -> Design:
    """Eight racks along the long wall of a room that is 3 m deep: they fit lengthwise only."""
    room = Room(outline=((0, 0), (12_000, 0), (12_000, 3_000), (0, 3_000)))
    racks = tuple(
        Rack(
            id=f"A{n:02d}", name=f"A{n:02d}", part="rack-48u", x_mm=800 * n, y_mm=0, row="A",
        )
        for n in range(1, 9)
    )  # fmt: skip
    return Design(name="long", room=room, rows=(Row(id="A", name="A", x_mm=800),), racks=racks)


@pytest.mark.parametrize("by", ["key", "menu"])
def test_a_row_that_does_not_fit_crosswise_stays_and_says_why(
    window: MainWindow, desk: Desk, by: str
) -> None:
    desk.session.new(row_along_the_wall())
    space = desk.workspace
    space.select(f"A{n:02d}" for n in range(1, 9))
    before = desk.design
    if by == "key":
        window.floor.view.setFocus()
        QTest.keyClick(window.floor.view, Qt.Key.Key_R)
    else:
        window.edits.rotate()
    assert desk.design == before
    text, severity = desk.messages[-1]
    assert severity == "warning"
    assert text.startswith("8 racks cannot be turned: by 90° A0")
    assert "outside the room" in text
    assert text.endswith("; by 180° there is room (Properties, Faces)")


def test_a_rack_with_room_turns_by_a_quarter_without_a_word(window: MainWindow, desk: Desk) -> None:
    desk.session.new(crowded().evolve(racks=crowded().racks[-5:-4]))
    desk.workspace.select((desk.design.racks[0].id,))
    desk.messages.clear()
    window.edits.rotate()
    assert desk.design.racks[0].rotation == 90
    assert desk.messages == []


def test_what_can_stand_no_other_way_says_so_and_stays(window: MainWindow, desk: Desk) -> None:
    room = Room(outline=((0, 0), (800, 0), (800, 1200), (0, 1200)))
    # Drawn half a metre off, it is outside the room however it turns.
    rack = Rack(id="A01", name="A01", part="rack-48u", x_mm=500, y_mm=0)
    desk.session.new(Design(name="closet", room=room, racks=(rack,)))
    desk.workspace.select(("A01",))
    window.edits.rotate()
    assert desk.design.racks == (rack,)
    text, severity = desk.messages[-1]
    assert severity == "warning"
    assert text.startswith("A01 cannot be turned: by 90° ")
    assert "by 180° " in text
    assert "by 270° " in text


def two_places() -> Design:
    """One rack below a full row: it may be copied to the left, out of view, or to the right."""
    room = Room(outline=((0, 0), (60_000, 0), (60_000, 6_000), (0, 6_000)))
    near = (Rack(id="A01", name="A01", part="rack-48u", x_mm=24_000, y_mm=2_400, row="A"),)
    wall = tuple(
        Rack(id=f"W{n:02d}", name=f"W{n:02d}", part="crah", x_mm=24_000 + n * 2_600, y_mm=2_400)
        for n in range(1, 4)
    )
    before = tuple(
        Rack(id=f"V{n:02d}", name=f"V{n:02d}", part="crah", x_mm=24_000 - n * 2_600, y_mm=2_400)
        for n in range(1, 3)
    )
    rows = (Row(id="A", name="A", x_mm=24_000, y_mm=2_400),)
    end = Rack(id="A02", name="A02", part="rack-48u", x_mm=24_800, y_mm=2_400, row="A")
    return Design(name="two", room=room, rows=rows, racks=(*near, end, *before, *wall[1:]))


def look_at(window: MainWindow, left: int, right: int) -> None:
    window.floor.view.show_rect(QRectF(left, 0, right - left, 5_000))
    settle()


def copies(desk: Desk) -> tuple[Rack, ...]:
    by_id = {rack.id: rack for rack in desk.design.racks}
    return tuple(by_id[key] for key in desk.workspace.selection)


@pytest.mark.parametrize(("left", "right"), [(0, 27_000), (22_000, 49_000)])
def test_copies_stand_in_view_where_there_is_room(
    window: MainWindow, desk: Desk, left: int, right: int
) -> None:
    desk.session.new(two_places())
    settle()
    desk.workspace.select(("A01",))
    settle()
    look_at(window, left, right)
    looked_at = window.floor.in_view()
    assert looked_at is not None
    seen = looked_at.box
    window.edits.duplicate()
    (copy,) = copies(desk)
    assert seen[0] <= copy.x_mm
    assert copy.x_mm + 800 <= seen[2]
    assert desk.messages[-1][0] == "Duplicated A01"


def test_copies_out_of_view_are_shown_and_their_place_is_said(
    window: MainWindow, desk: Desk
) -> None:
    desk.session.new(crowded())
    settle()
    window.floor.view.zoom_by(4.0)
    desk.workspace.focus(("R1200-4",))
    settle()
    scale = window.floor.view.scale_factor()
    window.edits.duplicate()
    (copy,) = copies(desk)
    text, _ = desk.messages[-1]
    assert f"at x {copy.x_mm / 1000:.1f} m, y {copy.y_mm / 1000:.1f} m" in text
    assert " m away" in text
    assert window.floor.view.scale_factor() == scale
    looked_at = window.floor.in_view()
    assert looked_at is not None
    seen = looked_at.box
    assert seen[1] <= copy.y_mm
    assert copy.y_mm + 1200 <= seen[3]


def test_a_floor_that_is_not_shown_prefers_no_place(window: MainWindow, desk: Desk) -> None:
    window.views.show_view("Elevation")
    assert window.floor.in_view() is None
    desk.workspace.select(("A02",))
    window.edits.duplicate()
    assert desk.messages[-1][0] == "Duplicated A02"


def is_seen(window: MainWindow, rack: Rack) -> bool:
    """Return whether a rack is whole in the viewport, clear of legend and minimap."""
    view = window.floor.view
    box = view.mapFromScene(QRectF(rack.x_mm, rack.y_mm, 600, 1200)).boundingRect()
    over = [it.geometry() for it in (window.floor.legend, window.floor.minimap) if it.isVisible()]
    return view.viewport().rect().contains(box) and not any(box.intersects(it) for it in over)


def test_copies_stand_side_by_side_wherever_the_legend_floats(
    window: MainWindow, desk: Desk
) -> None:
    """Legend and minimap take the places they cover, not the whole height or width they are at."""
    room = Room(outline=((0, 0), (12_000, 0), (12_000, 9_600), (0, 9_600)))
    first = Rack(id="R01", name="R01", part="rack-42u", x_mm=1_200, y_mm=1_200)
    desk.session.new(Design(name="empty", room=room, racks=(first,)))
    window.floor.fit_all()
    desk.workspace.select(("R01",))
    settle()
    for number in range(2, 9):
        window.edits.duplicate()
        settle()
        (copy,) = copies(desk)
        assert (copy.x_mm, copy.y_mm) == (1_200 + 600 * (number - 1), 1_200)
        assert is_seen(window, copy)
        assert desk.messages[-1][0] == f"Duplicated R0{number - 1}"
