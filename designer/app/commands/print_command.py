"""`print FILE -o OUT.pdf [--paper A3] [--sheets racks,floor]`: the sheets as one vector PDF."""

import argparse
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.compared_input import beside_evaluated
from designer.app.commands.design_input import rack_of, read_and_evaluate, take_stage
from designer.app.commands.reading_options import add_reading, reading_of
from designer.app.output import STANDARD, say_other_ending, say_written
from designer.app.painting import paint_file
from designer.app.terminal import say
from designer.catalog.catalog import Catalog
from designer.engine.fabric_map import FabricMaps
from designer.engine.report import Report
from designer.io.comments_file import comments_path, read_comments
from designer.model.comments import Comments
from designer.model.design import Design
from designer.model.given_names import names_in
from designer.model.plural import plural
from designer.render.edge import presenting

PAPERS = ("A4", "A3", "A2", "A1", "Letter", "Tabloid")
SHEETS = ("compare", "floor", "overlays", "power", "fabric", "cables", "racks", "comments")
USUAL = ("floor", "racks")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a design; - reads standard input")
    parser.add_argument(
        "-o", "--output", metavar="OUT.pdf", type=Path, required=True,
        help="- is the standard output",
    )  # fmt: skip
    parser.add_argument("--paper", choices=PAPERS, default="A3", help="default: %(default)s")
    parser.add_argument(
        "--sheets",
        help=f"separated by commas: {', '.join(SHEETS)} (default: {','.join(USUAL)}, "
        "and with --compare: compare)",
    )
    parser.add_argument(
        "--compare", metavar="OTHER",
        help="an earlier design, a file or REV:path of git: a plan with marks of what differs from "
        "it, tables of changes, figures, limits and findings",
    )  # fmt: skip
    parser.add_argument(
        "--overlays",
        help="only these overlays, separated by commas, as cooling, airflow, stranded; "
        "default: all of which a rack has a load",
    )
    add_reading(parser)
    take_stage(parser)
    parser.add_argument("--racks", help="only these racks by name or id, separated by commas")


def run(arguments: argparse.Namespace) -> int:
    """Write the PDF."""
    read = reading_of(arguments)
    usual = "compare" if arguments.compare else ",".join(USUAL)
    sheets = _words(usual if arguments.sheets is None else arguments.sheets)
    for sheet in sheets or [""]:
        if sheet not in SHEETS:
            raise CommandError(f"--sheets: no sheet {sheet!r}; there are {', '.join(SHEETS)}")
    if ("compare" in sheets) is not bool(arguments.compare):
        lacks = "--sheets compare" if arguments.compare else "--compare OTHER"
        raise CommandError(f"print: a comparison needs {lacks} as well")
    racks = _racks_named(arguments, sheets)
    # What is attached is what was read: somebody may save the file in the meantime.
    design, catalog, report, source = read_and_evaluate(arguments.file, arguments.stage)
    if racks is not None:
        racks = tuple(rack_of(design, rack, "--racks", arguments.file) for rack in racks)
        _say_without_sheet(design, catalog, racks, sheets)
    overlays = None if arguments.overlays is None else _overlays(_words(arguments.overlays), report)
    if "power" in sheets and sheets != ["power"] and not design.power:
        say("info: --sheets: the design names no feeds; it has no power sheet", error=True)
    now = arguments.file.name, design, catalog, report
    compared = beside_evaluated(arguments.compare, now) if arguments.compare else None
    comments = _comments(arguments.file) if "comments" in sheets else ()
    pages = 0

    def paint(path: Path) -> None:
        from designer.render.output import write_pdf  # QtGui: its libraries are there
        from designer.render.printed_plans import plans_from

        nonlocal pages
        named = replace(read, names=names_in(design, comments))
        with presenting(named), plans_from(arguments.file.parent):
            pages = write_pdf(
                path,
                design,
                catalog,
                report,
                sheets=tuple(sheets),
                paper=arguments.paper,
                racks=racks,
                overlays=overlays,
                file_name=arguments.file.name,
                file=source,
                maps=_maps(design, catalog, report) if "fabric" in sheets else None,
                compared=compared,
                comments=comments,
            )

    paint_file(arguments.output, ".pdf", paint, [arguments.file])
    say_other_ending(arguments.output, ".pdf")
    say_written(arguments.output, plural(pages, "page"))
    return 0


