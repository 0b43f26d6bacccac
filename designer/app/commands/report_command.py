"""`report FILE [--format text|json|md|html] [-o OUT]`: everything that follows from a design."""

import argparse
from pathlib import Path
from typing import Final

from designer.app.commands.design_input import open_and_evaluate
from designer.app.commands.units_option import add_units
from designer.app.output import deliver, format_of, say_other_ending, say_written
from designer.io.export import REPORT_FORMATS
from designer.io.export.report_layouts import report_html, report_markdown, report_text
from designer.model.presented import Presented

ENDINGS: Final = {
    ".txt": "text", ".json": "json", ".md": "md", ".markdown": "md", ".html": "html",
    ".htm": "html",
}  # fmt: skip
"""What the ending of OUT says where no format is named."""
_PAGES: Final = {"text": report_text, "md": report_markdown, "html": report_html}
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
    add_units(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    design, catalog, report = open_and_evaluate(arguments.file)
    kind = arguments.format or format_of(arguments.output, ENDINGS)
    # JSON is for programs: they know one system of units.
    page = _PAGES.get(kind) if arguments.units != "metric" else None
    if page is None:
        text = REPORT_FORMATS[kind](design, catalog, report)
    else:
        text = page(design, catalog, report, read=Presented(arguments.units))
    deliver(text, arguments.output, inputs=[arguments.file])
    say_other_ending(arguments.output, SUFFIXES[kind])
    say_written(arguments.output)
    return 0
