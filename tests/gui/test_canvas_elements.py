"""Columns, walls and zones on the floor: drawn, moved, resized, removed with the mouse."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.document.edits import lock, put_obstacle
from designer.document.element_plans import clip_of_element
from designer.model.design import Obstacle
from designer.model.network_keys import element_key
from designer.render.element_painter import paint_element
from designer.render.theme import DARK, LIGHT
from designer.ui.state.clip_formats import ClipMime
from designer.ui.state.removing import remove_keys
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.drops import drop_of
from designer.ui.views.floor.point_tools import MeasureTool
from designer.ui.views.properties.panel import PropertiesPanel
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import shown_canvas

LEFT = Qt.MouseButton.LeftButton
NONE, ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    made = shown_canvas(qtbot, space)
    made.fit_all()
    return made


def at(canvas: FloorCanvas, x: int, y: int) -> QPoint:
    return canvas.view.mapFromScene(QPointF(x, y))


def click(canvas: FloorCanvas, x: int, y: int, held: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(canvas.view.viewport(), LEFT, held, at(canvas, x, y))


def drag(canvas: FloorCanvas, begin: tuple[int, int], end: tuple[int, int]) -> None:
    view = canvas.view.viewport()
    QTest.mousePress(view, LEFT, NONE, at(canvas, *begin))
    for part in (0.3, 0.7, 1.0):
        x, y = (round(a + (b - a) * part) for a, b in zip(begin, end, strict=True))
        move(view, at(canvas, x, y), pressed=True)
    QTest.mouseRelease(view, LEFT, NONE, at(canvas, *end))


def drawn(space: Workspace) -> list[Obstacle]:
    return list(space.document.design.room.obstacles)


def test_a_column_is_drawn_by_two_clicks_selected_moved_resized_and_removed(
    canvas: FloorCanvas, space: Workspace
) -> None:
    canvas.draw_element("column")
    click(canvas, 600, 600)
    click(canvas, 1_200, 1_200)
    (column,) = drawn(space)
    assert (column.kind, column.box) == ("column", (600, 600, 1_200, 1_200)), "tiles draw corners"
    key = element_key(column.id)
    assert space.selection == (key,)
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    assert canvas.view.tool is None
    drag(canvas, (900, 900), (1_500, 900))
    assert drawn(space)[0].box == (1_200, 600, 1_800, 1_200)
    drag(canvas, (1_800, 1_200), (2_400, 1_800))
    assert drawn(space)[0].box == (1_200, 600, 2_400, 1_800), "a grip of what is selected"
    steps = [step.label for step in space.document.history.steps][-3:]
    assert steps == ["Draw Column 1", "Move Column 1", "Resize Column 1"]
    space.select((key,))
    remove_keys(space, (key,))
    assert drawn(space) == []
    space.go_to(space.document.history.position - 1)
    assert len(drawn(space)) == 1


def test_a_button_that_is_held_from_corner_to_corner_draws_as_well(
    canvas: FloorCanvas, space: Workspace
) -> None:
    canvas.draw_element("column")
    drag(canvas, (600, 600), (1_200, 1_200))
    (column,) = drawn(space)
    assert column.box == (600, 600, 1_200, 1_200)
    canvas.draw_element("column")
    click(canvas, 600, 1_200)
    assert len(drawn(space)) == 1, "a click that does not move begins"
    drag(canvas, (1_200, 1_800), (1_800, 2_400))
    assert [one.box for one in drawn(space)][1:] == [(600, 1_200, 1_200, 1_800)], (
        "the second point of two clicks ends where it is pressed"
    )


def test_a_distance_is_measured_with_the_button_held(canvas: FloorCanvas, space: Workspace) -> None:
    canvas.measure()
    drag(canvas, (600, 600), (3_000, 600))
    tool = canvas.view.tool
    assert isinstance(tool, MeasureTool)
    assert len(tool.points) == 2


def test_a_wall_keeps_to_its_longer_side_and_esc_draws_nothing(
    canvas: FloorCanvas, space: Workspace
) -> None:
    canvas.draw_element("wall")
    click(canvas, 600, 600)
    QTest.keyClick(canvas.view, Qt.Key.Key_Escape)
    assert drawn(space) == []
    canvas.draw_element("wall")
    click(canvas, 600, 600)
    click(canvas, 600, 4_200)
    (wall,) = drawn(space)
    assert wall.box == (550, 600, 650, 4_200)


def test_an_element_alone_has_its_fields_in_the_properties(
    qtbot: QtBot, canvas: FloorCanvas, space: Workspace
) -> None:
    canvas.draw_element("ceiling")
    click(canvas, 600, 600)
    click(canvas, 2_400, 2_400)
    panel = PropertiesPanel(space)
    qtbot.addWidget(panel)
    names = {field.name for field in panel.fields()}
    assert {"obstacle_name", "element_kind", "x_mm", "width_mm", "height_mm"} <= names
    (field,) = [field for field in panel.fields() if field.name == "height_mm"]
    space.apply("Height", field.edit(2_100))
    assert drawn(space)[0].height_mm == 2_100


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_each_kind_looks_like_what_it_is(theme) -> None:
    """A column is filled, a keep-out zone hatched, a ceiling zone open; a round one has corners."""
    seen: dict[str, tuple[bool, bool]] = {}
    for name, kind, more in (
        ("column", "column", {}), ("round", "column", {"round": True}),
        ("ceiling", "ceiling", {}), ("wall", "wall", {}),
    ):  # fmt: skip
        image = QImage(120, 120, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(theme.canvas))
        painter = QPainter(image)
        one = Obstacle.model_validate(
            {"id": "e", "kind": kind, "x_mm": 100, "y_mm": 100, "width_mm": 1_000,
             "depth_mm": 1_000, **more}
        )  # fmt: skip
        paint_element(painter, QTransform.fromScale(0.1, 0.1), one, theme, 1.0)
        painter.end()
        empty = QColor(theme.canvas)
        seen[name] = (image.pixelColor(60, 60) != empty, image.pixelColor(16, 16) != empty)
    assert seen == {
        "column": (True, True), "round": (True, False), "ceiling": (False, False),
        "wall": (True, True),
    }  # fmt: skip


def test_keys_choose_move_turn_and_unlock_a_column(canvas: FloorCanvas, space: Workspace) -> None:
    column = Obstacle(
        id="k", name="Column 1", kind="column", x_mm=600, y_mm=600, width_mm=600, depth_mm=300
    )
    space.apply("Put", put_obstacle(column))
    space.select((element_key("k"),))
    view = canvas.view
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert (drawn(space)[0].x_mm, drawn(space)[0].y_mm) == (1_200, 600)
    QTest.keyClick(view, Qt.Key.Key_Down, ALT)
    assert drawn(space)[0].y_mm == 610
    assert space.selection == (element_key("k"),), "it stays selected"
    QTest.keyClick(view, Qt.Key.Key_R)
    assert (drawn(space)[0].width_mm, drawn(space)[0].depth_mm) == (300, 600)
    bare = canvas.view.viewport().grab().toImage()
    space.apply("Lock", lock((element_key("k"),)))
    assert canvas.view.viewport().grab().toImage() != bare, "it bears a padlock"
    before = space.document.design
    QTest.keyClick(view, Qt.Key.Key_Left)
    drag(canvas, (1_400, 900), (3_000, 3_000))
    assert space.document.design is before
    rack = min(space.layout().racks.values(), key=lambda one: (one.y_mm, one.x_mm))
    space.select((rack.id,))
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left) * 4:
        QTest.keyClick(view, key, Qt.KeyboardModifier.ControlModifier)
        if space.selection == (element_key("k"),):
            break
    assert space.selection == (element_key("k"),)


def test_a_column_of_the_list_of_parts_is_dropped_where_it_goes(
    canvas: FloorCanvas, space: Workspace
) -> None:
    mime = ClipMime(clip_of_element("column"), space.catalog, None)
    drop = drop_of(canvas.view, mime)
    assert drop is not None
    drop.move(at(canvas, 1_500, 1_500), NONE)
    assert canvas.view.ghost.isVisible()
    drop.finish(at(canvas, 1_500, 1_500), NONE)
    (column,) = drawn(space)
    assert (column.name, column.kind, column.width_mm) == ("Column 1", "column", 600)
    assert column.x_mm % 600 == column.y_mm % 600 == 0
    left, top, right, bottom = column.box
    assert left <= 1_500 <= right
    assert top <= 1_500 <= bottom
