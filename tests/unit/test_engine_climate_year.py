"""PUE and water by the hour of a typical year.

Hours of free cooling and yearly means of the places were counted in the hourly files that the
catalogue's months come from: NREL TMY3, Climate.OneBuilding TMYx 2007–2021 (Phoenix), Open-Meteo
2020–2024 (Mumbai, Tokyo, São Paulo).
"""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from designer.catalog.climate import Climate
from designer.catalog.load import load_shipped
from designer.engine.climate_report import ClimateYear
from designer.engine.evaluate import evaluate
from designer.engine.subjects.climate.moist_air import enthalpy, humidity, saturated_at, wet_bulb_c
from designer.engine.subjects.climate.plant_hours import (
    PlantFigures,
    chilled_part,
    dry_hours,
    tower_hours,
    water_cooled_cop,
)
from designer.engine.subjects.climate.plant_means import year_means
from designer.engine.subjects.climate.weather import DAYS, Weather, year_of
from designer.model.design import Design
from designer.planning.templates import build
from tests.helpers.climate_plant import range_of
from tests.helpers.one_rack import keys

DRY_HOURS = {
    "ashburn": (3380, 5909, 7509, 8656, 8758), "abilene": (2100, 4473, 6232, 8212, 8729),
    "dallas": (1740, 4127, 5749, 8081, 8721), "phoenix": (644, 2769, 4080, 6306, 7704),
    "des-moines": (4069, 6037, 7408, 8666, 8760), "the-dalles": (3599, 6586, 7717, 8593, 8745),
    "memphis": (2105, 4627, 6357, 8359, 8752), "mumbai": (0, 154, 1462, 8107, 8749),
    "tokyo": (2258, 5186, 6806, 8645, 8759), "sao-paulo": (71, 4020, 7171, 8704, 8759),
}  # fmt: skip
"""Hours at or below 9, 19, 24, 32 and 37 °C dry bulb."""
WET_HOURS = {
    "ashburn": (4431, 5664, 7326, 8727), "abilene": (3418, 4809, 7053, 8760),
    "dallas": (2718, 4178, 5734, 8483), "phoenix": (2725, 5523, 7348, 8655),
    "des-moines": (5080, 6187, 7530, 8614), "the-dalles": (5160, 7142, 8689, 8760),
    "memphis": (3170, 4568, 6247, 8544), "mumbai": (0, 164, 1747, 5735),
    "tokyo": (3315, 4735, 6329, 8095), "sao-paulo": (220, 2409, 7059, 8760),
}  # fmt: skip
"""Hours at or below 10, 15, 20 and 25 °C wet bulb."""
MEANS = {
    "ashburn": (12.7, 9.5), "abilene": (17.1, 11.8), "dallas": (18.7, 14.3),
    "phoenix": (24.7, 13.1), "des-moines": (10.3, 6.8), "council-bluffs": (10.8, 8.2),
    "the-dalles": (12.7, 8.5), "memphis": (17.0, 13.1), "mumbai": (26.9, 23.0),
    "tokyo": (16.0, 13.4),
}  # fmt: skip

PLANT = PlantFigures(8, 6.9, 0.0366, 2.96, 0.0064, 5)
TOWER = PlantFigures(7.3, 6.9, 0.0127, 1, 0.0064, 5)


def weather(place: str) -> Weather:
    climate = load_shipped().climate(place)
    assert climate is not None
    return year_of(climate)


@pytest.mark.parametrize("place", DRY_HOURS)
def test_hours_of_free_cooling_are_those_of_the_hourly_file(place: str) -> None:
    """Within 410 h; São Paulo, whose mean lies below the middle of its days, within 900 h."""
    year, within = weather(place), 900 if place == "sao-paulo" else 410
    assert year.dry_bulb_c.size == 8760
    for limit, hours in zip((9, 19, 24, 32, 37), DRY_HOURS[place], strict=True):
        assert int((year.dry_bulb_c <= limit).sum()) == pytest.approx(hours, abs=within)
    for limit, hours in zip((10, 15, 20, 25), WET_HOURS[place], strict=True):
        assert int((year.wet_bulb_c <= limit).sum()) == pytest.approx(hours, abs=within)


@pytest.mark.parametrize("place", MEANS)
def test_means_of_the_year_are_those_of_the_hourly_file(place: str) -> None:
    year, (dry, wet) = weather(place), MEANS[place]
    assert float(year.dry_bulb_c.mean()) == pytest.approx(dry, abs=0.4)
    assert float(year.wet_bulb_c.mean()) == pytest.approx(wet, abs=0.25)


