"""Measures a design that is not open, in a process of its own which then ends.

The engine of the window keeps what it has worked out of the open design: it is not asked.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from designer.catalog.part import Part
from designer.engine.patch import apply_patch
from designer.engine.protocol import open_request
from designer.engine.report import Report
from designer.model.design import Design
from designer.runtime.worker_process import ENGINE_COMMAND, WorkerProcess


class AsideEngine(QObject):
    """One design after another, each from the start; never blocks the event loop.

    Signals
    -------
    found
        The `Report` on what `measure` was given, with what is worked out later.
    failed
        There will be none: why, in words.
    """

    found = Signal(object)
    failed = Signal(str)

    def __init__(
        self, parent: QObject | None = None, *, command: Sequence[str] = ENGINE_COMMAND
    ) -> None:
        super().__init__(parent)
        self._request: dict[str, Any] | None = None
        self._report: Report | None = None
        """What came of it so far."""
        self._sent = self._ending = False
        self._worker = WorkerProcess(command, self)
        self._worker.started.connect(self._send)
        self._worker.received.connect(self._take)
        self._worker.died.connect(self._on_died)
        self._worker.stopped.connect(self._on_stopped)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.finish)

    @property
    def process_id(self) -> int:
        """The id of its process; 0 while none runs."""
        return self._worker.process_id

    def measure(self, design: Design, parts: Iterable[Part]) -> None:
        """Measure a design; what was asked for before is let go."""
        self.stop()
        self._request, self._sent = open_request(0, design, parts, whole=True), False
        if self._worker.process_id == 0:
            self._worker.start()

    def stop(self) -> None:
        """Let go of what is measured; its process ends without being waited for."""
        self._request = self._report = None
        if self._worker.process_id:
            self._ending = True
            self._worker.stop()

    def finish(self) -> None:
        """As `stop`, but returns only when the process is gone: for after the event loop."""
        self._request = None
        self._worker.finish()

    def _send(self) -> None:
        if self._request is None:
            self._worker.stop()
        elif not self._sent and not self._ending:
            self._sent = True
            self._worker.send(self._request)

    def _take(self, frame: dict[str, Any]) -> None:
        if self._request is None:
            return
        if frame.get("type") != "report":
            why = frame.get("message") or frame.get("type")
            self._end(f"the engine could not measure it: {why}")
            return
        try:
            self._report = apply_patch(self._report, frame["patch"])
        except (ValueError, KeyError) as error:
            self._end(f"the engine's answer cannot be read: {error}")
            return
        if not frame.get("rest_follows"):
            self._end("")

    def _end(self, why: str) -> None:
        """Let the process end, and tell what it found, or why there is nothing."""
        report = self._report
        self.stop()
        if why:
            self.failed.emit(why)
        else:
            self.found.emit(report)

    def _on_died(self, words: str) -> None:
        request, self._request, self._ending = self._request, None, False
        if request is not None:
            self.failed.emit(f"the engine {words}")

    def _on_stopped(self) -> None:
        """Begin with what was asked for while the process before was ending."""
        self._ending = False
        if self._request is not None and not self._sent:
            self._worker.start()
