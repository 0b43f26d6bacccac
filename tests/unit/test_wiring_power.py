"""The power graph: what hangs on which outlet, feed and whip, and what hangs nowhere."""

from typing import Any

import numpy as np
import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.compute_figures import ComputeFigures
from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part, PduFigures, Psu, RackFigures
from designer.model.change import Change, apply
from designer.model.design import Assembly, Cord, Design, Device, PowerNode, Rack, Slot
from designer.model.marked_names import with_names
from designer.wiring.power import PowerExpander, PowerWiring, Problem, expand_power
from tests.bench.bench_wiring import hall


def part(key: str, kind: str, **figures: Any) -> Part:
    return Part(id=key, kind=kind, name=key, **figures)


STRIP = PduFigures(volts=415, amps=60, phases=3)
NODE = part(
    "node", "node", height_half_u=16, power_max_w=10_200, gpus=8,
    psu=Psu(count=6, rating_w=3300, redundancy="4+2", inlet="C20"),
)  # fmt: skip
SWITCH = part("switch", "switch", height_half_u=2, power_max_w=1_720, psu=Psu(count=2, inlet="C14"))
MYSTERY = part("mystery", "server", height_half_u=2, power_max_w=900)
DIRECT = part("direct", "server", height_half_u=2, psu=Psu(count=2, inlet="Saf-D-Grid"))
TRAY = part("tray", "switch", height_half_u=2, psu=Psu(count=0, inlet="busbar"))
PDU = part("pdu", "rack-pdu", pdu=STRIP.evolve(outlets_c13=6, outlets_c19=9))
BARE = part("bare", "rack-pdu", pdu=STRIP)
RACK = part("rack", "rack", rack=RackFigures(units=48))
NVL = part(
    "nvl", "rack-system", power_max_w=132_000, compute=ComputeFigures(power_shelves=8),
    psu=Psu(count=48, rating_w=5500, inlet="busbar shelf"),
)  # fmt: skip
CDU = part("cdu", "cdu", power_max_w=28_800)
DOOR = part("door", "rear-door", power_max_w=1_200, psu=Psu(count=2, inlet="C14"))
PASSIVE = part("passive", "rear-door", power_max_w=0)
PARTS = Catalog((NODE, SWITCH, MYSTERY, DIRECT, TRAY, PDU, BARE, RACK, NVL, CDU, DOOR, PASSIVE))
FEEDS = tuple(PowerNode(id=name) for name in "ABC")


def device(key: str, part: str, half_u: int = 2, **fields: str) -> Device:
    face = (
        "zero-u" if part in ("pdu", "bare") else "door" if part in ("door", "passive") else "front"
    )
    at = half_u if face == "front" else 0
    return Device(id=key, name=key, part=part, rack="R1", half_u=at, face=face, **fields)


def rack_of(*devices: Device, cords: tuple[Cord, ...] = (), cording: str = "") -> Design:
    rack = Rack(id="R1", name="R1", part="rack", x_mm=0, y_mm=0, cording=cording)
    held = tuple(sorted(devices, key=lambda d: d.id))
    return Design(power=FEEDS, racks=(rack,), devices=held, cords=cords)


def pdus(feeds: str, part: str = "pdu") -> list[Device]:
    return [device(f"pdu-{feed}", part, feed=feed) for feed in feeds]


def links(design: Design) -> dict[str, str]:
    """What supplies each end, by address."""
    return {end: start for start, end in expand_power(design, PARTS).links()}


def problems(design: Design) -> list[Problem]:
    """Return what hangs nowhere and why, records by their ids."""
    return [
        Problem(one.end, with_names(one.reason, str))
        for one in expand_power(design, PARTS).problems()
    ]


