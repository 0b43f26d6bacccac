"""Draws pages for a preview in a process of its own: laid out once, each drawn when asked for."""

from base64 import b64decode
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from designer.runtime.print_job import PrintJob, frames_of
from designer.runtime.print_run import PRINT_COMMAND
from designer.runtime.worker_process import WorkerProcess


class PreviewRun(QObject):
    """One set of pages. Starts at once; `laid_out` or `failed` follows.

    Signals
    -------
    progressed
        How many sheets are laid out, and of at least how many.
    laid_out
        Titles of the pages, width and height of the paper in mm.
    drawn
        Number of a page from 1, its width in pixels, its picture as PNG.
    failed
        Why there is no preview, in words.
    """

    progressed = Signal(int, int)
    laid_out = Signal(object, float, float)
    drawn = Signal(int, int, bytes)
    failed = Signal(str)

    def __init__(
        self, job: PrintJob, parent: QObject | None = None, *, command: Sequence[str] = ()
    ) -> None:
        super().__init__(parent)
        frames = frames_of(job)
        self._over = self._ready = False
        self._asked: list[tuple[int, int]] = []
        self._drawing: tuple[int, int] | None = None
        self._worker = WorkerProcess(command or PRINT_COMMAND, self, called="the preview")
        self._worker.started.connect(lambda: self._worker.send_in_turn(frames))
        self._worker.received.connect(self._take)
        self._worker.died.connect(lambda words: self._fail(f"the preview's process {words}"))
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)
        self._worker.start()

    def ask(self, pages: Sequence[int], width_px: int) -> None:
        """Ask for pages in this order; what was asked for before and is not drawn yet is not."""
        self._asked = [(page, width_px) for page in pages]
        self._next()

    def close(self) -> None:
        """End its process."""
        if not self._over:
            self._over = True
            self._worker.end_now()
            self._worker.finish()

    @property
    def process_id(self) -> int:
        """The id of its process; 0 while none runs."""
        return self._worker.process_id

    def _next(self) -> None:
        """Let the next page be drawn, one at a time: who asks may soon want another."""
        if self._ready and self._drawing is None and self._asked and not self._over:
            self._drawing = page, width_px = self._asked.pop(0)
            self._worker.send({"type": "page", "page": page, "px": width_px})

    def _take(self, frame: dict[str, Any]) -> None:
        if self._over:
            return
        match frame.get("type"):
            case "laid out":
                self.progressed.emit(int(frame["done"]), int(frame["of"]))
            case "pages":
                wide, high = frame["mm"]
                self._ready = True
                self.laid_out.emit(tuple(frame["titles"]), float(wide), float(high))
            case "page":
                self._drawing = None
                self._next()
                self.drawn.emit(int(frame["page"]), int(frame["px"]), b64decode(frame["png"]))
            case "failed":
                self._fail(str(frame["message"]))
            case other:
                self._fail(f"it said {other!r}, which nobody understands")

    def _fail(self, words: str) -> None:
        if not self._over:
            self.close()
            self.failed.emit(words)
