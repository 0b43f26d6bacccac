"""The elevation by keyboard: move by U, jump to free space, choose, remove."""

from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from designer.document.drop_plans import DraggedDevices, devices_into_rack
from designer.model.layout import Placed
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.removing import remove_keys
from designer.ui.state.workspace import Workspace

_MOST_HALF_U: Final = 200
"""Farther than any rack is high: where a search for free space ends."""


class RackSurface(Protocol):
    """What the keys need of the drawing of a rack."""

    @property
    def workspace(self) -> Workspace:
        """What every view shares."""

    @property
    def rack_id(self) -> str:
        """The rack that is drawn."""

    def devices(self) -> tuple[Placed, ...]:
        """Return the devices of that rack, lowest first."""


class ElevationKeys:
    """Turns keys into edits of the selected devices.

    Parameters
    ----------
    view
        The view that has the keyboard.
    """

    def __init__(self, view: RackSurface) -> None:
        self._view = view

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether it meant something here."""
        key, modifiers = event.key(), event.modifiers()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if key == Qt.Key.Key_Up else -1
            if modifiers & Qt.KeyboardModifier.ShiftModifier or not self._chosen():
                self._choose(step)
            elif modifiers & Qt.KeyboardModifier.ControlModifier:
                self._jump(2 * step)
            else:
                free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
                self._move_by(step if free else 2 * step)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._view.workspace.focus_requested.emit(self._view.workspace.selection)
        elif key == Qt.Key.Key_Escape:
            if self._view.workspace.what_if.restore():
                return True
            self._view.workspace.select((self._view.rack_id,))
        else:
            return False
        return True

    def _chosen(self) -> tuple[Placed, ...]:
        chosen = set(self._view.workspace.selection)
        return tuple(placed for placed in self._view.devices() if placed.key in chosen)

    def _move_by(self, step: int) -> None:
        """Move the chosen devices by half units, or say why they cannot."""
        chosen = self._chosen()
        space, at = self._view.workspace, chosen[0].half_u + step
        dragged = DraggedDevices(tuple(placed.key for placed in chosen))
        plan = devices_into_rack(space.layout(), space.catalog, dragged, self._view.rack_id, at)
        apply_plan(space, plan)

    def _jump(self, step: int) -> None:
        """Move the chosen devices to the next place where all fit, leaping over what is there."""
        chosen, space = self._chosen(), self._view.workspace
        dragged = DraggedDevices(tuple(placed.key for placed in chosen))
        for distance in range(1, _MOST_HALF_U // abs(step)):
            at = chosen[0].half_u + distance * step
            plan = devices_into_rack(space.layout(), space.catalog, dragged, self._view.rack_id, at)
            if plan.edit is not None:
                apply_plan(space, plan)
                return
            if "outside" in plan.verdict.reason:
                break
        space.message.emit("No free space in that direction", "warning")

    def _choose(self, step: int) -> None:
        """Choose the next device up or down."""
        devices = self._view.devices()
        if not devices:
            self._view.workspace.message.emit("This rack is empty", "info")
            return
        chosen = self._chosen()
        if chosen:
            edge = chosen[-1] if step > 0 else chosen[0]
            number = min(max(devices.index(edge) + step, 0), len(devices) - 1)
        else:
            number = 0 if step > 0 else len(devices) - 1
        self._view.workspace.select((devices[number].key,))

    def _remove(self) -> None:
        chosen, space = self._chosen(), self._view.workspace
        if not chosen:
            space.message.emit("No device of this rack is selected", "info")
            return
        remove_keys(space, tuple(placed.key for placed in chosen))
