"""What air units take with warm water and in thin air, and who reads it."""

from dataclasses import replace
from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.availability_report import Availability
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.facility.air_units import BEYOND_RATED_WATER, HallAir, taken_with
from designer.model.design import Design, Rack, Site
from designer.model.figures import Figure, exact, missing

CATALOG = load_shipped()
CRAH = CATALOG.require("crah")
DX = CATALOG.require("crac-dx-30")
WATER = exact(18.0, "°C")
AIR = HallAir(exact(24.0, "°C"))


def at(metres: float) -> HallAir:
    """Return air of 24 °C at an altitude."""
    return replace(AIR, altitude_m=metres)


def rated(**changes: object) -> Catalog:
    """Return the catalogue with an air handler whose rating says something else."""
    assert CRAH.cooling is not None
    return CATALOG.overlay([CRAH.evolve(cooling=CRAH.cooling.evolve(**changes))])


def hall(*units: str, catalog: Catalog = CATALOG, **site: object) -> Report:
    """Return the report on a filled rack of 132 kW, 17 kW of them in air, and some air units."""
    racks = [Rack(id="r1", name="R1", part="gb200-nvl72", x_mm=0, y_mm=0)]
    racks += [
        Rack(id=f"u{n}", name=f"U{n}", part=unit, x_mm=3000 * n, y_mm=5000)
        for n, unit in enumerate(("cdu-row", "cdu-row", *units))
    ]
    return evaluate(
        Design(
            site=Site.model_validate({"feed_policy": "N", "supply_air_c": 24.0, **site}),
            racks=tuple(racks),
        ),
        catalog,
    )


def keys(report: Report, *rules: str) -> set[str]:
    return {check.key for check in report.checks if check.rule in rules}


def loss(report: Report) -> str:
    (one,) = [loss for loss in report.cooling.losses if loss.kind == "air unit"]
    return one.state


@pytest.mark.parametrize(("water_c", "open_"), [(18.0, False), (19.0, True)])
def test_beyond_its_rated_water_nobody_knows_what_an_air_unit_takes(
    water_c: float, open_: bool
) -> None:
    report = hall("crah", "crah", cooling_water_c=water_c, growth_pct=10.0)
    assert (loss(report) == "unknown") is open_
    assert ("C23:open:crah" in keys(report, "C23")) is open_
    assert ("R06:open:air" in keys(report, "R06")) is open_
    assert (report.facility.cooling_units_needed is None) is open_


def test_water_that_the_weather_warms_counts_as_well() -> None:
    hot = {"heat_rejection": "dry-cooler", "chillers": False, "design_dry_bulb_c": 35.0,
           "rejection_approach_k": 5.0}  # fmt: skip
    report = hall("crah", "crah", **hot)
    assert "C23:open:crah" in keys(report, "C23")


def test_a_rating_that_names_no_water_is_of_no_use() -> None:
    report = hall("crah", "crah", catalog=rated(water_max_c=None))
    (check,) = [one for one in report.checks if one.rule == "C23"]
    assert check.key == "C23:open:crah"
    assert "warmest water of CRAH 100 kW is not known" in check.message


def test_what_is_too_much_for_the_ratings_is_too_much_with_any_water() -> None:
    """One unit, and one lost: nothing is left, however cold the water."""
    assert keys(hall("crah", cooling_water_c=25.0), "C23") == {"C23:crah"}


def test_a_unit_with_a_condenser_outdoors_asks_for_no_water() -> None:
    assert not keys(hall("crac-dx-30", "crac-dx-30", cooling_water_c=40.0), "C23", "C24")


def test_the_rating_is_the_most_and_nothing_the_least() -> None:
    taken = taken_with(CRAH, exact(25.0, "°C"), AIR)
    assert (taken.low, taken.high, taken.value) == (0.0, 100.0, None)
    assert taken.gaps[0].ref == BEYOND_RATED_WATER
    unsure = taken_with(CRAH, missing("site.rejection_approach_k", "°C", 10.0, 30.0), AIR)
    assert (unsure.low, unsure.high) == (0.0, 100.0)
    assert unsure.gaps[0].ref == "site.rejection_approach_k"


