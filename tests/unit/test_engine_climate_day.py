"""Power of the facility by hour of the day: its mean is that of the year."""

from itertools import combinations

import pytest

from designer.catalog.load import load_shipped
from designer.engine.climate_report import ClimateHour, ClimateYear
from designer.engine.evaluate import evaluate
from designer.engine.page import Section
from designer.engine.report import Report
from designer.engine.subjects.climate.plant_means import year_means
from designer.engine.subjects.facility.year_writing import year_written
from designer.model.design import Design
from designer.model.weather_year import DAYS
from designer.planning.templates import build
from tests.helpers.climate_plant import range_of


def hall(**site: object) -> Design:
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped())
    return design.evolve(site=design.site.evolve(**site))


def sized(place: str, plant: str, water_c: float) -> Report:
    design = hall(climate=place, heat_rejection=plant, cooling_water_c=water_c)
    return evaluate(design, load_shipped())


def powers(year: ClimateYear, name: str = "power_kw") -> list[float]:
    return [hour.figure(name).likely for hour in year.day]


@pytest.mark.parametrize("plant", ["dry-cooler", "cooling-tower"])
@pytest.mark.parametrize("place", ["ashburn", "phoenix"])
def test_the_mean_of_the_hours_is_typical_power_times_pue(place: str, plant: str) -> None:
    report = sized(place, plant, 30)
    year, it = report.climate, report.totals.figure("power_typical_kw")
    assert [hour.hour for hour in year.day] == list(range(24))
    for name, pue in (
        ("power_kw", year.figure("pue")),
        ("warmest_kw", year.months[(year.warmest_month or 0) - 1].figure("pue")),
        ("coldest_kw", year.months[(year.coldest_month or 0) - 1].figure("pue")),
    ):
        mean = sum(powers(year, name)) / 24
        assert mean == pytest.approx(it.likely * pue.likely, rel=1e-9)
        # The best and worst plant of each hour: no narrower than those of the whole year.
        figures = [hour.figure(name) for hour in year.day]
        assert all(it.low <= one.low <= one.likely <= one.high for one in figures)
        assert sum(one.low for one in figures) / 24 <= it.low * pue.low * (1 + 1e-9)
        assert sum(one.high for one in figures) / 24 >= it.high * pue.high * (1 - 1e-9)
    hours_c = [hour.dry_bulb_c or 0.0 for hour in year.day]
    weights = zip(DAYS, year.months, strict=True)
    months_c = sum(days * (month.dry_bulb_c or 0.0) for days, month in weights) / 365
    assert sum(hours_c) / 24 == pytest.approx(months_c, abs=0.1)


def test_the_months_are_the_warmest_and_the_coldest() -> None:
    year = sized("ashburn", "dry-cooler", 30).climate
    by_c = sorted(year.months, key=lambda month: month.dry_bulb_c or 0.0)
    assert (year.coldest_month, year.warmest_month) == (by_c[0].month, by_c[-1].month)
    south = sized("sao-paulo", "dry-cooler", 30).climate
    assert (south.coldest_month, south.warmest_month) == (7, 1)


@pytest.mark.parametrize(
    ("place", "water_c"), [("ashburn", 30), ("ashburn", 40), ("dallas", 40), ("phoenix", 45)]
)
def test_a_hotter_hour_never_draws_less_with_dry_coolers(place: str, water_c: float) -> None:
    year = sized(place, "dry-cooler", water_c).climate
    for one, other in combinations(year.day, 2):
        cooler, hotter = sorted((one, other), key=_dry_bulb)
        if _dry_bulb(cooler) < _dry_bulb(hotter):
            assert hotter.figure("power_kw").likely >= cooler.figure("power_kw").likely - 1e-6


def _dry_bulb(hour: ClimateHour) -> float:
    return hour.dry_bulb_c or 0.0


def test_hours_in_which_chillers_do_it_all_save_no_more_than_the_fans_of_the_coolers() -> None:
    """With 18 °C of water dry coolers stand still at noon: it draws less than in the forenoon."""
    year = sized("mumbai", "dry-cooler", 18).climate
    climate, ranges = load_shipped().climate("mumbai"), range_of("dry-cooler")
    assert climate is not None
    power = [one.likely for one in year_means(climate, "dry-cooler", 18, ranges).day.power]
    fans = ranges.taken.fan_share
    by_heat = sorted(zip((_dry_bulb(hour) for hour in year.day), power, strict=True))
    for (_, cooler), (_, hotter) in combinations(by_heat, 2):
        assert hotter >= cooler - fans


def test_nothing_is_there_without_a_climate_and_the_report_writes_it_where_there_is_one() -> None:
    none = evaluate(hall(climate="ashburn"), load_shipped())
    assert none.climate.day == ()
    assert none.climate.warmest_month is None
    assert list(year_written(none)) == []
    sections: list[Section] = list(year_written(sized("phoenix", "dry-cooler", 32)))
    day = next(one for one in sections if one.title == "Power through a day")
    assert day.table is not None
    assert [title for title, _ in day.table.columns] == [
        "Hour", "Outdoors", "Facility", "In July", "In January",
    ]  # fmt: skip
    assert len(day.table.rows) == 24
    assert day.table.rows[0][0] == "0"
    assert "typical power" in day.lines[0]


def test_an_edit_of_the_hall_computes_no_hour_of_weather_anew() -> None:
    sized("ashburn", "dry-cooler", 31)
    before = year_means.cache_info().misses
    design = hall(climate="ashburn", heat_rejection="dry-cooler", cooling_water_c=31)
    report = evaluate(design.evolve(racks=design.racks[1:]), load_shipped())
    assert len(report.climate.day) == 24
    assert year_means.cache_info().misses == before
