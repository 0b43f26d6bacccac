"""The page of an entry under mouse and keys: pointer, links, copying, tips, letters."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.ui.state.drag_payload import decode_part
from designer.ui.views.catalogue.detail_line import Row
from designer.ui.views.catalogue.detail_view import DetailList
from designer.ui.views.catalogue.history_plot import plot_area, positions
from designer.ui.views.catalogue.window import CatalogWindow
from designer.ui.views.parts.panel import PartsPanel
from tests.helpers.catalogue_window import catalogue_desk, catalogue_window
from tests.helpers.sent_mouse import Carried, Menus, Told, ask_menu, move
from tests.helpers.ui_desk import Desk

NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = catalogue_desk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def opened(qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> CatalogWindow:
    palette = PartsPanel(desk.workspace, desk.settings)
    qtbot.addWidget(palette)
    made = catalogue_window(qtbot, desk, palette, monkeypatch)
    made.page.choose_family("nodes")
    made.show_entry("part/node-a")
    return made


def page(window: CatalogWindow) -> DetailList:
    return window.page.detail.list


def number(found: DetailList, label: str) -> int:
    return next(n for n, row in enumerate(found.rows.rows) if row.label == label)


def spot(found: DetailList, label: str) -> QPoint:
    index = found.rows.index(number(found, label))
    found.scrollTo(index)
    return found.visualRect(index).center()


def test_the_pointer_is_a_hand_over_what_can_be_opened(opened: CatalogWindow) -> None:
    found = page(opened)
    port = found.viewport()
    move(port, spot(found, "GPU"))
    assert port.cursor().shape() == Qt.CursorShape.PointingHandCursor
    move(port, spot(found, "Mass"))
    assert port.cursor().shape() == Qt.CursorShape.ArrowCursor
    at = spot(found, "Power, maximum")
    move(port, at)
    assert port.cursor().shape() == Qt.CursorShape.ArrowCursor, "its mark opens, the words do not"
    move(port, QPoint(port.width() - 12 - 16 - 8, at.y()))
    assert port.cursor().shape() == Qt.CursorShape.PointingHandCursor
    move(port, spot(found, "GPU"))
    move(port, QPoint(5, port.height() + 4000))
    assert port.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_only_the_left_button_opens(opened: CatalogWindow) -> None:
    found = page(opened)
    for button in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        QTest.mouseClick(found.viewport(), button, NONE, spot(found, "GPU"))
    QTest.mouseClick(found.viewport(), Qt.MouseButton.LeftButton, NONE, spot(found, "Mass"))
    assert opened.page.detail.name.text() == "Node A"


def test_enter_opens_the_conflict_of_a_figure(opened: CatalogWindow) -> None:
    found = page(opened)
    found.setCurrentIndex(found.rows.index(number(found, "Power, maximum")))
    QTest.keyClick(found, Qt.Key.Key_Return)
    assert opened.page.detail.name.text() == "Power of node A"


def test_enter_opens_a_search_where_the_line_is_one(opened: CatalogWindow, qtbot: QtBot) -> None:
    found = page(opened)
    found.show_rows([Row("link", label="and 7 more", query=("nodes", "acme"))])
    found.setCurrentIndex(found.rows.index(0))
    with qtbot.waitSignal(found.search_asked) as asked:
        QTest.keyClick(found, Qt.Key.Key_Enter)
    assert asked.args == ["nodes", "acme"]
    assert opened.page.search.text() == "acme"
    assert opened.page.families.family_id() == "nodes"


def test_a_line_is_copied_with_its_unit_and_source(opened: CatalogWindow) -> None:
    found = page(opened)
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("before")
    found.setCurrentIndex(found.rows.index(-1))
    QTest.keyClick(found, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "before", "nothing is chosen"
    found.setCurrentIndex(found.rows.index(number(found, "Mass")))
    QTest.keyClick(found, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    row = found.rows.rows[number(found, "Mass")]
    assert clipboard.text().split("\t") == ["Mass", row.text, row.unit, row.tip[0]]
    assert "130" in row.text
    assert "Guide 2" in row.tip[0]


def taken(found: DetailList, key: Qt.Key, text: str = "") -> bool:
    event = QKeyEvent(QKeyEvent.Type.KeyPress, key, NONE, text)
    event.accept()
    found.keyPressEvent(event)
    return event.isAccepted()


def test_letters_and_escape_are_the_windows_and_arrows_the_lists(opened: CatalogWindow) -> None:
    found = page(opened)
    assert not taken(found, Qt.Key.Key_Escape)
    assert not taken(found, Qt.Key.Key_A, "a")
    found.setCurrentIndex(found.rows.index(0))
    QTest.keyClick(found, Qt.Key.Key_Down)
    assert found.currentIndex().row() > 0


def test_a_tip_stands_at_a_point_of_a_history_and_nowhere_else(
    opened: CatalogWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, found = Told(monkeypatch), page(opened)
    plot = next(row for row in found.rows.rows if row.series)
    assert plot.series is not None
    index = found.rows.index(found.rows.rows.index(plot))
    found.scrollTo(index)
    box = found.visualRect(index).adjusted(12, 0, -12, 0)
    words = [
        told.at(found.viewport(), place.toPoint())
        for place, _ in positions(plot_area(box.toRectF(), plot.series), plot.series)
    ]
    assert len(words) == 2
    assert "2024: $300,000" in words[0]
    assert "2026-06: $320,000" in words[1]
    assert told.at(found.viewport(), box.topLeft()) == "", "away from both"
    assert told.at(found.viewport(), spot(found, "Mass")) == ""


def test_a_part_is_dragged_out_of_the_table_with_its_picture(
    opened: CatalogWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = Carried(monkeypatch)
    opened.page.table.startDrag(Qt.DropAction.CopyAction)
    assert [decode_part(mime) for mime in carried.mimes] == ["node-a"]
    assert carried.actions == [Qt.DropAction.CopyAction]
    assert carried.spots[0][0] > carried.sizes[0][0]
    assert carried.spots[0][1] > carried.sizes[0][1]


def test_the_menu_of_an_entry_opens_over_it_only(
    opened: CatalogWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus, table = Menus(monkeypatch), opened.page.table
    ask_menu(table, QPoint(20, table.viewport().height() - 3))
    assert menus.opened == []
    ask_menu(table, table.visualRect(table.entries.index(0, 0)).center())
    assert len(menus.opened) == 1
    assert menus.words() != []


def test_words_at_the_end_take_the_rest_of_the_window(opened: CatalogWindow) -> None:
    opened.page.choose_family("topics")
    QApplication.processEvents()
    table = opened.page.table
    assert not table.entries.columns[-1].is_number
    assert table.horizontalHeader().length() == table.viewport().width()
    opened.resize(1400, 760)
    QApplication.processEvents()
    assert table.horizontalHeader().length() == table.viewport().width()
