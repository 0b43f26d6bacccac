"""Lines for people on a terminal. Loaded before the window stands: it imports next to nothing."""

import errno
import sys

from designer.model.one_line import shown_controls


def say(text: str, *, error: bool = False, end: str = "\n") -> None:
    """Print lines for people: the one way to a terminal, on which no name can act.

    Parameters
    ----------
    error
        Whether they are for the error output.

    Raises
    ------
    OSError
        If the standard output was closed before the program began (`>&-`), or takes nothing more.
    """
    stream = sys.stderr if error else sys.stdout
    if stream is not None:
        print(shown_controls(text), file=stream, end=end)
    elif not error:
        raise OSError(errno.EBADF, "it is closed")
