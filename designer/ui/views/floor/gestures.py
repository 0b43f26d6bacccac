"""Gestures on the floor: one class for each, from press to release or Esc.

A gesture shows what it would do while it moves. `finish` ends in exactly one command (or none),
`cancel` in none. A new gesture subclasses `Gesture` and is chosen in `FloorView.mousePressEvent`.
"""

from abc import ABC, abstractmethod
from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QRubberBand

from designer.catalog.plant_places import loop_of, node_of
from designer.document.drop_plans import DropPlan, racks_by
from designer.document.edits import move_row
from designer.document.edits.groups import with_groups
from designer.document.placement import beside_rack, rack_box
from designer.document.plant_plans import plant_by, run_end_by
from designer.document.thing_plans import things_by
from designer.model.network_keys import element_of, tray_of
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.mode_hint import ModeHint
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.surface import GestureSurface
from designer.ui.views.floor.typed import TypedNumber

Modifiers = Qt.KeyboardModifier


class Gesture(ABC):
    """One press-to-release.

    Parameters
    ----------
    view
        The view it happens in.
    """

    def __init__(self, view: GestureSurface) -> None:
        self.view = view

    @abstractmethod
    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Follow the pointer to a point of the viewport."""

    @abstractmethod
    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Let go here."""

    @abstractmethod
    def cancel(self) -> None:
        """Undo what the gesture shows; nothing else happens."""

    def key(self, event: QKeyEvent) -> bool:
        """Take a key that is pressed meanwhile; return whether it means anything here."""
        return False

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key means something here that is a shortcut elsewhere."""
        return False

    def turn(self, modifiers: Modifiers) -> bool:
        """Follow Shift or Alt while the hand holds still; return whether it means anything here."""
        return False


class Pan(Gesture):
    """The floor follows the pointer."""

    def __init__(self, view: GestureSurface, at: QPoint) -> None:
        super().__init__(view)
        self._last = at
        view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Scroll by the distance moved."""
        self.view.scroll_by(self._last.x() - at.x(), self._last.y() - at.y())
        self._last = at

    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Stay here."""
        self.cancel()

    def cancel(self) -> None:
        """Stay here: a pan changes nothing."""
        self.view.viewport().unsetCursor()


class PanOrClick(Pan):
    """The floor follows the pointer; a click that does not move selects and filters nothing."""

    def __init__(self, view: GestureSurface, at: QPoint) -> None:
        super().__init__(view, at)
        self._from = at
        self._moved = False

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Scroll once the pointer has gone as far as a drag goes."""
        far = (at - self._from).manhattanLength() >= QApplication.startDragDistance()
        self._moved = self._moved or far
        if self._moved:
            super().move(at, modifiers)

    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Stay here, or take the click."""
        super().finish(at, modifiers)
        if not self._moved:
            self.view.workspace.overlay.picks.clear()
            self.view.workspace.select(())


class Band(Gesture):
    """A rubber band: to the right it takes what it encloses, to the left what it touches."""

    def __init__(self, view: GestureSurface, at: QPoint, *, add: bool) -> None:
        super().__init__(view)
        self._from = at
        self._adds = add
        self._kept = view.workspace.selection if add else ()
        self._encloses: bool | None = None
        self._hint = ModeHint(view.workspace)
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, view.viewport())

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Stretch the band and say how it chooses."""
        self._band.setGeometry(QRect(self._from, at).normalized())
        self._band.show()
        encloses = at.x() >= self._from.x()
        if encloses is not self._encloses:
            self._encloses = encloses
            how = "encloses" if encloses else "touches"
            self._hint.say(f"Selects every rack that the band {how}")

    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Select what the band chose; a click on nothing selects nothing and filters nothing."""
        self.cancel()
        far = (at - self._from).manhattanLength() >= QApplication.startDragDistance()
        if not far:
            if not self._adds:
                self.view.workspace.overlay.picks.clear()
            self.view.workspace.select(self._kept)
            return
        box = QRectF(self.view.mapToScene(self._from), self.view.mapToScene(at)).normalized()
        found = self.view.floor.racks_in(box, enclosed=at.x() >= self._from.x())
        space = self.view.workspace
        space.select((*self._kept, *with_groups(space.layout(), found)))

    def cancel(self) -> None:
        """Take the band away."""
        self._hint.end()
        self._band.hide()
        self._band.deleteLater()


class MoveRacks(Gesture):
    """The selected racks follow the pointer, by whole tiles; a rack alone closes up to neighbours.

    Alt moves freely. A press that does not move chooses the rack under it.
    """

    def __init__(
        self, view: GestureSurface, rack_id: str, at: QPoint, meant: tuple[str, ...] = ()
    ) -> None:
        super().__init__(view)
        self._rack_id = rack_id
        self._from = at
        self._start: QPointF = view.mapToScene(at)
        # On the screen: the drawing may be laid out anew under a hand that holds still.
        self._hand_from = self._hand = view.viewport().mapToGlobal(at)
        layout = view.workspace.layout()
        chosen = [key for key in view.workspace.selection if key in layout.racks]
        self._ids = tuple(chosen) if rack_id in chosen else (rack_id,)
        self._besides = besides_racks(view.workspace) if rack_id in chosen else ()
        self._pressed: tuple[str, ...] = meant or (rack_id,)
        self._plan: DropPlan | None = None
        self._typed = TypedNumber()
        self._last: tuple[QPoint, Modifiers] = (at, Modifiers.NoModifier)

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Show where the racks would stand: with Shift along one axis, typed so far exactly."""
        if self._plan is None and not self._is_far(at):
            return
        self._last, self._hand = (at, modifiers), self.view.viewport().mapToGlobal(at)
        self._show(at, modifiers)

    def _show(self, at: QPoint, modifiers: Modifiers) -> None:
        free = bool(modifiers & Modifiers.AltModifier)
        shift = bool(modifiers & Modifiers.ShiftModifier)
        by = self._distance(at, free=free)
        if (exact := self._typed.millimetres) is not None:
            by = _typed_on(self._hand - self._hand_from, exact)
        plan = self._planned(*by)
        if shift and exact is None:
            # Where neither may be, the nearest free place is that of the hand, as it was offered.
            along = self._planned(*_along_one_axis(self.view.mapToScene(at) - self._start, by))
            plan = along if along.verdict.ok or plan.verdict.ok else plan
        self._plan = plan
        self.view.show_plan(plan, at, keeps_pins=free, elsewhere=shift)

    def key(self, event: QKeyEvent) -> bool:
        """Take a digit of the exact distance; return whether the key means anything here."""
        if self._plan is None or not self._typed.key(event):
            return False
        self._show(*self._last)
        return True

    def turn(self, modifiers: Modifiers) -> bool:
        """Show what letting go does now."""
        if self._plan is None or not _turned(self._last[1], modifiers):
            return False
        self._last = self._last[0], modifiers
        self._show(*self._last)
        return True

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key means something here that is a shortcut elsewhere."""
        return self._plan is not None and self._typed.takes(event)

    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Move the racks in one step, or select the one that was pressed."""
        self.turn(modifiers)
        moved, self._plan = self._plan is not None, None
        builds = bool(modifiers & Modifiers.ShiftModifier)
        plan = self.view.dropped()
        self.view.hide_plan()
        if not moved or plan is None:
            self.view.workspace.select(self._pressed)
        else:
            apply_plan(self.view.workspace, plan, builds=builds)

    def cancel(self) -> None:
        """Leave the racks where they are."""
        self._plan = None
        self.view.hide_plan()

    def _planned(self, dx_mm: int, dy_mm: int) -> DropPlan:
        space = self.view.workspace
        if self._besides:
            keys = (*self._ids, *self._besides)
            return things_by(space.layout(), space.catalog, keys, dx_mm, dy_mm)
        return racks_by(space.layout(), space.catalog, self._ids, dx_mm, dy_mm)

    def _is_far(self, at: QPoint) -> bool:
        far = (at - self._from).manhattanLength() >= QApplication.startDragDistance()
        return far and self.view.workspace.may_move()

    def _distance(self, at: QPoint, *, free: bool) -> tuple[int, int]:
        """Return the distance moved in mm, in whole tiles along each way that was meant.

        Racks seldom stand on the tile lines: drawing them to the lines would shift them sideways
        when they are moved straight up. A rack alone still closes up to a neighbour's side.
        """
        moved = self.view.mapToScene(at) - self._start
        if free:
            return round(moved.x()), round(moved.y())
        space = self.view.workspace
        tile = max(space.document.design.room.tile_mm, 1)
        by = (round(moved.x() / tile) * tile, round(moved.y() / tile) * tile)
        rack = space.layout().racks.get(self._rack_id)
        if rack is None or len(self._ids) > 1:
            return by
        left, top, _, _ = rack_box(space.catalog, rack)
        wanted = (space.layout(), space.catalog, rack.part, left + moved.x(), top + moved.y())
        spot = beside_rack(*wanted, rack.rotation, exclude=self._ids)
        if spot is None:
            return by
        return (spot[0] - left if by[0] else 0), (spot[1] - top if by[1] else 0)


