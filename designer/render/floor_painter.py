"""Paints the floor: room, tiles, rows, aisles, obstacles. Racks on it are `rack_top`'s."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform

from designer.catalog.aisles import Aisle, RowBand, aisles, rack_size, rows_and_aisles
from designer.catalog.catalog import Catalog
from designer.model.design import Design, Obstacle, Room
from designer.model.layout import Layout
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, RIGHT, draw_text, letter_size, text_width
from designer.render.theme import Theme
from designer.render.tile_lines import pitch_lines

__all__ = [
    "CONTAINED_WORDS",
    "OBSTACLE_WORDS",
    "Aisle",
    "aisle_lettering",
    "aisles",
    "lettering",
    "paint_containment",
    "paint_obstacle",
    "paint_room",
    "row_lettering",
    "row_name_place",
    "rows_on_floor",
    "shown_aisles",
]

CONTAINED_WORDS: Final = "contained aisle: doors and panels"
"""What the outline of an aisle means, for a legend."""
OBSTACLE_WORDS: Final = "nothing can stand here"
"""What the hatch of an obstacle means."""
_TILE_LEAST: Final = 5.0
_CLOSER: Final = 3.0
_CLEARED: Final = 1.4
"""Height of the ground under the words of an aisle, in their em."""
_PANEL: Final = 2.0
"""Width of what closes a contained aisle."""


def floor_box(design: Design, catalog: Catalog) -> QRectF:
    """Return the bounding box of the room and of all that stands in it or beyond it, in mm."""
    xs = [x for x, _ in design.room.outline]
    ys = [y for _, y in design.room.outline]
    box = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    for rack in design.racks:
        width, depth = rack_size(rack, catalog)
        box = box.united(QRectF(rack.x_mm, rack.y_mm, width, depth))
    return box


def paint_room(
    painter: QPainter,
    design: Design,
    layout: Layout,
    catalog: Catalog,
    theme: Theme,
    pixels_per_mm: float,
    *,
    px: float = 1.0,
    tiles: bool = True,
    signs: Sequence[QRectF] = (),
) -> None:
    """Paint what lies under the racks: tiles, walls, obstacles, aisles, names of rows.

    The painter's transform maps mm of the room to the device; text and lines are made in units of
    the device. What follows from where racks stand is worked out once per layout.

    Parameters
    ----------
    signs
        What will stand on the floor, in units of the device: words of aisles keep off it.
    """
    transform = painter.worldTransform()
    painter.save()
    painter.setWorldTransform(QTransform())
    _paint_floor(painter, transform, design.room, theme, px, tiles=tiles)
    bands, found = _derived(_SameLayout(layout, catalog))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for obstacle in design.room.obstacles:
        _paint_obstacle(painter, transform, obstacle, theme, px)
    for aisle in found:
        _paint_aisle(painter, transform, aisle, theme, px, signs)
    names = _row_names(design)
    for band in bands:
        if not band.named:
            continue
        words = _row_words(transform, band, names.get(band.row, ""), theme, px)
        draw_text(painter, words.place, words.text, words.size, theme.dim, 600, words.side)
    painter.restore()


def lettering(
    layout: Layout, catalog: Catalog, theme: Theme, transform: QTransform, px: float
) -> tuple[QRectF, ...]:
    """Return where `paint_room` writes names of rows and aisles, in units of the device."""
    rows = row_lettering(layout, catalog, theme, transform, px)
    return rows + aisle_lettering(layout, catalog, theme, transform, px)


def aisle_lettering(
    layout: Layout, catalog: Catalog, _theme: Theme, transform: QTransform, px: float
) -> tuple[QRectF, ...]:
    """Return where `paint_room` writes names of aisles beside no sign, in units of the device."""
    found = (
        (_aisle_words(transform, aisle, px), _along_aisle(_aisle_box(transform, aisle), aisle))
        for aisle in _derived(_SameLayout(layout, catalog))[1]
    )
    return tuple(along.mapRect(words.box) for words, along in found if words.text)


def row_lettering(
    layout: Layout, catalog: Catalog, theme: Theme, transform: QTransform, px: float
) -> tuple[QRectF, ...]:
    """Return where `paint_room` writes names of rows, in units of the device."""
    names = _row_names(layout.design)
    rows = (
        _row_words(transform, band, names.get(band.row, ""), theme, px)
        for band in _derived(_SameLayout(layout, catalog))[0]
        if band.named
    )
    return tuple(words.box for words in rows if words.text)


def rows_on_floor(layout: Layout, catalog: Catalog) -> tuple[RowBand, ...]:
    """Return the boxes of the rows as `paint_room` paints them: worked out once per layout."""
    return _derived(_SameLayout(layout, catalog))[0]


def shown_aisles(layout: Layout, catalog: Catalog) -> tuple[Aisle, ...]:
    """Return the aisles as `paint_room` paints them: worked out once per layout."""
    return _derived(_SameLayout(layout, catalog))[1]


@dataclass(frozen=True, slots=True)
class _Words:
    """A line of text and the box it is aligned in; no text where it does not fit."""

    text: str
    size: float
    place: QRectF
    side: Qt.AlignmentFlag = CENTRE

    @property
    def box(self) -> QRectF:
        """What the letters take of the place."""
        wide = min(text_width(self.text, self.size, 600), self.place.width())
        box = QRectF(0, 0, wide, self.size)
        box.moveCenter(self.place.center())
        if self.side == RIGHT:
            box.moveRight(self.place.right())
        return box


class _SameLayout:
    """A cache key by identity: layouts are never changed, and hashing a design would walk it."""

    def __init__(self, layout: Layout, catalog: Catalog) -> None:
        self.layout, self.catalog = layout, catalog

    def __hash__(self) -> int:
        return id(self.layout)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _SameLayout)
            and other.layout is self.layout
            and other.catalog is self.catalog
        )


@lru_cache(maxsize=4)
def _derived(key: _SameLayout) -> tuple[tuple[RowBand, ...], tuple[Aisle, ...]]:
    return rows_and_aisles(key.layout.design, key.catalog)


def _paint_floor(
    painter: QPainter, transform: QTransform, room: Room, theme: Theme, px: float, *, tiles: bool
) -> None:
    outline = transform.map(QPolygonF([QPointF(x, y) for x, y in room.outline]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    if tiles and room.tile_mm * abs(transform.m11()) >= _TILE_LEAST * px:
        xs = [x for x, _ in room.outline]
        ys = [y for _, y in room.outline]
        across = pitch_lines(min(xs), max(xs), room.tile_mm)
        along = pitch_lines(min(ys), max(ys), room.tile_mm)
        lines = [QLineF(x, min(ys), x, max(ys)) for x in across]
        lines += [QLineF(min(xs), y, max(xs), y) for y in along]
        painter.setPen(QPen(QColor(theme.grid), 0.6 * px if theme.is_print else 0))
        painter.drawLines([transform.map(line) for line in lines])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.text if theme.is_print else theme.faint), 2 * px))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(outline)


def _paint_obstacle(
    painter: QPainter, transform: QTransform, obstacle: Obstacle, theme: Theme, px: float
) -> None:
    box = transform.mapRect(
        QRectF(obstacle.x_mm, obstacle.y_mm, obstacle.width_mm, obstacle.depth_mm)
    )
    paint_obstacle(painter, box, theme, px)
    if obstacle.name and box.height() > 12 * px:
        size = letter_size(9 * px, box.height(), theme, px)
        draw_text(painter, box, obstacle.name, size, theme.dim, 500, CENTRE)


def paint_obstacle(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    """Paint a place where nothing can stand."""
    painter.setPen(QPen(QColor(theme.dim), px))
    painter.setBrush(QColor(theme.canvas))
    painter.drawRect(box)
    colour = QColor(theme.line)
    style = Qt.BrushStyle.DiagCrossPattern
    paint_hatch(painter, box, style, colour, pitch=7 * px, line=0.7 * px)


def _paint_aisle(
    painter: QPainter,
    transform: QTransform,
    aisle: Aisle,
    theme: Theme,
    px: float,
    signs: Sequence[QRectF],
) -> None:
    box = _aisle_box(transform, aisle)
    colours = {"cold": theme.cold_aisle, "hot": theme.hot_aisle, "mixed": theme.grid}
    fill = QColor(colours[aisle.kind])
    if theme.is_dark:
        fill.setAlphaF(0.62)
    painter.fillRect(box, fill)
    if theme.is_print and aisle.kind == "hot":
        paint_hatch(
            painter,
            box,
            Qt.BrushStyle.BDiagPattern,
            QColor(theme.line),
            pitch=9 * px,
            line=0.5 * px,
        )
    if theme.is_print and aisle.kind == "cold":
        _paint_dots(painter, box, QColor(theme.dim), pitch=8 * px, size=0.9 * px)
    if aisle.contained:
        paint_containment(painter, box, theme, px)
    words = _aisle_words(transform, aisle, px, signs)
    painter.save()
    painter.setTransform(_along_aisle(box, aisle), combine=True)
    if theme.is_print and words.text:
        _clear(painter, words.place, words.text, words.size, theme)
    draw_text(painter, words.place, words.text, words.size, theme.dim, 600, CENTRE)
    painter.restore()


def paint_containment(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    """Paint what closes an aisle: doors at its ends, and panels where racks do not stand.

    Racks are painted over the half of the line that lies under them.
    """
    painter.setPen(QPen(QColor(theme.text if theme.is_print else theme.dim), _PANEL * px))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def _aisle_box(transform: QTransform, aisle: Aisle) -> QRectF:
    return transform.mapRect(QRectF(aisle.x_mm, aisle.y_mm, aisle.width_mm, aisle.depth_mm))


def _along_aisle(box: QRectF, aisle: Aisle) -> QTransform:
    """Return the way to the middle of an aisle, turned so that lines run along it."""
    turn = QTransform.fromTranslate(box.center().x(), box.center().y())
    return turn if aisle.across else turn.rotate(-90)


def _aisle_words(
    transform: QTransform, aisle: Aisle, px: float, signs: Sequence[QRectF] = ()
) -> _Words:
    """Return what is written into an aisle, seen from its middle and along it."""
    box, size = _aisle_box(transform, aisle), 10 * px
    wide, high = box.width(), box.height()
    if not aisle.across:
        wide, high = high, wide
    fitting = [text for text in aisle.labels if text_width(text, size, 600) <= wide]
    if high < size * _CLEARED or not fitting:
        return _Words("", size, QRectF(-wide / 2, -high / 2, wide, high))
    back = _along_aisle(box, aisle).inverted()[0]
    near = [back.mapRect(sign) for sign in signs if sign.intersects(box)]
    if not near:
        return _Words(fitting[0], size, QRectF(-wide / 2, -high / 2, wide, high))
    places = (_free_place(text, size, QSizeF(wide, high), near) for text in fitting)
    return next((words for words in places if words), _Words("", size, QRectF()))


def _free_place(text: str, size: float, aisle: QSizeF, signs: Sequence[QRectF]) -> _Words | None:
    """Return where a text stands along an aisle that no sign covers, nearest to its middle."""
    long, high = text_width(text, size, 600) + size, size * _CLEARED
    room = max(0.0, (aisle.width() - long) / 2)
    lift = max(0.0, (aisle.height() - high) / 2)
    steps = int(room / size)
    for shift in sorted((n * size for n in range(-steps, steps + 1)), key=abs):
        for rise in (0.0, -lift / 2, lift / 2, -lift, lift):
            place = QRectF(shift - long / 2, rise - high / 2, long, high)
            if not any(place.intersects(sign) for sign in signs):
                return _Words(text, size, place)
    return None


def _clear(painter: QPainter, place: QRectF, words: str, size: float, theme: Theme) -> None:
    """Clear the ground of a label: letters over dots or a hatch cannot be read on a copy."""
    wide = min(text_width(words, size, 600) + size, place.width())
    ground = QRectF(0, 0, wide, size * _CLEARED)
    ground.moveCenter(place.center())
    painter.fillRect(ground, QColor(theme.canvas))


def _paint_dots(
    painter: QPainter, box: QRectF, colour: QColor, *, pitch: float, size: float
) -> None:
    """Fill a box with a grid of dots, each as wide as `size`."""
    columns, rows = int(box.width() / pitch), int(box.height() / pitch)
    left = box.left() + (box.width() - (columns - 1) * pitch) / 2
    top = box.top() + (box.height() - (rows - 1) * pitch) / 2
    painter.setPen(QPen(colour, size))
    lines = [
        QLineF(left + i * pitch, top + j * pitch, left + i * pitch + size, top + j * pitch)
        for j in range(rows)
        for i in range(columns)
    ]
    painter.drawLines(lines)


def _row_names(design: Design) -> dict[str, str]:
    return {row.id: row.name or row.id for row in design.rows}


def _row_words(transform: QTransform, band: RowBand, name: str, theme: Theme, px: float) -> _Words:
    """Return the name of a row and where it is written."""
    box = transform.mapRect(
        QRectF(band.left, band.top, band.right - band.left, band.bottom - band.top)
    )
    # The name stands beside the row, so what bounds it is how far the row reaches across.
    room = box.height() if band.rotation in (0, 180) else box.width()
    size = (13 if len(name) == 1 and room >= 13 * px else 11) * px
    if theme.is_print:
        # Paper is not zoomed: a name gets small before it goes, and stays off the next row's racks.
        size = letter_size(min(size, room * 0.75), room, theme, px)
    if not size or (room < size and not theme.is_print):
        name = ""
    side = RIGHT if band.rotation in (0, 180) else CENTRE
    place = row_name_place(box, band.rotation, px)
    if theme.is_print:
        place.translate(_CLOSER * px, 0)
    return _Words(name, size, place, side)


def row_name_place(box: QRectF, rotation: int, px: float = 1.0) -> QRectF:
    """Return where the name of a row stands beside the row's box, both in device pixels."""
    if rotation in (0, 180):
        return QRectF(box.left() - 65 * px, box.top(), 60 * px, box.height())
    return QRectF(box.left() - 30 * px, box.top() - 22 * px, box.width() + 60 * px, 18 * px)
