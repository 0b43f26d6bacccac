"""The one-line as a widget: what is pointed at, what a click or a key fails."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from designer.render.chain_layout import Cell, Laid
from designer.render.chain_painter import paint_chain, piece_at, rect_of
from designer.render.chain_pieces import PieceKey
from designer.render.one_line import Box, BoxKey, GroupKey, OneLine
from designer.render.one_line_painter import paint_one_line
from designer.render.one_line_words import Said
from designer.render.theme import Theme
from designer.ui.kit.walked import STEPS, ZOOMS

_LEAST_SCALE: Final = 0.85
"""Below it words cannot be read: the drawing is scrolled instead."""
_MOST_SCALE: Final = 1.3
_CLOSEST: Final = 2.0
"""How near the drawing can be brought; the farthest shows all of it."""
_EDGE: Final = 24.0
_SPARE: Final = 16.0
"""How much of each margin may give way to the room, in the drawing's own pixels."""
NOTHING: Final = Laid()

AnyKey = BoxKey | PieceKey
"""A box of the one-line, or a piece of what is unfolded below it."""


class OneLineView(QWidget):
    """Draws a one-line as wide as there is room, and scrolls beyond that.

    Signals
    -------
    picked
        The key of a box that was clicked, or for which Enter or Space was pressed; empty for the
        ground beside them, and for Esc.
    added
        The same with Shift: it is lost besides what is lost.
    opened
        The key of a box that was clicked twice.
    walked
        The key of the box to which the keyboard came.
    zoom_asked
        What a key makes of the scale, and the point that stays where it is.
    """

    picked = Signal(object)
    added = Signal(object)
    opened = Signal(object)
    walked = Signal(object)
    zoom_asked = Signal(float, QPointF)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._drawing: OneLine | None = None
        self._said: Mapping[BoxKey, Said] = {}
        self._kinds: Mapping[str, str] = {}
        self._below = NOTHING
        self._cells: Mapping[AnyKey, Cell] = {}
        self._open: frozenset[GroupKey] = frozenset()
        self.painted = 0
        self._hovered: AnyKey = ""
        self._focused: AnyKey = ""
        self._scale = 1.0
        self.zoomed = 0.0
        """The scale to which it was zoomed; 0 while it has the scale that it has by itself."""
        self._room = QSize()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Power one-line")

    def show_drawing(
        self, drawing: OneLine, said: Mapping[BoxKey, Said], kinds: Mapping[str, str], theme: Theme
    ) -> None:
        """Show another drawing, or other words on it."""
        self._drawing, self._said, self._kinds, self._theme = drawing, said, kinds, theme

    def show_below(self, below: Laid, unfolded: frozenset[GroupKey]) -> None:
        """Show what is unfolded below the drawing, and of which groups."""
        self._below, self._open = below, unfolded
        walked = (cell for cell in reversed(below.cells) if cell.look not in ("text", "line"))
        self._cells = {cell.piece.key: cell for cell in walked if cell.piece.key.rack}
        if self._focused not in self._boxes and self._focused not in self._cells:
            self._focused = ""
        self._tell()
        self.fit(self._room)
        self.update()

    def fit(self, room: QSize) -> None:
        """Scale the drawing to its room's width, within what can be read, or as it was zoomed."""
        self._room = room
        if self._drawing is None or room.width() <= 0:
            return
        width, height = self._size
        self._scale = self.zoomed or _by_itself(width, room.width())
        wide, high = self._scale * width, self._scale * height
        if room.width() < wide <= room.width() + 2 * _SPARE * self._scale:
            wide = room.width()  # its margins give way before anybody has to scroll
        size = QSize(max(room.width(), round(wide)), max(room.height(), round(high)))
        if size != self.size():
            self.setFixedSize(size)

    def zoom(self, times: float) -> None:
        """Bring the drawing nearer, or farther until all of it is seen; by 0 as it is by itself."""
        width, height = self._size
        own = _by_itself(width, self._room.width())
        whole = min(self._room.width() / max(width, 1.0), self._room.height() / max(height, 1.0))
        wanted = min(max(self._scale * times, min(whole, own)), max(_CLOSEST, own))
        self.zoomed = wanted if times else 0.0
        self.fit(self._room)

    @property
    def below(self) -> Laid:
        """What is unfolded below the drawing."""
        return self._below

    @property
    def _size(self) -> tuple[float, float]:
        """Width and height of the drawing with what is unfolded."""
        if self._drawing is None:
            return 0.0, 0.0
        if not self._below.cells:
            return self._drawing.width, self._drawing.height
        right = self._below.cells[0].x + self._below.width + _EDGE
        return max(self._drawing.width, right), self._drawing.height + self._below.height

    def wide_in(self, room: int) -> float:
        """Return how wide the drawing is in a room at the scale that it has by itself there."""
        if self._drawing is None or room <= 0:
            return 0.0
        return max(self._drawing.width, room / _by_itself(self._drawing.width, room))

    def box_at(self, point: QPoint) -> AnyKey:
        """Return the key of the box at a point of the widget; empty beside them."""
        if self._drawing is None:
            return ""
        x, y = self.drawn_at(QPointF(point))
        if y > self._drawing.height - _EDGE:
            found = piece_at(self._below, x, y)
            return found if found is not None and found.rack else ""
        for key, box in self._drawing.boxes.items():
            if box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height:
                return key
        return ""

    def place_of(self, key: AnyKey) -> QRect:
        """Return where a box is on the widget; an empty place if there is none."""
        box: Box | Cell | None = self._cells.get(key)
        if box is None and not isinstance(key, PieceKey):
            box = self._boxes.get(key)
        if box is None:
            return QRect()
        corner = self.widget_at(box.x, box.y)
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
        focused = self._focused if self.hasFocus() else ""
        left, top = self.drawn_at(QPointF(event.rect().topLeft()))
        right, bottom = self.drawn_at(QPointF(event.rect().bottomRight()))
        if top < self._drawing.height:
            paint_one_line(
                painter, self._drawing, self._said, self._kinds, self._theme,
                hovered=self._hovered, focused=focused, unfolded=self._open,
                scale=self._scale,
            )  # fmt: skip
        shown = QRectF(left - 2, top - 2, right - left + 4, bottom - top + 4)
        self.painted = paint_chain(
            painter, self._below, self._theme, shown, hovered=self._hovered, focused=focused
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light what is pointed at, and say all of it."""
        key = self.box_at(event.position().toPoint())
        if key != self._hovered:
            self._hovered = key
            self.setCursor(Qt.CursorShape.PointingHandCursor if key else Qt.CursorShape.ArrowCursor)
            self.update()
        QToolTip.showText(event.globalPosition().toPoint(), self.words_of(key), self)

    def light(self, key: AnyKey) -> None:
        """Light something, as if it were pointed at."""
        if key != self._hovered:
            self._hovered = key
            self.update()

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

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Restore what the first click lost, and open what is under the cursor."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)
            self.opened.emit(self.box_at(event.position().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, fail with Enter or Space, restore with Esc."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.picked.emit("")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self._focused:
                self._pick(self._focused, event.modifiers())
        elif key in STEPS:
            self._walk(*STEPS[key])
        elif key in ZOOMS:
            seen = self.visibleRegion().boundingRect()
            place = self.place_of(self._focused) & seen
            self.zoom_asked.emit(ZOOMS[key], QPointF((place if place else seen).center()))
        else:
            super().keyPressEvent(event)

    def _pick(self, key: AnyKey, modifiers: Qt.KeyboardModifier) -> None:
        adds = bool(modifiers & Qt.KeyboardModifier.ShiftModifier) and bool(key)
        (self.added if adds else self.picked).emit(key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first source."""
        super().focusInEvent(event)
        if not self._focused and self._boxes:
            boxes = self._boxes
            self._focused = min(boxes, key=lambda key: (boxes[key].y, boxes[key].x))
            self._tell()
        self.update()

    def words_of(self, key: AnyKey) -> str:
        """Return all that a box says, in one line."""
        if isinstance(key, PieceKey):
            cell = self._cells.get(key) or next(
                (one for one in self._below.cells if one.piece.key == key), None
            )
            return cell.piece.tip if cell else ""
        said = self._said.get(key)
        return "; ".join(filter(None, (f"{said.title}: {said.value}", said.note))) if said else ""

    def _walk(self, across: int, down: int) -> None:
        """Go to the nearest box beside, above or below the one that has the keyboard."""
        following = self._next(across, down)
        if following is None:
            return
        self._focused = following
        self._tell()
        self.walked.emit(following)
        self.update()

    def _next(self, across: int, down: int) -> AnyKey | None:
        """Return the key of what stands next in a direction; below the one-line the unfolded."""
        focused = self._focused
        if isinstance(focused, PieceKey):
            found = _next_cell(self._cells, focused, across, down)
            return self._lowest() if found is None and down < 0 else found
        here = self._boxes.get(focused)
        if here is None:
            return None
        others = [box for box in self._boxes.values() if _is_towards(here, box, across, down)]
        if not others:
            below = [cell for cell in self._cells.values() if down > 0]
            first = min(below, key=lambda cell: (cell.y, cell.x), default=None)
            return first.piece.key if first else None
        nearest = min(
            others, key=lambda box: (abs(box.stage - here.stage), abs(box.middle - here.middle))
        )
        return nearest.key

    def _lowest(self) -> BoxKey | None:
        """Return the group that is unfolded first, else what stands lowest."""
        known = [box for key, box in self._boxes.items() if key in self._open]
        found = max(known or self._boxes.values(), key=lambda box: (box.y, -box.x), default=None)
        return found.key if found else None

    def _tell(self) -> None:
        self.setAccessibleDescription(self.words_of(self._focused))

    @property
    def _boxes(self) -> Mapping[BoxKey, Box]:
        return self._drawing.boxes if self._drawing else {}

    @property
    def _left(self) -> float:
        """Where the drawing begins: before the widget where its margins give way."""
        wide = self._size[0] * self._scale
        return (self.width() - wide) / 2

    def drawn_at(self, point: QPointF) -> tuple[float, float]:
        """Return where on the drawing a point of the widget is."""
        return (point.x() - self._left) / self._scale, point.y() / self._scale

    def widget_at(self, x: float, y: float) -> QPoint:
        """Return where on the widget a point of the drawing is."""
        return QPointF(x * self._scale + self._left, y * self._scale).toPoint()


def _by_itself(width: float, room: int) -> float:
    """Return the scale at which a width is shown in a room that nobody zoomed."""
    return min(max(room / max(width, 1.0), _LEAST_SCALE), _MOST_SCALE)


def _is_towards(here: Box, box: Box, across: int, down: int) -> bool:
    """Return whether a box lies in a direction: beside on its stage, or above or below it."""
    if across:
        return box.stage == here.stage and (box.middle - here.middle) * across > 0
    return (box.stage - here.stage) * down > 0


def _next_cell(
    cells: Mapping[AnyKey, Cell], focused: PieceKey, across: int, down: int
) -> AnyKey | None:
    """Return what stands nearest in a direction among what is unfolded; None where nothing does."""
    here = cells.get(focused)
    if here is None:
        return None
    mine, found = rect_of(here), []
    for key, cell in cells.items():
        there = rect_of(cell)
        dx, dy = there.center().x() - mine.center().x(), there.top() - mine.top()
        inside = mine.contains(there) or there.contains(mine)
        if across and dx * across > 0 and abs(dy) < min(mine.height(), there.height()):
            found.append((abs(dx), abs(dy), key))
        elif down and dy * down > 0 and (inside or dy * down >= min(mine.height(), 20)):
            apart = max(0.0, there.left() - mine.right(), mine.left() - there.right())
            found.append((abs(dy), apart + abs(dx), key))
    return min(found, key=lambda one: one[:2])[2] if found else None
