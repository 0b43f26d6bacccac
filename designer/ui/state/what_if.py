"""What is lost in thought, shared by floor, elevation and one-line. Never saved, no undo step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from designer.engine.report import RackReport, Report
    from designer.engine.together_report import (
        DoorAfterLoss,
        LossAsked,
        LostTogether,
        RackAfterLoss,
    )
    from designer.model.figures import Figure
    from designer.render.failing import Failing, Target
    from designer.render.fate import Fate
    from designer.render.what_if import WhatIf
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
    asked = Signal(object)
    """The engine has to say what a loss does (`LossAsked`): several things, or in racks."""
    refused = Signal(str)
    """Why something cannot be lost besides."""

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
        self._question: LossAsked | None = None
        self._failure = ""
        self._proven: Figure | None = None
        self._looked_at: dict[str, tuple[str, ...]] = {}
        self._of: tuple[object, ...] = ()
        self._shown: WhatIf | None = None

    @property
    def failing(self) -> Failing | None:
        """What is lost; None while nothing is."""
        return self._failing

    @property
    def shown(self) -> WhatIf | None:
        """What is lost and what follows from it, by the newest report; None while nothing is."""
        report = self._store.report
        if report is None or self._failing is None:
            return None
        of = report, self.together, self._answer, self._failure, self._proven
        if not self._of or self._of[0] is not report or self._of[1:] != of[1:]:
            self._of, self._shown = of, self._said(report, self._failing)
        return self._shown

    def _said(self, report: Report, failing: Failing) -> WhatIf | None:
        if self._more:
            found = self._together(report)
        else:
            from designer.render.what_if import answered  # not before something is lost

            found = answered(report, failing, self._name_of, self._proven)
        if found is None or self._answer is None:
            return found
        racks = {one.id: one for one in self._answer.racks}
        doors = {one.id: one for one in self._answer.doors}
        return replace(found, racks=racks, doors=doors) if racks or doors else found

    def fate(self, rack_id: str) -> Fate | None:
        """Return what the loss does to a thing on the floor; None where it does nothing."""
        shown = self.shown
        return shown.fates.get(rack_id) if shown else None

    def fail(self, failing: Failing) -> None:
        """Lose something; of what is lost already, restore it."""
        self._set(None if (failing,) == self.together else failing)

    @property
    def together(self) -> tuple[Failing, ...]:
        """All that is lost."""
        return (self._failing, *self._more) if self._failing else ()

    def add(self, failing: Failing) -> None:
        """Lose something besides what is lost; of what is lost already, restore that alone.

        What cannot be told together is refused in a sentence, and what is lost stays so.
        """
        from designer.render.failing import why_not_together  # not before something is lost

        every = self.together
        if failing in every:
            every = tuple(one for one in every if one != failing)
        else:
            every = (*every, failing)
        if why := why_not_together(self._store.report, every):
            self.refused.emit(f"Not lost besides: {why}")
            return
        self._lose(every)

    def lose_all(self, every: Iterable[Failing]) -> None:
        """Lose several things at once; what cannot be told together is refused in a sentence."""
        from designer.render.failing import why_not_together  # not before something is lost

        wanted = tuple(dict.fromkeys(every))
        if why := why_not_together(self._store.report, wanted):
            self.refused.emit(f"Not lost together: {why}")
            return
        self._lose(wanted)

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

    def lose_unit_besides(self, rack: RackReport | None) -> bool:
        """Lose a cooling unit on the floor likewise; of what is none, nothing happens."""
        from designer.catalog.kinds import kind_of

        if self._failing is None or rack is None or not kind_of(rack).is_cooling_unit:
            return False
        units = [one.failing for one in self.targets(rack) if one.failing.kind == "cooling"]
        if units:
            self.add(units[0])
        return bool(units)

    def lose_first_besides(self, targets: Iterable[Target], called: str) -> bool:
        """Lose the first of what may be lost of a device likewise, or say that there is none.

        Parameters
        ----------
        called
            What people call the device.
        """
        if self._failing is None:
            return False
        first = next(iter(targets), None)
        if first is not None:
            self.add(first.failing)
        else:
            self.refused.emit(f"Not lost besides: what the loss of {called} does is not computed")
        return True

    def take(self, answer: LostTogether) -> None:
        """Take what the engine says of a loss, if that is the loss of now."""
        if answer.asked == self._question:
            self._answer, self._failure = answer, ""
            self.changed.emit()

    def know_left(self, proven: Figure) -> None:
        """Take what was proven of the bisection that the one loss of now leaves, in Gb/s."""
        if self._failing is not None and not self._more and proven != self._proven:
            self._proven = proven
            self.changed.emit()

    def take_failure(self, why: str) -> None:
        """Take that the engine cannot say what the loss of now does, and why."""
        if self._question is not None:
            self._failure = why
            self.changed.emit()

    def look_at(self, place: str, racks: Iterable[str]) -> None:
        """Look at racks: the engine is asked what a loss does to each device in them.

        Parameters
        ----------
        place
            Where they are looked at: each place has its own.
        """
        wanted = tuple(filter(None, racks))
        if wanted != self._looked_at.get(place, ()):
            self._looked_at[place] = wanted
            self._ask()

    def rack_after(self, rack_id: str) -> RackAfterLoss | None:
        """Return what the loss does in a rack that is looked at; None until that is known."""
        shown = self.shown
        return shown.racks.get(rack_id) if shown is not None else None

    def door_after(self, rack_id: str) -> DoorAfterLoss | None:
        """Return what takes the heat of a rack whose rear door does not run with the loss."""
        shown = self.shown
        return shown.doors.get(rack_id) if shown is not None else None

    def is_asking_of(self, rack_id: str) -> bool:
        """Return whether the engine is still to say what the loss does in a rack."""
        asked = self._question
        if asked is None or rack_id not in asked.racks or self._failure:
            return False
        return self._answer is None or self._answer.asked != asked

    def _ask(self) -> None:
        """Ask the engine of what the report does not tell: several things, and devices."""
        report, every = self._store.report, self.together
        self._question, self._failure = None, ""
        if report is None or not every:
            return
        from designer.render.failing import asked_of, touches_racks

        looked_at = dict.fromkeys(chain(*self._looked_at.values()))
        racks = tuple(looked_at) if touches_racks(every) else ()
        if racks or self._more:
            self._question = asked_of(report, every, racks)
        if self._question is not None:
            self.asked.emit(self._question)

    def _together(self, report: Report) -> WhatIf | None:
        """Return what the engine said of a loss of several things; that it is asked until then."""
        from designer.render.what_if import WhatIf, names_of_lost, of_several

        if self._answer is not None:
            return of_several(report, self._answer, self.together, report.power, self._name_of)
        names = names_of_lost(report, self.together)
        said = "asking what that does"
        if self._failure:
            said = f"what that does cannot be computed, because {self._failure}"
        return WhatIf(self.together, names, said, "", "unknown")

    def restore(self) -> bool:
        """Lose nothing any more; return whether something was lost."""
        was = self._failing is not None
        self._set(None)
        return was

    def look_again(self) -> None:
        """Follow a newer report: what it has no more of, nothing can be said of."""
        if self._failing is None or self._store.report is None:
            return
        # The design may be another one: what the engine said was of the one before.
        self._answer = self._proven = None
        if not self._more and self.shown is None:
            self._failing = None
        self._ask()
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
            self._lose((failing,) if failing else ())

    def _lose(self, every: tuple[Failing, ...]) -> None:
        self._failing, self._more = (every[0] if every else None), every[1:]
        self._answer = self._proven = None
        self._ask()
        self.changed.emit()
