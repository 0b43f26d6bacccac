"""What the mouse does that QTest has no word for: a tip asked for, a menu asked for, a drag begun.

A drag that is begun blocks until its drop: `Carried` notes what it carries instead.
"""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QDrag, QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

NONE = Qt.KeyboardModifier.NoModifier


class Carried:
    """The drags that were begun: `mimes` what each carried, `actions` what it allowed."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.mimes: list[QMimeData] = []
        self.actions: list[Qt.DropAction] = []
        self.sizes: list[tuple[int, int]] = []
        self.spots: list[tuple[int, int]] = []
        self._drags: list[QDrag] = []  # with them go their payloads

        def begin(drag: QDrag, action: Qt.DropAction, *_: object) -> Qt.DropAction:
            size = drag.pixmap().deviceIndependentSize().toSize()
            self.sizes.append((size.width(), size.height()))
            self.spots.append((drag.hotSpot().x(), drag.hotSpot().y()))
            self.mimes.append(drag.mimeData())
            self.actions.append(action)
            self._drags.append(drag)
            return Qt.DropAction.IgnoreAction

        patch.setattr(QDrag, "exec", begin)


class Told:
    """The tips that were shown instead of appearing: words, newest last."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.words: list[str] = []
        patch.setattr(QToolTip, "showText", lambda _at, text, *_: self.words.append(text))

    def at(self, widget: QWidget, at: QPoint) -> str:
        """Return what the tip says at a place; empty where there is none."""
        self.words.clear()
        QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at)))
        return self.words[-1] if self.words else ""


class Menus:
    """Menus that open: they are noted and stay shut, so that none is left over the next test."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.opened: list[QMenu] = []
        patch.setattr(QMenu, "popup", lambda menu, *_: self.opened.append(menu))

    def words(self) -> list[str]:
        """Return the entries of the newest one, `(…)` around what cannot be chosen."""
        return [
            one.text() if one.isEnabled() else f"({one.text()})"
            for one in self.opened[-1].actions()
            if not one.isSeparator()
        ]

    def choose(self, text: str) -> None:
        """Choose an entry of the newest one."""
        found: list[QAction] = [one for one in self.opened[-1].actions() if one.text() == text]
        found[0].trigger()


def move(
    widget: QWidget, at: QPoint, *, pressed: bool = False, keys: Qt.KeyboardModifier = NONE
) -> None:
    """Move the mouse to a place of a widget, with the left button down or not, and keys held."""
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), QPointF(widget.mapToGlobal(at)), none,
        left if pressed else none, keys,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def drag_away(widget: QWidget, at: QPoint, to: QPoint) -> None:
    """Press at a place, move to another with the button down, let go there."""
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, NONE, at)
    move(widget, to, pressed=True)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, NONE, to)


def ask_menu(widget: QWidget, at: QPoint) -> None:
    """Ask for the menu of a place, as a right click or the menu key does."""
    widget.customContextMenuRequested.emit(at)
