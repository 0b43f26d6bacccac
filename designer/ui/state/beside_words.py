"""What of a variant stands on the plots of the open design, and what is said where nothing does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from designer.engine.ownership_report import Ownership
    from designer.engine.workload_report import WorkloadReport
    from designer.model.workload import Workload
    from designer.ui.state.variants import Variant

OWNERSHIP = "ownership"
MONTHS = "months"
WORKLOADS = ("workloads", "plans of workloads")


def run_beside(variant: Variant, asked: Workload) -> WorkloadReport | None:
    """Return the workload of a variant that is compared with one; None where it has none.

    That which was pinned; else that of the same id and kind, else of the same kind and model.
    """
    if variant.run is not None:
        return variant.run
    found = variant.report.workloads if variant.report is not None else ()
    alike = [one for one in found if one.kind == asked.kind]
    same = [one for one in alike if one.id == asked.id]
    return next(iter([*same, *(one for one in alike if one.model == asked.model)]), None)


def no_run_words(variant: Variant, asked: Workload) -> str:
    """Return why nothing of a variant stands on the plots of a workload; empty where it does."""
    run = run_beside(variant, asked)
    if run is not None and not run.missing:
        return ""
    lost = variant.report.why_lost(*WORKLOADS) if variant.report is not None else ""
    # What would mend it is said where that design is open.
    missing = run.missing.partition(":")[0] if run is not None else ""
    why = f"not computed: {missing}" if missing else lost or "runs no such workload"
    return f"{variant.letter}: {why}"


def runs_elsewhere(variants: Iterable[Variant]) -> str:
    """Return what variants run beside a design that runs nothing; empty where they do neither."""
    told = []
    for one in variants:
        runs = [one.run] if one.run is not None else one.report.workloads if one.report else ()
        if runs:
            told.append(f"{one.letter} runs {' and '.join(run.called for run in runs)}")
    return f"{', '.join(told)}; this design runs nothing" if told else ""


def owned_beside(variant: Variant) -> Ownership | None:
    """Return owning and renting of a variant; None where that is not computed."""
    report = variant.report
    if report is None or report.why_lost(OWNERSHIP) or not report.ownership.is_computed:
        return None
    return report.ownership


def answer_of(owned: Ownership) -> float | None:
    """Return what the ranking of inputs moves; None where it is open, or never reached."""
    term = owned.term("on demand")
    if owned.answer.startswith(MONTHS) and term is not None:
        return None if term.never else term.break_even_months
    return owned.gpu_hour


def no_cost_words(variant: Variant, owned: Ownership) -> str:
    """Return what of a variant's money does not stand on the plots, and why; empty for nothing."""
    other, report = owned_beside(variant), variant.report
    if other is None:
        lost = report.why_lost(OWNERSHIP) if report is not None else ""
        why = lost or "no GPUs to own or rent"
    else:
        why = ", ".join(filter(None, (_scale_words(other, owned), years_words(other, owned))))
    return f"{variant.letter}: {why}" if why else ""


def _scale_words(other: Ownership, owned: Ownership) -> str:
    """Return why amounts or the answer of a variant stand on no axis; empty where they do."""
    if other.currency != owned.currency:
        return f"in {other.currency}, not on an axis in {owned.currency}"
    if other.answer != owned.answer and owned.answer and other.answer:
        return f"its answer is {other.answer}, not on an axis of {owned.answer}"
    if answer_of(other) is None and other.answer.startswith(MONTHS):
        term = other.term("on demand")
        never = term is not None and term.never
        return "owning never costs less than renting" if never else "month of break-even is open"
    return ""


def years_words(other: Ownership, owned: Ownership) -> str:
    """Return over how many years a variant is counted, where they are not those of the design."""
    if other.years is None or owned.years is None or other.years == owned.years:
        return ""
    return f"over {other.years:g} years, not {owned.years:g}"


def joined(words: Iterable[str]) -> str:
    """Return what is said of several in one line."""
    return " · ".join(filter(None, words))
