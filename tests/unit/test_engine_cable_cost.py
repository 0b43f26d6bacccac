"""Cables and modules in the capital cost and in the bill: what the lengths and media ask for."""

import csv
import io
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.engine.cost_report import CostLine
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.io.export.bill_of_materials import bom_csv
from designer.model.design import Design, PriceOverride
from designer.planning.templates import build

SHOP = load_shipped()


@cache
def reference() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, SHOP)


@cache
def report() -> Report:
    return evaluate(reference(), SHOP)


def line(of: Report, category: str = "optics and cables") -> CostLine:
    return next(one for one in of.cost.by_category if one.category == category)


def test_the_cost_of_cables_is_that_of_what_is_bought() -> None:
    mine, cables = line(report()).figure("amount"), report().cables.figure("price")
    assert (mine.low, mine.high) == pytest.approx((cables.low, cables.high))
    assert mine.value == pytest.approx(cables.value)
    assert line(report()).unpriced == 0
    assert not [one for one in report().cost.unpriced if "cables" in one]


def test_the_price_of_its_owner_counts() -> None:
    own = PriceOverride(id="fiber-mpo12-mmf", amount_cents=100_00)
    dearer = own.evolve(amount_cents=200_00)
    cheap, dear = (evaluate(reference().evolve(prices=(one,)), SHOP) for one in (own, dearer))
    pieces = sum(one.count for one in report().cables.bill if one.part == "fiber-mpo12-mmf")
    amounts = [line(one).figure("amount").value for one in (cheap, dear)]
    assert amounts[1] - amounts[0] == pytest.approx(100 * pieces)


def test_the_bill_lists_each_part_with_its_lengths() -> None:
    text = bom_csv(reference(), SHOP, report()).removeprefix("\ufeff")
    every = list(csv.DictReader(io.StringIO(text)))
    rows = {row["part"]: row for row in every}
    for part in {one.part for one in report().cables.bill} - {"dac-qsfp28-100g"}:
        mine = [one for one in report().cables.bill if one.part == part]
        assert rows[part]["quantity"] == str(sum(one.count for one in mine))
        for one in mine:
            if one.stock_m is not None:
                assert f"{one.count:,} × {one.stock_m:g} m" in rows[part]["note"]
    # What is priced by length has a line for each, with its own price.
    by_length = [row for row in every if row["part"] == "dac-qsfp28-100g"]
    bought = [one for one in report().cables.bill if one.part == "dac-qsfp28-100g"]
    assert [row["quantity"] for row in by_length] == [str(one.count) for one in bought]
    assert by_length[0]["note"].startswith(f"length: {bought[0].stock_m:g} m")
    assert (by_length[0]["unit price"], by_length[0]["price date"]) == ("40.00", "2026-09-22")


def test_a_price_of_a_cable_that_counts_is_not_said_to_be_in_no_sum() -> None:
    """It said of 5,000 USD a fibre, which are in the capital: in no sum."""
    own = PriceOverride(id="fiber-mpo12-mmf", amount_cents=5_000_00)
    unused = PriceOverride(id="fiber-mpo12-smf", amount_cents=5_000_00)
    assert all(one.part != unused.id for one in report().cables.bill)
    found = evaluate(reference().evolve(prices=(own, unused)), SHOP)
    more = line(found).figure("amount").low - line(report()).figure("amount").low
    assert more > 0
    assert [one.key for one in found.checks if one.rule == "K07"] == [f"K07:not-placed:{unused.id}"]