def _turned(before: Modifiers, now: Modifiers) -> bool:
    """Return whether Shift or Alt is held now and was not, or the other way round."""
    told = Modifiers.ShiftModifier | Modifiers.AltModifier
    return before & told != now & told


def on_floor(space: Workspace) -> tuple[str, ...]:
    """Return what of the selection stands or hangs on the floor."""
    racks = space.layout().racks
    return tuple(
        key
        for key in space.selection
        if key in racks or tray_of(key) or node_of(key) or loop_of(key) or element_of(key)
    )


def besides_racks(space: Workspace) -> tuple[str, ...]:
    """Return what of the selection is on the floor and no rack: it moves with the racks."""
    racks = space.layout().racks
    return tuple(key for key in on_floor(space) if key not in racks)


def _along_one_axis(meant: QPointF, by: tuple[int, int]) -> tuple[int, int]:
    """Return a distance along the axis that the pointer went further along."""
    return (by[0], 0) if abs(meant.x()) >= abs(meant.y()) else (0, by[1])


def _typed_on(hand: QPoint, exact: int) -> tuple[int, int]:
    """Return a typed length, mm, along the axis and in the direction that the hand went."""
    across = abs(hand.x()) >= abs(hand.y())
    on = exact if (hand.x() if across else hand.y()) >= 0 else -exact
    return (on, 0) if across else (0, on)


