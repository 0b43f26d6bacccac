"""What operating systems do differently when files are written and locked.

Everything is asked of the system when it is needed: Windows has no `fcntl`, no `fchmod` and no
handle on a folder. May import nothing of this project.
"""

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import Final

NAME_BYTES: Final = 255
"""Longest name of a file on every usual file system, in bytes (NTFS: in UTF-16 units)."""

_LOCKED_BYTE: Final = 1 << 30
"""Where Windows locks: what is locked there cannot be read, so it lies behind what is written."""


def lock(handle: int) -> bool:
    """Lock an open file against every other handle; return False where another one holds it.

    The lock ends with the handle, however the process ends.

    Raises
    ------
    OSError
        If the file system knows no locks.
    """
    try:
        import fcntl
    except ImportError:
        return _lock_on_windows(handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_on_windows(handle: int) -> bool:
    import msvcrt

    os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # another system's
    except PermissionError:
        return False
    finally:
        os.lseek(handle, 0, os.SEEK_SET)
    return True


def appends(handle: int) -> bool:
    """Return whether whatever is written to an open file goes to its end; so if nobody can say.

    Raises
    ------
    OSError
        If nothing is open as that.
    """
    try:
        import fcntl
    except ImportError:
        return True
    return bool(fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_APPEND)


def open_regular(path: str | os.PathLike[str], flags: int, mode: int = 0o600) -> int:
    """Return a handle on a file of the program's own; also the `opener` of a file.

    A pipe under its name, which anybody may have put there, is refused instead of waited for.

    Raises
    ------
    OSError
        As of `os.open`, and for what is no regular file.
    """
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), mode)
    kind = os.fstat(handle).st_mode
    if not stat.S_ISREG(kind):
        os.close(handle)
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return handle


def read_regular(path: Path) -> bytes:
    """Return what a file of the program's own holds.

    Raises
    ------
    OSError
        As of `open_regular`.
    """
    with open(path, "rb", opener=open_regular) as file:
        return file.read()


def copy_owner_and_mode(handle: int, path: Path, before: os.stat_result) -> None:
    """Give a file that takes another one's place its owner and its mode, as far as we may."""
    if hasattr(os, "fchown"):
        # Only root may give a file away; a file of our own keeps its owner anyway.
        with contextlib.suppress(PermissionError):
            os.fchown(handle, before.st_uid, before.st_gid)
    set_mode(handle, path, stat.S_IMODE(before.st_mode))


def set_mode(handle: int, path: Path, mode: int) -> None:
    """Set who may read and write a file; a file system that has no modes keeps what it has."""
    with contextlib.suppress(PermissionError, NotImplementedError):
        if hasattr(os, "fchmod"):
            os.fchmod(handle, mode)
        else:
            path.chmod(mode)


def sync_data(handle: int) -> None:
    """Make the disk hold what was written."""
    if hasattr(os, "fdatasync"):
        os.fdatasync(handle)
    else:
        os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Make the disk hold a folder's names, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        # Some network file systems cannot sync a folder; the file itself is synced already.
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def short_name(name: str, most: int) -> str:
    """Return as much of a file's name as fits into so many bytes, cut between characters."""
    while len(os.fsencode(name)) > most:
        name = name[:-1]
    return name


def followed(path: Path) -> Path:
    """Return what a name leads to.

    Raises
    ------
    OSError
        If links lead to themselves.
    """
    try:
        return path.resolve()
    except RuntimeError as error:  # until Python 3.12
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from error
