"""What is spent over the years: owned with its band, and each term of renting by its own line."""

from collections.abc import Callable, Sequence
from math import floor, inf, log10
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from designer.engine.ownership_report import Ownership
from designer.model.figure_words import quantity
from designer.model.figures import Figure, exact
from designer.render.lettering import CENTRE, LEFT, RIGHT, draw_text, text_width
from designer.render.variant_ink import paint_variant, place_on
from designer.ui.kit.style import mixed
from designer.ui.state.beside_words import owned_beside
from designer.ui.state.variants import Variant
from designer.ui.views.cost.card import NOTE_PX, TEXT_PX, Card

_PLOT_PX: Final = 250.0
_LEFT_PX: Final = 62.0
_RIGHT_PX: Final = 132.0
_AXIS_PX: Final = 24.0
_NAME_PX: Final = 16.0
_LETTERS_AT: Final = {"A": 0.06, "B": 0.135, "C": 0.21}
"""Where on their lines letters stand: near the first payment, before months of break-even."""
_DASHES: Final = {"on demand": (), "reserved": (6.0, 3.0), "spot": (1.5, 3.0)}
_FAR: Final = 4
"""So many times the dearest way of this design, a variant's line leaves the plot."""
PointOf = Callable[[float, float], QPointF]


def ticks(most: float, number: int = 4) -> list[float]:
    """Return round amounts from 0 to at most the end of an axis."""
    step = 10 ** floor(log10(most / number))
    step *= next(times for times in (1, 2, 2.5, 5, 10) if step * times * number >= most * 0.8)
    return [at * step for at in range(int(most / step) + 1)]


def free_place(
    left: float, plot: QRectF, wide: float, taken: list[QRectF], before: float | None = None
) -> QRectF:
    """Return where a label stands above the axis: in the lowest row in which it is free.

    Parameters
    ----------
    before
        Where it may end in place of where it begins.
    """
    sides = [left] if before is None else [left, max(before - wide, plot.left())]
    places = [QRectF(min(x, plot.right() - wide), plot.bottom() - 17, wide, 14) for x in sides]
    while places[0].top() > plot.top():
        for place in places:
            if not any(place.intersects(other) for other in taken):
                return place
            place.translate(0, -15)
    return places[0]


def rows_apart(wanted: list[float], top: float, bottom: float) -> list[float]:
    """Return feet of rows, from the lowest up, none over another and all between two ends."""
    found, below = [], bottom
    for y in wanted:
        found.append(min(y, below))
        below = found[-1] - _NAME_PX
    above = top
    for at in reversed(range(len(found))):
        found[at] = max(found[at], above)
        above = found[at] + _NAME_PX
    return found


class Line(NamedTuple):
    """One way to have the GPUs: spent at first, and at the end of its years."""

    name: str
    first: Figure
    last: Figure
    years: float
    letter: str = ""

    def at(self, share: float) -> float:
        """Return what is spent after a part of its years."""
        return (self.first.times(1 - share) + self.last.times(share)).likely

    def share_at(self, spent: float) -> float:
        """Return after which part of its years an amount is spent, 0 where at first."""
        begins, ends = self.at(0), self.at(1)
        return 0.0 if begins >= spent else (spent - begins) / (ends - begins)


