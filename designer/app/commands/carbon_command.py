"""`carbon show FILE|import FILE DESIGN`: the hourly carbon of a grid, read into a design."""

import argparse
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.read_into import deliver_changed
from designer.app.terminal import say
from designer.catalog.input_file import ReadError
from designer.document.edits.grid import take_grid
from designer.io.weather.grid_csv import GridRead, read_grid
from designer.io.weather.words import grid_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", metavar="show|import", required=True)
    show = actions.add_parser("show", help="what an export says, by month")
    into = actions.add_parser("import", help="read an export into a design, as its grid")
    for action in (show, into):
        action.add_argument(
            "file", metavar="FILE.csv", type=Path,
            help="hours of a year: Electricity Maps, WattTime, ENTSO-E or the like",
        )  # fmt: skip
        action.add_argument(
            "--column",
            default="",
            help="column of carbon; default: that which is found",
        )
    into.add_argument("design", metavar="DESIGN", type=Path, help="- is the standard input")
    into.add_argument("--id", default="", help="what the design calls it; default: by its zone")
    into.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="default: DESIGN itself, kept as .bak"
    )


def run(arguments: argparse.Namespace) -> int:
    """Do the chosen action."""
    read = _read(arguments)
    notes = [f"note: {note}" for note in read.notes]
    if arguments.action == "show":
        for line in (*grid_lines(read.year), *notes):
            say(line)
        return 0
    year = read.year.evolve(id=arguments.id) if arguments.id else read.year
    return deliver_changed(arguments, take_grid(year), notes, f"grid {year.name}")


def _read(arguments: argparse.Namespace) -> GridRead:
    try:
        return read_grid(arguments.file, arguments.column)
    except ReadError as error:
        raise CommandError(error.problem.line()) from error
