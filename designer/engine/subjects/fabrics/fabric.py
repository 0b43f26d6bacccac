"""A fabric by its counts alone: what the rule gives, and what it carries when all of it stands.

The sizing rule itself is in `wiring`. Rates are gigabits a second in **one direction**.
"""

from dataclasses import dataclass, replace

from designer.engine.fabric_graph.loads import finished
from designer.engine.subjects.fabrics.any_topology import as_near_as_it_comes
from designer.engine.subjects.fabrics.carrying import Carried, carried, graph_of_plan, with_nvlink
from designer.engine.subjects.fabrics.graph import Graph
from designer.model.figures import Figure
from designer.wiring.network_hops import ways
from designer.wiring.network_leaves import split_ports
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import FabricPlan, plan_fabric

__all__ = ["FabricError", "FabricRequest", "FabricSize", "size_fabric", "split_ports"]


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
    islands
        Parts of the network that no link joins; more than one carry nothing between them.
    bisection_gbps
        What every halving of the endpoints can exchange each way, at least
        (`bisection_lower_gbps`); `exact` says whether a cut proves that it is no more.
    bisection_ratio
        Bisection over that of half the endpoints: 1 is full; None where there are no halves.
    bisection_with_nvlink_gbps
        The same where a node's links are joined by NVLink wide enough; None with one rail.
    oversubscription
        Down to up capacity per tier that has an up side, leaf first.
    max_nodes
        Nodes the fabric can grow to without another tier.
    built_nodes
        Nodes that the switches that are counted hold; `free_nodes` of them are not there yet.
    most_switches
        On the longest of the shortest ways between two endpoints; of one rail where these are
        islands.
    free_leaf_ports, free_spine_ports, free_core_ports
        Ports that carry no link: of leaves those towards nodes.
    target_leaf
        Those of `leaf` that carry storage systems and no nodes.
    """

    plan: FabricPlan
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
    islands: int
    bisection_gbps: float | None
    bisection_lower_gbps: float
    bisection_upper_gbps: float
    exact: bool
    bisection_ratio: float | None
    bisection_with_nvlink_gbps: float | None
    bisection_with_nvlink_ratio: float | None
    oversubscription: tuple[float, ...]
    max_nodes: int
    rail_aligned: bool
    built_nodes: int
    most_switches: int
    free_leaf_ports: int
    free_spine_ports: int
    free_core_ports: int
    explanation: str
    target_leaf: int = 0

    @property
    def request(self) -> FabricRequest:
        """What it was asked."""
        return self.plan.request

    @property
    def planes(self) -> int:
        """Parallel fabrics."""
        return self.request.planes

    @property
    def free_nodes(self) -> int:
        """Nodes that can be added to the switches that are counted."""
        return max(0, self.built_nodes - self.request.nodes)


def size_fabric(request: FabricRequest) -> FabricSize:
    """Return the switches and cables that a fabric needs, and what it carries.

    Raises
    ------
    FabricError
        If the request contradicts itself or no fabric of `max_tiers` tiers can hold it.
    """
    return _size(plan_fabric(request))


def _size(plan: FabricPlan) -> FabricSize:
    """Return the whole answer, all planes together."""
    r, leaves, spines = plan.request, plan.leaves, plan.spines
    full = plan.endpoints // 2 * r.planes
    network = _carried(graph_of_plan(plan), full)
    bisection = _rated(network, r.rate_gbps)
    joined = None
    if r.rails > 1:
        joined = with_nvlink(graph_of_plan(plan, nvlink=True), network, enough=True)
    return FabricSize(
        plan=plan,
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
        islands=network.parts,
        bisection_gbps=bisection.value,
        bisection_lower_gbps=bisection.low,
        bisection_upper_gbps=bisection.high,
        exact=network.bounds.exact,
        bisection_ratio=network.ratio.value if network.ratio else None,
        bisection_with_nvlink_gbps=_rated(joined, r.rate_gbps).value if joined else None,
        bisection_with_nvlink_ratio=joined.ratio.value if joined and joined.ratio else None,
        oversubscription=plan.oversubscription,
        max_nodes=spines.max_nodes,
        rail_aligned=r.leaf_policy != "pooled",
        built_nodes=plan.built_nodes,
        most_switches=sum(ways(plan) or ()),
        free_leaf_ports=leaves.count * r.planes * leaves.down
        - plan.endpoints * r.planes
        - plan.reserved_links,
        free_spine_ports=plan.free_spine_ports,
        free_core_ports=plan.free_core_ports,
        explanation=plan.explanation,
    )


def _carried(graph: Graph, full: int) -> Carried:
    """Return what a graph carries as a report has it once all is worked out."""
    found = carried(graph, full)
    if found.parts != 1 or found.bounds.exact or not graph.halves[0]:
        return found
    return replace(found, bounds=finished(as_near_as_it_comes(graph, found.bounds)).bounds)


def _rated(found: Carried, rate_gbps: float) -> Figure:
    """Return a bisection in Gb/s; it has no value where its bounds do not meet."""
    return found.bounds.links.times(rate_gbps, "Gb/s")
