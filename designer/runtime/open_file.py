"""The file of an open design: what is known of it, as one value from opening to saving."""

from dataclasses import dataclass
from pathlib import Path

from designer.io.lockfile import DesignLock


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A design's file as it was opened, recovered or last saved.

    Attributes
    ----------
    path
        None for a design that was never saved.
    digest
        Of the content that the work began with; empty for none.
    damaged
        Whether it could not be read whole: saving over it loses what was not read.
    lock
        Held on the file; None where it has none, or where it cannot be had.
    locked_by
        Words on the window that holds it; then it is open for reading only.
    """

    path: Path | None = None
    digest: str = ""
    damaged: bool = False
    lock: DesignLock | None = None
    locked_by: str = ""

    @property
    def is_read_only(self) -> bool:
        """Whether another window holds the file."""
        return bool(self.locked_by)

    def release(self) -> None:
        """Give the lock back, if there is one."""
        if self.lock is not None:
            self.lock.release()
