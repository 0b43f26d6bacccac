"""What a subject says of a design, without all else that a report holds.

A test that looks at one section of hundreds of designs need not wait for the others: storage reads
a tenth of what a whole report computes. `test_engine_sections.py` compares both.
"""

from dataclasses import replace
from functools import cache

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import Evaluator
from designer.engine.order import in_order
from designer.engine.report import NOT_COMPUTED, Report
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.model.design import Design


def section_report(
    design: Design, catalog: Catalog, subject: str, *, rules: bool = False, sums: bool = False
) -> Report:
    """Return a report of which a subject's section stands, with what it is computed from.

    Parameters
    ----------
    rules
        Whether the subject's own rules are asked; those of others never are.
    sums
        Whether it rests on sums over racks, and so on all that is said of their contents.

    Raises
    ------
    AssertionError
        If something cannot be computed: a rule may read what the subject does not.
    """
    report = Evaluator(catalog, read_by(subject, rules=rules, sums=sums)).whole(design)
    lost = [check.message for check in report.checks if check.rule == NOT_COMPUTED]
    lost += [one.because for one in report.not_computed]
    assert not lost, "\n".join(lost)
    return report


@cache
def read_by(name: str, *, rules: bool = False, sums: bool = False) -> tuple[Subject, ...]:
    """Return a subject after all that it reads, in order; of these without rules."""
    wanted, found = {name}, list[Subject]()
    for subject in reversed(in_order(SUBJECTS)):
        if subject.name in wanted or (sums and subject.of_contents):
            wanted.update((subject.name, *subject.names))
            kept = rules and subject.name == name
            found.append(subject if kept else replace(subject, checks=(), contents_checks=()))
    assert wanted == {subject.name for subject in found}
    return tuple(reversed(found))
