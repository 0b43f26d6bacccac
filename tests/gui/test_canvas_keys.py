"""The floor by keys, wheel and tips: what each does, and what it says where it does nothing."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document.edits import put
from designer.model.design import Design, Note
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.accessible import AccessibleFloor
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.zoomed_view import MOST_ZOOM
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.sent_mouse import Told, move
from tests.helpers.shown_views import middle, shown_canvas

KEYS = Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    return shown_canvas(qtbot, space)


def press(canvas: FloorCanvas, key: Qt.Key, held: Qt.KeyboardModifier = KEYS.NoModifier) -> None:
    QTest.keyClick(canvas.view, key, held)


def turned(canvas: FloorCanvas, x: int, y: int, held: Qt.KeyboardModifier) -> QPoint:
    """Turn a wheel over the middle; return how far, in pixels, the floor moved under it."""
    port = canvas.view.viewport()
    point = canvas.view.mapToScene(port.rect().center())
    middle = QPointF(port.rect().center())
    wheel = QWheelEvent(
        middle, port.mapToGlobal(middle), QPoint(), QPoint(x, y), Qt.MouseButton.NoButton, held,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, wheel)
    return canvas.view.mapFromScene(point) - port.rect().center()


def test_plus_and_minus_change_the_scale_by_a_quarter(canvas: FloorCanvas) -> None:
    scale = canvas.view.scale_factor()
    press(canvas, Qt.Key.Key_Plus)
    assert canvas.view.scale_factor() == pytest.approx(scale * 1.25)
    press(canvas, Qt.Key.Key_Equal)
    assert canvas.view.scale_factor() == pytest.approx(scale * 1.25**2)
    press(canvas, Qt.Key.Key_Minus)
    press(canvas, Qt.Key.Key_Minus)
    assert canvas.view.scale_factor() == pytest.approx(scale)


def test_f_goes_to_the_selection_and_shift_f_or_home_to_the_room(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    press(canvas, Qt.Key.Key_F)
    assert told == [("Nothing on the floor is selected", "info")]
    space.select(("B04",))
    press(canvas, Qt.Key.Key_F)
    near = canvas.view.visible_rect()
    centre = canvas.floor.racks["B04"].sceneBoundingRect().center()
    assert abs(near.center().x() - centre.x()) < near.width() / 20
    for key, held in ((Qt.Key.Key_F, KEYS.ShiftModifier), (Qt.Key.Key_Home, KEYS.NoModifier)):
        canvas.view.look_at(QPointF(0, 0), MOST_ZOOM)
        press(canvas, key, held)
        assert canvas.view.visible_rect().contains(canvas.floor.room_rect())


def test_r_turns_and_escape_chooses_nothing(canvas: FloorCanvas, space: Workspace) -> None:
    space.select(("A01",))
    press(canvas, Qt.Key.Key_R, KEYS.ControlModifier)
    assert space.layout().racks["A01"].rotation == 0, "with Ctrl it is another command's"
    space.select(("A02", "B01"))
    press(canvas, Qt.Key.Key_Escape)
    assert space.selection == ()
    assert space.document.history.steps[-1] is space.document.history.steps[0]


def test_r_turns_the_selection(canvas: FloorCanvas, space: Workspace) -> None:
    alone = space.layout().racks["A04"].evolve(row="", x_mm=6_000)
    assert space.apply("alone", lambda design: design.evolve(racks=(alone,), devices=(), rows=()))
    space.select(("A04",))
    press(canvas, Qt.Key.Key_R)
    assert space.layout().racks["A04"].rotation == 90


def test_delete_without_a_selection_says_so(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    press(canvas, Qt.Key.Key_Delete)
    assert told == [("Nothing is selected", "info")]
    space.select(("A03",))
    press(canvas, Qt.Key.Key_Backspace)
    assert told[-1] == ("Removed A03; undo brings it back", "info")
    space.select(("A02", "A04"))
    press(canvas, Qt.Key.Key_Delete)
    assert told[-1] == ("Removed 2 racks; undo brings them back", "info")
    assert sorted(canvas.floor.racks) == ["A01", "B01", "B02", "B03", "B04"]


def test_enter_opens_the_last_selected_rack(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    heard: list[str] = []
    space.elevation_requested.connect(heard.append)
    press(canvas, Qt.Key.Key_Return)
    assert heard == []
    space.select(("A01", "B02"))
    press(canvas, Qt.Key.Key_Return)
    press(canvas, Qt.Key.Key_Enter)
    assert heard == ["B02", "B02"]


def test_a_rack_chosen_by_keys_comes_into_view(canvas: FloorCanvas, space: Workspace) -> None:
    space.select(("A01",))
    box = canvas.floor.racks["A01"].sceneBoundingRect()
    canvas.view.look_at(box.center(), MOST_ZOOM)
    for expected in ("A02", "A03", "A04"):
        press(canvas, Qt.Key.Key_Right, KEYS.ControlModifier)
        assert space.selection == (expected,)
        shown = canvas.floor.racks[expected].sceneBoundingRect()
        assert canvas.view.visible_rect().contains(shown.center())
    assert canvas.view.scale_factor() == pytest.approx(MOST_ZOOM), "keys never change the scale"
    press(canvas, Qt.Key.Key_Right, KEYS.ControlModifier)
    assert space.selection == ("A04",), "nothing is further right"
    press(canvas, Qt.Key.Key_Down, KEYS.ControlModifier)
    assert space.selection == ("B04",)


def test_the_first_key_chooses_the_first_rack(canvas: FloorCanvas, space: Workspace) -> None:
    press(canvas, Qt.Key.Key_Down)
    assert space.selection == ("A01",)
    assert len(space.document.history.steps) == 1
    space.select(("B01/n1",))
    press(canvas, Qt.Key.Key_Up, KEYS.ControlModifier)
    assert space.selection == ("A01",), "from the rack of a device"


def test_arrows_in_a_row_are_one_step_of_the_history(canvas: FloorCanvas, space: Workspace) -> None:
    tile = space.document.design.room.tile_mm
    space.select(("A04",))
    was = space.layout().racks["A04"]
    for _ in range(3):
        press(canvas, Qt.Key.Key_Right)
    assert space.layout().racks["A04"].x_mm == was.x_mm + 3 * tile
    press(canvas, Qt.Key.Key_Up, KEYS.AltModifier)
    assert space.layout().racks["A04"].y_mm == was.y_mm - 10
    assert [step.label for step in space.document.history.steps][1:] == ["Move A04"]
    space.select(("A03", "A04"))
    press(canvas, Qt.Key.Key_Up)
    assert space.document.history.current.label == "Move 2 racks"


def test_with_shift_the_wheel_moves_sideways(canvas: FloorCanvas) -> None:
    canvas.view.look_at(canvas.floor.racks["A02"].sceneBoundingRect().center(), 0.3)
    assert turned(canvas, 0, 120, KEYS.ShiftModifier) == QPoint(60, 0)
    assert turned(canvas, 0, -120, KEYS.ShiftModifier) == QPoint(-60, 0)
    # Qt swaps the axes for Alt, and some mice have a wheel that tilts.
    assert turned(canvas, 120, 0, KEYS.NoModifier) == QPoint(60, 0)
    assert turned(canvas, 120, 0, KEYS.ShiftModifier) == QPoint(60, 0)
    assert canvas.view.scale_factor() == pytest.approx(0.3)


def test_a_tip_tells_the_note_before_the_rack_and_nothing_of_empty_floor(
    canvas: FloorCanvas, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = Note(id="note-1", text="mind the column", x_mm=12_000, y_mm=9_000)
    assert space.apply("x", put("notes", note))
    canvas.view.fit_all()
    told, port = Told(monkeypatch), canvas.view.viewport()
    assert told.at(port, middle(canvas, "A02")).splitlines() == [
        "A02 · Rack 48U", "not sized yet",
    ]  # fmt: skip
    pin = canvas.view.mapFromScene(QPointF(12_000, 9_000))
    assert told.at(port, pin) == "mind the column"
    assert told.at(port, canvas.view.mapFromScene(QPointF(9_000, 9_000))) == ""
    QTest.mousePress(port, LEFT, KEYS.NoModifier, middle(canvas, "A02"))
    assert told.at(port, middle(canvas, "A02")) == "", "not while something is moved"
    QTest.mouseRelease(port, LEFT, KEYS.NoModifier, middle(canvas, "A02"))


def test_the_rack_under_the_pointer_is_lit_until_the_pointer_leaves(canvas: FloorCanvas) -> None:
    port = canvas.view.viewport()
    plain = port.grab().toImage()
    move(port, middle(canvas, "A02"))
    first = port.grab().toImage()
    assert first != plain
    move(port, middle(canvas, "A04"))
    assert port.grab().toImage() not in (plain, first)
    QApplication.sendEvent(canvas.view, QEvent(QEvent.Type.Leave))
    assert port.grab().toImage() == plain


def test_a_drag_of_something_else_is_not_taken(canvas: FloorCanvas, space: Workspace) -> None:
    words = QMimeData()
    words.setText("rack")
    drag, at = SentDrag(canvas.view.viewport(), words), middle(canvas, "A02")
    assert not drag.enter(at)
    assert len(space.document.history.steps) == 1


def test_a_selection_too_large_for_the_view_is_shown_by_its_middle(
    canvas: FloorCanvas, space: Workspace
) -> None:
    """A row of racks chosen elsewhere, at a scale at which it is wider than the view."""
    canvas.view.look_at(QPointF(20_000, 20_000), MOST_ZOOM)
    row = ("A01", "A02", "A03", "A04")
    space.select(row)
    box = canvas.floor.bounds_of(row)
    assert canvas.view.visible_rect().contains(box.center())
    assert canvas.view.scale_factor() == pytest.approx(MOST_ZOOM)


def test_a_screen_reader_hears_of_each_rack_and_of_the_selection(
    canvas: FloorCanvas, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = QAccessible.queryAccessibleInterface(canvas.view)
    assert isinstance(floor, AccessibleFloor)
    rack = floor.child(1)
    assert rack.role() == QAccessible.Role.ListItem
    assert rack.parent() is floor
    assert (rack.childCount(), rack.indexOfChild(floor)) == (0, -1)
    assert floor.child(8) is None
    assert floor.child(-1) is None
    assert floor.indexOfChild(floor) == -1
    told: list[tuple[QAccessible.Event, int]] = []
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: told.append((event.type(), event.child()))
    )
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    space.select(("A01", "B02"))
    assert told == [(QAccessible.Event.Selection, 5)], "the last of them, in reading order"
    space.select(())
    assert len(told) == 1


def test_an_empty_room_has_nothing_to_choose(canvas: FloorCanvas, space: Workspace) -> None:
    space.document.replace(Design(), "New", saved=True)
    press(canvas, Qt.Key.Key_Right)
    assert space.selection == ()
