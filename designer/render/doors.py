"""Paints the doors of a room in its walls: the opening, the leaf and the way that it swings."""

from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from designer.model.design import Passage, Room
from designer.model.outline import box_of, wall_place
from designer.render.lettering import CENTRE, draw_text, letter_size
from designer.render.theme import Theme

DOOR_WORDS: Final = "door of the room"
"""What the opening in a wall means, for a legend."""
USUAL_DOOR_MM: Final = 1200
"""How wide a door is drawn whose width nobody states."""
_NAME_FROM: Final = 36.0
"""Width of an opening, in nominal pixels, from which its name is written."""
_QUARTER: Final = 90 * 16


def doors_in_walls(room: Room) -> tuple[Passage, ...]:
    """Return the doors that have a place on the plan."""
    return tuple(one for one in room.passages if one.kind == "door" and one.wall)


def paint_doors(
    painter: QPainter, transform: QTransform, room: Room, theme: Theme, px: float
) -> None:
    """Paint every door that stands in a wall; `transform` maps mm of the room to the device."""
    if len(room.outline) < 3:
        return
    for door in doors_in_walls(room):
        hinge, latch, inwards = _opening(door, room)
        _paint_door(
            painter, transform.map(hinge), transform.map(latch), transform.map(hinge + inwards),
            door.name or door.id, theme, px,
        )  # fmt: skip


def _opening(door: Passage, room: Room) -> tuple[QPointF, QPointF, QPointF]:
    """Return both ends of an opening, and the leaf when it stands open, as a step, in mm."""
    wide = door.width_mm or USUAL_DOOR_MM
    left, top, _, _ = box_of(room.outline)
    sideways = door.wall in ("left", "right")
    begin = (top if sideways else left) + door.at_mm
    wall = wall_place(room.outline, door.wall, begin, begin + wide)
    turn = -1 if door.opens == "out" else 1
    if sideways:
        inwards = QPointF(turn * (wide if door.wall == "left" else -wide), 0)
        start, end = QPointF(wall, begin), QPointF(wall, begin + wide)
    else:
        inwards = QPointF(0, turn * (wide if door.wall == "top" else -wide))
        start, end = QPointF(begin, wall), QPointF(begin + wide, wall)
    return (start, end, inwards) if door.hinge == "start" else (end, start, inwards)


def _paint_door(
    painter: QPainter, hinge: QPointF, latch: QPointF, leaf: QPointF, name: str, theme: Theme,
    px: float,
) -> None:  # fmt: skip
    wide = QLineF(hinge, latch).length()
    ground = QPen(QColor(theme.canvas), 4 * px)
    ground.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(ground)
    painter.drawLine(QLineF(hinge, latch))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.text if theme.is_print else theme.dim), 1.4 * px))
    painter.drawLine(QLineF(hinge, leaf))
    painter.setPen(QPen(QColor(theme.dim), 0.8 * px))
    around = QRectF(hinge.x() - wide, hinge.y() - wide, 2 * wide, 2 * wide)
    start, turn = _angle(hinge, latch), _angle(hinge, leaf) - _angle(hinge, latch)
    turn = (turn + 180) % 360 - 180
    painter.drawArc(around, round(start * 16), _QUARTER if turn > 0 else -_QUARTER)
    if wide >= _NAME_FROM * px:
        square = QRectF(hinge, QPointF(latch.x() + leaf.x() - hinge.x(),
                                       latch.y() + leaf.y() - hinge.y())).normalized()  # fmt: skip
        size = letter_size(9 * px, square.height(), theme, px)
        draw_text(
            painter, square.adjusted(3 * px, 0, -3 * px, 0), name, size, theme.dim, 500, CENTRE
        )


def _angle(start: QPointF, end: QPointF) -> float:
    """Return the direction of a line in degrees, anticlockwise from the right, as arcs count."""
    return QLineF(start, end).angle()
