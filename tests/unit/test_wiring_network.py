"""The graph of a fabric: every link of the rule, what cannot be connected, cables by hand."""

from collections import Counter
from functools import cache

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PortGroup
from designer.model.change import Change, apply
from designer.model.design import Cable, Design, Device, Fabric, Rack
from designer.model.marked_names import with_names
from designer.planning.templates import build
from designer.wiring.network import NetworkExpander, expand_network
from designer.wiring.network_columns import CONNECTED, FabricWiring
from designer.wiring.network_links import leaf_spine_trunks, spine_core_trunks
from designer.wiring.network_members import MemberTable
from designer.wiring.network_ports import connectors_meet
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import plan_fabric


def port(purpose: str, count: int, rate: float = 400, **more: object) -> PortGroup:
    return PortGroup.model_validate(
        {"name": purpose, "purpose": purpose, "kind": "infiniband", "rate_gbps": rate,
         "count": count, "connector": "OSFP", **more}
    )  # fmt: skip


def part(part_id: str, *ports: PortGroup, kind: str = "node", **more: object) -> Part:
    return Part.model_validate(
        {"id": part_id, "kind": kind, "name": part_id, "height_half_u": 2, "ports": ports, **more}
    )


NODE = part("node", port("compute", 8))
SWITCH = part("switch", port("fabric", 64, cages=32, breakout=2), kind="switch")
RACK = part("rack", kind="rack")


