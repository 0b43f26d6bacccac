"""`print FILE -o OUT.pdf [--paper A3] [--sheets racks,floor]`: the sheets as one vector PDF."""

import argparse
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.design_input import open_and_evaluate
from designer.app.painting import painting
from designer.io.atomic_file import WriteError

PAPERS = ("A4", "A3", "Letter", "Tabloid")
SHEETS = ("floor", "racks")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("-o", "--output", metavar="OUT.pdf", type=Path, required=True)
    parser.add_argument("--paper", choices=PAPERS, default="A3")
    parser.add_argument(
        "--sheets", default="racks", help=f"separated by commas: {', '.join(SHEETS)}"
    )
    parser.add_argument("--racks", default="", help="only these racks, separated by commas")


def run(arguments: argparse.Namespace) -> int:
    """Write the PDF."""
    sheets = _words(arguments.sheets)
    for sheet in sheets or [""]:
        if sheet not in SHEETS:
            raise CommandError(f"--sheets: no sheet {sheet!r}; there are {', '.join(SHEETS)}")
    design, catalog, report = open_and_evaluate(arguments.file)
    racks = tuple(_words(arguments.racks)) or None
    known = {rack.id for rack in design.racks}
    for rack in racks or ():
        if rack not in known:
            raise CommandError(f"--racks: no rack {rack!r} in {arguments.file}")
    with painting():
        from designer.render.output import write_pdf  # QtGui: only with its libraries there

        try:
            write_pdf(
                arguments.output,
                design,
                catalog,
                report,
                sheets=tuple(sheets),
                paper=arguments.paper,
                racks=racks,
            )
        except WriteError as error:
            raise CommandError(error.problem.line()) from error
    print(f"wrote {arguments.output}")
    return 0


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
