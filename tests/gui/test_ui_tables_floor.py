"""The floor in small in the window of tables: what is chosen and listed, and a click selects."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.ui.fields.tables.devices import DEVICES
from designer.ui.fields.tables.racks import RACKS
from designer.ui.views.tables.small_floor import racks_with
from designer.ui.views.tables.window import TablesWindow
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk, small_report

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def tables(window: MainWindow, desk: Desk, qtbot: QtBot) -> Iterator[TablesWindow]:
    desk.report(small_report())
    window.actions_by_id["view.tables"].trigger()
    made = window.tables.tables
    assert made is not None
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: not made._listing.is_working)
    yield made
    window.tables.close()


def click(tables: TablesWindow, rack: str, *, ctrl: bool = False) -> None:
    spot = tables.floor.map.box_of(rack).center().toPoint()
    QTest.mouseClick(
        tables.floor.map, Qt.MouseButton.LeftButton,
        CTRL if ctrl else Qt.KeyboardModifier.NoModifier, spot,
    )  # fmt: skip


def test_a_click_on_it_selects_on_the_floor_and_marks_the_line(
    tables: TablesWindow, desk: Desk
) -> None:
    assert tables.floor.told.text() == "2 things stand here"
    click(tables, "A02")
    assert desk.workspace.selection == ("A02",)
    assert [rack.id for rack in tables.lines.chosen_lines()] == ["A02"]
    click(tables, "A01", ctrl=True)
    assert desk.workspace.selection == ("A02", "A01")
    assert tables.floor.map.chosen == {"A01", "A02"}
    assert tables.floor.map.accessibleDescription() == "2 chosen"
    click(tables, "A01", ctrl=True)
    assert desk.workspace.selection == ("A02",)
    QTest.mouseClick(tables.floor.map, Qt.MouseButton.LeftButton)
    assert tables.floor.map.width() > 100


def test_what_a_filter_leaves_is_outlined(tables: TablesWindow, qtbot: QtBot) -> None:
    assert tables.floor.map.listed is None
    tables.filter.setText("name:A01")
    qtbot.waitUntil(lambda: tables.floor.map.listed == {"A01"})
    assert tables.floor.told.text() == "1 in the filter"
    tables.filter.clear()
    qtbot.waitUntil(lambda: tables.floor.map.listed is None)
    facts = tables.facts
    assert racks_with(facts, DEVICES, DEVICES.lines(facts)) == {"A01"}
    assert racks_with(facts, RACKS, RACKS.lines(facts)) == {"A01", "A02"}


def test_it_is_drawn_anew_where_the_design_or_the_look_changes(
    tables: TablesWindow, desk: Desk
) -> None:
    before = tables.floor.map.grab().toImage()
    desk.workspace.select(("A01",))
    chosen = tables.floor.map.grab().toImage()
    assert chosen != before
    assert tables.floor.map.at(tables.floor.map.box_of("A01").center()) == "A01"
    assert tables.floor.map.at(tables.floor.map.rect().topLeft().toPointF()) == ""
