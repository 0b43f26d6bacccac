"""The shipped prices against the survey's columns and the recomputed figures of the conflicts."""

import pytest

from designer.catalog import derived
from designer.catalog.derived import derived_figures
from designer.catalog.entry import Entry
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.cloud import CloudOffer
from tests.helpers.founding import founding_catalog, founding_library

SURVEY_CHEAPEST = {
    "h100-sxm": 1.38,
    "h100-pcie": 2.01,
    "h200-sxm": 3.89,
    "b200-sxm": 3.39,
    "b200-gb200": 3.50,
    "mi300x": 1.50,
    "a100-sxm-80gb": 1.07,
    "gaudi-3-oam": 2.00,
    "l40s": 0.91,
}
"""AI/ML Infrastructure (2026-06-18), cloud pricing; Gaudi 3: middle of 1.50 to 2.50."""
DENSE_USD_PER_PFLOPS = {
    "h100-sxm": 25_278,
    "h200-sxm": 35_389,
    "b200-sxm": 27_778,
    "b100": 17_143,
    "a100-sxm-80gb": 48_077,
    "mi300x": 9_564,
    "gaudi-3-oam": 8_515,
}
"""Conflict C-056: an eighth of the baseboard over dense FP16."""


def of(entry: Entry) -> dict[str, float]:
    found = derived_figures(entry, founding_catalog(), founding_library())
    return {d.name: d.value for d in found}


def offers() -> list[CloudOffer]:
    return [o for o in shipped_library().entries("cloud_offer") if isinstance(o, CloudOffer)]


def founding_offer(offer_id: str) -> CloudOffer:
    found = founding_library().get("cloud_offer", offer_id)
    assert isinstance(found, CloudOffer)
    return found


@pytest.mark.parametrize(("accelerator", "usd"), SURVEY_CHEAPEST.items())
def test_the_cheapest_present_rate_is_the_surveys(accelerator: str, usd: float):
    rate = derived.cheapest_rate(accelerator, founding_library())
    assert rate is not None
    assert rate.usd == pytest.approx(usd)


@pytest.mark.parametrize(("accelerator", "usd"), DENSE_USD_PER_PFLOPS.items())
def test_dollars_per_dense_pflops(accelerator: str, usd: float):
    found = of(founding_catalog().require(accelerator))["Purchase per dense FP16 PFLOPS"]
    assert found == pytest.approx(usd, rel=2e-3)


def test_an_offer_is_one_provider_and_one_accelerator_or_instance():
    keys = [(o.provider, o.accelerator, o.accelerators, o.name) for o in offers()]
    assert len(keys) == len(set(keys))


def test_every_accelerator_hour_of_an_offer_lies_within_reason():
    for offer in offers():
        for scope in ("on-demand", "spot"):
            for rate in derived.rates(offer, scope):
                assert 0.3 < rate.usd < 15, (offer.id, rate.usd)


def test_history_survives_a_newer_price():
    p5 = founding_offer("aws-p5-48xlarge")
    assert [rate.usd for rate in derived.rates(p5)][-1] == 6.88
    assert of(p5)["Price change"] == pytest.approx(-44.02, rel=1e-3)


def test_the_suspect_price_is_shown_but_not_computed_with():
    a3 = founding_offer("google-a3-highgpu-8g")
    assert [p.suspect for p in a3.prices] == [False, True]
    assert of(a3)["On demand, per accelerator"] == 13.75


def test_instance_memory_agrees_with_the_accelerators():
    for offer in offers():
        chip = load_shipped().require(offer.accelerator).accelerator
        if offer.accelerator_memory_gb and chip and chip.memory_gb:
            each = offer.accelerator_memory_gb / offer.accelerators
            assert each == pytest.approx(chip.memory_gb, rel=0.02), offer.id
