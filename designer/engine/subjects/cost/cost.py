"""Capital cost by category, and what the energy of a year costs."""

from collections import Counter
from typing import get_args

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import CostCategory
from designer.engine.report import Cost, CostLine, Facility, Totals
from designer.engine.subject import Facts, Key
from designer.engine.subjects.cables.cables import CABLES
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.facility import FACILITY
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.design import Design
from designer.model.units import HOURS_PER_YEAR

COST: Key[Cost] = Key("cost")


def cost_of(facts: Facts) -> Cost:
    """Return capital cost by category and the energy of a year.

    Energy is typical power · utilisation · PUE · 8760 h: never the maximum, which overstates it
    by 20 to 50 per cent.
    """
    counts, cables, totals = facts[CONTENTS].counts, facts[CABLES], facts[TOTALS]
    facility, design, catalog = facts[FACILITY], facts.design, facts.catalog
    currency = design.site.currency
    lines: dict[str, CostLine] = {}
    unpriced: list[str] = []
    dates: list[str] = []
    own = {p.id: p for p in design.prices if p.currency == currency}
    amounts: Counter[str] = Counter()
    lacking: Counter[str] = Counter()
    for part_id, number in sorted(counts.parts.items()):
        part = catalog.get(part_id)
        if part is not None and not part.traits.in_bill:
            continue
        category = part.traits.cost if part else "other"
        price = own.get(part_id) or catalog.price(part_id, currency)
        lines.setdefault(category, CostLine(category=category))
        if price is None:
            lacking[category] += number
            unpriced.append(part_id)
            continue
        amounts[category] += price.figure_cents * number
        dates += [price.as_of] if price.as_of else []
    if cables.count:
        lacking["network"] += cables.count
        lines.setdefault("network", CostLine(category="network"))
        unpriced.append(f"cables ({cables.count}, not routed yet)")
    by_category = tuple(
        CostLine(
            category=name,
            amount=amounts[name] / 100 if name in amounts else None,
            unpriced=lacking[name],
        )
        for name in get_args(CostCategory)
        if name in lines
    )
    energy = _energy_mwh(totals, facility, design)
    price_kwh = electricity_price(design, catalog)
    return Cost(
        currency=currency,
        # Nothing to buy costs nothing; parts without any price cost nobody knows what.
        capex=sum(amounts.values()) / 100 if amounts or not (totals.racks or lines) else None,
        opex_per_year=None if energy is None or price_kwh is None else energy * 1000 * price_kwh,
        energy_mwh_per_year=energy,
        by_category=by_category,
        price_date=min(dates, default=""),
        unpriced=tuple(unpriced),
        complete=not unpriced and totals.complete,
    )


def _energy_mwh(totals: Totals, facility: Facility, design: Design) -> float | None:
    if totals.power_typical_kw is None or facility.pue is None:
        return None
    kw = totals.power_typical_kw * facility.pue * design.site.utilisation
    return kw * HOURS_PER_YEAR / 1000


def electricity_price(design: Design, catalog: Catalog) -> float | None:
    """Return the price of a kWh: the site's, or the catalogue's where its currency fits."""
    if design.site.electricity_price is not None:
        return design.site.electricity_price
    default = catalog.default("electricity-price")
    if default is None or not default.unit.startswith(f"{design.site.currency}/"):
        return None
    return default.value
