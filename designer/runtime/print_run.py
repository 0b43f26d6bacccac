"""Prints and exports in a process of its own: the window goes on, is told of it, and can cancel.

Nothing is written before the whole set is drawn. Then the process asks, and is allowed to write:
until that moment it can be ended at any time, and leaves nothing behind.
"""

import sys
from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, Final

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from designer.io.export_asked import PLACE_LABELS
from designer.model.plural import plural
from designer.runtime.print_job import PrintJob, frames_of
from designer.runtime.worker_process import WorkerProcess

PRINT_COMMAND = (sys.executable, "-P", "-m", "designer.app.print_worker")
LAYING_OUT: Final = 1 / 6
"""Part of the time that laying sheets out takes; drawing them takes the rest."""
_SAID_FROM: Final = 0.05
"""Part that must be done before it is told how long the rest takes."""

UNKNOWN: Final = -1.0
"""How far a job is of which that is not known."""
_SECOND_MS: Final = 1_000
_SHEETS_OF_RATE: Final = 16
"""So many of the last sheets tell how long the rest takes: some sorts take longer than others."""
_WRITES_WITHIN_MS: Final = 10_000
"""Patience for a file that is being written when the program ends."""


class PrintRun(QObject):
    """One print. Starts at once; exactly one of `done`, `failed` and `cancelled` follows.

    It deletes itself when it is over and its process is gone.

    Signals
    -------
    progressed
        Words, and the part that is done, from 0 to 1; `UNKNOWN` where the job has no pages.
    done
        What was printed, in words.
    failed
        Why not, in words.
    cancelled
        It ended because `cancel` asked for it; nothing was written.
    """

    progressed = Signal(str, float)
    done = Signal(str)
    failed = Signal(str)
    cancelled = Signal()

    def __init__(
        self,
        job: PrintJob,
        parent: QObject | None = None,
        *,
        command: Sequence[str] = (),
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(parent)
        self.job = job
        self._clock = clock
        self._drawn: deque[tuple[int, float]] = deque(maxlen=_SHEETS_OF_RATE)
        """How many sheets were drawn when, of the last ones."""
        frames = frames_of(job)
        self._over = self._writing = False
        self._worker = WorkerProcess(command or PRINT_COMMAND, self, called="printing")
        self._worker.started.connect(lambda: self._worker.send_in_turn(frames))
        self._worker.received.connect(self._take)
        self._worker.died.connect(self._on_died)
        self._worker.stopped.connect(self.deleteLater)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.finish)
        self._seconds, self._ticks = 0, QTimer(self)
        self._ticks.setInterval(_SECOND_MS)
        self._ticks.timeout.connect(self._tell_time)
        if job.export is not None:
            self._ticks.start()
        self._worker.start()

    @property
    def part_at_first(self) -> float:
        """The part that is done before anything is told."""
        if self.job.export is not None:
            return UNKNOWN
        return 0.0

    @property
    def is_over(self) -> bool:
        """Whether it is done, failed or cancelled."""
        return self._over

    @property
    def can_cancel(self) -> bool:
        """Whether nothing is written yet."""
        return not (self._over or self._writing)

    @property
    def process_id(self) -> int:
        """The id of its process; 0 while none runs."""
        return self._worker.process_id

    def cancel(self) -> None:
        """End it; what is being written already is finished."""
        if self.can_cancel:
            self._end(self.cancelled)

    def finish(self) -> None:
        """Return when its process is gone: for after the event loop."""
        self._over = True
        self._ticks.stop()
        if not self._writing:
            self._worker.end_now()
        self._worker.finish(_WRITES_WITHIN_MS)

    def _on_died(self, words: str) -> None:
        self._end(self.failed, f"the process that prints {words}")
        self.deleteLater()

    def _take(self, frame: dict[str, Any]) -> None:
        if self._over:
            return
        match frame.get("type"):
            case "laid out" | "drawn" as phase:
                self._tell(phase, int(frame["done"]), int(frame["of"]))
            case "may write":
                self._writing = True
                self._ticks.stop()
                self.progressed.emit("writing the file" if self.job.path else "sending it", 1.0)
                self._worker.send({"type": "write"})
            case "done":
                self._end(self.done, self._done_words(frame))
            case "failed":
                self._end(self.failed, str(frame["message"]))
            case other:
                self._end(self.failed, f"printing said {other!r}, which nobody understands")

    def _done_words(self, frame: dict[str, Any]) -> str:
        job, target = self.job, self.job.target
        if job.path is None:
            return f"Sent {plural(int(frame['pages']), 'sheet')} to {target}"
        labels, pages = frame.get("labels"), frame.get("pages")
        if labels is None or job.export is None:
            return f"Wrote {target}"
        told = plural(int(labels), "label")
        if pages is None:
            return f"Wrote {target}: {told}"
        if job.export.kind in PLACE_LABELS:
            sheets = plural(int(pages) - 1, "sheet")
            return f"Wrote {target}: {told} on {sheets}, a page for calibration first"
        return f"Wrote {target}: {told} on {plural(int(pages), 'page')}"

    def _tell(self, phase: str, done: int, of: int) -> None:
        part = done / max(of, 1)
        self._ticks.stop()
        if phase == "laid out":
            # One whose content needs another sheet is found to do so when it is its turn.
            words = f"laying out sheet {done + 1:,} of at least {of:,}"
            self.progressed.emit(words, part * LAYING_OUT)
            return
        words = f"sheet {done + 1:,} of {of:,}"
        if self.job.export is not None:
            words = f"page {done + 1:,} of {of:,}"
        self._drawn.append((done, self._clock()))
        (first, began), (_, now) = self._drawn[0], self._drawn[-1]
        if part >= _SAID_FROM and done > first:
            words += f", {_time_left((now - began) / (done - first) * (of - done))} left"
        laid_out = 0.0
        if self.job.export is None:
            laid_out = LAYING_OUT
        self.progressed.emit(words, laid_out + part * (1 - laid_out))

    def _tell_time(self) -> None:
        """Say how long it has taken, while nothing tells how far it is."""
        self._seconds += 1
        self.progressed.emit(f"{self._seconds} s so far", UNKNOWN)

    def _end(self, signal: Any, *words: str) -> None:  # noqa: ANN401 - one of its own signals
        if self._over:
            return
        self._over = True
        self._ticks.stop()
        if self._worker.process_id:
            # What it writes is written: it ends by itself then.
            self._worker.stop() if self._writing else self._worker.end_now()
        signal.emit(*words)


def _time_left(seconds: float) -> str:
    """Return a time that is left, as one says it: `4 s`, `2 min`."""
    return f"{max(1, round(seconds))} s" if seconds < 100 else f"{round(seconds / 60)} min"
