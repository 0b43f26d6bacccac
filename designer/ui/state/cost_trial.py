"""What is assumed of owning and renting, tried with something else before it is kept.

Nothing of it is in the design until it is kept, which is one step. What the engine says of it
stands until the report that holds it is there, so that a release shows no older figures in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal

from designer.document.edits import set_fields
from designer.engine.ownership_report import FIELDS, OwnAsked, Ownership, OwnWhyAsked
from designer.model.ranges import problem
from designer.ui.state.live_answer import LiveAnswer
from designer.ui.state.why_of import WhyOf

if TYPE_CHECKING:
    from designer.ui.state.workspace import Workspace

_SUBJECT: Final = "ownership"
_OF_CHOICE: Final = {"work": "choice", "reasons": "choice"}


class CostTrial(QObject):
    """Asks what owning and renting would cost; while one question is under way, the newest waits.

    Signals
    -------
    changed
        Something else is tried, or more is known of it.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._asked: OwnAsked | None = None
        self._kept: OwnAsked | None = None
        self._next: OwnAsked | None = None
        self._last: Ownership | None = None
        self._answer = LiveAnswer(
            workspace.client, workspace.report_store, _SUBJECT, "tried", Ownership, self
        )
        self._answer.changed.connect(self._take)
        self.why = WhyOf(
            workspace, _SUBJECT, lambda what: OwnWhyAsked(what=what, tried=self._asked), self,
            _OF_CHOICE,
        )  # fmt: skip
        self.changed.connect(self.why.ask_anew)
        workspace.report_changed.connect(self._on_report)

    @property
    def asked(self) -> OwnAsked | None:
        """What is tried; None where nothing is."""
        return self._asked

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
        self._propose(OwnAsked(site=site.evolve(**{field: value})))

    def propose_input(self, name: str, value: float) -> None:
        """Try another value of an input, whether the site has a field for it or not."""
        field = FIELDS.get(name)
        if field is not None:
            self.propose(field, value)
        else:
            site = self._space.document.design.site
            self._propose(OwnAsked(site=site, inputs=((name, value),)))

    def keep(self, field: str, label: str, value: float | None) -> None:
        """Make a value of the site one step of the design."""
        wrong = problem("Site", field, value)
        if wrong:
            self._space.message.emit(f"{label}: {wrong}", "warning")
            self.let_go()
            return
        self.propose(field, value)
        self._kept, self._asked, self._next = self._asked, None, None
        given: dict[str, Any] = {field: value}
        edit = set_fields("site", **given)
        if not self._space.apply(label, edit):
            self.let_go()

    def let_go(self) -> None:
        """Try nothing."""
        self._asked, self._kept, self._next, self._last = None, None, None, None
        self._answer.look_at(None)
        self.changed.emit()

    def _propose(self, asked: OwnAsked) -> None:
        if asked == self._asked:
            return
        if self._asked is None:
            self._last, self._kept = None, None
        self._asked = asked
        if self._answer.is_stale:
            self._next = asked
        else:
            self._answer.look_at(asked)
        self.changed.emit()

    def _take(self) -> None:
        if self._asked is None and self._kept is None:
            return
        found, then = self._answer.found, self._next
        if found is not None:
            self._last = found
        if then is not None and not self._answer.is_stale:
            self._next = None
            self._answer.look_at(then)
        self.changed.emit()

    def _on_report(self) -> None:
        if self._kept is not None and self._space.report_store.is_current(
            self._space.document.revision
        ):
            self._kept, self._last = None, None
            self._answer.look_at(None)
            self.changed.emit()
