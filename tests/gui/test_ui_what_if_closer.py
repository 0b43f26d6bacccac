"""A loss that is tried, closer: the rack on show, several things at once, on paper."""

from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.together_report import InsideLost, LossAsked, UnitLost
from designer.model.design import Design
from designer.planning.templates import build
from designer.render.failing import (
    ONE_PUMP,
    ONE_SWITCH,
    Failing,
    asked_of,
    inside_id,
    why_not_lost,
    why_not_together,
)
from designer.render.rack_after import NOT_COMPUTED, report_after
from designer.render.what_if import WhatIf
from designer.ui.state.floor_overlay import FloorOverlay
from designer.ui.state.tips import inside_tip
from designer.ui.views.dialogs.print_dialog import PrintDialog
from designer.ui.views.elevation.panel import ElevationPanel
from designer.ui.views.floor.canvas import FloorCanvas
from tests.gui.test_ui_power_view import CATALOG, Shown, hall
from tests.helpers.crowded_room import settle
from tests.helpers.prints import PrintedAtOnce
from tests.helpers.ui_desk import Desk
from tests.unit.test_engine_feeds import pdus

SHIFT = Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


def two_feeds() -> Design:
    design = hall()
    kept = {one.id for one in pdus("AB")} | {d.id for d in design.devices if not d.feed}
    return design.evolve(devices=tuple(d for d in design.devices if d.id in kept))


def answer(shown: Shown) -> None:
    """Answer what was asked last, as the engine would."""
    design = shown.space.document.design
    number = len(shown.desk.client.losses)
    asked = shown.desk.client.losses[-1][1]
    shown.desk.client.lost_together.emit(Evaluator(CATALOG).together(number, design, asked))
    settle()


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Shown:
    return Shown(qtbot, tmp_path, two_feeds())


@pytest.fixture
def elevation(shown: Shown, qtbot: QtBot) -> ElevationPanel:
    panel = ElevationPanel(shown.space)
    qtbot.addWidget(panel)
    panel.resize(1000, 700)
    panel.show()
    shown.space.select(("r",))
    settle()
    return panel


def test_limits_are_those_after_the_loss_and_devices_say_what_becomes_of_them(
    shown: Shown, elevation: ElevationPanel
) -> None:
    before = elevation.limits.words()
    assert elevation.limits.accessibleName() == "Limits of this rack"
    shown.space.what_if.fail(Failing("power", "A"))
    assert elevation.limits.accessibleName() == "Limits of this rack · before the loss"
    assert shown.desk.client.losses[-1][1] == LossAsked(upstream=("A",), racks=("r",))
    answer(shown)
    assert elevation.limits.accessibleName() == "Limits of this rack after loss of feed A"
    words = elevation.limits.words()
    assert "Rack PDU on feed B: carries 40.8 of" in words
    assert "4 × DGX H100: slows down or stops; 3 of 6 supplies left" in words
    assert "after losing another" not in words
    lost = elevation.view.lost()
    assert lost is not None
    felt = {key: fate.state for key, fate in lost.felt.items()}
    assert sorted(felt.values()) == ["overloaded", *["short"] * 4]
    assert lost.told, "the rack PDU that is left says that it is overloaded"
    node = next(one for one in shown.space.layout().in_rack("r") if not one.feed)
    assert elevation.view.after_loss(node.key) == (
        "has too few supplies left; 3 supplies without voltage"
    )
    assert elevation.view.after_loss("") == ""
    shown.space.what_if.restore()
    settle()
    assert elevation.limits.words() == before
    assert elevation.limits.accessibleName() == "Limits of this rack"


def test_shift_and_a_click_on_a_device_lose_it_besides(
    shown: Shown, elevation: ElevationPanel
) -> None:
    shown.space.what_if.fail(Failing("power", "A"))
    node = next(one for one in shown.space.layout().in_rack("r") if not one.feed)
    drawing = elevation.view.faces
    at = next(
        QPoint(x, y)
        for x in range(0, 600, 10)
        for y in range(0, 690, 10)
        if (found := drawing.device_at(QPoint(x, y).toPointF())) and found[0].key == node.key
    )
    QTest.mouseClick(elevation.view, LEFT, SHIFT, at)
    every = shown.space.what_if.together
    assert [one.kind for one in every] == ["power", "inside"]
    assert every[1].device == node.key
    answer(shown)
    assert shown.space.what_if.shown is not None
    assert shown.space.what_if.shown.title == "feed A and a supply of n0 in R"
    QTest.mouseClick(elevation.view, LEFT, SHIFT, at)
    assert [one.kind for one in shown.space.what_if.together] == ["power"], "again: restored alone"


