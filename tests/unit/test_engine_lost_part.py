"""A part that is not in the catalogue may be anything: what rests on it is open, never less."""

from functools import cache
from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PduFigures
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import Report
from designer.io.export.report_json import report_data
from designer.io.export.report_layouts import report_text
from designer.model.design import Cord, Design, Device, Fabric, Loop, PowerNode, Rack, Room, Site
from designer.model.measured import Measured

CAPACITY_KW = 32.0


def device(key: str, part: str, half_u: int = 0, **more: str) -> Device:
    table = {"id": key, "name": key, "part": part, "rack": "R1", "half_u": half_u}
    return Device.model_validate(table | more)


def rack_of(*devices: Device, part: str = "rack-48u", feeds: tuple[str, ...] = ()) -> Design:
    """Return a hall of one rack on two feeds of 32 kW."""
    return Design(
        room=Room(outline=((0, 0), (9000, 0), (9000, 9000), (0, 9000)), floor_limit_kpa=20.0),
        power=tuple(PowerNode(id=feed, capacity_kw=CAPACITY_KW) for feed in "AB"),
        racks=(Rack(id="R1", name="R1", part=part, x_mm=3000, y_mm=3000, feeds=feeds),),
        devices=tuple(sorted(devices, key=lambda one: one.id)),
        site=Site(supply_air_c=24.0),
    )


def systems(number: int) -> list[Device]:
    return [device(f"n{at}", "dgx-h100", 2 + 18 * at) for at in range(number)]


def strips(part: str = "pdu-415v-60a-3ph") -> list[Device]:
    return [device(f"pdu-{feed}", part, face="zero-u", feed=feed) for feed in "AB"]


@cache
def said(design: Design) -> Report:
    return evaluate(design, load_shipped())


def ends(record: Measured, name: str) -> tuple[float, float]:
    figure = record.figure(name)
    return figure.low, figure.high


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def fourth(part: str) -> Report:
    """Return the report of three DGX H100, a rear door and a fourth device."""
    door = device("door", "rdhx", face="door")
    return said(rack_of(*systems(3), device("q", part, 60), door, *strips()))


@pytest.mark.parametrize("feed", [0, 1])
def test_the_load_of_a_feed_has_no_upper_end(feed: int) -> None:
    feeds = fourth("nope").power.feeds
    # It may be a rack PDU, on either feed, that takes any of the cords.
    assert ends(feeds[feed], "load_kw") == (0.0, inf)
    assert ends(feeds[feed], "load_after_loss_kw") == (0.0, inf)
    assert feeds[feed].load_kw is None
    assert feeds[feed].state == "unknown"


def test_rules_of_power_cannot_be_said() -> None:
    found = fourth("nope")
    assert {"P01:open:dgx-h100x3", "P02:open:dgx-h100x3", "P14:open:A", "P14:open:B",
            "P26:open:dgx-h100x3", "P03:open:nope", "P11:open:nope:0"} <= keys(found)  # fmt: skip
    # With a DGX H100 in its place, both feeds are too small after a loss.
    assert {"P02:dgx-h100x4", "P14:A", "P14:B"} <= keys(fourth("dgx-h100"))


def test_what_cannot_be_said_names_the_part() -> None:
    (check,) = [one for one in fourth("nope").checks if one.key == "P14:open:A"]
    assert check.message == (
        "whether feed A carries its load cannot be said, because the part nope is not in the "
        "catalogue"
    )
    (check,) = [one for one in fourth("nope").checks if one.rule == "D02"]
    assert "counts for nothing" not in check.message
    assert "nothing of it is known" in check.message


def test_parts_that_the_power_tree_or_a_fabric_names_are_known_too() -> None:
    """A UPS and a node of a fabric were mistyped, and no rule said so."""
    upstream = PowerNode(id="u", name="U1", kind="ups", part="ups-typo")
    fabric = Fabric(id="f", name="Compute", nodes=("dgx-h100", "dgx-b2oo"), switch="qm97oo")
    design = rack_of(*systems(1), *strips())
    found = said(design.evolve(power=(*design.power, upstream), fabrics=(fabric,)))
    told = {check.key: check.message for check in found.checks if check.rule == "D02"}
    assert told == {
        "D02:ups-typo": "the part ups-typo is not in the catalogue; UPS U1 cannot be checked by "
        "its figures",
        **{
            f"D02:{part}": f"the part {part} is not in the catalogue; fabric Compute cannot be "
            "checked by its figures"
            for part in ("dgx-b2oo", "qm97oo")
        },
    }


