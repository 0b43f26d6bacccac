"""Bounds of the year: what UPS lose by a stated efficiency, and whose heat the plant takes."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.climate_report import ClimateYear
from designer.engine.evaluate import evaluate
from designer.planning.templates import build

CATALOG = load_shipped()


def year(takes: bool | None = None, efficiency: float | None = None) -> ClimateYear:
    """Return the year of 8 racks behind three UPS of 1,000 kW."""
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, CATALOG)
    site = design.site.evolve(
        climate="ashburn", heat_rejection="dry-cooler", plant_cools_power=takes
    )
    feeds = [node.evolve(parents=(f"u{node.id}",)) for node in design.power]
    ups = [
        node.evolve(id=f"u{node.id}", name="", kind="ups", capacity_kw=1000.0,
                    efficiency=efficiency)
        for node in design.power
    ]  # fmt: skip
    report = evaluate(design.evolve(site=site, power=(*feeds, *ups)), CATALOG)
    assert not report.not_computed
    return report.climate


def test_a_stated_efficiency_keeps_the_year_from_losing_nothing() -> None:
    """It was up to 1.0: at no load nothing is lost, and these carry a fifth at least."""
    efficiency = year(efficiency=0.9).figure("ups_efficiency")
    assert efficiency.high < 0.985
    assert efficiency.low < 0.9


def test_whose_heat_the_plant_takes_is_open_where_nobody_says() -> None:
    """None was taken for true; C13 had it open."""
    said, taken, left = (year(takes).figure("pue") for takes in (None, True, False))
    assert (said.low, said.high) == (pytest.approx(left.low), pytest.approx(taken.high))
    assert said.value == pytest.approx(taken.value)
    assert left.high < taken.high
