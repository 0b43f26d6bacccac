"""A gesture on the floor ends with its button: also where the release goes elsewhere."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QRubberBand
from pytestqt.qtbot import QtBot

from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import middle, shown_canvas

NONE = Qt.KeyboardModifier.NoModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
MIDDLE, BACK = Qt.MouseButton.MiddleButton, Qt.MouseButton.BackButton


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    return shown_canvas(qtbot, space)


@pytest.fixture
def menus(canvas: FloorCanvas) -> list[QPoint]:
    """Where menus were asked for."""
    asked: list[QPoint] = []
    canvas.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    canvas.view.customContextMenuRequested.connect(asked.append)
    return asked


def places(space: Workspace) -> list[tuple[int, int]]:
    return [(rack.x_mm, rack.y_mm) for rack in space.document.design.racks]


def press_and_drag(canvas: FloorCanvas, at: QPoint, to: QPoint) -> None:
    port = canvas.view.viewport()
    QTest.mousePress(port, LEFT, NONE, at)
    move(port, (at + to) / 2, pressed=True)
    move(port, to, pressed=True)


def ask_menu(canvas: FloorCanvas, at: QPoint, reason: QContextMenuEvent.Reason) -> None:
    port = canvas.view.viewport()
    QApplication.sendEvent(port, QContextMenuEvent(reason, at, port.mapToGlobal(at)))


def is_idle(canvas: FloorCanvas) -> bool:
    view = canvas.view
    bands = [band for band in view.findChildren(QRubberBand) if band.isVisible()]
    return not (view._gesture or view.ghost.isVisible() or view.card.isVisible() or bands)


def test_a_right_press_cancels_a_drag_and_opens_no_menu(
    canvas: FloorCanvas, space: Workspace, menus: list[QPoint]
) -> None:
    """The menu took the release; after Esc the ghost followed, and a click moved the rack."""
    port, was = canvas.view.viewport(), places(space)
    to = middle(canvas, "B02") + QPoint(0, 120)
    press_and_drag(canvas, middle(canvas, "B02"), to)
    assert not is_idle(canvas)
    QTest.mousePress(port, RIGHT, NONE, to)
    ask_menu(canvas, to, QContextMenuEvent.Reason.Mouse)
    assert is_idle(canvas)
    assert menus == []
    QTest.mouseRelease(port, RIGHT, NONE, to)
    move(port, to + QPoint(30, 0), pressed=True)
    QTest.mouseRelease(port, LEFT, NONE, to)
    move(port, to + QPoint(60, 0))
    QTest.mouseClick(port, LEFT, NONE, to + QPoint(60, 0))
    assert is_idle(canvas)
    assert (places(space), space.document.can_undo) == (was, False)
    QTest.mousePress(port, RIGHT, NONE, to)
    ask_menu(canvas, to, QContextMenuEvent.Reason.Mouse)
    QTest.mouseRelease(port, RIGHT, NONE, to)
    assert menus == [to], "the next right click is one again"


@pytest.mark.parametrize("button", [MIDDLE, BACK])
@pytest.mark.parametrize("row", [False, True])
def test_a_press_of_any_other_button_cancels_a_drag(
    canvas: FloorCanvas, space: Workspace, button: Qt.MouseButton, row: bool
) -> None:
    """As in drags from the parts and the elevation; the racks were dropped at the release."""
    port, was = canvas.view.viewport(), places(space)
    at = middle(canvas, "B02")
    if row:
        at = next(
            QPoint(x, y)
            for y in range(0, port.height(), 3)
            for x in range(0, port.width(), 3)
            if canvas.view.row_id_at(QPoint(x, y)) and not canvas.view.rack_id_at(QPoint(x, y))
        )
    to = at + QPoint(0, 120)
    press_and_drag(canvas, at, to)
    assert not is_idle(canvas)
    QTest.mousePress(port, button, NONE, to)
    assert is_idle(canvas)
    QTest.mouseRelease(port, LEFT, NONE, to)
    move(port, to + QPoint(40, 0))
    QTest.mouseRelease(port, button, NONE, to + QPoint(40, 0))
    assert is_idle(canvas)
    assert (places(space), space.document.can_undo) == (was, False)
    press_and_drag(canvas, at, to)
    QTest.mouseRelease(port, LEFT, NONE, to)
    assert space.document.can_undo, "the next drag is one again"


def test_a_release_of_another_button_ends_no_drag(canvas: FloorCanvas, space: Workspace) -> None:
    """The right button may be down before the left one begins a drag."""
    port, was = canvas.view.viewport(), places(space)
    at = middle(canvas, "B02")
    to = at + QPoint(0, 120)
    QTest.mousePress(port, RIGHT, NONE, at)
    press_and_drag(canvas, at, to)
    QTest.mouseRelease(port, RIGHT, NONE, to)
    assert places(space) == was
    assert not is_idle(canvas)
    QTest.mouseRelease(port, LEFT, NONE, to)
    assert places(space) != was


def test_a_right_press_cancels_a_band(
    canvas: FloorCanvas, space: Workspace, menus: list[QPoint]
) -> None:
    space.select(("A01",))
    free = canvas.view.mapFromScene(QPointF(2_000, 2_000))
    far = middle(canvas, "B04")
    press_and_drag(canvas, free, far)
    assert not is_idle(canvas)
    QTest.mousePress(canvas.view.viewport(), RIGHT, NONE, far)
    assert is_idle(canvas)
    QTest.mouseRelease(canvas.view.viewport(), RIGHT, NONE, far)
    QTest.mouseRelease(canvas.view.viewport(), LEFT, NONE, far)
    assert (space.selection, menus) == (("A01",), [])


def test_the_menu_key_opens_no_menu_during_a_drag(canvas: FloorCanvas, menus: list[QPoint]) -> None:
    at = middle(canvas, "B02")
    press_and_drag(canvas, at, at + QPoint(0, 120))
    ask_menu(canvas, at, QContextMenuEvent.Reason.Keyboard)
    assert menus == []
    QTest.mouseRelease(canvas.view.viewport(), LEFT, NONE, at)


def lose_focus(canvas: FloorCanvas) -> None:
    out = QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason)
    QApplication.sendEvent(canvas.view, out)


def lose_grab(canvas: FloorCanvas) -> None:
    QApplication.sendEvent(canvas.view.viewport(), QEvent(QEvent.Type.UngrabMouse))


def move_without_a_button(canvas: FloorCanvas) -> None:
    move(canvas.view.viewport(), middle(canvas, "B02") + QPoint(0, 60))


@pytest.mark.parametrize("lose", [lose_focus, lose_grab, move_without_a_button])
def test_a_drag_that_loses_its_mouse_is_cancelled(
    canvas: FloorCanvas, space: Workspace, lose: Callable[[FloorCanvas], None]
) -> None:
    was, at = places(space), middle(canvas, "B02")
    press_and_drag(canvas, at, at + QPoint(0, 120))
    assert not is_idle(canvas)
    lose(canvas)
    assert is_idle(canvas)
    QTest.mouseRelease(canvas.view.viewport(), LEFT, NONE, at)
    assert (places(space), space.document.can_undo) == (was, False)
