"""Cables on the floor: switched by a chip, chosen by fabric, painted by number and fill."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import put
from designer.engine.cable_ways import (
    Bundle,
    CableWays,
    Drop,
    FabricCables,
    Straight,
    WaysAsked,
)
from designer.engine.network_report import Cables, TrayPiece, TrayReport
from designer.engine.report import Report
from designer.model.design import Tray
from designer.model.figures import Figure, exact
from designer.model.network_keys import tray_key
from designer.planning.templates import build
from designer.render.cable_painter import bundle_wide, fill_state
from designer.render.floor_painter import row_lettering
from designer.runtime.engine_questions import Answer
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.crowded_room import settle
from tests.helpers.shown_views import shown_canvas
from tests.helpers.ui_desk import Desk

TRAY = Tray(id="t", name="North tray", corners=((3000, 1500), (9000, 1500)))
FABRICS = (
    FabricCables(fabric="compute", name="Compute", cables=504),
    FabricCables(fabric="storage", name="Storage", cables=122),
)
BUNDLED = CableWays(
    fabrics=FABRICS, cables=626,
    bundles=(Bundle(tray="t", x_mm=3000, y_mm=1500, end_x_mm=9000, end_y_mm=1500, cables=600,
                    of_all=600),),
    drops=(Drop(rack="A01", x_mm=4000, y_mm=2400, on_x_mm=4000, on_y_mm=1500, cables=32),),
)  # fmt: skip
STRAIGHT = CableWays(
    fabrics=FABRICS, cables=626,
    straight=(Straight(a="A01", b="B05", corners=((4000, 2400), (8000, 2400), (8000, 5000)),
                       cables=32),),
)  # fmt: skip


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
    made.report(Report())
    yield made
    made.close()


@pytest.fixture
def canvas(qtbot: QtBot, desk: Desk) -> FloorCanvas:
    made = shown_canvas(qtbot, desk.workspace)
    made.fit_all()
    return made


def show(desk: Desk, ways: CableWays) -> None:
    desk.workspace.filter.switch("cables", on=True)
    desk.client.answered.emit(
        Answer(len(desk.client.questions), desk.session.document.revision, ways)
    )


def asked(desk: Desk) -> object:
    return desk.client.questions[-1][3]


def test_cables_are_asked_for_when_their_chip_is_on_and_not_before(
    canvas: FloorCanvas, desk: Desk
) -> None:
    assert desk.client.questions == []
    assert not canvas.cable_key.isVisible()
    plain = canvas.view.grab().toImage()
    show(desk, STRAIGHT)
    assert asked(desk) == WaysAsked()
    assert canvas.cable_key.isVisible()
    assert canvas.legend.is_chip, "the key of cables stands in its place"
    assert not canvas.legend.geometry().intersects(canvas.cable_key.geometry())
    assert canvas.view.grab().toImage() != plain
    desk.workspace.filter.switch("cables", on=False)
    assert not canvas.cable_key.isVisible()
    assert canvas.shown_cables.ways is None
    assert canvas.legend.isVisible()
    assert not canvas.legend.is_chip


def test_without_trays_the_key_says_that_ways_are_an_estimate(
    canvas: FloorCanvas, desk: Desk
) -> None:
    show(desk, STRAIGHT)
    assert canvas.cable_key.note.text() == "~ no tray is drawn: straight ways, an estimate"


def test_a_fabric_is_taken_off_and_put_back(canvas: FloorCanvas, desk: Desk) -> None:
    show(desk, BUNDLED)
    key = canvas.cable_key
    assert {one.text() for one in key.boxes.values()} >= {"Compute", "Storage"}
    key.boxes["compute"].setChecked(False)
    names = tuple(one.id for one in desk.design.fabrics if one.id != "compute")
    assert asked(desk) == WaysAsked(fabrics=names)
    key.boxes["compute"].setChecked(True)
    assert asked(desk) == WaysAsked()
    for box in key.boxes.values():
        box.setChecked(False)
    assert asked(desk) == WaysAsked(fabrics=("-",)), "of none, and not of all"


def test_an_edit_asks_anew_for_the_fabrics_of_now(canvas: FloorCanvas, desk: Desk) -> None:
    show(desk, BUNDLED)
    canvas.cable_key.boxes["compute"].setChecked(False)
    gone = next(one for one in desk.design.fabrics if one.id == "storage")
    desk.workspace.apply("x", lambda d: d.evolve(fabrics=tuple(
        f for f in d.fabrics if f.id != gone.id)))  # fmt: skip
    names = tuple(f.id for f in desk.design.fabrics if f.id != "compute")
    assert "storage" not in names
    assert asked(desk) == WaysAsked(fabrics=names)
    show(desk, BUNDLED)
    assert "storage" not in canvas.cable_key.boxes


def fill_report(fill: Figure) -> Report:
    piece = TrayPiece(
        x_mm=3000, y_mm=1500, end_x_mm=9000, end_y_mm=1500, cables=600, fill_pct=fill.value
    )
    return Report(cables=Cables(trays=(TrayReport(id="t", name="North tray", pieces=(piece,)),)))


def test_a_tray_is_coloured_by_its_fill(canvas: FloorCanvas, desk: Desk) -> None:
    desk.workspace.apply("Draw", put("trays", TRAY))
    seen = []
    for fill in (40.0, 85.0, 120.0):
        report = fill_report(exact(fill, "%"))
        desk.report(report)
        settle()
        show(desk, BUNDLED)
        seen.append(canvas.view.grab().toImage())
    assert seen[0] != seen[1] != seen[2] != seen[0]


def test_numbers_of_cables_take_the_place_of_the_names_of_trays(
    canvas: FloorCanvas, desk: Desk
) -> None:
    desk.workspace.apply("Draw", put("trays", TRAY))
    settle()
    assert canvas.floor.trays.named()
    desk.workspace.filter.switch("cables", on=True)
    show(desk, BUNDLED)
    settle()
    assert not canvas.floor.trays.named()
    desk.workspace.filter.switch("cables", on=False)
    settle()
    assert canvas.floor.trays.named()


def test_numbers_avoid_racks_only_while_these_bear_words_and_rows_always(
    canvas: FloorCanvas, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Far away racks are patches of colour: a number over them hides nothing to be read."""
    asked: list[bool] = []
    desk.workspace.filter.switch("cables", on=True)
    show(desk, BUNDLED)
    settle()
    transform = canvas.view.viewportTransform()
    space = desk.workspace
    names = row_lettering(space.layout(), space.catalog, space.theme, transform, 1.0)
    assert names
    rack = transform.mapRect(canvas.floor.racks["A01"].sceneBoundingRect())
    monkeypatch.setattr(
        "designer.ui.views.floor.cable_layer.numbers_of",
        lambda *args: asked.extend((args[3](rack), args[3](names[0]))) or (),
    )
    canvas.floor.cables.follow(canvas.floor.sceneRect())
    painted = QImage(200, 200, QImage.Format.Format_RGB32)
    for far in (False, True, True):
        canvas.floor.set_far(far)
        with QPainter(painted) as painter:
            painter.setWorldTransform(transform)
            canvas.floor.cables.paint(painter, QStyleOptionGraphicsItem())
    near, far = asked[:2], asked[2:]
    assert near == [False, False]
    assert far == [True, False], "names of rows are read from afar; looked for once at each zoom"


