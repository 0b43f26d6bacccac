"""Prices in words, and what a plot of their history is drawn from."""

import pytest

from designer.catalog.entry import Price
from designer.ui.state.price_words import amount_text, band_text, histories, label_text, sum_text
from designer.ui.state.price_words import when as year_of


def price(as_of: str = "2026", **fields: object) -> Price:
    return Price.model_validate({"as_of": as_of, "source": "s", "kind": "vendor", **fields})


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (299, "$2.99"), (300, "$3"), (99_999, "$999.99"), (100_001, "$1,000"),
        (3_200_000, "$32,000"), (-299, "$-2.99"), (0, "$0"),
    ],
)  # fmt: skip
def test_cents_are_shown_where_they_matter(cents: int, words: str) -> None:
    assert sum_text(cents, "USD") == words


def test_cents_are_shown_or_not_where_the_caller_decides() -> None:
    assert sum_text(3_200_000, "USD", cents_too=True) == "$32,000.00"
    assert sum_text(299, "EUR", cents_too=False) == "€3"


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ((30_000_000, 50_000_000), "$300,000–500,000"),
        ((200, 400), "$2–4"),
        ((200, 450), "$2.00–4.50"),
        ((250, 99_999), "$2.50–999.99"),
        ((250, 100_000), "$2–1,000"),
        ((None, 250), "up to $2.50"),
        ((250, None), "from $2.50"),
    ],
)
def test_a_band_is_written_as_finely_on_both_sides(
    ends: tuple[int | None, int | None], words: str
) -> None:
    assert amount_text(price(low_cents=ends[0], high_cents=ends[1])) == words


def test_a_figure_with_a_band_has_both() -> None:
    both = price(amount_cents=250, low_cents=200, high_cents=400)
    assert (amount_text(both), band_text(both)) == ("$2.50", "$2 to $4")
    for ends in ({}, {"low_cents": 200}, {"high_cents": 400}):
        assert band_text(price(amount_cents=250, **ends)) == ""
    assert band_text(price(low_cents=200, high_cents=400)) == "", "the band is the price"


def test_a_price_is_labelled_with_what_it_is_for_and_of_when() -> None:
    hourly = price("2026-06", amount_cents=250, scope="on-demand", per="gpu-hour", region="us-east")
    assert label_text(hourly) == "On demand, per GPU-hour · us-east · 2026-06"
    assert label_text(price(amount_cents=1)) == "Purchase, each · 2026"


@pytest.mark.parametrize(
    ("as_of", "year"),
    [("2024", 2024.5), ("2026-01", 2026 + 0.5 / 12), ("2026-12", 2026 + 11.5 / 12),
     ("2026-03-01", 2026 + 2 / 12), ("2026-03-31", 2026 + (2 + 30 / 31) / 12)],
)  # fmt: skip
def test_a_date_is_the_middle_of_what_is_named(as_of: str, year: float) -> None:
    assert year_of(as_of) == pytest.approx(year)


def test_a_history_is_of_one_currency_scope_and_unit_oldest_first() -> None:
    found = histories(
        [
            price("2026", amount_cents=300, low_cents=200, high_cents=400),
            price("2025", amount_cents=500, currency="EUR"),
            price("2024", low_cents=400, high_cents=600),
            price("2026", amount_cents=100),
            price("2025", amount_cents=900, scope="spot"),
            price("2026", amount_cents=900, scope="spot"),
        ]
    )
    assert [series.title for series in found] == ["Purchase, each, USD", "Spot, each, USD"]
    points = [(p.when, p.amount, p.low, p.high) for p in found[0].points]
    assert points == [
        (2024.5, 5.0, 4.0, 6.0), (2026.5, 1.0, 1.0, 1.0), (2026.5, 3.0, 2.0, 4.0),
    ]  # fmt: skip


def test_a_band_beside_its_figure_is_widened_to_it() -> None:
    odd = price("2024", amount_cents=100, low_cents=200, high_cents=400)
    (series,) = histories([odd, price("2025", amount_cents=500, low_cents=200, high_cents=400)])
    assert [(p.low, p.high) for p in series.points] == [(1.0, 4.0), (2.0, 5.0)]
