"""A workload of the design that is tried with something else asked of it, answered by the engine.

Nothing of it is in the design until it is kept. What the engine says of it stands until the report
that holds it is there, so that a release shows no older figures in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from designer.engine.workload_report import Tried, TriedAsked
from designer.ui.state.live_answer import PatientAnswer

if TYPE_CHECKING:
    from designer.engine.workload_report import WorkloadReport
    from designer.model.workload import Workload
    from designer.ui.state.workspace import Workspace

_SUBJECT: Final = "workloads"


class WorkloadTrial(QObject):
    """Asks what a workload would do; while one question is under way, the newest waits.

    Signals
    -------
    changed
        Something else is tried, or more is known of it.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._asked: Workload | None = None
        self._kept: Workload | None = None
        self._next: Workload | None = None
        self._last: Tried | None = None
        self._since, self._took = QElapsedTimer(), 0
        self._answer = PatientAnswer(
            workspace.client, workspace.report_store, _SUBJECT, "tried", Tried,
            lambda one: one.working, self, lambda _: True,
        )  # fmt: skip
        self._answer.changed.connect(self._take)

    @property
    def asked(self) -> Workload | None:
        """What is tried; None where nothing is."""
        return self._asked

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
        if draft == self._asked:
            return
        if self._asked is None:
            self._last, self._kept = None, None
        self._asked = draft
        if self._answer.is_stale:
            self._next = draft
        else:
            self._ask(draft)
        self.changed.emit()

    def keep(self) -> None:
        """Try it no longer: it is becoming a part of the design."""
        self._kept, self._asked, self._next = self._asked, None, None
        self._answer.look_at(None)

    def let_go(self) -> None:
        """Try nothing."""
        if self._asked is None:
            return
        self._asked, self._kept, self._next, self._last = None, None, None, None
        self._answer.look_at(None)
        self.changed.emit()

    def _ask(self, draft: Workload) -> None:
        self._since.start()
        self._answer.look_at(TriedAsked(workload=draft))

    def _take(self) -> None:
        found, then = self._answer.found, self._next
        if self._asked is None:
            return
        if found is not None:
            self._last = found
            if self._since.isValid():
                self._took = self._since.elapsed()
                self._since.invalidate()
        if then is not None and not self._answer.is_stale:
            self._next = None
            self._ask(then)
        self.changed.emit()
