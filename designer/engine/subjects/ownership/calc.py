"""Calculations of ownership: a cluster's capital, a year of it, and owning against renting."""

from math import isfinite
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.subjects.facility.energy_calc import (
    PUE,
    USD_PER_KWH,
    UTILISATION,
)
from designer.engine.subjects.ownership import answers
from designer.engine.subjects.ownership.answers import BOUGHT
from designer.engine.subjects.ownership.money import annuity
from designer.engine.subjects.ownership.plants import parts_of
from designer.model.figures import Figure, exact, missing
from designer.model.units import HOURS_PER_YEAR

_BVR: Final = "ai-infrastructure.net/build-vs-rent-gpu-cost-model: own and rented hours"
_MVD: Final = (
    "J. Hamilton, perspectives.mvdirona.com: annual fully burdened cost of power, 82 % of the "
    "facility for power and cooling"
)
_SHEET: Final = "cost sheet of H100 clusters, August 2024 (docs.google.com/spreadsheets 1Ft3RbeZ…)"


def _known(catalog: Catalog | None) -> Catalog:
    return load_shipped() if catalog is None else catalog


def _or_none(value: float) -> float | None:
    return value if isfinite(value) else None


def _buy_or_rent(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    one = {
        f"{BOUGHT}all": v["capex"], "other_running": v["opex_per_year"], "gpus": v["gpus"],
        "years": v["years"], "used": v["utilisation"], "rate": v["cloud_per_gpu_hour"],
        "resale_share": v["residual"], "discount": v["discount"],
    }  # fmt: skip
    own, cloud = answers.owned(one), answers.rented(one)
    always = answers.rented({**one, "used": 1.0})
    found: dict[str, Value] = {
        "cloud_total": cloud,
        "own_total": own,
        "npv": answers.worth(one),
        "break_even_utilisation_pct": 100 * own / always if always else None,
        "payback_years": _or_none(answers.months(one) / 12),
        "gpu_hour": _or_none(answers.own_hour(one)),
    }
    notes = []
    if answers.saved(one) <= 0:
        notes.append("renting costs no more than running what is owned: it is never paid back")
    if always and own > always:
        notes.append("owning costs more than renting all hours of these years")
    return {**found, "note": "; ".join(notes)} if notes else found


_GPUS = Parameter("gpus", "count", help="GPUs that are owned or rented")
_YEARS = Parameter("years", unit="years", default=4.0, help="over which is compared")

BUY_OR_RENT = Calculation(
    name="buy-or-rent",
    summary="owning GPUs against renting their hours",
    parameters=(
        _GPUS,
        Parameter("capex", unit="USD", help="of the whole cluster: systems, network, plant"),
        Parameter("opex_per_year", unit="USD", help="energy, place, staff, support"),
        Parameter("cloud_per_gpu_hour", unit="USD", help="with storage and traffic, if compared"),
        Parameter("utilisation", default=1.0, help="part of the hours that are used or rented"),
        _YEARS,
        Parameter("discount", default=0.0, help="of a year, 0.08 for 8 %"),
        Parameter("residual", default=0.0, help="part of the capital that a sale brings"),
    ),
    results=(
        ("cloud_total", "USD"), ("own_total", "USD"), ("npv", "USD"),
        ("break_even_utilisation_pct", "%"), ("payback_years", "years"), ("gpu_hour", "USD"),
    ),
    formula=(
        f"hours = GPUs·{HOURS_PER_YEAR}·utilisation; cloud = hours·rate·years; own = "
        f"capex·(1 − residual) + opex·years; break-even = own/(GPUs·{HOURS_PER_YEAR}·years·rate); "
        "payback = capex/(cloud a year − opex); NPV = Σ (cloud a year − opex)/(1 + discount)^t + "
        "residual − capex; GPU hour = own/(hours·years). Totals are not discounted"
    ),
    sources=(_BVR,),
    run=_buy_or_rent,
)  # fmt: skip


def _tco(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    watts = v["it_kw"] * 1000
    paid = annuity(v["capex"], v["rate"], v["years"])
    one = {
        "typical_kw": v["it_kw"], "idle_kw": 0.0, "used": v["utilisation"], "pue": v["pue"],
        "energy_price": v["usd_per_kwh"], "other_running": v["opex_per_year"], "gpus": v["gpus"],
        "years": v["years"],
    }  # fmt: skip
    energy, year = answers.energy(one), paid + answers.running(one)
    found: dict[str, Value] = {
        "annuity": paid,
        "energy_per_year": energy,
        "tco_per_year": year,
        "tco": year * v["years"],
        "capital_per_watt_year": paid * v["power_share"] / watts,
        "energy_per_watt_year": energy / watts,
        "burdened_per_watt_year": (paid * v["power_share"] + energy) / watts,
    }
    if v["gpus"]:
        hours = answers.hours(one)
        found["gpu_hour"] = year * v["years"] / hours if hours else None
    return found


TCO = Calculation(
    name="tco",
    summary="what a year of a cluster or of a building costs, by annuity and energy",
    parameters=(
        Parameter("capex", unit="USD", help="what is paid for at first"),
        Parameter("it_kw", unit="kW", help="power of the IT that it serves"),
        Parameter("years", unit="years", default=4.0, help="a building 10–15, servers 3–5"),
        Parameter("rate", default=0.05, help="interest of a year"),
        Parameter("power_share", default=1.0, help="part of the capital for power and cooling"),
        PUE,
        USD_PER_KWH,
        UTILISATION,
        Parameter("opex_per_year", unit="USD", default=0.0, help="staff, support, licences"),
        Parameter("gpus", "count", optional=True, help="for the price of an hour of one"),
    ),
    results=(
        ("annuity", "USD a year"), ("energy_per_year", "USD a year"),
        ("tco_per_year", "USD a year"), ("tco", "USD"),
        ("capital_per_watt_year", "USD/W"), ("energy_per_watt_year", "USD/W"),
        ("burdened_per_watt_year", "USD/W"), ("gpu_hour", "USD"),
    ),
    formula=(
        "annuity = capex·rate/(1 − (1 + rate)^−years); energy = "
        f"IT·utilisation·{HOURS_PER_YEAR} h·PUE·price; burdened = (annuity·share + energy)/W; "
        "GPU hour = (annuity + energy + opex)/(GPUs·hours·utilisation)"
    ),
    sources=(
        _MVD,
        "lives: datacenterknowledge.com, 2010-09-22 (a building 10–15 years, servers 3)",
    ),
    run=_tco,
)  # fmt: skip


def _capital(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    nodes = v["nodes"]
    network = v["switches"] * v["switch_usd"] + nodes * v["cables_per_node_usd"]
    total = nodes * (v["node_usd"] + v["facility_per_node_usd"]) + network
    return {
        "total": total,
        "per_node": total / nodes if nodes else None,
        "per_gpu": total / (nodes * v["gpus_per_node"]) if nodes else None,
        "network": network,
        "network_share_pct": 100 * network / total if total else None,
    }


CAPITAL = Calculation(
    name="capital",
    summary="capital of a cluster from the prices of its nodes, switches, cables and place",
    parameters=(
        Parameter("nodes", "count"),
        Parameter("node_usd", unit="USD", help="of one node"),
        Parameter("switches", "count", help="as calc fabric counts them"),
        Parameter("switch_usd", unit="USD", help="of one switch"),
        Parameter("cables_per_node_usd", unit="USD", help="cables and optics, all tiers"),
        Parameter("facility_per_node_usd", unit="USD", default=0.0, help="place, power, cooling"),
        Parameter("gpus_per_node", "count", default=8),
    ),
    results=(
        ("total", "USD"), ("per_node", "USD"), ("per_gpu", "USD"), ("network", "USD"),
        ("network_share_pct", "%"),
    ),
    formula=(
        "network = switches·price + nodes·cables; total = nodes·(node + facility) + network; "
        "share = network/total"
    ),
    sources=(_SHEET,),
    run=_capital,
)  # fmt: skip


def _building_price(catalog: Catalog) -> Figure:
    found = catalog.default_figure("building-per-mw")
    return missing("usd_per_mw", "USD/MW") if found is None else found


_BUILT: Final = ("power_plant", "cooling_plant", "shell")


def _building(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value | Figure]:
    asked, more = v["usd_per_mw"], 1 + v["premium"]
    price = exact(asked, "USD/MW") if asked is not None else _building_price(_known(catalog))
    usd = price.times(v["it_mw"] * more, "USD")
    found: dict[str, Value | Figure] = {"usd": usd}
    if v["rack_usd"] is None:
        # A price that is compared with that of a rack has its racks in it: no share of it is known.
        parts = (figure for _, figure, _ in parts_of(_known(catalog), usd))
        found |= dict(zip(_BUILT, parts, strict=False))
    else:
        if not asked:
            raise CalcError("rack_usd is compared with a price: give usd_per_mw")
        racks = asked * more * 1000 / v["rack_usd"]
        gpus = None if v["gpu_share"] is None else v["rack_usd"] * v["gpu_share"]
        found |= {"racks_per_gw": racks, "kw_per_rack": 1e6 / racks, "gpu_usd_per_rack": gpus}
    return found


BUILDING = Calculation(
    name="building",
    summary="what a building for AI costs, by megawatt",
    parameters=(
        Parameter("it_mw", unit="MW", help="power of the IT"),
        Parameter("usd_per_mw", unit="USD/MW", optional=True, help="else the published range"),
        Parameter("premium", default=0.0, help="for AI: 0.07 to 0.10 are published"),
        Parameter("rack_usd", unit="USD", optional=True, help="all that a rack costs, if compared"),
        Parameter("gpu_share", optional=True, help="of it for GPUs: 0.39 published"),
    ),
    results=(
        ("usd", "USD"), ("power_plant", "USD"), ("cooling_plant", "USD"), ("shell", "USD"),
        ("racks_per_gw", ""), ("kw_per_rack", "kW"), ("gpu_usd_per_rack", "USD"),
    ),
    formula=(
        "USD = MW·price·(1 + premium); power plant = USD·plant's share·power's share of it, "
        "cooling plant = the rest of the plant, shell = all else that is built; racks for each GW "
        "= price of a GW/price of a rack; GPUs of a rack = its price·share"
    ),
    sources=(
        "Cushman & Wakefield, Data Center Development Cost Guide 2025: 9.3 to 15.0, mean 11.7 "
        "million USD a MW, without land, soft cost and what the owner furnishes",
        "the same, pages 6–7: 63 % by the megawatt (53 critical capacity, 10 white space); "
        "Hamilton 82 %, Cortex Construct 45 % at the least",
        "power plant 71 % of both (50 to 77 %): noxtel.mx, Cortex Construct, IB Interview "
        "Questions (second-hand)",
        "Turner & Townsend, Data Centre Construction Cost Index 2025–2026: 7 to 10 % above for AI",
        "Bernstein: 35 billion USD a GW, 5.9 million a rack, 39 % of it for GPUs (second-hand)",
    ),
    run=_building,
)  # fmt: skip


def licence_price(catalog: Catalog) -> float | None:
    """Return what software is listed at for each GPU and year, USD."""
    told = catalog.guideline("ai-enterprise-license")
    return told.value if told else None


def _licences(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value]:
    each = v["usd_per_gpu_year"]
    each = licence_price(_known(catalog)) if each is None else each
    year = None if each is None else v["gpus"] * each
    return {"usd_per_year": year, "usd": None if year is None else year * v["years"]}


LICENCES = Calculation(
    name="licences",
    summary="software that is paid for each GPU and year",
    parameters=(
        _GPUS,
        Parameter("usd_per_gpu_year", unit="USD", optional=True, help="else the list price"),
        Parameter("years", unit="years", default=1.0),
    ),
    results=(("usd_per_year", "USD a year"), ("usd", "USD")),
    formula="USD = GPUs·price·years",
    sources=(
        "NVIDIA AI Enterprise: 4,500 USD a GPU and year (fundalyst.xyz on the call on the third "
        "quarter of fiscal year 2024); some systems are sold with it",
    ),
    run=_licences,
)

CALCULATIONS: Final = (BUY_OR_RENT, TCO, CAPITAL, BUILDING, LICENCES)
