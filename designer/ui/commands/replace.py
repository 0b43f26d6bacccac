"""Replace with…: another part in place of a selected one, wherever it is mounted."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.document import edits
from designer.document.equivalents import candidates, lines, mounted
from designer.document.errors import EditError
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.replace_dialog import ReplaceDialog

NO_DEVICE = "select a device, or a rack that holds one"


class ReplaceCommands(QObject):
    """Carries it out; the dialog is made each time it is asked for."""

    def __init__(self, workspace: Workspace, actions: ActionSet, window: QWidget) -> None:
        super().__init__(window)
        self._workspace, self._actions, self._window = workspace, actions, window
        self.dialog: ReplaceDialog | None = None
        actions.bind("edit.replace", self.ask)
        workspace.document_changed.connect(lambda _: self.refresh())
        workspace.selection_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow it where the selection names a part."""
        self._actions.allow("edit.replace", "" if self.part_id() else NO_DEVICE)

    def part_id(self) -> str:
        """Return the part of the first selected device; of a rack that which sums it up."""
        space = self._workspace
        layout = space.layout()
        for key in space.selection:
            if placed := layout.find(key):
                return placed.part
            if key in layout.racks:
                return self._main_part(key)
        return ""

    def _main_part(self, rack_id: str) -> str:
        space = self._workspace
        ranked = [
            (part.traits.summary_rank, part.id)
            for placed in space.layout().in_rack(rack_id)
            if (part := space.catalog.get(placed.part)) is not None and part.traits.summary_rank
        ]
        return min(ranked)[1] if ranked else ""

    def ask(self) -> None:
        """Ask for the part that takes its place."""
        space, part_id = self._workspace, self.part_id()
        part = space.catalog.get(part_id)
        if part is None:
            space.message.emit(f"{part_id or 'nothing'} is not in the catalogue", "warning")
            return
        design = space.document.design
        number = mounted(design, part_id)
        self.dialog = ReplaceDialog(
            part, number, candidates(space.catalog, part_id),
            lambda by: lines(design, space.catalog, part_id, by, number),
            lambda by: self._refusal(part_id, by), self._window,
        )  # fmt: skip
        self.dialog.asked.connect(lambda by: self.replace(part_id, by))
        self.dialog.open()

    def replace(self, part_id: str, by: str) -> None:
        """Replace it as one step."""
        space = self._workspace
        label = f"Replace {space.part_name(part_id)} with {space.part_name(by)}"
        space.apply(label, edits.replace_part(space.catalog, part_id, by))

    def _refusal(self, part_id: str, by: str) -> str:
        space = self._workspace
        try:
            edits.replace_part(space.catalog, part_id, by)(space.document.design)
        except EditError as refusal:
            return str(refusal) or "not possible"
        return ""
