"""Pods of scalable units against what their publishers print.

Sources: NVIDIA RA-11334-001 V08 (B200), architecture page (table of larger pods) and network
fabrics page (table of compute components); RA-11337-001 V01 and RA-11339-001 V01 (B300), Table 3;
ERA-00010-001 v04 (HGX with Spectrum-X), Tables 10 and 11, second-hand; AMD Instinct MI3XX Reference
Design (2025); Cisco's pod of 16 MI300X servers; Intel's cluster of Gaudi 3, second-hand.
"""

from collections import Counter
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document.placement import can_place, can_place_rack
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import build
from tests.helpers.drawn_fabrics import parts, sized, tiers


@cache
def pod(template: str, **arguments: object) -> Design:
    return build(template, {k: str(v) for k, v in arguments.items()}, load_shipped())


@cache
def report(template: str, **arguments: object):
    return evaluate(pod(template, **arguments), load_shipped())


def cables(design: Design) -> tuple[int, int, int]:
    """Cables of the compute network by the rule: node–leaf, leaf–spine, spine–core."""
    size = sized(design, "compute")
    return size.node_leaf_cables, size.leaf_spine_cables, size.spine_core_cables


@pytest.mark.parametrize(
    ("units", "count", "leaf", "spine", "core", "spine_core"),
    [
        (2, 64, 16, 8, 0, 0),
        (4, 128, 32, 16, 0, 0),
        (8, 256, 64, 32, 0, 0),
        (16, 512, 128, 128, 64, 4096),
        (32, 1024, 256, 256, 128, 8192),
        (64, 2048, 512, 512, 256, 16384),
    ],
)
def test_b200_larger_pods(units, count, leaf, spine, core, spine_core):
    """DGX SuperPOD B200 architecture page, table of larger pods: switches and cables."""
    design = pod("dgx-superpod-b200", scalable_units=units, ufm="external")
    assert parts(design)["dgx-b200"] == count
    assert tiers(design) == (leaf, spine, core)
    assert cables(design) == (8 * count, 8 * count, spine_core)


def test_b200_with_a_fabric_manager():
    """Network fabrics page: 127 nodes, 32 leaves, 16 spines, 1,020 and 1,024 cables."""
    design = pod("dgx-superpod-b200")
    assert parts(design)["dgx-b200"] == 127
    assert tiers(design) == (32, 16, 0)
    size = sized(design, "compute")
    assert size.node_leaf_cables + size.reserved_cables == 1020
    assert size.leaf_spine_cables == 1024


def test_b200_in_air_stands_two_to_a_rack():
    """More than 25 kW a rack in the reference's layout: two systems of 14.3 kW."""
    design, catalog = pod("dgx-superpod-b200", cooling="air"), load_shipped()
    layout = Layout(design)
    held = Counter(
        sum(p.part == "dgx-b200" for p in layout.in_rack(rack.id))
        for rack in design.racks
        if rack.assembly.startswith("dgx-")
    )
    assert held == {2: 63, 1: 1}
    assert 2 * catalog.require("dgx-b200").power_max_w == 28_600 > 25_000


@pytest.mark.parametrize(
    ("units", "count", "gpus", "leaf", "spine", "links"),
    [
        (1, 72, 576, 8, 4, 576),
        (2, 144, 1152, 16, 8, 1152),
        (4, 288, 2304, 32, 18, 2304),
        (8, 576, 4608, 64, 36, 4608),
        (18, 1296, 10368, 144, 72, 10368),
    ],
)
def test_b300_on_quantum_x800(units, count, gpus, leaf, spine, links):
    """RA-11339-001 V01, Table 3; its last row prints 9,216 GPUs, which are not 1,296 · 8."""
    design = pod("dgx-superpod-b300", scalable_units=units)
    assert parts(design)["dgx-b300"] == count
    assert count * load_shipped().require("dgx-b300").gpus == gpus
    assert tiers(design) == (leaf, spine, 0)
    assert cables(design) == (links, links, 0)


def test_b300_on_quantum_x800_has_the_servers_of_its_design():
    """RA-11339-001: two BCM, three Kubernetes and two Slurm nodes; three rack PDUs a rack."""
    design = pod("dgx-superpod-b300")
    assert parts(design)["mgmt-server-200g"] == 2 + 3 + 2
    rack = next(a for a in design.assemblies if a.id == "dgx-x3")
    assert sorted(slot.feed for slot in rack.slots if slot.feed) == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("units", "count", "gpus", "leaf", "spine", "links"),
    [(1, 64, 512, 16, 8, 512), (4, 256, 2048, 64, 32, 2048), (8, 512, 4096, 128, 64, 4096)],
)
def test_b300_on_spectrum_x(units, count, gpus, leaf, spine, links):
    """RA-11337-001 V01, Table 3: two planes; a cable is a cage of 800 Gb/s."""
    design = pod("dgx-superpod-b300-spectrum-x", scalable_units=units)
    assert parts(design)["dgx-b300"] == count
    assert count * load_shipped().require("dgx-b300").gpus == gpus
    assert tiers(design) == (leaf, spine, 0)
    assert cables(design) == (links, links, 0)


def test_a100_units_have_twenty_systems_and_eight_leaves():
    """Twenty systems a unit; each of eight rails has a leaf of 40 ports in it."""
    design = pod("dgx-superpod-a100", scalable_units=1)
    assert parts(design)["dgx-a100"] == 20
    assert tiers(design) == (8, 4, 0)
    assert sized(design, "compute").leaf_up == 20


