"""The worst hour of the year: its PUE, and the demand charge that is paid by it."""

from typing import Final

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.climate.plant_means import year_means
from designer.io.weather.epw import epw_of
from designer.model.design import Design, Device, Rack, Site
from designer.model.units import HOURS_PER_YEAR
from designer.model.weather_year import WeatherYear
from tests.helpers.climate_plant import range_of
from tests.helpers.weather_files import EpwText

COOL_C: Final = 12.0
HOT_C: Final = 45.0
PLANT: Final = {"climate": "ashburn", "heat_rejection": "dry-cooler"}
USD: Final = 15.0


def flat(hot_hours: int) -> WeatherYear:
    """Return a year as cool in all hours but some of July."""
    dry = [COOL_C] * HOURS_PER_YEAR
    dry[4_700 : 4_700 + hot_hours] = [HOT_C] * hot_hours
    return epw_of(EpwText(dry=dry, dew=[0.0] * HOURS_PER_YEAR).bytes(), "x.epw").year


def report(**site: object) -> Report:
    """Return the report of one DGX H100."""
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=3_000, y_mm=3_000)
    node = Device(id="n", name="N", part="dgx-h100", rack="r", half_u=2)
    stated = Site.model_validate({"currency": "USD", "electricity_price": 0.1} | site)
    return evaluate(Design(racks=(rack,), devices=(node,), site=stated), load_shipped())


def paid(**site: object) -> tuple[float, float | None, float]:
    """Return what a demand charge adds to the energy of a year: its ends and its value."""
    without, with_ = (
        next(one for one in report(**site, **more).ownership.each_year if one.name == "Energy")
        .figure("amount")
        for more in ({}, {"demand_charge_per_kw_month": USD})
    )  # fmt: skip
    value = None if with_.value is None else with_.likely - without.likely
    return with_.low - without.low, value, with_.high - without.high


def test_one_hot_hour_is_the_worst_and_hardly_moves_the_mean() -> None:
    """All heat goes to chillers in it and fans of coolers stand: `1/COP + pumps`."""
    plant = range_of("dry-cooler")
    none, one = (year_means(flat(hours), "dry-cooler", 30.0, plant) for hours in (0, 1))
    assert one.peak.likely == pytest.approx(1 / plant.taken.cop + plant.taken.pump_share)
    assert one.peak.low <= one.peak.likely <= one.peak.high
    assert none.peak.likely == pytest.approx(none.year.power.likely)
    assert one.year.power.likely - none.year.power.likely < 1e-4


def test_no_month_of_a_place_is_worse_than_its_worst_hour() -> None:
    year = report(**PLANT).climate
    peak = year.figure("peak_pue")
    for month in year.months:
        found = month.figure("pue")
        assert found.likely < peak.likely
        assert found.high <= peak.high + 1e-9
    assert year.figure("pue").low < peak.low


def test_a_demand_charge_is_paid_by_the_worst_hour_of_the_climate() -> None:
    peak = report(**PLANT).climate.figure("peak_pue")
    each = 12 * USD * 10.2
    assert paid(**PLANT) == pytest.approx(
        (each * peak.low, each * peak.likely, each * peak.high), rel=1e-6
    )


def test_without_a_climate_the_worst_hour_is_bounded_by_the_mean_and_by_what_can_be() -> None:
    mean = report().facility.figure("pue")
    each = 12 * USD * 10.2
    assert paid() == pytest.approx((each * mean.low, each * mean.likely, each * 10), rel=1e-6)
    low, value, _ = paid(estimates=False)
    assert value is None
    assert low == pytest.approx(each * mean.low)


def test_a_stated_mean_says_nothing_of_the_worst_hour_but_that_it_is_no_better() -> None:
    each = 12 * USD * 10.2
    assert paid(pue=1.3) == pytest.approx((each * 1.3, each * 1.3, each * 10), rel=1e-6)
    peak = report(**PLANT).climate.figure("peak_pue")
    low, value, high = paid(pue=1.3, **PLANT)
    assert (low, high) == pytest.approx((each * 1.3, each * 10), rel=1e-6)
    assert value == pytest.approx(each * max(1.3, peak.likely), rel=1e-6)
    # What a site states that is worse than its climate stands.
    assert paid(pue=2.0, **PLANT)[1] == pytest.approx(each * 2.0, rel=1e-6)


def test_without_a_demand_charge_no_worst_hour_is_asked() -> None:
    named = {swing.name for swing in report().ownership.swings}
    assert "PUE of the worst hour" not in named
