"""The scene: one item per rack, kept equal to the design record by record.

Items hold no state of the design: each draws what the workspace says of its rack. Far away the
items are silent and one field paints all racks in batches by colour, because 2,000 calls of a
Python `paint` cost more than the rectangles they draw.
"""

from collections.abc import Iterable

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from designer.document.document import DocumentChange
from designer.document.placement import rack_box
from designer.engine.report import Report
from designer.model.design import Design, Rack
from designer.ui.state.cables_shown import CablesShown
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.cable_layer import CableLayer
from designer.ui.views.floor.cut_layer import CutLayer
from designer.ui.views.floor.open_cooling import OpenCooling
from designer.ui.views.floor.pins import NotePin, pins
from designer.ui.views.floor.plant_marks import PlantMarks
from designer.ui.views.floor.rack_item import RackItem, RackLook
from designer.ui.views.floor.rack_overview import RackOverview
from designer.ui.views.floor.rack_pictures import RackPictures
from designer.ui.views.floor.tray_marks import TrayMarks

MARGIN_MM = 900
"""Floor shown around the room's outline, for row names and for things dropped beside it."""

_AROUND_MM = 600
"""Floor shown around what stands on it: a tile, which the name of a row has room on."""
_LEAST_WIDE_MM, _LEAST_DEEP_MM = 9000, 6000

_FREE_FLOOR = 0.95
"""Worth of a drawing of which free floor is covered, where more racks might come."""
_NAME_MM = 900
"""How far the name of a row reaches beyond its first rack, at the scale of a fit."""

_HEM_MM = 500
"""Part of that margin that fitting to the window leaves out."""


