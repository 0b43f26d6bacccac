"""A fabric of a leaf for each rail and rack, whose racks hold unlike numbers of nodes."""

from designer.catalog.load import load_shipped
from designer.document import edits
from designer.engine.evaluate import evaluate
from designer.planning.templates import build
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_size import plan_fabric

CATALOG = load_shipped()
RACKS = {
    "nodes": 90 + 12, "rails": 4, "radix": 64, "rate_gbps": 400, "racks": 8,
    "leaf_policy": "rail-per-rack",
}  # fmt: skip


def test_every_leaf_is_built_for_the_fullest_rack() -> None:
    """By the mean of 13 nodes a rack, 52 spines were asked for, and racks of 18 had no uplinks."""
    plan = plan_fabric(FabricRequest(**RACKS, rack_nodes=18))
    assert (plan.leaf, plan.spine, plan.leaves.down, plan.leaves.up) == (32, 24, 18, 18)
    assert plan.spine == plan_fabric(FabricRequest(**{**RACKS, "nodes": 144})).spine


def test_planned_nodes_are_held_where_they_are_more_than_the_fullest_rack_has() -> None:
    plan = plan_fabric(FabricRequest(**RACKS, rack_nodes=18, planned_nodes=160))
    assert plan.leaves.down == 20


def test_fewer_nodes_in_some_racks_ask_for_no_more_spines() -> None:
    design = build("dgx-superpod-gb200", {}, CATALOG)
    racks = tuple(rack.id for rack in design.racks if rack.part == "gb200-nvl72")[:3]
    mixed = edits.replace_part(CATALOG, "gb200-nvl72", "atlas-900-a3-rack", racks)(design)
    report = evaluate(mixed, CATALOG)
    compute = next(fabric for fabric in report.fabrics if fabric.id == "compute")
    assert (compute.leaf, compute.spine, compute.placed_spine) == (32, 24, 24)
    assert not [check for check in report.checks if check.rule == "R07"]
