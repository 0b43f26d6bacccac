"""The report on show: which revision it belongs to, and whether that is still the newest.

Views pull from here when `changed` comes; it comes at once for a report after a pause and at most
every `interval_ms` in a stream of them, so that a drag of a spin box does not repaint plots more
often than eyes can follow. That a report is stale is told only when no newer one comes within
`STALE_AFTER` such intervals, which a hand still takes for at once: views neither flicker nor draw
twice for one edit, and a report does not wait because its lack was told.
"""

from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from designer.engine.report import Report

CHANGED_INTERVAL_MS = 40
STALE_AFTER: Final = 2.5
"""Intervals after which the lack of a report is told."""


class ReportStore(QObject):
    """Holds the newest report that the engine gave, and says when it is stale.

    Parameters
    ----------
    parent
        Qt owner.
    interval_ms
        Least time between two reports that are told.
    """

    changed = Signal()

    def __init__(
        self, parent: QObject | None = None, interval_ms: int = CHANGED_INTERVAL_MS
    ) -> None:
        super().__init__(parent)
        self._report: Report | None = None
        self._revision = -1
        self._expected = -1
        self._interval_ms = interval_ms
        self._since_told = QElapsedTimer()
        self._untold = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tell)

    @property
    def report(self) -> Report | None:
        """The newest report; None until the engine gave one for this design."""
        return self._report

    @property
    def revision(self) -> int:
        """The revision the report belongs to; -1 while there is none."""
        return self._revision

    @property
    def expected(self) -> int:
        """The newest revision of the design; -1 before the first."""
        return self._expected

    @property
    def is_stale(self) -> bool:
        """Whether the design is newer than the report (or there is no report yet)."""
        return self._report is None or self._revision != self._expected

    @property
    def is_untold(self) -> bool:
        """Whether the report came and views do not know yet."""
        return self._untold

    def is_current(self, revision: int) -> bool:
        """Return whether the report belongs to this revision of the design."""
        return self._report is not None and self._revision == revision

    def expect(self, revision: int) -> None:
        """Remember that the design stands at `revision`: an older report is stale from now on."""
        if revision == self._expected:
            return
        self._expected = revision
        if not self._timer.isActive():
            self._timer.start(round(STALE_AFTER * self._interval_ms))

    def accept(self, revision: int, report: Report) -> bool:
        """Show a report if it is newer than what is shown; return whether it was taken."""
        if self._report is not None and revision < self._revision:
            return False
        self._report = report
        self._revision = revision
        self._untold = True
        self._tell_soon()
        return True

    def clear(self) -> None:
        """Forget the report: another design is open and nothing shown may belong to the old one."""
        self._report = None
        self._revision = -1
        self._expected = -1
        self._untold = False
        self._timer.start(0)

    def close(self) -> None:
        """Tell nothing that is still to be told: nobody listens any more."""
        self._timer.stop()

    def _tell_soon(self) -> None:
        since = self._since_told.elapsed() if self._since_told.isValid() else self._interval_ms
        wait = max(0, self._interval_ms - since)
        if not self._timer.isActive() or self._timer.remainingTime() > wait:
            self._timer.start(wait)

    def _tell(self) -> None:
        if self._untold:
            self._untold = False
            self._since_told.start()
        self.changed.emit()
