"""Editing sessions, each in a process of its own, killed at a call or on a disk that is full.

`python -m tests.hardening.lives` reads one `Life` a line as JSON and forks: the child opens or
recovers a design, edits, undoes and saves it, and is killed as by `kill -9` at the N-th call that
changes the disk, before it, after it or, in a write, in the middle. What the child was about to do
and what a person saw done stands in its `said` file, a line each, written past the counting.
"""

import errno
import json
import os
import random
import signal
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QCoreApplication

from designer.catalog.catalog import Catalog
from designer.document.document import Document
from designer.io import journal
from designer.io.design_file import load
from designer.model.design import Design, Note
from designer.model.record import Record
from designer.runtime.design_session import DesignSession
from designer.runtime.session import scan

CALLS: Final = (
    "open", "write", "replace", "rename", "link", "unlink", "fsync", "fdatasync", "ftruncate",
    "mkdir", "fchmod", "close",
)  # fmt: skip
"""What can change the disk, or what the disk holds."""
COMPACTED_ABOVE: Final = (2_000, 20_000, 4_000_000)
EDITS_IN_A_LIFE: Final = 40
TAKE_SPACE: Final = ("write", "mkdir", "link", "fsync", "fdatasync")
"""What a full disk refuses, beside opening a file that is not there yet."""
EDITS_AFTERWARDS: Final = 3
_WRITE: Final = os.write
_OPEN: Final = os.open
_MKDIR: Final = os.mkdir


class Life(Record):
    """What one child does.

    Attributes
    ----------
    file
        The design's file; empty for a design that was never saved.
    begin
        Number of the first edit: no two states of a design have one name.
    kill_at
        Which call that changes the disk is the last; 0 lets it only look, without a kill.
    when
        `before` the call, `after` it, or in the `middle` of what it writes.
    open_first
        Whether the file is opened before what a crash left is taken back.
    full_from, full_for
        From which call that takes space the disk is full, and for how many; then there is space
        again, a few edits are made, and the process is killed.
    takes_files
        Whether a full disk still takes new files, which then cannot be written.
    """

    home: str
    said: str
    file: str = ""
    seed: str = ""
    begin: int = 0
    kill_at: int = 0
    when: str = "before"
    open_first: bool = False
    full_from: int = 0
    full_for: int = 0
    takes_files: bool = False


def state_of(design: Design) -> str:
    """Return a design's name with a checksum of all it holds."""
    return f"{design.name}:{zlib.crc32(design.model_dump_json().encode()):08x}"


def edited(design: Design, number: int) -> Design:
    """Return the design after the edit of that number: a new name, and a note more or less."""
    notes = {note.id: note for note in design.notes}
    key = f"note-{number % 40:02d}"
    if notes.pop(key, None) is None:
        notes[key] = Note(id=key, text=f"written by edit {number} " * (number % 9))
    return design.evolve(name=f"edit {number}", notes=tuple(notes[k] for k in sorted(notes)))


