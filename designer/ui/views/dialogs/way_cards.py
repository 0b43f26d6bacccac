"""The ways out of a replacement that does not fit, as cards of which one may be chosen."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QLineF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from designer.planning.ways_out import KINDS, WayKind
from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.kit.glyphs import theme_of
from designer.ui.kit.line_card import Line, paint_row, rows_of
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.kit.wrapping import wrapped

_PAD: Final = 10
_ROW: Final = 16
_TITLE_ROW: Final = 18
_RING: Final = 13
_TITLE_LEFT: Final = _PAD + _RING + 7
_TITLES: Final[Mapping[WayKind, str]] = {
    "fewer": "As many in a rack as fit",
    "published": "As the published reference",
    "build": "Keep all, build what they need",
}
_LEAST_WIDE: Final = 200


class WayCard(QAbstractButton):
    """One way out: a title, lines with bars, and a ring that is full where it is chosen."""

    pointed = Signal()
    left = Signal()
    stepped = Signal(int)

    def __init__(self, kind: WayKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.title = _TITLES[kind]
        self.lines: tuple[Line, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(_LEAST_WIDE)
        self.setMouseTracking(True)
        self.setAccessibleName(f"Way out: {self.title}")

    def show_way(self, title: str, lines: Sequence[Line], *, possible: bool) -> None:
        """Say what it is and what it would do; where it is not possible it cannot be chosen."""
        self.title, self.lines = title or _TITLES[self.kind], tuple(lines)
        self.setCheckable(possible)
        cursor = Qt.CursorShape.PointingHandCursor if possible else Qt.CursorShape.ArrowCursor
        self.setCursor(cursor)
        words = [self.title, *(line.text for line in self.lines)]
        self.setAccessibleName(f"Way out: {self.title}")
        self.setAccessibleDescription("\n".join(words[1:]))
        self.update()

    def high(self, width: int) -> int:
        """Return the height that its words need at a width."""
        titles = len(self._title(width)) * _TITLE_ROW
        return titles + len(self._rows(width)) * _ROW + 2 * _PAD

    def tell_cut(self, width: int) -> None:
        """Give it a tip with all of it where a line is cut at a width."""
        cut = any(text.endswith("…") for _, text, _ in self._rows(width))
        self.setToolTip("\n".join((self.title, self.accessibleDescription())) if cut else "")

    def _title(self, width: int) -> tuple[str, ...]:
        metrics = QFontMetrics(font(12, 600))
        return wrapped(self.title, metrics, max(1, width - _TITLE_LEFT - _PAD), 2)

    def _rows(self, width: int) -> list[tuple[Line, str, int]]:
        return rows_of(self.lines, max(_LEAST_WIDE - 2 * _PAD, width - 2 * _PAD))

    def sizeHint(self) -> QSize:
        """Return the room its words need."""
        width = max(_LEAST_WIDE, self.width())
        return QSize(width, self.high(width))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Tell that it is pointed at."""
        super().enterEvent(event)
        self.pointed.emit()

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that it is pointed at no more."""
        super().leaveEvent(event)
        self.left.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell that the keyboard is on it."""
        super().focusInEvent(event)
        self.pointed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the keyboard is on it no more."""
        super().focusOutEvent(event)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the card beside it, or choose it: Enter does not press the dialog's button."""
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
        if step:
            self.stepped.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        theme = theme_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter, theme)
        off = not self.isCheckable()
        painter.setFont(font(12, 600))
        painter.setPen(QColor(theme.dim if off else theme.text))
        row = QRect(_TITLE_LEFT, _PAD - 1, self.width() - _TITLE_LEFT - _PAD, _TITLE_ROW)
        for text in self._title(self.width()):
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, text)
            row.translate(0, _TITLE_ROW)
        row = QRect(_PAD, row.top(), self.width() - 2 * _PAD, _ROW)
        before = None
        for what in self._rows(self.width()):
            paint_row(painter, row, what, theme, signs=what[0] is not before)
            before = what[0]
            row.translate(0, _ROW)
        painter.end()

    def _paint_frame(self, painter: QPainter, theme: Theme) -> None:
        chosen = self.isChecked()
        edge = theme.accent if chosen or self.hasFocus() else theme.line
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() or chosen else 1))
        painter.setBrush(QColor(theme.raised if self.isCheckable() else theme.panel))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), 6, 6)
        ring = QRect(_PAD, _PAD + 1, _RING, _RING).toRectF()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.accent if chosen else theme.dim), 1.4))
        if self.isCheckable():
            painter.drawEllipse(ring)
        else:
            middle = ring.center()
            painter.drawLine(QLineF(ring.left() + 2, middle.y(), ring.right() - 2, middle.y()))
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            painter.drawEllipse(ring.adjusted(3.5, 3.5, -3.5, -3.5))


