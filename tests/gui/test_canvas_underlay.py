"""Building plans below the floor: seen in both themes, missing ones told, set to scale by hand."""

from hashlib import sha256
from pathlib import Path

import ezdxf
import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.document.edits import put
from designer.model.design import Design, Underlay
from designer.model.presented import Presented
from designer.render.edge import presenting
from designer.render.theme import DARK, LIGHT
from designer.render.underlay import LineUnderlay, PictureUnderlay, Size, paint_underlay
from designer.ui.commands.underlay import UnderlayCommands
from designer.ui.fields.underlay_records import underlays
from designer.ui.kit.banner import BannerArea
from designer.ui.state.actions import MENUS, ActionSet
from designer.ui.state.underlays import Underlays
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.sent_mouse import move
from tests.helpers.shown_views import shown_canvas

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    made = shown_canvas(qtbot, space)
    made.fit_all()
    return made


def picture_file(path: Path) -> Path:
    """Write a white picture of 400 × 200 with a black square in its upper left quarter."""
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.fillRect(0, 0, 100, 100, Qt.GlobalColor.black)
    painter.end()
    # PySide takes the format as text only, its stubs as bytes only.
    assert image.save(str(path), "PNG")  # type: ignore[call-overload]  # see above
    return path


def painted(underlay: Underlay, picture, theme, why: str = "") -> QImage:
    """Return what is painted at 10 mm for a pixel on the canvas of a theme."""
    image = QImage(400, 200, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(theme.canvas))
    painter = QPainter(image)
    transform = QTransform.fromScale(0.1, 0.1)
    paint_underlay(painter, underlay, picture, why, transform, theme, QRectF(image.rect()))
    painter.end()
    return image


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_paper_disappears_and_what_is_drawn_stands_out(tmp_path: Path, theme) -> None:
    data = picture_file(tmp_path / "a.png").read_bytes()
    one = Underlay(id="p", file="a.png", wide=400, high=200, mm_per_unit=10, opacity_pct=100)
    image = painted(one, PictureUnderlay(data, "a.png"), theme)
    assert image.pixelColor(300, 150) == QColor(theme.canvas), "paper is the floor itself"
    apart = image.pixelColor(50, 50).lightnessF() - QColor(theme.canvas).lightnessF()
    assert apart > 0.5 if theme.is_dark else apart < -0.5


def test_lines_are_drawn_where_they_are_and_left_out_by_layer() -> None:
    lines = [
        (0, np.array([[0.0, 10.0], [400.0, 10.0]])),
        (1, np.array([[0.0, 90.0], [400.0, 90.0]])),
    ]
    picture = LineUnderlay(lines, ("WALLS", "AXES"), Size(400, 200, 10.0))
    one = Underlay(id="p", file="a.dxf", wide=400, high=200, mm_per_unit=10, opacity_pct=100)
    canvas = QColor(DARK.canvas)
    both = painted(one, picture, DARK)
    assert both.pixelColor(200, 10) != canvas != both.pixelColor(200, 90)
    fewer = painted(one.evolve(left_out=("AXES",)), picture, DARK)
    assert fewer.pixelColor(200, 10) != canvas == fewer.pixelColor(200, 90)
    moved = painted(one.evolve(x_mm=0, y_mm=500), picture, DARK)
    assert moved.pixelColor(200, 60) != canvas == moved.pixelColor(200, 10)
    assert painted(one.evolve(hidden=True), picture, DARK).pixelColor(200, 10) == canvas


def test_a_missing_file_and_one_that_is_another_are_told_once(
    space: Workspace, tmp_path: Path
) -> None:
    file = picture_file(tmp_path / "hall.png")
    digest = sha256(file.read_bytes()).hexdigest()
    plans = Underlays(space)
    plans.folder = lambda: tmp_path
    told: list[str] = []
    plans.failed.connect(told.append)
    right = Underlay(id="a", name="A", file="hall.png", digest=digest)
    assert plans.of(right).picture is not None
    assert plans.problem_of(right) == ""
    other = Underlay(id="b", file="hall.png", digest="0" * 64)
    assert "its contents are others" in plans.problem_of(other)
    gone = Underlay(id="c", name="C", file="gone.png")
    assert plans.of(gone).picture is None
    assert plans.of(gone).why.startswith("gone.png is missing")
    assert [words for words in told if "gone.png is missing" in words] == told[:1]
    plans.look_again()
    picture_file(tmp_path / "gone.png")
    assert plans.of(gone).picture is not None


