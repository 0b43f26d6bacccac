"""What an export would write, made in a process of its own to be looked at."""

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from designer.runtime.print_job import PrintJob, frames_of
from designer.runtime.print_run import PRINT_COMMAND
from designer.runtime.worker_process import WorkerProcess


@dataclass(frozen=True)
class Looked:
    """As much of an export as is looked at.

    Attributes
    ----------
    png, wide, high
        A picture in small, and the size of the whole in pixels; empty of what is none.
    lines, of
        The first lines and the number of all; None of what has no lines.
    size
        Bytes of the whole; None where it was not made.
    """

    png: bytes = b""
    wide: int = 0
    high: int = 0
    lines: tuple[str, ...] | None = None
    of: int = 0
    size: int | None = None

    @classmethod
    def of_frame(cls, frame: dict[str, Any]) -> "Looked":
        """Return what a frame tells.

        Raises
        ------
        KeyError, ValueError
            If it tells something else.
        """
        if "png" in frame:
            png = b64decode(frame["png"])
            return cls(png, int(frame["wide"]), int(frame["high"]))
        lines, size = frame.get("lines"), frame["bytes"]
        if lines is None:
            return cls(size=int(size))
        return cls(lines=tuple(lines), of=int(frame["of"]), size=size)


class ExportLook(QObject):
    """One look. Starts at once; `looked` or `failed` follows, unless it is closed before.

    Signals
    -------
    looked
        What would be written: a `Looked`.
    failed
        Why it would not be, in words.
    """

    looked = Signal(object)
    failed = Signal(str)

    def __init__(
        self, job: PrintJob, parent: QObject | None = None, *, command: Sequence[str] = ()
    ) -> None:
        super().__init__(parent)
        frames = frames_of(job)
        self._over = False
        self._worker = WorkerProcess(command or PRINT_COMMAND, self, called="the preview")
        self._worker.started.connect(lambda: self._worker.send_in_turn(frames))
        self._worker.received.connect(self._take)
        self._worker.died.connect(lambda words: self._fail(f"the preview's process {words}"))
        self._worker.stopped.connect(self.deleteLater)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.finish)
        self._worker.start()

    @property
    def process_id(self) -> int:
        """The id of its process; 0 while none runs."""
        return self._worker.process_id

    def close(self) -> None:
        """End it; nothing follows."""
        if not self._over:
            self._over = True
            self._worker.end_now()

    def finish(self) -> None:
        """Return when its process is gone: for after the event loop."""
        self.close()
        self._worker.finish()

    def _take(self, frame: dict[str, Any]) -> None:
        if self._over:
            return
        match frame.get("type"):
            case "looked":
                self.close()
                self.looked.emit(Looked.of_frame(frame))
            case "failed":
                self._fail(str(frame["message"]))
            case other:
                self._fail(f"it said {other!r}, which nobody understands")

    def _fail(self, words: str) -> None:
        if not self._over:
            self.close()
            self.failed.emit(words)
