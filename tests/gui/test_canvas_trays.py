"""Cable trays on the floor: drawn corner by corner, moved, given other corners, removed."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.part import Part
from designer.document.edits import put
from designer.model.design import Tray
from designer.model.network_keys import tray_key
from designer.render import tray_painter
from designer.render.theme import DARK
from designer.ui.state.drag_payload import encode_part
from designer.ui.state.first_fit import place_at_first_fit
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor import tray_marks
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.properties.panel import PropertiesPanel
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.canvas_space import PARTS, small_design, space_of
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import middle, shown_canvas
from tests.helpers.ui_commands import Commands

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
TRAY = Tray(id="t", name="Over A", corners=((600, 1200), (6000, 1200)), width_mm=300, depth_mm=100)


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    made = shown_canvas(qtbot, space)
    made.fit_all()
    return made


def at(canvas: FloorCanvas, x: int, y: int) -> QPoint:
    return canvas.view.mapFromScene(QPointF(x, y))


def click(canvas: FloorCanvas, x: int, y: int) -> None:
    QTest.mouseClick(canvas.view.viewport(), LEFT, NONE, at(canvas, x, y))


def key(canvas: FloorCanvas, one: Qt.Key) -> None:
    QTest.keyClick(canvas.view, one)


def corners(space: Workspace) -> list[tuple[tuple[int, int], ...]]:
    return [tray.corners for tray in space.document.design.trays]


def drag(canvas: FloorCanvas, begin: tuple[int, int], end: tuple[int, int]) -> None:
    view = canvas.view.viewport()
    QTest.mousePress(view, LEFT, NONE, at(canvas, *begin))
    move(view, at(canvas, *end), pressed=True)
    QTest.mouseRelease(view, LEFT, NONE, at(canvas, *end))


def test_a_tray_is_drawn_by_its_corners_in_one_step(canvas: FloorCanvas, space: Workspace) -> None:
    canvas.draw_tray()
    click(canvas, 610, 1190)
    move(canvas.view.viewport(), at(canvas, 4000, 1250))
    assert canvas.view.card.words().startswith("✓ Tray 1 · ")
    assert canvas.view.ghost.isVisible()
    click(canvas, 4210, 1250)
    click(canvas, 4180, 2400)
    assert corners(space) == [], "nothing is drawn before it ends"
    key(canvas, Qt.Key.Key_Return)
    assert corners(space) == [((600, 1200), (4200, 1200), (4200, 2400))]
    assert space.selection == (tray_key("tray-1"),)
    assert not canvas.view.ghost.isVisible()
    space.document.undo()
    assert corners(space) == []


def test_esc_discards_and_backspace_takes_a_corner_back(
    canvas: FloorCanvas, space: Workspace
) -> None:
    canvas.draw_tray()
    click(canvas, 600, 1200)
    click(canvas, 4200, 1200)
    key(canvas, Qt.Key.Key_Escape)
    key(canvas, Qt.Key.Key_Return)
    assert corners(space) == []
    canvas.draw_tray()
    click(canvas, 600, 1200)
    click(canvas, 4200, 1200)
    click(canvas, 4200, 2400)
    key(canvas, Qt.Key.Key_Backspace)
    key(canvas, Qt.Key.Key_Return)
    assert corners(space) == [((600, 1200), (4200, 1200))]


def test_a_double_click_ends_it_and_a_right_click_discards(
    canvas: FloorCanvas, space: Workspace
) -> None:
    view = canvas.view.viewport()
    canvas.draw_tray()
    click(canvas, 600, 1200)
    click(canvas, 3000, 1200)
    QTest.mouseClick(view, Qt.MouseButton.RightButton, NONE, at(canvas, 3000, 1200))
    key(canvas, Qt.Key.Key_Return)
    assert corners(space) == []
    canvas.draw_tray()
    click(canvas, 600, 1200)
    click(canvas, 3000, 1200)
    QTest.mouseDClick(view, LEFT, NONE, at(canvas, 3000, 1200))
    assert corners(space) == [((600, 1200), (3000, 1200))]


def test_a_tray_needs_two_corners_and_stays_in_the_room(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    canvas.draw_tray()
    click(canvas, 600, 1200)
    key(canvas, Qt.Key.Key_Return)
    assert told[-1] == ("A tray needs two corners: click where it ends", "warning")
    move(canvas.view.viewport(), at(canvas, -700, 1200))
    assert "outside the room" in canvas.view.card.words()
    click(canvas, -700, 1200)
    key(canvas, Qt.Key.Key_Return)
    assert corners(space) == []
    assert "outside the room" in told[-1][0]


def test_a_tray_is_drawn_by_keyboard_alone(canvas: FloorCanvas, space: Workspace) -> None:
    canvas.draw_tray()
    key(canvas, Qt.Key.Key_Right)
    key(canvas, Qt.Key.Key_Space)
    for _ in range(3):
        key(canvas, Qt.Key.Key_Right)
    key(canvas, Qt.Key.Key_Space)
    key(canvas, Qt.Key.Key_Return)
    ((first, second),) = corners(space)
    tile = space.document.design.room.tile_mm
    assert (second[0] - first[0], second[1] - first[1]) == (3 * tile, 0)


def test_corners_are_drawn_to_rows_of_racks(canvas: FloorCanvas, space: Workspace) -> None:
    canvas.draw_tray()
    click(canvas, 3000, 3590)  # the racks of row A stand from y 3000 to 4200
    click(canvas, 6000, 3650)
    key(canvas, Qt.Key.Key_Return)
    assert corners(space) == [((3000, 3600), (6000, 3600))]


def test_a_tray_moves_by_tiles_with_the_mouse_and_by_arrows(
    canvas: FloorCanvas, space: Workspace
) -> None:
    space.apply("Draw", put("trays", TRAY))
    drag(canvas, (3000, 1200), (3000, 1830))
    assert corners(space) == [((600, 1800), (6000, 1800))]
    assert space.selection == (tray_key("t"),)
    key(canvas, Qt.Key.Key_Up)
    assert corners(space) == [((600, 1200), (6000, 1200))]
    space.document.undo()
    space.document.undo()
    assert corners(space) == [TRAY.corners]


def test_a_corner_of_a_chosen_tray_is_dragged(canvas: FloorCanvas, space: Workspace) -> None:
    space.apply("Draw", put("trays", TRAY))
    space.select((tray_key("t"),))
    drag(canvas, (6000, 1200), (7200, 1210))
    assert corners(space) == [((600, 1200), (7200, 1200))]


def test_del_removes_a_chosen_tray_and_undo_brings_it_back(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    space.apply("Draw", put("trays", TRAY))
    click(canvas, 3000, 1200)
    key(canvas, Qt.Key.Key_Delete)
    assert corners(space) == []
    assert told[-1][0] == "Removed Over A; undo brings it back"
    space.document.undo()
    assert corners(space) == [TRAY.corners]


def test_the_chip_hides_trays_and_takes_them_from_the_mouse(
    canvas: FloorCanvas, space: Workspace
) -> None:
    space.apply("Draw", put("trays", TRAY))
    shown = canvas.view.grab().toImage()
    space.filter.switch("trays", on=False)
    assert canvas.view.grab().toImage() != shown
    click(canvas, 3000, 1200)
    assert space.selection == ()
    space.filter.switch("trays", on=True)
    click(canvas, 3000, 1200)
    assert space.selection == (tray_key("t"),)


def test_the_properties_of_a_tray_are_its_form(
    qtbot: QtBot, canvas: FloorCanvas, space: Workspace
) -> None:
    space.apply("Draw", put("trays", TRAY))
    panel = PropertiesPanel(space)
    qtbot.addWidget(panel)
    panel.show()
    space.select((tray_key("t"),))
    qtbot.waitUntil(lambda: "tray_width_mm" in panel.editors)
    assert [field.name for field in panel.fields()][:3] == [
        "tray_name",
        "tray_kind",
        "tray_corners",
    ]


def test_a_second_tray_is_made_as_the_first(canvas: FloorCanvas, space: Workspace) -> None:
    space.apply("Draw", put("trays", TRAY))
    canvas.draw_tray()
    click(canvas, 600, 600)
    move(canvas.view.viewport(), at(canvas, 3000, 600))
    assert "300 × 100 mm, as Over A" in canvas.view.card.words()
    click(canvas, 3000, 600)
    key(canvas, Qt.Key.Key_Return)
    new = space.document.design.trays[-1]
    assert (new.width_mm, new.depth_mm, new.name) == (300, 100, "Tray 2")


def test_trays_behind_all_rows_are_one_step(space: Workspace) -> None:
    commands = Commands(space)
    commands.actions["insert.row_trays"].trigger()
    assert len(space.document.design.trays) >= 2
    label = space.document.history.current.label
    assert label == "Draw trays behind all rows"
    space.document.undo()
    assert space.document.design.trays == ()


MESH = Part(id="mesh", kind="cable-tray", name="Mesh 450 × 105", width_mm=450, height_mm=105)


@pytest.fixture
def stocked(qtbot: QtBot) -> Iterator[Workspace]:
    made = space_of(small_design(), (*PARTS, MESH))
    yield made
    made.close()


def dropped(canvas: FloorCanvas, place: QPoint, held: Qt.KeyboardModifier = NONE) -> str:
    drag = SentDrag(canvas.view.viewport(), encode_part("mesh"))
    assert drag.enter(place, held)
    assert drag.move(place, held)
    words = canvas.view.card.words()
    drag.drop(place, held)
    return words


def test_a_tray_of_the_catalogue_dropped_on_a_row_runs_along_it(
    qtbot: QtBot, stocked: Workspace
) -> None:
    canvas = shown_canvas(qtbot, stocked)
    words = dropped(canvas, middle(canvas, "A01"))
    assert words.startswith("✓ Tray 1 · Mesh 450 × 105 · ")
    (tray,) = stocked.document.design.trays
    assert (tray.width_mm, tray.depth_mm, tray.part) == (450, 105, "mesh")
    row = stocked.layout().racks["A01"].row
    racks = [rack for rack in stocked.document.design.racks if rack.row == row]
    (ax, ay), (bx, by) = tray.corners
    assert (ax, ay == by) == (min(rack.x_mm for rack in racks), True)
    assert bx > max(rack.x_mm for rack in racks)
    assert len(stocked.document.history.steps) == 2
    stocked.document.undo()
    assert stocked.document.design.trays == ()


def test_elsewhere_it_is_a_section_and_on_a_tray_that_is_made_of_it(
    qtbot: QtBot, stocked: Workspace
) -> None:
    canvas = shown_canvas(qtbot, stocked)
    canvas.fit_all()
    dropped(canvas, at(canvas, 6000, 6000))
    (tray,) = stocked.document.design.trays
    assert tray.corners[1][0] - tray.corners[0][0] == 3000
    plain = TRAY.evolve(corners=((600, 7800), (6000, 7800)), part="")
    stocked.apply("Draw", put("trays", plain))
    words = dropped(canvas, at(canvas, 3000, 7800))
    assert words.splitlines()[0] == "✓ Over A made of Mesh 450 × 105"
    made = next(one for one in stocked.document.design.trays if one.id == "t")
    assert (made.width_mm, made.depth_mm, made.corners) == (450, 105, plain.corners)
    dropped(canvas, at(canvas, 3000, 7800), Qt.KeyboardModifier.AltModifier)
    assert len(stocked.document.design.trays) == 3, "with Alt it is another one"


def test_without_the_mouse_it_goes_over_the_row_of_the_selected_rack(
    qtbot: QtBot, stocked: Workspace
) -> None:
    stocked.select(("A01",))
    assert place_at_first_fit(stocked, MESH)
    (tray,) = stocked.document.design.trays
    assert tray.width_mm == 450
    assert MESH.placeable


def test_only_trays_where_something_changed_are_painted_anew_and_look_the_same(
    canvas: FloorCanvas, space: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = TRAY.evolve(id="u", name="Far", corners=((600, 3000), (6000, 3000)))
    space.apply("Draw", put("trays", TRAY))
    space.apply("Draw", put("trays", far))
    view = canvas.view.viewport()
    whole = view.grab().toImage()
    painted: list[str] = []
    real = tray_marks.paint_ladder

    def noted(painter: QPainter, tray: Tray, *more: Any) -> None:
        painted.append(tray.id)
        real(painter, tray, *more)

    monkeypatch.setattr(tray_marks, "paint_ladder", noted)
    for y, mine in ((1200, "t"), (3000, "u")):
        painted.clear()
        canvas.floor.tiles.damage([QRectF(2900, y - 30, 200, 60)])
        again = view.grab().toImage()
        assert set(painted) == {mine}
        assert again == whole


def shot(tray: Tray, transform: QTransform) -> np.ndarray[Any, Any]:
    """Return the pixels of one tray on a dark ground, shape (height, width, 4)."""
    image = QImage(120, 120, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tray_painter.paint_ladder(painter, tray, transform, DARK, 1.0)
    pixels = np.frombuffer(image.constBits(), dtype=np.uint8)
    return pixels.reshape(120, 120, 4).astype(int)


@pytest.mark.parametrize("corners", [((600, 1200), (6000, 1200)), ((1200, 600), (1200, 6000))])
@pytest.mark.parametrize("scale", [0.012, 0.0177])
def test_a_straight_band_looks_as_if_its_outline_were_stroked(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, corners: Any, scale: float
) -> None:
    tray, transform = TRAY.evolve(corners=corners), QTransform(scale, 0, 0, scale, 3.3, 4.7)
    boxes = shot(tray, transform)
    assert boxes.any()
    monkeypatch.setattr(tray_painter.Strip, "is_square", False)
    off = abs(boxes - shot(tray, transform)).max(axis=2)
    assert off.max() <= 16, "of 255, at a corner"
    assert (off > 6).sum() <= 4
