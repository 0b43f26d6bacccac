"""How many switches and cables a fabric needs. A pure rule: no design, no catalogue.

Rates are gigabits a second in **one direction**. The rule (DGX SuperPOD reference architectures,
RA-11333-001 and its successors):

* a leaf serves one rail of one scalable unit, one rail of one rack, or any node (pooled);
* leaves are built for the full scalable unit, also while nodes are missing;
* every leaf has the same number of links (the bundle) to every spine:
  `bundle = spine_ports // leaves`, `spines = ceil(uplinks / bundle)`;
* beyond the two-tier ceiling, pods of leaves and spines hang on a core tier, and half of a
  spine's ports face the core.

Other topologies have a shape (`network_shapes`): what hosts nodes counts as leaves there, other
switches as spines. `plan_fabric` gives the tiers; `network_links` makes links of them.
"""

from dataclasses import dataclass
from math import ceil

from designer.wiring.network_leaves import Leaves, leaves_of
from designer.wiring.network_request import (
    RESERVED_LINKS_PER_SLOT,
    FabricRequest,
    refuse_nonsense,
)
from designer.wiring.network_shapes import SHAPED, Shape, leaves_and_spines, shape_of, sums_of
from designer.wiring.network_spines import Spines, rails_alone, spines_of


@dataclass(frozen=True)
class FabricPlan:
    """The tiers of one plane and what the rule counts. Counts are of all planes together.

    Attributes
    ----------
    leaf_ports, spine_ports, core_ports
        Ports of one switch after breakout.
    reserved_cables
        Cables of the reserved slots, not in `node_leaf_cables`.
    oversubscription
        Down to up capacity per tier that has an up side, leaf first; none where switches carry
        each other's traffic.
    shape
        Of a topology that is no tree; None for one.
    """

    request: FabricRequest
    leaves: Leaves
    spines: Spines
    leaf_ports: int
    spine_ports: int
    core_ports: int
    shape: Shape | None = None

    @property
    def ruled(self) -> bool:
        """Whether a rule lays cables: what is drawn by hand has none."""
        return self.request.topology != "hand-drawn"

    @property
    def planes(self) -> int:
        """Parallel fabrics."""
        return self.request.planes

    @property
    def leaf(self) -> int:
        """Leaves, those for storage systems included."""
        return (self.leaves.count + self.leaves.targets) * self.planes

    @property
    def spine(self) -> int:
        """Spines."""
        return self.spines.spine * self.planes

    @property
    def core(self) -> int:
        """Core switches."""
        return self.spines.core * self.planes

    @property
    def leaf_up(self) -> int:
        """Ports of a node leaf towards other switches; 0 where there are none."""
        return self.leaves.up if self.spines.spine or self.shape else 0

    @property
    def endpoints(self) -> int:
        """Links of all nodes into one plane: an endpoint has one in each plane."""
        return self.request.nodes * self.request.rails

    @property
    def reserved_links(self) -> int:
        """Links of reserved slots."""
        each = min(RESERVED_LINKS_PER_SLOT, self.request.rails)
        return self.request.reserved_slots * each * self.planes

    @property
    def node_leaf_cables(self) -> int:
        """Cables between nodes and leaves."""
        links = self.endpoints * self.planes if self.ruled else 0
        return ceil(links / self.request.breakout)

    @property
    def reserved_cables(self) -> int:
        """Cables of reserved slots."""
        return ceil(self.reserved_links / self.request.breakout)

    @property
    def leaf_spine_cables(self) -> int:
        """Cables between switches of which one hosts nodes."""
        if self.shape is not None:
            links = sums_of(self.shape).leaf_links * self.planes
        else:
            links = self.leaves.uplinks() * self.planes if self.spines.spine else 0
        return ceil(links / self.request.breakout)

    @property
    def spine_core_cables(self) -> int:
        """Cables between spines and core switches, or between spines."""
        return ceil(self.spines.spine_up_links * self.planes / self.request.breakout)

    @property
    def injection_gbps(self) -> float:
        """What all nodes together can send."""
        return self.endpoints * self.planes * self.request.rate_gbps

    @property
    def oversubscription(self) -> tuple[float, ...]:
        """Down to up per tier with an up side, leaf first."""
        tiers: list[float] = []
        if self.shape is not None or not self.ruled:
            return ()
        if self.spines.spine:
            tiers.append(self.leaves.down / self.leaves.up)
        if self.spines.core:
            tiers.append(self.spines.spine_down / self.spines.spine_up)
        return tuple(tiers)

    @property
    def free_spine_ports(self) -> int:
        """Ports of all spines that carry no link of the rule."""
        if self.shape is not None:
            sums = sums_of(self.shape)
            ends = 2 * sums.spine_links + sums.leaf_links if sums.spine else 0
            return (sums.spine * self.spine_ports - ends) * self.planes
        used = sum(
            pods.count
            * (
                pods.leaves * self.leaves.up
                + pods.targets * self.leaves.target_up
                + pods.spines * pods.uplinks
            )
            for pods in self.spines.pods
        )
        return (self.spines.spine * self.spine_ports - used) * self.planes

    @property
    def free_core_ports(self) -> int:
        """Ports of all core switches that carry no link of the rule."""
        ports = self.spines.core * self.core_ports
        return (ports - self.spines.spine_up_links) * self.planes if self.spines.core else 0

    @property
    def explanation(self) -> str:
        """Why these switches, in words; the tiers spoke of one plane."""
        words = "; ".join(text for text in (self.leaves.words, self.spines.words) if text)
        words = f"in each of {self.planes} planes: {words}" if self.planes > 1 else words
        return f"{words}; {self.spare}" if self.spare else words

    @property
    def built_nodes(self) -> int:
        """Nodes that the switches of the plan hold."""
        return self.leaves.grow_to(self.leaves.count)

    @property
    def spare(self) -> str:
        """What is spare until the planned nodes stand, in words; empty where they do."""
        nodes, planned = self.request.nodes, self.request.planned_nodes
        if planned <= nodes or not self.ruled:
            return ""
        ports = (planned - nodes) * self.request.rails * self.planes
        words = f"sized for {planned:,} nodes, of which {nodes:,} stand: {ports:,} leaf ports wait"
        spines, cores = self.free_spine_ports, self.free_core_ports
        if spines or cores:
            words += f", {spines + cores:,} ports of spines and core switches are free"
        return words


