"""Design rules: what a reviewer would find. Findings never block; a person may waive them.

A rule is one function from `Facts` to findings, listed by its subject. What a rule cannot read,
because a subject could not be computed, it says nothing of: the subject has its own finding.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from designer.engine.findings import Finding
from designer.engine.report import NOT_COMPUTED, Check, NotComputed
from designer.engine.subject import Facts, Lost, NotComputedError, Rule, Subject, attempt
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.waivers import Groups, with_waivers
from designer.model.design import Waiver


def said_by(subject: Subject, facts: Facts) -> tuple[Finding, ...]:
    """Return what the rules of a subject say."""
    of_contents = _of_contents(subject, facts) if subject.contents_checks else ()
    return (*of_contents, *(finding for rule in subject.checks for finding in _said(rule, facts)))


def _of_contents(subject: Subject, facts: Facts) -> Iterator[Finding]:
    """Yield what a subject's rules of contents say; each filling is asked once."""
    fillings = facts.read(CONTENTS)
    if fillings is None:
        return
    for core, racks in fillings.keys_by_core.items():
        known = core.said.get(subject.name)
        if known is None:
            alone = replace(facts, results={CONTENTS.name: fillings.only(core)})
            said = (finding for rule in subject.contents_checks for finding in _said(rule, alone))
            known = core.said[subject.name] = tuple(said)
        for finding in known:
            yield replace(finding, where=tuple(racks))


def _said(rule: Rule, facts: Facts) -> tuple[Finding, ...]:
    name = rule.__name__.replace("_", " ")
    said = attempt(name, partial(_listed, rule, facts))
    if isinstance(said, Lost):
        return (not_computed(f"the rule “{said.subject}”", said.record()),)
    return said


def _listed(rule: Rule, facts: Facts) -> tuple[Finding, ...]:
    try:
        return tuple(rule(facts))
    except NotComputedError:
        return ()


def not_computed(words: str, lost: NotComputed) -> Finding:
    """Return the finding that something could not be computed."""
    return Finding(
        NOT_COMPUTED, "error", lost.subject, lost.where,
        f"{words} cannot be computed, because {lost.because}",
        "The other figures stand. Undo the last change, or report this with the design's file.",
    )  # fmt: skip


def checked(
    findings: Iterable[Finding], waivers: tuple[Waiver, ...], groups: Groups
) -> tuple[Check, ...]:
    """Return findings as checks: errors first, then by rule; waived ones keep their place."""
    return with_waivers(groups.checks(findings), waivers)
