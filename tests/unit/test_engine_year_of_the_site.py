"""The year by the hour with what the site states of its plant: approach, and no chillers."""

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.engine.climate_report import ClimateYear
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.climate.plant_hours import PlantFigures, dry_hours, tower_hours
from designer.engine.subjects.climate.weather import year_of
from designer.engine.subjects.facility.year_writing import year_written
from designer.model.design import Design
from designer.planning.templates import build
from tests.helpers.climate_plant import range_of

DRY = {"climate": "ashburn", "heat_rejection": "dry-cooler", "cooling_water_c": 40.0}


def hall(**site: object) -> Design:
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped())
    return design.evolve(site=design.site.evolve(**site))


def report_of(**site: object) -> Report:
    return evaluate(hall(**site), load_shipped())


def year_of_site(**site: object) -> ClimateYear:
    return report_of(**site).climate


def dry_bulb(place: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    climate = load_shipped().climate(place)
    assert climate is not None
    return year_of(climate).dry_bulb_c


def test_a_stated_approach_is_taken_as_stated() -> None:
    """Hours without chillers are those of the air below the water less the approach."""
    for approach in (4.0, 14.0):
        year = year_of_site(**DRY, rejection_approach_k=approach)
        hours = int((dry_bulb("ashburn") + approach <= 40).sum())
        free = year.figure("free_hours_per_year")
        assert (free.low, free.likely, free.high) == (hours, hours, hours)
        assert "dry-cooler-approach" not in str([gap.ref for gap in year.figure("pue").gaps])
    near, far = (year_of_site(**DRY, rejection_approach_k=k) for k in (4.0, 14.0))
    assert near.figure("chilled_share").likely < far.figure("chilled_share").likely
    planned = year_of_site(**DRY).figure("free_hours_per_year")
    assert planned.low < planned.high


def test_a_stated_approach_within_the_range_lies_within_its_bounds() -> None:
    whole = year_of_site(**DRY)
    for approach in (5.0, 8.0, 12.0):
        one = year_of_site(**DRY, rejection_approach_k=approach)
        for name in ("pue", "chilled_share", "free_hours_per_year"):
            inner, outer = one.figure(name), whole.figure(name)
            assert outer.low - 1e-12 <= inner.low <= inner.high <= outer.high + 1e-12


def test_without_chillers_the_water_follows_the_weather() -> None:
    """By hand: 36 °C of air and 8 K give 44 °C of water, 10 °C give the 40 °C that are asked."""
    plant = PlantFigures(8, 6.9, 0.0366, 2.96, 0.0064, 5, chillers=False)
    from tests.unit.test_engine_climate_year import steady

    hot, cold = (dry_hours(plant, steady(c, 5), 40) for c in (36, 10))
    assert (float(hot.supplied_c[0]), float(hot.over_k[0])) == (44, 4)
    assert (float(cold.supplied_c[0]), float(cold.over_k[0])) == (40, 0)
    # Fans at full speed where the water is as near to the air as coolers come; no compressor.
    assert float(hot.power[0]) == pytest.approx(0.0366 + 0.0064)
    assert float(cold.power[0]) == pytest.approx(0.0366 * (14.9 / 36.9) ** 3 + 0.0064)
    assert float(hot.chilled[0]) == 0
    tower = tower_hours(plant, steady(30, 30), 27)
    assert float(tower.supplied_c[0]) == pytest.approx(38, abs=1e-6)
    assert float(tower.chilled[0]) == 0


@pytest.mark.parametrize("plant", ["dry-cooler", "cooling-tower"])
def test_hours_too_warm_are_counted_and_told(plant: str) -> None:
    site = {
        "climate": "dallas", "heat_rejection": plant, "cooling_water_c": 27.0,
        "rejection_approach_k": 7.0,
    }  # fmt: skip
    year = year_of_site(**site, chillers=False)
    climate = load_shipped().climate("dallas")
    assert climate is not None
    weather = year_of(climate)
    air = weather.dry_bulb_c if plant == "dry-cooler" else weather.wet_bulb_c
    assert year.warm_hours_per_year == int((air + 7 > 27).sum())
    assert year.hottest_supply_c == pytest.approx(float(air.max()) + 7, abs=0.01)
    assert year.figure("hottest_supply_c").exact
    assert year.chilled_share == 0
    assert year.free_hours_per_year == 8760
    assert "without chillers" in year.rejection
    # The compressors' power is what is saved; with them no hour is too warm.
    cooled = year_of_site(**site, chillers=True)
    assert year.figure("pue").likely < cooled.figure("pue").likely
    assert cooled.warm_hours_per_year is None
    assert "chiller-cop" not in str(year.figure("pue"))
    (facts,) = [dict(one.facts) for one in year_written(report_of(**site, chillers=False))][:1]
    assert facts["Hours with water above 27 °C"] == f"{year.warm_hours_per_year:,.0f} h"
    assert facts["Hottest water of this year"].endswith("a hot year has hotter")


def test_not_stated_is_taken_for_chillers() -> None:
    assert year_of_site(**DRY) == year_of_site(**DRY, chillers=True)


def checks(report: Report) -> dict[str, str]:
    return {one.key: f"{one.severity}: {one.message}" for one in report.checks if one.rule == "C13"}


def test_c13_counts_the_hours_and_is_judged_by_the_design_day() -> None:
    """Ashburn has 34.1 °C on its design day: 8 K give 42.1 °C. Hours of the year never size."""
    site = DRY | {"rejection_approach_k": 8.0, "chillers": False}
    told = checks(report_of(**site | {"cooling_water_c": 32.0}))["C13:water"]
    hours = int((dry_bulb("ashburn") + 8 > 32).sum())
    assert told.startswith("error: facility water of 32.0 °C is planned, and dry coolers")
    assert told.endswith(f"42.1 °C on the design day; too warm in {hours:,} h of a typical year")
    assert not checks(report_of(**site | {"cooling_water_c": 42.2}))


def test_c13_without_a_design_day_warns_of_more_than_rare_hours() -> None:
    """Mumbai's design day is in no source here: its hours warn, and few of them say nothing."""
    site = {
        "climate": "mumbai", "heat_rejection": "dry-cooler", "rejection_approach_k": 8.0,
        "chillers": False,
    }  # fmt: skip
    warm = dry_bulb("mumbai") + 8
    told = checks(report_of(**site, cooling_water_c=35.0))["C13:water"]
    assert told.startswith("warning: ")
    assert f"too warm in {int((warm > 35).sum()):,} h" in told
    assert told.endswith("nobody states a design day")
    few = float(np.sort(warm)[-20])
    assert not checks(report_of(**site, cooling_water_c=few))
    # An approach that nobody states leaves the hours open: only what is certain warns.
    open_ = {name: value for name, value in site.items() if name != "rejection_approach_k"}
    least = range_of("dry-cooler").best.approach_k
    assert not checks(report_of(**open_, cooling_water_c=float(warm.max()) - 8 + least))
