"""Where commands deliver what they made: a file, or the standard output as `-` or by default."""

import errno
import io
import os
import stat
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.exit_codes import BAD_INPUT, OUTPUT_FAILED
from designer.app.terminal import give_up, say
from designer.io.atomic_file import WriteError
from designer.io.output_file import refuse_to_lose, write_output
from designer.model.one_line import shown_controls

STANDARD: Final = Path("-")
"""What stands for the standard output, and as a file to read for the standard input."""

_KNOWN: Final = (
    "bmp", "csv", "doc", "docx", "dwg", "dxf", "eps", "gif", "html", "jpeg", "json", "md", "ods",
    "odt", "pdf", "png", "ps", "rtf", "sarif", "svg", "svgz", "tiff", "toml", "tsv", "webp",
    "xhtml", "xls", "xlsx", "xml", "yaml",
)  # fmt: skip
_ENDINGS: Final = {
    **{f".{name}": f".{name}" for name in _KNOWN},
    ".htm": ".html",
    ".jpg": ".jpeg",
    ".markdown": ".md",
    ".sarif.json": ".sarif",
    ".tab": ".tsv",
    ".tif": ".tiff",
    ".xht": ".xhtml",
    ".yml": ".yaml",
}
"""Endings by which programs tell what a file holds, with the usual one of the same format."""
_SO_TOO: Final = frozenset(((".sarif", ".json"),))
"""A format, by its usual ending, and that of a format of which it is a kind."""

STREAM_FAILURES: Final = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EIO,
    errno.EPIPE,
    errno.EFBIG,
    errno.EBADF,
)
"""Not the fault of what was asked for: the same command works once there is room again."""


def deliver(data: str | bytes, output: Path | None, *, inputs: Iterable[Path] = ()) -> None:
    """Write a text or a file's bytes to a file, whole or not at all, or to the standard output.

    Parameters
    ----------
    data
        A text gets a line end if it has none; control characters in it are shown, not sent.
    output
        `None` and `-` are the standard output; so is a file that is open as such (`/dev/stdout`),
        which gets the data where the shell led it, and is not replaced.
    inputs
        The files that the command reads, which are never written over.

    Raises
    ------
    CommandError
        If it cannot be written.
    """
    if isinstance(data, str):
        data = _as_text(data)
    try:
        if output is None or is_standard_output(output):
            refuse_to_append(inputs)
        else:
            write_output(output, data, inputs=inputs)
            return
    except WriteError as error:
        raise write_failed(error) from error
    _to_standard_output(data)


def as_delivered(data: str | bytes) -> bytes:
    """Return the bytes of a file as `deliver` writes them."""
    return _as_text(data).encode() if isinstance(data, str) else data


def _as_text(data: str) -> str:
    return shown_controls(data if data.endswith("\n") else data + "\n")


def is_standard_output(output: Path | None) -> bool:
    """Return whether a file is the standard output: by default, as `-`, or by what it leads to."""
    if output is None or output == STANDARD:
        return True
    try:
        taken = None if sys.stdout is None else os.fstat(sys.stdout.fileno())
        return taken is not None and os.path.samestat(output.stat(), taken)
    except (OSError, ValueError):  # not there, closed, or no file of the system at all
        return False


def write_failed(error: WriteError) -> CommandError:
    """Return a failed write as the command's last word: what, where, how to mend it."""
    code = OUTPUT_FAILED if error.errno in STREAM_FAILURES else BAD_INPUT
    return CommandError(error.problem.line(), code)


def format_of(output: Path | None, endings: Mapping[str, str]) -> str:
    """Return the format that the ending of a file's name says; text where it says none.

    Parameters
    ----------
    endings
        Formats by ending, in small letters; of two that fit the longer counts: `.sarif.json`.
    """
    name = "" if output is None else output.name.casefold()
    fitting = [ending for ending in endings if name.endswith(ending)]
    return endings[max(fitting, key=len)] if fitting else "text"


def say_written(output: Path | None, words: str = "") -> None:
    """Tell that a file was written, where the standard output is not taken by the file itself.

    The file is there, whether it can be told or not.
    """
    if sys.stdout is None or is_standard_output(output):
        return
    try:
        say(f"wrote {output}{': ' if words else ''}{words}")
        sys.stdout.flush()
    except OSError:
        give_up(sys.stdout)


def say_other_ending(output: Path | None, suffix: str) -> None:
    """Tell that the name of a file ends as those of another format: programs open it by that.

    Parameters
    ----------
    suffix
        How names of the format end that is written, `.svg`.
    """
    name = output.name.casefold() if output is not None else ""
    ending = max((end for end in _ENDINGS if name.endswith(end)), key=len, default="")
    usual = _ENDINGS.get(ending, suffix)
    if suffix != usual and (suffix, usual) not in _SO_TOO:
        held = "text" if suffix == ".txt" else suffix[1:].upper()
        said = usual if ending.count(".") > 1 else ending
        what = f"holds {held} and no {said[1:].upper()}"
        say(f"info: {output}: {what}; give it a name that ends in {suffix}", error=True)


def flush_standard_output() -> None:
    """Write what is still kept back, so that a full disk is noticed while it can be said.

    Raises
    ------
    CommandError
        If it cannot be written.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        raise standard_output_failed(error) from error


def standard_output_failed(error: OSError) -> CommandError:
    """Return why nothing more can be written to the standard output."""
    gone = error.errno == errno.EPIPE
    what = "its reader closed the pipe" if gone else f"{error.strerror or error}"
    return CommandError(f"standard output: cannot be written: {what}", OUTPUT_FAILED)


def refuse_to_append(inputs: Iterable[Path] = ()) -> None:
    """Refuse a standard output that a shell leads into a file that was read: `>> lab.toml`.

    And one that it leads to the end of a design, or a catalogue, whatever was read. Every command
    asks this before it prints anything.

    Raises
    ------
    CommandError
        If it is one of them.
    """
    try:
        number = sys.stdout.fileno() if sys.stdout is not None else -1
        taken = os.fstat(number)
    except (OSError, ValueError):  # closed, or no file of the system at all
        return
    if not stat.S_ISREG(taken.st_mode):
        return
    if any(_is_same(path, taken) for path in inputs):
        what = "standard output: is the file that is read; it is not written over"
        raise CommandError(f"{what}; choose another name")
    if taken.st_size:
        try:
            refuse_to_lose(Path(f"/dev/fd/{number}"), None, called="standard output")
        except WriteError as error:
            raise write_failed(error) from error


def _is_same(path: Path, taken: os.stat_result) -> bool:
    """Return whether an input is a file; `-` is what the standard input was led from."""
    if path == STANDARD and sys.stdin is None:
        return False
    try:
        read = os.fstat(sys.stdin.fileno()) if path == STANDARD else path.stat()
    except (OSError, ValueError):  # closed, or no file of the system at all
        return False
    return os.path.samestat(read, taken)


def _to_standard_output(data: str | bytes) -> None:
    if sys.stdout is None:  # closed before the program began: `>&-`
        raise CommandError("standard output: it is closed; name a file with -o", OUTPUT_FAILED)
    try:
        if isinstance(data, str):
            sys.stdout.write(data)
        elif isinstance(sys.stdout, io.TextIOBase) and hasattr(sys.stdout, "buffer"):
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except OSError as error:
        raise standard_output_failed(error) from error
