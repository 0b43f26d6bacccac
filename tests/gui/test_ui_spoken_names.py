"""Every control of every window has a name that a screen reader says."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from designer.ui.views.dialogs.print_dialog import PrintDialog
from designer.ui.window.main_window import MainWindow
from tests.helpers.accessible_names import nameless
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk, small_report


def others(window: MainWindow) -> list[QWidget]:
    return [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not window]


def test_every_widget_one_can_reach_has_a_name(window: MainWindow, desk: Desk) -> None:
    desk.report(small_report())
    window.centre.show_start_page()
    for page in ("Totals", "Properties"):
        window.right.show_page(page)
        QApplication.processEvents()
    assert nameless(window) == []


@pytest.mark.parametrize("view", ["Fabric", "Power", "Workloads", "Cost", "Compare"])
def test_so_it_is_in_every_view(window: MainWindow, desk: Desk, view: str) -> None:
    desk.report(small_report())
    desk.workspace.select(("n1",))
    window.views.show_view(view)
    settle()
    assert nameless(window) == []


@pytest.mark.parametrize("action", ["view.console", "help.guide", "help.about"])
def test_so_it_is_in_what_commands_open_that_ask_nothing(
    window: MainWindow, desk: Desk, action: str
) -> None:
    desk.report(small_report())
    window.actions_by_id[action].trigger()
    settle()
    assert [nameless(one) for one in others(window)] in ([], [[]]), action
    assert nameless(window) == []
    for opened in others(window):
        opened.close()


def test_so_it_is_in_the_preview_of_a_print(window: MainWindow, desk: Desk, qtbot: QtBot) -> None:
    desk.report(small_report())
    dialog = PrintDialog(desk.workspace, "", "d.toml", lambda _: None)
    qtbot.addWidget(dialog)
    dialog.to_look.click()
    assert dialog.shown is not None
    assert nameless(dialog.shown) == []
    dialog.shown.close()


def test_a_control_without_a_name_is_found(qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton

    box = QWidget()
    qtbot.addWidget(box)
    row = QHBoxLayout(box)
    named = QLineEdit()
    named.setAccessibleName("Filter")
    for one in (QPushButton("Go"), named, QLineEdit()):
        row.addWidget(one)
    assert nameless(box) == ["QLineEdit in QWidget"]
