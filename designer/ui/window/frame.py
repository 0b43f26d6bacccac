"""The bare frame of the window, painted before anything is in it: it says what is on its way."""

from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from designer.render.fonts import font
from designer.render.theme import Theme

TOP_PX: Final = 46
STATUS_PX: Final = 26
LEFT_PX: Final = 252
RIGHT_PX: Final = 346
LEAST_LEFT_PX: Final = 200
LEAST_RIGHT_PX: Final = 316
"""Room for `~11.8 GWh a year (11.3–12.3)` beside its name."""
SMALLEST: Final = (1024, 640)
USUAL: Final = (1600, 1000)
_WORDS_PX: Final = 14
_BESIDE_WORDS_PX: Final = 24


class BareFrame(QWidget):
    """Strips and columns without content, so that nothing jumps when the content comes.

    Parameters
    ----------
    words
        What it says meanwhile.
    """

    painted = Signal()

    def __init__(self, theme: Theme, words: str = "Starting …", parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._theme = theme
        self.say(words)

    def say(self, words: str) -> None:
        """Say what is on its way."""
        self.words = words
        self.setAccessibleName(words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the panels around an empty canvas."""
        painter = QPainter(self)
        width, height = self.width(), self.height()
        painter.fillRect(self.rect(), QColor(self._theme.panel))
        middle = QRect(LEFT_PX, TOP_PX, width - LEFT_PX - RIGHT_PX, height - TOP_PX - STATUS_PX)
        painter.fillRect(middle, QColor(self._theme.canvas))
        painter.setPen(QColor(self._theme.line))
        painter.drawLine(0, TOP_PX - 1, width, TOP_PX - 1)
        painter.drawLine(0, height - STATUS_PX, width, height - STATUS_PX)
        painter.drawLine(LEFT_PX, TOP_PX, LEFT_PX, height - STATUS_PX)
        painter.drawLine(width - RIGHT_PX, TOP_PX, width - RIGHT_PX, height - STATUS_PX)
        painter.setPen(QColor(self._theme.dim))
        painter.setFont(font(_WORDS_PX))
        room = middle.adjusted(_BESIDE_WORDS_PX, 0, -_BESIDE_WORDS_PX, 0)
        words = painter.fontMetrics().elidedText(
            self.words, Qt.TextElideMode.ElideMiddle, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)
        self.painted.emit()
