"""Drags sent as events: what a window gets from the platform, without a platform that can drag."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

_BOTH = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
_LEFT = Qt.MouseButton.LeftButton
_NONE = Qt.KeyboardModifier.NoModifier


class SentDrag:
    """A drag over one widget.

    Parameters
    ----------
    target
        The widget that gets the events (a view's viewport).
    mime
        The payload; kept alive until the drag ends, as `QDrag` does.
    """

    def __init__(self, target: QWidget, mime: QMimeData) -> None:
        self._target = target
        self._mime = mime

    def enter(self, at: QPoint, modifiers: Qt.KeyboardModifier = _NONE) -> bool:
        """Come over the widget; return whether it takes the payload."""
        event = QDragEnterEvent(at, _BOTH, self._mime, _LEFT, modifiers)
        QApplication.sendEvent(self._target, event)
        return event.isAccepted()

    def move(self, at: QPoint, modifiers: Qt.KeyboardModifier = _NONE) -> bool:
        """Move over the widget."""
        event = QDragMoveEvent(at, _BOTH, self._mime, _LEFT, modifiers)
        QApplication.sendEvent(self._target, event)
        return event.isAccepted()

    def drop(self, at: QPoint, modifiers: Qt.KeyboardModifier = _NONE) -> bool:
        """Let go."""
        event = QDropEvent(QPointF(at), _BOTH, self._mime, _LEFT, modifiers)
        QApplication.sendEvent(self._target, event)
        return event.isAccepted()

    def leave(self) -> None:
        """Esc, or the hand goes elsewhere."""
        QApplication.sendEvent(self._target, QDragLeaveEvent())
