"""The catalogue's window, step by step: families, search, order, figures, links, comparison."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.load import load_shipped
from designer.render.fonts import load_fonts
from designer.ui.state.actions import ActionSet
from designer.ui.views.catalogue import day
from designer.ui.views.catalogue import window as window_module
from designer.ui.views.catalogue.window import CatalogWindow
from designer.ui.views.parts.panel import PartsPanel
from tests.helpers.catalog_entries import CHIP, CONFLICT, NODE, OTHER, RULE, TOPIC
from tests.helpers.expected import Script, as_expected
from tests.helpers.sessions import press_key, settle
from tests.helpers.shown import action_lines, widget_lines
from tests.helpers.ui_desk import Desk, small_design

MORE = [OTHER.model_copy(update={"id": f"more-{k}", "name": f"More {k}"}) for k in range(3)]
LIBRARY = Library({"conflict": [CONFLICT], "guideline": [RULE], "topic": [TOPIC]})
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def _a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell ages of prices as on one day."""
    monkeypatch.setattr(day, "today", lambda: date(2026, 11, 30))


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, small_design())
    shown = [part for part in load_shipped().parts if part.id in {"rack-48u", "qm9700"}]
    made.workspace.catalog = Catalog([NODE, OTHER, CHIP, *MORE, *shown])
    yield made
    made.close()


@pytest.fixture
def opened(qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> CatalogWindow:
    load_fonts()
    palette = PartsPanel(desk.workspace, desk.settings)
    qtbot.addWidget(palette)
    monkeypatch.setattr(window_module, "shipped_library", lambda: LIBRARY)
    made = CatalogWindow(desk.workspace, desk.settings, ActionSet(palette))
    made.marks_changed.connect(palette.refresh)
    qtbot.addWidget(made)
    made.page._looking.setInterval(600_000)  # what is on show counts as looked at by steps alone
    made.resize(1240, 760)
    made.show()
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: made.page.families.families.count("conflicts") == 1)
    return made


