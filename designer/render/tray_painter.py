"""Paints cable trays on a plan: as ladders, underfloor ones with broken rails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from designer.document.tray_plans import DRAWN_MM
from designer.model.design import Tray
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.theme import Theme

_RUNG_MM: Final = 300.0
_LEAST_RUNGS_PX: Final = 4.0
_BAND_PX: Final = 14.0
"""Narrower ladders are a faint band on screen: names of aisles are read through it."""
_EM: Final = 10.0


@dataclass(frozen=True, slots=True)
class Strip:
    """A straight piece of a tray in units of the device: its middle line and its width."""

    start: QPointF
    end: QPointF
    wide: float

    @property
    def length(self) -> float:
        """How long it is."""
        return hypot(self.end.x() - self.start.x(), self.end.y() - self.start.y())

    @property
    def across(self) -> QPointF:
        """Half its width, square to its middle line."""
        length = self.length or 1.0
        dx, dy = (self.end - self.start).x() / length, (self.end - self.start).y() / length
        return QPointF(-dy, dx) * (self.wide / 2)

    @property
    def along(self) -> QPointF:
        """A step of length 1 from its start to its end."""
        return (self.end - self.start) / (self.length or 1.0)

    @property
    def is_square(self) -> bool:
        """Whether it lies along a line of the device or upwards."""
        return self.start.x() == self.end.x() or self.start.y() == self.end.y()

    def reaches(self, point: QPointF, off: float) -> bool:
        """Return whether a point is at most so far from its middle line."""
        step = QPointF.dotProduct(point - self.start, self.along)
        near = self.start + self.along * min(max(step, 0.0), self.length)
        return hypot(point.x() - near.x(), point.y() - near.y()) <= off

    def outline(self) -> QPolygonF:
        """Return its four corners."""
        off = self.across
        return QPolygonF([self.start + off, self.end + off, self.end - off, self.start - off])


def strips_of(tray: Tray, transform: QTransform) -> tuple[Strip, ...]:
    """Return the straight pieces of a tray as they lie on a device."""
    wide = (tray.width_mm or DRAWN_MM) * transform.m11()
    points = [transform.map(QPointF(x, y)) for x, y in tray.corners]
    if len(points) == 2:
        return (Strip(points[0], points[1], wide),)
    closed = len(points) > 2 and points[0] == points[-1]
    last = len(points) - 2
    found = []
    for at, (a, b) in enumerate(pairwise(points)):
        strip = Strip(a, b, wide)
        # At a bend the pieces lie over one another, so that the corner is filled.
        more = strip.along * (wide / 2)
        start = a - more if at or closed else a
        found.append(Strip(start, b + more if at < last or closed else b, wide))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class NamePlace:
    """Where the name of a tray is written, and whether along a line or upwards."""

    box: QRectF
    level: bool

    def mapped(self, transform: QTransform) -> NamePlace:
        """Return it in other units."""
        return NamePlace(transform.mapRect(self.box), self.level)


def paint_tray(
    painter: QPainter, tray: Tray, transform: QTransform, theme: Theme, px: float,
    *, is_free: Callable[[QRectF], bool] = lambda _: True,
) -> None:  # fmt: skip
    """Paint one tray as a ladder with its name.

    Parameters
    ----------
    is_free
        Whether its name may be written at a place, in units of the device.
    """
    paint_ladder(painter, tray, transform, theme, px)
    place = place_of_name(tray, transform, theme, px, is_free)
    if place is not None:
        write_name(painter, tray, place, theme, px)


def paint_ladder(
    painter: QPainter, tray: Tray, transform: QTransform, theme: Theme, px: float, colour: str = ""
) -> None:
    """Paint one tray as a ladder without its name.

    Parameters
    ----------
    colour
        Of its rails; empty for that of lines.
    """
    strips = strips_of(tray, transform)
    line = QColor(colour or theme.dim)
    if not (colour or theme.is_print):
        line.setAlphaF(0.75)
    pen = QPen(line, 1.3 * px)
    if tray.kind == "underfloor":
        pen.setStyle(Qt.PenStyle.DashLine)
    if strips and strips[0].wide < _BAND_PX * px and not (theme.is_print or colour):
        _paint_band(painter, strips, line, pen.style())
        return
    faint = QColor(line)
    faint.setAlphaF(faint.alphaF() * 0.6)
    rungs = QPen(faint, 0.6 * px)
    for strip in strips:
        _paint_ladder(painter, strip, pen, rungs, _RUNG_MM * transform.m11(), px)


def paint_dashes(
    painter: QPainter, tray: Tray, transform: QTransform, theme: Theme, px: float
) -> None:
    """Paint the dashed outline of a tray that is not there yet: without rungs, nothing covered."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.dim), 1.2 * px, Qt.PenStyle.DashLine))
    painter.drawPath(_outline(strips_of(tray, transform)))