def test_supplies_go_round_the_feeds_and_take_an_outlet_each() -> None:
    found = links(rack_of(device("n1", "node"), *pdus("AB")))
    assert found == {
        "pdu-A:in": "A:out", "pdu-B:in": "B:out",
        "n1:psu1": "pdu-A:7", "n1:psu2": "pdu-B:7", "n1:psu3": "pdu-A:8",
        "n1:psu4": "pdu-B:8", "n1:psu5": "pdu-A:9", "n1:psu6": "pdu-B:9",
    }  # fmt: skip
    assert problems(rack_of(device("n1", "node"), *pdus("AB"))) == []


def test_a_plug_takes_only_an_outlet_that_it_fits() -> None:
    found = links(rack_of(device("n1", "node", 10), device("s1", "switch", 2), *pdus("AB")))
    assert (found["s1:psu1"], found["s1:psu2"]) == ("pdu-A:1", "pdu-B:1")
    assert found["n1:psu1"] == "pdu-A:7"


def test_each_device_begins_where_the_one_below_it_ended() -> None:
    found = links(rack_of(device("low", "switch", 2), device("high", "switch", 4), *pdus("ABC")))
    assert (found["low:psu1"], found["low:psu2"]) == ("pdu-A:1", "pdu-B:1")
    assert (found["high:psu1"], found["high:psu2"]) == ("pdu-C:1", "pdu-A:2")


@pytest.mark.parametrize(
    ("rule", "dealt"), [("by-side", "AAABBB"), ("4+2", "AAAABB"), ("evenly", "ABABAB")]
)
def test_the_rule_of_a_device_comes_before_that_of_its_rack(rule: str, dealt: str) -> None:
    own = links(rack_of(device("n1", "node", cording=rule), *pdus("AB"), cording="2+4"))
    racks = links(rack_of(device("n1", "node"), *pdus("AB"), cording=rule))
    assert "".join(own[f"n1:psu{n}"][4] for n in range(1, 7)) == dealt
    assert "".join(racks[f"n1:psu{n}"][4] for n in range(1, 7)) == dealt


def test_a_spread_that_needs_a_feed_too_many_leaves_those_supplies_unplugged() -> None:
    design = rack_of(device("n1", "node", cording="2+2+2"), *pdus("AB"))
    assert [end for end in links(design) if end.startswith("n1")] == [
        "n1:psu1", "n1:psu2", "n1:psu3", "n1:psu4"
    ]  # fmt: skip
    assert problems(design) == [
        ("n1:psu5", "2+2+2 needs 3 feeds, the rack has 2"),
        ("n1:psu6", "2+2+2 needs 3 feeds, the rack has 2"),
    ]


def test_supplies_without_an_outlet_are_reported_and_stay_unplugged() -> None:
    nodes = [device(f"n{at}", "node", 2 + 16 * at) for at in range(4)]
    design = rack_of(*nodes, *pdus("AB"))
    found = links(design)
    assert len([end for end in found if "psu" in end]) == 18
    assert len(set(found.values()) - {"A:out", "B:out"}) == 18
    assert [problem.reason for problem in problems(design)] == [
        *["no free C19 outlet on feed A", "no free C19 outlet on feed B"] * 3
    ]


def test_pdus_of_one_feed_share_its_supplies() -> None:
    design = rack_of(device("n1", "node"), *pdus("AB"), device("pdu-A2", "pdu", feed="A"))
    found = links(design)
    assert sorted(found[f"n1:psu{n}"] for n in (1, 3, 5)) == ["pdu-A2:7", "pdu-A:7", "pdu-A:8"]


def test_outlets_that_nobody_counted_have_no_number() -> None:
    found = links(rack_of(device("n1", "node"), *pdus("AB", "bare")))
    assert {found[f"n1:psu{n}"] for n in range(1, 7)} == {"pdu-A", "pdu-B"}
    assert problems(rack_of(device("n1", "node"), *pdus("AB", "bare"))) == []


