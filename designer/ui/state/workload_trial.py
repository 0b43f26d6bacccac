"""A workload of the design that is tried with something else asked of it, answered by the engine.

Nothing of it is in the design until it is kept. What the engine says of it stands until the report
that holds it is there, so that a release shows no older figures in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QObject

from designer.engine.workload_report import Tried, TriedAsked
from designer.ui.state.live_answer import PatientAnswer
from designer.ui.state.trial import Trial

if TYPE_CHECKING:
    from designer.engine.workload_report import WorkloadReport
    from designer.model.record import Record
    from designer.model.workload import Workload
    from designer.ui.state.workspace import Workspace

_SUBJECT: Final = "workloads"


class WorkloadTrial(Trial["Workload", Tried]):
    """Asks what a workload would do."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        answer = PatientAnswer(
            workspace.client, workspace.report_store, _SUBJECT, "tried", Tried,
            lambda one: one.working, follows=lambda _: True,
        )  # fmt: skip
        super().__init__(workspace, answer, parent)
        self._since, self._took = QElapsedTimer(), 0

    @property
    def found(self) -> Tried | None:
        """The newest answer, perhaps to what was tried a moment ago; None where nothing is."""
        return self._last if self._asked is not None else None

    @property
    def took_ms(self) -> int:
        """How long the newest first answer took, from asking to telling."""
        return self._took

    @property
    def why(self) -> str:
        """Why there is no answer; empty while one may come."""
        return self._answer.why if self._asked is not None else ""

    def report_of(self, standing: Workload | None) -> WorkloadReport | None:
        """Return what is known of what is tried, or was kept and is not in the report yet."""
        if self._asked is not None:
            return self._last.report if self._last is not None else None
        if self._kept is None or self._last is None or self._kept != standing:
            return None
        if self._space.report_store.is_current(self._space.document.revision):
            self._kept = None
            return None
        return self._last.report

    def propose(self, draft: Workload) -> None:
        """Try it."""
        self._try(draft)

    def keep(self) -> None:
        """Try it no longer: it is becoming a part of the design."""
        self._hold()
        self._answer.look_at(None)

    def let_go(self) -> None:
        """Try nothing; what is becoming a part of the design is."""
        if self._asked is not None:
            super().let_go()

    def _ask(self, asked: Workload) -> None:
        self._since.start()
        super()._ask(asked)

    def _question(self, asked: Workload) -> Record:
        return TriedAsked(workload=asked)

    def _on_found(self) -> None:
        if self._since.isValid():
            self._took = self._since.elapsed()
            self._since.invalidate()
