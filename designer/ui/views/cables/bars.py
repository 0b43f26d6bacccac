"""Bars of the panel of cables: lengths against the reach of each medium, and how full trays are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from designer.engine.network_report import PER_BUNDLE
from designer.model.figures import Figure, exact
from designer.model.plural import plural
from designer.render.cable_painter import fill_state
from designer.render.fonts import font
from designer.render.lettering import shortened
from designer.ui.kit.bounded_bar import paint_bounded_bar, share_bounds
from designer.ui.state.workspace import Workspace
from designer.ui.views.cables.model import fill_text

_LINE: Final = 22
_NAME_PX: Final = 58
_COUNT_PX: Final = 54
_STEPS: Final = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10_000.0)
_LEAST_M: Final = 0.5


@dataclass(frozen=True, slots=True)
class Reach:
    """The lengths of the cables of a medium, and how far it goes; None where nobody says."""

    medium: str
    count: int
    shortest_m: float | None
    longest_m: float | None
    reach_m: float | None

    @property
    def is_over(self) -> bool:
        """Whether the longest is longer than the medium goes."""
        return (
            self.longest_m is not None
            and self.reach_m is not None
            and self.longest_m > self.reach_m
        )


class ReachBars(QWidget):
    """A bar from the shortest to the longest for each medium, with a tick at its reach."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._lines: tuple[Reach, ...] = ()
        self.setAccessibleName("Lengths against reach")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_lines(self, lines: Sequence[Reach]) -> None:
        """Show other media."""
        self._lines = tuple(lines)
        self.setAccessibleDescription("; ".join(map(_said, self._lines)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the lines and the scale below them."""
        return QSize(280, len(self._lines) * _LINE + 20)

    def minimumSizeHint(self) -> QSize:
        """Return the same: no line may be lost."""
        return QSize(200, self.sizeHint().height())

    def x_of(self, metres: float) -> float:
        """Return where a length stands, on a scale of powers of ten."""
        most = self._most()
        left, wide = float(_NAME_PX), float(self.width() - _NAME_PX - _COUNT_PX)
        share = (log10(max(metres, _LEAST_M)) - log10(_LEAST_M)) / (log10(most) - log10(_LEAST_M))
        return left + wide * min(1.0, share)

    def _most(self) -> float:
        ends = [end for one in self._lines for end in (one.longest_m, one.reach_m) if end]
        return max([10.0, *ends]) * 1.05

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars over the lines of their scale."""
        theme = self._space.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(10))
        bottom = len(self._lines) * _LINE
        for step in _STEPS:
            if step > self._most():
                break
            x = self.x_of(step)
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, bottom))
            painter.setPen(QColor(theme.dim))
            painter.drawText(
                QRectF(x - 24, bottom + 2, 48, 14), Qt.AlignmentFlag.AlignHCenter, f"{step:g}"
            )
        for number, one in enumerate(self._lines):
            self._paint_line(painter, one, QRect(0, number * _LINE, self.width(), _LINE))
        painter.end()

    def _paint_line(self, painter: QPainter, one: Reach, row: QRect) -> None:
        theme, middle = self._space.theme, row.center().y()
        painter.setFont(font(11))
        painter.setPen(QColor(theme.text))
        centre = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(row, centre, one.medium)
        painter.setPen(QColor(theme.dim))
        painter.drawText(row, centre | Qt.AlignmentFlag.AlignRight, f"{one.count:,}")
        track = QRectF(_NAME_PX, middle - 4, self.width() - _NAME_PX - _COUNT_PX, 9)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(track, 2, 2)
        if one.shortest_m is not None and one.longest_m is not None:
            begin, end = self.x_of(one.shortest_m), self.x_of(one.longest_m)
            painter.setBrush(QColor(theme.error if one.is_over else theme.accent))
            painter.drawRoundedRect(QRectF(begin, middle - 4, max(end - begin, 3.0), 9), 2, 2)
        if one.reach_m is not None:
            x = self.x_of(one.reach_m)
            painter.setPen(QPen(QColor(theme.text), 2))
            painter.drawLine(QPointF(x, middle - 7), QPointF(x, middle + 8))


