"""`report FILE [--format text|json|md|html] [-o OUT]`: everything that follows from a design."""

import argparse
from pathlib import Path

from designer.app.commands.design_input import open_and_evaluate
from designer.app.output import deliver
from designer.io.export import REPORT_FORMATS


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a design; - reads standard input")
    parser.add_argument(
        "--format", choices=sorted(REPORT_FORMATS), default="text", help="default: %(default)s"
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="default: the standard output"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    design, catalog, report = open_and_evaluate(arguments.file)
    text = REPORT_FORMATS[arguments.format](design, catalog, report)
    deliver(text, arguments.output, inputs=[arguments.file])
    return 0
