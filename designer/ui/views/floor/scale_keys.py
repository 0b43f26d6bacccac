"""The scale of an overlay by keyboard, and what a click on a bin does."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from designer.render.overlay_bins import Bin
from designer.ui.state.workspace import Workspace

_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ALONG: Final = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}


class ScaleKeys:
    """Turns keys into another overlay, another bin, a selection, a filter.

    Parameters
    ----------
    workspace
        Holds the overlay and the selection.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._picks = workspace.overlay.picks
        self._anchor: int | None = None

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether it meant something here."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        shift = modifiers == Qt.KeyboardModifier.ShiftModifier
        if key == Qt.Key.Key_Space:
            self._keep_one()
            return True
        if key in _ALONG and (shift or not _held(modifiers)):
            self._go(_ALONG[key], stretch=shift)
            return True
        if _held(modifiers):
            return False
        if key in _STEPS:
            self._workspace.overlay.step(_STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._picks.pointed is not None:
            self.select(self._picks.pointed)
        elif key != Qt.Key.Key_Escape or not self._picks.clear():
            return False
        return True

    def select(self, bin_: Bin, *, besides: bool = False) -> None:
        """Select the racks of a bin, besides what is selected or alone; of an empty one none."""
        racks = self._picks.racks_in(bin_)
        if racks:
            kept = self._workspace.selection if besides else ()
            self._workspace.select((*kept, *racks))

    def _go(self, by: int, *, stretch: bool) -> None:
        """Point at the next bin that holds racks; with Shift filter as far as there."""
        bins, here = self._picks.bins(), self._picks.pointed
        if not bins:
            return
        at = bins.index(here) + by if here in bins else (0 if by > 0 else -1)
        if here in bins and not 0 <= at < len(bins):
            return
        if not stretch:
            self._anchor = None
        elif self._anchor is None and isinstance(here, int):
            self._anchor = here
        self._picks.point(bins[at])
        if stretch and self._anchor is not None and isinstance(bins[at], int):
            self._picks.keep(self._anchor, int(bins[at]))

    def _keep_one(self) -> None:
        """Filter by the bin that is pointed at, or no longer."""
        here = self._picks.pointed
        if isinstance(here, int) and self._picks.span != (here, here):
            self._picks.keep(here, here)
        else:
            self._picks.clear()


def _held(modifiers: Qt.KeyboardModifier) -> bool:
    return bool(modifiers & ~Qt.KeyboardModifier.KeypadModifier)
