"""Write a file so that at every moment either the old or the new content is whole on the disk.

May import `model` and the calls of this room that systems differ in.
"""

import contextlib
import errno
import glob
import os
import re
import secrets
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from designer.io.system_calls import (
    NAME_BYTES,
    appends,
    copy_owner_and_mode,
    followed,
    short_name,
    sync_folder,
)
from designer.model.problem import Problem

BACKUP_SUFFIX = ".bak"
_STEM_BYTES = 100
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_MOST_LINKS = 8
"""Links that are followed on the way to a file that is open already."""
_HANDLE: Final = re.compile(rf"0|[1-9][0-9]{{0,{NAME_BYTES - 1}}}")
_HANDLES_OF_TASK: Final = re.compile(r"/proc/(?:[0-9]+/task/)?([0-9]+)/fd")


class WriteError(OSError):
    """A file could not be written; what was there before is untouched."""

    def __init__(self, problem: Problem, number: int | None = None) -> None:
        super().__init__(problem.line())
        self.problem = problem
        self.errno = number


def replace_file(path: Path, data: bytes, *, backup: bool = False) -> None:
    """Replace a file in one step, on the disk before this returns.

    Parameters
    ----------
    path
        A symbolic link is followed; the mode of an existing file is kept.
    data
        The whole new content.
    backup
        Keep the previous content beside it, as `NAME.bak`.

    Raises
    ------
    WriteError
        If the file cannot be written; what was there before is untouched.
    """
    with _explained(path):
        # `missing/../name` is no file to the system, and so to all who looked whether one is there;
        # `resolve` would make it `name`.
        if not path.parent.is_dir():
            raise _no_folder(path.parent)
        handle = _own_handle(path)
        if handle is not None:
            with open(_opened_again(handle), "wb") as file:
                file.write(data)
            return
        # As it is called: what a pipe's name leads to has no name in a folder.
        if is_stream(path):
            path.write_bytes(data)
            return
        target, before = _replaceable(path)
        temporary = _written_beside(target, data, before)
        try:
            if backup and before:
                _keep_backup(target)
            os.replace(temporary, target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(target.parent)
        _remove_leftovers(target)


def require_place(path: Path) -> None:
    """Refuse a file that could not be written, before the work of making what it is to hold.

    Raises
    ------
    WriteError
        As `replace_file` would.
    """
    with _explained(path):
        if not path.parent.is_dir():
            raise _no_folder(path.parent)
        if not is_stream(path):
            _written_beside(_replaceable(path)[0], b"", None).unlink()


def _replaceable(path: Path) -> tuple[Path, os.stat_result | None]:
    """Return the file that a path leads to, and what is known of one that is there."""
    target = followed(path)
    before = _stat(target)
    if before and stat.S_ISDIR(before.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a folder", str(target))
    if before and not (before.st_mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, "the file is write-protected", str(target))
    return target, before


def is_stream(path: Path) -> bool:
    """Return whether data sent to a path goes on from there: nothing that stands there is replaced.

    So it is with pipes and devices, and with what this process holds open (`/dev/fd/3`), whatever
    that is: a shell may have led it to the end of a log.
    """
    try:
        there = _stat(path)
    except OSError:  # whoever writes there is told why
        return False
    if there is None or stat.S_ISDIR(there.st_mode):
        return False
    return not stat.S_ISREG(there.st_mode) or _own_handle(path) is not None


def holds_its_own(path: Path) -> bool:
    """Return whether what this process holds open has been written from its begin on, by itself.

    A shell empties a file that it leads an output to by `>`: commands whose outputs follow each
    other there lose nothing of anybody else's. What is opened to be added to (`>>`) held something
    before, or may have.
    """
    try:
        handle = _own_handle(path)
        if handle is None or appends(handle):
            return False
        return 0 < os.fstat(handle).st_size <= os.lseek(handle, 0, os.SEEK_CUR)
    except (OSError, OverflowError):  # nothing is open as that, or it has no place
        return False


def _own_handle(path: Path) -> int | None:
    """Return which of its open files a path means to this process: 2 for `/dev/stderr`."""
    for _ in range(_MOST_LINKS):
        if _HANDLE.fullmatch(path.name) and _holds_own_handles(path.parent):
            return int(path.name)
        try:
            path = path.parent / path.readlink()
        except OSError:  # no link, or not to be looked at
            return None
    return None


def _holds_own_handles(folder: Path) -> bool:
    """Return whether a folder is that of this process's open files, however it is spelt."""
    there = os.path.realpath(folder)
    if there == "/dev/fd":  # where that is a folder of its own, and no link into /proc
        return True
    of_task = _HANDLES_OF_TASK.fullmatch(there)
    # All threads of a process have the same open files.
    return of_task is not None and os.path.isdir(f"/proc/self/task/{of_task[1]}")


def _opened_again(handle: int) -> int:
    try:
        return os.dup(handle)
    except OverflowError as error:  # a number that no open file has
        raise OSError(errno.EBADF, os.strerror(errno.EBADF)) from error


def other_names(path: Path) -> int:
    """Return how many other names (hard links) a file has; 0 where there is none, or none to ask.

    A file is replaced under one name: the others keep what it held before.
    """
    try:
        about = path.stat()
    except OSError:
        return 0
    return about.st_nlink - 1 if stat.S_ISREG(about.st_mode) else 0


def backup_path(path: Path) -> Path:
    """Return where the previous content of a file is kept."""
    target = followed(path)
    stem = short_name(target.name, NAME_BYTES - len(BACKUP_SUFFIX))
    return target.with_name(stem + BACKUP_SUFFIX)


def _written_beside(target: Path, data: bytes, before: os.stat_result | None) -> Path:
    """Return a new file in the target's folder that holds the data, synced to the disk."""
    temporary = _temporary_name(target)
    # 0o666 lets the user's umask decide, as for any new file; mkstemp would give 0o600.
    handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            if before:
                copy_owner_and_mode(file.fileno(), temporary, before)
            os.fsync(file.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _temporary_name(target: Path) -> Path:
    """Return a name beside a file that nobody else has, of a length that every file may have."""
    stem = short_name(target.name, _STEM_BYTES)
    return target.with_name(f".{stem}.{secrets.token_hex(6)}.tmp")


def _keep_backup(target: Path) -> None:
    """Keep the content under the backup's name, replacing an older backup in one step."""
    backup = backup_path(target)
    if backup.is_dir():
        what = "is a folder, where the previous content has to be kept"
        raise WriteError(Problem(where=str(backup), what=what, mend="rename it"), errno.EISDIR)
    temporary = _temporary_name(backup)
    try:
        try:
            os.link(target, temporary)
        except OSError:  # file systems without hard links
            shutil.copy2(target, temporary)
        os.replace(temporary, backup)
    finally:
        temporary.unlink(missing_ok=True)


def _remove_leftovers(target: Path) -> None:
    """Remove what writers that were killed left beside a file more than a minute before it."""
    stem = short_name(target.name, _STEM_BYTES)
    pattern = f".{glob.escape(stem)}.{'[0-9a-f]' * 12}.tmp"
    with contextlib.suppress(OSError):  # tidying up must not fail a save that worked
        written = target.stat().st_mtime
        for leftover in target.parent.glob(pattern):
            if leftover.stat().st_mtime < written - 60:
                leftover.unlink()


def _no_folder(parent: Path) -> OSError:
    code = errno.ENOTDIR if parent.exists() else errno.ENOENT
    return OSError(code, os.strerror(code), str(parent))


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _holds_content(path: Path) -> bool:
    """Return whether a file has content that a write that failed has left in it.

    A stream keeps nothing, and what has gone there is gone.
    """
    try:
        return path.stat().st_size > 0 and not is_stream(path)
    except (OSError, ValueError):
        return False


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn an operating system's error into one that says what to do."""
    mends = {
        errno.ENOENT: "make the folder first, or choose another one",
        errno.ENOTDIR: "choose a path inside a folder",
        errno.EISDIR: "choose a file name",
        errno.EACCES: "choose another place, or allow writing there",
        errno.EPERM: "choose another place, or allow writing there",
        errno.EROFS: "the file system is read-only: choose another place",
        errno.ENOSPC: "free some space, or choose another disk",
        errno.EDQUOT: "free some of your quota, or choose another disk",
        errno.ENAMETOOLONG: "choose a shorter name",
        errno.EBADF: "nothing is open as that: name a file",
    }
    try:
        yield
    except WriteError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        words = [mends.get(error.errno or 0, "")]
        # Where the name itself is wrong, nobody fears for what the file held.
        if (not words[0] or error.errno in _NO_ROOM) and _holds_content(path):
            words.append("the old content is untouched")
        mend = "; ".join(filter(None, words))
        problem = Problem(where=str(path), what=f"cannot be written: {reason}", mend=mend)
        raise WriteError(problem, error.errno) from error
