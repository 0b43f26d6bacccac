"""The sign of a locked thing: a small padlock on a disc, on the screen alone."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from designer.render.icons import paint_icon
from designer.render.theme import Theme

SIZE_PX: Final = 14.0
_LEAST_PX: Final = 18.0
"""Width of a thing on the screen below which a padlock would cover it."""


def paint_padlock(painter: QPainter, box: QRectF, theme: Theme) -> None:
    """Paint it into the lower right corner of what is locked, in units of the device.

    Nothing where that is too small. In the upper corner racks bear the sign of their findings.
    """
    if box.width() < _LEAST_PX or box.height() < SIZE_PX - 2:
        return
    inset = min(2.0, max((box.height() - SIZE_PX) / 2, -1.0))
    sign = QRectF(box.right() - SIZE_PX - 2, box.bottom() - SIZE_PX - inset, SIZE_PX, SIZE_PX)
    paint_sign(painter, sign, theme)


def padlock_at(painter: QPainter, centre: QPointF, theme: Theme) -> None:
    """Paint it about a point, in units of the device."""
    half = SIZE_PX / 2
    sign = QRectF(centre.x() - half, centre.y() - half, SIZE_PX, SIZE_PX)
    paint_sign(painter, sign, theme)


def paint_sign(painter: QPainter, sign: QRectF, theme: Theme) -> None:
    """Paint the disc and the padlock on it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.raised))
    painter.drawEllipse(sign)
    paint_icon(painter, sign.adjusted(2, 1.5, -2, -2.5), "lock", theme.text)
    painter.restore()
