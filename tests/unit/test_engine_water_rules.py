"""Dew point (C10), heat rejection on the design day (C13)."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Design, Loop, PowerNode, Rack, Site

CATALOG = load_shipped()
PIPES = "C10:facility-pipes"


def hall(loops: tuple[Loop, ...] = (), **site: object) -> Design:
    racks = [
        Rack(id=f"r{n}", name=f"R{n}", part="gb200-nvl72", x_mm=700 * n, y_mm=0) for n in range(4)
    ]
    racks += [
        Rack(id=f"u{n}", name=f"U{n}", part="cdu-row", x_mm=1500 * n, y_mm=4000) for n in range(2)
    ]
    return Design(racks=tuple(racks), loops=loops, site=Site.model_validate(site))


def found(design: Design, rule: str) -> dict[str, Check]:
    return {c.key: c for c in evaluate(design, CATALOG).checks if c.rule == rule}


@pytest.mark.parametrize(("water_c", "sweats"), [(12.9, True), (13.0, False), (30.0, False)])
def test_water_at_the_racks_is_2_k_above_the_dew_point(water_c: float, sweats: bool) -> None:
    """A dew point of 15 °C asks for 17 °C (HPE/Motivair); the unit adds its 4 K."""
    said = found(hall(cooling_water_c=water_c, room_dew_point_c=15.0), "C10")
    assert set(said) - {PIPES} == ({"C10:coolant"} if sweats else set())
    if sweats:
        assert said["C10:coolant"].message == (
            "water of 16.9 °C is not 2 K above the room's dew point of 15 °C: pipes and doors sweat"
        )


def test_without_a_dew_point_nothing_is_said_of_it() -> None:
    assert not found(hall(cooling_water_c=2.0), "C10")


def test_a_loop_that_states_its_water_is_named() -> None:
    loops = (Loop(id="L", name="West", supply_c=16.0),)
    assert set(found(hall(loops, room_dew_point_c=15.0), "C10")) == {"C10:L"}
    assert not found(hall(loops, room_dew_point_c=14.0), "C10")


def test_a_unit_of_no_stated_approach_leaves_it_open() -> None:
    design = hall(cooling_water_c=10.0, room_dew_point_c=15.0)
    racks = tuple(
        rack.evolve(part="cdu-in-rack-250") if rack.part == "cdu-row" else rack
        for rack in design.racks
    )
    rack = Rack(id="x", name="X", part="rack-48u", x_mm=9000, y_mm=0)
    from designer.model.design import Device

    holder = tuple(r for r in racks if r.part != "cdu-in-rack-250")
    inside = Device(id="c", name="C", part="cdu-in-rack-250", rack="x", half_u=2)
    loops = (Loop(id="L", units=("c",)),)
    open_ = design.evolve(racks=(*holder, rack), devices=(inside,), loops=loops)
    assert set(found(open_, "C10")) == {"C10:open:L", PIPES}


@pytest.mark.parametrize(
    ("unit", "water_c", "sweats"),
    [("cdu-row", 16.9, True), ("cdu-row", 17.0, False), ("crah", 16.9, True),
     ("in-row-crv-50", 7.0, True), ("crac-dx-30", 7.0, False), ("", 7.0, False)],
)  # fmt: skip
def test_pipes_of_facility_water_sweat_like_those_of_coolant(
    unit: str, water_c: float, sweats: bool
) -> None:
    """Where a unit takes it: one with a condenser outdoors has no such pipes."""
    design = hall((Loop(id="L", supply_c=30.0),), cooling_water_c=water_c, room_dew_point_c=15.0)
    racks = tuple(rack for rack in design.racks if rack.part != "cdu-row")
    if unit:
        racks += (Rack(id="u", name="U", part=unit, x_mm=9000, y_mm=4000),)
    said = found(design.evolve(racks=racks), "C10")
    assert set(said) == ({PIPES} if sweats else set())
    if sweats:
        assert (said[PIPES].severity, said[PIPES].where) == ("warning", ("u",))
        assert "pipes to 1 cooling unit sweat where they are not insulated" in said[PIPES].message


def test_a_unit_from_liquid_to_air_has_no_pipes_of_facility_water() -> None:
    row = CATALOG.require("cdu-row")
    assert row.cooling is not None
    airy = row.evolve(cooling=row.cooling.evolve(rejects_to="room-air"))
    design = hall(cooling_water_c=7.0, room_dew_point_c=15.0, supply_air_c=24.0)
    report = evaluate(design, CATALOG.overlay([airy]))
    assert not [check for check in report.checks if check.rule == "C10"]


def test_what_may_be_a_unit_leaves_open_whether_pipes_lead_there() -> None:
    design = hall(cooling_water_c=7.0, room_dew_point_c=15.0)
    racks = tuple(
        rack.evolve(part="gone") if rack.part == "cdu-row" else rack for rack in design.racks
    )
    said = found(design.evolve(racks=racks), "C10")
    assert "C10:open:facility-pipes" in said
    assert "whether pipes of it lead through the room" in said["C10:open:facility-pipes"].message


@pytest.mark.parametrize(("units", "short"), [(1, True), (2, True), (3, False)])
def test_one_cooler_may_be_lost(units: int, short: bool) -> None:
    """Four racks of 132 kW and two CDUs of 28.8 kW at most: 585.6 kW, for two of 300 kW."""
    site = {"rejection_units": units, "rejection_unit_kw": 300.0, "plant_cools_power": False}
    said = found(hall(**site), "C13")
    assert set(said) == ({"C13:rejection"} if short else set())


def test_what_cooling_units_draw_is_heat_as_well() -> None:
    """528 kW of racks alone fit into 550 kW; with two CDUs they may not."""
    site = {"rejection_units": 2, "rejection_unit_kw": 550.0, "plant_cools_power": False}
    (check,) = found(hall(**site), "C13").values()
    assert check.key == "C13:open:rejection"
    assert "528–586 kW of heat (528 kW of racks, ≤ 58 kW of cooling units)" in check.message
    assert "typical power of Row CDU 1.3 MW is not known" in check.message


def test_a_unit_with_a_condenser_outdoors_may_take_its_heat_there_by_itself() -> None:
    """It draws up to 15 kW, as is assumed of its class, beside two CDUs of up to 28.8 kW."""
    base = hall(rejection_units=2, rejection_unit_kw=585.0, plant_cools_power=False)
    dx = [Rack(id="dx", name="DX", part="crac-dx-30", x_mm=9000, y_mm=9000)]
    (check,) = found(base.evolve(racks=(*base.racks, *dx)), "C13").values()
    assert "459–601 kW of heat (459–528 kW of racks, ≤ 73 kW of cooling units)" in check.message


@pytest.mark.parametrize(
    ("cools", "each", "key"),
    [
        (None, 600.0, "C13:open:rejection"), (None, 700.0, ""), (False, 600.0, ""),
        (True, 600.0, "C13:open:rejection"), (True, 526.0, "C13:rejection"), (True, 700.0, ""),
    ],
)  # fmt: skip
def test_what_ups_and_distribution_lose_is_heat_where_the_plant_cools_them(
    cools: bool | None, each: float, key: str
) -> None:
    """By the planning ranges up to (1 + 5 %) / 90 % − 1 of 586 kW, 98 kW."""
    site = {"rejection_units": 2, "rejection_unit_kw": each, "plant_cools_power": cools}
    assert set(found(hall(**site), "C13")) == ({key} if key else set())


def test_a_power_path_that_is_drawn_loses_what_it_loses() -> None:
    """A UPS of 96 % at full load and cables; what a utility loses stays outdoors.

    Idle it loses as is published: 1.3 % of its 700 kW, and 2.62 % at most.
    """
    power = (
        PowerNode(id="A", kind="feed", volts=415, capacity_kw=700, parents=("U",)),
        PowerNode(id="U", kind="ups", capacity_kw=700, efficiency=0.96, parents=("G",)),
        PowerNode(id="G", kind="utility", capacity_kw=2000),
    )
    design = hall(rejection_units=2, rejection_unit_kw=540.0, plant_cools_power=True)
    racks = tuple(rack.evolve(feeds=("A",)) for rack in design.racks)
    report = evaluate(design.evolve(power=power, racks=racks), CATALOG)
    (check,) = [one for one in report.checks if one.rule == "C13"]
    lost = report.plant.figure("loss_kw")
    assert 20 < lost.low < lost.high < 42
    assert "~36 kW (20–40) of power losses" in check.message
    # 528 kW of racks and 20 kW of losses at least.
    assert check.key == "C13:rejection"
    apart = design.evolve(site=design.site.evolve(plant_cools_power=False))
    apart = apart.evolve(power=power, racks=racks)
    assert set(found(apart, "C13")) == {"C13:open:rejection"}


def test_where_nobody_states_heat_rejection_there_is_nothing_to_judge() -> None:
    assert not found(hall(), "C13")


def test_half_of_what_heat_rejection_takes_leaves_it_open() -> None:
    """Deleting the number of units, or the heat of each, never removes the finding."""
    assert set(found(hall(rejection_units=1), "C13")) == {"C13:rejection"}
    for site, named in (
        ({"rejection_units": 2}, "heat that each unit of heat rejection gives off"),
        ({"rejection_unit_kw": 300.0}, "number of units of heat rejection"),
    ):
        said = found(hall(**site), "C13")
        assert set(said) == {"C13:open:rejection"}
        assert named in said["C13:open:rejection"].message


def test_dry_coolers_make_no_water_colder_than_the_air_and_their_approach() -> None:
    """Ashburn has 34.1 °C on its design day (ASHRAE 2009): with 8 K, 42.1 °C."""
    base = {"climate": "ashburn", "heat_rejection": "dry-cooler", "rejection_approach_k": 8.0}
    cold = found(hall(cooling_water_c=30.0, chillers=False, **base), "C13")
    assert "give 42.1 °C on the design day" in cold["C13:water"].message
    assert not found(hall(cooling_water_c=42.1, chillers=False, **base), "C13")
    assert not found(hall(cooling_water_c=30.0, chillers=True, **base), "C13")
    assert not found(hall(cooling_water_c=30.0, **base), "C13")


def test_towers_are_judged_by_the_wet_bulb() -> None:
    """25.4 °C of wet bulb and 7 K are 32.4 °C."""
    base = {"climate": "ashburn", "heat_rejection": "cooling-tower", "rejection_approach_k": 7.0}
    assert found(hall(cooling_water_c=32.3, chillers=False, **base), "C13")
    assert not found(hall(cooling_water_c=32.4, chillers=False, **base), "C13")


def test_a_planning_approach_leaves_it_open() -> None:
    base = {"climate": "ashburn", "heat_rejection": "dry-cooler", "chillers": False}
    assert set(found(hall(cooling_water_c=42.0, **base), "C13")) == {"C13:open:water"}


def test_the_design_day_reaches_the_cold_plates() -> None:
    """Phoenix, 43.6 °C: 51.6 °C of water and 4 K are more than the 45 °C that plates take."""
    base = {"climate": "phoenix", "heat_rejection": "dry-cooler", "rejection_approach_k": 8.0}
    hot = found(hall(cooling_water_c=30.0, chillers=False, **base), "C09")
    assert "coolant of 55.6 °C" in hot["C09:gb200-nvl72"].message
    assert not found(hall(cooling_water_c=30.0, chillers=True, **base), "C09")


def test_the_site_says_its_own_design_day() -> None:
    own = {
        "heat_rejection": "dry-cooler", "design_dry_bulb_c": 30.0, "rejection_approach_k": 8.0,
        "chillers": False,
    }  # fmt: skip
    assert not found(hall(cooling_water_c=38.0, **own), "C13")
    assert found(hall(cooling_water_c=37.0, **own), "C13")


@pytest.mark.parametrize(("water_c", "warm"), [(41.0, False), (42.0, True)])
def test_a_cdu_that_states_its_water_gets_no_warmer(water_c: float, warm: bool) -> None:
    """C24 left CDUs out, also those whose maker names the water of the rating."""
    from designer.engine.evaluate import evaluate
    from designer.model.design import Design, Loop, Rack, Site

    stating = next(
        part.id
        for part in load_shipped().parts
        if part.traits.cools_loop and part.cooling and part.cooling.water_max_c == 41
    )
    racks = tuple(
        Rack(id=part, name=part, part=part, x_mm=3000 * at, y_mm=0)
        for at, part in enumerate((stating, "cdu-row", "gb200-nvl72"))
    )
    design = Design(site=Site(cooling_water_c=water_c), racks=racks, loops=(Loop(id="L"),))
    said = {c.key for c in evaluate(design, load_shipped()).checks if c.rule == "C24"}
    assert said == ({f"C24:{stating}"} if warm else set())
