"""Mouse and touchpad in the drawings: three schemes, one rule for all, chosen and remembered."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QRubberBand, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from designer.render.theme import DARK
from designer.ui.kit.hand import ScrolledHand
from designer.ui.kit.navigation import SCHEMES, WHEEL_STEP, Navigation
from designer.ui.state.view_keys import VIEW_KEYS
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.window.main_window import MainWindow
from tests.helpers.sent_looks import pinch, roll, slide, slide_as_gesture
from tests.helpers.shown_views import middle, shown_canvas
from tests.helpers.ui_desk import Desk

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
NONE, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
AT, EMPTY = QPoint(320, 240), QPoint(60, 300)


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    made = shown_canvas(qtbot, space)
    made.view.look_at(QPointF(5_000, 5_000), 0.1)
    return made


def places(space: Workspace) -> list[tuple[int, int]]:
    return [(rack.x_mm, rack.y_mm) for rack in space.layout().design.racks]


def corner(canvas: FloorCanvas) -> QPointF:
    return canvas.view.mapToScene(QPoint(0, 0))


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.id)
def test_a_wheel_zooms_or_scrolls_as_the_scheme_says(
    canvas: FloorCanvas, space: Workspace, scheme: object
) -> None:
    space.navigation.choose(scheme.id)
    port, scale, before = canvas.view.viewport(), canvas.view.scale_factor(), corner(canvas)
    roll(port, AT, 1)
    if scheme.wheel_zooms:
        assert canvas.view.scale_factor() == pytest.approx(scale * WHEEL_STEP**120)
    else:
        assert canvas.view.scale_factor() == scale
        assert round((corner(canvas).y() - before.y()) * scale) == -60
    scale = canvas.view.scale_factor()
    roll(port, AT, 1, CTRL)
    assert canvas.view.scale_factor() == pytest.approx(scale * WHEEL_STEP**120), "everywhere"


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.id)
def test_fingers_pan_and_pinch_in_every_scheme(
    canvas: FloorCanvas, space: Workspace, scheme: object
) -> None:
    space.navigation.choose(scheme.id)
    port, scale, before = canvas.view.viewport(), canvas.view.scale_factor(), corner(canvas)
    slide(port, AT, QPoint(-30, -20))
    slide_as_gesture(port, AT, QPointF(-10, -5))
    roll(port, AT, 1, SHIFT)
    by = corner(canvas) - before
    assert (round(by.x() * scale), round(by.y() * scale)) == (30 + 10 - 60, 20 + 5)
    assert canvas.view.scale_factor() == scale
    pinch(port, AT, 0.25)
    assert canvas.view.scale_factor() == pytest.approx(scale * 1.25)


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.id)
def test_a_drag_on_empty_floor_chooses_or_pans(
    canvas: FloorCanvas, space: Workspace, scheme: object
) -> None:
    space.navigation.choose(scheme.id)
    space.select(("A01",))
    port, under = canvas.view.viewport(), canvas.view.mapToScene(EMPTY)
    assert not canvas.view.rack_id_at(EMPTY)
    QTest.mousePress(port, LEFT, NONE, EMPTY)
    QTest.mouseMove(port, EMPTY + QPoint(40, 30))
    assert bool(port.findChild(QRubberBand)) != scheme.ground_pans
    QTest.mouseRelease(port, LEFT, NONE, EMPTY + QPoint(40, 30))
    moved = canvas.view.mapFromScene(under) - EMPTY
    assert moved == (QPoint(40, 30) if scheme.ground_pans else QPoint(0, 0))
    assert (space.selection == ("A01",)) == scheme.ground_pans, "a pan chooses nothing"


def test_in_maps_a_click_on_empty_floor_selects_nothing_and_shift_draws_a_band(
    canvas: FloorCanvas, space: Workspace
) -> None:
    space.navigation.choose("maps")
    space.select(("A01",))
    port = canvas.view.viewport()
    QTest.mouseClick(port, LEFT, NONE, EMPTY)
    assert space.selection == ()
    QTest.mousePress(port, LEFT, SHIFT, EMPTY)
    QTest.mouseMove(port, EMPTY + QPoint(40, 30))
    assert port.findChild(QRubberBand)
    QTest.mouseRelease(port, LEFT, SHIFT, EMPTY + QPoint(40, 30))


def test_in_maps_a_rack_is_dragged_as_ever(canvas: FloorCanvas, space: Workspace) -> None:
    space.navigation.choose("maps")
    port, start, before = canvas.view.viewport(), middle(canvas, "A01"), places(space)
    QTest.mousePress(port, LEFT, NONE, start)
    QTest.mouseMove(port, start + QPoint(0, 200))
    QTest.mouseRelease(port, LEFT, NONE, start + QPoint(0, 200))
    (x, y), *others = before
    assert places(space) == [(x, y + 1800), *others]


class Drawing(QWidget):
    """A drawing in a scrolled area that notes its clicks; its right half is ground."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(900, 900)
        self.clicks: list[str] = []

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.clicks.append("press")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Take it, so that Qt does not warn."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.clicks.append("release")