class FloorScene(QGraphicsScene):
    """All racks of the design, to scale: one scene unit is one millimetre.

    Parameters
    ----------
    workspace
        Where racks, reports, theme and selection come from.
    shown
        Which cables are shown over them.
    """

    def __init__(
        self, workspace: Workspace, shown: CablesShown, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.racks: dict[str, RackItem] = {}
        self.pictures: RackPictures[RackLook] = RackPictures()
        self._reported: Report | None = None
        self._fresh: set[str] = set()
        self._faulty: frozenset[str] = frozenset()
        self.open_cooling = OpenCooling(workspace)
        self.far = RackOverview(workspace, self.racks)
        self.addItem(self.far)
        self.plant = PlantMarks(workspace)
        self.addItem(self.plant)
        self.trays = TrayMarks(workspace)
        self.addItem(self.trays)
        self.cables = CableLayer(workspace, shown, self)
        self.addItem(self.cables)
        self.cut = CutLayer(workspace, self)
        self.addItem(self.cut)
        self.trays.named = lambda: not self.cables.isVisible()
        shown.pointed.connect(self.cables.update)
        shown.moved_changed.connect(self.cables.update)
        shown.changed.connect(lambda: self.cables.follow(self.sceneRect()))
        self._pins: list[NotePin] = []
        self._marked: set[str] = set()
        self._holding: set[str] = set()
        self._lit: frozenset[str] = frozenset()
        self._dimmed: frozenset[str] = frozenset()
        self._is_far = False
        workspace.filter.changed.connect(self._on_filter)
        self.reload()

    def reload(self) -> None:
        """Make every item anew: another design is open."""
        for item in self.racks.values():
            self.removeItem(item)
        self.open_cooling.forget(self.racks)
        self.racks.clear()
        self.pictures.forget()
        self._add(rack.id for rack in self.workspace.document.design.racks)
        self.far.forget_boxes()
        self.plant.reload()
        self.trays.reload()
        self._fit_bounds()
        self._pin_notes()
        self.mark_selection()

    def reconcile(self, change: DocumentChange) -> None:
        """Touch the items whose racks, devices or assemblies differ, and no others."""
        touched = touched_racks(change)
        known = self.workspace.layout().racks
        gone = [key for key in touched if key not in known and key in self.racks]
        for rack_id in gone:
            self.removeItem(self.racks.pop(rack_id))
        self.open_cooling.forget(gone)
        moved = self._add(rack_id for rack_id in touched if rack_id in known) or bool(gone)
        self.far.forget_blocks()
        if moved:
            self.far.forget_boxes()
            self.trays.forget_places()
        if moved or any(name == "room" for name, _ in change.change.single):
            self._fit_bounds()
        if moved or change.change.put_in("notes") or change.change.dropped_from("notes"):
            self._pin_notes()
        changed = change.change
        if any(changed.put_in(name) or changed.dropped_from(name) for name in ("power", "loops")):
            self.plant.reload()
        if changed.put_in("trays") or changed.dropped_from("trays"):
            self.trays.reload()
        # What is selected may hang in another rack now.
        self.mark_selection()

    def refresh_reports(self) -> None:
        """Redraw the racks whose figures differ from those drawn."""
        report = self.workspace.report_store.report
        faulty = self.workspace.faulty_racks()
        keys = self._fresh | self._differing(report) | (faulty ^ self._faulty)
        self._reported, self._fresh, self._faulty = report, set(), faulty
        self.open_cooling.look_at(key for key in keys if key in self.racks)
        items = ((key, self.racks.get(key)) for key in keys)
        self.far.forget_looks(
            [key for key, item in items if item is not None and item.take_report()]
        )

    def _differing(self, report: Report | None) -> set[str]:
        """Return the racks that a report speaks of in another way than the one drawn."""
        last = self._reported
        if report is last:
            return set()
        if report is None or last is None or len(report.racks) != len(last.racks):
            return set(self.racks)
        pairs = zip(last.racks, report.racks, strict=True)
        return {rack.id for was, now in pairs if was is not now for rack in (was, now)}

    def refresh_theme(self) -> None:
        """Redraw everything in another theme."""
        self.invalidate()

    def refresh_overlay(self) -> None:
        """Redraw all racks: something else shades them."""
        self.far.forget_boxes()
        self.invalidate()

    def mark_picks(self) -> None:
        """Redraw the racks that are outlined or dimmed now, or were, by an overlay's scale."""
        picks = self.workspace.overlay.picks
        lit, dimmed = picks.lit, picks.dimmed
        for rack_id in (lit ^ self._lit) | (dimmed ^ self._dimmed):
            item = self.racks.get(rack_id)
            if item is not None:
                item.set_picked(lit=rack_id in lit, dimmed=rack_id in dimmed)
        self._lit, self._dimmed = lit, dimmed
        self.far.set_picked(lit, dimmed)

    def mark_selection(self) -> None:
        """Redraw the racks whose selection changed."""
        layout = self.workspace.layout()
        chosen = {key for key in self.workspace.selection if key in layout.racks}
        holding = set(self.workspace.selected_rack_ids()) - chosen
        for rack_id in (chosen ^ self._marked) | (holding ^ self._holding):
            item = self.racks.get(rack_id)
            if item is not None:
                item.set_marks(chosen=rack_id in chosen, holds=rack_id in holding)
        self._marked, self._holding = chosen, holding
        self.plant.update()
        self.trays.update()
        self.far.set_marked(chosen | holding)

    @property
    def is_far(self) -> bool:
        """Whether the field paints all racks, which are too small for words."""
        return self._is_far

    def set_far(self, far: bool) -> None:
        """Let the field paint all racks (far away), or each rack paint itself."""
        if far == self._is_far:
            return
        self._is_far = far
        flag = QGraphicsItem.GraphicsItemFlag.ItemHasNoContents
        for item in self.racks.values():
            item.setFlag(flag, far)
        self.far.setVisible(far)

    def rack_at(self, point: QPointF) -> str | None:
        """Return the rack under a point, the topmost if they overlap."""
        for item in self.items(point):
            if isinstance(item, RackItem):
                return item.rack_id
        return None

    def pick_at(self, point: QPointF) -> str | None:
        """Return the rack under a point that a press takes: its kind is switched on."""
        for item in self.items(point):
            if isinstance(item, RackItem) and self._may_be_taken(item.rack_id):
                return item.rack_id
        return None

    def note_at(self, point: QPointF) -> str:
        """Return the words of the remark pinned at a point; empty if there is none."""
        pin = self.pin_at(point)
        return pin.text if pin else ""

    def pin_at(self, point: QPointF) -> NotePin | None:
        """Return the pin at a point, or None."""
        view = self.views()[0].viewportTransform() if self.views() else QTransform()
        order = Qt.SortOrder.DescendingOrder
        shape = Qt.ItemSelectionMode.IntersectsItemShape
        found = self.items(point, shape, order, view)
        return next((item for item in found if isinstance(item, NotePin)), None)

    def racks_in(self, box: QRectF, *, enclosed: bool) -> tuple[str, ...]:
        """Return the racks inside a box, or those that it touches."""
        mode = (
            Qt.ItemSelectionMode.ContainsItemShape
            if enclosed
            else Qt.ItemSelectionMode.IntersectsItemShape
        )
        path = QPainterPath()
        path.addRect(box)
        found = (item.rack_id for item in self.items(path, mode) if isinstance(item, RackItem))
        return tuple(sorted(rack_id for rack_id in found if self._may_be_taken(rack_id)))

    def bounds_of(self, rack_ids: Iterable[str]) -> QRectF:
        """Return the box around racks; null if there are none."""
        box = QRectF()
        for rack_id in rack_ids:
            item = self.racks.get(rack_id)
            if item is not None:
                box = box.united(item.sceneBoundingRect())
        return box

    def worth_covered(self, box: QRectF) -> float:
        """Return what covering a part of the floor leaves of a drawing's worth.

        0 hides a rack, or the name of a row.
        """
        standing = self.workspace.layout().racks
        if any(
            _with_name(item.sceneBoundingRect(), standing.get(key)).intersects(box)
            for key, item in self.racks.items()
        ):
            return 0.0
        if not self.room_rect().intersects(box):
            return 1.0
        return _FREE_FLOOR if self.racks else 0.0

    def room_rect(self) -> QRectF:
        """Return the bounding box of the room's outline, in mm."""
        outline = self.workspace.document.design.room.outline
        xs, ys = [x for x, _ in outline] or [0], [y for _, y in outline] or [0]
        return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def room_and_all(self) -> QRectF:
        """Return the room, and what stands beyond its walls, with the names of rows."""
        return self.sceneRect().adjusted(_HEM_MM, _HEM_MM, -_HEM_MM, -_HEM_MM)

    def standing(self) -> QRectF:
        """Return what stands on the floor with its aisles and names of rows.

        While nothing does, the room; a few racks are shown among the tiles around them.
        """
        room = self.room_and_all()
        box = QRectF()
        for item in self.racks.values():
            box = box.united(item.sceneBoundingRect())
        if box.isNull():
            return room
        wide = max(_LEAST_WIDE_MM - box.width(), 2 * _AROUND_MM) / 2
        deep = max(_LEAST_DEEP_MM - box.height(), 2 * _AROUND_MM) / 2
        box = box.adjusted(-wide, -deep, wide, deep)
        # Rather more of the room than of what is beyond its walls.
        dx = max(room.left() - box.left(), 0) or min(room.right() - box.right(), 0)
        dy = max(room.top() - box.top(), 0) or min(room.bottom() - box.bottom(), 0)
        fits_x, fits_y = box.width() <= room.width(), box.height() <= room.height()
        return box.translated(dx if fits_x else 0, dy if fits_y else 0)

    def _add(self, rack_ids: Iterable[str]) -> bool:
        """Make or renew items; return whether one is new, moved, or of another size."""
        moved = False
        layout, catalog = self.workspace.layout(), self.workspace.catalog
        for rack_id in rack_ids:
            rack = layout.racks[rack_id]
            left, top, right, bottom = rack_box(catalog, rack)
            item = self.racks.get(rack_id)
            if item is None:
                item = RackItem(self.workspace, rack_id, self.pictures)
                item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents, self._is_far)
                item.set_box(left, top, right - left, bottom - top)
                self.racks[rack_id] = item
                self._fresh.add(rack_id)
                self.addItem(item)
                moved = True
            else:
                moved = item.set_box(left, top, right - left, bottom - top) or moved
            item.set_picked(lit=rack_id in self._lit, dimmed=rack_id in self._dimmed)
            item.set_marks(chosen=rack_id in self._marked, holds=rack_id in self._holding)
        return moved

    def _may_be_taken(self, rack_id: str) -> bool:
        rack = self.workspace.layout().racks.get(rack_id)
        part = self.workspace.catalog.get(rack.part) if rack else None
        return self.workspace.filter.allows_part(part)

    def _on_filter(self, kind: str) -> None:
        if kind == "notes":
            self._pin_notes()
        elif kind == "trays":
            self.trays.follow_filter()

    def _pin_notes(self) -> None:
        for pin in self._pins:
            self.removeItem(pin)
        shown = self.workspace.filter.allows("notes")
        if not (shown and self.workspace.document.design.notes):
            self._pins = []
            return
        boxes = {key: item.sceneBoundingRect() for key, item in self.racks.items()}
        self._pins = pins(self.workspace, boxes)
        for pin in self._pins:
            self.addItem(pin)

    def _fit_bounds(self) -> None:
        """Set the scene's rectangle: an explicit one keeps the index from being rebuilt."""
        box = self.room_rect()
        for item in self.racks.values():
            if not box.contains(item.sceneBoundingRect()):
                box = box.united(item.sceneBoundingRect())
        margin = MARGIN_MM
        wanted = box.adjusted(-margin, -margin, margin, margin)
        if wanted != self.sceneRect():
            self.setSceneRect(wanted)
            self.cables.follow(wanted)
            self.cut.follow(wanted)
            self.far.set_bounds(wanted)


