"""Paints what stands upstream of the racks on a plan: boxes with their sign, and runs."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from designer.catalog.catalog import Catalog
from designer.catalog.plant_places import Pipe, Plant, drawn_of
from designer.model.design import Design
from designer.model.feed_words import kind_in_words
from designer.render.lettering import CENTRE, draw_text, text_width
from designer.render.one_line_painter import paint_sign
from designer.render.theme import METHOD_COLOURS, Theme
from designer.render.tray_painter import tray_keys

_MOST_PX: Final = 11.0
_LEAST_PX: Final = 5.0
_TAP_MM: Final = 600
"""Distance of the ticks across a run: taps of busways are made every 600 mm or less."""


def paint_plant(
    painter: QPainter, transform: QTransform, plant: Plant, theme: Theme, px: float,
    room: "NameRoom | None" = None,
) -> None:  # fmt: skip
    """Paint one thing with a place on the floor, in units of the device.

    Parameters
    ----------
    transform
        From mm of the room to the device.
    room
        What the name of a run keeps off; None of nothing.
    """
    left, top, right, bottom = plant.box
    box = transform.mapRect(QRectF(left, top, right - left, bottom - top))
    if plant.is_run:
        _paint_run(painter, box, transform.m11(), plant, theme, px, room)
    else:
        _paint_box(painter, box, plant, theme, px)


def paint_pipe(
    painter: QPainter, transform: QTransform, pipe: Pipe, theme: Theme, px: float,
    room: "NameRoom | None" = None,
) -> None:  # fmt: skip
    """Paint the pipes of a loop: supply as a full line, return as a dashed one, and its name."""
    left, top, right, bottom = pipe.box
    box = transform.mapRect(QRectF(left, top, right - left, bottom - top))
    _paint_pipes(painter, box, theme, px)
    _name_run(painter, box, pipe.name, theme, px, room)


def _paint_pipes(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    """Paint supply and return along the longer side of a strip."""
    colour = QColor(theme.text if theme.is_print else METHOD_COLOURS["direct-to-chip"])
    half = min(box.width(), box.height()) / 4
    inner = box.adjusted(half, half, -half, -half)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pairs = (
        (QLineF(inner.topLeft(), inner.topRight()), QLineF(inner.bottomLeft(), inner.bottomRight()))
        if box.width() >= box.height()
        else (
            QLineF(inner.topLeft(), inner.bottomLeft()),
            QLineF(inner.topRight(), inner.bottomRight()),
        )
    )
    for line, style in zip(pairs, (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine), strict=True):
        painter.setPen(QPen(colour, 2.0 * px, style))
        painter.drawLine(line)


def _paint_box(painter: QPainter, box: QRectF, plant: Plant, theme: Theme, px: float) -> None:
    """Paint a cabinet; dashed where nobody states its size."""
    line = Qt.PenStyle.SolidLine if plant.sized else Qt.PenStyle.DashLine
    painter.setPen(QPen(QColor(theme.dim), 1.2 * px, line))
    painter.setBrush(QColor(theme.raised))
    painter.drawRect(box)
    edge = min(box.width() * 0.5, box.height() * 0.4, 22 * px)
    name = plant.name
    size = min(_MOST_PX * px, box.height() * 0.22)
    size *= min(1.0, 0.94 * box.width() / max(text_width(name, size, 600), 1.0))
    written = size >= max(_LEAST_PX, theme.least_px) * px
    if edge >= 8 * px:
        sign = QRectF(0, 0, edge, edge)
        lift = size * 0.8 if written else 0.0
        sign.moveCenter(QPointF(box.center().x(), box.center().y() - lift))
        _paint_kind(painter, sign, plant.node.kind, theme, px)
        below = QRectF(box.left(), sign.bottom() + px, box.width(), size * 1.4)
    else:
        below = QRectF(box.left(), box.center().y() - size * 0.7, box.width(), size * 1.4)
    if written:
        draw_text(painter, below, name, size, theme.text, 600, CENTRE)
    elif theme.is_print:
        # On paper nobody can point at it: its name stands under it where it does not fit in it.
        size = theme.least_px * px
        wide = text_width(name, size, 600) + 2 * px
        under = QRectF(box.center().x() - wide / 2, box.bottom() + px, wide, size * 1.4)
        draw_text(painter, under, name, size, theme.text, 600, CENTRE)


def _paint_kind(painter: QPainter, square: QRectF, kind: str, theme: Theme, px: float) -> None:
    """Paint the sign of a kind, whose lines are as thick on paper as on a screen."""
    painter.save()
    painter.translate(square.topLeft())
    painter.scale(px, px)
    inner = QRectF(0, 0, square.width() / px, square.height() / px)
    paint_sign(painter, inner, kind, QColor(theme.text))
    painter.restore()


def _paint_run(
    painter: QPainter, box: QRectF, scale: float, plant: Plant, theme: Theme, px: float,
    room: "NameRoom | None",
) -> None:  # fmt: skip
    """Paint a run overhead: two lines, a tick for every tap, its name on them."""
    _paint_strip(painter, box, _TAP_MM * scale, theme, px)
    _name_run(painter, box, plant.name, theme, px, room)


def _paint_strip(painter: QPainter, box: QRectF, step: float, theme: Theme, px: float) -> None:
    """Paint two lines along the longer side of a strip, and ticks that stand so far apart."""
    along = box.width() >= box.height()
    ground = QColor(theme.panel)
    ground.setAlphaF(0.8)
    painter.fillRect(box, ground)
    painter.setPen(QPen(QColor(theme.dim), 1.2 * px))
    lines = (
        (QLineF(box.topLeft(), box.topRight()), QLineF(box.bottomLeft(), box.bottomRight()))
        if along
        else (QLineF(box.topLeft(), box.bottomLeft()), QLineF(box.topRight(), box.bottomRight()))
    )
    painter.drawLines(lines)
    thick = min(box.width(), box.height())
    length = max(box.width(), box.height())
    if step >= 6 * px:
        painter.setPen(QPen(QColor(theme.line), 0.8 * px))
        at = step
        while at < length:
            x, y = (box.left() + at, box.top()) if along else (box.left(), box.top() + at)
            painter.drawLine(QLineF(x, y, x, y + thick) if along else QLineF(x, y, x + thick, y))
            at += step


class NameRoom(NamedTuple):
    """What names of runs keep off, in units of the device.

    Attributes
    ----------
    taken
        What is painted over the floor: racks, and what stands.
    view
        What is seen of the floor; None for all.
    """

    taken: tuple[QRectF, ...]
    view: QRectF | None = None

    def is_free(self, place: QRectF) -> bool:
        """Return whether something can be read at a place."""
        seen = self.view is None or self.view.contains(place)
        return seen and not any(place.intersects(one) for one in self.taken)


def run_em(box: QRectF, theme: Theme, px: float) -> float:
    """Return the em of the name of a run."""
    least = max(_LEAST_PX * 1.4, theme.least_px) * px
    return max(least, min(_MOST_PX * px, min(box.width(), box.height()) * 0.8))


def _name_run(
    painter: QPainter, box: QRectF, name: str, theme: Theme, px: float, room: NameRoom | None
) -> None:
    """Write the name of a run on it, along it, nearest to its middle where nothing covers it.

    Half a name says the wrong thing: where there is no room for a whole one none is written.
    """
    along = box.width() >= box.height()
    length, size = max(box.width(), box.height()), run_em(box, theme, px)
    wide = text_width(name, size, 600) + 6 * px
    if wide > length:
        return
    step = size
    steps = int((length - wide) / 2 / step)
    shifts = sorted((n * step for n in range(-steps, steps + 1)), key=abs)
    places = (QPointF(by, 0) if along else QPointF(0, by) for by in shifts)
    across = QSizeF(wide, size * 1.4) if along else QSizeF(size * 1.4, wide)
    place = QRectF(QPointF(), across)
    for by in places:
        place.moveCenter(box.center() + by)
        if room is None or room.is_free(place):
            break
    else:
        return
    painter.save()
    painter.translate(place.center())
    if not along:
        painter.rotate(-90)
    words = QRectF(-wide / 2, -size * 0.7, wide, size * 1.4)
    painter.fillRect(words, QColor(theme.panel))
    draw_text(painter, words, name, size, theme.text, 600, CENTRE)
    painter.restore()


class PlantKey(NamedTuple):
    """A mark of what is upstream or of pipes, and its meaning; `paint` paints it into a box."""

    words: str
    paint: Callable[[QPainter, QRectF, Theme, float], None]


def plant_keys(design: Design, catalog: Catalog) -> tuple[PlantKey, ...]:
    """Return the marks that `paint_plant` and `paint_pipe` leave on a plan, those that occur."""
    drawn = tuple(drawn_of(design, catalog))
    boxes = [one for one in drawn if isinstance(one, Plant) and not one.is_run]
    kinds = dict.fromkeys(one.node.kind for one in boxes)
    keys = [PlantKey(kind_in_words(kind), partial(_key_of_kind, kind)) for kind in kinds]
    if any(not one.sized for one in boxes):
        keys.append(PlantKey("broken outline: nobody states its size", _key_of_no_size))
    if any(isinstance(one, Plant) and one.is_run for one in drawn):
        keys.append(PlantKey("busway overhead", _key_of_run))
    if any(isinstance(one, Pipe) for one in drawn):
        keys.append(PlantKey("pipes of a coolant loop; broken: return", _paint_pipes))
    keys += [PlantKey(*one) for one in tray_keys(design.trays)]
    return tuple(keys)


def _key_of_kind(kind: str, painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    square = QRectF(0, 0, box.height() + px, box.height() + px)
    square.moveCenter(box.center())
    _paint_kind(painter, square, kind, theme, px)


def _key_of_no_size(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    painter.setPen(QPen(QColor(theme.dim), 1.2 * px, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def _key_of_run(painter: QPainter, box: QRectF, theme: Theme, px: float) -> None:
    _paint_strip(painter, box, box.width() / 3, theme, px)
