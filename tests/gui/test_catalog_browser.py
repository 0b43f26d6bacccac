"""The catalogue's window: families, search, sorting, figures with sources, favourites, placing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from designer.catalog.library import Library
from designer.render.fonts import load_fonts
from designer.render.theme import DARK, LIGHT
from designer.ui.commands.command_entries import entries
from designer.ui.commands.command_search import find
from designer.ui.kit.style import apply_theme
from designer.ui.state.actions import ActionSet
from designer.ui.state.drag_payload import decode_part
from designer.ui.views.catalogue import window as window_module
from designer.ui.views.catalogue.detail_line import Row
from designer.ui.views.catalogue.family_list import EVERYTHING, FAVOURITES, RECENT
from designer.ui.views.catalogue.history_plot import PLOT_PX, positions
from designer.ui.views.catalogue.history_plot import plot_area as area_of
from designer.ui.views.catalogue.window import CatalogWindow
from designer.ui.views.parts.model import Heading
from designer.ui.views.parts.panel import PartsPanel
from designer.ui.window.main_window import MainWindow
from tests.helpers.catalog_entries import NODE, OTHER
from tests.helpers.catalogue_window import LIBRARY, catalogue_desk, catalogue_window
from tests.helpers.sandbox import run_python
from tests.helpers.ui_desk import Desk, small_design


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = catalogue_desk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def palette(qtbot: QtBot, desk: Desk) -> PartsPanel:
    made = PartsPanel(desk.workspace, desk.settings)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def opened(
    qtbot: QtBot, desk: Desk, palette: PartsPanel, monkeypatch: pytest.MonkeyPatch
) -> CatalogWindow:
    made = catalogue_window(qtbot, desk, palette, monkeypatch)
    made.marks_changed.connect(palette.refresh)
    return made


def count(window: CatalogWindow, family_id: str) -> int | None:
    return window.page.families.families.count(family_id)


def names(window: CatalogWindow) -> list[str]:
    return [entry.name for entry in window.page.table.entries.entries]


def row(window: CatalogWindow, label: str) -> Row:
    return next(r for r in window.page.detail.list.rows.rows if r.label == label)


def index_of(window: CatalogWindow, label: str):
    model = window.page.detail.list.rows
    return model.index(next(n for n, r in enumerate(model.rows) if r.label == label))


def click(view: QAbstractItemView, index, at: QPoint | None = None) -> None:
    view.scrollTo(index)
    point = at or view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def click_family(window: CatalogWindow, family_id: str) -> None:
    families = window.page.families
    click(families, families.families.index(families.families.row_of(family_id)))


def click_entry(window: CatalogWindow, name: str) -> None:
    table = window.page.table
    click(table, table.entries.index(names(window).index(name), 0))


def test_families_count_their_entries(opened: CatalogWindow):
    assert count(opened, "gpus") == 1
    assert count(opened, "nodes") == 3
    assert count(opened, EVERYTHING) == 8
    assert count(opened, FAVOURITES) == 0
    click_family(opened, "gpus")
    assert names(opened) == ["Chip A"]
    assert opened.page.detail.name.text() == "Chip A"
    click_family(opened, EVERYTHING)
    assert len(names(opened)) == 8


def test_the_window_stands_before_the_library_is_read(
    qtbot: QtBot, desk: Desk, palette: PartsPanel, monkeypatch: pytest.MonkeyPatch
):
    read: list[bool] = []
    monkeypatch.setattr(window_module, "shipped_library", lambda: read.append(True) or LIBRARY)
    made = CatalogWindow(desk.workspace, desk.settings, ActionSet(palette))
    qtbot.addWidget(made)
    assert names(made)[0] == "Node A"
    made.show_entry("conflict/c-001")
    assert not read
    made.show()
    qtbot.waitUntil(lambda: made.page.detail.name.text() == "Power of node A")
    assert read == [True]


def test_a_damaged_library_leaves_the_parts(
    qtbot: QtBot, desk: Desk, palette: PartsPanel, monkeypatch: pytest.MonkeyPatch
):
    def broken() -> Library:
        raise ValueError("a.toml:3: unknown field")

    monkeypatch.setattr(window_module, "shipped_library", broken)
    made = CatalogWindow(desk.workspace, desk.settings, ActionSet(palette))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: "a.toml:3" in made.compare_bar.notice.full_text())
    assert "Node A" in names(made)


def test_search_narrows_with_words_and_tokens(opened: CatalogWindow):
    opened.page.search.setFocus()
    QTest.keyClicks(opened.page.search, "power>12 vendor:acme")
    assert names(opened) == ["Node B"]
    assert count(opened, "gpus") == 0
    assert opened.page.count.text() == "1 entry"
    assert not opened.page.doubt.isVisible()
    QTest.keyClick(opened.page.search, Qt.Key.Key_Escape)
    assert opened.page.search.text() == ""
    assert len(names(opened)) == 3


def test_an_unknown_token_is_told_with_the_nearest_name(opened: CatalogWindow):
    opened.page.search.setText("powr<2")
    assert opened.page.doubt.isVisible()
    assert opened.page.doubt.text() == (
        "Left out of the search: no figure is called powr (did you mean power?)"
    )
    assert len(names(opened)) == 3


def test_a_kind_that_there_is_not_fits_nothing_as_in_the_list_of_parts(opened: CatalogWindow):
    opened.page.search.setText("kind:foo")
    assert opened.page.doubt.text() == "Nothing fits: there is no kind foo"
    assert names(opened) == []
    assert not opened.page.elsewhere.isVisible()


def test_a_search_without_a_hit_offers_the_other_families(opened: CatalogWindow):
    opened.page.search.setText("kind:gpu")
    assert opened.page.empty.isVisible()
    assert "Compute nodes" in opened.page.empty.text()
    assert opened.page.elsewhere.text() == "Show 1 entry of all families"
    QTest.mouseClick(opened.page.elsewhere, Qt.MouseButton.LeftButton)
    assert names(opened) == ["Chip A"]
    opened.page.search.setText("qqq zzz")
    assert not opened.page.elsewhere.isVisible()


def test_a_shopper_who_names_a_kind_sees_its_family(opened: CatalogWindow):
    opened.page.choose_family("gpus")
    opened.page.search.setText("node with 8 gpus under 15 kW")
    assert opened.page.families.family_id() == "nodes"
    assert opened.page.doubt.text().startswith("Read as kind=node power<15 gpus=8")
    assert opened.page.doubt.property("role") == "dim"
    opened.page.search.setText("powr<2")
    assert opened.page.doubt.property("role") == "warning"


def test_a_family_that_a_search_led_to_is_left_with_the_next_one(opened: CatalogWindow):
    opened.page.choose_family("racks")
    opened.page.search.setText("node with 8 gpus")
    opened.page.search.setText("kind:rack")
    assert opened.page.families.family_id() == "racks"


def test_sorting_puts_what_is_not_known_last_either_way(opened: CatalogWindow):
    table = opened.page.table
    keys = [column.key for column in table.entries.columns]
    mass, power = keys.index("mass_kg"), keys.index("@kw")
    head = table.horizontalHeader()

    def click_head(section: int) -> None:
        at = QPoint(head.sectionViewportPosition(section) + 10, head.height() // 2)
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)

    click_head(power)
    assert names(opened) == ["Node A", "DGX H100", "Node B"]
    click_head(power)
    assert names(opened)[0] == "Node B"
    click_head(mass)
    assert names(opened)[-1] == "Node B"
    click_head(mass)
    assert names(opened)[-1] == "Node B"


def test_the_chosen_entry_stays_when_the_table_is_sorted(opened: CatalogWindow):
    click_entry(opened, "Node B")
    opened.page.table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert opened.page.table.current() is OTHER
    assert opened.page.detail.entry is OTHER


def test_a_figure_carries_source_and_conflict(opened: CatalogWindow):
    click_entry(opened, "Node A")
    tip = opened.page.detail.list.rows.data(
        index_of(opened, "Power, maximum"), Qt.ItemDataRole.ToolTipRole
    )
    for words in ("Vendor: Guide 1", "11.3 kW in the appendix", "The rating plate counts."):
        assert words in str(tip)
    spoken = opened.page.detail.list.rows.data(
        index_of(opened, "Power, maximum"), Qt.ItemDataRole.AccessibleTextRole
    )
    assert "sources disagree" in str(spoken)
    table = opened.page.table
    keys = [column.key for column in table.entries.columns]
    cell = table.entries.index(0, keys.index("@kw"))
    assert "Guide 1" in str(table.entries.data(cell, Qt.ItemDataRole.ToolTipRole))
    unknown = table.entries.index(1, keys.index("mass_kg"))
    assert "not known" in str(table.entries.data(unknown, Qt.ItemDataRole.ToolTipRole))


def test_the_source_of_a_chosen_figure_stands_below(opened: CatalogWindow):
    click_entry(opened, "Node A")
    click(opened.page.detail.list, index_of(opened, "Mass"))
    assert "Guide 2" in opened.page.detail.source.text()


def test_links_lead_there_and_back(opened: CatalogWindow):
    click_entry(opened, "Node A")
    page = opened.page
    click(page.detail.list, index_of(opened, "GPU"))
    assert page.detail.name.text() == "Chip A"
    assert page.families.family_id() == "gpus"
    assert page.back.isEnabled()
    QTest.mouseClick(page.back, Qt.MouseButton.LeftButton)
    assert page.detail.name.text() == "Node A"
    assert page.families.family_id() == "nodes"
    assert page.forward.isEnabled()
    page.go(1)
    assert page.detail.name.text() == "Chip A"


def test_the_mark_of_a_conflict_opens_it_and_it_leads_back(opened: CatalogWindow):
    click_entry(opened, "Node A")
    view = opened.page.detail.list
    index = index_of(opened, "Power, maximum")
    view.scrollTo(index)
    box = view.visualRect(index)
    click(view, index, QPoint(box.right() - 12 - 16 - 8, box.center().y()))
    assert opened.page.detail.name.text() == "Power of node A"
    texts = [r.text for r in view.rows.rows]
    assert "11.3 kW" in texts
    assert "The rating plate counts." in texts
    view.setCurrentIndex(index_of(opened, "Node A"))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert opened.page.detail.name.text() == "Node A"


def test_a_topic_shows_its_text(opened: CatalogWindow):
    click_family(opened, "topics")
    assert [r.text for r in opened.page.detail.list.rows.rows][:2] == ["First.", "Second."]


def test_a_price_history_is_drawn_only_where_there_is_one(opened: CatalogWindow):
    click_entry(opened, "Node B")
    assert not [r for r in opened.page.detail.list.rows.rows if r.kind == "plot"]
    click_entry(opened, "Node A")
    plot = next(r for r in opened.page.detail.list.rows.rows if r.kind == "plot")
    view = opened.page.detail.list
    index = view.rows.index(view.rows.rows.index(plot))
    view.scrollTo(index)
    assert view.visualRect(index).height() == PLOT_PX
    assert plot.series is not None
    box = view.visualRect(index).adjusted(12, 0, -12, 0)
    spot, point = positions(area_of(box.toRectF(), plot.series), plot.series)[-1]
    assert point.price.as_of == "2026-06"
    at = spot.toPoint()
    event = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    assert view.viewportEvent(event)
    spoken = view.rows.data(index, Qt.ItemDataRole.AccessibleTextRole)
    assert "2024 $300,000" in str(spoken)


def test_favourites_are_kept_and_lead_the_palette(
    opened: CatalogWindow, desk: Desk, palette: PartsPanel
):
    click_entry(opened, "Node B")
    QTest.keyClick(opened.page.table, Qt.Key.Key_F)
    assert desk.settings.favourites() == ["part/node-b"]
    assert opened.page.detail.star.isChecked()
    assert count(opened, FAVOURITES) == 1
    assert palette.model.rows[0] == Heading("Favourites", 1)
    assert palette.model.rows[1] is OTHER
    click_family(opened, FAVOURITES)
    assert names(opened) == ["Node B"]
    QTest.mouseClick(opened.page.detail.star, Qt.MouseButton.LeftButton)
    assert desk.settings.favourites() == []
    assert names(opened) == []
    assert "star" in opened.page.empty.text()
    assert palette.model.rows[0] != Heading("Favourites", 1)


def test_a_chip_may_be_a_favourite_but_is_not_in_the_palette(
    opened: CatalogWindow, desk: Desk, palette: PartsPanel
):
    click_family(opened, "gpus")
    QTest.keyClick(opened.page.table, Qt.Key.Key_F)
    assert desk.settings.favourites() == ["part/chip-a"]
    assert not [r for r in palette.model.rows if isinstance(r, Heading) and r.text == "Favourites"]


def test_letters_in_the_search_line_are_letters(opened: CatalogWindow, desk: Desk):
    opened.page.search.setFocus()
    QTest.keyClicks(opened.page.search, "cf")
    assert opened.page.search.text() == "cf"
    assert desk.settings.favourites() == []
    assert opened.compared == []


def test_what_was_looked_at_is_recent(opened: CatalogWindow, desk: Desk, qtbot: QtBot):
    opened.page._looking.setInterval(1)
    click_entry(opened, "Node B")
    qtbot.waitUntil(lambda: desk.settings.recent_entries() == ["part/node-b"])
    click_family(opened, RECENT)
    assert names(opened) == ["Node B"]


def test_enter_places_at_the_first_fit(opened: CatalogWindow, desk: Desk):
    desk.workspace.select(("A02",))
    click_entry(opened, "DGX H100")
    QTest.keyClick(opened.page.table, Qt.Key.Key_Return)
    placed = [device.part for device in desk.design.devices if device.rack == "A02"]
    assert placed == ["dgx-h100"]
    assert desk.settings.recent_parts() == ["dgx-h100"]
    assert desk.settings.recent_entries()[0] == "part/dgx-h100"
    assert "DGX H100" in opened.compare_bar.notice.full_text()


def test_double_click_places_too(opened: CatalogWindow, desk: Desk):
    desk.workspace.select(("A02",))
    click_entry(opened, "DGX H100")
    table = opened.page.table
    point = table.visualRect(table.currentIndex()).center()
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert [d.part for d in desk.design.devices if d.rack == "A02"] == ["dgx-h100"]


def test_what_cannot_be_placed_says_why(opened: CatalogWindow, desk: Desk):
    click_family(opened, "gpus")
    assert not opened.page.detail.place.isEnabled()
    assert "Node A" in opened.page.detail.place.toolTip()
    QTest.keyClick(opened.page.table, Qt.Key.Key_Return)
    assert opened.compare_bar.notice.full_text() == "Chip A is part of a node: place Node A"
    opened.compare_bar.say("")
    opened.page.table.startDrag(Qt.DropAction.CopyAction)
    assert "part of a node" in opened.compare_bar.notice.full_text()
    assert len(desk.design.devices) == 1


def test_a_drag_carries_the_part_as_the_palette_does(opened: CatalogWindow):
    model = opened.page.table.entries
    assert decode_part(model.mimeData([model.index(0, 3)])) == "node-a"
    click_family(opened, "gpus")
    assert model.mimeData([model.index(0, 0)]).formats() == []


def test_the_command_of_own_parts_is_offered(opened: CatalogWindow):
    assert opened.own_part.isVisible()
    assert opened.own_part.text() == "Use my own part…"


def test_columns_and_place_are_remembered(
    opened: CatalogWindow, desk: Desk, palette: PartsPanel, qtbot: QtBot
):
    opened.page.table.horizontalHeader().resizeSection(1, 173)
    opened.resize(opened.width(), 601)
    opened.close()
    again = CatalogWindow(desk.workspace, desk.settings, ActionSet(palette))
    qtbot.addWidget(again)
    assert again.height() == 601
    assert again.page.table.horizontalHeader().sectionSize(1) == 173


def test_another_catalogue_is_followed(opened: CatalogWindow, desk: Desk):
    own = NODE.model_copy(update={"id": "own", "name": "My own"})
    desk.workspace.catalog = desk.workspace.catalog.overlay([own])
    opened.refresh()
    assert "My own" in names(opened)
    assert opened.page.detail.entry is NODE


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_it_paints_in_both_themes(opened: CatalogWindow, desk: Desk, theme):
    desk.workspace.set_theme(theme)
    for family in ("nodes", "gpus", "conflicts", "guidelines"):
        click_family(opened, family)
        assert not opened.grab().isNull()


def test_every_widget_has_a_name(opened: CatalogWindow):
    opened.page.search.setText("qqq<1")
    opened.toggle_compared()
    QApplication.processEvents()
    kinds = (QAbstractButton, QAbstractItemView, QLineEdit)
    nameless = []
    for widget in opened.findChildren(QWidget):
        reachable = widget.focusPolicy() != Qt.FocusPolicy.NoFocus or isinstance(widget, kinds)
        inner = isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_")
        words = widget.accessibleName() or getattr(widget, "text", str)()
        if reachable and not inner and not words:
            nameless.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    assert [name for name in nameless if "Corner" not in name] == []


def test_the_main_window_opens_it(qtbot: QtBot, tmp_path: Path):
    load_fonts()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    apply_theme(app, DARK)
    desk = Desk(tmp_path, small_design())
    window = MainWindow(desk.settings, DARK)
    window.populate(desk.workspace, desk.session)
    qtbot.addWidget(window)
    window.show()
    assert window.catalogue.browser is None
    QTest.mouseClick(window.parts_panel.catalogue, Qt.MouseButton.LeftButton)
    browser = window.catalogue.browser
    assert browser is not None
    assert browser.isVisible()
    assert not browser.isModal()
    menu = window.parts_panel.menu(desk.catalog.require("qm9700"))
    show = next(action for action in menu.actions() if action.text() == "Show in catalogue")
    show.trigger()
    assert browser.page.detail.entry is desk.catalog.require("qm9700")
    star = next(action for action in menu.actions() if action.text() == "Make a favourite")
    star.trigger()
    assert desk.settings.favourites() == ["part/qm9700"]
    browser.toggle_favourite()
    assert desk.settings.favourites() == []
    assert window.parts_panel.model.rows[0] != Heading("Favourites", 1)
    window.actions_by_id["catalog.browse"].trigger()
    assert window.catalogue.browser is browser
    desk.session.document.mark_saved()
    window.close()
    assert not browser.isVisible()
    assert not desk.settings.bytes("catalogue").isEmpty()
    app.setStyleSheet("")
    desk.close()


def test_the_command_box_finds_what_cannot_be_placed(qtbot: QtBot, desk: Desk):
    actions = ActionSet()
    shown: list[str] = []
    found = list(entries(desk.workspace, actions, lambda part: None, shown.append))
    chip = next(entry for entry in found if entry.title == "Show Chip A in the catalogue")
    chip.run()
    assert shown == ["chip-a"]
    assert find("catalogue", found)[0].title == "Catalogue…"
    assert find("chip show", found) == [chip]


def test_the_row_under_the_hand_is_lit_whole(opened: CatalogWindow):
    table = opened.page.table
    first, last = (table.visualRect(table.entries.index(1, c)) for c in (1, 4))
    before = table.viewport().grab().toImage()
    QTest.mouseMove(table.viewport(), first.center())
    after = table.viewport().grab().toImage()
    for box in (first, last):
        at = box.topLeft() + QPoint(3, 4)
        assert before.pixelColor(at) != after.pixelColor(at)


def test_the_chosen_rows_are_copied(opened: CatalogWindow):
    click_entry(opened, "Node B")
    QTest.keyClick(opened.page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:3] == ["Name", "GPUs", "GPU"]
    assert lines[1].split("\t")[:2] == ["Node B", "8"]
    assert opened.compared == []


def test_the_keyboard_goes_from_the_search_to_the_table_and_on(opened: CatalogWindow):
    page = opened.page
    opened.activateWindow()
    page.search.setFocus()
    QTest.keyClicks(page.search, "acme")
    QTest.keyClick(page.search, Qt.Key.Key_Down)
    assert page.table.hasFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    assert page.detail.name.text() == "Node B"
    QTest.keyClick(page.table, Qt.Key.Key_Tab)
    assert page.detail.star.hasFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Escape)
    assert page.search.text() == ""


def test_what_the_first_letters_found_is_not_chosen(opened: CatalogWindow):
    click_entry(opened, "Node B")
    QTest.keyClicks(opened.page.search, "qqq zzz")
    assert opened.page.detail.entry is None
    QTest.keyClick(opened.page.search, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert opened.page.detail.empty.isVisible()
    QTest.keyClick(opened.page.search, Qt.Key.Key_Escape)
    assert opened.page.detail.entry is not None
    opened.activateWindow()
    opened.page.search.setFocus()
    QTest.keyClick(opened.page.search, Qt.Key.Key_Tab)
    assert opened.page.table.hasFocus()


def test_names_stay_in_sight_beside_the_figures(opened: CatalogWindow):
    table = opened.page.table
    bar = table.horizontalScrollBar()
    table.setColumnWidth(table.entries.columnCount() - 1, 4 * table.width())
    assert not table.names.isVisible()
    bar.setValue(bar.maximum())
    assert table.names.isVisible()
    assert table.names.width() == table.columnWidth(0)
    row = table.entries.row_of(next(e for e in table.entries.entries if e.name == "Node B"))
    click(table.names, table.entries.index(row, 0))
    assert opened.page.detail.name.text() == "Node B"
    assert bar.value() == bar.maximum(), "the figures stand still"
    for order in (["Node A", "Node B"], ["Node B", "Node A"]):
        head = table.names.horizontalHeader()
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
        assert [name for name in names(opened) if name in order] == order
    bar.setValue(0)
    assert not table.names.isVisible()


def test_the_wheel_with_shift_scrolls_sideways(opened: CatalogWindow):
    table = opened.page.table
    table.setColumnWidth(table.entries.columnCount() - 1, 4 * table.width())
    place = QPoint(300, 60)
    wheel = QWheelEvent(
        QPointF(place), QPointF(table.mapToGlobal(place)), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.ShiftModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QGuiApplication.sendEvent(table.viewport(), wheel)
    assert table.horizontalScrollBar().value() == 120


def test_a_cell_tells_its_figure_in_the_unit_of_its_column(opened: CatalogWindow):
    table = opened.page.table
    column = next(n for n, c in enumerate(table.entries.columns) if c.key == "@kw")
    cell = table.entries.index(0, column)
    assert f"Power: {cell.data()} kW" in cell.data(Qt.ItemDataRole.ToolTipRole)


def test_the_row_that_the_keys_go_to_is_framed(opened: CatalogWindow):
    table = opened.page.table
    opened.activateWindow()
    table.setFocus()
    click_entry(opened, "Node B")
    accent = QColor(opened.page._workspace.theme.accent)
    box = table.visualRect(table.currentIndex())
    place = QPoint(box.right() - 3, box.top())
    assert table.viewport().grab().toImage().pixelColor(place) == accent
    opened.page.search.setFocus()
    assert table.viewport().grab().toImage().pixelColor(place) != accent


def test_a_refusal_takes_the_whole_line(opened: CatalogWindow):
    click_entry(opened, "Node A")
    opened.toggle_compared()
    compare_bar = opened.compare_bar
    compare_bar.say("so long that it does not fit beside the names " * 5, "warning")
    assert not compare_bar.clear.isVisible()
    compare_bar._notice_timer.timeout.emit()
    assert compare_bar.clear.isVisible()


def test_nothing_of_it_is_imported_with_the_window():
    done = run_python(
        "import sys, designer.app.composition, designer.ui.window.parts\n"
        "print([name for name in sys.modules if name.startswith('designer.ui.views.catalogue.')])"
    )
    assert done.stdout.strip() == "[]", done.stderr
