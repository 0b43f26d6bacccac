"""What a thing needs held against what there is: a finding, an open answer, or nothing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from designer.engine.findings import Finding, Level
from designer.engine.limit import beside
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.model.figures import Figure, within


@dataclass(frozen=True)
class Asked:
    """A question of a rule.

    Attributes
    ----------
    said
        The message where it does not fit, of what is needed and what is there, in figures.
    asked
        What cannot be said otherwise: `whether …`.
    """

    rule: str
    severity: Level
    cause: str
    where: tuple[str, ...]
    said: Callable[[str, str], str]
    advice: str
    asked: str


def judged(facts: Facts, need: Figure, has: Figure, one: Asked) -> Iterator[Finding]:
    """Yield what is said where a need is not met for certain, or that nobody can say it."""
    verdict = within(need, has)
    if verdict.answer == "no":
        yield Finding(
            one.rule, one.severity, one.cause, one.where, one.said(*beside(need, has)), one.advice,
            need.minus(has).low,
        )  # fmt: skip
    elif verdict.answer == "open":
        yield cannot_be_said(
            one.rule, one.cause, one.where, one.asked, verdict.because, facts.name_of
        )
