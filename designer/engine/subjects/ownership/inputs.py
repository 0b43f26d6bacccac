"""What owning and renting are counted from: the design, the site's decisions, planning defaults.

What the site states stands; for the rest stand planning defaults with their ranges, all in dollars:
where the site counts in another currency, what it does not state leaves owning without an upper
end.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from typing import Final

from designer.engine.subject import Facts
from designer.engine.subjects.bill.bill import BILL
from designer.engine.subjects.facility.facility import FACILITY, electricity_figure
from designer.engine.subjects.facility.year import CLIMATE
from designer.engine.subjects.ownership.answers import BOUGHT, Input, tried_around
from designer.engine.subjects.ownership.unpriced import STORAGE, planned_storage
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.totals.totals import TOTALS
from designer.model.figures import Figure, estimate, exact, missing, stated, total
from designer.model.ranges import range_of
from designer.model.site import Site

_YEAR: Final = "a year"
PEAK_RULE: Final = "rule worst hour: the mean of the year, or the climate's where it is worse"
IDLE_RULE: Final = "rule middle of the bounds of idle power"


def planned(facts: Facts, name: str, value: float | None, default: str) -> Figure:
    """Return what the site states, else the planning default where its currency fits.

    Parameters
    ----------
    name
        The field of the site.
    default
        Id of the default.
    """
    found = facts.catalog.default(default)
    unit = found.unit if found is not None else ""
    if value is not None:
        return exact(value, unit, f"site.{name}")
    if found is None or (unit[:3].isupper() and unit[:3] != facts.design.site.currency):
        return missing(f"site.{name}", unit)
    return found.figure


def _tried(facts: Facts, value: float | None, default: str) -> tuple[float, float] | None:
    """Return from where to where what the site states is tried: over the planning range."""
    found = planned(facts, "", None, default)
    return None if value is None or found.unknown else tried_around(value, found)


def years_of(facts: Facts) -> Figure:
    """Return the years over which is counted: no unknown, but a decision of whoever asks."""
    stated_ = facts.design.site.cost_years
    default = facts.catalog.default("cost-years")
    years = stated_ if stated_ is not None else default.value if default else 4.0
    return exact(years, "years", "site.cost_years" if stated_ else "default cost-years")


def owning(facts: Facts) -> tuple[Input, ...]:
    """Return all inputs of owning."""
    return (
        *_bought(facts), *_added(facts.design.site), *_decided(facts), *_drawn(facts),
        *_running(facts),
    )  # fmt: skip


def _decided(facts: Facts) -> Iterator[Input]:
    site = facts.design.site
    yield Input("gpus", "GPUs", facts[TOTALS].figure("gpus", "GPUs"), 0)
    yield Input("years", "Years", years_of(facts), 0)
    used = exact(site.utilisation, "of the hours", "site.utilisation")
    yield Input("used", "Hours that are used", used, 0, (0.5, 1.0))
    share = site.residual_share
    if share is not None:
        resale = exact(share, "of the price", "site.residual_share")
        yield Input("resale_share", "Resale at the end", resale, -1)
    if site.discount_rate is not None:
        rate = exact(site.discount_rate, "a year", "site.discount_rate")
        yield Input("discount", "Discount", rate, 0)
    again = _bought_again(site, years_of(facts).low)
    if again and site.refresh_years:
        yield Input("bought_again", "Nodes bought anew", exact(again, "times"), 1)
        yield Input("refresh", "Years between", exact(site.refresh_years, "years"), 0)


def _bought_again(site: Site, years: float) -> float:
    """Return how often nodes are bought anew within the years."""
    every = site.refresh_years
    return float(-(-years // every) - 1) if every else 0.0


def _bought(facts: Facts) -> Iterator[Input]:
    """Yield what is paid at first, by category; storage without a price by a planning range."""
    cost = facts[BILL]
    for line in cost.by_category:
        figure = line.figure("amount", cost.currency)
        if line.category == STORAGE and figure.high == inf:
            figure = planned_storage(facts, cost, figure)
        words = line.category[:1].upper() + line.category[1:]
        yield Input(f"{BOUGHT}{line.category}", words, figure)
    site = facts.design.site
    if site.hall == "built":
        each = planned(facts, "building_per_mw", site.building_per_mw, "building-per-mw")
        built = each * facts[TOTALS].figure("power_max_kw").times(0.001, "MW")
        figure = built.times(1.0, cost.currency)
        yield Input("building", "Building with its power and cooling plant", figure)
        life = planned(facts, "building_years", None, "building-years")
        yield Input("building_years", "Life of the building", life, -1)


ADDED: Final = (
    ("installation_share", "Installation and acceptance"),
    ("delivery_share", "Freight, taxes and insurance of delivery"),
    ("spares_share", "Stock of spares"),
    ("software_at_first", "Software and data"),
    ("land_and_design", "Land, design and permits"),
)
"""What is paid at first where the site states it, and else in no sum."""


def _added(site: Site) -> Iterator[Input]:
    for name, words in (*ADDED, ("insurance_share", "Insurance")):
        value: float | None = getattr(site, name)
        if value is not None:
            unit = "of the price" if name.endswith("_share") else site.currency
            yield Input(name, words, exact(value, unit, f"site.{name}"))


def _drawn(facts: Facts) -> Iterator[Input]:
    """Yield what energy follows from."""
    site = facts.design.site
    typical, idle = facts[SUMS]["typical"], counted_idle(site, facts[SUMS]["idle"])
    yield Input("typical_kw", "Power while working", typical)
    yield Input("idle_kw", "Power while idle", idle)
    yield Input("contract_kw", "Power that is contracted", facts[TOTALS].figure("power_max_kw"))
    yield Input("pue", "PUE", facts[FACILITY].figure("pue"))
    tried = _tried(facts, site.electricity_price, "electricity-price")
    yield Input("energy_price", "Electricity", electricity_figure(facts), tried=tried)
    if site.demand_charge_per_kw_month is not None:
        asked = site.demand_charge_per_kw_month
        unit = f"{site.currency}/(kW·month)"
        charge = exact(asked, unit, "site.demand_charge_per_kw_month")
        yield Input("demand", "Demand charge", charge)
        yield Input("peak_pue", "PUE of the worst hour", _peak_pue(facts))


def _peak_pue(facts: Facts) -> Figure:
    """Return the PUE of the worst hour of the year, by which a demand charge is paid.

    That of the site's climate; where it names none, or states a mean of its own, no more is certain
    than that the worst hour is no better than the mean.
    """
    mean, year = facts[FACILITY].figure("pue"), facts[CLIMATE]
    stated_ = facts.design.site.pue is not None
    if year.is_computed and not stated_:
        return year.figure("peak_pue")
    bounds = range_of("Site", "pue")
    most = inf if bounds is None else bounds.high
    ref = "PUE of the worst hour" if stated_ else "site.climate"
    if not facts.design.site.estimates or mean.value is None:
        return replace(missing(ref, low=mean.low, high=most), basis=mean.basis)
    likely = year.figure("peak_pue").likely if year.is_computed else mean.value
    found = estimate(likely, mean.low, most, "", ref, PEAK_RULE)
    return replace(found, basis=(PEAK_RULE, *mean.basis))


def counted_idle(site: Site, idle: Figure) -> Figure:
    """Return idle power as it counts in a year."""
    if site.utilisation == 1:
        # What counts for no hour of the year leaves nothing open.
        return exact(idle.likely, "kW", *idle.basis)
    return _likely_idle(idle) if site.estimates else idle


def _likely_idle(idle: Figure) -> Figure:
    """Return idle power of which only bounds are known with their middle as a named estimate.

    Without a value there would be none of energy, and none of a break-even in which it is little.
    """
    if idle.value is not None or idle.high == inf:
        return idle
    middle = total((exact(idle.low), exact(idle.high))).times(0.5)
    return estimate(middle.likely, idle.low, idle.high, idle.unit, "idle power", IDLE_RULE)


def _running(facts: Facts) -> Iterator[Input]:
    """Yield what is paid each year beside energy: what the site states of it, else defaults."""
    site = facts.design.site
    if site.licences_per_gpu_year is not None:
        each = stated(site.licences_per_gpu_year, "site.licences_per_gpu_year", _YEAR)
        yield Input("licences", "Licences of a GPU", each)
    if site.other_opex_per_year is not None:
        other = exact(site.other_opex_per_year, _YEAR, "site.other_opex_per_year")
        yield Input("other_running", "Staff, place and support as stated", other)
        return
    if site.hall in ("", "rented"):
        rent = planned(facts, "hall_per_kw_month", site.hall_per_kw_month, "hall-rent")
        tried = _tried(facts, site.hall_per_kw_month, "hall-rent")
        yield Input("hall_rent", "Rent of the hall", rent, tried=tried)
    share = planned(facts, "support_share", site.support_share, "support-share")
    tried = _tried(facts, site.support_share, "support-share")
    yield Input("support_share", "Support and spares", share, tried=tried)
    yield Input("people", "People who run it", _people(facts))
    pay = planned(facts, "person_per_year", site.person_per_year, "person-year")
    tried = _tried(facts, site.person_per_year, "person-year")
    yield Input("person_year", "Cost of a person", pay, tried=tried)


def _people(facts: Facts) -> Figure:
    """Return how many people run it: two at least, so that one can be away."""
    site = facts.design.site
    if site.people is not None:
        return exact(site.people, "people", "site.people")
    default = facts.catalog.default("servers-per-person")
    nodes = facts[TOTALS].figure("nodes", "people")
    if default is None:
        return missing("site.people", "people")
    least = facts.catalog.default("least-people")
    return nodes.per(default.figure, "people").clipped(least=least.value if least else 0.0)
