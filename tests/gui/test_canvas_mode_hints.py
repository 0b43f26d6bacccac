"""Hints of how a mode is used: each goes from the status line with its mode, however that ends."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.window.status_bar import StatusBar
from designer.wiring.hand_cables import Socket
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import shown_canvas

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
BEGIN: dict[str, Callable[[FloorCanvas], object]] = {
    "measure": FloorCanvas.measure,
    "tray": FloorCanvas.draw_tray,
    "column": lambda canvas: canvas.draw_element("column"),
    "cloud": FloorCanvas.draw_cloud,
    "scale": lambda canvas: canvas.scale_plan("plan"),
    "move": lambda canvas: canvas.move_plan("plan"),
}


def escape(canvas: FloorCanvas) -> None:
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)


def other_view(canvas: FloorCanvas) -> None:
    canvas.hide()


def elsewhere(canvas: FloorCanvas) -> None:
    """Type in a line elsewhere, as after a menu or in another part of the window."""
    line = QLineEdit(canvas)
    line.show()
    line.setFocus()


def right_press(canvas: FloorCanvas) -> None:
    QTest.mousePress(canvas.view.viewport(), Qt.MouseButton.RightButton, NONE, QPoint(40, 40))


WAYS = {one.__name__: one for one in (escape, other_view, elsewhere, right_press)}


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    return shown_canvas(qtbot, space)


@pytest.fixture
def status(qtbot: QtBot, space: Workspace) -> StatusBar:
    bar = StatusBar(space.filter)
    qtbot.addWidget(bar)
    space.message.connect(bar.show_message)
    space.message_past.connect(bar.withdraw)
    return bar


@pytest.mark.parametrize("way", WAYS)
def test_a_hint_goes_with_its_mode(canvas: FloorCanvas, status: StatusBar, way: str) -> None:
    for mode, begin in BEGIN.items():
        canvas.show()
        canvas.view.setFocus()
        begin(canvas)
        assert status.message.full_text(), mode
        WAYS[way](canvas)
        assert status.message.full_text() == "", (mode, way)


def test_another_tool_takes_its_hint_along(canvas: FloorCanvas, status: StatusBar) -> None:
    canvas.measure()
    measuring = status.message.full_text()
    canvas.draw_element("wall")
    assert status.message.full_text().startswith("Wall")
    canvas.measure()
    assert status.message.full_text() == measuring
    canvas.measure()
    assert status.message.full_text() == "", "a second time ends it"


def test_what_was_said_since_stays(
    canvas: FloorCanvas, status: StatusBar, space: Workspace
) -> None:
    canvas.measure()
    space.message.emit("Saved", "info")
    escape(canvas)
    assert status.message.full_text() == "Saved"


def test_how_a_band_chooses_is_said_while_it_is_drawn(
    canvas: FloorCanvas, status: StatusBar
) -> None:
    port = canvas.view.viewport()
    QTest.mousePress(port, LEFT, NONE, QPoint(20, 20))
    move(port, QPoint(90, 90), pressed=True)
    assert "encloses" in status.message.full_text()
    QTest.mouseRelease(port, LEFT, NONE, QPoint(90, 90))
    assert status.message.full_text() == ""


def test_after_a_cloud_too_small_another_is_drawn_and_the_hint_goes(
    canvas: FloorCanvas, status: StatusBar, space: Workspace
) -> None:
    port, drawn = canvas.view.viewport(), list[object]()
    canvas.view.comment_hand.cloud_drawn.connect(drawn.append)
    canvas.draw_cloud()
    QTest.mouseClick(port, LEFT, NONE, QPoint(60, 60))
    assert status.message.full_text().startswith("Too small for a cloud")
    assert canvas.view.comment_hand.draws
    QTest.mousePress(port, LEFT, NONE, QPoint(60, 60))
    move(port, QPoint(200, 160), pressed=True)
    QTest.mouseRelease(port, LEFT, NONE, QPoint(200, 160))
    assert len(drawn) == 1
    assert status.message.full_text() == ""
    canvas.draw_cloud()
    QTest.mouseClick(port, LEFT, NONE, QPoint(60, 60))
    escape(canvas)
    assert status.message.full_text() == ""


def test_a_cable_in_the_hand_takes_its_hint_along(status: StatusBar, space: Workspace) -> None:
    device = space.document.design.devices[0].id
    space.cable.take(Socket(device, "fabric", 0), keeps=True)
    space.cable.hint.say("Click a port to lay the cable, Esc lets it go")
    space.cable.let_go()
    assert status.message.full_text() == ""
