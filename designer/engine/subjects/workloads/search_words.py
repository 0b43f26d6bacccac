"""A plan in words, and why one lost to another."""

import re
from typing import Final

from designer.engine.subjects.workloads.plan import Plan
from designer.engine.subjects.workloads.search import ALIKE, LOST_TO, Priced, split_of, why_slower
from designer.model.duration_text import duration

_DEGREE: Final = re.compile(r"\b(TP|PP|CP|EP|DP) ?([1-9][0-9]{0,5})\b[ ·,]*")


def plan_words(plan: Plan) -> str:
    """Return its degrees with what else tells it apart."""
    degrees = (
        ("TP", plan.tensor), ("PP", plan.pipeline), ("CP", plan.context), ("EP", plan.expert),
        ("DP", plan.data),
    )  # fmt: skip
    said = [f"{name} {degree}" for name, degree in degrees if degree > 1 or name in ("TP", "DP")]
    said.append(f"micro-batch {plan.micro_batch}")
    if plan.interleave > 1:
        said.append(f"interleave {plan.interleave}")
    if plan.recompute != "none":
        said.append(f"{plan.recompute} recompute")
    return " · ".join(said)


def split_given(words: str) -> tuple[int, ...]:
    """Return the degrees of a plan in words, `TP 8 PP 14 DP 4`, those that it leaves out as 1.

    Raises
    ------
    ValueError
        If it says anything else.
    """
    found: dict[str, int] = {}
    for name, degree in _DEGREE.findall(words):
        if name in found:
            raise ValueError(f"the plan {words!r} names {name} twice")
        found[name] = int(degree)
    if _DEGREE.sub("", words).strip(" ·,") or not found:
        raise ValueError(f"the plan {words!r} is not read: write it as TP 8 PP 14 CP 2 DP 4")
    return tuple(found.get(name, 1) for name in ("TP", "PP", "CP", "EP", "DP"))


def split_words(plan: Plan) -> str:
    """Return the degrees of a plan as a design keeps them."""
    named = zip(("TP", "PP", "CP", "EP", "DP"), split_of(plan), strict=True)
    return " ".join(f"{name} {degree}" for name, degree in named)


def lost_words(one: Priced, best: Priced, lacking_gb: float | None = None) -> str:
    """Return why a plan is not the best one.

    Parameters
    ----------
    lacking_gb
        What it lacks of memory, GB; None where it fits.
    """
    took = duration(one.ledger.total)
    if lacking_gb is not None:
        return f"{took}, and lacks {lacking_gb:.3g} GB of memory"
    if one.ledger.total < best.ledger.total * (1 - ALIKE):
        faster = 100 * (1 - one.ledger.total / best.ledger.total)
        return f"{took}: {faster:.2g} % faster than what is kept"
    name, more = why_slower(one.ledger, best.ledger)
    if one.ledger.total <= best.ledger.total * (1 + ALIKE):
        return f"{took}, alike"
    return f"{took}: {LOST_TO[name]} (+{duration(more)})"
