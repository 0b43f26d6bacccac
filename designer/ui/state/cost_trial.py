"""What is assumed of owning and renting, tried with something else before it is kept.

Nothing of it is in the design until it is kept, which is one step. What the engine says of it
stands until the report that holds it is there, so that a release shows no older figures in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject

from designer.document.edits import set_fields
from designer.engine.ownership_report import FIELDS, OwnAsked, Ownership, OwnWhyAsked
from designer.model.ranges import problem
from designer.ui.state.live_answer import LiveAnswer
from designer.ui.state.trial import Trial
from designer.ui.state.why_of import WhyOf

if TYPE_CHECKING:
    from designer.ui.state.workspace import Workspace

_SUBJECT: Final = "ownership"
_OF_CHOICE: Final = {"work": "choice", "reasons": "choice"}


class CostTrial(Trial[OwnAsked, Ownership]):
    """Asks what owning and renting would cost."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        answer = LiveAnswer(
            workspace.client, workspace.report_store, _SUBJECT, "tried", Ownership
        )  # fmt: skip
        super().__init__(workspace, answer, parent)
        self.why = WhyOf(
            workspace, _SUBJECT, lambda what: OwnWhyAsked(what=what, tried=self._asked), self,
            _OF_CHOICE,
        )  # fmt: skip
        self.changed.connect(self.why.ask_anew)
        workspace.report_changed.connect(self._on_report)

    @property
    def standing(self) -> Ownership:
        """What the report says."""
        report = self._space.report_store.report
        return report.ownership if report is not None else Ownership()

    @property
    def shown(self) -> Ownership:
        """What is tried or was just kept, as far as it is known; what the report says otherwise."""
        tried = self._asked is not None or self._kept is not None
        return self._last if tried and self._last is not None else self.standing

    def propose(self, field: str, value: float | None) -> None:
        """Try another value of a field of the site."""
        site = self._space.document.design.site
        if problem("Site", field, value):
            return
        self._try(OwnAsked(site=site.evolve(**{field: value})))

    def propose_input(self, name: str, value: float) -> None:
        """Try another value of an input, whether the site has a field for it or not."""
        field = FIELDS.get(name)
        if field is not None:
            self.propose(field, value)
        else:
            site = self._space.document.design.site
            self._try(OwnAsked(site=site, inputs=((name, value),)))

    def keep(self, field: str, label: str, value: float | None) -> None:
        """Make a value of the site one step of the design."""
        wrong = problem("Site", field, value)
        if wrong:
            self._space.message.emit(f"{label}: {wrong}", "warning")
            self.let_go()
            return
        self.propose(field, value)
        self._hold()
        given: dict[str, Any] = {field: value}
        edit = set_fields("site", **given)
        if not self._space.apply(label, edit):
            self.let_go()

    def _on_report(self) -> None:
        if self._kept is not None and self._space.report_store.is_current(
            self._space.document.revision
        ):
            self._kept, self._last = None, None
            self._answer.look_at(None)
            self.changed.emit()
