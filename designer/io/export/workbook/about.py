"""The sheet that says what the others are of, what they leave out, and by which rules of spares."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import KINDS
from designer.catalog.spare_stock import IN_DEVICES, idle_rules
from designer.engine.report import Report
from designer.io.export.bill_of_materials import scope_words
from designer.io.export.workbook.sheet import Column, Row, Sheet
from designer.model.design import Design
from designer.model.revisions import in_order
from designer.model.spare_rule import SpareRule

_COLUMNS: Final = (
    Column("What", 34), Column("Says", 90), Column("Spares, %", 10, "number"),
    Column("Spares at least", 10, "whole"), Column("Source", 40), Column("Note", 40),
)  # fmt: skip


def about_sheet(design: Design, catalog: Catalog, report: Report) -> Sheet:
    """Return what the workbook is of, and the rules of spares that its design states."""
    return Sheet("About", _COLUMNS, tuple(_lines(design, catalog, report)))


def _lines(design: Design, catalog: Catalog, report: Report) -> Iterator[Row]:
    yield {"What": "Design", "Says": design.name}
    for revision in in_order(design.revisions)[-1:]:
        yield {"What": "Revision", "Says": f"{revision.id} · {revision.date} · {revision.text}"}
    yield {"What": "Bill", "Says": scope_words(design)}
    yield {"What": "Capital of the report", "Says": report.cost.scope}
    yield {
        "What": "Cells",
        "Says": "an empty cell is a figure that nobody states; low and high are the ends of one "
        "that is not exact, and an end is empty where nothing bounds it",
    }
    if not design.spares:
        yield {"What": "Spares", "Says": "no rule is stated in the design: none are counted"}
    idle = idle_rules(design, catalog)
    for rule in design.spares:
        said = _words(rule, catalog) if rule.id not in idle else "names no kind and no part"
        yield {
            "What": f"Spares of {rule.id}",
            "Says": said,
            "Spares, %": rule.percent,
            "Spares at least": rule.at_least,
            "Source": rule.source,
            "Note": rule.note,
        }


def _words(rule: SpareRule, catalog: Catalog) -> str:
    part = catalog.get(rule.id)
    kinds = {kind.id: kind.plural for kind in KINDS}
    inside = IN_DEVICES.get(rule.id)
    if part is not None:
        of = f"{part.vendor} {part.name}".strip()
    else:
        of = inside[1] if inside is not None else kinds[rule.id]
    each = "each part, and each length of a cable, rounded up"
    return f"{of}: of those installed of {each}"
