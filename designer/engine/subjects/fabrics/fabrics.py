"""A design's fabrics: what the rule needs for the nodes that stand, what the drawing carries."""

from math import ceil

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PortGroup
from designer.engine.report import FabricReport, Failure
from designer.engine.subject import Facts, Key
from designer.engine.subjects.contents.fillings import CONTENTS, Counts
from designer.engine.subjects.fabrics.fabric import (
    FabricError,
    FabricRequest,
    FabricSize,
    bisection_of,
    size_fabric,
    worst_failure,
)
from designer.model.design import Fabric

FABRICS: Key[tuple[FabricReport, ...]] = Key("fabrics")


def fabrics_of(facts: Facts) -> tuple[FabricReport, ...]:
    """Return the reports of a design's fabrics; the same objects where nothing changed."""
    known = {fabric.id: fabric for fabric in facts.last(FABRICS) or ()}
    counts, reports = facts[CONTENTS].counts, []
    for fabric in facts.design.fabrics:
        report = fabric_report(fabric, counts, facts.catalog)
        was = known.get(fabric.id)
        reports.append(was if was is not None and was == report else report)
    return tuple(reports)


def fabric_ports(part: Part | None) -> PortGroup | None:
    """Return a switch's ports that build the fabric: the largest group of that purpose."""
    groups = [port for port in part.ports if port.purpose == "fabric"] if part else []
    return max(groups, key=lambda port: port.count * port.rate_gbps, default=None)


def fabric_report(fabric: Fabric, counts: Counts, catalog: Catalog) -> FabricReport:
    """Return what follows for one fabric. A fabric that cannot be sized says why."""
    drawn = {tier: counts.switches[fabric.id, tier] for tier in ("leaf", "spine", "core")}
    untold = counts.switches[fabric.id, ""]
    nodes = node_count(fabric, counts, catalog)
    base = {
        "id": fabric.id,
        "name": fabric.name or fabric.id,
        "kind": fabric.kind,
        "purpose": fabric.purpose,
        "nodes": nodes,
        "planes": fabric.planes,
        # A switch whose tier is not said is a leaf: a fabric of one tier has nothing else.
        "placed_leaf": drawn["leaf"] + untold,
        "placed_spine": drawn["spine"],
        "placed_core": drawn["core"],
    }
    if not nodes:
        return FabricReport(**base, complete=False, explanation="no node of this fabric stands yet")
    request = request_of(fabric, nodes, counts, catalog)
    if request is None:
        what = f"switch {fabric.switch!r} is not in the catalogue or has no fabric ports"
        return FabricReport(**base, complete=False, explanation=what)
    try:
        size = size_fabric(request)
    except FabricError as error:
        return FabricReport(**base, complete=False, explanation=str(error))
    return _carries(size, base, drawn["leaf"] + untold, drawn["spine"], drawn["core"])


def node_count(fabric: Fabric, counts: Counts, catalog: Catalog) -> int:
    """Return the nodes that hang on a fabric: a filled rack counts for each node in it."""
    total = 0
    for part_id in fabric.nodes:
        part = catalog.get(part_id)
        total += counts.parts[part_id] * max(1, part.node_count if part else 1)
    return total


def request_of(
    fabric: Fabric, nodes: int, counts: Counts, catalog: Catalog
) -> FabricRequest | None:
    """Return the sizing request of a fabric; None where its leaf switch has no known ports."""
    leaf = fabric_ports(catalog.get(fabric.switch))
    spine = fabric_ports(catalog.get(fabric.spine_switch))
    core = fabric_ports(catalog.get(fabric.core_switch))
    if leaf is None:
        return None
    racks = sum(counts.racks_with[part] for part in fabric.nodes)
    if fabric.planned_nodes > nodes and racks:
        racks = ceil(racks * fabric.planned_nodes / nodes)
    return FabricRequest(
        nodes=nodes,
        rails=fabric.rails,
        radix=leaf.count,
        rate_gbps=fabric.rate_gbps,
        leaf_policy=fabric.leaf_policy,
        spine_radix=spine.count if spine else 0,
        core_radix=core.count if core else 0,
        su_nodes=fabric.su_nodes,
        racks=max(1, racks),
        reserved_slots=fabric.reserved_slots,
        oversubscription=fabric.oversubscription,
        planes=fabric.planes,
        breakout=fabric.breakout,
        planned_nodes=fabric.planned_nodes,
        tiers=fabric.tiers,
        target_leaves=fabric.target_leaves,
        target_links=fabric.target_links,
    )


def _carries(
    size: FabricSize, base: dict[str, object], leaf: int, spine: int, core: int
) -> FabricReport:
    """Return the report of a sized fabric with the switches that are drawn."""
    intact = leaf >= size.leaf and spine >= size.spine and core >= size.core
    drawn = size.bisection_gbps if intact else bisection_of(size, leaf, spine, core)
    upper = size.bisection_upper_gbps if intact else drawn
    there = (min(leaf, size.leaf), min(spine, size.spine), min(core, size.core))
    what, left = worst_failure(size, *there)
    failure = Failure(what=f"loss of {what}", bisection_ratio=left) if what else None
    # Validated: `base` comes from records, and a fabric's report is built a few times per edit.
    return FabricReport.model_validate(
        {
            **base,
            "tiers": size.tiers,
            "leaf": size.leaf,
            "spine": size.spine,
            "core": size.core,
            "endpoints": size.endpoints,
            "node_leaf_cables": size.node_leaf_cables,
            "leaf_spine_cables": size.leaf_spine_cables,
            "spine_core_cables": size.spine_core_cables,
            "injection_gbps": size.injection_gbps,
            "bisection_gbps": drawn,
            "bisection_lower_gbps": drawn,
            "bisection_upper_gbps": upper,
            "bisection_ratio": drawn / (size.injection_gbps / 2),
            "oversubscription": size.oversubscription,
            "rail_aligned": size.rail_aligned,
            "free_leaf_ports": free_ports(size, leaf),
            "max_nodes": size.max_nodes,
            "worst_failure": failure,
            "explanation": size.explanation,
        }
    )


def free_ports(size: FabricSize, leaf: int) -> int:
    """Return the node-facing ports of the drawn leaves that no node takes; never below 0."""
    request = size.request
    taken = size.endpoints * request.planes + size.reserved_cables * request.breakout
    # Storage leaves carry no nodes; while leaves are missing, node leaves are counted last.
    carrying = min(leaf, size.leaf) - size.target_leaf
    return max(0, carrying * size.leaf_down - taken)
