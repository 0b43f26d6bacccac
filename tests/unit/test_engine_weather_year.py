"""A year of hours of a weather file: through the plant as it is, against one made of its means."""

from itertools import pairwise

import numpy as np
import pytest

from designer.catalog.climate import Climate
from designer.catalog.load import load_shipped
from designer.document.edits.weather import drop_weather, take_weather
from designer.engine.evaluate import evaluate
from designer.engine.subjects.climate.plant_means import design_hour, year_means
from designer.engine.subjects.climate.weather import DAYS, year_of
from designer.io.design_file import dumps, loads
from designer.io.weather.epw import epw_of
from designer.model.design import Design
from designer.model.weather_year import WeatherYear
from designer.planning.templates import build
from tests.helpers.climate_plant import range_of
from tests.helpers.one_rack import keys
from tests.helpers.weather_files import EpwText, epw, weather_of_chance

WITHIN_H = 520
"""Hours under a threshold: errors of synthetic years of 16 hourly files are −521 to +449."""


def file_year(seed: int = 9, mean_c: float = 12.0, season_k: float = 12.0) -> WeatherYear:
    dry, dew = weather_of_chance(mean_c, season_k, seed)
    return epw_of(EpwText(dry=dry, dew=dew, pressure_pa=99_000).bytes(), "x.epw").year


def means_of(year: WeatherYear) -> Climate:
    """The twelve months of a file as a catalogue has them."""
    weather = year_of(year)
    high, low, dew, sigma = [], [], [], []
    for month, days in enumerate(DAYS):
        hours = weather.dry_bulb_c[weather.month == month].reshape(days, 24)
        high.append(float(hours.max(1).mean()))
        low.append(float(hours.min(1).mean()))
        sigma.append(float(hours.mean(1).std()))
        dew.append(float(weather.dew_point_c[weather.month == month].mean()))
    assert year.pressure_kpa is not None
    return Climate(
        id="means", name="Means", pressure_kpa=year.pressure_kpa, source="s", kind="derived",
        high_c=tuple(high), low_c=tuple(low), dew_point_c=tuple(dew), day_sigma_k=tuple(sigma),
    )  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("place", [(12.0, 12.0), (24.0, 5.0), (6.0, 14.0)])
@pytest.mark.parametrize(("plant", "water_c"), [("dry-cooler", 27.0), ("cooling-tower", 22.0)])
def test_a_year_made_of_means_is_near_that_of_the_hours(
    seed: int, place: tuple[float, float], plant: str, water_c: float
) -> None:
    """Rule of the synthetic year against hourly files: mean within 0.4 K, hours within 520."""
    hourly, ranges = file_year(seed, *place), range_of(plant)  # type: ignore[arg-type] # one of two
    made = means_of(hourly)
    one, other = year_of(hourly), year_of(made)
    assert float(other.dry_bulb_c.mean()) == pytest.approx(float(one.dry_bulb_c.mean()), abs=0.4)
    assert float(other.wet_bulb_c.mean()) == pytest.approx(float(one.wet_bulb_c.mean()), abs=0.4)
    for limit in (10, 15, 20, 27):
        hours = [int((year.dry_bulb_c <= limit).sum()) for year in (one, other)]
        assert hours[1] == pytest.approx(hours[0], abs=WITHIN_H)
    by_hour, by_means = (
        year_means(year, plant, water_c, ranges)  # type: ignore[arg-type] # as above
        for year in (hourly, made)
    )
    assert by_means.free_hours.likely == pytest.approx(by_hour.free_hours.likely, abs=WITHIN_H)
    assert by_means.year.power.likely == pytest.approx(by_hour.year.power.likely, abs=0.015)
    assert by_means.year.litres_per_kwh.likely == pytest.approx(
        by_hour.year.litres_per_kwh.likely, abs=0.06
    )


def hall(**site: object) -> Design:
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, load_shipped())
    return design.evolve(site=design.site.evolve(**site))


def test_a_design_computes_with_the_year_that_it_keeps() -> None:
    year = file_year()
    design = take_weather(year)(hall(heat_rejection="dry-cooler", cooling_water_c=25))
    report = evaluate(design, load_shipped())
    climate = report.climate
    assert climate.is_computed
    assert climate.place == "Denver Centennial, CO, USA"
    assert "weather file" in climate.scope
    assert "Denver" in report.facility.pue_source
    months = [month.dry_bulb_c for month in climate.months]
    hours = year_of(year)
    assert months[6] == pytest.approx(float(hours.dry_bulb_c[hours.month == 6].mean()), abs=0.06)
    again = loads(dumps(design, load_shipped()))
    assert not again.problems
    assert again.design == design
    other = evaluate(again.design, load_shipped())
    assert (other.climate, other.facility, other.cost) == (climate, report.facility, report.cost)


