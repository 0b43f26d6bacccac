"""The look of what comes in a later stage: an empty dashed outline with its name."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.render.fonts import font
from designer.render.theme import Theme

_LEAST_PX: Final = 12.0
"""Height of a thing on the screen from which its name is written."""


def paint_later(
    painter: QPainter, box: QRectF, theme: Theme, name: str = "", *, ground: str = ""
) -> None:
    """Paint it over what is drawn there, in units of the device.

    Nothing of that is seen through it, or its name would stand there twice.

    Parameters
    ----------
    ground
        Colour on which it stands; empty for that of the floor.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(theme.dim), 1.2)
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(QColor(ground or theme.canvas))
    painter.drawRect(box.adjusted(0.6, 0.6, -0.6, -0.6))
    if name and box.height() >= _LEAST_PX:
        painter.setFont(font(9, 500))
        painter.setPen(QColor(theme.dim))
        room = int(box.width() - 4)
        words = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        if words != "…":
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()