def test_a_lost_part_that_stands_and_is_named_by_a_fabric_is_told_once() -> None:
    (told,) = [check for check in said(fabric_of(node="nope")).checks if check.rule == "D02"]
    assert told.where


def test_limits_of_the_rack_are_open() -> None:
    (rack,) = fourth("nope").racks
    states = {limit.name: limit.state for limit in rack.limits}
    for name in ("power", "power-feed-lost", "cooling", "mass", "mass-rolled", "floor"):
        assert states[name] == "unknown", name


def test_a_lost_rack_pdu_may_take_all_of_it_or_nothing() -> None:
    found = said(rack_of(*systems(2), *strips("strip-of-nobody")))
    for feed in found.power.feeds:
        assert ends(feed, "load_kw") == (0.0, pytest.approx(20.4))
        # What hangs beside the rails is a rack PDU, and draws nothing itself.
        assert feed.state == "ok"
    assert "P26:open:dgx-h100x2" in keys(found)
    assert "P26:no-pdu:dgx-h100x2" not in keys(found)


RAILS_PDU = Part(
    id="rails-pdu", kind="rack-pdu", name="PDU in the rails", height_half_u=4, mass_kg=10,
    pdu=PduFigures(volts=400, amps=32, phases=3, standard="iec", outlets_c13=6, outlets_c19=12),
)  # fmt: skip


def in_rails(part: str, feed: str = "", *more: Device, cords: tuple[Cord, ...] = ()) -> Report:
    """Return the report of a DGX H100 with something in the rails above it, on three feeds."""
    design = rack_of(*systems(1), device("q", part, 60, feed=feed), *more)
    power = (*design.power, PowerNode(id="C", capacity_kw=CAPACITY_KW))
    design = design.evolve(cords=cords, power=power)
    return evaluate(design, load_shipped().overlay([RAILS_PDU]))


def test_a_lost_device_in_the_rails_may_be_the_only_rack_pdu() -> None:
    """That there is none was told for certain, beside that it cannot be said."""
    lost, pdu, server = (in_rails(part) for part in ("nope", "rails-pdu", "mgmt-server"))
    assert "P26:no-pdu:dgx-h100x1" in keys(server)
    assert not [key for key in keys(pdu) if key.startswith("P26")]
    assert [key for key in keys(lost) if key.startswith("P26")] == ["P26:open:dgx-h100x1"]
    assert "P02:open:dgx-h100x1" in keys(lost)
    assert "P27:no-feed:dgx-h100x1" in keys(pdu)
    assert [key for key in keys(lost) if key.startswith("P27")] == ["P27:open:dgx-h100x1"]
    # Nothing hangs on a feed for certain; what a UPS in the rails would lose nobody bounds.
    for feed in lost.power.feeds:
        assert ends(feed, "load_kw") == (0.0, inf)


def test_a_lost_switch_of_a_fabric_or_a_lost_door_is_no_rack_pdu() -> None:
    leaf = device("leaf", "nope", 60, fabric="f", tier="leaf")
    assert "P26:no-pdu:dgx-h100x1" in keys(said(rack_of(*systems(1), leaf)))
    door = device("door", "nope", face="door", feed="A")
    assert "P26:no-pdu:dgx-h100x1" in keys(said(rack_of(*systems(1), door)))


def test_cords_by_hand_to_what_may_be_a_rack_pdu_in_the_rails_are_no_loss() -> None:
    """They were dropped, and the rest of the supplies told to be too few."""
    pdus = ("pdu-A", "pdu-A", "pdu-B", "pdu-B", "q", "q")
    cords = tuple(
        Cord(id=f"c{n}", supply=f"n0:psu{n}", outlet=pdu) for n, pdu in enumerate(pdus, start=1)
    )
    known = in_rails("rails-pdu", "C", *strips(), cords=cords)
    lost = in_rails("nope", "C", *strips(), cords=cords)
    unnamed = in_rails("nope", "", *strips(), cords=cords)
    server = in_rails("mgmt-server", "", *strips(), cords=cords)
    for report in (known, lost, unnamed):
        assert not [c.message for c in report.checks if c.rule == "P03" and c.severity == "error"]
        assert not [key for key in keys(report) if key.startswith("P10:cord")]
    assert "P03:open:dgx-h100" in keys(lost) & keys(unnamed)
    assert {"P10:cord:n0", "P03:dgx-h100:3+3:capped"} <= keys(server)


