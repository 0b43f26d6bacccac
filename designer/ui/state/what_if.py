"""What is lost in thought, shared by floor, elevation and one-line. Never saved, no undo step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from designer.engine.power_report import LostTogether
    from designer.engine.report import RackReport, Report
    from designer.render.failing import Failing, Target
    from designer.render.what_if import Fate, WhatIf
    from designer.runtime.report_store import ReportStore


class WhatIfState(QObject):
    """At most one what-if at a time. It follows the report, and ends with what is lost in it.

    Parameters
    ----------
    name_of
        What people call the owner of an input that nobody states.

    Signals
    -------
    changed
        Something else is lost, nothing is any more, or a newer report says something else of it.
    """

    changed = Signal()
    asked = Signal(tuple)
    """The engine has to say what several things upstream do together when they are lost: ids."""

    def __init__(
        self,
        store: ReportStore,
        parent: QObject | None = None,
        name_of: Callable[[str], str] = str,
    ) -> None:
        super().__init__(parent)
        self._store, self._name_of = store, name_of
        self._failing: Failing | None = None
        self._more: tuple[Failing, ...] = ()
        self._answer: LostTogether | None = None
        self._of: tuple[Report, Failing] | None = None
        self._shown: WhatIf | None = None

    @property
    def failing(self) -> Failing | None:
        """What is lost; None while nothing is."""
        return self._failing

    @property
    def shown(self) -> WhatIf | None:
        """What is lost and what follows from it, by the newest report; None while nothing is."""
        report, failing = self._store.report, self._failing
        if report is None or failing is None:
            return None
        if self._more:
            return self._together(report)
        if self._of is None or self._of[0] is not report or self._of[1] != failing:
            from designer.render.what_if import answered  # not before something is lost

            self._of, self._shown = (report, failing), answered(report, failing, self._name_of)
        return self._shown

    def fate(self, rack_id: str) -> Fate | None:
        """Return what the loss does to a thing on the floor; None where it does nothing."""
        shown = self.shown
        return shown.fates.get(rack_id) if shown else None

    def fail(self, failing: Failing) -> None:
        """Lose something; of what is lost already, restore it."""
        self._set(None if (failing,) == self.together else failing)

    @property
    def together(self) -> tuple[Failing, ...]:
        """All that is lost; several only upstream of the racks."""
        return (self._failing, *self._more) if self._failing else ()

    def add(self, failing: Failing) -> None:
        """Lose something besides what is lost; of what is lost already, restore that alone.

        Several are lost together upstream of the racks only: anything else is lost by itself.
        """
        every = self.together
        if failing in every:
            every = tuple(one for one in every if one != failing)
        elif every and {one.kind for one in (*every, failing)} == {"power"}:
            every = (*every, failing)
        else:
            every = (failing,)
        self._failing, self._more = (every[0] if every else None), every[1:]
        self._answer = None
        if self._more:
            self._ask()
        self.changed.emit()

    def lose_besides(self, node: str) -> bool:
        """Lose a record of the room's power besides what is lost, while something is.

        Returns
        -------
        bool
            Whether something was lost: otherwise nothing happens.
        """
        if self._failing is None:
            return False
        from designer.render.failing import Failing

        self.add(Failing("power", node))
        return True

    def take(self, answer: LostTogether) -> None:
        """Take what the engine says of a loss of several things, if that is the loss of now."""
        if answer.lost == tuple(one.id for one in self.together):
            self._answer = answer
            self.changed.emit()

    def _ask(self) -> None:
        self.asked.emit(tuple(one.id for one in self.together))

    def _together(self, report: Report) -> WhatIf | None:
        """Return what the engine said of a loss of several things; that it is asked until then."""
        from designer.render.what_if import WhatIf, of_several

        if self._answer is not None:
            return of_several(report, self._answer, self.together, report.power, self._name_of)
        names = " and ".join(report.power.name_of(one.id) for one in self.together)
        return WhatIf(self.together, names, "asking what that does", "", "unknown")

    def restore(self) -> bool:
        """Lose nothing any more; return whether something was lost."""
        was = self._failing is not None
        self._set(None)
        return was

    def look_again(self) -> None:
        """Follow a newer report: what it has no more of, nothing can be said of."""
        if self._failing is None or self._store.report is None:
            return
        if self._more:
            # The design may be another one: what the engine said was of the one before.
            self._answer = None
            self._ask()
        elif self.shown is None:
            self._failing = None
        self.changed.emit()

    def targets(self, rack: RackReport | None) -> tuple[Target, ...]:
        """Return what may be lost of a thing on the floor; of none, what is upstream of all."""
        from designer.render.failing import targets_at, targets_upstream

        report = self._store.report
        if report is None:
            return ()
        return targets_at(report, rack) if rack else targets_upstream(report)

    def _set(self, failing: Failing | None) -> None:
        if failing != self._failing or self._more:
            self._failing, self._more, self._answer = failing, (), None
            self.changed.emit()
