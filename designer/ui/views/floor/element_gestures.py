"""Columns, walls and zones under the mouse: drawn corner to corner, moved, resized."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from designer.document.drop_plans import DropPlan
from designer.document.element_plans import CALLED, drawn_element, element_by, element_sized
from designer.document.measuring import snapped
from designer.document.thing_plans import things_by
from designer.model.room import ElementKind
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.mode_hint import ModeHint
from designer.ui.views.floor.gestures import Modifiers, PlantGesture, on_floor
from designer.ui.views.floor.surface import GestureSurface
from designer.ui.views.floor.tray_gestures import reach_mm


class MoveElement(PlantGesture):
    """The element that is pressed follows the pointer."""

    def __init__(
        self, view: GestureSurface, key: str, at: QPoint, meant: tuple[str, ...] = ()
    ) -> None:
        super().__init__(view, key, at, meant)
        self._start: QPointF = view.mapToScene(at)
        self._every = on_floor(view.workspace)

    def _planned(self, at: QPointF, tile: int) -> DropPlan:
        moved, space = at - self._start, self.view.workspace
        by = round(moved.x() / tile) * tile, round(moved.y() / tile) * tile
        if len(self._every) > 1 and self._key in self._every:
            return things_by(space.layout(), space.catalog, self._every, *by)
        return element_by(self.view.workspace.layout(), self._key, *by)


class ResizeElement(PlantGesture):
    """A corner of an element follows the pointer, drawn to corners and edges."""

    def __init__(self, view: GestureSurface, key: str, grip: int, at: QPoint) -> None:
        super().__init__(view, key, at)
        self._grip = grip

    def _planned(self, at: QPointF, tile: int) -> DropPlan:
        to = corner_near(self.view, at, free=tile == 1)
        return element_sized(self.view.workspace.layout(), self._key, self._grip, to)


def press_element(
    view: GestureSurface, key: str, at: QPoint, reach: float, *, adds: bool, alone: bool = False
) -> MoveElement | ResizeElement | None:
    """Choose an element, or put it in or out; return what drags it, or a corner of one chosen."""
    space = view.workspace
    if adds:
        space.select(space.with_or_without(key))
        return None
    was_chosen, meant = key in space.selection, space.click_on(key, alone=alone)
    if not was_chosen:
        space.select(meant)
    grip = view.floor.elements.grip_at(key, view.mapToScene(at), reach) if was_chosen else None
    return MoveElement(view, key, at, meant) if grip is None else ResizeElement(view, key, grip, at)


class DrawElement:
    """An element that is being drawn: a click at a corner, and one at the corner across.

    A button that is held from one corner to the other draws it as well.

    Parameters
    ----------
    view
        The view it is drawn in.
    kind
        What is drawn.
    """

    def __init__(self, view: GestureSurface, kind: ElementKind) -> None:
        self.view, self._kind = view, kind
        self._start: tuple[int, int] | None = None
        self._plan: DropPlan | None = None
        view.viewport().setCursor(Qt.CursorShape.CrossCursor)
        how = "from where it begins to where it ends" if kind == "wall" else "from corner to corner"
        words = f"{CALLED[kind]}: drag or click {how} · Alt is free · Esc discards"
        self._hint = ModeHint(view.workspace)
        self._hint.say(words)

    @property
    def has_begun(self) -> bool:
        """Whether its first corner is put."""
        return self._start is not None

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Show it as far as the pointer."""
        if self._start is None:
            return
        free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        end = corner_near(self.view, self.view.mapToScene(at), free=free)
        layout = self.view.workspace.layout()
        self._plan = drawn_element(layout, self._kind, self._start, end)
        self.view.show_plan(self._plan, at, keeps_pins=True)

    def press(self, at: QPoint, modifiers: Modifiers) -> None:
        """Begin here, or draw it as far as here in one step."""
        if self._start is None:
            free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
            self._start = corner_near(self.view, self.view.mapToScene(at), free=free)
            return
        self.move(at, modifiers)
        plan, self._plan, self._start = self._plan, None, None
        self.view.hide_plan()
        if plan is not None:
            apply_plan(self.view.workspace, plan)

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key means something here that is a shortcut elsewhere."""
        return False

    def key(self, event: QKeyEvent) -> bool | None:
        """Handle a key; None for one that means nothing here, False where the tool is done."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
            return False
        return None

    def finish(self) -> bool:
        """End nothing: a double click is two clicks."""
        return False

    def cancel(self) -> None:
        """Draw nothing."""
        self._hint.end()
        self.view.hide_plan()
        self.view.viewport().unsetCursor()


def corner_near(view: GestureSurface, at: QPointF, *, free: bool) -> tuple[int, int]:
    """Return where a corner goes that is wanted near a point, in whole mm."""
    space = view.workspace
    to = snapped(space.layout(), space.catalog, (at.x(), at.y()), reach_mm(view), free=free)
    return round(to.x_mm), round(to.y_mm)