def drawn(
    nodes: int,
    leaf: int,
    spine: int = 0,
    core: int = 0,
    *,
    node: Part = NODE,
    switch: Part = SWITCH,
    cables: tuple[Cable, ...] = (),
    **rule: object,
) -> tuple[Design, Catalog]:
    """Nodes n0, n1, … four to a rack, switches in racks of their own, one fabric."""
    devices = [Device(id=f"n{n}", name="", part=node.id, rack=f"r{n // 4}") for n in range(nodes)]
    racks = [f"r{n}" for n in range(-(-nodes // 4))]
    for tier, count in (("leaf", leaf), ("spine", spine), ("core", core)):
        devices += [
            Device.model_validate({"id": f"{tier}{n}", "name": "", "part": switch.id,
                                   "rack": "s", "fabric": "f", "tier": tier})
            for n in range(count)
        ]  # fmt: skip
    fields = {"id": "f", "nodes": (node.id,), "rails": 8, "rate_gbps": 400, "switch": switch.id,
              "leaf_policy": "rail-per-su", "su_nodes": 32}  # fmt: skip
    fabric = Fabric.model_validate({**fields, **rule})
    design = Design(
        racks=tuple(Rack(id=r, name=r, part="rack", x_mm=0, y_mm=0) for r in sorted([*racks, "s"])),
        devices=tuple(sorted(devices, key=lambda d: d.id)),
        fabrics=(fabric,),
        cables=cables,
    )
    return design, Catalog((node, switch, RACK))


def wired(*args: int, **more: object) -> FabricWiring:
    design, catalog = drawn(*args, **more)  # type: ignore[arg-type]  # fields are what the test varies
    return expand_network(design, catalog).fabrics[0]


def ends(wiring: FabricWiring) -> list[tuple[str, str]]:
    return [(a, b) for a, b, _ in wiring.cables()]


def bundles(wiring: FabricWiring, tier: str) -> Counter[tuple[str, str]]:
    """Links between devices of which the upper begins with a word."""
    return Counter(
        (a.partition(":")[0], b.partition(":")[0]) for a, b in ends(wiring) if b.startswith(tier)
    )


def reasons(wiring: FabricWiring) -> dict[str, int]:
    return {with_names(refusal.reason, str): refusal.links for refusal in wiring.refusals}


@cache
def pod(template: str, units: int) -> Design:
    return build(template, {"scalable_units": str(units)}, load_shipped())


@pytest.mark.parametrize(
    ("template", "units", "fabric", "links"),
    [
        # RA-11333-001 V11, Table 4 (1 and 4 SU), Table 8 (storage, in-band), Table 3 (16 SU).
        ("dgx-superpod-h100", 1, "compute", (248, 256, 0)),
        ("dgx-superpod-h100", 4, "compute", (1016, 1024, 0)),
        ("dgx-superpod-h100", 4, "storage", (254, 240, 0)),
        ("dgx-superpod-h100", 4, "in-band", (262, 24, 0)),
        ("dgx-superpod-h100", 16, "compute", (4096, 4096, 4096)),
        # Summaries of RA-11338-001.
        ("dgx-superpod-gb200", 1, "compute", (576, 576, 0)),
        ("dgx-superpod-gb200", 2, "compute", (1152, 1152, 1152)),
    ],
)
def test_reference_designs_are_cabled_as_published(
    template: str, units: int, fabric: str, links: tuple[int, int, int]
) -> None:
    wiring = expand_network(pod(template, units), load_shipped()).find(fabric)
    assert wiring is not None
    tiers = wiring.places.tier
    columns, found = wiring.links, Counter[int]()
    for row in range(len(columns)):
        upper = int(tiers[int(columns.b[row]) - wiring.first_place])
        kind = 0 if columns.end[row] >= 0 else upper
        found[kind] += int(columns.count[row])
    assert tuple(found[kind] for kind in range(3)) == links
    assert not wiring.refusals
    assert not wiring.doubts


@pytest.mark.parametrize("template", ["dgx-superpod-h100", "dgx-superpod-gb200"])
@pytest.mark.parametrize("units", [1, 3, 16])
def test_no_port_is_used_twice_and_none_that_is_not_there(template: str, units: int) -> None:
    for wiring in expand_network(pod(template, units), load_shipped()).fabrics:
        used = [end for cable in ends(wiring) for end in cable]
        assert len(used) == len(set(used)), wiring.fabric.id
        links = wiring.links
        for vertices, ports in ((links.a, links.a_port), (links.b, links.b_port)):
            for row in range(0, len(links), 37):
                lanes = wiring.fit(int(vertices[row])).lanes
                assert lanes is not None
                assert 0 <= int(ports[row]) <= lanes - int(links.count[row])


def test_a_rail_of_a_unit_meets_on_one_leaf() -> None:
    wiring = wired(64, 16, 8)
    for (node, leaf), links in bundles(wiring, "leaf").items():
        assert links == 1
        unit, rail = divmod(int(leaf.removeprefix("leaf")), 8)
        assert int(node.removeprefix("n")) // 32 == unit
        assert (f"{node}:{rail + 1}", f"{leaf}:{_port(int(node[1:]) % 32)}") in ends(wiring)


def _port(lane: int) -> str:
    """Twin ports: two lanes in a cage."""
    return f"{lane // 2 + 1}.{lane % 2 + 1}"


def test_every_leaf_has_equal_bundles_to_every_spine() -> None:
    wiring = wired(95, 24, 16)
    assert set(bundles(wiring, "spine").values()) == {2}
    assert len(bundles(wiring, "spine")) == 24 * 16


def test_what_does_not_divide_goes_to_the_last_spine() -> None:
    """36-port switches, 127 nodes: bundles of 4 over 5 spines, 2 to the last (V61)."""
    switch = part("switch", port("fabric", 36), kind="switch")
    wiring = wired(127, 8, 5, switch=switch, rails=1, leaf_policy="pooled", su_nodes=0)
    found = bundles(wiring, "spine")
    assert {found[f"leaf{n}", "spine4"] for n in range(8)} == {2}
    assert {found[f"leaf{n}", f"spine{s}"] for n in range(8) for s in range(4)} == {4}
    assert "do not divide evenly" in (wiring.plan.explanation if wiring.plan else "")


def test_spines_of_one_rank_meet_at_the_same_core_switches() -> None:
    """16 SU: 4 pods of 32 leaves and 32 spines, two core switches to each rank of spines."""
    wiring = wired(512, 128, 128, 64)
    found = bundles(wiring, "core")
    assert set(found.values()) == {16}
    for spine in range(128):
        mine = {core for (a, core) in found if a == f"spine{spine}"}
        assert mine == {f"core{2 * (spine % 32)}", f"core{2 * (spine % 32) + 1}"}


@pytest.mark.parametrize(("nodes", "leaf"), [(512, 128), (544, 136), (608, 152), (2048, 512)])
def test_every_core_switch_reaches_every_pod_evenly(nodes: int, leaf: int) -> None:
    design, catalog = drawn(nodes, 0)
    wiring = expand_network(design, catalog).fabrics[0]
    plan = wiring.plan
    assert plan is not None
    assert plan.leaf == leaf
    found = Counter[tuple[int, int]]()
    links, first = wiring.links, wiring.first_place
    for row in range(len(links)):
        a, b = int(links.a[row]) - first, int(links.b[row]) - first
        if a >= 0 and wiring.places.tier[b] == 2:
            found[int(wiring.places.unit[a]), b] += int(links.count[row])
    by_pod: dict[int, set[int]] = {}
    for (unit, _), count in found.items():
        by_pod.setdefault(unit, set()).add(count)
    assert all(max(counts) - min(counts) <= 1 for counts in by_pod.values())
    per_core = Counter[int]()
    for (_, core), count in found.items():
        per_core[core] += count
    assert max(per_core.values()) <= 64


@pytest.mark.parametrize("racks", [9, 12, 16])
def test_every_leaf_of_a_unit_that_is_not_full_has_its_uplinks(racks: int) -> None:
    plan = plan_fabric(
        FabricRequest(
            nodes=18 * racks, radix=64, rate_gbps=400, rails=4, leaf_policy="rail-per-rack",
            racks=racks, su_nodes=144,
        )
    )  # fmt: skip
    trunks = leaf_spine_trunks(plan)
    up = Counter[int]()
    for leaf, count in zip(trunks.a.tolist(), trunks.count.tolist(), strict=True):
        up[leaf] += count
    assert up == dict.fromkeys(range(4 * racks), 18)
    core = spine_core_trunks(plan)
    assert int(core.count.sum()) == 72 * racks
    down, top = Counter[int](), Counter[int]()
    for spine, count in zip(trunks.b.tolist(), trunks.count.tolist(), strict=True):
        down[spine] += count
    for spine, count in zip(core.a.tolist(), core.count.tolist(), strict=True):
        top[spine] += count
    assert down == top


def test_racks_have_leaves_of_their_own() -> None:
    wiring = wired(16, 32, 0, leaf_policy="rail-per-rack", su_nodes=0, rails=8)
    leaves = {leaf for (node, leaf) in bundles(wiring, "leaf") if int(node[1:]) // 4 == 2}
    assert leaves == {f"leaf{n}" for n in range(16, 24)}


def test_a_rack_with_more_nodes_than_its_leaves_take_loses_the_rest() -> None:
    """60 nodes in one rack and 4 in another: leaves are built for 32 down and 32 up."""
    design, catalog = drawn(64, 16, 8, leaf_policy="rail-per-rack", su_nodes=0)
    devices = tuple(
        d.evolve(rack="r0" if int(d.id[1:]) < 60 else "r1") if d.part == "node" else d
        for d in design.devices
    )
    wiring = expand_network(design.evolve(devices=devices), catalog).fabrics[0]
    lost = {r: n for r, n in reasons(wiring).items() if "spine" not in r}
    assert lost == {"a leaf has 32 ports for nodes, its rack has more": 28 * 8}
    used = [end for cable in ends(wiring) for end in cable]
    assert len(used) == len(set(used))


def test_planes_are_copies_that_meet_at_the_nodes() -> None:
    """B300 Spectrum-X, Table 3: 64 nodes, 16 leaves and 8 spines, 2 × 400G a GPU."""
    node = part("node", port("compute", 8, 800, breakout=2))
    switch = part("switch", port("fabric", 64, 800, cages=64, breakout=2), kind="switch")
    wiring = wired(64, 16, 8, node=node, switch=switch, planes=2, breakout=2, su_nodes=64)
    assert not wiring.refusals
    assert len(wiring.endpoints) == 512
    assert ("n0:1.1", "leaf0:1.1") in ends(wiring) or ("n0:1", "leaf0:1.1") in ends(wiring)
    plane = [int(p) for p in wiring.places.plane[:16]]
    assert plane == [0] * 8 + [1] * 8
    assert sum(bundles(wiring, "leaf").values()) == 1024


def test_storage_leaves_have_uplinks_and_no_nodes() -> None:
    """RA-11333-001 Table 8, one unit: 2 node leaves of 24 uplinks, a storage leaf of 12."""
    node = part("node", port("storage", 2))
    wiring = wired(
        32, 3, 4, node=node, rails=2, purpose="storage", oversubscription=32 / 24,
        target_leaves=1, target_links=12,
    )  # fmt: skip
    up = Counter(leaf for leaf, _ in bundles(wiring, "spine").elements())
    assert sorted(up.values()) == [12, 24, 24]
    assert up["leaf2"] == 12
    assert {leaf for _, leaf in bundles(wiring, "leaf")} == {"leaf0", "leaf1"}


def test_leaves_of_one_tier_have_no_links_between_them() -> None:
    wiring = wired(100, 2, rails=1, leaf_policy="pooled", su_nodes=0, tiers=1)
    assert set(wiring.links.end) == set(range(100))
    assert not wiring.refusals


def test_places_without_a_switch_stay_unconnected_and_say_so() -> None:
    wiring = wired(64, 15, 7)
    assert reasons(wiring) == {
        "1 of 8 spine switches are not drawn": 60,
        "1 of 16 leaf switches are not drawn": 64,
    }


def test_switches_beyond_the_rule_have_no_links() -> None:
    wiring = wired(64, 17, 8)
    assert not [cable for cable in ends(wiring) if cable[0].startswith("leaf16:")]
    assert [wiring.key(wiring.first_place + n) for n in range(len(wiring.places))][-1] == "leaf16"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"node": part("node", port("compute", 8, kind="ethernet"))},
         "node: its compute ports are Ethernet, the fabric is InfiniBand"),
        ({"node": part("node", port("compute", 8, 200))},
         "node: its compute ports run at 200 Gb/s, the fabric at 400 Gb/s"),
        ({"rate_gbps": 800},
         "node: its compute ports run at 400 Gb/s, the fabric at 800 Gb/s"),
        ({"rails": 12}, "node: 8 ports fit the fabric; it asks for 12 rails"),
        ({"node": part("node", port("storage", 8))}, "node has no port for compute"),
        ({"node": part("node", port("compute", 8, connector="RJ45"))},
         "node: RJ45 ports meet no OSFP port of switch"),
        ({"switch": part("switch", port("fabric", 64, 1), kind="switch")},
         "switch: its fabric ports run at 1 Gb/s, the fabric at 400 Gb/s"),
        ({"switch": part("switch", port("fabric", 64, kind="ethernet"), kind="switch")},
         "switch: its fabric ports are Ethernet, the fabric is InfiniBand"),
        ({"breakout": 4}, "switch: a port splits into 2 at most, the fabric asks for 4"),
        ({"breakout": 2}, "switch: 2 × 400 Gb/s are more than a port of 400 Gb/s"),
    ],
)  # fmt: skip
def test_ports_that_do_not_fit_stay_unconnected_with_the_reason(
    change: dict[str, object], reason: str
) -> None:
    wiring = wired(32, 8, 4, **change)
    assert reason in reasons(wiring)
    names = [refusal.part for refusal in wiring.refusals if refusal.reason == reason]
    assert names == [reason.split(":")[0].split(" ")[0]]