def _racks_named(arguments: argparse.Namespace, sheets: Collection[str]) -> tuple[str, ...] | None:
    """Return the racks that are asked for; None for all. Refuse choices for no sheet.

    Raises
    ------
    CommandError
        If racks or overlays are chosen and their sheets are not.
    """
    racks = None if arguments.racks is None else tuple(_words(arguments.racks))
    if racks == ():
        what = "names no rack; name racks, separated by commas, or leave it out to print all"
        raise CommandError(f"--racks: {what}")
    if racks is not None and "racks" not in sheets:
        what = "only the sheets of racks can be chosen; leave it out, or name racks in --sheets"
        raise CommandError(f"--racks: {what}")
    if arguments.overlays is not None and "overlays" not in sheets:
        raise CommandError(
            "--overlays: none is printed; name overlays in --sheets, or leave it out"
        )
    return racks


def _maps(design: Design, catalog: Catalog, report: Report) -> FabricMaps:
    """Return the maps of all fabrics, as they are drawn, with their worst cuts."""
    from designer.engine.fabric_map import FabricMaps
    from designer.engine.subjects.fabrics.cutting import cuts_of
    from designer.engine.subjects.fabrics.mapping import fabric_map_of
    from designer.wiring.network import expand_network

    fabrics = expand_network(design, catalog).fabrics
    told = {one.id: one for one in report.fabrics}
    cuts = tuple(cuts_of(one, told.get(one.fabric.id)) for one in fabrics)
    return FabricMaps(maps=tuple(fabric_map_of(one, catalog) for one in fabrics), cuts=cuts)


def _comments(file: Path) -> Comments:
    """Return the comments beside a design's file.

    Raises
    ------
    CommandError
        If they cannot be read whole.
    """
    if file == STANDARD:
        raise CommandError("--sheets: comments lie beside a file, and none is named")
    read = read_comments(comments_path(file))
    if not read.writable:
        raise CommandError(read.problems[0].evolve(done="").line())
    return read.comments


def _say_without_sheet(
    design: Design, catalog: Catalog, chosen: Collection[str], sheets: Collection[str]
) -> None:
    """Tell which of the racks asked for are units that hold nothing, and have no sheet.

    Raises
    ------
    CommandError
        If nothing is left to print.
    """
    bare = [
        f"{rack.name or rack.id} ({part.traits.singular})"
        for rack in design.racks
        if rack.id in chosen
        and (part := catalog.get(rack.part)) is not None
        and not part.traits.contains
    ]
    if not bare:
        return
    have = "has no sheet of its own" if len(bare) == 1 else "have no sheets of their own"
    words = f"--racks: {', '.join(bare)} {have}; the floor sheet shows what stands there"
    if len(bare) == len(set(chosen)) and "floor" not in sheets:
        raise CommandError(words)
    say(f"info: {words}", error=True)


def _overlays(chosen: Collection[str], report: Report) -> tuple[str, ...]:
    """Return the ids of overlays; a limit may be named without what tells that it is one.

    Raises
    ------
    CommandError
        If one is not there; the message names those that are.
    """
    from designer.render.overlays import overlays_of

    known = {overlay.id.removeprefix("limit:"): overlay.id for overlay in overlays_of(report)}
    for name in chosen or [""]:
        if name.removeprefix("limit:") not in known:
            there = ", ".join(known)
            raise CommandError(f"--overlays: no overlay {name!r}; there are {there}")
    return tuple(known[name.removeprefix("limit:")] for name in chosen)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
