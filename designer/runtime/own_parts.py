"""The user's own parts: TOML files in the user's folder, which win over the shipped catalogue.

The shipped files are never touched. What a save replaces is kept beside it as `.bak`.
"""

import contextlib
import logging
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.load import PART_TABLES, OwnFiles, load_own, shipped_library
from designer.catalog.own_text import read_parts
from designer.catalog.part import Part
from designer.catalog.reading import Reading
from designer.io import part_file
from designer.io.atomic_file import backup_path, replace_file
from designer.io.system_calls import open_regular
from designer.model.problem import Problem

log = logging.getLogger(__name__)


class OwnPartError(Exception):
    """An own part was not saved or removed; nothing was written."""


class OwnParts(QObject):
    """The parts of one folder.

    Signals
    -------
    changed
        `parts` is another tuple.

    Parameters
    ----------
    folder
        Where the files are; need not exist.
    """

    changed = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self._files = self._load()

    def reload(self) -> None:
        """Read the folder again, after somebody wrote into it."""
        self._files = self._load()
        self.changed.emit()

    def follow(self) -> bool:
        """Read the folder again if another program wrote into it; return whether one did."""
        if self._stamp() == self._read_at:
            return False
        self.reload()
        return True

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the folder."""
        return self._files.parts

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What of the folder could not be read."""
        return self._files.problems

    @property
    def library(self) -> Library:
        """The shipped library under the user's own entries, read when first asked for."""
        return shipped_library().overlay(self._files.library)

    def is_own(self, part_id: str) -> bool:
        """Return whether a part is the user's own."""
        return any(part.id == part_id for part in self.parts)

    def text_of(self, part: Part) -> str:
        """Return the text to begin with: the own file of that part, or the part as a new file."""
        file = self._file_of(part.id)
        if file is not None:
            try:
                with open(file, encoding="utf-8", opener=open_regular) as there:
                    return there.read()
            except (OSError, UnicodeDecodeError) as error:
                # Somebody took the file away, or wrote something else into it.
                log.warning("%s is not read again: %s", file, error)
        return part_file.dumps([part])

    def check(
        self, text: str, catalog: Catalog, library: Library | None = None
    ) -> tuple[Part | None, tuple[Problem, ...]]:
        """Return the part that a text describes, if it does, and what is wrong with it.

        Parameters
        ----------
        catalog
            What its ids may refer to.
        library
            The same, for what is no part; the shipped one under the user's own by default.
        """
        held = self.library if library is None else library
        parts, found = read_parts(text, "part", catalog, held)
        problems = list(found)
        if len(parts) > 1:
            problems.append(
                Problem(
                    where="part",
                    what=f"{len(parts)} parts in one text",
                    mend="describe one; save the others for themselves",
                )
            )
        shared = self._shared_file(parts[0].id) if parts else None
        if shared is not None:
            problems.append(
                Problem(
                    where="part",
                    what=f"{parts[0].id!r} stands among other parts in {shared.name}",
                    mend="choose another id, or edit that file",
                )
            )
        return (parts[0] if parts else None), tuple(problems)

    def save(self, text: str, catalog: Catalog) -> Part:
        """Write a part's text to its file and load it.

        Raises
        ------
        OwnPartError
            If the text has an error, the file cannot be written, or holds other parts by now.
        """
        part, problems = self.check(text, catalog)
        errors = [p for p in problems if p.severity == "error"]
        if part is None or errors:
            raise OwnPartError(errors[0].line() if errors else "no part here")
        held = self._file_of(part.id)
        if held is not None:
            self._refuse_others(held, part.id)
        path = held or self._free_name(part.id)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            replace_file(path, text.encode(), backup=True)
        except OSError as error:
            raise OwnPartError(f"{path} was not written: {error}") from error
        self.reload()
        return part

    def remove(self, part_id: str) -> Path:
        """Take an own part away; return where its file is kept.

        Raises
        ------
        OwnPartError
            If it stands among others in a file, or the file cannot be moved.
        """
        path = self._file_of(part_id)
        if path is None:
            shared = self._shared_file(part_id)
            where = f"stands among other parts in {shared.name}" if shared else "is not your own"
            raise OwnPartError(f"{part_id!r} {where}")
        self._refuse_others(path, part_id)
        kept = backup_path(path)
        try:
            path.replace(kept)
        except OSError as error:
            raise OwnPartError(f"{path} was not removed: {error}") from error
        self.reload()
        return kept

    def _stamp(self) -> tuple[tuple[str, int, int], ...]:
        """Return what changes when a file does: names, times and sizes."""
        found = []
        for path in sorted(self.folder.rglob("*.toml")) if self.folder.is_dir() else ():
            # A file may go away between the listing and the look at it.
            with contextlib.suppress(OSError):
                told = path.stat()
                found.append((str(path), told.st_mtime_ns, told.st_size))
        return tuple(found)

    def _load(self) -> OwnFiles:
        self._read_at = self._stamp()
        files = load_own(self.folder)
        for problem in files.problems:
            log.warning("own parts: %s", problem.line())
        return files

    def _refuse_others(self, path: Path, part_id: str) -> None:
        """Refuse to touch a file that another program gave other parts since it was read.

        Raises
        ------
        OwnPartError
            If the file names any other.
        """
        reading = Reading(PART_TABLES)
        reading.read_file(path)
        others = {found for ids in reading.ids.values() for found in ids} - {part_id}
        if others:
            self.reload()
            raise OwnPartError(f"{path.name} was changed meanwhile and holds other parts, too")

    def _holding(self, part_id: str) -> tuple[Path, tuple[str, ...]] | None:
        return next((held for held in self._files.ids.items() if part_id in held[1]), None)

    def _file_of(self, part_id: str) -> Path | None:
        """Return the file that holds this part alone."""
        held = self._holding(part_id)
        return held[0] if held is not None and len(held[1]) == 1 else None

    def _shared_file(self, part_id: str) -> Path | None:
        """Return the file that holds this part among others."""
        held = self._holding(part_id)
        return held[0] if held is not None and len(held[1]) > 1 else None

    def _free_name(self, part_id: str) -> Path:
        path, number = self.folder / f"{part_id}.toml", 2
        while path.exists():
            path, number = self.folder / f"{part_id}-{number}.toml", number + 1
        return path
