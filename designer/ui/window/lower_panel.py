"""What lies below the floor: the elevation of a rack, and while cables are shown their schedule."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from designer.ui.kit.tab_stack import TabStack
from designer.ui.state.cables_shown import CablesShown

ELEVATION: Final = "Rack elevation"
SCHEDULE: Final = "Cable schedule"


class LowerPanel(TabStack):
    """The elevation alone; with cables shown a tab for it and one for the schedule, in front.

    Signals
    -------
    filled_changed
        Whether there is something to show.
    """

    filled_changed = Signal(bool)

    def __init__(
        self, elevation: QWidget, schedule: QWidget, shown: CablesShown,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__("Below the floor", parent)
        self._cables, self._is_filled = shown, False
        self._schedule_on = False
        self._goes_back = False
        self.add(ELEVATION, elevation)
        self.add(SCHEDULE, schedule)
        self.set_row_shown(False)
        self.setFocusProxy(elevation)
        shown.changed.connect(self._follow)

    def set_filled(self, filled: bool) -> None:
        """Take note of whether the elevation has a rack to show."""
        self._is_filled = filled
        self.filled_changed.emit(filled or self._schedule_on)

    def show_view(self, view: str) -> None:
        """Show the elevation in the view of its name, and what stood there before after it."""
        if view == "Elevation":
            self._goes_back = self.page() == SCHEDULE
            self.show_page(ELEVATION)
        elif self._goes_back:
            self._goes_back = False
            self.show_page(SCHEDULE if self._schedule_on else ELEVATION)

    def _follow(self) -> None:
        """Bring the schedule to the front when cables are shown, the elevation when not."""
        on = self._cables.is_on
        if on == self._schedule_on:
            return
        self._schedule_on = on
        self.set_row_shown(on)
        self.show_page(SCHEDULE if on else ELEVATION)
        self.filled_changed.emit(self._is_filled or on)
