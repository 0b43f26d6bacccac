"""How many switches and cables a folded-Clos fabric needs. A pure rule: no design, no catalogue.

Rates are gigabits a second in **one direction**. The rule (DGX SuperPOD reference architectures,
RA-11333-001 and its successors):

* a leaf serves one rail of one scalable unit, one rail of one rack, or any node (pooled);
* leaves are built for the full scalable unit, also while nodes are missing;
* every leaf has the same number of links (the bundle) to every spine:
  `bundle = spine_ports // leaves`, `spines = ceil(uplinks / bundle)`;
* beyond the two-tier ceiling, pods of leaves and spines hang on a core tier, and half of a
  spine's ports face the core.

`plan_fabric` gives the tiers; `network_links` makes links of them.
"""

from dataclasses import dataclass
from math import ceil

from designer.wiring.network_leaves import Leaves, leaves_of
from designer.wiring.network_request import (
    RESERVED_LINKS_PER_SLOT,
    FabricRequest,
    refuse_nonsense,
)
from designer.wiring.network_spines import Spines, spines_of


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
        Down to up capacity per tier that has an up side, leaf first.
    """

    request: FabricRequest
    leaves: Leaves
    spines: Spines
    leaf_ports: int
    spine_ports: int
    core_ports: int

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
        """Uplinks of a node leaf; 0 where nothing is above it."""
        return self.leaves.up if self.spines.spine else 0

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
        return ceil(self.endpoints * self.planes / self.request.breakout)

    @property
    def reserved_cables(self) -> int:
        """Cables of reserved slots."""
        return ceil(self.reserved_links / self.request.breakout)

    @property
    def leaf_spine_cables(self) -> int:
        """Cables between leaves and spines."""
        links = self.leaves.uplinks() * self.planes if self.spines.spine else 0
        return ceil(links / self.request.breakout)

    @property
    def spine_core_cables(self) -> int:
        """Cables between spines and core switches."""
        return ceil(self.spines.spine_up_links * self.planes / self.request.breakout)

    @property
    def injection_gbps(self) -> float:
        """What all nodes together can send."""
        return self.endpoints * self.planes * self.request.rate_gbps

    @property
    def oversubscription(self) -> tuple[float, ...]:
        """Down to up per tier with an up side, leaf first."""
        tiers = []
        if self.spines.spine:
            tiers.append(self.leaves.down / self.leaves.up)
        if self.spines.core:
            tiers.append(self.spines.spine_down / self.spines.spine_up)
        return tuple(tiers)

    @property
    def free_spine_ports(self) -> int:
        """Ports of all spines that carry no link of the rule."""
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
        return (ports - self.spines.spine_up_links) * self.planes

    @property
    def explanation(self) -> str:
        """Why these switches, in words; the tiers spoke of one plane."""
        words = "; ".join(text for text in (self.leaves.words, self.spines.words) if text)
        return f"in each of {self.planes} planes: {words}" if self.planes > 1 else words


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
    leaves = leaves_of(request, leaf_ports)
    spines = spines_of(request, leaves, spine_ports, core_ports)
    return FabricPlan(request, leaves, spines, leaf_ports, spine_ports, core_ports)