def test_a_drawing_is_read_by_another_process(
    qtbot: QtBot, space: Workspace, tmp_path: Path
) -> None:
    drawing = ezdxf.new(units=6)
    drawing.modelspace().add_line((0, 0), (12, 7))
    for _ in range(2):
        drawing.modelspace().add_hatch()
    drawing.saveas(tmp_path / "hall.dxf")
    (tmp_path / "bad.dxf").write_text("no drawing", encoding="utf-8")
    plans = Underlays(space)
    plans.folder = lambda: tmp_path
    one, bad = Underlay(id="a", file="hall.dxf"), Underlay(id="b", file="bad.dxf")
    assert plans.of(one).picture is plans.of(bad).picture is None
    qtbot.waitUntil(lambda: plans.of(one).picture is not None and bool(plans.of(bad).why))
    picture = plans.of(one).picture
    assert picture is not None
    assert picture.size == Size(12, 7, 1000)
    assert "1 lines on layers 0" in plans.of(one).told
    assert "not drawn: 2 HATCH" in plans.words_of(one)
    assert plans.words_of(bad) == plans.of(bad).why
    kind = underlays(plans.words_of)
    design = Design(underlays=(one.evolve(scaled="file"), bad))
    assert "not drawn: 2 HATCH" in kind.explain(design, None, "a")
    assert plans.of(bad).why in kind.explain(design, None, "b")
    plans.finish()


def test_two_clicks_and_a_typed_distance_set_the_scale(
    canvas: FloorCanvas, space: Workspace, tmp_path: Path
) -> None:
    picture_file(tmp_path / "hall.png")
    canvas.floor.underlays.folder = lambda: tmp_path
    one = Underlay(id="p", name="Hall", file="hall.png", wide=400, high=200, mm_per_unit=10)
    space.apply("Place", put("underlays", one))
    canvas.scale_plan("p")
    for x, y in ((300, 300), (2_300, 300)):
        QTest.mouseClick(canvas.view.viewport(), LEFT, NONE, at(canvas, x, y))
    first, second = canvas.view.measure_lines.points
    assert canvas.view.measure_lines.words[0] == "distance in mm?"
    QTest.keyClicks(canvas.view, "6000")
    assert space.document.design.underlays[0].scaled == ""
    QTest.keyClick(canvas.view, Qt.Key.Key_Return)
    (scaled,) = space.document.design.underlays
    assert scaled.mm_per_unit == pytest.approx(10 * 6_000 / (second[0] - first[0]))
    assert scaled.scaled == "measured"
    assert canvas.view.tool is None
    assert not canvas.view.measure_lines.isVisible()
    space.go_to(space.document.history.position - 1)
    assert space.document.design.underlays == (one,)


def test_a_plan_is_moved_from_a_point_to_a_corner_of_the_room(
    canvas: FloorCanvas, space: Workspace, tmp_path: Path
) -> None:
    picture_file(tmp_path / "hall.png")
    canvas.floor.underlays.folder = lambda: tmp_path
    one = Underlay(id="p", name="Hall", file="hall.png", wide=400, high=200, mm_per_unit=10)
    space.apply("Place", put("underlays", one))
    canvas.move_plan("p")
    x0, y0 = space.document.design.room.tile_origin
    start = canvas.view.mapToScene(at(canvas, 1_000, 1_000))
    QTest.mouseClick(canvas.view.viewport(), LEFT, NONE, at(canvas, 1_000, 1_000))
    QTest.mouseClick(canvas.view.viewport(), LEFT, NONE, at(canvas, x0 + 10, y0 + 10))
    (moved,) = space.document.design.underlays
    assert (moved.x_mm, moved.y_mm) == (round(x0 - start.x()), round(y0 - start.y()))