class CourseCard(Card):
    """Owned against rented, undiscounted."""

    title = "Own against cloud"
    box = "course"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.beside: Sequence[Variant] = ()
        self.lines: list[Line] = []
        self.meets: list[tuple[str, float]] = []
        self.chips: list[QRectF] = []
        self.years = 1.0
        """Of the axis: those of this design, or the most of a variant."""

    def take(self, owned: Ownership) -> None:
        """Take a line for owning and for each term."""
        money, self.lines, self.meets = owned.currency, [], []
        if not owned.is_computed:
            return
        capital, tco = owned.figure("capital", money), owned.figure("tco", money)
        years = owned.years or 1.0
        self.lines.append(Line("own", capital, tco, years))
        self.lines += [
            Line(one.term, exact(0.0, money), one.figure("total", money), years)
            for one in owned.rented
        ]
        for one in self.beside:
            other = owned_beside(one)
            if other is not None and other.currency == money:
                ends = other.figure("capital", money), other.figure("tco", money)
                self.lines.append(
                    Line(f"own {one.letter}", *ends, other.years or years, one.letter)
                )
        self.years = max(line.years for line in self.lines)
        self.note = f"spent over {years:g} years, undiscounted"
        self.meets = [
            (one.term, one.break_even_months) for one in owned.rented
            if one.break_even_months is not None and one.break_even_months <= 12 * years
        ]  # fmt: skip

    def said(self) -> list[str]:
        """Return what each way costs in the end, and where owning meets it."""
        ends = [f"{one.name} {quantity(one.last)}" for one in self.lines]
        return [
            *ends,
            *self.leaving_words(),
            *(f"owning meets {term} in month {month:.0f}" for term, month in self.meets),
        ]

    def leaves(self, line: Line) -> float | None:
        """Return in which month a variant's line leaves the plot, 0 where it begins above."""
        most = self.most()
        if not line.letter or (line.at(0) <= most and line.at(1) <= most):
            return None
        return 12 * line.years * line.share_at(most)

    def leaving_words(self) -> list[str]:
        """Return which lines leave the plot, and when."""
        months = ((line.letter, self.leaves(line)) for line in self.lines)
        found = {letter: month for letter, month in months if month is not None}
        return [
            f"{letter} leaves the plot in month {month:.0f}" if month
            else f"{letter} lies above the plot"
            for letter, month in found.items()
        ]  # fmt: skip

    def body_px(self) -> float:
        """Return room for the plot and its axis."""
        return _PLOT_PX + _AXIS_PX

    def most(self) -> float:
        """Return the end of the axis: what the dearest way costs, as far as it is bounded."""
        ways = [one.last.likely for one in self.lines if not one.letter]
        own = max(ways, default=0.0)
        # A variant that costs many times as much would press all others to the ground.
        lines = [one for one in self.lines if one.last.likely <= _FAR * own or not own]
        ends = [one.last.high if one.last.high < inf else one.last.likely for one in lines]
        likely = [one.last.likely for one in lines]
        # One wide band must not press all lines to the ground.
        return min(max(ends, default=1.0), 2 * max(likely, default=1.0)) or 1.0

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint the axes, bands, lines, and the months in which owning meets them."""
        if not self.lines:
            return
        theme, most = self._theme, self.most()
        plot = box.adjusted(_LEFT_PX, 4, -_RIGHT_PX, -_AXIS_PX)

        def at(share: float, spent: float) -> QPointF:
            y = plot.bottom() - plot.height() * min(spent / most, 1.0)
            return QPointF(plot.left() + plot.width() * share, y)

        money = self.owned.currency
        for spent in ticks(most):
            y = at(0, spent).y()
            painter.setPen(QColor(theme.line))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            place = QRectF(box.left(), y - 8, _LEFT_PX - 8, 16)
            said = quantity(exact(spent, money)) if spent else "0"
            draw_text(painter, place, said, NOTE_PX, theme.dim, 400, RIGHT)
        marks = min(int(self.years), 6) or 1
        for step in range(marks + 1):
            x = plot.left() + plot.width() * step / marks
            place = QRectF(x - 30, plot.bottom() + 6, 60, 14)
            months = f"{12 * self.years * step / marks:.0f}"
            said = f"month {months}" if step == marks else months
            draw_text(painter, place, said, NOTE_PX, theme.dim, 400, CENTRE)
        painter.save()
        painter.setClipRect(plot.adjusted(-1, -1, 1, 1))
        for line in reversed(self.lines):
            if not line.letter:
                self._band(painter, line, at, most)
        painter.restore()
        for line in self.lines:
            if self.leaves(line) != 0:
                self._line(painter, line, at)
        self._names(painter, plot, at)
        self._months(painter, plot, at)

    def _months(self, painter: QPainter, plot: QRectF, at: PointOf) -> None:
        """Mark the months in which owning meets renting, and say which lines are beyond."""
        theme, own = self._theme, self.lines[0]
        letters = (place_on(self._ends(line, at), _LETTERS_AT[line.letter])
                   for line in self.lines if line.letter and self.leaves(line) != 0)  # fmt: skip
        taken = [QRectF(one.x() - 9, one.y() - 9, 18, 18) for one in letters]
        far = " · ".join(self.leaving_words())
        head = QRectF(plot.left() + 6, plot.top() + 2, plot.width() - 6, 14)
        draw_text(painter, head, far, NOTE_PX, theme.text, 400, LEFT)
        met = [(month, at(month / (12 * self.years), own.at(month / (12 * own.years))))
               for _, month in sorted(self.meets, key=lambda one: one[1])]  # fmt: skip
        for _, point in met:
            taken.append(QRectF(point.x() - 6, point.y() - 6, 12, 12))
            taken.append(QRectF(point.x() - 1, point.y(), 2, plot.bottom() - point.y()))
        self.chips = []
        for month, point in met:
            painter.setPen(QPen(QColor(theme.ok), 1, Qt.PenStyle.DashLine))
            painter.drawLine(point, QPointF(point.x(), plot.bottom()))
            painter.setPen(QPen(QColor(theme.background), 1.5))
            painter.setBrush(QColor(theme.ok))
            painter.drawEllipse(point, 5, 5)
            # Between two months that are near, the axis says of what the number is.
            for words in (f"month {month:.0f}", f"{month:.0f}"):
                wide = text_width(words, NOTE_PX, 600) + 6
                place = free_place(point.x() + 4, plot, wide, taken, point.x() - 4)
                if place.top() >= point.y():
                    break
            taken.append(place)
            self.chips.append(place)
            if any(line.letter for line in self.lines):
                ground = mixed(QColor(theme.background), QColor(theme.panel), 0.8)
                painter.fillRect(place.adjusted(-2, 0, -2, 0), ground)
            draw_text(painter, place, words, NOTE_PX, theme.text, 600, LEFT)

    def _band(self, painter: QPainter, line: Line, at: PointOf, most: float) -> None:
        ends = [(f.low, most * 2 if f.high == inf else f.high) for f in (line.first, line.last)]
        if all(low == high for low, high in ends):
            return
        colour = QColor(self._colour(line.name))
        colour.setAlphaF(0.16 if line.name == "own" else 0.08)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        (low_first, high_first), (low_last, high_last) = ends
        # Clipped by the plot, and not by the height of a point: edges keep their slope.
        end = self._end(line)
        rise = [at(0, low_first), at(end, low_last), self._beyond(at, end, high_last, most),
                self._beyond(at, 0, high_first, most)]  # fmt: skip
        painter.drawPolygon(QPolygonF(rise))

    def _ends(self, line: Line, at: PointOf) -> list[QPointF]:
        """Return the ends of a line within the plot."""
        month = self.leaves(line)
        part = 1.0 if month is None else month / (12 * line.years)
        return [at(0, line.first.likely), at(self._end(line) * part, line.at(part))]

    def _end(self, line: Line) -> float:
        """Return where on the axis a line ends."""
        return line.years / self.years

    def _beyond(self, at: PointOf, share: float, spent: float, most: float) -> QPointF:
        low, high = at(share, 0.0), at(share, most)
        return QPointF(low.x(), low.y() + (high.y() - low.y()) * spent / most)

    def _line(self, painter: QPainter, line: Line, at: PointOf) -> None:
        if line.letter:
            ground = mixed(QColor(self._theme.background), QColor(self._theme.panel), 0.8)
            share, ink = _LETTERS_AT[line.letter], QColor(self._theme.accent)
            paint_variant(painter, self._ends(line, at), line.letter, ink, ground, share)
            return
        pen = QPen(QColor(self._colour(line.name)), 2.0)
        dashes = _DASHES.get(line.name, ())
        if dashes:
            pen.setDashPattern(list(dashes))
        painter.setPen(pen)
        painter.drawLine(*self._ends(line, at))

    def _names(self, painter: QPainter, plot: QRectF, at: PointOf) -> None:
        """Write what each way costs at the end, none over another."""
        theme = self._theme
        order = sorted(self.lines, key=lambda line: line.last.likely)
        wanted = [at(1, line.last.likely).y() + 8 for line in order]
        for line, y in zip(order, rows_apart(wanted, plot.top() + 12, plot.bottom() + 8),
                           strict=True):  # fmt: skip
            place = QRectF(plot.right() + 8, y - 16, _RIGHT_PX - 8, 16)
            least = "≥ " if line.last.value is None else ""
            spent = quantity(exact(line.last.likely, line.last.unit))
            beyond = "" if self.leaves(line) is None else " ↑"
            words = f"{line.name[:1].upper()}{line.name[1:]} {least}{spent}{beyond}"
            own = line.name == "own" or line.letter
            ink = theme.accent if own else theme.text
            draw_text(painter, place, words, TEXT_PX, ink, 600, LEFT)

    def _colour(self, name: str) -> str:
        theme = self._theme
        return theme.accent if name == "own" else theme.text if name == "on demand" else theme.dim
