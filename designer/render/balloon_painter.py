"""Numbered balloons and clouds of comments on the screen.

Open and resolved differ by shape: an open one is filled, a resolved one is hollow with a tick. What
is gone has a broken edge.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from designer.render.fonts import font, metrics
from designer.render.theme import Theme

HIGH: Final = 17.0
"""Height of a balloon without its tail, in pixels."""
TAIL: Final = 5.0
_LETTERS: Final = 10.5
_SIDE: Final = 5.0
_TICK: Final = 9.0
_STEP: Final = 4.0
"""Between balloons on one thing."""
HEM: Final = 4.0
"""Around a balloon, for the ring of one that is looked at."""
_MOST_PICTURES: Final = 2_000
ARC: Final = 11.0
"""Width of an arc of a cloud."""
_CLOUD_PEN: Final = 3.0
"""Of the cloud that is looked at, in pixels."""


@dataclass(frozen=True, slots=True)
class Balloon:
    """What a balloon says.

    Attributes
    ----------
    is_gone
        Whether what it is about is no longer there.
    """

    number: int
    is_open: bool = True
    is_gone: bool = False


def balloon_box(tip: QPointF, balloon: Balloon) -> QRectF:
    """Return what a balloon covers without its tail, whose end is at `tip`."""
    wide = _wide(balloon.number, balloon.is_open)
    return QRectF(tip.x() - 1, tip.y() - TAIL - HIGH, wide, HIGH)


@lru_cache(maxsize=2048)
def _wide(number: int, is_open: bool) -> float:
    """Return the width of a balloon: all are measured for each frame, and at each point asked."""
    wide = metrics(_LETTERS, 700).horizontalAdvance(str(number)) + 2 * _SIDE
    return max(wide + (0 if is_open else _TICK), HIGH)


def next_tip(tip: QPointF, balloon: Balloon) -> QPointF:
    """Return where the next balloon on the same thing points at."""
    return QPointF(balloon_box(tip, balloon).right() + _STEP, tip.y())


class BalloonPictures:
    """Balloons as pictures, made once each: hundreds of them are in one frame."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], tuple[QPointF, QPixmap]] = {}

    def paint(
        self, painter: QPainter, balloons: Iterable[tuple[QPointF, Balloon]], theme: Theme
    ) -> None:
        """Paint balloons that nobody looks at with where each points, as `paint_balloon` does."""
        # Not by the themes themselves: to look one up by its twenty colours takes longer.
        ratio, name = painter.device().devicePixelRatio(), theme.name
        for tip, balloon in balloons:
            key = (balloon.number, balloon.is_open, balloon.is_gone, name, ratio)
            known = self._known.get(key)
            if known is None:
                if len(self._known) >= _MOST_PICTURES:
                    self._known.clear()
                corner = balloon_box(QPointF(0, 0), balloon).topLeft() - QPointF(HEM, HEM)
                known = self._known[key] = corner, _picture(balloon, theme, ratio)
            painter.drawPixmap(tip + known[0], known[1])


