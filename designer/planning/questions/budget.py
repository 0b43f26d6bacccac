"""Whether a bill is within a budget, over it, or cannot be said: by the bounds of its sum."""

from dataclasses import dataclass
from math import isfinite
from typing import Literal

from designer.model.figure_words import money
from designer.model.figures import Figure, exact, within
from designer.planning.questions.answers import Budget

Answer = Literal["within", "over", "open"]


@dataclass(frozen=True)
class BudgetVerdict:
    """What a bill says of a budget, and in one line why."""

    answer: Answer
    line: str


def judged(budget: Budget, bill: Figure, currency: str, gpus: int, unpriced: int) -> BudgetVerdict:
    """Return whether a bill is within a budget.

    Parameters
    ----------
    bill
        Capital, in units of `currency`, with its bounds.
    gpus
        That it pays for: says how many the budget pays for at least.
    unpriced
        Parts without a published price, which leave it without an upper end.
    """
    sum_ = f"{budget.amount:,.0f} {budget.currency}"
    if budget.currency != currency:
        return BudgetVerdict(
            "open",
            f"whether it is within {sum_} cannot be said: the bill is in {currency}, and no rate "
            f"of exchange is known; give the budget in {currency}",
        )
    verdict = within(bill, exact(budget.amount, currency)).answer
    if verdict == "yes":
        return BudgetVerdict("within", f"within {sum_}: the bill comes to {money(bill)}")
    if verdict == "no":
        few = int(exact(budget.amount, currency).per(bill).times(gpus).high)
        pays = f"at its lower end {sum_} pay for about {few:,} such GPUs" if few else (
            "not even one such GPU is paid for"
        )  # fmt: skip
        return BudgetVerdict("over", f"over {sum_}: the bill comes to {money(bill)}; {pays}")
    if isfinite(bill.high):
        why = "its prices are ranges"
    else:
        why = f"{unpriced} of its parts have no published price" if unpriced else "prices are open"
    return BudgetVerdict(
        "open", f"whether it is within {sum_} cannot be said: {money(bill)}, as {why}"
    )