def test_a_fabric_of_no_rate_says_so_and_divides_nothing_by_it() -> None:
    """Found by `tests.hardening evaluation`: ports were divided by it."""
    assert wired(32, 8, 4, rate_gbps=0).problem == "rate_gbps is 0; it must be above 0"


def test_only_the_rails_without_a_port_are_lost() -> None:
    wiring = wired(32, 12, 6, rails=12)
    assert reasons(wiring)["node: 8 ports fit the fabric; it asks for 12 rails"] == 4 * 32
    assert sum(bundles(wiring, "leaf").values()) == 8 * 32


def test_a_drawn_switch_of_another_part_counts_by_its_own_ports() -> None:
    design, catalog = drawn(64, 16, 8)
    small = part("small", port("fabric", 32), kind="switch")
    devices = tuple(d.evolve(part="small") if d.id == "spine0" else d for d in design.devices)
    design, catalog = design.evolve(devices=devices), Catalog((*catalog.parts, small))
    wiring = expand_network(design, catalog).fabrics[0]
    assert reasons(wiring) == {"small has 32 ports, the fabric's rule uses more": 32}


def test_two_fabrics_share_the_ports_of_a_node() -> None:
    design, catalog = drawn(32, 8, 4)
    second = design.fabrics[0].evolve(id="g")
    wirings = expand_network(design.evolve(fabrics=(*design.fabrics, second)), catalog).fabrics
    assert not wirings[0].refusals
    assert "node: other fabrics take its 8 compute ports" in reasons(wirings[1])


