"""What became of all cables with an edit, once its report is there: a word behind its message.

Which cables changed the engine says. What an undo brings is told as well; the list of steps keeps
what was said of each.
"""

from PySide6.QtCore import QObject, Signal

from designer.document.document import DocumentChange
from designer.engine.preview import Preview
from designer.ui.state.cable_words import changes_words
from designer.ui.state.workspace import Workspace


class CableNews(QObject):
    """Tells of each change that is made how many cables have other ends or routes by it.

    Signals
    -------
    changed
        Something is known of another step.

    Parameters
    ----------
    workspace
        Whose engine says it, and who shows the message.
    parent
        Qt owner.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._by_revision: dict[int, str] = {}
        self._last = ("", "info")
        self._shown = ""
        self._revisions = (-1, workspace.document.revision)
        """Those before and after the last change."""
        workspace.client.stepped.connect(self._on_step)
        workspace.message.connect(self._on_message)
        workspace.document_changed.connect(self._on_document)

    def of_revision(self, revision: int) -> str:
        """Return what the step that led to a revision did to cables; empty where nothing."""
        return self._by_revision.get(revision, "")

    def _on_step(self, base: int, revision: int, found: object) -> None:
        """Say it of the design as it stands; of one that another edit has changed since, nothing.

        Parameters
        ----------
        base
            The revision that was reported before: several edits may lie between.
        """
        changes = found.cable_changes if isinstance(found, Preview) else None
        document = self._workspace.document
        words = changes_words(changes)
        if not words or document.revision != revision:
            return
        if base == self._revisions[0] and document.history.current.revision == revision:
            self._by_revision[revision] = words
            self.changed.emit()
        said, severity = self._last
        self._shown = f"{said} · {words}" if said else words
        self._workspace.message.emit(self._shown, severity)

    def _on_message(self, text: str, severity: str) -> None:
        if text != self._shown:
            self._last, self._shown = (text, severity), ""

    def _on_document(self, change: DocumentChange) -> None:
        """Show no longer what the step before did."""
        self._revisions = (self._revisions[1], change.revision)
        if change.opened:
            self._by_revision.clear()
        if self._shown:
            self._workspace.message.emit("", "info")
        self._last = ("", "info")
