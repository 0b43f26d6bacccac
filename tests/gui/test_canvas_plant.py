"""What stands upstream of the racks, on the floor: dropped, dragged, chosen, removed, lost."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.catalog.plant_places import pipe_key, plant_key
from designer.document.edits import place_plant
from designer.document.plant_plans import plant_onto_floor
from designer.engine.evaluate import evaluate
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.design import Design, Loop, PowerNode
from designer.model.layout import Layout
from designer.render.failing import Failing
from designer.render.floor_painter import paint_room
from designer.render.theme import PRINT
from designer.ui.commands.what_if import targets_of
from designer.ui.state.drag_payload import encode_part
from designer.ui.state.first_fit import place_at_first_fit
from designer.ui.state.removing import remove_keys
from designer.ui.state.tips import plant_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.properties.panel import PropertiesPanel
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.canvas_space import small_design, space_of
from tests.helpers.crowded_room import settle
from tests.helpers.marks import marks_of, texts
from tests.helpers.shown_views import shown_canvas

CATALOG = load_shipped()
UPS = CATALOG.require("ups-galaxy-vxl")
KEY = plant_key("ups-01")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def space() -> Workspace:
    return space_of(small_design(), CATALOG.parts)


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    made = shown_canvas(qtbot, space)
    made.fit_all()
    return made


def free_place(space: Workspace) -> tuple[int, int]:
    """Return a place where a UPS may stand: beyond all racks."""
    ys = [y for _, y in space.document.design.room.outline]
    xs = [x for x, _ in space.document.design.room.outline]
    return max(xs) - 1800, max(ys) - 1800


def put(space: Workspace) -> PowerNode:
    x, y = free_place(space)
    assert space.apply("Place", place_plant(space.catalog, UPS.id, x_mm=x, y_mm=y))
    settle()
    return space.document.design.power[-1]


def point_of(canvas: FloorCanvas, key: str) -> QPoint:
    return canvas.view.mapFromScene(canvas.floor.plant.box_of(key).center())


def test_a_ups_is_dragged_from_the_parts_onto_the_floor(
    canvas: FloorCanvas, space: Workspace
) -> None:
    x, y = free_place(space)
    at = canvas.view.mapFromScene(QPointF(x, y))
    drag = SentDrag(canvas.view.viewport(), encode_part(UPS.id))
    assert drag.enter(at)
    assert drag.drop(at)
    settle()
    (node,) = [one for one in space.document.design.power if one.kind == "ups"]
    assert node.x_mm is not None
    assert space.selection == (plant_key(node.id),)
    assert space.document.history.steps[-1].label.startswith(f"Place {UPS.name} at ")
    space.document.undo()
    settle()
    assert all(one.kind != "ups" for one in space.document.design.power)
    assert space.selection == ()


def test_it_follows_the_mouse_in_one_step(canvas: FloorCanvas, space: Workspace) -> None:
    node = put(space)
    start = point_of(canvas, KEY)
    tile = space.document.design.room.tile_mm
    step = round(2 * tile * canvas.view.scale_factor())
    viewport = canvas.view.viewport()
    QTest.mousePress(viewport, LEFT, pos=start)
    assert space.selection == (KEY,)
    for by in (step // 2, step):
        QTest.mouseMove(viewport, start - QPoint(by, 0))
    QTest.mouseRelease(viewport, LEFT, pos=start - QPoint(step, 0))
    settle()
    moved = next(one for one in space.document.design.power if one.id == node.id)
    assert (moved.x_mm, moved.y_mm) == ((node.x_mm or 0) - 2 * tile, node.y_mm)
    space.document.undo()
    assert next(one for one in space.document.design.power if one.id == node.id) == node


def test_arrows_turn_and_delete_work_on_it(canvas: FloorCanvas, space: Workspace) -> None:
    node = put(space)
    space.select((KEY,))
    QTest.keyClick(canvas.view, Qt.Key.Key_Left)
    moved = space.document.design.power[-1]
    assert moved.x_mm == (node.x_mm or 0) - space.document.design.room.tile_mm
    QTest.keyClick(canvas.view, Qt.Key.Key_R)
    assert space.document.design.power[-1].rotation == 90
    QTest.keyClick(canvas.view, Qt.Key.Key_Delete)
    assert all(one.kind != "ups" for one in space.document.design.power)


def test_enter_places_it_on_free_tiles(space: Workspace) -> None:
    assert place_at_first_fit(space, UPS)
    assert place_at_first_fit(space, UPS)
    placed = [one for one in space.document.design.power if one.kind == "ups"]
    assert [one.name for one in placed] == ["UPS-01", "UPS-02"]
    assert (placed[0].x_mm, placed[0].y_mm) != (placed[1].x_mm, placed[1].y_mm)
    remove_keys(space, (plant_key(placed[0].id),))
    assert [one.name for one in space.document.design.power if one.kind == "ups"] == ["UPS-02"]


def test_its_properties_and_its_tip(canvas: FloorCanvas, space: Workspace, qtbot: QtBot) -> None:
    put(space)
    assert plant_tip(space, KEY).splitlines() == [f"UPS-01 · {UPS.name}", "feeds nothing yet"]
    panel = PropertiesPanel(space)
    qtbot.addWidget(panel)
    panel.show()
    space.select((KEY,))
    settle()
    assert {"name", "capacity_kw", "parents", "feeds", "x_mm", "width_mm"} <= set(panel.editors)


def test_it_can_be_lost_in_thought_on_the_floor(canvas: FloorCanvas, space: Workspace) -> None:
    put(space)
    report = evaluate(space.document.design, CATALOG)
    space.report_store.accept(space.document.revision, report)
    settle()
    (target,) = targets_of(space, KEY)
    assert target.failing == Failing("power", "ups-01")
    plain = canvas.grab().toImage()
    space.what_if.fail(target.failing)
    settle()
    assert canvas.grab().toImage() != plain


@pytest.mark.parametrize(
    ("part", "kind", "name"),
    [("transformer-generic", "transformer", "TX-01"), ("switchboard-generic", "switchboard",
     "SWBD-01"), ("panel-generic", "panel", "PANEL-01")],
)  # fmt: skip
def test_transformers_switchboards_and_panels_are_dragged_onto_the_floor(
    canvas: FloorCanvas, space: Workspace, part: str, kind: str, name: str
) -> None:
    x, y = free_place(space)
    drag = SentDrag(canvas.view.viewport(), encode_part(part))
    at = canvas.view.mapFromScene(QPointF(x, y))
    drag.enter(at)
    drag.drop(at)
    settle()
    (node,) = (one for one in space.document.design.power if one.kind == kind)
    assert (node.name, node.part) == (name, part)
    assert node.x_mm is not None
    key = plant_key(node.id)
    start = point_of(canvas, key)
    QTest.mousePress(canvas.view.viewport(), LEFT, pos=start)
    tile = canvas.view.mapFromScene(QPointF(0, 600)) - canvas.view.mapFromScene(QPointF(0, 0))
    for step in (3, 2, 1):
        QTest.mouseMove(canvas.view.viewport(), start - tile / step)
    QTest.mouseRelease(canvas.view.viewport(), LEFT, pos=start - tile)
    settle()
    moved = next(one for one in space.document.design.power if one.id == node.id)
    assert moved.y_mm is not None
    assert node.y_mm is not None
    assert moved.y_mm == node.y_mm - 600


def test_shift_and_a_click_lose_a_second_thing_besides(
    canvas: FloorCanvas, space: Workspace
) -> None:
    first = put(space)
    x, y = free_place(space)
    assert space.apply("Place", place_plant(space.catalog, UPS.id, x_mm=x - 3000, y_mm=y))
    settle()
    second = space.document.design.power[-1]
    assert first.id != second.id
    at = point_of(canvas, plant_key(second.id))
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(canvas.view.viewport(), LEFT, shift, at)
    assert space.selection == (plant_key(second.id),), "nothing is lost yet: it is chosen"
    space.what_if.fail(Failing("power", first.id))
    QTest.mouseClick(canvas.view.viewport(), LEFT, shift, at)
    assert [one.id for one in space.what_if.together] == [first.id, second.id]
    QTest.mouseClick(canvas.view.viewport(), LEFT, shift, at)
    assert [one.id for one in space.what_if.together] == [first.id]


PIPE = "pipe-generic"


def dropped_pipe(canvas: FloorCanvas, space: Workspace) -> str:
    x, y = free_place(space)
    drag = SentDrag(canvas.view.viewport(), encode_part(PIPE))
    at = canvas.view.mapFromScene(QPointF(x - 1500, y))
    drag.enter(at)
    drag.drop(at)
    settle()
    (loop,) = space.document.design.loops
    assert loop.x_mm is not None
    return pipe_key(loop.id)


def dragged(canvas: FloorCanvas, start: QPoint, to: QPoint) -> None:
    port = canvas.view.viewport()
    QTest.mousePress(port, LEFT, pos=start)
    for step in (3, 2):
        QTest.mouseMove(port, start + (to - start) / step)
    QTest.mouseMove(port, to)
    QTest.mouseRelease(port, LEFT, pos=to)
    settle()


def test_pipes_are_drawn_moved_and_made_longer_by_an_end(
    canvas: FloorCanvas, space: Workspace
) -> None:
    key = dropped_pipe(canvas, space)
    assert space.selection == (key,)
    before = space.document.design.loops[0]
    assert before.end_x_mm is not None
    assert before.x_mm is not None
    assert before.y_mm is not None
    at = point_of(canvas, key)
    tile = canvas.view.mapFromScene(QPointF(0, 600)) - canvas.view.mapFromScene(QPointF(0, 0))
    dragged(canvas, at, at - tile)
    moved = space.document.design.loops[0]
    assert (moved.x_mm, moved.y_mm) == (before.x_mm, before.y_mm - 600)
    end = canvas.view.mapFromScene(QPointF(moved.end_x_mm or 0, moved.y_mm or 0))
    up = canvas.view.mapFromScene(QPointF(moved.x_mm or 0, (moved.y_mm or 0) - 4000))
    dragged(canvas, end, up)
    turned = space.document.design.loops[0]
    assert (turned.x_mm, turned.y_mm) == (moved.x_mm, moved.y_mm)
    assert turned.end_x_mm == turned.x_mm, "straight on or at a right angle"
    assert turned.end_y_mm is not None
    assert turned.y_mm is not None
    assert turned.end_y_mm < turned.y_mm - 3000
    assert len(space.document.history.steps) == 4, "placing, moving, turning, and the start"
    text = dumps(space.document.design, space.catalog)
    assert loads(text).design.loops == space.document.design.loops


def test_pipes_are_taken_off_the_plan_and_their_loop_stays(
    canvas: FloorCanvas, space: Workspace
) -> None:
    key = dropped_pipe(canvas, space)
    assert plant_tip(space, key).startswith("pipes of All distribution units")
    assert targets_of(space, key) == ()
    remove_keys(space, (key,))
    settle()
    (loop,) = space.document.design.loops
    assert (loop.name, loop.x_mm, loop.end_y_mm) == ("All distribution units", None, None)
    assert space.selection == ()


def test_a_second_pipe_needs_a_second_loop(canvas: FloorCanvas, space: Workspace) -> None:
    dropped_pipe(canvas, space)
    plan = plant_onto_floor(
        space.layout(), space.catalog, space.catalog.require(PIPE), 2000, 2000, free=False
    )
    assert "every coolant loop has its pipes" in plan.verdict.reason
    assert plan.edit is None


def test_properties_of_pipes_are_those_of_their_place(
    qtbot: QtBot, canvas: FloorCanvas, space: Workspace
) -> None:
    dropped_pipe(canvas, space)
    panel = PropertiesPanel(space)
    qtbot.addWidget(panel)
    panel.show()
    settle()
    assert {"name", "x_mm", "y_mm", "end_x_mm", "end_y_mm", "locked"} == set(panel.editors)


def test_the_end_of_a_busway_is_dragged_as_well(canvas: FloorCanvas, space: Workspace) -> None:
    x, y = free_place(space)
    run = {"x_mm": x - 3000, "y_mm": y, "end_x_mm": x, "end_y_mm": y}
    busway = next(part for part in CATALOG.parts if part.kind == "busway")
    assert space.apply("Place", place_plant(space.catalog, busway.id, **run))
    settle()
    key = plant_key(space.document.design.power[-1].id)
    space.select((key,))
    end = canvas.view.mapFromScene(QPointF(x, y))
    dragged(canvas, end, canvas.view.mapFromScene(QPointF(x - 1200, y)))
    node = space.document.design.power[-1]
    assert node.x_mm == x - 3000
    assert node.end_x_mm is not None
    assert node.end_x_mm < x


def test_pipes_are_on_the_floor_plan_in_print(space: Workspace) -> None:
    design = small_design()
    loop = Loop(id="w", name="West", x_mm=600, y_mm=600, end_x_mm=6600, end_y_mm=600)

    def drawn(one: Design) -> list[str]:
        def paint(painter: QPainter) -> None:
            painter.setWorldTransform(QTransform.fromScale(0.1, 0.1))
            paint_room(painter, one, Layout(one), space.catalog, PRINT, 0.1)

        return texts(marks_of(1200, 900, paint))

    assert "West" in drawn(design.evolve(loops=(loop,)))
    assert "West" not in drawn(design.evolve(loops=(Loop(id="w", name="West"),)))
