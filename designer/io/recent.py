"""The files opened last. A list that cannot be read is an empty list, never an error.

May import `model` and `io.atomic_file`.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from designer.io.atomic_file import WriteError, replace_file
from designer.io.path_text import path_text
from designer.io.system_calls import read_regular
from designer.model.problem import Problem
from designer.model.record import Record

_KEPT: Final = 20


class RecentFile(Record):
    """A file that was opened. `opened` is an ISO 8601 time in UTC."""

    path: str
    opened: str = ""


_LIST: Final = TypeAdapter(tuple[RecentFile, ...])


class RecentFiles:
    """The list, in a file of its own.

    Parameters
    ----------
    folder
        Where the list is kept: `user_folders.state_folder()`.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "recent.json"

    def files(self) -> tuple[RecentFile, ...]:
        """Return the files, newest first; also those that are gone (the list says where from)."""
        try:
            return _LIST.validate_json(read_regular(self._file))
        except (OSError, ValidationError):
            return ()

    def add(self, path: Path, now: float) -> None:
        """Put a file on top.

        Parameters
        ----------
        now
            Seconds since 1970, as `time.time()` gives.

        Raises
        ------
        WriteError
            If the list cannot be written.
        """
        opened = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
        entry = RecentFile(path=path_text(path.absolute()), opened=opened)
        self._write((entry, *(f for f in self.files() if f.path != entry.path)))

    def remove(self, path: Path) -> None:
        """Take a file off the list.

        Raises
        ------
        WriteError
            If the list cannot be written.
        """
        self._write(tuple(f for f in self.files() if f.path != path_text(path.absolute())))

    def clear(self) -> None:
        """Forget all files."""
        self._write(())

    def _write(self, files: tuple[RecentFile, ...]) -> None:
        data = [file.model_dump() for file in files[:_KEPT]]
        if self._file.exists() and not self._file.is_file():
            problem = Problem(where=str(self._file), what="it is no regular file", mend="remove it")
            raise WriteError(problem)
        replace_file(self._file, json.dumps(data, indent=1, ensure_ascii=False).encode())
