"""Timers of Qt on a clock that a test moves: what is due runs at once and in order."""

from collections.abc import Callable
from typing import Any

import pytest

OF_THE_ENGINE = tuple(
    f"designer.runtime.{name}" for name in ("engine_client", "job_clock", "report_store")
)
"""Modules between the window and the engine's process that have timers."""


class FakeSignal:
    """Stands for a signal: calls or emits what is connected."""

    def __init__(self) -> None:
        self.slots: list[Callable[..., object]] = []

    def connect(self, slot: Callable[..., object]) -> None:
        self.slots.append(slot)

    def emit(self, *given: object) -> None:
        for slot in list(self.slots):
            getattr(slot, "emit", slot)(*given)


class FakeTimer:
    """Stands for a `QTimer` on a `Clock`."""

    def __init__(self, clock: "Clock") -> None:
        self._clock = clock
        self._single = False
        self.interval = 0
        self.due: float | None = None
        self.timeout = FakeSignal()

    def setSingleShot(self, single: bool) -> None:
        self._single = single

    def setInterval(self, interval: int) -> None:
        self.interval = interval

    def start(self, interval: int | None = None) -> None:
        if interval is not None:
            self.interval = interval
        self.due = self._clock.now + self.interval

    def stop(self) -> None:
        self.due = None

    def isActive(self) -> bool:
        return self.due is not None

    def remainingTime(self) -> float:
        return -1 if self.due is None else self.due - self._clock.now

    def run(self) -> None:
        self.due = None if self._single else self._clock.now + self.interval
        self.timeout.emit()


class Clock:
    """Milliseconds, and the timers that wait for them."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[FakeTimer] = []

    def install(self, monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
        """Put the clock's timers in the place of Qt's in some modules."""
        clock = self

        class Timer:
            def __new__(cls, *_: object) -> Any:
                timer = FakeTimer(clock)
                clock.timers.append(timer)
                return timer

            @staticmethod
            def singleShot(interval: int, *given: Any) -> None:
                timer = FakeTimer(clock)
                timer.setSingleShot(True)
                timer.timeout.connect(given[-1])
                timer.start(interval)
                clock.timers.append(timer)

        class Elapsed:
            def __init__(self) -> None:
                self.since: float | None = None

            def start(self) -> None:
                self.since = clock.now

            def isValid(self) -> bool:
                return self.since is not None

            def elapsed(self) -> float:
                assert self.since is not None
                return clock.now - self.since

        for module in modules:
            monkeypatch.setattr(f"{module}.QTimer", Timer)
            monkeypatch.setattr(f"{module}.QElapsedTimer", Elapsed, raising=False)

    def advance(self, by: float) -> None:
        """Let time pass; what becomes due meanwhile runs, the earliest first."""
        end = self.now + by
        while True:
            waiting = [timer for timer in self.timers if timer.due is not None and timer.due <= end]
            if not waiting:
                break
            first = min(waiting, key=lambda timer: timer.due or 0.0)
            self.now = max(self.now, first.due or 0.0)
            first.run()
        self.now = end

    def waiting(self) -> list[float]:
        """Return in how many milliseconds each timer that runs is due."""
        return sorted(t.due - self.now for t in self.timers if t.due is not None)
