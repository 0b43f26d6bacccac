"""Prices that the owner gives: each counts, or the report says why it does not and what would."""

from math import inf

import pytest

from designer.catalog.part import Part, Price
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Device, PriceOverride, Rack
from tests.helpers import engine_designs as parts

GPU = Part(id="h100-sxm", kind="gpu", name="H100 SXM")
UPS = Part(id="big-ups", kind="ups", name="Big UPS")
OPTIC = Part(id="optic", kind="transceiver", name="Optic")
CATALOG = parts.small_catalog().overlay([GPU, UPS, OPTIC])
USD = 250_000.0
RACK_USD = 1_000.0
PRICED = CATALOG.overlay(
    [parts.RACK.evolve(prices=(Price(amount_cents=100_000, as_of="2026-02", source="t",
                                     kind="assumed"),))]
)  # fmt: skip


def report_of(*prices: PriceOverride, device: str = "dgx-h100", currency: str = "USD") -> Report:
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    node = Device(id="n", name="n", part=device, rack="r", half_u=6)
    design = Design(racks=(rack,), devices=(node,), prices=prices)
    design = design.evolve(site=design.site.evolve(currency=currency))
    return evaluate(design, PRICED)


def own(part: str, currency: str = "USD") -> PriceOverride:
    return PriceOverride(id=part, amount_cents=25_000_000, currency=currency, as_of="2026-05")


def said(report: Report, key: str) -> str:
    (found,) = (check for check in report.checks if check.key == key)
    return f"{found.severity}: {found.message} {found.advice}"


def test_the_owners_price_goes_before_that_of_the_catalogue() -> None:
    cost = report_of(own("dgx-h100")).cost
    assert cost.capex == USD + RACK_USD
    assert cost.unpriced == ()


def test_a_price_in_another_currency_leaves_the_capital_open_and_is_told() -> None:
    """It was dropped for the catalogue's: the report showed 310,000 where the owner paid 250,000 €.

    No rate of exchange is known here, so the capital has the rest as its lower end.
    """
    report = report_of(own("dgx-h100", "EUR"))
    capital = report.cost.figure("capex")
    assert (capital.low, capital.value, capital.high) == (RACK_USD, None, inf)
    assert report.cost.unpriced == ("dgx-h100",)
    assert not report.cost.complete
    assert "2026-05" not in (report.cost.price_date, report.cost.oldest_price_date)
    assert said(report, "K07:currency:dgx-h100") == (
        "error: DGX H100: the design gives its price in EUR and counts in USD; the capital cost "
        "has no upper end Give its price in USD, or count the site in EUR."
    )
    assert not [check for check in report.checks if check.key == "K01:dgx-h100"]


def test_a_price_in_the_currency_of_a_site_that_counts_in_euros_is_used() -> None:
    report = report_of(own("dgx-h100", "EUR"), currency="EUR")
    assert report.cost.figure("capex").low == USD
    assert not [check for check in report.checks if check.rule == "K07"]


@pytest.mark.parametrize("part", ["dgx-h10", "nobody-has-this"])
def test_a_price_for_an_id_that_nothing_has_is_told(part: str) -> None:
    report = report_of(own(part))
    assert report.cost.capex == 310_000 + RACK_USD
    near = "" if part == "nobody-has-this" else " (dgx-h100?)"
    assert said(report, f"K07:unknown:{part}") == (
        f"warning: the design gives a price for {part}, and no part has that id; the price is in "
        f"no sum Correct the id{near}, or delete the price."
    )


def test_a_price_for_a_part_that_the_catalogue_lacks_counts_where_it_stands() -> None:
    report = report_of(own("gone"), device="gone")
    assert report.cost.capex == USD + RACK_USD
    assert report.cost.unpriced == ()
    assert not [check for check in report.checks if check.rule in ("K01", "K07")]


def test_a_lost_part_with_a_price_in_another_currency_stays_open() -> None:
    report = report_of(own("gone", "EUR"), device="gone")
    assert report.cost.figure("capex").high == inf
    assert [c.key for c in report.checks if c.rule in ("K01", "K07")] == ["K07:currency:gone"]


def test_a_price_for_what_is_bought_with_its_node_is_told() -> None:
    report = report_of(own("h100-sxm"))
    assert report.cost.capex == 310_000 + RACK_USD
    assert said(report, "K07:within:h100-sxm") == (
        "info: H100 SXM: the price that the design gives is in no sum, because it is bought with "
        "what it sits in Give the price of that instead."
    )


@pytest.mark.parametrize(
    ("part", "currency", "name", "why"),
    [
        ("big-ups", "USD", "Big UPS", "what feeds the racks is left out of it"),
        ("optic", "EUR", "Optic", "transceivers "),
    ],
)
def test_a_price_for_what_never_stands_on_the_floor_is_told(
    part: str, currency: str, name: str, why: str
) -> None:
    """The power tree may name the UPS; no sum holds it, and nothing said so."""
    report = report_of(own(part, currency))
    assert report.cost.capex == 310_000 + RACK_USD
    told = said(report, f"K07:not-placed:{part}")
    assert told.startswith(
        f"info: {name}: the price that the design gives is in no sum, because the capital cost is "
        f"of what stands on the floor, and {why}"
    )


def test_a_price_for_a_part_of_the_catalogue_that_stands_nowhere_is_no_finding() -> None:
    """Owners keep prices of alternatives; a sum of none of it needs no price."""
    report = report_of(own("qm9700"), own("crah", "EUR"))
    assert report.cost.capex == 310_000 + RACK_USD
    assert not [check for check in report.checks if check.rule == "K07"]


def test_a_part_that_the_catalogue_lacks_is_told_by_its_own_id_and_not_as_a_cable() -> None:
    """It leaves the sum open above; the message said that the sum leaves it out."""
    report = report_of(device="gone")
    assert report.cost.figure("capex").high == inf
    assert said(report, "K01:gone") == (
        "info: gone: no price in USD; the capital cost has no upper end Add a price with date and "
        "source to the design."
    )
