"""Worked examples of money: every figure is read from the shipped catalogue, none is typed here."""

from collections.abc import Callable
from datetime import timedelta

from designer.catalog import derived
from designer.catalog.entry import Price, PricePer, PriceScope
from designer.catalog.load import shipped_library
from designer.catalog.part import Part
from designer.catalog.records.cloud import CloudOffer
from designer.catalog.records.guidance import Guideline, Variant
from designer.catalog.records.workloads import InferenceRun
from tests.helpers.founding import founding_catalog, founding_library

SURVEY, COURSE, GUIDE = "2026-06", "AI Infrastructure course", "GPU guide"
DAY_H = timedelta(days=1) / timedelta(hours=1)


def part(part_id: str) -> Part:
    return founding_catalog().require(part_id)


def offer(offer_id: str) -> CloudOffer:
    found = founding_library().get("cloud_offer", offer_id)
    assert isinstance(found, CloudOffer), offer_id
    return found


def guideline(guideline_id: str) -> Guideline:
    found = shipped_library().get("guideline", guideline_id)
    assert isinstance(found, Guideline), guideline_id
    return found


def variant(guideline_id: str, name: str) -> Variant:
    return next(v for v in guideline(guideline_id).variants if v.name == name)


def number(value: float | None) -> float:
    assert value is not None
    return value


def price(
    offer_id: str,
    said_by: str,
    per: PricePer = "gpu-hour",
    scope: PriceScope = "on-demand",
) -> Price:
    """Return the price of an offer by a document, named by its date or by words of its source."""
    return next(
        p
        for p in offer(offer_id).prices
        if p.per == per and p.scope == scope and (p.as_of == said_by or said_by in p.source)
    )


def usd(offer_id: str, said_by: str, per: PricePer = "gpu-hour") -> float:
    return price(offer_id, said_by, per).figure_cents / 100


def figure(entry: Part | CloudOffer, name: str) -> float:
    found = derived.derived_figures(entry, founding_catalog(), founding_library())
    return next(d.value for d in found if d.name == name)


def per_gb(offer_id: str, basis: str) -> float:
    """Return a rate per gigabyte at the memory by which the survey divides it."""
    memory = number(variant("memory-basis-of-rates", basis).value)
    return derived.usd_per_gb_hour(usd(offer_id, SURVEY), memory)


def drop_percent(last_usd: float) -> float:
    return -derived.change_percent(number(guideline("h100-peak-rate").value), last_usd)


def tokens_s(run_id: str) -> float:
    found = shipped_library().get("inference_run", run_id)
    assert isinstance(found, InferenceRun), run_id
    return number(found.tokens_s)


def electricity(systems: int = 1, pue: float = 1.0) -> float:
    """Return USD a year of so many DGX H100 at the tariff of the worked examples."""
    power = number(part("dgx-h100").power_max_w) * systems
    tariff = number(guideline("electricity-price-example").value)
    return derived.electricity_usd_per_year(power, tariff, pue)


def dgx_price(said_by: str) -> Price:
    return next(p for p in part("dgx-h100").prices if said_by in p.source)


def breakeven(rent_usd_per_hour: float) -> float:
    """Return months until a DGX H100 at the course module's price equals renting."""
    running = electricity() / (365 * DAY_H)
    bought = dgx_price(COURSE).figure_cents / 100
    return number(derived.months_until_equal(bought, rent_usd_per_hour, running))


def eight_days(usd_per_hour: float) -> float:
    return usd_per_hour * DAY_H * number(guideline("cost-example-eight-a100").value)


def spot_of_eight_days() -> float:
    saved = number(variant("spot-discount", "example, GPU guide").value)
    return eight_days(usd("aws-p4d-24xlarge", GUIDE, "instance-hour")) * (1 - saved)


def state_of_100b_gb() -> float:
    """Return the training state of the model that the GPU guide says eight H100 train."""
    size = number(variant("budget-team", "Model that it trains").value)
    multiple = number(variant("training-memory-multiple", "GPU guide").value)
    return size * derived.BYTES_PER_PARAMETER["FP16"] * multiple


def electricity_share() -> float:
    """Return five years' electricity against the lowest price of a DGX H100."""
    years = number(guideline("depreciation-years").value)
    pue = number(guideline("pue-target").value)
    lowest = min(p.figure_cents for p in part("dgx-h100").prices) / 100
    return years * electricity(pue=pue) / lowest


COMPUTED: dict[str, Callable[[], float]] = {
    "W-048": lambda: figure(offer("tensorwave-mi300x"), "Renting per gigabyte of memory"),
    "W-049": lambda: per_gb("spheron-b200-sxm", "B200"),
    "W-050": lambda: figure(offer("spheron-h200-sxm"), "Renting per gigabyte of memory"),
    "W-051": lambda: figure(part("h100-sxm"), "Renting per gigabyte of memory"),
    "W-052": lambda: per_gb("runcrate-gb200", "GB200"),
    "W-060": lambda: (
        figure(part("h100-sxm"), "Purchase per dense FP16 PFLOPS")
        / figure(part("gaudi-3-oam"), "Purchase per dense FP16 PFLOPS")
    ),
    "W-061": lambda: (
        tokens_s("survey-llama-3-70b-b200-int8") / tokens_s("survey-llama-3-70b-h100-sxm-aws-int8")
    ),
    "W-063": lambda: drop_percent(
        number(price("mid-range-h100-sxm", SURVEY).low_cents) / 100,
    ),
    "W-064": lambda: drop_percent(usd("thunder-h100-sxm", SURVEY)),
    "W-065": lambda: number(derived.discount_percent(offer("spheron-b200-sxm"))),
    "W-108": electricity,
    "W-109": lambda: electricity(32),
    "W-113": lambda: figure(offer("aws-p4d-24xlarge"), "Accelerator memory"),
    "W-114": lambda: (
        figure(offer("aws-p5-48xlarge"), "Network per accelerator")
        * number(offer("aws-p5-48xlarge").accelerators)
    ),
    "W-115": lambda: number(
        derived.usd_per_accelerator_hour(
            price("aws-p5-48xlarge", COURSE, "instance-hour"),
            offer("aws-p5-48xlarge").accelerators,
        )
    ),
    "W-118": lambda: breakeven(usd("aws-p5-48xlarge", COURSE, "instance-hour")),
    "W-119": lambda: breakeven(usd("lambda-h100-sxm", GUIDE, "instance-hour")),
    "W-120": lambda: electricity(32 // part("dgx-h100").gpus),
    "W-147": spot_of_eight_days,
    "W-148": lambda: eight_days(usd("lambda-a100-sxm-40gb", GUIDE, "instance-hour")),
    "W-150": lambda: (
        -derived.change_percent(
            usd("aws-p5-48xlarge", GUIDE, "instance-hour"),
            usd("lambda-h100-sxm", GUIDE, "instance-hour"),
        )
    ),
    "W-151": lambda: (
        usd("aws-p3-2xlarge", GUIDE, "instance-hour") * offer("aws-p3-16xlarge").accelerators
    ),
    "W-158": state_of_100b_gb,
    "W-160": electricity_share,
}
LATER: dict[str, str] = {}
