"""Drags that come from elsewhere: parts from a list, devices from an elevation.

Each becomes a gesture of the floor while it is over it, chosen by what its payload holds.
"""

from abc import abstractmethod
from typing import Final

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer

from designer.catalog.part import Part
from designer.document.clip_plans import clip_onto_floor
from designer.document.drop_plans import (
    DraggedDevices,
    DropPlan,
    devices_into_rack,
    part_into_rack,
    part_onto_floor,
)
from designer.document.placement import Verdict
from designer.document.plant_plans import plant_onto_floor
from designer.document.tray_plans import tray_onto_floor
from designer.model.design import Design
from designer.model.network_keys import tray_of
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.clip_formats import CLIP, clip_in
from designer.ui.state.drag_payload import decode_cable, decode_devices, decode_part
from designer.ui.views.floor.gestures import Gesture, Modifiers
from designer.ui.views.floor.surface import GestureSurface
from designer.ui.views.floor.tray_gestures import reach_mm
from designer.wiring.hand_cables import Socket

OPEN_MS: Final = 450
"""How long a cable is held over a rack until the rack is shown with its ports."""


class Drop(Gesture):
    """Something dragged over the floor; subclasses say what letting go at a point would do."""

    def __init__(self, view: GestureSurface) -> None:
        super().__init__(view)
        self.plan: DropPlan | None = None

    @abstractmethod
    def plan_at(self, point: QPointF, rack_id: str | None, *, free: bool) -> DropPlan:
        """Return what letting go at a point of the floor would do."""

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Show what letting go here would do."""
        point = self.view.mapToScene(at)
        free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        self.plan = self.plan_at(point, self.view.floor.rack_at(point), free=free)
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        self.view.show_plan(self.plan, at, keeps_pins=free, elsewhere=shift)

    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Do it, or say why not."""
        self.move(at, modifiers)
        builds = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        plan = self.view.dropped()
        self.cancel()
        if plan is not None:
            apply_plan(self.view.workspace, plan, builds=builds)

    def cancel(self) -> None:
        """Take the ghost away."""
        self.plan = None
        self.view.hide_plan()


class DropPart(Drop):
    """A part from a list: devices go into the rack under the pointer, all else onto the floor."""

    def __init__(self, view: GestureSurface, part_id: str) -> None:
        super().__init__(view)
        self._part_id = part_id
        part = view.workspace.catalog.get(part_id)
        self._stands = part is not None and part.stands_on_floor
        self._plant = part if part is not None and part.traits.drawn_on_plan else None
        self._tray = part if part is not None and part.traits.holds_cables else None

    def plan_at(self, point: QPointF, rack_id: str | None, *, free: bool) -> DropPlan:
        """Return the first fit of the rack, or the place on the floor."""
        space = self.view.workspace
        layout, catalog = space.layout(), space.catalog
        if self._tray is not None:
            return self._tray_at(self._tray, point, rack_id, free=free)
        if self._plant is not None:
            at = (point.x(), point.y())
            return plant_onto_floor(layout, catalog, self._plant, *at, free=free)
        if rack_id is None or self._stands:
            return part_onto_floor(layout, catalog, self._part_id, point.x(), point.y(), free=free)
        return part_into_rack(layout, catalog, self._part_id, rack_id)

    def _tray_at(self, part: Part, point: QPointF, rack_id: str | None, *, free: bool) -> DropPlan:
        """Return a tray along the row there, or a section; a tray that is there is made of it."""
        space, reach = self.view.workspace, reach_mm(self.view)
        layout = space.layout()
        rack = layout.racks.get(rack_id or "")
        over = "" if rack or free else self.view.floor.trays.key_at(point, reach / 3)
        return tray_onto_floor(
            layout, space.catalog, part, (point.x(), point.y()), reach,
            free=free, row=rack.row if rack else "", over=tray_of(over),
        )  # fmt: skip


class DropDevices(Drop):
    """Devices from an elevation, into the rack under the pointer."""

    def __init__(self, view: GestureSurface, dragged: DraggedDevices) -> None:
        super().__init__(view)
        self._dragged = dragged

    def plan_at(self, point: QPointF, rack_id: str | None, *, free: bool) -> DropPlan:
        """Return the first place of the rack where all fit at their distances."""
        space = self.view.workspace
        if rack_id is None:
            count = len(self._dragged.keys)
            title = "Move a device" if count == 1 else f"Move {count} devices"
            verdict = Verdict(ok=False, reason="drop it on a rack", title=title)
            return DropPlan(("devices", None), verdict, "")
        return devices_into_rack(space.layout(), space.catalog, self._dragged, rack_id)


class DropCable(Drop):
    """A cable from a port of an elevation: held over a rack, it opens that rack there.

    Let go over a rack, it stays in the hand, for a click on a port.
    """

    def __init__(self, view: GestureSurface, begins: Socket) -> None:
        super().__init__(view)
        self._begins = begins
        self._over = ""
        self._opens = QTimer()
        self._opens.setSingleShot(True)
        self._opens.setInterval(OPEN_MS)
        self._opens.timeout.connect(self.open_rack)

    def plan_at(self, point: QPointF, rack_id: str | None, *, free: bool) -> DropPlan:
        """Return that nothing is laid on the floor; wait over a rack, to open it."""
        layout = self.view.workspace.layout()
        over = rack_id or ""
        if over != self._over:
            self._over = over
            self._opens.stop()
            if over:
                self._opens.start()
        title = f"Cable from {layout.name_of(self._begins.device)}"
        reason = "hold it over a rack to see its ports"
        if over:
            reason = f"the ports of {layout.name_of(over)} are shown below: let go on one of them"
        return DropPlan(("cable", over), Verdict(ok=False, reason=reason, title=title), "")

    def open_rack(self) -> None:
        """Show the rack under the pointer with its ports."""
        if self._over:
            self.view.workspace.select((self._over,))

    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Keep the cable in the hand over a rack, which is opened; else let it go."""
        self.move(at, modifiers)
        self.open_rack()
        space, over = self.view.workspace, self._over
        self.cancel()
        if over:
            space.cable.take(self._begins, keeps=True)
            space.cable.hint.say("Click a port to lay the cable, Esc lets it go")
        else:
            space.cable.let_go()

    def cancel(self) -> None:
        """Open nothing any more."""
        self._opens.stop()
        super().cancel()


class DropClip(Drop):
    """A pod or an assembly, or racks of another window: they stand as they did to each other."""

    def __init__(self, view: GestureSurface, clip: Design) -> None:
        super().__init__(view)
        self._clip = clip

    def plan_at(self, point: QPointF, rack_id: str | None, *, free: bool) -> DropPlan:
        """Return their places with their middle under the pointer."""
        space = self.view.workspace
        at = point.x(), point.y()
        return clip_onto_floor(space.layout(), space.catalog, self._clip, *at, free=free)


def drop_of(view: GestureSurface, mime: QMimeData) -> Drop | None:
    """Return the gesture for a payload, or None if the floor cannot take it."""
    part_id = decode_part(mime)
    if part_id is not None:
        return DropPart(view, part_id)
    clip = clip_in(mime) if mime.hasFormat(CLIP) else None
    if clip is not None:
        stands = clip.design.racks or clip.design.room.obstacles
        return DropClip(view, clip.design) if stands else None
    begins = decode_cable(mime)
    if begins is not None:
        return DropCable(view, begins)
    dragged = decode_devices(mime)
    return DropDevices(view, dragged) if dragged else None
