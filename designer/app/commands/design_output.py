"""What every command that makes a design does last: write it, and replace nothing unasked."""

import sys
from pathlib import Path
from typing import Final, TextIO

from designer.app.command_error import CommandError
from designer.app.output import deliver, is_standard_output, say_written, write_failed
from designer.app.terminal import say
from designer.catalog.catalog import Catalog
from designer.io.atomic_file import is_stream
from designer.io.design_file import WriteError, dumps, save
from designer.model.design import Design
from designer.model.plural import plural

EXAMPLE: Final = "design.cluster.toml"


def see_that_it_may_be_written(output: Path, *, force: bool) -> None:
    """Refuse an output that is a folder, or a file that nobody wants replaced.

    Raises
    ------
    CommandError
        It says what would do.
    """
    if output.is_dir():
        raise CommandError(f"{output}: is a folder; name a file in it, such as {output / EXAMPLE}")
    if not _streamed(output) and output.exists() and not (force or _may_replace(output)):
        raise CommandError(f"{output}: exists; choose another name, or replace it with --force")


def write_design(output: Path, design: Design, catalog: Catalog) -> None:
    """Write a design to a file, or where a stream leads, and tell what it holds.

    Raises
    ------
    CommandError
        If it cannot be written.
    """
    if _streamed(output):
        deliver(dumps(design, catalog), output)
    else:
        try:
            save(output, design, catalog)
        except WriteError as error:
            raise write_failed(error) from error
    say_written(output, f"{design.name}, {_counts(design, catalog)}")


def _streamed(output: Path) -> bool:
    return is_standard_output(output) or is_stream(output)


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