def plan_fabric(request: FabricRequest) -> FabricPlan:
    """Return the tiers that a fabric needs.

    Raises
    ------
    FabricError
        If the request contradicts itself or no fabric of `max_tiers` tiers can hold it.
    """
    refuse_nonsense(request)
    leaf_ports = request.radix * request.breakout
    spine_ports = (request.spine_radix or request.radix) * request.breakout
    core_ports = (request.core_radix or request.spine_radix or request.radix) * request.breakout
    ports = (leaf_ports, spine_ports, core_ports)
    if request.topology in SHAPED:
        shape = shape_of(request, leaf_ports, spine_ports)
        return FabricPlan(request, *leaves_and_spines(request, shape), *ports, shape)
    if request.topology == "hand-drawn":
        return FabricPlan(request, *as_drawn(request), *ports)
    if request.topology == "rail-only":
        return FabricPlan(request, *rails_alone(request, leaf_ports, spine_ports), *ports)
    leaves = leaves_of(request, leaf_ports)
    spines = spines_of(request, leaves, spine_ports, core_ports)
    return FabricPlan(request, leaves, spines, *ports)


def as_drawn(request: FabricRequest) -> tuple[Leaves, Spines]:
    """Return the switches of a fabric without a rule: those that are drawn, tier by tier."""
    leaf, spine, core = (*request.shape, 0, 0, 0)[:3]
    words = "drawn by hand: no rule, only cables by hand join what stands"
    leaves = Leaves(leaf, 0, 0, leaf, 1, lambda _: request.nodes, words)
    tiers = sum(count > 0 for count in (leaf, spine, core))
    return leaves, Spines(tiers, spine, core, 0, 0, 0, 0, request.nodes, "")
