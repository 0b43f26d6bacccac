"""Comments under the mouse: a balloon is pressed, a cloud is drawn around a place."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtWidgets import QApplication, QRubberBand

from designer.ui.state.mode_hint import ModeHint
from designer.ui.views.floor.gestures import Gesture, Modifiers
from designer.ui.views.floor.surface import GestureSurface

HOW: Final = "Draw the cloud around what is meant · Esc discards"
TOO_SMALL: Final = "Too small for a cloud: press, drag around what is meant, let go · Esc discards"


class DrawCloud(Gesture):
    """A box is drawn from one corner to the other; letting go asks for the words."""

    def __init__(
        self,
        view: GestureSurface,
        at: QPoint,
        tell: Callable[[QRectF], object],
        end: Callable[[], object],
        again: Callable[[], object],
    ) -> None:
        super().__init__(view)
        self._tell, self._end, self._again = tell, end, again
        self._from = at
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, view.viewport())

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Stretch the box."""
        self._band.setGeometry(QRect(self._from, at).normalized())
        self._band.show()

    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Tell the box; where it is none, another is to be drawn."""
        self.cancel()
        far = (at - self._from).manhattanLength() >= QApplication.startDragDistance()
        view = self.view
        box = QRectF(view.mapToScene(self._from), view.mapToScene(at)).normalized()
        if not far or box.isEmpty():
            self._again()
            return
        self._tell(box)

    def cancel(self) -> None:
        """Take the box away, and the hint."""
        self._end()
        self._band.hide()
        self._band.deleteLater()


class CommentHand(QObject):
    """What the mouse does to comments on a view of the floor.

    Signals
    -------
    cloud_drawn
        A cloud was drawn: its box, in mm.
    """

    cloud_drawn = Signal(object)

    def __init__(self, view: GestureSurface) -> None:
        super().__init__()
        self._view = view
        self._points = False
        self._hint = ModeHint(view.workspace)
        self.draws = False
        """Whether the next press begins a cloud."""

    def begin_cloud(self, how: str = HOW) -> None:
        """Let the next press begin a cloud, and say how that is done."""
        self.draws = True
        self._view.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self._hint.say(how)

    def end(self) -> bool:
        """Draw no cloud; return whether one was to be drawn."""
        was = self._take()
        if was:
            self._hint.end()
        return was

    def _take(self) -> bool:
        was, self.draws = self.draws, False
        if was:
            self._view.viewport().unsetCursor()
        return was

    def press(self, at: QPoint) -> Gesture | None:
        """Begin the cloud that is to be drawn; None where none is."""
        if not self._take():
            return None
        return DrawCloud(
            self._view, at, self.cloud_drawn.emit, self._hint.end,
            lambda: self.begin_cloud(TOO_SMALL),
        )  # fmt: skip

    def keeps(self, button: Qt.MouseButton, *, pans: bool) -> bool:
        """Return whether a press leaves the cloud that is to be drawn, or begins it."""
        return self.draws and (pans or button == Qt.MouseButton.LeftButton)

    def rack_at(self, at: QPoint) -> str | None:
        """Return the rack that a press at a point takes; None where a comment lies over it."""
        floor = self._view.floor
        return None if self.at(at) else floor.pick_at(self._view.mapToScene(at))

    def takes(self, at: QPoint) -> bool:
        """Look at the comment under a point; return whether there is one."""
        key = self.at(at)
        if key:
            self._view.workspace.comments.choose(key)
        return bool(key)

    def opens(self, at: QPoint) -> bool:
        """Ask for the words of the comment under a point; return whether there is one."""
        taken = self.takes(at)
        if taken:
            self._view.workspace.comments.asked.emit()
        return taken

    def at(self, at: QPoint) -> str:
        """Return the comment under a point; empty where there is none."""
        return self._view.floor.comments.at(self._view.mapToScene(at))

    def hover(self, at: QPoint) -> bool:
        """Show that a comment under the pointer can be pressed; return whether there is one."""
        over = not self.draws and bool(self.at(at))
        if over != self._points:
            self._points = over
            if over:
                self._view.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
            elif not self.draws:
                self._view.viewport().unsetCursor()
        return over