class MoveRow(MoveRacks):
    """A row follows the pointer that drags its name; its racks keep their distances.

    A press that does not move chooses the racks of the row.
    """

    def __init__(self, view: GestureSurface, row_id: str, at: QPoint) -> None:
        racks = [rack for rack in view.workspace.layout().design.racks if rack.row == row_id]
        super().__init__(view, racks[0].id, at)
        self._row_id, self._besides = row_id, ()
        self._ids = self._pressed = tuple(rack.id for rack in racks)

    def _planned(self, dx_mm: int, dy_mm: int) -> DropPlan:
        space = self.view.workspace
        plan = super()._planned(dx_mm, dy_mm)
        if plan.edit is None:
            return plan
        rows = space.layout().design.rows
        name = next((row.name or row.id for row in rows if row.id == self._row_id), self._row_id)
        edit = move_row(space.catalog, self._row_id, dx_mm, dy_mm)
        return replace(plan, label=f"Move row {name}", edit=edit)


class PlantGesture(Gesture):
    """What stands of plant follows the pointer by whole tiles; with Alt it moves freely.

    A press that does not move selects it, with its group.
    """

    def __init__(
        self, view: GestureSurface, key: str, at: QPoint, meant: tuple[str, ...] = ()
    ) -> None:
        super().__init__(view)
        self._key, self._from, self._meant = key, at, meant or (key,)
        self._plan: DropPlan | None = None
        self._last: tuple[QPoint, Modifiers] = (at, Modifiers.NoModifier)

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Show where it would be."""
        near = (at - self._from).manhattanLength() < QApplication.startDragDistance()
        if self._plan is None and (near or not self.view.workspace.may_move()):
            return
        self._last = at, modifiers
        free = bool(modifiers & Modifiers.AltModifier)
        shift = bool(modifiers & Modifiers.ShiftModifier)
        tile = 1 if free else max(self.view.workspace.document.design.room.tile_mm, 1)
        self._plan = self._planned(self.view.mapToScene(at), tile)
        self.view.show_plan(self._plan, at, keeps_pins=True, elsewhere=shift)

    def turn(self, modifiers: Modifiers) -> bool:
        """Show what letting go does now."""
        if self._plan is None or not _turned(self._last[1], modifiers):
            return False
        self.move(self._last[0], modifiers)
        return True

    def _planned(self, at: QPointF, tile: int) -> DropPlan:
        """Return what letting go at a place would do."""
        raise NotImplementedError

    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Do it in one step, or select what was pressed."""
        self.turn(modifiers)
        moved, self._plan = self._plan is not None, None
        builds = bool(modifiers & Modifiers.ShiftModifier)
        plan = self.view.dropped()
        self.view.hide_plan()
        if not moved or plan is None:
            self.view.workspace.select(self._meant)
        else:
            apply_plan(self.view.workspace, plan, builds=builds)

    def cancel(self) -> None:
        """Leave it as it is."""
        self._plan = None
        self.view.hide_plan()


class MovePlant(PlantGesture):
    """What of the room's power or pipes is pressed follows the pointer, with all that is chosen."""

    def __init__(
        self, view: GestureSurface, key: str, at: QPoint, meant: tuple[str, ...] = ()
    ) -> None:
        super().__init__(view, key, at, meant)
        self._start: QPointF = view.mapToScene(at)
        chosen = view.workspace.selected_plant()
        self._keys = chosen if key in chosen else (key,)
        self._every = on_floor(view.workspace) if key in chosen else self._keys

    def _planned(self, at: QPointF, tile: int) -> DropPlan:
        space, moved = self.view.workspace, at - self._start
        by = round(moved.x() / tile) * tile, round(moved.y() / tile) * tile
        if len(self._every) > len(self._keys):
            return things_by(space.layout(), space.catalog, self._every, *by)
        return plant_by(space.layout(), space.catalog, self._keys, *by)


class DragRunEnd(PlantGesture):
    """An end of a busway, or of a loop's pipes, follows the pointer."""

    def __init__(self, view: GestureSurface, key: str, end: int, at: QPoint) -> None:
        super().__init__(view, key, at)
        self._end = end

    def _planned(self, at: QPointF, tile: int) -> DropPlan:
        space = self.view.workspace
        to = round(at.x() / tile) * tile, round(at.y() / tile) * tile
        return run_end_by(space.layout(), space.catalog, self._key, to, first=self._end == 0)