def _said(one: Reach) -> str:
    span = (
        f"{one.shortest_m:.1f} to {one.longest_m:.1f} m"
        if one.shortest_m is not None and one.longest_m is not None
        else "no length"
    )
    reach = "reach not known" if one.reach_m is None else f"reach {one.reach_m:g} m"
    return f"{one.medium}: {one.count:,} cables, {span}, {reach}"


@dataclass(frozen=True, slots=True)
class TrayLine:
    """A tray with the cables at its fullest place, and how full it is there."""

    tray: str
    name: str
    cables: int
    fill: Figure
    sized: bool


class TrayBars(QWidget):
    """Trays, the fullest first; a click, or Enter, selects one and shows what runs along it.

    Signals
    -------
    chosen
        The id of a tray.
    """

    chosen = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._lines: tuple[TrayLine, ...] = ()
        self._at = 0
        self.setAccessibleName("Fill of trays")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def lines(self) -> tuple[TrayLine, ...]:
        """What is shown."""
        return self._lines

    def show_lines(self, lines: Sequence[TrayLine]) -> None:
        """Show other trays."""
        self._lines = tuple(lines)
        self._at = min(self._at, max(0, len(lines) - 1))
        self.setAccessibleDescription(
            "; ".join(f"{one.name}: {one.cables:,} cables, {_fill(one)}" for one in lines)
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the lines."""
        return QSize(280, len(self._lines) * 2 * 15 + 4)

    def minimumSizeHint(self) -> QSize:
        """Return the same: no line may be lost."""
        return QSize(200, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the tray under the pointer."""
        at = int(event.position().y()) // 30
        if event.button() == Qt.MouseButton.LeftButton and 0 <= at < len(self._lines):
            self._at = at
            self.update()
            self.chosen.emit(self._lines[at].tray)

    def event(self, event: QEvent) -> bool:
        """Tell the whole name of the tray under the pointer, with its cables and fill."""
        if isinstance(event, QHelpEvent):
            at = event.pos().y() // 30
            if 0 <= at < len(self._lines):
                one = self._lines[at]
                bundles = plural(-(-one.cables // PER_BUNDLE), "bundle")
                held = f"{one.cables:,} cables at its fullest place, {bundles} of {PER_BUNDLE}"
                words = f"{one.name}\n{held} at most: {_fill(one)}"
                QToolTip.showText(event.globalPos(), words, self)
                return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the release that belongs to the press."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next tray; select it."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps and self._lines:
            self._at = min(max(self._at + steps[Qt.Key(event.key())], 0), len(self._lines) - 1)
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._lines:
            self.chosen.emit(self._lines[self._at].tray)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a line of words and a bar for each."""
        theme = self._space.theme
        colours = {"error": theme.error, "warning": theme.warning, "ok": theme.ok}
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, one in enumerate(self._lines):
            row = QRect(0, number * 30, self.width(), 18)
            if self.hasFocus() and number == self._at:
                painter.fillRect(row.adjusted(0, 0, 0, 10), QColor(theme.raised))
            state = fill_state(one.fill)
            painter.setFont(font(11))
            painter.setPen(QColor(theme.text))
            centre, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
            painter.drawText(row, centre, shortened(one.name, 11, 400, row.width() - 150))
            painter.setPen(QColor(theme.dim))
            painter.drawText(row.adjusted(0, 0, -92, 0), centre | right, f"{one.cables:,}")
            sign = {"error": "✕ ", "warning": "⚠ "}.get(state, "")
            painter.setPen(QColor(colours.get(state, theme.dim) if sign else theme.text))
            painter.drawText(row, centre | right, f"{sign}{_fill(one)}")
            shares = share_bounds(one.fill, exact(100.0, "%")) if one.sized else None
            bar = QRectF(0, row.bottom() + 2, self.width(), 4)
            track = QColor(theme.line)
            paint_bounded_bar(
                painter, bar, shares or (0.0, 0.0), QColor(colours.get(state, theme.dim)), track
            )
        painter.end()


def _fill(one: TrayLine) -> str:
    if not one.sized:
        return "size not stated"
    return "not known" if one.fill.unknown else fill_text(one.fill)
