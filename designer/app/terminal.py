"""Lines for people on a terminal. Loaded before the window stands: it imports next to nothing."""

import contextlib
import errno
import os
import sys
from typing import TextIO

from designer.model.one_line import shown_controls


def say(text: str, *, error: bool = False, end: str = "\n") -> None:
    """Print lines for people: the one way to a terminal, on which no name can act.

    What the error output does not take is lost: nobody can be told so, and nothing that was asked
    for depends on it.

    Parameters
    ----------
    error
        Whether they are for the error output.

    Raises
    ------
    OSError
        If the standard output was closed before the program began (`>&-`), or takes nothing more.
    """
    if error:
        _say_if_possible(shown_controls(text), end)
    elif sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed")
    else:
        print(shown_controls(text), end=end)


def give_up(stream: TextIO | None) -> None:
    """Drop what could not be written, which Python would complain about once more at exit."""
    if stream is not None:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _say_if_possible(text: str, end: str) -> None:
    if sys.stderr is None:
        return
    try:
        print(text, file=sys.stderr, end=end, flush=True)
    except (OSError, ValueError):  # full, its reader gone, or closed
        give_up(sys.stderr)
