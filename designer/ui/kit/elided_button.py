"""A button whose word ends in an ellipsis where it has no room: other languages are longer."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter

from designer.ui.kit.widget_edge import given_text


class ElidedButton(QPushButton):
    """Cut at its end, never in the middle of both; its tip then says the whole word."""

    def minimumSizeHint(self) -> QSize:
        """Return no width: the word may be cut."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say in the tip what is cut."""
        super().resizeEvent(event)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        cut = self._shown(option) != self.text()
        if cut or self.toolTip() == self.text():
            self.setToolTip(given_text(self) if cut else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        painter, option = QStylePainter(self), QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self._shown(option)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)

    def _shown(self, option: QStyleOptionButton) -> str:
        contents = QStyle.SubElement.SE_PushButtonContents
        room = self.style().subElementRect(contents, option, self).width()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
