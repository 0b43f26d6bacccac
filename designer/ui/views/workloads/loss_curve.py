"""Time that a run loses by the interval between checkpoints, its least, and a dot to drag."""

from bisect import bisect_left
from math import exp, log
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from designer.engine.workload_report import LossPoint, WorkloadReport
from designer.model.duration_text import duration
from designer.render.lettering import LEFT, RIGHT, draw_text, text_width
from designer.ui.state.workspace import Workspace

HIGH_PX: Final = 132
_LEFT, _RIGHT, _TOP, _FOOT = 40.0, 14.0, 26.0, 20.0
_NEAR_PX: Final = 12.0
_SNAP_PX: Final = 6.0
_STEP: Final = 1.1
_MARKS: Final = (60, 300, 900, 3600, 14_400, 43_200, 86_400, 345_600)
_MOST_TIMES: Final = 4.0
"""Times the least loss at which the axis ends: what lies above it is as bad as any."""


class LossCurve(QWidget):
    """The curve; the dot is dragged, or moved with arrows.

    Signals
    -------
    moved
        The interval under the pointer, s, while the dot is held.
    settled
        The interval where it was let go; 0 for the one that loses least.
    cancelled
        It was let go without effect.
    """

    moved = Signal(float)
    settled = Signal(float)
    cancelled = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.points: tuple[LossPoint, ...] = ()
        self.interval = self.best = 0.0
        self.held: float | None = None
        self.setAccessibleName("Time lost by the interval between checkpoints")
        self.setFixedHeight(HIGH_PX)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        """Return room for the plot."""
        return QSize(260, HIGH_PX)

    def show_report(self, one: WorkloadReport) -> None:
        """Show the losses of a run; while the dot is held, the axes stay as they are."""
        if self.held is not None:
            return
        self.points = ()
        if one.interval_s and one.best_interval_s:
            self.points, self.interval, self.best = one.losses, one.interval_s, one.best_interval_s
        self.setVisible(bool(self.points))
        self.setAccessibleDescription(self.said())
        self.update()

    @property
    def shown(self) -> float:
        """The interval of the dot."""
        return self.interval if self.held is None else self.held

    def said(self) -> str:
        """Return what the dot says."""
        if not self.points:
            return ""
        return f"{duration(self.shown)} · {self.lost(self.shown):.1f} % lost"

    def lost(self, interval: float) -> float:
        """Return what is lost at an interval, between the points."""
        places = [point.interval_s for point in self.points]
        after = min(max(bisect_left(places, interval), 1), len(places) - 1)
        low, high = self.points[after - 1], self.points[after]
        part = log(interval / low.interval_s) / log(high.interval_s / low.interval_s)
        part = min(max(part, 0.0), 1.0)
        return low.lost_pct + part * (high.lost_pct - low.lost_pct)

    def place(self, interval: float) -> QPointF:
        """Return where an interval stands on the curve."""
        box, first, last = self._box(), self.points[0], self.points[-1]
        part = log(interval / first.interval_s) / log(last.interval_s / first.interval_s)
        most = self._most()
        y = box.bottom() - min(self.lost(interval), most) / most * box.height()
        return QPointF(box.left() + part * box.width(), y)

    def interval_at(self, x: float) -> float:
        """Return the interval at a place, the one that loses least where it is near."""
        box, first, last = self._box(), self.points[0], self.points[-1]
        if abs(x - self.place(self.best).x()) <= _SNAP_PX:
            return self.best
        part = min(max((x - box.left()) / box.width(), 0.0), 1.0)
        raw = first.interval_s * exp(part * log(last.interval_s / first.interval_s))
        return float(f"{raw:.3g}")

    def event(self, event: QEvent) -> bool:
        """Keep Esc from others while the dot is held."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.held is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the dot."""
        if event.button() != Qt.MouseButton.LeftButton:
            self._let_go()
        elif self.points and abs(event.position().x() - self.place(self.interval).x()) < _NEAR_PX:
            self.held = self.interval
            self.update()
        elif self.points:
            self._move(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the dot that is held."""
        if self.held is not None:
            self._move(event.position().x())
        elif self.points:
            near = abs(event.position().x() - self.place(self.interval).x()) < _NEAR_PX
            self.setCursor(
                Qt.CursorShape.SizeHorCursor if near else Qt.CursorShape.PointingHandCursor
            )

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Settle where it was let go."""
        if self.held is None or event.button() != Qt.MouseButton.LeftButton:
            return
        held, self.held = self.held, None
        if held == self.interval:
            self.cancelled.emit()
        else:
            self.settled.emit(0.0 if held == self.best else held)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with arrows; Home is the least; Esc lets go."""
        steps = {Qt.Key.Key_Left: 1 / _STEP, Qt.Key.Key_Right: _STEP}
        if event.key() == Qt.Key.Key_Escape and self.held is not None:
            self._let_go()
        elif event.key() == Qt.Key.Key_Home and self.points:
            self.settled.emit(0.0)
        elif event.key() in steps and self.points and self.held is None:
            low, high = self.points[0].interval_s, self.points[-1].interval_s
            other = min(max(self.interval * steps[Qt.Key(event.key())], low), high)
            self.settled.emit(float(f"{other:.3g}"))
        else:
            super().keyPressEvent(event)

    def _move(self, x: float) -> None:
        interval = self.interval_at(x)
        if interval != self.held:
            self.held = interval
            self.moved.emit(interval)
            self.setAccessibleDescription(self.said())
        self.update()

    def _let_go(self) -> None:
        if self.held is not None:
            self.held = None
            self.cancelled.emit()
            self.update()

    def _box(self) -> QRectF:
        return QRectF(_LEFT, _TOP, self.width() - _LEFT - _RIGHT, self.height() - _TOP - _FOOT)

    def _most(self) -> float:
        least = min(point.lost_pct for point in self.points)
        return max(_MOST_TIMES * least, 1.2 * self.lost(self.interval), 1e-6)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axes, curve, least and dot."""
        if not self.points:
            return
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, most = self._box(), self._most()
        painter.setPen(QPen(QColor(theme.line), 1))
        for part in (0.0, 0.5, 1.0):
            y = box.bottom() - part * box.height()
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
            label = f"{part * most:.2g} %" if part else "0"
            draw_text(painter, QRectF(0, y - 8, _LEFT - 6, 16), label, 11, theme.dim, 400, RIGHT)
        self._paint_marks(painter, box)
        line = [self.place(point.interval_s) for point in self.points]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.drawPolyline(QPolygonF([at for at in line if at.y() > box.top() + 0.5] or line))
        low = self.place(self.best)
        painter.setPen(QPen(QColor(theme.dim), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(low.x(), box.top() - 4), QPointF(low.x(), box.bottom()))
        draw_text(painter, QRectF(box.left() + 4, box.top(), 130, 16), "saving too often", 11,
                  theme.dim, 400, LEFT)  # fmt: skip
        draw_text(painter, QRectF(box.right() - 134, box.top(), 130, 16), "redoing too much", 11,
                  theme.dim, 400, RIGHT)  # fmt: skip
        dot = self.place(self.shown)
        if self.held is not None:
            painter.setPen(QPen(QColor(theme.dim), 1))
            painter.setBrush(QColor(theme.panel))
            painter.drawEllipse(self.place(self.interval), 4, 4)
        painter.setPen(QPen(QColor(theme.text if self.hasFocus() else theme.panel), 1.5))
        painter.setBrush(QColor(theme.accent))
        painter.drawEllipse(dot, 6, 6)
        said = self.said()
        if self.shown == self.best:
            said += ", the least"
        wide = text_width(said, 11.5, 600)
        left = min(max(dot.x() - wide / 2, box.left()), box.right() - wide)
        draw_text(painter, QRectF(left, 4, wide + 4, 16), said, 11.5, theme.text, 600)
        painter.end()

    def _paint_marks(self, painter: QPainter, box: QRectF) -> None:
        theme, first, last = self._space.theme, self.points[0], self.points[-1]
        taken = -1e9
        for mark in _MARKS:
            if first.interval_s <= mark <= last.interval_s:
                x = self.place(mark).x()
                said = duration(mark)
                wide = text_width(said, 11)
                if x - wide / 2 > taken + 8:
                    foot = QRectF(x - wide / 2, box.bottom() + 3, wide + 2, 16)
                    draw_text(painter, foot, said, 11, theme.dim)
                    taken = x + wide / 2
