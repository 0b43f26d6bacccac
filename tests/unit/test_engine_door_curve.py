"""Rear doors by their curve over water temperature (C12), and what they leave to the room."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.load import load_shipped
from designer.engine.assumptions import Assumptions, assumptions_of
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.engine.subjects.cooling.door_curve import capacity_at
from designer.engine.subjects.cooling.doors import Coil, air_kw_per_k, water_kw_per_k
from designer.engine.subjects.cooling.thermal import airflow_m3h
from designer.model.design import Assembly, Design, Loop, Rack, Room, Site, Slot
from designer.model.figures import Figure, exact

CATALOG = load_shipped()


def hall(
    water_c: float = 18.0, air_c: float | None = None, *, door: str = "rdhx", nodes: int = 4,
    loops: tuple[Loop, ...] = (), units: tuple[str, ...] = (),
) -> Design:  # fmt: skip
    slots = [Slot(id=f"n{n}", part="dgx-h100", half_u=2 + 16 * n) for n in range(nodes)]
    slots.append(Slot(id="door", part=door, face="door"))
    racks = [Rack(id="r1", name="R1", part="rack-48u", x_mm=0, y_mm=0, assembly="a")]
    racks += [
        Rack(id=f"u{n}", name=f"U{n}", part=unit, x_mm=1500 * n, y_mm=5000)
        for n, unit in enumerate(units)
    ]
    return Design(
        site=Site(cooling_water_c=water_c, supply_air_c=air_c),
        room=Room(containment="cold"), loops=loops, racks=tuple(racks),
        assemblies=(Assembly(id="a", rack_part="rack-48u", slots=tuple(slots)),),
    )  # fmt: skip


def checks(design: Design) -> dict[str, Check]:
    return {check.key: check for check in evaluate(design, CATALOG).checks}


def of_rack(design: Design) -> Report:
    return evaluate(design, CATALOG)


def test_water_of_45_degrees_does_not_leave_a_door_55_kw() -> None:
    """Air of 41 °C enters the coil in its rating: water of 45 °C takes nothing from it."""
    found = checks(hall(45.0))
    (said,) = [check for check in found.values() if check.rule == "C12"]
    assert (said.key, said.severity, said.where) == ("C12:rdhx", "error", ("r1",))
    assert said.message == (
        "4 × DGX H100: 40.8 kW of heat in air, and Rear-door heat exchanger, active, rated for "
        "55 kW with water of 18 °C, takes 0 kW with water of 45 °C"
    )
    rack = evaluate(hall(45.0), CATALOG).racks[0]
    (limit,) = [one for one in rack.limits if one.name == "cooling"]
    assert (limit.state, rack.air_kw) == ("error", pytest.approx(40.8))


def takes(design: Design) -> Figure:
    """Return what the door of the first rack takes, kW."""
    (limit,) = [one for one in evaluate(design, CATALOG).racks[0].limits if one.name == "cooling"]
    return limit.figure("limit")


def test_a_door_takes_its_part_of_the_air_that_it_gets() -> None:
    """The rating: 9,500 m³/h are 3.1825 kW/K, so ε = 55 / (3.1825 · 23) = 0.75139.

    Water of 80 L/min is 5.5567 kW/K; in counterflow the rating asks for UA = 6.176 kW/K. Four
    systems give 7,508 m³/h, 2.51518 kW/K. With this UA ε = 0.83814; with one that falls with the
    0.8th power of the air, 5.116 kW/K, ε = 0.78883. Their air is 24 + 40.8 / 2.51518 = 40.22 °C,
    15.22 K above the water: 0.78883 · 2.51518 · 15.22 = 30.20 kW at least, 32.09 kW at most.
    """
    taken = takes(hall(25.0, 24.0))
    assert taken.low == taken.value == pytest.approx(30.200, rel=1e-3)
    assert taken.high == pytest.approx(32.088, rel=1e-3)
    assert [gap.ref for gap in taken.gaps] == ["rule door's curve"]
    left = evaluate(hall(25.0, 24.0), CATALOG).racks[0].figure("air_kw")
    assert left.low == pytest.approx(40.8 - taken.high, rel=1e-3)
    assert left.high == pytest.approx(40.8 - taken.low, rel=1e-3)


def test_cold_water_gives_the_rating_and_no_more() -> None:
    """Racks alike have 55 / 23 · (16.22 + 24 − 5) = 84.2 kW, beyond the rating."""
    assert takes(hall(5.0, 24.0)).exact
    assert takes(hall(5.0, 24.0)).value == 55.0
    assert takes(hall(18.0, 24.0)).low == pytest.approx(55 / 23 * 22.2215, rel=1e-3)
    for water_c in (5.0, 12.0, 18.0):
        design = hall(water_c, 24.0)
        assert evaluate(design, CATALOG).racks[0].air_kw == 0
        assert not {key for key in checks(design) if key.startswith(("C12", "C24:rdhx"))}


def test_supply_air_that_nobody_states_is_not_the_best_case() -> None:
    """At 18 °C 0.78883 · 40.8 = 32.18 kW; at 27 °C racks alike have 55 / 23 · 25.22 = 60.3 kW."""
    taken = takes(hall(18.0))
    assert taken.low == pytest.approx(32.184, rel=1e-3)
    assert taken.high == 55.0
    assert taken.value == takes(hall(18.0, 24.0)).value
    assert taken.estimated
    said = checks(hall(18.0))["C12:open:rdhx"]
    assert "the temperature of the supply air" in said.message
    assert checks(hall(18.0, 18.0))["C12:rdhx"].severity == "error"
    assert "C12:open:rdhx" not in checks(hall(18.0, 24.0))


def test_thin_air_carries_less_to_a_door() -> None:
    """At 3,000 m air is 0.692 as dense, so that racks warm it by 23.4 K instead of 16.2 K.

    With water of 20 °C a coil takes whole what it takes with ε of 23.4 / 27.4 = 0.854.
    """
    low = hall(20.0, 24.0, nodes=2)
    high = low.evolve(site=low.site.evolve(altitude_m=3000.0))
    assert takes(low).low == pytest.approx(37.109, rel=1e-3)
    assert takes(high).low == pytest.approx(34.245, rel=2e-3)
    assert takes(high).high == takes(low).high, "no height gives a door more"
    full = low.evolve(assemblies=hall(20.0, 24.0).assemblies)
    thin = full.evolve(site=high.site)
    assert takes(thin).low <= takes(full).low
    assert takes(thin).high <= takes(full).high


def test_a_rack_of_few_devices_knows_how_many_more_there_may_be() -> None:
    """Alike devices warm their air alike: one or four, the limit of the door is the same.

    With water of 20 °C the coil takes all of a rise of 16.22 K where ε is 0.8022. With UA that
    falls with the 0.8th power of the air that is so up to 37.1 kW, at a constant UA up to 45.2 kW.
    """
    for nodes in (1, 2, 3):
        limit = takes(hall(20.0, 24.0, nodes=nodes))
        assert limit.low == pytest.approx(37.109, rel=1e-3)
        assert limit.high == pytest.approx(45.175, rel=1e-3)
        assert evaluate(hall(20.0, 24.0, nodes=nodes), CATALOG).racks[0].air_kw == 0
    # Of more than that it takes what it can: 0.78883 · (40.8 + 2.51518 · 4) kW.
    full = takes(hall(20.0, 24.0))
    assert full.low == pytest.approx(40.120, rel=1e-3)
    assert full.high == pytest.approx(45.175, rel=1e-3)


def test_a_door_of_no_stated_airflow_cools_its_air_as_racks_warm_it() -> None:
    """30 kW at 23 K are 1.304 kW/K; of 10 to 25 K, most likely 12, that is ε of 0.43 to 1.

    Two systems: 20.4 kW, 3,754 m³/h, 1.25759 kW/K, and 24 − 20 = 4 K: 0.43478 · 25.43 = 11.06 kW at
    least and 0.52174 · 25.43 = 13.27 most likely. At most racks alike have 30 / 23 · (16.22 + 4).
    """
    taken = takes(hall(20.0, 24.0, door="rdhx-passive", nodes=2))
    assert taken.low == pytest.approx(11.057, rel=1e-3)
    assert taken.value == pytest.approx(13.268, rel=1e-3)
    assert taken.high == pytest.approx(26.376, rel=1e-3)
    assert "rdhx-passive.cooling.airflow_m3h" in [gap.ref for gap in taken.gaps]


DEGREES = st.floats(5.0, 60.0)
FLOWS = st.floats(500.0, 30000.0)


DOORS = st.sampled_from(["rdhx", "rdhx-passive", "rdhx-chilleddoor-75"])


@given(
    DEGREES, st.floats(10.0, 40.0), FLOWS, st.floats(1.0, 80.0), st.floats(0.0, 4000.0),
    st.floats(0.0, 2000.0), DOORS,
)  # fmt: skip
def test_no_height_no_warmer_water_and_no_colder_air_gives_a_door_more(
    water_c: float, air_c: float, flow: float, heat: float, altitude_m: float, up_m: float,
    door: str,
) -> None:  # fmt: skip
    site = replace(assumptions_of(Design(), CATALOG), supply_air_c=air_c, altitude_m=altitude_m)
    part = CATALOG.require(door)

    def ends(site: Assumptions, water_c: float) -> tuple[float, float]:
        found = capacity_at(
            part, exact(water_c, "°C"), exact(heat, "kW"), exact(flow, "m³/h"), site
        )  # fmt: skip
        return found.low, found.high

    rated = part.cooling.capacity_kw if part.cooling else None
    assert rated is not None
    low, high = ends(site, water_c)
    assert 0 <= low <= high <= rated
    # No coil cools its air below its water, and where that is no colder nothing is taken whole.
    carried = heat + flow / airflow_m3h(1.0, 1.0) * (air_c - water_c)
    assert high <= max(0.0, carried) + 1e-6 or air_c > water_c
    # No coil takes whole what more than all of its kelvins would take.
    rating = part.cooling
    if rating and rating.air_in_c and rating.water_max_c:
        each = rated / (rating.air_in_c - rating.water_max_c)
        rise = heat / (flow / airflow_m3h(1.0, 1.0))
        assert high <= each * max(0.0, rise + air_c - water_c) + 1e-6
    for worse in (
        ends(replace(site, altitude_m=altitude_m + up_m), water_c),
        ends(site, water_c + 3.0),
        ends(replace(site, supply_air_c=air_c - 3.0), water_c),
    ):
        assert worse[0] <= low + 1e-6
        assert worse[1] <= high + 1e-6


def bounds(coil: Coil, air: float) -> tuple[float, float]:
    """Return the least and the highest effectiveness of a coil with some air, kW/K."""
    return coil.least(air), coil.most(air)


@given(FLOWS, FLOWS)
def test_more_air_lowers_the_effectiveness_and_not_what_each_kelvin_takes(
    one: float, other: float
) -> None:
    coil = Coil(55 / 23, air_kw_per_k(9500.0), water_kw_per_k(80.0))
    less, more = (air_kw_per_k(flow) for flow in sorted((one, other)))
    for low, high in zip(bounds(coil, less), bounds(coil, more), strict=True):
        assert high <= low + 1e-9
        assert high * more >= low * less - 1e-9
    at_rating = bounds(coil, air_kw_per_k(9500.0))
    assert at_rating[0] == pytest.approx(0.75139, rel=1e-4)
    assert at_rating[1] == pytest.approx(0.75139, rel=1e-4)


def test_warmer_water_never_gives_a_door_more() -> None:
    taken = []
    for water_c in range(10, 61, 5):
        rack = evaluate(hall(float(water_c), 24.0), CATALOG).racks[0]
        taken.append(rack.air_kw)
    assert taken == sorted(taken)
    assert taken[0] == 0
    assert taken[-1] == pytest.approx(40.8)


def test_a_door_cools_no_air_below_its_water() -> None:
    """With water 6 K above the supply air, 6 K of the rack's rise stay in the room."""
    rack = evaluate(hall(30.0, 24.0, door="rdhx-chilleddoor-75"), CATALOG).racks[0]
    assert rack.air_kw is None or rack.air_kw > 40.8 * 6 / 17
    assert rack.figure("air_kw").low == pytest.approx(40.8 * 6 / 16.2, rel=0.02)