def touched_racks(change: DocumentChange) -> set[str]:
    """Return the racks that a change adds, drops or fills differently.

    A device touches the rack it is in and the one it was in; an assembly touches all its copies.
    """
    difference = change.change
    touched = {rack.id for rack in difference.put_in("racks")}
    touched.update(difference.dropped_from("racks"))
    moved = {device.id for device in difference.put_in("devices")}
    touched.update(device.rack for device in difference.put_in("devices"))
    moved.update(difference.dropped_from("devices"))
    if moved:
        touched.update(device.rack for device in change.before.devices if device.id in moved)
    assemblies = {assembly.id for assembly in difference.put_in("assemblies")}
    assemblies.update(difference.dropped_from("assemblies"))
    if assemblies:
        touched.update(_copies(change.after, assemblies))
    return touched


def _copies(design: Design, assemblies: set[str]) -> set[str]:
    return {rack.id for rack in design.racks if rack.assembly in assemblies}


def _with_name(box: QRectF, rack: Rack | None) -> QRectF:
    """Return what a rack covers, with where the name of its row stands if it is the first."""
    if rack is None or not rack.row:
        return box
    upright = rack.rotation in (90, 270)
    return box.adjusted(0 if upright else -_NAME_MM, -_NAME_MM if upright else 0, 0, 0)