class _Session:
    """A child's session; says what it is about to do, and what it did."""

    def __init__(self, life: Life) -> None:
        self._life = life
        self._chance = random.Random(life.seed)
        self._said = os.open(life.said, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._number = life.begin

    def run(self) -> None:
        life, chance = self._life, self._chance
        journal.COMPACT_ABOVE_BYTES = chance.choice(COMPACTED_ABOVE)  # type: ignore[misc]  # another limit than the window has
        disk = None
        if life.full_for:
            disk = _FullDisk(life)
        else:
            _count_calls(life.kill_at, life.when)
        session = DesignSession(Catalog(()))
        found = scan()
        if life.file and (life.open_first or not found):
            session.open(Path(life.file))
        if found:
            session.recover(found[0])
        elif not life.file:
            session.new(Design(name="edit 0"))
        self._say(opened=state_of(session.document.design), file=str(session.path or ""))
        for _ in range(chance.randrange(1, EDITS_IN_A_LIFE)):
            self._step(session)
        if disk is not None:
            disk.has_space()
            for _ in range(EDITS_AFTERWARDS):
                self._edit(session.document)
            self._say(handles=len(os.listdir("/proc/self/fd")), refused=disk.refused)
        os.kill(os.getpid(), signal.SIGKILL)

    def look(self) -> None:
        """Say what a person would be given at the next start."""
        life = self._life
        found = scan()
        read = load(Path(life.file)) if life.file else None
        self._say(
            offered=[state_of(each.design) for each in found],
            on_disk=state_of(read.design) if read else "",
            problems=[p.line() for p in read.problems] if read else [],
            lost=[p.line() for each in found for p in each.problems],
        )
        os._exit(0)

    def _step(self, session: DesignSession) -> None:
        document, choice = session.document, self._chance.random()
        at = document.history.position
        if choice < 0.75:
            self._edit(document)
        elif choice < 0.83 and document.can_undo:
            self._go_to(document, at - 1)
        elif choice < 0.88 and document.can_redo:
            self._go_to(document, at + 1)
        else:
            self._save(session)

    def _edit(self, document: Document) -> None:
        self._number += 1
        number = self._number
        self._say(about=state_of(edited(document.design, number)))
        document.apply(f"Edit {number}", lambda design: edited(design, number))
        self._say(done=state_of(document.design))

    def _go_to(self, document: Document, step: int) -> None:
        self._say(about=state_of(document.history.design_at(step)))
        document.go_to(step)
        self._say(done=state_of(document.design))

    def _save(self, session: DesignSession) -> None:
        state = state_of(session.document.design)
        known = session.path
        elsewhere = known is None or self._chance.random() < 0.1
        path = Path(self._life.home).parent / f"saved-{self._number}.toml" if elsewhere else known
        assert path is not None
        self._say(saving=state, file=str(path))
        try:
            if elsewhere:
                session.save_as(path)
            else:
                session.save()
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            self._say(not_saved=state, file=str(path))
        else:
            self._say(saved=state, file=str(path))

    def _say(self, **words: Any) -> None:
        _WRITE(self._said, json.dumps(words).encode() + b"\n")


def _count_calls(kill_at: int, when: str) -> None:
    """Put a counter before each call that changes the disk; the process ends at the N-th."""
    left = kill_at

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if left:
                return real(*args, **named)
            if when == "after":
                real(*args, **named)
            elif when == "middle" and real is _WRITE:
                real(args[0], args[1][: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)

        return call

    for name in CALLS:
        setattr(os, name, counted(getattr(os, name)))


class _FullDisk:
    """Refuses what takes space on the disk of a story, from one call on, for so many of them.

    Attributes
    ----------
    refused
        How many calls were refused.
    """

    def __init__(self, life: Life) -> None:
        self.refused = 0
        self._folder, self._takes_files = str(Path(life.home).parent), life.takes_files
        self._calls, self._first, self._last = 0, life.full_from, life.full_from + life.full_for
        for name in TAKE_SPACE:
            setattr(os, name, self._guarded(getattr(os, name)))
        os.open = self._open

    def has_space(self) -> None:
        """Let everything through from now on."""
        self._last = 0

    def _refuse(self, target: Any) -> None:
        path = os.readlink(f"/proc/self/fd/{target}") if isinstance(target, int) else target
        path = os.fspath(path)
        if os.path.isabs(path) and not self._is_here(path):
            return  # another disk: what is said to the attacker, temporary files
        self._calls += 1
        if self._first <= self._calls < self._last:
            self.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _is_here(self, path: str) -> bool:
        return path.startswith(self._folder) and not path.startswith(tempfile.gettempdir())

    def _guarded(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(target: Any, *args: Any, **named: Any) -> Any:
            if real is not _MKDIR or not os.path.exists(target):
                self._refuse(target)
            return real(target, *args, **named)

        return call

    def _open(self, path: Any, flags: int, *args: Any, **named: Any) -> int:
        if flags & os.O_CREAT and not self._takes_files and not os.path.exists(path):
            self._refuse(path)
        return _OPEN(path, flags, *args, **named)


def _in_a_child(life: Life) -> int:
    """Fork, live, return how the child ended: minus the signal, or its exit code."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        os.environ["CLUSTER_DESIGNER_HOME"] = life.home
        tempfile.tempdir = f"{life.home}-temporary"  # of the story, as if on another disk
        os.makedirs(tempfile.tempdir, exist_ok=True)
        application = QCoreApplication([])
        session = _Session(life)
        if life.kill_at or life.full_for:
            session.run()
        else:
            session.look()
        del application
    except BaseException as error:  # noqa: BLE001 - said to the attacker, whatever it is
        said = f"{type(error).__name__}: {error}"
        with open(life.said, "a", encoding="utf-8") as file:
            file.write(json.dumps({"raised": said}) + "\n")
    os._exit(1)


def main() -> None:
    """Answer every life with how it ended."""
    for line in sys.stdin:
        print(_in_a_child(Life.model_validate_json(line)), flush=True)


if __name__ == "__main__":
    main()
