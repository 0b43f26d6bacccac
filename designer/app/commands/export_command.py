"""`export FILE --to FORMAT -o OUT`: one file for another program."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.commands.design_input import rack_of, read_and_evaluate, take_stage
from designer.app.leaf_places_csv import leaf_places_csv
from designer.app.output import deliver, say_other_ending, say_written
from designer.app.painting import paint_file
from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.io.export import DATA_FORMATS, EXPORT_FORMATS, OF_ONE_FABRIC
from designer.io.export.place_labels import (
    Labelled,
    PlaceLabel,
    place_labels,
    place_labels_csv,
)
from designer.io.plugin_exports import exported
from designer.model.design import Design
from designer.model.layout import Layout
from designer.plugins.registry import PlugInError, PlugIns

OF_ONE_RACK: Final = ("racks.svg", "racks.png")
PICTURES: Final = ("floor.svg", "floor.png", *OF_ONE_RACK)
LABELS: Final = "labels.pdf"
PLACES: Final = "leaf-places.csv"
"""Where the leaves of one fabric could stand."""
PLACE_LABELS: Final[dict[str, Labelled]] = {
    "rack-labels.pdf": "racks", "rack-labels.csv": "racks",
    "device-labels.pdf": "devices", "device-labels.csv": "devices",
    "port-labels.pdf": "ports", "port-labels.csv": "ports",
}  # fmt: skip
FORMATS: Final = (
    *EXPORT_FORMATS, *DATA_FORMATS, LABELS, *PLACE_LABELS, *OF_ONE_FABRIC, PLACES, *PICTURES,
)  # fmt: skip
"""What the program writes itself; plug-ins have more."""
PAPERS: Final = ("A4", "Letter", "A3", "Tabloid")
STOCKS: Final = ("L7160", "L7163")
"""Bought sheets of labels, by the number on the box."""


_OF_ONE: Final = (*OF_ONE_FABRIC, PLACES)
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
        help=f"the fabric of {' and '.join((*OF_ONE_FABRIC, PLACES))} by name or id; the first",
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
    take_stage(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the file."""
    kind, output, inputs = arguments.to, arguments.output, [arguments.file]
    _refuse_options(arguments, kind)
    design, catalog, report, source = read_and_evaluate(arguments.file, arguments.stage)
    if kind not in FORMATS:
        deliver(_by_plugin(kind, design, catalog, report), output, inputs=inputs)
    elif kind == LABELS:
        paint_file(output, ".pdf", _labels(design, catalog, arguments), inputs)
    elif kind in PLACE_LABELS:
        labels = place_labels(design, catalog, PLACE_LABELS[kind], source)
        if kind in _ON_STOCK:
            stock = arguments.stock or STOCKS[0]
            paint = _place_labels(design, catalog, labels, PLACE_LABELS[kind], stock)
            paint_file(output, ".pdf", paint, inputs)
        else:
            deliver(place_labels_csv(labels), output, inputs=inputs)
    elif kind in _OF_ONE:
        deliver(_of_one(arguments, design, catalog, report), output, inputs=inputs)
    elif kind in EXPORT_FORMATS:
        deliver(EXPORT_FORMATS[kind](design, catalog, report), output, inputs=inputs)
    elif kind in DATA_FORMATS:
        deliver(DATA_FORMATS[kind](design, catalog, report), output, inputs=inputs)
    elif kind.startswith("floor"):
        paint = _floor(design, catalog, report, arguments.file.parent)
        paint_file(output, Path(kind).suffix, paint, inputs)
    else:
        rack_id = _rack(design, arguments.rack, arguments.file)
        paint_file(output, Path(kind).suffix, _elevation(design, catalog, report, rack_id), inputs)
    say_other_ending(output, Path(f"out.{kind}").suffix)
    say_written(output)
    return 0


def _refuse_options(arguments: argparse.Namespace, kind: str) -> None:
    """Refuse options of another format."""
    if arguments.rack is not None and kind not in OF_ONE_RACK:
        what = f"{kind} is of the whole design; leave it out, or write {' or '.join(OF_ONE_RACK)}"
        raise CommandError(f"--rack: {what}")
    if arguments.fabric is not None and kind not in _OF_ONE:
        what = f"{kind} is of the whole design; leave it out, or write {' or '.join(_OF_ONE)}"
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


def _of_one(arguments: argparse.Namespace, design: Design, catalog: Catalog, report: Report) -> str:
    """Return what is written of one fabric."""
    wanted = arguments.fabric or ""
    try:
        if arguments.to == PLACES:
            return leaf_places_csv(design, catalog, wanted)
        return OF_ONE_FABRIC[arguments.to](design, catalog, report, wanted)
    except ValueError as error:
        raise CommandError(f"{arguments.file}: {error}") from error


def _by_plugin(kind: str, design: Design, catalog: Catalog, report: Report) -> str | bytes:
    """Return what the exporter of a plug-in writes."""
    plugin = PlugIns().named("exporters", kind)
    if plugin is None:
        raise CommandError(f"--to: the exporter {kind} is no longer installed")
    try:
        return exported(plugin, design, catalog, report)
    except PlugInError as error:
        raise CommandError(str(error)) from error


def _rack(design: Design, wanted: str | None, file: Path) -> str:
    if wanted is not None:
        return rack_of(design, wanted, "--rack", file)
    layout = Layout(design)
    filled = [rack.id for rack in design.racks if layout.in_rack(rack.id)]
    if not filled:
        raise CommandError(f"{file}: holds no rack with a device; there is no elevation to draw")
    return filled[0]


def _floor(
    design: Design, catalog: Catalog, report: Report, folder: Path
) -> Callable[[Path], None]:
    def paint(path: Path) -> None:
        from designer.render.output import write_floor  # QtGui: only with its libraries there
        from designer.render.printed_plans import plans_from

        with plans_from(folder):
            write_floor(path, design, catalog, report)

    return paint


def _labels(
    design: Design, catalog: Catalog, arguments: argparse.Namespace
) -> Callable[[Path], None]:
    def paint(path: Path) -> None:
        from designer.io.export.cable_labels import cable_labels
        from designer.render.cable_labels import USUAL_PT, write_labels  # QtGui, as above

        labels = cable_labels(design, catalog)
        write_labels(
            path, design, catalog, labels, paper=arguments.paper or PAPERS[0],
            text_pt=USUAL_PT if arguments.text_pt is None else arguments.text_pt,
            codes=arguments.codes,
        )  # fmt: skip

    return paint


def _place_labels(
    design: Design, catalog: Catalog, labels: list[PlaceLabel], of: Labelled, stock: str
) -> Callable[[Path], None]:
    def paint(path: Path) -> None:
        from designer.render.place_labels import write_place_labels  # QtGui, as above

        write_place_labels(path, design, catalog, labels, of=of, stock=stock)

    return paint


def _elevation(
    design: Design, catalog: Catalog, report: Report, rack_id: str
) -> Callable[[Path], None]:
    def paint(path: Path) -> None:
        from designer.render.output import write_elevation  # QtGui, as above

        write_elevation(path, design, catalog, report, rack_id)

    return paint
