"""A client of the engine over a process that a test plays: no process and no real clock."""

from collections.abc import Callable
from typing import Any

from designer.engine.protocol import FrameReader
from designer.model.change import diff
from designer.model.design import Design
from designer.runtime.engine_client import EngineClient
from designer.runtime.report_store import ReportStore
from tests.helpers.fake_clock import FakeSignal


class Worker:
    """Stands for the child process: does nothing unless told, and keeps what it was asked."""

    def __init__(self, command: tuple[str, ...], parent: object) -> None:
        del parent
        self.command = command
        self.started, self.received = FakeSignal(), FakeSignal()
        self.died, self.stopped = FakeSignal(), FakeSignal()
        self.is_running = False
        self.process_id = 0
        self.sent: list[dict[str, Any]] = []
        self.calls: list[str] = []
        self.worked: int | None = None
        self.in_pipe: list[dict[str, Any]] = []

    def worked_ms(self) -> int | None:
        return self.worked

    def start(self) -> None:
        self.calls.append("start")
        self.process_id = self.process_id or 17

    def send(self, frame: dict[str, Any]) -> None:
        self.sent.append(frame)

    def send_raw(self, frame: bytes) -> None:
        self.sent += FrameReader().feed(frame)

    def take_in(self) -> None:
        frames, self.in_pipe = self.in_pipe, []
        for frame in frames:
            self.received.emit(frame)

    def kill(self, cause: str) -> None:
        self.calls.append(f"kill: {cause}")

    def stop(self) -> None:
        self.calls.append("stop")

    def finish(self) -> None:
        self.calls.append("finish")

    # what a test makes of it

    def come_up(self) -> None:
        self.is_running = True
        self.started.emit()

    def die(self, words: str = "crashed") -> None:
        self.is_running, self.process_id = False, 0
        self.died.emit(words)


class Bench:
    """A client over a worker, with all that both said."""

    def __init__(self, **options: object) -> None:
        self.store = ReportStore(interval_ms=0)
        self.client = EngineClient(self.store, **options)  # type: ignore[arg-type]  # by name
        worker = self.client._worker
        assert isinstance(worker, Worker)
        self.worker = worker
        self.states: list[tuple[str, str]] = []
        self.heard: list[tuple[object, ...]] = []
        self.client.state_changed.connect(lambda *said: self.states.append(said))
        for name in (
            "reported",
            "preview_begun",
            "previewed",
            "preview_failed",
            "restarted",
            "closed",
        ):
            getattr(self.client, name).connect(self._listener(name))

    def _listener(self, name: str) -> Callable[..., None]:
        return lambda *said: self.heard.append((name, *said))

    def opened(self, name: str = "a", revision: int = 1) -> None:
        """Open a design and answer for it."""
        self.client.open(revision, Design(name=name), ())
        if not self.worker.is_running:
            self.worker.come_up()
        self.answer(name)
        self.heard.clear()
        self.states.clear()

    def answer(self, name: str, base: int | None = None) -> None:
        """Answer with a report of a design: whole, or as a patch on that of a revision."""
        self.worker.received.emit({"type": "report", "base": base, "patch": {"design": name}})

    def rename(self, revision: int, old: str, new: str) -> None:
        change = diff(Design(name=old), Design(name=new))
        self.client.update(revision, revision - 1, change)

    @property
    def types(self) -> list[str]:
        return [frame["type"] for frame in self.worker.sent]
