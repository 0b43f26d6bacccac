"""The drawing keeps its scale, and goes back to where it was; only a fit rescales it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.document.edits import place_rack, remove
from designer.model.design import Design, Room
from designer.ui.commands.edit import EditCommands
from designer.ui.views.dialogs.row_dialog import RowPlan
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import crowded, settle
from tests.helpers.ui_desk import Desk

ROOM = Room(outline=((0, 0), (16_000, 0), (16_000, 12_000), (0, 12_000)))
ROW = RowPlan("rack-48u", 6, 3000, 3000, 800, "A", 0)


@pytest.fixture
def empty(qtbot: QtBot, window: MainWindow, desk: Desk) -> MainWindow:
    """The window on a room in which nothing stands."""
    desk.session.new(Design(name="empty", room=ROOM))
    settle()
    return window


def scale(window: MainWindow) -> float:
    return window.floor.view.scale_factor()


def corner(window: MainWindow) -> QPointF:
    return window.floor.view.mapToScene(QPoint(0, 0))


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    window.activateWindow()
    window.floor.view.setFocus()
    QTest.keyClick(window.floor.view, key, modifiers)
    settle()


def test_a_row_added_to_an_empty_room_keeps_the_scale(empty: MainWindow) -> None:
    before = scale(empty)
    assert empty.edits.add_row(ROW)
    settle()
    assert scale(empty) == before
    assert len(empty.workspace.selection) == 6
    shown = empty.floor.view.visible_rect()
    assert shown.contains(empty.floor.floor.bounds_of(empty.floor.floor.racks))


def test_the_first_rack_undo_and_redo_keep_the_scale(empty: MainWindow) -> None:
    space, before = empty.workspace, scale(empty)
    rack = next(part for part in space.catalog.parts if part.id == "rack-48u")
    assert empty.parts_panel.place(rack)
    settle()
    assert scale(empty) == before
    for act in (empty.edits.undo, empty.edits.redo, empty.edits.undo):
        act()
        settle()
        assert scale(empty) == before


@pytest.mark.parametrize("panel", ["view.left", "view.right", "view.elevation"])
def test_panels_that_open_and_close_keep_the_scale(empty: MainWindow, panel: str) -> None:
    before = scale(empty)
    for _ in range(2):
        empty.actions_by_id[panel].trigger()
        settle()
        assert scale(empty) == before


def test_a_dragged_splitter_keeps_the_scale(empty: MainWindow) -> None:
    before, wide = scale(empty), empty.floor.view.width()
    handle = empty.columns.handle(1)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(0, 200))
    QTest.mouseMove(handle, QPoint(60, 200))
    QTest.mouseMove(handle, QPoint(120, 200))
    settle()
    assert empty.floor.view.width() < wide - 50
    assert scale(empty) == before
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton)


def test_a_file_read_again_is_looked_at_as_before(
    empty: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "again.cluster.toml"
    desk.session.save_as(path)
    view = empty.floor.view
    view.zoom_by(2.5)
    view.scroll_by(40, 30)
    before, middle = scale(empty), view.visible_rect().center()
    assert empty.files.open_now(path)
    settle()
    assert scale(empty) == before
    away = (view.visible_rect().center() - middle) * before
    assert max(abs(away.x()), abs(away.y())) <= 2


def test_f_shows_the_selection_and_shift_f_the_room(empty: MainWindow) -> None:
    space, view = empty.workspace, empty.floor.view
    assert empty.edits.add_row(ROW)
    space.select(("A01",))
    press(empty, Qt.Key.Key_F, Qt.KeyboardModifier.NoModifier)
    rack, room = view.floor.bounds_of(("A01",)), QRectF(0, 0, 16_000, 12_000)
    assert view.visible_rect().contains(rack)
    assert not view.visible_rect().contains(room)
    press(empty, Qt.Key.Key_F, Qt.KeyboardModifier.ShiftModifier)
    assert view.visible_rect().contains(room), "not only what stands"
    free = view.viewport().rect()
    free.setBottom(free.bottom() - min(view.covered_px, free.height() // 4))
    seen = view.mapFromScene(room).boundingRect()
    assert free.contains(seen)
    assert max(seen.width() / free.width(), seen.height() / free.height()) > 0.8


def test_home_shows_the_room_too(empty: MainWindow) -> None:
    assert empty.edits.add_row(ROW)
    empty.floor.view.zoom_by(3.0)
    press(empty, Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier)
    assert empty.floor.view.visible_rect().contains(QRectF(0, 0, 16_000, 12_000))


def test_undo_of_a_duplicate_that_was_scrolled_to_leads_back(
    window: MainWindow, desk: Desk
) -> None:
    desk.session.new(crowded())
    settle()
    view, edits, space = window.floor.view, window.edits, window.workspace
    view.zoom_by(4.0)
    space.focus(("R1200-4",))
    settle()
    before, at = scale(window), corner(window)
    copied = duplicated(edits)
    assert not view.floor.bounds_of(copied).isNull()
    settle()
    assert view.visible_rect().intersects(view.floor.bounds_of(copied)), "the copy is shown"
    assert (corner(window) - at).manhattanLength() * before > 50, "or nothing is to go back"
    edits.undo()
    settle()
    assert scale(window) == before
    assert (corner(window) - at).manhattanLength() * before <= 3
    assert space.selection == ("R1200-4",)


def test_undo_leaves_the_view_where_the_user_looked_since(window: MainWindow, desk: Desk) -> None:
    desk.session.new(crowded())
    settle()
    window.floor.view.zoom_by(4.0)
    window.workspace.focus(("R1200-4",))
    duplicated(window.edits)
    window.workspace.select(())
    window.floor.view.scroll_by(30, -60)
    at = corner(window)
    window.workspace.document.undo()
    settle()
    assert corner(window) == at


def duplicated(edits: EditCommands) -> tuple[str, ...]:
    edits.duplicate()
    return edits._workspace.selection


def test_an_edit_that_scrolls_nothing_leads_nowhere(window: MainWindow, desk: Desk) -> None:
    desk.session.new(crowded())
    settle()
    space = window.workspace
    window.floor.view.zoom_by(2.0)
    at = corner(window)
    assert space.apply("x", place_rack(space.catalog, "rack-48u", 0, 36_000))
    assert space.apply("x", remove((space.document.design.racks[-1].id,)))
    space.document.undo()
    space.document.undo()
    settle()
    assert corner(window) == at
