"""Which workload is looked at, and what the report says of it.

Shared by the view of workloads and the tab beside it. Nothing of it is saved, and nothing an undo
step; what is added, changed or removed is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from designer.document.edits import drop, put
from designer.engine.workload_report import WhyAsked
from designer.ui.state.why_of import WhyOf
from designer.ui.state.workload_trial import WorkloadTrial

if TYPE_CHECKING:
    from designer.engine.report import Check
    from designer.engine.workload_report import WorkloadReport
    from designer.model.workload import Workload
    from designer.ui.state.workspace import Workspace

WAITING = "not sized yet"
_RULES = ("L01", "L02", "L03", "L04", "L08")
_SAID = ("L01", "L02", "L08")
"""Rules whose sentence the verdict says already."""


class Verdict(NamedTuple):
    """Whether a workload fits and is fast enough: a sign, and a sentence."""

    sign: str
    words: str


class WorkloadChoice(QObject):
    """The workload that is looked at.

    Signals
    -------
    changed
        Another one is chosen, or something else is known or asked of one.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._key = ""
        self.trial = WorkloadTrial(workspace, self)
        self.why = WhyOf(workspace, "workloads", self._asked_why, self)
        self.why.changed.connect(self.changed)
        self.trial.changed.connect(self.changed)
        workspace.document_changed.connect(lambda _: self.trial.let_go())
        workspace.document_changed.connect(lambda _: self.changed.emit())
        workspace.report_changed.connect(self.changed)
        workspace.theme_changed.connect(self.changed)

    @property
    def every(self) -> tuple[Workload, ...]:
        """All workloads of the design."""
        return self._space.document.design.workloads

    @property
    def workload(self) -> Workload | None:
        """The chosen one as it is tried, else as it stands; None where nothing is to run."""
        return self.trial.asked or self.standing

    @property
    def standing(self) -> Workload | None:
        """The chosen one as the design has it, else the first."""
        found = self.every
        return next((one for one in found if one.id == self._key), found[0] if found else None)

    @property
    def hanging(self) -> Workload | None:
        """What hangs over the view to be added beside the others, and is not in the design."""
        asked = self.trial.asked
        return (
            asked if asked is not None and all(one.id != asked.id for one in self.every) else None
        )

    @property
    def shown_key(self) -> str:
        """The id of the one that is shown: of what hangs there, else of the chosen one."""
        return self.hanging.id if self.hanging is not None else self.key

    @property
    def key(self) -> str:
        """The id of the chosen one; empty where nothing is to run."""
        one = self.standing
        return one.id if one is not None else ""

    @property
    def report(self) -> WorkloadReport | None:
        """What is said of the chosen one as it is tried, or stands; None before it is sized."""
        tried = self.trial.report_of(self.standing)
        return tried if self.hanging is not None else tried or self.report_of(self.key)

    def report_of(self, key: str) -> WorkloadReport | None:
        """Return what is said of a workload as it stands; None before it is sized."""
        report = self._space.report_store.report
        found = report.workloads if report else ()
        return next((one for one in found if one.id == key), None)

    def verdict_of(self, key: str) -> Verdict:
        """Return whether a workload fits, in a sentence."""
        one, report = self.report_of(key), self._space.report_store.report
        asked = self.trial.asked
        tried = asked is not None and key == self.shown_key
        if key == self.shown_key:
            one = self.report
        if one is None:
            lost = report.why_lost("workloads", "plans of workloads") if report else ""
            return Verdict("open" if lost else "info", lost or WAITING)
        if one.missing:
            return Verdict("open", f"Not computed: {one.missing}")
        sign = "ok" if one.fits else "open" if one.fits is None else "error"
        if one.fits and one.may_never_end:
            sign = "open"
        found = () if tried else self.findings_of(key)
        if one.fits and (one.in_time is False or any(each.severity != "info" for each in found)):
            sign = "warning"
        if sign == "ok" and one.network_lacks:
            sign = "warning"
        return Verdict(sign, one.verdict)

    def findings_of(self, key: str) -> tuple[Check, ...]:
        """Return what rules find of a workload beside its verdict: what is too slow."""
        report = self._space.report_store.report
        found = report.checks if report and key else ()
        return tuple(
            one for one in found
            if one.rule in _RULES and one.rule not in _SAID and key in one.key.split(":")[1:]
        )  # fmt: skip

    def advice(self) -> str:
        """Return what would make the chosen one fit or be known; empty where it does."""
        report, key = self._space.report_store.report, self.shown_key
        found = report.checks if report and key else ()
        said = (
            one.advice for one in found
            if one.rule in _SAID[:2] and one.key.endswith(f":{key}")
        )  # fmt: skip
        return next(said, "")

    def _asked_why(self, what: str) -> WhyAsked | None:
        return WhyAsked(workload=self.key, what=what) if self.key else None

    def choose(self, key: str) -> None:
        """Look at another one."""
        if key != self.key:
            self.trial.let_go()
            self._key = key
            self.why.ask("")

    def add(self, workload: Workload) -> None:
        """Add a workload, which is then looked at; its id is found here."""
        taken = {one.id for one in self.every}
        number = next(n for n in range(1, len(taken) + 2) if f"workload-{n}" not in taken)
        made = workload.evolve(id=f"workload-{number}")
        before, self._key = self._key, made.id
        if not self._space.apply(f"Add workload {made.name}", put("workloads", made)):
            self._key = before

    def propose(self, draft: Workload) -> None:
        """Try the chosen one with something else asked of it: nothing in the design changes."""
        if draft == self.standing:
            self.trial.let_go()
        else:
            self.trial.propose(draft)

    def keep(self, what: str) -> None:
        """Make what is tried one step of the design."""
        draft, one = self.trial.asked, self.standing
        if draft is None or one is None or self.hanging is not None:
            return
        self.trial.keep()
        if not self._space.apply(f"{what} of {one.name or one.id}", put("workloads", draft)):
            self.trial.let_go()
            self.changed.emit()

    def remove(self) -> None:
        """Remove the chosen one."""
        one = self.standing
        if one is not None:
            self._space.apply(f"Remove workload {one.name or one.id}", drop("workloads", one.id))
