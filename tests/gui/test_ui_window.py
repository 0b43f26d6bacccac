"""The window: what stands where, what is remembered, themes, names for screen readers."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
)
from pytestqt.qtbot import QtBot

from designer.document.edits import set_fields
from designer.render.icons import icon_names
from designer.render.theme import DARK, LIGHT, Theme
from designer.ui.kit.style import palette, style_sheet
from designer.ui.state.actions import MENUS, SEPARATOR, SPECS, UNIT_CHOICES
from designer.ui.state.submenus import SUBMENUS
from designer.ui.window.centre import LEAST_ELEVATION_PX, STRIP_PX
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design

NESTED = {SEPARATOR, "recent", "overlays", "units", *SUBMENUS}


def rename(desk: Desk, name: str) -> None:
    assert desk.workspace.apply(f"Rename to {name}", set_fields("design", name=name))


def test_every_command_is_in_a_menu_once() -> None:
    every = [ids for _, ids in (*MENUS, *SUBMENUS.values())]
    in_menus = [one for ids in every for one in ids if one not in NESTED]
    assert sorted((*in_menus, *UNIT_CHOICES)) == sorted(spec.id for spec in SPECS)
    shortcuts = [spec.shortcut for spec in SPECS if spec.shortcut]
    assert len(shortcuts) == len(set(shortcuts))


def test_every_command_has_an_icon_of_ours() -> None:
    assert {spec.icon for spec in SPECS if spec.icon} <= set(icon_names())


def test_the_window_fits_a_small_screen(window: MainWindow) -> None:
    assert window.minimumSizeHint().width() <= 1280
    assert window.minimumSizeHint().height() <= 800
    assert window.left.width() >= 200
    assert window.right.width() >= 280


def test_the_first_show_is_told_also_when_the_content_came_before(qtbot: QtBot, desk: Desk) -> None:
    made = MainWindow(desk.settings, DARK)
    made.populate(desk.workspace, desk.session)
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.first_painted, timeout=5000):
        made.show()


def test_columns_hide_with_keys_and_are_remembered(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    QTest.keyClick(window, Qt.Key.Key_F2)
    QTest.keyClick(window, Qt.Key.Key_F4)
    assert not window.left.isVisible()
    assert not window.right.isVisible()
    window.close()
    again = MainWindow(desk.settings, DARK)
    again.populate(desk.workspace, desk.session)
    qtbot.addWidget(again)
    again.show()
    assert not again.left.isVisible()
    again.actions_by_id["view.left"].setChecked(True)
    assert again.left.isVisible()


def test_elevation_hides_below_the_floor_but_not_in_its_own_view(window: MainWindow) -> None:
    window.actions_by_id["view.elevation"].setChecked(False)
    assert not window.elevation.isVisible()
    window.actions_by_id["view.elevation_only"].trigger()
    assert window.elevation.isVisible()
    assert not window.floor.isVisible()
    window.actions_by_id["view.floor_only"].trigger()
    assert window.floor.isVisible()
    assert not window.elevation.isVisible()


def test_the_view_of_the_elevation_shows_it_while_the_schedule_is_in_front(
    window: MainWindow, desk: Desk
) -> None:
    desk.workspace.filter.switch("cables", on=True)
    settle()
    assert window._parts.lower.page() == "Cable schedule"
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window._parts.lower.page() == "Rack elevation"
    assert window.elevation.isVisible()
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert window._parts.lower.page() == "Cable schedule"
    desk.workspace.elevation_requested.emit("A01")
    assert window._parts.lower.page() == "Rack elevation"


def test_a_notice_leaves_the_head_of_the_elevation_free(window: MainWindow, desk: Desk) -> None:
    desk.workspace.select(("A01",))
    window.centre.banners.show_banner("lost", "warning", "Unsaved work of before is there")
    window.views.show_view("Elevation")
    settle()
    head = window.elevation.name
    top = head.mapTo(window.centre, head.rect().topLeft()).y()
    assert top >= window.centre.banners.geometry().bottom()


def test_what_the_command_box_selects_has_the_keyboard(window: MainWindow, desk: Desk) -> None:
    window.activateWindow()
    node = desk.design.devices[0]
    window.command_box.open()
    QTest.keyClicks(window.command_box, f"@{node.name}")
    settle()
    QTest.keyClick(window.command_box, Qt.Key.Key_Return)
    settle()
    assert desk.workspace.selection == (node.id,)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert window.centre.isAncestorOf(focused)
    QTest.keyClick(focused, Qt.Key.Key_Delete)
    assert desk.workspace.layout().find(node.id) is None


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_no_grey_of_qt_is_left(theme: Theme) -> None:
    made = palette(theme)
    for role in (made.ColorRole.Window, made.ColorRole.Base, made.ColorRole.Button):
        colour = made.color(role)
        assert (colour.red(), colour.blue()) != (colour.green(), colour.green()) or (
            colour == QColor("#ffffff")
        )
    assert "$" not in style_sheet(theme)


def test_the_theme_changes_at_run_time_and_is_remembered(window: MainWindow, desk: Desk) -> None:
    window.actions_by_id["view.theme"].trigger()
    assert desk.workspace.theme is LIGHT
    assert QApplication.palette().color(QApplication.palette().ColorRole.Window) == QColor(
        LIGHT.panel
    )
    assert desk.settings.theme() == "light"
    window.actions_by_id["view.theme"].trigger()
    assert desk.settings.theme() == "dark"


def test_the_top_bar_says_what_is_open_and_whether_it_is_saved(
    window: MainWindow, desk: Desk
) -> None:
    assert window.top.name.full_text() == "small"
    rename(desk, "bigger")
    assert window.top.name.full_text() == "bigger"
    assert "not saved" in window.top.subtitle.full_text()


def test_a_refusal_stands_in_the_status_bar(window: MainWindow, desk: Desk) -> None:
    desk.workspace.message.emit("U12 held by leaf-03", "warning")
    assert window.status.message.full_text() == "U12 held by leaf-03"
    assert window.status.glyph.accessibleName() == "warning"


def test_closing_with_unsaved_work_asks_and_stays(window: MainWindow, desk: Desk) -> None:
    rename(desk, "bigger")
    window.close()
    assert window.isVisible()
    question = window.files.dialog
    assert question is not None
    assert question.isVisible()
    question.discard_chosen.emit()
    assert not window.isVisible()


def test_engine_state_is_words(window: MainWindow, desk: Desk) -> None:
    desk.client.state_changed.emit("busy", "Sizing")
    assert window.top.pill.label.text() == "sizing…"
    rename(desk, "edited")
    desk.client.reported.emit(desk.session.document.revision)
    desk.client.state_changed.emit("idle", "Up to date")
    assert window.top.pill.accessibleName().startswith("Engine: sized in ")
    desk.client.state_changed.emit("failed", "it ended with code 1")
    assert window.top.pill.label.text() == "engine failed"
    assert "code 1" in window.top.pill.toolTip()


def test_the_elevation_takes_room_when_there_is_a_rack_to_show(
    window: MainWindow, desk: Desk
) -> None:
    window.centre.show_view("Floor")
    assert window.elevation.height() <= STRIP_PX, "one sentence needs one line"
    desk.workspace.select(("A01",))
    assert window.elevation.height() >= LEAST_ELEVATION_PX
    window.centre.splitter.setSizes([300, 350])
    left = window.centre.split()
    desk.workspace.select(())
    assert window.centre.split() == left, "the last rack stays on show: nothing jumps"
    desk.session.new(small_design())
    assert window.elevation.height() <= STRIP_PX
    desk.workspace.select(("A01",))
    assert window.centre.split() == left
    window.close()
    assert desk.settings.split() == left


def test_a_refusal_is_said_until_the_next_change(window: MainWindow, desk: Desk) -> None:
    desk.workspace.message.emit("no room left in A01", "warning")
    assert desk.workspace.apply("x", set_fields("site", pue=1.3))
    assert window.status.message.full_text() == ""
    desk.workspace.message.emit("The engine stopped", "error")
    assert desk.workspace.apply("y", set_fields("site", pue=1.4))
    assert window.status.message.full_text() == "The engine stopped"


@pytest.mark.parametrize("page", ["Totals", "Workloads"])
def test_no_word_of_a_side_is_cut_in_the_smallest_window(window: MainWindow, page: str) -> None:
    window.resize(window.minimumSize())
    window.columns.setSizes([0, 4000, 0])
    window.right.show_page(page)
    window.dashboard.stale.show()
    QApplication.processEvents()
    for side in (window.left, window.right):
        for button in side.buttons.values():
            if button.isVisible():
                words = button.fontMetrics().horizontalAdvance(button.text())
                assert button.width() >= words, button.text()