class Scrolled:
    """It, with a hand on it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.area, self.drawing, self.zooms = QScrollArea(), Drawing(), list[float]()
        self.area.setWidget(self.drawing)
        self.area.resize(QSize(300, 300))
        qtbot.addWidget(self.area)
        self.area.show()
        self.navigation = Navigation()
        self.hand = ScrolledHand(
            self.area, self.navigation, lambda at: at.x() > 450,
            lambda times, at: self.zooms.append(round(times, 3)),
        )  # fmt: skip

    def place(self) -> tuple[int, int]:
        return self.area.horizontalScrollBar().value(), self.area.verticalScrollBar().value()

    def drag(self, button: Qt.MouseButton, at: QPoint, by: QPoint) -> None:
        # What is under the hand goes along: on the drawing the pointer stays where it is.
        QTest.mousePress(self.drawing, button, NONE, at)
        QTest.mouseMove(self.drawing, at + by)
        QTest.mouseRelease(self.drawing, button, NONE, at)


@pytest.fixture
def scrolled(qtbot: QtBot) -> Scrolled:
    return Scrolled(qtbot)


def test_a_scrolled_drawing_follows_the_same_rule(scrolled: Scrolled) -> None:
    roll(scrolled.drawing, AT, 1)
    pinch(scrolled.drawing, AT, 0.5)
    assert scrolled.zooms == [round(WHEEL_STEP**120, 3), 1.5]
    slide(scrolled.drawing, AT, QPoint(-30, -20))
    assert scrolled.place() == (30, 20)
    scrolled.navigation.choose("touchpad")
    roll(scrolled.drawing, AT, -1)
    assert scrolled.place() == (30, 80)
    assert len(scrolled.zooms) == 2
    scrolled.drag(MIDDLE, QPoint(200, 200), QPoint(-25, -15))
    assert scrolled.place() == (55, 95)
    assert scrolled.drawing.clicks == [], "a pan is no click"


def test_in_maps_the_ground_of_a_scrolled_drawing_pans_and_a_click_on_it_arrives(
    scrolled: Scrolled,
) -> None:
    scrolled.navigation.choose("maps")
    scrolled.drag(LEFT, QPoint(500, 200), QPoint(-25, -15))
    assert (scrolled.place(), scrolled.drawing.clicks) == ((25, 15), [])
    QTest.mouseClick(scrolled.drawing, LEFT, NONE, QPoint(500, 200))
    assert scrolled.drawing.clicks == ["press", "release"]
    scrolled.drag(LEFT, QPoint(200, 200), QPoint(-25, -15))
    assert scrolled.place() == (25, 15), "what is drawn there has the drag"
    assert scrolled.drawing.clicks == ["press", "release"] * 2


def test_a_scheme_is_chosen_in_the_menu_and_remembered(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    actions = window.actions_by_id
    assert actions["view.navigation_tools"].isChecked()
    actions["view.navigation_maps"].trigger()
    assert desk.workspace.navigation.scheme.id == "maps"
    assert not actions["view.navigation_tools"].isChecked()
    assert "drag on empty floor: pan" in actions["view.navigation_maps"].toolTip()
    again = Workspace(desk.session.document, desk.catalog, desk.store, desk.client)
    made = MainWindow(desk.settings, DARK)
    made.populate(again, desk.session)
    qtbot.addWidget(made)
    assert again.navigation.scheme.id == "maps"
    assert made.actions_by_id["view.navigation_maps"].isChecked()
    again.close()


def test_a_scheme_that_nobody_knows_is_the_first(desk: Desk, tmp_path: Path) -> None:
    desk.settings.set_navigation("qqq zzz")
    desk.workspace.navigation.choose(desk.settings.navigation())
    assert desk.workspace.navigation.scheme is SCHEMES[0]


def test_the_sheet_of_keys_names_every_scheme() -> None:
    titles = dict(VIEW_KEYS)
    for scheme in SCHEMES:
        assert titles[f"Navigation: {scheme.title}"] == scheme.keys
