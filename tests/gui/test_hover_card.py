"""What a rack says that the pointer rests on while an overlay shades the floor."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from designer.engine.evaluate import evaluate
from designer.model.design import Site
from designer.ui.state.tips import rack_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.crowded_room import settle
from tests.helpers.shown_views import middle, shown_canvas
from tests.helpers.ui_desk import Desk
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, nodes, pdus

TOLD = [
    "Worst single loss: feed A",
    "■ Holds what is short of power: it slows down or stops",
    "■ Rack PDUs on feed B: 20.4 → 40.8 of 32.8 kW · 124%",
    "B: 20 → 41 of 100 kW · 41%",
    "■ Loss of rack PDU on feed A: 32 GPUs short of power, a rack PDU is overloaded",
]


@pytest.fixture
def canvas(qtbot: QtBot, tmp_path: Path) -> FloorCanvas:
    """Return a floor of one rack of 40.8 kW on two feeds, shaded by what feeds carry."""
    power = (feed("A", 100), feed("B", 100))
    desk = Desk(tmp_path, design_of(*nodes(4), *pdus("AB"), power=power, site=Site()))
    made = shown_canvas(qtbot, desk.workspace)
    report = evaluate(desk.workspace.document.design, CATALOG)
    desk.store.accept(desk.workspace.document.revision, report)
    desk.workspace.overlay.choose("feed-after-loss")
    settle()
    return made


def rest(canvas: FloorCanvas, at: QPoint) -> None:
    QTest.mouseMove(canvas.view.viewport(), at)
    where = canvas.view.viewport().mapToGlobal(at)
    QApplication.sendEvent(canvas.view.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, where))
    settle()


def space_of(canvas: FloorCanvas) -> Workspace:
    return canvas.view.workspace


def test_a_card_tells_the_worst_loss_the_way_and_what_fits(canvas: FloorCanvas) -> None:
    rest(canvas, middle(canvas, "r"))
    card = canvas.view.hover_card
    assert card.isVisible()
    lines = card.words().splitlines()
    assert lines[1].startswith("Rack PDUs of a feed after a loss: 40.8 of 32.8 kW")
    assert lines[2:7] == TOLD
    assert lines[7].startswith("Still fits: nothing: ")
    assert not card.geometry().contains(
        canvas.view.viewport().mapTo(canvas.window(), middle(canvas, "r"))
    )


def test_the_same_is_heard(canvas: FloorCanvas) -> None:
    assert set(TOLD) <= set(rack_tip(space_of(canvas), "r").splitlines())
    space_of(canvas).overlay.choose("")
    assert "Worst single loss" not in rack_tip(space_of(canvas), "r")


def test_the_card_goes_with_the_pointer_a_press_and_the_overlay(canvas: FloorCanvas) -> None:
    card, inside = canvas.view.hover_card, middle(canvas, "r")
    rest(canvas, inside)
    QTest.mouseMove(canvas.view.viewport(), inside + QPoint(2, 2))
    assert card.isVisible(), "the pointer is on the same rack"
    QTest.mouseMove(canvas.view.viewport(), QPoint(5, 5))
    assert not card.isVisible()
    rest(canvas, inside)
    QTest.mousePress(canvas.view.viewport(), Qt.MouseButton.LeftButton, pos=inside)
    assert not card.isVisible()
    QTest.mouseRelease(canvas.view.viewport(), Qt.MouseButton.LeftButton, pos=inside)
    rest(canvas, inside)
    canvas.view.zoom_by(1.2)
    assert not card.isVisible()
    rest(canvas, middle(canvas, "r"))
    space_of(canvas).overlay.step()
    assert card.isVisible(), "it follows another overlay"
    assert not card.words().splitlines()[1].startswith("Rack PDUs of a feed")
    space_of(canvas).overlay.choose("")
    assert not card.isVisible()


def test_without_an_overlay_a_tip_says_the_figures(canvas: FloorCanvas) -> None:
    space_of(canvas).overlay.choose("")
    rest(canvas, middle(canvas, "r"))
    assert not canvas.view.hover_card.isVisible()
    assert QToolTip.text().splitlines()[0] == "R · Rack 48U 800 × 1200"
    assert "Worst single loss" not in QToolTip.text()
