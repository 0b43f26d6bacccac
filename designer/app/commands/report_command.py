"""`report FILE [--format text|json|md|html] [-o OUT]`: everything that follows from a design."""

import argparse
from pathlib import Path
from typing import Final

from designer.app.commands.design_input import open_and_evaluate
from designer.app.output import deliver, format_of, say_other_ending, say_written
from designer.io.export import REPORT_FORMATS

ENDINGS: Final = {
    ".txt": "text", ".json": "json", ".md": "md", ".markdown": "md", ".html": "html",
    ".htm": "html",
}  # fmt: skip
"""What the ending of OUT says where no format is named."""
SUFFIXES: Final = {"text": ".txt", "json": ".json", "md": ".md", "html": ".html"}
"""How names of files of each format end."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a design; - reads standard input")
    parser.add_argument(
        "--format",
        choices=sorted(REPORT_FORMATS),
        help="default: as OUT ends (.json, .md, .html), else text",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="default: the standard output"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    design, catalog, report = open_and_evaluate(arguments.file)
    kind = arguments.format or format_of(arguments.output, ENDINGS)
    deliver(
        REPORT_FORMATS[kind](design, catalog, report), arguments.output, inputs=[arguments.file]
    )
    say_other_ending(arguments.output, SUFFIXES[kind])
    say_written(arguments.output)
    return 0
