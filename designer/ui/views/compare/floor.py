"""The floor of both designs, over or beside each other: zoomed, moved, clicked to choose."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from designer.document.change_places import Mark
from designer.document.placement import Box, box_around
from designer.model.layout import Layout
from designer.render.compared_floor import (
    Painted,
    mapped,
    way_words,
)
from designer.ui.kit.navigation import Look
from designer.ui.state.comparing import Comparing
from designer.ui.state.workspace import Workspace
from designer.ui.views.compare.panes import (
    WAYS,
    Panes,
    Way,
    paint_chosen_in,
    paint_divider,
    paint_panes,
)

_EDGE_PX: Final = 18
_MOST_SCALE, _STEP = 0.6, 1.25
_AROUND_CHOSEN_MM: Final = 3000
_PAN_PX: Final = 60
_SWIPE: Final = 0.05
"""What a key moves the divider by, as a part of the width."""
_ARROWS: Final = {
    Qt.Key.Key_Left: QPointF(1, 0), Qt.Key.Key_Right: QPointF(-1, 0),
    Qt.Key.Key_Up: QPointF(0, 1), Qt.Key.Key_Down: QPointF(0, -1),
}  # fmt: skip


class ComparedFloor(QWidget):
    """Draws the comparison to scale.

    Wheel zooms at the pointer, a drag moves it, a click chooses the change of what is there; `+`,
    `-`, `0` and the arrows do the same without a mouse, PgUp and PgDn go from change to change, V
    to the next way of looking at both, and Shift with an arrow moves the divider.

    Signals
    -------
    way_changed
        Both designs are looked at in another way.
    """

    way_changed = Signal(str)

    def __init__(self, workspace: Workspace, comparing: Comparing) -> None:
        super().__init__()
        self._space, self._comparing = workspace, comparing
        self._painted: Painted | None = None
        self._transform = QTransform()
        self._is_fitted = True
        self._kept: QPixmap | None = None
        self._pressed: QPointF | None = None
        self._dragged = self._swipes = False
        self.way: Way = "overlay"
        self.divider = 0.5
        self.setMouseTracking(True)
        self.setMinimumSize(240, 140)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Floor of both designs")
        comparing.changed.connect(self._take)
        comparing.listed.connect(self._take)
        comparing.pointed.connect(self._point)
        workspace.theme_changed.connect(self._take)

    @property
    def scale(self) -> float:
        """Pixels per millimetre."""
        return self._transform.m11()

    def show_way(self, way: Way) -> None:
        """Look at both designs in another way; what is in the middle stays there."""
        if way == self.way:
            return
        middle = QPointF(self.panes.looked_at.center())
        place = self._transform.inverted()[0].map(middle)
        self.way, self._kept = way, None
        if self._is_fitted:
            self.fit()
        else:
            now = QPointF(self.panes.looked_at.center())
            scale = self.scale
            self._set(QTransform(scale, 0, 0, scale, now.x() - place.x() * scale,
                                 now.y() - place.y() * scale))  # fmt: skip
        self._tell()
        self.update()
        self.way_changed.emit(way)

    def swipe_to(self, part: float) -> None:
        """Let the earlier design end at a part of the width."""
        self.divider, self._kept = min(1.0, max(0.0, part)), None
        self._tell()
        self.update()

    @property
    def panes(self) -> Panes:
        """Where both designs are."""
        return Panes(self.way, self.size(), self.divider)

    def fit(self) -> None:
        """Show all that stands on either side."""
        self._is_fitted = True
        painted = self._painted
        if painted is not None:
            self._look_at(painted.places.around)

    def show_chosen(self) -> None:
        """Look closely at the change that is chosen."""
        row, painted = self._comparing.chosen, self._painted
        if row is not None and painted is not None and row.keys:
            self._is_fitted = False
            self._look_around([painted.places.marks[key] for key in row.keys])

    def _look_around(self, marks: Sequence[Mark]) -> None:
        boxes = [mark.box for mark in marks] + [mark.was for mark in marks if mark.was is not None]
        left, top, right, bottom = box_around(boxes)
        by = _AROUND_CHOSEN_MM
        self._look_at((left - by, top - by, right + by, bottom + by))

    def place_of(self, key: str) -> QPointF:
        """Return where the middle of something marked is on the widget."""
        if self._painted is None:
            return QPointF()
        return mapped(self._transform, self._painted.places.marks[key].box).center()

    def _take(self) -> None:
        """Show other differences."""
        side, space = self._comparing.after, self._space
        places = self._comparing.places
        before = self._painted
        if places is None or side is None:
            self._painted = None
        else:
            same = before is not None and before.layout.design is side.design
            layout = before.layout if before is not None and same else Layout(side.design)
            kinds = frozenset[str](self._comparing.filter.kinds)
            was = self._comparing.before
            earlier = (Layout(was.design), was.catalog) if was is not None else None
            self._painted = Painted(places, layout, side.catalog, space.theme, kinds, earlier)
        self._kept = None
        if self._is_fitted:
            self.fit()
        self._tell()
        self.update()

    def _point(self) -> None:
        """Show what is chosen: it comes into view where it is not."""
        row, painted = self._comparing.chosen, self._painted
        if row is not None and painted is not None and row.keys:
            marks = [painted.places.marks[key] for key in row.keys]
            seen = QRectF(self.panes.looked_at)
            if not all(seen.contains(mapped(self._transform, mark.box)) for mark in marks):
                self._is_fitted = False
                self._look_around(marks)
        self._tell()
        self.update()

    def _tell(self) -> None:
        """Say to a screen reader what is drawn."""
        painted = self._painted
        if painted is None:
            self.setAccessibleDescription("nothing is compared")
            return
        row = self._comparing.chosen
        told = f"{len(painted.marks)} things marked"
        chosen = f"; chosen: {row.what}, {row.kind}" if row is not None else ""
        ways = {"beside": "; side by side", "swipe": f"; divider at {self.divider:.0%}"}
        self.setAccessibleDescription(f"{told}{ways.get(self.way, '')}{chosen}")

    # where one looks

    def _look_at(self, box: Box) -> None:
        left, top, right, bottom = box
        wide, high = max(1, right - left), max(1, bottom - top)
        pane = self.panes.looked_at
        room = pane.adjusted(_EDGE_PX, _EDGE_PX, -_EDGE_PX, -_EDGE_PX)
        scale = max(1e-6, min(room.width() / wide, room.height() / high, _MOST_SCALE))
        centre = QRectF(pane).center()
        at = QPointF(left + wide / 2, top + high / 2)
        self._set(QTransform(scale, 0, 0, scale, centre.x() - at.x() * scale,
                             centre.y() - at.y() * scale))  # fmt: skip

    def _zoom(self, by: float, at: QPointF) -> None:
        scale = min(_MOST_SCALE, max(1e-4, self.scale * by))
        place = self._transform.inverted()[0].map(at)
        self._is_fitted = False
        self._set(QTransform(scale, 0, 0, scale, at.x() - place.x() * scale,
                             at.y() - place.y() * scale))  # fmt: skip

    def _pan(self, by: QPointF) -> None:
        self._is_fitted = False
        moved = QTransform(self._transform)
        moved *= QTransform.fromTranslate(by.x(), by.y())
        self._set(moved)

    def _set(self, transform: QTransform) -> None:
        if transform != self._transform:
            self._transform, self._kept = transform, None
            self.update()

    # Of Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground and marks, kept as long as one looks at the same, and what is chosen."""
        painter = QPainter(self)
        painted = self._painted
        if painted is None:
            painter.fillRect(self.rect(), self.palette().base())
            return
        if self._kept is None or self._kept.size() != self.size() * self.devicePixelRatioF():
            self._kept = self._picture(painted)
        painter.drawPixmap(0, 0, self._kept)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        keys = frozenset[str]().union(*(row.keys for row in self._comparing.picked))
        if keys:
            paint_chosen_in(painter, painted, self._transform, self.panes, keys)
        sides = (self._comparing.before, self._comparing.after)
        first, second = (side.choice.name if side is not None else "" for side in sides)
        paint_divider(painter, self.panes, (first, second), painted.theme)

    def _picture(self, painted: Painted) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_panes(painter, painted, self._transform, self.panes)
        painter.end()
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the whole in another size, unless somebody looks closer."""
        super().resizeEvent(event)
        self._kept = None
        if self._is_fitted:
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom or pan, as the scheme of navigation says."""
        self._look(self._space.navigation.of_wheel(event), event.position())
        event.accept()

    def _look(self, look: Look, at: QPointF) -> None:
        if look.times != 1.0:
            self._zoom(look.times, self.panes.in_pane(at))
        if look.right or look.down:
            self._pan(QPointF(-look.right, -look.down))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a drag, of the floor or of the divider."""
        self._pressed, self._dragged = event.position(), False
        self._swipes = self.panes.takes_divider(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the floor with the pointer, or the divider."""
        if self._pressed is None:
            taken = self.panes.takes_divider(event.position())
            self.setCursor(Qt.CursorShape.SplitHCursor if taken else Qt.CursorShape.ArrowCursor)
            return
        if self._swipes:
            self._dragged = True
            self.swipe_to(event.position().x() / max(1, self.width()))
            return
        by = event.position() - self._pressed
        if self._dragged or by.manhattanLength() > 6:
            self._dragged, self._pressed = True, event.position()
            self._pan(by)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the change of what was clicked."""
        clicked = self._pressed is not None and not self._dragged
        self._pressed, self._dragged, self._swipes = None, False, False
        key = self._key_at(event.position()) if clicked else ""
        if key:
            self._comparing.choose_at(key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole again."""
        if not self._key_at(event.position()):
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Look elsewhere, or at the next change."""
        key, middle = event.key(), QPointF(self.panes.looked_at.center())
        if self._press_way(event):
            return
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._zoom(_STEP, middle)
        elif key == Qt.Key.Key_Minus:
            self._zoom(1 / _STEP, middle)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._comparing.step(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in _ARROWS:
            self._pan(_ARROWS[Qt.Key(key)] * _PAN_PX)
        else:
            super().keyPressEvent(event)

    def _press_way(self, event: QKeyEvent) -> bool:
        """Look at both in the next way, or move the divider; return whether a key means that."""
        key = event.key()
        if key == Qt.Key.Key_V and not event.modifiers():
            ways = [way for way, _, _ in WAYS]
            self.show_way(ways[(ways.index(self.way) + 1) % len(ways)])
            return True
        if self.way != "swipe" or not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            return False
        steps = {Qt.Key.Key_Left: -_SWIPE, Qt.Key.Key_Right: _SWIPE}
        if key not in steps:
            return False
        self.swipe_to(self.divider + steps[Qt.Key(key)])
        return True

    def event(self, event: QEvent) -> bool:
        """Say of what is pointed at what became of it; zoom by a pinch."""
        if isinstance(event, QNativeGestureEvent):
            look = self._space.navigation.of_gesture(event)
            if look is not None:
                self._look(look, event.position())
                return True
        if isinstance(event, QHelpEvent):
            words = self._words_at(event.pos())
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _key_at(self, point: QPointF) -> str:
        if self._painted is None:
            return ""
        at = self._transform.inverted()[0].map(self.panes.in_pane(point))
        return self._painted.places.key_at(at.x(), at.y())

    def _words_at(self, point: QPoint) -> str:
        key = self._key_at(QPointF(point))
        if not key or self._painted is None:
            return ""
        mark = self._painted.places.marks[key]
        way = f" {way_words(mark)}" if mark.was is not None else ""
        rows = [row for row in self._comparing.every if key in row.keys]
        return "\n".join([f"{mark.name}: {mark.kind}{way}", *(row.how for row in rows[:6])])
