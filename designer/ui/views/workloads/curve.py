"""The scaling curve as a person moves on it.

The dot is the run; dragged, it takes other GPUs, in whole nodes, of those that stand.
"""

from typing import Final

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from designer.ui.state.workspace import Workspace
from designer.ui.views.workloads.scaling_painter import paint_scaling
from designer.ui.views.workloads.scaling_plot import (
    HEIGHT_PX,
    ScalingPlot,
    point_words,
    published_words,
)

_NEAR_PX: Final = 12


class ScalingCurve(ScalingPlot):
    """The plot.

    Signals
    -------
    moved
        GPUs under the pointer while the dot is held.
    settled
        GPUs where it was let go.
    cancelled
        It was let go without effect.
    """

    moved = Signal(int)
    settled = Signal(int)
    cancelled = Signal()

    def __init__(
        self, workspace: Workspace, parent: QWidget | None = None, *, high: int = HEIGHT_PX
    ) -> None:
        super().__init__(workspace, parent, high=high)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def event(self, event: QEvent) -> bool:
        """Say what is under the pointer; keep Esc from others while the dot is held."""
        if isinstance(event, QHelpEvent) and self.is_shown:
            said = self._said_at(QPointF(event.pos()))
            if said:
                QToolTip.showText(event.globalPos(), said, self)
                return True
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self.held is not None
        ):
            event.accept()
            return True
        return super().event(event)

    def _said_at(self, at: QPointF) -> str:
        for one in self.published:
            if (self.place(one.gpus, one.tokens_per_s) - at).manhattanLength() < _NEAR_PX:
                return published_words(one)
        for point in self.points:
            if abs(self.x_of(point.gpus) - at.x()) < _NEAR_PX:
                return point_words(point)
        return ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the dot."""
        if event.button() != Qt.MouseButton.LeftButton:
            self._let_go()
        elif self.is_shown and self.dot is not None and self._near(event.position()):
            self.held = self.dot[0]
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the dot that is held."""
        if self.held is not None:
            gpus = self.gpus_at(event.position().x())
            if gpus != self.held:
                self.held = gpus
                self.moved.emit(gpus)
                self.update()
        elif self.is_shown:
            near = self.dot is not None and self._near(event.position())
            self.setCursor(Qt.CursorShape.SizeHorCursor if near else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Settle where it was let go."""
        if self.held is None or event.button() != Qt.MouseButton.LeftButton:
            return
        held, self.held, self.tried = self.held, None, None
        self.settled.emit(held)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by a node with arrows; Esc lets go."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() == Qt.Key.Key_Escape and self.held is not None:
            self._let_go()
        elif event.key() in steps and self.held is None and self.dot is not None:
            other = self.dot[0] + steps[Qt.Key(event.key())] * self.step
            most = self.standing or self.dot[0]
            self.settled.emit(min(max(other, self.step), most))
        else:
            super().keyPressEvent(event)

    def _near(self, at: QPointF) -> bool:
        if self.dot is None:
            return False
        return (self.place(*self.dot) - at).manhattanLength() < 2 * _NEAR_PX

    def _let_go(self) -> None:
        if self.held is not None:
            self.held = self.tried = None
            self.cancelled.emit()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plot."""
        if self.is_shown:
            paint_scaling(self)
