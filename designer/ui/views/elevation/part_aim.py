"""A device that is placed in a rack by keys: arrows choose rack and unit, Space the face.

Shift and an arrow choose the half of the width for a part that takes half of it.
"""

from typing import Final, Protocol

from PySide6.QtCore import Qt

from designer.document.drop_plans import DropPlan, part_into_rack
from designer.document.placement import default_face, first_fit
from designer.model.design import Face, Side
from designer.ui.state.part_aim import Aiming, PartAim
from designer.ui.state.rack_walk import rack_after

_HALVES: Final = 2
_LOWEST: Final = 2
"""The lower edge of unit 1, in half units."""
_STEPS: Final = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
_RACKS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class AimedRack(Aiming, Protocol):
    """A drawing of a rack in which a place is shown."""

    @property
    def rack_id(self) -> str:
        """The rack that is drawn."""

    @property
    def units(self) -> int:
        """How many units the rack has; 0 of none."""

    def show_aimed(self, plan: DropPlan) -> None:
        """Show a plan beside its ghost."""


class RackAim(PartAim):
    """The part over the rack on show.

    Parameters
    ----------
    view
        The drawing.
    """

    def __init__(self, view: AimedRack) -> None:
        super().__init__(view)
        self._view = view
        self._half_u = _LOWEST
        self._face: Face | None = None
        self._side: Side | None = None

    def _start(self) -> bool:
        space = self._view.workspace
        part = space.catalog.get(self.part_id)
        racks = space.target_rack_ids()
        rack_id = rack_after(space, racks[-1] if racks else self._view.rack_id, 0)
        if part is None or not rack_id:
            space.message.emit("There is no rack that it could go into", "warning")
            return False
        space.elevation_requested.emit(rack_id)
        self._face, self._side = default_face(part), None
        fits = first_fit(space.layout(), space.catalog, part.id, rack_id, self._face)
        self._half_u = _LOWEST if fits is None else fits
        self._go(rack_id)
        return True

    def _turn(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        if key in _STEPS:
            free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
            top = _LOWEST + _HALVES * self._view.units - self._high()
            to = self._half_u + _STEPS[key] * (1 if free else _HALVES)
            self._half_u = min(max(to, _LOWEST), max(top, _LOWEST))
        elif key in _RACKS and modifiers & Qt.KeyboardModifier.ShiftModifier and self._halves():
            seen_left = (key == Qt.Key.Key_Left) != (self._face == "rear")
            self._side = "left" if seen_left else "right"
        elif key in _RACKS:
            self._go(rack_after(self._view.workspace, self._view.rack_id, _RACKS[key]))
            return True
        elif key == Qt.Key.Key_Space:
            self._face = "front" if self._face == "rear" else "rear"
        else:
            return False
        self._go(self._view.rack_id)
        return True

    def _halves(self) -> bool:
        part = self._view.workspace.catalog.get(self.part_id)
        return part is not None and part.half_width

    def _high(self) -> int:
        part = self._view.workspace.catalog.get(self.part_id)
        if part is None:
            return 0
        return part.height_half_u

    def _go(self, rack_id: str) -> None:
        """Aim at the place in a rack, which is shown."""
        space = self._view.workspace
        if space.selection != (rack_id,):
            space.select((rack_id,))
        high = self._high()
        plan = part_into_rack(
            space.layout(), space.catalog, self.part_id, rack_id,
            self._half_u if high else None, self._face if high else None, self._side,
        )  # fmt: skip
        self._view.show_aimed(plan)
        self.tell(self._view.preview.plan)
