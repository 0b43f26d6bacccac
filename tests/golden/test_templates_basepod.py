"""The DGX BasePOD template against what is published of it.

NVIDIA RA-11127-001 V5 (2025-08-06), Table 1: 2 to 8 DGX B200, H100 or H200 at NDR400, QM9700,
SN4600C, SN2201; an older edition of that page: 2 to 16 at NDR200; five management servers. NetApp,
AIPod with NVIDIA DGX systems, solution architecture (netapp-solutions, ai/aipod_nv_architecture):
a pair of QM9700 that are connected, of each DGX H100 four links to either; a pair of SN4600
with inter-switch links; one or more SN2201; five servers.
"""

from collections import Counter
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.document.placement import can_place_rack
from designer.engine.evaluate import evaluate
from designer.model.design import Design
from designer.model.layout import Layout
from designer.planning.basepod import SYSTEMS
from designer.planning.templates import TemplateError, build

HIDDEN = {"dgx-a100", "dgx-b200"}
"""A100: its switch, the QM8700, hides figures that rules ask for. B200: capped without a feed."""


@cache
def basepod(**arguments: str) -> Design:
    return build("dgx-basepod", arguments, load_shipped())


def parts(design: Design) -> Counter[str]:
    return Counter(placed.part for placed in Layout(design).every())


@pytest.mark.parametrize("system", ["dgx-h100", "dgx-h200", "dgx-b200"])
@pytest.mark.parametrize(("nodes", "rate"), [(2, 400), (8, 400), (9, 200), (16, 200)])
def test_published_parts(system: str, nodes: int, rate: int) -> None:
    design = basepod(system=system, nodes=str(nodes))
    counts = parts(design)
    assert counts[system] == nodes
    assert (counts["qm9700"], counts["sn4600c"], counts["mgmt-server"]) == (2, 2, 5)
    assert counts["sn2201"] >= 1
    compute = design.fabrics[0]
    assert (compute.rails * compute.planes, compute.rate_gbps) == (8, rate)


@pytest.mark.parametrize("nodes", [2, 8])
def test_even_and_odd_links_of_a_system_hang_on_two_leaves(nodes: int) -> None:
    """AIPod: eight connections of each system, four to each switch; both are connected."""
    report = evaluate(basepod(nodes=str(nodes)), load_shipped())
    compute = next(one for one in report.fabrics if one.id == "compute")
    assert (compute.leaf, compute.spine, compute.connected_cables) == (2, 0, 8 * nodes)
    assert compute.unconnected_cables == 0
    joined = [cable for cable in basepod(nodes=str(nodes)).cables if cable.fabric == "compute"]
    assert len(joined) == 2 * nodes


@pytest.mark.parametrize(("nodes", "tiers"), [(2, (2, 0)), (6, (2, 0)), (7, (3, 2)), (16, (7, 4))])
def test_more_links_than_a_pair_has_ports_take_spines(nodes: int, tiers: tuple[int, int]) -> None:
    """Of 40 ports of a QM8700, 24 + 12 of six A100 fit; 128 links take 7 leaves of 20 down."""
    drawn = Counter(
        p.tier
        for p in Layout(basepod(system="dgx-a100", nodes=str(nodes))).every()
        if p.fabric == "compute"
    )
    assert (drawn["leaf"], drawn["spine"]) == tiers


@pytest.mark.parametrize("cooling", ["air", "rear-door"])
@pytest.mark.parametrize("nodes", [2, 3, 5, 8, 9, 16])
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_size_has_an_error(system: str, nodes: int, cooling: str) -> None:
    design = basepod(system=system, nodes=str(nodes), cooling=cooling)
    report = evaluate(design, load_shipped())
    assert [c.key for c in report.checks if c.severity == "error"] == []
    assert {feed.state for feed in report.power.feeds} == {"ok"}


@pytest.mark.parametrize("nodes", [4, 8, 16])
@pytest.mark.parametrize("system", sorted(set(SYSTEMS) - HIDDEN))
def test_no_rule_finds_a_fault(system: str, nodes: int) -> None:
    report = evaluate(basepod(system=system, nodes=str(nodes)), load_shipped())
    assert [c.key for c in report.checks if c.severity != "info"] == []


@pytest.mark.parametrize("per_rack", ["1", "2", "4"])
@pytest.mark.parametrize("per_row", ["2", "3", "20"])
def test_racks_and_rows_as_asked(per_rack: str, per_row: str) -> None:
    design = basepod(nodes_per_rack=per_rack, racks_per_row=per_row, cooling="rear-door")
    most = max(
        sum(slot.part == "dgx-h100" for slot in assembly.slots) for assembly in design.assemblies
    )
    assert most <= int(per_rack)
    assert max(Counter(rack.row for rack in design.racks if rack.row).values()) <= int(per_row)
    layout, catalog = Layout(design), load_shipped()
    for rack in design.racks:
        verdict = can_place_rack(
            layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, {rack.id}
        )
        assert verdict.ok, f"{rack.id}: {verdict.reason}"
    report = evaluate(design, catalog)
    assert [c.key for c in report.checks if c.severity == "error"] == []


def test_a_system_that_slows_without_a_feed_is_said() -> None:
    """5+1 supplies of a DGX B200 on three feeds: two go with a feed, and it runs on capped."""
    assert basepod(system="dgx-b200").site.feed_policy == "N+1"
    assert "after it the nodes run on capped" in basepod(system="dgx-b200").note
    assert "capped" not in basepod(system="dgx-h100").note


def test_the_note_says_what_is_ours() -> None:
    note = basepod(nodes="16").note
    assert "NVIDIA RA-11127-001 V5" in note
    assert "eight links at 200 Gb/s" in note
    assert "Assumed: 32 cables between the two compute leaves" in note
    assert "older edition that was not seen" in basepod(system="dgx-a100").note


@pytest.mark.parametrize("nodes", ["1", "17"])
def test_sizes_that_nobody_publishes_are_refused(nodes: str) -> None:
    with pytest.raises(TemplateError, match="a whole number from 2 to 16"):
        build("dgx-basepod", {"nodes": nodes}, load_shipped())
