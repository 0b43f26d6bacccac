"""Rules of money: prices that are not known, and a price of energy that is assumed."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.cost.cost import COST


def prices_are_known(facts: Facts) -> Iterator[Finding]:
    """K01: everything has a price in the site's currency."""
    for entry in facts[COST].unpriced:
        part = facts.catalog.get(entry)
        cause = entry if part else "cables"
        yield Finding(
            "K01", "info", cause, (),
            f"{part.name if part else entry}: no price in {facts[COST].currency}; the capital cost "
            "leaves it out",
            "Add a price with date and source to the design.",
        )  # fmt: skip


def assumed_price_of_energy(facts: Facts) -> Iterator[Finding]:
    """D03: a planning price of energy stands in for that of the site."""
    site = facts.design.site
    default = facts.catalog.default("electricity-price")
    if site.electricity_price is None and facts[COST].opex_per_year and default:
        yield Finding(
            "D03", "info", "electricity-price", (),
            f"{default.value:g} {default.unit} is assumed: {default.source}",
            "Give the site's own price.",
        )  # fmt: skip
