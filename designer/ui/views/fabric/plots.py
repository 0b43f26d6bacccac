"""Plots beside a fabric: bars of bisection with their bounds, and its course over the session."""

from collections.abc import Sequence
from math import ceil, floor
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from designer.model.figure_words import number
from designer.render.hatch import paint_hatch
from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.render.theme import DARK, Theme
from designer.ui.kit.style import mixed

_ROW_PX: Final = 21
Span = tuple[float, float] | None
"""Bounds; None where nobody can say."""
_AXIS_PX: Final = 18
_NAME_SHARE: Final = 0.3
_VALUE_SHARE: Final = 0.27
_PLOT_PX: Final = 74


class Interval(NamedTuple):
    """A bar: its name, between what it lies (in TB/s), that in words, whether it is a loss.

    Attributes
    ----------
    span
        Bounds; None where nobody can say.
    empty
        Whether there is nothing to tell: its place is kept.
    """

    name: str
    span: Span
    words: str
    lost: bool = False
    empty: bool = False


class IntervalBars(QWidget):
    """Bars on one axis: solid as far as is proven, hatched as far as is possible."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Interval, ...] = ()
        self._theme: Theme = DARK
        self.target: float | None = None
        self.setAccessibleName("Bisection")

    def show_rows(
        self, rows: Sequence[Interval], theme: Theme, target: float | None = None
    ) -> None:
        """Show other bars, and a mark that they are to reach."""
        self.rows, self._theme, self.target = tuple(rows), theme, target
        self.setFixedHeight(self.sizeHint().height())
        self.setAccessibleDescription("; ".join(f"{row.name}: {row.words}" for row in rows))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the bars and their axis."""
        return QSize(200, len(self.rows) * _ROW_PX + _AXIS_PX if self.rows else 0)

    def axis(self) -> tuple[float, float]:
        """Return where the axis begins and ends: at 0 unless all bars reach far beyond it."""
        known = [row.span for row in self.rows if row.span is not None]
        known += [(self.target, self.target)] if self.target is not None else []
        low = min((least for least, _ in known), default=0.0)
        high = max((most for _, most in known), default=0.0)
        high = ceil(high) if high > 1 else max(high, 0.1)
        begins = floor(low) - 1.0 if low > 0.6 * high and low > 4 else 0.0
        return max(0.0, begins), high

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint name, bar and value of each row, and the axis."""
        if not self.rows:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        begins, ends = self.axis()
        left = self.width() * _NAME_SHARE
        right = self.width() * (1 - _VALUE_SHARE)
        for at, row in enumerate(self.rows):
            top = at * _ROW_PX
            ink = theme.error if row.lost else theme.dim if row.empty else theme.text
            draw_text(painter, QRectF(0, top, left - 6, _ROW_PX), row.name, 11.5, theme.text
                      if not at or row.lost else theme.dim, 500, LEFT)  # fmt: skip
            value = QRectF(right + 4, top, self.width() - right - 4, _ROW_PX)
            draw_text(painter, value, row.words, 11.5, ink, 600, RIGHT)
            bar = QRectF(left, top + _ROW_PX / 2 - 3, right - left, 6)
            self._bar(painter, bar, row, (begins, ends))
        y = len(self.rows) * _ROW_PX
        if self.target is not None and ends > begins:
            x = left + (right - left) * (self.target - begins) / (ends - begins)
            pen = QPen(QColor(theme.text), 1.4)
            pen.setDashPattern([2.0, 2.0])
            painter.setPen(pen)
            painter.drawLine(QPointF(x, 0), QPointF(x, y))
        words = f"axis from {number(begins, 0)}" if begins else ""
        draw_text(painter, QRectF(0, y, left - 6, 14), words, 10, theme.dim, 400, LEFT)
        marks = (begins, (begins + ends) / 2, ends)
        for share, said in zip((0.0, 0.5, 1.0), axis_words(marks), strict=True):
            x = left + (right - left) * share
            place = QRectF(x - 20, y, 40, 14)
            painter.setPen(QColor(theme.line))
            painter.drawLine(QPointF(x, 2), QPointF(x, y))
            draw_text(painter, place, said, 10, theme.dim, 400,
                      Qt.AlignmentFlag.AlignCenter)  # fmt: skip

    def _bar(
        self, painter: QPainter, bar: QRectF, row: Interval, axis: tuple[float, float]
    ) -> None:
        theme = self._theme
        colour = QColor(theme.error if row.lost else theme.accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(QColor(theme.panel), QColor(theme.text), 0.12))
        painter.drawRect(bar)
        if row.empty:
            return
        if row.span is None:
            paint_hatch(painter, bar, Qt.BrushStyle.BDiagPattern, QColor(theme.dim), pitch=4.0,
                        line=1.0)  # fmt: skip
            return
        begins, ends = axis
        wide = max(ends - begins, 1e-9)
        low, high = (
            min(max((value - begins) / wide, 0.0), 1.0) * bar.width() for value in row.span
        )
        if high > low:
            possible = QRectF(bar.left() + low, bar.top() - 1, high - low, bar.height() + 2)
            paint_hatch(painter, possible, Qt.BrushStyle.BDiagPattern, colour, pitch=4.0, line=1.0)
            painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRect(QRectF(bar.left(), bar.top(), max(low, 1.5), bar.height()))


class SessionPlot(QWidget):
    """The bisection after every edit of the session, as steps with their bounds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.steps: tuple[Span, ...] = ()
        self._theme: Theme = DARK
        self.setFixedHeight(_PLOT_PX)
        self.setAccessibleName("Bisection in this session")

    def show_steps(self, steps: Sequence[Span], theme: Theme) -> None:
        """Show the course so far, in TB/s."""
        self.steps, self._theme = tuple(steps), theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the axis, a step for each edit, bounds hatched, the last one with a dot."""
        if not self.steps:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        most = max((step[1] for step in self.steps if step is not None), default=0.0)
        high = most or 1.0
        plot = QRectF(42, 8, self.width() - 54, _PLOT_PX - 28)
        for value in sorted({0.0, most}):
            y = plot.bottom() - plot.height() * value / high
            painter.setPen(QColor(theme.line))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            draw_text(painter, QRectF(0, y - 7, 38, 14), number(value, _decimals(value)), 10,
                      theme.dim, 400, RIGHT)  # fmt: skip
        pitch = plot.width() / len(self.steps)
        before: float | None = None
        for at, step in enumerate(self.steps):
            left, right = plot.left() + at * pitch, plot.left() + (at + 1) * pitch
            if step is None:
                gap = QRectF(left, plot.top(), right - left, plot.height())
                paint_hatch(painter, gap, Qt.BrushStyle.BDiagPattern, QColor(theme.line),
                            pitch=5.0, line=1.0)  # fmt: skip
                before = None
                continue
            low, top = (plot.bottom() - plot.height() * value / high for value in step)
            colour = QColor(theme.accent)
            if low - top > 1:
                paint_hatch(painter, QRectF(left, top, right - left, low - top),
                            Qt.BrushStyle.BDiagPattern, colour, pitch=4.0, line=1.0)  # fmt: skip
            painter.setPen(QPen(colour, 1.8))
            if before is not None and abs(before - low) > 0.5:
                painter.drawLine(QPointF(left, before), QPointF(left, low))
            painter.drawLine(QPointF(left, low), QPointF(right, low))
            before = low
        if before is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            painter.drawEllipse(QPointF(plot.right(), before), 3, 3)
        ends = QRectF(plot.left(), plot.bottom() + 4, plot.width(), 13)
        draw_text(painter, ends, "opened", 10, theme.dim, 400, LEFT)
        draw_text(painter, ends, "now", 10, theme.dim, 400, RIGHT)


def axis_words(marks: Sequence[float]) -> list[str]:
    """Return the marks of an axis, with as many digits as tell each from all others."""
    every = len(set(marks))
    for digits in range(4):
        said = [number(mark, digits) if mark else "0" for mark in marks]
        near = all(abs(mark - round(mark, digits)) <= 0.05 * max(marks) for mark in marks)
        if len(set(said)) == every and near:
            return said
    return [f"{mark:g}" for mark in marks]


def _decimals(mark: float) -> int:
    """Return with how many digits a mark of an axis is written: as many as tell it from others."""
    return next((digits for digits in (0, 1) if abs(mark - round(mark, digits)) < 1e-9), 2)
