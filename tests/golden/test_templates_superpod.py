"""The DGX SuperPOD H100 template against what NVIDIA publishes.

Sources: NVIDIA RA-11333-001 V11 (2023), Tables 3, 4, 6, 7 and 8; the SuperPOD B200 reference
architecture has the same compute rows without the printing errors of Table 3.
"""

from collections import Counter
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.subjects.fabrics.fabric import size_fabric
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.pods.fabrics import pairs_request
from designer.planning.pods.nvidia import IN_BAND
from designer.planning.templates import build
from tests.helpers.drawn_fabrics import parts, sized


@cache
def superpod(units: int, **arguments: str) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": str(units), **arguments}, load_shipped())


def compute_switches(design: Design) -> tuple[int, int, int]:
    counts = parts(design)
    return tuple(counts["qm9700", "compute", tier] for tier in ("leaf", "spine", "core"))


@pytest.mark.parametrize(
    ("units", "nodes", "gpus", "leaf", "spine", "node_and_ufm", "spine_leaf"),
    [
        (1, 31, 248, 8, 4, 252, 256),
        (2, 63, 504, 16, 8, 508, 512),
        (3, 95, 760, 24, 16, 764, 768),
        (4, 127, 1016, 32, 16, 1020, 1024),
    ],
)
def test_table_4(units, nodes, gpus, leaf, spine, node_and_ufm, spine_leaf):
    """Compute fabric component count, RA-11333-001 V11 Table 4."""
    design = superpod(units)
    assert parts(design)["dgx-h100"] == nodes
    assert nodes * load_shipped().require("dgx-h100").gpus == gpus
    assert compute_switches(design) == (leaf, spine, 0)
    size = sized(design, "compute")
    assert (size.leaf, size.spine, size.core) == (leaf, spine, 0)
    assert size.node_leaf_cables + size.reserved_cables == node_and_ufm
    assert size.leaf_spine_cables == spine_leaf


@pytest.mark.parametrize(
    ("units", "nodes", "gpus", "leaf", "spine", "core", "spine_core"),
    [
        (2, 64, 512, 16, 8, 0, 0),
        (4, 128, 1024, 32, 16, 0, 0),
        (8, 256, 2048, 64, 32, 0, 0),
        (16, 512, 4096, 128, 128, 64, 4096),
        (32, 1024, 8192, 256, 256, 128, 8192),
        (64, 2048, 16384, 512, 512, 256, 16384),
    ],
)
def test_table_3(units, nodes, gpus, leaf, spine, core, spine_core):
    """Larger SuperPODs, RA-11333-001 V11 Table 3; 64 nodes: B200 architecture page."""
    design = superpod(units, ufm="external")
    assert parts(design)["dgx-h100"] == nodes
    assert parts(design)["ufm-appliance"] == 0
    assert compute_switches(design) == (leaf, spine, core)
    size = sized(design, "compute")
    assert size.node_leaf_cables == gpus
    assert size.leaf_spine_cables == gpus
    assert size.spine_core_cables == spine_core


def test_table_4_takes_all_ports_of_a_spine_and_of_most_leaves():
    """1,024 links for 16 spines of 64 ports; of 32 leaves each, 32 up and 32 down.

    Eight leaves of the unit that has 31 nodes of 32 keep a port each: those of the table for UFM
    are four of them, whose links are none of nodes. RA-11333-001 V11 Table 4; QM9700: 64 ports.
    """
    design = superpod(4)
    report = next(f for f in evaluate(design, load_shipped()).fabrics if f.id == "compute")
    assert 1024 / 16 == 64
    assert [(one.taken, one.ports) for one in report.ports_taken] == [(64, 64), (63, 64)]
    full, last = (set(one.racks) for one in report.ports_taken)
    assert len(full) == 3, "two racks of leaves, one of spines"
    assert last < full


def test_the_fabric_manager_is_in_the_pod_up_to_four_units():
    """Table 4 gives one node slot to it, Table 3 none."""
    assert parts(superpod(4))["dgx-h100"] == 127
    assert parts(superpod(8))["dgx-h100"] == 256
    assert parts(superpod(8, ufm="included"))["dgx-h100"] == 255


def test_table_7():
    """Major components of the 4 SU, 127-node pod, RA-11333-001 V11 Table 7."""
    design = superpod(4)
    counts = parts(design)
    floor = Counter(rack.part for rack in design.racks)
    assert floor["rack-48u"] == 38
    assert counts["dgx-h100"] == 127
    assert counts["ufm-appliance"] == 4
    assert counts["mgmt-server"] == 4
    assert counts["sn4600c"] == 8
    assert counts["sn2201"] == 8
    assert counts["qm9700", "compute"] == 48
    assert counts["qm9700", "storage"] == 16
    layout = Layout(design)
    node_racks = [r for r in design.racks if r.assembly.startswith("dgx-")]
    assert len(node_racks) == 32
    in_node_racks = sum(
        p.part == "pdu-415v-60a-3ph" for r in node_racks for p in layout.in_rack(r.id)
    )
    assert in_node_racks == 96
    everywhere = counts["pdu-415v-60a-3ph"] + counts["pdu-415v-60a-3ph-c13"]
    assert everywhere - in_node_racks == 12


