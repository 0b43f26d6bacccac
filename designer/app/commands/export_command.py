"""`export FILE --to FORMAT -o OUT`: one file for another program."""

import argparse
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.commands.design_input import rack_of, read_and_evaluate, take_stage
from designer.app.commands.reading_options import add_reading, reading_of
from designer.app.exports import OF_ONE, OF_ONE_RACK, PICTURES, PLACES, ExportError, Source, make
from designer.app.output import deliver, say_other_ending, say_written, write_failed
from designer.io.atomic_file import WriteError
from designer.io.export import DATA_FORMATS, EXPORT_FORMATS, OF_ONE_FABRIC
from designer.io.export_asked import (
    LABELS,
    PAPERS,
    PLACE_LABELS,
    STOCKS,
    USUAL_PT,
    ExportAsked,
)
from designer.model.design import Design
from designer.model.layout import Layout
from designer.plugins.registry import PlugIns

FORMATS: Final = (
    *EXPORT_FORMATS, *DATA_FORMATS, LABELS, *PLACE_LABELS, *OF_ONE_FABRIC, PLACES, *PICTURES,
)  # fmt: skip
"""What the program writes itself; plug-ins have more."""
_ON_STOCK: Final = tuple(name for name in PLACE_LABELS if name.endswith(".pdf"))


class _Formats(tuple[str, ...]):
    """The program's formats; those of plug-ins are looked for where it has none of a name."""

    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or PlugIns().named("exporters", str(name)) is not None


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a design; - reads standard input")
    parser.add_argument(
        "--to",
        required=True,
        choices=_Formats(FORMATS),
        help="what to write; the name of an exporter of a plug-in as well",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, required=True, help="- is the standard output"
    )
    parser.add_argument(
        "--rack",
        metavar="NAME",
        help="the rack of racks.svg and racks.png by name or id; the first that is filled",
    )
    parser.add_argument(
        "--fabric",
        metavar="NAME",
        help=f"the fabric of {' and '.join(OF_ONE)} by name or id; the first",
    )
    parser.add_argument(
        "--paper", choices=PAPERS, help=f"the paper of {LABELS}; default: {PAPERS[0]}"
    )
    parser.add_argument(
        "--text-pt", metavar="PT", type=float,
        help=f"size of the letters of {LABELS}, in points; default: 7",
    )  # fmt: skip
    parser.add_argument(
        "--codes", action="store_true", help=f"with codes on {LABELS} that a camera reads"
    )
    parser.add_argument(
        "--stock", choices=STOCKS,
        help=f"the Avery sheet of {' and '.join(_ON_STOCK)}; default: {STOCKS[0]}",
    )  # fmt: skip
    add_reading(parser)
    take_stage(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    kind, output, file = arguments.to, arguments.output, arguments.file
    _refuse_options(arguments, kind)
    read = reading_of(arguments)
    design, catalog, report, source = read_and_evaluate(file, arguments.stage)
    asked = ExportAsked(
        kind,
        rack=_rack(design, arguments.rack, file) if kind in OF_ONE_RACK else "",
        fabric=arguments.fabric or "",
        stock=arguments.stock or STOCKS[0],
        paper=arguments.paper or PAPERS[0],
        text_pt=USUAL_PT if arguments.text_pt is None else arguments.text_pt,
        codes=arguments.codes,
    )
    try:
        made = make(asked, Source(design, catalog, report, file.parent, source, read))
    except WriteError as error:
        raise write_failed(error) from error
    except ExportError as error:
        of_plugin = kind not in FORMATS
        raise CommandError(str(error) if of_plugin else f"{file}: {error}") from error
    deliver(made.data, output, inputs=[file])
    say_other_ending(output, Path(f"out.{kind}").suffix)
    say_written(output)
    return 0


def _refuse_options(arguments: argparse.Namespace, kind: str) -> None:
    """Refuse options of another format."""
    if arguments.rack is not None and kind not in OF_ONE_RACK:
        what = f"{kind} is of the whole design; leave it out, or write {' or '.join(OF_ONE_RACK)}"
        raise CommandError(f"--rack: {what}")
    if arguments.fabric is not None and kind not in OF_ONE:
        what = f"{kind} is of the whole design; leave it out, or write {' or '.join(OF_ONE)}"
        raise CommandError(f"--fabric: {what}")
    for option, value in (
        ("--paper", arguments.paper), ("--text-pt", arguments.text_pt),
        ("--codes", arguments.codes or None),
    ):  # fmt: skip
        if value is not None and kind != LABELS:
            raise CommandError(f"{option}: only {LABELS} has one; leave it out, or write {LABELS}")
    if arguments.stock is not None and kind not in _ON_STOCK:
        what = f"only {' and '.join(_ON_STOCK)} have one; leave it out, or write one of them"
        raise CommandError(f"--stock: {what}")


def _rack(design: Design, wanted: str | None, file: Path) -> str:
    if wanted is not None:
        return rack_of(design, wanted, "--rack", file)
    layout = Layout(design)
    filled = [rack.id for rack in design.racks if layout.in_rack(rack.id)]
    if not filled:
        raise CommandError(f"{file}: holds no rack with a device; there is no elevation to draw")
    return filled[0]
