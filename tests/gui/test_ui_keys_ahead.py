"""What is typed while a window is on its way stands in its line."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from designer.ui.kit.keys_ahead import KeysAhead
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import settle


@pytest.fixture
def line(qtbot: QtBot) -> QLineEdit:
    """The line of a window that has not come yet."""
    made = QLineEdit()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def before(qtbot: QtBot) -> QLineEdit:
    made = QLineEdit()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_letters_go_to_the_line_and_keys_of_commands_do_not(
    line: QLineEdit, before: QLineEdit
) -> None:
    ahead = KeysAhead(line)
    ahead.begin()
    QTest.keyClicks(before, "800G t")
    QTest.keyClick(before, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert (line.text(), before.text()) == ("800G t", "")
    ahead.end()
    QTest.keyClicks(before, "x")
    assert (line.text(), before.text()) == ("800G t", "x")


def test_a_press_of_the_mouse_ends_it(line: QLineEdit, before: QLineEdit) -> None:
    KeysAhead(line).begin()
    QTest.mouseClick(before, Qt.MouseButton.LeftButton)
    QTest.keyClicks(before, "x")
    assert (line.text(), before.text()) == ("", "x")


def test_it_ends_once_the_window_has_the_keyboard(
    qtbot: QtBot, line: QLineEdit, before: QLineEdit
) -> None:
    ahead = KeysAhead(line)
    ahead.begin()
    QTest.keyClicks(before, "a")
    line.show()
    line.activateWindow()
    qtbot.waitUntil(line.isActiveWindow)
    QTest.keyClicks(line, "b")
    before.activateWindow()
    qtbot.waitUntil(before.isActiveWindow)
    QTest.keyClicks(before, "c")
    assert (line.text(), before.text()) == ("ab", "c")


def test_a_window_that_never_comes_gets_no_more_keys(
    qtbot: QtBot, line: QLineEdit, before: QLineEdit
) -> None:
    ahead = KeysAhead(line)
    ahead._patience.setInterval(1)
    ahead.begin()
    qtbot.waitUntil(lambda: not ahead._patience.isActive())
    QTest.keyClicks(before, "x")
    assert (line.text(), before.text()) == ("", "x")


def test_the_catalogue_opens_to_be_searched(window: MainWindow) -> None:
    window.actions_by_id["catalog.browse"].trigger()
    browser = window.catalogue.browser
    assert browser is not None
    view: QWidget = window.floor.view
    QTest.keyClicks(view if not browser.isActiveWindow() else browser.page.search, "chi")
    settle()
    QTest.keyClicks(QApplication.focusWidget() or browser.page.search, "ller")
    assert browser.page.search.text() == "chiller"
    browser.show_entry("part/dgx-h100")
    assert browser.page.table.hasFocus()
