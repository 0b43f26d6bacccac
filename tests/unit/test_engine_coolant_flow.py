"""Coolant of racks over its temperature, units at their approach, and rules of a loop."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.engine.subjects.cooling.coolant_curve import Line, line_at
from designer.model.design import Design, Loop, Rack, Site

CATALOG = load_shipped()
LENOVO = [
    Line(p.supply_c, p.flow_lpm, p.drop_kpa)
    for p in CATALOG.require("gb300-nvl72").coolant_flow
    if p.by == "Lenovo"
]


def hall(
    loop: Loop | None = None, *, rack: str = "gb300-nvl72", racks: int = 4, units: int = 2,
    unit: str = "cdu-row", **site: object,
) -> Design:  # fmt: skip
    stand = [Rack(id=f"r{n}", name=f"R{n}", part=rack, x_mm=700 * n, y_mm=0) for n in range(racks)]
    stand += [
        Rack(id=f"u{n}", name=f"U{n}", part=unit, x_mm=2500 * n, y_mm=4000) for n in range(units)
    ]
    loops = () if loop is None else (loop,)
    return Design(racks=tuple(stand), loops=loops, site=Site.model_validate(site))


def report(design: Design) -> Report:
    return evaluate(design, CATALOG)


def found(design: Design, rule: str) -> dict[str, Check]:
    return {check.key: check for check in report(design).checks if check.rule == rule}


@pytest.mark.parametrize(
    ("supply_c", "lpm", "other"),
    [(25, 59, 65), (30, 71, 80), (35, 89, 100), (40, 119, 130), (45, 177, 160)],
)
def test_a_rack_needs_what_its_maker_states_at_its_coolant(
    supply_c: float, lpm: float, other: float
) -> None:
    """GB300 NVL72 by Lenovo LP2357, table 27, p. 38; Firmus quotes other curves, which bound it."""
    rack = report(hall(Loop(id="L", supply_c=supply_c))).racks[0]
    flow = rack.figure("coolant_lpm")
    assert flow.value == pytest.approx(lpm)
    assert (flow.low, flow.high) == (pytest.approx(min(lpm, other)), pytest.approx(max(lpm, other)))


def test_coolant_returns_at_one_temperature_between_the_lines() -> None:
    """Lenovo's lines return at 54.5 to 54.8 °C with 121.5 kW: so does what lies between them."""
    for tenth in range(250, 451):
        line = line_at(LENOVO, tenth / 10)
        assert line is not None
        assert tenth / 10 + 121.5 * 14.3 / line.flow_lpm == pytest.approx(54.6, abs=0.35)


@given(st.floats(0, 45), st.floats(0, 45))
def test_warmer_coolant_never_needs_less(one: float, other: float) -> None:
    cold, warm = (line_at(LENOVO, c) for c in sorted((one, other)))
    assert cold is not None
    assert warm is not None
    assert cold.flow_lpm <= warm.flow_lpm * (1 + 1e-9)
    assert (cold.drop_kpa or 0) <= (warm.drop_kpa or 0) * (1 + 1e-9)


def test_beyond_the_table_nothing_bounds_it() -> None:
    assert line_at(LENOVO, 45.1) is None
    rack = report(hall(Loop(id="L", supply_c=46.0))).racks[0]
    assert rack.coolant_lpm is None
    assert rack.figure("coolant_lpm").high == float("inf")


def test_the_loop_and_its_racks_say_the_same() -> None:
    design = hall(Loop(id="L", supply_c=40.0))
    said = report(design)
    assert said.facility.coolant_lpm == pytest.approx(4 * 119)
    assert sum(rack.coolant_lpm or 0 for rack in said.racks) == pytest.approx(4 * 119)


