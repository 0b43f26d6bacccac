"""The scene: what stands on the floor, kept equal to the design record by record.

Racks are no items of Qt's: an index says which of them a point or a box meets, and tiles keep what
lies still of the picture. They hold no state of the design: each draws what the workspace says of
it, near with words, far away in batches by colour.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QGraphicsScene

from designer.document.document import DocumentChange
from designer.document.placement import Box, box_around, rack_box
from designer.engine.network_report import FabricReport
from designer.engine.report import Report
from designer.model.change import racks_with_ids, went_and_came
from designer.model.design import Design, Rack
from designer.ui.state.cables_shown import CablesShown
from designer.ui.state.tips import element_tip, plant_tip, rack_tip
from designer.ui.state.underlays import Underlays
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.cable_layer import CableLayer
from designer.ui.views.floor.comment_layer import CommentLayer
from designer.ui.views.floor.cut_layer import CutLayer
from designer.ui.views.floor.element_marks import ElementMarks
from designer.ui.views.floor.ground import HEM, Ground
from designer.ui.views.floor.ground_tiles import MOST_PARTS, GroundTiles
from designer.ui.views.floor.later_marks import LaterMarks
from designer.ui.views.floor.open_cooling import OpenCooling
from designer.ui.views.floor.pins import NotePin, pins
from designer.ui.views.floor.plant_marks import PlantMarks
from designer.ui.views.floor.rack_field import RackField
from designer.ui.views.floor.rack_index import RackIndex
from designer.ui.views.floor.rack_item import RackItem
from designer.ui.views.floor.rack_marks import RackMarks
from designer.ui.views.floor.rack_overview import RackOverview
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

_MANY = 8
"""From so many racks on whose marks differ, a frame need not wait for all of them."""
_FAR_OFF_MM = 10_000_000
"""Further than anything stands from the origin of a floor."""

_BALLOON_PART = 0.04
"""Part of a whole floor that a balloon beside it takes at the scale of a fit."""

_NO_ROWS: Final[Mapping[str, str]] = MappingProxyType({})

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

    many_changed = Signal()
    """So much looks different that a frame need not wait for all of it."""

    def __init__(
        self, workspace: Workspace, shown: CablesShown, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.racks: dict[str, RackItem] = {}
        self.index = RackIndex()
        self.marks = RackMarks()
        self._reported: Report | None = None
        self._fresh: set[str] = set()
        self._faulty: frozenset[str] = frozenset()
        self._marked_others: frozenset[str] = frozenset()
        """What is selected besides racks: it may be plant or a tray."""
        self.open_cooling = OpenCooling(workspace)
        self.far = RackOverview(workspace, self.racks, self.index, self.marks)
        self.addItem(self.far)
        self.near = RackField(workspace, self.racks, self.index, self.marks)
        self.addItem(self.near)
        self.plant = PlantMarks(workspace)
        self.addItem(self.plant)
        self.later = LaterMarks(workspace, self.racks, self.index, self.marks, self.plant.box_of)
        self.addItem(self.later)
        self.elements = ElementMarks(workspace)
        self.addItem(self.elements)
        self.trays = TrayMarks(workspace, self.index)
        self.addItem(self.trays)
        self.underlays = Underlays(workspace, self)
        self.underlays.changed.connect(self.repaint_all)
        self.ground = Ground(
            workspace, self.far, self.near, self.trays, self.later, self.underlays, self.index
        )
        self.tiles = GroundTiles(self.ground)
        self.cables = CableLayer(workspace, shown, self)
        self.addItem(self.cables)
        self.cut = CutLayer(workspace, self)
        self.addItem(self.cut)
        self.comments = CommentLayer(workspace, self.racks, self._mapped)
        self.addItem(self.comments)
        self.trays.named = lambda: not self.cables.isVisible()
        self.trays.lies_still = lambda: not self.cut.isVisible()
        self.trays.follow_stage()
        self.later.follow()
        shown.pointed.connect(self.cables.update)
        shown.moved_changed.connect(self.cables.update)
        shown.changed.connect(self._on_cables)
        self.cut.toggled = self.repaint_all
        self._pins: list[NotePin] = []
        self._is_far = False
        workspace.filter.changed.connect(self._on_filter)
        workspace.layers.changed.connect(self._on_layers)
        workspace.stage.changed.connect(self._on_stage)
        workspace.stage.redrawn.connect(self._on_stage)
        self.reload()

    def reload(self) -> None:
        """Make every item anew: another design is open."""
        self.open_cooling.forget(self.racks)
        self.racks.clear()
        self.index.clear()
        self.near.pictures.forget()
        self.far.forget()
        hides = self.workspace.layers.hides_rack
        self._add(rack.id for rack in self.workspace.document.design.racks if not hides(rack))
        self.tiles.forget()
        self.update()
        self.plant.reload()
        self.trays.reload()
        self._fit_bounds()
        self._pin_notes()
        self.comments.reload()
        self.mark_selection()

    def reconcile(self, change: DocumentChange) -> list[QRectF]:
        """Touch the racks whose records, devices or assemblies differ, and no others.

        Returns
        -------
        list of QRectF
            Where racks stand and stood that were put elsewhere.
        """
        touched = touched_racks(change)
        hides = self.workspace.layers.hides_rack
        every = self.workspace.layout().racks
        standing = {key: every[key] for key in touched if key in every}
        known = {key for key, rack in standing.items() if not hides(rack)}
        gone = [key for key in touched if key not in known and key in self.racks]
        left = [(key, self.racks.pop(key).box) for key in gone]
        for key in gone:
            self.index.drop(key)
        self.open_cooling.forget(gone)
        moved = [_rect(box) for _, box in left]
        put = racks_with_ids(change.before.racks, {it.id for it in change.change.put_in("racks")})
        moved += self._add((key for key in touched if key in known), {it.id: it.row for it in put})
        self._repaint(left)
        self.far.forget_blocks()
        if moved or any(name == "room" for name, _ in change.change.single):
            self._fit_bounds()
        if moved or change.change.put_in("notes") or change.change.dropped_from("notes"):
            self._pin_notes()
        if self.comments.pinned and not change.change.is_empty():
            self.comments.reload()
        changed = change.change
        trays = changed.put_in("trays") or changed.dropped_from("trays")
        if any(changed.put_in(name) or changed.dropped_from(name) for name in ("power", "loops")):
            self.plant.reload()
        if trays:
            self.trays.reload()
        names = {name for name, _ in (*changed.put, *changed.drop)}
        if trays or changed.single or "underlays" in names:
            self.repaint_all()
        elif moved or names & {"racks", "rows", "power", "loops"}:
            self._renew_ground(moved)
        # What is selected may hang in another rack now.
        self.mark_selection()
        return moved

    def _renew_ground(self, moved: list[QRectF]) -> None:
        """Paint anew what looks different of the room, its aisles and what is written there."""
        found = self.ground.renew(moved)
        if found is None:
            self.repaint_all()
        elif found:
            self.tiles.keep(self._scale())
            self._repaint_boxes(found)

    def _scale(self) -> float:
        """Return the scale at which the floor is looked at."""
        return next((view.transform().m11() for view in self.views()), 1.0)

    def _repaint(self, racks: Iterable[tuple[str, Box]]) -> None:
        """Paint racks anew that are or were at a place."""
        found = list(racks)
        self.far.forget_racks(found)
        self._repaint_boxes([_rect(box) for _, box in found])

    def _repaint_boxes(self, boxes: list[QRectF], *, far: bool | None = None) -> None:
        """Paint parts of the floor anew, in mm, as seen from far away, from near, or both."""
        if not boxes:
            return
        if far is not False and self.workspace.overlay.shown:
            # A rack may decide how the block of its whole row looks.
            self.tiles.damage([self.sceneRect()], far=True)
            if self.is_far:
                self.update()
        self.tiles.damage(boxes, far=far)
        if len(boxes) > MOST_PARTS:
            self.many_changed.emit()
        if far is (not self.is_far):
            return
        around = QRectF()
        for box in boxes:
            around = around.united(box)
        # Lines around a rack reach a little beyond it.
        hem = HEM / self._scale()
        for box in boxes if len(boxes) <= MOST_PARTS else (around,):
            self.update(box.adjusted(-hem, -hem, hem, hem))

    def repaint_all(self) -> None:
        """Paint all of the floor anew, what was kept of it standing in while that takes long."""
        if len(self.racks) > MOST_PARTS:
            self.tiles.damage([_rect((-_FAR_OFF_MM, -_FAR_OFF_MM, _FAR_OFF_MM, _FAR_OFF_MM))])
            self.many_changed.emit()
        else:
            self.tiles.forget()
        self.update()

    def refresh_reports(self) -> None:
        """Redraw the racks whose figures differ from those drawn."""
        report = self.workspace.report_store.report
        faulty = self.workspace.faulty_racks()
        keys = self._fresh | self._differing(report) | (faulty ^ self._faulty)
        last, self._reported, self._fresh, self._faulty = self._reported, report, set(), faulty
        self.open_cooling.look_at(key for key in keys if key in self.racks)
        items = ((key, self.racks.get(key)) for key in keys)
        told = [key for key, item in items if item is not None and item.take_report()]
        # From afar most of what a report changes is not seen.
        differing = self.far.differing(told)
        self._repaint_boxes([_rect(self.racks[key].box) for key in told], far=False)
        self._repaint_boxes([_rect(self.racks[key].box) for key in differing], far=True)
        shaded = self.workspace.overlay.shown
        if shaded is not None and shaded.is_beside and _fabrics(last) is not _fabrics(report):
            self.refresh_overlay()

    def _differing(self, report: Report | None) -> set[str]:
        """Return the racks that a report speaks of in another way than the one drawn."""
        last = self._reported
        if report is None or last is None:
            return set() if report is last else set(self.racks)
        return {rack.id for side in went_and_came(last.racks, report.racks) for rack in side}

    def refresh_theme(self) -> None:
        """Redraw everything in another theme."""
        self.tiles.forget()
        self.update()

    def refresh_overlay(self) -> None:
        """Redraw all racks: something else shades them."""
        self.far.forget()
        self.repaint_all()

    def mark_picks(self) -> None:
        """Redraw the racks that are outlined or dimmed now, or were, by an overlay's scale."""
        picks = self.workspace.overlay.picks
        lit, dimmed = picks.lit, picks.dimmed
        if dimmed != self.marks.dimmed:
            self.far.forget_blocks()
        self._repaint_marks(self.marks.pick(lit, dimmed))

    def mark_selection(self) -> None:
        """Redraw the racks whose selection changed."""
        layout = self.workspace.layout()
        chosen = layout.racks.keys() & set(self.workspace.selection)
        holding = set(self.workspace.selected_rack_ids()) - chosen
        self._repaint_marks(self.marks.select(chosen, holding))
        others = frozenset(self.workspace.selection) - chosen
        if others != self._marked_others:
            self._marked_others = others
            self.plant.update()
            self.trays.update()

    def _repaint_marks(self, rack_ids: set[str]) -> None:
        """Paint racks anew that are marked in another way."""
        self.far.forget_marks(rack_ids)
        if len(rack_ids) > MOST_PARTS:
            self._repaint_boxes([_rect(self.index.bounds() or (0, 0, 0, 0))])
        else:
            items = (self.racks.get(key) for key in rack_ids)
            self._repaint_boxes([item.sceneBoundingRect() for item in items if item is not None])
        if len(rack_ids) > _MANY:
            self.many_changed.emit()

    @property
    def is_far(self) -> bool:
        """Whether the field paints all racks, which are too small for words."""
        return self._is_far

    def set_far(self, far: bool) -> None:
        """Let the field paint all racks (far away), or each rack paint itself."""
        if far == self._is_far:
            return
        self._is_far = far
        self.far.setVisible(far)
        self.near.setVisible(not far)

    def rack_at(self, point: QPointF) -> str | None:
        """Return the rack under a point, the topmost if they overlap."""
        return next(iter(self._racks_at(point)), None)

    def pick_at(self, point: QPointF) -> str | None:
        """Return the rack under a point that a press takes: its kind is switched on."""
        return next((key for key in self._racks_at(point) if self._may_be_taken(key)), None)

    def _racks_at(self, point: QPointF) -> list[str]:
        """Return the racks under a point, a selected one first."""
        found = self.index.at(point.x(), point.y())
        return (
            sorted(found, key=lambda key: key not in self.marks.chosen) if len(found) > 1 else found
        )

    def note_at(self, point: QPointF) -> str:
        """Return the words of the comment or remark pinned at a point; empty if there is none."""
        if comment := self.comments.tip_at(point):
            return comment
        pin = self.pin_at(point)
        return pin.text if pin else ""

    def tip_at(self, point: QPointF) -> str:
        """Return what is told of what lies at a point; empty of bare floor."""
        space, rack_id = self.workspace, self.rack_at(point)
        if note := self.note_at(point):
            return note
        if rack_id:
            return rack_tip(space, rack_id)
        plant = plant_tip(space, self.plant.key_at(point))
        return plant or element_tip(space, self.elements.key_at(point, 0.0))

    def pin_at(self, point: QPointF) -> NotePin | None:
        """Return the pin at a point, or None."""
        view = self._mapped()
        order = Qt.SortOrder.DescendingOrder
        shape = Qt.ItemSelectionMode.IntersectsItemShape
        found = self.items(point, shape, order, view)
        return next((item for item in found if isinstance(item, NotePin)), None)

    def _mapped(self) -> QTransform:
        """Return how the floor is mapped to the view."""
        return self.views()[0].viewportTransform() if self.views() else QTransform()

    def racks_in(self, box: QRectF, *, enclosed: bool) -> tuple[str, ...]:
        """Return the racks inside a box, or those that it touches."""
        found = self.index.enclosed(box) if enclosed else self.index.touching(box)
        return tuple(sorted(rack_id for rack_id in found if self._may_be_taken(rack_id)))

    def bounds_of(self, rack_ids: Iterable[str]) -> QRectF:
        """Return the box around racks; null if there are none."""
        keys = tuple(rack_ids)
        if len(keys) >= len(self.racks) and self.racks.keys() <= set(keys):
            return _rect(self.index.bounds() or (0, 0, 0, 0))
        boxes = [item.box for item in map(self.racks.get, keys) if item is not None]
        return _rect(box_around(boxes)) if boxes else QRectF()

    def worth_covered(self, box: QRectF) -> float:
        """Return what covering a part of the floor leaves of a drawing's worth.

        0 hides a rack, the name of a row, or what a comment marks.
        """
        standing = self.workspace.layout().racks
        around = box.adjusted(0, 0, _NAME_MM, _NAME_MM)
        if any(
            _with_name(_rect(self.racks[key].box), standing.get(key)).intersects(box)
            for key in self.index.touching(around)
        ):
            return 0.0
        if self.comments.is_marked(box):
            return 0.0
        if not self.room_rect().intersects(box):
            return 1.0
        return _FREE_FLOOR if self.racks else 0.0

    def worth_beside_room(self, box: QRectF) -> float:
        """Return the same where the whole room is to be seen: nothing of it may be hidden."""
        return 0.0 if self.room_and_all().intersects(box) else 1.0

    def room_rect(self) -> QRectF:
        """Return the bounding box of the room's outline, in mm."""
        outline = self.workspace.document.design.room.outline
        xs, ys = [x for x, _ in outline] or [0], [y for _, y in outline] or [0]
        return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def room_and_all(self) -> QRectF:
        """Return the room, and what stands or is marked beyond its walls, with names of rows."""
        every = self.sceneRect().adjusted(_HEM_MM, _HEM_MM, -_HEM_MM, -_HEM_MM)
        marked = self.comments.marked
        if marked.isNull() or every.contains(marked):
            return every
        around = max(_NAME_MM, _BALLOON_PART * max(every.width(), every.height()))
        return every.united(marked.adjusted(-around, -around, around, around))

    def standing(self) -> QRectF:
        """Return what stands on the floor with its aisles and names of rows.

        While nothing does, the room; a few racks are shown among the tiles around them.
        """
        room = self.room_and_all()
        bounds = self.index.bounds()
        if bounds is None:
            return room
        box = _rect(bounds)
        wide = max(_LEAST_WIDE_MM - box.width(), 2 * _AROUND_MM) / 2
        deep = max(_LEAST_DEEP_MM - box.height(), 2 * _AROUND_MM) / 2
        box = box.adjusted(-wide, -deep, wide, deep)
        # Rather more of the room than of what is beyond its walls.
        dx = max(room.left() - box.left(), 0) or min(room.right() - box.right(), 0)
        dy = max(room.top() - box.top(), 0) or min(room.bottom() - box.bottom(), 0)
        fits_x, fits_y = box.width() <= room.width(), box.height() <= room.height()
        return box.translated(dx if fits_x else 0, dy if fits_y else 0)

    def _add(self, rack_ids: Iterable[str], rows: Mapping[str, str] = _NO_ROWS) -> list[QRectF]:
        """Make or renew racks; return where those stand and stood that are new or moved.

        From afar one that stands where it stood looks as it did until it is reported on.

        Parameters
        ----------
        rows
            In which rows racks stood whose records are others now.
        """
        moved: list[QRectF] = []
        layout, catalog = self.workspace.layout(), self.workspace.catalog
        anew: list[tuple[str, Box]] = []
        stay: list[QRectF] = []
        for rack_id in rack_ids:
            rack = layout.racks[rack_id]
            box = rack_box(catalog, rack)
            item = self.racks.get(rack_id)
            if item is None:
                item = self.racks[rack_id] = RackItem(self.workspace, rack_id, self.marks)
                self._fresh.add(rack_id)
            was = item.box
            if item.set_box(box):
                self.index.put(rack_id, box)
                stood = [one for one in (was, box) if one != (0, 0, 0, 0)]
                moved += map(_rect, stood)
                anew += ((rack_id, one) for one in stood)
            elif rows.get(rack_id, rack.row) != rack.row:
                anew.append((rack_id, box))
            else:
                stay.append(_rect(box))
        self._repaint(anew)
        self._repaint_boxes(stay, far=False)
        return moved

    def _may_be_taken(self, rack_id: str) -> bool:
        rack = self.workspace.layout().racks.get(rack_id)
        part = self.workspace.catalog.get(rack.part) if rack else None
        layers = self.workspace.layers
        return self.workspace.filter.allows_part(part) and (rack is None or layers.takes_rack(rack))

    def _on_filter(self, kind: str) -> None:
        if kind == "notes":
            self._pin_notes()
            self.comments.reload()
        elif kind == "trays":
            self.trays.follow_filter()
            self.repaint_all()

    def _on_layers(self) -> None:
        """Stand on the floor what is shown now, and nothing else."""
        hides, every = self.workspace.layers.hides_rack, self.workspace.layout().racks
        shown = {key for key, rack in every.items() if not hides(rack)}
        self.open_cooling.forget(self.racks.keys() - shown)
        for key in self.racks.keys() - shown:
            del self.racks[key]
            self.index.drop(key)
        self._add(sorted(shown - self.racks.keys()))
        self.far.forget()
        self.plant.reload()
        self.trays.reload()
        self._fit_bounds()
        self._pin_notes()
        self.comments.reload()
        self.mark_selection()
        self.repaint_all()

    def _on_stage(self) -> None:
        changed = self.later.follow()
        if self.trays.follow_stage():
            self.repaint_all()
        else:
            self._renew_ground(changed)

    def _on_cables(self) -> None:
        was = self.cables.isVisible()
        self.cables.follow(self.sceneRect())
        if self.cables.isVisible() != was:
            # Where their numbers stand, trays bear no names.
            self.repaint_all()

    def _pin_notes(self) -> None:
        for pin in self._pins:
            self.removeItem(pin)
        layers = self.workspace.layers
        shown = self.workspace.filter.allows("notes") and not layers.hides("notes")
        if not (shown and self.workspace.document.design.notes):
            self._pins = []
            return
        boxes = {key: item.sceneBoundingRect() for key, item in self.racks.items()}
        self._pins = pins(self.workspace, boxes)
        for pin in self._pins:
            self.addItem(pin)

    def _fit_bounds(self) -> None:
        """Set the scene's rectangle: an explicit one keeps the index from being rebuilt."""
        box, bounds = self.room_rect(), self.index.bounds()
        if bounds is not None:
            box = box.united(_rect(bounds))
        margin = MARGIN_MM
        wanted = box.adjusted(-margin, -margin, margin, margin)
        if wanted != self.sceneRect():
            self.setSceneRect(wanted)
            self.cables.follow(wanted)
            self.cut.follow(wanted)
            self.comments.follow(wanted)
            self.far.set_bounds(wanted)
            self.near.set_bounds(wanted)
            self.later.set_bounds(wanted)


def _rect(box: Box) -> QRectF:
    left, top, right, bottom = box
    return QRectF(left, top, right - left, bottom - top)


def _fabrics(report: Report | None) -> tuple[FabricReport, ...] | None:
    return report.fabrics if report is not None else None


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
