"""Trays under the mouse: drawn corner by corner, moved, and a corner of one put elsewhere."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from designer.document.drop_plans import DropPlan
from designer.document.edits.trays import Corner
from designer.document.thing_plans import things_by
from designer.document.tray_plans import corner_to, drawn_to, tray_through, trays_by
from designer.model.network_keys import tray_of
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.mode_hint import ModeHint
from designer.ui.views.floor.gestures import Modifiers, PlantGesture, on_floor
from designer.ui.views.floor.surface import GestureSurface

REACH_PX: Final = 9.0
"""How near to a line a corner is drawn to it."""
HOW = "Click its corners · Enter ends · Backspace takes one back · Alt is free · Esc discards"
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class MoveTrays(PlantGesture):
    """The tray that is pressed follows the pointer, with all trays that are chosen."""

    def __init__(
        self, view: GestureSurface, key: str, at: QPoint, meant: tuple[str, ...] = ()
    ) -> None:
        super().__init__(view, key, at, meant)
        self._start: QPointF = view.mapToScene(at)
        chosen = tuple(one for one in view.workspace.selection if tray_of(one))
        self._keys = chosen if key in chosen else (key,)
        self._every = on_floor(view.workspace) if key in chosen else self._keys

    def _planned(self, at: QPointF, tile: int) -> DropPlan:
        moved = at - self._start
        by = round(moved.x() / tile) * tile, round(moved.y() / tile) * tile
        if len(self._every) > len(self._keys):
            space = self.view.workspace
            return things_by(space.layout(), space.catalog, self._every, *by)
        return trays_by(self.view.workspace.layout(), self._keys, *by)


class DragCorner(PlantGesture):
    """A corner of a tray follows the pointer, drawn to rows, aisles and other trays."""

    def __init__(self, view: GestureSurface, key: str, corner: int, at: QPoint) -> None:
        super().__init__(view, key, at)
        self._corner = corner

    def _planned(self, at: QPointF, tile: int) -> DropPlan:
        space = self.view.workspace
        to = drawn_to(
            space.layout(), space.catalog, (at.x(), at.y()), None, reach_mm(self.view),
            free=tile == 1, but=tray_of(self._key),
        )  # fmt: skip
        return corner_to(space.layout(), self._key, self._corner, to)


class DrawTray:
    """A tray that is being drawn: a click, or the space bar, for each of its corners.

    Parameters
    ----------
    view
        The view it is drawn in.
    """

    def __init__(self, view: GestureSurface) -> None:
        self.view = view
        self.corners: tuple[Corner, ...] = ()
        self._aim: Corner | None = None
        self.plan: DropPlan | None = None
        view.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self._hint = ModeHint(view.workspace)
        self._hint.say(HOW)

    @property
    def has_begun(self) -> bool:
        """Whether its first corner is put."""
        return bool(self.corners)

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Show the tray as far as the pointer."""
        point, space = self.view.mapToScene(at), self.view.workspace
        free = bool(modifiers & Modifiers.AltModifier)
        last = self.corners[-1] if self.corners else None
        self._aim = drawn_to(
            space.layout(), space.catalog, (point.x(), point.y()), last, reach_mm(self.view),
            free=free,
        )  # fmt: skip
        self._show(at)

    def press(self, at: QPoint, modifiers: Modifiers) -> None:
        """Put a corner here."""
        self.move(at, modifiers)
        self._put()

    def _put(self) -> None:
        if self._aim is not None and self._aim not in self.corners[-1:]:
            self.corners = (*self.corners, self._aim)

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key means something here that is a shortcut elsewhere."""
        return False

    def key(self, event: QKeyEvent) -> bool | None:
        """Handle a key; None for one that means nothing here, False where the tray is done."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return not self.finish()
        if key == Qt.Key.Key_Escape:
            self.cancel()
            return False
        if key == Qt.Key.Key_Backspace:
            self.corners = self.corners[:-1]
        elif key == Qt.Key.Key_Space:
            self._put()
        elif key in _ARROWS:
            self._step(*_ARROWS[key], event.modifiers())
        else:
            return None
        self._show(None)
        return True

    def finish(self) -> bool:
        """Draw the tray in one step, or say why not; return whether it is drawn."""
        space = self.view.workspace
        if len(self.corners) < 2:
            self._hint.say("A tray needs two corners: click where it ends", "warning")
            return False
        plan = tray_through(space.layout(), self.corners)
        if plan.edit is not None:
            self.cancel()
        apply_plan(space, plan)
        return plan.edit is not None

    def cancel(self) -> None:
        """Draw nothing."""
        self._hint.end()
        self.view.hide_plan()
        self.view.viewport().unsetCursor()

    def _step(self, dx: int, dy: int, modifiers: Modifiers) -> None:
        """Aim a tile further; with Alt 10 mm."""
        space = self.view.workspace
        free = bool(modifiers & Modifiers.AltModifier)
        by = 10 if free else max(space.document.design.room.tile_mm, 1)
        middle = self.view.mapToScene(self.view.viewport().rect().center())
        x, y = self._aim or drawn_to(
            space.layout(), space.catalog, (middle.x(), middle.y()), None, 0, free=False
        )
        self._aim = x + dx * by, y + dy * by

    def _show(self, at: QPoint | None) -> None:
        """Show what is drawn so far, beside the pointer or the point that is aimed at."""
        if self._aim is None:
            return
        corners = self.corners
        if self._aim not in corners[-1:]:
            corners = (*corners, self._aim)
        if len(corners) < 2:
            self.view.hide_plan()
            self.plan = None
            return
        self.plan = tray_through(self.view.workspace.layout(), corners)
        beside = at or self.view.mapFromScene(QPointF(*self._aim))
        self.view.show_plan(self.plan, beside, keeps_pins=True)


def reach_mm(view: GestureSurface) -> float:
    """Return how near to a line a corner is drawn to it, mm."""
    step = view.mapToScene(QPoint(100, 0)) - view.mapToScene(QPoint(0, 0))
    return REACH_PX * step.x() / 100
