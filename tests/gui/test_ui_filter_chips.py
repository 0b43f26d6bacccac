"""Chips of the status bar: what a hand takes, what is shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.model.design import Note, Rack
from designer.ui.views.elevation.panel import ElevationPanel
from designer.ui.views.floor.canvas import FloorCanvas
from designer.ui.window.status_bar import CHIPS_FROM_PX, StatusBar
from tests.helpers.ui_desk import Desk, small_design


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    design = small_design()
    unit = Rack(id="CDU-1", name="CDU-1", part="cdu-row", x_mm=6000, y_mm=1200)
    note = Note(id="note-1", text="ramp", x_mm=9000, y_mm=6000)
    made = Desk(tmp_path, design.evolve(racks=(*design.racks, unit), notes=(note,)))
    yield made
    made.close()


@pytest.fixture
def bar(qtbot: QtBot, desk: Desk) -> StatusBar:
    made = StatusBar(desk.workspace.filter)
    qtbot.addWidget(made)
    made.resize(1600, 26)
    made.show()
    return made


@pytest.fixture
def floor(qtbot: QtBot, desk: Desk) -> FloorCanvas:
    made = FloorCanvas(desk.workspace)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    qtbot.waitExposed(made)
    made.fit_all()
    return made


def click(bar: StatusBar, kind: str) -> None:
    chip = next(chip for name, chip in bar.chips.chips.items() if name == kind)
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)


def press(floor: FloorCanvas, rack_id: str) -> None:
    at = floor.view.mapFromScene(floor.floor.bounds_of((rack_id,)).center())
    QTest.mouseClick(floor.view.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_racks_switched_off_are_left_alone_and_still_take_drops(
    desk: Desk, bar: StatusBar, floor: FloorCanvas
) -> None:
    click(bar, "racks")
    press(floor, "A01")
    assert desk.workspace.selection == ()
    everything = QRectF(0, 0, 12_000, 9_000)
    assert floor.floor.racks_in(everything, enclosed=True) == ("CDU-1",)
    middle = floor.floor.bounds_of(("A01",)).center()
    assert floor.floor.rack_at(middle) == "A01"
    click(bar, "racks")
    press(floor, "A01")
    assert desk.workspace.selection == ("A01",)


def test_cooling_units_are_a_kind_of_their_own(
    desk: Desk, bar: StatusBar, floor: FloorCanvas
) -> None:
    click(bar, "cooling")
    press(floor, "CDU-1")
    assert desk.workspace.selection == ()
    press(floor, "A02")
    assert desk.workspace.selection == ("A02",)


def test_remarks_are_hidden_and_shown_again(desk: Desk, bar: StatusBar, floor: FloorCanvas) -> None:
    at = floor.view.mapToScene(floor.view.mapFromScene(QPointF(9000, 6000)))
    assert floor.floor.note_at(at) == "ramp"
    click(bar, "notes")
    assert floor.floor.note_at(at) == ""
    click(bar, "notes")
    assert floor.floor.note_at(at) == "ramp"


def test_devices_switched_off_leave_the_rack_to_be_pressed(
    qtbot: QtBot, desk: Desk, bar: StatusBar
) -> None:
    panel = ElevationPanel(desk.workspace)
    qtbot.addWidget(panel)
    panel.resize(1000, 600)
    panel.show()
    qtbot.waitExposed(panel)
    desk.workspace.select(("A01",))
    qtbot.waitUntil(lambda: panel.view.rack_id == "A01")
    panel.view.grab()
    spots = [QPointF(x, y) for x in range(0, 600, 10) for y in range(0, 560, 10)]
    at = next(p for p in spots if panel.view.faces.device_at(p)).toPoint()
    click(bar, "devices")
    QTest.mouseClick(panel.view, Qt.MouseButton.LeftButton, pos=at)
    assert desk.workspace.selection == ("A01",)
    click(bar, "devices")
    QTest.mouseClick(panel.view, Qt.MouseButton.LeftButton, pos=at)
    assert desk.workspace.selection == ("n1",)


def test_chips_say_what_they_do_and_give_way_in_a_narrow_window(bar: StatusBar) -> None:
    assert [chip.text() for chip in bar.chips.chips.values()] == [
        "Racks", "Devices", "Cables", "Trays", "Cooling", "Notes",
    ]  # fmt: skip
    assert all(chip.accessibleDescription() for chip in bar.chips.chips.values())
    bar.resize(CHIPS_FROM_PX - 1, 26)
    assert bar.chips.isHidden()
    bar.resize(CHIPS_FROM_PX, 26)
    assert not bar.chips.isHidden()
