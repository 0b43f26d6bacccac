"""What moves the answer most: a bar for each input, from its low to its high end."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from designer.engine.ownership_report import Ownership, Swing
from designer.model.figure_words import currency_sign, quantity
from designer.model.figures import exact
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, LEFT, draw_text, text_width
from designer.render.theme import Theme
from designer.render.variant_ink import paint_letter, variant_pen
from designer.ui.kit.style import mixed
from designer.ui.state.beside_words import answer_of, owned_beside
from designer.ui.state.variants import Variant
from designer.ui.views.cost.card import NOTE_PX, TEXT_PX, Card
from designer.ui.views.cost.pull import input_at

_ROW_PX: Final = 38.0
_AXIS_PX: Final = 22.0
_LETTERS_PX: Final = 19.0
_NAME_SHARE: Final = 0.31
_MONTHS: Final = "months"
_CENTS_TO: Final = 100
"""Amounts below are told with cents."""
_REACH_PX: Final = 9
_DIGITS: Final = 4
"""Of an input that is drawn: more would tell of a pixel."""
_AT_THE_END_PX: Final = 0.5
XOf = Callable[[float | None], float]


class Held(NamedTuple):
    """An end that is held: what stood when it was taken.

    Attributes
    ----------
    end
        `at_low` or `at_high`.
    offset
        From the pointer to its knob.
    now
        The answer then.
    places
        Where the knobs of both ends stood.
    """

    one: Swing
    end: str
    offset: float
    now: float | None
    places: dict[str, float]
    axis: tuple[float, float]


class SwingsCard(Card):
    """A tornado: sooner or cheaper solid, later or dearer hatched. Its ends can be drawn.

    Signals
    -------
    pulled
        Name of an input, and the value that an end is drawn to, while it is held.
    released
        The same, where it was let go.
    let_go
        Esc, or a click without a move: nothing is tried any more.
    """

    pulled = Signal(str, float)
    released = Signal(str, float)
    let_go = Signal()

    title = "What moves the answer most"
    box = "swings"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.beside: Sequence[Variant] = ()
        self.marks: tuple[tuple[str, float], ...] = ()
        """Letters of variants, with their answers that are known."""
        self.swings: tuple[Swing, ...] = ()
        self.months = False
        self.now: float | None = None
        self.years: float | None = None
        self.held: Held | None = None
        self.drawn: float | None = None
        self._hand = 0.0
        self._plot = QRectF()
        self._knobs: list[tuple[QPointF, Swing, str]] = []
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def show_owned(self, owned: Ownership, theme: Theme) -> None:
        """Show what is tried; while an end is held, axis, rows and its own bar stand still."""
        if self.held is None:
            super().show_owned(owned, theme)
            return
        if owned.answer.startswith(_MONTHS) == self.months:
            self.now = answer_of(owned)
            found = {one.name: one for one in owned.swings}
            found[self.held.one.name] = self.held.one
            self.swings = tuple(found.get(one.name, one) for one in self.swings)
        self.update()

    def knob_at(self, at: QPointF) -> tuple[Swing, str] | None:
        """Return the input, and which of its ends, whose knob is under the pointer."""
        for place, one, end in self._knobs:
            if (place - at).manhattanLength() <= _REACH_PX:
                return one, end
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of an end."""
        found = self.knob_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            one, end = found
            places = {at: place.x() for place, of, at in self._knobs if of is one}
            self.held = Held(one, end, places[end] - event.position().x(), self.now, places,
                             self.axis())  # fmt: skip
            self.drawn, self._hand = None, places[end]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw the end that is held along the axis, to the input that has the answer there."""
        if self.held is None:
            over = self.knob_at(event.position()) is not None
            self.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)
            return
        low, high = sorted(self.held.places.values())
        self._hand = min(max(event.position().x() + self.held.offset, low), high)
        self.drawn = self._input_at(self.held, self._hand)
        self.pulled.emit(self.held.one.name, self.drawn)
        self.update()

    def _input_at(self, held: Held, x: float) -> float:
        """Return the input whose answer stands at a place on the axis."""
        one, places = held.one, held.places
        given = {"at_low": one.input_low, "at_high": one.input_high}
        for end, place in places.items():
            # What runs off the axis, or is never reached, has no place but its end.
            if abs(x - place) < _AT_THE_END_PX:
                return given[end]
        (begins, ends), plot = held.axis, self._plot
        answer = begins + (ends - begins) * (x - plot.left()) / max(plot.width(), 1.0)
        answers = {end: self._at(one, end) for end in given}
        known = [(given[end], found) for end, found in answers.items() if found is not None]
        if one.input_value is not None and held.now is not None:
            known.append((one.input_value, held.now))
        value = input_at(known, answer, inverse=self.months)
        if value is None:
            share = (x - places["at_low"]) / (places["at_high"] - places["at_low"])
            value = one.input_low + share * (one.input_high - one.input_low)
        rounded = float(f"{value:.{_DIGITS}g}")
        return min(max(rounded, one.input_low), one.input_high)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the end: it becomes a part of the design."""
        if self.held is None:
            return
        one, value, self.held, self.drawn = self.held.one, self.drawn, None, None
        if value is None:
            self.let_go.emit()
        else:
            self.released.emit(one.name, value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let go with Esc without effect."""
        if event.key() == Qt.Key.Key_Escape and self.held is not None:
            self.held, self.drawn = None, None
            self.let_go.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Esc from others while an end is held."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.held is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def take(self, owned: Ownership) -> None:
        """Take the inputs and what they move."""
        self.swings = owned.swings
        self.months = owned.answer.startswith(_MONTHS)
        self.note = "month of break-even" if self.months else "cost of a GPU-hour, owned"
        self.now = answer_of(owned)
        self.years = owned.years
        answers = (
            (one.letter, answer_of(other)) for one in self.beside
            if (other := owned_beside(one)) is not None and other.answer == owned.answer
            and other.currency == owned.currency
        )  # fmt: skip
        self.marks = tuple((letter, value) for letter, value in answers if value is not None)

    def said(self) -> list[str]:
        """Return each input with its ends and what the answer is there."""
        return [
            f"{one.name} {self._input(one, one.input_low)} to {self._input(one, one.input_high)}: "
            f"{self._answer(one, 'at_low')} to {self._answer(one, 'at_high')}"
            for one in self.swings
        ] + [f"{letter}: {self._mark(value)}" for letter, value in self.marks]

    def axis(self) -> tuple[float, float]:
        """Return where the axis begins and ends: answers beyond twice the years run off it."""
        if self.held is not None:
            return self.held.axis
        drawn = (self._at(one, end) for one in self.swings for end in ("at_low", "at_high"))
        ends = [end for end in drawn if end is not None]
        ends += [self.now] if self.now is not None else []
        ends += [value for _, value in self.marks]
        most = max(ends, default=1.0)
        if self.months:
            most = most if self.years is None else min(most, 24 * self.years)
            return 0.0, float(12 * ceil(max(most, 1.0) / 12))
        return 0.0, most * 1.1 or 1.0

    def body_px(self) -> float:
        """Return room for the inputs and the axis."""
        return self._head_px + _ROW_PX * len(self.swings) + _AXIS_PX

    @property
    def _head_px(self) -> float:
        """Room over the bars for letters of variants."""
        return _LETTERS_PX if self.marks else 0.0

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint the axis, the answer now, and a bar for each input."""
        theme, (begins, ends) = self._theme, self.axis()
        self._knobs = []
        self._plot = plot = box.adjusted(box.width() * _NAME_SHARE, self._head_px, -34, -_AXIS_PX)

        def x(value: float | None) -> float:
            if value is None:
                return plot.right()
            share = (value - begins) / (ends - begins)
            return plot.left() + plot.width() * min(max(share, 0.0), 1.0)

        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            value = begins + (ends - begins) * share
            at = plot.left() + plot.width() * share
            painter.setPen(QColor(theme.line))
            painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom()))
            place = QRectF(at - 30, plot.bottom() + 4, 60, 14)
            draw_text(painter, place, self._mark(value), NOTE_PX, theme.dim, 400, CENTRE)
        if self.now is not None:
            at_now = x(self.now)
            painter.setPen(QPen(QColor(theme.text), 1.4))
            painter.drawLine(QPointF(at_now, plot.top()), QPointF(at_now, plot.bottom()))
        self._paint_marks(painter, plot, x)
        for at, one in enumerate(self.swings):
            top = plot.top() + at * _ROW_PX
            name = QRectF(box.left(), top + 2, plot.left() - box.left() - 10, 16)
            draw_text(painter, name, one.name, TEXT_PX, theme.text, 500, LEFT)
            tried = self.drawn if self._holds(one) else None
            given = one.input_value if tried is None else tried
            fixed = ", as set" if one.decided and tried is None else ""
            now = "" if given is None else f"now {self._input(one, given)}{fixed}"
            draw_text(painter, name.translated(0, 16), now, NOTE_PX, theme.dim, 400, LEFT)
            self._bar(painter, one, top, x)

    def _paint_marks(self, painter: QPainter, plot: QRectF, x: XOf) -> None:
        """Mark the answers of variants; letters stand over the bars, none over another."""
        theme, taken = self._theme, plot.left() - _LETTERS_PX
        marks = sorted(self.marks, key=lambda one: one[1])
        for letter, value in marks:
            painter.setPen(variant_pen(letter, QColor(theme.text), 1.6))
            painter.drawLine(QPointF(x(value), plot.top()), QPointF(x(value), plot.bottom()))
            taken = max(x(value), taken + _LETTERS_PX)
            at = QPointF(taken, plot.top() - _LETTERS_PX / 2)
            paint_letter(painter, at, letter, QColor(theme.text), QColor(theme.panel))
        said = " · ".join(f"{letter} {self._mark(value)}" for letter, value in marks)
        wide = text_width(said, NOTE_PX) + 4
        left = taken + _LETTERS_PX / 2 + 4
        if left + wide > self.width() - 12 and marks:
            left = x(marks[0][1]) - _LETTERS_PX / 2 - 4 - wide
        place = QRectF(left, plot.top() - _LETTERS_PX, wide, _LETTERS_PX)
        draw_text(painter, place, said, NOTE_PX, theme.text, 400, LEFT)

    def _bar(self, painter: QPainter, one: Swing, top: float, x: XOf) -> None:
        """Paint one input between the answers of its ends, each with the input there."""
        theme = self._theme
        ends = sorted(
            (
                (x(self._at(one, "at_low")), one.input_low, "at_low"),
                (x(self._at(one, "at_high")), one.input_high, "at_high"),
            ),
            key=lambda end: (end[0], one.never(end[2])),
        )
        (left, low, low_at), (right, high, high_at) = ends
        now = min(max(x(self.now) if self.now is not None else left, left), right)
        bar = QRectF(left, top + 3, max(right - left, 2.0), 12)
        colour = QColor(theme.accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if now > left:
            painter.drawRoundedRect(QRectF(bar.left(), bar.top(), now - left, 12), 2, 2)
        later = QRectF(now, bar.top(), max(bar.right() - now, 0.0), 12)
        if later.width() > 0:
            paint_hatch(
                painter, later, Qt.BrushStyle.BDiagPattern, QColor(theme.dim), pitch=5.0, line=1.0
            )
            painter.setPen(QPen(QColor(theme.dim), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(later)
        for place, end in ((left, low_at), (right, high_at)):
            is_held = self.held is not None and self._holds(one) and end == self.held.end
            knob = QPointF(self._hand if is_held else place, top + 9)
            self._knobs.append((knob, one, end))
            painter.setPen(QPen(QColor(theme.panel), 1))
            painter.setBrush(QColor(theme.text))
            painter.drawEllipse(knob, 4.5, 4.5)
        words = " · ".join(
            f"{self._input(one, given)}: {self._answer(one, answer)}"
            for given, answer in ((low, low_at), (high, high_at))
        )
        wide = text_width(words, NOTE_PX) + 4
        under = QRectF(min(left, self.width() - wide - 12.0), top + 17, wide, 15)
        ground = under.adjusted(-3, 0, 3, 0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(QColor(theme.background), QColor(theme.panel), 0.8))
        painter.drawRect(ground)
        draw_text(painter, under, words, NOTE_PX, theme.dim, 400, LEFT)

    def _holds(self, one: Swing) -> bool:
        """Return whether an end of this input is held."""
        return self.held is not None and self.held.one.name == one.name

    def _input(self, one: Swing, value: float) -> str:
        if one.unit.startswith("of the "):
            return f"{100 * value:.3g} %"
        if abs(value) < _CENTS_TO and len(one.unit) == len("USD"):
            return f"{currency_sign(one.unit)}{value:.2f}"
        currency, _, each = one.unit.partition("/")
        if each:  # `$184 a kW·month`, `$0.0859 a kWh`
            return f"{currency_sign(currency)}{value:,.3g} a {each.strip('()')}"
        return quantity(exact(value, one.unit)) if one.unit else f"{value:.3g}"

    def _at(self, one: Swing, end: str) -> float | None:
        """Return where an end is drawn; None where the answer has no value, or is never reached."""
        return one.figure(end).value

    def _answer(self, one: Swing, end: str) -> str:
        if one.never(end):
            return "never"
        least = "" if one.figure(end).value is not None else "≥ "
        return f"{least}{self._mark(one.figure(end).likely)}"

    def _mark(self, value: float) -> str:
        return f"{value:.0f}" if self.months else f"{value:.2f}"
