"""One window for each design file, so that two do not overwrite each other.

The lock is the system's (`flock`) on a small file in the user's state folder: it ends with the
process that holds it, however that ends, so a number of a dead process that another one has taken
over can never look alive. What the file says (who, where, since when) is for people.
May import `model` and the calls of this room that systems differ in.
"""

import contextlib
import hashlib
import os
import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from pydantic import ValidationError

from designer.io.path_text import path_text
from designer.io.system_calls import followed, lock, open_regular
from designer.model.record import Record


class Holder(Record):
    """Who holds a lock. `started` is an ISO 8601 time in UTC."""

    pid: int
    host: str = ""
    started: str = ""
    file: str = ""


class LockedError(Exception):
    """Another window has the file open; `holder` says which (None if it does not say).

    `now` (seconds since 1970) decides whether the words name the day as well as the time.
    """

    def __init__(self, path: Path, holder: Holder | None, now: float) -> None:
        who = f" ({_words(holder, now)})" if holder else ""
        super().__init__(f"{path.name} is open in another window{who}")
        self.holder = holder


class DesignLock:
    """A lock that is held. Make one with `acquire`; it is also a context manager.

    Attributes
    ----------
    left_by
        Who held the lock and ended without giving it back, for instance in a crash; else None.
    """

    def __init__(self, lock_file: Path, handle: int, left_by: Holder | None) -> None:
        self._lock_file = lock_file
        self._handle: int | None = handle
        self.left_by = left_by

    @classmethod
    def acquire(cls, path: Path, folder: Path, now: float) -> "DesignLock":
        """Lock a design file.

        Parameters
        ----------
        path
            The design file, which need not exist; links are followed.
        folder
            Where locks are kept: `user_folders.locks_folder()`.
        now
            Seconds since 1970, as `time.time()` gives.

        Raises
        ------
        LockedError
            If it is held, by another process or by this one.
        OSError
            If the folder takes no file. A full disk only keeps the lock from saying who holds it.
        """
        target = followed(path)
        lock_file = folder / f"{path_key(path)}.lock"
        handle = _locked_handle(lock_file, target, now)
        held = cls(lock_file, handle, None)
        try:
            held.left_by = _read(handle)
            started = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
            holder = Holder(
                pid=os.getpid(), host=socket.gethostname(), started=started, file=path_text(target)
            )
            _say(handle, holder)
        except BaseException:
            held.release()
            raise
        return held

    def release(self) -> None:
        """Give the lock back; does nothing the second time."""
        if self._handle is not None:
            # Removed while still held: whoever waits for it sees that its file is gone.
            # Windows removes no file that is open, a folder may be gone or read-only by now: a
            # file that is left is found unlocked the next time.
            with contextlib.suppress(OSError):
                self._lock_file.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def path_key(path: Path) -> str:
    """Return a short name for a file, the same for every way to write its path.

    One whose links lead to themselves leads nowhere, and is known by its own path.
    """
    try:
        target = followed(path)
    except OSError:
        target = path.absolute()
    return hashlib.sha256(os.fsencode(target)).hexdigest()[:16]


def holder_of(path: Path, folder: Path) -> Holder | None:
    """Return who holds the lock on a file; None if nobody does."""
    lock_file = folder / f"{path_key(path)}.lock"
    try:
        handle = _opened(lock_file)
    except FileNotFoundError:
        return None
    try:
        return None if lock(handle) else _read(handle) or Holder(pid=0)
    finally:
        os.close(handle)


def _opened(lock_file: Path) -> int:
    """Return a handle on a lock's file; on a disk that became read-only, one to read it by.

    Either tells of a lock, except over NFS: there a handle that only reads is refused one.
    """
    try:
        return open_regular(lock_file, os.O_RDWR)
    except FileNotFoundError:
        raise
    except OSError:
        return open_regular(lock_file, os.O_RDONLY)


def _locked_handle(lock_file: Path, target: Path, now: float) -> int:
    """Return an open, locked handle of the file that now bears the lock's name."""
    while True:
        handle = open_regular(lock_file, os.O_RDWR | os.O_CREAT)
        try:
            is_held = not lock(handle)
            holder = _read(handle) if is_held else None
        except OSError:
            os.close(handle)
            raise
        if is_held:
            os.close(handle)
            raise LockedError(target, holder, now)
        if _is_at(handle, lock_file):
            return handle
        os.close(handle)  # it was released and removed between opening and locking


def _say(handle: int, holder: Holder) -> None:
    """Write who holds a lock, for people: it holds without that, too."""
    with contextlib.suppress(OSError):
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, holder.model_dump_json().encode())


def _words(holder: Holder, now: float) -> str:
    """Return who holds a lock, since when by the clock on this machine's wall."""
    host = f" on {holder.host}" if holder.host else ""
    try:
        since = datetime.fromisoformat(holder.started).astimezone()
    except ValueError:
        return f"process {holder.pid}{host}"
    same_day = since.date() == datetime.fromtimestamp(now).astimezone().date()
    return f"process {holder.pid}{host}, since {since:{'%H:%M' if same_day else '%Y-%m-%d %H:%M'}}"


def _is_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _read(handle: int) -> Holder | None:
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        return Holder.model_validate_json(os.read(handle, 4096))
    except ValidationError:
        return None
