"""The engine's process behind its pipe, and what an edit costs on both sides of it."""

import os
import select
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from designer.engine.patch import apply_patch
from designer.engine.protocol import (
    FrameReader,
    change_request,
    encode,
    open_request,
    preview_request,
)
from designer.engine.report import Report
from designer.model.change import diff
from designer.model.design import Design
from tests.bench.measure import REPOSITORY, percentile, processor_ms_of, resident_mb

_HELD_STILL = 8
"""Waits of 20 ms: the engine waits a while before it begins."""


class Handed(NamedTuple):
    """What one edit cost: milliseconds of both processes and of the wall, bytes of its patch."""

    window_ms: float
    engine_ms: float
    wall_ms: float
    patch: int

    @property
    def cpu_ms(self) -> float:
        return self.window_ms + self.engine_ms


class Followed(NamedTuple):
    """What the engine worked out after a report: processor time until it first told of some of it,
    None where it told of nothing, and until it came to rest.
    """

    told_ms: float | None
    all_ms: float


class Pipe:
    """The engine's process, with all that the window does to ask it and to take its report."""

    def __init__(self) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", "designer.engine.start"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=REPOSITORY,
        )  # fmt: skip
        self._reader = FrameReader()
        self._frames: deque[dict[str, Any]] = deque()
        self._revision = 0
        self._held: Design | None = None
        self.report: Report | None = None

    @property
    def engine_mb(self) -> float:
        """Proportional share of memory of the engine's process."""
        return resident_mb(self._child.pid)

    def open(self, design: Design) -> Handed:
        """Hand over a whole design."""
        self._held = design
        self._revision = 1
        self.report = None
        return self._asked(lambda: open_request(1, design))

    def follow(self, after: Design) -> Handed:
        """Hand over an edited design."""
        before, self._held = self._held, after
        if before is None:
            raise RuntimeError("no design is open")
        self._revision += 1
        return self._asked(
            lambda: change_request(self._revision, self._revision - 1, diff(before, after))
        )

    def look(self, after: Design) -> Followed:
        """Ask what an edit would do, as while it is held still, until nothing is left to do."""
        stdin, before = self._child.stdin, self._held
        if stdin is None or before is None:
            raise RuntimeError("no design is open")
        stdin.write(encode(preview_request(1, self._revision, diff(before, after), ())))
        stdin.flush()
        return self.rest(quiet_for=_HELD_STILL)

    def rest(self, quiet_for: int = 3) -> Followed:
        """Wait until the engine has worked out what no report waits for, and take that."""
        stdout, quiet = self._child.stdout, 0
        begun, told = self._engine_ms(), None
        while quiet < quiet_for:
            before = self._engine_ms()
            if select.select([stdout], [], [], 0.02)[0]:
                for frame in self._reader.feed(self._read()):
                    told = self._engine_ms() - begun if told is None else told
                    self._take(frame)
            quiet = quiet + 1 if self._engine_ms() == before else 0
        return Followed(told, self._engine_ms() - begun)

    def close(self) -> None:
        """End the process and give its pipes back."""
        self._child.communicate(encode({"type": "quit"}))

    def _asked(self, request: Callable[[], dict[str, Any]]) -> Handed:
        stdin = self._child.stdin
        if stdin is None:
            raise RuntimeError("the engine has no pipes")
        begin, cpu, engine = time.perf_counter(), time.thread_time(), self._engine_ms()
        stdin.write(encode(request()))
        stdin.flush()
        while True:
            data = self._read()
            # As soon as it answers: what it does from now on nobody waits for.
            ended = self._engine_ms()
            size = len(data)
            bodies = list(self._reader.feed(data))
            while not bodies:
                data = self._read()
                ended, size = self._engine_ms(), size + len(data)
                bodies = list(self._reader.feed(data))
            done = False
            for frame in bodies:
                self._take(frame)
                done = done or (frame["type"] == "report" and not frame.get("later"))
            if done:
                break
        window = (time.thread_time() - cpu) * 1e3
        return Handed(window, ended - engine, (time.perf_counter() - begin) * 1e3, size)

    def _read(self) -> bytes:
        stdout = self._child.stdout
        if stdout is None:
            raise RuntimeError("the engine has no pipes")
        data = os.read(stdout.fileno(), 1 << 20)
        if not data:
            raise RuntimeError("the engine ended")
        return data

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "preview":
            return
        if frame["type"] != "report":
            raise RuntimeError(f"no report: {frame}")
        base = None if frame.get("base") is None else self.report
        self.report = apply_patch(base, frame["patch"])

    def _engine_ms(self) -> float:
        """Return the processor time of the engine's process so far."""
        return processor_ms_of(self._child.pid)


def median(found: Sequence[Handed]) -> Handed:
    """Return the medians of what edits cost."""
    return Handed(*(statistics.median(values) for values in zip(*found, strict=True)))


def words_of(found: Sequence[Handed]) -> str:
    """Return what edits cost, each figure in the median, and the 95th percentile of them."""
    one = median(found)
    p95 = percentile([each.cpu_ms for each in found], 0.95)
    return (
        f"window {one.window_ms:.1f} + engine {one.engine_ms:.1f} ms, 95 of 100 {p95:.1f} ms, wall "
        f"{one.wall_ms:.0f} ms, {one.patch / 1e3:,.1f} kB, n = {len(found)}"
    )
