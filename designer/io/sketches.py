"""Small plans of the files opened last: what stood in them when they were last open, by file.

A sketch that is not there, or cannot be read, is none, never an error. It is kept as rectangles and
not as a picture, so that it is drawn in the colours of the day.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from designer.io.atomic_file import replace_file
from designer.io.path_text import path_text
from designer.io.system_calls import read_regular
from designer.model.record import Record

_KEPT: Final = 40
"""Files of sketches: twice as many as the list of recent files has."""


class Sketch(Record):
    """A plan, in mm of the floor.

    Attributes
    ----------
    rooms
        Outlines of the room or the halls.
    racks, cooling
        Left, top, width and depth of racks, or of rows of them where they are many; of what cools
        the room.
    count
        Racks that stand.
    """

    name: str = ""
    rooms: tuple[tuple[tuple[int, int], ...], ...] = ()
    racks: tuple[tuple[int, int, int, int], ...] = ()
    cooling: tuple[tuple[int, int, int, int], ...] = ()
    count: int = 0


class Sketches:
    """The sketches, each in a file of its own.

    Parameters
    ----------
    folder
        Where the list of recent files is kept: they lie in a folder there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "sketches"

    def of(self, path: Path) -> Sketch | None:
        """Return the sketch of a file; None where there is none."""
        try:
            return Sketch.model_validate_json(read_regular(self._file(path)))
        except (OSError, ValidationError):
            return None

    def keep(self, path: Path, sketch: Sketch) -> None:
        """Keep the sketch of a file, and no more than some tens in all.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        replace_file(self._file(path), sketch.model_dump_json(exclude_defaults=True).encode())
        known = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for old in known[:-_KEPT]:
            old.unlink(missing_ok=True)

    def _file(self, path: Path) -> Path:
        name = sha256(path_text(path.absolute()).encode("utf-8", "surrogatepass")).hexdigest()[:24]
        return self._folder / f"{name}.json"