def test_a_pdu_without_a_feed_is_reported_and_fed_by_nothing() -> None:
    design = rack_of(device("n1", "node"), *pdus("A"), device("pdu-X", "pdu"))
    assert "pdu-X:in" not in links(design)
    assert links(design)["n1:psu2"] == "pdu-X:7"
    assert problems(design) == [("pdu-X", "it names no feed")]


def test_a_feed_that_the_room_has_not_is_reported() -> None:
    design = rack_of(device("n1", "node"), *pdus("AZ"))
    assert "pdu-Z:in" not in links(design)
    assert problems(design) == [("pdu-Z", "the room has no feed 'Z'")]


def test_what_draws_power_without_a_pdu_is_reported() -> None:
    design = rack_of(device("n1", "node"), device("d", "passive"))
    assert links(design) == {}
    assert problems(design) == [("n1", "no rack PDU in the rack")]


def test_a_door_with_fans_hangs_on_the_pdus_after_the_devices_in_the_rails() -> None:
    design = rack_of(device("a-door", "door"), device("s", "switch"), *pdus("ABC"))
    found = links(design)
    assert found["s:psu1"] == "pdu-A:1"
    assert (found["a-door:psu1"], found["a-door:psu2"]) == ("pdu-C:1", "pdu-A:2")


def test_supplies_that_nobody_counted_hang_nowhere_for_certain() -> None:
    wiring = expand_power(rack_of(device("m", "mystery"), *pdus("AB")), PARTS)
    (rack,) = wiring.racks
    assert [rack.filling.held[item].part for item in rack.open_items] == ["mystery"]
    assert not rack.plugged


def test_an_inlet_that_no_strip_serves_is_reported() -> None:
    assert problems(rack_of(device("d", "direct"), *pdus("AB"))) == [
        ("d", "no rack PDU has an outlet for Saf-D-Grid")
    ]


def test_what_a_busbar_feeds_hangs_on_no_rack_pdu_and_is_not_open() -> None:
    wiring = expand_power(rack_of(device("d", "tray"), *pdus("AB")), PARTS)
    assert [(one.end, with_names(one.reason, str)) for one in wiring.problems()] == [
        ("d", "no power shelf in this rack: place one")
    ]
    assert not [end for _, end in wiring.links() if end.startswith("d")]


def cord(supply: str, outlet: str = "") -> Cord:
    return Cord(id=f"c-{supply}", supply=supply, outlet=outlet)


def test_a_cord_by_hand_comes_before_the_rule() -> None:
    cords = (cord("n1:psu1", "pdu-B:7"), cord("n1:psu2"), cord("n1:psu3", "pdu-B"))
    design = rack_of(device("n1", "node"), *pdus("AB"), cords=cords)
    found = links(design)
    assert found["n1:psu1"] == "pdu-B:7"
    assert found["n1:psu3"] == "pdu-B:8"
    assert "n1:psu2" not in found
    assert found["n1:psu4"] == "pdu-B:9"
    assert problems(design) == [("n1:psu2", "left unplugged by hand")]


@pytest.mark.parametrize(
    ("cords", "end", "said"),
    [
        ((cord("n1:psu1", "pdu-A:1"),), "n1:psu1", "outlet 1 is a C13, the plug needs a C19"),
        ((cord("n1:psu1", "pdu-A:16"),), "n1:psu1", "pdu has 15 outlets, not 16"),
        ((cord("n1:psu7", "pdu-A:7"),), "n1:psu7", "it has 6 supplies, not 7"),
        (
            (cord("n1:psu1", "pdu-A:7"), cord("n1:psu2", "pdu-A:7")),
            "n1:psu2",
            "outlet 7 is taken already",
        ),
        ((cord("n9:psu1", "pdu-A:7"),), "n9:psu1", "there is no device 'n9'"),
        ((cord("n1:psu1", "n1:7"),), "n1", "n1 is no rack PDU in R1"),
        ((cord("n1:plug", "pdu-A:7"),), "n1:plug", "is no end"),
        ((cord("n1:17", "pdu-A:7"),), "n1:17", "is no supply"),
        ((cord("n1:psu1", "far:7"),), "n1:psu1", "a cord stays in its rack"),
    ],
)
def test_a_cord_by_hand_that_leads_nowhere_says_why(
    cords: tuple[Cord, ...], end: str, said: str
) -> None:
    design = rack_of(device("n1", "node"), *pdus("AB"), cords=cords)
    far = Rack(id="R2", name="R2", part="rack", x_mm=0, y_mm=0)
    pdu = Device(id="far", name="far", part="pdu", rack="R2", face="zero-u", feed="A")
    design = apply(design, Change(put=(("racks", (far,)), ("devices", (pdu,)))))
    (problem,) = problems(design)
    assert problem.end == end
    assert said in problem.reason
    assert "\n" not in problem.reason


