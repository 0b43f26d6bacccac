"""Pods of scalable units: sizes between the published ones, racks, order, words."""

import re
from dataclasses import replace
from itertools import groupby

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.planning.arguments import TemplateError, check
from designer.planning.pods.bill import Bill, bill_of
from designer.planning.pods.ethernet import GAUDI_3, HGX, MI300X, MI355X
from designer.planning.pods.fabrics import ports_of
from designer.planning.pods.nvidia import A100, B200, B300_SPECTRUM, B300_XDR, H100
from designer.planning.pods.parameters import template_of
from designer.planning.pods.spec import AUTO, PodSpec
from designer.planning.templates import build

SHIPPED = load_shipped()
ALL = (A100, H100, B200, B300_XDR, B300_SPECTRUM, HGX, MI300X, MI355X, GAUDI_3)


def bill(spec: PodSpec, **arguments: str) -> Bill:
    return bill_of(spec, check(template_of(spec), arguments), SHIPPED, 0, 2)


@pytest.mark.parametrize(
    ("nodes", "su_nodes", "policy"),
    [
        (1, 16, "pooled"), (15, 16, "pooled"), (16, 16, "pooled"), (17, 52, "rail-per-su"),
        (260, 52, "rail-per-su"), (261, 57, "rail-per-su"), (513, 57, "rail-per-su"),
        (514, 58, "rail-per-su"), (754, 58, "rail-per-su"),
    ],
)  # fmt: skip
def test_units_follow_the_size_of_an_amd_pod(nodes: int, su_nodes: int, policy: str) -> None:
    step = MI300X.step_of(nodes)
    assert (step.su_nodes, step.policy) == (su_nodes, policy)


@pytest.mark.parametrize(
    ("units", "nodes", "counted"), [("1", 4, 1), ("5", 20, 5), ("16", 64, 16), ("32", 128, 32)]
)
def test_units_are_counted_as_the_publisher_does(units: str, nodes: int, counted: int) -> None:
    """NVIDIA's units of HGX have four nodes, whatever leaves they share."""
    made = bill(HGX, scalable_units=units)
    assert (made.nodes, made.units) == (nodes, counted)


@pytest.mark.parametrize(
    ("spec", "units", "switch", "server"),
    [
        (B200, "9", "sn5600", "mgmt-server-200g"),
        (B200, "10", "sn4600c", "mgmt-server"),
        (B300_XDR, "4", "sn5600", "mgmt-server-200g"),
        (B300_XDR, "5", "sn4600c", "mgmt-server"),
        (H100, "1", "sn4600c", "mgmt-server"),
    ],
    ids=str,
)
def test_far_nodes_hang_on_100_gigabit_in_band(
    spec: PodSpec, units: str, switch: str, server: str
) -> None:
    """Links of 200 Gb/s over split ports reach 50 m: up to 300 node slots."""
    net = bill(spec, scalable_units=units).in_band_net
    assert (net.switch, net.servers) == (switch, server)


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.id)
def test_a_specification_holds_together(spec: PodSpec) -> None:
    """Nodes stand in rising units without touching; each leaf has ports for its unit."""
    for rack in spec.racks:
        height = SHIPPED.require(rack.part).height_half_u / 2
        tops = [u + height for u in rack.positions_u]
        assert all(top <= above for top, above in zip(tops, rack.positions_u[1:], strict=False))
        assert tops[-1] <= 49
        assert 1 <= rack.per_rack <= len(rack.positions_u)
    radix = ports_of(SHIPPED, spec.compute.switch).count * spec.compute.breakout
    for step in spec.steps:
        if step.policy == "rail-per-su":
            assert step.su_nodes * (1 + 1 / step.oversubscription) <= radix
    assert spec.smallest <= spec.default <= spec.largest
    assert spec.systems()[0] == spec.racks[0].system


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.id)
def test_a_lost_feed_leaves_rack_pdus_that_carry_the_nodes(spec: PodSpec) -> None:
    """Two of three strips of 32.8 kW carry all nodes of a rack at the most they may draw."""
    figures = SHIPPED.figures()
    for rack in spec.racks:
        most = rack.per_rack * figures.of(rack.part, "power_max_w").high / 1000
        assert most <= (len(rack.feeds) - 1) * 32.8


