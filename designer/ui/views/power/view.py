"""The one-line as a widget: what is pointed at, what a click or a key fails."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from designer.render.one_line import Box, BoxKey, OneLine
from designer.render.one_line_painter import paint_one_line
from designer.render.one_line_words import Said
from designer.render.theme import Theme

_LEAST_SCALE: Final = 0.85
"""Below it words cannot be read: the drawing is scrolled instead."""
_MOST_SCALE: Final = 1.3


class OneLineView(QWidget):
    """Draws a one-line as wide as there is room, and scrolls beyond that.

    Signals
    -------
    picked
        The key of a box that was clicked, or for which Enter or Space was pressed; empty for the
        ground beside them, and for Esc.
    added
        The same with Shift: it is lost besides what is lost.
    walked
        The key of the box to which the keyboard came.
    """

    picked = Signal(object)
    added = Signal(object)
    walked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._drawing: OneLine | None = None
        self._said: Mapping[BoxKey, Said] = {}
        self._kinds: Mapping[str, str] = {}
        self._hovered: BoxKey = ""
        self._focused: BoxKey = ""
        self._scale = 1.0
        self._room = QSize()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Power one-line")

    def show_drawing(
        self, drawing: OneLine, said: Mapping[BoxKey, Said], kinds: Mapping[str, str], theme: Theme
    ) -> None:
        """Show another drawing, or other words on it."""
        self._drawing, self._said, self._kinds, self._theme = drawing, said, kinds, theme
        if self._focused not in drawing.boxes:
            self._focused = ""
        self._tell()
        self.fit(self._room)
        self.update()

    def fit(self, room: QSize) -> None:
        """Scale the drawing to the width of its room, within what can be read."""
        self._room = room
        if self._drawing is None or room.width() <= 0:
            return
        wanted = room.width() / max(self._drawing.width, 1.0)
        self._scale = min(max(wanted, _LEAST_SCALE), _MOST_SCALE)
        wide, high = (self._scale * edge for edge in (self._drawing.width, self._drawing.height))
        size = QSize(max(room.width(), round(wide)), max(room.height(), round(high)))
        if size != self.size():
            self.setFixedSize(size)

    def box_at(self, point: QPoint) -> BoxKey:
        """Return the key of the box at a point of the widget; empty beside them."""
        if self._drawing is None:
            return ""
        x, y = self._to_drawing(QPointF(point))
        for key, box in self._drawing.boxes.items():
            if box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height:
                return key
        return ""

    def place_of(self, key: BoxKey) -> QRect:
        """Return where a box is on the widget; an empty place if there is none."""
        if key not in self._boxes:
            return QRect()
        box = self._boxes[key]
        corner = self._from_drawing(box.x, box.y)
        return QRect(corner, QSize(round(box.width * self._scale), round(box.height * self._scale)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the drawing in the middle of the widget."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.canvas))
        if self._drawing is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self._left, 0)
        painter.scale(self._scale, self._scale)
        paint_one_line(
            painter, self._drawing, self._said, self._kinds, self._theme,
            hovered=self._hovered, focused=self._focused if self.hasFocus() else "",
        )  # fmt: skip

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light what is pointed at, and say all of it."""
        key = self.box_at(event.position().toPoint())
        if key != self._hovered:
            self._hovered = key
            self.setCursor(Qt.CursorShape.PointingHandCursor if key else Qt.CursorShape.ArrowCursor)
            self.update()
        QToolTip.showText(event.globalPosition().toPoint(), self.words_of(key), self)

    def leaveEvent(self, event: object) -> None:
        """Light nothing."""
        self._hovered = ""
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick what is under the cursor."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            key = self.box_at(event.position().toPoint())
            self._focused = key or self._focused
            self._pick(key, event.modifiers())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, fail with Enter or Space, restore with Esc."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.picked.emit("")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self._focused:
                self._pick(self._focused, event.modifiers())
        elif key in _STEPS:
            self._walk(*_STEPS[key])
        else:
            super().keyPressEvent(event)

    def _pick(self, key: BoxKey, modifiers: Qt.KeyboardModifier) -> None:
        adds = bool(modifiers & Qt.KeyboardModifier.ShiftModifier) and bool(key)
        (self.added if adds else self.picked).emit(key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first source."""
        super().focusInEvent(event)
        if not self._focused and self._boxes:
            self._focused = min(
                self._boxes, key=lambda key: (self._boxes[key].y, self._boxes[key].x)
            )
            self._tell()
        self.update()

    def words_of(self, key: BoxKey) -> str:
        """Return all that a box says, in one line."""
        said = self._said.get(key)
        return "; ".join(filter(None, (f"{said.title}: {said.value}", said.note))) if said else ""

    def _walk(self, across: int, down: int) -> None:
        """Go to the nearest box beside, above or below the one that has the keyboard."""
        here = self._boxes.get(self._focused)
        if here is None:
            return
        others = [box for box in self._boxes.values() if _is_towards(here, box, across, down)]
        if not others:
            return
        nearest = min(
            others, key=lambda box: (abs(box.stage - here.stage), abs(box.middle - here.middle))
        )
        self._focused = nearest.key
        self._tell()
        self.walked.emit(nearest.key)
        self.update()

    def _tell(self) -> None:
        self.setAccessibleDescription(self.words_of(self._focused))

    @property
    def _boxes(self) -> Mapping[BoxKey, Box]:
        return self._drawing.boxes if self._drawing else {}

    @property
    def _left(self) -> float:
        wide = self._drawing.width * self._scale if self._drawing else 0.0
        return max(0.0, (self.width() - wide) / 2)

    def _to_drawing(self, point: QPointF) -> tuple[float, float]:
        return (point.x() - self._left) / self._scale, point.y() / self._scale

    def _from_drawing(self, x: float, y: float) -> QPoint:
        return QPointF(x * self._scale + self._left, y * self._scale).toPoint()


_STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def _is_towards(here: Box, box: Box, across: int, down: int) -> bool:
    """Return whether a box lies in a direction: beside on its stage, or above or below it."""
    if across:
        return box.stage == here.stage and (box.middle - here.middle) * across > 0
    return (box.stage - here.stage) * down > 0
