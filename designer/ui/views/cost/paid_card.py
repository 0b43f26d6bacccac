"""What is paid at first and each year: a bar for each between its bounds, and what is in no sum."""

from math import inf
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from designer.engine.ownership_report import Ownership, Paid
from designer.model.figure_words import quantity
from designer.model.figures import Figure, exact, filled
from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.ui.kit.bounded_bar import paint_bounded_bar
from designer.ui.kit.style import mixed
from designer.ui.views.cost.card import NOTE_PX, ROW_PX, TEXT_PX, Card, columns_of

_SHARES: Final = (0.34, 0.28, 0.38)
_GAP_PX: Final = 12.0
BY_SHARE: Final = "usual share"
"""In the source of a line that stands for what has no price."""
NO_PRICE: Final = "no price"


class PaidCard(Card):
    """Capital by category, with the sum."""

    title = "Capital"
    total = "capital"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Paid, ...] = ()
        self.sum = exact(0.0)

    def take(self, owned: Ownership) -> None:
        """Take lines and sum."""
        self.lines = self._lines(owned)
        self.sum = owned.figure(self.total, owned.currency)
        by_share = next((one for one in self.lines if BY_SHARE in one.source), None)
        self.note = f"{by_share.name.lower()} by its usual share" if by_share else ""

    def _lines(self, owned: Ownership) -> tuple[Paid, ...]:
        return owned.bought

    def said(self) -> list[str]:
        """Return lines and sum in words."""
        lines = [f"{one.name} {self.words(self.figure(one))}" for one in self.lines]
        return [*lines, f"together {self.words(self.sum)}"]

    def figure(self, line: Paid) -> Figure:
        """Return what a line comes to."""
        return line.figure("amount", self.owned.currency)

    def words(self, figure: Figure) -> str:
        """Return an amount as a reader sees it."""
        return NO_PRICE if figure.unknown else quantity(figure)

    def body_px(self) -> float:
        """Return room for the lines and the sum."""
        return ROW_PX * (len(self.lines) + 1) + _GAP_PX

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint a bar a line: solid to its value, hatched as far as it may reach."""
        theme = self._theme
        ends = [f.high if f.high < inf else f.likely for f in map(self.figure, self.lines)]
        longest = max(ends, default=0.0) or 1.0
        for at, line in enumerate(self.lines):
            row = QRectF(box.left(), box.top() + at * ROW_PX, box.width(), ROW_PX)
            name, bar, amount = columns_of(row, _SHARES)
            figure = self.figure(line)
            draw_text(
                painter, name.adjusted(0, 0, -8, 0), line.name, TEXT_PX, theme.text, 400, LEFT
            )
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
    total = "running"

    def _lines(self, owned: Ownership) -> tuple[Paid, ...]:
        return owned.each_year


class LeftOutCard(Card):
    """What is in no sum, so that nobody takes them for more than they are."""

    title = "Not in these sums"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.items: tuple[str, ...] = ()

    def take(self, owned: Ownership) -> None:
        """Take what is not counted."""
        self.items = owned.not_counted

    def said(self) -> list[str]:
        """Return what is not counted."""
        return list(self.items)

    def body_px(self) -> float:
        """Return room for a line each."""
        return 18.0 * len(self.items)

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint a line for each."""
        for at, item in enumerate(self.items):
            row = QRectF(box.left(), box.top() + at * 18.0, box.width(), 18.0)
            draw_text(painter, row, item, NOTE_PX, self._theme.dim, 400, LEFT)
