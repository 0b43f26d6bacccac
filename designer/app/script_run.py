"""Runs a script with a session, and tells what went wrong in it by its own lines."""

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from designer import script
from designer.app.command_error import CommandError, cut_words
from designer.app.exit_codes import BAD_INPUT
from designer.app.terminal import say
from designer.script import ScriptError, Session


def run_script(path: Path, session: Session, arguments: Sequence[str]) -> int:
    """Run a script; return the code that it ends with: 0 where it names none.

    It finds `session`, `script` and `arguments` as names, and modules beside itself. Where it ends
    with an exception, one line on the error output says which and where, and the lines of the
    script that led there follow.

    Raises
    ------
    CommandError
        If it cannot be read, or ends itself with a text.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from error
    names = {
        "__name__": "__main__", "__file__": str(path), "session": session, "script": script,
        "arguments": tuple(arguments),
    }  # fmt: skip
    argv, places = sys.argv, sys.path
    sys.argv, sys.path = [str(path), *arguments], [str(path.parent.resolve()), *places]
    try:
        exec(compile(text, str(path), "exec"), names)
    except SystemExit as end:
        return _code(end)
    # Whatever a script raises is told by its lines, and is no fault of the program.
    except Exception as error:  # noqa: BLE001 - the user's own code
        for line in told(path, error):
            say(line, error=True)
        return BAD_INPUT
    finally:
        sys.argv, sys.path = argv, places
    return 0


def _code(end: SystemExit) -> int:
    """Return the exit code of `sys.exit(…)`.

    Raises
    ------
    CommandError
        If it was called with a text, which is what it has to say.
    """
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    raise CommandError(str(end.code), prefix="")


def told(path: Path, error: Exception) -> list[str]:
    """Return what a script raised, with its place, and the lines of it that led there."""
    said = str(error) if isinstance(error, ScriptError) else f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return [f"{path}:{error.lineno}: {type(error).__name__}: {error.msg}"]
    folder = path.parent.resolve()
    own = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path) or folder in Path(frame.filename).resolve().parents
    ]
    place = f"{own[-1].filename}:{own[-1].lineno}" if own else str(path)
    first = cut_words(" ".join(f"{place}: {said}".split()))
    return [first, *(f"    {it.filename}:{it.lineno} in {it.name}: {it.line}" for it in own)]
