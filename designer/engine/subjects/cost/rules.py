"""Rules of money: prices that are not known, and a price of energy that is assumed."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.cost.cost import COST
from designer.engine.subjects.facility.facility import electricity_figure


def prices_are_known(facts: Facts) -> Iterator[Finding]:
    """K01: everything has a price in the site's currency."""
    for entry in facts[COST].unpriced:
        part = facts.catalog.get(entry)
        known = part.name if part else entry
        open_end = "has no upper end" if part else "leaves them out"
        yield Finding(
            "K01", "info", entry if part else "cables", (),
            f"{known}: no price in {facts[COST].currency}; the capital cost {open_end}",
            "Add a price with date and source to the design.",
        )  # fmt: skip


def assumed_price_of_energy(facts: Facts) -> Iterator[Finding]:
    """D03: a planning price of energy stands in for that of the site."""
    site = facts.design.site
    figure = electricity_figure(facts)
    default = facts.catalog.default("electricity-price")
    draws = facts[COST].figure("energy_mwh_per_year").high > 0
    if site.electricity_price is None and figure.value is not None and draws and default:
        yield Finding(
            "D03", "info", "electricity-price", (),
            f"{default.value:g} {default.unit} is assumed: {default.source}",
            "Give the site's own price.",
        )  # fmt: skip
