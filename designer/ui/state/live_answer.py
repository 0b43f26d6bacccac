"""An answer of the engine that is kept up with the report while somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from designer.model.record import Record

if TYPE_CHECKING:
    from designer.engine.report import Report
    from designer.runtime.engine_client import EngineClient
    from designer.runtime.engine_questions import Answer
    from designer.runtime.report_store import ReportStore

T = TypeVar("T", bound=Record)

_AGAIN_MS = 5
"""Before the engine is asked to go on: edits come first all the same."""


class LiveAnswer(QObject, Generic[T]):
    """Asks one sort of question; asks again when a newer report may have another answer.

    Parameters
    ----------
    subject, question, answer
        Whom it asks, for what, and the type of the answer.
    follows
        What of the report decides the answer: while that is the same, the answer stands. Without
        it the question is asked again with each report.

    Signals
    -------
    changed
        There is another answer, or none any more.
    """

    changed = Signal()

    def __init__(
        self, client: EngineClient, store: ReportStore, subject: str, question: str,
        answer: type[T], parent: QObject | None = None,
        follows: Callable[[Report], object] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._client, self._store = client, store
        self._of = subject, question
        self._type = answer
        self._follows = follows
        self._asked: Record | None = None
        self._number = 0
        self._asked_by: object = None
        self._found: T | None = None
        self._answers: Record | None = None
        self._why = ""
        store.changed.connect(self._look_again)
        client.answered.connect(self._take)

    @property
    def found(self) -> T | None:
        """The newest answer to what is asked now; None until there is one."""
        return self._found if self._answers == self._asked else None

    @property
    def why(self) -> str:
        """Why there is no answer; empty while one may come."""
        return self._why

    @property
    def is_stale(self) -> bool:
        """Whether a newer answer is on its way."""
        return self._number != 0

    def look_at(self, asked: Record | None) -> None:
        """Ask, and go on asking until something else is asked; None asks for nothing more."""
        if asked == self._asked:
            return
        self._asked, self._number, self._why, self._asked_by = asked, 0, "", None
        if asked is None:
            return
        self._ask()

    def ask_again(self) -> None:
        """Ask the same once more: something else may have another answer now."""
        if not self._number:
            self._ask()

    def _look_again(self) -> None:
        report = self._store.report
        if report is None:  # another design: what was told is not of it
            self._found, self._answers, self._asked_by = None, None, None
            self._number, self._why = 0, ""
            self.changed.emit()
            return
        if self._asked is None:
            return
        if (
            self._follows is not None
            and self._asked_by is not None
            and not self._number
            and self._follows(report) == self._asked_by
        ):
            return
        self._ask()

    def _ask(self) -> None:
        report = self._store.report
        if self._asked is None or report is None:
            return
        self._asked_by = self._follows(report) if self._follows is not None else None
        self._number = self._client.ask(self._store.revision, *self._of, self._asked, self._type)

    def _take(self, answer: Answer) -> None:
        if answer.number != self._number:
            return
        self._number, self._why = 0, answer.why
        if isinstance(answer.found, self._type):
            self._found, self._answers = answer.found, self._asked
        elif self._answers != self._asked:
            self._found = None
        self.changed.emit()


class PatientAnswer(LiveAnswer[T]):
    """Asks again while the engine says that it is still working on the answer.

    Parameters
    ----------
    working
        Whether an answer says so.
    """

    def __init__(
        self, client: EngineClient, store: ReportStore, subject: str, question: str,
        answer: type[T], working: Callable[[T], bool], parent: QObject | None = None,
        follows: Callable[[Report], object] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(client, store, subject, question, answer, parent, follows)
        self._working = working
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._ask)
        self.changed.connect(self._wait)

    def look_at(self, asked: Record | None) -> None:
        """Ask something else; what it waited for is let go."""
        if asked != self._asked:
            self._again.stop()
        super().look_at(asked)

    def _wait(self) -> None:
        found = self.found
        if found is not None and self._working(found):
            self._again.start()
        else:
            self._again.stop()
