"""A label that wraps and keeps the height that its words need, whatever layout it stands in.

Forms ask a nested cell for its height before they know its width: a text of three lines is given
the room of two and loses the rest.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget


class WrappedLabel(QLabel):
    """Wraps at words, and is never lower than its lines."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._lines = 0
        self.setWordWrap(True)

    def keep_room(self, lines: int) -> None:
        """Be no lower than so many lines: what stands below keeps its place whatever is said."""
        self._lines = lines
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._keep_height()

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show another text in the lines that it needs."""
        super().setText(text)
        self._keep_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the lines that the text needs at this width."""
        super().resizeEvent(event)
        self._keep_height()

    def _keep_height(self) -> None:
        # Qt counts the least height in: lines that went would keep their room.
        self.setMinimumHeight(0)
        least = self._lines * self.fontMetrics().lineSpacing()
        needed = max(self.heightForWidth(self.width()), 0) if self.text() else 0
        self.setMinimumHeight(max(least, needed))
