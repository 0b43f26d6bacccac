"""The look of what comes in a later stage: an empty dashed outline with its name."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.render.fonts import font
from designer.render.theme import Theme

_LEAST_PX: Final = 12.0
"""Height of a thing on the screen from which its name is written."""


_LEAST_DASHED_PX: Final = 6.0
"""Of a thing on the screen; of a smaller one dashes would show no outline."""


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
    paint_all_later(painter, ((box, name),), theme, ground=ground)


def paint_all_later(
    painter: QPainter, things: Sequence[tuple[QRectF, str]], theme: Theme, *, ground: str = ""
) -> None:
    """Paint many at once, boxes in units of the device with their names; each as if alone."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(QColor(ground or theme.canvas))
    pen = QPen(QColor(theme.dim), 1.2)
    boxes = [box.adjusted(0.6, 0.6, -0.6, -0.6) for box, _ in things]
    for is_small in (True, False):
        alike = [box for box in boxes if is_small is (_least(box) < _LEAST_DASHED_PX)]
        if alike:
            pen.setStyle(Qt.PenStyle.SolidLine if is_small else Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawRects(alike)
    named = [(box, name) for box, name in things if name and box.height() >= _LEAST_PX]
    if named:
        painter.setFont(font(9, 500))
        painter.setPen(QColor(theme.dim))
        metrics = painter.fontMetrics()
    for box, name in named:
        words = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, int(box.width() - 4))
        if words != "…":
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()


def _least(box: QRectF) -> float:
    return min(box.width(), box.height())