def test_table_8_compute():
    """2,040 NDR cables, 1,536 switch and 508 system transceivers, Table 8."""
    size = sized(superpod(4), "compute")
    assert size.node_leaf_cables + size.leaf_spine_cables == 2040
    assert (size.leaf + size.spine) * 32 == 1536
    assert 127 * 4 == 508


def test_table_8_storage():
    """494 NDR cables, 48 storage cables, 369 switch and 254 node transceivers, Table 8."""
    size = sized(superpod(4), "storage")
    ufm_ports, storage_links = 4, 48
    assert (size.leaf, size.spine, size.core) == (12, 4, 0)
    assert size.node_leaf_cables == 254
    assert size.node_leaf_cables + size.leaf_spine_cables == 494
    assert size.target_leaf * size.request.target_links == storage_links
    ports_with_modules = size.node_leaf_cables + 2 * size.leaf_spine_cables + ufm_ports
    assert ports_with_modules / 2 == 369
    assert size.oversubscription == (pytest.approx(4 / 3),)
    assert size.bisection_ratio == pytest.approx(8 * 24 / 254)


@pytest.mark.parametrize("units", [1, 2, 3, 4, 8, 16, 32, 64])
@pytest.mark.parametrize("fabric", ["compute", "storage", "in-band", "out-of-band"])
def test_what_is_drawn_is_what_the_rule_asks_for(units, fabric):
    design = superpod(units)
    size = sized(design, fabric)
    drawn = Counter(p.tier for p in Layout(design).every() if p.fabric == fabric)
    assert (drawn["leaf"], drawn["spine"], drawn["core"]) == (size.leaf, size.spine, size.core)


def test_table_8_in_band():
    """254 node cables, 24 between leaf and core, 8 switches, Tables 7 and 8."""
    size = size_fabric(pairs_request(IN_BAND, 127 + 4, 8 + IN_BAND.reserved, 64))
    assert (size.leaf, size.spine) == (6, 2)
    assert size.leaf_spine_cables == 24
    assert 127 * 2 == 254
    assert sized(superpod(4), "in-band").leaf == 6


def test_table_8_out_of_band():
    """127 nodes, 64 InfiniBand switches, 8 servers, 8 in-band switches, 108 PDUs: 8 SN2201."""
    size = sized(superpod(4), "out-of-band")
    assert (size.leaf, size.spine, size.tiers) == (8, 0, 1)
    appliances, their_ports = parts(superpod(4))["ddn-es400nvx2"], 4
    assert size.request.planned_nodes == 127 + 64 + 8 + 8 + 108 + appliances * their_ports


@pytest.mark.parametrize("units", [1, 2, 8, 17])
@pytest.mark.parametrize("storage", ["ddn", "weka"])
def test_everything_managed_has_an_out_of_band_port(units, storage):
    """Every node, server, switch above the management network, and rack PDU; doors have none."""
    design, catalog = superpod(units, storage=storage), load_shipped()
    fabric = next(f for f in design.fabrics if f.id == "out-of-band")
    drawn = parts(design)
    expected = 0
    for part_id in fabric.nodes:
        groups = [p for p in catalog.require(part_id).ports if p.purpose == "out-of-band"]
        is_storage = part_id in ("ddn-es400nvx2", "weka-node")
        expected += drawn[part_id] * (sum(p.count for p in groups) if is_storage else 1)
    assert fabric.planned_nodes == expected
    assert drawn["sn2201"] >= 2
    assert 48 * (drawn["sn2201"] - 1) < expected <= 48 * drawn["sn2201"]


def test_four_management_servers_for_each_sixteen_units():
    """Table 7 has four for 4 SU; the note says what is assumed beyond."""
    counts = {units: parts(superpod(units))["mgmt-server"] for units in (1, 16, 17, 33)}
    assert counts == {1: 4, 16: 4, 17: 8, 33: 12}
    assert "four management servers for each 16 SU" in superpod(4).note


