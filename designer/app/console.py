"""Runs the lines of the window's console; what scripts are made of is imported with the first."""

import contextlib
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

from designer import document as document_room
from designer.app.time_limit import time_limit
from designer.catalog.catalog import Catalog
from designer.document.document import Document
from designer.engine.report import Report
from designer.ui.state.console_lines import Said

if TYPE_CHECKING:
    from code import InteractiveConsole

    from designer.script.live import LiveSession

LIMIT_S: Final = 10.0
_TOO_LONG: Final = (
    "broken off after {:g} s, because the window waits for it: steps until then stand and can be "
    "undone; let a long script run with the command run"
)
_EDITING: Final = str(Path(document_room.__file__).parent)


class Console:
    """An interpreter with `session`, the open design, and `script` as names.

    It answers with texts; whatever a line raises is told in one line, and the window goes on. It
    waits for a line, so that one which does not end is broken off after `limit_s` seconds.

    Parameters
    ----------
    document, catalog, report
        As `LiveSession`.
    """

    def __init__(
        self,
        document: Document,
        catalog: Callable[[], Catalog],
        report: Callable[[], Report | None],
    ) -> None:
        self.limit_s = LIMIT_S
        self._given = (document, catalog, report)
        self._made: tuple[LiveSession, InteractiveConsole, list[str]] | None = None

    def run(self, line: str) -> Said:
        """Run a line, or take it as one of a block that is not finished."""
        session, interpreter, errors = self._interpreter()
        session.renew()
        out = io.StringIO()
        # A line that asks for input gets none: nobody would see the terminal.
        nothing = contextlib.redirect_stdout(out), contextlib.redirect_stderr(out)
        with nothing[0], nothing[1], _no_input():
            try:
                with time_limit(self.limit_s, _TOO_LONG.format(self.limit_s), _edits):
                    unfinished = interpreter.push(line)
            except SystemExit:
                interpreter.resetbuffer()
                unfinished = False
                errors.append("exit ends no console: close its window")
        error = "\n".join(errors)
        errors.clear()
        return Said(out.getvalue().rstrip("\n"), error, unfinished)

    def _interpreter(self) -> "tuple[LiveSession, InteractiveConsole, list[str]]":
        if self._made is None:
            from designer import script
            from designer.app.console_errors import Interpreter
            from designer.script.live import LiveSession

            session, errors = LiveSession(*self._given), list[str]()
            names = {"__name__": "__console__", "session": session, "script": script}
            self._made = session, Interpreter(names, errors.append), errors
        return self._made


def _edits(frame: FrameType) -> bool:
    """Return whether an edit of the design is under way."""
    return frame.f_code.co_filename.startswith(_EDITING)


@contextlib.contextmanager
def _no_input() -> Iterator[None]:
    kept, sys.stdin = sys.stdin, io.StringIO()
    try:
        yield
    finally:
        sys.stdin = kept
