"""What a subject says of a design, without all else that a report holds.

A test that looks at one section of hundreds of designs need not wait for the others: storage reads
a tenth of what a whole report computes. `test_engine_sections.py` compares both.
"""

from dataclasses import replace
from functools import cache
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import Evaluator
from designer.engine.order import in_order
from designer.engine.report import NOT_COMPUTED, Report
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.model.design import Design

OF_POWER: Final = (
    "feeds", "shelves", "room-power", "peaks", "plant-power", "plant-balance", "power-report",
    "racks",
)  # fmt: skip
"""Subjects that between them have the rules of power, its section and that of racks.

Not among them is whether sets and mains carry the cooling plant as well (P17 and P22 of facility).
"""


def power_report(design: Design, catalog: Catalog) -> Report:
    """Return a report of power and racks, with the rules of power (see `OF_POWER`), and no more."""
    return section_report(design, catalog, *OF_POWER, rules=True, sums=True)


def section_report(
    design: Design, catalog: Catalog, *subjects: str, rules: bool = False, sums: bool = False
) -> Report:
    """Return a report of which sections of subjects stand, with what they are computed from.

    Parameters
    ----------
    subjects
        Their names.
    rules
        Whether the subjects' own rules are asked; those of others never are.
    sums
        Whether they rest on sums over racks, and so on all that is said of their contents.

    Raises
    ------
    AssertionError
        If something cannot be computed: a rule may read what the subject does not.
    """
    report = Evaluator(catalog, read_by(*subjects, rules=rules, sums=sums)).whole(design)
    lost = [check.message for check in report.checks if check.rule == NOT_COMPUTED]
    lost += [one.because for one in report.not_computed]
    assert not lost, "\n".join(lost)
    return report


@cache
def read_by(*names: str, rules: bool = False, sums: bool = False) -> tuple[Subject, ...]:
    """Return subjects after all that they read, in order; of these without rules."""
    wanted, found = {*names}, list[Subject]()
    for subject in reversed(in_order(SUBJECTS)):
        if subject.name in wanted or (sums and subject.of_contents):
            wanted.update((subject.name, *subject.names))
            kept = rules and subject.name in names
            found.append(subject if kept else replace(subject, checks=(), contents_checks=()))
    assert wanted == {subject.name for subject in found}
    return tuple(reversed(found))
