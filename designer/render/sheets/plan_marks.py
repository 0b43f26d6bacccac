"""Numbers of findings and names of remarks on the plan, each beside what it is about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from designer.render.lettering import CENTRE
from designer.render.sheets.ink import TEXT_MM, Ink

MARK: Final = 6.0
"""Edge of the box around a mark, in mm."""
_RINGS: Final = 4
_REACH: Final = MARK * (_RINGS + 1)
_ASIDE: Final = 3
"""So many marks beyond its width one may stand, where all places within it are taken."""
_LINE: Final = 0.25
_GAP: Final = 0.2
"""Between a thing and the mark at it, in mm."""
_INSET: Final = 0.9
_DOT: Final = 0.35
_OVER_MARK: Final = 9
"""How much more a mark counts than racks: a number over a number is two lost."""
_OVER_OWN: Final = 2.4
"""How much more its own thing counts: its name is hidden sooner than another's with a line to it,
and later than a mark stands off it."""
_OVER_NAME: Final = 30
"""How much more a name counts: it is small, and a mark hides it all sooner than a rack's corner."""
_ASTRAY: Final = 0.5 * MARK * MARK
"""What standing nearer to another thing counts, in mm² that are covered."""
_CROSSING: Final = MARK * MARK
"""What a leader across another thing counts, in the same."""


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


@dataclass(frozen=True, slots=True)
class MarkPlace:
    """Where a mark stands, and the line that leads to its thing where one could doubt whose it is.

    Attributes
    ----------
    box
        The box around the mark, in mm.
    leader
        From the middle of the mark into its thing; None where it stands at it, within its width.
    """

    box: QRectF
    leader: QLineF | None = None


@dataclass(frozen=True, slots=True)
class PlanMark:
    """The mark of a finding or remark on a plan: its place, what draws it, and what it says."""

    place: MarkPlace
    draw_sign: Callable[[Ink, QRectF, str], None]
    words: str


def draw_marks(ink: Ink, marks: Sequence[PlanMark]) -> None:
    """Draw marks over all that a plan shows, their leaders under all of them."""
    for mark in marks:
        draw_leader(ink, mark.place)
    for mark in marks:
        mark.draw_sign(ink, mark.place.box, mark.words)


