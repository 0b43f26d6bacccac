"""Paints what stands upstream of the racks on a plan: boxes with their sign, and runs."""

from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from designer.catalog.plant_places import Pipe, Plant
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.one_line_painter import paint_sign
from designer.render.theme import METHOD_COLOURS, Theme

_MOST_PX: Final = 11.0
_LEAST_PX: Final = 5.0
_TAP_MM: Final = 600
"""Distance of the ticks across a run: taps of busways are made every 600 mm or less."""


def paint_plant(
    painter: QPainter, transform: QTransform, plant: Plant, theme: Theme, px: float
) -> None:
    """Paint one thing with a place on the floor, in units of the device.

    Parameters
    ----------
    transform
        From mm of the room to the device.
    """
    left, top, right, bottom = plant.box
    box = transform.mapRect(QRectF(left, top, right - left, bottom - top))
    if plant.is_run:
        _paint_run(painter, box, transform.m11(), plant, theme, px)
    else:
        _paint_box(painter, box, plant, theme, px)


def paint_pipe(
    painter: QPainter, transform: QTransform, pipe: Pipe, theme: Theme, px: float
) -> None:
    """Paint the pipes of a loop: supply as a full line, return as a dashed one, and its name."""
    left, top, right, bottom = pipe.box
    box = transform.mapRect(QRectF(left, top, right - left, bottom - top))
    colour = QColor(theme.text if theme.is_print else METHOD_COLOURS["direct-to-chip"])
    half = min(box.width(), box.height()) / 4
    inner = box.adjusted(half, half, -half, -half)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pairs = (
        (QLineF(inner.topLeft(), inner.topRight()), QLineF(inner.bottomLeft(), inner.bottomRight()))
        if box.width() >= box.height()
        else (
            QLineF(inner.topLeft(), inner.bottomLeft()),
            QLineF(inner.topRight(), inner.bottomRight()),
        )
    )
    for line, style in zip(pairs, (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine), strict=True):
        painter.setPen(QPen(colour, 2.0 * px, style))
        painter.drawLine(line)
    _name_run(painter, box, pipe.name, theme, px)


def _paint_box(painter: QPainter, box: QRectF, plant: Plant, theme: Theme, px: float) -> None:
    """Paint a cabinet; dashed where nobody states its size."""
    line = Qt.PenStyle.SolidLine if plant.sized else Qt.PenStyle.DashLine
    painter.setPen(QPen(QColor(theme.dim), 1.2 * px, line))
    painter.setBrush(QColor(theme.raised))
    painter.drawRect(box)
    edge = min(box.width() * 0.5, box.height() * 0.4, 22 * px)
    name = plant.name
    size = min(_MOST_PX * px, box.height() * 0.22)
    size *= min(1.0, 0.94 * box.width() / max(text_width(name, size, 600), 1.0))
    written = size >= max(_LEAST_PX, theme.least_px) * px
    if edge >= 8 * px:
        sign = QRectF(0, 0, edge, edge)
        lift = size * 0.8 if written else 0.0
        sign.moveCenter(QPointF(box.center().x(), box.center().y() - lift))
        paint_sign(painter, sign, plant.node.kind, QColor(theme.text))
        below = QRectF(box.left(), sign.bottom() + px, box.width(), size * 1.4)
    else:
        below = QRectF(box.left(), box.center().y() - size * 0.7, box.width(), size * 1.4)
    if written:
        draw_text(painter, below, name, size, theme.text, 600, CENTRE)


def _paint_run(
    painter: QPainter, box: QRectF, scale: float, plant: Plant, theme: Theme, px: float
) -> None:
    """Paint a run overhead: two lines, a tick for every tap, its name on them."""
    along = box.width() >= box.height()
    ground = QColor(theme.panel)
    ground.setAlphaF(0.8)
    painter.fillRect(box, ground)
    painter.setPen(QPen(QColor(theme.dim), 1.2 * px))
    lines = (
        (QLineF(box.topLeft(), box.topRight()), QLineF(box.bottomLeft(), box.bottomRight()))
        if along
        else (QLineF(box.topLeft(), box.bottomLeft()), QLineF(box.topRight(), box.bottomRight()))
    )
    painter.drawLines(lines)
    step, thick = _TAP_MM * scale, min(box.width(), box.height())
    length = max(box.width(), box.height())
    if step >= 6 * px:
        painter.setPen(QPen(QColor(theme.line), 0.8 * px))
        at = step
        while at < length:
            x, y = (box.left() + at, box.top()) if along else (box.left(), box.top() + at)
            painter.drawLine(QLineF(x, y, x, y + thick) if along else QLineF(x, y, x + thick, y))
            at += step
    _name_run(painter, box, plant.name, theme, px)


def _name_run(painter: QPainter, box: QRectF, name: str, theme: Theme, px: float) -> None:
    """Write the name of a run on it, along it, where there is room."""
    along = box.width() >= box.height()
    thick, length = min(box.width(), box.height()), max(box.width(), box.height())
    size = min(_MOST_PX * px, max(thick * 0.8, _LEAST_PX * 1.4 * px))
    wide = text_width(name, size, 600) + 6 * px
    if wide > length or size < theme.least_px * px:
        return
    painter.save()
    painter.translate(box.center())
    if not along:
        painter.rotate(-90)
    words = QRectF(-wide / 2, -size * 0.7, wide, size * 1.4)
    painter.fillRect(words, QColor(theme.panel))
    draw_text(painter, words, name, size, theme.text, 600, CENTRE)
    painter.restore()
