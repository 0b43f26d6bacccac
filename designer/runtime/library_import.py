"""An import from the NetBox library in a process of its own: the window goes on meanwhile."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from designer.runtime.worker_process import WorkerProcess

LIBRARY_COMMAND: Final = (sys.executable, "-P", "-m", "designer.app.library_worker")
ALL: Final = ""
KNOWN: Final = "known"
"""Which parts are imported: all, those that the catalogue knows, or those of a kind by its id."""


@dataclass(frozen=True, slots=True)
class ImportFigure:
    """A figure of a known part that is new or differs, in words.

    Attributes
    ----------
    kept
        `ours`, `theirs`, or `filled` where only the library states it.
    """

    part: str
    figure: str
    ours: str
    theirs: str
    kept: str
    ours_source: str
    theirs_source: str


@dataclass(frozen=True, slots=True)
class ImportLook:
    """What an import would do.

    Attributes
    ----------
    files, read, known
        Files that were looked at; parts that they hold; those that the catalogue knows.
    kinds
        Parts by kind.
    new, merged, unchanged
        What becomes of the parts that are to be imported.
    refused
        The first lines of what was not read or not merged; `refusals` counts all.
    """

    choice: str
    only: str
    files: int
    read: int
    known: int
    kinds: Mapping[str, int]
    new: int
    merged: int
    unchanged: int
    refused: tuple[str, ...]
    refusals: int
    figures: tuple[ImportFigure, ...]

    @property
    def written(self) -> int:
        """Parts that would be written."""
        return self.new + self.merged


class LibraryImport(QObject):
    """Reads a library, tells what an import would do, and does it.

    Signals
    -------
    looked
        The `ImportLook` of what is chosen.
    written
        How many parts were written, and into how many files.
    failed
        Why not, in words; something else may be chosen.
    """

    looked = Signal(object)
    written = Signal(int, int)
    failed = Signal(str)

    def __init__(
        self, parent: QObject | None = None, *, command: Sequence[str] = LIBRARY_COMMAND
    ) -> None:
        super().__init__(parent)
        self._waiting: list[Mapping[str, Any]] = []
        self._worker = WorkerProcess(command, self, called="the import")
        self._worker.started.connect(self._send)
        self._worker.received.connect(self._take)
        self._worker.died.connect(self._on_died)

    def read(self, path: Path) -> None:
        """Read a file, a folder or a checkout; `looked` or `failed` follows."""
        self._ask({"type": "read", "path": str(path)})

    def choose(self, choice: str, only: str) -> None:
        """Choose whose figures are kept, and which parts; `looked` or `failed` follows."""
        self._ask({"type": "merge", "choice": choice, "only": only})

    def write(self) -> None:
        """Write what was looked at last; `written` or `failed` follows."""
        self._ask({"type": "write"})

    def end(self) -> None:
        """End the process."""
        self._waiting.clear()
        self._worker.stop()

    def _ask(self, frame: Mapping[str, Any]) -> None:
        self._waiting.append(frame)
        if self._worker.is_running:
            self._send()
        else:
            self._worker.start()

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for frame in waiting:
            self._worker.send(frame)

    def _take(self, frame: Mapping[str, Any]) -> None:
        match frame["type"]:
            case "merged":
                self.looked.emit(_look(frame))
            case "written":
                self.written.emit(frame["parts"], frame["files"])
            case "failed":
                self.failed.emit(frame["message"])

    def _on_died(self, how: str) -> None:
        self._waiting.clear()
        self.failed.emit(f"the import {how}")


def _look(frame: Mapping[str, Any]) -> ImportLook:
    told = {name: frame[name] for name in ImportLook.__slots__ if name in frame}
    figures = tuple(ImportFigure(**figure) for figure in frame["figures"])
    return ImportLook(**told | {"refused": tuple(frame["refused"]), "figures": figures})