def test_the_loop_says_how_warm_the_water_is() -> None:
    warm = hall(18.0, loops=(Loop(id="L", supply_c=40.0),))
    assert checks(warm)["C12:rdhx"].severity == "error"
    assert "C12:rdhx" not in checks(hall(18.0, 24.0, loops=(Loop(id="L", supply_c=18.0),)))


def test_no_loop_without_units_is_colder_than_facility_water() -> None:
    """Nothing makes the 10 °C that it states of water of 30 °C; a unit would be asked for that."""
    loops = (Loop(id="L", supply_c=10.0),)
    said = checks(hall(30.0, 24.0, loops=loops))["C12:rdhx"]
    assert "with water of 30 °C" in said.message
    assert takes(hall(30.0, 24.0, loops=loops)) == takes(hall(30.0, 24.0))
    told = evaluate(hall(30.0, 24.0, loops=loops), CATALOG).temperatures.steps
    (step,) = [one for one in told if one.step == "Coolant at the racks"]
    assert (step.temperature_c, step.source) == (
        30.0, "facility water: no unit makes the 10 °C that the loop states"
    )  # fmt: skip


def test_no_unit_delivers_what_is_colder_than_its_own_water() -> None:
    """A loop states 14 °C of units that get 30 °C: doors get 30 °C, and C06 asks for its approach.

    Units that cool with the air of the room deliver nothing colder than that.
    """
    loops = (Loop(id="L", supply_c=14.0),)
    cold = hall(30.0, 24.0, loops=loops, units=("cdu-row",))
    assert takes(cold) == takes(hall(30.0, 24.0))
    assert "with water of 30 °C" in checks(cold)["C12:rdhx"].message
    told = evaluate(cold, CATALOG).temperatures.steps
    (step,) = [one for one in told if one.step == "Coolant at the racks"]
    assert step.source == "facility water: no unit makes the 14 °C that the loop states"
    warm = hall(12.0, 24.0, loops=loops, units=("cdu-row",))
    assert takes(warm) == takes(hall(14.0, 24.0))
    by_air = hall(12.0, 24.0, loops=loops, units=("cdu-sidecar-70",))
    assert takes(by_air) == takes(hall(24.0, 24.0))


