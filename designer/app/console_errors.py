"""Python's interactive interpreter with errors of one line each."""

import sys
import traceback
from code import InteractiveConsole
from collections.abc import Callable
from typing import Any

from designer.script.errors import ScriptError


class Interpreter(InteractiveConsole):
    """Tells what a line raised by its last words; what a script's error says would be right is one.

    Parameters
    ----------
    names
        What lines find.
    tell
        Gets the words.
    """

    def __init__(self, names: dict[str, Any], tell: Callable[[str], object]) -> None:
        super().__init__(names)
        self._tell = tell

    def showtraceback(self) -> None:
        """Tell what was raised, without the way there."""
        self._say()

    def showsyntaxerror(self, filename: str | None = None, **_: object) -> None:
        """Tell what is no Python."""
        self._say()

    def _say(self) -> None:
        error = sys.exc_info()[1]
        if isinstance(error, ScriptError):
            self._tell(str(error))
        elif error is not None:
            self._tell(traceback.format_exception_only(error)[-1].strip())
