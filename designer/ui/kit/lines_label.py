"""A label as high as so many lines whatever it says: what changes often moves nothing below it."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from designer.ui.kit.wrapping import wrapped

_LEAST_WIDE = 80


class LinesLabel(QLabel):
    """Shows at most so many lines; a longer text ends in an ellipsis, and its tip has all of it.

    It asks for no width: a long text takes none from what stands beside it.

    Parameters
    ----------
    lines
        How many there is always room for.
    """

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show another text."""
        if text != self.text():
            super().setText(text)
            self.setToolTip(text)

    def shown_lines(self) -> tuple[str, ...]:
        """Return the lines that are shown."""
        self.ensurePolished()
        return wrapped(self.text(), self.fontMetrics(), self.width(), self._lines)

    def sizeHint(self) -> QSize:
        """Return the height of all lines."""
        self.ensurePolished()
        metrics = self.fontMetrics()
        high = metrics.height() + (self._lines - 1) * metrics.lineSpacing()
        return QSize(_LEAST_WIDE, high + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the same: it is never lower."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines."""
        painter = QPainter(self)
        lines, metrics = self.shown_lines(), self.fontMetrics()
        painter.setPen(self.palette().color(self.foregroundRole()))
        for at, line in enumerate(lines):
            painter.drawText(0, 1 + metrics.ascent() + at * metrics.lineSpacing(), line)
