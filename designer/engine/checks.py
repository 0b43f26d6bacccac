"""Design rules: what a reviewer would find. Findings never block; a person may waive them.

A rule is called with `Facts` and gives findings: mostly it is a function, listed by its subject.
What a rule cannot read, because a subject could not be computed, it says nothing of: the subject
has its own finding.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, cast

from designer.engine.findings import Finding, see_that_it_fits
from designer.engine.report import NOT_COMPUTED, Check, NotComputed
from designer.engine.results import Lost, NotComputedError, attempt
from designer.engine.subject import Facts, Rule, Subject, all_of_kind
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.waivers import Groups
from designer.model.design import Design, Waiver

Asked = tuple[str, int]
"""A rule, by its subject and its place there: a rule may be an object without a hash."""
_OF_CONTENTS: Final = -1
"""The place of a subject's rules of contents, which are asked together."""


@dataclass(frozen=True)
class Said:
    """What a rule said and what it read for it: while that is the same, it says the same.

    Attributes
    ----------
    results, design
        Subjects whose results it read, and fields of the design.
    """

    findings: tuple[Finding, ...]
    results: frozenset[str]
    design: frozenset[str] = frozenset()


@dataclass(frozen=True)
class SaidBefore:
    """What rules said before, and which results and fields of the design differ since."""

    said: Mapping[Asked, Said]
    results: frozenset[str]
    design: frozenset[str]

    def by(self, asked: Asked) -> Said | None:
        """Return what a rule said, if all that it read is the same."""
        said = self.said.get(asked)
        if said is None or not self.results.isdisjoint(said.results):
            return None
        return said if self.design.isdisjoint(said.design) else None


def _known(before: Sequence[SaidBefore], asked: Asked) -> Said | None:
    """Return what a rule said before of all that it read, if that is the same."""
    return next((said for one in before if (said := one.by(asked)) is not None), None)


class Noted:
    """Facts that note what is read of them."""

    def __init__(self, facts: Facts) -> None:
        self._results: set[str] = set()
        self._design: set[str] = set()
        design = cast("Design", _NotedDesign(facts.design, self._design))
        self.facts = replace(facts, design=design, results=_NotedResults(facts, self._results))

    def said(self, rule: Rule) -> Said:
        """Return what a rule says with what it reads."""
        self._results.clear()
        self._design.clear()
        said = _said(rule, self.facts)
        return Said(said, frozenset(self._results), frozenset(self._design))


class _NotedResults(Mapping[str, Any]):
    def __init__(self, facts: Facts, read: set[str]) -> None:
        self._all, self._read = facts.results, read

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - each subject has its own type
        self._read.add(name)
        return self._all[name]

    def __contains__(self, name: object) -> bool:
        self._read.add(str(name))
        return name in self._all

    def __iter__(self) -> Iterator[str]:
        self._read.update(self._all)
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


class _NotedDesign:
    def __init__(self, design: Design, read: set[str]) -> None:
        self._all, self._read = design, read

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - each field has its own type
        # What is no field may rest on any of them.
        self._read.update((name,) if name in Design.model_fields else Design.model_fields)
        return getattr(self._all, name)


def said_by(
    subject: Subject, noted: Noted, before: Sequence[SaidBefore]
) -> tuple[tuple[Finding, ...], dict[Asked, Said]]:
    """Return what the rules of a subject say, and what each of them read for it.

    Parameters
    ----------
    before
        What rules said of facts that were known before.
    """
    found: list[Finding] = []
    read: dict[Asked, Said] = {}
    if subject.contents_checks:
        asked = (subject.name, _OF_CONTENTS)
        said = _known(before, asked)
        if said is None:
            of_contents = tuple(_of_contents(subject, noted.facts))
            said = Said(of_contents, frozenset((CONTENTS.name,)))
        read[asked] = said
        found += said.findings
    for place, rule in enumerate(subject.checks):
        asked = (subject.name, place)
        said = read[asked] = _known(before, asked) or noted.said(rule)
        found += said.findings
    return tuple(found), read


def _of_contents(subject: Subject, facts: Facts) -> Iterator[Finding]:
    """Yield what a subject's rules of contents say; each filling is asked once.

    Rules of work that sees heights by their order are told no more of them either.
    """
    fillings = facts.read(CONTENTS)
    if fillings is None:
        return
    by_order = subject.of_contents is not None and subject.of_contents.by_order
    every = fillings.by_order if by_order else fillings.keys_by_core.items()
    for asked, racks in every:
        known = asked.said.get(subject.name)
        if known is None:
            alone = replace(facts, results={CONTENTS.name: fillings.only(asked, racks)})
            said = (finding for rule in subject.contents_checks for finding in _said(rule, alone))
            known = asked.said[subject.name] = tuple(said)
        for finding in known:
            yield replace(finding, where=tuple(racks))


def _said(rule: Rule, facts: Facts) -> tuple[Finding, ...]:
    said = attempt(_name_of(rule), partial(_listed, rule, facts))
    if isinstance(said, Lost):
        lost = replace(said, subject=said.subject.replace("_", " "))
        return (not_computed(f"the rule “{lost.subject}”", lost.record()),)
    return said


def _name_of(rule: Rule) -> str:
    """Return a rule's name; that of the function within a partial, of the type of an object."""
    named = rule.func if isinstance(rule, partial) else rule
    return str(getattr(named, "__name__", type(named).__name__))


def _listed(rule: Rule, facts: Facts) -> tuple[Finding, ...]:
    try:
        found = all_of_kind(Finding, rule(facts))
    except NotComputedError:
        return ()
    for finding in found:
        see_that_it_fits(finding)
    return found


def not_computed(words: str, lost: NotComputed) -> Finding:
    """Return the finding that something could not be computed."""
    return Finding(
        NOT_COMPUTED, "error", lost.cause, lost.where,
        f"{words} cannot be computed, because {lost.because}",
        "The other figures stand. Undo the last change, or report this with the design's file.",
    )  # fmt: skip


def checked(
    findings: Iterable[Finding], waivers: tuple[Waiver, ...], groups: Groups
) -> tuple[Check, ...]:
    """Return findings as checks: errors first, then by rule; waived ones keep their place."""
    return groups.waived(findings, waivers)
