"""Rows as a whole: rename, renumber, move by distances, duplicate, detach, remove."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.document import edits
from designer.document.document import Edit
from designer.document.errors import EditError
from designer.model import step_words
from designer.model.design import Row
from designer.model.plural import plural
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.row_edit_dialog import RowEdit, RowEditDialog

NO_ROW = "select racks of one row"


class RowCommands(QObject):
    """Carries them out on the row that the selected racks stand in."""

    def __init__(self, workspace: Workspace, actions: ActionSet, window: QWidget) -> None:
        super().__init__(window)
        self._workspace, self._actions, self._window = workspace, actions, window
        self.dialog: RowEditDialog | None = None
        actions.bind("row.edit", self.ask)
        actions.bind("row.duplicate", self.duplicate)
        actions.bind("row.detach", self.detach)
        actions.bind("row.remove", self.remove)
        workspace.document_changed.connect(lambda _: self.refresh())
        workspace.selection_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Allow them where the selection means one row."""
        reason = "" if self.row() else NO_ROW
        for action_id in ("row.edit", "row.duplicate", "row.detach", "row.remove"):
            self._actions.allow(action_id, reason)

    def row(self) -> Row | None:
        """Return the row that every selected rack stands in, or None."""
        layout = self._workspace.layout()
        ids = {layout.racks[key].row for key in self._workspace.selected_rack_ids()}
        if len(ids) != 1:
            return None
        wanted = ids.pop()
        return next((row for row in layout.design.rows if row.id == wanted), None)

    def ask(self) -> None:
        """Ask for name and distances."""
        row = self.row()
        if row is None:
            return
        self.dialog = RowEditDialog(
            row.name or row.id, self._racks(row), lambda e: self._refusal(row, e), self._window
        )
        self.dialog.asked.connect(lambda answer: self.change(row, answer))
        self.dialog.open()

    def change(self, row: Row, answer: RowEdit) -> None:
        """Rename and move a row as one step."""
        self._workspace.apply(_label(row, answer), self._edit(row, answer))

    def duplicate(self) -> None:
        """Copy the row, however many of its racks are selected, to a row of its own."""
        row = self.row()
        if row is None:
            return
        self._workspace.select(self._ids(row))
        self._actions["edit.duplicate"].trigger()

    def detach(self) -> None:
        """Let the racks of the row stand alone, filled as they are."""
        row = self.row()
        if row is None:
            return
        ids, name = self._ids(row), row.name or row.id
        if self._workspace.apply(step_words.detach_row(name), edits.detach_row(row.id)):
            words = f"{plural(len(ids), 'rack')} of row {name} stand alone"
            self._workspace.message.emit(f"{words}, with devices of their own", "info")

    def remove(self) -> None:
        """Remove the row with its racks and what is in them."""
        row = self.row()
        if row is None:
            return
        words = f"row {row.name or row.id} with {plural(self._racks(row), 'rack')}"
        if self._workspace.apply(f"Remove {words}", edits.remove_row(row.id)):
            self._workspace.message.emit(f"Removed {words}; undo brings it back", "info")

    def _racks(self, row: Row) -> int:
        return len(self._ids(row))

    def _ids(self, row: Row) -> tuple[str, ...]:
        racks = self._workspace.document.design.racks
        return tuple(rack.id for rack in racks if rack.row == row.id)

    def _refusal(self, row: Row, answer: RowEdit) -> str:
        try:
            self._edit(row, answer)(self._workspace.document.design)
        except EditError as refusal:
            return str(refusal)
        return ""

    def _edit(self, row: Row, answer: RowEdit) -> Edit:
        steps = []
        if answer.dx_mm or answer.dy_mm:
            catalog = self._workspace.catalog
            steps.append(edits.move_row(catalog, row.id, answer.dx_mm, answer.dy_mm))
        if answer.name != (row.name or row.id) or answer.renumber:
            steps.append(edits.rename_row(row.id, answer.name, renumber=answer.renumber))
        return edits.in_sequence(*steps)


def _label(row: Row, answer: RowEdit) -> str:
    name = row.name or row.id
    renamed = f"Rename row {name} to {answer.name}" if answer.name != name else ""
    if answer.renumber:
        renamed = f"{renamed or f'Renumber row {name}'} with its racks"
    moved = f"Move row {name}" if answer.dx_mm or answer.dy_mm else ""
    return ", ".join(part for part in (renamed, moved) if part) or f"Row {name}"