def at(canvas: FloorCanvas, x: int, y: int) -> QPoint:
    return canvas.view.mapFromScene(QPointF(x, y))


def test_measuring_draws_to_corners_copies_and_ends_with_esc(
    canvas: FloorCanvas, space: Workspace
) -> None:
    canvas.measure()
    left, top, right, bottom = 0, 0, *space.document.design.room.outline[2]
    view = canvas.view
    QTest.mouseClick(view.viewport(), LEFT, NONE, at(canvas, left, top))
    QTest.mouseClick(view.viewport(), LEFT, NONE, at(canvas, right, top))
    assert view.measure_lines.words[0] == f"{right:,} mm"
    move(view.viewport(), at(canvas, right, bottom))
    assert view.measure_lines.words[-1] == f"{right * bottom / 2e6:,.2f} m² within"
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines()[0] == f"{right:,} mm"
    before = space.document.design
    QTest.keyClick(view, Qt.Key.Key_Backspace)
    assert len(view.tool.points) == 1  # type: ignore[union-attr]  # it measures
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.tool is None
    assert not view.measure_lines.isVisible()
    assert space.document.design is before
    canvas.measure()
    canvas.measure()
    assert view.tool is None, "a second time ends it"


def test_what_is_measured_is_shown_copied_and_typed_in_the_chosen_units(
    canvas: FloorCanvas, space: Workspace, tmp_path: Path
) -> None:
    view, right = canvas.view, space.document.design.room.outline[2][0]
    with presenting(Presented(units="imperial")):
        canvas.measure()
        QTest.mouseClick(view.viewport(), LEFT, NONE, at(canvas, 0, 0))
        QTest.mouseClick(view.viewport(), LEFT, NONE, at(canvas, right, 0))
        inches = f"{right / 25.4:,.1f} in"
        assert view.measure_lines.words[:2] == (inches, f"dx {inches} · dy 0.0 in")
        QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert QGuiApplication.clipboard().text().splitlines()[0] == inches
        QTest.keyClick(view, Qt.Key.Key_Escape)
        picture_file(tmp_path / "hall.png")
        canvas.floor.underlays.folder = lambda: tmp_path
        one = Underlay(id="p", name="Hall", file="hall.png", wide=400, high=200, mm_per_unit=10)
        space.apply("Place", put("underlays", one))
        canvas.scale_plan("p")
        for x, y in ((300, 300), (2_300, 300)):
            QTest.mouseClick(view.viewport(), LEFT, NONE, at(canvas, x, y))
        (x0, _), (x1, _) = view.measure_lines.points
        assert view.measure_lines.words[0] == "distance in inches?"
        QTest.keyClicks(view, "100")
        QTest.keyClick(view, Qt.Key.Key_Return)
    (scaled,) = space.document.design.underlays
    assert scaled.mm_per_unit == pytest.approx(10 * 2_540 / (x1 - x0))


def test_a_plan_that_is_not_to_scale_names_the_command_that_sets_it(
    qtbot: QtBot, canvas: FloorCanvas, space: Workspace, tmp_path: Path, told: list[tuple[str, str]]
) -> None:
    """It told of `Insert, Scale a plan`, which no menu has."""
    window = QWidget()
    qtbot.addWidget(window)
    actions, banners = ActionSet(window), BannerArea()
    qtbot.addWidget(banners)
    plans = canvas.floor.underlays
    plans.folder = lambda: tmp_path
    commands = UnderlayCommands(space, plans, actions, window, canvas, lambda: None, banners)
    assert commands.place(picture_file(tmp_path / "plan.png"))
    assert told[-1][0].endswith(f"not to scale: Insert → {actions['plan.scale'].text()}")
    inserted = next(ids for title, ids in MENUS if title.replace("&", "") == "Insert")
    assert "plan.scale" in inserted