def test_thin_air_leaves_between_its_mass_and_the_rating() -> None:
    """0.80 of the pressure at 6,000 ft (APC Application Note 126)."""
    for unit in (CRAH, DX):
        whole, thin = (taken_with(unit, WATER, at(metres)) for metres in (0.0, 1828.8))
        assert (thin.low / whole.low, thin.high) == (pytest.approx(0.80, abs=0.005), whole.high)
        assert [gap.ref for gap in thin.gaps] == [f"{unit.id}.cooling.altitude_m"]
    assert taken_with(CRAH, WATER, AIR).exact
    assert taken_with(CRAH, WATER, at(-100.0)).exact


def test_a_rating_for_an_altitude_holds_up_to_there() -> None:
    high = rated(altitude_m=1900.0).require("crah")
    assert taken_with(high, WATER, at(1828.8)).exact
    assert taken_with(high, WATER, at(2500.0)).low > taken_with(CRAH, WATER, at(2500.0)).low
    assert taken_with(high, WATER, at(2500.0)).high == 100


def test_a_hall_in_thin_air_says_what_leaves_its_units_open() -> None:
    """One unit rated for 18 kW takes 17.2 kW at sea level; at 1,500 m perhaps 15 kW."""
    small = rated(capacity_kw=18.0, airflow_m3h=4500.0)
    assert not keys(hall("crah", "crah", catalog=small), "C23")
    report = hall("crah", "crah", catalog=small, altitude_m=1500.0)
    (check,) = [one for one in report.checks if one.rule == "C23"]
    assert check.key == "C23:open:crah"
    assert "altitude of the rating of CRAH 100 kW is not known" in check.message
    assert loss(report) == "unknown"
    stated = rated(capacity_kw=18.0, airflow_m3h=4500.0, altitude_m=1500.0)
    assert not keys(hall("crah", "crah", catalog=stated, altitude_m=1500.0), "C23")


def test_air_that_is_drawn_is_not_raised_twice() -> None:
    """Racks ask for more m³/h in thin air; fans move the m³/h that they move at sea level."""
    low, high = (hall("crah", "crah", altitude_m=metres) for metres in (0.0, 1828.8))
    (one,), (other,) = ([x for x in r.cooling.losses if x.kind == "air unit"] for r in (low, high))
    assert "25,000 m³/h for" in one.text
    assert "25,000 m³/h for" in other.text


def test_units_from_liquid_to_air_take_less_in_thin_air_as_well() -> None:
    """Two units of 140 kW, one lost, for 114.8 kW of liquid heat."""
    row = CATALOG.require("cdu-row")
    assert row.cooling is not None
    airy = row.cooling.evolve(rejects_to="room-air", capacity_kw=140.0)
    catalog = CATALOG.overlay([row.evolve(cooling=airy)])
    for metres, open_ in ((0.0, False), (1000.0, False), (1828.8, True)):
        report = hall(catalog=catalog, altitude_m=metres, supply_air_c=24.0)
        assert ("C06:open:cdu" in keys(report, "C06")) is open_, metres


def gpus_taken(*units: str) -> Figure:
    """Return the GPUs that the loss of an air unit takes, as the availability counts them."""
    found = hall(*units).section("availability")
    assert isinstance(found, Availability)
    (one,) = [taking for taking in found.not_rated if taking.kind == "air-unit"]
    return one.figure("takes_gpus")


def test_gpus_that_nothing_cools_are_not_called_available() -> None:
    """Without any air unit nobody says how they run; with two, the loss of one takes none."""
    assert (gpus_taken().low, gpus_taken().high) == (0, 72)
    assert gpus_taken("crah", "crah").high == 0