def test_wet_bulb_is_that_of_the_psychrometric_chart() -> None:
    """ASHRAE, Handbook of Fundamentals, design row of Ashburn 34.1 °C and 23.9 °C wet bulb.

    The humidity that those two give is given back by the wet bulb; at saturation all are one.
    """
    c = np.array([34.1, 20.0, 5.0, -10.0])
    wet = np.array([23.9, 20.0, 1.0, -12.0])
    saturated = humidity(wet, 100.6)
    ratio = ((2501 - 2.326 * wet) * saturated - 1.006 * (c - wet)) / (2501 + 1.86 * c - 4.186 * wet)
    assert wet_bulb_c(c, ratio, 100.6) == pytest.approx(wet, abs=1e-3)
    assert wet_bulb_c(c, humidity(c, 100.6), 100.6) == pytest.approx(c, abs=1e-3)
    # Dry air at 20 °C at sea level: 5.6 °C wet bulb (psychrometric chart no. 1, within 0.3 K).
    dry = wet_bulb_c(np.array([20.0]), np.array([0.0]), 101.325)
    assert float(dry[0]) == pytest.approx(5.8, abs=0.3)
    back = saturated_at(enthalpy(c, humidity(c, 95.0)), 95.0)
    assert back == pytest.approx(c, abs=1e-3)


@pytest.mark.parametrize(
    ("t", "cops"),
    [
        (15, (9.6, 10.8, 10.9, 10.0)), (20, (7.5, 8.8, 9.0, 8.2)), (25, (5.8, 7.2, 7.5, 6.8)),
        (30, (4.5, 6.0, 6.5, 5.8)),
    ],
)  # fmt: skip
def test_chillers_are_those_of_the_published_regression(t: float, cops: tuple[float, ...]) -> None:
    """Lei and Masanet, Energy (2020), code of the model, at 25, 50, 75 and 100 % load; ± 0.06."""
    for load, cop in zip((0.25, 0.5, 0.75, 1.0), cops, strict=True):
        assert float(water_cooled_cop(np.array([float(t)]), load)[0]) == pytest.approx(
            cop, abs=0.06
        )


def test_economizer_is_full_partial_and_none() -> None:
    """Lei and Masanet 2022: full to the supply, none from the return on, in proportion between."""
    part = chilled_part(np.array([10.0, 18.0, 21.0, 24.0, 30.0]), 18.0, 6.0)
    assert list(part) == [0, 0, 0.5, 1, 1]


def steady(c: float, dew: float) -> Weather:
    """A year that is one hour long."""
    wet = wet_bulb_c(np.array([c]), humidity(np.array([dew]), 101.325), 101.325)
    return Weather(np.array([c]), np.array([dew]), wet, 101.325, np.array([0]))


def test_an_hour_by_hand() -> None:
    """Dry coolers at 10 °C for water of 30 °C: fans at (14.9/26.9)³ of 3.66 %, no chiller."""
    cool = dry_hours(PLANT, steady(10, 5), 30)
    assert float(cool.power[0]) == pytest.approx(0.0366 * (14.9 / 26.9) ** 3 + 0.0064)
    assert (float(cool.chilled[0]), float(cool.litres_per_kwh[0])) == (0, 0)
    # At 40 °C all of it is the chillers': 1/2.96, and their own fans are in the COP.
    hot = dry_hours(PLANT, steady(40, 5), 30)
    assert float(hot.power[0]) == pytest.approx(1 / 2.96 + 0.0064)


def test_a_tower_loses_less_water_in_the_cold_and_never_more_than_all_latent() -> None:
    cold, warm = (tower_hours(TOWER, steady(c, c - 8), 27) for c in (0, 28))
    assert float(cold.litres_per_kwh[0]) < 0.8 * float(warm.litres_per_kwh[0])
    for hours in (cold, warm):
        assert float(hours.litres_per_kwh[0]) <= float(hours.most_l_per_kwh[0])
    # 1.48 L for each kWh of latent heat, times 5/4 at five cycles.
    assert float(cold.most_l_per_kwh[0]) == pytest.approx(1.48 * 1.25, rel=0.01)


def hall(template: str = "dgx-superpod-gb200", **site: object) -> Design:
    design = build(template, {"scalable_units": "1"}, load_shipped())
    return design.evolve(site=design.site.evolve(**site))


def year_of_hall(design: Design) -> ClimateYear:
    return evaluate(design, load_shipped()).climate


def test_nothing_is_computed_without_climate_or_plant() -> None:
    for site in ({}, {"climate": "ashburn"}, {"heat_rejection": "dry-cooler"}):
        report = evaluate(hall(**site), load_shipped())
        assert not report.climate.is_computed
        assert report.facility.wue is None
        assert "by the hour" not in report.facility.pue_source


@pytest.mark.parametrize(
    ("plant", "water_c", "low", "high"),
    [("dry-cooler", 40, 1.06, 1.12), ("cooling-tower", 27, 1.06, 1.19)],
)
def test_a_liquid_hall_is_within_what_is_published(
    plant: str, water_c: float, low: float, high: float
) -> None:
    """Sums of published terms give 1.06–1.12 for dry coolers with warm water, 1.06–1.10 for towers;
    Lei and others (2025), liquid with waterside economizer, zone 4A, 5–95 %: 1.10–1.19, 1.07–1.20,
    1.06–1.20."""
    year = year_of_hall(hall(climate="ashburn", heat_rejection=plant, cooling_water_c=water_c))
    assert year.pue is not None
    assert low <= year.pue <= high


