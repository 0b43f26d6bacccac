"""How many switches and cables a folded-Clos fabric needs, and what it carries.

A pure rule: no design, no catalogue. `size_fabric` answers for one fabric; `bisection_of` answers
for the switches that are really drawn. Rates are gigabits a second in **one direction**.

The rule (DGX SuperPOD reference architectures, RA-11333-001 and its successors):

* a leaf serves one rail of one scalable unit, one rail of one rack, or any node (pooled);
* leaves are built for the full scalable unit, also while nodes are missing;
* every leaf has the same number of links (the bundle) to every spine:
  `bundle = spine_ports // leaves`, `spines = ceil(uplinks / bundle)`;
* beyond the two-tier ceiling, pods of leaves and spines hang on a core tier, and half of a
  spine's ports face the core.
"""

from dataclasses import dataclass, replace
from math import ceil

from designer.engine.fabric_leaves import Leaves, leaves_of, split_ports
from designer.engine.fabric_request import (
    RESERVED_LINKS_PER_SLOT,
    FabricError,
    FabricRequest,
    refuse_nonsense,
)
from designer.engine.fabric_spines import Spines, spines_of

__all__ = [
    "FabricError",
    "FabricRequest",
    "FabricSize",
    "bisection_of",
    "size_fabric",
    "split_ports",
    "worst_failure",
]


@dataclass(frozen=True)
class FabricSize:
    """What the rule gives. Switches and cables are of all planes together.

    Attributes
    ----------
    bundle
        Links between a leaf and each of its spines.
    leaf_down, leaf_up, spine_down, spine_up
        Links of one switch that the rule uses, by direction.
    reserved_cables
        Cables of the reserved slots, not in `node_leaf_cables`.
    bisection_gbps
        What every halving of the nodes can exchange each way, at least (`bisection_lower_gbps`).
    bisection_ratio
        Bisection over half of the injection: 1 is full bisection.
    oversubscription
        Down to up capacity per tier that has an up side, leaf first.
    max_nodes
        Nodes the fabric can grow to without another tier.
    target_leaf
        Those of `leaf` that carry storage systems and no nodes.
    """

    request: FabricRequest
    tiers: int
    leaf: int
    spine: int
    core: int
    bundle: int
    leaf_down: int
    leaf_up: int
    spine_down: int
    spine_up: int
    endpoints: int
    node_leaf_cables: int
    reserved_cables: int
    leaf_spine_cables: int
    spine_core_cables: int
    injection_gbps: float
    bisection_gbps: float
    bisection_lower_gbps: float
    bisection_upper_gbps: float
    bisection_ratio: float
    oversubscription: tuple[float, ...]
    max_nodes: int
    rail_aligned: bool
    free_leaf_ports: int
    explanation: str
    target_leaf: int = 0

    @property
    def planes(self) -> int:
        """Parallel fabrics."""
        return self.request.planes


def size_fabric(request: FabricRequest) -> FabricSize:
    """Return the switches and cables that a fabric needs, and what it carries.

    Raises
    ------
    FabricError
        If the request contradicts itself or no fabric of `max_tiers` tiers can hold it.
    """
    refuse_nonsense(request)
    leaf_ports = request.radix * request.breakout
    spine_ports = (request.spine_radix or request.radix) * request.breakout
    core_ports = (request.core_radix or request.spine_radix or request.radix) * request.breakout
    leaves = leaves_of(request, leaf_ports)
    spines = spines_of(request, leaves, spine_ports, core_ports)
    return _size(request, leaves, spines, leaf_ports)


def bisection_of(size: FabricSize, leaf: int, spine: int, core: int) -> float:
    """Return the bisection in Gb/s, one way, of what is drawn of a fabric.

    Links to switches that are not there are missing; switches beyond the rule carry nothing,
    because the rule gives them no cables. The minimum over the tiers' up capacity and the
    injection of the nodes whose leaves exist is exact for an intact Clos fabric with an even
    number of leaves, and a lower bound for an odd one.
    """
    rate = size.request.rate_gbps
    attached = _part(leaf, size.leaf)
    bounds = [attached * size.injection_gbps / 2]
    if size.spine:
        leaf_up = (size.leaf - size.target_leaf) * size.leaf_up * rate
        bounds.append(attached * _part(spine, size.spine) * leaf_up / 2)
    if size.core:
        spine_up = size.spine_core_cables * size.request.breakout * rate
        bounds.append(_part(spine, size.spine) * _part(core, size.core) * spine_up / 2)
    return min(bounds)


