"""The still floor in square pictures that are kept, so that most frames copy and paint nothing.

A tile belongs to a scale and a place on the floor; scrolling shows the same tiles elsewhere, and
who zooms back finds those of before. An edit makes the part of a tile that it touches be painted
anew. While one zooms or scrolls, a frame paints tiles for a few milliseconds; what is missing then
shows the tiles of the last scale, larger or smaller, and is painted as soon as no event waits.
Once painted, a tile shows to the pixel what painting the floor directly would.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from math import ceil, floor
from time import perf_counter
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap, QRegion

from designer.ui.views.floor.ground import HEM, Ground

EDGE: Final = 240
"""Of a tile, in units of the device: whole pixels at every usual resolution."""
MOST_BYTES: Final = 64 << 20
"""Of all tiles together: about eight screens of 1920 × 1080; more on larger ones."""
FRAME_S: Final = 0.003
"""For so long a frame paints tiles while one zooms or scrolls."""
SLICE_S: Final = 0.006
"""For so long it goes on when no event waits."""
_PIXEL: Final = 4
_SCALES: Final = 4
"""So many of the last scales stand in for what is missing."""
MOST_PARTS: Final = 48
"""So many parts of the floor that changed at once are looked at one by one."""


class _Key(NamedTuple):
    scale: float
    ratio: float
    is_far: bool
    x: int
    y: int

    @property
    def box(self) -> QRect:
        return QRect(self.x * EDGE, self.y * EDGE, EDGE, EDGE)


class _Tile:
    """A picture, and what of it is to be painted anew, from the origin of the floor."""

    __slots__ = ("dirty", "is_painted", "picture")

    def __init__(self, picture: QPixmap, dirty: QRect) -> None:
        self.picture = picture
        self.dirty: QRect | None = dirty
        self.is_painted = False


class GroundTiles:
    """Keeps tiles of the floor, and paints views from them.

    Parameters
    ----------
    ground
        Who paints what a tile shows.
    most_bytes
        Memory of all tiles together.

    Attributes
    ----------
    hurries
        Whether frames may show what is not painted yet as it was at the last scale.
    painted
        How many times a tile was painted, or a part of one.
    """

    def __init__(self, ground: Ground, most_bytes: int = MOST_BYTES) -> None:
        self._ground = ground
        self._most_bytes = most_bytes
        self._tiles: OrderedDict[_Key, _Tile] = OrderedDict()
        self._at_work: tuple[_Key, Iterator[None]] | None = None
        self._changed: dict[_Key, QRect] = {}
        """What was painted of tiles and is not known to be shown, from the origin of the floor."""
        self._scales: list[float] = []
        """Those whose tiles stand in for missing ones, the last one last."""
        self._least = 0.0
        """The least scale that was shown: its tiles stay, and stand in for all of the floor."""
        self.held_bytes = 0
        self.hurries = False
        self.painted = 0

    def make_room(self, view: QSize, ratio: float) -> None:
        """Take memory for at least the tiles of a view and those around it, twice."""
        many = (view.width() // EDGE + 4) * (view.height() // EDGE + 4)
        self._most_bytes = max(MOST_BYTES, 2 * many * ceil(EDGE * ratio) ** 2 * _PIXEL)

    def forget(self) -> None:
        """Let all tiles go."""
        self._stop()
        self._tiles.clear()
        self._changed.clear()
        self._scales.clear()
        self._least = 0.0
        self.held_bytes = 0

    def keep(self, scale: float) -> None:
        """Let the tiles of all other scales go; those of the least may stand in, no more."""
        self._stop()
        for key in [key for key in self._tiles if key.scale != scale]:
            if key.scale == self._least:
                self._tiles[key].dirty = key.box
            else:
                self.held_bytes -= _bytes_of(self._tiles.pop(key))

    def damage(self, boxes: list[QRectF], *, far: bool | None = None) -> None:
        """Paint parts of the floor (in mm) anew: of tiles seen from far away, of others, or all."""
        if not boxes:
            return
        self._stop()
        around = QRectF()
        for box in boxes:
            around = around.united(box)
        if len(boxes) > MOST_PARTS:
            boxes = [around]
        for key, tile in self._tiles.items():
            if key.is_far is (not far) and far is not None:
                continue
            place = key.box
            if not _scaled(around, key.scale).intersects(place):
                continue
            for box in boxes:
                seen = _scaled(box, key.scale).intersected(place)
                if not seen.isEmpty():
                    tile.dirty = seen if tile.dirty is None else tile.dirty.united(seen)

    def paint(
        self, painter: QPainter, exposed: QRect, at: QPoint, scale: float, ratio: float,
        *, is_far: bool,
    ) -> bool:  # fmt: skip
        """Paint a part of a view; return whether all of it is as it is to be.

        Parameters
        ----------
        painter
            Paints in units of the device, without a transform.
        exposed
            The part, in units of the device.
        at
            Where the view begins on the floor, in the same units from its origin.
        """
        self._look_at(scale)
        keys = self._keys(exposed.translated(at), scale, ratio, is_far)
        open_keys = [key for key in keys if not self._is_done(key)]
        if open_keys:
            before = self._before(open_keys, at, scale) if self.hurries else []
            shown = QRegion()
            for target, _ in before:
                shown += target
            if self.hurries:
                # What would show nothing comes first; far away, to stand in would take as long,
                # but where racks must be read first.
                bare = {
                    key
                    for key in open_keys
                    if not self._is_painted(key) and _is_bare(key.box.translated(-at), shown)
                }
                open_keys.sort(key=lambda key: key not in bare)
                if is_far and (not before or self._ground.is_read(exposed.translated(at), scale)):
                    self._work([key for key in open_keys if key in bare], budget=None)
            self._work(open_keys, budget=FRAME_S if self.hurries else None)
            open_keys = [key for key in open_keys if not self._is_done(key)]
            missing = [key for key in open_keys if not self._is_painted(key)]
            if missing:
                self._paint_before(painter, missing, before, shown, at, scale)
        for key in keys:
            tile = self._tiles.get(key)
            if tile is not None and tile.is_painted:
                self._tiles.move_to_end(key)
                painter.drawPixmap(key.box.topLeft() - at, tile.picture)
        return not open_keys

    def _look_at(self, scale: float) -> None:
        """Note which scale is shown."""
        if self._scales and self._scales[-1] == scale:
            return
        self._least = min(self._least or scale, scale)
        others = [one for one in self._scales if one not in (scale, self._least)]
        before = [self._least] if self._least != scale else []
        self._scales = [*before, *others[1 - _SCALES :], scale]

    def refine(self, view: QRect, at: QPoint, scale: float, ratio: float, *, is_far: bool) -> bool:
        """Paint for a while what is missing of a view; return whether nothing is any more."""
        keys = self._missing(view.translated(at), scale, ratio, is_far)
        self._work(keys, budget=SLICE_S)
        return all(map(self._is_done, keys))

    def unseen(
        self, view: QRect, shown: QRegion, at: QPoint, scale: float, ratio: float, *, is_far: bool
    ) -> QRegion:
        """Return what of a view was painted since the last call and is to be shown yet.

        A tile is painted as a whole, also where a frame shows a part of it.

        Parameters
        ----------
        shown
            The part of the view that is being shown.
        """
        found = QRegion()
        for key, box in self._changed.items():
            if (key.scale, key.ratio, key.is_far) == (scale, ratio, is_far):
                found += box.translated(-at)
        self._changed.clear()
        return found.intersected(view).subtracted(shown)

    def fetch_around(
        self, view: QRect, at: QPoint, scale: float, ratio: float, *, is_far: bool
    ) -> bool:
        """Paint for a while what comes into view next; return whether there is nothing left.

        So most steps of scrolling find their tiles.
        """
        around = view.translated(at).adjusted(-EDGE, -EDGE, EDGE, EDGE)
        self._work(self._missing(around, scale, ratio, is_far), budget=SLICE_S)
        return not self._missing(around, scale, ratio, is_far)

    def _missing(self, box: QRect, scale: float, ratio: float, is_far: bool) -> list[_Key]:
        keys = self._keys(box, scale, ratio, is_far)
        return [key for key in keys if not self._is_done(key)]

    def _keys(self, box: QRect, scale: float, ratio: float, is_far: bool) -> list[_Key]:
        """Return the tiles of a part of the floor, from its middle out."""
        columns = range(floor(box.left() / EDGE), floor(box.right() / EDGE) + 1)
        lines = range(floor(box.top() / EDGE), floor(box.bottom() / EDGE) + 1)
        keys = [_Key(scale, ratio, is_far, x, y) for x in columns for y in lines]
        middle = box.center()
        keys.sort(key=lambda key: (key.box.center() - middle).manhattanLength())
        return keys

    def _is_done(self, key: _Key) -> bool:
        tile = self._tiles.get(key)
        return tile is not None and tile.dirty is None

    def _work(self, keys: list[_Key], budget: float | None) -> None:
        """Paint tiles, in this order, until a time is over; all of them without one."""
        if not keys:
            return  # the one that is half painted may be wanted by who comes next
        if self._at_work is not None and self._at_work[0] not in keys:
            self._stop()
        end = None if budget is None else perf_counter() + budget
        if self._at_work is not None:
            keys = [self._at_work[0], *(key for key in keys if key != self._at_work[0])]
        for key in keys:
            if self._at_work is None:
                self._at_work = key, self._painting(key)
            for _ in self._at_work[1]:
                if end is not None and perf_counter() >= end:
                    return
            self._at_work = None
            if end is not None and perf_counter() >= end:
                return

    def _painting(self, key: _Key) -> Iterator[None]:
        """Paint what of a tile is to be painted anew, in steps."""
        tile = self._tiles.get(key)
        if tile is None:
            edge = ceil(EDGE * key.ratio)
            tile = _Tile(QPixmap(edge, edge), key.box)
            tile.picture.setDevicePixelRatio(key.ratio)
            self._keep(key, tile)
        dirty = tile.dirty or key.box
        # A picture that is shown meanwhile must not be half of one.
        picture = tile.picture.copy() if tile.is_painted else tile.picture
        painter = QPainter(picture)
        try:
            painter.setWindow(key.box)
            painter.setViewport(0, 0, EDGE, EDGE)
            painter.setClipRect(dirty)
            yield from self._ground.steps(
                painter, QRectF(dirty), key.scale, key.ratio, is_far=key.is_far
            )
        finally:
            painter.end()
        tile.picture, tile.dirty, tile.is_painted = picture, None, True
        self._changed[key] = dirty.united(self._changed.get(key, dirty))
        self.painted += 1

    def _stop(self) -> None:
        """Leave the tile that is half painted."""
        if self._at_work is not None:
            with suppress(RuntimeError):
                self._at_work[1].close()  # type: ignore[attr-defined]  # a generator
            self._at_work = None

    def _keep(self, key: _Key, tile: _Tile) -> None:
        self._tiles[key] = tile
        self.held_bytes += _bytes_of(tile)
        if self.held_bytes <= self._most_bytes:
            return
        kept = {one for one in self._tiles if one.scale == self._least}
        if 2 * len(kept) > len(self._tiles):
            kept.clear()
        for one in [one for one in self._tiles if one not in kept and one != key]:
            self.held_bytes -= _bytes_of(self._tiles.pop(one))
            if self.held_bytes <= self._most_bytes:
                return

    def _before(self, keys: list[_Key], at: QPoint, scale: float) -> list[tuple[QRect, QPixmap]]:
        """Return tiles of the last scales that stand in for others, with where; the last last."""
        left = QRegion()
        for key in keys:
            if not self._is_painted(key):
                left += key.box.translated(-at)
        found: list[tuple[QRect, QPixmap]] = []
        for before in self._scales[-2::-1]:
            times, here = scale / before, QRegion()
            seen = left.boundingRect().translated(at)
            for key in self._painted_in(seen, before, times, keys[0].ratio):
                x, y = key.x * EDGE * times, key.y * EDGE * times
                corner = QPoint(round(x), round(y))
                far = QPoint(round(x + EDGE * times), round(y + EDGE * times))
                target = QRect(corner - at, QSize(far.x() - corner.x(), far.y() - corner.y()))
                if left.intersects(target):
                    found.insert(0, (target, self._tiles[key].picture))
                    here += target
            left -= here
            if left.isEmpty():
                break
        return found

    def _painted_in(self, seen: QRect, scale: float, times: float, ratio: float) -> list[_Key]:
        """Return the painted tiles of a scale that may reach into a part of the floor.

        Parameters
        ----------
        seen
            The part, in units of the device at `times` the scale.
        """
        edge = EDGE * times
        columns = range(floor((seen.left() - 1) / edge), floor((seen.right() + 1) / edge) + 1)
        lines = range(floor((seen.top() - 1) / edge), floor((seen.bottom() + 1) / edge) + 1)
        if 2 * len(columns) * len(lines) > len(self._tiles):
            every = [key for key in self._tiles if key.scale == scale]
        else:
            every = [
                _Key(scale, ratio, is_far, x, y)
                for is_far in (False, True) for x in columns for y in lines
            ]  # fmt: skip
        return [key for key in every if self._is_painted(key)]

    def _paint_before(
        self, painter: QPainter, keys: list[_Key], before: list[tuple[QRect, QPixmap]],
        shown: QRegion, at: QPoint, scale: float,
    ) -> None:  # fmt: skip
        """Paint in place of missing tiles what was shown at the last scales, else blocks."""
        wanted = QRegion()
        for key in keys:
            wanted += key.box.translated(-at)
        painter.save()
        painter.setClipRegion(wanted)
        for key in keys:
            if _is_bare(key.box.translated(-at), shown):
                self._ground.paint_blocks(painter, key.box, at, scale)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for target, picture in before:
            if wanted.intersects(target):
                painter.drawPixmap(target, picture)
        painter.restore()

    def _is_painted(self, key: _Key) -> bool:
        tile = self._tiles.get(key)
        return tile is not None and tile.is_painted


def _scaled(box: QRectF, scale: float) -> QRect:
    """Return a part of the floor in units of the device, with lines that reach beyond it."""
    part = QRectF(box.x() * scale, box.y() * scale, box.width() * scale, box.height() * scale)
    return part.adjusted(-HEM, -HEM, HEM, HEM).toAlignedRect()


def _is_bare(place: QRect, shown: QRegion) -> bool:
    """Return whether any of a place is outside of what is shown."""
    return not QRegion(place).subtracted(shown).isEmpty()


def _bytes_of(tile: _Tile) -> int:
    return tile.picture.width() * tile.picture.height() * _PIXEL
