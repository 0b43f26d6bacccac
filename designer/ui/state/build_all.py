"""Building what all findings ask for, one after the other on the engine's report of each, one step.

The first of them makes the step, the others are added to it, so that one undo takes all back. While
it goes on nothing blocks: each waits for the report of the design as it is by then.
"""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from designer.document.document import Edit
from designer.document.errors import EditError
from designer.engine.new_findings import brought
from designer.engine.report import Check
from designer.model.plural import plural
from designer.planning.remedies import (
    Building,
    RemedyPlan,
    plan_for,
    set_apart,
    to_build,
)
from designer.ui.state.news_words import gravest, news_words
from designer.ui.state.workspace import Workspace


def plan_now(workspace: Workspace, check: Check) -> RemedyPlan | None:
    """Return what building for a finding of the report would do; None where it asks for nothing."""
    document, report = workspace.document, workspace.report_store.report
    feeds = report.power.feeds if report is not None else ()
    earlier, known = document.history.earlier(), workspace.layout()
    return plan_for(check, document.design, workspace.catalog, earlier, feeds, known)


class BuildAll(QObject):
    """Builds until no finding asks for anything that there is room for.

    Parameters
    ----------
    workspace
        Whose findings are built for.
    parent
        Qt owner.
    """

    changed = Signal()
    """It began or ended, or other findings ask for something."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._work: Building | None = None
        self._revision = -1
        self._before: tuple[Check, ...] = ()
        self._drop = ""
        """The label of the drop that is built for; empty where all findings are."""
        self._foreseen = False
        """Whether all that is built for it was built with it."""
        self._unmet: tuple[int, dict[str, str]] = (-1, {})
        """Revision of the design for whose findings nothing was built, and why, by their keys."""
        workspace.build_wanted.connect(self.after_drop)
        workspace.report_changed.connect(self._go_on)
        workspace.sizing_changed.connect(self._on_sizing)
        workspace.stage.changed.connect(self.changed)

    @property
    def is_at_work(self) -> bool:
        """Whether it builds now."""
        return self._work is not None

    def asked(self) -> list[Check]:
        """Return the findings that ask for something that can be placed, as far as it was tried."""
        report, unmet = self._workspace.report_store.report, self.unmet()
        found = to_build(report.checks) if report is not None else []
        return [check for check in found if check.key not in unmet]

    def unmet(self) -> dict[str, str]:
        """Return why nothing was built for findings of the design as it stands, by their keys."""
        revision, unmet = self._unmet
        return unmet if revision == self._workspace.document.revision else {}

    def reason(self) -> str:
        """Return why nothing can be built now; empty where something can, or is."""
        if self.is_at_work:
            return ""
        if self._workspace.engine_failure:
            return "the engine has no answer"
        if early := self.early():
            return early
        if self._workspace.is_sizing or self._workspace.report_store.report is None:
            return "the figures are of an earlier edit"
        if self.asked():
            return ""
        left = list(self.unmet().values())
        if left:
            more = f" (and {plural(len(left) - 1, 'finding')} more)" if left[1:] else ""
            return f"nothing more can be built until the design changes: {left[0]}{more}"
        return "no finding asks for anything that can be placed"

    def early(self) -> str:
        """Return why nothing is built at the stage that is looked at; empty where it is."""
        return self._workspace.stage.why_no_building()

    def words(self) -> str:
        """Return what it would do, a line for each finding, as far as their plans are known."""
        lines = []
        for check in self.asked():
            plan = self.plan_of(check)
            if plan is not None:
                why = f" ({plan.reason})" if plan.reason else ""
                lines.append(f"{check.rule}: {plan.label}{why}")
        return "\n".join((*lines, "and what the design needs then, as one step"))

    def plan_of(self, check: Check) -> RemedyPlan | None:
        """Return what building for a finding would do; None where it asks for nothing."""
        return plan_now(self._workspace, check)

    def toggle(self) -> None:
        """Begin, or stop after what is built already."""
        if self._work is not None:
            self._end("stopped")
            return
        why, report = self.reason(), self._workspace.report_store.report
        if why or report is None:
            self._workspace.message.emit(f"Build what the rules need: {why}", "warning")
            return
        self._work, self._before, self._drop = Building(self.plan_of), report.checks, ""
        self._foreseen = False
        self._revision = self._workspace.document.revision
        self.changed.emit()
        self._go_on()

    def after_drop(self, label: str, built: Building | None = None) -> None:
        """Build what a drop just made asks for, in its step: findings that it brings or alters.

        Parameters
        ----------
        label
            The name of the drop, whose step is the newest of the history.
        built
            What that step has built already, as it was foreseen; nothing more is built then.
        """
        report = self._workspace.report_store.report
        if early := self.early():
            self._workspace.message.emit(f"{label}; nothing is built for it: {early}", "info")
            return
        if self._work is not None or report is None or self._workspace.engine_failure:
            return
        # The report is still that of the design before the drop.
        self._work, self._before, self._drop = built or Building(self.plan_of), report.checks, label
        self._foreseen = built is not None
        self._revision = self._workspace.document.revision
        self.changed.emit()

    def _wanted(self, checks: Iterable[Check]) -> Iterable[Check]:
        """Return the findings that are built for: after a drop, those that it brings."""
        if not self._drop:
            return checks
        return set_apart(self._before, checks)

    def _on_sizing(self) -> None:
        if self._workspace.engine_failure:
            self._end("the engine has no answer")
        self.changed.emit()

    def _go_on(self) -> None:
        """Build the next, if the report is of the design as it stands."""
        self.changed.emit()
        work, document = self._work, self._workspace.document
        store = self._workspace.report_store
        if work is None or store.report is None or not store.is_current(document.revision):
            return
        if document.revision != self._revision:
            self._end("the design was edited")
            return
        wanted = () if self._foreseen else self._wanted(store.report.checks)
        while (found := work.next(wanted)) is not None:
            check, label, edit = found
            refusal = self._built(work, label, edit)
            if not refusal:
                work.done(check, label)
                self._revision = document.revision
                self._workspace.message.emit(f"{label} …", "info")
                return
            work.give_up(check, refusal)
        self._end("")

    def _built(self, work: Building, label: str, edit: Edit) -> str:
        """Apply a plan, the first as a step and the others as a part of it; return why not."""
        document = self._workspace.document
        apply = document.amend if work.built or self._drop else document.apply
        name = Building(self.plan_of, [*work.built, label]).label
        if self._drop:
            name = Building(self.plan_of, [*work.built, label]).after(self._drop)
        revision = document.revision
        try:
            apply(name, edit)
        except EditError as refusal:
            return str(refusal) or "not possible"
        return "" if document.revision > revision else "it changes nothing"

    def _end(self, why: str) -> None:
        work, self._work = self._work, None
        if work is None:
            return
        left = self._take_note(work, whole=not why)
        first = next(iter(left.values()), "")
        more = "; ".join(word for word in (why, f"not built: {first}" if first else "") if word)
        said, severity = self._news(work)
        self._workspace.message.emit(f"{said}{f'; {more}' if more else ''}", severity)
        self.changed.emit()

    def _take_note(self, work: Building, *, whole: bool) -> dict[str, str]:
        """Keep for what nothing was built, which is not tried again in the design as it is."""
        report, revision = self._workspace.report_store.report, self._workspace.document.revision
        if revision != self._revision:
            return work.left
        left = work.left
        if whole and report is not None:
            left = work.unmet(self._wanted(report.checks))
        self._unmet = revision, {**self.unmet(), **left}
        return left

    def _news(self, work: Building) -> tuple[str, str]:
        """Return what was built and what came of it, and how grave that is."""
        said = f"{plural(len(work.built), 'thing')} built as one step"
        if self._drop:
            built = ", ".join(work.built) or "nothing more to build"
            said = f"{self._drop}: {built}"
        elif not work.built:
            return "Nothing built", "warning"
        elif len(work.built) == 1:
            said = f"{work.built[0]}: done"
        store = self._workspace.report_store
        if store.report is None or not store.is_current(self._workspace.document.revision):
            return said, "info"
        comes = brought(self._before, store.report.checks)
        grave, news = gravest(comes), news_words(comes)
        # What is shortened loses its middle: how many are new is not to be lost.
        return f"{said}, {news}" if grave == "info" else f"{news} · {said}", grave
