"""Paints the floor: room, tiles, rows, aisles, obstacles. Racks on it are `rack_top`'s."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import floor
from typing import Final

from PySide6.QtCore import QLineF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from designer.catalog.aisles import Aisle, aisles, rack_size
from designer.catalog.catalog import Catalog
from designer.catalog.plant_places import Pipe, Plant, drawn_of
from designer.model.design import Design
from designer.model.layout import Layout
from designer.render.doors import paint_doors
from designer.render.element_painter import paint_element
from designer.render.floor_ground import paint_ground, tile_lines
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.plant_painter import NameRoom, paint_pipe, paint_plant, run_em
from designer.render.row_lettering import LEAST_EM, RowLettering, Words, named_rows
from designer.render.sorted_boxes import SortedBoxes
from designer.render.standing import aisles_of, rows_on_floor, shown_aisles
from designer.render.theme import Theme

__all__ = [
    "CONTAINED_WORDS",
    "Aisle",
    "aisle_lettering",
    "aisles",
    "paint_containment",
    "paint_room",
    "row_lettering",
    "rows_on_floor",
    "shown_aisles",
]

CONTAINED_WORDS: Final = "contained aisle: doors and panels"
"""What the outline of an aisle means, for a legend."""
_TILE_LEAST: Final = 5.0
_CLEARED: Final = 1.4
"""Height of the ground under the words of an aisle, in their em."""
_LINE_OF_EM: Final = 1.1
"""Height of a line of capitals and figures, in their em."""
_AISLE_EM: Final = 10.0
_BESIDE_MM: Final = 100
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
    view: QRectF | None = None,
) -> None:
    """Paint what lies under the racks: tiles, walls, obstacles, doors, aisles, names of rows.

    The painter's transform maps mm of the room to the device; text and lines are made in units of
    the device.

    Parameters
    ----------
    signs
        What will stand on the floor, in units of the device: words of aisles keep off it.
    view
        What is seen of the floor, in units of the device: words of aisles stand there. None for
        all.
    """
    transform = painter.worldTransform()
    room = RoomPicture(
        layout, catalog, theme, transform, design=design, px=px, tiles=tiles, signs=signs, view=view
    )
    painter.save()
    painter.setWorldTransform(QTransform())
    room.paint(painter)
    painter.restore()


class RoomPicture:
    """The room under the racks at one scale: where what is written is looked for once.

    Parameters
    ----------
    transform
        From mm of the room to units of the device.
    design
        Whose room and plant; that of the layout if None.
    px, tiles, signs, view
        As those of `paint_room`.
    stands
        Says of a part of the floor, in mm, whether a rack that is shown stands there; None while
        all are shown. Rows and aisles of which none is are not shown either.
    looked
        The design whose racks make the aisles, as of the stage that is looked at; that of the
        layout if None.
    """

    def __init__(
        self,
        layout: Layout,
        catalog: Catalog,
        theme: Theme,
        transform: QTransform,
        *,
        design: Design | None = None,
        px: float = 1.0,
        tiles: bool = True,
        signs: Sequence[QRectF] = (),
        view: QRectF | None = None,
        stands: Callable[[QRectF], bool] | None = None,
        looked: Design | None = None,
    ) -> None:
        self._design = design = layout.design if design is None else design
        self._theme, self._transform, self._px = theme, transform, px
        self._view = view
        shown = tiles and design.room.tile_mm * abs(transform.m11()) >= _TILE_LEAST * px
        self._lines = tile_lines(design.room) if shown else None
        self._aisles = tuple(
            aisle
            for aisle in aisles_of(layout.design if looked is None else looked, catalog)
            if stands is None or stands(_beside_aisle(aisle))
        )
        self._size = aisle_em(self._aisles, transform, theme, px)
        self._plant = tuple(drawn_of(design, catalog))
        self._kept_off = (*signs, *_covered(self._plant, transform, theme, px))
        self.names = RowLettering(layout, catalog, theme, transform, px, stands=stands)
        """The rows whose names are written, with their words."""
        self._boxes = [_aisle_box(transform, aisle) for aisle in self._aisles]
        around = _around(self._size, px)
        self._reach = SortedBoxes([box.adjusted(*around) for box in self._boxes])
        self._words: dict[Aisle, Words] = {}
        self._name_room: NameRoom | None = None
        if self._plant:
            standing = _standing(design, self._plant, catalog, transform)
            self._name_room = NameRoom(standing, view)

    def paint(self, painter: QPainter, exposed: QRectF | None = None) -> None:
        """Paint the room, or a part of it; the painter works in units of the device."""
        transform, theme, px, room = self._transform, self._theme, self._px, self._design.room
        painter.save()
        paint_ground(painter, transform, self._design, theme, px, exposed, self._lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for element in room.obstacles:
            paint_element(painter, transform, element, theme, px)
        paint_doors(painter, transform, room, theme, px)
        touched = range(len(self._aisles)) if exposed is None else self._reach.touching(exposed)
        for at in touched:
            aisle = self._aisles[at]
            seen = _seen_box(transform, aisle, self._view)
            words = self._words_in(aisle)
            _paint_aisle(painter, self._boxes[at], seen, aisle, words, theme, px)
        for _, words in self.names.all() if exposed is None else self.names.near(exposed):
            if exposed is None or exposed.intersects(words.place.adjusted(*_around(words.size, 0))):
                draw_text(painter, words.place, words.text, words.size, theme.dim, 600, words.side)
        for one in self._plant:
            box = transform.mapRect(_box_of(one))
            em = run_em(box, theme, px) * 2
            if exposed is not None and not exposed.intersects(box.adjusted(-em, -em, em, em)):
                continue
            if isinstance(one, Pipe):
                paint_pipe(painter, transform, one, theme, px, self._name_room)
            else:
                paint_plant(painter, transform, one, theme, px, self._name_room)
        painter.restore()

    def differing(self, before: "RoomPicture", moved: Sequence[QRectF]) -> list[QRectF] | None:
        """Return what looks different since another picture at the same scale; None for all of it.

        Parameters
        ----------
        moved
            Where something stands or stood that was put elsewhere.
        """
        mine, its = ((one.room, one.halls) for one in (self._design, before._design))
        if mine != its or self._theme is not before._theme:
            return None
        found = [*moved]
        parts, others = self._parts(), before._parts()
        found += [box for part, box in parts.items() if part not in others]
        found += [box for part, box in others.items() if part not in parts]
        for one in self._plant if moved else ():
            # Its name may stand elsewhere now.
            box = self._transform.mapRect(_box_of(one))
            if one.is_run and any(box.intersects(part) for part in moved):
                em = run_em(box, self._theme, self._px) * 2
                found.append(box.adjusted(-em, -em, em, em))
        return found

    def _parts(self) -> dict[object, QRectF]:
        """Return what is painted under the racks besides the room, with what it covers."""
        parts: dict[object, QRectF] = {}
        for aisle in self._aisles:
            words = self._words_in(aisle)
            box = _aisle_box(self._transform, aisle)
            written = (words.text, words.size, words.place.getRect())
            parts[aisle, written] = box.adjusted(*_around(self._size, self._px))
        for band, words in self.names.all():
            written = (words.text, words.size, words.place.getRect())
            parts[band.row, words.side, written] = words.place.adjusted(*_around(words.size, 0))
        for one in self._plant:
            box = self._transform.mapRect(_box_of(one))
            em = run_em(box, self._theme, self._px) * 2
            parts[one] = box.adjusted(-em, -em, em, em)
        return parts

    def _words_in(self, aisle: Aisle) -> Words:
        words = self._words.get(aisle)
        if words is None:
            seen = _seen_box(self._transform, aisle, self._view)
            words = self._words[aisle] = _aisle_words(
                seen, aisle, self._size, self._kept_off, is_print=self._theme.is_print
            )
        return words


def _beside_aisle(aisle: Aisle) -> QRectF:
    """Return an aisle with where the racks that make it stand, in mm."""
    box = QRectF(aisle.x_mm, aisle.y_mm, aisle.width_mm, aisle.depth_mm)
    dx, dy = (0, _BESIDE_MM) if aisle.across else (_BESIDE_MM, 0)
    return box.adjusted(-dx, -dy, dx, dy)


def _box_of(one: Plant | Pipe) -> QRectF:
    left, top, right, bottom = one.box
    return QRectF(left, top, right - left, bottom - top)


def _around(size: float, px: float) -> tuple[float, float, float, float]:
    """Return by how much to look around a box, each way: words and lines reach beyond it."""
    by = size + _PANEL * px
    return -by, -by, by, by


def _covered(
    plant: Iterable[Plant | Pipe], transform: QTransform, theme: Theme, px: float
) -> Iterator[QRectF]:
    """Yield what plant covers of the floor with the names of its runs, in units of the device."""
    for one in plant:
        left, top, right, bottom = one.box
        box = transform.mapRect(QRectF(left, top, right - left, bottom - top))
        over = (run_em(box, theme, px) * 1.4 - min(box.width(), box.height())) / 2
        by = max(0.0, over) if one.is_run else 0.0
        along = box.width() >= box.height()
        yield box.adjusted(0, -by, 0, by) if along else box.adjusted(-by, 0, by, 0)


def _standing(
    design: Design, plant: Iterable[Plant | Pipe], catalog: Catalog, transform: QTransform
) -> tuple[QRectF, ...]:
    """Return what is painted over runs: racks, and plant that stands; in units of the device."""
    racks = (QRectF(rack.x_mm, rack.y_mm, *rack_size(rack, catalog)) for rack in design.racks)
    boxes = (
        QRectF(left, top, right - left, bottom - top)
        for left, top, right, bottom in (one.box for one in plant if not one.is_run)
    )
    return tuple(map(transform.mapRect, (*racks, *boxes)))


def aisle_lettering(
    layout: Layout,
    catalog: Catalog,
    theme: Theme,
    transform: QTransform,
    px: float,
    *,
    signs: Sequence[QRectF] = (),
    view: QRectF | None = None,
) -> tuple[QRectF, ...]:
    """Return where `paint_room` writes names of aisles, in units of the device.

    Parameters
    ----------
    signs, view
        As those of `paint_room`.
    """
    aisles = shown_aisles(layout, catalog)
    size = aisle_em(aisles, transform, theme, px)
    plant = drawn_of(layout.design, catalog)
    signs = (*signs, *_covered(plant, transform, theme, px))
    found = []
    for aisle in aisles:
        box = _seen_box(transform, aisle, view)
        words = _aisle_words(box, aisle, size, signs, is_print=theme.is_print)
        if words.text:
            along = _along_aisle(box, aisle)
            found.append(along.mapRect(words.box))
    return tuple(found)


def row_lettering(
    layout: Layout, catalog: Catalog, theme: Theme, transform: QTransform, px: float
) -> tuple[QRectF, ...]:
    """Return where `paint_room` writes names of rows, in units of the device."""
    return tuple(words.box for _, words in named_rows(layout, catalog, theme, transform, px))


def _paint_aisle(
    painter: QPainter,
    box: QRectF,
    seen: QRectF,
    aisle: Aisle,
    words: Words,
    theme: Theme,
    px: float,
) -> None:
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
    painter.save()
    painter.setTransform(_along_aisle(seen, aisle), combine=True)
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


def _seen_box(transform: QTransform, aisle: Aisle, view: QRectF | None) -> QRectF:
    box = _aisle_box(transform, aisle)
    return box if view is None else box.intersected(view)


def _along_aisle(box: QRectF, aisle: Aisle) -> QTransform:
    """Return the way to the middle of an aisle, turned so that lines run along it."""
    turn = QTransform.fromTranslate(box.center().x(), box.center().y())
    return turn if aisle.across else turn.rotate(-90)


def aisle_em(aisles: Sequence[Aisle], transform: QTransform, theme: Theme, px: float) -> float:
    """Return the em of the names of all aisles of a floor, 0 where none is written.

    The narrowest decides: names in some aisles only would say that the others have none. Paper is
    not zoomed, and there each aisle has what it has room for.
    """
    if theme.is_print or not aisles:
        return _AISLE_EM * px
    narrowest = min(aisle.clear_mm for aisle in aisles) * abs(transform.m11())
    em = min(_AISLE_EM, floor(narrowest / px / _LINE_OF_EM))
    return em * px if em >= LEAST_EM else 0.0


def _aisle_words(
    box: QRectF,
    aisle: Aisle,
    size: float,
    signs: Sequence[QRectF] = (),
    *,
    is_print: bool,
) -> Words:
    """Return what is written into an aisle, seen from the middle of its box and along it."""
    if not size:
        return Words("", size, QRectF())
    wide, high = box.width(), box.height()
    if not aisle.across:
        wide, high = high, wide
    fitting = [text for text in aisle.labels if text_width(text, size, 600) <= wide]
    if high < size * (_CLEARED if is_print else _LINE_OF_EM) or not fitting:
        return Words("", size, QRectF(-wide / 2, -high / 2, wide, high))
    back = _along_aisle(box, aisle).inverted()[0]
    near = [back.mapRect(sign) for sign in signs if sign.intersects(box)]
    if not near:
        return Words(fitting[0], size, QRectF(-wide / 2, -high / 2, wide, high))
    places = (_free_place(text, size, QSizeF(wide, high), near) for text in fitting)
    return next((words for words in places if words), Words("", size, QRectF()))


def _free_place(text: str, size: float, aisle: QSizeF, signs: Sequence[QRectF]) -> Words | None:
    """Return where a text stands along an aisle that no sign covers, nearest to its middle."""
    long, high = text_width(text, size, 600) + size, size * _CLEARED
    room = max(0.0, (aisle.width() - long) / 2)
    lift = max(0.0, (aisle.height() - high) / 2)
    steps = int(room / size)
    for shift in sorted((n * size for n in range(-steps, steps + 1)), key=abs):
        for rise in (0.0, -lift / 2, lift / 2, -lift, lift):
            place = QRectF(shift - long / 2, rise - high / 2, long, high)
            if not any(place.intersects(sign) for sign in signs):
                return Words(text, size, place)
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