class WayCards(QWidget):
    """The verdict, and below it the cards beside each other; hidden where nothing is to be said.

    Left and Right go from card to card, Space and Enter choose the one with the keyboard.

    Signals
    -------
    pointed
        The kind of the card that is pointed at or has the keyboard; empty for none.
    chosen
        The kind of the card that is chosen now; empty where none is.
    """

    pointed = Signal(str)
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Ways out where it does not fit")
        self.verdict = WrappedLabel()
        self.verdict.setAccessibleName("Whether it fits as it is")
        set_role(self.verdict, "error")
        self.cards = {kind: WayCard(kind) for kind in KINDS}
        row = QHBoxLayout()
        row.setSpacing(10)
        for card in self.cards.values():
            row.addWidget(card, 1)
            card.pointed.connect(lambda kind=card.kind: self.pointed.emit(kind))
            card.left.connect(self._left)
            card.stepped.connect(lambda step, card=card: self._step(card, step))
            card.clicked.connect(lambda _=False, kind=card.kind: self._choose(kind))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.verdict)
        column.addLayout(row)
        self.hide()

    @property
    def kind(self) -> str:
        """The kind that is chosen; empty where none is."""
        return next((kind for kind, card in self.cards.items() if card.isChecked()), "")

    def clear(self) -> None:
        """Say nothing: something else is asked."""
        self.hide()
        for card in self.cards.values():
            card.setChecked(False)

    def begin(self, verdict: str, waiting: Sequence[Line]) -> None:
        """Say that it does not fit; the cards follow one by one."""
        self.verdict.setText(verdict)
        for card in self.cards.values():
            card.show_way("", waiting, possible=False)
        self.show()
        self._fit()

    def show_way(self, kind: WayKind, title: str, lines: Sequence[Line], *, possible: bool) -> None:
        """Show what is known of a way."""
        self.cards[kind].show_way(title, lines, possible=possible)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give all cards the height that the fullest needs."""
        super().resizeEvent(event)
        self._fit()

    def _step(self, card: WayCard, step: int) -> None:
        every = list(self.cards.values())
        every[(every.index(card) + step) % len(every)].setFocus()

    def _fit(self) -> None:
        width = (self.width() - 10 * (len(self.cards) - 1)) // len(self.cards)
        high = max(card.high(max(width, _LEAST_WIDE)) for card in self.cards.values())
        for card in self.cards.values():
            card.tell_cut(max(width, _LEAST_WIDE))
            if card.height() != high:
                card.setFixedHeight(high)

    def _choose(self, kind: WayKind) -> None:
        """Choose a card, or none again where it was chosen."""
        if not self.cards[kind].isCheckable():
            return
        for other, card in self.cards.items():
            if other != kind:
                card.setChecked(False)
        self.chosen.emit(self.kind)

    def _left(self) -> None:
        """Tell what is still pointed at: the card with the keyboard, or none."""
        held = next((c for c in self.cards.values() if c.underMouse() or c.hasFocus()), None)
        self.pointed.emit(held.kind if held is not None else "")
