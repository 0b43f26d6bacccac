"""The floor by keyboard: move, choose, remove, turn, look."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent

from designer.document.edits import move_plant, move_racks, move_things
from designer.document.edits.trays import move_trays
from designer.document.element_plans import element_with
from designer.document.floor_words import floor_words
from designer.document.placement import Box
from designer.model import step_words
from designer.model.network_keys import element_key, element_of, tray_of
from designer.model.plural import plural
from designer.ui.state.removing import remove_keys
from designer.ui.state.turning import turn
from designer.ui.views.floor.gestures import on_floor
from designer.ui.views.floor.surface import KeySurface

_STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
FINE_MM: Final = 10
"""Step of an arrow with Alt, where Alt frees from the tiles."""


class FloorKeys:
    """Turns keys into edits of the selection and into looks.

    Parameters
    ----------
    view
        The view that has the keyboard.
    """

    def __init__(self, view: KeySurface) -> None:
        self._view = view

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether it meant something here."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if key in _STEPS:
            if not modifiers and self._steps_overlay(_STEPS[key][0]):
                return True
            if control:
                self._choose(*_STEPS[key])
            else:
                free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
                self._nudge(*_STEPS[key], free=free)
            return True
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self._view.zoom_by(1 / 1.25 if key == Qt.Key.Key_Minus else 1.25)
            return True
        return not control and self._plain(key, modifiers)

    def moves(self, event: QKeyEvent) -> bool:
        """Return whether a key is an arrow with Alt that moves what is selected."""
        space = self._view.workspace
        trays = any(tray_of(key) or element_of(key) for key in space.selection)
        if event.key() not in _STEPS or event.modifiers() != Qt.KeyboardModifier.AltModifier:
            return False
        return bool(self._racks() or space.selected_plant() or trays)

    def _plain(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        view, space = self._view, self._view.workspace
        if key == Qt.Key.Key_Home or (
            key == Qt.Key.Key_F and modifiers & Qt.KeyboardModifier.ShiftModifier
        ):
            view.hurry()
            view.fit_all()
        elif key == Qt.Key.Key_F:
            view.zoom_to(space.selected_rack_ids())
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._remove()
        elif key == Qt.Key.Key_R:
            turn(space)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        elif key == Qt.Key.Key_Escape:
            if not (space.overlay.picks.clear() or space.what_if.restore() or view.ends_besides()):
                space.select(())
        else:
            return False
        return True

    def _steps_overlay(self, by: int) -> bool:
        """Shade by the next overlay, where one is shown and no selection wants the arrows."""
        space = self._view.workspace
        if not by or space.selection or space.overlay.shown is None:
            return False
        space.overlay.step(by)
        return True

    def _racks(self) -> tuple[str, ...]:
        layout = self._view.workspace.layout()
        return tuple(key for key in self._view.workspace.selection if key in layout.racks)

    def _nudge(self, dx: int, dy: int, *, free: bool) -> None:
        """Move the selected racks by a tile; steps in a row become one in the history."""
        ids, space = self._racks(), self._view.workspace
        plant = space.selected_plant()
        trays = tuple(tray for key in space.selection if (tray := tray_of(key)))
        elements = any(map(element_of, space.selection))
        if not (ids or plant or trays or elements):
            self._choose(dx, dy)
            return
        step = FINE_MM if free else space.document.design.room.tile_mm
        if elements or bool(ids) + bool(plant) + bool(trays) > 1:
            every = on_floor(space)
            move = move_things(space.catalog, every, dx * step, dy * step, space.layout())
            one = element_with(space.document.design, every[0]) if len(every) == 1 else None
            label = f"Move {one.called if one else plural(len(every), 'thing')}"
            space.apply(label, move, merge=f"nudge {','.join(every)}")
            return
        if trays and not ids:
            move = move_trays(trays, dx * step, dy * step)
            space.apply(step_words.MOVE_TRAYS, move, merge=f"nudge {','.join(trays)}")
            return
        if not ids:
            move = move_plant(space.catalog, plant, dx * step, dy * step)
            space.apply("Move", move, merge=f"nudge {','.join(plant)}")
            return
        racks = space.layout().racks
        what = floor_words(space.catalog, [racks[key] for key in ids])
        edit = move_racks(space.catalog, ids, dx * step, dy * step)
        space.apply(f"Move {what}", edit, merge=f"nudge {','.join(ids)}")

    def _choose(self, dx: int, dy: int) -> None:
        """Select the next rack or part of the room in a direction; the first if none is."""
        view = self._view
        boxes = {key: item.sceneBoundingRect().center() for key, item in view.floor.racks.items()}
        room = view.floor.elements.shown()
        boxes |= {element_key(one.id): _rect(one.box).center() for one in room}
        if not boxes:
            return
        last = view.workspace.selection[-1:]
        selected = last if last and element_of(last[0]) else view.workspace.selected_rack_ids()
        if not selected or selected[-1] not in boxes:
            chosen = min(boxes, key=lambda key: (boxes[key].y(), boxes[key].x()))
        else:
            here = boxes.pop(selected[-1])
            ahead = {
                key: away
                for key, point in boxes.items()
                if (away := _away(point - here, dx, dy)) is not None
            }
            if not ahead:
                return
            chosen = min(ahead, key=lambda key: ahead[key])
        view.workspace.select((chosen,))
        self._keep_in_view(chosen)

    def _keep_in_view(self, rack_id: str) -> None:
        one = element_with(self._view.workspace.document.design, rack_id)
        box = _rect(one.box) if one else self._view.floor.bounds_of((rack_id,))
        if not self._view.visible_rect().contains(box):
            self._view.centre_on(box.center())

    def _remove(self) -> None:
        space = self._view.workspace
        keys = space.selection
        if not keys:
            space.message.emit("Nothing is selected", "info")
            return
        remove_keys(space, keys)

    def _open(self) -> None:
        selected = self._view.workspace.selected_rack_ids()
        if selected:
            self._view.workspace.elevation_requested.emit(selected[-1])


def _rect(box: Box) -> QRectF:
    left, top, right, bottom = box
    return QRectF(left, top, right - left, bottom - top)


def _away(step: QPointF, dx: int, dy: int) -> float | None:
    """Return how far a point is in a direction, side steps counting double; None if behind."""
    along = step.x() * dx + step.y() * dy
    across = abs(step.x() * dy) + abs(step.y() * dx)
    return along + 2 * across if along > 1 and along >= across / 4 else None