def test_a_supply_unplugged_by_hand_beside_a_lost_rack_pdu_leaves_the_others_open() -> None:
    cords = (Cord(id="c", supply="n0:psu1", outlet=""),)
    found = keys(in_rails("nope", "A", cords=cords))
    assert [key for key in found if key.startswith("P26")] == ["P26:open:dgx-h100x1"]


def test_cords_by_hand_decide_beside_a_lost_rack_pdu_too() -> None:
    none = tuple(Cord(id=f"c{n}", supply=f"n0:psu{n}", outlet="") for n in range(1, 7))
    assert "P26:no-pdu:dgx-h100x1" in keys(in_rails("nope", "A", cords=none))
    pdus = ("pdu-A", "pdu-B") * 3
    cords = tuple(
        Cord(id=f"c{n}", supply=f"n0:psu{n}", outlet=pdu) for n, pdu in enumerate(pdus, start=1)
    )
    found = in_rails("nope", "", *strips(), cords=cords)
    assert "P03:dgx-h100:3+3:capped" in keys(found)
    lows = [feed.figure("load_kw").low for feed in found.power.feeds]
    assert lows == pytest.approx([5.1, 5.1, 0.0])


@pytest.mark.parametrize("feed", ["", "B"])
def test_two_feeds_with_what_may_be_a_third_may_be_loaded_above_half(feed: str) -> None:
    design = rack_of(*systems(3), device("q", "nope", 60, feed=feed), *strips())
    found = {check.key: check.message for check in said(design).checks}
    if feed:
        assert not [key for key in found if key == "P04:dgx-h100x3"]
        assert "P04:open:dgx-h100x3" in found
        return
    assert found["P04:open:dgx-h100x3"] == (
        "whether 3 × DGX H100 has two feeds that both stay below half cannot be said, because "
        "the part nope is not in the catalogue"
    )


def test_two_systems_may_be_what_a_lost_device_makes_them() -> None:
    site = Site(supply_air_c=24.0, feed_policy="2N")
    alone = rack_of(*systems(1), strips()[0]).evolve(site=site)
    assert "P12:2N:systems" in keys(said(alone))
    more = alone.evolve(devices=(*alone.devices, device("q", "nope", 60)))
    assert "P12:2N:systems" not in keys(said(more))
    assert "P12:open:2N:systems" in keys(said(more))
    assert "P12:open:2N:systems" in keys(said(more.evolve(
        devices=(*alone.devices, device("q", "nope", 60, feed="B")))))  # fmt: skip
    both = rack_of(*systems(1), *strips(), device("q", "nope", 60)).evolve(site=site)
    assert not [key for key in keys(said(both)) if "2N:systems" in key]


def test_a_unit_in_the_rails_may_hang_on_what_may_be_a_rack_pdu() -> None:
    def feeds_of_units(*more: Device) -> list[str]:
        plated = Rack(id="N", name="N", part="gb200-nvl72", x_mm=3000, y_mm=6000, feeds=("A", "B"))
        units = [device(f"cdu-{at}", "cdu-in-rack-100", 2 + 10 * at) for at in range(4)]
        design = rack_of(*units, strips()[0], *more)
        loops = (Loop(id="L", units=tuple(unit.id for unit in units)),)
        found = said(design.evolve(racks=(plated, *design.racks), loops=loops))
        return [key for key in keys(found) if key.startswith("C06") and "cdu-feed" in key]

    assert feeds_of_units() == ["C06:cdu-feed:L"]
    assert feeds_of_units(strips("nope")[1]) == ["C06:open:cdu-feed:L"]
    assert feeds_of_units(device("q", "nope", 60)) == ["C06:open:cdu-feed:L"]