def test_the_approach_of_a_unit_between_counts() -> None:
    """Water of 18 °C takes 40.8 kW whole; behind the unit, at 22 °C, 36.2 to 38.4 kW of it."""
    assert "C12:rdhx" not in checks(hall(18.0, 24.0))
    assert checks(hall(18.0, 24.0, units=("cdu-row",)))["C12:rdhx"].severity == "error"


def test_what_a_rack_tells_of_its_door_is_at_the_water_behind_the_unit() -> None:
    """22 °C and 4 K: 0.78883 · (40.8 − 2.51518 · 2) = 28.22 kW, which leave 12.58 kW."""
    rack = evaluate(hall(22.0, 24.0, units=("cdu-row",)), CATALOG).racks[0]
    (limit,) = [one for one in rack.limits if one.name == "cooling"]
    assert limit.limit == pytest.approx(28.216, rel=1e-3)
    assert limit.state == "error"
    assert rack.air_kw == pytest.approx(40.8 - 28.216, rel=1e-3)


def test_the_weather_makes_the_water_of_a_door() -> None:
    """Without chillers dry coolers make water of 30 °C and 5 K, whatever is planned.

    0.78883 · (40.8 − 2.51518 · 11) = 10.36 kW.
    """
    design = hall(18.0, 24.0)
    site = design.site.evolve(
        heat_rejection="dry-cooler", chillers=False, design_dry_bulb_c=30.0,
        rejection_approach_k=5.0,
    )  # fmt: skip
    rack = evaluate(design.evolve(site=site), CATALOG).racks[0]
    (limit,) = [one for one in rack.limits if one.name == "cooling"]
    assert limit.limit == pytest.approx(10.360, rel=1e-3)
    facility = evaluate(design.evolve(site=site), CATALOG).facility
    assert (facility.water_c, facility.water_class) == (35.0, "W40")


