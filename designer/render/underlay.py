"""Paints a drawing of the building below the floor: a picture, or the lines of a plan.

White paper of a picture disappears: on a light floor it is multiplied, on a dark one inverted and
added. Large pictures are kept at halved sizes as well, so that a tile reads what it shows. May
import the theme; Qt's SVG is imported for an SVG alone.
"""

from collections.abc import Collection, Sequence
from math import ceil
from typing import Any, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter, QPen, QPolygonF, QTransform

from designer.model.underlay import Underlay
from designer.render.lettering import CENTRE, draw_text
from designer.render.theme import Theme

_SVG_PX: Final = 4096
"""The long side at which an SVG is drawn once."""
_LEAST_PX: Final = 512
_MOST_MEGABYTES: Final = 1024
"""Of a picture in memory: 16,000 × 16,000 pixels."""
_CELLS: Final = 48
"""Squares along the longer side of a drawing, by which its lines are found."""
_ON_PAPER: Final = 0.6
"""Width of a line on paper, in nominal pixels: thinner than what is planned."""
_PX_PER_MM: Final = 96 / 25.4


class UnderlayError(ValueError):
    """The file cannot be shown; the message says why."""


class Size(NamedTuple):
    """Size of a drawing in its own units, and how long one is on the floor where it says so."""

    wide: float
    high: float
    mm_per_unit: float | None = None


