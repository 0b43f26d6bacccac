"""The view of the floor: mouse, keyboard, drops. What the mouse does is in presses and gestures."""

from collections.abc import Callable
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
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QToolTip

from designer.document.drop_plans import DropPlan
from designer.ui.kit.held_keys import TURNING, held
from designer.ui.kit.line_card import LineCard
from designer.ui.kit.navigation import Look
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.accessible import AccessibleFloor
from designer.ui.views.floor.comment_gestures import CommentHand
from designer.ui.views.floor.drops import Drop, drop_of
from designer.ui.views.floor.gestures import Gesture, Pan
from designer.ui.views.floor.ghost import Ghost, rects_of, short_words
from designer.ui.views.floor.guide_lines import GuideLines
from designer.ui.views.floor.hover_card import HoverCard
from designer.ui.views.floor.keys import FloorKeys
from designer.ui.views.floor.measure_lines import MeasureLines
from designer.ui.views.floor.part_aim import FloorAim
from designer.ui.views.floor.pointing_tools import Tool
from designer.ui.views.floor.presses import Presses
from designer.ui.views.floor.row_gestures import DragGrip
from designer.ui.views.floor.row_grips import RowGrips
from designer.ui.views.floor.row_names import RowNames
from designer.ui.views.floor.scene import FloorScene
from designer.ui.views.floor.zoomed_view import ZoomedFloor

_REACH_PX: Final = 9
"""How near to the end of a run a press takes that end."""


