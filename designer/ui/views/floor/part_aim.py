"""A rack, a unit or a part of the plant that is placed on the floor by keys."""

from typing import Final, Protocol

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from designer.document.drop_plans import DropPlan
from designer.document.free_spots import free_spot
from designer.document.placement import footprint
from designer.ui.state.part_aim import Aiming, PartAim
from designer.ui.views.floor.drops import DropPart
from designer.ui.views.floor.keys import FINE_MM
from designer.ui.views.floor.surface import GestureSurface

_STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_FAR: Final = 5
"""Tiles of a step with Ctrl."""


class AimedFloor(Aiming, GestureSurface, Protocol):
    """A drawing of the floor on which a place is shown."""

    def visible_rect(self) -> QRectF:
        """Return the part of the floor that is in view, in mm."""

    def centre_on(self, point: QPointF) -> None:
        """Bring a point of the floor to the middle."""


class FloorAim(PartAim):
    """The part over the floor.

    Parameters
    ----------
    view
        The drawing.
    """

    def __init__(self, view: AimedFloor) -> None:
        super().__init__(view)
        self._view = view
        self._at = QPointF()
        self._is_free = False

    def _start(self) -> bool:
        space, view = self._view.workspace, self._view
        part = space.catalog.get(self.part_id)
        if part is None:
            return False
        self._at, self._is_free = view.visible_rect().center(), False
        if part.stands_on_floor:
            spot = free_spot(space.layout(), space.catalog, part, space.target_rack_ids())
            if spot is not None:
                wide, deep = footprint(part, spot[2])
                self._at = QPointF(spot[0] + wide / 2, spot[1] + deep / 2)
        self._show()
        return True

    def _turn(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        if key not in _STEPS:
            return False
        across, down = _STEPS[key]
        self._is_free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        tile = max(self._view.workspace.document.design.room.tile_mm, 1)
        far = _FAR if modifiers & Qt.KeyboardModifier.ControlModifier else 1
        step = FINE_MM if self._is_free else far * tile
        self._at += QPointF(across * step, down * step)
        self._show()
        return True

    def _show(self) -> None:
        view = self._view
        if not view.visible_rect().contains(self._at):
            view.centre_on(self._at)
        rack_id = view.floor.rack_at(self._at)
        plan = DropPart(view, self.part_id).plan_at(self._at, rack_id, free=self._is_free)
        view.show_plan(plan, self._beside(plan))
        self.tell(view.preview.plan)

    def _beside(self, plan: DropPlan) -> QPoint:
        """Return where the card stands: at the corner of the ghost."""
        if not plan.boxes:
            return self._view.mapFromScene(self._at)
        _, _, right, low = plan.boxes[0]
        return self._view.mapFromScene(QPointF(right, low))
