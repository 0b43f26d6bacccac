"""The autosave journal: every change on the disk at once, and back after a crash.

A journal is a file of JSON lines, `["checksum",{…}]`; the checksum is the CRC-32 of the text of the
object. The first line holds the design as it was last saved, each further line one change. The
first line is written atomically; a torn last line, all that a crash can leave, is ignored.
The caller gives the time; there is no thread and no clock here. May import `model`, `catalog`
and the atomic writing of this room.
"""

import contextlib
import json
import os
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

from designer.catalog.part import Part
from designer.io.atomic_file import replace_file
from designer.io.journal_upgrade import OLDEST_FORMAT, base_now, change_now, header_now
from designer.io.lockfile import path_key
from designer.io.system_calls import open_regular, read_regular, set_mode, sync_data
from designer.model.change import Change, apply, change_from_data, diff
from designer.model.design import Design
from designer.model.problem import Problem
from designer.model.record import Record

FORMAT: Final = 2
SYNC_EVERY_S: Final = 0.5
COMPACT_ABOVE_BYTES: Final = 4_000_000
SUFFIX: Final = ".journal"

_MISFITS: Final = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading raises of data that is not what a journal holds."""


class JournalError(Exception):
    """A journal holds nothing that can be recovered; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.line())
        self.problem = problem


class Step(Record):
    """One change that a journal holds."""

    revision: int
    label: str


class Header(Record):
    """What a journal says about itself.

    Attributes
    ----------
    file
        The design file; empty for a design that was never saved.
    file_digest
        Digest of the file as it was when the journal was begun; empty for none.
    started
        Seconds since 1970.
    damaged
        Whether the file could not be read whole: saving over it loses what was not read.
    key
        This journal's own, which no other ever has: its file's name is free again once it is gone.
    replaces
        Keys of the journals whose work this one took over, and of all that these took over: what
        they hold is older.
    ended
        Whether all that its window did is saved, or not wanted: it is there for `replaces` alone.
    """

    format: int = FORMAT
    file: str = ""
    file_digest: str = ""
    pid: int = 0
    tool_version: str = ""
    started: float = 0.0
    damaged: bool = False
    key: str = ""
    replaces: tuple[str, ...] = ()
    ended: bool = False


class Recovered(Record):
    """What a journal gave back.

    Attributes
    ----------
    base
        The design as it was last saved (or begun).
    design
        The design after the last whole change.
    parts
        Parts that were embedded in the file: lay them over the catalogue.
    steps
        The changes from `base` to `design`, oldest first.
    problems
        What of the journal could not be used.
    """

    header: Header
    base: Design
    design: Design
    parts: tuple[Part, ...] = ()
    steps: tuple[Step, ...] = ()
    problems: tuple[Problem, ...] = ()