def test_what_goes_together_is_asked_and_what_does_not_says_why(shown: Shown) -> None:
    report = shown.report
    losses = report.racks[0].losses
    pdu = Failing("inside", inside_id(losses, 0), "r", "key")
    unit = Failing("cooling", "cdu:x", "c1")
    assert asked_of(report, (Failing("power", "A"), pdu, unit)) == LossAsked(
        upstream=("A",), inside=(InsideLost(rack="r", at=0, device="key"),),
        units=(UnitLost(id="cdu:x", where="c1"),),
    )  # fmt: skip
    assert asked_of(report, (pdu._replace(id="gone|x|0"),)) is None
    assert why_not_together(report, (Failing("power", "A"), pdu, unit)) == ""
    switch, pump = Failing("network", "ib|leaf|s"), unit._replace(id="cdu:x:pump")
    assert why_not_together(report, (switch,)) == ""
    assert why_not_together(report, (pdu, switch)) == ONE_SWITCH
    assert why_not_together(report, (pdu, pump)) == ONE_PUMP


def test_an_overlay_gives_way_to_a_loss_and_comes_back(shown: Shown) -> None:
    overlay: FloorOverlay = shown.space.overlay
    first = overlay.all()[0]
    overlay.choose(first.id)
    assert overlay.shown is not None
    shown.space.what_if.fail(Failing("power", "A"))
    assert overlay.shown is None, "its scale reads the hall with nothing lost"
    overlay.choose(first.id)
    assert overlay.shown is None
    assert shown.desk.messages[-1][0].startswith(f"{first.title}: shown when the loss")
    shown.space.what_if.restore()
    assert overlay.shown is not None
    assert overlay.shown.id == first.id


def test_the_print_dialog_offers_the_loss_while_there_is_one(
    shown: Shown, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = PrintDialog(shown.space, str(tmp_path), "hall.toml", PrintedAtOnce())
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.after_loss.isVisible()
    shown.space.what_if.fail(Failing("power", "A"))
    assert dialog.after_loss.isVisible()
    assert not dialog.after_loss.isChecked(), "nobody prints a loss by mistake"
    assert dialog.after_loss.text() == "After loss of feed A"
    for key, box in dialog.sheets.items():
        box.setChecked(key in ("floor", "power"))
    assert dialog.write(tmp_path / "plain.pdf")
    assert "after loss of" not in "".join(text_of(tmp_path / "plain.pdf"))
    dialog.after_loss.setChecked(True)
    assert not dialog.accept_button.isEnabled(), "the engine is asked what is left in racks"
    answer(shown)
    assert dialog.accept_button.isEnabled()
    assert dialog.write(tmp_path / "lost.pdf")
    floor, *others = text_of(tmp_path / "lost.pdf")
    assert "Floor plan after loss of feed A" in floor
    assert "short" in floor
    # The lists of the floor may need a page of their own.
    power = next(page for page in others if "Power one-line after loss of feed A" in page)
    assert "GPUs short of power" in power
    shown.space.what_if.restore()
    assert not dialog.after_loss.isVisible()
    assert not dialog.after_loss.isChecked()


def test_the_print_dialog_opens_while_a_loss_is_tried(
    shown: Shown, qtbot: QtBot, tmp_path: Path
) -> None:
    shown.space.what_if.fail(Failing("power", "A"))
    dialog = PrintDialog(shown.space, str(tmp_path), "hall.toml", PrintedAtOnce())
    qtbot.addWidget(dialog)
    assert not dialog.isVisible(), "nothing of it stands on the screen before it is shown"
    dialog.show()
    assert dialog.after_loss.isVisible()
    assert dialog.after_loss.window() is dialog
    assert dialog.after_loss.text() == "After loss of feed A"
    assert dialog.to_printer.isEnabled() == dialog.printer.isEnabled()


def test_racks_and_overlays_are_printed_as_the_loss_leaves_them(
    shown: Shown, qtbot: QtBot, tmp_path: Path
) -> None:
    """They had the figures with nothing lost beside a floor with a feed down."""
    dialog = PrintDialog(shown.space, str(tmp_path), "hall.toml", PrintedAtOnce())
    qtbot.addWidget(dialog)
    shown.space.what_if.fail(Failing("power", "A"))
    dialog.after_loss.setChecked(True)
    assert shown.desk.client.losses[-1][1].racks == ("r",)
    answer(shown)
    for key, box in dialog.sheets.items():
        box.setChecked(key in ("overlays", "racks"))
    assert dialog.write(tmp_path / "lost.pdf")
    pages = text_of(tmp_path / "lost.pdf")
    rack = " ".join(page for page in pages if "Rack R after loss of feed A" in page)
    assert "elevation, front, rear, side" in rack
    assert "Feed B 40.8 kW" in rack
    assert "Rack PDU on feed B" in rack
    assert "slows down or stops; 3 of 6 supplies left" in rack
    assert "another lost" not in rack
    (feeds,) = [page for page in pages if "Rack PDUs of a feed after loss of feed A" in page]
    assert "40.8 of" in feeds
    (mass,) = [page for page in pages if "Mass, static, with nothing lost" in page]
    assert "after loss of" not in mass
    dialog.reject()
    assert shown.space.what_if.shown is not None
    assert shown.desk.client.losses[-1][1].racks == ("r",)
    shown.space.what_if.fail(Failing("power", "B"))
    assert len([one for _, one in shown.desk.client.losses if one.upstream == ("B",)]) == 0


def test_of_a_rack_that_nobody_asked_of_no_figure_of_power_is_printed(shown: Shown) -> None:
    lost = WhatIf((Failing("power", "A"),), "feed A", "", "", "error", dark_feeds=frozenset("A"))
    (rack,) = report_after(shown.report, lost, str).racks[:1]
    assert rack.feeds == ()
    assert not rack.limits_of("power")
    assert any(NOT_COMPUTED in limit.text for limit in rack.limits)
    kept = shown.report.racks[0].limits_of("mass")
    assert rack.limits_of("mass") == kept
    cooling = WhatIf((Failing("cooling", "cdu:x", "c"),), "a CDU", "", "", "error")
    assert report_after(shown.report, cooling, str) is shown.report


def text_of(path: Path) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(path).pages]


