"""`new TEMPLATE [key=value …] -o FILE [--force]`: write a reference design."""

import argparse
import sys
from pathlib import Path
from typing import Final, TextIO

from designer.app.command_error import CommandError
from designer.app.commands.key_values import key_values
from designer.app.output import deliver, is_standard_output, say_written, write_failed
from designer.app.terminal import say
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.io.atomic_file import is_stream
from designer.io.design_file import WriteError, dumps, save
from designer.model.design import Design
from designer.model.plural import plural
from designer.planning.plugin_templates import build_any
from designer.planning.templates import TemplateError
from designer.plugins.registry import PlugIns

EXAMPLE: Final = "design.cluster.toml"


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
    if output.is_dir():
        raise CommandError(f"{output}: is a folder; name a file in it, such as {output / EXAMPLE}")
    printed = is_standard_output(output)
    streamed = printed or is_stream(output)
    if not streamed and output.exists() and not (arguments.force or _may_replace(output)):
        raise CommandError(f"{output}: exists; choose another name, or replace it with --force")
    catalog = load_shipped()
    try:
        design = build_any(arguments.template, key_values(arguments.parameters), catalog, PlugIns())
    except TemplateError as error:
        raise CommandError(error.problem.line()) from error
    if streamed:
        deliver(dumps(design, catalog), output)
    else:
        try:
            save(output, design, catalog)
        except WriteError as error:
            raise write_failed(error) from error
    say_written(output, f"{design.name}, {_counts(design, catalog)}")
    return 0


def _may_replace(path: Path) -> bool:
    """Ask whoever sits before a terminal; a script is not asked, and has said nothing."""
    if not path.is_file() or not _is_terminal(sys.stdin) or not _is_terminal(sys.stderr):
        return False
    say(f"{path} exists; replace it, keeping it as .bak? [y/N] ", error=True, end="")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _counts(design: Design, catalog: Catalog) -> str:
    """Return `38 racks, 5 cooling units`: what stands on the floor, by what it is."""
    parts = [catalog.get(rack.part) for rack in design.racks]
    cooling = sum(part is not None and part.traits.is_cooling_unit for part in parts)
    racks = len(parts) - cooling
    words = plural(racks, "rack")
    if cooling:
        words += f", {plural(cooling, 'cooling unit')}"
    return words
