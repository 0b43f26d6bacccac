"""The command line: finds the command, runs it, and turns what goes wrong into one line.

Each command is a module of `designer.app.commands`, imported when it is asked for: no command but
the window imports QtWidgets. A new command is a module there and a line in `COMMANDS`.
"""

import argparse
import difflib
import gc
import importlib
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

from designer import __version__
from designer.app.command_error import CommandError
from designer.app.crash_log import log_crash
from designer.app.exit_codes import BAD_INPUT, INTERNAL_ERROR, OUTPUT_FAILED
from designer.app.output import (
    STREAM_FAILURES,
    flush_standard_output,
    refuse_to_append,
    standard_output_failed,
)
from designer.app.terminal import give_up, say
from designer.io import user_folders
from designer.plugins import SWITCH

PROGRAM: Final = "cluster-designer"
COMMANDS: Final[dict[str, str]] = {
    "new": "write a complete, laid-out design from a reference design",
    "plan": "from five questions (GPUs or a run, GPU, room, cooling, budget) to a laid-out design",
    "templates": "list the reference designs with their parameters",
    "report": "everything that follows from a design, as text, JSON, Markdown or HTML",
    "check": "the design rules; exit code 1 where there are findings",
    "comments": "the comments of a review on a design, open and resolved",
    "diff": "what changed between two designs, and what follows; exit code 1 where they differ",
    "print": "the sheets of a design as one vector PDF",
    "export": "bill of materials, floor plan, elevations, report data",
    "calc": "one calculation with its formula, inputs and sources",
    "catalog": "the parts, their figures and sources",
    "carbon": "read the hourly carbon of a grid into a design",
    "climate": "climates of the catalogue; read a weather file into a design",
    "desktop-install": "add the program to the desktop: entry, icon, type of file",
    "git-install": "let git compare and merge designs by their records",
    "git-diff": "what git diff asks for: the records of a design that differ",
    "git-textconv": "what git log asks for: a design with a line for each record",
    "git-merge": "what git merge asks for: two versions of a design merged by record",
    "run": "a script that edits, measures and saves designs as the window does",
    "plugins": "the plug-ins that are installed, and whether they work",
    "doctor": "what this machine lacks and the line that installs it",
}
NO_PLUGINS: Final = "--no-plugins"
LANGUAGE: Final = "--language"
INTERRUPTED: Final = 130
COLLECT_AFTER: Final = 200_000
"""New objects before a command looks for garbage."""