def draw_leader(ink: Ink, place: MarkPlace) -> None:
    """Draw the line from a mark to its thing, with a dot at its end; marks cover its beginning."""
    if place.leader is None:
        return
    k = ink.dots_per_mm
    start, end = place.leader.p1() * k, place.leader.p2() * k
    ink.painter.setPen(QPen(QColor(ink.theme.text), _LINE * k))
    ink.painter.drawLine(start, end)
    ink.painter.setBrush(QColor(ink.theme.text))
    ink.painter.drawEllipse(end, _DOT * k, _DOT * k)


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
        Where rows are named: marks cover racks sooner than these.
    aisles
        Where aisles are named: words give way to a mark at its thing, a mark off it to the words.
    walks
        The aisles: marks beyond the width of their thing stay out, so that words find a place.
    """

    area: QRectF
    things: Sequence[QRectF]
    lettering: Sequence[QRectF] = ()
    aisles: Sequence[QRectF] = ()
    walks: Sequence[QRectF] = ()
    _taken: list[QRectF] = field(default_factory=list)

    def beside(self, thing: QRectF) -> MarkPlace:
        """Return a place at a thing: the nearest that covers least, within its width."""
        reach = thing.adjusted(-_REACH, -_REACH, _REACH, _REACH)
        near = [other for other in self.things if other != thing and reach.intersects(other)]
        words = [other for other in self.lettering if reach.intersects(other)]

        def cost(place: MarkPlace) -> float:
            covered = _common(place.box, near) + _OVER_OWN * _common(place.box, (thing,))
            covered += _OVER_MARK * _common(place.box, self._taken)
            covered += _OVER_NAME * _common(place.box, words)
            if _is_nearer(place.box, near, thing):
                covered += _ASTRAY
            if place.leader is not None:
                covered += _OVER_MARK * _common(place.box, self.aisles)
                crossed = _along(place.leader)
                covered += _CROSSING * sum(crossed.intersects(other) for other in near)
            return covered

        best = min((_led(box, thing, near) for box in self._around(thing)), key=cost)
        self._taken.append(best.box)
        return best

    def at(self, point: QPointF) -> MarkPlace:
        """Return the place around a point; beside it, with a line to it, where a mark stands.

        At the edge of the plan it stands within.
        """
        box = _within(_box(point), self.area)
        if any(box.intersects(other) for other in self._taken):
            place = self.beside(QRectF(point.x() - _DOT, point.y() - _DOT, 2 * _DOT, 2 * _DOT))
            return MarkPlace(place.box, QLineF(place.box.center(), point))
        self._taken.append(box)
        return MarkPlace(box)

    def _around(self, thing: QRectF) -> list[QRectF]:
        """Return boxes around a thing, the nearest first, and one on it as the last resort.

        Those beyond its width come after all within it: they would stand at its neighbour.
        """
        centre, half = thing.center(), MARK / 2
        found, aside = [], []
        steps = [sign * n * MARK for n in range(1, _ASIDE + 1) for sign in (1, -1)]
        for ring in range(_RINGS):
            away = half + _GAP + ring * MARK
            across, along = thing.width() / 2 + away, thing.height() / 2 + away
            level = [s for s in (0.0, MARK, -MARK) if not s or abs(s) + half <= thing.width() / 2]
            upright = [
                s for s in (0.0, MARK, -MARK) if not s or abs(s) + half <= thing.height() / 2
            ]
            shifts = [(shift, way) for way in (-along, along) for shift in level]
            shifts += [(way, shift) for way in (across, -across) for shift in upright]
            found += [_box(QPointF(centre.x() + dx, centre.y() + dy)) for dx, dy in shifts]
            far = [(s, way) for s in steps if s not in level for way in (-along, along)]
            far += [(way, s) for s in steps if s not in upright for way in (across, -across)]
            aside += [_box(QPointF(centre.x() + dx, centre.y() + dy)) for dx, dy in far]
        on_it = _box(centre)
        found += [box for box in aside if not any(box.intersects(walk) for walk in self.walks)]
        return [box for box in found if self.area.contains(box)] + [on_it]


def _box(centre: QPointF) -> QRectF:
    return QRectF(centre.x() - MARK / 2, centre.y() - MARK / 2, MARK, MARK)


def _within(box: QRectF, area: QRectF) -> QRectF:
    """Return a box moved into an area that it reaches out of."""
    left = min(max(box.left(), area.left()), area.right() - box.width())
    top = min(max(box.top(), area.top()), area.bottom() - box.height())
    return QRectF(QPointF(left, top), box.size())


def _common(box: QRectF, others: Sequence[QRectF]) -> float:
    shared = (box.intersected(other) for other in others)
    return sum(both.width() * both.height() for both in shared)


def _led(box: QRectF, thing: QRectF, near: Sequence[QRectF]) -> MarkPlace:
    """Return a place with its leader, if it stands off its thing or as near to another one."""
    centre = box.center()
    if _away(centre, thing) <= MARK / 2 + _GAP + 0.01 and not _is_nearer(box, near, thing):
        return MarkPlace(box)
    inset_x, inset_y = min(_INSET, thing.width() / 2), min(_INSET, thing.height() / 2)
    inner = thing.adjusted(inset_x, inset_y, -inset_x, -inset_y)
    return MarkPlace(box, QLineF(centre, _nearest(centre, inner)))


def _is_nearer(box: QRectF, others: Sequence[QRectF], thing: QRectF) -> bool:
    """Return whether a box stands as near to another thing as to its own."""
    own = _away(box.center(), thing)
    return any(_away(box.center(), other) <= own for other in others)


def _nearest(point: QPointF, box: QRectF) -> QPointF:
    return QPointF(
        min(max(point.x(), box.left()), box.right()), min(max(point.y(), box.top()), box.bottom())
    )


def _away(point: QPointF, box: QRectF) -> float:
    return QLineF(point, _nearest(point, box)).length()


def _along(line: QLineF) -> QRectF:
    """Return a thin box around a level or an upright line."""
    return QRectF(line.p1(), line.p2()).normalized().adjusted(-_LINE, -_LINE, _LINE, _LINE)
