"""What a folded-Clos fabric carries, from its counts: the sizing rule itself is in `wiring`.

`size_fabric` answers for one fabric; `bisection_of` answers for the switches that are really drawn.
Rates are gigabits a second in **one direction**.
"""

from dataclasses import dataclass, replace

from designer.wiring.network_leaves import split_ports
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import FabricPlan, plan_fabric

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
    return _size(plan_fabric(request))


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


def _size(plan: FabricPlan) -> FabricSize:
    """Return the whole answer, all planes together."""
    r, leaves, spines = plan.request, plan.leaves, plan.spines
    size = FabricSize(
        request=r,
        tiers=spines.tiers,
        leaf=plan.leaf,
        target_leaf=leaves.targets * r.planes,
        spine=plan.spine,
        core=plan.core,
        bundle=spines.bundle,
        leaf_down=leaves.down,
        leaf_up=plan.leaf_up,
        spine_down=spines.spine_down,
        spine_up=spines.spine_up,
        endpoints=plan.endpoints,
        node_leaf_cables=plan.node_leaf_cables,
        reserved_cables=plan.reserved_cables,
        leaf_spine_cables=plan.leaf_spine_cables,
        spine_core_cables=plan.spine_core_cables,
        injection_gbps=plan.injection_gbps,
        bisection_gbps=0.0,
        bisection_lower_gbps=0.0,
        bisection_upper_gbps=0.0,
        bisection_ratio=0.0,
        oversubscription=plan.oversubscription,
        max_nodes=spines.max_nodes,
        rail_aligned=r.leaf_policy != "pooled",
        free_leaf_ports=leaves.count * r.planes * leaves.down
        - plan.endpoints * r.planes
        - plan.reserved_links,
        explanation=plan.explanation,
    )
    return _with_bisection(size)


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