class FloorView(ZoomedFloor):
    """Shows the floor scene, and hands what mouse and keyboard do to gestures and drops.

    Parameters
    ----------
    workspace
        What every view shares.
    floor
        The scene.
    """

    cursor_moved = Signal(float, float)
    plan_shown = Signal(bool)
    cables_moved = Signal(object, object)
    """What the plan on show would do to cables, and to their lines; None of none."""
    room_wanted = Signal(bool)
    """Notices leave the card too little height, and have to step aside until the plan is gone."""

    def __init__(self, workspace: Workspace, floor: FloorScene) -> None:
        super().__init__(workspace, floor)
        self.ghost = Ghost(workspace)
        floor.addItem(self.ghost)
        self.guides = GuideLines(workspace, lambda box: bool(floor.index.touching(box)))
        floor.addItem(self.guides)
        self.measure_lines = MeasureLines(workspace)
        floor.addItem(self.measure_lines)
        self.grips = RowGrips(workspace)
        floor.addItem(self.grips)
        self.card = LineCard(
            lambda: workspace.theme, "What the drop would do", self, self.below_notices
        )
        self.hover_card = HoverCard(self)
        self.preview = DropPreview(workspace, self)
        self.preview.lines_changed.connect(self._show_words)
        self._gesture: Gesture | None = None
        self._button = Qt.MouseButton.NoButton
        self._bars_menu = False
        self._drop: Drop | None = None
        self._tray: Tool | None = None
        self._began: QPoint | None = None
        self.comment_hand = CommentHand(self)
        self._space, self._hovered = False, ""
        self._pointer: QPoint | None = None
        self._card_at, self._drawn = QPoint(), self.preview.plan
        self._shows_plan = self._room_asked = False
        self._keys = FloorKeys(self)
        self._presses = Presses(self)
        self.aim = FloorAim(self)
        self.ends_besides: Callable[[], bool] = lambda: False
        """Ends what the window shows on the floor besides, with Esc; whether there was anything."""
        self.row_names = RowNames(self)
        self.grips.names = self.row_names.places
        self._accessible: AccessibleFloor | None = None
        workspace.selection_changed.connect(self._on_selection)
        self.view_changed.connect(self._on_view)
        self._set_up()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Floor plan")
        self.setAccessibleDescription("Arrows move the selected racks, Ctrl and arrows choose.")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)
        self.viewport().setAccessibleName("Floor plan drawing")

    def accessible_view(self) -> AccessibleFloor:
        """Return what a screen reader hears of the floor."""
        if self._accessible is None:
            self._accessible = AccessibleFloor(self, self.floor)
        return self._accessible

    def _on_selection(self) -> None:
        self.keep_scale()
        if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self.reveal_selection()
        if QAccessible.isActive():
            self.accessible_view().tell_selection()

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

    def plant_key_at(self, at: QPoint) -> str:
        """Return what of the room's power a press there takes; empty if there is none."""
        return self.floor.plant.key_at(self.mapToScene(at)) if not self.rack_id_at(at) else ""

    def tray_key_at(self, at: QPoint) -> str:
        """Return the cable tray that a press there takes; empty if there is none."""
        if self.rack_id_at(at) or self.plant_key_at(at):
            return ""
        return self.floor.trays.key_at(self.mapToScene(at), self.reach_mm() / 3)

    def reach_mm(self) -> float:
        """Return how near to the end of a run, or the corner of an element, takes it, mm."""
        return _REACH_PX / max(self.transform().m11(), 1e-6)

    def row_id_at(self, at: QPoint) -> str:
        """Return the row whose name stands there; empty if there is none."""
        return self.row_names.row_at(at)

    # What would be

    def show_plan(
        self, plan: DropPlan, at: QPoint, *, keeps_pins: bool = False, elsewhere: bool | None = None
    ) -> None:
        """Show ghost and card of a plan beside the pointer."""
        self._card_at = at
        if self.preview.show(plan, keeps_pins=keeps_pins, elsewhere=elsewhere):
            self._drawn = None
            self._show_words()
        if not isinstance(self._gesture, DragGrip):
            self.grips.setVisible(False)
        self._tell_plan(shown=True)
        self._make_room_for_card()
        self._place_card()

    def _draw_plan(self, plan: DropPlan) -> None:
        """Draw ghost and guides of the plan that a release makes, and put the card off it."""
        self._drawn = plan
        words = plan.verdict.reason if not plan.verdict.ok else short_words(plan)
        self.ghost.show_boxes(rects_of(plan.boxes), ok=plan.verdict.ok, words=words)
        self.guides.show_for(() if plan.spots else plan.boxes, plan.rack_ids)
        self._place_card()

    def _place_card(self) -> None:
        """Put the card beside the pointer, off the ghost."""
        if self.preview.plan is not None:
            box = self._ghost_box(self.preview.plan)
            self.card.place(self.viewport().mapTo(self, self._card_at), box)

    def _ghost_box(self, plan: DropPlan) -> QRect | None:
        """Return what the ghost covers of the view; None where a plan has no place."""
        around = QRectF()
        for x, y, right, low in plan.boxes:
            around = around.united(QRectF(x, y, right - x, low - y))
        if around.isNull():
            return None
        box = self.mapFromScene(around).boundingRect()
        return QRect(self.viewport().mapTo(self, box.topLeft()), box.size())

    def dropped(self) -> DropPlan | None:
        """Return what letting go does as it is shown, with what it unpins."""
        return self.preview.dropped()

    def hide_plan(self) -> None:
        """Take ghost and card away."""
        self.cables_moved.emit(None, None)
        self.preview.clear()
        self.card.hide()
        self.ghost.setVisible(False)
        self.guides.show_for((), ())
        self.grips.setVisible(self.grips.shown is not None)
        self._tell_plan(shown=False)
        if self._room_asked:
            self._room_asked = False
            self.room_wanted.emit(False)

    def _tell_plan(self, *, shown: bool) -> None:
        if shown != self._shows_plan:
            self._shows_plan = shown
            self.plan_shown.emit(shown)

    def _show_words(self) -> None:
        self.card.show_lines(self.preview.lines())
        if self._make_room_for_card():
            self.card.stay()
        plan, offered = self.preview.plan, self.preview.nearest
        if plan is not None and plan is not self._drawn:
            self._draw_plan(plan)
        self.ghost.doubt(self.preview.is_doubtful)
        boxes = self.preview.boxes_built
        if offered is not None and not self.preview.is_elsewhere:
            boxes = offered.boxes
        self.ghost.offer(rects_of(boxes))
        answer = self.preview.answer
        told = (answer.cables, answer.cable_rows) if answer is not None else (None, None)
        self.cables_moved.emit(*told)

    def _make_room_for_card(self) -> bool:
        """Ask notices to step aside where they leave the card too little; return whether asked."""
        if not self.notices_px or self.preview.plan is None:
            return False
        if self.card.fits(self.below_notices()):
            return False
        self._room_asked = True
        self.room_wanted.emit(True)
        return True

    @property
    def tool(self) -> Tool | None:
        """The tool that takes points: a tray that is drawn, a measurement; None of none."""
        return self._tray

    def use(self, make: Callable[[], Tool]) -> None:
        """Begin to use a tool that takes points, in place of what is under way."""
        self.cancel_gesture()
        self.setFocus()
        self._tray = make()

    def end_tool(self) -> None:
        """Let go of a tool that has ended by itself."""
        self._tray = None

    # Events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture; another button cancels the one under way, and opens no menu.

        A pan changes nothing, and goes on unless it is the right button.
        """
        at, button = event.position().toPoint(), event.button()
        self.keep_scale()
        self.aim.cancel()
        self.hover_card.leave()
        if isinstance(self._gesture, Pan) and button != Qt.MouseButton.RightButton:
            return
        if self._tray is not None and button == Qt.MouseButton.LeftButton and not self._space:
            self._began = None if self._tray.has_begun else at
            self._tray.press(at, event.modifiers())
            return
        pans = button == Qt.MouseButton.MiddleButton or self._space
        keeps = self.comment_hand.keeps(button, pans=pans) or (pans and self._tray is not None)
        cancelled = not keeps and self.cancel_gesture()
        self._bars_menu = cancelled and button == Qt.MouseButton.RightButton
        if cancelled:
            return
        self._button = button
        if button == Qt.MouseButton.MiddleButton or (
            button == Qt.MouseButton.LeftButton and self._space
        ):
            self._gesture = Pan(self, at)
        elif button == Qt.MouseButton.LeftButton:
            self._press(at, event.modifiers())
        event.accept()

    def _press(self, at: QPoint, modifiers: Qt.KeyboardModifier) -> None:
        self._gesture = self.comment_hand.press(at)
        if self._gesture is None and not self.comment_hand.takes(at):
            self._gesture = self._presses.gesture_at(at, self._button, modifiers)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        at = event.position().toPoint()
        self._point_at(at)
        if not event.buttons() & self._button:
            # Let go where this view did not hear of it.
            self._end_gesture()
        if self._gesture is not None:
            self._gesture.move(at, event.modifiers())
        elif self._tray is not None:
            self._tray.move(at, event.modifiers())
        else:
            self._hover_at(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go; the release of another button than that of the gesture ends nothing."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._draw_to(event.position().toPoint(), event.modifiers())
        if event.button() != self._button:
            return
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.finish(event.position().toPoint(), event.modifiers())

    def _draw_to(self, at: QPoint, modifiers: Qt.KeyboardModifier) -> None:
        """Take the second point of a tool where a button is let go that was held from the first."""
        began, self._began = self._began, None
        if began is None or self._tray is None:
            return
        if (at - began).manhattanLength() >= QApplication.startDragDistance():
            self._tray.press(at, modifiers)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the rack under the pointer, or the comment over it; end a tray that is drawn."""
        if self._tray is not None:
            if event.button() == Qt.MouseButton.LeftButton and self._tray.finish():
                self._tray = None
            return
        at = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton or self.comment_hand.opens(at):
            return
        if (rack_id := self.comment_hand.rack_at(at)) is not None:
            self.cancel_gesture()
            self.workspace.select((rack_id,))
            self.workspace.elevation_requested.emit(rack_id)

    def leaveEvent(self, event: QEvent) -> None:
        """Stop highlighting."""
        self._pointer = None
        self._hover("")
        super().leaveEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget space bar and gesture: their release goes elsewhere."""
        self._hold_space(False)
        self.cancel_gesture()
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.aim.cancel()
        super().focusOutEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom or pan, as the scheme of navigation says."""
        self._look(self.workspace.navigation.of_wheel(event), event.position())
        event.accept()

    def _look(self, look: Look, at: QPointF) -> None:
        if look.times != 1.0:
            self.zoom_by(look.times, at)
        if look.right or look.down:
            self.scroll_by(look.right, look.down)

    def viewportEvent(self, event: QEvent) -> bool:
        """Look around by fingers; tell a rack's figures in a tip; no menu during a gesture."""
        if isinstance(event, QNativeGestureEvent):
            look = self.workspace.navigation.of_gesture(event)
            if look is not None:
                self._look(look, event.position())
                return True
        elif event.type() == QEvent.Type.UngrabMouse:
            self._end_gesture()
        elif event.type() == QEvent.Type.ContextMenu and (self._bars_menu or self._gesture):
            event.accept()
            return True
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._tell_tip(event)
            return True
        return super().viewportEvent(event)

    def _tell_tip(self, event: QHelpEvent) -> None:
        """Tell what the pointer rests on: on a card while an overlay shades it, else in a tip."""
        at, free = event.pos(), self._gesture is None
        point = self.mapToScene(at)
        rack_id = (self.floor.rack_at(point) or "") if not self.floor.note_at(point) else ""
        if not (free and self.hover_card.tell(rack_id, at)):
            QToolTip.showText(
                event.globalPos(), self.floor.tip_at(point) if free else "", self.viewport()
            )

    def event(self, event: QEvent) -> bool:
        """Keep Alt with an arrow for what is selected: without a selection it goes back."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (self.aim.wants(event) or self._keys.moves(event) or self._is_typed(event))
        ):
            event.accept()
            return True
        return super().event(event)

    def _is_typed(self, event: QKeyEvent) -> bool:
        """Return whether a key is typed into what is under way: `m` for metres opens nothing."""
        held = self._tray or self._gesture
        return held is not None and held.takes(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Work without a mouse."""
        self._turn(event)
        if self.aim.press(event):
            return
        if self._tray is not None and (goes_on := self._tray.key(event)) is not None:
            if not goes_on:
                self._tray = None
            return
        if self._gesture is not None and self._gesture.key(event):
            return
        if event.key() == Qt.Key.Key_Escape and (
            self.cancel_gesture() or self.workspace.cable.let_go()
        ):
            return
        if event.key() == Qt.Key.Key_Space:
            self._hold_space(True)
        elif not self._keys.press(event):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Stop panning by the space bar, and what Shift or Alt meant."""
        self._turn(event)
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._hold_space(False)
        else:
            super().keyReleaseEvent(event)

    def _turn(self, event: QKeyEvent) -> None:
        """Let what is under way follow Shift or Alt while the hand holds still."""
        if event.key() not in TURNING:
            return
        if self._gesture is not None:
            self._gesture.turn(held(event.modifiers()))
        self.aim.hold(held(event.modifiers()))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take what the floor can take."""
        self.aim.cancel()
        self._drop = drop_of(self, event.mimeData())
        if self._drop is None:
            event.ignore()
            return
        event.acceptProposedAction()
        self._drop.move(event.position().toPoint(), held(event.modifiers()))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show what letting go here would do; accept only where it can be."""
        if self._drop is None:
            event.ignore()
            return
        at = event.position().toPoint()
        self._drop.move(at, held(event.modifiers()))
        self._point_at(at)
        # Accepted also where it would be refused: a drop there has to say why.
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Esc, or the pointer went elsewhere."""
        drop, self._drop = self._drop, None
        self._pointer = None
        if drop is not None:
            drop.cancel()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Let go here."""
        drop, self._drop = self._drop, None
        if drop is None:
            event.ignore()
            return
        drop.finish(event.position().toPoint(), held(event.modifiers()))
        event.acceptProposedAction()
        self.setFocus()

    def _end_gesture(self) -> bool:
        """Cancel what the held button does; return whether it did anything."""
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.cancel()
        return gesture is not None

    def cancel_gesture(self) -> bool:
        """Cancel the gesture under way, or the tray that is drawn; return whether there was one."""
        if self._end_gesture():
            return True
        tray, self._tray = self._tray, None
        if tray is not None:
            tray.cancel()
        return self.comment_hand.end() or tray is not None

    def _point_at(self, at: QPoint) -> None:
        """Take note of where the pointer is, and tell the place on the floor under it."""
        self._pointer = at
        point = self.mapToScene(at)
        self.cursor_moved.emit(point.x(), point.y())

    def _on_view(self) -> None:
        """Tell what has come under a pointer that rests: the drawing moved, not the pointer."""
        if self._pointer is not None:
            self._point_at(self._pointer)
            if self._gesture is None and self._drop is None:
                self._hover_at(self._pointer)

    def _hover_at(self, at: QPoint) -> None:
        point = self.mapToScene(at)
        over = self.comment_hand.hover(at)
        grip = None if over else self.grips.grip_at(QPointF(at), self.viewportTransform())
        rack_id = "" if grip else self.floor.pick_at(point) or ""
        self._hover(rack_id)
        plant = "" if rack_id else self.floor.plant.key_at(point)
        self.floor.plant.set_hover(plant)
        reach = self.reach_mm() / 3
        tray = "" if rack_id or plant else self.floor.trays.key_at(point, reach)
        self.floor.trays.hover(tray)
        held = grip or rack_id or plant or tray or self._space
        self.row_names.point("" if held else self.row_names.row_at(at))
        if self.grips.hover(grip):
            self._point_cursor(None if grip is None else self.grips.cursor_of(grip))

    def _point_cursor(self, shape: Qt.CursorShape | None) -> None:
        if shape is None:
            self.viewport().unsetCursor()
        else:
            self.viewport().setCursor(shape)

    def _hover(self, rack_id: str) -> None:
        self.hover_card.leave(rack_id)
        if rack_id == self._hovered:
            return
        self.floor.near.set_hover(rack_id)
        self._hovered = rack_id

    def _hold_space(self, down: bool) -> None:
        if down == self._space:
            return
        self._space = down
        if down:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif self._gesture is None:
            self.viewport().unsetCursor()