class _Parser(argparse.ArgumentParser):
    """A parser that answers bad arguments with one line, and loses no help without a word."""

    def __init__(self, *words: Any, **options: Any) -> None:  # noqa: ANN401 - passed on as they are
        super().__init__(*words, **options)
        self._mixes = False
        self._given: Sequence[str] = ()
        # Of an empty name `Path` makes the folder one is in, which nobody has named.
        self.register("type", Path, _named)

    def print_help(self, file: object = None) -> None:
        """Print the help; an output that does not take it is told as for every other text."""
        _print(self.format_help(), end="")

    def parse_known_args(  # type: ignore[override]  # what argparse itself is called with here
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Return the arguments, with options before, between or after what has no name.

        A parser that has commands of its own leaves that to theirs. Whatever is left over is told
        by the parser whose arguments they are.
        """
        if not self._mixes:
            self._given = args or ()
        parsed, left = super().parse_known_args(args, namespace)
        if left and not self._mixes and self._subparsers is None:
            self._mixes = True
            try:
                parsed, left = self.parse_known_intermixed_args(args, namespace)
            finally:
                self._mixes = False
        if left and not self._mixes:
            strange = [word for word in left if word.startswith("-")] or left
            self._refuse(strange)
        return parsed, left

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments; a misspelt option goes first, for it may be the cause.

        `--ouput x` lacks what `--output` requires, and what follows it is taken for something else.
        """
        known = self._option_string_actions
        words = list(takewhile(lambda word: word != "--", self._given))
        strange = [w for w in words if w.startswith("--") and w.partition("=")[0] not in known]
        if strange and self._meant(strange):
            self._refuse(strange)
        self._end(message)

    def _refuse(self, strange: Sequence[str]) -> NoReturn:
        self._end(f"unrecognized arguments: {' '.join(strange)}{self._meant(strange)}")

    def _end(self, message: str) -> NoReturn:
        raise CommandError(f"{self.prog}: {message}; see {self.prog} --help", BAD_INPUT, "")

    def _meant(self, strange: Iterable[str]) -> str:
        """Return the option that was perhaps meant by the first that is not known."""
        known = [name for name in self._option_string_actions if name.startswith("--")]
        first = next((word for word in strange if word.startswith("--")), "")
        return _did_you_mean(first.partition("=")[0], known) if first else ""


def _named(name: str) -> Path:
    if not name:
        raise argparse.ArgumentTypeError("the name is empty; write that of a file or a folder")
    return Path(name)


def main(
    argv: Sequence[str] | None = None, *, is_interrupted: Callable[[], bool] = lambda: False
) -> int:
    """Run one command, or open the window.

    Parameters
    ----------
    argv
        Arguments without the program's name; `None` takes those of the process.
    is_interrupted
        Whether Ctrl+C was pressed: an import that it broke off may fail in any way.

    Returns
    -------
    int
        Exit code: 0 done, 1 findings, 2 bad input, 70 a fault of the program, 74 the output could
        not be written, 130 interrupted.
    """
    _print_what_the_terminal_cannot()
    try:
        return _finished(_without_switch(list(sys.argv[1:] if argv is None else argv)))
    except CommandError as error:
        if error.code == OUTPUT_FAILED:
            give_up(sys.stdout)
        say(error.line(PROGRAM), error=True)
        return error.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the program's last door: one line, never a traceback
        if is_interrupted():
            return INTERRUPTED
        say(_internal_error(error), error=True)
        return INTERNAL_ERROR


def opens_window(arguments: Sequence[str]) -> bool:
    """Return whether these arguments name no command."""
    rest = arguments[1:] if arguments[:1] == [NO_PLUGINS] else arguments
    _, rest = _language_of(rest)
    first = rest[0] if rest else ""
    return first not in COMMANDS and not first.startswith("-")


def _without_switch(arguments: list[str]) -> list[str]:
    """Return the arguments without a leading `--no-plugins`, which holds for all that is started.

    The environment carries it to the engine's process.
    """
    if arguments[:1] != [NO_PLUGINS]:
        return arguments
    os.environ[SWITCH] = "0"
    return arguments[1:]


def _language_of(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the language of the window that leads the arguments, empty for none, and the rest."""
    if not arguments or arguments[0].partition("=")[0] != LANGUAGE:
        return "", list(arguments)
    named = arguments[0].partition("=")[2]
    if named:
        return named, list(arguments[1:])
    if len(arguments) < 2:
        raise CommandError(f"{LANGUAGE} needs a language, such as {LANGUAGE} en")
    return arguments[1], list(arguments[2:])


def _finished(arguments: list[str]) -> int:
    """Run a command until all that it printed is written; return its exit code."""
    try:
        code = _dispatch(arguments)
    except OSError as error:
        # Files name themselves in their errors; what is left is a `print` that found no room.
        if error.filename is None and error.errno in STREAM_FAILURES:
            raise standard_output_failed(error) from error
        # What was asked for by name may be none that a file can have, or not to be looked at.
        if str(error.filename) in arguments:
            raise CommandError(f"{error.filename}: {error.strerror or error}") from error
        raise
    flush_standard_output()
    return code


def _dispatch(arguments: list[str]) -> int:
    language, arguments = _language_of(arguments)
    first = arguments[0] if arguments else ""
    if language and (first in COMMANDS or first.startswith("-")):
        raise CommandError(
            f"{LANGUAGE} leads the window's file; of the commands, report and print take it, "
            "behind their name"
        )
    if first in ("-h", "--help"):
        _print(_overview())
        return 0
    if first == "--version":
        _print(f"{PROGRAM} {__version__}")
        return 0
    if first in COMMANDS:
        return _run_command(first, arguments[1:])
    if first.startswith("-"):
        raise CommandError(f"no option {first!r} here; see {PROGRAM} --help")
    if len(arguments) > 1:
        raise CommandError(f"no command {first!r}{_nearest(first)}; see {PROGRAM} --help")
    return _open_window(Path(first) if first else None, language)


def command_parser(name: str) -> tuple[ModuleType, argparse.ArgumentParser]:
    """Return the module of a command, and the parser of its arguments."""
    module = importlib.import_module(f"designer.app.commands.{name.replace('-', '_')}_command")
    parser = _Parser(
        prog=f"{PROGRAM} {name}",
        description=COMMANDS[name][0].upper() + COMMANDS[name][1:] + ".",
        allow_abbrev=False,
        conflict_handler="resolve",  # `calc SUBJECT --help` explains the subject
    )
    module.configure(parser)
    return module, parser


def _run_command(name: str, arguments: list[str]) -> int:
    module, parser = command_parser(name)
    # What a command hands on stands behind `--`, and is nothing for its parser.
    hands_on = bool(getattr(module, "HANDS_ON", False)) and "--" in arguments
    own = arguments[: arguments.index("--")] if hands_on else arguments
    try:
        parsed = parser.parse_args(own)
    except SystemExit as end:  # argparse has printed the help
        return int(end.code or 0)
    # Before anything is done: a command that was refused its list has left nothing half done.
    refuse_to_append([parsed.file] if getattr(parsed, "file", None) else [])
    if not gc.isenabled():
        _collect_seldom()
    return int(module.run(parsed, arguments[len(own) + 1 :]) if hands_on else module.run(parsed))


def _collect_seldom() -> None:
    """Let the collector work again, which rested since the program's first line, on what is new."""
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)
    gc.enable()


def _print(text: str, end: str = "\n") -> None:
    """Print what is asked for without a command's run."""
    refuse_to_append()
    say(text, end=end)


def _called() -> str:
    """Return what to type for the program: in a checkout it need not be on the search path."""
    if shutil.which(PROGRAM):
        return PROGRAM
    from designer.app.desktop import start_command

    return " ".join(start_command())


def _open_window(path: Path | None, language: str) -> int:
    if path is not None and not path.exists():
        raise CommandError(
            f"{path}: no such file, and no command of that name{_nearest(str(path))}; "
            f"make a design with {_called()} new, or see {_called()} --help"
        )
    if path is not None and path.is_dir():
        raise CommandError(f"{path}: is a folder; name a design file in it")
    from designer.app import window  # only the window may import QtWidgets

    return window.run(path, language)


def _nearest(name: str) -> str:
    return _did_you_mean(name, COMMANDS)


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _overview() -> str:
    lines = [
        f"usage: {PROGRAM} [FILE]            open the window, on FILE or on the start page",
        f"       {PROGRAM} COMMAND [...]     see {PROGRAM} COMMAND --help",
        f"       {PROGRAM} {NO_PLUGINS} ...     either of them without plug-ins",
        f"       {PROGRAM} {LANGUAGE} LANGUAGE [FILE]   the window in another language",
        "",
        "commands:",
        *(f"  {name:<16} {text}" for name, text in COMMANDS.items()),
    ]
    return "\n".join(lines)


def _print_what_the_terminal_cannot() -> None:
    """Replace characters that an old terminal's encoding lacks instead of ending over them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _internal_error(error: Exception) -> str:
    """Keep the traceback for whoever mends it; return the line for whoever met it."""
    kind = type(error).__name__
    said = f"{PROGRAM}: a fault of the program, not of your input: {kind}: {error}"
    try:
        log = log_crash(user_folders.state_folder(), type(error), error, error.__traceback__)
    except OSError:
        return " ".join(said.split())
    return f"{' '.join(said.split())}; details in {log}"