def test_four_units_of_hgx_stand_on_two_leaves_without_a_spine():
    """ERA-00010-001 v04, Tables 10 and 11: 16 nodes, dedicated pairs, no spine between GPUs."""
    design = pod("hgx-spectrum-x", scalable_units=4)
    assert parts(design)["hgx-h100-8u"] == 16
    assert tiers(design) == (2, 0, 0)
    assert tiers(design, "in-band")[0] == 2


@pytest.mark.parametrize("template", ["mi300x-pod", "mi355x-pod"])
def test_2080_amd_gpus_take_about_61_switches(template):
    """AMD MI3XX Reference Design: about 61 switches of 51.2 Tb/s for 2K GPUs, 1:1.16, by rail."""
    design = pod(template, nodes=260)
    leaf, spine, core = tiers(design)
    assert (leaf, core) == (40, 0)
    assert leaf + spine == 61
    assert sized(design, "compute").oversubscription[0] == pytest.approx(1 / 1.16, rel=0.02)


@pytest.mark.parametrize(("count", "units"), [(260, 5), (513, 9), (754, 13)])
def test_amd_rail_designs_are_whole_units(count, units):
    """Rail designs on 51.2 Tb/s of 2,080, 4,104 and 6,032 GPUs: no slot of a unit is left over."""
    size = sized(pod("mi355x-pod", nodes=count), "compute")
    assert size.leaf == 8 * units
    assert size.built_nodes == count


def test_sixteen_mi300x_servers_are_a_clos_of_two_by_two():
    """Cisco, N9364E-SG2 with MI300X: 16 servers, 2 leaves, 2 spines; AMD up to 16 on one switch."""
    assert tiers(pod("mi300x-pod", nodes=16)) == (2, 2, 0)
    assert tiers(pod("mi300x-pod", nodes=15)) == (1, 0, 0)


def test_sixteen_gaudi_3_nodes_stand_under_three_leaves():
    """Three leaves of 64 × 800 Gb/s: 32 ports down, 32 up; six cages a node (Intel)."""
    design = pod("gaudi-3-pod", scalable_units=1)
    size = sized(design, "compute")
    assert parts(design)["gaudi-3-node"] == 16
    assert tiers(design)[0] == 3
    assert (size.leaf_down / 4, size.leaf_up / 4) == (32, 32)
    assert size.node_leaf_cables == 16 * 6


SIZES = {
    "dgx-superpod-a100": (("scalable_units", 1, 4, 7), ("rear-door", "air")),
    "dgx-superpod-b200": (("scalable_units", 1, 3, 16), ("rear-door", "air")),
    "dgx-superpod-b300": (("scalable_units", 1, 5, 18), ("rear-door", "air")),
    "dgx-superpod-b300-spectrum-x": (("scalable_units", 1, 3, 16), ("rear-door", "air")),
    "hgx-spectrum-x": (("scalable_units", 1, 5, 32), ("rear-door", "air")),
    "mi300x-pod": (("nodes", 1, 17, 754), ("rear-door", "air")),
    "mi355x-pod": (("nodes", 1, 64, 754), ("rear-door", "air")),
    "gaudi-3-pod": (("scalable_units", 1, 3, 32), ("rear-door", "air")),
}
"""Smallest, an odd and the largest size of each, and how its nodes are cooled."""


@pytest.mark.parametrize(
    ("template", "asked"),
    [
        (template, {sizes[0]: size, "cooling": cooling})
        for template, (sizes, coolings) in SIZES.items()
        for size in sizes[1:]
        for cooling in coolings
    ],
    ids=str,
)
def test_opens_without_an_error(template, asked):
    found = report(template, **asked)
    assert [c.key for c in found.checks if c.severity == "error" and not c.waived] == []
    assert "overloaded" not in {feed.state for feed in found.power.feeds}


def test_b200_caps_its_gpus_when_a_feed_is_lost():
    """5+1 supplies over three feeds: four are left, and the maker caps the GPUs: a warning."""
    keys = {c.key: c.severity for c in report("dgx-superpod-b200").checks}
    assert keys["P03:dgx-b200:2+2+2:capped"] == "warning"


@pytest.mark.parametrize("template", [*SIZES])
def test_every_rack_stands_free_and_every_device_fits(template):
    design, catalog = pod(template), load_shipped()
    layout, seen = Layout(design), set()
    for rack in design.racks:
        free = can_place_rack(
            layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, {rack.id}
        )
        assert free.ok, f"{rack.id}: {free.reason}"
        for placed in () if rack.assembly in seen else layout.in_rack(rack.id):
            fits = can_place(
                layout, catalog, placed.part, rack.id, placed.half_u, placed.face, {placed.key}
            )
            assert fits.ok, f"{placed.key}: {fits.reason}"
        seen.add(rack.assembly)


@pytest.mark.parametrize("template", [*SIZES])
def test_every_network_is_drawn_as_its_rule_asks(template):
    design = pod(template)
    for fabric in design.fabrics:
        if fabric.topology == "fat-tree":
            size = sized(design, fabric.id)
            assert tiers(design, fabric.id) == (size.leaf, size.spine, size.core), fabric.id
    assert {f.purpose for f in design.fabrics} >= {"compute", "storage", "out-of-band"}
    assert "in-band" in {f.id for f in design.fabrics}
    assert design.trays


@pytest.mark.parametrize("template", [*SIZES])
def test_the_note_names_its_source_and_what_is_assumed(template):
    note = pod(template).note
    assert "Assumed: " in note
    assert any(word in note for word in ("RA-113", "ERA-000", "Reference Design", "reference arch",
                                         "Intel"))  # fmt: skip
