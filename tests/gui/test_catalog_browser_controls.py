"""Every control of the catalogue's window does what it says, by mouse, by key and from the menu."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.model.design import Design
from designer.render.theme import DARK, LIGHT
from designer.ui.views.catalogue.detail_pane import EMPTY, HINT
from designer.ui.views.catalogue.family_list import EVERYTHING, RECENT
from designer.ui.views.catalogue.window import CatalogWindow
from designer.ui.views.parts.panel import PartsPanel
from tests.helpers.catalog_entries import CHIP, NODE, OTHER
from tests.helpers.catalogue_window import catalogue_desk, catalogue_window
from tests.helpers.sent_mouse import Menus, ask_menu
from tests.helpers.ui_desk import Desk

LEFT = Qt.MouseButton.LeftButton


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


def compared(window: CatalogWindow) -> list[str]:
    return [entry.id for entry in window.compared]


def actions(window: CatalogWindow) -> dict[str, QAction]:
    """Return the entries of the menu by their words, without the keys."""
    return {action.text().partition("\t")[0]: action for action in window.menu().actions()}


def search_for_nothing(window: CatalogWindow) -> None:
    """Leave no entry on show."""
    window.page.search.setText("qqq zzz")
    assert window.page.detail.entry is None


def test_the_button_of_the_comparison_puts_in_and_takes_out(opened: CatalogWindow) -> None:
    button = opened.page.detail.compare
    assert button.text() == "Compare it"
    assert button.toolTip() == "Add to the comparison (C)"
    QTest.mouseClick(button, LEFT)
    assert compared(opened) == ["node-a"]
    assert button.text() == "Do not compare"
    assert button.toolTip() == "Take out of the comparison (C)"
    assert opened.compare_bar.notice.full_text() == "Node A is in the comparison"
    assert opened.tabs["Compare"].accessibleName() == "Compare, 1"
    QTest.mouseClick(button, LEFT)
    assert compared(opened) == []
    assert button.text() == "Compare it"
    assert opened.compare_bar.notice.full_text() == "Node A is out of the comparison"
    assert opened.tabs["Compare"].text() == "Compare"


def test_the_star_marks_and_unmarks(opened: CatalogWindow, desk: Desk, qtbot: QtBot) -> None:
    star = opened.page.detail.star
    assert star.accessibleName() == "Make a favourite"
    with qtbot.waitSignal(opened.marks_changed):
        QTest.mouseClick(star, LEFT)
    assert desk.settings.favourites() == ["part/node-a"]
    assert star.accessibleName() == "Take out of the favourites"
    assert star.toolTip() == "Take out of the favourites (F)"
    assert opened.compare_bar.notice.full_text() == "Node A is a favourite"
    QTest.mouseClick(star, LEFT)
    assert desk.settings.favourites() == []
    assert not star.isChecked()
    assert opened.compare_bar.notice.full_text() == "Node A is no longer a favourite"


def test_the_button_that_places_is_there_for_parts_alone(opened: CatalogWindow, desk: Desk) -> None:
    desk.workspace.select(("A02",))
    opened.show_entry("part/dgx-h100")
    place = opened.page.detail.place
    assert place.isVisible()
    assert place.isEnabled()
    assert place.toolTip() == "At the first fit of the selected rack (Enter)"
    QTest.mouseClick(place, LEFT)
    assert [device.part for device in desk.design.devices if device.rack == "A02"] == ["dgx-h100"]
    opened.show_entry("topic/t")
    assert not place.isVisible()


def test_the_menu_does_what_the_keys_do(opened: CatalogWindow, desk: Desk) -> None:
    desk.workspace.select(("A02",))
    opened.show_entry("part/dgx-h100")
    assert opened.menu().accessibleName() == "Commands on DGX H100"
    assert [action.text() for action in opened.menu().actions()] == [
        "Place at the first fit\tReturn", "Make a favourite\tF", "Add to the comparison\tC",
    ]  # fmt: skip
    actions(opened)["Place at the first fit"].trigger()
    assert [device.part for device in desk.design.devices if device.rack == "A02"] == ["dgx-h100"]
    actions(opened)["Make a favourite"].trigger()
    assert desk.settings.favourites() == ["part/dgx-h100"]
    actions(opened)["Take out of the favourites"].trigger()
    assert desk.settings.favourites() == []
    actions(opened)["Add to the comparison"].trigger()
    assert compared(opened) == ["dgx-h100"]
    actions(opened)["Take out of the comparison"].trigger()
    assert compared(opened) == []


def test_the_menu_says_why_something_cannot_be_placed(opened: CatalogWindow) -> None:
    opened.show_entry("part/chip-a")
    menu = opened.menu()
    assert menu.toolTipsVisible()
    first, *others = menu.actions()
    assert not first.isEnabled()
    assert first.toolTip() == "Chip A is part of a node: place Node A"
    assert all(action.isEnabled() for action in others)


def test_the_menu_is_that_of_the_entry_under_the_pointer(
    opened: CatalogWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus, table = Menus(monkeypatch), opened.page.table
    at = table.visualRect(table.entries.index(table.entries.row_of(OTHER), 0)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=at)
    ask_menu(table, at)
    assert [menu.accessibleName() for menu in menus.opened] == ["Commands on Node B"]


def test_without_an_entry_on_show_keys_and_menu_do_nothing(
    opened: CatalogWindow, desk: Desk
) -> None:
    before = desk.design
    search_for_nothing(opened)
    opened.page.detail.setFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F, Qt.Key.Key_C):
        QTest.keyClick(opened, key)
    assert desk.design is before
    assert desk.settings.favourites() == []
    assert compared(opened) == []
    assert opened.menu().actions() == []
    assert opened.menu().accessibleName() == "Commands"
    assert opened.page.detail.empty.isVisible()
    assert opened.page.detail.empty.text() == EMPTY
    assert not opened.page.detail.body.isVisible()
    assert opened.page.detail.list.rows.rowCount() == 0


@pytest.mark.parametrize(
    ("key", "part"), [("part/node-a", NODE), ("part/chip-a", CHIP), ("topic/t", None)]
)
def test_an_own_part_begins_with_the_part_on_show(
    opened: CatalogWindow, qtbot: QtBot, key: str, part: object
) -> None:
    opened.show_entry(key)
    with qtbot.waitSignal(opened.own_part_asked) as asked:
        QTest.mouseClick(opened.own_part, LEFT)
    assert asked.args == [part]


def test_the_tabs_show_their_page_and_give_it_the_keyboard(
    opened: CatalogWindow, qtbot: QtBot
) -> None:
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow)
    opened.toggle_compared()
    for name, page, table in (
        ("Compare", opened.compare, opened.compare.table),
        ("Browse", opened.page, opened.page.table),
    ):
        QTest.mouseClick(opened.tabs[name], LEFT)
        assert opened.pages.currentWidget() is page
        assert page.isVisible()
        assert [tab for tab, button in opened.tabs.items() if button.isChecked()] == [name]
        assert table.hasFocus()


def test_keys_of_the_browser_are_not_those_of_the_comparison(
    opened: CatalogWindow, desk: Desk
) -> None:
    opened.toggle_compared()
    opened.show_page("Compare")
    before = desk.design
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F, Qt.Key.Key_C):
        QTest.keyClick(opened, key)
    assert (desk.design, desk.settings.favourites()) == (before, [])
    assert compared(opened) == ["node-a"]
    opened.page.search.setText("node")
    opened.show_page("Compare")
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    assert opened.pages.currentWidget() is opened.page
    assert opened.page.search.text() == "node", "the first Escape only goes back"
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    assert opened.page.search.text() == ""
    assert opened.isVisible()
    QTest.keyClick(opened, Qt.Key.Key_Escape)
    assert not opened.isVisible(), "with nothing to step back from it closes"


def test_ctrl_w_closes_the_window(opened: CatalogWindow) -> None:
    QTest.keyClick(opened, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert not opened.isVisible()


def test_a_letter_with_a_modifier_is_no_command(opened: CatalogWindow, desk: Desk) -> None:
    for modifier in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier):
        QTest.keyClick(opened, Qt.Key.Key_F, modifier)
        QTest.keyClick(opened, Qt.Key.Key_C, modifier)
    assert desk.settings.favourites() == []
    assert compared(opened) == []


def test_the_enter_of_the_number_keys_places_too(opened: CatalogWindow, desk: Desk) -> None:
    desk.workspace.select(("A02",))
    opened.show_entry("part/dgx-h100")
    QTest.keyClick(opened, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert [device.part for device in desk.design.devices if device.rack == "A02"] == ["dgx-h100"]


def test_ctrl_f_searches_from_either_page(opened: CatalogWindow, qtbot: QtBot) -> None:
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow)
    opened.page.search.setText("node")
    for name in ("Compare", "Browse"):
        opened.show_page(name)
        QTest.keyClick(opened, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert opened.pages.currentWidget() is opened.page
        assert opened.page.search.hasFocus()
        assert opened.page.search.selectedText() == "node"


def test_alt_and_arrows_go_back_and_forward(opened: CatalogWindow, qtbot: QtBot) -> None:
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow)
    page = opened.page
    opened.show_entry("part/chip-a")
    for key, there, back, forward in (
        (Qt.Key.Key_Left, "Node A", True, True),
        (Qt.Key.Key_Right, "Chip A", True, False),
    ):
        QTest.keyClick(opened, key, Qt.KeyboardModifier.AltModifier)
        assert page.detail.name.text() == there
        assert page.forward.isEnabled() == forward
        assert page.back.isEnabled() == back
    QTest.mouseClick(page.back, LEFT)
    QTest.mouseClick(page.forward, LEFT)
    assert page.detail.name.text() == "Chip A"
    QTest.mouseClick(page.back, LEFT)
    opened.show_entry("part/node-b")
    assert not page.forward.isEnabled(), "another way was taken"


def test_the_keyboard_visits_every_control_in_order_and_no_words(
    opened: CatalogWindow, qtbot: QtBot
) -> None:
    """Labels whose text can be copied would else be stops, of which nobody sees anything."""
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow)
    page, pane = opened.page, opened.page.detail
    opened.show_entry("part/chip-a")
    opened.show_entry("part/dgx-h100")
    page.go(-1)
    assert page.back.isEnabled()
    opened.show_entry("part/dgx-h100")
    opened.page.families.setFocus()
    order = (page.families, page.back, page.search, page.table, pane.star, pane.place,
             pane.compare, pane.list)  # fmt: skip
    seen = [QApplication.focusWidget()]
    for _ in order[1:]:
        QTest.keyClick(seen[-1], Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    assert seen == list(order)
    stops = [label.text() for label in opened.findChildren(QLabel)
             if label.focusPolicy() != Qt.FocusPolicy.NoFocus]  # fmt: skip
    assert stops == []


def test_no_button_takes_enter_away_from_the_window(opened: CatalogWindow) -> None:
    opened.toggle_compared()
    greedy = [
        button.text() or button.accessibleName()
        for button in opened.findChildren(QAbstractButton)
        if getattr(button, "autoDefault", lambda: False)()
    ]
    assert greedy == []


def test_a_compared_entry_that_is_no_longer_there_is_left_out(
    opened: CatalogWindow, desk: Desk
) -> None:
    opened.toggle_compared()
    opened.show_entry("part/node-b")
    opened.toggle_compared()
    assert compared(opened) == ["node-a", "node-b"]
    newer = NODE.model_copy(update={"name": "Node A, revised"})
    desk.workspace.catalog = Catalog([newer, CHIP])
    opened.refresh()
    assert [entry.name for entry in opened.compared] == ["Node A, revised"]
    assert opened.tabs["Compare"].text() == "Compare  1"
    assert len(opened.compare_bar.buttons) == 1


def test_another_design_is_followed_without_being_asked(opened: CatalogWindow, desk: Desk) -> None:
    desk.workspace.catalog = Catalog([NODE.model_copy(update={"name": "Node A, revised"})])
    desk.session.new(Design(name="other"))
    assert [entry.name for entry in opened.page.table.entries.entries] == ["Node A, revised"]


def test_hidden_it_catches_up_when_it_is_shown(opened: CatalogWindow, desk: Desk) -> None:
    opened.hide()
    desk.workspace.catalog = Catalog([OTHER])
    opened.show()
    assert [entry.name for entry in opened.page.table.entries.entries] == ["Node B"]


def test_what_the_program_says_is_said_here_while_it_is_open(
    opened: CatalogWindow, desk: Desk
) -> None:
    desk.workspace.message.emit("Placed in A02", "info")
    assert opened.compare_bar.notice.full_text() == "Placed in A02"
    opened.hide()
    desk.workspace.message.emit("Something later", "info")
    opened.show()
    assert opened.compare_bar.notice.full_text() == "Placed in A02"


def test_a_notice_goes_after_a_while(opened: CatalogWindow, qtbot: QtBot) -> None:
    opened.compare_bar._notice_timer.setInterval(1)
    opened.compare_bar.say("for a moment")
    assert opened.compare_bar.notice.full_text() == "for a moment"
    qtbot.waitUntil(lambda: opened.compare_bar.notice.full_text() == "")
    assert not opened.compare_bar._notice_timer.isActive()


def test_the_list_of_recent_entries_stands_still_under_the_pointer(
    opened: CatalogWindow, desk: Desk, qtbot: QtBot
) -> None:
    for key in ("part/node-a", "part/node-b"):
        desk.settings.add_recent_entry(key)
    opened.page.choose_family(RECENT)
    opened.page.refresh()
    shown = [entry.id for entry in opened.page.table.entries.entries]
    assert shown == ["node-b", "node-a"]
    opened.page._looking.setInterval(1)
    opened.page.table.mark(NODE)
    qtbot.waitUntil(lambda: desk.settings.recent_entries()[0] == "part/node-a")
    assert [entry.id for entry in opened.page.table.entries.entries] == shown


def test_an_entry_counts_as_looked_at_only_while_it_is_seen(
    opened: CatalogWindow, desk: Desk
) -> None:
    opened.hide()
    opened.page._looking.timeout.emit()
    assert desk.settings.recent_entries() == []
    opened.show()
    opened.page._looking.timeout.emit()
    assert desk.settings.recent_entries() == ["part/node-a"]
    search_for_nothing(opened)
    opened.page._looking.timeout.emit()
    assert desk.settings.recent_entries() == ["part/node-a"]


def test_the_source_below_is_that_of_the_chosen_figure_only(opened: CatalogWindow) -> None:
    pane = opened.page.detail
    assert pane.source.text() == HINT
    labels = [row.label for row in pane.list.rows.rows]
    pane.list.setCurrentIndex(pane.list.rows.index(labels.index("Mass")))
    assert "Guide 2" in pane.source.text()
    opened.show_entry("part/node-b")
    assert pane.source.text() == HINT


def test_the_head_of_an_entry_says_what_it_is(opened: CatalogWindow) -> None:
    pane = opened.page.detail
    assert pane.name.text() == "Node A"
    assert pane.caption.text().split(" · ") == ["Acme", "compute node", "node-a"]
    assert not pane.summary.isVisible(), "it has none"
    own = NODE.model_copy(update={"summary": "Eight of them.", "year": 2023})
    pane.show_entry(own, opened.entry_index)
    assert pane.caption.text().split(" · ") == ["Acme", "compute node", "2023", "node-a"]
    assert pane.summary.isVisible()
    assert pane.summary.text() == "Eight of them."


def picture(button: QAbstractButton | QAction) -> QImage:
    return button.icon().pixmap(16, 16).toImage()


def test_the_other_theme_gives_every_button_its_icon_anew(
    opened: CatalogWindow, desk: Desk
) -> None:
    opened.toggle_compared()
    opened.page.search.setText("node")
    controls = [
        *(button for button in opened.findChildren(QAbstractButton) if not button.icon().isNull()),
        *(action for action in opened.page.search.actions() if not action.icon().isNull()),
    ]
    assert {opened.own_part, opened.page.back, opened.page.forward, opened.page.detail.star} <= {
        control for control in controls if isinstance(control, QAbstractButton)
    }
    desk.workspace.set_theme(DARK)
    before = [picture(control) for control in controls]
    desk.workspace.set_theme(LIGHT)
    same = [
        control.text() or control.objectName()
        for control, image in zip(controls, before, strict=True)
        if picture(control) == image
    ]
    assert same == []


def test_the_cross_in_the_search_line_clears_it_and_shows_while_there_is_text(
    opened: CatalogWindow,
) -> None:
    search = opened.page.search
    (cross,) = search.actions()
    assert cross.text() == "Clear the search"
    assert not cross.isVisible()
    search.setText("node")
    assert cross.isVisible()
    cross.trigger()
    assert search.text() == ""
    assert not cross.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_from_the_search_the_keyboard_goes_to_what_was_found(
    opened: CatalogWindow, qtbot: QtBot, key: Qt.Key
) -> None:
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow)
    opened.page.focus_search()
    before = opened.page._workspace.document.revision
    QTest.keyClick(opened.page.search, key)
    assert opened.page.table.hasFocus()
    assert opened.page._workspace.document.revision == before, "Enter here places nothing"


def test_an_empty_family_says_so_and_a_search_offers_all_families(opened: CatalogWindow) -> None:
    page = opened.page
    page.choose_family(RECENT)
    assert page.empty.isVisible()
    assert not page.table.isVisible()
    assert not page.elsewhere.isVisible(), "nothing was searched"
    page.choose_family("gpus")
    assert page.table.isVisible()
    assert page.count.text() == "1 entry"
    page.search.setText("node")
    assert page.elsewhere.isVisible()
    QTest.mouseClick(page.elsewhere, LEFT)
    assert page.families.family_id() == EVERYTHING
    assert page.table.isVisible()
    assert page.search.text() == "node"


def test_a_column_that_is_drawn_wider_is_remembered_after_a_while(
    opened: CatalogWindow, desk: Desk, qtbot: QtBot
) -> None:
    page = opened.page
    page._resized.setInterval(1)
    page.table.horizontalHeader().resizeSection(1, 171)
    qtbot.waitUntil(lambda: not page._resized.isActive())
    assert not desk.settings.bytes(page._columns_key()).isEmpty()
    page.table.horizontalHeader().resizeSection(1, 90)
    page._resized.stop()
    page.choose_family("gpus")
    page.choose_family("nodes")
    assert page.table.horizontalHeader().sectionSize(1) == 171


def test_keys_of_the_main_window_hold_here(opened: CatalogWindow) -> None:
    assert {action.text().replace("&", "") for action in opened.actions()} != set()
    held = [action.shortcut().toString() for action in opened.actions()]
    assert held[:2] == ["Ctrl+Z", "Ctrl+Shift+Z"]
    assert len(held) == 3


def test_an_entry_asked_for_from_the_comparison_is_shown_in_the_browser(
    opened: CatalogWindow,
) -> None:
    opened.show_page("Compare")
    opened.show_entry("part/chip-a")
    assert opened.pages.currentWidget() is opened.page
    assert opened.page.detail.entry is CHIP
    opened.show_page("Compare")
    opened.show_family("nodes")
    assert opened.pages.currentWidget() is opened.page
    assert opened.page.families.family_id() == "nodes"


def test_an_entry_that_a_search_hides_is_shown_all_the_same(opened: CatalogWindow) -> None:
    opened.page.search.setText("node b")
    opened.show_entry("part/node-a")
    assert opened.page.detail.entry is NODE
    assert opened.page.search.text() == ""
    assert opened.page.table.current() is NODE
    assert not opened.page.show_entry(("part", "no-such"))
    assert opened.page.detail.entry is NODE


def test_the_row_that_is_scrolled_to_is_in_sight(opened: CatalogWindow) -> None:
    opened.resize(1240, 480)
    opened.page.choose_family(EVERYTHING)
    table = opened.page.table
    last = table.entries.entries[-1]
    table.mark(last)
    box = table.visualRect(table.entries.index(table.entries.row_of(last), 0))
    assert table.viewport().rect().contains(box.center() - QPoint(0, 1))
