"""A box of choices whose text ends in an ellipsis where it lacks room; the tip has all of it."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolTip,
)


class ElidedChoice(QComboBox):
    """Qt's own box cuts the chosen text off in the middle of a letter."""

    def shown_text(self) -> str:
        """Return the chosen text as far as there is room for it."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        return self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room.width() - 2
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box with what fits of its text."""
        del event
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def tip(self) -> str:
        """Return the tip, below the whole text where that is not in sight."""
        text = self.currentText()
        cut = "" if self.shown_text() == text else text
        return "\n".join(part for part in (cut, self.toolTip()) if part)

    def event(self, event: QEvent) -> bool:
        """Show the tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip(), self)
            return True
        return super().event(event)
