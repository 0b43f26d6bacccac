"""Where imported parts are written: catalogue files, and what they will hold."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.output import write_failed
from designer.catalog.load import PART_TABLES, load_shipped
from designer.catalog.part import Part
from designer.catalog.reading import Reading
from designer.io import part_file
from designer.io.atomic_file import WriteError, replace_file
from designer.io.netbox.device import made_id
from designer.io.user_folders import catalogs_folder

_PREFIX: Final = "netbox-"
_HEAD: Final = (
    "Imported from the NetBox community device-type library (CC0 1.0), to be checked against the "
    "makers' sheets.\nA further import replaces parts of the same id and keeps the others."
)


@dataclass(frozen=True)
class Held:
    """What a catalogue file will hold, and how many of its parts are new and replaced."""

    parts: list[Part]
    new: int
    replaced: int


class Target:
    """Where parts are written: one file, or a file for each maker in a folder."""

    def __init__(self, into: Path | None) -> None:
        self._into = into
        self._single = into is not None and into.suffix == ".toml" and not into.is_dir()

    @property
    def _folder(self) -> Path:
        if self._into is None:
            return catalogs_folder()
        return self._into.parent if self._single else self._into

    def other_files(self) -> list[Path]:
        """Return the folder's other files, whose ids a part written here must not take."""
        folder = self._folder
        if self._single or not folder.is_dir():
            return []
        return [p for p in sorted(folder.glob("*.toml")) if not p.name.startswith(_PREFIX)]

    def other_parts(self) -> list[Part]:
        """Return the parts of the folder's other files."""
        return [part for path in self.other_files() for part in _parts_of(path)[0]]

    def known(self) -> list[Part]:
        """Return the parts to merge with: the shipped ones under those of the user's own files.

        A file of earlier imports is no source of its own, but for the one that is written to.
        """
        own = [*self.other_parts()]
        if self._single and self._into is not None and self._into.is_file():
            own += _parts_of(self._into)[0]
        return [*load_shipped().overlay(own).parts]

    def own_files(self) -> dict[str, str]:
        """Return the files of the user's own parts that an import does not write, by id."""
        return {part.id: str(path) for path in self.other_files() for part in _parts_of(path)[0]}

    def merged(self, parts: list[Part]) -> dict[Path, Held]:
        """Return what each file will hold: the parts beside those already there."""
        by_file: defaultdict[Path, list[Part]] = defaultdict(list)
        for part in parts:
            by_file[self._file(part)].append(part)
        return {path: _held(path, group) for path, group in by_file.items()}

    def _file(self, part: Part) -> Path:
        if self._single and self._into is not None:
            return self._into
        return self._folder / f"{_PREFIX}{made_id(part.vendor) or 'others'}.toml"


def _held(path: Path, parts: list[Part]) -> Held:
    """Return what a file will hold.

    Raises
    ------
    CommandError
        If the file holds what would be lost.
    """
    if not path.exists():
        return Held(parts, len(parts), 0)
    old, problem = _parts_of(path)
    if problem:
        raise CommandError(f"{problem}; mend it, or choose another place with --into")
    new = {part.id for part in parts}
    kept = [part for part in old if part.id not in new]
    replaced = len(old) - len(kept)
    return Held([*kept, *parts], len(parts) - replaced, replaced)


def _parts_of(path: Path) -> tuple[list[Part], str]:
    """Return a file's parts, and the first thing that would be lost by writing it anew."""
    reading = Reading(PART_TABLES)
    reading.read_file(path)
    parts = [part for part in reading.records["part"] if isinstance(part, Part)]
    errors = [problem for problem in reading.problems if problem.severity == "error"]
    if errors:
        return parts, f"{path.parent}/{errors[0].line()}"
    if any(records for table, records in reading.records.items() if table != "part"):
        return parts, f"{path}: holds more than parts"
    return parts, ""


def write_held(path: Path, parts: list[Part]) -> None:
    """Write what a catalogue file holds, whole or not at all; the one before is kept as `.bak`.

    Raises
    ------
    CommandError
        If it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        makers = sorted({part.vendor for part in parts})
        family = f"NetBox library: {makers[0]}" if len(makers) == 1 else "NetBox library"
        replace_file(path, part_file.dumps(parts, family, _HEAD).encode(), backup=True)
    except WriteError as error:
        raise write_failed(error) from error
    except OSError as error:
        raise CommandError(f"{path.parent}: cannot be made: {error.strerror}") from error