REFUSED = {
    ("dgx-superpod-b300", "b300", "air", "3"): "15.1 kW each, of which contained air cools 45 kW",
    ("dgx-superpod-b300", "b300", "air", "4"): "auto, or at most 2, or cooling rear-door",
    ("dgx-superpod-b300-spectrum-x", "b300", "air", "3"): "auto, or at most 2",
    ("dgx-superpod-b300-spectrum-x", "b300", "air", "4"): "auto, or at most 2",
    ("hgx-spectrum-x", "b200", "rear-door", "4"): "which has room for 3",
    ("hgx-spectrum-x", "b200", "air", "4"): "which has room for 3",
    ("mi300x-pod", "xe9680", "air", "4"): "auto, or at most 3",
    ("mi355x-pod", "dell", "liquid", "auto"): "rear-door or air, or system supermicro",
}
"""Choices that are refused, by template, system, cooling and nodes of a rack, and how."""
CHOICES = [
    (spec, system, cooling, each)
    for spec in ALL
    for system in (*spec.systems(), *((AUTO,) if spec.chooses_system else ()))
    for cooling in spec.coolings()
    for each in ("auto", *map(str, spec.per_rack_choices))
    # What is refused whatever a rack is to hold is asked once, as is what has no room.
    if not (spec is MI355X and ((system, cooling) == ("dell", "liquid") and each != "auto"))
    and not (spec is MI355X and cooling != "liquid" and each in ("3", "4"))
]


@pytest.mark.parametrize(
    ("spec", "system", "cooling", "each"), CHOICES, ids=lambda it: getattr(it, "id", it)
)
def test_a_choice_is_drawn_without_an_error_or_refused(
    spec: PodSpec, system: str, cooling: str, each: str
) -> None:
    size = "1" if spec.counts_units else "17"
    asked = {
        spec.size_name: size, "system": system, "cooling": cooling, "nodes_per_rack": each,
    }  # fmt: skip
    words = REFUSED.get((spec.id, system, cooling, each))
    if words is not None:
        with pytest.raises(TemplateError, match=re.escape(words)):
            build(spec.id, asked, SHIPPED)
        return
    design = build(spec.id, asked, SHIPPED)
    checks = evaluate(design, SHIPPED).checks
    assert [one.key for one in checks if one.severity == "error" and not one.waived] == []
    part = spec.node_rack(system, cooling).part
    held = [sum(slot.part == part for slot in one.slots) for one in design.assemblies]
    assert each in ("auto", str(max(held)))


def test_a_rack_holds_no_more_nodes_than_it_has_room_for() -> None:
    asked = {"nodes": "17", "system": "supermicro", "cooling": "air", "nodes_per_rack": "4"}
    with pytest.raises(
        TemplateError, match="which has room for 2; auto, or at most 2, or cooling liquid"
    ):
        build("mi355x-pod", asked, SHIPPED)


@pytest.mark.parametrize("template", ["dgx-superpod-b300", "dgx-superpod-b300-spectrum-x"])
def test_four_of_a_rack_get_a_door_that_takes_them(template: str) -> None:
    """NVIDIA puts four DGX B300 into a rack; the usual door is rated for 55 kW."""
    for each, kw in (("3", 55), ("4", 75)):
        design = build(template, {"nodes_per_rack": each}, SHIPPED)
        doors = {slot.part for one in design.assemblies for slot in one.slots if slot.id == "door"}
        (door,) = [SHIPPED.require(part) for part in doors]
        assert door.cooling is not None
        assert door.cooling.capacity_kw == kw
        assert door.cooling.water_max_c is not None, "what it is rated for at the design's water"
        assert design.site.cooling_water_c < door.cooling.water_max_c
        assert (door.name in design.note) == (each == "4")


def test_a_cooling_that_one_maker_has_takes_the_maker_and_says_so() -> None:
    design = build("mi355x-pod", {"nodes": "8", "cooling": "liquid"}, SHIPPED)
    nodes = {slot.part for one in design.assemblies for slot in one.slots}
    assert "mi355x-4u-liquid" in nodes
    assert "Supermicro is the maker here whose nodes are cooled so" in design.note
    assert "Supermicro is the maker" not in build("mi355x-pod", {"nodes": "8"}, SHIPPED).note