def test_the_year_is_the_mean_of_its_months_and_leads_to_pue_and_energy() -> None:
    design = hall(climate="dallas", heat_rejection="cooling-tower")
    report, before = evaluate(design, load_shipped()), evaluate(hall(), load_shipped())
    year, facility = report.climate, report.facility
    assert len(year.months) == 12
    for name in ("pue", "wue", "chilled_share"):
        mean = sum(d * m.figure(name).likely for d, m in zip(DAYS, year.months, strict=True)) / 365
        assert year.figure(name).likely == pytest.approx(mean, rel=1e-9)
        for one in (year, *year.months):
            figure = one.figure(name)
            assert figure.low <= figure.likely <= figure.high
    assert (facility.pue, facility.wue) == (year.pue, year.wue)
    assert "typical year by the hour, Dallas, Texas" in facility.pue_source
    energy = report.cost.figure("energy_mwh_per_year").likely
    per_pue = (
        before.cost.figure("energy_mwh_per_year").likely / before.facility.figure("pue").likely
    )
    assert energy == pytest.approx(per_pue * year.figure("pue").likely)
    water = year.figure("water_m3_per_year").likely
    assert water == pytest.approx(per_pue * year.figure("wue").likely, rel=1e-9)


@pytest.mark.parametrize("plant", ["dry-cooler", "cooling-tower"])
def test_warmer_water_and_a_colder_place_never_cost_more(plant: str) -> None:
    pues = [
        year_of_hall(hall(climate="dallas", heat_rejection=plant, cooling_water_c=c)).figure("pue")
        for c in (18, 25, 32, 40, 45)
    ]
    for colder, warmer in pairwise(pues):
        assert warmer.likely <= colder.likely
        assert warmer.low <= colder.low
        assert warmer.high <= colder.high + 1e-9
    places = ["mumbai", "dallas", "ashburn"]
    each = [year_of_hall(hall(climate=p, heat_rejection=plant)).figure("pue") for p in places]
    assert each[0].likely > each[1].likely > each[2].likely


def test_every_plan_of_the_year_is_at_an_end_of_its_range_in_the_bounds() -> None:
    """Hidden figures: any plant within the ranges lies within the bounds of the plant's power."""
    rng, year = np.random.default_rng(9), weather("dallas")
    ranges = range_of("dry-cooler")
    climate = load_shipped().climate("dallas")
    assert climate is not None
    bounds = year_means(climate, "dry-cooler", 27.0, ranges).year
    for _ in range(60):
        some = {
            name: float(
                rng.uniform(*sorted((getattr(ranges.best, name), getattr(ranges.worst, name))))
            )
            for name in ("approach_k", "fan_share", "cop", "pump_share", "cycles", "fan_exponent")
        }
        rise = float(rng.choice([5.0, 6.9, 10.0]))
        hours = dry_hours(replace(ranges.taken, delta_t_k=rise, **some), year, 27.0)
        assert bounds.power.low - 1e-9 <= float(hours.power.mean()) <= bounds.power.high + 1e-9
        assert (
            bounds.chilled.low - 1e-9 <= float(hours.chilled.mean()) <= bounds.chilled.high + 1e-9
        )


def test_a_stated_pue_below_what_the_plant_can_have_is_told() -> None:
    site = {"climate": "mumbai", "heat_rejection": "dry-cooler"}
    least = year_of_hall(hall(**site)).figure("pue").low
    for pue, told in ((least - 0.01, True), (least + 0.01, False)):
        report = evaluate(hall(pue=pue, **site), load_shipped())
        assert ("C18:pue" in keys(report)) is told
        assert report.facility.pue == pue
    assert "C18:pue" not in keys(evaluate(hall(pue=1.0), load_shipped()))


def test_a_climate_that_nobody_knows_is_told_and_gives_no_year() -> None:
    report = evaluate(hall(climate="mars", heat_rejection="dry-cooler"), load_shipped())
    assert "D02:climate:mars" in keys(report)
    assert not report.climate.is_computed
    assert "D02:climate:ashburn" not in keys(evaluate(hall(climate="ashburn"), load_shipped()))


def test_months_of_a_climate_are_twelve() -> None:
    base = dict(id="x", name="X", pressure_kpa=100.0, source="s", kind="guide")
    good = {"high_c": (10.0,) * 12, "low_c": (0.0,) * 12, "dew_point_c": (1.0,) * 12}
    assert not list(Climate(**base, **good).own_problems())
    short = Climate(**base, **(good | {"high_c": (10.0,) * 11}))
    assert [name for name, _ in short.own_problems()] == ["high_c"]
    cold = Climate(**base, **(good | {"low_c": (20.0,) * 12}))
    assert {name for name, _ in cold.own_problems()} == {"high_c"}
