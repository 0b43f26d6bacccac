"""What is placed gets feeds of the room in turn, and cords follow the devices they end at."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PduFigures, RackFigures
from designer.document.edits import (
    apply_to_copies,
    detach_assembly,
    place_device,
    place_rack,
    put_feed,
    remove,
    remove_feed,
)
from designer.model.change import Change, apply
from designer.model.design import (
    Assembly,
    Cord,
    Design,
    Device,
    Loop,
    PowerNode,
    Rack,
    Room,
    Slot,
)
from designer.wiring.power import expand_power

PARTS = Catalog((
    Part(id="rack", kind="rack", name="Rack", width_mm=600, depth_mm=1200,
         rack=RackFigures(units=48)),
    Part(id="nvl", kind="rack-system", name="NVL", width_mm=600, depth_mm=1200, power_max_w=1),
    Part(id="cdu", kind="cdu", name="CDU", width_mm=600, depth_mm=1200, power_max_w=1),
    Part(id="crah", kind="crah", name="CRAH", width_mm=600, depth_mm=1200, power_max_w=1),
    Part(id="pdu", kind="rack-pdu", name="PDU", pdu=PduFigures(volts=415, amps=60, phases=3)),
    Part(id="node", kind="node", name="Node", height_half_u=2, power_max_w=1),
))  # fmt: skip


def room(feeds: str) -> Design:
    corners = ((0, 0), (60_000, 0), (60_000, 60_000), (0, 60_000))
    return Design(power=tuple(PowerNode(id=feed) for feed in feeds), room=Room(outline=corners))


def placed(design: Design, *parts: str) -> list[str]:
    for at, part in enumerate(parts, start=1):
        design = place_rack(PARTS, part, at * 2_400, 2_400, name=f"{at:02d}")(design)
    return ["".join(rack.feeds) for rack in design.racks]


@pytest.mark.parametrize(
    ("feeds", "parts", "found"),
    [
        ("ABC", ("nvl", "nvl", "nvl", "nvl"), ["ABC", "BCA", "CAB", "ABC"]),
        ("ABC", ("cdu", "crah", "cdu", "cdu"), ["AB", "AB", "BC", "CA"]),
        ("AB", ("crah", "crah", "rack"), ["AB", "BA", ""]),
        ("A", ("nvl", "crah"), ["A", "A"]),
        ("", ("nvl", "crah"), ["", ""]),
    ],
)
def test_what_whips_supply_takes_the_feeds_of_the_room_in_turn(
    feeds: str, parts: tuple[str, ...], found: list[str]
) -> None:
    assert placed(room(feeds), *parts) == found


def test_four_pdus_placed_in_a_room_of_two_feeds_hang_two_on_each() -> None:
    design = place_rack(PARTS, "rack", 2_400, 2_400, name="R1")(room("AB"))
    for _ in range(4):
        design = place_device(PARTS, "pdu", "R1")(design)
    assert sorted(device.feed for device in design.devices) == ["A", "A", "B", "B"]


def corded() -> Design:
    """A rack of an assembly with a cord by hand, and one loop fed from a device of it."""
    slots = (
        Slot(id="n1", part="node", half_u=4, cording="by-side"),
        Slot(id="pdu-a", part="pdu", face="zero-u", feed="A"),
    )
    rack = Rack(id="R1", name="R1", part="rack", x_mm=0, y_mm=0, assembly="x")
    own = Device(id="pdu-b", name="pdu-b", part="pdu", rack="R1", face="zero-u", feed="B")
    return Design(
        power=(PowerNode(id="A"), PowerNode(id="B")),
        assemblies=(Assembly(id="x", rack_part="rack", slots=slots),), racks=(rack,),
        devices=(own,),
        cords=(
            Cord(id="c1", supply="R1/n1:psu1", outlet="R1/pdu-a:7"),
            Cord(id="c2", supply="R1/n1:psu2", outlet="pdu-b"),
        ),
        loops=(Loop(id="l", units=("R1/n1",)),),
    )  # fmt: skip


def test_cords_and_loops_follow_devices_that_leave_their_assembly() -> None:
    before = corded()
    after = detach_assembly("R1")(before)
    assert [(c.supply, c.outlet) for c in after.cords] == [
        ("R1-n1:psu1", "R1-pdu-a:7"),
        ("R1-n1:psu2", "pdu-b"),
    ]
    assert after.loops[0].units == ("R1-n1",)
    assert next(d for d in after.devices if d.part == "node").cording == "by-side"
    assert not [p for p in expand_power(after, PARTS).problems_by_hand]


def test_cords_go_with_the_device_or_the_rack_that_they_end_at() -> None:
    assert [c.id for c in remove(("pdu-b",))(corded()).cords] == ["c1"]
    assert remove(("R1",))(corded()).cords == ()
    assert [c.id for c in remove(("R1/pdu-a",))(corded()).cords] == ["c2"]


def test_a_cord_goes_with_the_slot_that_its_assembly_loses() -> None:
    other = Rack(id="R2", name="R2", part="rack", x_mm=9_000, y_mm=0, assembly="x")
    cord = Cord(id="c3", supply="R2/n1:psu1", outlet="R2/pdu-a:7")
    design = apply(corded(), Change(put=(("racks", (other,)), ("cords", (cord,)))))
    alone = remove(("R1/n1",))(design)
    after = apply_to_copies(PARTS, "R1", "x")(alone)
    assert [cord.id for cord in alone.cords] == ["c3"]
    assert after.cords == ()


def test_an_assembly_tells_its_feeds_by_the_letters_of_now() -> None:
    """A sheet said "feeds A+B" beside supplies that bore C and B."""
    slots = (Slot(id="1", part="pdu", feed="a"), Slot(id="2", part="pdu", feed="b"))
    named = ("2 storage, feeds B+A", "mine, feeds A+C", "feeds A+B", "10 nodes")
    design = Design(
        power=tuple(PowerNode(id=feed, name=f"Feed {feed.upper()}") for feed in "abc"),
        assemblies=tuple(Assembly(id=n, name=n, rack_part="rack", slots=slots) for n in named),
    )
    west = put_feed(PowerNode(id="a", name="West"))(design)
    assert [one.name for one in west.assemblies] == [one.name for one in design.assemblies]
    swapped = put_feed(PowerNode(id="c", name="Feed A"))(west)
    assert {one.id: one.name for one in swapped.assemblies} == {
        "2 storage, feeds B+A": "2 storage, feeds B+C", "mine, feeds A+C": "mine, feeds A+C",
        "feeds A+B": "feeds A+B", "10 nodes": "10 nodes",
    }  # fmt: skip
    left = remove_feed("b")(swapped)
    named_now = {one.id: one.name for one in left.assemblies}
    assert named_now["2 storage, feeds B+A"] == "2 storage, feed B"
    bare = {one.id: one.name for one in remove_feed("a")(left).assemblies}
    assert bare["2 storage, feeds B+A"] == "2 storage"
