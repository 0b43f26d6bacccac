"""Output of a service over the time between tokens, by the requests that are served at a time."""

from collections.abc import Iterable
from math import log
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from designer.engine.workload_report import ServePoint, WorkloadReport
from designer.model.figure_words import words
from designer.model.figures import exact
from designer.render.lettering import LEFT, RIGHT, draw_text, text_width
from designer.render.variant_ink import paint_variant
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.figures import letters, short
from designer.ui.views.workloads.scaling_plot import rate_ticks

HIGH_PX: Final = 230
_LEFT, _RIGHT, _TOP, _FOOT = 50.0, 16.0, 22.0, 36.0
_NEAR_PX: Final = 12.0
_AROUND: Final = 1.2
"""Times beyond the outermost points that the axes go."""


def point_words(point: ServePoint) -> str:
    """Return what a point says when pointed at."""
    rate = words(point.figure("tokens_per_s"), 0, "tokens/s")
    return (
        f"{point.batch:,} at a time of each server: {rate}, "
        f"{words(point.figure('token_ms', 'ms'), 1, 'ms')} between two"
    )


class ServingCurve(QWidget):
    """The curve with its band; both axes are logarithmic, and a line marks the time asked for."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.points: tuple[ServePoint, ...] = ()
        self.limit: float | None = None
        self.beside: tuple[tuple[str, tuple[ServePoint, ...]], ...] = ()
        """Letters of variants, each with its curve."""
        self.setAccessibleName("Tokens a second over the time between tokens")
        self.setFixedHeight(HIGH_PX)

    def sizeHint(self) -> QSize:
        """Return room for the plot."""
        return QSize(260, HIGH_PX)

    def show_report(self, one: WorkloadReport, limit_ms: float | None) -> None:
        """Show a service, and the time between tokens that is asked for."""
        self.points, self.limit = one.serving, limit_ms
        said = list(map(point_words, self.points))
        said += [
            f"{letter}: {point_words(one)}" for letter, points in self.beside for one in points
        ]
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def show_beside(self, beside: Iterable[tuple[str, tuple[ServePoint, ...]]]) -> None:
        """Show curves of variants, by their letters, those that are curves."""
        self.beside = tuple((letter, points) for letter, points in beside if len(points) > 1)
        self.update()

    def _ends(self) -> tuple[float, float, float, float]:
        others = (point for _, points in self.beside for point in points)
        every = [*self.points, *others]
        times = [point.figure("token_ms") for point in every]
        rates = [point.figure("tokens_per_s") for point in every]
        if self.limit is not None:
            times.append(exact(self.limit, "ms"))
        return (
            min(one.times(1 / _AROUND).low for one in times),
            max(one.times(_AROUND).high for one in times),
            min(one.times(1 / _AROUND).low for one in rates),
            max(one.times(_AROUND).high for one in rates),
        )

    def place(self, time_ms: float, rate: float) -> QPointF:
        """Return where a time and a rate stand."""
        first, last, least, most = self._ends()
        box = self._box()
        x = box.left() + log(time_ms / first) / log(last / first) * box.width()
        y = box.bottom() - log(rate / least) / log(most / least) * box.height()
        return QPointF(x, y)

    def at(self, point: ServePoint) -> QPointF:
        """Return where a point stands."""
        return self.place(point.figure("token_ms").likely, point.figure("tokens_per_s").likely)

    def event(self, event: object) -> bool:
        """Say the point under the pointer."""
        if isinstance(event, QHelpEvent) and self.points:
            there = QPointF(event.pos())
            near = min(self.points, key=lambda one: (self.at(one) - there).manhattanLength())
            if (self.at(near) - there).manhattanLength() < 2 * _NEAR_PX:
                QToolTip.showText(event.globalPos(), point_words(near), self)
                return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def _box(self) -> QRectF:
        return QRectF(_LEFT, _TOP, self.width() - _LEFT - _RIGHT, self.height() - _TOP - _FOOT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axes, band, curve, limit and dot."""
        if len(self.points) < 2:
            return
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_axes(painter)
        shade = QColor(theme.accent)
        shade.setAlphaF(0.18)
        times = [one.figure("token_ms") for one in self.points]
        rates = [one.figure("tokens_per_s") for one in self.points]
        band = [self.place(t.low, r.high) for t, r in zip(times, rates, strict=True)]
        band += [self.place(t.high, r.low) for t, r in zip(times, rates, strict=True)][::-1]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawPolygon(QPolygonF(band))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.drawPolyline(QPolygonF([self.at(one) for one in self.points]))
        taken = [self.at(one) for one in self.points]
        for letter, points in self.beside:
            line = [self.at(one) for one in points]
            ink, ground = QColor(theme.text), QColor(theme.panel)
            paint_variant(painter, line, letter, ink, ground, taken=taken)
        if self.limit is not None:
            self._paint_limit(painter, self.limit)
        for one in self.points:
            at = self.at(one)
            painter.setPen(QPen(QColor(theme.accent), 1.5))
            painter.setBrush(QColor(theme.accent if one.chosen else theme.panel))
            size = 6.0 if one.chosen else 3.0
            painter.drawEllipse(at, size, size)
            if one.chosen:
                self._name(painter, at, one)
        painter.end()

    def _name(self, painter: QPainter, at: QPointF, one: ServePoint) -> None:
        theme = self._space.theme
        rate = letters(one.figure("tokens_per_s")).partition(" (")[0]
        said = f"{one.batch:,} at a time: {rate}/s"
        wide = text_width(said, 11.5, 600)
        left = min(at.x() + 10, self.width() - wide - 4)
        draw_text(painter, QRectF(left, at.y() + 10, wide + 2, 16), said, 11.5, theme.text, 600)

    def _paint_limit(self, painter: QPainter, limit: float) -> None:
        theme, box = self._space.theme, self._box()
        x = self.place(limit, self.points[0].figure("tokens_per_s").likely).x()
        painter.setPen(QPen(QColor(theme.warning), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        said = f"asked: {limit:g} ms"
        wide = text_width(said, 11)
        left = x + 5 if x + wide + 8 < box.right() else x - wide - 5
        draw_text(painter, QRectF(left, box.bottom() - 18, wide + 2, 15), said, 11, theme.warning)

    def _paint_axes(self, painter: QPainter) -> None:
        theme, box = self._space.theme, self._box()
        first, last, least, most = self._ends()
        draw_text(painter, QRectF(0, 0, 120, 15), "tokens/s, log", 11, theme.dim)
        for rate in rate_ticks(least, most):
            y = self.place(first, rate).y()
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
            draw_text(painter, QRectF(0, y - 8, _LEFT - 6, 16), short(rate), 11, theme.dim, 400,
                      RIGHT)  # fmt: skip
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        taken = 0.0
        ticks = sorted(
            {*rate_ticks(first, last), *(2 * one for one in rate_ticks(first / 2, last / 2))}
        )
        for time in ticks:
            x = self.place(time, least).x()
            said = f"{time:g}"
            wide = text_width(said, 11)
            if x - wide / 2 > taken + 10:
                foot = QRectF(x - wide / 2, box.bottom() + 3, wide + 2, 15)
                draw_text(painter, foot, said, 11, theme.dim)
                taken = x + wide / 2
        foot = QRectF(box.left(), box.bottom() + 18, box.width(), 15)
        draw_text(painter, foot, "ms between two tokens, log", 11, theme.dim, 400, LEFT)
