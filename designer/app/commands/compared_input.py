"""Two designs that commands compare: read, evaluated, put beside each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import is_
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.commands.design_input import STANDARD_INPUT, from_standard_input, whole
from designer.app.git_program import file_of_revision
from designer.app.output import STANDARD
from designer.catalog.catalog import Catalog
from designer.catalog.input_file import PipeError, ReadError
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.document.comparison import compare
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import Report
from designer.io.design_file import Opened, load, load_bytes
from designer.io.export.comparison_content import Compared
from designer.io.export.consequences import Side, compared_of, consequences
from designer.model.change import apply, diff
from designer.model.design import Design


@dataclass(frozen=True)
class Read:
    """A design that was read, with the parts that its file brings."""

    name: str
    design: Design
    parts: tuple[Part, ...] = ()


def read_design(name: str) -> Read:
    """Return the design that a word of the command line names.

    Parameters
    ----------
    name
        A file, `-` for the standard input, or `REV:path` for a file of a revision that git keeps.

    Raises
    ------
    CommandError
        If it cannot be read, or not wholly.
    """
    path = Path(name)
    try:
        if path == STANDARD:
            return _whole(from_standard_input(), STANDARD_INPUT)
        if ":" in name and not path.exists():
            return _whole(load_bytes(file_of_revision(name), name), name)
        return _whole(load(path), name, "" if path.parent == Path() else f"{path.parent}/")
    except PipeError as error:
        mend = f"give {STANDARD} to read the {STANDARD_INPUT}"
        raise CommandError(error.problem.evolve(mend=mend).line()) from error
    except ReadError as error:
        raise CommandError(error.problem.line()) from error


def read_text(text: bytes, name: str) -> Read:
    """Return the design in a text that somebody has read.

    Raises
    ------
    CommandError
        If it is none, or cannot be read wholly.
    """
    try:
        return _whole(load_bytes(text, name), name)
    except ReadError as error:
        raise CommandError(error.problem.line()) from error


def beside_evaluated(name: str, after: tuple[str, Design, Catalog, Report]) -> Compared:
    """Return a design that is evaluated already beside the one that a word names.

    Raises
    ------
    CommandError
        If that cannot be read, or not wholly.
    """
    earlier = read_design(name)
    called, design, catalog, report = after
    over = _overlaid(load_shipped(), earlier.parts)
    before = Side(earlier.design, over, evaluate(earlier.design, over))
    path = Path(name)
    was = path.name if path.exists() else name
    return compared_of((was, called), before, Side(design, catalog, report))


def _whole(opened: Opened, name: str, folder: str = "") -> Read:
    return Read(name, whole(opened, name, folder), opened.parts)


def beside(before: Read, after: Read, *, report: bool) -> Compared:
    """Return two designs beside each other.

    Parameters
    ----------
    report
        Whether to compute what follows from the differences.
    """
    shipped = load_shipped()
    catalogs = (_overlaid(shipped, before.parts), _overlaid(shipped, after.parts))
    comparison = compare(before.design, after.design, catalogs)
    found = None
    if report and not comparison.is_same:
        reports = _reports(before.design, after.design, catalogs)
        sides = (
            Side(before.design, catalogs[0], reports[0]),
            Side(after.design, catalogs[1], reports[1]),
        )
        found = consequences(*sides)
    return Compared((before.name, after.name), comparison, catalogs, found)


def _overlaid(shipped: Catalog, parts: Iterable[Part]) -> Catalog:
    """Return the catalogue of a file: the shipped one itself where the file says nothing else."""
    over = shipped.overlay(parts)
    same = len(over.parts) == len(shipped.parts) and all(map(is_, over.parts, shipped.parts))
    return shipped if same else over


def _reports(
    before: Design, after: Design, catalogs: tuple[Catalog, Catalog]
) -> tuple[Report, Report]:
    """Return what follows from both; of one catalogue, what they share is computed once."""
    if catalogs[0] is not catalogs[1]:
        return evaluate(before, catalogs[0]), evaluate(after, catalogs[1])
    evaluator = Evaluator(catalogs[0])
    first = evaluator.whole(before)
    return first, evaluator.whole(apply(before, diff(before, after)))
