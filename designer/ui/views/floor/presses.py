"""Which gesture a press on the floor begins, by what lies under it and which keys are held."""

from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTransform

from designer.catalog.plant_places import node_of
from designer.ui.views.floor.element_gestures import press_element
from designer.ui.views.floor.gestures import (
    Band,
    DragRunEnd,
    Gesture,
    Modifiers,
    MovePlant,
    MoveRacks,
    MoveRow,
    PanOrClick,
)
from designer.ui.views.floor.row_gestures import DragGrip
from designer.ui.views.floor.row_grips import RowGrips
from designer.ui.views.floor.surface import GestureSurface
from designer.ui.views.floor.tray_gestures import DragCorner, MoveTrays


class PressSurface(GestureSurface, Protocol):
    """A drawing that says what lies at a point of it."""

    @property
    def grips(self) -> RowGrips:
        """The grips of the row that is selected."""

    def viewportTransform(self) -> QTransform:  # noqa: N802 - Qt's name
        """Return how the floor is mapped to the viewport."""

    def reach_mm(self) -> float:
        """Return how near to the end of a run, or the corner of an element, takes it, mm."""

    def plant_key_at(self, at: QPoint) -> str:
        """Return what of the room's power a press there takes; empty if there is none."""

    def tray_key_at(self, at: QPoint) -> str:
        """Return the cable tray that a press there takes; empty if there is none."""

    def row_id_at(self, at: QPoint) -> str:
        """Return the row whose name stands there; empty if there is none."""


class Presses:
    """Selects what is pressed, and begins what drags it."""

    def __init__(self, view: PressSurface) -> None:
        self._view = view

    def gesture_at(
        self, at: QPoint, button: Qt.MouseButton, modifiers: Modifiers
    ) -> Gesture | None:
        """Return the gesture that a press begins; None where the press said all there is to say."""
        view = self._view
        adds = bool(modifiers & (Modifiers.ShiftModifier | Modifiers.ControlModifier))
        grip = None if adds else view.grips.grip_at(QPointF(at), view.viewportTransform())
        if grip is not None and view.grips.shown is not None:
            return DragGrip(view, view.grips, grip, view.grips.shown, at)
        point = view.mapToScene(at)
        rack_id = view.floor.pick_at(point)
        if rack_id is not None:
            return self._on_rack(rack_id, at, modifiers, adds=adds)
        if plant := view.plant_key_at(at):
            return self._on_plant(plant, at, modifiers, adds=adds)
        if tray := view.tray_key_at(at):
            return self._on_tray(tray, at, modifiers, adds=adds)
        if not adds and (row_id := view.row_id_at(at)):
            return MoveRow(view, row_id, at)
        near = view.reach_mm()
        if element := view.floor.elements.key_at(point, near / 3):
            alone = bool(modifiers & Modifiers.AltModifier)
            return press_element(view, element, at, near, adds=adds, alone=alone)
        pans = view.workspace.navigation.pans(button, modifiers, ground=True)
        return PanOrClick(view, at) if pans else Band(view, at, add=adds)

    def _on_rack(
        self, rack_id: str, at: QPoint, modifiers: Modifiers, *, adds: bool
    ) -> Gesture | None:
        space = self._view.workspace
        # A cooling unit is lost besides what is lost, where something is.
        if modifiers & Modifiers.ShiftModifier and space.what_if.lose_unit_besides(
            space.rack_report(rack_id)
        ):
            return None
        if adds:
            space.select(space.with_or_without(rack_id))
            return None
        meant = self._choose(rack_id, modifiers)
        return MoveRacks(self._view, rack_id, at, meant)

    def _on_plant(
        self, key: str, at: QPoint, modifiers: Modifiers, *, adds: bool
    ) -> Gesture | None:
        """Choose what of the room's power is pressed, and let it follow the pointer."""
        view, space = self._view, self._view.workspace
        besides = bool(modifiers & Modifiers.ShiftModifier)
        if besides and (node := node_of(key)) and space.what_if.lose_besides(node):
            return None
        was_chosen = key in space.selection
        if adds:
            space.select(space.with_or_without(key))
            return None
        meant = self._choose(key, modifiers)
        # A run that is chosen shows its ends as grips.
        end = view.floor.plant.end_at(key, view.mapToScene(at), view.reach_mm())
        if end is not None and was_chosen:
            return DragRunEnd(view, key, end, at)
        return MovePlant(view, key, at, meant)

    def _on_tray(self, key: str, at: QPoint, modifiers: Modifiers, *, adds: bool) -> Gesture | None:
        """Choose a tray, and let it or a corner of it follow the pointer."""
        view, space = self._view, self._view.workspace
        was_chosen = key in space.selection
        if adds:
            space.select(space.with_or_without(key))
            return None
        meant = self._choose(key, modifiers)
        corner = view.floor.trays.corner_at(key, view.mapToScene(at), view.reach_mm())
        if corner is not None and was_chosen:
            return DragCorner(view, key, corner, at)
        return MoveTrays(view, key, at, meant)

    def _choose(self, key: str, modifiers: Modifiers) -> tuple[str, ...]:
        """Select what is pressed, with its group; return what a click without a drag chooses."""
        space = self._view.workspace
        meant = space.click_on(key, alone=bool(modifiers & Modifiers.AltModifier))
        if key not in space.selection:
            space.select(meant)
        return meant
