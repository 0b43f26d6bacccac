"""What every command that reads a design does first."""

import argparse
import sys
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError, first_of
from designer.app.output import STANDARD
from designer.app.terminal import say
from designer.catalog.catalog import Catalog
from designer.catalog.input_file import PipeError, read_at_most
from designer.catalog.load import load_shipped
from designer.document.as_of import as_of
from designer.engine.evaluate import evaluate
from designer.engine.plugin_checks import PlugInChecks
from designer.engine.report import Report
from designer.io.design_file import Opened, ReadError, load_bytes, load_read
from designer.model.design import Design
from designer.model.stages import in_order
from designer.plugins.registry import PlugIns

STANDARD_INPUT: Final = "standard input"


def open_design(path: Path) -> tuple[Design, Catalog]:
    """Return the design in a file, or in the standard input for `-`, and its catalogue.

    What the reader could mend goes to the error output as notes. A file of which something would
    be lost is refused: numbers of half a design would look like those of the whole.

    Raises
    ------
    CommandError
        If the file cannot be read, or not wholly.
    """
    design, catalog, _ = _open_read(path)
    return design, catalog


def _open_read(path: Path) -> tuple[Design, Catalog, bytes | None]:
    """Return as of `open_design`, and the file's bytes; None for the standard input."""
    raw: bytes | None = None
    try:
        if path == STANDARD:
            opened = from_standard_input()
        else:
            opened, raw = load_read(path)
    except PipeError as error:
        mend = f"give {STANDARD} to read the {STANDARD_INPUT}"
        raise CommandError(error.problem.evolve(mend=mend).line()) from error
    except ReadError as error:
        raise CommandError(error.problem.line()) from error
    folder = "" if path.parent == Path() else f"{path.parent}/"
    design = whole(opened, named(path), folder)
    return design, load_shipped().overlay(opened.parts), raw


def whole(opened: Opened, called: str, folder: str = "") -> Design:
    """Return the design of a file that was read without loss; say what the reader could mend.

    Parameters
    ----------
    called
        What messages call the file.
    folder
        What stands before the places of messages.

    Raises
    ------
    CommandError
        If something of it was lost.
    """
    errors = [problem for problem in opened.problems if problem.severity == "error"]
    if errors:
        # What the reader left out is told where the rest is used: nothing of this file is.
        wrong = [p.evolve(where=f"{folder}{p.where}", done="") for p in errors]
        raise first_of(wrong, called)
    for problem in opened.problems:
        say(f"{problem.severity}: {folder}{problem.line()}", error=True)
    return opened.design


def open_and_evaluate(path: Path, stage: str = "") -> tuple[Design, Catalog, Report]:
    """Return a file's design, its catalogue and the report on it, with findings of plug-ins.

    Parameters
    ----------
    stage
        Name or id of the stage as of which the design is returned; empty for the whole.

    Raises
    ------
    CommandError
        If the file cannot be read, or has no such stage.
    """
    return read_and_evaluate(path, stage)[:3]


def read_and_evaluate(path: Path, stage: str = "") -> tuple[Design, Catalog, Report, bytes | None]:
    """Return the same with the bytes of the file that was read; None for the standard input.

    Raises
    ------
    CommandError
        If the file cannot be read, or has no such stage.
    """
    design, catalog, raw = _open_read(path)
    if stage:
        design = as_of(design, stage_of(design, stage, path))
    report = PlugInChecks(PlugIns()).added(design, catalog, evaluate(design, catalog))
    return design, catalog, report, raw


def stage_of(design: Design, wanted: str, file: Path) -> str:
    """Return the id of the stage that somebody asks for by its name, or by its id.

    Raises
    ------
    CommandError
        If there is none.
    """
    order = in_order(design.stages)
    found = _called(wanted, [(one.name, one.id) for one in order])
    found = found or _called(wanted, [(one.id, one.id) for one in order])
    if not found:
        there = ", ".join(one.called for one in order)
        mend = f"it has {there}" if there else "it has no stages"
        raise CommandError(f"--stage: no stage {wanted!r} in {file}; {mend}")
    return found[0]


def take_stage(parser: argparse._ActionsContainer) -> None:
    """Declare the option that names a stage."""
    parser.add_argument(
        "--stage", metavar="NAME", default="",
        help="the design as of this stage, by name or id; default: the whole",
    )  # fmt: skip


def named(path: Path) -> str:
    """Return what messages call an input."""
    return STANDARD_INPUT if path == STANDARD else str(path)


def from_standard_input() -> Opened:
    """Return the design that comes by the standard input.

    Raises
    ------
    CommandError
        If it cannot be read.
    ReadError
        If it is no design, or too large.
    """
    if sys.stdin is None:
        raise CommandError(f"{STANDARD_INPUT}: it is closed; name a file")
    try:
        return load_bytes(read_at_most(sys.stdin.buffer, STANDARD_INPUT), STANDARD_INPUT)
    except ReadError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise CommandError(f"{STANDARD_INPUT}: cannot be read: {reason}") from error


def rack_of(design: Design, wanted: str, option: str, file: Path) -> str:
    """Return the id of the rack that somebody asks for by its name, or by its id.

    Names come first: they are what sheets, findings and the window show. Capitals do not matter,
    unless they tell two racks apart.

    Raises
    ------
    CommandError
        If there is none, or several have that name.
    """
    named = _called(wanted, [(rack.name, rack.id) for rack in design.racks])
    if len(named) > 1:
        which = f"{len(named)} racks are called {wanted!r}"
        raise CommandError(f"{option}: {which} in {file}; give an id: {', '.join(named)}")
    found = named or _called(wanted, [(rack.id, rack.id) for rack in design.racks])
    if not found:
        raise CommandError(f"{option}: no rack {wanted!r} in {file}")
    return found[0]


def _called(wanted: str, names: list[tuple[str, str]]) -> list[str]:
    """Return the ids of what is called so, as it is written or else without capitals."""
    exact = [one for name, one in names if name == wanted]
    return exact or [one for name, one in names if name.casefold() == wanted.casefold()]
