"""Paints what the scale of an overlay points out: racks that are outlined, racks that are dimmed.

In the units of the painter; lines have the same width at every zoom.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.render.theme import Theme

_KEPT: Final = 0.2
"""What a dimmed rack keeps of its colour."""
_LINES: Final = (4.0, 2.0)
"""Widths of the outline's ground and of its line: it is seen on dark shades and on light ones."""


def paint_dimmed(
    painter: QPainter, boxes: Sequence[QRectF], theme: Theme, ground: str = ""
) -> None:
    """Wash boxes with the colour of the ground they stand on: by itself of the floor."""
    if not boxes:
        return
    wash = QColor(ground or theme.canvas)
    wash.setAlphaF(1 - _KEPT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(wash)
    painter.drawRects(boxes)


def paint_lit(painter: QPainter, boxes: Sequence[QRectF], theme: Theme) -> None:
    """Outline boxes."""
    if not boxes:
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, colour in zip(_LINES, (theme.canvas, theme.text), strict=True):
        pen = QPen(QColor(colour), width)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.drawRects(boxes)