def paint_balloon(
    painter: QPainter, tip: QPointF, balloon: Balloon, theme: Theme, *, chosen: bool = False
) -> None:
    """Paint a balloon whose tail ends at a point, in pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint(painter, tip, balloon, theme, chosen=chosen)
    painter.restore()


def _picture(balloon: Balloon, theme: Theme, ratio: float) -> QPixmap:
    """Return a balloon as a picture."""
    box = balloon_box(QPointF(0, 0), balloon)
    size = QSizeF(box.width() + 2 * HEM, box.height() + TAIL + 2 * HEM)
    picture = QPixmap((size * ratio).toSize() + QSize(1, 1))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint(painter, QPointF(HEM, HEM) - box.topLeft(), balloon, theme, chosen=False)
    painter.end()
    return picture


def _paint(
    painter: QPainter, tip: QPointF, balloon: Balloon, theme: Theme, *, chosen: bool
) -> None:
    box = balloon_box(tip, balloon)
    strong = QColor(theme.warning)
    shape = _outline(box, tip)
    if chosen:
        painter.strokePath(shape, QPen(QColor(theme.text), 4.5))
    else:
        painter.strokePath(shape, QPen(QColor(theme.canvas), 3))
    edge = QPen(strong if balloon.is_open else QColor(theme.dim), 1.2)
    if balloon.is_gone:
        edge.setColor(QColor(theme.text))
        edge.setDashPattern([2.2, 1.6])
    painter.setPen(edge)
    painter.setBrush(strong if balloon.is_open else QColor(theme.canvas))
    painter.drawPath(shape)
    painter.setPen(QColor(theme.canvas if balloon.is_open else theme.text))
    painter.setFont(font(_LETTERS, 700))
    words = QRectF(box)
    if not balloon.is_open:
        _paint_tick(painter, box, QColor(theme.text))
        words.setLeft(box.left() + _TICK)
        painter.setPen(QColor(theme.text))
    painter.drawText(words, Qt.AlignmentFlag.AlignCenter, str(balloon.number))


def cloud_path(
    box: QRectF, arc: float = ARC, *, near: QRectF | None = None, apart: bool = False
) -> QPainterPath:
    """Return the scalloped line around a box, as revisions are marked on drawings.

    Parameters
    ----------
    near
        What is painted of it: only arcs about there are made, however long the line is.
    apart
        Whether each arc begins anew, so that dashes fall alike whichever arcs are made.
    """
    path = QPainterPath(box.topLeft())
    corners = (box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft(), box.topLeft())
    for begin, end in pairwise(corners):
        line = end - begin
        long = abs(line.x()) + abs(line.y())
        count = max(1, round(long / arc))
        step = line / count
        # Outwards of a line that goes clockwise on screen.
        out = QPointF(step.y(), -step.x()) * 0.5
        first, last = (0, count) if near is None else _near(begin, end, count, near)
        for at in range(first, last):
            start = begin + step * at
            if apart or at == first:
                path.moveTo(start)
            path.cubicTo(start + out, start + step + out, start + step)
    return path


def _near(begin: QPointF, end: QPointF, count: int, box: QRectF) -> tuple[int, int]:
    """Return which arcs of a side may reach into a box: the first, and the one past the last."""
    line = end - begin
    long = abs(line.x()) + abs(line.y())
    reach = long / count + _CLOUD_PEN
    side = QRectF(begin, end).normalized().adjusted(-reach, -reach, reach, reach)
    if long <= 0 or not side.intersects(box):
        return 0, 0
    lows = QPointF.dotProduct(box.topLeft() - begin, line) / long
    highs = QPointF.dotProduct(box.bottomRight() - begin, line) / long
    low, high = min(lows, highs) - reach, max(lows, highs) + reach
    return max(int(low / long * count), 0), min(int(high / long * count) + 1, count)


def paint_cloud(
    painter: QPainter, path: QPainterPath, theme: Theme, *, is_open: bool = True, chosen: bool
) -> None:
    """Paint a cloud by its line; that of a resolved comment is thin and broken."""
    pen = QPen(QColor(theme.warning if is_open else theme.dim), 2.0 if is_open else 1.2)
    if chosen:
        pen.setWidthF(_CLOUD_PEN)
    if not is_open:
        pen.setDashPattern([4, 3])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(path, pen)


def _outline(box: QRectF, tip: QPointF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(box, 5, 5)
    tail = QPainterPath(tip)
    tail.lineTo(box.left() + 2, box.bottom() - 2)
    tail.lineTo(box.left() + 9, box.bottom() - 1)
    tail.closeSubpath()
    return path.united(tail)


def _paint_tick(painter: QPainter, box: QRectF, colour: QColor) -> None:
    painter.setPen(QPen(colour, 1.5))
    left, mid = box.left() + 4.2, box.center().y()
    painter.drawPolyline([
        QPointF(left, mid + 0.3), QPointF(left + 2.2, mid + 2.6), QPointF(left + 6.0, mid - 2.8),
    ])  # fmt: skip
