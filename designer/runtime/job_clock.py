"""How long the engine may work at the job in flight: its deadline, and what it gets after that.

A busy machine that leaves the engine little time makes it late, not stuck: such a job gets its
deadline again, some times. What ran out once is given twice as long the next time, until a report
has come: a design that needs this long shall not be ended for ever.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from designer.runtime.engine_patience import MOST_PATIENCE, given, is_starved


class JobClock(QObject):
    """The clock of one job after another.

    Parameters
    ----------
    worked_ms
        For how long the engine has had a processor so far; None where that cannot be read.
    deadline_ms, hang_ms
        What a job gets at first, and after that while nothing newer waits, for a usual design.

    Signals
    -------
    late
        The deadline is past.
    hung
        The time after it is past, too.
    """

    late = Signal()
    hung = Signal()

    def __init__(
        self, worked_ms: Callable[[], int | None], deadline_ms: int, hang_ms: int, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._worked_ms = worked_ms
        self._usual = self._deadline_ms, self._hang_ms = deadline_ms, hang_ms
        self._racks = 0
        self._worked_at: int | None = None
        self._patience = 0
        self._deadline, self._hang = QTimer(self), QTimer(self)
        for timer, passed in ((self._deadline, self.late), (self._hang, self.hung)):
            timer.setSingleShot(True)
            timer.timeout.connect(passed)

    def begin(self, racks: int) -> None:
        """Begin with a job on a design of so many racks."""
        self._hang.stop()
        self._racks, self._worked_at = racks, self._worked_ms()
        self._patience = MOST_PATIENCE
        self._deadline.start(given(self._deadline_ms, racks))

    def stop(self) -> None:
        """Stop: there is an answer, or no engine."""
        self._deadline.stop()
        self._hang.stop()

    def is_patient(self) -> bool:
        """Give a late job its deadline again where a busy machine is why; return whether it was."""
        if not (self._is_starved() and self._patience):
            return False
        self._patience -= 1
        self._deadline.start(given(self._deadline_ms, self._racks))
        return True

    def wait_on(self) -> None:
        """Let a late job work on until it hangs."""
        self._hang.start(given(self._hang_ms, self._racks))

    def lengthen_deadline(self) -> None:
        """Give the next jobs twice as long until they are late."""
        self._deadline_ms *= 2

    def lengthen_wait(self) -> None:
        """Give the next jobs twice as long until they hang."""
        self._hang_ms *= 2

    def forgive(self) -> None:
        """Give the next jobs what is usual: the engine came to an end."""
        self._deadline_ms, self._hang_ms = self._usual

    def _is_starved(self) -> bool:
        """Return whether the engine works, and a busy machine leaves it little time for that."""
        worked = self._worked_ms()
        if worked is None or self._worked_at is None:
            return False
        deadline = given(self._deadline_ms, self._racks)
        return is_starved(worked - self._worked_at, deadline, self._patience)
