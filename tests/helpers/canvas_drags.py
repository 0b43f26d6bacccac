"""Drags sent as events: what a window gets from the platform, without a platform that can drag."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

_BOTH = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
_LEFT = Qt.MouseButton.LeftButton
_NONE = Qt.KeyboardModifier.NoModifier


class SentDrag:
    """A drag over one widget.

    What refuses the payload gets no further event, as from a platform: Qt would send it to the
    widget that took the drag before, which may be gone with its test.

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
        self._is_taken = False

    def enter(self, at: QPoint, modifiers: Qt.KeyboardModifier = _NONE) -> bool:
        """Come over the widget; return whether it takes the payload."""
        event = QDragEnterEvent(at, _BOTH, self._mime, _LEFT, modifiers)
        QApplication.sendEvent(self._target, event)
        self._is_taken = event.isAccepted()
        return self._is_taken

    def move(self, at: QPoint, modifiers: Qt.KeyboardModifier = _NONE) -> bool:
        """Move over the widget."""
        assert self._is_taken, "nothing moves over what refused it"
        event = QDragMoveEvent(at, _BOTH, self._mime, _LEFT, modifiers)
        QApplication.sendEvent(self._target, event)
        return event.isAccepted()

    def drop(self, at: QPoint, modifiers: Qt.KeyboardModifier = _NONE) -> bool:
        """Let go."""
        assert self._is_taken, "nothing drops on what refused it"
        event = QDropEvent(QPointF(at), _BOTH, self._mime, _LEFT, modifiers)
        QApplication.sendEvent(self._target, event)
        return event.isAccepted()

    def leave(self) -> None:
        """Esc, or the hand goes elsewhere."""
        QApplication.sendEvent(self._target, QDragLeaveEvent())
