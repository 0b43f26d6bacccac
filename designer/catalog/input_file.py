"""The one way in for files: designs, parts and device types; how much is read, and why not.

May import `model`.
"""

import os
import stat
from pathlib import Path
from typing import IO, Final

from designer.model.problem import Problem

MOST_BYTES: Final = 16 << 20
"""Largest file that is read where nobody says less: a design of 16,384 GPUs has 0.2 MB."""

_ANOTHER: Final = "name a regular file"
_KINDS: Final = (
    (stat.S_ISDIR, "a folder", "name a file in it"),
    (stat.S_ISFIFO, "a pipe", _ANOTHER),
    (stat.S_ISCHR, "a device", _ANOTHER),
    (stat.S_ISBLK, "a device", _ANOTHER),
    (stat.S_ISSOCK, "a socket", _ANOTHER),
)


_AS_TEXT: Final = "save it as UTF-8 text"
_BEGINNINGS: Final = (
    (b"%PDF-", "a PDF", ""),
    (b"\x89PNG", "a PNG picture", ""),
    (b"\xff\xd8\xff", "a JPEG picture", ""),
    (b"GIF8", "a GIF picture", ""),
    (b"PK\x03\x04", "a ZIP archive or an office document", "name a file that is in it"),
    (b"\x1f\x8b", "compressed by gzip", "unpack it first"),
    (b"\xfd7zXZ", "compressed by xz", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd", "unpack it first"),
    (b"\x7fELF", "a program", ""),
    (b"\xff\xfe", "UTF-16 text", _AS_TEXT),
    (b"\xfe\xff", "UTF-16 text", _AS_TEXT),
    (b"version https://git-lfs", "a pointer of Git LFS", "fetch the file itself: git lfs pull"),
)
"""How files that are no text of ours begin, what they are, and how to mend it."""


class ReadError(OSError):
    """A file could not be read at all."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.line())
        self.problem = problem


class PipeError(ReadError):
    """A pipe stands where a file is read; whoever reads the standard input as well may say so."""


def read_input(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what a regular file holds.

    Parameters
    ----------
    most
        Bytes; a larger file is not read.

    Raises
    ------
    ReadError
        If it is missing, no regular file, too large, or may not be read.
    """
    try:
        # A pipe that nobody writes to would otherwise be waited for before it could be refused.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with open(handle, "rb") as file:
            _require_regular(path, os.fstat(file.fileno()).st_mode)
            return read_at_most(file, str(path), most)
    except OSError as error:
        if isinstance(error, ReadError):
            raise
        if isinstance(error, IsADirectoryError):
            _require_regular(path, stat.S_IFDIR)
        reason = error.strerror or str(error)
        problem = Problem(where=str(path), what=f"cannot be read: {reason}")
        raise ReadError(problem) from error
    except ValueError as error:  # a zero byte in the name
        raise ReadError(
            Problem(where=repr(str(path)), what=f"no name of a file: {error}")
        ) from error


def read_at_most(file: IO[bytes], where: str, most: int = MOST_BYTES) -> bytes:
    """Return what a stream holds.

    Raises
    ------
    ReadError
        If it holds more than `most` bytes, of which no more is ever kept, or is by its first ones
        no text of ours.
    OSError
        If it cannot be read.
    """
    data = file.read(most + 1)
    for beginning, kind, mend in _BEGINNINGS:
        if data.startswith(beginning):
            raise ReadError(
                Problem(
                    where=where, what=f"is {kind}", mend=mend or "check that it is the right file"
                )
            )
    if len(data) <= most:
        return data
    size = f"{most / 1e6:g} MB" if most % (1 << 20) else f"{most >> 20} MiB"
    what = f"is larger than {size}; not read"
    raise ReadError(Problem(where=where, what=what, mend="check that it is the right file"))


def no_utf8(raw: bytes, error: UnicodeDecodeError, where: str) -> Problem:
    """Return where bytes stop being text, by line and column."""
    line = raw.count(b"\n", 0, error.start) + 1
    column = error.start - raw.rfind(b"\n", 0, error.start)
    what = f"no UTF-8: byte 0x{raw[error.start]:02x}"
    return Problem(where=f"{where}:{line}:{column}", what=what, mend="save it as UTF-8 text")


def _require_regular(path: Path, mode: int) -> None:
    for is_kind, name, mend in _KINDS:
        if is_kind(mode):
            refused = PipeError if is_kind is stat.S_ISFIFO else ReadError
            raise refused(Problem(where=str(path), what=f"is {name}, no regular file", mend=mend))
