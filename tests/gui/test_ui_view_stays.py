"""The drawing keeps its scale, and goes back to where it was; only a fit rescales it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document.edits import place_rack, remove
from designer.io import design_file
from designer.io.journal import Header, Journal
from designer.model.change import diff
from designer.model.design import Design, Room
from designer.runtime.session import Recoverable
from designer.ui.commands.edit import EditCommands
from designer.ui.kit.figures import metres
from designer.ui.views.dialogs.row_dialog import RowPlan
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import crowded, settle
from tests.helpers.sessions import press_notice
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall

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


def test_a_view_that_is_not_shown_does_not_widen_the_middle(empty: MainWindow) -> None:
    hidden = empty.centre.fabric
    assert not hidden.isVisible()
    assert hidden.minimumSizeHint().width() <= empty.centre.splitter.minimumSizeHint().width()


def crashed(desk: Desk, folder: Path) -> Recoverable:
    found, journal = hall().evolve(name="lost"), folder / "gone.journal"
    writer = Journal.begin(journal, Header(key="k"), hall())
    writer.append(diff(hall(), found), 1, "Rename", 0.0)
    writer.close()
    return Recoverable(
        key="k", journal=journal, file=folder / "lost.toml", file_digest="",
        file_changed=True, file_damaged=False, base=hall(), design=found, parts=(),
        labels=("Rename",), difference=diff(hall(), found), started=0.0, problems=(),
    )  # fmt: skip


def saved_hall(desk: Desk, folder: Path) -> Path:
    path = folder / "hall.cluster.toml"
    design_file.save(path, hall(), desk.catalog)
    return path


def is_whole(window: MainWindow) -> bool:
    """Whether all that stands is in view, not covered, and as large as it can be."""
    view = window.floor.view
    seen = view.mapFromScene(view.floor.standing()).boundingRect()
    free = view.filled
    fills = max(seen.width() / free.width(), seen.height() / free.height())
    inside = view.below_notices().contains(free) and free.contains(seen.adjusted(2, 2, -2, -2))
    return inside and fills > 0.95 and covered_racks(window) == []


def covered_racks(window: MainWindow) -> list[str]:
    """Return the racks over which legend, minimap or a notice floats."""
    view = window.floor.view
    floating = [
        QRect(view.viewport().mapFromGlobal(part.mapToGlobal(QPoint(0, 0))), part.size())
        for part in (window.floor.legend, window.floor.minimap, window.centre.banners)
        if part.isVisible()
    ]
    return [
        key for key, item in view.floor.racks.items()
        for box in (view.mapFromScene(item.sceneBoundingRect()).boundingRect(),)
        if any(part.intersects(box) for part in floating)
    ]  # fmt: skip


def test_what_somebody_else_made_of_the_open_file_is_looked_at_as_before(
    empty: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = saved_hall(desk, tmp_path)
    assert empty.files.open_now(path)
    settle()
    view = empty.floor.view
    view.zoom_by(2.5)
    view.scroll_by(40, 30)
    before, middle = scale(empty), view.visible_rect().center()
    desk.session.changed_on_disk.emit(str(path))
    press_notice(empty.centre.banners, "disk", "Load theirs")
    settle()
    assert scale(empty) == before
    away = (view.visible_rect().center() - middle) * before
    assert max(abs(away.x()), abs(away.y())) <= 2


@pytest.mark.parametrize("by", ["open", "open again", "from the start page", "new", "recover"])
@pytest.mark.parametrize("size", [(1280, 800), (1100, 700), (1600, 1000)])
def test_a_design_is_shown_whole_when_it_comes(
    empty: MainWindow, desk: Desk, tmp_path: Path, size: tuple[int, int], by: str
) -> None:
    path = saved_hall(desk, tmp_path)
    assert empty.files.open_now(path)
    desk.workspace.select(("A01",))
    settle()
    assert empty.elevation.rack_id() == "A01"
    empty.floor.view.zoom_by(2.5)
    if by == "from the start page":
        empty.files.show_start_page()
    empty.resize(*size)
    settle()
    if by == "new":
        empty.files.new_from_template("dgx-superpod-h100", {"scalable_units": "1"})
    elif by == "recover":
        empty.files.recover(crashed(desk, tmp_path))
    else:
        assert empty.files.open_now(path)
    settle()
    assert is_whole(empty)
    assert empty.elevation.rack_id() == "", "a rack of the design before is another rack"
    before = scale(empty)
    desk.workspace.select((desk.design.racks[0].id,))
    settle()
    assert scale(empty) == before, "nobody asked for another scale"


def test_a_double_click_in_a_list_of_files_shows_the_design_whole(
    empty: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    """The button is still down while notices leave and the drawing gets their room."""
    path = saved_hall(desk, tmp_path)
    empty.files.show_start_page()
    empty.centre.banners.show_banner("file", "error", "b.toml was not opened: " + 40 * "why ")
    empty.resize(1280, 800)
    settle()
    page = empty.start_page.viewport()
    QTest.mousePress(page, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert empty.files.open_now(path)
    settle()
    assert is_whole(empty)
    QTest.mouseRelease(page, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    settle()
    assert is_whole(empty)


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
    free = view.filled
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


def test_the_place_under_a_resting_pointer_is_told_when_the_drawing_scrolls(
    window: MainWindow, desk: Desk
) -> None:
    """Ctrl+D scrolls to the copy: the pointer rests, and what is under it is another place."""
    desk.session.new(crowded())
    settle()
    view, at = window.floor.view, QPoint(150, 120)
    view.zoom_by(4.0)
    window.workspace.focus(("R1200-4",))
    settle()
    QTest.mouseMove(view.viewport(), at)
    settle()
    before = window.status.position.text()

    def place() -> str:
        point = view.mapToScene(at)
        return f"x {metres(point.x())}  y {metres(point.y())}"

    assert before == place()
    assert duplicated(window.edits)
    settle()
    assert window.status.position.text() == place() != before
    assert view._hovered == (view.floor.pick_at(view.mapToScene(at)) or "")
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    left = window.status.position.text()
    view.scroll_by(0, 40)
    assert window.status.position.text() == left, "the pointer is elsewhere"
    assert view._hovered == ""


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


@pytest.fixture
def small_hall(empty: MainWindow) -> MainWindow:
    """Four scalable units, with cooling units along the walls, in a window of 1280 x 800."""
    empty.resize(1280, 800)
    empty.files.new_from_template("dgx-superpod-h100", {"scalable_units": "4"})
    settle()
    return empty


def test_no_rack_lies_under_the_minimap_when_the_elevation_opens(small_hall: MainWindow) -> None:
    floor, before = small_hall.floor, scale(small_hall)
    assert not floor.minimap.is_folded
    for key in tuple(floor.floor.racks)[:2]:
        small_hall.workspace.select((key,))
        small_hall.workspace.elevation_requested.emit(key)
        settle()
        assert small_hall.elevation.height() > 150
        assert covered_racks(small_hall) == []
        assert floor.minimap.isVisible()
        assert scale(small_hall) == before


@pytest.mark.parametrize("size", [(1280, 800), (1600, 1000), (1920, 1080)])
def test_a_minimap_lies_over_no_corner_of_a_room_that_is_all_in_view(
    small_hall: MainWindow, size: tuple[int, int]
) -> None:
    small_hall.resize(*size)
    settle()
    press(small_hall, Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier)
    settle()
    floor, minimap = small_hall.floor, small_hall.floor.minimap
    on_floor = floor.view.mapToScene(minimap.geometry()).boundingRect()
    assert minimap.is_folded or not on_floor.intersects(floor.floor.room_rect())
    assert minimap.isVisible()
    if minimap.is_folded:
        QTest.mouseClick(minimap, Qt.MouseButton.LeftButton)
        assert not minimap.is_folded


def test_a_folded_minimap_unfolds_on_a_press_and_by_a_fit(
    small_hall: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = small_hall.floor
    floor.view.zoom_by(1.6)
    with monkeypatch.context() as crowd:
        crowd.setattr(floor.floor, "worth_covered", lambda _box: 0.0)
        small_hall.resize(1270, 790)
        settle()
    assert floor.minimap.is_folded
    corner_before = corner(small_hall)
    QTest.mousePress(floor.minimap, Qt.MouseButton.LeftButton)
    QTest.mouseMove(floor.minimap, QPoint(5, 5))
    assert not floor.minimap.is_folded
    assert floor.view.covered[-1] == floor.minimap.geometry()
    assert corner(small_hall) == corner_before, "the press unfolds, and goes nowhere"
    QTest.mouseRelease(floor.minimap, Qt.MouseButton.LeftButton)
    QTest.mouseClick(floor.minimap, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert corner(small_hall) != corner_before
    small_hall.resize(1280, 800)
    settle()
    press(small_hall, Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier)
    assert not floor.minimap.is_folded


@pytest.mark.parametrize("view", ["Compare", "Power", "Elevation"])
def test_the_floor_is_where_it_was_after_another_view(
    window: MainWindow, desk: Desk, view: str
) -> None:
    """The elevation below makes room for the floor only once it is shown again."""
    window.resize(1280, 800)
    settle()
    desk.workspace.select(("A01",))
    settle()
    before = corner(window), scale(window)
    for _ in range(2):
        window.views.show_view(view)
        settle()
        window.views.show_view("Floor")
        settle()
        assert (corner(window), scale(window)) == before
