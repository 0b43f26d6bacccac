"""The picture of a part under the pointer while it is dragged."""

from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from designer.catalog.part import Part
from designer.render.part_signs import paint_sign
from designer.render.theme import Theme

PICTURE_PX: Final = (40, 30)
DRAG_HELD_AT: Final = QPoint(PICTURE_PX[0] + 4, PICTURE_PX[1] + 4)
"""Where the pointer is: the picture at its upper left, as the card with words is at its right."""


def drag_pixmap(part: Part, theme: Theme, ratio: float) -> QPixmap:
    """Return the picture of a part for a drag: its sign on a small card.

    Small, because the ghost and the card beside it say what is dragged and where it would go.
    """
    size = QSize(*PICTURE_PX)
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(0.92)
    painter.setPen(QPen(QColor(theme.accent), 1))
    painter.setBrush(QColor(theme.panel))
    painter.drawRoundedRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1), 6, 6)
    paint_sign(painter, QRectF(4, 4, size.width() - 8, size.height() - 8), part.kind, theme)
    painter.end()
    return pixmap
