"""Lines between points that are measured on the floor, with what they measure."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.document.measuring import Point, Snapped
from designer.render.lettering import LEFT, draw_text, text_width
from designer.ui.state.workspace import Workspace

_EM: Final = 11.0
_LINE_PX: Final = 16.0
_POINT_PX: Final = 4.0
_PAD_PX: Final = 8.0
_FAR_MM: Final = 1e8


class MeasureLines(QGraphicsItem):
    """Points in order, the line through them, and words beside the last."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.points: tuple[Point, ...] = ()
        self.words: tuple[str, ...] = ()
        self._on = ""
        self.setZValue(60)
        self.setVisible(False)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_points(
        self, points: Sequence[Point], words: Sequence[str], aim: Snapped | None = None
    ) -> None:
        """Show points with words; `aim` says what the last one lies on. None hide it all."""
        self.points, self.words = tuple(points), tuple(words)
        self._on = aim.on if aim is not None else ""
        self.prepareGeometryChange()
        self.setVisible(bool(points))
        self.update()

    def boundingRect(self) -> QRectF:
        """Return a box that holds them all: words reach beyond the points at any scale."""
        return QRectF(-_FAR_MM, -_FAR_MM, 2 * _FAR_MM, 2 * _FAR_MM)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in device pixels."""
        transform, theme = painter.worldTransform(), self._workspace.theme
        points = [transform.map(QPointF(*at)) for at in self.points]
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if len(points) > 2:
            fill = QColor(theme.accent)
            fill.setAlphaF(0.12)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawPolygon(QPolygonF(points))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.accent), 1.6))
        painter.drawPolyline(QPolygonF(points))
        painter.setBrush(QColor(theme.canvas))
        for at, point in enumerate(points):
            if at == len(points) - 1 and self._on.startswith("corner"):
                side = 2 * _POINT_PX
                painter.drawRect(QRectF(point.x() - side / 2, point.y() - side / 2, side, side))
            else:
                painter.drawEllipse(point, _POINT_PX, _POINT_PX)
        self._write(painter, points[-1], QRectF(painter.viewport()))
        painter.restore()

    def _write(self, painter: QPainter, at: QPointF, seen: QRectF) -> None:
        lines = [*self.words, *([self._on] if self._on else [])]
        if not lines:
            return
        theme = self._workspace.theme
        wide = max(text_width(line, _EM, 600) for line in lines) + 2 * _PAD_PX
        box = QRectF(at.x() + 14, at.y() + 14, wide, len(lines) * _LINE_PX + _PAD_PX)
        # Left of the point, or above it, where it would not be seen.
        if box.right() > seen.right():
            box.moveRight(at.x() - 14)
        if box.bottom() > seen.bottom():
            box.moveBottom(at.y() - 14)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(box, 4, 4)
        for number, line in enumerate(lines):
            top = box.top() + _PAD_PX / 2 + number * _LINE_PX
            place = QRectF(box.left() + _PAD_PX, top, wide, _LINE_PX)
            first = number == 0 and bool(self.words)
            draw_text(
                painter, place, line, _EM, theme.text if first else theme.dim,
                600 if first else 500, LEFT,
            )  # fmt: skip
