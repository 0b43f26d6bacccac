"""What a right click on the floor offers: for a rack, a row's name, a remark, or a bare place."""

from collections.abc import Callable
from typing import Final, Protocol

from PySide6.QtCore import QObject, QPoint, QPointF, Qt
from PySide6.QtWidgets import QMenu, QWidget

from designer.ui.commands.note import NoteCommands
from designer.ui.commands.what_if import TITLE, UPSTREAM, add_targets, targets_of
from designer.ui.state.actions import SEPARATOR, ActionSet
from designer.ui.state.workspace import Workspace

SIMILAR: Final = "Select similar"
ROW: Final = "Row"
ASSEMBLY: Final = "Assembly and pod"
ARRANGE: Final = "Lock, group, layer, stage"
_HELD: Final = (
    "arrange.lock", "arrange.group", "arrange.ungroup", "arrange.layer", "arrange.stage", SEPARATOR,
    "arrange.copy_properties", "arrange.paste_properties",
)  # fmt: skip
BELOW: Final = {
    SIMILAR: (
        "select.part", "select.kind", "select.contents", "select.row", "select.feed", "select.role",
    ),
    ROW: ("row.edit", "row.duplicate", "row.detach"),
    ASSEMBLY: (
        "assembly.make", "assembly.copy", "assembly.apply", "edit.detach", "catalog.take_apart",
        SEPARATOR, "pod.save", "pod.detach",
    ),
    ARRANGE: _HELD,
}  # fmt: skip
"""Menus of a menu by their titles: all of a rack in one column would not fit on a small screen."""
ON_RACK: Final = (
    "edit.cut", "edit.copy", "edit.paste", "edit.duplicate", SEPARATOR,
    "edit.rename", "edit.replace", "edit.rotate", "view.zoom_selection", SEPARATOR,
    ROW, ASSEMBLY, ARRANGE, SIMILAR, SEPARATOR,
    "insert.note", "review.comment", SEPARATOR, "edit.remove",
)  # fmt: skip
"""What is done most often first, and what takes away last."""
ON_ROW: Final = (
    "edit.cut",
    "edit.copy",
    SEPARATOR,
    "row.edit",
    "row.duplicate",
    "row.detach",
    "row.remove",
    "review.comment",
    SEPARATOR,
    "edit.rotate",
    "edit.mirror",
    "edit.mirror_sides",
    "pod.save",
    "view.zoom_selection",
)
ON_PLANT: Final = (
    "edit.rotate",
    "view.properties",
    "review.comment",
    SEPARATOR,
    *_HELD,
    SEPARATOR,
    "edit.remove",
)
ON_TRAY: Final = (
    "view.properties",
    "edit.rename",
    "review.comment",
    SEPARATOR,
    *_HELD,
    SEPARATOR,
    "edit.remove",
)
ON_FLOOR: Final = (
    "insert.rack", "insert.row", "insert.tray", SEPARATOR, "edit.select_all", "view.fit",
    "view.layers", SEPARATOR,
    "edit.settings",
)  # fmt: skip


class FloorTargets(Protocol):
    """What the drawing of the floor says of a point of its viewport."""

    def viewport(self) -> QWidget:
        """Return the widget that is drawn on."""

    def place_at(self, at: QPoint) -> QPointF:
        """Return the place on the floor, in mm."""

    def note_id_at(self, at: QPoint) -> str:
        """Return the note pinned there; empty if there is none."""

    def rack_id_at(self, at: QPoint) -> str:
        """Return the rack that a press there takes; empty if there is none."""

    def plant_key_at(self, at: QPoint) -> str:
        """Return what of the room's power a press there takes; empty if there is none."""

    def tray_key_at(self, at: QPoint) -> str:
        """Return the cable tray that a press there takes; empty if there is none."""

    def row_id_at(self, at: QPoint) -> str:
        """Return the row whose name stands there; empty if there is none."""