@pytest.fixture(scope="module")
def superpod() -> tuple[Design, object]:
    catalog = load_shipped()
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, catalog)
    return design, Evaluator(catalog).report(design)


@pytest.fixture
def filled(superpod: tuple[Design, object], tmp_path: Path, qtbot: QtBot) -> Desk:
    desk = Desk(tmp_path, superpod[0])
    desk.report(superpod[1])  # type: ignore[arg-type]  # a report
    return desk


def test_a_click_on_a_power_shelf_loses_it_and_the_tip_of_a_tray_says_why_not(
    filled: Desk, qtbot: QtBot
) -> None:
    panel = ElevationPanel(filled.workspace)
    qtbot.addWidget(panel)
    panel.resize(1000, 900)
    panel.show()
    rack = next(one for one in filled.design.racks if "gb200" in one.part)
    filled.workspace.select((rack.id,))
    settle()
    faces, places = panel.view.faces, {}
    for y in range(0, 880, 4):
        at = QPoint(120, y)
        box = faces.inside_at(at.toPointF())
        if box is not None:
            places.setdefault(box.unit.kind, (at, box))
    at, shelf = places["power-shelf"]
    QTest.mouseClick(panel.view, LEFT, pos=at)
    failing = filled.workspace.what_if.failing
    assert failing is not None
    assert (failing.kind, failing.where, failing.device) == ("inside", rack.id, shelf.name)
    QTest.mouseClick(panel.view, LEFT, pos=at)
    assert filled.workspace.what_if.failing is None, "again: restored"
    at, tray = places["compute-tray"]
    QTest.mouseClick(panel.view, LEFT, pos=at)
    assert filled.workspace.what_if.failing is None
    part = filled.catalog.get(rack.part)
    assert "its loss cannot be tried: no other tray hangs on it" in inside_tip(tray, part)
    assert "a click: what if it is lost" in inside_tip(shelf, part)
    assert all(why_not_lost(box) for kind, (_, box) in places.items() if kind != "power-shelf")


def test_shift_and_a_click_on_the_floor_lose_a_cooling_unit_besides(
    filled: Desk, qtbot: QtBot
) -> None:
    floor = FloorCanvas(filled.workspace)
    qtbot.addWidget(floor)
    floor.resize(1400, 900)
    floor.show()
    settle()
    floor.view.fit_all()
    settle()
    space = filled.workspace
    space.what_if.fail(Failing("power", "A"))
    unit = next(one for one in filled.design.racks if one.id == "cdu-01")
    at = floor.view.mapFromScene(unit.x_mm + 300, unit.y_mm + 300)
    QTest.mouseClick(floor.view.viewport(), LEFT, SHIFT, at)
    every = space.what_if.together
    assert [(one.kind, one.where) for one in every] == [("power", ""), ("cooling", "cdu-01")]
    assert filled.client.losses[-1][1].units[0].where == "cdu-01"


def test_the_other_unit_of_a_loop_says_what_it_must_carry_and_takes_no_width(
    filled: Desk, qtbot: QtBot
) -> None:
    """A sentence beside its name made the whole window as wide as itself."""
    panel = ElevationPanel(filled.workspace)
    qtbot.addWidget(panel)
    panel.resize(700, 500)
    panel.show()
    filled.workspace.select(("cdu-02",))
    settle()
    least = panel.minimumSizeHint().width()
    report = filled.store.report
    assert report is not None
    loss = next(one for one in report.cooling.of_units if "cdu-01" in one.where)
    filled.workspace.what_if.fail(Failing("cooling", loss.id, "cdu-01"))
    settle()
    assert panel.fate.full_text().startswith("Must carry with the other units left")
    assert panel.limits.words().startswith("After the loss: Must carry with the other units left")
    assert panel.minimumSizeHint().width() <= least + 40
