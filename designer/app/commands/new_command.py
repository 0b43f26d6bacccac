"""`new TEMPLATE [key=value …] -o FILE`: write a reference design."""

import argparse
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.key_values import key_values
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.io.design_file import WriteError, save
from designer.model.design import Design
from designer.model.plural import plural
from designer.planning.templates import TemplateError, build


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("template", metavar="TEMPLATE", help="as `templates` lists them")
    parser.add_argument("parameters", metavar="key=value", nargs="*", help="as `templates` says")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True)


def run(arguments: argparse.Namespace) -> int:
    """Write the design."""
    catalog = load_shipped()
    try:
        design = build(arguments.template, key_values(arguments.parameters), catalog)
    except TemplateError as error:
        raise CommandError(error.problem.line()) from error
    try:
        save(arguments.output, design, catalog)
    except WriteError as error:
        raise CommandError(error.problem.line()) from error
    print(f"wrote {arguments.output}: {design.name}, {_counts(design, catalog)}")
    return 0


def _counts(design: Design, catalog: Catalog) -> str:
    """Return `38 racks, 5 cooling units`: what stands on the floor, by what it is."""
    parts = [catalog.get(rack.part) for rack in design.racks]
    cooling = sum(part is not None and part.traits.is_cooling_unit for part in parts)
    racks = len(parts) - cooling
    words = plural(racks, "rack")
    if cooling:
        words += f", {plural(cooling, 'cooling unit')}"
    return words
