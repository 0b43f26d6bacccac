"""What is drawn of a design's networks, and what the rule asks for those nodes."""

from collections import Counter

from designer.catalog.load import load_shipped
from designer.engine.subjects.fabrics.fabric import FabricRequest, size_fabric
from designer.model.design import Design
from designer.model.layout import Layout
from designer.wiring.network_ports import fabric_ports
from designer.wiring.network_size import FabricPlan


def parts(design: Design) -> Counter:
    """Devices by part; switches by part and fabric, and by part, fabric and tier."""
    counts: Counter = Counter()
    for placed in Layout(design).every():
        counts[placed.part] += 1
        if placed.tier:
            counts[placed.part, placed.fabric, placed.tier] += 1
            counts[placed.part, placed.fabric] += 1
    return counts


def tiers(design: Design, fabric: str = "compute") -> tuple[int, int, int]:
    """Leaves, spines and core switches that are drawn of a network."""
    drawn = Counter(p.tier for p in Layout(design).every() if p.fabric == fabric)
    return drawn["leaf"], drawn["spine"], drawn["core"]


def sized(design: Design, fabric_id: str) -> FabricPlan:
    """What the engine's rule says of a fabric record, with the nodes that are drawn."""
    fabric = next(f for f in design.fabrics if f.id == fabric_id)
    drawn = parts(design)
    ports = fabric_ports(load_shipped().require(fabric.switch))
    assert ports is not None
    return size_fabric(
        FabricRequest(
            nodes=sum(drawn[part] for part in fabric.nodes),
            radix=ports.count,
            rate_gbps=fabric.rate_gbps,
            rails=fabric.rails,
            leaf_policy=fabric.leaf_policy,
            su_nodes=fabric.su_nodes,
            reserved_slots=fabric.reserved_slots,
            oversubscription=fabric.oversubscription,
            planned_nodes=fabric.planned_nodes,
            target_leaves=fabric.target_leaves,
            target_links=fabric.target_links,
            tiers=fabric.tiers,
            planes=fabric.planes,
            breakout=fabric.breakout,
        )
    )
