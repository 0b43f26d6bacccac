"""Rulers in metres or feet along the top and the left of the floor."""

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsView, QSizePolicy, QToolTip, QWidget

from designer.render.edge import presented
from designer.render.fonts import font
from designer.ui.state.workspace import Workspace

HIGH: Final = 24
"""Height of the ruler at the top."""
WIDE: Final = 34
"""Width of the ruler at the left, which holds its figures side by side."""
_LEAST_APART: Final = {Qt.Orientation.Horizontal: 54, Qt.Orientation.Vertical: 44}
_HALF_LINE: Final = 8
"""Half the height of a figure's line."""
_MEASURES: Final = {"metric": "metres", "imperial": "feet"}
_UNITS: Final = {"metric": "m", "imperial": "ft"}
_FOOT_MM: Final = 304.8
_TILES: Final = (1, 2, 3, 5, 10, 15, 20, 30, 50, 100, 200, 500)


class RulerCorner(QWidget):
    """Where both rulers meet: says once what their figures are in."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.setFixedSize(WIDE, HIGH)
        self.setAccessibleName("Unit of the rulers")

    def words(self) -> str:
        """Return the unit that is chosen."""
        return _UNITS[presented().units]

    def event(self, event: QEvent) -> bool:
        """Name the unit in full where the pointer rests."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), f"Rulers in {_MEASURES[presented().units]}", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the unit, in the lower right corner, nearest to the figures of both."""
        theme, painter = self._workspace.theme, QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.setFont(font(10))
        painter.setPen(QColor(theme.dim))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect().adjusted(0, 0, -4, -5), right, self.words())
        painter.end()


class Ruler(QWidget):
    """One ruler: marks at whole tiles, as many as fit with their figures.

    Parameters
    ----------
    workspace
        Where tile size and theme come from.
    view
        The view it measures.
    orientation
        Horizontal for the one at the top.
    """

    def __init__(
        self, workspace: Workspace, view: QGraphicsView, orientation: Qt.Orientation
    ) -> None:
        super().__init__()
        self._workspace = workspace
        self._view = view
        self._across = orientation == Qt.Orientation.Horizontal
        self._orientation = orientation
        self._cursor: float | None = None
        name = "horizontal" if self._across else "vertical"
        self.setAccessibleName(f"Ruler, {name}, {_MEASURES[presented().units]}")
        fixed, grows = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(grows if self._across else fixed, fixed if self._across else grows)

    def sizeHint(self) -> QSize:
        """Return the ruler's thickness."""
        return QSize(100, HIGH) if self._across else QSize(WIDE, 100)

    def minimumSizeHint(self) -> QSize:
        """Return the ruler's thickness."""
        return QSize(WIDE, HIGH)

    def mark_cursor(self, x_mm: float, y_mm: float) -> None:
        """Mark where the pointer is."""
        old = self._cursor
        self._cursor = x_mm if self._across else y_mm
        for value in (old, self._cursor):
            if value is not None:
                self.update(self._mark_rect(value).toAlignedRect())

    def _pixel(self, mm: float) -> float:
        point = QPointF(mm, 0) if self._across else QPointF(0, mm)
        seen = self._view.viewportTransform().map(point)
        return seen.x() if self._across else seen.y()

    def _mark_rect(self, mm: float) -> QRectF:
        at = self._pixel(mm)
        if self._across:
            return QRectF(at - 2, 0, 5, self.height())
        return QRectF(0, at - 2, self.width(), 5)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint figures and ticks."""
        theme = self._workspace.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.setPen(QPen(QColor(theme.line), 1))
        if self._across:
            painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        else:
            painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        self._paint_marks(painter)
        if self._cursor is not None:
            at = round(self._pixel(self._cursor))
            painter.setPen(QPen(QColor(theme.accent), 1))
            end = QPoint(at, self.height()) if self._across else QPoint(self.width(), at)
            painter.drawLine(QPoint(at, 0) if self._across else QPoint(0, at), end)
        painter.end()

    def _paint_marks(self, painter: QPainter) -> None:
        theme, room = self._workspace.theme, self._workspace.document.design.room
        origin = room.outline[0][0 if self._across else 1] if room.outline else 0
        tile = max(room.tile_mm, 1)
        scale = abs(self._view.transform().m11())
        least = _LEAST_APART[self._orientation]
        step = tile * next((n for n in _TILES if n * tile * scale >= least), _TILES[-1])
        seen = self._view.mapToScene(self._view.viewport().rect()).boundingRect()
        low = seen.left() if self._across else seen.top()
        high = seen.right() if self._across else seen.bottom()
        number = int((low - origin) // step)
        painter.setFont(font(10))
        while origin + number * step <= high:
            mm = number * step
            at = self._pixel(origin + mm)
            painter.setPen(QColor(theme.dim))
            text = _figure(mm, whole_metres=not step % 1000)
            box = self._text_box(at, painter.fontMetrics().horizontalAdvance(text))
            if box is not None:
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            if self._across:
                painter.drawLine(QPointF(at, self.height() - 4), QPointF(at, self.height() - 1))
            else:
                painter.drawLine(QPointF(self.width() - 4, at), QPointF(self.width() - 1, at))
            number += 1

    def _text_box(self, at: float, wide: int) -> QRectF | None:
        """Return where a mark's figure is written; None where an end of the ruler would cut it."""
        half = wide / 2 if self._across else _HALF_LINE
        if not half <= at <= (self.width() if self._across else self.height()) - half:
            return None
        if self._across:
            return QRectF(at - half - 1, 0, wide + 2, self.height() - 5)
        return QRectF(0, at - _HALF_LINE, self.width() - 4, 2 * _HALF_LINE)


def _figure(mm: int, *, whole_metres: bool) -> str:
    """Return a mark's figure in metres or feet."""
    chosen = presented()
    if chosen.units == "imperial":
        figure = f"{mm / _FOOT_MM:.1f}"
    else:
        figure = f"{mm // 1000}" if whole_metres else f"{mm / 1000:.1f}"
    return chosen.text(figure.replace("-", "−"))
