"""Prices in the currency quoted, converted at dated rates, with their age."""

from datetime import date

import pytest

from designer.app.commands.catalog_page import page
from designer.catalog.catalog import Catalog
from designer.catalog.entry import Price
from designer.catalog.exchange import NO_RATES, ExchangeRate, Rates
from designer.catalog.library import Library
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_prices import newest_price, price_date, price_figure
from designer.catalog.price_age import age_months, age_words, is_old
from designer.catalog.shopper import read
from designer.model.ranges import out_of_range
from designer.ui.state.price_words import in_dollars, listed_price
from designer.ui.views.catalogue.columns import cell_of, columns_of
from designer.ui.views.catalogue.entry_index import EntryIndex

EUR = {"id": "EUR", "name": "Euro", "per_usd": 0.8, "low": 0.75, "high": 0.9, "as_of": "2026-06",
       "source": "Fed", "kind": "second-hand"}  # fmt: skip
RATES = Rates((
    ExchangeRate.model_validate(EUR),
    ExchangeRate.model_validate(EUR | {"id": "BRL", "per_usd": 5, "low": 4, "high": 6}),
))  # fmt: skip
(PRICE,) = (one for one in columns_of("servers") if one.key == "@price")
TODAY = date(2026, 11, 30)


def _price(currency: str = "USD", **fields: object) -> Price:
    said = {"currency": currency, "as_of": "2026-05", "source": "x", "kind": "guide"}
    return Price.model_validate(said | (fields or {"amount_cents": 1_000_00}))


def _part(*prices: Price) -> Part:
    return Part(id="a", kind="node", name="A", prices=prices)


def test_a_price_is_converted_at_the_mean_and_lies_within_the_year() -> None:
    figure = price_figure(_part(_price()), "EUR", rates=RATES)
    assert (figure.low, figure.value, figure.high) == (750, 800, 900)
    assert not figure.exact


def test_a_converted_price_keeps_its_date_and_tells_quotation_and_rate() -> None:
    price = newest_price(_part(_price()), "EUR", RATES)
    assert price is not None
    assert price.as_of == "2026-05" == price_date(_part(_price()), "EUR", RATES)
    assert price.quoted == "USD 1,000 at 0.8000 EUR a USD, mean of 2026-06"


def test_a_price_that_somebody_quotes_goes_before_one_that_is_converted() -> None:
    part = _part(_price(amount_cents=900_00, as_of="2026-09"), _price("EUR"))
    price = newest_price(part, "EUR", RATES)
    assert price is not None
    assert (price.amount_cents, price.quoted) == (1_000_00, "")


def test_rates_of_two_currencies_go_through_dollars() -> None:
    price = RATES.converted(_price("BRL"), "EUR")
    assert price is not None
    assert (price.low_cents, price.amount_cents, price.high_cents) == (125_00, 160_00, 225_00)


def test_an_open_band_stays_open() -> None:
    price = RATES.converted(_price(low_cents=1_000_00), "EUR")
    assert price is not None
    assert (price.low_cents, price.amount_cents, price.high_cents) == (750_00, None, None)


def test_nothing_is_converted_without_a_rate() -> None:
    assert newest_price(_part(_price()), "EUR") is None
    assert newest_price(_part(_price()), "XAU", RATES) is None
    assert newest_price(_part(_price()), "USD", NO_RATES) == _price()


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"low": 0.85}, "0.8 a USD is not from 0.85 to 0.9"),
        ({"id": "euro"}, "currency cannot be 'euro': give three capital letters, such as USD"),
    ],
)
def test_a_rate_that_cannot_be_is_told(fields: dict[str, object], wrong: str) -> None:
    rate = ExchangeRate.model_validate(EUR | fields)
    assert [text for _, text in out_of_range(rate)] == [wrong]


def test_shipped_rates_are_sourced_and_convert_every_shipped_price() -> None:
    catalog = load_shipped()
    assert all(rate.source and rate.cited.accessed for rate in catalog.exchange_rates)
    for part in catalog.parts:
        for price in part.prices:
            assert catalog.rates.converted(price, "EUR") is not None, part.id


def test_a_server_quoted_in_reais_has_a_price_in_dollars() -> None:
    price = load_shipped().price("poweredge-r770", "USD")
    assert price is not None
    assert price.quoted.startswith("BRL 82,819–248,457 at 0.1952 USD a BRL")


