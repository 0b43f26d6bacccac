"""`catalog list|show ID|validate|import-netbox PATH`: the parts, their figures and sources."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from designer.app.command_error import BAD_INPUT, CommandError
from designer.app.commands import catalog_import
from designer.catalog.catalog import Catalog, UnknownPartError
from designer.catalog.data_files import data_folder
from designer.catalog.load import load_folder, load_shipped, validate
from designer.catalog.part import Part


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(
        dest="action", metavar="list|show|validate|import-netbox", required=True
    )
    listing = actions.add_parser("list", help="parts, one a line")
    listing.add_argument("query", nargs="*", help="words and tokens: kind:node power<15 gpus>=8")
    show = actions.add_parser("show", help="one part with every figure and its source")
    show.add_argument("part", metavar="ID")
    check = actions.add_parser("validate", help="what is wrong with a folder of catalogue files")
    check.add_argument("folder", metavar="FOLDER", nargs="?", type=Path)
    catalog_import.configure(actions)
    for action in (listing, show):
        action.add_argument("--folder", type=Path, help="a catalogue of your own")


def run(arguments: argparse.Namespace) -> int:
    """Do the chosen action."""
    if arguments.action == catalog_import.ACTION:
        return catalog_import.run(arguments)
    if arguments.action == "validate":
        return _validate(arguments.folder or data_folder("catalogs"))
    catalog = _catalog(arguments.folder)
    if arguments.action == "list":
        query = " ".join(arguments.query)
        _print_list(catalog.search(query) if query else list(catalog.parts))
        return 0
    try:
        part = catalog.require(arguments.part)
    except UnknownPartError as error:
        raise CommandError(f"{error.args[0]}; see cluster-designer catalog list") from error
    print("\n".join(_description(part)))
    return 0


def _catalog(folder: Path | None) -> Catalog:
    if folder is None:
        return load_shipped()
    catalog, problems = load_folder(folder)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise CommandError(f"{errors[0].line()}; see cluster-designer catalog validate {folder}")
    return catalog


def _validate(folder: Path) -> int:
    problems = validate(folder)
    for problem in problems:
        print(f"{problem.severity}: {problem.line()}")
    errors = sum(problem.severity == "error" for problem in problems)
    parts = len(load_folder(folder)[0].parts)
    print(f"{folder}: {parts} parts, {errors} errors, {len(problems) - errors} remarks")
    return BAD_INPUT if errors else 0


def _print_list(parts: list[Part]) -> None:
    wide = max((len(part.id) for part in parts), default=0)
    kind = max((len(part.kind) for part in parts), default=0)
    for part in parts:
        name = f"{part.vendor} {part.name}".strip()
        print(f"{part.id:<{wide}}  {part.kind:<{kind}}  {_brief(part):<18}  {name}".rstrip())


def _brief(part: Part) -> str:
    """Return the two figures by which people pick a part."""
    height = f"{part.height_half_u / 2:g} U" if part.height_half_u else ""
    power = "" if part.power_max_w is None else f"{part.power_max_w / 1000:.4g} kW"
    return "  ".join(text for text in (height, power) if text)


def _description(part: Part) -> Iterator[str]:
    yield f"{part.id}: {part.vendor} {part.name} ({part.kind})"
    if part.summary:
        yield f"    {part.summary}"
    for name, value in part.figures().items():
        source = part.source_of(name)
        cited = f"  [{source.kind}] {source.source}" if source else "  no source"
        remark = f"; others say: {source.other}" if source and source.other else ""
        yield f"    {name} = {value}{cited}{remark}"
    for group in part.ports:
        breakout = f", each splits into {group.breakout}" if group.breakout > 1 else ""
        yield (
            f"    ports {group.name}: {group.count} × {group.rate_gbps:g} Gb/s {group.kind}, "
            f"{group.purpose}{breakout}"
        )
    for price in part.prices:
        yield (
            f"    price {price.figure_cents / 100:,.2f} {price.currency} ({price.scope}, "
            f"{price.as_of})  [{price.kind}] {price.source}"
        )
    if part.note:
        yield f"    note: {part.note}"
