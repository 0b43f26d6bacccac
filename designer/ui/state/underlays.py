"""Drawings of the building that lie below the floor: read once, by the folder of the design."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QObject, Signal

from designer.io.system_calls import read_regular
from designer.render.underlay import (
    LineUnderlay,
    Picture,
    PictureUnderlay,
    Size,
    UnderlayError,
)
from designer.runtime.dxf_reading import DxfLines, DxfReading

if TYPE_CHECKING:
    from designer.model.design import Underlay
    from designer.ui.state.workspace import Workspace

PATTERNS: Final = "*.png *.jpg *.jpeg *.svg *.dxf"
_ENDINGS: Final = tuple(pattern.removeprefix("*") for pattern in PATTERNS.split())
_MOST_BYTES: Final = 300_000_000


@dataclass
class Held:
    """A file that was read.

    Attributes
    ----------
    picture
        What is painted; None while it is being read, and where it cannot be.
    why
        Why it is not shown; empty where it is, or is being read.
    digest
        SHA-256 of what the file holds; empty where it is not read.
    told
        What else there is to say of it: layers, and what is not drawn.
    """

    picture: Picture | None = None
    why: str = ""
    digest: str = ""
    told: str = ""


def file_from(path: Path, folder: Path | None) -> str:
    """Return the path of a file from a folder, with `/` between folders; absolute without one."""
    return path.as_posix() if folder is None else Path(relpath(path, folder)).as_posix()


class Underlays(QObject):
    """The drawings of the open design, by file.

    Attributes
    ----------
    folder
        Says where the design's file is; None where it has none yet.
    """

    changed = Signal()
    failed = Signal(str)
    """What is wrong with a file, told once."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.folder: Callable[[], Path | None] = lambda: None
        self._held: dict[str, Held] = {}
        self._reading: DxfReading | None = None
        self._told: set[str] = set()
        workspace.document_changed.connect(self._on_document)

    def shown(self) -> Iterator[tuple[Underlay, Picture | None, str]]:
        """Yield what is drawn below the floor, each with its picture or why there is none."""
        for one in self._workspace.document.design.underlays:
            if not one.hidden:
                held = self.of(one)
                yield one, held.picture, held.why

    def of(self, one: Underlay) -> Held:
        """Return what a record shows, read if nobody has yet."""
        held = self._held.get(one.file)
        if held is None:
            held = self._held[one.file] = self._read(one.file)
            self._tell(one, held)
        return held

    def picture_of(self, one: Underlay) -> tuple[Picture | None, str]:
        """Return the picture of a record, or why there is none: for a print of the window."""
        held = self.of(one)
        why = self.problem_of(one)
        return (None, why) if why else (held.picture, "")

    def words_of(self, one: Underlay) -> str:
        """Return what its file is like: what is wrong with it, its layers, what is not drawn."""
        held = self.of(one)
        reading = "" if held.picture is not None or held.why else f"{one.file} is being read"
        return ". ".join(filter(None, (self.problem_of(one), reading, held.told)))

    def problem_of(self, one: Underlay) -> str:
        """Return what is wrong with the file of a record; empty where nothing is."""
        held = self.of(one)
        if held.why:
            return held.why
        if held.digest and one.digest and held.digest != one.digest:
            return f"{one.file} is not the file that was placed: its contents are others"
        return ""

    def look_again(self) -> None:
        """Read all files anew: they, or the folder, may be others."""
        self._held.clear()
        self._told.clear()
        self.changed.emit()

    def path_of(self, file: str) -> Path:
        """Return where a file is: from the folder of the design, or the current one."""
        return (self.folder() or Path.cwd()) / file

    def finish(self) -> None:
        """End reading: for after the event loop."""
        if self._reading is not None:
            self._reading.finish()

    def _read(self, file: str) -> Held:
        path = self.path_of(file)
        if path.suffix.lower() not in _ENDINGS:
            return Held(why=f"{file}: a building plan is {', '.join(_ENDINGS)}")
        try:
            if path.stat().st_size > _MOST_BYTES:
                return Held(why=f"{file} is over {_MOST_BYTES // 10**6} MB: save a smaller one")
            data = read_regular(path)
        except FileNotFoundError:
            return Held(why=f"{file} is missing in {path.parent}: put it back, or remove the plan")
        except OSError as error:
            return Held(why=f"{file} cannot be read: {error.strerror or error}")
        digest = sha256(data).hexdigest()
        if path.suffix.lower() == ".dxf":
            self._ask(path)
            return Held(digest=digest)
        try:
            return Held(PictureUnderlay(data, path.name), digest=digest)
        except UnderlayError as error:
            return Held(why=f"{file}: {error}", digest=digest)

    def _ask(self, path: Path) -> None:
        if self._reading is None:
            self._reading = DxfReading(self)
            self._reading.read.connect(self._take)
            self._reading.failed.connect(self._fail)
            if (application := QCoreApplication.instance()) is not None:
                application.aboutToQuit.connect(self.finish)
        self._reading.ask(path)

    def _take(self, path: Path, lines: DxfLines) -> None:
        size = Size(lines.wide, lines.high, lines.mm_per_unit)
        undrawn = ", ".join(f"{count} {kind}" for kind, count in lines.undrawn)
        off = ", ".join(lines.off)
        told = f"{len(lines.lines):,} lines on layers {', '.join(lines.layers)}"
        told += f"; off in the drawing: {off}" if off else ""
        told += f"; not drawn: {undrawn}" if undrawn else ""
        for file, held in self._held.items():
            if self.path_of(file) == path:
                held.picture, held.told = LineUnderlay(lines.lines, lines.layers, size), told
        self.changed.emit()

    def _fail(self, path: Path, why: str) -> None:
        for file, held in self._held.items():
            if self.path_of(file) == path:
                held.why = why
                self.failed.emit(f"Building plan: {why}.")
        self.changed.emit()

    def _tell(self, one: Underlay, held: Held) -> None:
        why = held.why or self.problem_of(one)
        if why and one.file not in self._told:
            self._told.add(one.file)
            self.failed.emit(f"Building plan {one.name or one.id}: {why}.")

    def _on_document(self, change: object) -> None:
        if getattr(change, "opened", False):
            self.look_again()
