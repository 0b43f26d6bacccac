"""Carbon summed up by the hour of a grid, against energy times its mean."""

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.document.edits.grid import take_grid
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.carbon.writing import written
from designer.engine.subjects.climate.plant_hours import dry_hours
from designer.engine.subjects.climate.weather import year_of
from designer.io.weather.grid_csv import grid_of
from designer.model.design import Design
from designer.model.grid_year import GridYear
from designer.planning.templates import build
from tests.helpers.climate_plant import range_of
from tests.helpers.grid_files import export, swinging

SITE = {"climate": "phoenix", "heat_rejection": "dry-cooler", "cooling_water_c": 27.0}
UTC_OF_PHOENIX = -7


def grid(cleanest_h: int = 12, utc_h: float | None = None, swing: float = 200.0) -> GridYear:
    year = grid_of(export(swinging(swing=swing, cleanest_h=cleanest_h)), "pjm.csv").year
    return year.evolve(utc_h=utc_h)


def hall(year: GridYear | None = None, **site: object) -> Design:
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped())
    design = design.evolve(site=design.site.evolve(**site))
    return design if year is None else take_grid(year)(design)


def report_of(year: GridYear | None = None, **site: object) -> Report:
    return evaluate(hall(year, **site), load_shipped())


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def test_the_sum_over_the_hours_by_hand() -> None:
    """Each hour: what the building draws by the weather of the hour, times the grid's carbon."""
    year = grid()
    report = report_of(year, **SITE)
    climate = load_shipped().climate("phoenix")
    assert climate is not None
    plant = range_of("dry-cooler").taken
    power = dry_hours(plant, year_of(climate), 27.0).power
    grams = np.array(year.grams)
    # PUE is linear in the plant's power: two years of the report give its slope.
    pue, share = report.climate.figure("pue").likely, float(power.mean())
    day = report.climate.day
    it = report.totals.figure("power_typical_kw").likely
    by_day = power.reshape(365, 24).mean(axis=0)
    slope = (day[15].figure("power_kw").likely - day[5].figure("power_kw").likely) / (
        it * (by_day[15] - by_day[5])
    )
    kw = it * (pue + slope * (power - share))
    tonnes = float((kw * grams).sum()) / 1e6
    carbon = report.carbon
    assert carbon.figure("operational_t_per_year").likely == pytest.approx(tonnes, rel=1e-9)
    energy = report.cost.figure("energy_mwh_per_year").likely
    assert carbon.figure("by_mean_t_per_year").likely == pytest.approx(
        energy * float(grams.mean()) / 1000, rel=1e-9
    )
    assert carbon.grid_g_per_kwh == pytest.approx(float(grams.mean()))
    assert carbon.taken == "by the hour"


def test_cooling_in_clean_hours_is_less_and_in_dirty_hours_more() -> None:
    """Phoenix is hottest at four in the afternoon: sun on the grid then, or none."""
    for cleanest, sign in ((16, -1), (4, 1)):
        carbon = report_of(grid(cleanest), **SITE).carbon
        difference = (
            carbon.figure("operational_t_per_year").likely
            - carbon.figure("by_mean_t_per_year").likely
        )
        assert sign * difference > 0
    flat = report_of(grid(swing=0.0), **SITE).carbon
    assert flat.figure("operational_t_per_year").likely == pytest.approx(
        flat.figure("by_mean_t_per_year").likely
    )


def test_clocks_are_brought_together() -> None:
    """What is clean at 16 h local is clean at 23 h UTC: seven hours lie between."""
    local = report_of(grid(16), **SITE).carbon
    in_utc = report_of(grid(16 - UTC_OF_PHOENIX, utc_h=0.0), **SITE).carbon
    same = report_of(grid(16, utc_h=UTC_OF_PHOENIX), **SITE).carbon
    likely = local.figure("operational_t_per_year").likely
    assert in_utc.figure("operational_t_per_year").likely == pytest.approx(likely, rel=1e-6)
    assert same.figure("operational_t_per_year").likely == pytest.approx(likely, rel=1e-12)
    # Half an hour, as of Mumbai, lies between two hours.
    mumbai = SITE | {"climate": "mumbai"}
    early, half, late = (
        report_of(grid(16, utc_h=5.5 + by), **mumbai).carbon.figure("operational_t_per_year").likely
        for by in (0.5, 0.0, -0.5)
    )
    assert min(early, late) < half < max(early, late)


def test_a_clock_that_nobody_names_leaves_it_open() -> None:
    """A weather file without its clock: every one that may be is in the bounds, with the reason."""
    from designer.document.edits.weather import take_weather
    from designer.io.weather.epw import epw_of
    from tests.helpers.weather_files import epw

    year = epw_of(epw().bytes(), "x.epw").year
    site = {"heat_rejection": "dry-cooler", "cooling_water_c": 20.0}
    asked = grid(16, utc_h=0.0)
    lost = evaluate(take_weather(year.evolve(utc_h=None))(hall(asked, **site)), load_shipped())
    open_ = lost.climate.figure("grid_pue")
    assert "rule clock of the climate against UTC" in open_.basis
    for clock in (-7.0, 0.0, 9.0):
        known = evaluate(
            take_weather(year.evolve(utc_h=clock))(hall(asked, **site)), load_shipped()
        )
        one = known.climate.figure("grid_pue")
        assert open_.low - 1e-12 <= one.low <= one.high <= open_.high + 1e-12


def test_without_a_year_by_the_hour_energy_is_alike_and_it_is_said() -> None:
    for site in ({}, SITE | {"pue": 1.3}):
        carbon = report_of(grid(), **site).carbon
        assert carbon.operational_t_per_year == carbon.by_mean_t_per_year
        assert "draws alike in all hours" in carbon.scope
        assert carbon.taken == "by the hour"


def test_a_mean_is_told_as_one() -> None:
    carbon = report_of(grid_g_per_kwh=321.0, grid_source="PJM, 2024", **SITE).carbon
    assert (carbon.taken, carbon.by_mean_t_per_year) == ("by annual mean", None)
    (section,) = written(report_of(grid_g_per_kwh=321.0, grid_source="PJM, 2024", **SITE))
    facts = dict(section.facts)
    assert facts["Carbon a year"].endswith(", by annual mean")
    assert facts["Grid"].endswith("PJM, 2024")


def test_hours_are_told_with_their_source_and_the_mean_beside() -> None:
    (section,) = written(report_of(grid(), **SITE))
    facts = dict(section.facts)
    assert facts["Carbon a year"].endswith(", by the hour")
    assert "By the mean of those hours" in facts
    assert facts["Grid"].startswith("mean 300 g CO2e/kWh, PJM, Carbon intensity")


def test_k09_asks_nothing_of_hours_and_tells_two_figures_that_differ() -> None:
    assert not {key for key in keys(report_of(grid(), **SITE)) if key.startswith("K09")}
    near, far = (report_of(grid(), grid_g_per_kwh=g) for g in (290.0, 500.0))
    assert "K09:two" not in keys(near)
    assert "K09:two" in keys(far)
    assert "K09:grid" in keys(report_of(grid_g_per_kwh=300.0))


def test_d02_tells_hours_that_are_not_there() -> None:
    assert "D02:grid:gone" in keys(report_of(grid_year="gone"))
    empty = GridYear(id="empty")
    assert "D02:grid:empty" in keys(report_of(empty))
    assert not report_of(empty).carbon.is_computed
    stated = report_of(empty, grid_g_per_kwh=300.0, grid_source="X").carbon
    assert stated.taken == "by annual mean"
    assert not {key for key in keys(report_of(grid())) if key.startswith("D02")}
