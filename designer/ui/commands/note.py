"""Remarks: pin one to a place on the floor, change its words, remove it."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.document import edits
from designer.document.edits.naming import fresh_id
from designer.model.design import Note
from designer.ui.kit import figures
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.state.workspace import Workspace


class NoteCommands(QObject):
    """Carries them out."""

    def __init__(self, workspace: Workspace, window: QWidget) -> None:
        super().__init__(window)
        self._workspace, self._window = workspace, window
        self.prompt: TextPrompt | None = None

    def ask_at(self, x_mm: int, y_mm: int) -> None:
        """Ask for a remark on a place of the floor."""
        where = f"At {figures.metres(x_mm)} from left, {figures.metres(y_mm)} from top"
        self.prompt = TextPrompt("Note", where, "Remark", "Add note", self._window)
        self.prompt.given.connect(lambda text: self.add(text, x_mm, y_mm))
        self.prompt.open()

    def add(self, text: str, x_mm: int, y_mm: int) -> None:
        """Pin a remark to a place of the floor."""
        taken = {note.id for note in self._workspace.document.design.notes}
        note = Note(id=fresh_id(taken, "note"), text=text, x_mm=x_mm, y_mm=y_mm)
        self._workspace.apply("Add note", edits.put("notes", note))

    def ask_text(self, note_id: str) -> None:
        """Ask for other words."""
        notes = self._workspace.document.design.notes
        note = next((note for note in notes if note.id == note_id), None)
        if note is None:
            return
        self.prompt = TextPrompt("Note", "", "Remark", "Change note", self._window, note.text)
        self.prompt.given.connect(lambda text: self.change(note_id, text))
        self.prompt.open()

    def change(self, note_id: str, text: str) -> None:
        """Give a remark other words."""
        self._workspace.apply("Change note", edits.set_fields("notes", note_id, text=text))

    def remove(self, note_id: str) -> None:
        """Remove a remark."""
        self._workspace.apply("Remove note", edits.drop("notes", note_id))
