"""Prices of parts: of a cable by its length, marked where it lies between two prices."""

from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Price
from designer.catalog.part_prices import (
    BETWEEN_LENGTHS,
    length_prices,
    newest_price,
    price_date,
    price_figure,
)


def of_length(metres: float | None, cents: int, **more: object) -> Price:
    fields = {"amount_cents": cents, "length_m": metres, "as_of": "2026-01", "source": "test"}
    return Price.model_validate({**fields, "kind": "guide", **more})


def cord(*prices: Price) -> Part:
    return Part(id="cord", kind="cable", name="cord", prices=prices)


BY_LENGTH = cord(of_length(1, 4000), of_length(3, 6000), of_length(5, 9000))


def test_the_price_of_a_length_is_the_one_that_is_stated() -> None:
    assert [price_figure(BY_LENGTH, "USD", m).value for m in (1, 3, 5)] == [40, 60, 90]
    assert price_figure(BY_LENGTH, "USD", 3).exact


def test_between_two_lengths_it_is_estimated_within_both_and_says_so() -> None:
    found = price_figure(BY_LENGTH, "USD", 2.5)
    assert (found.low, found.value, found.high) == (40, 55, 60)
    assert found.estimated
    assert BETWEEN_LENGTHS in found.basis


def test_beyond_all_that_are_priced_only_one_end_is_known() -> None:
    longer, shorter = (price_figure(BY_LENGTH, "USD", m) for m in (10, 0.5))
    assert (longer.low, longer.value, longer.high) == (90, None, inf)
    assert (shorter.low, shorter.value, shorter.high) == (0, None, 40)
    whole = price_figure(BY_LENGTH)
    assert (whole.low, whole.value, whole.high) == (40, None, inf)


def test_a_band_of_a_length_bounds_what_lies_beside_it() -> None:
    banded = cord(of_length(1, 4000, low_cents=3000, high_cents=5000), of_length(2, 4500))
    found = price_figure(banded, "USD", 1.5)
    assert (found.low, found.value, found.high) == (30, 42.5, 50)


def test_the_newest_of_each_length_counts_and_the_oldest_date_of_them_is_told() -> None:
    both = cord(of_length(1, 9900, as_of="2024"), of_length(1, 4000), of_length(2, 5000))
    assert [price.amount_cents for _, price in length_prices(both)] == [4000, 5000]
    assert price_date(cord(*both.prices, of_length(3, 6000, as_of="2025"))) == "2025"
    assert newest_price(both) is None


def test_a_price_without_a_length_is_that_of_all() -> None:
    found = price_figure(cord(of_length(None, 4000)), "USD", 7)
    assert (found.value, found.exact) == (40, True)


def test_of_a_shipped_cable_one_retailer_prices_two_lengths() -> None:
    """FS listings of 2026-09-22: 100G copper at 40 USD for 1 m and 54 USD for 2 m."""
    part = load_shipped().get("dac-qsfp28-100g")
    assert part is not None
    assert [price_figure(part, "USD", m).value for m in (1, 2)] == [40, 54]
    assert price_figure(part, "USD", 1.5).value == pytest.approx(47)
