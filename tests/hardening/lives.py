"""Editing sessions that are killed at a chosen system call, each in a process of its own.

`python -m tests.hardening.lives` reads one `Life` a line as JSON and forks: the child opens or
recovers a design, edits, undoes and saves it, and is killed as by `kill -9` at the N-th call that
changes the disk, before it, after it or, in a write, in the middle. What the child was about to do
and what a person saw done stands in its `said` file, a line each, written past the counting.
"""

import json
import os
import random
import signal
import sys
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
_WRITE: Final = os.write


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
    """

    home: str
    said: str
    file: str = ""
    seed: str = ""
    begin: int = 0
    kill_at: int = 0
    when: str = "before"
    open_first: bool = False


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
        if session.path is None or self._chance.random() < 0.1:
            path = Path(self._life.home).parent / f"saved-{self._number}.toml"
            self._say(saving=state, file=str(path))
            session.save_as(path)
        else:
            path = session.path
            self._say(saving=state, file=str(path))
            session.save()
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


def _in_a_child(life: Life) -> int:
    """Fork, live, return how the child ended: minus the signal, or its exit code."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        os.environ["CLUSTER_DESIGNER_HOME"] = life.home
        application = QCoreApplication([])
        session = _Session(life)
        (session.run if life.kill_at else session.look)()
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
