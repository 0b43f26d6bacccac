"""What is paid at first and each year: a bar for each between its bounds, and what is in no sum."""

from math import inf
from textwrap import fill
from typing import Final

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from designer.engine.ownership_report import PLANNED, Ownership, Paid
from designer.model.figure_words import quantity
from designer.model.figures import Figure, exact, filled, total
from designer.render.lettering import LEFT, RIGHT, draw_text, text_width
from designer.ui.kit.bounded_bar import paint_bounded_bar
from designer.ui.kit.style import mixed
from designer.ui.views.cost.card import EDGE_PX, HEAD_PX, NOTE_PX, ROW_PX, TEXT_PX, Card, columns_of

_SHARES: Final = (0.44, 0.22, 0.34)
_LEGIBLE: Final = 0.6
"""Part of a count that has room at least: shorter it says nothing."""
_GAP_PX: Final = 12.0
STACK_PX: Final = 32.0
_TIP_COLUMNS: Final = 90
_LIGHT_PIECES: Final = 2
NO_PRICE: Final = "no price"
BY_PRICES: Final = "prices of its parts"


class PaidCard(Card):
    """Capital by category, with the sum."""

    title = "Capital"
    box = "capital"
    total = "capital"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Paid, ...] = ()
        self.sum = exact(0.0)
        self.counts: dict[str, str] = {}

    def take(self, owned: Ownership) -> None:
        """Take lines and sum."""
        self.lines = self._lines(owned)
        self.sum = owned.figure(self.total, owned.currency)
        planned = next((one for one in self.lines if PLANNED in one.source), None)
        self.note = f"{planned.name.lower()} by a planning range" if planned else ""

    def _lines(self, owned: Ownership) -> tuple[Paid, ...]:
        return owned.bought

    def said(self) -> list[str]:
        """Return lines and sum in words."""
        lines = [
            " ".join(
                one for one in (
                    line.name, self.counts.get(line.name.lower(), ""),
                    self.words(self.figure(line)),
                ) if one
            )
            for line in self.lines
        ]  # fmt: skip
        return [*lines, f"together {self.words(self.sum)}"]

    def line_at(self, y: float) -> Paid | None:
        """Return the line at a height of the card; None beside all lines."""
        row = int((y - HEAD_PX - STACK_PX) // ROW_PX)
        return self.lines[row] if 0 <= row < len(self.lines) else None

    def tip(self, line: Paid) -> str:
        """Return what a line comes to, what it contains and what it rests on."""
        said = [f"{line.name}: {self.words(self.figure(line))}"]
        said += [f"Contains: {line.scope}"] if line.scope else []
        lines = [*said, f"By: {line.source or BY_PRICES}"]
        return "\n".join(fill(one, _TIP_COLUMNS, subsequent_indent="  ") for one in lines)

    def event(self, event: QEvent) -> bool:
        """Say of the line under the pointer what it contains."""
        if isinstance(event, QHelpEvent):
            line = self.line_at(event.pos().y())
            QToolTip.showText(event.globalPos(), self.tip(line) if line else "", self)
            return True
        return super().event(event)

    def figure(self, line: Paid) -> Figure:
        """Return what a line comes to."""
        return line.figure("amount", self.owned.currency)

    def words(self, figure: Figure) -> str:
        """Return an amount as a reader sees it."""
        return NO_PRICE if figure.unknown else quantity(figure)

    def body_px(self) -> float:
        """Return room for the stack, the lines and the sum."""
        return STACK_PX + ROW_PX * (len(self.lines) + 1) + _GAP_PX

    def stack(self, wide: float) -> list[tuple[Paid, float, float]]:
        """Return each line that has an amount with where it begins and ends in a bar so wide."""
        amounts = [exact(self.figure(line).likely, "") for line in self.lines]
        whole = total(amounts, "")
        found, left = [], 0.0
        for line, amount in zip(self.lines, amounts, strict=True):
            share, _ = filled(amount, whole)
            found.append((line, left, left + wide * share))
            left += wide * share
        return found

    def _stack(self, painter: QPainter, box: QRectF) -> None:
        """Paint all lines as one bar; the one that has room says its share."""
        theme = self._theme
        ground = mixed(QColor(theme.background), QColor(theme.panel), 0.8)
        for at, (line, left, right) in enumerate(self.stack(box.width())):
            piece = QRectF(box.left() + left, box.top(), right - left, STACK_PX - 10)
            shade = mixed(ground, QColor(theme.accent), max(0.25, 1 - 0.17 * at))
            painter.setPen(QPen(ground, 1))
            painter.setBrush(shade)
            painter.drawRect(piece)
            share = f"{line.name} {(right - left) / box.width():.0%}"
            if piece.width() > text_width(share, NOTE_PX, 600) + 16:
                ink = theme.background if at < _LIGHT_PIECES else theme.text
                draw_text(painter, piece.adjusted(8, 0, -4, 0), share, NOTE_PX, ink, 600, LEFT)

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint a bar a line: solid to its value, hatched as far as it may reach."""
        theme = self._theme
        ends = [f.high if f.high < inf else f.likely for f in map(self.figure, self.lines)]
        longest = max(ends, default=0.0) or 1.0
        self._stack(painter, box)
        box = box.adjusted(0, STACK_PX, 0, 0)
        for at, line in enumerate(self.lines):
            row = QRectF(box.left(), box.top() + at * ROW_PX, box.width(), ROW_PX)
            name, bar, amount = columns_of(row, _SHARES)
            figure = self.figure(line)
            draw_text(
                painter, name.adjusted(0, 0, -8, 0), line.name, TEXT_PX, theme.text, 400, LEFT
            )
            begins = text_width(line.name, TEXT_PX) + 10
            count = self.counts.get(line.name.lower(), "")
            room = name.width() - 8 - begins
            if count and room >= _LEGIBLE * text_width(count, NOTE_PX):
                place = name.adjusted(begins, 0, -8, 0)
                draw_text(painter, place, count, NOTE_PX, theme.dim, 400, LEFT)
            self._bar(painter, bar, figure, longest)
            ink = theme.warning if figure.unknown else theme.text
            draw_text(
                painter, amount.adjusted(8, 0, 0, 0), self.words(figure), TEXT_PX, ink, 500, RIGHT
            )
        top = box.top() + len(self.lines) * ROW_PX + _GAP_PX / 2
        painter.setPen(QColor(theme.line))
        painter.drawLine(int(box.left()), int(top), int(box.right()), int(top))
        row = QRectF(box.left(), top + _GAP_PX / 2, box.width(), ROW_PX)
        draw_text(painter, row, "Together", TEXT_PX, theme.text, 600, LEFT)
        draw_text(painter, row, self.words(self.sum), TEXT_PX + 1, theme.text, 700, RIGHT)

    def _bar(self, painter: QPainter, place: QRectF, figure: Figure, longest: float) -> None:
        theme = self._theme
        bar = QRectF(place.left(), place.center().y() - 4, place.width(), 8)
        track = mixed(QColor(theme.panel), QColor(theme.text), 0.10)
        whole = exact(longest, figure.unit)
        shares = filled(figure, whole)
        paint_bounded_bar(painter, bar, shares, QColor(theme.accent), track)
        if figure.value is not None and not figure.exact:
            middle, _ = filled(exact(figure.value, figure.unit), whole)
            painter.setBrush(QColor(theme.text))
            painter.drawRect(QRectF(bar.left() + bar.width() * middle - 1, bar.top() - 3, 2, 14))


class YearCard(PaidCard):
    """What each year costs, with the sum and what is in none."""

    title = "Each year"
    box = "running"
    total = "running"

    def _lines(self, owned: Ownership) -> tuple[Paid, ...]:
        return owned.each_year


class LeftOutCard(Card):
    """What is in no sum, so that nobody takes them for more than they are."""

    title = "Not in these sums"
    box = "left_out"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.items: tuple[str, ...] = ()

    def take(self, owned: Ownership) -> None:
        """Take what is not counted."""
        self.items = owned.not_counted

    def said(self) -> list[str]:
        """Return what is not counted."""
        return list(self.items)

    def _lines(self, wide: float) -> list[str]:
        """Return the items in as few lines as they fit into."""
        lines: list[str] = []
        for item in self.items:
            longer = f"{lines[-1]} · {item}" if lines else item
            if lines and text_width(longer, NOTE_PX) <= wide:
                lines[-1] = longer
            else:
                lines.append(item)
        return lines

    def body_px(self) -> float:
        """Return room for the lines."""
        return 18.0 * len(self._lines(self.width() - 2 * EDGE_PX))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many lines as the new width asks for."""
        super().resizeEvent(event)
        self.setFixedHeight(self.sizeHint().height())

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint the lines."""
        for at, line in enumerate(self._lines(box.width())):
            row = QRectF(box.left(), box.top() + at * 18.0, box.width(), 18.0)
            draw_text(painter, row, line, NOTE_PX, self._theme.dim, 400, LEFT)
