"""Where the names of rows are written: for the floor's painter, and for who presses on a name.

One rule: a name stands whole at the beginning of its row, in smaller letters if need be, else
whole at its end, else shortened where there is more room; it is left out where its letters could
not be read.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QTransform

from designer.catalog.aisles import RowBand
from designer.catalog.catalog import Catalog
from designer.document.tray_plans import tray_boxes
from designer.model.layout import Layout
from designer.render.lettering import CENTRE, LEFT, RIGHT, letter_size, text_width
from designer.render.sorted_boxes import SortedBoxes
from designer.render.standing import beside_rows, rows_on_floor
from designer.render.theme import Theme

LEAST_EM: Final = 8.0
"""Nominal pixels under which names of rows and aisles on a screen cannot be read."""
_CLOSER: Final = 3.0
_MOST: Final = 60.0
"""What a name takes beside its row at most, in nominal pixels."""
_GAP: Final = 5.0
"""Between a name and its row where there is room; at least a pixel."""
_FARTHEST: Final = 240.0
"""How far beyond trays a name stands at most, in nominal pixels."""
_OVER: Final = 48.0
"""How far a name over a row reaches from it at most."""
_SHORTEST: Final = 2.2
"""Em that a shortened name needs: a letter, the ellipsis and a letter."""
_LINE: Final = 18.0


@dataclass(frozen=True, slots=True)
class Words:
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
        elif self.side == LEFT:
            box.moveLeft(self.place.left())
        return box


def named_rows(
    layout: Layout, catalog: Catalog, theme: Theme, transform: QTransform, px: float = 1.0
) -> Iterator[tuple[RowBand, Words]]:
    """Yield the rows whose names are written, with their words, in units of the device."""
    return RowLettering(layout, catalog, theme, transform, px).all()


class RowLettering:
    """The names of all rows at one scale, in units of the device; each is looked for when needed.

    Parameters
    ----------
    transform
        From mm of the room to units of the device.
    stands
        Says of a part of the floor, in mm, whether a rack that is shown stands there; None while
        all are shown. Where none of a row is, its name is not either.
    """

    def __init__(
        self, layout: Layout, catalog: Catalog, theme: Theme, transform: QTransform,
        px: float = 1.0, *, stands: Callable[[QRectF], bool] | None = None,
    ) -> None:  # fmt: skip
        self._layout, self._theme = layout, theme
        self._px, self._scale = px, abs(transform.m11())
        self._names = {row.id: row.name or row.id for row in layout.design.rows}
        self._bands = rows_on_floor(layout, catalog)
        self._stands = stands
        self._beside = beside_rows(layout, catalog)
        self._boxes = [
            transform.mapRect(QRectF(b.left, b.top, b.right - b.left, b.bottom - b.top))
            for b in self._bands
        ]
        self._trays = CrossingTrays(layout, transform)
        self._words: dict[int, Words | None] = {}
        self._sorted: SortedBoxes | None = None

    def all(self) -> Iterator[tuple[RowBand, Words]]:
        """Yield the rows whose names are written, with their words."""
        return self._told(range(len(self._bands)))

    def near(self, part: QRectF) -> Iterator[tuple[RowBand, Words]]:
        """Yield those whose names may reach into a part of the drawing."""
        if self._sorted is None:
            wide, high = (_MOST + _GAP + _FARTHEST) * self._px, _OVER * self._px
            self._sorted = SortedBoxes([b.adjusted(-wide, -high, wide, high) for b in self._boxes])
        return self._told(self._sorted.touching(part))

    def _told(self, rows: Iterable[int]) -> Iterator[tuple[RowBand, Words]]:
        for at in rows:
            if at not in self._words:
                self._words[at] = self._words_of(at)
            words = self._words[at]
            if words is not None:
                yield self._bands[at], words

    def _words_of(self, at: int) -> Words | None:
        band, beside, px = self._bands[at], self._beside[at], self._px
        name = self._names.get(band.row, "") if band.named else ""
        if not name or not self._is_shown(band):
            return None
        words = self._named(at, name)
        short = self._layout.name_in_hall(name)
        if short and (words is None or text_width(name, words.size, 600) > words.place.width()):
            # The name of the hall stands on its wall.
            words = self._named(at, short) or words
        return words and self._trays.off(words, beside.start * self._scale, px)

    def _is_shown(self, band: RowBand) -> bool:
        box = QRectF(band.left, band.top, band.right - band.left, band.bottom - band.top)
        return self._stands is None or self._stands(box.adjusted(1, 1, -1, -1))

    def _named(self, at: int, name: str) -> Words | None:
        band, beside, px = self._bands[at], self._beside[at], self._px
        if self._theme.is_print:
            return _on_paper(self._boxes[at], band.rotation, name, self._theme, px)
        free = (beside.start * self._scale, beside.end * self._scale)
        return _on_screen(self._boxes[at], band.rotation, name, free, px)


class CrossingTrays:
    """The trays that run up and down, beyond which a name may have to stand."""

    def __init__(self, layout: Layout, transform: QTransform) -> None:
        boxes = (
            transform.mapRect(QRectF(left, top, right - left, bottom - top))
            for tray in layout.design.trays
            for left, top, right, bottom in tray_boxes(tray)
        )
        upright = (box for box in boxes if box.height() > box.width())
        self._boxes = sorted(upright, key=lambda box: box.right())
        self._rights = [box.right() for box in self._boxes]
        self._widest = max((box.width() for box in self._boxes), default=0.0)

    def off(self, words: Words, free: float, px: float) -> Words:
        """Return a name before a row beyond the trays that hang there, where there is room.

        Parameters
        ----------
        free
            What lies free before the row, in units of the device.
        """
        if words.side != RIGHT:
            return words
        box, moved = words.box, words.box
        first = bisect_left(self._rights, box.left() - _FARTHEST * px)
        last = bisect_right(self._rights, box.right() + self._widest)
        for tray in reversed(self._boxes[first:last]):
            if tray.intersects(moved):
                moved = moved.translated(tray.left() - 3 * px - moved.right(), 0)
        by = moved.right() - box.right()
        if not by or -by > _FARTHEST * px or -by + box.width() + _GAP * px > free:
            return words
        return replace(words, place=words.place.translated(by, 0))


def _em(name: str, room: float, px: float) -> float:
    return (13 if len(name) == 1 and room >= 13 * px else 11) * px


def _on_paper(box: QRectF, rotation: int, name: str, theme: Theme, px: float) -> Words | None:
    """Return the name of a row on paper, which is not zoomed.

    A name gets small before it goes, and stays off the next row's racks.
    """
    lying = rotation in (0, 180)
    # The name stands beside the row, so what bounds it is how far the row reaches across.
    room = box.height() if lying else box.width()
    size = letter_size(min(_em(name, room, px), room * 0.75), room, theme, px)
    if not size:
        return None
    if lying:
        place = QRectF(box.left() - (_GAP + _MOST) * px, box.top(), _MOST * px, box.height())
    else:
        place = _over(box, box.top() - 4 * px, px)
    return Words(name, size, place.translated(_CLOSER * px, 0), RIGHT if lying else CENTRE)


def _on_screen(
    box: QRectF, rotation: int, name: str, free: tuple[float, float], px: float
) -> Words | None:
    lying = rotation in (0, 180)
    room = box.height() if lying else box.width()
    size = min(_em(name, room, px), room // px * px)
    if size < LEAST_EM * px:
        return None
    if not lying:
        return _at_upright_row(box, name, size, free, px)
    wide = text_width(name, size, 600)
    while size > LEAST_EM * px and wide > free[0] - 2 * px:
        # Smaller letters rather than another place than the rows beside it have.
        size -= px
        wide = text_width(name, size, 600)
    # A pixel is left at either side.
    spaces = [min(space - 2 * px, _MOST * px) for space in free]
    fitting = [at for at in (0, 1) if spaces[at] >= wide]
    at = fitting[0] if fitting else max((0, 1), key=spaces.__getitem__)
    if spaces[at] < min(wide, _SHORTEST * size):
        return None
    gap = min(_GAP * px, max(px, free[at] - min(wide, spaces[at]) - px))
    taken = min(_MOST * px, free[at] - gap - px)
    left = box.right() + gap if at else box.left() - gap - taken
    return Words(name, size, QRectF(left, box.top(), taken, box.height()), LEFT if at else RIGHT)


def _at_upright_row(
    box: QRectF, name: str, size: float, free: tuple[float, float], px: float
) -> Words | None:
    """Return the name over a row that runs up and down, or under it."""
    needed = size * 1.3
    if free[0] >= needed:
        bottom = box.top() - min(4 * px, free[0] - needed)
        return Words(name, size, _over(box, bottom, px, min(_LINE * px, free[0])))
    if free[1] >= needed:
        high = min(_LINE * px, free[1])
        top = box.bottom() + min(4 * px, free[1] - needed)
        return Words(name, size, _over(box, top + high, px, high))
    return None


def _over(box: QRectF, bottom: float, px: float, high: float = 0.0) -> QRectF:
    """Return a line over a box that ends at a height, somewhat wider than the box."""
    high = high or _LINE * px
    return QRectF(box.left() - 30 * px, bottom - high, box.width() + 60 * px, high)
