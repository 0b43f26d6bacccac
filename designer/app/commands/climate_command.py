"""`climate list|show FILE|import FILE DESIGN`: climates, and weather files read into a design."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.read_into import deliver_changed
from designer.app.terminal import say
from designer.catalog.input_file import ReadError
from designer.catalog.load import load_shipped
from designer.document.edits.weather import take_weather
from designer.io.weather.epw import WeatherRead, read_epw
from designer.io.weather.words import weather_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", metavar="list|show|import", required=True)
    actions.add_parser("list", help="climates of the catalogue, one a line")
    show = actions.add_parser("show", help="what a weather file says, by month")
    into = actions.add_parser("import", help="read a weather file into a design, as its climate")
    for action in (show, into):
        action.add_argument("file", metavar="FILE.epw", type=Path, help="of EnergyPlus")
    into.add_argument("design", metavar="DESIGN", type=Path, help="- is the standard input")
    into.add_argument("--id", default="", help="what the design calls it; default: by its place")
    into.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="default: DESIGN itself, kept as .bak"
    )


def run(arguments: argparse.Namespace) -> int:
    """Do the chosen action."""
    if arguments.action == "list":
        for climate in load_shipped().climates:
            say(f"{climate.id:<16} {climate.name}")
        return 0
    read = _read(arguments.file)
    if arguments.action == "show":
        for line in (*weather_lines(read.year), *_noted(read)):
            say(line)
        return 0
    year = read.year.evolve(id=arguments.id) if arguments.id else read.year
    return deliver_changed(
        arguments, take_weather(year), list(_noted(read)), f"climate {year.name}"
    )


def _read(path: Path) -> WeatherRead:
    try:
        return read_epw(path)
    except ReadError as error:
        raise CommandError(error.problem.line()) from error


def _noted(read: WeatherRead) -> Iterator[str]:
    return (f"note: {note}" for note in read.notes)
