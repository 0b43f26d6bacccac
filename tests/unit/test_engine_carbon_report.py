"""Carbon of a year in the report: energy by the grid of the site, with its bounds; or nothing."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.carbon.subject import SUBJECT
from designer.model.design import Site
from tests.unit.test_engine_feeds import CATALOG, design_of, nodes, pdus

EGRID_G = 823.1 * 0.45359237
"""US eGRID2022, 823.1 lb/MWh: 373.4 g/kWh (facility validation case V91, 0.1 %)."""


def report_of(grid: float | None, pue: float | None = 1.2, count: int = 2) -> Report:
    site = Site(grid_g_per_kwh=grid, pue=pue, utilisation=0.7)
    return evaluate(design_of(*nodes(count), *pdus("AB"), site=site), CATALOG)


def test_a_year_of_energy_by_the_grid() -> None:
    """Two DGX H100: 7.3 kW while they work; what they draw idle is not stated, and has bounds."""
    report = report_of(EGRID_G)
    energy = report.cost.figure("energy_mwh_per_year")
    assert energy.low == pytest.approx(2 * 7.3 * 0.7 * 8.76 * 1.2)
    carbon = report.carbon.figure("operational_t_per_year")
    assert (carbon.low, carbon.high) == pytest.approx(
        (energy.low * 0.3734, energy.high * 0.3734), rel=1e-3
    )
    each = report.carbon.figure("per_gpu_t_per_year")
    assert (each.low, each.high) == pytest.approx((carbon.low / 16, carbon.high / 16))


def test_a_site_that_states_no_grid_has_no_carbon_and_no_row() -> None:
    report = report_of(None)
    assert not report.carbon.is_computed
    assert report.carbon.operational_t_per_year is None
    assert SUBJECT.write is not None
    assert list(SUBJECT.write(report)) == []
    assert not any(one.ref == "site.grid_g_per_kwh" for one in report.settle)


def test_a_grid_without_carbon_is_none_for_certain() -> None:
    carbon = report_of(0.0).carbon.figure("operational_t_per_year")
    assert (carbon.low, carbon.high, carbon.value) == (0.0, 0.0, 0.0)


def test_an_empty_hall_has_nothing_for_each_gpu() -> None:
    report = report_of(400.0, count=0)
    assert report.carbon.per_gpu_t_per_year is None
    assert report.carbon.figure("operational_t_per_year").high == 0.0


def test_the_written_report_says_of_what_it_is() -> None:
    assert SUBJECT.write is not None
    (section,) = SUBJECT.write(report_of(400.0))
    assert section.title == "Carbon"
    said = dict(section.facts)
    assert said["Grid"] == "400 g CO2e/kWh"
    assert said["It is of"].endswith("making the hardware is not in it")
    assert said["Carbon a year"].endswith("t CO2e, by annual mean")