def test_a_price_in_reais_is_told_in_dollars_with_its_rate() -> None:
    told = in_dollars(_price("BRL"), RATES)
    assert told == "$200: BRL 1,000 at 0.2000 USD a BRL, mean of 2026-06"
    assert in_dollars(_price(), RATES) == ""


@pytest.mark.parametrize(
    ("as_of", "months", "old", "words"),
    [
        ("2026-11", 0, False, "of this month"),
        ("2026-10-05", 1, False, "1 month old"),
        ("2025-11", 12, False, "12 months old"),
        ("2025-10", 13, True, "1.1 years old: older than a year, ask again"),
        ("2024", 29, True, "2.4 years old: older than a year, ask again"),
    ],
)
def test_the_age_of_a_price_is_told_on_a_day(
    as_of: str, months: int, old: bool, words: str
) -> None:
    assert age_months(as_of, TODAY) == months
    assert is_old(as_of, TODAY) is old
    assert age_words(as_of, TODAY) == words


def test_no_date_has_no_age() -> None:
    assert age_words("", TODAY) == ""
    assert not is_old("", TODAY)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("node under €300,000", ("kind=node", "price<375000")),
        ("node under 300000 eur", ("kind=node", "price<375000")),
        ("nodes at most 800 euros", ("kind=node", "price<=1000")),
        ("node under $300,000", ("kind=node", "price<300000")),
    ],
)
def test_a_shopper_is_heard_in_their_own_currency(text: str, tokens: tuple[str, ...]) -> None:
    question = read(text, RATES)
    assert question is not None
    assert question.tokens == tokens


def test_a_sum_without_a_rate_is_not_taken_for_dollars() -> None:
    question = read("air node under €300,000")
    assert question is None or not any("price" in token for token in question.tokens)


def test_prices_of_aws_from_before_its_cut_of_june_2025_say_so() -> None:
    """Pages of 2024 have P5 at 98.32 USD an hour; from June 2025 on it is up to 45 % less."""
    old = [
        price.note
        for offer in load_shipped().offers
        if offer.id in ("aws-p4d-24xlarge", "aws-p5-48xlarge")
        for price in offer.prices
        if price.scope == "on-demand" and price.as_of < "2025-06"
    ]
    assert len(old) == 4
    assert all("superseded" in note and "June 2025" in note for note in old)


def test_a_list_compares_prices_in_dollars_and_says_what_it_did() -> None:
    dollars = _price()
    assert listed_price(dollars, NO_RATES) == (dollars, "")
    price, how = listed_price(_price("BRL"), RATES)
    assert (price.currency, price.amount_cents) == ("USD", 200_00)
    assert how == "converted from BRL 1,000 at 0.2000 USD a BRL, mean of 2026-06"
    other, why = listed_price(_price("AUD"), RATES)
    assert other.currency == "AUD"
    assert why == "not in USD: no rate of AUD is known"


@pytest.mark.parametrize(("part_id", "quoted"), [("poweredge-r770", "BRL"),
                                                 ("poweredge-r7725", "AUD")])  # fmt: skip
def test_no_price_of_another_currency_stands_among_dollars(part_id: str, quoted: str) -> None:
    catalog = load_shipped()
    part = catalog.require(part_id)
    assert {price.currency for price in part.prices} == {quoted}
    cell = cell_of(part, PRICE, EntryIndex(catalog, Library({})))
    assert cell.text.startswith("≈ $")
    assert f"converted from {quoted}" in cell.tip
    assert isinstance(cell.order, float)
    newest = newest_price(part, "USD", catalog.rates)
    assert newest is not None
    assert cell.order == newest.figure_cents / 100
    assert any(" = $" in line for line in page(part, catalog, Library({})))


def test_without_a_rate_a_price_stands_as_quoted_and_is_compared_with_none() -> None:
    index = EntryIndex(Catalog([_part(_price("BRL"))]), Library({}))
    cell = cell_of(index.catalog.parts[0], PRICE, index)
    assert "1,000" in cell.text
    assert "$" not in cell.text.removeprefix("R$")
    assert cell.order is None
    assert "no rate of BRL is known" in cell.tip
