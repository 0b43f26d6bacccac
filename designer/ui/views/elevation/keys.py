"""The elevation by keyboard: move by U, jump to free space, choose, remove."""

from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from designer.document.drop_plans import DraggedDevices, devices_into_rack
from designer.model.layout import Placed
from designer.model.network_keys import cable_of
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.rack_walk import rack_after
from designer.ui.state.removing import remove_keys
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.cabling import Cabling
from designer.wiring.hand_cables import Socket

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

    @property
    def cabling(self) -> Cabling:
        """Its sockets, and the cables at them."""

    def devices(self) -> tuple[Placed, ...]:
        """Return the devices of that rack, lowest first."""

    def hold_at(self, ends: Socket) -> None:
        """Show what laying the cable in the hand would do at a port."""


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
        if self._press_cable(key, modifiers):
            return True
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if key == Qt.Key.Key_Up else -1
            if modifiers & Qt.KeyboardModifier.ShiftModifier or not self._chosen():
                self._choose(step)
            elif modifiers & Qt.KeyboardModifier.ControlModifier:
                self._jump(2 * step)
            else:
                free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
                self._move_by(step if free else 2 * step)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._halves():
            self._to_half(key)
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

    def _press_cable(self, key: int, modifiers: Qt.KeyboardModifier) -> bool:
        """Take, aim, lay or let go of a cable; return whether the key meant that."""
        held = self._view.workspace.cable
        if key == Qt.Key.Key_C and not modifiers:
            if held.begins is None:
                self._take_cable()
            else:
                self._lay_cable()
        elif held.begins is None:
            return False
        elif key == Qt.Key.Key_Escape:
            held.let_go()
            self._view.workspace.message.emit("The cable is let go", "info")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._lay_cable()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._aim(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._choose(1 if key == Qt.Key.Key_Up else -1)
            self._aim(0)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self._carry_on(-1 if key == Qt.Key.Key_PageUp else 1)
        else:
            return False
        return True

    def _take_cable(self) -> None:
        """Take a cable at the first port of the chosen device that may have one."""
        chosen, space = self._chosen(), self._view.workspace
        if len(chosen) != 1:
            space.message.emit("Select one device of this rack to take a cable at a port", "info")
            return
        usable = self._view.cabling.usable(chosen[0].key)
        if not usable:
            space.message.emit(f"{chosen[0].name} shows no port that a cable may take", "warning")
            return
        space.cable.take(usable[0], keeps=True)
        self._view.hold_at(usable[0])
        space.cable.hint.say(
            "Left and right choose the port, up and down the device, page up and down the rack, "
            "C lays the cable, Esc lets it go"
        )

    def _aim(self, step: int) -> None:
        """Aim at another port of the chosen device; at the device it begins at, begin there."""
        chosen, space, cabling = self._chosen(), self._view.workspace, self._view.cabling
        usable = cabling.usable(chosen[0].key) if len(chosen) == 1 else ()
        if not usable:
            cabling.aimed = None
            for one in chosen:
                told = f"{one.name} shows no port that a cable may take"
                space.message.emit(told, "warning")
            return
        begins = space.cable.begins
        mine = begins is not None and begins.device == chosen[0].key
        now = begins if mine else cabling.aimed
        at = usable.index(now) + step if now in usable else 0
        ends = usable[at % len(usable)]
        if mine:
            space.cable.take(ends, keeps=True)
        self._view.hold_at(ends)

    def _carry_on(self, step: int) -> None:
        """Go to the rack before or after this one with the cable, and aim at a device there."""
        space = self._view.workspace
        rack_id = rack_after(space, self._view.rack_id, step)
        if rack_id == self._view.rack_id:
            space.message.emit("There is no rack farther on", "info")
            return
        space.select((rack_id,))
        if self._view.devices():
            self._choose(1)
            self._aim(0)

    def _lay_cable(self) -> None:
        begins, aimed = self._view.workspace.cable.begins, self._view.cabling.aimed
        if begins is None or aimed is None:
            self._view.workspace.cable.hint.say("Choose the device and the port to end at")
            return
        self._view.cabling.lay(self._view.cabling.plan_to(begins, aimed))

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

    def _halves(self) -> bool:
        """Return whether the first of the chosen devices takes half of the width."""
        chosen = self._chosen()
        part = self._view.workspace.catalog.get(chosen[0].part) if chosen else None
        return part is not None and part.half_width

    def _to_half(self, key: int) -> None:
        """Move the chosen devices to the half at the left or right of their face."""
        chosen, space = self._chosen(), self._view.workspace
        seen_left = (key == Qt.Key.Key_Left) != (chosen[0].face == "rear")
        dragged = DraggedDevices(tuple(placed.key for placed in chosen))
        plan = devices_into_rack(
            space.layout(), space.catalog, dragged, self._view.rack_id, chosen[0].half_u,
            "left" if seen_left else "right",
        )  # fmt: skip
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
        if cables := [key for key in space.selection if cable_of(key)]:
            remove_keys(space, cables)
            return
        if not chosen:
            space.message.emit("No device of this rack is selected", "info")
            return
        remove_keys(space, tuple(placed.key for placed in chosen))
