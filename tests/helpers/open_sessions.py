"""Sessions without a window: how tests name them, change them, and end one as a crash does."""

import os
from collections.abc import Callable
from typing import Final

from designer.catalog.catalog import Catalog
from designer.runtime.design_session import DesignSession

CATALOG: Final = Catalog(())
"""What the sessions of the fixture `make_session` know of parts: nothing."""
MakeSession = Callable[[], DesignSession]


def rename(session: DesignSession, name: str) -> None:
    """Change a design in the simplest way."""
    session.document.apply(f"Rename to {name}", lambda design: design.evolve(name=name))


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
