"""Paints the ground of the floor: tiles and walls of the room, or of the halls that stand on it."""

from bisect import bisect
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from designer.model.design import Design, Hall, Room
from designer.model.outline import Corners, is_rectangle
from designer.render.lettering import draw_text, letter_size, text_width
from designer.render.theme import Theme
from designer.render.tile_lines import pitch_lines

_NAME_EM: Final = 13.0
_ROOM_OF_EM: Final = 1.5
"""What a name takes above the wall of its hall, in its em."""

TileLines = tuple[list[int], list[int]]
"""Where lines between tiles lie along both walls, in mm."""


def tile_lines(room: Room) -> TileLines:
    """Return where the lines between tiles lie along both walls, in mm."""
    xs, ys = [x for x, _ in room.outline], [y for _, y in room.outline]
    x0, y0 = room.tile_origin
    return (
        pitch_lines(min(xs), max(xs), room.tile_mm, x0),
        pitch_lines(min(ys), max(ys), room.tile_mm, y0),
    )


def paint_ground(
    painter: QPainter,
    transform: QTransform,
    design: Design,
    theme: Theme,
    px: float,
    exposed: QRectF | None,
    lines: TileLines | None,
) -> None:
    """Paint the tiles, unless there are no lines between them, and the walls."""
    room, halls = design.room, [hall for hall in design.halls if len(hall.outline) > 2]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    if lines is not None:
        _paint_tiles(painter, transform, design, theme, px, exposed, lines)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # Around halls the outline of the room is the edge of their ground, and no wall.
    wall = Qt.PenStyle.DashLine if halls else Qt.PenStyle.SolidLine
    painter.setPen(QPen(QColor(theme.text if theme.is_print else theme.faint), 2 * px, wall))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(_polygon(transform, room.outline))
    for hall in halls:
        _paint_hall(painter, transform, hall, theme, px, exposed)


def _paint_tiles(
    painter: QPainter,
    transform: QTransform,
    design: Design,
    theme: Theme,
    px: float,
    exposed: QRectF | None,
    lines: TileLines,
) -> None:
    room = design.room
    across, along = lines
    if exposed is not None:
        seen = transform.inverted()[0].mapRect(exposed.adjusted(-1, -1, 1, 1))
        across = across[bisect(across, seen.left()) : bisect(across, seen.right())]
        along = along[bisect(along, seen.top()) : bisect(along, seen.bottom())]
    left, right = min(x for x, _ in room.outline), max(x for x, _ in room.outline)
    top, low = min(y for _, y in room.outline), max(y for _, y in room.outline)
    found = [QLineF(x, top, x, low) for x in across]
    found += [QLineF(left, y, right, y) for y in along]
    painter.setPen(QPen(QColor(theme.grid), 0.6 * px if theme.is_print else 0))
    painter.save()
    floors = [hall.outline for hall in design.halls if len(hall.outline) > 2]
    if floors or not is_rectangle(room.outline):
        floor = QPainterPath()
        for outline in floors or [room.outline]:
            floor.addPolygon(_polygon(transform, outline))
        painter.setClipPath(floor, Qt.ClipOperation.IntersectClip)
    painter.drawLines([transform.map(line) for line in found])
    painter.restore()


def _paint_hall(
    painter: QPainter,
    transform: QTransform,
    hall: Hall,
    theme: Theme,
    px: float,
    exposed: QRectF | None,
) -> None:
    """Paint the walls of a hall, and its name above them where there is room for it."""
    walls = _polygon(transform, hall.outline)
    box, name = walls.boundingRect(), hall.name or hall.id
    size = letter_size(_NAME_EM * px, box.height(), theme, px)
    place = QRectF(box.left(), box.top() - _ROOM_OF_EM * size, box.width(), _ROOM_OF_EM * size)
    if exposed is not None and not exposed.intersects(box.united(place).adjusted(-2, -2, 2, 2)):
        return
    painter.setPen(QPen(QColor(theme.text if theme.is_print else theme.dim), 2 * px))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(walls)
    if size and text_width(name, size, 600) <= box.width():
        draw_text(painter, place, name, size, theme.text if theme.is_print else theme.dim, 600)


def _polygon(transform: QTransform, outline: Corners) -> QPolygonF:
    return transform.map(QPolygonF([QPointF(x, y) for x, y in outline]))
