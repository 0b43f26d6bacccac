"""Reads the design of a file that stays closed: to be measured and shown beside the open one.

No lock, no journal, no watch: it is the file as it was when it was read.
"""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from designer.catalog.catalog import Catalog
from designer.catalog.input_file import ReadError
from designer.catalog.lost_parts import not_in_catalogue
from designer.catalog.part import Part
from designer.io import design_file
from designer.io.design_text import part_ids
from designer.model.design import Design
from designer.model.plural import plural
from designer.model.problem import Problem


class AsideDesign(NamedTuple):
    """A design of a file, and what it is measured with.

    Attributes
    ----------
    path, changed
        The file, and when it was written last before it was read.
    catalog
        The one that it would be drawn with if it were opened.
    extra_parts
        Every part that the shipped catalogue lacks or states otherwise, for the engine.
    """

    path: Path
    changed: datetime
    design: Design
    catalog: Catalog
    extra_parts: tuple[Part, ...]


def read_aside(path: Path, today: Catalog, own: tuple[Part, ...]) -> AsideDesign:
    """Return the design of a file.

    Parameters
    ----------
    today
        The shipped catalogue with the user's own parts.
    own
        These parts; those that the file embeds go first.

    Raises
    ------
    ReadError
        If it cannot be read, not whole, or names parts that nobody states: its figures would be
        those of half a design, and look like those of all of it.
    """
    path = path.absolute()
    changed = _written(path)
    return _whole(design_file.load(path), path, path.name, changed, today, own)


def read_aside_bytes(
    data: bytes, path: Path, name: str, changed: datetime, today: Catalog, own: tuple[Part, ...]
) -> AsideDesign:
    """Return the design in what a file held at another time.

    Parameters
    ----------
    name
        What messages call it.
    changed
        When it was written.
    today, own
        As those of `read_aside`.

    Raises
    ------
    ReadError
        As `read_aside` does.
    """
    return _whole(design_file.load_bytes(data, name), path, name, changed, today, own)


def _whole(
    read: design_file.Opened, path: Path, name: str, changed: datetime, today: Catalog,
    own: tuple[Part, ...],
) -> AsideDesign:  # fmt: skip
    wrong = next((one for one in read.problems if one.severity == "error"), None)
    if wrong is not None:
        raise ReadError(wrong.evolve(done=""))
    catalog = today.overlay(read.parts) if read.parts else today
    lost = [key for key in sorted(part_ids(read.design)) if key and catalog.get(key) is None]
    if lost:
        more = f", nor {'is' if len(lost) == 2 else 'are'} {plural(len(lost) - 1, 'other')}"
        raise ReadError(
            Problem(
                where=name,
                what=f"{not_in_catalogue(lost[0])}{more if lost[1:] else ''}",
                mend="save it where its parts are known, or add them to your own parts",
            )
        )
    held = {part.id: part for part in (*own, *read.parts)}
    return AsideDesign(path, changed, read.design, catalog, tuple(held.values()))


def _written(path: Path) -> datetime:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except OSError:  # reading says it in words
        return datetime.fromtimestamp(0).astimezone()
