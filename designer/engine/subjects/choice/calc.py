"""Calculations of choosing: a cloud's price, advice, prices against performance as printed."""

from collections.abc import Iterator
from statistics import median
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.derived import derived_figures
from designer.catalog.derived.base import Rate, ends_of, present_rates
from designer.catalog.entry import Entry, PriceScope
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Guideline
from designer.engine.calculation import CalcError, Calculation, Parameter, Result, Value
from designer.engine.subjects.choice.reasons import MONTHS, PLANNED, advice_of
from designer.model.figures import Figure, exact, missing, product

_TERMS: Final[dict[str, tuple[PriceScope, ...]]] = {
    "on-demand": ("on-demand",), "reserved": ("reserved-1y", "reserved-3y", "committed"),
    "spot": ("spot",),
}  # fmt: skip
_SAVINGS: Final = {"reserved": "reserved-saving", "spot": "spot-saving"}
_YES_NO: Final = ("yes", "no")


def _known(catalog: Catalog | None) -> Catalog:
    return load_shipped() if catalog is None else catalog


def _cloud(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    known, term = _known(catalog), v["term"]
    offers = dict(_offers(known, v["gpu"], v["provider"] or "", term)) if v["gpu"] else {}
    if v["cloud_per_gpu_hour"] is not None:
        base = exact(v["cloud_per_gpu_hour"], "USD")
    elif v["gpu"] is None:
        raise CalcError("cloud: give gpu, or cloud_per_gpu_hour")
    else:
        of = offers or dict(_offers(known, v["gpu"], v["provider"] or "", "on-demand"))
        if not of:
            raise CalcError(f"cloud: the catalogue has no rate of {v['gpu']}")
        base = _middle(of)
    own_rate = v["cloud_per_gpu_hour"] is None and bool(offers)
    saving = exact(0.0) if term == "on-demand" or own_rate else _saving(v, known)
    rate = product(base, exact(1.0).minus(saving), "USD")
    found: dict[str, Result | Figure] = {
        "gpu_hour": rate, "usd": rate.times(v["gpus"] * v["hours"], "USD"), "saving": saving,
        "by_offer": {name: rate.usd for name, rate in offers.items()},
    }  # fmt: skip
    return found


def _saving(v: dict[str, Any], known: Catalog) -> Figure:
    if v["saving"] is not None:
        return exact(v["saving"])
    return known.default_figure(_SAVINGS[v["term"]]) or missing("saving", "", 0.0, 1.0)


def _offers(known: Catalog, gpu: str, provider: str, term: str) -> Iterator[tuple[str, Rate]]:
    """Yield present rates of offers, by offer and month."""
    for rate in present_rates(gpu, known.offers, _TERMS[term]):
        if provider in (rate.offer.provider, ""):
            yield f"{rate.offer.id} {rate.price.as_of}", rate


def _middle(offers: dict[str, Rate]) -> Figure:
    rates = [rate.usd for rate in offers.values()]
    ends = [end for rate in offers.values() for end in ends_of(rate)]
    low, high = min(*ends, *rates), max(*ends, *rates)
    return Figure(low, high, median(rates), "USD", 0.0, estimated=low < high)


CLOUD = Calculation(
    name="cloud",
    summary="renting GPUs by the hour, by term, at dated rates of the catalogue's offers",
    parameters=(
        Parameter("gpu", "text", optional=True, help="id of a GPU, for the catalogue's offers"),
        Parameter("cloud_per_gpu_hour", unit="USD", optional=True, help="on demand, else theirs"),
        Parameter("provider", "text", optional=True, help="only its offers"),
        Parameter("term", "text", default="on-demand", choices=tuple(_TERMS)),
        Parameter("saving", optional=True, help="of the term, else the published range"),
        Parameter("gpus", "count", default=1),
        Parameter("hours", unit="h", default=1.0),
    ),
    results=(("gpu_hour", "USD"), ("usd", "USD"), ("saving", ""), ("by_offer", "USD")),
    formula=(
        "GPU-hour = middle of the present rates, or rate·(1 − saving) where the term has none; "
        "USD = GPU-hour·GPUs·hours"
    ),
    sources=("offers of the catalogue, each with provider, month and source; "
             "guidelines reserved-discount and spot-discount",),
    run=_cloud,
)  # fmt: skip


def _own_or_rent(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Value]:
    known: dict[str, Figure | bool] = {
        fact: v[fact] == "yes" for fact in _QUESTIONS if v[fact] is not None
    }
    for fact, unit in (("parameters_b", "10⁹ parameters"), ("budget", "USD")):
        if v[fact] is not None:
            known[fact] = exact(v[fact], unit)
    if v["paid_after_months"] is not None:
        known[MONTHS] = exact(v["paid_after_months"], "months")
        known[PLANNED] = exact(12 * v["years"], "months")
    found = advice_of(_known(catalog).guidelines, known)
    said: dict[str, list[str]] = {"own": [], "rent": [], "open": []}
    for one in (*found.measured, *found.asked):
        said[one.says].append(one.words)
    return {
        "advice": found.advice or "undecided", "for_owning": "; ".join(said["own"]),
        "for_renting": "; ".join(said["rent"]), "open": "; ".join(said["open"]),
        "note": found.why,
    }  # fmt: skip


_QUESTIONS: Final = ("sensitive", "steady", "capital", "staff", "research", "roadmap")

OWN_OR_RENT = Calculation(
    name="own-or-rent",
    summary="the published thresholds and questions of owning and renting, answered",
    parameters=(
        Parameter("parameters_b", unit="10⁹", optional=True, help="of the largest model"),
        Parameter("budget", unit="USD", optional=True),
        Parameter("paid_after_months", unit="months", optional=True, help="by calc buy-or-rent"),
        Parameter("years", unit="years", default=4.0, help="of use that are planned"),
        *(
            Parameter(name, "text", optional=True, choices=_YES_NO, help=help_)
            for name, help_ in zip(_QUESTIONS, (
                "data must stay in the house", "the load is steady", "there is capital to spend",
                "specialists are on the staff", "for experiments", "training for several years",
            ), strict=True)
        ),
    ),
    results=(("advice", ""), ("for_owning", ""), ("for_renting", ""), ("open", "")),
    formula=(
        "each guideline says own or rent at an answer, below its low end or from its high one; "
        "both ways: hybrid; none: rent first"
    ),
    sources=("guidelines build-or-rent-model-size, build-or-rent-budget, reasons-to-build, "
             "reasons-to-rent, own-or-cloud-factors, cloud-first, each with its source",),
    run=_own_or_rent,
)  # fmt: skip

PRINTED: Final = {
    "pflops": ("printed-usd-per-pflops", "part", "Purchase per dense FP16 PFLOPS"),
    "gb-hour": ("printed-usd-per-gb-hour", "part", "Renting per gigabyte of memory"),
    "million-tokens": (
        "printed-usd-per-million-tokens", "inference_run", "Price of a million tokens, on demand"
    ),
}  # fmt: skip
"""Tables that are printed: the guideline, the table of its rows, the figure that is computed."""


def _price_performance(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    known, library = _known(catalog), shipped_library()
    name, table, of = PRINTED[v["of"]]
    told = library.get("guideline", name)
    printed: dict[str, float] = {}
    computed: dict[str, float] = {}
    for variant in told.variants if isinstance(told, Guideline) else ():
        entry: Entry | None = (
            known.get(variant.name) if table == "part" else library.get(table, variant.name)
        )
        if entry is None or variant.value is None:
            continue
        values = {one.name: one.value for one in derived_figures(entry, known, library)}
        printed[variant.name] = variant.value
        if (value := values.get(of)) is not None:
            computed[variant.name] = value
    apart = {name: 100 * (computed[name] / printed[name] - 1) for name in computed}
    return {"printed": printed, "computed": computed, "difference_pct": apart}


PRICE_PERFORMANCE = Calculation(
    name="price-performance",
    summary="printed tables of price against performance, computed anew from the catalogue",
    parameters=(Parameter("of", "text", default="pflops", choices=tuple(PRINTED)),),
    results=(("printed", "USD"), ("computed", "USD"), ("difference_pct", "%")),
    formula=(
        "pflops: an eighth of a baseboard/dense FP16; gb-hour: cheapest present rate/memory; "
        "million-tokens: rate/(tokens a second·3,600)·10⁶; difference = computed/printed − 1"
    ),
    sources=("AI/ML Infrastructure (2026-06-18), sections Purchase price, Cost per GB HBM and "
             "Inference cost; conflicts c-051 and c-056",),
    run=_price_performance,
)  # fmt: skip

CALCULATIONS: Final = (CLOUD, OWN_OR_RENT, PRICE_PERFORMANCE)
