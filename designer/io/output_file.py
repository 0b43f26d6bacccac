"""The one way out for every file that is written for others: reports, sheets, pictures, tables.

A design itself is saved by `design_file.save`, which keeps the previous one beside it. May import
`model` and the atomic writing of this room.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from designer.io.atomic_file import WriteError, replace_file
from designer.model.problem import Problem

_LOOKED_AT: Final = 1 << 16
_DESIGN_LINE: Final = re.compile(rb"^\s*(schema_version\s*=|\[+\s*racks\b)", re.MULTILINE)


def write_output(
    path: str | os.PathLike[str], data: str | bytes, *, inputs: Iterable[Path] = ()
) -> None:
    """Write an output file; a half-written one is never left behind.

    A path that exists and is no regular file (`/dev/stdout`, a pipe) is written to directly.

    Parameters
    ----------
    path
        Where to; a symbolic link is followed, so that its target is replaced.
    data
        Text is written as UTF-8, line ends as they are.
    inputs
        Files that were read to make it, under whatever name: none of them is written over.

    Raises
    ------
    WriteError
        If the file is one of the inputs, if a design stands there and the data is none, or if it
        cannot be written; a file that stood there before is untouched.
    """
    path = Path(path)
    content = data.encode() if isinstance(data, str) else data
    refuse_to_lose(path, content, inputs)
    replace_file(path, content)


def refuse_to_lose(path: Path, content: bytes | None, inputs: Iterable[Path] = ()) -> None:
    """Refuse an output that would replace an input, or a design by something else.

    Parameters
    ----------
    content
        What is to be written; `None` where it is not made yet and will be no design.

    Raises
    ------
    WriteError
        If writing there would lose a file that somebody works with.
    """
    if any(_is_same(path, read) for read in inputs):
        what = "is the file that is read; it is not written over"
        raise WriteError(Problem(where=str(path), what=what, mend="choose another name"))
    if holds_design(path) and not (content and _DESIGN_LINE.search(content[:_LOOKED_AT])):
        what = "holds a design, which would be lost"
        raise WriteError(Problem(where=str(path), what=what, mend="choose another name"))


def holds_design(path: Path) -> bool:
    """Return whether a regular file looks like a design, by what it holds and not by its name."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return _DESIGN_LINE.search(file.read(_LOOKED_AT)) is not None
    except OSError:
        return False  # what cannot be read here is judged when it is written


def _is_same(one: Path, other: Path) -> bool:
    """Return whether two names lead to one file: by links of either kind, or by spelling."""
    try:
        return one.is_file() and one.samefile(other)
    except OSError:
        return False