class FloorMenu(QObject):
    """Opens the menu; what is under the pointer is selected first, so that commands mean it."""

    def __init__(
        self,
        view: QWidget,
        targets: FloorTargets,
        workspace: Workspace,
        actions: ActionSet,
        notes: NoteCommands,
        paste_at: Callable[[int, int], object] | None = None,
        comment_at: Callable[[int, int], object] | None = None,
    ) -> None:
        super().__init__(view)
        self._paste_at, self._comment_at = paste_at, comment_at
        self._view, self._targets, self._workspace = view, targets, workspace
        self._actions, self._notes = actions, notes
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self.open)

    def open(self, at: QPoint) -> QMenu:
        """Open the menu for what is at a point of the viewport."""
        menu = self.menu_at(at)
        menu.popup(self._targets.viewport().mapToGlobal(at))
        return menu

    def menu_at(self, at: QPoint) -> QMenu:
        """Return the menu for what is at a point of the viewport."""
        targets, space = self._targets, self._workspace
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        note_id, rack_id = targets.note_id_at(at), targets.rack_id_at(at)
        row_id = "" if rack_id else targets.row_id_at(at)
        if note_id:
            menu.setAccessibleName("Note")
            menu.addAction("Change note…", lambda: self._notes.ask_text(note_id))
            menu.addAction("Remove note", lambda: self._notes.remove(note_id))
        elif rack_id:
            menu.setAccessibleName("Rack")
            if rack_id not in space.selection:
                space.select((rack_id,))
            add_targets(menu, space, TITLE, targets_of(space, rack_id))
            menu.addSeparator()
            self._fill(menu, ON_RACK)
        elif plant := targets.plant_key_at(at):
            menu.setAccessibleName("Power")
            if plant not in space.selection:
                space.select((plant,))
            add_targets(menu, space, TITLE, targets_of(space, plant))
            menu.addSeparator()
            self._fill(menu, ON_PLANT)
        elif tray := targets.tray_key_at(at):
            menu.setAccessibleName("Cable tray")
            if tray not in space.selection:
                space.select((tray,))
            self._fill(menu, ON_TRAY)
        elif row_id:
            menu.setAccessibleName("Row")
            space.select(rack.id for rack in space.layout().design.racks if rack.row == row_id)
            self._fill(menu, ON_ROW)
        else:
            menu.setAccessibleName("Floor")
            place = targets.place_at(at)
            x, y = round(place.x()), round(place.y())
            self._add_paste(menu, x, y)
            menu.addAction("Note here…", lambda: self._notes.ask_at(x, y))
            self._add_comment(menu, x, y)
            add_targets(menu, space, UPSTREAM, targets_of(space, ""))
            menu.addSeparator()
            self._fill(menu, ON_FLOOR)
        return menu

    def _add_paste(self, menu: QMenu, x_mm: int, y_mm: int) -> None:
        """Offer to paste where the menu was asked for, and not where the pointer is later."""
        paste_at = self._paste_at
        if paste_at is None:
            return
        usual = self._actions["edit.paste"]
        here = menu.addAction(usual.icon(), "Paste here", lambda: paste_at(x_mm, y_mm))
        here.setEnabled(usual.isEnabled())
        here.setToolTip(usual.toolTip())

    def _add_comment(self, menu: QMenu, x_mm: int, y_mm: int) -> None:
        """Offer a comment on the place that the menu was asked for."""
        comment_at = self._comment_at
        if comment_at is None:
            return
        usual = self._actions["review.comment"]
        here = menu.addAction(usual.icon(), "Comment here…", lambda: comment_at(x_mm, y_mm))
        here.setEnabled(usual.isEnabled())
        here.setToolTip(usual.toolTip())

    def _fill(self, menu: QMenu, ids: tuple[str, ...]) -> None:
        for action_id in ids:
            if action_id == SEPARATOR:
                menu.addSeparator()
            elif action_id in BELOW:
                below = menu.addMenu(action_id)
                below.setToolTipsVisible(True)
                self._fill(below, BELOW[action_id])
            else:
                menu.addAction(self._actions[action_id])
