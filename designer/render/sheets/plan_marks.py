"""Numbers of findings and names of remarks on the plan, each beside what it is about."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from designer.render.lettering import CENTRE
from designer.render.sheets.ink import TEXT_MM, Ink

MARK: Final = 6.0
"""Edge of the box around a mark, in mm."""
_RINGS: Final = 4
_REACH: Final = MARK * (_RINGS + 1)
_LINE: Final = 0.25


def draw_finding_mark(ink: Ink, box: QRectF, words: str) -> None:
    """Draw the diamond of a finding with its number."""
    centre, half, k = box.center(), box.width() / 2, ink.dots_per_mm
    corners = [(0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)]
    _polygon(ink, [QPointF(centre.x() + x, centre.y() + y) for x, y in corners], k)
    ink.text(box.adjusted(-1, 0, 1, 0), words, TEXT_MM, weight=600, align=CENTRE)


def draw_remark_mark(ink: Ink, box: QRectF, words: str) -> None:
    """Draw the circle of a remark with its name."""
    ink.painter.setPen(QPen(QColor(ink.theme.text), _LINE * ink.dots_per_mm))
    ink.painter.setBrush(QColor(ink.theme.background))
    ink.painter.drawEllipse(ink.box(box.adjusted(0.3, 0.3, -0.3, -0.3)))
    ink.text(box.adjusted(-1, 0, 1, 0), words, TEXT_MM, weight=600, align=CENTRE)


def _polygon(ink: Ink, points: Sequence[QPointF], k: float) -> None:
    pen = QPen(QColor(ink.theme.text), _LINE * k)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    ink.painter.setPen(pen)
    ink.painter.setBrush(QColor(ink.theme.background))
    ink.painter.drawPolygon(QPolygonF([point * k for point in points]))


@dataclass
class MarkPlaces:
    """Finds a free place beside a thing for each mark, in mm.

    Attributes
    ----------
    area
        The plan with the free margin around it.
    things
        Footprints of all that stands there: marks stay off them where they can.
    lettering
        Where rows and aisles are named: marks cover racks sooner than these.
    """

    area: QRectF
    things: Sequence[QRectF]
    lettering: Sequence[QRectF] = ()
    _taken: list[QRectF] = field(default_factory=list)

    def beside(self, thing: QRectF) -> QRectF:
        """Return a free box beside a thing: the nearest that covers least."""
        reach = thing.adjusted(-_REACH, -_REACH, _REACH, _REACH)
        near = [other for other in self.things if reach.intersects(other)]
        words = [other for other in self.lettering if reach.intersects(other)]

        def covered(box: QRectF) -> float:
            # Other marks count more than racks: a number over a number is two lost. So do words:
            # they are small, and a mark takes all of them where it takes a corner of a rack.
            return _common(box, near) + 9 * (_common(box, self._taken) + _common(box, words))

        box = min(self._around(thing), key=covered)
        self._taken.append(box)
        return box

    def at(self, point: QPointF) -> QRectF:
        """Return the box around a point."""
        box = _box(point)
        self._taken.append(box)
        return box

    def _around(self, thing: QRectF) -> list[QRectF]:
        """Return boxes around a thing, the nearest first."""
        centre, half = thing.center(), MARK / 2
        found = []
        for ring in range(_RINGS):
            away = half + 0.2 + ring * MARK
            across = thing.width() / 2 + away
            along = thing.height() / 2 + away
            for dx, dy in ((0.0, -along), (0.0, along), (across, 0.0), (-across, 0.0)):
                for shift in (0.0, MARK, -MARK):
                    sideways = (shift, 0.0) if dx == 0 else (0.0, shift)
                    point = QPointF(centre.x() + dx + sideways[0], centre.y() + dy + sideways[1])
                    found.append(_box(point))
        return [box for box in found if self.area.contains(box)] or found[:1]


def _box(centre: QPointF) -> QRectF:
    return QRectF(centre.x() - MARK / 2, centre.y() - MARK / 2, MARK, MARK)


def _common(box: QRectF, others: Sequence[QRectF]) -> float:
    shared = (box.intersected(other) for other in others)
    return sum(both.width() * both.height() for both in shared)
