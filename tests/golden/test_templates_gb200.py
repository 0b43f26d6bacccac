"""The DGX SuperPOD GB200 template against published counts.

Switches: summaries of NVIDIA RA-11338-001 (32 + 24 for one unit as 4 rail groups of 8 leaves and 6
spines; 64 + 48 + 18 for two, 256 + 192 + 72 for eight). Power: NVIDIA's reference architecture
gives 1.2 MW for a scalable unit.
"""

from collections import Counter
from functools import cache
from math import ceil

import pytest

from designer.catalog.load import load_shipped
from designer.document.placement import can_place, can_place_rack
from designer.engine.evaluate import evaluate
from designer.engine.subjects.fabrics.fabric import FabricRequest, size_fabric
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.templates import build


@cache
def superpod(units: int) -> Design:
    return build("dgx-superpod-gb200", {"scalable_units": str(units)}, load_shipped())


@pytest.mark.parametrize(
    ("units", "gpus", "leaf", "spine", "core", "node_leaf", "spine_core"),
    [
        (1, 576, 32, 24, 0, 576, 0),
        (2, 1152, 64, 48, 18, 1152, 1152),
        (8, 4608, 256, 192, 72, 4608, 4608),
    ],
)
def test_published_rows(units, gpus, leaf, spine, core, node_leaf, spine_core):
    design = superpod(units)
    racks = Counter(rack.part for rack in design.racks)
    part = load_shipped().require("gb200-nvl72")
    assert racks["gb200-nvl72"] * part.gpus == gpus
    tiers = Counter(p.tier for p in Layout(design).every() if p.tier)
    assert (tiers["leaf"], tiers["spine"], tiers["core"]) == (leaf, spine, core)
    fabric = design.fabrics[0]
    size = size_fabric(
        FabricRequest(
            nodes=racks["gb200-nvl72"] * part.nodes,
            radix=64,
            rate_gbps=fabric.rate_gbps,
            rails=fabric.rails,
            leaf_policy=fabric.leaf_policy,
            su_nodes=fabric.su_nodes,
            racks=racks["gb200-nvl72"],
        )
    )
    assert (size.leaf, size.spine, size.core) == (leaf, spine, core)
    assert size.node_leaf_cables == node_leaf
    assert size.spine_core_cables == spine_core


def test_one_unit_stays_below_its_published_power():
    """1.2 MW with everything that is not drawn; the eight racks alone are 1,056 kW at 132 kW."""
    catalog, design = load_shipped(), superpod(1)
    racks = sum(
        catalog.require(r.part).power_max_w for r in design.racks if r.row and not r.assembly
    )
    placed = [catalog.require(p.part) for p in Layout(design).every()]
    switches = sum(part.power_max_w for part in placed if part.traits.draws_it_power)
    assert racks == 8 * 132_000
    assert racks + switches <= 1_200_000


@pytest.mark.parametrize("units", [1, 2, 8, 16])
def test_the_layout_stands(units: int):
    design, catalog = superpod(units), load_shipped()
    layout = Layout(design)
    for rack in design.racks:
        verdict = can_place_rack(
            layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, {rack.id}
        )
        assert verdict.ok, f"{rack.id}: {verdict.reason}"
        for placed in layout.in_rack(rack.id):
            verdict = can_place(
                layout, catalog, placed.part, rack.id, placed.half_u, placed.face, {placed.key}
            )
            assert verdict.ok, f"{placed.key}: {verdict.reason}"


@pytest.mark.parametrize("units", [1, 2, 8])
def test_cooling_survives_the_loss_of_one_unit(units: int):
    catalog, design = load_shipped(), superpod(units)
    part = catalog.require("gb200-nvl72")
    counts = Counter(rack.part for rack in design.racks)
    heat = counts["gb200-nvl72"] * part.power_max_w / 1000
    cdu, crah = catalog.require("cdu-row").cooling, catalog.require("crah").cooling
    assert (counts["cdu-row"] - 1) * cdu.capacity_kw >= heat * part.liquid_fraction
    assert (counts["crah"] - 1) * crah.capacity_kw >= heat * (1 - part.liquid_fraction)


@pytest.mark.parametrize(("units", "cdus", "crahs"), [(1, 2, 4), (2, 3, 7), (8, 8, 25)])
def test_no_more_units_than_heat_and_flow_ask_for(units: int, cdus: int, crahs: int):
    """One spare of each: what the racks leave to air, and the switches' heat, goes to CRAHs."""
    catalog, design = load_shipped(), superpod(units)
    part = catalog.require("gb200-nvl72")
    counts = Counter(rack.part for rack in design.racks)
    racks_kw = counts["gb200-nvl72"] * part.power_max_w / 1000
    placed = [catalog.require(p.part) for p in Layout(design).every()]
    switches_kw = sum(p.power_max_w for p in placed if p.traits.draws_it_power) / 1000
    liquid = racks_kw * part.liquid_fraction
    assert counts["cdu-row"] - 1 == ceil(max(liquid / 1300, liquid * 1.5 / 1800)) == cdus - 1
    # 1 kW is carried by 298.5 m³/h at a rise of 10 K, the smallest planned with.
    air = racks_kw - liquid + switches_kw
    assert counts["crah"] - 1 == ceil(max(air / 100, air * 298.5 / 25_000)) == crahs - 1
    assert [feed.id for feed in design.feeds] == ["A", "B", "C"]
    # Half of the IT power at least; shares are uneven, and CDUs and CRAHs hang on feeds as well.
    half = (racks_kw + switches_kw) / 2
    assert all(half <= feed.capacity_kw < 1.25 * half for feed in design.feeds)


def test_network_racks_stand_in_the_middle_of_their_unit():
    """Four NVL72, the unit's network racks, four NVL72, in the order in which rows are filled."""
    design = superpod(1)
    rows = [[r for r in design.racks if r.row == name] for name in "AB"]
    order = [r.assembly or r.part for r in (*rows[0], *reversed(rows[1]))]
    network = [f"compute-net-{n:02d}" for n in (1, 2, 3, 4)]
    assert order == ["gb200-nvl72"] * 4 + network + ["gb200-nvl72"] * 4
    names = [a.name for a in design.assemblies]
    assert [name.partition(",")[0] for name in names] == [
        "16 c-leaf", "16 c-leaf", "16 c-spine", "8 c-spine"
    ]  # fmt: skip


@pytest.mark.parametrize("units", [1, 3, 16])
def test_no_rule_finds_a_fault_and_none_is_left_open(units: int) -> None:
    report = evaluate(superpod(units), load_shipped())
    assert [c.key for c in report.checks if c.severity != "info"] == []


@pytest.mark.parametrize("units", [1, 2, 4, 8])
def test_no_feed_of_the_room_is_overloaded_and_nothing_lacks_power(units: int) -> None:
    report = evaluate(superpod(units), load_shipped())
    assert [c.key for c in report.checks if c.severity == "error"] == []
    assert [c.key for c in report.checks if c.rule.startswith("P")] == []
    filled = next(rack for rack in report.racks if rack.kind == "rack-system")
    assert {feed.id for feed in filled.feeds} == {"A", "B", "C"}