def test_a_unit_of_no_known_approach_leaves_the_door_between() -> None:
    rack = evaluate(hall(18.0, units=("gone",)), CATALOG).racks[0]
    taken = rack.figure("air_kw")
    assert (taken.low, taken.value) == (0.0, None)
    assert taken.high == pytest.approx(40.8)


@pytest.mark.parametrize("water_c", [14.0, 20.0, 24.0, 30.0])
@pytest.mark.parametrize("units", [(), ("cdu-row",), ("cdu-row", "gone"), ("cdu-sidecar-70",)])
@pytest.mark.parametrize("air_c", [None, 24.0])
def test_the_room_has_what_c12_says(
    water_c: float, units: tuple[str, ...], air_c: float | None
) -> None:
    """The limit of the rack and the rule judge the same door by the same water."""
    design = hall(water_c, air_c, units=units)
    report = evaluate(design, CATALOG)
    (limit,) = [one for one in report.racks[0].limits if one.name == "cooling"]
    severity = {"ok": "", "warning": "", "unknown": "warning", "error": "error"}[limit.state]
    said = next((c.severity for c in report.checks if c.rule == "C12"), "")
    assert said == severity


def test_a_rating_of_unknown_air_leaves_it_open() -> None:
    """Nobody states the air that enters the maker's door of 75 kW with water of 30 °C."""
    found = checks(hall(20.0, 24.0, door="rdhx-chilleddoor-75"))
    assert found["C12:open:rdhx-chilleddoor-75"].severity == "warning"
    assert "C12:rdhx-chilleddoor-75" not in found
    # No coil takes all heat of air that came in colder than its water.
    assert "C12:rdhx-chilleddoor-75" in checks(hall(35.0, 24.0, door="rdhx-chilleddoor-75"))


def test_air_of_a_rating_gave_its_heat_to_the_water_of_it() -> None:
    """75 kW into 87 L/min of 30 °C: the water leaves at 42.4 °C, and the air was no colder.

    Racks are planned with 28 to 52 °C: 42.4 to 52 °C is left of that, 47.2 °C in the middle. Of
    12 K over the coil ε is 0.70 then: four systems with water of 26 °C lose 0.698 · 35.77 kW.
    """
    taken = takes(hall(26.0, 24.0, door="rdhx-chilleddoor-75"))
    assert taken.value == pytest.approx(75 / 17.2 / 6.25 * 35.77, rel=2e-3)
    assert taken.low == pytest.approx(75 / 22 / 7.5 * 35.77, rel=2e-3)
    assert taken.high == pytest.approx(35.77, rel=1e-3)


def test_beyond_the_rating_c01_speaks_alone() -> None:
    found = checks(hall(18.0, door="rdhx-passive"))
    assert "C01:rear-door:beyond" in found
    assert not [key for key in found if key.startswith("C12")]
