"""A plan in words, and why one lost to another."""

from designer.engine.subjects.workloads.plan import Plan
from designer.engine.subjects.workloads.search import ALIKE, LOST_TO, Priced, why_slower


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


def lost_words(one: Priced, best: Priced, lacking_gb: float | None = None) -> str:
    """Return why a plan is not the best one.

    Parameters
    ----------
    lacking_gb
        What it lacks of memory, GB; None where it fits.
    """
    took = f"{one.ledger.total:.3g} s"
    if lacking_gb is not None:
        return f"{took}, and lacks {lacking_gb:.3g} GB of memory"
    name, more = why_slower(one.ledger, best.ledger)
    if one.ledger.total <= best.ledger.total * (1 + ALIKE):
        return f"{took}, alike"
    return f"{took}: {LOST_TO[name]} (+{more:.2g} s)"
