"""Cost as a reader sees it."""

from collections.abc import Iterator

from designer.engine.cost_report import Cost
from designer.engine.page import UNKNOWN, Align, Section, Table
from designer.engine.report import Report
from designer.model.figure_words import money, words

_OWNED = (
    ("tco", "Owning, over its years"),
    ("cloud_total", "Renting the same GPUs, over these years"),
)


def _ownership(c: Cost) -> Iterator[tuple[str, str]]:
    """Yield what owning costs over the years of the site, and renting, where they are asked."""
    for name, label in _OWNED:
        if c.bound(name) is not None or getattr(c, name) is not None:
            yield label, money(c.figure(name, c.currency))
    if c.bound("gpu_hour") is not None or c.gpu_hour is not None:
        yield "Owning, an hour of a GPU", words(c.figure("gpu_hour", c.currency), 2)
    name = "break_even_months"
    if c.bound(name) is not None or c.break_even_months is not None:
        yield "Capital is saved after", words(c.figure(name, "months"), 1)


def written(report: Report) -> Iterator[Section]:
    """Yield the section of cost."""
    c = report.cost
    facts = (
        ("Capital cost", money(c.figure("capex", c.currency))),
        ("It is the sum of", c.scope or UNKNOWN),
        ("Energy a year", words(c.figure("energy_mwh_per_year"), 0, "MWh")),
        ("Energy cost a year", money(c.figure("opex_per_year", c.currency))),
        *_ownership(c),
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
