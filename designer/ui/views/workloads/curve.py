"""The scaling curve: tokens a second over GPUs, the batch the same, beside linear scaling."""

from math import log
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from designer.engine.workload_report import ScalePoint
from designer.model.figure_words import words
from designer.render.lettering import draw_text, text_width
from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.figures import short

HEIGHT_PX: Final = 150
_LEFT, _FOOT, _TOP, _RIGHT = 46, 20, 20, 14
_NEAR_PX: Final = 12


def point_words(point: ScalePoint) -> str:
    """Return what a point says when pointed at."""
    rate = words(point.figure("tokens_per_s"), 0, "tokens/s")
    said = f"{point.gpus:,} GPUs: {rate}"
    if point.efficiency is None:
        return said
    return f"{said}\n{100 * point.efficiency:.0f} % of linear scaling from the fewest that fit"


def drawn_words(point: ScalePoint) -> str:
    """Return what stands beside the dot of the cluster as drawn."""
    part = f" · {100 * point.efficiency:.0f} %" if point.efficiency is not None else ""
    return f"{point.gpus:,} drawn{part}"


class ScalingCurve(QWidget):
    """The painted curve with the band of each point; the dashed line is linear scaling."""

    def __init__(
        self, workspace: Workspace, parent: QWidget | None = None, *, high: int = HEIGHT_PX
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.points: tuple[ScalePoint, ...] = ()
        self.setAccessibleName("Tokens a second over GPUs")
        self.setFixedHeight(high)

    def sizeHint(self) -> QSize:
        """Return the height of the plot."""
        return QSize(220, self.height())

    def show_points(self, points: tuple[ScalePoint, ...]) -> None:
        """Show points, the fewest GPUs first."""
        self.points = points
        self.update()

    def place(self, gpus: float, rate: float) -> QPointF:
        """Return where so many GPUs and tokens a second stand: both axes are logarithmic."""
        box = self._box()
        (g0, g1), (r0, r1) = self._ends()
        x = box.left() + log(gpus / g0) / log(g1 / g0) * box.width()
        y = box.bottom() - log(max(rate, r0) / r0) / log(r1 / r0) * box.height()
        return QPointF(x, y)

    def _box(self) -> QRectF:
        width, height = self.width() - _LEFT - _RIGHT, self.height() - _FOOT - _TOP
        return QRectF(_LEFT, _TOP, width, height)

    def _ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        first, last = self.points[0], self.points[-1]
        figures = [point.figure("tokens_per_s") for point in self.points]
        linear = figures[0].likely * last.gpus / first.gpus
        high = max(linear, *(one.high for one in figures))
        return (first.gpus, last.gpus), (min(one.low for one in figures), 1.05 * high)

    def event(self, event: object) -> bool:
        """Say the figures of the point under the pointer."""
        if isinstance(event, QHelpEvent) and len(self.points) > 1:
            for point in self.points:
                at = self.place(point.gpus, point.figure("tokens_per_s").likely)
                if abs(at.x() - event.pos().x()) < _NEAR_PX:
                    QToolTip.showText(event.globalPos(), point_words(point), self)
                    return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axes, linear scaling, the band, the curve and its points."""
        if len(self.points) < 2:
            return
        painter, theme = QPainter(self), self._workspace.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_axes(painter)
        figures = [(point, point.figure("tokens_per_s")) for point in self.points]
        first, last = figures[0], figures[-1]
        linear = first[1].likely * last[0].gpus / first[0].gpus
        painter.setPen(QPen(QColor(theme.dim), 1, Qt.PenStyle.DashLine))
        painter.drawLine(
            self.place(first[0].gpus, first[1].likely), self.place(last[0].gpus, linear)
        )
        band = [self.place(point.gpus, one.high) for point, one in figures]
        band += [self.place(point.gpus, one.low) for point, one in reversed(figures)]
        shade = QColor(theme.accent)
        shade.setAlphaF(0.18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawPolygon(QPolygonF(band))
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF([self.place(p.gpus, one.likely) for p, one in figures]))
        for point, one in figures:
            at = self.place(point.gpus, one.likely)
            painter.setBrush(QColor(theme.accent if point.drawn else theme.panel))
            painter.setPen(QPen(QColor(theme.accent), 2))
            size = 5.0 if point.drawn else 3.5
            painter.drawEllipse(at, size, size)
            if point.drawn:
                self._name_drawn(painter, at, drawn_words(point))
        painter.end()

    def _name_drawn(self, painter: QPainter, at: QPointF, said: str) -> None:
        """Say what the drawn dot is, below the curve: at its right, else as far as there is."""
        wide = text_width(said, 11, 600)
        left = min(at.x() + 10, self.width() - wide - 2)
        place = QRectF(max(left, _LEFT + 4), at.y() + 22, wide + 2, 16)
        draw_text(painter, place, said, 11, self._workspace.theme.text, 600)

    def _paint_axes(self, painter: QPainter) -> None:
        theme, box = self._workspace.theme, self._box()
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.drawLine(box.topLeft(), box.bottomLeft())
        painter.setPen(QColor(theme.dim))
        font = painter.font()
        font.setPointSizeF(max(6.5, font.pointSizeF() - 1.5))
        painter.setFont(font)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(2, 0, 90, 14), "tokens/s")
        for point in (self.points[0], self.points[-1]):
            figure = point.figure("tokens_per_s")
            at = self.place(point.gpus, figure.likely)
            label = QRectF(0, at.y() - 8, _LEFT - 6, 16)
            painter.drawText(label, right, short(figure.likely))
        for point in self.points:
            at = self.place(point.gpus, point.figure("tokens_per_s").likely)
            foot = QRectF(at.x() - 24, box.bottom() + 3, 48, _FOOT - 3)
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, f"{point.gpus:,}")
