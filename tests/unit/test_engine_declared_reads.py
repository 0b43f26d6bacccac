"""What a subject reads of a design it declares: else its result would be kept when that changes."""

from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.subject import Facts, Subject
from designer.engine.subjects import SUBJECTS
from designer.model.design import Design
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG


class Watched:
    """A design that notes which of its fields are read."""

    def __init__(self, design: Design, read: set[str]) -> None:
        self._design, self._read = design, read

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return getattr(self._design, name)


def watched(subject: Subject, read: dict[str, set[str]]) -> Subject:
    """Return a subject that notes by its name what it reads."""
    compute = subject.compute
    if compute is None:
        return subject

    def run(facts: Facts) -> Any:
        seen = Watched(facts.design, read[subject.name])
        return compute(replace(facts, design=seen))  # type: ignore[arg-type]  # fields by name

    return replace(subject, compute=run)


def reads(design: Design, subjects: tuple[Subject, ...] = SUBJECTS) -> dict[str, set[str]]:
    """Return what each subject reads of a design beyond what it declares, by name."""
    read: dict[str, set[str]] = defaultdict(set)
    report = Evaluator(CATALOG, tuple(watched(s, read) for s in subjects)).report(design)
    assert report.not_computed == ()
    found = {s.name: read[s.name] - set(s.design) for s in subjects}
    return {name: fields for name, fields in found.items() if fields}


@pytest.mark.parametrize("name", DESIGNS)
def test_a_subject_reads_only_what_it_declares(name: str) -> None:
    assert reads(DESIGNS[name]()) == {}


def test_a_planted_read_is_found() -> None:
    """Of a branch that only some halls reach: one design would not show it."""
    facility = next(s for s in SUBJECTS if s.name == "facility")
    compute = facility.compute
    assert compute is not None

    def greedy(facts: Facts) -> Any:
        if facts.design.site.pue is not None:
            assert facts.design.room.name is not None
        return compute(facts)

    subjects = tuple(replace(s, compute=greedy) if s is facility else s for s in SUBJECTS)
    found = [name for name, make in DESIGNS.items() if reads(make(), subjects)]
    assert found
    assert len(found) < len(DESIGNS)
    assert reads(DESIGNS[found[0]](), subjects) == {"facility": {"room"}}