def test_cords_by_hand_say_how_many_supplies_a_device_has_that_nobody_counted() -> None:
    cords = (cord("m:psu1", "pdu-A"), cord("m:psu2", "pdu-B"))
    design = rack_of(device("m", "mystery"), *pdus("AB"), cords=cords)
    found = links(design)
    assert (found["m:psu1"], found["m:psu2"]) == ("pdu-A", "pdu-B")
    assert expand_power(design, PARTS).racks[0].open_items == ()


def floor(part: str, feeds: tuple[str, ...], cording: str = "") -> Design:
    rack = Rack(id="F1", name="F1", part=part, x_mm=0, y_mm=0, feeds=feeds, cording=cording)
    return Design(power=FEEDS, racks=(rack,))


def test_power_shelves_are_dealt_over_the_feeds_of_a_filled_rack() -> None:
    evenly, declared = (
        links(floor("nvl", ("A", "B"))),
        links(floor("nvl", ("A", "B", "C"), "3+3+2")),
    )
    assert [evenly[f"F1:shelf{n}"] for n in range(1, 9)] == ["A:out", "B:out"] * 4
    assert [declared[f"F1:shelf{n}"][0] for n in range(1, 9)] == [*"AAABBBCC"]


def test_a_floor_unit_has_a_whip_on_each_of_its_feeds() -> None:
    assert links(floor("cdu", ("B", "C"))) == {"F1:whip1": "B:out", "F1:whip2": "C:out"}


def test_what_stands_on_the_floor_without_a_feed_is_reported() -> None:
    assert problems(floor("nvl", ())) == [("F1", "no feed")]
    assert problems(floor("cdu", ())) == [("F1", "no feed")]
    assert problems(floor("rack", ())) == []


def test_what_stands_upstream_is_part_of_the_graph() -> None:
    power = (
        PowerNode(id="A", parents=("ups",)),
        PowerNode(id="grid", kind="utility"),
        PowerNode(id="ups", kind="ups", parents=("grid", "gone")),
    )
    wiring = expand_power(Design(power=power), PARTS)
    assert list(wiring.links()) == [("ups:out", "A:in1"), ("grid:out", "ups:in1")]
    assert list(wiring.problems()) == [("ups:in2", "nothing upstream is called 'gone'")]


def halls(racks: int = 6) -> Design:
    """Racks of one assembly, one with a switch of its own, and another kind of rack."""
    slots = (
        Slot(id="n1", part="node", half_u=2),
        Slot(id="pdu-a", part="pdu", face="zero-u", feed="A"),
        Slot(id="pdu-b", part="pdu", face="zero-u", feed="B"),
    )
    things = [
        Rack(id=f"R{n}", name=f"R{n}", part="rack", x_mm=n, y_mm=0, assembly="x")
        for n in range(racks)
    ]
    things.append(Rack(id="Z", name="Z", part="nvl", x_mm=0, y_mm=0, feeds=("A", "B")))
    own = Device(id="s1", name="s1", part="switch", rack="R3", half_u=40)
    return Design(
        power=FEEDS, assemblies=(Assembly(id="x", rack_part="rack", slots=slots),),
        racks=tuple(things), devices=(own,),
    )  # fmt: skip