def test_leaves_stand_between_the_units_they_serve_and_the_rest_in_the_middle():
    """Racks in the order in which rows are filled, back and forth (RA-11333-001, figure 3)."""
    order: list[str] = []
    for number, row in enumerate("ABCD"):
        racks = [r.assembly for r in superpod(4).racks if r.row == row]
        order += reversed(racks) if number % 2 else racks
    nodes, leaves = ["dgx-x4"] * 8, ["compute-net-01", "compute-net-02"]
    shared = ["compute-net-03", "storage-net-01", "management-01", "storage-01"]
    assert order[:17] == [*nodes, leaves[0], *nodes]
    assert order[17:21] == shared
    assert order[21:] == [*nodes, leaves[1], *nodes[:7], "dgx-x3"]


def test_racks_without_nodes_are_filled_role_by_role():
    """16 InfiniBand switches a rack; each rack's name says what is inside and what feeds it."""
    names = {a.id: a.name for a in superpod(4).assemblies}
    assert names == {
        "compute-net-01": "16 c-leaf, feeds A+B",
        "compute-net-02": "16 c-leaf, feeds B+C",
        "compute-net-03": "16 c-spine, feeds C+A",
        "storage-net-01": "12 s-leaf, 4 s-spine, feeds A+B",
        "management-01": "6 ib-leaf, 2 ib-spine, 8 oob, 4 ufm, 4 mgmt, feeds B+C",
        "storage-01": "6 storage, feeds C+A",
        "dgx-x3": "3 × DGX H100, feeds A+B+C",
        "dgx-x4": "4 × DGX H100, feeds A+B+C",
    }


@pytest.mark.parametrize("inlet", ["C20", "C14"])
def test_storage_stands_in_racks_with_outlets_for_its_inlets(inlet):
    """C20 plugs go into C19 outlets, which the PDU of the node racks has; C14 into C13."""
    catalog = load_shipped()
    part = catalog.require("ddn-es400nvx2")
    plugged = part.evolve(psu=part.psu.evolve(inlet=inlet))
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog.overlay([plugged]))
    assembly = next(a for a in design.assemblies if a.id == "storage-01")
    pdus = {slot.part for slot in assembly.slots if slot.feed}
    assert pdus == {"pdu-415v-60a-3ph" if inlet == "C20" else "pdu-415v-60a-3ph-c13"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "one node slot is given up to the fabric manager. Cooling: rear doors"),
        ({"ufm": "external"}, "every node slot holds a node. Cooling: rear doors on CDUs"),
        ({"cooling": "air"}, "Cooling: air from CRAHs (N+1), contained cold aisles"),
    ],
)
def test_the_note_says_what_was_decided(arguments, said):
    assert said in superpod(4, **arguments).note


@pytest.mark.parametrize("cooling", ["rear-door", "air"])
def test_racks_say_how_they_are_cooled(cooling):
    """With air the reference's racks stand in contained aisles; doors are devices of a rack."""
    design = superpod(2, cooling=cooling)
    chosen = {r.assembly.rpartition("-")[0]: r.cooling for r in design.racks if r.row}
    assert chosen["dgx"] == ("auto" if cooling == "rear-door" else "in-row")
    assert chosen["compute-net"] == chosen["storage"] == "auto"
    doors = {s.part for a in design.assemblies for s in a.slots if s.face == "door"}
    assert doors == ({"rdhx"} if cooling == "rear-door" else set())


@pytest.mark.parametrize(
    ("units", "storage", "targets"),
    [(4, "ddn", (1, 12)), (2, "ddn", (1, 12)), (1, "ddn", (1, 12)), (4, "weka", (1, 12))],
)
def test_storage_leaves_of_a_unit(units, storage, targets):
    """12 storage links a unit, as Table 8's 48 for 4 SU."""
    fabric = next(f for f in superpod(units, storage=storage).fabrics if f.id == "storage")
    assert (fabric.target_leaves, fabric.target_links) == targets
    assert fabric.oversubscription == pytest.approx(4 / 3)


def test_one_unit_fills_twelve_racks():
    """The community NetBox model of a 1 SU pod has 12 racks (github patjenkinsGIT)."""
    assert Counter(r.part for r in superpod(1).racks)["rack-48u"] == 12


@pytest.mark.parametrize("units", [1, 2, 3, 4, 8])
@pytest.mark.parametrize(
    ("level", "read", "write"), [("good", 15, 7), ("better", 40, 20), ("best", 125, 62)]
)
def test_table_6(units, level, read, write):
    """Aggregate storage bandwidth a scalable unit, RA-11333-001 V11 Table 6."""
    counts = parts(superpod(units, storage_level=level))
    figures = load_shipped().require("ddn-es400nvx2").storage
    systems = counts["ddn-es400nvx2"]
    assert systems * figures.read_gb_s >= units * read
    assert systems * figures.write_gb_s >= units * write
    fewer = systems - 1
    assert (
        systems == 2
        or min(
            fewer * figures.read_gb_s / (units * read), fewer * figures.write_gb_s / (units * write)
        )
        <= 1.01
    )


