"""Reads drawings of other programs in a process of its own: the window goes on meanwhile."""

import sys
from base64 import b64decode
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from PySide6.QtCore import QObject, Signal

from designer.runtime.worker_process import WorkerProcess

DXF_COMMAND: Final = (sys.executable, "-P", "-m", "designer.app.dxf_worker")


@dataclass
class DxfLines:
    """The lines of a drawing, y downwards from its upper left corner, in its own units.

    Attributes
    ----------
    lines
        Number of the layer, and corners as an array of n × 2.
    mm_per_unit
        None where the drawing does not say.
    undrawn
        Kind of entity and how many of it are not drawn.
    """

    lines: list[tuple[int, np.ndarray[Any, np.dtype[np.float64]]]] = field(default_factory=list)
    wide: float = 1.0
    high: float = 1.0
    mm_per_unit: float | None = None
    layers: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    undrawn: tuple[tuple[str, int], ...] = ()


class DxfReading(QObject):
    """Asks a process for drawings, one after the other.

    Signals
    -------
    read
        Path and its `DxfLines`.
    failed
        Path, and why it is not read.
    """

    read = Signal(object, object)
    failed = Signal(object, str)

    def __init__(
        self, parent: QObject | None = None, *, command: Sequence[str] = DXF_COMMAND
    ) -> None:
        super().__init__(parent)
        self._wanted: deque[Path] = deque()
        self._asked = 0
        self._made = DxfLines()
        self._worker = WorkerProcess(command, self, called="the reader of drawings")
        self._worker.started.connect(self._send)
        self._worker.received.connect(self._take)
        self._worker.died.connect(self._on_died)

    @property
    def is_reading(self) -> bool:
        """Whether an answer is awaited."""
        return bool(self._wanted)

    def ask(self, path: Path) -> None:
        """Ask for a drawing: `read` or `failed` follows."""
        if path in self._wanted:
            return
        self._wanted.append(path)
        if len(self._wanted) > 1:
            return
        if self._worker.is_running:
            self._send()
        else:
            self._worker.start()

    def end(self) -> None:
        """Want nothing any more."""
        self._wanted.clear()
        self._worker.end_now()

    def finish(self) -> None:
        """As `end`, but returns only when the process is gone: for after the event loop."""
        self._wanted.clear()
        self._worker.finish()

    def _send(self) -> None:
        if self._wanted:
            self._asked += 1
            self._made = DxfLines()
            path = str(self._wanted[0])
            self._worker.send({"type": "read", "asked": self._asked, "path": path})

    def _take(self, frame: Mapping[str, Any]) -> None:
        if not self._wanted or frame["asked"] != self._asked:
            return
        match frame["type"]:
            case "lines":
                points = np.frombuffer(b64decode(frame["points"]), dtype="<f8").reshape(-1, 2)
                ends = np.cumsum(frame["counts"])[:-1]
                self._made.lines += zip(frame["layers"], np.split(points, ends), strict=True)
            case "plan":
                made = self._made
                made.wide, made.high = float(frame["wide"]), float(frame["high"])
                made.mm_per_unit = frame["mm_per_unit"]
                made.layers, made.off = tuple(frame["layers"]), tuple(frame["off"])
                made.undrawn = tuple((kind, count) for kind, count in frame["undrawn"])
                path = self._wanted.popleft()
                self._next()
                self.read.emit(path, made)
            case "refused":
                path = self._wanted.popleft()
                self._next()
                self.failed.emit(path, str(frame["message"]))

    def _next(self) -> None:
        """Ask for the next one; without one let the process go, which is large by now."""
        if self._wanted:
            self._send()
        else:
            self._worker.stop()

    def _on_died(self, how: str) -> None:
        wanted, self._wanted = tuple(self._wanted), deque()
        for path in wanted:
            self.failed.emit(path, f"the reader of drawings {how}")
