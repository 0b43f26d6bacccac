"""What follows for one rack: cooling method, feeds, places, limits, climate and floor."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import (
    Device,
    Room,
    Site,
)
from tests.helpers import engine_designs as parts
from tests.helpers.one_rack import CATALOG, device, drawn, keys, one, pdu


@pytest.mark.parametrize(
    ("nodes", "containment", "method"),
    [
        (0, "none", "room-air"),
        (1, "none", "in-row"),
        (2, "none", "in-row"),
        (3, "none", "rear-door"),
        (4, "none", "rear-door"),
        (5, "cold", "rear-door"),
    ],
)
def test_the_method_is_the_simplest_that_is_planned_with_or_else_the_strongest(
    nodes: int, containment: str, method: str
) -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(nodes)]
    devices.append(device("s", "single", half_u=90))
    _, rack = one(drawn(*devices, room=Room(containment=containment)))  # type: ignore[arg-type]  # fields by name
    assert rack.cooling_method == method
    assert "kW" in rack.cooling_reason


def test_a_rear_door_that_is_needed_and_missing_is_found() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    report, rack = one(drawn(*devices))
    # Nothing is contained here: 40.8 kW are beyond the end of the room's own air.
    assert "C22:no-door:beyond" in keys(report)
    assert "C01:rear-door" in keys(report)
    assert (rack.air_kw, rack.liquid_kw) == pytest.approx((40.8, 0))
    by_hand, _ = one(drawn(*devices, cooling="in-row"))
    assert not any(key.startswith("C22") for key in keys(by_hand))


def test_a_rear_door_takes_its_rating_from_the_room() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    door = Device(id="door", name="door", part="rdhx", rack="r", face="door")
    cold = Site(supply_air_c=24.0, cooling_water_c=12.0)
    report, rack = one(drawn(*devices, door, site=cold))
    assert (rack.cooling_method, rack.cooling_capacity_kw) == ("rear-door", 55)
    assert rack.coolant_lpm == 80
    assert (rack.air_kw, rack.liquid_kw) == pytest.approx((0, 40.8))
    assert report.facility.liquid_kw == pytest.approx(40.8)
    assert report.facility.air_kw == pytest.approx(0)


def test_a_method_decided_by_hand_is_kept_and_checked() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    report, rack = one(drawn(*devices, cooling="room-air"))
    assert (rack.cooling_method, rack.cooling_reason) == (
        "room-air",
        "decided by hand for this rack",
    )
    assert "C01:room-air:beyond" in keys(report)


def test_pdus_of_one_room_feed_are_lost_together() -> None:
    report, rack = one(drawn(device("d", "dgx-h100"), pdu("p1"), pdu("p2")))
    assert [feed.id for feed in rack.feeds] == ["A"]
    assert rack.feeds[0].capacity_kw == pytest.approx(2 * 34.5 * 0.95)
    assert "P02:one-feed:dgx-h100x1" in keys(report)


def test_policy_n_asks_for_no_second_feed() -> None:
    report, rack = one(drawn(device("d", "dgx-h100"), pdu("p"), site=Site(feed_policy="N")))
    assert not {key for key in keys(report) if key.startswith(("P02", "P03", "P04"))}
    assert "power-feed-lost" not in {limit.name for limit in rack.limits}


def test_two_iec_feeds_of_four_nodes_overload_when_one_is_lost() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    assert parts.PDU_IEC.pdu is not None
    counted = parts.PDU_IEC.evolve(pdu=parts.PDU_IEC.pdu.evolve(outlets_c19=12))
    design = drawn(*devices, pdu("p1", counted.id), pdu("p2", counted.id, "B"))
    report = evaluate(design, CATALOG.overlay([counted]))
    check = next(check for check in report.checks if check.rule == "P02")
    assert "40.8 kW for its 21.1 kW" in check.message
    assert check.where == ("r",)


def test_a_single_corded_device_goes_down_with_its_feed() -> None:
    report, _ = one(drawn(device("s", "single"), pdu("p1"), pdu("p2", feed="B")))
    assert "P13:single" in keys(report)


def test_a_rack_without_a_pdu_is_told_so() -> None:
    report, rack = one(drawn(device("d", "dgx-h100")))
    assert rack.feeds == ()
    assert "P26:no-pdu:dgx-h100x1" in keys(report)


@pytest.mark.parametrize("beside", [(), (pdu("p2", feed="B"),)])
def test_pdus_without_figures_are_there_but_cannot_be_checked(beside: tuple[Device, ...]) -> None:
    bare = parts.PDU.model_copy(update={"id": "bare", "name": "Bare", "pdu": None})
    design = drawn(device("d", "dgx-h100"), pdu("p1", "bare"), *beside)
    report = evaluate(design, CATALOG.overlay([bare]))
    unanswered, check = (check for check in report.checks if check.rule == "P10")
    assert unanswered.key == "P10:open:dgx-h100x1"
    assert unanswered.message.endswith("because the rating of Bare is not known")
    assert check.key == "P10:unrated-pdu:dgx-h100x1"
    assert "volts and amps of Bare are not known" in check.message


def test_devices_in_one_place_and_outside_the_rails_are_found() -> None:
    report, rack = one(
        drawn(device("d", "dgx-h100", half_u=90), device("e", "dgx-h100", half_u=80))
    )
    check = next(check for check in report.checks if check.rule == "F01")
    assert check.where == ("r",)
    limit = next(limit for limit in rack.limits if limit.name == "units")
    assert limit.state == "error"


def test_the_binding_limit_strands_the_rest_of_the_feeds() -> None:
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    strips = [pdu(f"p{feed}", feed=feed) for feed in "ABC"]
    filled = (*devices, *strips)
    _, rack = one(drawn(*filled, room=Room(floor_limit_kpa=12), cooling="in-row"))
    assert rack.binding_constraint == "cooling"
    # Nothing is contained here, so that in-row air ends where the room's air does.
    assert rack.stranded_kw == pytest.approx(2 * 34.5 * 0.95 - 20)
    _, on_any_floor = one(drawn(*filled, cooling="in-row"))
    assert on_any_floor.stranded_kw is None
    stranded = on_any_floor.figure("stranded_kw")
    assert stranded.low == pytest.approx(2 * 34.5 * 0.95 - 20)
    assert stranded.high == pytest.approx(2 * 34.5 * 0.95)


def climate(supply_c: float | None, *, least: float | None = 5, most: float | None = 30) -> Report:
    node = parts.DGX.evolve(inlet_min_c=least, inlet_max_c=most)
    design = drawn(device("d", "dgx-h100"), site=Site(supply_air_c=supply_c))
    return evaluate(design, CATALOG.overlay([node]))


@pytest.mark.parametrize(
    ("supply_c", "limits", "key", "words"),
    [
        (24.0, (5, 30), "", ""),
        (31.0, (5, 30), "C04:dgx-h100", "supply air of 31 °C, it takes at least 5 °C and at most"),
        (4.0, (5, 30), "C04:dgx-h100", "supply air of 4 °C"),
        (24.0, (5, None), "C04:open:inlets", "the highest inlet temperature of DGX H100 is not"),
        (None, (5, 30), "C04:open:supply-air", "the temperature of the supply air is not known"),
        (None, (None, None), "", ""),
    ],
)
def test_supply_air_is_held_against_what_parts_take(
    supply_c: float | None, limits: tuple[float | None, float | None], key: str, words: str
) -> None:
    report = climate(supply_c, least=limits[0], most=limits[1])
    found = [check for check in report.checks if check.rule == "C04"]
    assert [check.key for check in found] == ([key] if key else [])
    assert not key or words in found[0].message
    assert not key or found[0].where == ("r",)


@pytest.mark.parametrize(("place", "told"), [("front", True), ("zero-u", False)])
def test_whether_supply_air_suits_what_no_catalogue_has_cannot_be_said(
    place: str, told: bool
) -> None:
    """A server beside it was named; of what hangs beside the rails nothing breathes."""
    design = drawn(device("d", "nope", face=place), site=Site(supply_air_c=45.0))
    found = [check for check in evaluate(design, CATALOG).checks if check.rule == "C04"]
    assert [check.key for check in found] == (["C04:open:inlets"] if told else [])
    assert all(
        check.where == ("r",) and check.message == (
            "whether supply air of 45 °C suits nope cannot be said, because the part nope is not "
            "in the catalogue"
        )
        for check in found
    )  # fmt: skip


@pytest.mark.parametrize(
    ("dynamic_kg", "key", "state"),
    [(900, "", "ok"), (500, "F03:dgx-h100x4", "warning"), (None, "F03:open:dgx-h100x4", "unknown")],
)
def test_a_filled_rack_is_held_against_what_its_casters_may_roll(
    dynamic_kg: float | None, key: str, state: str
) -> None:
    """Four nodes and the rack weigh 671.8 kg."""
    rack = parts.RACK.evolve(rack={"units": 48, "static_kg": 1500, "dynamic_kg": dynamic_kg})
    devices = [device(f"d{n}", "dgx-h100", half_u=2 + 16 * n) for n in range(4)]
    report = evaluate(drawn(*devices), CATALOG.overlay([rack]))
    found = [check for check in report.checks if check.rule == "F03"]
    assert [check.key for check in found] == ([key] if key else [])
    limit = next(limit for limit in report.racks[0].limits if limit.name == "mass-rolled")
    assert limit.state == state
    assert {check.severity for check in found} <= {"warning"}


def test_a_floor_whose_limit_nobody_gave_cannot_be_said_to_carry() -> None:
    design = drawn(device("d", "dgx-h100"))
    assert "F04:open:dgx-h100x1" in keys(evaluate(design, CATALOG))
    limited = design.evolve(room=design.room.evolve(floor_limit_kpa=12))
    assert not {key for key in keys(evaluate(limited, CATALOG)) if key.startswith("F04")}


def test_a_mass_that_nobody_states_leaves_rack_and_floor_open_unless_it_is_too_much_already() -> (
    None
):
    light = parts.SMALL.evolve(id="light", mass_kg=None)
    design = drawn(device("m", "light"), room=Room(floor_limit_kpa=12))
    report = evaluate(design, CATALOG.overlay([light]))
    assert {"F02:open:lightx1", "F04:open:lightx1"} <= keys(report)
    check = next(check for check in report.checks if check.key == "F02:open:lightx1")
    assert check.message.startswith("whether the rack carries 1 × Single-corded cannot be said")
    assert "because the mass of Single-corded is not known" in check.message
    weak = parts.RACK.evolve(rack={"units": 48, "static_kg": 100, "dynamic_kg": 2000})
    sure = evaluate(design, CATALOG.overlay([light, weak]))
    assert "F02:lightx1" in keys(sure)
    assert "F02:open:lightx1" not in keys(sure)


def test_what_hangs_beside_the_rails_takes_no_unit() -> None:
    """A server of 8U hung where rack PDUs hang is no device in the rails."""
    beside = Device(id="b", name="b", part="dgx-h100", rack="r", face="zero-u")
    report, rack = one(drawn(device("d", "dgx-h100"), beside))
    assert rack.u_used == 8
    assert not {key for key in keys(report) if key.startswith("F01")}
    crowded, _ = one(drawn(device("d", "dgx-h100"), device("e", "dgx-h100")))
    assert {key for key in keys(crowded) if key.startswith("F01")}


def test_parts_that_state_no_inlet_are_all_named_in_the_finding() -> None:
    """The sheet of each rack prints it: one that names no part of the rack tells nothing there."""
    nodes = [parts.DGX.evolve(id=f"n{n}", name=f"Node {n}", inlet_max_c=None) for n in range(1, 11)]

    def said(count: int) -> str:
        devices = [device(f"d{n}", f"n{n}", half_u=2 * n) for n in range(1, count + 1)]
        design = drawn(*devices, site=Site(supply_air_c=24.0))
        report = evaluate(design, CATALOG.overlay(nodes))
        (found,) = [check for check in report.checks if check.rule == "C04"]
        return found.message.partition(" cannot be said")[0].partition(" suits ")[2]

    assert said(1) == "Node 1"
    assert said(2) == "Node 1 and Node 2"
    assert said(3) == "Node 1, Node 2 and Node 3"
    assert said(9).endswith("Node 8 and Node 9")
    assert said(10).endswith("and 2 more")