def test_an_adapter_that_runs_either_protocol_fits_both() -> None:
    adapter = part("vpi", port("compute", 1, either=True), kind="nic")
    node = part("node", port("compute", 8, nic="vpi"))
    switch = part("switch", port("fabric", 64, kind="ethernet"), kind="switch")
    design, catalog = drawn(32, 8, 4, node=node, switch=switch, kind="ethernet")
    assert not expand_network(design, Catalog((*catalog.parts, adapter))).fabrics[0].refusals
    assert expand_network(design, catalog).fabrics[0].refusals


def test_ports_that_nobody_states_are_a_doubt_and_no_refusal() -> None:
    wiring = wired(32, 8, 4, node=part("node"))
    assert [(d.part, d.reason) for d in wiring.doubts] == [
        ("node", "the ports of node are not known")
    ]
    assert not wiring.refusals
    assert sum(bundles(wiring, "leaf").values()) == 256


def test_a_filled_rack_is_as_many_nodes_as_it_holds() -> None:
    tray = part("nvl", port("compute", 72, cages=72), kind="rack-system", nodes=18)
    design, catalog = drawn(0, 4, node=tray, rails=4, leaf_policy="rail-per-rack")
    rack = Rack(id="k1", name="k1", part="nvl", x_mm=0, y_mm=0)
    design = design.evolve(racks=(rack, *design.racks))
    wiring = expand_network(design, catalog).fabrics[0]
    assert (len(wiring.nodes), len(wiring.endpoints)) == (18, 72)
    assert ("k1:5", "leaf0:1.2") in ends(wiring)
    assert len({a for a, _ in ends(wiring)}) == 72


