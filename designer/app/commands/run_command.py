"""`run SCRIPT.py [FILE] [-- arguments]`: a script that edits, measures and saves designs."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from designer import script
from designer.app.command_error import CommandError
from designer.app.script_run import run_script
from designer.app.terminal import say
from designer.script import ScriptError, Session

HANDS_ON: Final = True
"""What stands behind `--` is for the script."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("script", metavar="SCRIPT", type=Path, help="a file of Python")
    parser.add_argument(
        "file", metavar="FILE", type=Path, nargs="?",
        help="the design that `session` holds; default: an empty room",
    )  # fmt: skip
    parser.epilog = (
        "The script finds the names `session` and `script`, and in `arguments` what follows --. "
        "The exit code is that of its sys.exit, 0 without one, 2 where it ends with an exception."
    )


def run(arguments: argparse.Namespace, words: Sequence[str] = ()) -> int:
    """Run the script, with the words that stand behind `--`."""
    session = _session(arguments.file)
    for problem in session.problems:
        say(f"{problem.severity}: {problem.line()}", error=True)
    code = run_script(arguments.script, session, words)
    for plugin in session.plugins.off():
        say(f"info: {plugin.words}", error=True)
    if arguments.file is not None and not session.is_saved:
        say("info: the script changed the design and did not save it: session.save()", error=True)
    return code


def _session(file: Path | None) -> Session:
    try:
        return script.new() if file is None else script.open(file)
    except ScriptError as error:
        raise CommandError(str(error)) from error
