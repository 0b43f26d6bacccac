"""The engine's child process: starts it, carries frames to and from it, and ends it cleanly.

Knows nothing of revisions or reports; `engine_client` decides what is sent and when.
"""

import logging
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

import designer
from designer.engine.protocol import FrameReader, encode

log = logging.getLogger(__name__)

# -P keeps the current folder out of the module path: a `numpy.py` beside somebody's design
# must not become the engine's numpy.
ENGINE_COMMAND = (sys.executable, "-P", "-m", "designer.engine.start")
GRACE_MS = 500
ONE_THREAD = "OPENBLAS_NUM_THREADS"
"""Threads of numpy's linear algebra in the child. Its matrices are small: where another process
works beside, two threads that wait for each other take seconds for what one does in 40 ms."""


class WorkerProcess(QObject):
    """One child process that speaks frames on stdin and stdout; may be started again after it died.

    Signals
    -------
    started
        The process runs.
    received
        One decoded frame (a dict).
    died
        It ended without being asked to; the words say how.
    stopped
        It ended because `stop` or `finish` asked for it.
    """

    started = Signal()
    received = Signal(object)
    died = Signal(str)
    stopped = Signal()

    def __init__(
        self,
        command: Sequence[str] = ENGINE_COMMAND,
        parent: QObject | None = None,
        *,
        called: str = "the engine",
    ) -> None:
        super().__init__(parent)
        self._command, self._called = tuple(command), called
        self._process: QProcess | None = None
        self._reader = FrameReader()
        self._stopping = False
        self._cause = ""
        self._grace = QTimer(self)
        self._grace.setSingleShot(True)
        self._grace.setInterval(GRACE_MS)
        self._grace.timeout.connect(self._insist)

    @property
    def is_running(self) -> bool:
        """Whether frames can be sent."""
        process = self._process
        return process is not None and process.state() == QProcess.ProcessState.Running

    @property
    def process_id(self) -> int:
        """The child's process id; 0 when there is none."""
        return int(self._process.processId()) if self._process else 0

    def worked_ms(self) -> int | None:
        """Return how long the child has had a processor, in all; None where the system is silent.

        Of Linux's `/proc`: user and system time stand behind the name, which may hold anything.
        """
        try:
            told = Path(f"/proc/{self.process_id}/stat").read_bytes().rpartition(b")")[2].split()
            ticks = int(told[11]) + int(told[12])
            return round(ticks * 1000 / os.sysconf("SC_CLK_TCK"))
        except (OSError, ValueError, IndexError, AttributeError):
            return None

    def start(self) -> None:
        """Start the child; `started` or `died` follows. Nothing happens if it is there already."""
        if self._process is not None:
            return
        self._reader = FrameReader()
        self._stopping = False
        self._cause = ""
        process = QProcess(self)
        process.setProcessEnvironment(_environment())
        _keep_from_ctrl_c(process)
        process.started.connect(self.started)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._read_errors)
        process.errorOccurred.connect(self._on_error)
        process.finished.connect(self._on_finished)
        self._process = process
        process.start(self._command[0], list(self._command[1:]))

    def send(self, frame: Mapping[str, Any]) -> None:
        """Write one frame; Qt keeps what the pipe does not take at once."""
        self.send_raw(encode(frame))

    def send_raw(self, frame: bytes) -> None:
        """Write a frame that is made already."""
        process = self._process
        if process is not None and self.is_running:
            process.write(frame)
            # Else Qt writes when the event loop turns again, which is after all that waits to be
            # painted: the child shall work meanwhile. Without patience this never blocks.
            process.waitForBytesWritten(0)

    def send_in_turn(self, frames: Iterator[bytes]) -> None:
        """Write one frame, and the next when the event loop has turned; none once it is to end."""
        frame = None if self._stopping else next(frames, None)
        if frame is not None:
            self.send_raw(frame)
            QTimer.singleShot(0, self, lambda: self.send_in_turn(frames))

    def take_in(self) -> None:
        """Read what has come without waiting: a busy event loop may not have looked for long."""
        if self.is_running and self._process is not None:
            self._process.waitForReadyRead(0)

    def kill(self, cause: str) -> None:
        """End the child now; `died` follows with `cause`."""
        if self._process is not None:
            self._cause = cause
            self._process.kill()

    def end_now(self) -> None:
        """End the child without asking it; `stopped` follows."""
        if self._process is not None:
            self._stopping = True
            self._process.kill()

    def stop(self) -> None:
        """Ask the child to end: a quit frame, then terminate, then kill. `stopped` follows."""
        if self._process is None:
            self.stopped.emit()
            return
        if self._stopping:
            return
        self._stopping = True
        if self.is_running:
            self.send({"type": "quit"})
            self._process.closeWriteChannel()
            self._grace.start()
        else:
            self._process.kill()

    def finish(self, patience_ms: int = GRACE_MS) -> None:
        """As `stop`, but returns only when the child is gone: for after the event loop."""
        process = self._process
        if process is None:
            return
        self.stop()
        if not process.waitForFinished(patience_ms):
            process.terminate()
        if not process.waitForFinished(patience_ms):
            process.kill()
            process.waitForFinished(patience_ms)

    def _insist(self) -> None:
        process = self._process
        if process is None or process.state() == QProcess.ProcessState.NotRunning:
            return
        if self._cause:
            process.kill()
            return
        self._cause = "did not answer to quit"
        process.terminate()
        self._grace.start()

    def _read(self) -> None:
        process = self._process
        if process is None or self._stopping:
            return
        data = process.readAllStandardOutput().data()
        try:
            frames = list(self._reader.feed(bytes(data)))
        except ValueError as error:
            self.kill(f"sent something that is not a frame: {error}")
            return
        for frame in frames:
            self.received.emit(frame)

    def _read_errors(self) -> None:
        if self._process is None:
            return
        text = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        for line in text.splitlines():
            log.info("%s %d: %s", self._called, self.process_id, line)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        # A crash also ends in `finished`; only a process that never began has no other end.
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            self._gone(f"could not start: {self._process.errorString()}")

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        if self._process is None:
            return
        self._read_errors()
        how = "crashed" if status == QProcess.ExitStatus.CrashExit else f"ended with code {code}"
        self._gone(self._cause or how)

    def _gone(self, words: str) -> None:
        process, self._process = self._process, None
        self._grace.stop()
        if process is not None:
            process.deleteLater()
        if self._stopping:
            self.stopped.emit()
            return
        log.info("%s %s", self._called, words)
        self.died.emit(words)


def _keep_from_ctrl_c(process: QProcess) -> None:
    """Put the child into a session of its own: Ctrl+C is for the window, which ends the child."""
    if hasattr(process, "setUnixProcessParameters"):
        parameters = QProcess.UnixProcessParameters()
        parameters.flags = QProcess.UnixProcessFlag.CreateNewSession
        process.setUnixProcessParameters(parameters)


def _environment() -> QProcessEnvironment:
    """Return the child's environment: it must find this very package, wherever we were started."""
    environment = QProcessEnvironment.systemEnvironment()
    here = str(Path(designer.__file__).parents[1])
    known = environment.value("PYTHONPATH")
    environment.insert("PYTHONPATH", os.pathsep.join([here, known]) if known else here)
    if not environment.contains(ONE_THREAD):
        environment.insert(ONE_THREAD, "1")
    return environment
