"""What stands on the screen when all has come to rest is what painting the whole view shows.

A grab of a widget paints it anew, so it cannot see what an update left out: here the pixels of the
window are read.
"""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.document.edits import set_fields
from designer.ui.views.floor import ground_tiles
from designer.ui.views.floor.canvas import FloorCanvas
from tests.bench.floors import floor_of, report_of
from tests.gui.test_canvas_tiles import DEVICE, RACK, pixels
from tests.helpers.canvas_space import space_of


@pytest.fixture
def canvas(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> FloorCanvas:
    # A frame paints little and leaves the rest, as on a slow machine or a large floor.
    monkeypatch.setattr(ground_tiles, "FRAME_S", 0.0005)
    monkeypatch.setattr(ground_tiles, "SLICE_S", 0.0005)
    design = floor_of(30_000, folded=True)
    space = space_of(design, (RACK, DEVICE))
    space.report_store.accept(0, report_of(design))
    made = FloorCanvas(space)
    space.setParent(made)
    qtbot.addWidget(made)
    made.resize(1100, 800)
    made.show()
    qtbot.waitExposed(made)
    rest(made)
    return made


def rest(canvas: FloorCanvas) -> None:
    """Let the window do all that it does by itself."""
    QApplication.processEvents()
    while canvas.view._refining.isActive():
        QApplication.processEvents()
    QApplication.processEvents()


def on_screen(canvas: FloorCanvas) -> QImage:
    """Return what the window shows of the view, without painting anything."""
    port = canvas.view.viewport()
    place = port.mapTo(canvas.window(), QPoint(0, 0))
    whole = canvas.screen().grabWindow(canvas.window().winId()).toImage()
    return whole.copy(QRect(place, port.size())).convertToFormat(QImage.Format.Format_RGB32)


def stale_share(canvas: FloorCanvas) -> float:
    """Return the share of the view that differs from what painting it shows."""
    now = on_screen(canvas)
    canvas.view.viewport().repaint()
    rest(canvas)
    anew = on_screen(canvas)
    if now == anew:
        return 0.0
    apart = np.abs(pixels(now) - pixels(anew)).max(axis=2)
    return float((apart > 3).mean())


def zooms(canvas: FloorCanvas) -> Callable[[int], None]:
    def step(number: int) -> None:
        canvas.view.zoom_by(1.25 if number < 10 else 1 / 1.25, QPointF(400, 300))

    return step


def scrolls(canvas: FloorCanvas) -> Callable[[int], None]:
    canvas.view.look_at(canvas.floor.standing().center(), 0.03)
    return lambda number: canvas.view.scroll_by(*((90, 35), (-40, 70), (25, -160))[number % 3])


def parts(canvas: FloorCanvas) -> Callable[[int], None]:
    """Zoom, and let a part of the view be painted before the rest of it is."""

    def step(number: int) -> None:
        canvas.view.zoom_by(1.25 if number < 10 else 1 / 1.25, QPointF(400, 300))
        QApplication.processEvents()
        canvas.view.viewport().repaint(QRect(100 + 30 * number, 90, 300, 180))

    return step


def edits(canvas: FloorCanvas) -> Callable[[int], None]:
    """Move a row of racks, and let a part of the view be painted before the rest of it is."""
    space = canvas._workspace
    canvas.view.look_at(canvas.floor.standing().center(), 0.03)

    def step(number: int) -> None:
        racks = space.document.design.racks
        at = len(racks) // 2
        chosen = {one.id for one in racks[at - 40 : at + 40]}
        by = 300 if number % 2 else -300
        space.apply("x", lambda design: design.evolve(racks=tuple(
            one.evolve(y_mm=one.y_mm + by) if one.id in chosen else one for one in design.racks
        )))  # fmt: skip
        canvas.view.viewport().repaint(QRect(400, 300, 120, 90))

    return step


def selections(canvas: FloorCanvas) -> Callable[[int], None]:
    space = canvas._workspace
    canvas.view.look_at(canvas.floor.standing().center(), 0.02)
    every = tuple(canvas.floor.racks)

    def step(number: int) -> None:
        space.select(every if number % 2 else every[:3])
        canvas.view.viewport().repaint(QRect(40 * number, 300, 50, 90))

    return step


def names(canvas: FloorCanvas) -> Callable[[int], None]:
    space = canvas._workspace
    canvas.view.look_at(canvas.floor.standing().center(), 0.05)

    def step(number: int) -> None:
        rack = space.document.design.racks[len(canvas.floor.racks) // 2 + number]
        space.apply("x", set_fields("racks", rack.id, name=f"other {number}"))

    return step


WAYS: dict[str, Callable[[FloorCanvas], Callable[[int], None]]] = {
    "zoom": zooms, "scroll": scrolls, "parts first": parts, "a row moved": edits,
    "all selected": selections, "renamed": names,
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_nothing_stale_stays_on_the_screen(canvas: FloorCanvas, way: str) -> None:
    step = WAYS[way](canvas)
    rest(canvas)
    stale = {}
    for number in range(16):
        step(number)
        rest(canvas)
        if share := stale_share(canvas):
            stale[number] = share
    assert stale == {}


def test_a_stale_part_would_be_seen(canvas: FloorCanvas) -> None:
    port = canvas.view.viewport()
    port.setUpdatesEnabled(False)
    canvas.view.zoom_by(1.3)
    QApplication.processEvents()
    port.setUpdatesEnabled(True)
    assert stale_share(canvas) > 0.01
