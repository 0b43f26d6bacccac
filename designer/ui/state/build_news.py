"""What a click on *build* would bring, by the engine's preview, and what it brought, by its report.

Which findings are new the engine says, for both.
"""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject

from designer.document.document import Edit
from designer.document.errors import EditError
from designer.engine.new_findings import brought
from designer.engine.preview import Preview
from designer.engine.report import Check
from designer.model.change import diff
from designer.ui.state.capital_words import CAPITAL, capital_words
from designer.ui.state.news_words import brings_words, gravest, news_words
from designer.ui.state.workspace import Workspace

NO_ANSWER = "what it brings is not known: the engine has no answer"


class BuildNews(QObject):
    """Asks before a step what it would bring, and says after it what it brought.

    Parameters
    ----------
    workspace
        Through which the question goes, and whose report is waited for.
    parent
        Qt owner.
    """

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._number = 0
        self._tell: Callable[[str], None] | None = None
        self._label = ""
        self._revision = -1
        self._before: tuple[Check, ...] = ()
        self._shown = ""
        workspace.preview_changed.connect(self._on_preview)
        workspace.preview_failed.connect(self._on_failure)
        workspace.report_changed.connect(self._on_report)
        workspace.document_changed.connect(lambda _: self._take_back())
        workspace.message.connect(self._on_message)

    def ask(self, edit: Edit, tell: Callable[[str], None]) -> str:
        """Ask what an edit would bring; return why it is not possible, or an empty string.

        Parameters
        ----------
        tell
            Gets the words of the answer, unless something else is asked before it.
        """
        workspace = self._workspace
        document = workspace.document
        try:
            change = diff(document.design, document.made(edit))
        except EditError as refusal:
            return str(refusal) or "not possible"
        workspace.request_preview(change, (), drags=False)
        self._number, self._tell = workspace.asked_preview, tell
        return ""

    def forget(self) -> None:
        """Take no notice of an answer that may still be on its way."""
        self._number, self._tell = 0, None

    def follow(self, label: str, before: tuple[Check, ...]) -> None:
        """Say what a step brought once the report of the design as it stands is there.

        Parameters
        ----------
        before
            The findings before the step.
        """
        self._label, self._before = label, before
        self._revision = self._workspace.document.revision

    def _on_preview(self, answer: object) -> None:
        if isinstance(answer, Preview) and answer.preview == self._number and self._tell:
            brings = brings_words(answer.comes, answer.not_computed)
            self._tell("\n".join((brings, *_costs(answer))))

    def _on_failure(self) -> None:
        if self._tell and self._number == self._workspace.asked_preview:
            self._tell(NO_ANSWER)

    def _on_report(self) -> None:
        """Tell what is new, unless the design is another by now."""
        if self._revision < 0:
            return
        store, revision = self._workspace.report_store, self._revision
        if self._workspace.document.revision != revision:
            self._revision = -1
        elif store.report is not None and store.is_current(revision):
            self._revision = -1
            comes = brought(self._before, store.report.checks)
            words = f"{news_words(comes)} · {self._label}"
            self._workspace.message.emit(words, gravest(comes))
            self._shown = words

    def _on_message(self, text: str, _kind: str) -> None:
        if text != self._shown:
            self._shown = ""

    def _take_back(self) -> None:
        """Show no longer what a step brought once the design is another: it may be undone."""
        if self._shown:
            self._shown = ""
            self._workspace.message.emit("", "info")


def _costs(answer: Preview) -> Iterator[str]:
    """Yield what the capital is after it, and by how much it grows."""
    for one in answer.changes:
        if (one.section, one.what) == ("cost", CAPITAL):
            yield f"capital: {capital_words(one, answer)}"
