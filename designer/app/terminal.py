"""Lines for people on a terminal. Loaded before the window stands: it imports next to nothing."""

import sys

from designer.model.one_line import shown_controls


def say(text: str, *, error: bool = False, end: str = "\n") -> None:
    """Print lines for people: the one way to a terminal, on which no name can act.

    Parameters
    ----------
    error
        Whether they are for the error output.
    """
    print(shown_controls(text), file=sys.stderr if error else sys.stdout, end=end)
