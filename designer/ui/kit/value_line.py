"""A line for one value: undo takes back what is being typed, else it is the window's."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit


class ValueLine(QLineEdit):
    """A line whose text is given to something that has a history of its own.

    A line of Qt's keeps the shortcuts of undo and redo for itself even when it has nothing to
    undo. This one leaves them to the window as soon as its text is settled.
    """

    def settle(self) -> None:
        """Forget how the text was typed; cursor, selection and text stay."""
        if not (self.isUndoAvailable() or self.isRedoAvailable()):
            return
        start, length, cursor = self.selectionStart(), self.selectionLength(), self.cursorPosition()
        modified = self.isModified()
        # The only way that Qt has: a text that is set has no history.
        blocked = self.blockSignals(True)
        self.setText(self.text())
        self.blockSignals(blocked)
        self.setModified(modified)
        if start >= 0:
            self.setSelection(start, length)
        else:
            self.setCursorPosition(cursor)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window where the line itself has nothing to take back."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undoes = event.matches(QKeySequence.StandardKey.Undo)
            redoes = event.matches(QKeySequence.StandardKey.Redo)
            typed = self.isUndoAvailable()
            if (undoes or (redoes and not self.isRedoAvailable())) and not typed:
                event.ignore()
                return True
        return super().event(event)
