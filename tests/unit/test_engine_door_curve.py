"""Rear doors by their curve over water temperature (C12), and what they leave to the room."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.model.design import Assembly, Design, Loop, Rack, Room, Site, Slot

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


def test_the_curve_is_the_difference_of_air_and_water() -> None:
    """55 · (41 − 25) / (41 − 18) = 38.26 kW, as the calculation of doors has it."""
    rack = evaluate(hall(25.0), CATALOG).racks[0]
    (limit,) = [one for one in rack.limits if one.name == "cooling"]
    assert limit.limit == pytest.approx(55 * 16 / 23, rel=1e-6)
    assert rack.air_kw == pytest.approx(40.8 - 55 * 16 / 23, rel=1e-3)


@pytest.mark.parametrize("water_c", [5.0, 12.0, 18.0])
def test_colder_water_than_that_of_the_rating_gives_the_rating(water_c: float) -> None:
    rack = evaluate(hall(water_c), CATALOG).racks[0]
    (limit,) = [one for one in rack.limits if one.name == "cooling"]
    assert (limit.limit, rack.air_kw) == (55.0, 0.0)
    assert not {key for key in checks(hall(water_c)) if key.startswith(("C12", "C24:rdhx"))}


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
    cold = hall(45.0, loops=(Loop(id="L", supply_c=18.0),))
    assert "C12:rdhx" not in checks(cold)


def test_the_approach_of_a_unit_between_counts() -> None:
    """24 °C of facility water is enough for 40.8 kW no more than 24 K below 41 °C allow."""
    assert "C12:rdhx" not in checks(hall(22.0))
    assert checks(hall(22.0, units=("cdu-row",)))["C12:rdhx"].severity == "error"


def test_what_a_rack_tells_of_its_door_is_at_the_water_behind_the_unit() -> None:
    """22 °C and 4 K: 55 · (41 − 26) / 23 = 35.87 kW, which leave 4.93 kW to the room."""
    rack = evaluate(hall(22.0, units=("cdu-row",)), CATALOG).racks[0]
    (limit,) = [one for one in rack.limits if one.name == "cooling"]
    assert (limit.limit, limit.state) == (pytest.approx(55 * 15 / 23), "error")
    assert rack.air_kw == pytest.approx(40.8 - 55 * 15 / 23, rel=1e-3)


def test_the_weather_makes_the_water_of_a_door() -> None:
    """Without chillers dry coolers make water of 30 °C and 5 K, whatever is planned."""
    design = hall(18.0)
    site = design.site.evolve(
        heat_rejection="dry-cooler", chillers=False, design_dry_bulb_c=30.0,
        rejection_approach_k=5.0,
    )  # fmt: skip
    rack = evaluate(design.evolve(site=site), CATALOG).racks[0]
    (limit,) = [one for one in rack.limits if one.name == "cooling"]
    assert limit.limit == pytest.approx(55 * 6 / 23)


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
    severity = {"ok": "", "warn": "", "unknown": "warning", "error": "error"}[limit.state]
    said = next((c.severity for c in report.checks if c.rule == "C12"), "")
    assert said == severity


def test_a_rating_of_unknown_air_leaves_it_open() -> None:
    """Nobody states the air that enters the maker's door of 75 kW with water of 30 °C."""
    found = checks(hall(35.0, door="rdhx-chilleddoor-75"))
    assert found["C12:open:rdhx-chilleddoor-75"].severity == "warning"
    assert "C12:rdhx-chilleddoor-75" not in found
    assert "C12:open:rdhx-chilleddoor-75" not in checks(hall(30.0, door="rdhx-chilleddoor-75"))


def test_beyond_the_rating_c01_speaks_alone() -> None:
    found = checks(hall(18.0, door="rdhx-passive"))
    assert "C01:rear-door:beyond" in found
    assert not [key for key in found if key.startswith("C12")]
