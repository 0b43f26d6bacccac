"""Owning against renting, annuities and present values, held against each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.calc import calculate
from designer.engine.subjects.ownership.money import annuity, present_value

# Below a hundredth of a thousandth a rate is nothing, and its products are no numbers.
RATES = st.just(0.0) | st.floats(1e-9, 0.5)
YEARS = st.floats(0.5, 30)


@given(st.floats(1, 1e9), RATES, st.integers(1, 30))
def test_an_annuity_is_worth_what_it_pays_for(price: float, rate: float, years: int) -> None:
    assert present_value(annuity(price, rate, years), rate, years) == pytest.approx(price)


@given(st.floats(1, 1e6), RATES, YEARS)
def test_what_comes_later_is_worth_no_more(yearly: float, rate: float, years: float) -> None:
    assert present_value(yearly, rate, years) <= yearly * years * (1 + 1e-12)


def test_a_year_that_is_not_whole_counts_for_its_part() -> None:
    assert present_value(100, 0, 2.5) == pytest.approx(250)


def owned(**changed: float) -> dict[str, object]:
    asked = {"gpus": 64, "capex": 3e6, "opex_per_year": 3e5, "cloud_per_gpu_hour": 3, "years": 4}
    return calculate("buy-or-rent", {k: str(v) for k, v in {**asked, **changed}.items()}).results


def test_at_the_break_even_utilisation_both_cost_the_same() -> None:
    part = float(str(owned()["break_even_utilisation_pct"])) / 100
    found = owned(utilisation=part)
    assert found["cloud_total"] == pytest.approx(found["own_total"])
    assert found["npv"] == pytest.approx(0, abs=1e-6)
    assert found["payback_years"] == pytest.approx(4)
    assert found["gpu_hour"] == pytest.approx(3)


def test_what_is_never_used_has_no_price_of_an_hour() -> None:
    found = owned(utilisation=0)
    assert (found["gpu_hour"], found["payback_years"]) == (None, None)


def test_a_sale_at_the_end_is_not_paid() -> None:
    whole, sold = owned()["own_total"], owned(residual=0.25)["own_total"]
    assert float(str(whole)) - float(str(sold)) == pytest.approx(0.25 * 3e6)


def test_a_building_has_the_range_that_is_published() -> None:
    found = calculate("building", {"it_mw": "2"})
    assert found.results["usd"] == pytest.approx(23.4e6)
    assert found.bounds["usd"] == pytest.approx((18.6e6, 30e6))
