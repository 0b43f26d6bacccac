"""How a command says that it cannot do what it was asked."""

import re
from typing import Final

from designer.app.exit_codes import BAD_INPUT
from designer.model.problem import Problem

_LONG_WORD: Final = re.compile(r"([^\s/]{60})[^\s/]{60,}([^\s/]{40})")


class CommandError(Exception):
    """What is wrong with a command's input, in one line, and the exit code that says so.

    Parameters
    ----------
    message
        File, place, what is wrong, what would be right.
    prefix
        What stands before the message; `None` for the program's name.
    """

    def __init__(self, message: str, code: int = BAD_INPUT, prefix: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self._prefix = prefix

    def line(self, program: str) -> str:
        """Return the one line for the error output."""
        prefix = f"{program}: " if self._prefix is None else self._prefix
        return prefix + " ".join(cut_words(str(self)).split())


def cut_words(text: str) -> str:
    """Return a text with words that nobody reads to their end cut in the middle; paths by name."""
    return _LONG_WORD.sub(r"\1…\2", text)


def first_of(problems: list[Problem], place: str = "") -> CommandError:
    """Return the error that names the first of several problems and counts the others."""
    head = problems[0].line()
    if place and not head.startswith(place):
        head = f"{place}: {head}"
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return CommandError(head + more)
