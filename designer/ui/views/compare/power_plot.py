"""The power of each rack of both designs, sorted, on the same axes."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from designer.model.plural import plural
from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.ui.state.rack_powers import RackPowers
from designer.ui.state.workspace import Workspace

_HEAD_PX, _FOOT_PX, _LEFT_PX = 20.0, 16.0, 30.0
_HIGH_PX: Final = 130


class PowerPlot(QWidget):
    """After as bars without gaps, before as a dashed line over them."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._space = workspace
        self.before: list[float] = []
        self.after: list[float] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Power per rack")
        workspace.theme_changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return room for heading and axes."""
        return QSize(240, _HIGH_PX)

    def show_powers(self, powers: RackPowers) -> None:
        """Show the racks of both sides."""
        self.before, self.after = powers.highest_first(0), powers.highest_first(1)
        self.setAccessibleDescription(f"before: {_said(self.before)}; after: {_said(self.after)}")
        self.setToolTip(
            "Racks by their maximum power, the highest first; without those that draw nothing and "
            "those of which that is not known"
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        head = QRectF(0, 0, self.width(), _HEAD_PX)
        draw_text(painter, head, "Power per rack", 13, theme.text, 600, LEFT)
        draw_text(painter, head, "kW · dashes: before · filled: after", 11, theme.dim, 400, RIGHT)
        box = QRectF(
            _LEFT_PX, _HEAD_PX + 4, self.width() - _LEFT_PX,
            self.height() - _HEAD_PX - _FOOT_PX - 6,
        )  # fmt: skip
        most = max((*self.before, *self.after), default=0.0)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if most <= 0:
            return
        top = QRectF(0, box.top() - 7, _LEFT_PX - 6, 14)
        draw_text(painter, top, f"{most:.0f}", 10, theme.dim, 400, RIGHT)
        foot = QRectF(box.left(), box.bottom() + 2, box.width(), 13)
        draw_text(painter, foot, self.count_words, 10, theme.dim, 400, RIGHT)
        fill = QColor(theme.accent)
        fill.setAlphaF(0.45)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        shape = [box.bottomLeft(), *self._steps(box, self.after, most)]
        if len(shape) > 1:
            painter.drawPolygon(QPolygonF([*shape, QPointF(shape[-1].x(), box.bottom())]))
        painter.setPen(QPen(QColor(theme.text), 1.4, Qt.PenStyle.DashLine))
        painter.drawPolyline(QPolygonF(list(self._steps(box, self.before, most))))

    @property
    def count_words(self) -> str:
        """How many racks are drawn: those that draw nothing are not among them."""
        was, now = len(self.before), len(self.after)
        return (
            f"{was:,} → {plural(now, 'rack')} with power"
            if was != now
            else (f"{plural(now, 'rack')} with power")
        )

    @property
    def _number(self) -> int:
        return max(len(self.before), len(self.after))

    def _steps(self, box: QRectF, powers: list[float], most: float) -> list[QPointF]:
        """Return the corners of a line of steps; alike racks are one step."""
        wide, points = box.width() / self._number, list[QPointF]()
        for at, power in enumerate(powers):
            if at and power == powers[at - 1]:
                points[-1] = QPointF(box.left() + (at + 1) * wide, points[-1].y())
                continue
            y = box.bottom() - box.height() * power / most
            points += [QPointF(box.left() + at * wide, y), QPointF(box.left() + (at + 1) * wide, y)]
        return points


def _said(powers: list[float]) -> str:
    if not powers:
        return "no rack"
    return f"{plural(len(powers), 'rack')}, at most {powers[0]:.1f} kW"
