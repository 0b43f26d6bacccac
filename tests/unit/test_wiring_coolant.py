"""The coolant graph: loops with their distribution units and racks, and air units."""

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, RackFigures
from designer.model.design import Design, Device, Loop, Rack, Row
from designer.model.marked_names import with_names
from designer.wiring.coolant import CoolantWiring, expand_coolant

RACK = Part(id="rack", kind="rack", name="rack", rack=RackFigures(units=48))
COLD_PLATES = Part(id="nvl", kind="rack-system", name="nvl", liquid_fraction=0.87)
AIR_NODE = Part(id="air-node", kind="node", name="n", height_half_u=8, liquid_fraction=0.0)
NODE = Part(id="node", kind="node", name="n", height_half_u=8, liquid_fraction=0.8)
CDU = Part(id="cdu", kind="cdu", name="cdu")
IN_RACK = Part(id="cdu-4u", kind="cdu", name="cdu", height_half_u=8)
CRAH = Part(id="crah", kind="crah", name="crah")
DOOR = Part(id="door", kind="rear-door", name="door")
TANK = Part(id="tank", kind="immersion", name="tank", rack=RackFigures(units=48))
PARTS = Catalog((RACK, COLD_PLATES, AIR_NODE, NODE, CDU, IN_RACK, CRAH, DOOR, TANK))


def rack(key: str, part: str = "rack", row: str = "") -> Rack:
    return Rack(id=key, name=key, part=part, x_mm=0, y_mm=0, row=row)


def held(key: str, part: str, where: str) -> Device:
    return Device(id=key, name=key, part=part, rack=where, half_u=2)


def wired(*racks: Rack, devices: tuple[Device, ...] = (), **fields: object) -> CoolantWiring:
    ordered = tuple(sorted(racks, key=lambda r: r.id))
    return expand_coolant(Design(racks=ordered, devices=devices, **fields), PARTS)


def test_without_loops_all_units_serve_all_racks_that_need_coolant() -> None:
    found = wired(
        rack("C1", "cdu"), rack("C2", "cdu"), rack("N1", "nvl"), rack("R1"), rack("R2"),
        rack("R3"), rack("R4"), rack("T1", "tank"),
        devices=(
            held("a", "air-node", "R1"), held("c", "cdu-4u", "R4"), held("d", "door", "R3"),
            held("n", "node", "R2"),
        ),
    )  # fmt: skip
    loop, own = found.loops
    assert loop.units == ("C1", "C2")
    assert loop.racks == ("N1", "R2", "R3", "T1")
    assert (own.own, own.units, own.racks) == ("R4", ("c",), ())
    assert found.unconnected == ()


def test_a_unit_in_the_rails_serves_its_rack_alone_unless_a_loop_says_otherwise() -> None:
    floor = (rack("C1", "cdu"), rack("R1", row="west"), rack("R2", row="west"), rack("N1", "nvl"))
    inside = (
        held("n1", "node", "R1"), held("n2", "node", "R2"), held("c1", "cdu-4u", "R1"),
        held("c2", "cdu-4u", "R2"),
    )  # fmt: skip

    def loops(*declared: Loop) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
        found = wired(*floor, devices=inside, rows=(Row(id="west"),), loops=declared)
        return [(one.loop.id, one.units, one.racks) for one in found.loops]

    of_racks = [("rack:R1", ("c1",), ("R1",)), ("rack:R2", ("c2",), ("R2",))]
    assert loops() == [("loop", ("C1",), ("N1",)), *of_racks]
    assert loops(Loop(id="l")) == [("l", ("C1",), ("N1",)), *of_racks]
    # Racks that are named in a loop of units on the floor hang on these.
    assert loops(Loop(id="l", units=("C1",), racks=("west", "N1"))) == [
        ("l", ("C1",), ("N1", "R1", "R2"))
    ]
    idle = wired(
        *floor, devices=inside, rows=(Row(id="west"),),
        loops=(Loop(id="l", units=("C1",), racks=("west", "N1")),),
    )  # fmt: skip
    assert idle.idle == ("c1", "c2")
    # One that names units in the rails shares them.
    assert loops(Loop(id="l", units=("c1", "c2"))) == [("l", ("c1", "c2"), ("N1", "R1", "R2"))]
    # A loop that names racks and no unit says what coolant they have.
    warm = wired(*floor, devices=inside, rows=(Row(id="west"),),
                 loops=(Loop(id="l", racks=("west",), supply_c=32.0),))  # fmt: skip
    assert [one.loop.supply_c for one in warm.loops if one.own] == [32.0, 32.0]


def test_a_hall_of_air_has_no_loop_and_its_units_cool_the_room() -> None:
    found = wired(rack("A1", "crah"), rack("R1"), devices=(held("a", "air-node", "R1"),))
    assert (found.loops, found.air_units) == ((), ("A1",))
    names, links = found.columns()
    assert [(names[a], names[b]) for a, b in links] == [("A1", "room")]


def test_loops_name_units_racks_and_rows_and_the_rest_goes_to_the_loop_that_names_none() -> None:
    found = wired(
        rack("C1", "cdu"), rack("C2", "cdu"), rack("N1", "nvl", "west"), rack("N2", "nvl"),
        rack("N3", "nvl"),
        rows=(Row(id="west"),),
        loops=(Loop(id="l1", units=("C2",), racks=("west", "N2")), Loop(id="l2")),
    )  # fmt: skip
    assert [(one.loop.id, one.units, one.racks) for one in found.loops] == [
        ("l1", ("C2",), ("N1", "N2")),
        ("l2", ("C1",), ("N3",)),
    ]
    names, links = found.columns()
    assert [(names[a], names[b]) for a, b in links] == [
        ("C2:secondary", "l1:in"), ("l1:out", "N1:coolant"), ("l1:out", "N2:coolant"),
        ("C1:secondary", "l2:in"), ("l2:out", "N3:coolant"),
    ]  # fmt: skip


def test_what_no_loop_serves_and_no_unit_feeds_is_reported() -> None:
    found = wired(
        rack("A1", "crah"), rack("N1", "nvl"), rack("N2", "nvl"),
        loops=(Loop(id="l1", units=("A1",), racks=("N1", "east")),),
    )  # fmt: skip
    said = tuple((end, with_names(reason, str)) for end, reason in found.unconnected)
    assert said == (
        ("l1", "A1 is no coolant distribution unit here"),
        ("l1", "east is no rack and no row here"),
        ("l1", "no coolant distribution unit feeds it"),
        ("N2", "no loop serves it"),
    )
    assert [p for p in wired(rack("N1", "nvl")).unconnected] == [
        ("loop", "no coolant distribution unit feeds it")
    ]
