"""Cost as a reader sees it."""

from collections.abc import Iterator

from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.report import Report
from designer.model.figure_words import money, words


def written(report: Report) -> Iterator[Section]:
    """Yield the section of cost."""
    c = report.cost
    facts = (
        ("Capital cost", money(c.figure("capex", c.currency))),
        ("It is the sum of", c.scope or UNKNOWN),
        ("Energy a year", words(c.figure("energy_mwh_per_year"), 0, "MWh")),
        ("Running cost a year", money(c.figure("opex_per_year", c.currency))),
        ("Newest price used", c.price_date or UNKNOWN),
        ("Oldest price used", c.oldest_price_date or UNKNOWN),
    )
    columns: tuple[tuple[str, Align], ...] = (
        ("Category", "left"), (f"Cost {c.currency}", "right"), ("Without a price", "right"),
    )  # fmt: skip
    rows = tuple(
        (line.category, money(told.times(1, "")), str(line.unpriced))
        for line, told in zip(c.by_category, c.told_by_category(), strict=True)
    )
    yield Section("Cost", facts, Table(columns, rows))
