"""The view of the floor: pan, zoom, selection, drops. What the mouse does is in the gestures."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPointingDevice,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView, QToolTip

from designer.document.drop_plans import DropPlan
from designer.ui.kit.line_card import LineCard
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.tips import rack_tip
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.accessible import AccessibleFloor
from designer.ui.views.floor.background import paint_background
from designer.ui.views.floor.drops import Drop, drop_of
from designer.ui.views.floor.gestures import Band, Gesture, MoveRacks, MoveRow, Pan
from designer.ui.views.floor.ghost import Ghost
from designer.ui.views.floor.keys import FloorKeys
from designer.ui.views.floor.row_names import RowNames
from designer.ui.views.floor.scene import FloorScene
from designer.ui.views.floor.scrolled import Scrolled

FAR_BELOW: Final = 0.024
"""Pixels per mm under which a rack of 800 mm is too narrow for its name (19 px)."""
MOST_ZOOM: Final = 0.6
LEAST_ZOOM: Final = 0.002
FIT_ZOOM: Final = 0.12
"""Fitting stops here: the first rack of a room stands in its room."""
SELECTION_ZOOM: Final = 0.16
"""Zoom to a small selection stops here: a rack among its neighbours, not a rack alone."""
SELECTION_MARGIN_PX: Final = 12
"""Between a selected rack and the edge that came nearer."""
WHEEL_STEP: Final = 1.0015
"""Zoom per eighth of a degree: one notch of 120 is a factor of 1.2."""


class FloorView(QGraphicsView):
    """Shows the floor scene.

    Parameters
    ----------
    workspace
        What every view shares.
    floor
        The scene.

    Attributes
    ----------
    covered_px
        Height at the lower edge that legend and minimap float over.
    is_fitted
        Whether the view shows what a fit shows, and follows when the window grows or shrinks: until
        the user looks elsewhere, presses, selects, edits or opens a panel. Then no size of the
        window changes the scale.
    """

    cursor_moved = Signal(float, float)
    view_changed = Signal()
    plan_shown = Signal(bool)

    def __init__(self, workspace: Workspace, floor: FloorScene) -> None:
        super().__init__(floor)
        self.workspace = workspace
        self.floor = floor
        self.ghost = Ghost(workspace)
        floor.addItem(self.ghost)
        self.card = LineCard(lambda: workspace.theme, "What the drop would do", self)
        self.preview = DropPreview(workspace, self)
        self.preview.lines_changed.connect(self._show_words)
        self.scrolled = Scrolled(self)
        self._gesture: Gesture | None = None
        self._drop: Drop | None = None
        self.covered_px = 0
        self._room_before = QRect()
        self.is_fitted = False
        self._fit: Callable[[], None] = self.fit_standing
        self._space = False
        self._hovered = ""
        self._keys = FloorKeys(self)
        self.row_names = RowNames(self)
        self._accessible: AccessibleFloor | None = None
        workspace.selection_changed.connect(self._on_selection)
        self._set_up()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Floor plan")
        self.setAccessibleDescription("Arrows move the selected racks, Ctrl and arrows choose.")
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheBackground)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(off)
        self.setVerticalScrollBarPolicy(off)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)
        self.viewport().setAccessibleName("Floor plan drawing")

    # Where we look

    def scale_factor(self) -> float:
        """Return pixels per millimetre."""
        return self.transform().m11()

    def visible_rect(self) -> QRectF:
        """Return the part of the floor that is in view, in mm."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def show_rect(self, box: QRectF, most: float = MOST_ZOOM) -> None:
        """Zoom so that a box fills the part of the view that nothing covers, up to `most`."""
        room = self.viewport().rect()
        covered = min(self.covered_px, room.height() // 4)
        if box.isEmpty() or room.isEmpty():
            return
        fit = min(room.width() / box.width(), (room.height() - covered) / box.height())
        self._set_scale(min(max(fit, LEAST_ZOOM), most))
        lower = QPointF(0, covered / 2 / self.scale_factor())
        self.centre_on(box.center() + lower)

    def fit_all(self) -> None:
        """Show the whole room; it stays so when the window grows or shrinks."""
        self._fit = self.fit_all
        self.show_rect(self.floor.room_and_all())
        self.is_fitted = True

    def fit_standing(self) -> None:
        """Show all that stands in the room, as a design opens; it stays so like the room does."""
        self._fit = self.fit_standing
        self.show_rect(self.floor.standing(), most=FIT_ZOOM)
        self.is_fitted = True

    def fit_again(self) -> None:
        """Show what the last fit showed, in a window of another size."""
        self._fit()

    def look_at(self, centre: QPointF, scale: float) -> None:
        """Show a point of the floor in the middle, at a scale in pixels a mm."""
        self._set_scale(min(max(scale, LEAST_ZOOM), MOST_ZOOM))
        self.centre_on(centre)

    def zoom_to(self, rack_ids: Iterable[str]) -> None:
        """Show racks with some of what is around them, no nearer than among their neighbours."""
        box = self.floor.bounds_of(rack_ids)
        if box.isNull():
            self.workspace.message.emit("Nothing on the floor is selected", "info")
            return
        margin = max(box.width(), box.height()) * 0.15 + 400
        self.show_rect(box.adjusted(-margin, -margin, margin, margin), most=SELECTION_ZOOM)

    def centre_on(self, point: QPointF) -> None:
        """Bring a point of the floor to the middle of the view."""
        self.is_fitted = False
        self._widen()
        self.centerOn(point)
        self.view_changed.emit()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom, the point of the viewport `at` (its middle if None) staying where it is."""
        self.is_fitted = False
        anchor = at if at is not None else self.viewport().rect().toRectF().center()
        before = self.viewportTransform().inverted()[0].map(anchor)
        self._set_scale(min(max(self.scale_factor() * factor, LEAST_ZOOM), MOST_ZOOM))
        self._widen()
        after = self.viewportTransform().map(before)
        self.scroll_by(round(after.x() - anchor.x()), round(after.y() - anchor.y()))

    def scroll_by(self, dx: int, dy: int) -> None:
        """Move the view over the floor by pixels."""
        self.is_fitted = False
        for bar, step in ((self.horizontalScrollBar(), dx), (self.verticalScrollBar(), dy)):
            bar.setValue(bar.value() + step)
        self.view_changed.emit()

    def keep_scale(self) -> None:
        """Keep the scale from now on, whatever size the window gets: the user is at work."""
        self.is_fitted = False

    def _set_scale(self, scale: float) -> None:
        transform = self.transform()
        transform.reset()
        transform.scale(scale, scale)
        self.setTransform(transform)
        self.floor.set_far(scale < FAR_BELOW)

    def _widen(self) -> None:
        """Let the view go beyond the floor by most of a screen, so that edges can be centred."""
        scale = self.scale_factor()
        dx, dy = 0.8 * self.width() / scale, 0.8 * self.height() / scale
        wanted = self.floor.sceneRect().adjusted(-dx, -dy, dx, dy)
        if wanted != self.sceneRect():
            self.setSceneRect(wanted)

    def accessible_floor(self) -> AccessibleFloor:
        """Return what a screen reader hears of the floor."""
        if self._accessible is None:
            self._accessible = AccessibleFloor(self, self.floor)
        return self._accessible

    def _on_selection(self) -> None:
        self.keep_scale()
        if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self._reveal_selection()
        if QAccessible.isActive():
            self.accessible_floor().tell_selection()

    # What lies at a point of the viewport

    def place_at(self, at: QPoint) -> QPointF:
        """Return the place on the floor, in mm."""
        return self.mapToScene(at)

    def note_id_at(self, at: QPoint) -> str:
        """Return the note pinned there; empty if there is none."""
        pin = self.floor.pin_at(self.mapToScene(at))
        return pin.note_id if pin is not None else ""

    def rack_id_at(self, at: QPoint) -> str:
        """Return the rack that a press there takes; empty if there is none."""
        return self.floor.pick_at(self.mapToScene(at)) or ""

    def row_id_at(self, at: QPoint) -> str:
        """Return the row whose name stands there; empty if there is none."""
        return self.row_names.row_at(at)

    # What would be

    def show_plan(self, plan: DropPlan, at: QPoint) -> None:
        """Show ghost and card of a plan beside the pointer."""
        if self.preview.show(plan):
            self._show_words()
            words = plan.verdict.reason if not plan.verdict.ok else _short(plan)
            boxes = [QRectF(x, y, right - x, low - y) for x, y, right, low in plan.boxes]
            self.ghost.show_boxes(boxes, ok=plan.verdict.ok, words=words)
        self.card.place(self.viewport().mapTo(self, at))
        self.plan_shown.emit(True)

    def hide_plan(self) -> None:
        """Take ghost and card away."""
        self.preview.clear()
        self.card.hide()
        self.ghost.setVisible(False)
        self.plan_shown.emit(False)

    def _show_words(self) -> None:
        self.card.show_lines(self.preview.lines())
        self.ghost.doubt(self.preview.is_doubtful)

    # Events

    def drawBackground(self, painter: QPainter, rect: QRectF | object) -> None:
        """Paint room, aisles, tiles and row names; Qt keeps the result."""
        box = rect if isinstance(rect, QRectF) else QRectF(rect)  # type: ignore[call-overload]  # Qt may hand a QRect
        paint_background(painter, box, self.workspace, self.scale_factor())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture."""
        at, button = event.position().toPoint(), event.button()
        self.keep_scale()
        if self._gesture is not None:
            return
        if button == Qt.MouseButton.MiddleButton or (
            button == Qt.MouseButton.LeftButton and self._space
        ):
            self._gesture = Pan(self, at)
        elif button == Qt.MouseButton.LeftButton:
            self._press(at, event.modifiers())
        event.accept()

    def _press(self, at: QPoint, modifiers: Qt.KeyboardModifier) -> None:
        rack_id = self.floor.pick_at(self.mapToScene(at))
        adds = bool(
            modifiers & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier)
        )
        chosen = self.workspace.selection
        row_id = self.row_names.row_at(at) if rack_id is None else ""
        if row_id and not adds:
            self._gesture = MoveRow(self, row_id, at)
        elif rack_id is None:
            self._gesture = Band(self, at, add=adds)
        elif adds:
            without = tuple(key for key in chosen if key != rack_id)
            self.workspace.select(without if rack_id in chosen else (*chosen, rack_id))
        else:
            if rack_id not in chosen:
                self.workspace.select((rack_id,))
            self._gesture = MoveRacks(self, rack_id, at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        at = event.position().toPoint()
        point = self.mapToScene(at)
        self.cursor_moved.emit(point.x(), point.y())
        if self._gesture is not None:
            self._gesture.move(at, event.modifiers())
        else:
            rack_id = self.floor.pick_at(point) or ""
            self._hover(rack_id)
            self.row_names.point("" if rack_id or self._space else self.row_names.row_at(at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        if event.buttons() & (Qt.MouseButton.LeftButton | Qt.MouseButton.MiddleButton):
            return
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.finish(event.position().toPoint(), event.modifiers())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the rack under the pointer in the elevation."""
        rack_id = self.floor.pick_at(self.mapToScene(event.position().toPoint()))
        if rack_id is not None and event.button() == Qt.MouseButton.LeftButton:
            self.cancel_gesture()
            self.workspace.select((rack_id,))
            self.workspace.elevation_requested.emit(rack_id)

    def leaveEvent(self, event: QEvent) -> None:
        """Stop highlighting."""
        self._hover("")
        super().leaveEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget the space bar: its release goes elsewhere."""
        self._hold_space(False)
        super().focusOutEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the cursor; a touchpad's two fingers pan."""
        pixels, angle = event.pixelDelta(), event.angleDelta()
        modifiers = event.modifiers()
        zooms = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        pad = event.device().type() == QPointingDevice.DeviceType.TouchPad
        fingers = pad or event.phase() != Qt.ScrollPhase.NoScrollPhase
        if not zooms and fingers:
            step = pixels if not pixels.isNull() else angle / 2
            self.scroll_by(-step.x(), -step.y())
        elif not zooms and modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.scroll_by(-(angle.x() or angle.y()) // 2, 0)
        elif angle.y():
            self.zoom_by(WHEEL_STEP ** angle.y(), event.position())
        elif angle.x():
            self.scroll_by(-angle.x() // 2, 0)
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom by a pinch; tell a rack's figures in a tooltip."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_by(1 + event.value(), event.position())
                return True
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = "" if self._gesture else self._tip(event.pos())
            QToolTip.showText(event.globalPos(), text, self.viewport())
            return True
        return super().viewportEvent(event)

    def _tip(self, at: QPoint) -> str:
        point = self.mapToScene(at)
        rack_id = self.floor.rack_at(point)
        return self.floor.note_at(point) or (rack_tip(self.workspace, rack_id) if rack_id else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the scale and what is selected in view."""
        super().resizeEvent(event)
        self._widen()
        self._room_before = QRect(QPoint(0, 0), event.oldSize())
        self.keep_selection_in_view()
        self.view_changed.emit()

    def free_rect(self) -> QRect:
        """Return the part of the viewport that legend and minimap leave free."""
        room = self.viewport().rect()
        room.setBottom(room.bottom() - min(self.covered_px, room.height() // 4))
        return room

    def keep_selection_in_view(self) -> None:
        """Scroll as far as it takes to show selected racks that the smaller view would lose."""
        box = self.floor.bounds_of(self.workspace.selected_rack_ids())
        if box.isNull() or self.is_fitted:
            return
        seen, room = self.mapFromScene(box).boundingRect(), self.free_rect()
        if self._room_before.contains(seen) and not room.contains(seen):
            self._scroll_to(seen, room)

    def _reveal_selection(self) -> None:
        """Scroll, never zoom, to what was selected elsewhere and is out of view or covered."""
        box = self.floor.bounds_of(self.workspace.selected_rack_ids())
        if box.isNull() or self.is_fitted:
            return
        seen, room = self.mapFromScene(box).boundingRect(), self.free_rect()
        fits = seen.width() <= room.width() and seen.height() <= room.height()
        if fits and not room.contains(seen):
            self._scroll_to(seen, room)
        elif not fits and not room.intersects(seen):
            self._widen()
            away = seen.center() - room.center()
            self.scrolled.by(away.x(), away.y())

    def _scroll_to(self, seen: QRect, room: QRect) -> None:
        """Scroll by the least distance that brings a box of the viewport into a part of it."""
        margin = SELECTION_MARGIN_PX
        right, low = seen.right() + margin - room.right(), seen.bottom() + margin - room.bottom()
        left, high = seen.left() - margin - room.left(), seen.top() - margin - room.top()
        self.scrolled.by(right if right > 0 else min(left, 0), low if low > 0 else min(high, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Work without a mouse."""
        if event.key() == Qt.Key.Key_Escape and self.cancel_gesture():
            return
        if event.key() == Qt.Key.Key_Space:
            self._hold_space(True)
        elif not self._keys.press(event):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Stop panning by the space bar."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._hold_space(False)
        else:
            super().keyReleaseEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take what the floor can take."""
        self._drop = drop_of(self, event.mimeData())
        if self._drop is None:
            event.ignore()
            return
        event.acceptProposedAction()
        self._drop.move(event.position().toPoint(), event.modifiers())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show what letting go here would do; accept only where it can be."""
        if self._drop is None:
            event.ignore()
            return
        at = event.position().toPoint()
        self._drop.move(at, event.modifiers())
        point = self.mapToScene(at)
        self.cursor_moved.emit(point.x(), point.y())
        # Accepted also where it would be refused: a drop there has to say why.
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Esc, or the pointer went elsewhere."""
        drop, self._drop = self._drop, None
        if drop is not None:
            drop.cancel()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Let go here."""
        drop, self._drop = self._drop, None
        if drop is None:
            event.ignore()
            return
        drop.finish(event.position().toPoint(), event.modifiers())
        event.acceptProposedAction()
        self.setFocus()

    def cancel_gesture(self) -> bool:
        """Cancel the gesture under way; return whether there was one."""
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.cancel()
        return gesture is not None

    def _hover(self, rack_id: str) -> None:
        if rack_id == self._hovered:
            return
        for key, on in ((self._hovered, False), (rack_id, True)):
            item = self.floor.racks.get(key)
            if item is not None:
                item.set_hover(on)
        self._hovered = rack_id

    def _hold_space(self, down: bool) -> None:
        if down == self._space:
            return
        self._space = down
        if down:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif self._gesture is None:
            self.viewport().unsetCursor()


def _short(plan: DropPlan) -> str:
    """Return the ghost's own words: the span in the rack, else the title."""
    title, _, span = plan.verdict.title.rpartition(" · ")
    return span if title else plan.verdict.title
