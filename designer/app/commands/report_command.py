"""`report FILE [--format text|json|md|html] [-o OUT]`: everything that follows from a design."""

import argparse
from pathlib import Path

from designer.app.commands.design_input import deliver, open_and_evaluate
from designer.io.export import REPORT_FORMATS


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--format", choices=sorted(REPORT_FORMATS), default="text")
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, help="the standard output")


def run(arguments: argparse.Namespace) -> int:
    """Write the report."""
    design, catalog, report = open_and_evaluate(arguments.file)
    deliver(REPORT_FORMATS[arguments.format](design, catalog, report), arguments.output)
    return 0
