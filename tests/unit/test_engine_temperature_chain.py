"""The chain of temperatures, flow and pressure of loops, and air of liquid-cooled racks (C11)."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.page import Section
from designer.engine.report import Check, Report
from designer.engine.subjects.facility.chain_writing import chain_written
from designer.engine.temperature_report import TemperatureStep
from designer.model.design import Design, Device, Loop, Rack, Site
from designer.planning.templates import build
from tests.helpers.hidden_figures import cases_of

CATALOG = load_shipped()


def hall(
    loops: tuple[Loop, ...] = (), *, rack: str = "gb300-nvl72", cdus: int = 2, airs: int = 0,
    **site: object,
) -> Design:  # fmt: skip
    parts = [*[rack] * 4, *["cdu-row"] * cdus, *["crah"] * airs]
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part=part, x_mm=2500 * n, y_mm=0)
        for n, part in enumerate(parts)
    )
    return Design(racks=racks, loops=loops, site=Site.model_validate(site))


def report(design: Design) -> Report:
    return evaluate(design, CATALOG)


def without(part: str, field: str) -> Catalog:
    """Return the catalogue with a figure of a part hidden."""
    hidden = next(c.hidden for c in cases_of(CATALOG.require(part)) if c.field == field)
    return CATALOG.overlay([hidden])


def steps(design: Design) -> dict[str, TemperatureStep]:
    return {f"{one.loop} {one.step}".strip(): one for one in report(design).temperatures.steps}


def found(design: Design, rule: str) -> dict[str, Check]:
    return {check.key: check for check in report(design).checks if check.rule == rule}


def test_each_step_rests_on_the_one_before() -> None:
    """36 °C, 8 K (5–12) of dry coolers, 4 K of the unit; C13 and C09 find the same."""
    design = hall(
        rack="gb200-nvl72", heat_rejection="dry-cooler", chillers=False, design_dry_bulb_c=36.0,
        cooling_water_c=30.0, room_dew_point_c=16.0,
    )  # fmt: skip
    told = steps(design)
    assert list(told) == [
        "Outdoor air, dry bulb", "Water of dry coolers", "Facility water",
        "Coolant of Row CDU 1.3 MW", "Coolant at the racks", "Cold plates of GB200 NVL72",
    ]  # fmt: skip
    warm = [one.figure("temperature_c") for one in told.values()]
    assert [(f.low, f.value, f.high) for f in warm] == [
        (36, 36, 36), (41, 44, 48), (41, 44, 48), (45, 48, 52), (45, 48, 52), (45, 48, 52),
    ]  # fmt: skip
    held = [(one.rule, one.holds, one.limit_c, one.state) for one in told.values()]
    assert held == [
        ("", "", None, ""), ("C13", "at most", 30, "error"), ("", "", None, ""),
        ("", "", None, ""), ("C10", "at least", 18, "ok"), ("C09", "at most", 45, "unknown"),
    ]  # fmt: skip
    assert set(found(design, "C13")) == {"C13:water"}
    assert set(found(design, "C09")) == {"C09:open:gb200-nvl72"}


@pytest.mark.parametrize(
    ("supply_c", "dew_c", "plates", "sweats"),
    [(40.0, 15.0, "ok", "ok"), (45.5, 15.0, "error", "ok"), (20.0, 19.0, "ok", "error")],
)
def test_states_are_what_the_rules_find(
    supply_c: float, dew_c: float, plates: str, sweats: str
) -> None:
    design = hall((Loop(id="L", supply_c=supply_c),), room_dew_point_c=dew_c)
    told = steps(design)
    assert told["L Cold plates of GB300 NVL72"].state == plates
    assert told["L Coolant at the racks"].state == sweats
    assert bool(found(design, "C09")) == (plates == "error")
    assert bool(found(design, "C10")) == (sweats == "error")


def test_a_dew_point_that_is_stated_later_is_held_against_the_loops_that_stand() -> None:
    """The loop stays as it was: a step that was kept with it said nothing of the dew point."""
    evaluator, design = Evaluator(CATALOG), hall(cooling_water_c=20.0)
    for dew in (None, 25.0, 10.0, None):
        drier = design.evolve(site=design.site.evolve(room_dew_point_c=dew))
        assert evaluator.report(drier).temperatures == report(drier).temperatures, dew
    wet = design.evolve(site=design.site.evolve(room_dew_point_c=25.0))
    assert any(one.rule == "C10" and one.state == "error" for one in steps(wet).values())


def test_a_loop_that_states_its_coolant_tells_the_approach_that_is_left() -> None:
    told = steps(hall((Loop(id="L", supply_c=40.0),), cooling_water_c=30.0))
    assert told["L Coolant at the racks"].source == (
        "stated by the loop; Row CDU 1.3 MW has 10 K of approach"
    )
    assert "L Coolant of Row CDU 1.3 MW" not in told


def test_coolant_that_nothing_makes_is_not_known() -> None:
    coolant = steps(hall(cdus=0))["Coolant at the racks"]
    assert coolant.temperature_c is None
    assert coolant.figure("temperature_c").unknown


def test_an_approach_that_nobody_states_is_the_planning_default() -> None:
    catalog = without("cdu-row", "cooling.approach_k")
    (unit,) = (
        one
        for one in evaluate(hall(cooling_water_c=30.0), catalog).temperatures.steps
        if one.step == "Coolant of Row CDU 1.3 MW"
    )
    figure = unit.figure("temperature_c")
    assert (figure.low, figure.value, figure.high) == (33, 34, 40)
    assert unit.source.endswith("planning default")


def test_each_loop_tells_its_flow_and_pressure() -> None:
    """GB300 NVL72 at 40 °C: 119 L/min (Lenovo); units of 1,800 L/min, of which 200 kPa are left."""
    design = hall((Loop(id="L", name="West", supply_c=40.0, delta_t_k=9.0, fluid="water"),))
    (flow,) = report(design).temperatures.loops
    assert (flow.called, flow.fluid, flow.delta_t_k, flow.stated) == ("West", "water", 9.0, True)
    assert flow.flow_lpm == pytest.approx(4 * 119)
    assert (flow.moved_lpm, flow.head_kpa) == (3600, 200)
    assert flow.figure("drop_kpa").low == pytest.approx(58, abs=1)


def test_doors_are_held_against_their_curve() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    door = next(one for one in report(design).temperatures.steps if one.rule == "C12")
    assert (door.holds, door.limit_c, door.state) == ("rated with", 18, "ok")
    warm = design.evolve(site=design.site.evolve(cooling_water_c=45.0))
    door = next(one for one in report(warm).temperatures.steps if one.rule == "C12")
    assert (door.temperature_c, door.state) == (49, "error")
    assert set(found(warm, "C12")) == {"C12:rdhx"}


def test_a_door_on_no_loop_is_held_against_the_facility_water() -> None:
    """Also where that is so warm that the door takes nothing."""
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
    loops = (Loop(id="L", racks=(design.racks[0].id,)),)
    for water_c, state in ((14.0, "ok"), (45.0, "error")):
        site = design.site.evolve(cooling_water_c=water_c)
        hot = design.evolve(loops=loops, site=site)
        told = [one for one in report(hot).temperatures.steps if one.rule == "C12"]
        assert {(one.loop, one.state) for one in told} >= {("", state)}
        assert bool(found(hot, "C12")) == (state == "error")


def test_without_liquid_and_doors_there_is_no_chain() -> None:
    air = build("dgx-superpod-h100", {"scalable_units": "1", "cooling": "air"}, CATALOG)
    for design in (Design(), air):
        said = report(design)
        assert not said.temperatures.steps
        assert not said.temperatures.loops
        assert list(chain_written(said)) == []


def test_it_is_written_a_row_for_each_step_and_loop() -> None:
    sections: list[Section] = list(chain_written(report(hall((Loop(id="L", supply_c=40.0),)))))
    chain, loops = (one.table for one in sections)
    assert [one.title for one in sections] == ["Temperature chain", "Coolant loops"]
    assert chain is not None
    assert chain.rows[-1] == (
        "L", "Cold plates of GB300 NVL72", "40.0 °C", "coolant at the racks", "at most 45.0 °C",
        "C09", "kept",
    )  # fmt: skip
    assert loops is not None
    assert loops.rows[0][:3] == ("L", "PG25", "10.0 K, planning default")


def test_air_of_liquid_racks_that_no_unit_takes_is_told() -> None:
    """GB200 NVL72: 13 % of 132 kW, four of them 69 kW."""
    tail = found(hall(rack="gb200-nvl72"), "C11")["C11:air-tail"]
    assert tail.severity == "error"
    assert tail.where == ("r0", "r1", "r2", "r3")
    assert tail.message == (
        "4 liquid-cooled racks leave 69 kW to the air, and no air unit takes it"
    )
    assert tail.remedy is not None


def test_air_units_that_stand_are_counted_by_c23() -> None:
    few = hall(rack="gb200-nvl72", airs=1)
    assert not found(few, "C11")
    assert "C23:crah" in found(few, "C23")


def test_a_share_in_air_that_nobody_states_is_left_to_c23() -> None:
    catalog = without("gb200-nvl72", "liquid_fraction")
    checks = evaluate(hall(rack="gb200-nvl72"), catalog).checks
    assert "C11" not in {check.rule for check in checks}
    assert "C23:open:no-crah" in {check.key for check in checks}


def test_a_node_that_no_catalogue_has_may_leave_heat_to_the_air() -> None:
    node = Device(id="n", name="N", part="mi355x-4u-liquid", rack="r", half_u=2)
    stands = Design(
        racks=(Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0),), devices=(node,)
    )
    assert list(found(stands, "C11")) == ["C11:air-tail"]
    lost = stands.evolve(devices=(node.evolve(part="nowhere"),))
    (tail,) = found(lost, "C11").values()
    assert tail.key == "C11:open:air-tail"
    assert (tail.where, "the part nowhere" in tail.message) == (("r",), True)
    dry = stands.evolve(devices=(node.evolve(part="dgx-h100"),))
    assert not found(dry, "C11")


def test_what_may_be_an_air_unit_leaves_it_open() -> None:
    lost = Rack(id="x", name="X", part="nowhere", x_mm=0, y_mm=9000)
    design = hall(rack="gb200-nvl72")
    (tail,) = found(design.evolve(racks=(*design.racks, lost)), "C11").values()
    assert tail.key == "C11:open:air-tail"


def test_a_hall_without_cold_plates_has_no_tail() -> None:
    assert not found(hall(rack="rack-48u"), "C11")
