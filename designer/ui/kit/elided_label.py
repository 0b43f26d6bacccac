"""A label whose text gives way where there is no room."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_LEAST_PX: Final = 36


class ElidedLabel(QLabel):
    """A label that gives way: its text ends in an ellipsis where there is no room.

    Parameters
    ----------
    ends
        Lose the middle of the text: what tells alike names apart stands at their ends.
    least_px
        How wide it stays at least, where its text is as wide.
    """

    def __init__(
        self, parent: QWidget | None = None, *, ends: bool = False, least_px: int = _LEAST_PX
    ) -> None:
        super().__init__(parent)
        self._least_px = least_px
        self._full = self._kept = ""
        self._mode = Qt.TextElideMode.ElideMiddle if ends else Qt.TextElideMode.ElideRight
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_full_text(self, text: str, *, kept: str = "") -> None:
        """Show a text, as much of it as fits.

        Parameters
        ----------
        kept
            What it begins with: that is not shortened, and stands alone where no more fits.
        """
        if (text, kept) == (self._full, self._kept):
            return  # else all beside it is laid out and painted anew
        self._full, self._kept = text, kept
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def full_text(self) -> str:
        """Return the whole text."""
        return self._full

    def shown_text(self) -> str:
        """Return what of the text is painted."""
        metrics, room = self.fontMetrics(), self.width()
        needed = metrics.horizontalAdvance(f"{self._kept} …")
        is_alone = self._kept and needed > room < self.sizeHint().width()
        return metrics.elidedText(self._kept if is_alone else self._full, self._mode, room)

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._full) + 2, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few letters, or for what it is to keep."""
        kept, whole = self.fontMetrics().horizontalAdvance(self._kept), self.sizeHint()
        return QSize(min(max(self._least_px, kept + 2), whole.width()), whole.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, shortened at the right."""
        self.ensurePolished()
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.shown_text()
        painter.drawText(self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, text)
