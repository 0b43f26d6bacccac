"""Dragging the grips of a row: each release is one step, Esc none, and a typed number is exact."""

from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from designer.document.drop_plans import DropPlan
from designer.document.row_plans import row_beside, row_mirrored, row_of_count, row_of_pitch
from designer.document.row_shapes import MOST_RACKS
from designer.ui.state.apply_plan import apply_plan
from designer.ui.views.floor.gestures import Gesture, Modifiers
from designer.ui.views.floor.row_grips import GripKind, Gripped, RowGrips
from designer.ui.views.floor.surface import GestureSurface
from designer.ui.views.floor.typed import TypedNumber

PITCH_STEP_MM: Final = 50
AISLE_STEP_MM: Final = 50
"""What a drag is rounded to; with Alt to a millimetre."""


class DragGrip(Gesture):
    """One grip of a row follows the pointer."""

    def __init__(
        self, view: GestureSurface, grips: RowGrips, kind: GripKind, row: Gripped, at: QPoint
    ) -> None:
        super().__init__(view)
        self._grips, self._kind, self._row = grips, kind, row
        self._from, self._start = at, view.mapToScene(at)
        self._chosen = view.workspace.selection
        self._typed = TypedNumber()
        self._last: tuple[QPoint, Modifiers] = (at, Modifiers.NoModifier)
        self._plan: DropPlan | None = None

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Show what letting go here would do."""
        near = (at - self._from).manhattanLength() < QApplication.startDragDistance()
        if self._plan is None and near and self._typed.number is None:
            return
        if not self.view.workspace.may_move():
            return
        self._last = at, modifiers
        self._plan = self._planned(at, free=bool(modifiers & Modifiers.AltModifier))
        if self._plan is not None:
            self.view.show_plan(self._plan, at, keeps_pins=True)

    def key(self, event: QKeyEvent) -> bool:
        """Take a digit of the exact number; return whether the key means anything here."""
        if not self._typed.key(event):
            return False
        self.move(*self._last)
        return True

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key means something here that is a shortcut elsewhere."""
        return self._typed.takes(event)

    def finish(self, at: QPoint, modifiers: Modifiers) -> None:
        """Do it in one step; what is selected stays the row, with the racks that came."""
        plan, self._plan = self._plan, None
        self.cancel()
        space = self.view.workspace
        if plan is None and self._kind == "mirror" and space.may_move():
            plan = self._planned(at, free=False)  # a click says all there is to say
        if plan is None:
            return
        row = self._row.shape.racks[0].id
        apply_plan(space, plan)
        now = space.layout().racks.get(row)
        if now is not None and now.row and plan.edit is not None:
            racks = space.layout().design.racks
            space.select(rack.id for rack in racks if rack.row == now.row)

    def cancel(self) -> None:
        """Leave the row as it is."""
        self._plan = None
        self._grips.count(0)
        self.view.hide_plan()

    def _planned(self, at: QPoint, *, free: bool) -> DropPlan | None:
        space, row = self.view.workspace, self._row
        layout, catalog, shape = space.layout(), space.catalog, row.shape
        typed = self._typed.number
        if self._kind == "count":
            # A hand that goes too far stops at one rack; a number that is typed is meant.
            count = max(1, self._count_at(at)) if typed is None else typed
            count = min(count, MOST_RACKS)
            found = row_of_count(layout, catalog, self._chosen, count)
            self._grips.count(count)
            return found[0] if found else None
        moved, typed = self.view.mapToScene(at) - self._start, self._typed.millimetres
        if self._kind == "mirror":
            return row_mirrored(layout, catalog, shape)
        if self._kind == "pitch":
            on = moved.y() if shape.sideways else moved.x()
            step = 1 if free else PITCH_STEP_MM
            wanted = round((shape.step_mm + on) / step) * step if typed is None else typed
            return row_of_pitch(layout, catalog, shape, max(wanted, 1))
        aisle = next(one for one in row.aisles if one.above is (self._kind == "above"))
        by = (moved.x() if shape.sideways else moved.y()) * (1 if aisle.above else -1)
        step = 1 if free else AISLE_STEP_MM
        wide = round((aisle.clear_mm + by) / step) * step if typed is None else typed
        return row_beside(layout, catalog, shape, aisle, max(wide, 0))

    def _count_at(self, at: QPoint) -> int:
        """Return how many racks end where the pointer is."""
        moved, shape = self.view.mapToScene(at) - self._start, self._row.shape
        on = moved.y() if shape.sideways else moved.x()
        return shape.count + round(on / max(shape.step_mm, 1))
