"""Ends a session as a crash does."""

import os

from designer.runtime.design_session import DesignSession


def die(session: DesignSession) -> None:
    """End a session as a crash does: nothing is tidied up, and the kernel takes the locks."""
    session._unsubscribe()
    session._watch.forget()
    autosave = session._autosave
    autosave._unsubscribe()
    autosave._base = None
    if autosave._journal is not None and autosave._lock is not None:
        autosave._journal.close()
        os.close(autosave._lock._handle or -1)
        autosave._lock._handle = None
        autosave._journal, autosave._lock = None, None
    lock = session._file.lock
    if lock is not None:
        os.close(lock._handle or -1)
        lock._handle = None