def test_a_supply_that_nobody_states_leaves_the_flow_open() -> None:
    """Without a unit nobody states the approach; makers' are 3 to 10 K, at 40 °C 119 L/min."""
    flow = report(hall(cooling_water_c=30.0, units=0)).racks[0].figure("coolant_lpm")
    assert flow.low < 90 < 119 <= flow.high
    assert flow.gaps[0].ref == "loop supply"


def test_the_units_of_a_loop_say_what_its_racks_need() -> None:
    """Facility water of 31 °C and the 4 K of the unit: the line of 35 °C in both sources."""
    design = hall(cooling_water_c=31.0)
    flow = report(design).racks[0].figure("coolant_lpm")
    assert (flow.value, flow.high) == (pytest.approx(89), pytest.approx(100))
    stated = report(design.evolve(loops=(Loop(id="L", supply_c=35.0),))).racks[0]
    assert stated.figure("coolant_lpm").high == flow.high


@pytest.mark.parametrize(("fluid", "lpm"), [("", 1.508), ("pg25", 1.508), ("water", 1.44)])
def test_water_and_pg25_carry_heat_by_their_own_figures(fluid: str, lpm: float) -> None:
    """1 kW at 10 K: water 1.44, PG25 1.508 L/min (OCP's 1.5)."""
    loop = Loop.model_validate({"id": "L", "fluid": fluid})
    rack = report(hall(loop, rack="gb200-nvl72")).racks[0]
    assert rack.coolant_lpm == pytest.approx(132 * 0.87 * lpm, rel=0.005)


def test_a_larger_rise_needs_less_flow_and_is_warned_of() -> None:
    """60 / (1.02 · 3.9 · 11.2) = 1.35 L/min a kW, which Vertiv plans with."""
    wide = hall(Loop(id="L", delta_t_k=11.2), rack="gb200-nvl72")
    assert report(wide).racks[0].coolant_lpm == pytest.approx(132 * 0.87 * 1.35, rel=0.01)
    assert found(wide, "C08")["C08:L"].severity == "warning"
    assert not found(hall(Loop(id="L", delta_t_k=10.0), rack="gb200-nvl72"), "C08")
    assert not found(hall(Loop(id="L", delta_t_k=20.0, supply_c=30.0)), "C08"), "by its maker"
    assert not found(hall(rack="gb200-nvl72"), "C08")


def test_units_take_less_at_a_smaller_approach() -> None:
    """1,300 kW at 4 K: at 1 K 325 kW, so that one of two does not take 459 kW."""
    at = {"cooling_water_c": 30.0, "rack": "gb200-nvl72"}
    for enough in (34.0, 40.0):  # no more than the rating
        assert "C06:cdu:L" not in found(hall(Loop(id="L", supply_c=enough), **at), "C06")
    said = found(hall(Loop(id="L", supply_c=31.0), **at), "C06")["C06:cdu:L"]
    assert said.severity == "error"
    assert "at an approach of 1 K; one lost leaves 325 kW" in said.message
    none = found(hall(Loop(id="L", supply_c=30.0), **at), "C06")["C06:cdu:L"]
    assert "one lost leaves 0 kW" in none.message


def test_a_rating_of_no_stated_approach_leaves_it_open() -> None:
    """Units of 3 to 10 K are sold: at 3 K a unit takes 30 % of its rating, or all of it."""
    from designer.model.design import Device

    holder = Rack(id="x", name="X", part="rack-48u", x_mm=9000, y_mm=0)
    inside = tuple(
        Device(id=f"c{n}", name="C", part="cdu-in-rack-250", rack="x", half_u=2 + 8 * n)
        for n in range(2)
    )
    base = hall(
        Loop(id="L", supply_c=33.0, units=("c0", "c1")),
        rack="gb200-nvl72",
        racks=1,
        units=0,
        cooling_water_c=30.0,
    )
    design = base.evolve(racks=(*base.racks, holder), devices=inside)
    assert "C06:open:cdu:L" in found(design, "C06")