def test_digits_in_names_count_by_value() -> None:
    wiring = wired(33, 16, 8)
    order = [wiring.key(n) for n in range(33)]
    assert order == [f"n{n}" for n in range(33)]


def test_an_edit_elsewhere_leaves_every_link_where_it_is() -> None:
    design, catalog = drawn(64, 16, 8)
    before = ends(expand_network(design, catalog).fabrics[0])
    more = Device(id="a-server", name="", part="other", rack="r0")
    moved = [r.evolve(x_mm=9000 - i) for i, r in enumerate(design.racks)]
    after = design.evolve(
        devices=tuple(sorted((*design.devices, more), key=lambda d: d.id)), racks=tuple(moved)
    )
    assert ends(expand_network(after, catalog).fabrics[0]) == before


def cable(a: str, b: str, a_port: str = "", b_port: str = "", **more: object) -> Cable:
    return Cable.model_validate(
        {"id": f"{a}-{b}", "a": a, "b": b, "a_port": a_port, "b_port": b_port, **more}
    )


def test_a_cable_by_hand_adds_a_link_on_free_ports() -> None:
    plain, by_hand = wired(60, 16, 8), wired(60, 16, 8, cables=(cable("leaf8", "leaf9"),))
    extra = set(ends(by_hand)) - set(ends(plain))
    assert extra == {("leaf8:15.1", "leaf9:15.1")}
    assert set(ends(plain)) <= set(ends(by_hand))


