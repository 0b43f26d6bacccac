"""Keys that are typed while a window is on its way go to its line, and not to the one before.

A window is built and shown in some tenths of a second, and without a window manager the keyboard
follows later still. What somebody types meanwhile is meant for it.
"""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

PATIENCE_MS: Final = 1_500
_PLAIN: Final = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.KeypadModifier,
)
_ENDS: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.WindowActivate)


class KeysAhead(QObject):
    """Gives a line what is typed elsewhere, until its window has the keyboard.

    It ends with a press of the mouse as well, and by itself after `PATIENCE_MS`.
    """

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._line = line
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self.end)

    def begin(self) -> None:
        """Take what is typed from now on, unless the line's window has the keyboard."""
        application = QApplication.instance()
        if application is not None and not self._line.isActiveWindow():
            application.installEventFilter(self)
            self._patience.start()

    def end(self) -> None:
        """Leave all keys to whom they are sent."""
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self._patience.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take keys with letters; a command of one letter in the window before is not meant."""
        if event.type() in _ENDS:
            if event.type() == QEvent.Type.MouseButtonPress or watched is self._line.window():
                self.end()
        elif isinstance(event, QKeyEvent) and _is_text(event) and watched is not self._line:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._line.insert(event.text())
                return True
        return False


def _is_text(event: QKeyEvent) -> bool:
    return event.modifiers() in _PLAIN and event.text().isprintable() and bool(event.text())