class CatalogueSession:
    """Steps at the catalogue's window, written down."""

    def __init__(self, window: CatalogWindow, desk: Desk) -> None:
        self.window, self.desk = window, desk
        self._script = Script(self._look)

    def step(self, words: str, *acts: Callable[[], object]) -> None:
        for act in acts:
            act()
            settle()
        self._script.step(words)

    def row(self, number: int, *modifiers: Qt.KeyboardModifier) -> None:
        """Press a row of the table."""
        table = self.window.page.table
        held = modifiers[0] if modifiers else Qt.KeyboardModifier.NoModifier
        at = table.visualRect(table.entries.index(number, 0)).center()
        self.step(
            f"row {number} {held.name}",
            lambda: QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, held, at),
        )

    def key(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
        """Press a key in the list that is in front."""
        target = QApplication.focusWidget() or self.window.page.table
        held = " ".join(one.name for one in modifiers)
        self.step(f"{key.name} {held}".rstrip(), press_key(target, key, *modifiers))

    def as_expected(self, name: str) -> None:
        as_expected(name, self._script.lines)

    def _look(self) -> list[str]:
        settings = self.desk.settings
        workspace = self.desk.workspace
        return [
            *widget_lines(self.window),
            f"favourites {settings.favourites()}",
            f"recent {settings.recent_entries()} {settings.recent_parts()}",
            f"design {[d.id for d in workspace.document.design.devices]} {workspace.selection}",
            f"copied {QGuiApplication.clipboard().text()!r}",
            f"order {self.window.page.table.horizontalHeader().sortIndicatorSection()}",
        ]


def test_browsing(opened: CatalogWindow, desk: Desk) -> None:
    QGuiApplication.clipboard().clear()
    session = CatalogueSession(opened, desk)
    session.step("at first")
    page = opened.page
    for family in ("nodes", "gpus", "conflicts", "guidelines", "topics", "favourites", "recent",
                   "everything", "no such family", "nodes"):  # fmt: skip
        session.step(f"family {family}", lambda f=family: opened.show_family(f))
    for text in ("b", "node power<11", "powr<2", "no such thing", "chip", ""):
        session.step(f"search {text!r}", lambda t=text: page.search.setText(t))
    for row in (0, 2, 1):
        session.row(row)
    session.row(3, CONTROL)
    session.key(Qt.Key.Key_F)
    session.row(0)
    session.key(Qt.Key.Key_F)
    session.step("favourites", lambda: opened.show_family("favourites"))
    session.row(0)
    session.key(Qt.Key.Key_F)
    session.step("nodes", lambda: opened.show_family("nodes"))
    for column in (1, 1, 2, 0):
        session.step(
            f"order by column {column}",
            lambda c=column: page.table.sortByColumn(
                c, Qt.SortOrder.DescendingOrder if c == 1 else Qt.SortOrder.AscendingOrder
            ),
        )
    session.row(0)
    session.key(Qt.Key.Key_C, CONTROL)
    session.key(Qt.Key.Key_Return)
    desk.workspace.select(("A02",))
    session.key(Qt.Key.Key_Return)
    session.step("a conflict", lambda: opened.show_entry("conflict/c-001"))
    session.key(Qt.Key.Key_Return)
    session.step("back", lambda: page.go(-1))
    session.step("and forth", lambda: page.go(1))
    session.step("beyond", lambda: page.go(1))
    session.step("a part by its id", lambda: opened.show_entry("chip-a"))
    session.step("an entry that is not there", lambda: opened.show_entry("part/nothing"))
    session.step("a topic", lambda: opened.show_entry("topic/t"))
    session.key(Qt.Key.Key_Escape)
    session.as_expected("catalogue-browse")


def test_the_rows_of_an_entry(opened: CatalogWindow, desk: Desk) -> None:
    page = opened.page
    opened.show_entry("node-a")
    settle()
    session = CatalogueSession(opened, desk)
    session.step("at first")
    rows = page.detail.list
    for number in range(min(rows.rows.rowCount(), 14)):
        index = rows.rows.index(number)
        rows.scrollTo(index)
        session.step(
            f"row {number}",
            lambda i=index: rows.selectionModel().setCurrentIndex(
                i, QItemSelectionModel.SelectionFlag.ClearAndSelect
            ),
        )
    led: list[str] = []
    for number in range(rows.rows.rowCount()):
        index = rows.rows.index(number)
        rows.scrollTo(index)
        at, label = rows.visualRect(index).center(), rows.rows.rows[number].label
        for place in (at, QPoint(rows.viewport().width() - 12, at.y())):
            QTest.mouseClick(
                rows.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place
            )
            settle()
            shown = page.detail.entry
            led.append(f"{label}: {shown.id if shown else ''}")
            opened.show_entry("node-a")
            settle()
    session.key(Qt.Key.Key_C, CONTROL)
    session.as_expected("catalogue-rows")
    as_expected("catalogue-links", led)


def test_comparing(opened: CatalogWindow, desk: Desk) -> None:
    QGuiApplication.clipboard().clear()
    opened.show_family("nodes")
    session = CatalogueSession(opened, desk)
    session.step("at first")
    session.row(0)
    session.key(Qt.Key.Key_C)
    session.row(1)
    session.key(Qt.Key.Key_C)
    session.row(1)
    session.key(Qt.Key.Key_C)
    session.row(1)
    session.row(4, SHIFT)
    session.key(Qt.Key.Key_C)
    session.step("a chip", lambda: opened.show_entry("chip-a"))
    session.key(Qt.Key.Key_C)
    session.step("the page", lambda: opened.show_page("Compare"))
    page = opened.compare
    session.step("only differences", lambda: page.only.setChecked(True))
    session.step("all", lambda: page.only.setChecked(False))
    for key in (Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_9, Qt.Key.Key_Down, Qt.Key.Key_Right):
        session.key(key)
    session.step("copied", page.copy_table)
    session.step("one out", lambda: opened.take_out(opened.compared[0]))
    session.key(Qt.Key.Key_Escape)
    session.step("the page", lambda: opened.show_page("Compare"))
    session.step("none", lambda: opened.compare_bar.cleared.emit())
    session.as_expected("catalogue-compare")


def test_the_menu_of_an_entry(opened: CatalogWindow, desk: Desk) -> None:
    lines: list[str] = []
    for key in ("node-a", "chip-a", "conflict/c-001", "rack-48u"):
        opened.show_entry(key)
        settle()
        menu: QMenu = opened.menu()
        lines += [f"# {key}", *action_lines(menu.actions())]
        opened.toggle_favourite()
        opened.toggle_compared()
        lines += [f"# {key}, favourite and compared", *action_lines(opened.menu().actions())]
    as_expected("catalogue-menus", lines)
