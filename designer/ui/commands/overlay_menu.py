"""The menu of overlays: each with the worst that it says, so that the list tells of health."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from designer.render.overlays import GROUPS, worst_words
from designer.ui.state.floor_overlay import FloorOverlay

TITLE = "Shade racks by"
NONE = "Cooling method, no overlay"
NOT_SIZED = "nothing is sized yet"


class OverlayMenu(QMenu):
    """Chooses what shades the racks; what the pointer is over is shown at once."""

    def __init__(self, overlay: FloorOverlay, parent: QWidget | None = None) -> None:
        super().__init__(TITLE, parent)
        self.setAccessibleName(TITLE)
        self._overlay = overlay
        self._only_one = QActionGroup(self)
        self.aboutToShow.connect(self.refresh)
        self.aboutToHide.connect(lambda: overlay.preview(None))
        self.hovered.connect(lambda action: overlay.preview(action.data() or ""))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the overlay before or after by the arrows to the sides, too, where it stands alone.

        In a menu of a menu these open and close it.
        """
        turned = {Qt.Key.Key_Left: Qt.Key.Key_Up, Qt.Key.Key_Right: Qt.Key.Key_Down}
        key = turned.get(Qt.Key(event.key()))
        if key is None or isinstance(self.parentWidget(), QMenu):
            super().keyPressEvent(event)
        else:
            super().keyPressEvent(QKeyEvent(event.type(), key, event.modifiers()))

    def refresh(self) -> None:
        """List what there is now."""
        self.clear()
        self._add(NONE, "")
        every = self._overlay.all()
        told = {one.id: worst_words(one, self._overlay.readings_of(one)) for one in every}
        if not any(told.values()):
            self.addAction("no rack has a load yet" if every else NOT_SIZED).setEnabled(False)
            return
        for group in GROUPS:
            inside = [overlay for overlay in every if overlay.group == group]
            if inside:
                # A section's words are left out by styles that are told their colours.
                self.addSeparator()
                self.addAction(group).setEnabled(False)
            for overlay in inside:
                said = told[overlay.id] or "no such load"
                self._add(f"{overlay.title}\t{said}", overlay.id)

    def _add(self, text: str, overlay_id: str) -> QAction:
        action = self.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(self._overlay.chosen == overlay_id)
        action.setData(overlay_id)
        action.triggered.connect(lambda _=False: self._overlay.choose(overlay_id))
        self._only_one.addAction(action)
        return action
