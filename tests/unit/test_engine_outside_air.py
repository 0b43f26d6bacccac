"""A hall that outside air cools: its hours, its year, and what it cannot take."""

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.climate.moist_air import humidity, wet_bulb_c
from designer.engine.subjects.climate.plant_hours import PlantFigures, outside_air_hours
from designer.engine.subjects.climate.weather import Weather, year_of
from designer.model.design import Design
from designer.planning.templates import build

AIR = "dgx-superpod-h100"
PLANT = PlantFigures(0.0, 12.0, 0.05, 3.0, 0.0, 1.0, dew_max_c=15.0)


def steady(c: float, dew: float) -> Weather:
    wet = wet_bulb_c(np.array([c]), humidity(np.array([dew]), 101.325), 101.325)
    return Weather(np.array([c]), np.array([dew]), wet, 101.325, np.array([0]))


def is_door(part: str) -> bool:
    return load_shipped().require(part).kind == "rear-door"


def room(template: str = AIR, **site: object) -> Design:
    design = build(template, {"scalable_units": "1"}, load_shipped())
    if template == AIR:  # without its rear doors: all of the heat is in the air
        design = design.evolve(
            assemblies=tuple(
                one.evolve(slots=tuple(slot for slot in one.slots if not is_door(slot.part)))
                for one in design.assemblies
            ),
            devices=tuple(one for one in design.devices if not is_door(one.part)),
        )
    return design.evolve(site=design.site.evolve(heat_rejection="outside-air", **site))


def report_of(**site: object) -> Report:
    return evaluate(room(**site), load_shipped())


@pytest.mark.parametrize(
    ("c", "dew", "chilled"), [(10, 5, 0), (24, 15, 0), (30, 10, 0.5), (36, 10, 1), (20, 16, 1)]
)
def test_an_hour_by_hand(c: float, dew: float, chilled: float) -> None:
    """Supply of 24 °C that returns at 36 °C: half of the heat is left at 30 °C, all above 36 °C
    and where the air is too humid."""
    hour = outside_air_hours(PLANT, steady(c, dew), 24.0)
    assert float(hour.chilled[0]) == pytest.approx(chilled)
    assert float(hour.power[0]) == pytest.approx(0.05 + chilled / 3)
    assert float(hour.litres_per_kwh[0]) == 0


def test_dry_air_may_be_humidified() -> None:
    """By hand: −20 °C at a dew point of −25 °C; 24 + 12 + 20 K of difference let in 64 kg/kWh."""
    hour = outside_air_hours(PLANT, steady(-20, -25), 24.0)
    lacking = humidity(np.array([-9.0]), 101.325) - humidity(np.array([-25.0]), 101.325)
    by_hand = float(lacking[0]) * 3600 / (1.005 * 56)
    assert float(hour.most_l_per_kwh[0]) == pytest.approx(by_hand)
    assert 0.05 < by_hand < 0.2
    assert float(outside_air_hours(PLANT, steady(10, 5), 24.0).most_l_per_kwh[0]) == 0


def test_a_year_of_outside_air() -> None:
    """By the hours of the climate: those of dry bulb and dew point within what is let in."""
    site = {"climate": "the-dalles", "supply_air_c": 27.0, "air_rise_k": 12.0}
    year = report_of(**site).climate
    climate = load_shipped().climate("the-dalles")
    assert climate is not None
    hours = year_of(climate)
    free = int(((hours.dry_bulb_c <= 27) & (hours.dew_point_c <= 15)).sum())
    assert year.free_hours_per_year == free
    # 8,036 h in the hourly file that the months are of: the made year is within some 400 of it.
    assert free == pytest.approx(8036, abs=410)
    wue = year.figure("wue")
    assert (wue.low, wue.likely) == (0, 0)
    assert wue.high < 0.1
    # Medians of Lei and others (2025), air economizer, 4A, with water- and air-cooled chillers.
    assert 1.06 < year.figure("pue").likely < 1.176
    assert year.rejection.startswith("outside air, air-cooled chillers")
    assert year.design_water_c is None


def test_hot_and_humid_places_cost_more() -> None:
    pues = [
        report_of(climate=place, supply_air_c=24.0).climate.figure("pue").likely
        for place in ("the-dalles", "ashburn", "mumbai")
    ]
    assert pues == sorted(pues)
    assert pues[0] < pues[2] - 0.1


def test_supply_air_that_nobody_states_is_open() -> None:
    year = report_of(climate="ashburn", supply_air_c=None).climate
    assert "default supply-air" in [gap.ref for gap in year.figure("free_hours_per_year").gaps]
    assert year.supply_c == 24
    for stated in (18.0, 24.0, 27.0):
        one = report_of(climate="ashburn", supply_air_c=stated).climate.figure("pue")
        whole = year.figure("pue")
        assert whole.low - 1e-9 <= one.low <= one.high <= whole.high + 1e-9


def checks(report: Report) -> dict[str, str]:
    return {one.key: f"{one.severity}: {one.message}" for one in report.checks if one.rule == "C13"}


def test_liquids_need_something_else() -> None:
    wet = evaluate(room("dgx-superpod-gb200", climate="ashburn"), load_shipped())
    assert not wet.climate.is_computed
    assert checks(wet)["C13:outside-air"].startswith("error: outside air takes none of the ")
    assert not checks(report_of(climate="ashburn"))
    dry = room("dgx-superpod-gb200")
    dry = dry.evolve(site=dry.site.evolve(heat_rejection="dry-cooler"))
    assert "C13:outside-air" not in checks(evaluate(dry, load_shipped()))


def test_without_chillers_the_hall_gets_the_air_of_the_hour() -> None:
    site = {"climate": "ashburn", "supply_air_c": 30.0, "chillers": False}
    report = report_of(**site)
    told = checks(report)["C13:air"]
    assert "supply air of 30.0 °C is planned, and outside air has 34.1 °C on the design day" in told
    climate = load_shipped().climate("ashburn")
    assert climate is not None
    air = year_of(climate).dry_bulb_c
    assert report.climate.warm_hours_per_year == int((air > 30).sum())
    assert report.climate.hottest_supply_c == pytest.approx(float(air.max()), abs=0.05)
    assert not checks(report_of(**site | {"supply_air_c": 34.2}))
    assert checks(report_of(**site | {"supply_air_c": None}))["C13:air"].startswith("error")


def test_the_chain_of_liquids_has_no_water_of_coolers() -> None:
    wet = evaluate(room("dgx-superpod-gb200", climate="ashburn", chillers=False), load_shipped())
    steps = [step.id for step in wet.temperatures.steps]
    assert "facility-water" in steps
    assert "rejection" not in steps
    assert report_of(climate="ashburn").temperatures.steps == ()
