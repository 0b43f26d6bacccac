"""Rules of money: prices that are not known or not counted, and an assumed price of energy."""

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from math import inf
from typing import Final

from designer.catalog.bands import PlanningDefault
from designer.catalog.entry import Price
from designer.catalog.exchange import Rates
from designer.engine.findings import Finding
from designer.engine.ownership_report import PLANNED
from designer.engine.subject import Facts
from designer.engine.subjects.bill.bill import cables_bought, parts_bought
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cost.cost import COST
from designer.engine.subjects.facility.facility import electricity_figure, planned_elsewhere
from designer.engine.subjects.ownership.ownership import OWNERSHIP


def prices_are_known(facts: Facts) -> Iterator[Finding]:
    """K01: everything has a price in the site's currency."""
    cost = facts[COST]
    foreign = {price.id for price in facts.design.prices}
    for entry in cost.unpriced:
        if entry in foreign:
            continue  # K07 has said why its own price is not counted.
        part = facts.catalog.get(entry)
        known = part.name if part else entry
        bought = entry in cost.parts_without_price
        open_end = (
            "has no upper end"
            if bought or cost.figure("capex").high == inf
            else ("leaves them out")
        )
        planned = part is not None and _is_planned(facts, part.traits.cost)
        yield Finding(
            "K01", "info", entry if bought else "cables", (),
            f"{known}: no price in {cost.currency}; the capital cost {open_end}"
            f"{_PLANNED if planned else ''}",
            "Add a price with date and source to the design.",
        )  # fmt: skip


_PLANNED: Final = ", and owning counts a planning range in its place"


def _is_planned(facts: Facts, category: str) -> bool:
    """Return whether a planning range with an upper end stands for parts without a price."""
    return any(
        PLANNED in one.source and one.name.lower() == category and one.figure("amount").high < inf
        for one in facts[OWNERSHIP].bought
    )


_UPSTREAM: Final = "what feeds the racks is left out of it"


def _free(facts: Facts, standing: Collection[str]) -> Iterator[Finding]:
    """Yield prices of 0, by the design or by a part of its own: somebody may not have said yet."""
    own = {price.id: price.amount_cents for price in facts.design.prices}
    for part_id in sorted({*own, *standing}):
        part = facts.catalog.get(part_id)
        name = part.name or part.id if part else part_id
        by_part = part is not None and any(
            one.scope == "purchase" and not any(_ends(one)) for one in part.prices
        )
        if own.get(part_id) == 0 or (part_id not in own and by_part):
            yield Finding(
                "K07", "info", f"free:{part_id}", (),
                f"{name}: a price of 0 is counted as it is given: the part costs nothing",
                "Leave the price out where it is not known, or accept that it costs nothing.",
            )  # fmt: skip


def _ends(price: Price) -> tuple[int | None, ...]:
    return price.amount_cents, price.low_cents, price.high_cents


def own_prices_are_counted(facts: Facts) -> Iterator[Finding]:
    """K07: a price that the design gives is in its currency, and for something that is bought.

    No rate of exchange stands in a design: currencies are never mixed (rule K07 of the tool's
    facility notes).
    """
    counts = facts[CONTENTS].counts
    yield from _free(facts, counts.parts.keys())
    if not facts.design.prices:
        return
    currency = facts[COST].currency
    bought = {piece.part for piece in (*parts_bought(facts), *cables_bought(facts))}
    standing = bought | counts.parts.keys() | counts.lost.keys()
    for price in facts.design.prices:
        part = facts.catalog.get(price.id)
        name = part.name or part.id if part else price.id
        if part is None and price.id not in standing:
            near = get_close_matches(price.id, [one.id for one in facts.catalog.parts], n=1)
            yield Finding(
                "K07", "warning", f"unknown:{price.id}", (),
                f"the design gives a price for {price.id}, and no part has that id; the price is "
                "in no sum",
                f"Correct the id{''.join(f' ({one}?)' for one in near)}, or delete the price.",
            )  # fmt: skip
        elif part is not None and part.traits.stands_outdoors:
            yield Finding(
                "K07", "info", f"plant:{price.id}", (),
                f"{name}: the price that the design gives is in no sum, because what the building "
                "costs by the MW, or the rent of the hall, has the cooling plant in it",
                "State what power and cooling plant come to for each MW.",
            )  # fmt: skip
        elif part is not None and not part.traits.in_bill:
            yield Finding(
                "K07", "info", f"within:{price.id}", (),
                f"{name}: the price that the design gives is in no sum, because it is bought with "
                "what it sits in",
                "Give the price of that instead.",
            )  # fmt: skip
        elif part is not None and not part.traits.placed_by_hand and price.id not in standing:
            yield Finding(
                "K07", "info", f"not-placed:{price.id}", (),
                f"{name}: the price that the design gives is in no sum, because the capital cost "
                f"is of what stands on the floor, and {part.traits.why_not_placed or _UPSTREAM}",
                "Add it to the capital cost by hand, or delete the price.",
            )  # fmt: skip
        elif price.currency != currency and price.id in standing:
            yield Finding(
                "K07", "error", f"currency:{price.id}", (),
                f"{name}: the design gives its price in {price.currency} and counts in {currency}; "
                "the capital cost has no upper end",
                f"Give its price in {currency}, or count the site in {price.currency}.",
            )  # fmt: skip


def _price_of_elsewhere(currency: str, default: PlanningDefault, rates: Rates) -> Finding:
    """Return that a planning price of energy stands in the site as one in another currency."""
    told, old = rates.mean(default.unit[:3], currency), default.unit
    at = "no rate of exchange is known"
    if told is not None:
        there = default.figure.times(told[0], f"{currency}/kWh")
        at = f"at the mean of {told[1]} it is {there.likely:.4g} {there.unit}"
    return Finding(
        "D03", "warning", "electricity-price:currency", (),
        f"the site's {default.value:g} is the planning price in {old}, and the site counts in "
        f"{currency}: what energy costs stays open; {at}",
        f"Give the site's own price in {currency} (one that is the same number, with a digit more)",
    )  # fmt: skip


def assumed_price_of_energy(facts: Facts) -> Iterator[Finding]:
    """D03: a planning price of energy stands in for that of the site."""
    site = facts.design.site
    figure = electricity_figure(facts)
    default = facts.catalog.default("electricity-price")
    draws = facts[COST].figure("energy_mwh_per_year").high > 0
    if planned_elsewhere(facts) and draws and default:
        yield _price_of_elsewhere(site.currency, default, facts.catalog.rates)
    if site.electricity_price is None and figure.value is not None and draws and default:
        yield Finding(
            "D03", "info", "electricity-price", (),
            f"{default.value:g} {default.unit} is assumed: {default.source}",
            "Give the site's own price.",
        )  # fmt: skip
    if site.electricity_price is None and figure.unknown and draws:
        yield Finding(
            "D03", "info", "no-electricity-price", (),
            f"no price of electricity in {site.currency} is known: what energy costs, and so the "
            "running cost of a year, has no upper end",
            "State the price in Design settings › Site › Electricity.",
            open_on=("site.electricity_price",),
        )  # fmt: skip
