"""What the catalogue's models would do on this design: rows that grow while somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from designer.engine.workload_report import LibraryAsked, WorkloadLibrary
from designer.ui.state.live_answer import PatientAnswer

if TYPE_CHECKING:
    from designer.engine.workload_report import LibraryRow
    from designer.ui.state.workspace import Workspace


class LibraryState(QObject):
    """Asks for rows, slice by slice, while it is looked at.

    Signals
    -------
    changed
        There are more rows, or others.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._looked_at = self._stopped = False
        self._last = WorkloadLibrary()
        self._answer = PatientAnswer(
            workspace.client, workspace.report_store, "workloads", "library", WorkloadLibrary,
            lambda one: one.working, self,
        )  # fmt: skip
        self._answer.changed.connect(self._take)

    @property
    def rows(self) -> tuple[LibraryRow, ...]:
        """What is known, in order."""
        return self._last.rows

    @property
    def total(self) -> int:
        """How many rows there will be; 0 before that is known."""
        return self._last.total

    @property
    def is_working(self) -> bool:
        """Whether more rows are on their way."""
        return self._looked_at and not self._stopped and (
            self._last.working or not self._last.total
        )  # fmt: skip

    @property
    def is_stopped(self) -> bool:
        """Whether somebody stopped it before all rows were there."""
        return self._stopped

    def look(self, *, looked_at: bool) -> None:
        """Begin to ask, or ask no more."""
        self._looked_at = looked_at
        self._ask()

    def stop(self) -> None:
        """Ask no more, until it is asked to go on."""
        if self.is_working:
            self._stopped = True
            self._ask()
            self.changed.emit()

    def go_on(self) -> None:
        """Ask for the rows that are missing."""
        self._stopped = False
        self._ask()
        self.changed.emit()

    def _ask(self) -> None:
        wanted = self._looked_at and not self._stopped
        self._answer.look_at(LibraryAsked() if wanted else None)

    def _take(self) -> None:
        found = self._answer.found
        if found is None:
            return
        # What was found for the design before stands until as much is found for this one.
        if not found.working or len(found.rows) >= len(self._last.rows):
            self._last = found
        self.changed.emit()