def test_all_units_move_the_coolant() -> None:
    """One unit moves 1,800 L/min; 11 racks at 45 °C need 1,947."""
    warm = Loop(id="L", supply_c=45.0)
    many = hall(warm, racks=13, units=1, cooling_water_c=41.0)
    assert found(many, "C07")["C07:flow:L"].severity == "error"
    assert not found(hall(warm, racks=8, units=1, cooling_water_c=41.0), "C07")


def test_pressure_is_what_units_have_left() -> None:
    """Lenovo's 127 kPa and Firmus' 134 kPa at 45 °C are less than the 200 kPa of the unit."""
    warm = Loop(id="L", supply_c=45.0)
    assert not found(hall(warm, cooling_water_c=41.0), "C07")
    weak = CATALOG.require("cdu-row")
    assert weak.cooling is not None
    rated = weak.cooling.evolve(head_kpa=100.0)
    catalog = Catalog(
        part.evolve(cooling=rated) if part.id == "cdu-row" else part for part in CATALOG.parts
    )
    checks = evaluate(hall(warm, cooling_water_c=41.0), catalog).checks
    assert "C07:open:pressure:gb300-nvl72:L" in {check.key for check in checks}
    assert not found(hall(Loop(id="L", supply_c=30.0), cooling_water_c=26.0), "C07")


def test_no_rack_loses_more_than_40_psi() -> None:
    thick = CATALOG.require("gb300-nvl72")
    lines = tuple(p.evolve(drop_kpa=300.0) for p in thick.coolant_flow)
    catalog = Catalog(
        part.evolve(coolant_flow=lines) if part.id == thick.id else part for part in CATALOG.parts
    )
    design = hall(Loop(id="L", supply_c=40.0), cooling_water_c=36.0)
    said = {check.key: check.severity for check in evaluate(design, catalog).checks}
    assert said["C07:pressure:gb300-nvl72:L"] == "error"


@pytest.mark.parametrize(
    ("states", "keys"),
    [
        ({}, {}),
        ({"leak_detection": True, "isolation_valves": True, "drip_trays": True}, {}),
        ({"leak_detection": False}, {"C19:L": "warning", "C19:L:unsaid": "info"}),
        ({"leak_detection": True}, {"C19:L:unsaid": "info"}),
        ({"leak_detection": False, "isolation_valves": False, "drip_trays": False},
         {"C19:L": "warning"}),
    ],
)  # fmt: skip
def test_a_loop_says_what_finds_and_shuts_off_leaks(
    states: dict[str, bool], keys: dict[str, str]
) -> None:
    loop = Loop.model_validate({"id": "L", "name": "West", **states})
    said = found(hall(loop, rack="gb200-nvl72"), "C19")
    assert {key: check.severity for key, check in said.items()} == keys


def test_a_pump_inside_is_not_a_unit() -> None:
    """1,200 of 1,800 L/min are left to a unit of three pumps: less than the 1,495 of 13 racks."""
    loop = Loop(id="L", supply_c=40.0)
    alone = report(hall(loop, racks=12, units=1, cooling_water_c=36.0)).cooling
    (pump,) = [loss for loss in alone.losses if loss.kind == "CDU pump"]
    assert (pump.id, pump.name) == (
        "cdu:L:cdu-row:pump",
        "one of 3 pumps of Row CDU 1.3 MW of loop L",
    )
    assert pump.state == "error"
    spare = report(hall(loop, racks=12, units=2, cooling_water_c=36.0)).cooling
    assert [loss.state for loss in spare.losses if loss.kind == "CDU pump"] == ["ok"]


def test_a_pump_whose_loss_nobody_states_leaves_it_open() -> None:
    loop = Loop(id="L", supply_c=40.0)
    said = report(hall(loop, racks=8, units=1, unit="cdu-coolchip-2300", cooling_water_c=36.0))
    (pump,) = [loss for loss in said.cooling.losses if loss.kind == "CDU pump"]
    assert pump.state == "unknown"
