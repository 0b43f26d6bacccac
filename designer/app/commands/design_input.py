"""What every command that reads a design does first, and every one that writes a file last."""

import sys
from pathlib import Path

from designer.app.command_error import CommandError, first_of
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.io.atomic_file import WriteError, write_output
from designer.io.design_file import ReadError, load
from designer.model.design import Design


def open_design(path: Path) -> tuple[Design, Catalog]:
    """Return the design in a file and the catalogue it is measured with.

    What the reader could mend goes to the error output as notes. A file of which something would
    be lost is refused: numbers of half a design would look like those of the whole.

    Raises
    ------
    CommandError
        If the file cannot be read, or not wholly.
    """
    try:
        opened = load(path)
    except ReadError as error:
        raise CommandError(error.problem.line()) from error
    folder = "" if path.parent == Path() else f"{path.parent}/"
    errors = [problem for problem in opened.problems if problem.severity == "error"]
    if errors:
        raise first_of([p.evolve(where=f"{folder}{p.where}") for p in errors], str(path))
    for problem in opened.problems:
        print(f"{problem.severity}: {folder}{problem.line()}", file=sys.stderr)
    return opened.design, load_shipped().overlay(opened.parts)


def open_and_evaluate(path: Path) -> tuple[Design, Catalog, Report]:
    """Return a file's design, its catalogue and the report on it.

    Raises
    ------
    CommandError
        If the file cannot be read.
    """
    design, catalog = open_design(path)
    return design, catalog, evaluate(design, catalog)


def deliver(text: str, output: Path | None) -> None:
    """Write a text to a file, whole or not at all, or to the standard output.

    Raises
    ------
    CommandError
        If the file cannot be written.
    """
    if output is None or str(output) == "-":
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    try:
        write_output(output, text if text.endswith("\n") else text + "\n")
    except WriteError as error:
        raise CommandError(error.problem.line()) from error