def test_a_cable_by_hand_takes_the_place_of_the_rules_link() -> None:
    by_hand = wired(64, 16, 8, cables=(cable("leaf0", "leaf1", "17.1", "17.1"),))
    plain = set(ends(wired(64, 16, 8)))
    assert set(ends(by_hand)) - plain == {("leaf0:17.1", "leaf1:17.1")}
    assert plain - set(ends(by_hand)) == {
        ("leaf0:17.1", "spine0:1.1"), ("leaf1:17.1", "spine0:3.1")
    }  # fmt: skip
    assert reasons(by_hand) == {"cable leaf0-leaf1 takes the place of a link of the rule": 2}


def test_a_cable_by_hand_connects_a_rail_that_the_rule_cannot() -> None:
    lacking = wired(60, 15, 8)
    assert reasons(lacking)["1 of 16 leaf switches are not drawn"] == 28 + 32
    mended = wired(60, 15, 8, cables=(cable("n59", "leaf14"),))
    made = set(ends(mended)) - set(ends(lacking))
    assert {a for a, _ in made} == {"n59:8"}
    links = mended.links
    row = len(links) - 1
    assert (int(links.end[row]), int(links.fault[row])) == (59 * 8 + 7, CONNECTED)


@pytest.mark.parametrize(
    ("laid", "reason"),
    [
        (cable("n0", "n1", fabric="f"), "it joins two nodes and no switch"),
        (cable("leaf0", "leaf0", "1.1", "2.1"), "both ends are at one switch"),
        (cable("leaf0", "spine0", "40.1"), "leaf0 has no port 40.1"),
        (cable("leaf0", "spine0", "first"), "leaf0 has no port first"),
        (cable("leaf0", "gone", fabric="f"), "gone is neither a node nor a switch of the fabric"),
        (cable("n0", "leaf1"), "n0 has no free port"),
    ],
)
def test_a_cable_by_hand_that_does_not_fit_stays_unconnected(laid: Cable, reason: str) -> None:
    wiring = wired(64, 16, 8, cables=(laid,))
    assert reasons(wiring) == {f"cable {laid.id}: {reason}": 1}
    assert ends(wiring) == ends(wired(64, 16, 8))


def test_two_cables_by_hand_do_not_share_a_port() -> None:
    cables = (cable("leaf0", "leaf1", "1.1", "1.1"), cable("leaf0", "leaf2", "1.1", "1.1"))
    found = reasons(wired(64, 16, 8, cables=cables))
    assert "cable leaf0-leaf2: cable leaf0-leaf1 has the port already" in found


def test_cables_of_no_fabric_are_named() -> None:
    design, catalog = drawn(32, 8, 4, cables=(cable("n0", "gone"),))
    network = expand_network(design, catalog)
    assert network.loose == (("n0-gone", "no fabric has both its ends"),)
    design, catalog = drawn(32, 8, 4, cables=(cable("n0", "leaf0", fabric="x"),))
    assert expand_network(design, catalog).loose == (("n0-leaf0", "there is no fabric 'x'"),)


def test_switches_of_a_fabric_that_does_not_exist_are_named() -> None:
    design, catalog = drawn(32, 8, 4)
    devices = tuple(d.evolve(fabric="old") if d.id == "leaf3" else d for d in design.devices)
    assert expand_network(design.evolve(devices=devices), catalog).strays == (("leaf3", "old"),)


def test_a_fabric_without_nodes_or_switch_says_so() -> None:
    assert wired(0, 8, 4).problem == "no node of this fabric stands yet"
    assert wired(32, 8, 4, switch=part("other")).problem == "the ports of other are not known"
    assert (
        "has no fabric ports" in wired(32, 8, 4, switch=part("other", port("compute", 8))).problem
    )