def near(supply_c: float, water_c: float = 18.0, warmest_c: float = inf) -> Figure:
    """Return what an air handler takes with that supply air and water, kW."""
    return taken_with(CRAH, exact(water_c, "°C"), HallAir(exact(supply_c, "°C"), warmest_c))


def test_a_unit_takes_what_its_supply_and_return_air_leave_it() -> None:
    """100 kW from 25,000 m³/h of 35 °C leave air of 23.06 °C, 5.06 K above water of 18 °C."""
    assert near(24.0).exact
    assert near(20.0).low == pytest.approx(100 * 2 / 5.06, abs=0.1)
    assert near(20.0, warmest_c=30.0).high == pytest.approx(100 * 12 / 17)
    assert (near(18.0, warmest_c=30.0).low, near(12.0, warmest_c=18.0).high) == (0, 0)


def test_colder_water_than_that_of_the_rating_counts() -> None:
    assert near(18.0, water_c=12.0).exact
    assert near(18.0, water_c=16.0).low == pytest.approx(100 * 2 / 5.06, abs=0.1)


def test_a_rating_that_names_no_return_air_says_nothing_for_certain() -> None:
    part = rated(air_in_c=None).require("crah")
    taken = taken_with(part, WATER, AIR)
    assert (taken.low, taken.high, taken.gaps[0].ref) == (0, 100, "crah.cooling.air_in_c")


def test_a_hall_that_states_no_supply_air_cannot_say_what_its_units_take() -> None:
    (check,) = [one for one in hall("crah", "crah", supply_air_c=None).checks if one.rule == "C23"]
    assert check.key == "C23:open:crah"
    assert "temperature of the supply air is not known" in check.message


@pytest.mark.parametrize(
    ("supply_c", "water_c", "wrong"),
    [(18.1, 18.0, False), (18.0, 18.0, True), (12.0, 18.0, True), (12.0, 11.0, False)],
)
def test_no_coil_cools_air_below_its_water(supply_c: float, water_c: float, wrong: bool) -> None:
    found = keys(hall("crah", "crah", supply_air_c=supply_c, cooling_water_c=water_c), "C24")
    assert ("C24:supply:crah" in found) is wrong


def test_units_without_water_and_halls_that_state_no_supply_are_not_asked() -> None:
    assert not keys(hall("crac-dx-30", supply_air_c=12.0), "C24")
    assert not keys(hall("crah", supply_air_c=None), "C24")


def test_water_that_nobody_knows_leaves_open_whether_it_is_cold_enough() -> None:
    hot = {"heat_rejection": "dry-cooler", "chillers": False, "design_dry_bulb_c": 12.0}
    assert "C24:open:supply:crah" in keys(hall("crah", supply_air_c=20.0, **hot), "C24")


def test_units_from_liquid_to_air_draw_air_from_the_room() -> None:
    """Two units of 140 kW for 114.8 kW draw at least 0.41 of 20,200 m³/h, and all of it at most."""
    row = CATALOG.require("cdu-row")
    assert row.cooling is not None
    for flow, wrong in ((10_100.0, False), (90_000.0, True)):
        airy = row.cooling.evolve(rejects_to="room-air", capacity_kw=140.0, airflow_m3h=flow)
        catalog = CATALOG.overlay([row.evolve(cooling=airy)])
        report = hall("crah", "crah", "crah", catalog=catalog)
        assert ("C02:crah-airflow" in keys(report, "C02")) is wrong
    hidden = row.cooling.evolve(rejects_to="room-air", capacity_kw=140.0, airflow_m3h=None)
    report = hall("crah", "crah", "crah", catalog=CATALOG.overlay([row.evolve(cooling=hidden)]))
    assert "C02:open:crah-airflow" in keys(report, "C02")


def test_a_year_of_the_plant_is_not_that_of_units_with_a_condenser_outdoors() -> None:
    year = {"climate": "ashburn", "heat_rejection": "dry-cooler"}
    assert hall("crah", "crah", **year).climate.is_computed
    assert not hall("crah", "crac-dx-30", **year).climate.is_computed
