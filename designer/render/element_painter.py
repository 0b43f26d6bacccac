"""Paints what stands in a room beside racks: columns, inner walls, ramps, zones."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from designer.model.design import Obstacle
from designer.model.room import ElementKind
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, LEFT, draw_text, letter_size
from designer.render.theme import Theme

OBSTACLE_WORDS: Final = "nothing can stand here"
"""What the hatch of an obstacle means."""
_SOLID_WORDS: Final = "column or wall"
_KEEP_OUT_WORDS: Final = "kept free: nothing stands here"
_CEILING_WORDS: Final = "ceiling: only what is low enough stands here"
_RAMP_WORDS: Final = "ramp, up along the arrow"
_CLEAR_WORDS: Final = "dotted: kept free around it"
_LEAST_PX: Final = 12.0
_WORDS_ABOVE: Final = ("ceiling", "ramp")
_SOLID: Final = ("column", "wall")


def element_box(transform: QTransform, one: Obstacle) -> QRectF:
    """Return what an element covers, in units of the device."""
    return transform.mapRect(QRectF(one.x_mm, one.y_mm, one.width_mm, one.depth_mm))


def paint_element(
    painter: QPainter, transform: QTransform, one: Obstacle, theme: Theme, px: float
) -> None:
    """Paint an element; the painter works in units of the device, to which `transform` leads."""
    box = element_box(transform, one)
    if one.kind in _SOLID:
        _paint_solid(painter, box, one, theme, px)
    elif one.is_solid:
        paint_obstacle(painter, box, theme, px)
    else:
        _paint_zone(painter, box, one, theme, px)
    if one.kind == "ramp":
        _paint_way_up(painter, box, theme, px)
    if one.is_solid and one.clearance_mm:
        by = one.clearance_mm
        around = QRectF(one.x_mm, one.y_mm, one.width_mm, one.depth_mm).adjusted(-by, -by, by, by)
        painter.setPen(QPen(QColor(theme.dim), px, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(transform.mapRect(around))
    if one.kind not in _SOLID:
        _write(painter, box, one, theme, px)


class RoomKey(NamedTuple):
    """A mark of what stands in a room, and its meaning; `paint` paints it into a box."""

    words: str
    paint: Callable[[QPainter, QRectF, Theme, float], None]


def room_keys(elements: Iterable[Obstacle]) -> tuple[RoomKey, ...]:
    """Return the marks that `paint_element` leaves on a plan, those that occur."""
    held = tuple(elements)
    found = {one.kind for one in held}
    keys = [RoomKey(OBSTACLE_WORDS, _key_of_obstacle)] if "obstacle" in found else []
    if found.intersection(_SOLID):
        keys.append(RoomKey(_SOLID_WORDS, partial(_key_of, "wall")))
    named = (("ramp", _RAMP_WORDS), ("keep-out", _KEEP_OUT_WORDS), ("ceiling", _CEILING_WORDS))
    keys += [RoomKey(words, partial(_key_of, kind)) for kind, words in named if kind in found]
    if any(one.is_solid and one.clearance_mm for one in held):
        keys.append(RoomKey(_CLEAR_WORDS, _key_of_clearance))
    return tuple(keys)


def _key_of(kind: ElementKind, painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    one = Obstacle(id="key", kind=kind, x_mm=0, y_mm=0, width_mm=0, depth_mm=0)
    if kind in _SOLID:
        _paint_solid(painter, box, one, theme, px)
    elif kind == "ramp":
        paint_obstacle(painter, box, theme, px)
        _paint_way_up(painter, box, theme, px)
    else:
        _paint_zone(painter, box, one, theme, px)


def _key_of_obstacle(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    paint_obstacle(painter, box, theme, px)


def _key_of_clearance(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    painter.setPen(QPen(QColor(theme.dim), px, Qt.PenStyle.DotLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def paint_obstacle(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    """Paint a place where nothing can stand."""
    painter.setPen(QPen(QColor(theme.dim), px))
    painter.setBrush(QColor(theme.canvas))
    painter.drawRect(box)
    colour = QColor(theme.line)
    style = Qt.BrushStyle.DiagCrossPattern
    paint_hatch(painter, box, style, colour, pitch=7 * px, line=0.7 * px)


def _paint_solid(painter: QPainter, box: QRectF, one: Obstacle, theme: Theme, px: float) -> None:
    """Paint a column or a wall: filled, as plans of buildings show them."""
    painter.setPen(QPen(QColor(theme.text if theme.is_print else theme.dim), px))
    painter.setBrush(QColor(theme.faint))
    if one.round:
        side = min(box.width(), box.height())
        circle = QRectF(0, 0, side, side)
        circle.moveCenter(box.center())
        painter.drawEllipse(circle)
    else:
        painter.drawRect(box)


def _paint_zone(painter: QPainter, box: QRectF, one: Obstacle, theme: Theme, px: float) -> None:
    """Paint a zone: dashed, a keep-out zone hatched one way."""
    painter.setPen(QPen(QColor(theme.dim), 1.2 * px, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)
    if one.kind == "keep-out":
        colour, style = QColor(theme.line), Qt.BrushStyle.BDiagPattern
        paint_hatch(painter, box, style, colour, pitch=9 * px, line=0.7 * px)


def _paint_way_up(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    """Paint the line along which a ramp is walked, as plans of buildings show it."""
    painter.setPen(QPen(QColor(theme.dim), 1.2 * px))
    level = box.width() >= box.height()
    middle = box.center()
    start = QPointF(box.left() + 6 * px, middle.y()) if level else QPointF(middle.x(), box.bottom())
    end = QPointF(box.right() - 6 * px, middle.y()) if level else QPointF(middle.x(), box.top())
    painter.drawLine(QLineF(start, end))
    back = QPointF(-8 * px, 0) if level else QPointF(0, 8 * px)
    aside = QPointF(0, 4 * px) if level else QPointF(4 * px, 0)
    painter.drawLine(QLineF(end, end + back + aside))
    painter.drawLine(QLineF(end, end + back - aside))


def _write(painter: QPainter, box: QRectF, one: Obstacle, theme: Theme, px: float) -> None:
    if box.height() <= _LEAST_PX * px:
        return
    words = one.called if one.kind in ("keep-out", "ceiling") else one.name
    if one.kind == "ceiling" and one.height_mm is not None:
        words = f"{words} · {one.height_mm / 1000:.2f} m clear"
    if words:
        size = letter_size(9 * px, box.height(), theme, px)
        if one.kind in _WORDS_ABOVE:
            # What stands under it, or the line that is walked, is not written over.
            line = QRectF(box.left() + 4 * px, box.top() + 2 * px, box.width() - 8 * px, 1.4 * size)
            draw_text(painter, line, words, size, theme.dim, 500, LEFT)
        else:
            draw_text(painter, box, words, size, theme.dim, 500, CENTRE)
