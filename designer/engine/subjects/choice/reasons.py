"""Published advice on owning and renting, answered: decisions of guidelines, run by one evaluator.

A guideline's decisions are data: a question with the answers that speak for owning or renting, or a
figure against the guideline's ends. What nobody answers stays open and speaks for neither.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from designer.catalog.records.guidance import Decision, Guideline
from designer.engine.choice_report import Reason, Says
from designer.model.figure_words import words
from designer.model.figures import Figure

Known = Mapping[str, Figure | bool]
"""Answers by the id of what is asked; what nobody answers is not in it."""

FIRST: Final = "cloud-first"
BOTH_WAYS: Final = "own-or-cloud-factors"
MONTHS: Final = "break_even_months"
PLANNED: Final = "planned_months"


@dataclass(frozen=True)
class Advice:
    """What reasons come to: `own`, `rent`, `hybrid`; empty where none is answered."""

    advice: str
    why: str
    measured: tuple[Reason, ...]
    asked: tuple[Reason, ...]


def advice_of(guidelines: Iterable[Guideline], known: Known) -> Advice:
    """Return all reasons and what they come to.

    Where they point both ways a hybrid is advised, and where none is answered to rent first: both
    by guidelines.
    """
    told = {one.id: one for one in guidelines}
    found = tuple(_reasons(told.values(), known))
    measured = (*(one for of, one in found if of), *_by_months(told, known))
    asked = tuple(one for of, one in found if not of)
    reasons = (*measured, *asked)
    says = {one.says for one in reasons} - {"open"}
    if says == {"own", "rent"}:
        why = "The answers point both ways: own what is steady, rent the peaks."
        return Advice("hybrid", why, measured, asked)
    if says:
        (only,) = says
        number = sum(one.says == only for one in reasons)
        of = "owning" if only == "own" else "renting"
        why = f"{number} of {len(reasons)} reasons speak, all for {of}."
        return Advice(only, why, measured, asked)
    first = told.get(FIRST)
    if first is None:
        return Advice("", "", measured, asked)
    return Advice("rent", f"Nothing is answered: {first.statement}", measured, asked)


def _reasons(guidelines: Iterable[Guideline], known: Known) -> Iterator[tuple[bool, Reason]]:
    """Yield each decision, and whether a figure answers it."""
    for one in guidelines:
        source = one.source_of("statement")
        for decision in one.decisions:
            says, found = _said(one, decision, known.get(decision.fact))
            asked = decision.words
            if one.low is not None and one.high is not None and decision.below is not None:
                asked += f": rent below {one.low:,.10g}, own from {one.high:,.10g} {one.unit}"
            by = source.source if source else one.name
            measured = decision.below is not None
            yield measured, Reason(says=says, words=asked, found=found, source=by)


def _said(
    guideline: Guideline, decision: Decision, answer: Figure | bool | None
) -> tuple[Says, str]:
    """Return what a decision advises at an answer, and the answer in words."""
    if answer is None:
        return "open", ""
    if isinstance(answer, bool):
        advised = decision.yes if answer else decision.no
        return advised or "open", "yes" if answer else "no"
    if guideline.low is not None and answer.high < guideline.low and decision.below:
        return decision.below, words(answer, 0)
    if guideline.high is not None and answer.low >= guideline.high and decision.above:
        return decision.above, words(answer, 0)
    return "open", words(answer, 0)


def _by_months(told: Mapping[str, Guideline], known: Known) -> Iterator[Reason]:
    """Yield whether owning pays within the time for which it is planned."""
    months, planned = known.get(MONTHS), known.get(PLANNED)
    if not isinstance(months, Figure) or not isinstance(planned, Figure):
        return
    rule = told.get("breakeven-months")
    asked = "months until owning costs less"
    if rule is not None and rule.low is not None and rule.high is not None:
        asked += f", published {rule.low:g} to {rule.high:g} in continuous use"
    says: Says = "open"
    if months.high <= planned.low:
        says = "own"
    elif months.low > planned.high:
        says = "rent"
    yield Reason(
        says=says, words=asked, found=f"{words(months, 0)} of {words(planned, 0)}",
        source="this report",
    )  # fmt: skip
