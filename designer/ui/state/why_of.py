"""Which box somebody asked why of, and what the engine answers while that is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from designer.engine.why_report import Why
from designer.ui.state.live_answer import LiveAnswer

if TYPE_CHECKING:
    from designer.model.record import Record
    from designer.ui.kit.why_card import WhyCard
    from designer.ui.state.workspace import Workspace

WAITING: Final = "Why …"


class WhyOf(QObject):
    """One box at a time: of which subject, and what is asked of it.

    Parameters
    ----------
    asked
        What is asked of the engine for a box; None where there is nothing to be asked of.
    subjects
        The subject that answers for a box, where it is not the first.

    Signals
    -------
    changed
        Another box is asked of, or something else is known.
    """

    changed = Signal()

    def __init__(
        self, workspace: Workspace, subject: str, asked: Callable[[str], Record | None],
        parent: QObject | None = None, subjects: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.what, self._last = "", ""
        self._subject, self._asked = subject, asked
        self._others = dict(subjects or {})
        self._answers = {
            name: LiveAnswer(workspace.client, workspace.report_store, name, "why", Why, self)
            for name in {subject, *self._others.values()}
        }
        for answer in self._answers.values():
            answer.changed.connect(self._take)
        self._waits = False
        # What was asked of one design is not asked of another.
        workspace.document_changed.connect(lambda change: self.ask("") if change.opened else None)

    def ask(self, what: str) -> None:
        """Ask why the figures of a box are what they are; empty asks for nothing."""
        self.what = what
        self.ask_anew()
        self.changed.emit()

    def ask_anew(self) -> None:
        """Ask the same of what is tried now; while an answer is on its way, the newest waits."""
        if self._answers[self._of(self.what)].is_stale and self.what == self._last:
            self._waits = True
            return
        self._waits, self._last = False, self.what
        asked = self._asked(self.what) if self.what else None
        for name, answer in self._answers.items():
            answer.look_at(asked if name == self._of(self.what) else None)

    def _take(self) -> None:
        if self._waits and not self._answers[self._of(self.what)].is_stale:
            self.ask_anew()
        self.changed.emit()

    @property
    def found(self) -> Why | None:
        """Why its figures are what they are; None until that is known."""
        found = self._answers[self._of(self.what)].found
        return found if found is not None and self.what == found.what else None

    def show_in(self, card: WhyCard) -> None:
        """Show what is known in a card, which is hidden where nobody asks."""
        found = self.found
        if not self.what:
            card.hide()
        elif found is None:
            card.show_sum(WAITING)
        else:
            card.show_sum(found.title, found.formula, found.lines, found.error, found.sources)

    def _of(self, what: str) -> str:
        return self._others.get(what, self._subject)
