"""The one way out for every file that is written for others: reports, sheets, pictures, tables.

A design itself is saved by `design_file.save`, which keeps the previous one beside it. May import
`model`, and of this room the atomic writing and the kinds of files.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from designer.catalog.input_file import MOST_BYTES
from designer.io.atomic_file import WriteError, holds_its_own, is_stream, replace_file
from designer.model.problem import Problem

_ANOTHER: Final = "choose another name"


def write_output(
    path: str | os.PathLike[str], data: str | bytes, *, inputs: Iterable[Path] = ()
) -> None:
    """Write an output file; a half-written one is never left behind.

    A path that exists and is no regular file (a pipe, `/dev/stderr`) is written to directly.

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
        If the file is one of the inputs, if a design, a catalogue or other TOML stands there and
        the data is none, or if it cannot be written; a file that stood there before is untouched.
    """
    path = Path(path)
    content = data.encode() if isinstance(data, str) else data
    refuse_to_lose(path, None if is_stream(path) else content, inputs)
    replace_file(path, content)


def refuse_to_lose(
    path: Path, content: bytes | None, inputs: Iterable[Path] = (), called: str = ""
) -> None:
    """Refuse an output that would replace an input, or TOML by something else.

    Parameters
    ----------
    content
        What is to be written; `None` where it is not made yet and will be no TOML.
    called
        What people call the output, where that is not its path.

    Raises
    ------
    WriteError
        If writing there would lose a file that somebody works with; no output that this process
        and others before it have written from its begin on is one.
    """
    if any(path.is_file() and is_same_file(path, read) for read in inputs):
        what = "is the file that is read; it is not written over"
        raise WriteError(Problem(where=str(path), what=what, mend=_ANOTHER))
    held = b"" if holds_its_own(path) else _held(path)
    if not held:
        return
    from designer.io.file_kind import kind_lost  # only where a file is in the way

    kind = kind_lost(held, content)
    if kind:
        lost = "to which nothing is added" if is_stream(path) else "which would be lost"
        what = f"holds {kind}, {lost}"
        raise WriteError(Problem(where=called or str(path), what=what, mend=_ANOTHER))


def refuse_one_for_two(outputs: Sequence[Path]) -> None:
    """Refuse to write two outputs of one command to one file, whether it is there yet or not.

    Raises
    ------
    WriteError
        If two of them are the same file.
    """
    for index, path in enumerate(outputs):
        if any(is_same_file(path, other) for other in outputs[:index]):
            what = "is asked for twice: two outputs cannot be one file"
            raise WriteError(Problem(where=str(path), what=what, mend=_ANOTHER))


def is_same_file(one: Path, other: Path) -> bool:
    """Return whether two names lead to one file: by links of either kind, or by spelling.

    Also of names that lead nowhere yet.
    """
    try:
        if one.exists() and other.exists():
            return one.samefile(other)
        return one.resolve() == other.resolve()
    except (OSError, RuntimeError):  # links that lead to themselves
        return False


def _held(path: Path) -> bytes:
    """Return what a regular file holds, as far as a design or a catalogue is read."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(MOST_BYTES)
    except OSError:
        return b""  # what cannot be read here is judged when it is written
