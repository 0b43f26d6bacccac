"""Only windows are shown as windows: a widget shown before it has a parent flashes as one."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QWidget
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall

NOT_OPENED = {"file.quit", "file.open", "file.save", "file.save_as", "view.full_screen"}
"""Commands that ask the platform, or end the window."""
OF_QT = ("QTipLabel", "QComboBoxPrivateContainer")
"""Windows that Qt makes for widgets in a window."""


class Watcher(QObject):
    """Notes each top-level widget that is shown and is no window of the program."""

    def __init__(self) -> None:
        super().__init__()
        self.flashed: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            name = watched.accessibleName() or watched.objectName()
            is_own = watched.windowTitle() or isinstance(watched, QDialog | QMainWindow | QMenu)
            if not is_own and type(watched).__name__ not in OF_QT:
                self.flashed.append(f"{type(watched).__name__} {name}".strip())
        return False


@pytest.fixture
def first_design() -> Design:
    return hall()


@pytest.fixture
def watcher(qapp: QApplication) -> Iterator[Watcher]:
    made = Watcher()
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


def close_dialogs(window: MainWindow) -> None:
    for shown in QApplication.topLevelWidgets():
        if shown is not window and shown.isVisible():
            shown.close()
    settle()


def test_a_widget_without_a_parent_is_noticed(qtbot: QtBot, watcher: Watcher) -> None:
    lost = QWidget()
    qtbot.addWidget(lost)
    lost.setVisible(True)
    assert watcher.flashed == ["QWidget"]


def test_the_window_with_its_panels_and_dialogs_flashes_nothing(
    watcher: Watcher, window: MainWindow, desk: Desk
) -> None:
    """The design settings showed 19 lines, boxes and buttons as windows of their own."""
    for keys in ((), ("A01",), ("A01", "A02"), (desk.design.devices[0].id,)):
        desk.workspace.select(keys)
        for tabs in (window.left, window.right):
            for page in ("Parts", "Outline", "History", "Totals", "Properties"):
                tabs.show_page(page)
                settle()
    desk.workspace.select(("A01",))
    assert watcher.flashed == []
    for action_id, action in window.actions_by_id:
        if action_id in NOT_OPENED or not action.isEnabled():
            continue
        action.trigger()
        settle()
        assert watcher.flashed == [], action_id
        close_dialogs(window)
    settings = window.design.show_settings("Feeds")
    for title in settings.records:
        settings.show_page(title)
        settle()
    assert watcher.flashed == []
    close_dialogs(window)