def test_a_lost_rack_pdu_leaves_open_what_hangs_on_the_other() -> None:
    known, lost = strips()[0], strips("strip-of-nobody")[1]
    found = said(rack_of(*systems(1), known, lost))
    for feed in found.power.feeds:
        low, high = ends(feed, "load_kw")
        assert low == 0.0
        assert high >= 10.2


def test_a_lost_rack_may_hang_on_the_feeds_that_it_names() -> None:
    found = said(rack_of(part="cabinet-of-nobody", feeds=("A", "B")))
    assert [ends(feed, "load_kw") for feed in found.power.feeds] == [(0.0, inf), (0.0, inf)]


def test_a_lost_door_may_take_the_heat_or_leave_it() -> None:
    found = said(rack_of(*systems(3), *strips(), device("door", "door-of-nobody", face="door")))
    (rack,) = found.racks
    air = rack.figure("air_kw")
    assert (air.low, air.high) == (0.0, inf)
    assert "C22:no-door" not in keys(found)


def test_a_lost_device_without_a_rack_pdu_is_said_to_be_open() -> None:
    found = said(rack_of(device("q", "nope", 2)))
    assert any(key.startswith("P26:open:") for key in keys(found))
    # It may be a UPS, which loses power of its own.
    assert [ends(feed, "load_kw") for feed in found.power.feeds] == [(0.0, inf)] * 2


def floor_of(*more: Rack) -> Design:
    """Return the hall of one rack with two DGX H100, with more on the floor."""
    design = rack_of(*systems(2), *strips())
    return design.evolve(racks=tuple(sorted((*design.racks, *more), key=lambda one: one.id)))


def on_floor(key: str, part: str, **more: object) -> Rack:
    place = {"x_mm": 3000, "y_mm": 6000 + 1500 * int(key[1:])}
    return Rack.model_validate({"id": key, "name": key, "part": part} | place | more)


def test_a_lost_thing_on_the_floor_may_be_a_rack_or_a_cooling_unit() -> None:
    found = said(floor_of(on_floor("X0", "nope"), on_floor("X1", "crah")))
    assert ends(found.totals, "racks") == (1, 2)
    assert found.totals.racks is None
    assert ends(found.facility, "cdu_units") == (0, 1)
    assert ends(found.facility, "cooling_units") == (1, 2)
    assert ends(found.storage, "systems") == (0, 0)
    assert not found.totals.complete


def test_a_lost_rack_that_holds_devices_is_a_rack() -> None:
    found = said(rack_of(*systems(2), part="cabinet-of-nobody"))
    assert found.totals.racks == 1
    assert ends(found.facility, "cdu_units") == (0, 0)


def test_a_lost_device_may_store_and_may_distribute_coolant() -> None:
    found = fourth("nope")
    assert ends(found.storage, "systems") == (0, 1)
    assert ends(found.storage, "raw_tb") == (0, inf)
    assert ends(found.facility, "cdu_units") == (0, 1)
    assert ends(found.facility, "cooling_units") == (0, 0)
    assert found.totals.racks == 1


def test_a_lost_rack_pdu_stores_nothing() -> None:
    found = said(rack_of(*systems(2), *strips("strip-of-nobody")))
    assert found.storage.systems == 0
    assert found.facility.cdu_units == 0


def test_a_lost_device_takes_units_of_which_one_half_is_certain() -> None:
    (rack,) = fourth("nope").racks
    assert ends(rack, "u_used") == (24.5, inf)
    (limit,) = [one for one in rack.limits if one.name == "units"]
    assert limit.state == "unknown"
    found = {check.key: check.message for check in fourth("nope").checks}
    assert found["F01:open:height:nope"] == (
        "whether nope fits the rails cannot be said, because the part nope is not in the catalogue"
    )
    assert any(key.startswith("F09:open:") for key in found)


def test_a_device_in_the_place_of_a_lost_one_is_found() -> None:
    over = device("q", "nope", 4)
    found = said(rack_of(*systems(1), over, *strips()))
    (check,) = [one for one in found.checks if one.rule == "F01" and one.severity == "error"]
    assert check.message == "U2 held by DGX H100 and nope"


