"""A site in another currency: the planning price of energy is none in it, and 0 is told."""

from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Price
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.model.currency import no_currency
from designer.model.design import Design, PriceOverride
from designer.planning.templates import build

SHIPPED = load_shipped()


def basepod(currency: str, price: float | None = None) -> Design:
    design = build("dgx-basepod", {}, SHIPPED)
    site = design.site.evolve(currency=currency)
    return design.evolve(
        site=site if price is None else site.evolve(electricity_price=price)
    )  # fmt: skip


def of_rule(report: Report, key: str) -> list[Check]:
    return [check for check in report.checks if check.key.startswith(key)]


def test_dollars_of_a_template_are_no_yen() -> None:
    report = evaluate(basepod("JPY"), SHIPPED)
    assert report.cost.figure("opex_per_year").high == inf
    (told,) = of_rule(report, "D03:electricity-price")
    assert told.severity == "warning"
    # 0.0859 USD at 160.77 JPY, the mean of June 2026 in the catalogue.
    assert "at the mean of 2026-06 it is 13.81 JPY/kWh" in told.message


def test_a_currency_without_a_rate_says_that_none_is_known() -> None:
    (told,) = of_rule(evaluate(basepod("PLN"), SHIPPED), "D03:electricity-price")
    assert told.message.endswith("no rate of exchange is known")


@pytest.mark.parametrize(("currency", "price"), [("JPY", 13.8), ("USD", None), ("EUR", 0.086)])
def test_a_price_of_the_sites_own_counts(currency: str, price: float | None) -> None:
    report = evaluate(basepod(currency, price), SHIPPED)
    assert 0 < report.cost.figure("opex_per_year").high < inf
    assert of_rule(report, "D03:electricity-price") == []


@pytest.mark.parametrize("code", ["XXX", "XTS"])
def test_a_code_for_no_currency_is_refused(code: str) -> None:
    assert [words for _, words in no_currency(code)] == [
        f"{code} stands for no currency in ISO 4217: give one, such as USD"
    ]
    assert list(no_currency("JPY")) == []


def test_a_price_of_nothing_is_told_of_the_design_and_of_a_part() -> None:
    free = PriceOverride(id="dgx-h100", amount_cents=0, as_of="2026-05")
    told = of_rule(evaluate(basepod("USD").evolve(prices=(free,)), SHIPPED), "K07:free")
    assert [(one.severity, one.key) for one in told] == [("info", "K07:free:dgx-h100")]
    part: Part = SHIPPED.require("dgx-h100").evolve(
        prices=(Price(amount_cents=0, as_of="2026-05", source="t", kind="assumed"),)
    )
    told = of_rule(evaluate(basepod("USD"), SHIPPED.overlay([part])), "K07:free")
    assert [one.key for one in told] == ["K07:free:dgx-h100"]
    paid = free.evolve(amount_cents=1)
    assert of_rule(evaluate(basepod("USD").evolve(prices=(paid,)), SHIPPED), "K07:free") == []


def test_what_has_no_price_is_not_said_to_be_left_out_of_an_open_sum() -> None:
    report = evaluate(build("dgx-superpod-b300", {}, SHIPPED), SHIPPED)
    assert report.cost.figure("capex").high == inf
    told = of_rule(report, "K01:cables")
    assert told
    assert all("leaves them out" not in one.message for one in told)
    assert all("the capital cost has no upper end" in one.message for one in told)