class PictureUnderlay:
    """A picture: PNG, JPEG or SVG.

    Raises
    ------
    UnderlayError
        If it is none.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.size, image = _svg(data) if name.lower().endswith(".svg") else _pixels(data)
        self._levels = [image.convertToFormat(QImage.Format.Format_RGB32)]
        while max(self._levels[-1].width(), self._levels[-1].height()) > _LEAST_PX:
            half = self._levels[-1].size() / 2
            self._levels.append(
                self._levels[-1].scaled(
                    half.expandedTo(QSize(1, 1)), mode=Qt.TransformationMode.SmoothTransformation
                )
            )
        self._dark: dict[int, QImage] = {}

    def paint(
        self, painter: QPainter, one: Underlay, transform: QTransform, theme: Theme, seen: QRectF,
        px: float = 1.0,
    ) -> None:  # fmt: skip
        """Paint it; the painter works in units of the device, to which `transform` leads."""
        placed = placing(one) * transform
        across = placed.map(QPointF(one.wide, 0)) - placed.map(QPointF(0, 0))
        wanted = max(abs(across.x()), abs(across.y())) * painter.device().devicePixelRatioF()
        at = 0
        while at + 1 < len(self._levels) and self._levels[at + 1].width() >= wanted:
            at += 1
        image = self._inverted(at) if theme.is_dark else self._levels[at]
        painter.save()
        painter.setClipRect(seen, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(one.opacity_pct / 100)
        if not theme.is_print:
            mode = QPainter.CompositionMode
            painter.setCompositionMode(
                mode.CompositionMode_Screen if theme.is_dark else mode.CompositionMode_Multiply
            )
        painter.setTransform(placed, combine=True)
        painter.drawImage(QRectF(0, 0, one.wide, one.high), image)
        painter.restore()

    def _inverted(self, at: int) -> QImage:
        if at not in self._dark:
            image = self._levels[at].copy()
            image.invertPixels()
            self._dark[at] = image
        return self._dark[at]


class LineUnderlay:
    """The lines of a drawing, found by where they are.

    Parameters
    ----------
    lines
        Number of the layer and corners of each, as an array of n × 2.
    layers
        Names of the layers.
    """

    def __init__(
        self, lines: Sequence[tuple[int, np.ndarray[Any, Any]]], layers: Sequence[str], size: Size
    ) -> None:
        self.size, self.layers = size, tuple(layers)
        self._cell = sorted(size[:2])[1] / _CELLS
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._lines: list[tuple[int, QPolygonF]] = []
        for layer, points in lines:
            low, high = points.min(axis=0), points.max(axis=0)
            key = len(self._lines)
            self._lines.append((layer, QPolygonF([QPointF(x, y) for x, y in points.tolist()])))
            for cell in self._covered(low[0], low[1], high[0], high[1]):
                self._cells.setdefault(cell, []).append(key)

    def paint(
        self, painter: QPainter, one: Underlay, transform: QTransform, theme: Theme, seen: QRectF,
        px: float = 1.0,
    ) -> None:  # fmt: skip
        """Paint it; the painter works in units of the device, to which `transform` leads."""
        placed = placing(one) * transform
        near = placed.inverted()[0].mapRect(seen)
        out = {at for at, name in enumerate(self.layers) if name in one.left_out}
        found: set[int] = set()
        box = near.left(), near.top(), near.right(), near.bottom()
        for cell in self._covered(*box):
            found.update(self._cells.get(cell, ()))
        painter.save()
        painter.setClipRect(seen, Qt.ClipOperation.IntersectClip)
        painter.setOpacity(one.opacity_pct / 100)
        pen = QPen(QColor(theme.text), px * (_ON_PAPER if theme.is_print else 1.0))
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.setTransform(placed, combine=True)
        for key in sorted(found):
            layer, polygon = self._lines[key]
            if layer not in out:
                painter.drawPolyline(polygon)
        painter.restore()

    def _covered(self, left: float, top: float, right: float, low: float) -> list[tuple[int, int]]:
        first, last = self._index(left), self._index(right)
        upper, lower = self._index(top), self._index(low)
        return [(x, y) for x in range(first, last + 1) for y in range(upper, lower + 1)]

    def _index(self, at: float) -> int:
        return min(max(int(at / self._cell), 0), _CELLS)


Picture = PictureUnderlay | LineUnderlay


def placing(one: Underlay) -> QTransform:
    """Return the way from units of a drawing to mm of the floor."""
    moved = QTransform.fromTranslate(one.x_mm, one.y_mm)
    return moved.rotate(one.turn_deg).scale(one.mm_per_unit, one.mm_per_unit)


def paint_underlay(
    painter: QPainter, one: Underlay, picture: Picture | None, why: str, transform: QTransform,
    theme: Theme, seen: QRectF, px: float = 1.0,
) -> None:  # fmt: skip
    """Paint a drawing, or where it would be and why it is not shown.

    Parameters
    ----------
    why
        What is said in place of it; empty while it is being read.
    seen
        What of the device is painted.
    px
        Units of the device for a nominal pixel.
    """
    corners = QPolygonF([transform.map(QPointF(*at)) for at in one.corners()])
    if one.hidden or not corners.boundingRect().intersects(seen):
        return
    if picture is not None:
        picture.paint(painter, one, transform, theme, seen, px)
        return
    painter.save()
    painter.setPen(QPen(QColor(theme.dim), px, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(corners)
    words = why or f"{one.name or one.file}: being read"
    box = corners.boundingRect()
    place = QRectF(box.left(), box.top() + 4 * px, box.width(), 16 * px)
    draw_text(painter, place, words, 11 * px, theme.dim, 500, CENTRE)
    painter.restore()


def is_shown(underlays: Collection[Underlay]) -> bool:
    """Return whether any of them is to be seen."""
    return any(not one.hidden for one in underlays)


def _pixels(data: bytes) -> tuple[Size, QImage]:
    from PySide6.QtCore import QBuffer, QIODevice

    held = QByteArray(data)
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    QImageReader.setAllocationLimit(_MOST_MEGABYTES)
    image = reader.read()
    if image.isNull():
        raise UnderlayError(f"no picture that can be read ({reader.errorString()})")
    paper = QImage(image.size(), QImage.Format.Format_RGB32)
    paper.fill(Qt.GlobalColor.white)
    painter = QPainter(paper)
    painter.drawImage(0, 0, image)
    painter.end()
    return Size(paper.width(), paper.height()), paper


def _svg(data: bytes) -> tuple[Size, QImage]:
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(data))
    size = renderer.viewBoxF().size()
    if not renderer.isValid() or size.isEmpty():
        raise UnderlayError("no SVG that can be read")
    scale = _SVG_PX / max(size.width(), size.height())
    image = QImage(
        ceil(size.width() * scale), ceil(size.height() * scale), QImage.Format.Format_RGB32
    )
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    return Size(size.width(), size.height()), image
