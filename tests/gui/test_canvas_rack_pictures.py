"""Racks on the floor are painted once and copied while they look the same; memory is bounded."""

from collections import Counter

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document.edits import set_fields
from designer.render import drawing as drawings
from designer.render.theme import LIGHT
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor import rack_item
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.views.floor.drops import DropPart
from designer.ui.views.floor.rack_pictures import RackPictures
from tests.helpers.canvas_space import rack_report, report_of
from tests.helpers.shown_views import shown_canvas


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often each rack is painted, not copied."""
    counts: Counter[str] = Counter()
    real = rack_item.paint_rack_top

    def counted(painter, box, drawing, *args, **options):
        counts[drawing.id] += 1
        real(painter, box, drawing, *args, **options)

    monkeypatch.setattr(rack_item, "paint_rack_top", counted)
    return counts


def frame(canvas: FloorCanvas) -> None:
    canvas.view.viewport().grab()


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace, painted: Counter[str]) -> FloorCanvas:
    made = shown_canvas(qtbot, space)
    made.view.look_at(made.floor.bounds_of(made.floor.racks).center(), 0.08)
    frame(made)
    assert len(painted) == len(made.floor.racks) == 8
    frame(made)
    painted.clear()
    return made


def test_a_frame_and_a_scroll_paint_no_rack_anew(canvas: FloorCanvas, painted: Counter[str]):
    frame(canvas)
    canvas.view.scroll_by(7, 3)
    frame(canvas)
    canvas.view.scroll_by(-11, 9)
    frame(canvas)
    assert not painted


def test_a_drag_over_the_floor_paints_no_rack_anew(
    canvas: FloorCanvas, painted: Counter[str], space: Workspace
):
    gesture = DropPart(canvas.view, "node")
    for step in range(8):
        gesture.move(QPoint(50 + 60 * step, 200), Qt.KeyboardModifier.NoModifier)
        frame(canvas)
    gesture.cancel()
    frame(canvas)
    assert not painted


def test_what_looks_different_is_painted_anew_and_nothing_else(
    canvas: FloorCanvas, painted: Counter[str], space: Workspace
):
    def after(step) -> set[str]:
        painted.clear()
        step()
        QApplication.processEvents()
        frame(canvas)
        found = set(painted)
        frame(canvas)
        return found

    every = set(canvas.floor.racks)
    assert after(lambda: space.select(("A02",))) == set(), "an outline over it"
    assert after(lambda: canvas.floor.near.set_hover("A03")) == set(), "its outline lies over it"
    renamed = set_fields("racks", "A01", name="other")
    assert after(lambda: space.document.apply("Rename", renamed)) == {"A01"}
    known = report_of(*(rack_report(key, 20) for key in sorted(every)))
    assert after(lambda: space.report_store.accept(space.document.revision, known)) == every
    hotter = report_of(*(rack_report(key, 30 if key == "B02" else 20) for key in sorted(every)))
    assert after(lambda: space.report_store.accept(space.document.revision, hotter)) == {"B02"}
    assert after(lambda: space.set_theme(LIGHT)) == every
    assert after(lambda: canvas.view.zoom_by(1.1)) == every


def test_a_picture_shows_what_painting_shows(canvas: FloorCanvas):
    """A copy at any place between two pixels is that of the rack painted there."""

    def draw(painter: QPainter, box: QRectF, look: str) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.GlobalColor.darkCyan)
        painter.drawRoundedRect(box, 3, 3)

    for ratio in (1.0, 1.5, 2.0):
        for at in ((10.0, 12.0), (10.25, 12.5), (33.0625, 7.75)):
            seen = []
            for copies in (False, True):
                image = QImage(200, 200, QImage.Format.Format_RGB32)
                image.setDevicePixelRatio(ratio)
                image.fill(Qt.GlobalColor.white)
                painter = QPainter(image)
                if copies:
                    pictures: RackPictures[str] = RackPictures()
                    pictures.paint(painter, "R", (*at, 41.3, 62.7), ratio, "", draw)
                else:
                    draw(painter, QRectF(*at, 41.3, 62.7), "")
                painter.end()
                seen.append(image)
            assert _most_apart(*seen) <= 3, (ratio, at)


def _most_apart(one: QImage, other: QImage) -> int:
    pairs = zip(bytes(one.constBits()), bytes(other.constBits()), strict=True)
    return max(abs(a - b) for a, b in pairs)


def test_pictures_take_no_more_memory_than_they_may():
    drawn: list[str] = []

    def draw(painter: QPainter, box: QRectF, look: str) -> None:
        drawn.append(look)

    image = QImage(50, 50, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    pictures: RackPictures[str] = RackPictures(most_bytes=100_000)
    for number in range(40):
        at = (0.0, 0.0, 40.0, 60.0)
        pictures.paint(painter, f"R{number}", at, 1.0, f"R{number}", draw)
        assert 0 < pictures.held_bytes <= 100_000
    # The last ones are there, the first ones went.
    pictures.paint(painter, "R39", at, 1.0, "R39", draw)
    assert len(drawn) == 40
    pictures.paint(painter, "R0", at, 1.0, "R0", draw)
    assert drawn[-1] == "R0"
    # What alone is larger is painted each time, and takes nothing.
    held = pictures.held_bytes
    for _ in range(2):
        pictures.paint(painter, "big", (0.0, 0.0, 400.0, 400.0), 1.0, "big", draw)
    assert drawn[-2:] == ["big", "big"]
    assert pictures.held_bytes == held
    pictures.forget()
    assert pictures.held_bytes == 0
    painter.end()


def test_devices_of_a_rack_too_small_to_show_them_are_not_looked_at(
    canvas: FloorCanvas, monkeypatch: pytest.MonkeyPatch, painted: Counter[str], space: Workspace
):
    made: list[bool] = []
    real = drawings.rack_drawing

    def counted(*args, filled: bool = True):
        made.append(filled)
        return real(*args, filled=filled)

    monkeypatch.setattr(rack_item, "rack_drawing", counted)
    canvas.floor.reload()
    canvas.view.look_at(QPointF(4200, 4200), 0.025)
    frame(canvas)
    assert painted
    assert made
    assert not any(made)
    made.clear()
    canvas.view.look_at(QPointF(4200, 4200), 0.2)
    frame(canvas)
    assert made
    assert any(made)
