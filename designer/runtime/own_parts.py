"""The user's own parts: TOML files in the user's folder, which win over the shipped catalogue.

The shipped files are never touched. What a save replaces is kept beside it as `.bak`.
"""

import logging
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.load import PART_TABLES, load_own, part_files, shipped_library
from designer.catalog.own_text import read_parts
from designer.catalog.part import Part
from designer.catalog.reading import Reading
from designer.io import part_file
from designer.io.atomic_file import backup_path, replace_file
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
        self.parts: tuple[Part, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self._load()

    def reload(self) -> None:
        """Read the folder again, after somebody wrote into it."""
        self._load()
        self.changed.emit()

    @property
    def library(self) -> Library:
        """The shipped library under the user's own entries, read when first asked for."""
        return shipped_library().overlay(self._library)

    def is_own(self, part_id: str) -> bool:
        """Return whether a part is the user's own."""
        return any(part.id == part_id for part in self.parts)

    def text_of(self, part: Part) -> str:
        """Return the text to begin with: the own file of that part, or the part as a new file."""
        file = self._file_of(part.id)
        if file is not None:
            return file.read_text(encoding="utf-8")
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
            The same, for what is no part; the shipped one by default.
        """
        parts, found = read_parts(text, "part", catalog, library or shipped_library())
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
            If the text has an error, or the file cannot be written.
        """
        part, problems = self.check(text, catalog)
        errors = [p for p in problems if p.severity == "error"]
        if part is None or errors:
            raise OwnPartError(errors[0].line() if errors else "no part here")
        path = self._file_of(part.id) or self._free_name(part.id)
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
        kept = backup_path(path)
        try:
            path.replace(kept)
        except OSError as error:
            raise OwnPartError(f"{path} was not removed: {error}") from error
        self.reload()
        return kept

    def _load(self) -> None:
        self._ids: dict[Path, tuple[str, ...]] = {}
        self.parts, self._library, problems = load_own(self.folder)
        self.problems = tuple(problems)
        for problem in problems:
            log.warning("own parts: %s", problem.line())

    def _ids_in(self, path: Path) -> tuple[str, ...]:
        """Return the ids of the parts in a file, read when first asked for."""
        if path not in self._ids:
            reading = Reading(PART_TABLES)
            reading.read_file(path)
            self._ids[path] = tuple(entry.id for entry, _ in reading.entries())
        return self._ids[path]

    def _holding(self, part_id: str) -> Path | None:
        if not self.is_own(part_id):
            return None
        files = part_files(self.folder) if self.folder.is_dir() else []
        return next((path for path in files if part_id in self._ids_in(path)), None)

    def _file_of(self, part_id: str) -> Path | None:
        """Return the file that holds this part alone."""
        path = self._holding(part_id)
        return path if path is not None and len(self._ids_in(path)) == 1 else None

    def _shared_file(self, part_id: str) -> Path | None:
        """Return the file that holds this part among others."""
        path = self._holding(part_id)
        return path if path is not None and len(self._ids_in(path)) > 1 else None

    def _free_name(self, part_id: str) -> Path:
        path, number = self.folder / f"{part_id}.toml", 2
        while path.exists():
            path, number = self.folder / f"{part_id}-{number}.toml", number + 1
        return path