def test_an_edit_expands_only_the_fabrics_it_touches() -> None:
    catalog, design = load_shipped(), pod("dgx-superpod-h100", 4)
    expander = NetworkExpander(catalog)
    first = expander.expand(design)
    assert expander.expanded == 4
    renamed = design.evolve(name="other")
    assert expander.expand(renamed) is first
    assert expander.expanded == 0
    rack = next(rack.id for rack in design.racks if rack.assembly)
    pdu = Device(id="pdu", name="", part="pdu-415v-60a-3ph", rack=rack, face="zero-u")
    more = apply(renamed, Change(put=(("devices", (pdu,)),)))
    after = expander.expand(more)
    assert expander.expanded == 1
    changed = [a.fabric.id for a, b in zip(first.fabrics, after.fabrics, strict=True) if a is not b]
    assert changed == ["out-of-band"]
    rule = design.fabrics[0].evolve(oversubscription=2.0)
    expander.expand(apply(more, Change(put=(("fabrics", (rule,)),))))
    assert expander.expanded == 1
    moved = [r.evolve(x_mm=r.x_mm + 1) if r.id == rack else r for r in design.racks]
    back = expander.expand(design.evolve(racks=tuple(moved)))
    # The rule and the PDU went back: both graphs are those from before the last edit of each.
    assert expander.expanded == 0
    assert all(a is b for a, b in zip(first.fabrics, back.fabrics, strict=True))


@pytest.mark.parametrize("seed", range(12))
def test_edit_after_edit_gives_what_a_fresh_expansion_gives(seed: int) -> None:
    import random

    draw = random.Random(seed)
    design, catalog = drawn(40, 16, 8)
    expander = NetworkExpander(catalog)
    for step in range(12):
        devices = list(design.devices)
        choice = draw.random()
        if choice < 0.4:
            devices.pop(draw.randrange(len(devices)))
        elif choice < 0.8:
            key = f"{draw.choice('anz')}{step}"
            devices.append(Device(id=key, name="", part="node", rack=f"r{draw.randrange(10)}"))
        else:
            at = draw.randrange(len(devices))
            devices[at] = devices[at].evolve(rack=f"r{draw.randrange(10)}")
        unique = {device.id: device for device in devices}
        design = design.evolve(devices=tuple(sorted(unique.values(), key=lambda d: d.id)))
        found = expander.expand(design).fabrics[0]
        fresh = expand_network(design, catalog).fabrics[0]
        assert ends(found) == ends(fresh)
        assert found.refusals == fresh.refusals


@pytest.mark.parametrize(
    ("one", "other", "meet"),
    [
        ("RJ45", "10GBASE-T", True), ("rj-45", "RJ45", True), ("OSFP", "QSFP112", True),
        ("RJ45", "SFP28", False), ("NVLink backplane", "OSFP", False), ("", "OSFP", None),
        ("RJ45", "", None),
    ],
)  # fmt: skip
def test_connectors_meet_within_their_family(one: str, other: str, meet: bool | None) -> None:
    assert connectors_meet(one, other) is meet
    assert connectors_meet(other, one) is meet


def test_a_table_that_follows_no_design_has_no_strays() -> None:
    assert MemberTable().strays(frozenset()) == ()


def test_uplinks_divide_evenly_where_the_words_say_so_and_nowhere_else() -> None:
    """Every leaf has the same number of links to each spine that it reaches, or the words say no.

    Plans of two and three tiers, pooled and by rail, of switches of 32 to 128 ports.
    """
    said = Counter[bool]()
    for radix in (32, 36, 48, 64, 128):
        for nodes in (*range(9, 200, 7), 512, 1000, 2048):
            for rails, policy in ((1, "pooled"), (8, "rail-per-su"), (4, "rail-per-su")):
                for ratio in (1.0, 1.5, 3.0):
                    request = FabricRequest(
                        nodes=nodes, radix=radix, rate_gbps=400, rails=rails,
                        leaf_policy=policy, oversubscription=ratio,
                    )  # fmt: skip
                    try:
                        plan = plan_fabric(request)
                    except FabricError:
                        continue
                    if "evenly" not in plan.explanation:
                        continue
                    trunks = leaf_spine_trunks(plan)
                    reached: dict[int, list[int]] = {}
                    for leaf, count in zip(trunks.a.tolist(), trunks.count.tolist(), strict=True):
                        reached.setdefault(leaf, []).append(count)
                    even = all(len(set(counts)) == 1 for counts in reached.values())
                    claimed = "do not divide evenly" not in plan.explanation
                    assert even is claimed, (request, plan.explanation)
                    said[claimed] += 1
    assert min(said[True], said[False]) > 20
