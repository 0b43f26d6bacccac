"""The outlet of a supply is chosen in the properties, as one step of the history."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from designer.model.design import Device
from designer.ui.views.properties.panel import PropertiesPanel
from tests.helpers.ui_desk import Desk, small_design


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    small = small_design()
    pdus = tuple(
        Device(id=f"pdu-{feed}", name=f"PDU {feed}", part="pdu-apc-ap8888", rack="A01",
               face="zero-u", half_u=0, feed=feed)
        for feed in "AB"
    )  # fmt: skip
    made = Desk(tmp_path, small.evolve(devices=(*small.devices, *pdus)))
    yield made
    made.close()


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> PropertiesPanel:
    made = PropertiesPanel(desk.workspace)
    qtbot.addWidget(made)
    made.resize(340, 900)
    made.show()
    desk.workspace.select(("n1",))
    qtbot.waitUntil(lambda: "supply-1" in made.editors)
    return made


def box(panel: PropertiesPanel, supply: int) -> QComboBox:
    found = panel.editors[f"supply-{supply}"]
    assert isinstance(found, QComboBox)
    return found


def test_each_supply_shows_its_outlet(panel: PropertiesPanel) -> None:
    assert [name for name in panel.editors if name.startswith("supply-")] == [
        f"supply-{number}" for number in range(1, 7)
    ]
    assert box(panel, 1).currentText().startswith("rule: A 31, breaker 1, L1")


def test_another_outlet_is_one_step_and_undo_takes_it_back(
    qtbot: QtBot, desk: Desk, panel: PropertiesPanel
) -> None:
    before = desk.design
    editor = box(panel, 1)
    editor.setCurrentIndex(editor.findData("pdu-B:42"))
    editor.activated.emit(editor.currentIndex())
    assert [(cord.supply, cord.outlet) for cord in desk.design.cords] == [("n1:psu1", "pdu-B:42")]
    qtbot.waitUntil(lambda: box(panel, 1).currentText().startswith("B 42, breaker 6"))
    desk.session.document.undo()
    assert desk.design == before
    qtbot.waitUntil(lambda: box(panel, 1).currentText().startswith("rule: A 31"))