def test_node_racks_as_the_design_guide_fills_them():
    """DGX at U3, U11, U22 and U30; air gap U19–U21; three feeds (NVIDIA H100 design guide)."""
    design = superpod(4)
    rack = next(r for r in design.racks if r.assembly == "dgx-x4")
    placed = Layout(design).in_rack(rack.id)
    nodes = [p for p in placed if p.part == "dgx-h100"]
    assert [p.half_u / 2 for p in nodes] == [3, 11, 22, 30]
    assert nodes[1].half_u + 16 == 2 * 19
    assert sorted(p.feed for p in placed if p.face == "zero-u") == ["A", "B", "C"]
    assert [p.part for p in placed if p.face == "door"] == ["rdhx"]


@pytest.mark.parametrize("units", [1, 3, 4, 8])
def test_each_feed_carries_what_the_loss_of_another_leaves_it(units):
    """At least three sources, of which any two carry the room (NVIDIA H100 design guide).

    A rack on three feeds leaves half of its load to each of two, a rack on two all of it to one; a
    CRAH hangs on the first of its feeds. Halves of the whole, as planned before, are too little
    where racks on two feeds are many: 3 and 8 SU overloaded one.
    """
    catalog, design = load_shipped(), superpod(units, cooling="air")
    layout, feeds = Layout(design), [feed.id for feed in design.feeds]
    drawn = catalog.figures()
    assert feeds == ["A", "B", "C"]
    for feed in design.feeds:
        worst = 0.0
        for lost in feeds:
            load = 0.0
            for rack in design.racks:
                held = [catalog.require(p.part) for p in layout.in_rack(rack.id)]
                mine = {p.feed for p in layout.in_rack(rack.id) if p.feed}
                # What is assumed draws at most its upper end.
                kw = sum(drawn.of(part.id, "power_max_w").high for part in held) / 1000
                if rack.feeds:
                    mine = {next(f for f in rack.feeds if f != lost)}
                    kw = catalog.require(rack.part).power_max_w / 1000
                if feed.id in mine - {lost}:
                    load += kw / len(mine - {lost})
            worst = max(worst, load)
        assert worst <= feed.capacity_kw < worst + 50


@pytest.mark.parametrize("units", range(1, 9))
@pytest.mark.parametrize("arguments", [{}, {"system": "h200"}, {"cooling": "air"}])
def test_no_feed_of_the_room_is_overloaded_and_nothing_lacks_power(units, arguments):
    report = evaluate(superpod(units, **arguments), load_shipped())
    assert [c.key for c in report.checks if c.severity == "error"] == []
    assert [c.key for c in report.checks if c.rule.startswith("P")] == []
    assert {feed.state for feed in report.power.feeds} == {"ok"}


@pytest.mark.parametrize(
    ("units", "arguments"),
    [
        *((units, {}) for units in (1, 3, 16, 128)),
        *(
            (units, arguments)
            for units in (1, 5)
            for arguments in (
                {"system": "h200"},
                {"cooling": "air"},
                {"storage": "weka"},
                {"storage": "weka", "storage_level": "best", "cooling": "air"},
                {"ufm": "external", "nodes_per_rack": "2"},
            )
        ),
    ],
)
def test_no_rule_finds_a_fault_and_none_is_left_open(units, arguments):
    report = evaluate(superpod(units, **arguments), load_shipped())
    # WEKA prints no maximum: what its supplies give may be more than the room's air takes.
    may_be = {"C01:open:room-air"} if arguments.get("storage") == "weka" else set()
    assert {c.key for c in report.checks if c.severity != "info"} <= may_be


def test_h200_follows_the_same_reference():
    """The H200 reference architecture (RA-11336-001) has the H100 networks and chassis."""
    design = superpod(4, system="h200")
    counts = parts(design)
    assert (counts["dgx-h200"], counts["dgx-h100"]) == (127, 0)
    assert compute_switches(design) == (32, 16, 0)
    assert sized(design, "compute").leaf == 32
    assert design.name == "DGX SuperPOD H200, 4 SU"
    assert superpod(4).name == "DGX SuperPOD H100, 4 SU"


def test_cables_of_one_unit_beside_those_of_the_community_model():
    """V35 counts 970 with storage and management of its own; leaves and spines are alike."""
    report = evaluate(superpod(1), load_shipped())
    counts = {one.id: one.connected_cables for one in report.fabrics}
    assert counts == {"compute": 504, "storage": 122, "in-band": 78, "out-of-band": 94}
    assert report.cables.count == sum(counts.values()) == 798
    compute = next(one for one in report.fabrics if one.id == "compute")
    assert (compute.leaf, compute.spine) == (8, 4)
