"""Memory of each stage of a pipeline against that of a GPU; the stage that binds is marked."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from designer.render.hatch import paint_hatch
from designer.render.lettering import LEFT, RIGHT, draw_text
from designer.ui.kit.style import mixed
from designer.ui.state.workspace import Workspace

_HIGH: Final = 64
_LEFT: Final = 112
_RIGHT: Final = 34
_WIDEST: Final = 22.0


class StageBars(QWidget):
    """A bar a stage; nothing where there is one stage."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self.stages: tuple[float, ...] = ()
        self.binding = 0
        self.limit: float | None = None
        self.setAccessibleName("Memory by stage")
        self.setFixedHeight(_HIGH)

    def sizeHint(self) -> QSize:
        """Return room for the bars."""
        return QSize(240, _HIGH)

    def show_stages(self, stages: tuple[float, ...], binding: int, limit: float | None) -> None:
        """Show the memory of each stage, GB."""
        self.stages, self.binding, self.limit = stages, binding, limit
        self.setVisible(len(stages) > 1)
        self.setAccessibleDescription(self.said())
        self.update()

    def said(self) -> str:
        """Return which stage binds."""
        if len(self.stages) < 2:
            return ""
        return (
            f"{len(self.stages)} pipeline stages, stage {self.binding + 1} binds: "
            f"{self.stages[self.binding]:.1f} GB"
        )

    def boxes(self) -> list[QRectF]:
        """Return where each bar stands."""
        number = len(self.stages)
        room = self.width() - _LEFT - _RIGHT
        step = min(_WIDEST, room / max(1, number))
        foot, top = self.height() - 6.0, 12.0
        whole = max((*self.stages, *(() if self.limit is None else (self.limit,)), 1e-9))
        return [
            QRectF(_LEFT + at * step, foot - size / whole * (foot - top), max(1.0, step - 3),
                   size / whole * (foot - top))
            for at, size in enumerate(self.stages)
        ]  # fmt: skip

    def event(self, event: object) -> bool:
        """Say the memory of the stage under the pointer."""
        if isinstance(event, QHelpEvent):
            for at, box in enumerate(self.boxes()):
                if box.left() <= event.pos().x() <= box.right() + 3:
                    said = f"stage {at + 1}: {self.stages[at]:.1f} GB"
                    QToolTip.showText(event.globalPos(), said, self)
                    return True
        return super().event(event)  # type: ignore[arg-type] # Qt passes a QEvent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars and the limit."""
        if len(self.stages) < 2:
            return
        painter, theme = QPainter(self), self._space.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_text(painter, QRectF(0, 20, _LEFT - 8, 16), f"{len(self.stages)} pipeline stages",
                  11, theme.dim, 400, LEFT)  # fmt: skip
        draw_text(painter, QRectF(0, 37, _LEFT - 8, 16), f"stage {self.binding + 1} binds",
                  11, theme.text, 600, LEFT)  # fmt: skip
        plain = mixed(QColor(theme.raised), QColor(theme.text), 0.14)
        boxes = self.boxes()
        for at, box in enumerate(boxes):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent) if at == self.binding else plain)
            painter.drawRect(box)
            if at == self.binding:
                ground = QColor(theme.panel)
                paint_hatch(painter, box, Qt.BrushStyle.BDiagPattern, ground, pitch=5, line=1)
        if self.limit is not None:
            whole = max(*self.stages, self.limit)
            foot = self.height() - 6.0
            y = foot - self.limit / whole * (foot - 12.0)
            painter.setPen(QPen(QColor(theme.dim), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(_LEFT, y), QPointF(self.width() - _RIGHT, y))
            label = QRectF(self.width() - _RIGHT + 2, y - 8, _RIGHT - 2, 16)
            draw_text(painter, label, f"{self.limit:g}", 11, theme.dim, 400, RIGHT)
        painter.end()