@pytest.mark.parametrize(
    ("fill", "state"),
    [
        (exact(79.0, "%"), "ok"), (exact(80.0, "%"), "warning"), (exact(100.0, "%"), "warning"),
        (exact(100.5, "%"), "error"), (Figure(50.0, 90.0, 70.0, "%"), ""),
        (Figure(81.0, 140.0, 99.0, "%"), "warning"),
    ],
)  # fmt: skip
def test_the_state_of_a_fill_says_no_more_than_is_known(fill: Figure, state: str) -> None:
    assert fill_state(fill) == state


def test_bundles_are_as_wide_as_their_number() -> None:
    assert bundle_wide(600, 600) == 2 * bundle_wide(300, 600)
    assert bundle_wide(1, 600) == bundle_wide(2, 600) > 0
    assert bundle_wide(0, 0) > 0


def test_a_click_on_a_tray_filters_the_schedule_while_cables_are_shown(
    canvas: FloorCanvas, desk: Desk
) -> None:
    desk.workspace.apply("Draw", put("trays", TRAY))
    desk.workspace.select((tray_key("t"),))
    assert canvas.shown_cables.filter == ""
    desk.workspace.select(())
    show(desk, BUNDLED)
    desk.workspace.select((tray_key("t"),))
    assert canvas.shown_cables.filter == 'tray:"North tray"'
    desk.workspace.select(())
    assert canvas.shown_cables.filter == ""


def test_the_key_begins_folded_over_a_low_drawing_and_keeps_what_was_chosen(
    canvas: FloorCanvas, desk: Desk
) -> None:
    """At 1280 × 800 it lay over the first racks of two rows."""
    show(desk, BUNDLED)
    key = canvas.cable_key
    canvas.resize(900, 700)
    settle()
    assert not key.is_folded
    high = key.height()
    canvas.resize(900, 380)
    settle()
    assert key.is_folded
    assert key.height() < high / 3
    assert not any(box.isVisible() for box in key.boxes.values())
    QTest.mouseClick(key.heading, Qt.MouseButton.LeftButton)
    settle()
    assert all(box.isVisible() for box in key.boxes.values())
    assert key.height() == high
    canvas.resize(900, 700)
    QTest.mouseClick(key.heading, Qt.MouseButton.LeftButton)
    settle()
    assert key.is_folded, "as it was left, whatever room there is"
