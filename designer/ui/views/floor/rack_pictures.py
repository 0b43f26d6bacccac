"""Pictures of racks as they were painted last, while they would be painted the same again.

A rack that lies on several tiles of the floor, or beside something that changed, is painted once
and copied. Memory is bounded: the pictures that were not shown for the longest go first.
"""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from typing import Final, Generic, NamedTuple, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

MOST_BYTES: Final = 16 << 20
"""Of all pictures together: more than all pixels of a screen of 2560 × 1440."""
_LARGEST: Final = 4 << 20
"""Bytes of one rack from which it is painted each time: few of that size have room in a view."""
_PARTS: Final = 16
"""Steps between two pixels that are told apart in where a rack begins."""
_HEM: Final = 2.0
"""Around a footprint, for lines on its edge."""
_PIXEL: Final = 4


Look = TypeVar("Look")


class _Kept(NamedTuple, Generic[Look]):
    place: tuple[float, ...]
    look: Look
    picture: QPixmap | None


class RackPictures(Generic[Look]):
    """Keeps one picture of each rack.

    Parameters
    ----------
    most_bytes
        Memory of all pictures together.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[str, _Kept[Look]] = OrderedDict()
        self.held_bytes = 0

    def paint(
        self,
        painter: QPainter,
        key: str,
        at: tuple[float, float, float, float],
        ratio: float,
        look: Look,
        draw: Callable[[QPainter, QRectF, Look], None],
    ) -> None:
        """Paint a rack, from its picture where that shows the same.

        Parameters
        ----------
        painter
            Paints on the screen, without a transform.
        key
            Names the rack.
        at
            Left, top, width and height of its footprint in units of the device.
        ratio
            Pixels of the screen for one of these units.
        look
            All that decides what it looks like, besides place, size and resolution.
        draw
            Draws it with a painter into a box.
        """
        left, top, width, height = at
        left, top = (left - _HEM) * ratio, (top - _HEM) * ratio
        # Whole pixels from where the picture begins: it is never drawn between two of them.
        x, y = left // 1, top // 1
        place = (width, height, round((left - x) * _PARTS), round((top - y) * _PARTS), ratio)
        found = self._kept.get(key)
        same = found is not None and found.place == place and found.look == look
        if found is not None and found.picture is not None and same:
            self._kept.move_to_end(key)
            painter.drawPixmap(QPointF(x / ratio, y / ratio), found.picture)
            return
        self._drop(key)
        size = QSize(ceil((width + 2 * _HEM) * ratio) + 1, ceil((height + 2 * _HEM) * ratio) + 1)
        if _bytes_of(size) > min(_LARGEST, self._most_bytes):
            self._kept[key] = _Kept(place, look, None)
            draw(painter, QRectF(*at), look)
            return
        picture = QPixmap(size)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        on_picture = QPainter(picture)
        on_picture.setRenderHints(painter.renderHints())
        inner = QRectF((left - x) / ratio + _HEM, (top - y) / ratio + _HEM, width, height)
        draw(on_picture, inner, look)
        on_picture.end()
        self._kept[key] = _Kept(place, look, picture)
        self._take(size)
        painter.drawPixmap(QPointF(x / ratio, y / ratio), picture)

    def forget(self) -> None:
        """Let all pictures go."""
        self._kept.clear()
        self.held_bytes = 0

    def _take(self, size: QSize) -> None:
        """Count a picture, and let others go for it."""
        self.held_bytes += _bytes_of(size)
        while self.held_bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: str) -> None:
        found = self._kept.pop(key, None)
        if found is not None and found.picture is not None:
            self.held_bytes -= _bytes_of(found.picture.size())


def _bytes_of(size: QSize) -> int:
    return size.width() * size.height() * _PIXEL