def worst_failure(size: FabricSize, leaf: int, spine: int, core: int) -> tuple[str, float]:
    """Return which single switch hurts most and the bisection ratio that is left after its loss."""
    full = size.injection_gbps / 2
    losses = {"a leaf": (leaf - 1, spine, core)} if leaf else {}
    if spine:
        losses["a spine"] = (leaf, spine - 1, core)
    if core:
        losses["a core switch"] = (leaf, spine, core - 1)
    if not losses or not full:
        return "", 0.0
    ratios = {what: bisection_of(size, *left) / full for what, left in losses.items()}
    what = min(ratios, key=lambda name: ratios[name])
    return what, ratios[what]


def _part(there: int, needed: int) -> float:
    return min(there, needed) / needed if needed else 1.0


def _size(r: FabricRequest, leaves: Leaves, spines: Spines, leaf_ports: int) -> FabricSize:
    """Return the whole answer, all planes together."""
    endpoints = r.nodes * r.rails * r.planes
    leaf_links = leaves.uplinks() * r.planes if spines.spine else 0
    reserved = r.reserved_slots * min(RESERVED_LINKS_PER_SLOT, r.rails) * r.planes
    size = FabricSize(
        request=r,
        tiers=spines.tiers,
        leaf=(leaves.count + leaves.targets) * r.planes,
        target_leaf=leaves.targets * r.planes,
        spine=spines.spine * r.planes,
        core=spines.core * r.planes,
        bundle=spines.bundle,
        leaf_down=leaves.down,
        leaf_up=leaves.up if spines.spine else 0,
        spine_down=spines.spine_down,
        spine_up=spines.spine_up,
        endpoints=r.nodes * r.rails,
        node_leaf_cables=ceil(endpoints / r.breakout),
        reserved_cables=ceil(reserved / r.breakout),
        leaf_spine_cables=ceil(leaf_links / r.breakout),
        spine_core_cables=ceil(spines.spine_up_links * r.planes / r.breakout),
        injection_gbps=endpoints * r.rate_gbps,
        bisection_gbps=0.0,
        bisection_lower_gbps=0.0,
        bisection_upper_gbps=0.0,
        bisection_ratio=0.0,
        oversubscription=_blocking(leaves, spines),
        max_nodes=spines.max_nodes,
        rail_aligned=r.leaf_policy != "pooled",
        free_leaf_ports=leaves.count * r.planes * leaves.down - endpoints - reserved,
        explanation=_explanation(r, leaves, spines),
    )
    return _with_bisection(size)


def _explanation(r: FabricRequest, leaves: Leaves, spines: Spines) -> str:
    """Return why these switches, in words; the tiers spoke of one plane."""
    words = "; ".join(text for text in (leaves.words, spines.words) if text)
    return f"in each of {r.planes} planes: {words}" if r.planes > 1 else words


def _blocking(leaves: Leaves, spines: Spines) -> tuple[float, ...]:
    tiers = []
    if spines.spine:
        tiers.append(leaves.down / leaves.up)
    if spines.core:
        tiers.append(spines.spine_down / spines.spine_up)
    return tuple(tiers)


def _with_bisection(size: FabricSize) -> FabricSize:
    """Fill in the bisection of the intact fabric, with its bounds.

    With an odd number of oversubscribed leaves one leaf must be split: its switch stays on one
    side and half of its nodes' links cross, which is the upper bound.
    """
    lower = bisection_of(size, size.leaf, size.spine, size.core)
    upper = lower
    half = size.injection_gbps / 2
    leaves = (size.leaf - size.target_leaf) // size.planes
    if leaves % 2 and size.tiers == 2 and lower < half:
        per_plane = (leaves // 2) * size.leaf_up + size.leaf_down / 2
        upper = min(half, per_plane * size.planes * size.request.rate_gbps)
    return replace(
        size,
        bisection_gbps=lower,
        bisection_lower_gbps=lower,
        bisection_upper_gbps=max(lower, upper),
        bisection_ratio=lower / half,
    )
