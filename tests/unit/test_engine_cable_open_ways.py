"""What cables cost and draw whose way follows no tray: open upwards, with an end that holds."""

from functools import cache
from math import inf

import pytest

from designer.catalog.cable_figures import CableFigures
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Price
from designer.engine.advice import TRAYS
from designer.engine.evaluate import evaluate
from designer.engine.network_report import Cables
from designer.engine.report import Report
from designer.model.design import Design, Tray
from designer.planning.templates import build
from tests.helpers.cable_halls import PARTS, at, hall, leaf, node

SHOP = load_shipped()
NEAR = (at("a", 1000, 1000), at("b", 1600, 1000))
LINE = Tray(id="t", name="Main", corners=((0, 1000), (70_000, 1000)), height_mm=2100)


def cable(key: str, medium: str, reach: float, watts: float, dollars: int = 0) -> Part:
    figures = {
        "medium": medium, "rate_gbps": 100, "length_max_m": reach, "connector": "QSFP28",
    }  # fmt: skip
    price = Price(amount_cents=dollars * 100, as_of="2026", source="test", kind="assumed")
    return Part(
        id=key, kind="cable", name=key, cable=CableFigures.model_validate(figures),
        prices=(price,) if dollars else (), power_max_w=watts,
    )  # fmt: skip


SHORT = cable("short", "AEC", 7, 10, 100)
LONG = cable("long", "AOC", 50, 8.5, 300)
NO_PRICE = cable("no-price", "AOC", 30, 9)
TOO_SHORT = cable("too-short", "DAC", 0.1, 0.1, 10)


def cables(*parts: Part, trays: tuple[Tray, ...] = ()) -> Cables:
    held = (node("n", "a", 38), leaf("leaf", "b", 38))
    return evaluate(hall(NEAR, held, trays), Catalog((*PARTS.parts, *parts))).cables


def ends(found: Cables, name: str) -> tuple[float, float | None, float]:
    figure = found.figure(name)
    each = found.count or 0
    return figure.low / each, None if figure.value is None else figure.value / each, figure.high


def test_a_longer_way_may_ask_for_a_medium_that_draws_less() -> None:
    # By hand: the way is some metres at least. AEC 2 × 10 W for 100 is chosen; a longer way asks
    # for AOC, 2 × 8.5 W for 300. Copper of 0.1 m reaches in no case.
    found = cables(SHORT, LONG, TOO_SHORT)
    assert ends(found, "price") == (100, 100, inf)
    assert ends(found, "optics_w") == (17, 20, inf)
    for name in ("price", "optics_w"):
        assert found.figure(name).gaps[0].ref == TRAYS
        assert found.figure(name).estimated


def test_a_longer_way_may_ask_for_a_cable_without_a_price() -> None:
    assert ends(cables(SHORT, NO_PRICE), "price") == (0, 100, inf)


def test_along_trays_nothing_is_open() -> None:
    found = cables(SHORT, LONG, NO_PRICE, trays=(LINE,))
    assert ends(found, "price") == (100, 100, 100)
    assert ends(found, "optics_w") == (20, 20, 20)


@cache
def report(trays: int) -> Report:
    return evaluate(reference(trays), SHOP)


def reference(trays: int) -> Design:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, SHOP)
    return design.evolve(trays=design.trays[:trays])


@pytest.mark.parametrize("trays", [0, 1, 4])
def test_cost_and_cables_say_the_same(trays: int) -> None:
    of = report(trays)
    lines = {line.category: line for line in of.cost.by_category}
    mine, theirs = lines["optics and cables"].figure("amount"), of.cables.figure("price")
    assert (mine.low, mine.value, mine.high) == (theirs.low, theirs.value, theirs.high)
    assert (mine.high == inf) is bool(of.cables.off_trays)
    assert (of.cost.figure("capex").gaps[:1] == mine.gaps[:1]) is bool(of.cables.off_trays)


@pytest.mark.parametrize("name", ["price", "optics_w"])
def test_the_end_holds_along_trays(name: str) -> None:
    loose, along = report(0).cables.figure(name), report(4).cables.figure(name)
    assert 0 < loose.low < along.low
    assert loose.low < (loose.value or 0.0)


def test_cables_within_a_rack_stay_as_they_are() -> None:
    loose, along = (
        {line.medium: line for line in report(trays).cables.media}["DAC"] for trays in (0, 4)
    )
    assert loose.figure("price") == along.figure("price")