def fabric_of(switch: str = "qm9700", spine: str = "", node: str = "dgx-h100") -> Design:
    """Return a hall of a node and a leaf, both of a fabric."""
    fabric = Fabric(id="f", name="Compute", nodes=(node,), switch=switch, spine_switch=spine,
                    rails=8, rate_gbps=400)  # fmt: skip
    leaf = device("leaf", switch, 60, fabric="f", tier="leaf")
    design = rack_of(device("n0", node, 2), leaf, *strips())
    return design.evolve(fabrics=(fabric,))


def test_nodes_of_a_lost_part_are_at_least_one_each() -> None:
    found = said(fabric_of(node="nope"))
    (fabric,) = found.fabrics
    assert ends(fabric, "nodes") == (1, inf)
    assert ends(fabric, "node_leaf_cables") == (8, inf)
    assert ends(fabric, "leaf") == (0, inf)
    assert fabric.leaf is None
    assert fabric.max_nodes is None
    assert ends(found.cables, "count") == (0, inf)
    assert found.cables.count is None
    assert {"R03:open:f", "R07:open:f:leaf"} <= keys(found)


@pytest.mark.parametrize("design", [fabric_of("nope"), fabric_of(spine="nope")])
def test_a_fabric_of_a_lost_switch_cannot_be_sized(design: Design) -> None:
    found = said(design)
    (fabric,) = found.fabrics
    assert fabric.nodes == 1
    assert ends(fabric, "leaf") == (0, inf)
    assert ends(fabric, "leaf_spine_cables") == (0, inf)
    assert ends(found.cables, "count") == (0, inf)
    (check,) = [one for one in found.checks if one.key == "R03:open:f"]
    assert check.message.endswith("because the part nope is not in the catalogue")


def test_a_lost_device_may_be_a_node_of_no_fabric() -> None:
    known = fabric_of()
    more = known.evolve(devices=(*known.devices, device("x", "nope", 30)))
    assert "R09:open:nope" in keys(said(more))
    assert "R09:open:nope" not in keys(said(fabric_of(node="nope")))


def plated(unit: str) -> Design:
    """Return a filled rack with cold plates and what is to cool its coolant."""
    return rack_of(part="gb200-nvl72", feeds=("A", "B")).evolve(
        racks=(
            on_floor("C0", unit, feeds=("A",)),
            on_floor("N1", "gb200-nvl72", feeds=("A", "B")),
        ),
        devices=(), site=Site(supply_air_c=24.0, cooling_water_c=50.0),
    )  # fmt: skip


def test_coolant_of_a_lost_distribution_unit_cannot_be_said() -> None:
    assert "C09:gb200-nvl72" in keys(said(plated("cdu-row")))
    lost = said(plated("nope"))
    assert "C09:open:gb200-nvl72" in keys(lost)
    assert {"C05:open:no-cdu", "C06:open:cdu"} <= keys(lost)
    assert "C05:no-cdu" not in keys(lost)
    (check,) = [one for one in lost.checks if one.key == "C06:open:cdu"]
    assert check.message.startswith("≤ 1 CDU for ")


def test_air_of_a_lost_air_unit_cannot_be_said() -> None:
    known, lost = (said(floor_of(on_floor("X0", part))) for part in ("crah", "nope"))
    assert "C23:crah" in keys(known)
    assert {"C02:open:crah-airflow", "C23:open:crah"} <= keys(lost)
    (check,) = [one for one in lost.checks if one.key == "C23:open:crah"]
    assert check.message.startswith("≤ 1 air unit for ")


def test_a_loop_may_name_a_lost_unit() -> None:
    design = plated("nope").evolve(loops=(Loop(id="L", units=("C0",)),))
    found = said(design)
    assert ends(found.facility, "cdu_units") == (0, 1)
    assert not [key for key in keys(found) if key.startswith("C21:L")]
    assert "C05:open:no-cdu:L" in keys(found)


def test_what_a_lost_part_costs_is_open_in_each_category_that_it_may_be_of() -> None:
    cost = fourth("nope").cost
    high = {line.category: line.figure("amount").high for line in cost.by_category}
    names = ("nodes", "network", "storage", "racks", "cooling units", "other")
    assert high == dict.fromkeys(names, inf)
    strip = said(rack_of(*systems(2), *strips("strip-of-nobody"))).cost
    high = {line.category: line.figure("amount").high for line in strip.by_category}
    assert high["racks"] == inf
    assert high["nodes"] < inf
    assert "storage" not in high
    # It is bought once, whatever it is.
    assert cost.unpriced.count("nope") == 1
    assert sum(line.unpriced for line in cost.by_category) == 1


