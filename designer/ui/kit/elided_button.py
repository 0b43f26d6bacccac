"""A button whose word ends in an ellipsis where it has no room: other languages are longer."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter

_AROUND_PX = 4


class ElidedButton(QPushButton):
    """Cut at its end, never in the middle of both; its tip then says the whole word."""

    def minimumSizeHint(self) -> QSize:
        """Return no width: the word may be cut."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say in the tip what is cut."""
        super().resizeEvent(event)
        cut = self._shown() != self.text()
        if cut or self.toolTip() == self.text():
            self.setToolTip(self.text() if cut else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self._shown()
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)

    def _shown(self) -> str:
        room = self.width() - 2 * _AROUND_PX
        metrics = self.fontMetrics()
        if metrics.horizontalAdvance(self.text()) <= self.width():
            return self.text()
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