def test_supplies_that_no_outlet_carries_are_told_and_not_the_default() -> None:
    """6.6 kW at 240 V are 27.5 A; Dell's supplies of 3.2 kW take 13.3 A."""

    def told(**asked: str) -> list[str]:
        design = build("mi355x-pod", {"nodes": "4", **asked}, SHIPPED)
        return [one.key for one in evaluate(design, SHIPPED).checks if one.rule == "P09"]

    assert told() == []
    assert told(system="supermicro", cooling="liquid") == ["P09:rating:mi355x-4u-liquid"]
    assert told(system="supermicro") == ["P09:rating:mi355x-8-oam-node"]
    assert "P09 warns" in build("mi355x-pod", {"nodes": "4"}, SHIPPED).note


def test_a_switch_takes_its_air_from_the_cold_aisle() -> None:
    """Q3400 blows from its ports to its supplies, QM9700 the other way."""
    xdr = build("dgx-superpod-b300", {}, SHIPPED)
    ndr = build("dgx-superpod-b200", {"scalable_units": "1"}, SHIPPED)
    faces = {
        slot.part: slot.face
        for design in (xdr, ndr)
        for assembly in design.assemblies
        for slot in assembly.slots
        if slot.tier
    }
    assert (faces["q3400-ra"], faces["qm9700"]) == ("front", "rear")


def order_of(template: str, **arguments: str) -> str:
    design = build(template, {**arguments, "racks_per_row": "20"}, SHIPPED)
    order: list[str] = []
    for number, row in enumerate(design.rows):
        names = [r.assembly.rpartition("-")[0] for r in design.racks if r.row == row.id]
        order += reversed(names) if number % 2 else names
    return ", ".join(f"{len(list(same))} {name}" for name, same in groupby(order))


def test_leaves_of_both_planes_stand_amid_the_units_they_serve() -> None:
    """Of two units of two planes a rack holds the leaves of one plane of both."""
    order = order_of("dgx-superpod-b300-spectrum-x", scalable_units="1")
    assert order.startswith("11 dgx, ")
    assert order.endswith(" 11 dgx")
    assert "compute-net" in order


def test_a_design_of_2020_is_told_apart_from_what_is_advised_today() -> None:
    """1,120 GPUs on 200 Gb/s: accepted with its reason, from there on and not below."""
    waived = build("dgx-superpod-a100", {"scalable_units": "7"}, SHIPPED).waivers
    assert [one.id for one in waived] == ["S03:guideline/network-1000-gpus.least"]
    assert "2020" in waived[0].reason
    assert build("dgx-superpod-a100", {"scalable_units": "6"}, SHIPPED).waivers == ()


def test_storage_without_a_network_of_its_own_hangs_in_band() -> None:
    """Its links take node slots of the leaves in-band, two a slot at the rate of that network."""
    made = bill(HGX, scalable_units="8")
    fabric = next(
        f for f in build("hgx-spectrum-x", {"scalable_units": "8"}, SHIPPED).fabrics
        if f.id == "in-band"
    )  # fmt: skip
    systems = made.storage_systems * 8 * 200 / 200 / 2
    assert made.storage.total == 0
    assert fabric.reserved_slots == systems + 4 + 2


def test_a_pod_of_one_node_is_told_in_the_singular() -> None:
    assert build("mi300x-pod", {"nodes": "1"}, SHIPPED).name == "MI300X pod, 1 node"
    assert build("mi300x-pod", {"nodes": "3"}, SHIPPED).name == "MI300X pod, 3 nodes"


def test_racks_in_a_row_are_asked_of_every_template() -> None:
    for spec in ALL:
        names = [parameter.name for parameter in template_of(spec).parameters]
        assert names[0] == spec.size_name
        assert names[-1] == "racks_per_row"
        assert ("ufm" in names) == (spec.tested_units > 0)


def test_a_fabric_manager_needs_no_slot_where_none_is_given_up() -> None:
    """Q3400 has a port of its own for it; where a slot is given up, appliances come with it."""
    assert bill(B300_XDR).fabric_managers == 2
    assert bill(B200).fabric_managers == 4
    assert bill(B200, ufm="external").fabric_managers == 0
    assert bill(replace(B200, managers=0)).fabric_managers == 0