class Journal:
    """A journal that is being written. Make one with `begin`.

    Parameters
    ----------
    path
        The journal's file; see `journal_path`.
    header, base, parts
        As in `Recovered`.
    """

    def __init__(self, path: Path, header: Header, base: Design, parts: tuple[Part, ...]) -> None:
        self.path = path
        self.header = header
        self.base = base
        self.parts = parts
        self._handle: int | None = None
        self._size = self._head_size = 0
        self._synced_at = header.started
        self._unsynced = False

    @classmethod
    def begin(
        cls, path: Path, header: Header, base: Design, parts: tuple[Part, ...] = ()
    ) -> "Journal":
        """Begin a journal, replacing one that is there in one step.

        Raises
        ------
        WriteError
            If it cannot be written.
        """
        journal = cls(path, header, base, parts)
        journal._write_whole(())
        return journal

    @property
    def size(self) -> int:
        """Bytes written so far."""
        return self._size

    @property
    def holds_nothing(self) -> bool:
        """Whether there is no change in it yet."""
        return self._size == self._head_size

    @property
    def is_gone(self) -> bool:
        """Whether its file was removed, or replaced, under it: what is written now is nowhere."""
        if self._handle is None:
            return False
        try:
            return not os.path.samestat(os.fstat(self._handle), self.path.stat())
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:  # of a folder that cannot be looked into: the handle still works
            return False

    @property
    def wants_compaction(self) -> bool:
        """Whether the changes have outgrown the design they belong to."""
        return self._size > self._compact_above

    def append(
        self, change: Change, revision: int, label: str, now: float, *, later: bool = False
    ) -> None:
        """Write a change; it survives the end of this process from here on.

        Parameters
        ----------
        change
            What turns the previous design into this one, also for undo.
        now
            Seconds, growing; the disk is made to hold the line at most every 0.5 s.
        later
            The disk is not waited for now: who appends calls `sync` within half a second.

        Raises
        ------
        OSError
            If the disk does not take it; the journal stays as it was.
        ValueError
            If the journal is closed.
        """
        if self._handle is None:
            raise ValueError("the journal is closed")
        line = _change_line(change, revision, label)
        try:
            _write_all(self._handle, line)
        except OSError:
            os.ftruncate(self._handle, self._size)  # no torn line in the middle of a journal
            raise
        self._size += len(line)
        self._unsynced = True
        if not later:
            self.sync(now)

    def sync(self, now: float, *, force: bool = False) -> None:
        """Make the disk hold what was written, if 0.5 s passed since the last time."""
        due = force or now - self._synced_at >= SYNC_EVERY_S or now < self._synced_at
        if self._handle is not None and self._unsynced and due:
            sync_data(self._handle)
            self._synced_at, self._unsynced = now, False

    def compact(self, design: Design, revision: int, label: str) -> None:
        """Put one change in place of all, in one step. `design` is the present state."""
        change = diff(self.base, design)
        body = {"revision": revision, "label": label, "change": change.to_data()}
        self._write_whole(() if change.is_empty() else (body,))

    def close(self) -> None:
        """Stop writing; the file stays, to be recovered."""
        try:
            self.sync(0.0, force=True)
        finally:
            self._let_go()

    def discard(self) -> bool:
        """Stop writing and remove the file: its design is saved, or not wanted.

        Returns
        -------
        bool
            Whether it is gone; what cannot be removed is emptied, as `remove` does.

        Raises
        ------
        OSError
            If it can be neither removed nor emptied.
        """
        if self.is_gone:
            self._let_go()
            return True
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            # By the handle: the file may be one that cannot be opened any more.
            emptied = self._empty()
            self._let_go()
            try:
                return remove(self.path)  # some systems remove no file that is open
            except OSError:
                if not emptied:
                    raise
                return False
        self._let_go()  # not synced: a full disk refuses that, and what is removed need not last
        return True

    def _empty(self) -> bool:
        """Take every change out of the file; return whether none is left in it."""
        if self._handle is None:
            return False
        try:
            os.ftruncate(self._handle, self._head_size)
        except OSError:
            return False
        with contextlib.suppress(OSError):
            sync_data(self._handle)
        self._size = self._head_size
        return True

    def _let_go(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _write_whole(self, entries: tuple[dict[str, Any], ...]) -> None:
        head = {
            "journal": self.header.model_dump(),
            "base": self.base.model_dump(exclude_defaults=True),
            "parts": [part.model_dump(exclude_defaults=True) for part in self.parts],
        }
        first = _line(head)
        data = b"".join((first, *(_line(body) for body in entries)))
        replace_file(self.path, data)
        handle = open_regular(self.path, os.O_WRONLY | os.O_APPEND)
        self._let_go()
        self._handle = handle
        set_mode(self._handle, self.path, 0o600)
        self._size, self._head_size = len(data), len(first)
        # A large design alone must not ask for compaction after every change.
        self._compact_above = max(COMPACT_ABOVE_BYTES, 2 * len(data))
        self._unsynced = False


def journal_path(folder: Path, file: Path | None, pid: int) -> Path:
    """Return where the journal of a design is kept.

    Parameters
    ----------
    folder
        `user_folders.journals_folder()`.
    file
        The design file; None for a design that was never saved, whose journal bears the process.
    """
    return folder / (f"{path_key(file)}{SUFFIX}" if file else f"untitled-{pid}{SUFFIX}")


def journals(*folders: Path) -> tuple[Path, ...]:
    """Return all journals in some folders, oldest first; before them what cannot be looked at."""
    found = []
    for path in chain.from_iterable(folder.glob(f"*{SUFFIX}") for folder in folders):
        try:
            found.append((path.stat().st_mtime, path))
        except FileNotFoundError:  # discarded by another window meanwhile
            continue
        except OSError:  # whoever reads it is told why, and goes on to the others
            found.append((0.0, path))
    return tuple(path for _, path in sorted(found))


def recover(path: Path) -> Recovered:
    """Return the design that a journal holds, up to the last whole change.

    Raises
    ------
    JournalError
        If not even the first line is whole, or it is of an unknown format.
    OSError
        If it cannot be read: what it holds is not known, and may be another time.
    """
    raw = read_regular(path)
    lines = _bodies(raw)
    header, base, parts = _head(path, next(lines, None))
    design, steps, problems = base, list[Step](), list[Problem]()
    total = raw.count(b"\n") + (not raw.endswith(b"\n"))
    for number, body in enumerate(lines, start=2):
        try:
            step, design = _applied(design, body)
        except _MISFITS as error:
            lost = total - number + 1
            why = next(iter(str(error).splitlines()), type(error).__name__)
            what = f"this line is damaged ({why}); changes lost: {lost}"
            severity = "warning" if lost == 1 else "error"
            where = f"{path.name}:{number}"
            problems.append(Problem.model_validate(dict(severity=severity, where=where, what=what)))
            break
        steps.append(step)
    return Recovered(
        header=header,
        base=base,
        design=design,
        parts=parts,
        steps=tuple(steps),
        problems=tuple(problems),
    )


def header_of(path: Path) -> Header | None:
    """Return what the journal that has a name now says of itself; None where none can be read."""
    try:
        with open(path, "rb", opener=open_regular) as file:
            return _head(path, next(_bodies(file.readline()), None))[0]
    except (OSError, JournalError):
        return None


def holds_changes(path: Path) -> bool:
    """Return whether there is more in a journal than its first line, as far as it can be read."""
    try:
        with open(path, "rb", opener=open_regular) as file:
            file.readline()
            return file.read(1) != b""
    except OSError:
        return False


def remove(path: Path) -> bool:
    """Remove a journal; return whether it is gone.

    One that cannot be removed is emptied down to its first line: nobody is offered what holds no
    change.

    Raises
    ------
    OSError
        If it can be neither removed nor emptied.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        with contextlib.suppress(OSError), open(path, "r+b", opener=open_regular) as file:
            file.readline()
            file.truncate()
            return False
        raise error from None
    return True


def _applied(design: Design, body: dict[str, Any] | None) -> tuple[Step, Design]:
    """Return one change's step and the design after it."""
    if body is None:
        raise ValueError("torn or altered")
    step = Step(revision=body["revision"], label=body["label"])
    return step, apply(design, change_from_data(change_now(body["change"], design)))


def _head(path: Path, body: dict[str, Any] | None) -> tuple[Header, Design, tuple[Part, ...]]:
    problem = Problem(where=f"{path.name}:1", what="this is no whole journal; nothing to recover")
    if body is None:
        raise JournalError(problem)
    try:
        found = body["journal"]["format"]
        if found not in range(OLDEST_FORMAT, FORMAT + 1):
            read = f"{OLDEST_FORMAT} to {FORMAT}"
            what = f"a journal of format {found!r}; this version reads {read}"
            raise JournalError(problem.evolve(what=what))
        header = Header.model_validate(header_now(body["journal"]))
        parts = tuple(Part.model_validate(part) for part in body["parts"])
        return header, Design.model_validate(base_now(body["base"])), parts
    except _MISFITS as error:
        raise JournalError(problem) from error


def _write_all(handle: int, data: bytes) -> None:
    """Write all of the data; a full disk shows as an error of the next, shorter write."""
    while data:
        data = data[os.write(handle, data) :]


def _line(body: dict[str, Any]) -> bytes:
    return _checked(json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode())


def _change_line(change: Change, revision: int, label: str) -> bytes:
    """Return the line of a change, without a way by plain data: it may hold thousands."""
    head = {"revision": revision, "label": label}
    start = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    return _checked(start[:-1] + b',"change":' + change.as_json() + b"}")


def _checked(text: bytes) -> bytes:
    return b'["%08x",%b]\n' % (zlib.crc32(text), text)


def _bodies(raw: bytes) -> Iterator[dict[str, Any] | None]:
    """Yield the object of each line; None for a line that is torn or altered, or holds none."""
    for line in raw.split(b"\n"):
        if line:
            yield _body(line)


def _body(line: bytes) -> dict[str, Any] | None:
    text = line[12:-1]
    if line[:12] != b'["%08x",' % zlib.crc32(text) or line[-1:] != b"]":
        return None
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):  # a checksum that fits makes it no JSON yet
        return None
    return body if isinstance(body, dict) else None
