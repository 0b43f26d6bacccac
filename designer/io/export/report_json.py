"""The report as JSON, under the names that other programs rely on.

A figure keeps its name and is a number or null. Where it is not exact, the record that holds it
also holds, keyed by that name: `bounds` ([low, high], null where nothing bounds it), `known` (share
of its inputs that is known), `basis` (what it rests on), `gaps` (inputs that leave it open, widest
first); `estimated` lists the names whose number is a named estimate. A record of exact figures has
none of these. `totals.partial` lists the totals that are not exact, and is empty where all are.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.measured import Bound, Measured
from designer.model.record import Record


def report_data(report: Report) -> dict[str, Any]:
    """Return the report as plain data: `null` is not known, categories and media are tables."""
    data: dict[str, Any] = plain(report)
    data["cables"]["by_medium"] = dict(report.cables.by_medium)
    data["cost"] = _cost(report)
    data["totals"]["partial"] = [bound.name for bound in report.totals.bounds]
    data["sections"] = {name: plain(record) for name, record in report.sections}
    # What could not be computed is null, never the section of an empty design.
    data |= {lost.subject: None for lost in report.not_computed if lost.whole}
    return data


def report_json(design: Design, catalog: Catalog, report: Report) -> str:
    """Return the report as indented JSON; the same design gives the same bytes.

    `timings` is there as promised and empty: how long the engine took differs from run to run.
    """
    data = {**report_data(report), "timings": []}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def plain(value: object) -> Any:  # noqa: ANN401 - data of any shape
    """Return a record as plain data; what is not exact of its figures stands beside them."""
    if isinstance(value, Record):
        names = [name for name in type(value).model_fields if not _holds_bounds(value, name)]
        data = {name: plain(getattr(value, name)) for name in names}
        return {**data, **_not_exact(_named(value))} if isinstance(value, Measured) else data
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def _cost(report: Report) -> dict[str, Any]:
    """Return the cost, its categories as tables; their bounds are keyed `by_category.nodes`."""
    cost = report.cost
    data: dict[str, Any] = plain(cost)
    lines = cost.by_category
    data["by_category"] = {line.category: line.amount for line in lines}
    data["unpriced_by_category"] = {line.category: line.unpriced for line in lines}
    named = dict(_named(cost))
    for line in lines:
        found = line.bound("amount")
        if found is not None:
            named[f"by_category.{line.category}"] = found
    return {**data, **_not_exact(named)}


def _holds_bounds(record: Record, name: str) -> bool:
    return isinstance(record, Measured) and name == "bounds"


def _named(record: Measured) -> dict[str, Bound]:
    return {bound.name: bound for bound in record.bounds}


def _not_exact(bounds: Mapping[str, Bound]) -> dict[str, Any]:
    """Return what is not exact, keyed by the name of the figure; nothing where all is exact."""
    if not bounds:
        return {}
    return {
        "bounds": {name: [bound.low, bound.high] for name, bound in bounds.items()},
        "known": {name: bound.known for name, bound in bounds.items()},
        "basis": _lists((name, bound.basis) for name, bound in bounds.items()),
        "gaps": _lists((name, bound.gaps) for name, bound in bounds.items()),
        "estimated": [name for name, bound in bounds.items() if bound.estimated],
    }


def _lists(named: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, list[str]]:
    return {name: list(refs) for name, refs in named}
