"""Locks among this user's windows, wherever the user's folders were when another window began.

A window that began while the state folder could not be used holds its locks in the folder that
stood in for it. No Qt here.
"""

import contextlib
import time
from pathlib import Path

from designer.io.lockfile import DesignLock, Holder, LockedError, holder_of
from designer.io.user_folders import locks_folder, locks_folders


def acquire(path: Path) -> DesignLock:
    """Lock a file, as `DesignLock.acquire` does.

    Raises
    ------
    LockedError
        If a window holds it.
    OSError
        If the folder of locks takes no file.
    """
    now = time.time()
    held_by = holder(path)
    if held_by is not None:
        raise LockedError(path, held_by, now)
    return DesignLock.acquire(path, locks_folder(), now)


def holder(path: Path) -> Holder | None:
    """Return who holds the lock on a file; None if nobody does, as far as can be seen."""
    for folder in locks_folders():
        with contextlib.suppress(OSError):  # of a folder that cannot be used: it has no new locks
            found = holder_of(path, folder)
            if found is not None:
                return found
    return None
