"""`export FILE --to FORMAT -o OUT`: one file for another program."""

import argparse
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.design_input import deliver, open_and_evaluate
from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.io.atomic_file import WriteError
from designer.io.export import EXPORT_FORMATS
from designer.model.design import Design

PICTURES = ("floor.svg", "floor.png", "racks.svg", "racks.png")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--to", required=True, choices=(*EXPORT_FORMATS, *PICTURES))
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True)
    parser.add_argument("--rack", metavar="ID", help="the rack of racks.svg; the first if left out")


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    design, catalog, report = open_and_evaluate(arguments.file)
    if arguments.to in EXPORT_FORMATS:
        deliver(EXPORT_FORMATS[arguments.to](design, catalog, report), arguments.output)
    else:
        try:
            _paint(arguments, design, catalog, report)
        except WriteError as error:
            raise CommandError(error.problem.line()) from error
    if str(arguments.output) != "-":
        print(f"wrote {arguments.output}")
    return 0


def _paint(arguments: argparse.Namespace, design: Design, catalog: Catalog, report: Report) -> None:
    raise NotImplementedError
