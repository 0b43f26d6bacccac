"""The ground of what floats over the floor: legend and minimap look alike."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter, QPen

from designer.render.theme import Theme


def paint_panel(painter: QPainter, box: QRect, theme: Theme) -> None:
    """Paint the ground and the frame of something that floats over the floor."""
    fill = QColor(theme.panel)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.line), 1))
    painter.setBrush(fill)
    painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
