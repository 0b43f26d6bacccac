"""The chip of the status bar that says what shades the racks, and lets choose it."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from designer.ui.commands.overlay_menu import OverlayMenu
from designer.ui.kit.style import set_role
from designer.ui.state.floor_overlay import FloorOverlay


class OverlayChip(QPushButton):
    """Opens the menu of overlays; stands out while one is shown.

    Signals
    -------
    chosen
        The user chose an overlay, or none: what comes next is for the floor, and its keys.
    """

    chosen = Signal()

    def __init__(self, overlay: FloorOverlay, parent: QWidget | None = None) -> None:
        super().__init__("Overlay", parent)
        set_role(self, "chip")
        self.setCheckable(True)
        self.setToolTip("Shade the racks by a limit or a figure. O switches it, ← and → go on.")
        self._overlay = overlay
        self._menu = OverlayMenu(overlay, self)
        self._menu.triggered.connect(lambda _: self.chosen.emit())
        self.clicked.connect(lambda _=False: self._open())
        overlay.changed.connect(self._follow)
        self._follow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through overlays while one is shown: else the arrows go to the chips beside."""
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if by is not None and self._overlay.shown is not None:
            self._overlay.step(by)
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        self._follow()
        self._menu.refresh()
        above = QPoint(0, -self._menu.sizeHint().height() - 4)
        self._menu.popup(self.mapToGlobal(above))

    def _follow(self) -> None:
        shown = self._overlay.shown
        self.setChecked(shown is not None)
        title = shown.title if shown else "none"
        self.setAccessibleName(f"Overlay: {title}")
