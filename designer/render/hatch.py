"""Hatches made of real lines: they look alike on paper, in SVG and on screen, at any scale."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

_RISING: Final = frozenset({Qt.BrushStyle.BDiagPattern, Qt.BrushStyle.DiagCrossPattern})
_FALLING: Final = frozenset({Qt.BrushStyle.FDiagPattern, Qt.BrushStyle.DiagCrossPattern})


def paint_hatch(
    painter: QPainter,
    box: QRectF,
    style: Qt.BrushStyle,
    colour: QColor,
    *,
    pitch: float,
    line: float,
) -> None:
    """Fill a box with parallel lines.

    Parameters
    ----------
    style
        A line pattern of `Qt.BrushStyle`; `NoBrush` paints nothing.
    pitch, line
        Distance and width of the lines, in units of the device.
    """
    lines: list[QLineF] = []
    corner = box.left(), box.top(), box.width(), box.height()
    if style in _RISING:
        lines += _slanting(*corner, pitch, rising=True)
    if style in _FALLING:
        lines += _slanting(*corner, pitch, rising=False)
    if style == Qt.BrushStyle.HorPattern:
        count = int(box.height() / pitch)
        first = box.top() + (box.height() - (count - 1) * pitch) / 2
        ys = [first + i * pitch for i in range(count)]
        lines += [QLineF(box.left(), y, box.right(), y) for y in ys]
    if style == Qt.BrushStyle.VerPattern:
        count = int(box.width() / pitch)
        first = box.left() + (box.width() - (count - 1) * pitch) / 2
        xs = [first + i * pitch for i in range(count)]
        lines += [QLineF(x, box.top(), x, box.bottom()) for x in xs]
    if lines:
        painter.setPen(QPen(colour, line))
        painter.drawLines(lines)


def paint_open_sign(
    painter: QPainter, box: QRectF, colour: QColor, *, px: float = 1.0, ground: QColor | None = None
) -> None:
    """Paint the sign of what cannot be said: a hatched square, also where no `?` could be read.

    Parameters
    ----------
    ground
        What to fill it with first, where it lies on other things.
    """
    edge = min(box.width(), box.height()) - px
    square = QRectF(0, 0, edge, edge)
    square.moveCenter(box.center())
    if ground is not None:
        painter.fillRect(square, ground)
    # Three lines at any size: a finer hatch would be a grey box.
    paint_hatch(
        painter, square, Qt.BrushStyle.BDiagPattern, colour, pitch=edge / 2, line=max(px, edge / 12)
    )
    painter.setPen(QPen(colour, px))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(square)


# Kept, because each edit paints most of the same boxes at the same places again.
@lru_cache(maxsize=512)
def _slanting(
    left: float, top: float, width: float, height: float, pitch: float, *, rising: bool
) -> Sequence[QLineF]:
    """Return lines at 45 degrees, ended where they leave the box."""
    lines = []
    offset = pitch
    while offset < width + height:
        x1, y1 = min(offset, width), max(0.0, offset - width)
        x2, y2 = max(0.0, offset - height), min(offset, height)
        if not rising:
            x1, x2 = width - x1, width - x2
        lines.append(QLineF(left + x1, top + y1, left + x2, top + y2))
        offset += pitch
    return tuple(lines)
