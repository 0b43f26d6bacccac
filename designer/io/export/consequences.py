"""What follows from the differences of two designs: figures, limits, findings and the bill.

Taken from the reports that the engine made of both, as they stand; nothing is computed anew. May
import `model`, `catalog`, what the engine says of its subjects, and the bill of this room.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.comparison import compare
from designer.engine.beside import (
    TOLD,
    Consequences,
    FigureBeside,
    PartBeside,
    at_once,
    consequences_of,
)
from designer.engine.report import Report
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.io.export.bill_of_materials import bill_of_materials
from designer.io.export.comparison_content import Compared
from designer.model.design import Design


@dataclass(frozen=True)
class Side:
    """One of two designs with all that follows from it."""

    design: Design
    catalog: Catalog
    report: Report


_TOLD_ALREADY: Final = TOLD | {"IT power", "mass", "capital"}


def consequences(before: Side, after: Side, subjects: Iterable[Subject] = SUBJECTS) -> Consequences:
    """Return what follows from the differences of two designs."""
    was, now = before.report, after.report
    found = at_once(consequences_of(was, now))
    return replace(
        found, others=tuple(_others(was, now, subjects)), parts=tuple(_parts(before, after))
    )


def compared_of(names: tuple[str, str], before: Side, after: Side) -> Compared:
    """Return two designs of which all is known beside each other, with what follows."""
    catalogs = before.catalog, after.catalog
    comparison = compare(before.design, after.design, catalogs)
    found = None if comparison.is_same else consequences(before, after)
    return Compared(names, comparison, catalogs, found)


def _others(was: Report, now: Report, subjects: Iterable[Subject]) -> Iterator[FigureBeside]:
    """Yield the other figures that a drop tells, where they differ."""
    for subject in subjects:
        tell = subject.headlines
        if tell is None or not subject.section:
            continue
        sides = [
            {one.key or one.what: one for one in tell(result)}
            if (result := _result(report, subject)) is not None
            else {}
            for report in (was, now)
        ]
        for key in dict.fromkeys((*sides[0], *sides[1])):
            figures = [side[key].figure if key in side else None for side in sides]
            what = (sides[1].get(key) or sides[0][key]).what
            found = FigureBeside(what, subject.section, "", *figures)
            if what not in _TOLD_ALREADY and found.differs:
                yield found


def _result(report: Report, subject: Subject) -> object:
    if report.lost(subject.name):
        return None
    if subject.section in Report.model_fields:
        return getattr(report, subject.section)
    return report.section(subject.section)


def _parts(before: Side, after: Side) -> Iterator[PartBeside]:
    """Yield the lines of the bill that differ in number, by part."""
    bills, names = [], dict[str, str]()
    for side in (before, after):
        bill = Counter[str]()
        for line in bill_of_materials(side.design, side.catalog, side.report):
            bill[line.part] += line.quantity
            names[line.part] = line.name or line.part
        bills.append(bill)
    for part in sorted({*bills[0], *bills[1]}, key=lambda one: (names[one].casefold(), one)):
        if bills[0][part] != bills[1][part]:
            yield PartBeside(part, names[part], bills[0][part], bills[1][part])
