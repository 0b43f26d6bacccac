"""Drags out of a list or a drawing: one owner, so that all of them can be cancelled alike."""

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QDrag, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


def carry(
    source: QWidget,
    mime: QMimeData,
    action: Qt.DropAction,
    picture: QPixmap | None = None,
    held_at: QPoint | None = None,
) -> Qt.DropAction:
    """Drag until the drop, and return what was done; another button or Esc cancels.

    Parameters
    ----------
    source
        Where the drag begins.
    action
        What a drop may do.
    picture, held_at
        What hangs at the pointer, and the point of it that does, in its own pixels.
    """
    drag = QDrag(source)
    drag.setMimeData(mime)
    if picture is not None:
        drag.setPixmap(picture)
    if held_at is not None:
        drag.setHotSpot(held_at)
    watch = _OtherButtons(QApplication.instance())
    done = drag.exec(action)
    watch.end()
    return done


class _OtherButtons(QObject):
    """Cancels the drag under way at a press of a button that it was not begun with.

    Qt drops at the release of any button. What cancelled is heard by nobody else until all buttons
    are up: neither a menu opens, nor does the pointer draw or select with what is still held.
    """

    def __init__(self, application: QObject | None) -> None:
        super().__init__(application)
        self._cancelled = self._ended = False
        if application is not None:
            application.installEventFilter(self)

    def end(self) -> None:
        """Listen no longer than what cancelled is held; not at all where nothing did."""
        self._ended = True
        if not self._cancelled:
            self._stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the presses of other buttons, and what follows from them."""
        if isinstance(event, QContextMenuEvent):
            return self._cancelled and event.reason() == QContextMenuEvent.Reason.Mouse
        if not isinstance(event, QMouseEvent):
            return False
        left = Qt.MouseButton.LeftButton
        if event.type() in _PRESSES:
            if self._ended and event.buttons() == event.button():
                # Everything was let go where this application did not hear of it.
                self._stop()
                return False
            if event.button() != left and not self._cancelled:
                self._cancelled = True
                QDrag.cancel()
            return self._cancelled
        if not self._cancelled:
            return False
        if event.type() == QEvent.Type.MouseMove:
            if self._ended and not event.buttons():
                self._stop()
                return False
            return True
        # The release of the first button goes on: its widget waits for it.
        return event.button() != left

    def _stop(self) -> None:
        application = self.parent()
        if application is not None:
            application.removeEventFilter(self)
        self.deleteLater()
