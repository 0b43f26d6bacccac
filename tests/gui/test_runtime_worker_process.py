"""How the engine's child process is started, spoken to and ended, without starting one."""

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QProcess

import designer
from designer.engine.protocol import encode
from designer.runtime import worker_process
from designer.runtime.worker_process import ENGINE_COMMAND, GRACE_MS, ONE_THREAD, WorkerProcess
from tests.helpers.fake_clock import Clock, FakeSignal

pytestmark = pytest.mark.usefixtures("qapp")
State = QProcess.ProcessState


class Process:
    """Stands for a `QProcess`; keeps what it was asked in order."""

    ProcessState = QProcess.ProcessState
    ProcessError = QProcess.ProcessError
    ExitStatus = QProcess.ExitStatus
    made: "list[Process]" = []  # noqa: RUF012 - emptied by the fixture
    patience: "list[bool]" = []  # noqa: RUF012 - what each wait for the end finds

    def __init__(self, parent: object) -> None:
        del parent
        self.started, self.finished, self.errorOccurred = FakeSignal(), FakeSignal(), FakeSignal()
        self.readyReadStandardOutput = FakeSignal()
        self.readyReadStandardError = FakeSignal()
        self.calls: list[object] = []
        self.written = b""
        self.out = self.err = b""
        self.now = State.NotRunning
        Process.made.append(self)

    def setProcessEnvironment(self, environment: Any) -> None:
        self.environment = environment

    def start(self, program: str, arguments: list[str]) -> None:
        self.calls.append(("start", program, *arguments))
        self.now = State.Starting

    def state(self) -> QProcess.ProcessState:
        return self.now

    def processId(self) -> int:
        return 0 if self.now == State.NotRunning else 4711

    def write(self, data: bytes) -> None:
        self.written += data

    def waitForBytesWritten(self, patience: int) -> None:
        self.calls.append(("wait for bytes", patience))

    def waitForFinished(self, patience: int) -> bool:
        self.calls.append(("wait", patience))
        return Process.patience.pop(0)

    def waitForReadyRead(self, patience: int) -> bool:
        self.calls.append(("wait for more", patience))
        if self.out:
            self.readyReadStandardOutput.emit()
        return True

    def closeWriteChannel(self) -> None:
        self.calls.append("close")

    def kill(self) -> None:
        self.calls.append("kill")

    def terminate(self) -> None:
        self.calls.append("terminate")

    def deleteLater(self) -> None:
        self.calls.append("delete")

    def errorString(self) -> str:
        return "no such file"

    def readAllStandardOutput(self) -> QByteArray:
        data, self.out = self.out, b""
        return QByteArray(data)

    def readAllStandardError(self) -> QByteArray:
        data, self.err = self.err, b""
        return QByteArray(data)

    # what a test makes of it

    def come_up(self) -> None:
        self.now = State.Running
        self.started.emit()

    def say(self, data: bytes) -> None:
        self.out += data
        self.readyReadStandardOutput.emit()

    def end(self, code: int, status: QProcess.ExitStatus = QProcess.ExitStatus.NormalExit) -> None:
        self.now = State.NotRunning
        self.finished.emit(code, status)


class Heard:
    """A worker with what it said."""

    def __init__(self) -> None:
        self.worker = WorkerProcess(("engine", "-x", "1"))
        self.said: list[tuple[object, ...]] = []
        self.worker.started.connect(lambda: self.said.append(("started",)))
        self.worker.received.connect(lambda frame: self.said.append(("received", frame)))
        self.worker.died.connect(lambda words: self.said.append(("died", words)))
        self.worker.stopped.connect(lambda: self.said.append(("stopped",)))

    @property
    def process(self) -> Process:
        return Process.made[-1]

    def running(self) -> Process:
        self.worker.start()
        self.process.come_up()
        self.said.clear()
        self.process.calls.clear()
        return self.process


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    made.install(monkeypatch, "designer.runtime.worker_process")
    monkeypatch.setattr(worker_process, "QProcess", Process)
    Process.made.clear()
    Process.patience.clear()
    return made


def test_the_engine_is_this_python_without_the_current_folder() -> None:
    assert (sys.executable, "-P", "-m", "designer.engine.start") == ENGINE_COMMAND