def test_other_programs_read_that_a_number_is_open() -> None:
    data = report_data(fourth("nope"))
    assert data["storage"]["systems"] is None
    assert data["storage"]["bounds"]["systems"] == [0, 1]
    assert data["facility"]["cdu_units"] is None
    assert data["racks"][0]["bounds"]["u_used"] == [24.5, None]
    assert data["cost"]["bounds"]["by_category.nodes"][1] is None


def test_a_reader_is_told_that_a_number_is_open() -> None:
    design = fabric_of(node="nope")
    text = report_text(design, load_shipped(), said(design))
    assert "the part nope is not in the catalogue" in text
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "CDUs, placed of needed ≤ 1 of —" in lines
    assert "Storage systems ≤ 1" in lines
    assert "Cables —" in lines
    (told,) = [line for line in lines if line.startswith("Compute: ")]
    assert told == "Compute: for the nodes that are known: one switch: 8 links fit its 64 ports"


def corded(outlet: str, *more: Device) -> Design:
    """Return a rack of one DGX H100 of which the first supply is corded by hand."""
    cord = Cord(id="c", supply="n0:psu1", outlet=outlet)
    return rack_of(*systems(1), *(more or strips())).evolve(cords=(cord,))


def test_a_cord_by_hand_is_asked_again_when_the_pdu_changes() -> None:
    with_42 = strips("pdu-208v-30a-1ph")
    assert "P10:unplugged:dgx-h100x1" not in keys(said(corded("pdu-A:40", *with_42)))
    evaluator = Evaluator(load_shipped())
    evaluator.report(corded("pdu-A:40", *with_42))
    found = evaluator.report(corded("pdu-A:40"))
    (check,) = [one for one in found.checks if one.key == "P10:unplugged:dgx-h100x1"]
    assert check.message == (
        "1 × DGX H100: 1 supply hangs nowhere: Rack PDU 415 V 60 A 3-phase has 24 outlets, not 40"
    )


@pytest.mark.parametrize("hidden", ["outlets_c13", "outlets_c19"])
@pytest.mark.parametrize("outlet", ["pdu-A:99", "pdu-A:40"])
def test_whether_a_numbered_outlet_is_there_may_be_open(hidden: str, outlet: str) -> None:
    part = load_shipped().require("pdu-415v-60a-3ph")
    assert part.pdu is not None
    shy = part.evolve(pdu=part.pdu.evolve(**{hidden: None}))
    found = evaluate(corded(outlet), load_shipped().overlay([shy]))
    assert {"P10:open:dgx-h100x1", "P26:open:dgx-h100x1"} <= keys(found)
    assert "P10:unplugged:dgx-h100x1" not in keys(found)


def test_a_cord_to_a_lost_rack_pdu_is_no_mistake() -> None:
    known, lost = strips()[1], strips("strip-of-nobody")[0]
    found = keys(said(corded("pdu-A:3", known, lost)))
    assert "P10:open:dgx-h100x1" in found
    assert not [key for key in found if key.startswith("P10:cord")]


def test_a_cord_to_what_is_no_rack_pdu_is_a_mistake() -> None:
    door = device("door", "door-of-nobody", face="door")
    assert "P10:cord:n0" in keys(said(corded("door:3", *strips(), door)))
    assert "P10:cord:n0" in keys(said(corded("n0:3")))


def test_a_lost_part_has_no_price_and_is_no_cable() -> None:
    found = {check.key: check.message for check in fourth("nope").checks}
    assert found["K01:nope"] == "nope: no price in USD; the capital cost has no upper end"
    assert "K01:cables" not in found


def test_a_lost_door_may_give_the_air_back() -> None:
    door = device("door", "door-of-nobody", face="door")
    plain = floor_of(on_floor("X0", "crah", feeds=("A", "B")))
    assert "C02:crah-airflow" in keys(said(plain))
    found = keys(said(plain.evolve(devices=(*plain.devices[:2], door, *plain.devices[2:]))))
    assert "C02:open:crah-airflow" in found
    assert "C02:crah-airflow" not in found


