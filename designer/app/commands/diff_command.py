"""`diff A B [--format text|json|html] [--no-report] [-o OUT]`: what changed between two designs."""

import argparse
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.commands.compared_input import beside, read_design
from designer.app.exit_codes import DIFFERENT
from designer.app.output import (
    STANDARD,
    deliver,
    format_of,
    refuse_to_append,
    say_other_ending,
    say_written,
)
from designer.io.export.comparison import COMPARISON_FORMATS

ENDINGS: Final = {".txt": "text", ".json": "json", ".html": "html", ".htm": "html"}
"""What the ending of OUT says where no format is named."""
SUFFIXES: Final = {"text": ".txt", "json": ".json", "html": ".html"}
"""How names of files of each format end."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "before", metavar="A", help="a design; - reads standard input; REV:path is one that git has"
    )
    parser.add_argument("after", metavar="B", help="the same, as it is now")
    parser.add_argument(
        "--format",
        choices=tuple(COMPARISON_FORMATS),
        help="default: as OUT ends (.json, .html), else text",
    )
    parser.add_argument(
        "--no-report",
        action="store_true",
        help="only what differs, without what follows from it, which takes as long as two reports",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="default: the standard output"
    )
    parser.epilog = "The exit code is 0 where both are the same, 1 where they differ."


def run(arguments: argparse.Namespace) -> int:
    """Write what differs; tell by the exit code whether anything does."""
    names = (arguments.before, arguments.after)
    if names == (str(STANDARD), str(STANDARD)):
        raise CommandError("diff: the standard input can be one of the two designs, not both")
    inputs = [Path(name) for name in names if name]
    refuse_to_append(inputs)
    compared = beside(*map(read_design, names), report=not arguments.no_report)
    kind = arguments.format or format_of(arguments.output, ENDINGS)
    deliver(COMPARISON_FORMATS[kind](compared), arguments.output, inputs=inputs)
    say_other_ending(arguments.output, SUFFIXES[kind])
    say_written(arguments.output)
    return 0 if compared.comparison.is_same else DIFFERENT
