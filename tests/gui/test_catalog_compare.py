"""The comparison in the catalogue's window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.render.theme import DARK
from designer.ui.kit.style import mixed, token
from designer.ui.views.catalogue.compare_page import SIDE_ROLE
from designer.ui.views.catalogue.compare_rows import Line, Side
from designer.ui.views.catalogue.window import CatalogWindow
from designer.ui.views.parts.panel import PartsPanel
from tests.helpers.catalog_entries import CHIP, NODE, OTHER
from tests.helpers.catalogue_window import catalogue_window
from tests.helpers.ui_desk import Desk, small_design

MORE = [OTHER.model_copy(update={"id": f"more-{k}", "name": f"More {k}"}) for k in range(3)]


@pytest.fixture
def opened(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[CatalogWindow]:
    desk = Desk(tmp_path, small_design())
    desk.workspace.catalog = Catalog([NODE, OTHER, CHIP, *MORE])
    palette = PartsPanel(desk.workspace, desk.settings)
    qtbot.addWidget(palette)
    yield catalogue_window(qtbot, desk, palette, monkeypatch)
    desk.close()


def choose(window: CatalogWindow, row: int) -> None:
    table: QAbstractItemView = window.page.table
    point = table.visualRect(window.page.table.entries.index(row, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)


def add(window: CatalogWindow, row: int) -> None:
    choose(window, row)
    QTest.keyClick(window.page.table, Qt.Key.Key_C)


def side(window: CatalogWindow, label: str, column: int) -> Side:
    lines = window.compare.table.lines
    row = next(n for n, line in enumerate(lines.lines) if line.label == label)
    found = lines.data(lines.index(row, column), SIDE_ROLE)
    assert isinstance(found, Side)
    return found


def labels(window: CatalogWindow) -> list[str]:
    return [line.label for line in window.compare.table.lines.lines]


def test_two_entries_side_by_side(opened: CatalogWindow):
    assert not opened.compare.empty.isVisible()
    QTest.mouseClick(opened.tabs["Compare"], Qt.MouseButton.LeftButton)
    assert opened.compare.empty.isVisible()
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    add(opened, 0)
    add(opened, 1)
    assert opened.tabs["Compare"].text() == "Compare  2"
    opened.show_page("Compare")
    assert side(opened, "Power, maximum", 1).text == "10,200"
    assert not side(opened, "Power, maximum", 1).differs
    assert side(opened, "Power, maximum", 2).differs
    assert side(opened, "Power, maximum", 2).change == "+40 %"
    assert "per cent against Node A" in opened.compare.words.text()


def test_a_difference_is_painted_with_ground_and_bar(opened: CatalogWindow):
    add(opened, 0)
    add(opened, 1)
    opened.show_page("Compare")
    table = opened.compare.table
    row = labels(opened).index("Power, maximum")
    picture = table.viewport().grab().toImage()

    def colour(column: int, dx: int) -> str:
        box = table.visualRect(table.lines.index(row, column))
        return picture.pixelColor(box.left() + dx, box.top() + 4).name()

    assert colour(2, 1) == DARK.accent
    assert colour(2, 5) == mixed(token(DARK, "panel"), token(DARK, "accent"), 0.11).name()
    assert colour(1, 1) not in {colour(2, 1), colour(2, 5)}


def test_sources_and_the_unknown_are_told_on_hover(opened: CatalogWindow):
    add(opened, 0)
    add(opened, 1)
    opened.show_page("Compare")
    lines = opened.compare.table.lines

    def tip(label: str, column: int) -> str:
        index = lines.index(labels(opened).index(label), column)
        return str(lines.data(index, Qt.ItemDataRole.ToolTipRole))

    assert "Guide 1" in tip("Power, maximum", 1)
    assert "The rating plate counts." in tip("Power, maximum", 1)
    assert side(opened, "Mass", 2).text == "—"
    assert "not known" in tip("Mass", 2)
    mass = lines.index(labels(opened).index("Mass"), 2)
    assert lines.data(mass, Qt.ItemDataRole.AccessibleTextRole) == "Mass, not known"


def test_only_differences(opened: CatalogWindow):
    add(opened, 0)
    add(opened, 1)
    opened.show_page("Compare")
    assert "GPUs" in labels(opened)
    QTest.mouseClick(opened.compare.only, Qt.MouseButton.LeftButton, pos=QPoint(8, 11))
    assert opened.compare.only.isChecked()
    assert "GPUs" not in labels(opened)
    assert "Power, maximum" in labels(opened)


def test_a_fifth_is_refused_with_one_line(opened: CatalogWindow):
    for row in range(5):
        add(opened, row)
    assert len(opened.compared) == 4
    assert opened.compare_bar.notice.full_text() == (
        "Four can be compared: take one out before More 2 goes in"
    )


def test_entries_of_another_table_are_refused(opened: CatalogWindow):
    add(opened, 0)
    opened.show_family("guidelines")
    add(opened, 0)
    assert [entry.id for entry in opened.compared] == ["node-a"]
    assert opened.compare_bar.notice.full_text() == (
        "The comparison holds parts; Rule is one of the rules of thumb"
    )


def test_parts_of_unlike_kinds_may_be_compared(opened: CatalogWindow):
    add(opened, 0)
    opened.show_family("gpus")
    add(opened, 0)
    opened.show_page("Compare")
    assert side(opened, "Kind", 2).text == "GPU"


def test_several_chosen_entries_go_in_together(opened: CatalogWindow):
    choose(opened, 0)
    opened.page.table.selectAll()
    QTest.keyClick(opened.page.table, Qt.Key.Key_C)
    assert len(opened.compared) == 4


def test_entries_are_taken_out_again(opened: CatalogWindow):
    add(opened, 0)
    add(opened, 1)
    assert opened.page.detail.compare.text() == "Do not compare"
    QTest.keyClick(opened.page.table, Qt.Key.Key_C)
    assert [entry.id for entry in opened.compared] == ["node-a"]
    QTest.mouseClick(opened.compare_bar.buttons[0], Qt.MouseButton.LeftButton)
    assert opened.compared == []
    add(opened, 0)
    QTest.mouseClick(opened.compare_bar.clear, Qt.MouseButton.LeftButton)
    assert opened.compared == []
    assert not opened.compare_bar.clear.isVisible()


def test_a_click_on_a_head_makes_it_the_one_to_compare_with(opened: CatalogWindow):
    add(opened, 0)
    add(opened, 1)
    opened.show_page("Compare")
    head = opened.compare.table.horizontalHeader()
    at = QPoint(head.sectionViewportPosition(2) + 20, head.height() // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [entry.id for entry in opened.compared] == ["node-b", "node-a"]
    assert side(opened, "Power, maximum", 2).change == "−29 %"


def test_the_table_is_copied_for_a_spreadsheet(opened: CatalogWindow):
    add(opened, 0)
    add(opened, 1)
    opened.show_page("Compare")
    QTest.mouseClick(opened.compare.copy, Qt.MouseButton.LeftButton)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("\t\tNode A\tNode B\n")
    assert "Power, maximum\tW\t10200\t14300\n" in text
    QGuiApplication.clipboard().clear()
    opened.compare.table.setFocus()
    QTest.keyClick(opened.compare.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == text


def test_headings_have_no_sides(opened: CatalogWindow):
    add(opened, 0)
    opened.show_page("Compare")
    lines: list[Line] = opened.compare.table.lines.lines
    row = next(n for n, line in enumerate(lines) if not line.sides)
    assert opened.compare.table.columnSpan(row, 0) == 2
    assert "Add another entry" in opened.compare.words.text()


def test_a_digit_makes_that_entry_the_first(opened: CatalogWindow):
    add(opened, 0)
    add(opened, 1)
    opened.show_page("Compare")
    QTest.keyClick(opened.compare.table, Qt.Key.Key_2)
    assert [entry.id for entry in opened.compared] == ["node-b", "node-a"]
    for key in (Qt.Key.Key_4, Qt.Key.Key_3, Qt.Key.Key_0):
        QTest.keyClick(opened.compare.table, key)
        assert [entry.id for entry in opened.compared] == ["node-b", "node-a"], "no such column"
    opened.compare.table.horizontalHeader().sectionClicked.emit(0)
    assert [entry.id for entry in opened.compared] == ["node-b", "node-a"], "that of the labels"
    opened.compare.table.horizontalHeader().sectionClicked.emit(2)
    assert [entry.id for entry in opened.compared] == ["node-a", "node-b"]
