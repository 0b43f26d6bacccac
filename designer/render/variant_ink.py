"""How lines of variants are told apart: a dash pattern and a letter each, and never by colour."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, inf
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.render.lettering import CENTRE, draw_text

DASHES: Final = {"A": (5.0, 2.4), "B": (1.2, 1.8), "C": (5.0, 1.8, 1.2, 1.8)}
"""In widths of the line."""
_RADIUS: Final = 7.5
_CLEAR_PX: Final = 16.0
"""From the middle of a letter to that of a dot or of another letter."""
_STEPS: Final = 50
"""Places on a line that are tried for a letter."""
PLACES: Final = {"A": 0.08, "B": 0.24, "C": 0.4}
"""Where on its line a letter stands: lines that lie on each other keep their letters apart."""


def variant_pen(letter: str, ink: QColor, width: float = 2.0) -> QPen:
    """Return the pen of a variant."""
    pen = QPen(ink, width)
    pen.setDashPattern(list(DASHES[letter]))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def paint_letter(
    painter: QPainter, centre: QPointF, letter: str, ink: QColor, ground: QColor
) -> None:
    """Paint a letter in a ring."""
    painter.setPen(QPen(ink, 1.4))
    painter.setBrush(ground)
    painter.drawEllipse(centre, _RADIUS, _RADIUS)
    box = QRectF(centre.x() - 8, centre.y() - 8, 16, 16)
    draw_text(painter, box, letter, 11, ink.name(), 700, CENTRE)


def paint_variant(
    painter: QPainter, line: list[QPointF], letter: str, ink: QColor, ground: QColor,
    share: float | None = None, taken: list[QPointF] | None = None,
) -> None:  # fmt: skip
    """Paint a variant's line with its letter on it, after a share of its length.

    Parameters
    ----------
    taken
        Places that letters keep off, of dots and of other letters; this one is put among them.
    """
    painter.setPen(variant_pen(letter, ink))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(line)
    at = PLACES[letter] if share is None else share
    centre = clear_place(line, at, taken or ())
    if taken is not None:
        taken.append(centre)
    paint_letter(painter, centre, letter, ink, ground)


def clear_place(line: list[QPointF], share: float, taken: Sequence[QPointF]) -> QPointF:
    """Return the place on a line nearest to a share of its length that is off what is taken.

    Where there is none it is the one that is farthest off.
    """
    shares = sorted((step / _STEPS for step in range(_STEPS + 1)), key=lambda at: abs(at - share))
    places = [place_on(line, at) for at in (share, *shares)]

    def room(at: QPointF) -> float:
        return min((hypot(at.x() - one.x(), at.y() - one.y()) for one in taken), default=inf)

    return next((at for at in places if room(at) >= _CLEAR_PX), max(places, key=room))


def place_on(line: list[QPointF], share: float) -> QPointF:
    """Return the point after a share of a line's length."""
    steps = [(one, other, hypot(other.x() - one.x(), other.y() - one.y()))
             for one, other in pairwise(line)]  # fmt: skip
    left = share * sum(length for _, _, length in steps)
    for one, other, length in steps:
        if left <= length and length > 0:
            return one + (other - one) * (left / length)
        left -= length
    return line[-1]
