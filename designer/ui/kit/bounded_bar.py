"""A bar of a share with its bounds: solid as far as is certain, hatched as far as is possible."""

from math import inf

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from designer.model.figures import Figure, filled
from designer.render.hatch import paint_hatch

_LEAST_PX = 3.0
_PITCH, _LINE = 4.0, 1.0


def share_bounds(used: Figure, limit: Figure) -> tuple[float, float] | None:
    """Return the least and the largest share that may be used, 0 to 1; None without a limit."""
    if limit.high == inf or limit.high <= 0:
        return None
    return filled(used, limit)


def paint_bounded_bar(
    painter: QPainter, box: QRectF, shares: tuple[float, float], colour: QColor, track: QColor
) -> None:
    """Paint a bar.

    Parameters
    ----------
    shares
        What is certain and what is possible, 0 to 1.
    colour, track
        Of the used part and of what is left.
    """
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(track)
    radius = box.height() / 2
    painter.drawRoundedRect(box, radius, radius)
    low, high = shares
    certain = QRectF(box)
    certain.setWidth(box.width() * low)
    if high > low:
        possible = QRectF(box)
        possible.setLeft(certain.right())
        possible.setRight(box.left() + box.width() * high)
        paint_hatch(painter, possible, Qt.BrushStyle.BDiagPattern, colour, pitch=_PITCH, line=_LINE)
        painter.setPen(Qt.PenStyle.NoPen)
    if low > 0:
        certain.setWidth(max(certain.width(), _LEAST_PX))
        painter.setBrush(colour)
        painter.drawRoundedRect(certain, radius, radius)