def test_columns_name_every_end_once_and_every_link_by_its_ends() -> None:
    wiring = expand_power(halls(), PARTS)
    graph = wiring.graph
    names = [wiring.address(end) for end in range(len(graph.end_node))]
    numbered = [
        name for name in names if name not in {f"R{n}/pdu-{s}" for n in range(6) for s in "ab"}
    ]
    assert len(set(numbered)) == len(numbered)
    assert list(graph.end_node) == sorted(graph.end_node)
    for node in range(len(graph.node_type)):
        first, after = graph.first_end[node], graph.first_end[node + 1]
        assert list(graph.end_slot[first:after]) == list(range(after - first))
        assert set(graph.end_node[first:after]) == {node}
    assert {column.dtype for column in (graph.link_from, graph.end_slot, graph.node_item)} == {
        np.dtype(np.int32)
    }
    assert ("R3/pdu-a:1", "s1:psu1") in set(wiring.links())
    assert ("R5/pdu-b:7", "R5/n1:psu2") in set(wiring.links())


def named(wiring: PowerWiring) -> set[tuple[str, str]]:
    return set(wiring.links())


def test_addresses_stay_when_something_elsewhere_changes() -> None:
    before = halls()
    another = Rack(id="R0a", name="new", part="rack", x_mm=9, y_mm=9, assembly="x")
    more = Device(id="a-first", name="n", part="switch", rack="Z", half_u=2)
    after = apply(before, Change(put=(("racks", (another,)), ("devices", (more,)))))
    assert named(expand_power(before, PARTS)) <= named(expand_power(after, PARTS))


def test_an_edit_wires_only_what_it_touches() -> None:
    expander, design = PowerExpander(PARTS), halls()
    expander.expand(design)
    assert expander.wired == 3  # the assembly, the rack with a switch of its own, the filled rack
    expander.expand(design)
    assert expander.wired == 0
    switch = Device(id="s2", name="s2", part="switch", rack="R5", half_u=44)
    after = apply(design, Change(put=(("devices", (switch,)),)))
    found = expander.expand(after)
    assert expander.wired == 1
    assert named(found) == named(expand_power(after, PARTS))
    moved = apply(after, Change(put=(("racks", (design.racks[0].evolve(x_mm=77),)),)))
    expander.expand(moved)
    assert expander.wired == 0


def test_a_hall_of_copies_is_wired_once() -> None:
    expander = PowerExpander(PARTS)
    wiring = expander.expand(halls(2_000))
    assert expander.wired == 3
    assert len(wiring.graph.link_from) == 2_000 * 8 + 2 + 8


def test_the_hall_of_the_bench_has_a_hundred_thousand_gpus() -> None:
    design, parts = hall()
    wiring = expand_power(design, parts)
    devices = [parts.require(kind.part) for kind in wiring.graph.types if kind.part]
    gpus = np.array([part.gpus or 0 for part in devices])
    offset = len(wiring.graph.types) - len(devices)
    counts = np.bincount(wiring.graph.node_type, minlength=len(wiring.graph.types))[offset:]
    assert int(gpus @ counts) == 100_000
    assert not list(wiring.problems())


def test_why_a_device_hangs_nobody_knows_where_is_its_supplies_or_a_part_that_is_lost() -> None:
    devices = (device("a", "mystery", 2), device("b", "gone", 6), device("c", "node", 10))
    ((wiring, _),) = expand_power(rack_of(*devices, *pdus("A")), PARTS).places.items()
    assert [wiring.why_open(item) for item in range(3)] == [
        "mystery.psu", lost_ref("gone"), lost_ref("gone")
    ]  # fmt: skip
    ((wiring, _),) = expand_power(rack_of(devices[0], devices[2]), PARTS).places.items()
    assert [wiring.why_open(item) for item in range(2)] == ["mystery.psu", "node.psu"]
