"""Front, rear and side of one rack beside each other: choose, drag, drop, move by keyboard."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from designer.document.drop_plans import (
    DraggedDevices,
    DropPlan,
    Spot,
    devices_into_rack,
    part_into_rack,
)
from designer.model.design import Cable
from designer.model.layout import Placed
from designer.render.fonts import font
from designer.render.rack_painter import paint_elevation, u_at
from designer.ui.kit.drags import carry
from designer.ui.kit.ghost_painter import paint_ghost
from designer.ui.kit.held_keys import TURNING, held
from designer.ui.kit.kept_picture import KeptPicture
from designer.ui.kit.line_card import LineCard
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.drag_payload import (
    decode_cable,
    decode_devices,
    decode_part,
    encode_cable,
    encode_devices,
)
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.part_aim import plan_words
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.accessible import AccessibleElevation
from designer.ui.views.elevation.balloons import RackBalloons
from designer.ui.views.elevation.cabling import Cabling
from designer.ui.views.elevation.faces import Faces
from designer.ui.views.elevation.keys import ElevationKeys
from designer.ui.views.elevation.losses import RackLosses
from designer.ui.views.elevation.marks import paint_marks
from designer.ui.views.elevation.part_aim import RackAim
from designer.ui.views.elevation.spots import face_of, snapped, spot_words
from designer.ui.views.elevation.told import tip_at
from designer.wiring.hand_cables import Socket

if TYPE_CHECKING:
    from designer.render.drawing import RackDrawing
    from designer.render.lost_in_rack import LostInRack

_CAPTION: Final = 18
LEAST_PX: Final = 210
"""Width at which both faces can still be told apart."""


class ElevationView(QWidget):
    """The drawing of one rack: its front, its rear and its side, those that are shown.

    Parameters
    ----------
    workspace
        What every view shares.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.rack_id = ""
        self.faces = Faces(workspace)
        self.card = LineCard(lambda: workspace.theme, "What the drop would do", self)
        self.preview = DropPreview(workspace, self)
        self.preview.lines_changed.connect(self._show_words)
        self.cabling = Cabling(self)
        self._pressed: tuple[QPoint, str] | None = None
        self.balloons = RackBalloons(self)
        self._plug: Socket | None = None
        self._meant: tuple[str, ...] = ()
        self._locked: frozenset[str] = frozenset()
        self._hovered = ""
        self._marked: tuple[str, ...] = ()
        self._cables: tuple[Cable, ...] = ()
        self._dragged: DraggedDevices | str | Socket | None = None
        self._keys = ElevationKeys(self)
        self.aim = RackAim(self)
        self._losses = RackLosses(self)
        workspace.cable.changed.connect(self._on_cable)
        self.kept = KeptPicture()
        self._accessible: AccessibleElevation | None = None
        self.setAccessibleName("Rack elevation, front and rear")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(LEAST_PX, 160)

    def sizeHint(self) -> QSize:
        """Return a size at which every rack unit can be told apart."""
        return QSize(440, 320)

    def show_rack(self, rack_id: str) -> None:
        """Show another rack, or the same one anew."""
        if rack_id != self.rack_id:
            self._end_drag()
            self._hovered = ""
        self.rack_id = rack_id
        marked, before = self.workspace.selection, self.faces.drawing
        own = self.workspace.layout().own_devices.get(rack_id, ())
        locked = frozenset(device.id for device in own if device.locked)
        if locked != self._locked:
            self._locked = locked
            self.update()
        cables, self._cables = self._cables, self.cabling.shown()
        if cables or self._cables:
            self.update()  # their lines cross what is between their ends
        differs = self.faces.show(rack_id)
        if differs and self._accessible is not None:
            self._accessible.tell_rack()
        if not differs and marked == self._marked:
            return
        remarked = {*marked} ^ {*self._marked}
        self._marked = marked
        self.setAccessibleDescription(self.faces.words())
        places = None if self.lost() else self.faces.damage(before, remarked)
        if places is None:
            self.update()
        for place in places or ():
            self.update(place)

    def accessible_view(self) -> AccessibleElevation:
        """Return what a screen reader hears of the rack, device by device."""
        if self._accessible is None:
            self._accessible = AccessibleElevation(self, self)
        return self._accessible

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both faces, then the ghost: a drag repaints the ghost alone."""
        painter, drawing = QPainter(self), self.faces.drawing
        if drawing is None:
            painter.end()
            return
        self.faces.fit(self.rect().toRectF().adjusted(0, _CAPTION, 0, -2))
        if self.preview.plan is None:
            self.kept.forget()
            self._paint_rack(painter, drawing, event.region())
        else:
            space, what_if = self.workspace, self.workspace.what_if
            shows = (drawing, space.theme, space.selection, self._hovered, what_if.shown)
            self.kept.paint(painter, self, shows, lambda on: self._paint_rack(on, drawing))
        paint_marks(painter, self.workspace, self.faces, self.rack_id)
        self.balloons.paint(painter)
        self._paint_ghost(painter)
        self.cabling.paint(painter)
        painter.end()

    def _paint_rack(
        self, painter: QPainter, drawing: RackDrawing, within: QRegion | None = None
    ) -> None:
        """Paint both faces, or a part of them, with what a loss that is tried takes of them."""
        theme, lost = self.workspace.theme, self.lost()
        painter.setFont(font(11, 600))
        painter.setPen(QColor(theme.dim))
        for name, box in self.faces.titled():
            title = QRectF(box.left(), box.top() - _CAPTION, box.width(), _CAPTION)
            painter.drawText(title, Qt.AlignmentFlag.AlignCenter, name.upper())
        for face, box in self.faces.shown():
            paint_elevation(
                painter, box, drawing, face, theme,
                selected=frozenset(self.workspace.selection), hover=self._hovered or None,
                lost=lost.supplies if lost else {}, within=within,
            )  # fmt: skip
        if "side" in self.faces.sides:
            self._paint_side(painter, drawing)
        if lost is not None:
            from designer.render.fate_painter import paint_lost  # not before something is lost

            for face, box in self.faces.shown():
                paint_lost(painter, box, drawing, face, lost, theme)

    def _paint_side(self, painter: QPainter, drawing: RackDrawing) -> None:
        from designer.render.side_painter import paint_side  # not before the side is shown

        paint_side(
            painter, self.faces.side, drawing, self.workspace.theme, self.faces.conflicts,
            selected=frozenset(self.workspace.selection), hover=self._hovered or None,
        )  # fmt: skip

    def show_sides(self, sides: Collection[str]) -> None:
        """Show some of front, rear and side."""
        self.faces.show_sides(sides)
        self._end_drag()
        *others, last = self.faces.sides
        names = f"{', '.join(others)} and {last}" if others else last
        self.setAccessibleName(f"Rack elevation, {names}")
        self.kept.forget()
        self.update()

    def lost(self) -> LostInRack | None:
        """Return what a loss that is tried takes of this rack; None while nothing is lost."""
        return self._losses.lost()

    def after_loss(self, key: str) -> str:
        """Return what a loss that is tried does to a device or a unit inside; empty of none."""
        return self._losses.after_loss(key)

    def _paint_ghost(self, painter: QPainter) -> None:
        plan = self.preview.plan
        if plan is None:
            return
        for number, (spot, box) in enumerate(self._ghosts(plan)):
            words = spot_words(plan, spot) if number == 0 else ""
            paint_ghost(
                painter, box, self.workspace.theme, plan.verdict.ok, words,
                doubtful=self.preview.is_doubtful,
            )  # fmt: skip

        offered = None if self.preview.is_elsewhere else self.preview.nearest
        for _, box in self._ghosts(offered) if offered is not None else ():
            paint_ghost(painter, box, self.workspace.theme, True, "free here", offered=True)

    def _ghosts(self, plan: DropPlan) -> list[tuple[Spot, QRectF]]:
        """Return the places of a plan in this rack, each with its box in the drawing."""
        if not plan.rack_ids or plan.rack_ids[0] != self.rack_id or self.faces.drawing is None:
            return []
        return [
            (spot, box) for spot in plan.spots for box in self.faces.spot_boxes(spot, face_of(spot))
        ]

    def _ghost_box(self, plan: DropPlan) -> QRect | None:
        around = QRectF()
        for _, box in self._ghosts(plan):
            around = around.united(box)
        if self.workspace.cable.begins is not None:
            around = self.cabling.held_box()
        return None if around.isNull() else around.toAlignedRect()

    # Mouse

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the comment under the pointer in the list; elsewhere it is a press."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        if not (is_left and self.balloons.opens(event.position())):
            super().mouseDoubleClickEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is under the pointer; another button takes a press back."""
        self._pressed = self._plug = None
        if event.button() != Qt.MouseButton.LeftButton:
            return
        at = event.position()
        self.setFocus()
        if self.workspace.cable.begins is not None:
            self._lay_at(at)
            return
        found = self.faces.device_at(at) if self.workspace.filter.allows("devices") else None
        adds = bool(
            event.modifiers()
            & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier)
        )
        chosen = self.workspace.selection
        if not adds and (self.balloons.takes(at) or self._press_cable(at)):
            return
        besides = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if found is None:
            if self._losses.lose_inside(at, besides=besides) or adds:
                return
            self.workspace.select((self.rack_id,))
            return
        key = found[0].key
        if besides and self._losses.lose_besides(found[0]):
            return
        if adds:
            wanted = self.workspace.with_or_without(key)
            self.workspace.select(k for k in wanted if k != self.rack_id)
            return
        alone = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        self._meant = self.workspace.click_on(key, alone=alone)
        if key not in chosen:
            self.workspace.select(self._meant)
        self._pressed = (at.toPoint(), key)
        plug = self.cabling.socket_at(at)
        if plug is not None and plug.device == key and not self.cabling.begins_at(plug):
            self._plug = plug

    def _press_cable(self, at: QPointF) -> bool:
        """Select the cable by hand whose line is under a point; return whether there is one."""
        cable = self.cabling.cable_at(at)
        if cable:
            self.workspace.select((cable,))
        return bool(cable)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight, or begin to drag."""
        at = event.position().toPoint()
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self._pressed = None
        if self.workspace.cable.begins is not None:
            self._hold_over(event.position())
            return
        if self._pressed is None:
            found = self.faces.device_at(event.position())
            within = self.faces.inside_at(event.position()) if found is None else None
            hand = self.balloons.at(event.position()) or (within and within.unit.is_power_shelf)
            shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
            plug = self.cabling.socket_at(event.position())
            if plug is not None and not self.cabling.begins_at(plug):
                shape = Qt.CursorShape.CrossCursor
            self.setCursor(shape)
            self._hover(found[0].key if found else "")
            return
        gone = (at - self._pressed[0]).manhattanLength()
        if gone >= QApplication.startDragDistance() and self.workspace.may_move():
            self._start_drag()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose one device of several after a press that did not move."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and len(self.workspace.selection) > 1:
            self.workspace.select(self._meant)

    def leaveEvent(self, event: QEvent) -> None:
        """Stop highlighting; a cable stays in the hand.

        A drag that begins here leaves, too, for Qt, and goes on: its own events tell where it is.
        """
        self._hover("")
        if self.workspace.cable.begins is not None and self._dragged is None:
            self.cabling.forget_pointer()
            self._end_drag()
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tell a device's figures in a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), tip_at(self, QPointF(event.pos())), self)
            return True
        return super().event(event)

    def _start_drag(self) -> None:
        pressed, self._pressed = self._pressed, None
        plug, self._plug = self._plug, None
        if pressed is None:
            return
        if plug is not None:
            self._drag_cable(plug)
            return
        at, key = pressed
        keys = self.payload(key)
        placed = self.workspace.layout().find(key)
        grip = self._half_u_at(QPointF(at)) - placed.half_u if placed else 0
        # No picture: the ghost at the target says more than one under the pointer.
        carry(self, encode_devices(keys, grip), Qt.DropAction.MoveAction)

    def _drag_cable(self, begins: Socket) -> None:
        """Drag a cable until it is let go on a port; what ends anywhere else is no cable."""
        self.workspace.cable.take(begins)
        carry(self, encode_cable(begins), Qt.DropAction.LinkAction)
        if not self.workspace.cable.keeps:
            self.workspace.cable.let_go()

    def _lay_at(self, at: QPointF) -> None:
        """Lay the cable in the hand at the port under a point, or say why not."""
        begins = self.workspace.cable.begins
        if begins is not None:
            self.cabling.lay(self.cabling.plan_at(begins, at))

    def _hold_over(self, at: QPointF) -> None:
        """Show what laying the cable in the hand would do here."""
        begins = self.workspace.cable.begins
        if begins is not None:
            self._show_plan(self.cabling.plan_at(begins, at), at)

    def hold_at(self, ends: Socket) -> None:
        """Show what laying the cable in the hand would do at a port chosen by keyboard."""
        begins, at = self.workspace.cable.begins, self.cabling.point_of(ends)
        if begins is not None and at is not None:
            plan = self.cabling.plan_to(begins, ends)
            self._show_plan(plan, at)
            self.workspace.plan_told.emit(plan_words(plan))

    def _show_plan(
        self,
        plan: DropPlan,
        at: QPointF,
        *,
        keeps_pins: bool = False,
        elsewhere: bool | None = None,
    ) -> None:
        if self.preview.show(plan, keeps_pins=keeps_pins, elsewhere=elsewhere):
            self._show_words()
        self.card.place(at.toPoint(), self._ghost_box(plan))
        self.update()

    def _on_cable(self) -> None:
        """Another cable is in the hand, or none: no plan of the one before stands."""
        self.cabling.forget_pointer()
        self._end_drag()

    def payload(self, key: str) -> tuple[str, ...]:
        """Return the devices that a drag of one takes along: the selection if it is in it."""
        layout = self.workspace.layout()
        chosen = [k for k in self.workspace.selection if k not in layout.racks and layout.find(k)]
        return (key, *(k for k in chosen if k != key)) if key in chosen else (key,)

    # Drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take parts and devices."""
        self.aim.cancel()
        mime = event.mimeData()
        self._dragged = decode_part(mime) or decode_devices(mime) or decode_cable(mime)
        if isinstance(self._dragged, Socket):
            begins = self._dragged
            self.workspace.cable.take(begins)
            self._dragged = begins
        if self._dragged is None or not self.rack_id:
            event.ignore()
            return
        event.acceptProposedAction()
        self._drag_to(event.position(), held(event.modifiers()))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show what letting go here would do."""
        if self._dragged is None:
            event.ignore()
            return
        self._drag_to(event.position(), held(event.modifiers()))
        # Accepted also where it would be refused: a drop there has to say why.
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Esc, or the pointer went elsewhere."""
        self.cabling.forget_pointer()
        self._end_drag()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Let go here."""
        if self._dragged is None:
            event.ignore()
            return
        self._drag_to(event.position(), held(event.modifiers()))
        builds = bool(held(event.modifiers()) & Qt.KeyboardModifier.ShiftModifier)
        plan = self.preview.dropped()
        dragged = self._dragged
        self._end_drag()
        if plan is not None and isinstance(dragged, Socket):
            self.cabling.lay(plan)
            self.workspace.cable.let_go()
        elif plan is not None:
            apply_plan(self.workspace, plan, builds=builds)
        event.acceptProposedAction()
        self.setFocus()

    def _drag_to(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        plan = self._plan_at(at, free=free)
        if plan is not None:
            shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            lays = isinstance(self._dragged, Socket)
            self._show_plan(plan, at, keeps_pins=free, elsewhere=None if lays else shift)

    def _plan_at(self, at: QPointF, *, free: bool) -> DropPlan | None:
        space, dragged = self.workspace, self._dragged
        layout, catalog, face = space.layout(), space.catalog, self.faces.face_at(at)
        half = self.faces.half_at(at)
        here = self._half_u_at(at)
        if isinstance(dragged, DraggedDevices):
            at_u = snapped(here - dragged.grip_half_u, free=free)
            return devices_into_rack(layout, catalog, dragged, self.rack_id, at_u, half)
        if isinstance(dragged, Socket):
            return self.cabling.plan_at(dragged, at)
        if dragged is None:
            return None
        part = catalog.get(dragged)
        height = part.height_half_u if part else 2
        at_u = snapped(here - max(height - 1, 0) // 2, free=free)
        # Held by its middle: near either end of the rack the last place that fits is meant.
        units = self.faces.drawing.units if self.faces.drawing else 0
        at_u = max(min(at_u, 2 + 2 * units - height), 2)
        return part_into_rack(layout, catalog, dragged, self.rack_id, at_u, face, half)

    def _half_u_at(self, at: QPointF) -> int:
        drawing = self.faces.drawing
        return u_at(self.faces.titled()[0][1], drawing, at.y()) if drawing else 0

    def _end_drag(self) -> None:
        self._dragged = None
        self.preview.clear()
        self.card.hide()
        self.update()

    def _show_words(self) -> None:
        self.card.show_lines(self.preview.lines())
        # The ghost has the card's verdict.
        self.update()

    def _hover(self, key: str) -> None:
        if key != self._hovered:
            self._hovered = key
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Work without a mouse."""
        self._turn(event)
        if not (self.aim.press(event) or self._keys.press(event)):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Mean no more what Shift meant."""
        self._turn(event)
        super().keyReleaseEvent(event)

    def _turn(self, event: QKeyEvent) -> None:
        if event.key() in TURNING:
            self.aim.hold(held(event.modifiers()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let a part go that is aimed by keys: the keys are elsewhere."""
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.aim.cancel()
        super().focusOutEvent(event)

    @property
    def units(self) -> int:
        """How many units the rack on show has; 0 of none."""
        return self.faces.drawing.units if self.faces.drawing else 0

    def show_aimed(self, plan: DropPlan) -> None:
        """Show a plan that is aimed by keys, its card beside the ghost."""
        self.faces.fit(self.rect().toRectF().adjusted(0, _CAPTION, 0, -2))
        box = next((box for _, box in self._ghosts(plan)), self.rect().toRectF())
        self._show_plan(plan, box.center())

    def hide_plan(self) -> None:
        """Show no plan any more."""
        self._end_drag()

    def devices(self) -> tuple[Placed, ...]:
        """Return the devices of the rack on show, lowest first."""
        return self.workspace.layout().in_rack(self.rack_id)
