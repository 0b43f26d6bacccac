"""Cost as a reader sees it."""

from collections.abc import Iterator

from designer.engine.page import UNKNOWN, Align, Section, Table, number
from designer.engine.report import Report


def written(report: Report) -> Iterator[Section]:
    """Yield the section of cost."""
    c = report.cost
    facts = (
        ("Capital cost", number(c.capex, 0, c.currency, complete=c.complete)),
        ("Energy a year", number(c.energy_mwh_per_year, 0, "MWh")),
        ("Running cost a year", number(c.opex_per_year, 0, c.currency)),
        ("Newest price used", c.price_date or UNKNOWN),
    )
    columns: tuple[tuple[str, Align], ...] = (
        ("Category", "left"), (f"Cost {c.currency}", "right"), ("Without a price", "right"),
    )  # fmt: skip
    rows = tuple(
        (line.category, number(line.amount, 0, complete=not line.unpriced), str(line.unpriced))
        for line in c.by_category
    )
    yield Section("Cost", facts, Table(columns, rows))