def behind_a_door(rack: str) -> Report:
    """Return the report of a rear door with its distribution unit, on a rack of some part."""
    design = rack_of(*systems(1), *strips(), device("door", "rdhx", face="door"), part=rack)
    return said(design.evolve(racks=(*design.racks, on_floor("X0", "cdu-row", feeds=("A", "B")))))


def test_a_door_takes_nothing_of_what_may_stand_in_a_tank() -> None:
    known, lost = behind_a_door("rack-48u"), behind_a_door("nope")
    low, high = ends(known.facility, "coolant_lpm")
    assert low == high > 0
    assert ends(lost.facility, "coolant_lpm") == (0, inf)
    assert "C06:cdu" in keys(known)
    assert "C06:open:cdu" in keys(lost)
    assert "C06:cdu" not in keys(lost)


def behind_a_door_alone(part: str, *more: Device) -> Report:
    """Return the report of a rear door on a rack that holds a part alone."""
    return said(rack_of(device("q", part, 2), device("z", "rdhx", face="door"), *more, *strips()))


def test_a_door_may_have_nothing_to_cool() -> None:
    """A distribution unit in the rails draws no IT power; the door asked for water for certain."""
    lost = behind_a_door_alone("nope").facility
    for known in ("cdu-in-rack-250", "qm9700", "dgx-h100"):
        found = behind_a_door_alone(known).facility
        for name in ("coolant_lpm", "pue", "facility_kw", "cdu_units_needed"):
            low, high = ends(lost, name)
            assert low <= ends(found, name)[0] <= ends(found, name)[1] <= high, (known, name)
    assert ends(lost, "coolant_lpm")[0] == ends(lost, "cdu_units_needed")[0] == 0
    assert lost.figure("coolant_lpm").gaps[0].ref == "nope.part"
    # What stands beside it has heat for the door.
    assert ends(behind_a_door_alone("nope", *systems(3)[2:]).facility, "coolant_lpm")[0] > 0


def test_what_holds_devices_may_be_a_tank_with_the_pue_of_one() -> None:
    tank = said(rack_of(*systems(1), *strips(), part="immersion-smartpodx"))
    lost = said(rack_of(*systems(1), *strips(), part="nope"))
    rack = said(rack_of(*systems(1), *strips()))
    assert ends(tank.facility, "pue")[0] < ends(rack.facility, "pue")[0]
    assert ends(lost.facility, "pue")[0] == ends(tank.facility, "pue")[0]
    assert ends(lost.facility, "facility_kw")[0] <= ends(tank.facility, "facility_kw")[0]


def at_the_wall(part: str, *devices: Device) -> Report:
    """Return the report of something that stands with its front at the wall."""
    design = rack_of(*devices, part=part)
    return said(design.evolve(racks=(design.racks[0].evolve(y_mm=0),)))


def test_what_may_be_a_cooling_unit_may_need_no_aisle() -> None:
    for known, key in (("rack-48u", "F06:front"), ("crah", "")):
        found = {one for one in keys(at_the_wall(known)) if one.startswith("F06")}
        assert found == ({key} if key else set())
    assert "F06:front" not in keys(at_the_wall("nope"))
    assert "F06:open:size" in keys(at_the_wall("nope"))
    # Nothing stands in a cooling unit.
    assert "F06:front" in keys(at_the_wall("nope", *systems(1)))


def test_messages_name_what_is_lost_and_say_that_its_heat_is_not_known() -> None:
    found = said(floor_of(on_floor("X0", "nope")))
    (check,) = [one for one in found.checks if one.key == "C22:open:no-door"]
    assert check.message.startswith("nope: an unknown amount of heat in air: whether it asks for a")
    (check,) = [one for one in found.checks if one.key == "C01:open:room-air"]
    assert check.message.startswith("nope: an unknown amount of heat in air: whether Perimeter air")
    held = said(rack_of(device("q", "other", 2)))
    (check,) = [one for one in held.checks if one.key == "C01:open:room-air"]
    assert check.message.startswith(
        "other: an unknown amount of heat in air: whether Perimeter air"
    )
    assert not [one.message for one in (*found.checks, *held.checks) if one.message[0] == ":"]