def _outline(strips: Sequence[Strip]) -> QPainterPath:
    """Return what the pieces of a tray cover together."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for strip in strips:
        path.addPolygon(strip.outline())
        path.closeSubpath()
    return path.simplified() if len(strips) > 1 else path


def _paint_band(
    painter: QPainter, strips: Sequence[Strip], line: QColor, edges: Qt.PenStyle
) -> None:
    """Paint a small tray so faintly that words are read through it, where it bends as elsewhere."""
    band, edge = QColor(line), QColor(line)
    band.setAlphaF(0.18)
    edge.setAlphaF(0.3)
    if len(strips) == 1 and strips[0].is_square and edges == Qt.PenStyle.SolidLine:
        _paint_box(painter, strips[0].outline().boundingRect(), band, edge)
        return
    path = _outline(strips)
    painter.fillPath(path, band)
    painter.strokePath(path, QPen(edge, 1, edges))


def _paint_box(painter: QPainter, box: QRectF, band: QColor, edge: QColor) -> None:
    """Paint a band with edges one pixel wide as boxes: Qt strokes a long path ten times as slow."""
    painter.fillRect(box, band)
    outer, inner = box.adjusted(-0.5, -0.5, 0.5, 0.5), box.adjusted(0.5, 0.5, -0.5, -0.5)
    if inner.isEmpty():
        painter.fillRect(outer, edge)
        return
    for side in (
        QRectF(outer.topLeft(), QPointF(outer.right(), inner.top())),
        QRectF(QPointF(outer.left(), inner.bottom()), outer.bottomRight()),
        QRectF(QPointF(outer.left(), inner.top()), inner.bottomLeft()),
        QRectF(inner.topRight(), QPointF(outer.right(), inner.bottom())),
    ):
        painter.fillRect(side, edge)


def _paint_ladder(
    painter: QPainter, strip: Strip, rails: QPen, rungs: QPen, step: float, px: float
) -> None:
    off = strip.across
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if strip.wide >= _LEAST_RUNGS_PX * px and step > 0:
        _paint_rungs(painter, strip, rungs, max(step, 3 * px))
    painter.setPen(rails)
    if strip.wide < 2 * px:
        painter.drawLine(strip.start, strip.end)
        return
    painter.drawLines(
        [QLineF(strip.start + off, strip.end + off), QLineF(strip.start - off, strip.end - off)]
    )


def _paint_rungs(painter: QPainter, strip: Strip, rungs: QPen, step: float) -> None:
    """Paint the rungs of a ladder as one dashed line as wide as it: Qt makes them, where seen."""
    thick = rungs.widthF()
    pen = QPen(rungs.color(), strip.wide)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([thick / strip.wide, (step - thick) / strip.wide])
    pen.setDashOffset(-step / 2 / strip.wide)
    painter.setPen(pen)
    painter.drawLine(strip.start, strip.end)


def place_of_name(
    tray: Tray, transform: QTransform, theme: Theme, px: float, is_free: Callable[[QRectF], bool],
    covered: Callable[[QRectF], Iterable[QRectF]] = lambda _: (),
) -> NamePlace | None:  # fmt: skip
    """Return where on its longest piece a name hides nothing, near to where that begins.

    Parameters
    ----------
    is_free
        Whether it may be written at a place, in units of the device.
    covered
        Returns boxes that reach into a strip and at which it may not be written: not to ask of
        each place where a piece is long and covered all along.
    """
    wide, high = _name_size(tray, theme, px)
    for strip in sorted(strips_of(tray, transform), key=lambda strip: -strip.length):
        if strip.length < wide + 24 * px:
            return None
        level = abs(strip.along.x()) >= abs(strip.along.y())
        size = QSizeF(wide, high) if level else QSizeF(high, wide)
        box = _free_place(strip, size, is_free, covered)
        if box is not None:
            return NamePlace(box, level)
    return None


def write_name(painter: QPainter, tray: Tray, place: NamePlace, theme: Theme, px: float) -> None:
    """Write the name of a tray at a place in units of the device."""
    wide, high = _name_size(tray, theme, px)
    painter.save()
    painter.translate(place.box.center())
    if not place.level:
        painter.rotate(-90)
    words = QRectF(-wide / 2, -high / 2, wide, high)
    painter.fillRect(words, QColor(theme.canvas))
    draw_text(painter, words, tray.name or tray.id, _name_em(theme, px), theme.text, 600, CENTRE)
    painter.restore()


def _name_em(theme: Theme, px: float) -> float:
    return max(_EM, theme.least_px) * px


def _name_size(tray: Tray, theme: Theme, px: float) -> tuple[float, float]:
    """Return how wide and high a name with its ground is."""
    size = _name_em(theme, px)
    return text_width(tray.name or tray.id, size, 600) + 6 * px, size * 1.4


def _free_place(
    strip: Strip, size: QSizeF, is_free: Callable[[QRectF], bool],
    covered: Callable[[QRectF], Iterable[QRectF]],
) -> QRectF | None:  # fmt: skip
    """Return the first free place for a name along a piece, from the upper left on."""
    ends = sorted((strip.start, strip.end), key=lambda end: end.x() + end.y())
    length = strip.length
    step = (ends[1] - ends[0]) / length
    wide, high = max(size.width(), size.height()), min(size.width(), size.height())
    taken = _covered_spans(ends[0], ends[1], high, covered) if strip.is_square else []
    off, at = wide / 2 + high, 0
    while off < length - wide / 2:
        while at < len(taken) and taken[at][1] <= off - wide / 2:
            at += 1
        if at < len(taken) and taken[at][0] < off + wide / 2:
            off += ceil((taken[at][1] - (off - wide / 2)) / high) * high
            continue
        place = QRectF(QPointF(), size)
        place.moveCenter(ends[0] + step * off)
        if is_free(place):
            return place
        off += high
    return None


def _covered_spans(
    start: QPointF, end: QPointF, high: float, covered: Callable[[QRectF], Iterable[QRectF]]
) -> list[tuple[float, float]]:
    """Return what boxes cover of a line and so high around it, as distances from its start."""
    level = start.y() == end.y()
    line = QRectF(start, end)
    by = high / 2
    band = line.adjusted(0, -by, 0, by) if level else line.adjusted(-by, 0, by, 0)
    first = start.x() if level else start.y()
    return sorted(
        (box.left() - first, box.right() - first)
        if level
        else (box.top() - first, box.bottom() - first)
        for box in covered(band)
        if box.intersects(band)
    )


def tray_keys(trays: Sequence[Tray]) -> tuple[tuple[str, Callable[..., None]], ...]:
    """Return the marks that trays leave on a plan, those that occur, with their painters."""
    kinds = {tray.kind for tray in trays}
    named = (("overhead", "cable tray overhead"), ("underfloor", "cable tray under the floor"))
    return tuple((words, _keys[kind]) for kind, words in named if kind in kinds)


def _key(kind: str) -> Callable[[QPainter, QRectF, Theme, float], None]:
    def paint(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
        middle = box.center().y()
        strip = Strip(
            QPointF(box.left(), middle), QPointF(box.right(), middle), min(box.height(), 8 * px)
        )
        style = Qt.PenStyle.DashLine if kind == "underfloor" else Qt.PenStyle.SolidLine
        rails, rungs = QPen(QColor(theme.dim), 1.3 * px, style), QPen(QColor(theme.dim), 0.6 * px)
        _paint_ladder(painter, strip, rails, rungs, box.width() / 4, px)

    return paint


_keys = {kind: _key(kind) for kind in ("overhead", "underfloor")}