def test_a_child_is_started_once_with_its_arguments(clock: Clock) -> None:
    heard = Heard()
    assert (heard.worker.process_id, heard.worker.is_running) == (0, False)
    heard.worker.start()
    heard.worker.start()
    assert len(Process.made) == 1
    assert heard.process.calls == [("start", "engine", "-x", "1")]
    assert heard.worker.process_id == 4711
    assert not heard.worker.is_running, "not before it says so"
    heard.process.come_up()
    assert heard.worker.is_running
    assert heard.said == [("started",)]


@pytest.mark.parametrize("known", ["", "/somewhere"])
def test_the_child_finds_this_very_package(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, known: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", known)
    heard = Heard()
    heard.worker.start()
    here = str(Path(designer.__file__).parents[1])
    path = heard.process.environment.value("PYTHONPATH")
    assert path == (f"{here}{os.pathsep}{known}" if known else here)
    assert heard.process.environment.value("HOME") == os.environ["HOME"]


@pytest.mark.parametrize(("known", "told"), [(None, "1"), ("2", "2")])
def test_the_child_computes_with_one_thread_unless_somebody_says_otherwise(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, known: str | None, told: str
) -> None:
    """Two threads of linear algebra spin against each other where the window has a processor."""
    monkeypatch.delenv(ONE_THREAD, raising=False)
    if known is not None:
        monkeypatch.setenv(ONE_THREAD, known)
    heard = Heard()
    heard.worker.start()
    assert heard.process.environment.value(ONE_THREAD) == told


def test_a_frame_is_written_without_patience_to_a_child_that_runs(clock: Clock) -> None:
    heard = Heard()
    heard.worker.send({"type": "a"})
    heard.worker.start()
    heard.worker.send({"type": "b"})
    assert heard.process.written == b""
    heard.process.come_up()
    heard.worker.send({"type": "c"})
    assert heard.process.written == encode({"type": "c"})
    assert heard.process.calls[-1] == ("wait for bytes", 0)


def test_frames_come_whole_and_in_order_however_the_pipe_cuts_them(clock: Clock) -> None:
    heard = Heard()
    process = heard.running()
    data = encode({"n": 1}) + encode({"n": 2})
    process.say(data[:7])
    assert heard.said == []
    process.say(data[7:])
    assert heard.said == [("received", {"n": 1}), ("received", {"n": 2})]


def test_a_new_child_begins_with_a_new_pipe(clock: Clock) -> None:
    heard = Heard()
    heard.running().say(encode({"n": 1})[:5])
    heard.process.end(1)
    heard.running().say(encode({"n": 2}))
    assert heard.said == [("received", {"n": 2})]


def test_noise_kills_the_child_and_is_the_cause_of_its_death(clock: Clock) -> None:
    heard = Heard()
    process = heard.running()
    process.say(b"\xff\xff\xff\xff no frame")
    assert process.calls == ["kill"]
    process.end(9, QProcess.ExitStatus.CrashExit)
    ((name, words),) = heard.said
    assert name == "died"
    assert str(words).startswith("sent something that is not a frame: ")


@pytest.mark.parametrize(
    ("code", "status", "words"),
    [
        (3, QProcess.ExitStatus.NormalExit, "ended with code 3"),
        (11, QProcess.ExitStatus.CrashExit, "crashed"),
    ],
)
def test_a_death_says_how(clock: Clock, code: int, status: QProcess.ExitStatus, words: str) -> None:
    heard = Heard()
    process = heard.running()
    process.end(code, status)
    assert heard.said == [("died", words)]
    assert heard.worker.process_id == 0
    assert process.calls == ["delete"]
    process.end(code, status)
    assert heard.said == [("died", words)], "once"


def test_what_lies_in_the_pipe_is_taken_in_without_waiting(clock: Clock) -> None:
    heard = Heard()
    heard.worker.take_in()
    process = heard.running()
    process.out = encode({"type": "report"})
    heard.worker.take_in()
    assert heard.said == [("received", {"type": "report"})]
    assert process.calls == [("wait for more", 0)], "it does not block"


def test_a_killed_child_dies_of_its_cause_and_the_next_of_its_own(clock: Clock) -> None:
    heard = Heard()
    heard.worker.kill("nobody there")
    process = heard.running()
    heard.worker.kill("took too long")
    assert process.calls == ["kill"]
    process.end(9, QProcess.ExitStatus.CrashExit)
    assert heard.said == [("died", "took too long")]
    heard.running().end(2)
    assert heard.said == [("died", "ended with code 2")]


def test_a_program_that_cannot_start_says_why(clock: Clock) -> None:
    heard = Heard()
    heard.worker.start()
    heard.process.errorOccurred.emit(QProcess.ProcessError.Crashed)
    assert heard.said == []
    heard.process.errorOccurred.emit(QProcess.ProcessError.FailedToStart)
    assert heard.said == [("died", "could not start: no such file")]
    assert heard.worker.process_id == 0
    heard.process.errorOccurred.emit(QProcess.ProcessError.FailedToStart)
    assert len(heard.said) == 1


def test_what_the_child_complains_of_is_logged(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    heard = Heard()
    process = heard.running()
    with caplog.at_level("INFO", logger="designer.runtime.worker_process"):
        process.err = b"one\ntwo \xff\n"
        process.readyReadStandardError.emit()
        process.err = b"last words"
        process.end(1)
        process.readyReadStandardError.emit()
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        "the engine 4711: one", "the engine 4711: two \ufffd", "the engine 0: last words",
        "the engine ended with code 1",
    ]  # fmt: skip


def test_stopping_asks_insists_and_kills(clock: Clock) -> None:
    heard = Heard()
    process = heard.running()
    heard.worker.stop()
    heard.worker.stop()
    assert process.written == encode({"type": "quit"})
    assert process.calls == [("wait for bytes", 0), "close"]
    assert clock.waiting() == [GRACE_MS]
    process.say(encode({"n": 1}))
    assert heard.said == [], "what it still says is no news"
    clock.advance(GRACE_MS)
    assert process.calls[2:] == ["terminate"]
    clock.advance(GRACE_MS)
    assert process.calls[3:] == ["kill"]
    process.end(9, QProcess.ExitStatus.CrashExit)
    assert heard.said == [("stopped",)]
    assert clock.waiting() == []


def test_a_child_that_obeys_is_not_hurried(clock: Clock) -> None:
    heard = Heard()
    process = heard.running()
    heard.worker.stop()
    process.end(0)
    clock.advance(10 * GRACE_MS)
    assert heard.said == [("stopped",)]
    assert "terminate" not in process.calls
    heard.running().say(encode({"n": 1}))
    assert heard.said == [("received", {"n": 1})], "and one that is started later is heard"


def test_stopping_what_does_not_run_is_done_at_once(clock: Clock) -> None:
    heard = Heard()
    heard.worker.stop()
    assert heard.said == [("stopped",)]
    heard.worker.start()
    heard.worker.stop()
    assert heard.process.calls[-1] == "kill"
    assert heard.process.written == b""


def test_a_child_that_ended_while_it_was_asked_is_left_alone(clock: Clock) -> None:
    heard = Heard()
    process = heard.running()
    heard.worker.stop()
    process.now = State.NotRunning
    clock.advance(GRACE_MS)
    assert "terminate" not in process.calls


@pytest.mark.parametrize(
    ("patience", "calls"),
    [
        ([True, True], [("wait", 70), ("wait", 70)]),
        ([False, True], [("wait", 70), "terminate", ("wait", 70)]),
        ([False, False, True], [("wait", 70), "terminate", ("wait", 70), "kill", ("wait", 70)]),
    ],
)
def test_finishing_waits_and_grows_ruder(
    clock: Clock, patience: list[bool], calls: list[object]
) -> None:
    heard = Heard()
    heard.worker.finish(70)
    assert Process.made == []
    process = heard.running()
    Process.patience.extend(patience)
    heard.worker.finish(70)
    assert process.written == encode({"type": "quit"})
    assert process.calls[2:] == calls


def test_how_long_a_child_has_worked_is_asked_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = WorkerProcess(("nothing",))
    assert worker.worked_ms() is None, "there is no child"
    monkeypatch.setattr(WorkerProcess, "process_id", property(lambda _: os.getpid()))
    before = worker.worked_ms()
    assert before is not None
    hashlib.pbkdf2_hmac("sha256", b"a", b"b", 400_000)
    after = worker.worked_ms()
    assert after is not None
    assert after > before
