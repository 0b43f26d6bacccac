"""Distribution units whose makers print capacities at several approaches."""

from types import SimpleNamespace
from typing import cast

import pytest

from designer.catalog.load import load_shipped
from designer.engine.assumptions import assumptions_of
from designer.engine.subject import Facts
from designer.engine.subjects.facility.approach import capacity_at_approach
from designer.model.design import Design, Loop, Site

CATALOG = load_shipped()


def takes_kw(unit: str, approach_k: float) -> tuple[float, float]:
    """Return what a unit carries whose loop is so much warmer than the facility water, kW."""
    loop = Loop(id="l", supply_c=30.0 + approach_k)
    site = assumptions_of(Design(loops=(loop,), site=Site(cooling_water_c=30.0)), CATALOG)
    facts = cast(Facts, SimpleNamespace(site=site))
    capacity = capacity_at_approach(facts, loop, CATALOG.require(unit))
    return capacity.low, capacity.high


@pytest.mark.parametrize(
    ("unit", "approach_k", "kw"),
    [
        # Vertiv: SL-80005 (1,350 kW at 4 K), page of the XDU1350 (2,912 kW at 8 K).
        ("cdu-coolchip-1350", 4, 1350), ("cdu-coolchip-1350", 8, 2912),
        # Delta's page of the GoCool-1500: 1,016 kW at 4 K and 1,500 kW at 6 K.
        ("cdu-gocool-1500", 4, 1016), ("cdu-gocool-1500", 6, 1500),
    ],
)  # fmt: skip
def test_a_unit_takes_what_is_printed_of_its_approaches(
    unit: str, approach_k: float, kw: float
) -> None:
    assert takes_kw(unit, approach_k) == pytest.approx((kw, kw))


@pytest.mark.parametrize(
    ("unit", "approach_k", "kw"),
    [("cdu-coolchip-1350", 6, 2131), ("cdu-gocool-1500", 5, 1258), ("cdu-gocool-1500", 9, 1500)],
)
def test_between_two_it_is_linear_and_beyond_the_last_no_more(
    unit: str, approach_k: float, kw: float
) -> None:
    assert takes_kw(unit, approach_k) == pytest.approx((kw, kw))


def test_below_the_first_it_falls_with_the_approach() -> None:
    """At constant flows, half the approach of the rating (6 K, 1,500 kW) is half of it."""
    assert takes_kw("cdu-gocool-1500", 3) == pytest.approx((750, 750))


def test_a_unit_of_one_point_keeps_its_rating() -> None:
    assert takes_kw("cdu-coolchip-2300", 8) == pytest.approx((2300, 2300))
