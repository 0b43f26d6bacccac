"""What a plan from answers comes to once it is measured: figures, price, findings, budget.

For the command line as text and JSON, and for the process that plans for the window.
"""

from collections.abc import Iterator
from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.figure_words import money, quantity
from designer.model.plural import plural
from designer.planning.questions.answers import Answers
from designer.planning.questions.budget import judged
from designer.planning.questions.limits import size_m
from designer.planning.questions.outcome import Plan, Proposal


def planned(plan: Plan) -> dict[str, Any]:
    """Return what a plan says before it is measured, as data."""
    shown = plan.proposal or plan.nearest
    return {
        "fits": plan.proposal is not None,
        "why_not": plan.why_not,
        "design": None if shown is None else _drawn(shown),
    }


def _drawn(shown: Proposal) -> dict[str, Any]:
    wide, deep = size_m(shown.design)
    return {
        "name": shown.design.name,
        "template": shown.template,
        "arguments": dict(shown.arguments),
        "gpus": shown.gpus,
        "racks": shown.racks,
        "room_m": [wide, deep],
        "assumptions": [
            {"what": one.what, "value": one.value, "why": one.why} for one in shown.assumptions
        ],
    }


def measured(shown: Proposal, answers: Answers, catalog: Catalog) -> dict[str, Any]:
    """Return what the engine says of a proposed design, as data."""
    report = evaluate(shown.design, catalog)
    open_checks = [check for check in report.checks if not check.waived]
    errors = [check.message for check in open_checks if check.severity == "error"]
    return {
        "power": quantity(report.totals.figure("power_max_kw", "kW")),
        "power_max_kw": report.totals.power_max_kw,
        "price": money(report.cost.figure("capex", report.cost.currency)),
        "price_scope": report.cost.scope,
        "errors": errors,
        "warnings": sum(check.severity == "warning" for check in open_checks),
        "budget": _budget(report, answers, shown.gpus),
    }


def _budget(report: Report, answers: Answers, gpus: int) -> dict[str, str] | None:
    if answers.budget is None:
        return None
    cost = report.cost
    verdict = judged(
        answers.budget,
        cost.figure("capex", cost.currency),
        cost.currency,
        gpus,
        len(cost.parts_without_price),
    )
    return {"answer": verdict.answer, "line": verdict.line}


def lines(said: dict[str, Any], figures: dict[str, Any] | None) -> Iterator[str]:
    """Yield a plan as lines for people."""
    if said["why_not"]:
        yield f"does not fit: {said['why_not']}"
    design = said["design"]
    if design is None or figures is None:
        return
    wide, deep = design["room_m"]
    head = "" if said["fits"] else "nearest: "
    yield (
        f"{head}{design['name']}: {plural(design['gpus'], 'GPU')} in "
        f"{plural(design['racks'], 'rack')}, {figures['power']} at most, room {wide:g} × {deep:g} m"
    )
    yield f"price: {figures['price']} ({figures['price_scope']})"
    if figures["budget"]:
        yield f"budget: {figures['budget']['line']}"
    errors, warnings = len(figures["errors"]), figures["warnings"]
    yield f"checks: {plural(errors, 'error')}, {plural(warnings, 'warning')}"
    yield from (f"error: {message}" for message in figures["errors"])
    yield "assumed:"
    for one in design["assumptions"]:
        yield f"  {one['what']}: {one['value']}" + (f" ({one['why']})" if one["why"] else "")
    words = " ".join(f"{key}={value}" for key, value in design["arguments"].items())
    yield f"the same without limits of the room: cluster-designer new {design['template']} {words}"
