"""`new TEMPLATE [key=value …] -o FILE [--force]`: write a reference design."""

import argparse
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.design_output import see_that_it_may_be_written, write_design
from designer.app.commands.key_values import key_values
from designer.catalog.load import load_shipped
from designer.planning.plugin_templates import build_any
from designer.planning.templates import TemplateError
from designer.plugins.registry import PlugIns


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("template", metavar="TEMPLATE", help="as `templates` lists them")
    parser.add_argument(
        "parameters", metavar="key=value", nargs="*", default=(), help="as `templates` says"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="- is the standard output"
    )
    parser.add_argument(
        "--force", action="store_true", help="replace FILE; what it holds is kept as FILE.bak"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the design."""
    output = arguments.output
    see_that_it_may_be_written(output, force=arguments.force)
    catalog = load_shipped()
    try:
        design = build_any(arguments.template, key_values(arguments.parameters), catalog, PlugIns())
    except TemplateError as error:
        raise CommandError(error.problem.line()) from error
    write_design(output, design, catalog)
    return 0
