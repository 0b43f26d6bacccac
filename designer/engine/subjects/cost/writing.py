"""Cost as a reader sees it."""

from collections.abc import Iterator
from math import floor, log10

from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.report import Report
from designer.model.figure_words import words
from designer.model.figures import Figure

_DIGITS = 3
"""Digits of a sum of prices that mean something; its bounds are wider than the fourth."""


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
        (line.category, money(line.figure("amount")), str(line.unpriced)) for line in c.by_category
    )
    yield Section("Cost", facts, Table(columns, rows))


def money(figure: Figure) -> str:
    """Return a sum of money; one that is not exact to a sensible number of digits."""
    size = abs(figure.low if figure.value is None else figure.value)
    if figure.exact or size < 1:
        return words(figure, 0)
    return words(figure, min(0, _DIGITS - 1 - floor(log10(size))))