def test_a_design_with_a_year_stays_small() -> None:
    plain = hall()
    one, other = (len(dumps(d, load_shipped())) for d in (plain, take_weather(file_year())(plain)))
    assert other - one < 22_000


def test_a_year_that_is_dropped_leaves_the_site_without_a_climate() -> None:
    design = take_weather(file_year())(hall(heat_rejection="dry-cooler"))
    assert design.site.climate == "denver-centennial"
    dropped = drop_weather("denver-centennial")(design)
    assert (dropped.site.climate, dropped.weather_years) == ("", ())
    other = design.evolve(site=design.site.evolve(climate="ashburn"))
    assert drop_weather("denver-centennial")(other).site.climate == "ashburn"


def test_a_year_without_hours_is_told_and_gives_no_pue() -> None:
    empty = WeatherYear(id="x", name="Nowhere", pressure_kpa=100.0)
    report = evaluate(take_weather(empty)(hall(heat_rejection="dry-cooler")), load_shipped())
    assert not report.climate.is_computed
    assert "D02:climate:x" in keys(report)
    full = evaluate(take_weather(file_year())(hall(heat_rejection="dry-cooler")), load_shipped())
    assert not [key for key in keys(full) if key.startswith("D02:climate")]


def test_a_design_before_the_catalogue_where_both_have_an_id() -> None:
    own = file_year().evolve(id="ashburn", name="Own")
    report = evaluate(take_weather(own)(hall(heat_rejection="dry-cooler")), load_shipped())
    assert report.climate.place == "Own"


def test_the_plant_is_sized_by_the_rare_hours_and_not_by_the_year() -> None:
    """By hand: 33 °C and 8 K of dry coolers give water of 41 °C; for water of 36 °C that returns
    6.9 K warmer, chillers take 5/6.9 of the heat. The hours of the year are not asked."""
    ranges = range_of("dry-cooler")
    approach, rise = ranges.taken.approach_k, ranges.taken.delta_t_k
    assert float(year_of(file_year()).dry_bulb_c.max()) > 33  # it is not asked
    found = design_hour(33, 36.0, ranges)
    assert found.chilled is not None
    assert found.water_c.likely == pytest.approx(33 + approach)
    assert found.chilled.likely == pytest.approx(min(1, max(0, (33 + approach - 36) / rise)))
    assert found.water_c.low < found.water_c.likely < found.water_c.high
    tower = range_of("cooling-tower")
    wet = design_hour(18.4, 36.0, tower)
    assert wet.water_c.likely == pytest.approx(18.4 + tower.taken.approach_k)


def test_rare_hours_of_the_catalogue_and_of_files_reach_the_report() -> None:
    site = {"heat_rejection": "dry-cooler", "cooling_water_c": 35.0}
    told = evaluate(hall(climate="ashburn", **site), load_shipped()).climate
    assert (told.design_dry_bulb_c, told.design_wet_bulb_c) == (34.1, 25.4)
    assert told.figure("design_water_c").low > 34.1
    silent = evaluate(hall(climate="mumbai", **site), load_shipped()).climate
    assert silent.design_dry_bulb_c is None
    assert silent.design_water_c is None
    # What the site states goes first, and is taken as stated.
    own = {"design_dry_bulb_c": 40.0, "rejection_approach_k": 6.5, **site}
    stated = evaluate(hall(climate="ashburn", **own), load_shipped()).climate
    assert stated.design_dry_bulb_c == 40
    assert stated.figure("design_water_c").exact
    assert stated.design_water_c == 46.5


def test_warmer_hours_never_cost_less() -> None:
    ranges = range_of("dry-cooler")
    dry, dew = weather_of_chance()
    pues = []
    for warmer in (0.0, 1.0, 3.0, 6.0):
        text = EpwText(dry=np.round(dry + warmer, 1), dew=dew, pressure_pa=99_000)
        year = epw_of(text.bytes(), "x.epw").year
        pues.append(year_means(year, "dry-cooler", 22.0, ranges).year.power)
    for colder, warmer_power in pairwise(pues):
        assert colder.likely <= warmer_power.likely
        assert colder.low <= warmer_power.low
        assert colder.high <= warmer_power.high


def test_the_file_of_the_helper_is_the_same_each_time() -> None:
    assert epw().bytes() == epw().bytes()
