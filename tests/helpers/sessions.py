"""A session at the window: what a step does to document, selection, notices, dialogs and panels."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QDeadlineTimer,
    QEvent,
    QEventLoop,
    QObject,
    QPoint,
    Qt,
    QTimer,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.ui.kit.banner import Banner, BannerArea
from designer.ui.window.main_window import MainWindow
from tests.helpers.expected import Script, as_expected
from tests.helpers.shown import action_lines, widget_lines
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import design_lines

Look = Callable[[], list[str]]


class Session:
    """Steps at a window, written down.

    Parameters
    ----------
    window, desk
        The window and its services.
    also
        Further lines to look at, as the widgets that the session is about.
    is_whole
        Write down design and actions as they are at first; else only what becomes of them.
    """

    def __init__(self, window: MainWindow, desk: Desk, *also: Look, is_whole: bool = False) -> None:
        self.window, self.desk = window, desk
        self._also = also
        self._script = Script(self._look, () if is_whole else self._known())

    def step(self, words: str, *acts: Callable[[], object]) -> None:
        """Do something, let the window follow, and write down what is other than it was."""
        for act in acts:
            act()
            settle()
        self._script.step(words)

    def trigger(self, action_id: str) -> None:
        """Choose a command."""
        action = self.window.actions_by_id[action_id]
        self.step(f"{action_id}{'' if action.isEnabled() else ' (not allowed)'}", action.trigger)

    def select(self, *keys: str) -> None:
        """Select by key."""
        self.step(
            f"select {', '.join(keys) or 'nothing'}", lambda: self.desk.workspace.select(keys)
        )

    def as_expected(self, name: str, folder: Path | None = None) -> None:
        """Compare all that was written down; paths below `folder` are written without it."""
        lines = self._script.lines
        if folder is not None:
            lines = [line.replace(str(folder), "FOLDER") for line in lines]
        as_expected(name, lines)

    def dialogs(self) -> list[QDialog]:
        """Return what stands open in front of the window."""
        return [one for one in self.window.findChildren(QDialog) if one.isVisible()]

    def _look(self) -> list[str]:
        return [*self._known(), *(line for look in self._also for line in look())]

    def _known(self) -> list[str]:
        workspace = self.desk.workspace
        document = workspace.document
        status = self.window.status
        actions = [action for _, action in self.window.actions_by_id]
        return [
            f"title: {self.window.windowTitle()}",
            f"step: {document.history.current.label}",
            f"selection: {', '.join(workspace.selection)}",
            f"status: {status.message.full_text()} [{status.glyph.accessibleName()}]",
            *(f"design: {line}" for line in design_lines(document.design, self.desk.catalog)),
            *(f"notice: {line}" for line in widget_lines(self.window.centre.banners)),
            *(f"action: {line}" for line in action_lines(actions)),
            *(f"dialog: {line}" for one in self.dialogs() for line in widget_lines(one)),
        ]


def settle() -> None:
    """Let everything follow that waits for a turn of the event loop."""
    for _ in range(3):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def rest(qtbot: QtBot, *owners: QObject) -> None:
    """Let everything follow, also what waits for a timer of these objects.

    A report is shown after a pause, panels are filled after another: which of them ended while the
    event loop took its turns depends on the machine, that none runs any more does not.
    """

    def is_at_rest() -> bool:
        settle()
        timers = [timer for owner in owners for timer in owner.findChildren(QTimer)]
        return not any(timer.isActive() and timer.isSingleShot() for timer in timers)

    qtbot.waitUntil(is_at_rest)


def shows(name: str, widget: QWidget, *, rows: int = 40) -> Look:
    """Return the look at a widget, its lines under a name."""
    return lambda: [f"{name}: {line}" for line in widget_lines(widget, rows=rows)]


def press_key(widget: QWidget, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> Callable[[], None]:
    """Return the act of pressing a key."""
    held = Qt.KeyboardModifier.NoModifier
    for one in modifiers:
        held |= one
    return lambda: QTest.keyClick(widget, key, held)


def write(widget: QWidget, text: str) -> Callable[[], None]:
    """Return the act of writing over what a line holds, and Enter."""

    def act() -> None:
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(widget, Qt.Key.Key_Delete)
        QTest.keyClicks(widget, text)
        QTest.keyClick(widget, Qt.Key.Key_Return)

    return act


def click(widget: QWidget, at: QPoint | None = None) -> Callable[[], None]:
    """Return the act of a press with the left button."""
    none = Qt.KeyboardModifier.NoModifier
    where = at if at is not None else widget.rect().center()
    return lambda: QTest.mouseClick(widget, Qt.MouseButton.LeftButton, none, where)


def until_it_stands(banners: BannerArea, topic: str) -> None:
    """Let time pass until a notice stands that waits for a second press to be over."""
    assert topic in banners.texts()
    patience = QDeadlineTimer(5000)
    while not any(b.label.text() == banners.texts()[topic] for b in banners.findChildren(Banner)):
        assert not patience.hasExpired(), f"{topic} never stood"
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def press_notice(banners: BannerArea, topic: str, words: str) -> None:
    """Press the button of a notice that begins with some words, once it stands."""
    until_it_stands(banners, topic)
    buttons = [b for b in banners.findChildren(QPushButton) if b.text().startswith(words)]
    assert buttons, f"no button {words!r}"
    buttons[0].click()
