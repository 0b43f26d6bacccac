"""The command that compares where leaf switches could stand, and places them otherwise."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.document.document import Edit
from designer.document.edits.leaf_racks import order_leaves, place_leaves
from designer.engine.cable_report import LeafPlace
from designer.model.plural import plural
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.leaf_place_rows import NAMES
from designer.ui.views.dialogs.leaf_places_dialog import LeafPlacesDialog

NO_LEAVES = "no fabric has leaf switches that are placed"


class LeafPlacesCommands(QObject):
    """Carries it out, as one step."""

    def __init__(self, workspace: Workspace, actions: ActionSet, window: QWidget) -> None:
        super().__init__(window)
        self._workspace, self._actions, self._window = workspace, actions, window
        self.dialog: LeafPlacesDialog | None = None
        actions.bind("cables.leaf_places", self.ask)
        workspace.report_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow it where a fabric has leaves."""
        self._actions.allow("cables.leaf_places", "" if self.fabrics() else NO_LEAVES)

    def fabrics(self) -> list[tuple[str, str]]:
        """Return id and name of each fabric with leaves that are placed, in the design's order."""
        report = self._workspace.report_store.report
        placed = [f for f in (report.fabrics if report else ()) if f.placed_leaf]
        return [(f.id, f.name or f.id) for f in placed]

    def ask(self) -> None:
        """Show the ways beside each other."""
        fabrics = self.fabrics()
        if not fabrics:
            return
        self.dialog = LeafPlacesDialog(self._workspace, fabrics, self.edit_of, self._window)
        self.dialog.asked.connect(self.apply)
        self.dialog.open()

    def edit_of(self, fabric: str, place: LeafPlace) -> Edit:
        """Return the edit that places a fabric's leaves so."""
        if place.moves:
            places = {one.rack: (one.x_mm, one.y_mm, one.rotation, one.row) for one in place.moves}
            return place_leaves(self._workspace.catalog, places)
        return order_leaves(fabric, place.leaf_order)

    def apply(self, fabric: str, place: LeafPlace) -> None:
        """Place a fabric's leaves so, as one step, and say what moved."""
        space = self._workspace
        called = dict(self.fabrics()).get(fabric, fabric)
        name = NAMES.get(place.kind, place.kind)
        told = f"Leaf switches of {called}: {name[:1].lower()}{name[1:]}"
        if space.apply(told, self.edit_of(fabric, place)):
            moved = f"; {plural(len(place.moves), 'rack')} moved" if place.moves else ""
            space.message.emit(f"{told}{moved}; undo brings it back", "info")
