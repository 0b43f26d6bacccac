"""Pods that a person saved: racks with all that they hold, each a design file in a folder."""

import hashlib
from pathlib import Path
from typing import Final

from designer.catalog.catalog import Catalog
from designer.io.design_file import ReadError, WriteError, load, save
from designer.model.design import Design

ENDING: Final = ".cluster.toml"
_LONGEST: Final = 60
"""Letters of the name of a file; a longer name ends in its digest."""


class SavedPods:
    """The pods of a folder, by name; each is read again only when its file changes.

    Parameters
    ----------
    folder
        Where they are; it is made when the first is saved.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, tuple[float, Design]] = {}

    def every(self) -> tuple[Design, ...]:
        """Return all that can be read, by name; the name of a pod is that of its design."""
        found = []
        for path in sorted(self._folder.glob(f"*{ENDING}")):
            try:
                stamp = path.stat().st_mtime
                known = self._read.get(path)
                if known is None or known[0] != stamp:
                    known = self._read[path] = stamp, load(path).design
            except (OSError, ReadError):
                continue
            if known[1].racks:
                found.append(known[1])
        return tuple(sorted(found, key=lambda pod: pod.name.casefold()))

    def save(self, pod: Design, catalog: Catalog) -> str:
        """Save a pod under its name, in place of one of that name; return why that failed."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            save(self._path_of(pod.name), pod, catalog)
        except (OSError, WriteError) as error:
            return str(error)
        return ""

    def remove(self, name: str) -> str:
        """Remove a pod; return why that failed."""
        try:
            self._path_of(name).unlink(missing_ok=True)
        except OSError as error:
            return str(error)
        return ""

    def _path_of(self, name: str) -> Path:
        """Return the file of a name: another one for each name, whatever letters it has."""
        plain = "".join(letter if letter.isalnum() else f"-{ord(letter):x}-" for letter in name)
        if len(plain) > _LONGEST:
            plain = f"{plain[:_LONGEST]}-{hashlib.sha256(name.encode()).hexdigest()[:12]}"
        return self._folder / f"{plain}{ENDING}"
