"""The report as JSON, under the names that other programs rely on."""

import json
from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.model.design import Design


def report_data(report: Report) -> dict[str, Any]:
    """Return the report as plain data: `null` is not known, categories and media are tables."""
    data = report.model_dump(mode="json")
    data["rows"] = [{"id": row, "power_max_kw": kw} for row, kw in report.rows]
    data["cables"]["by_medium"] = dict(report.cables.by_medium)
    cost = data["cost"]
    cost["by_category"] = {line.category: line.amount for line in report.cost.by_category}
    cost["unpriced_by_category"] = {c.category: c.unpriced for c in report.cost.by_category}
    data["sections"] = {name: record.model_dump(mode="json") for name, record in report.sections}
    # What could not be computed is null, never the section of an empty design.
    data |= {lost.subject: None for lost in report.not_computed if not lost.where}
    return data


def report_json(design: Design, catalog: Catalog, report: Report) -> str:
    """Return the report as indented JSON."""
    return json.dumps(report_data(report), indent=2, ensure_ascii=False) + "\n"
