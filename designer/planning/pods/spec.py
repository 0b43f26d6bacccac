"""What a reference design of scalable units is made of: figures that its publisher gives.

A pod is nodes in racks, up to four networks, storage and management servers. Everything here is
data; `bill` counts from it and `building` lays it out.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final, Literal

from designer.model.design import LeafPolicy

Protocol = Literal["infiniband", "ethernet"]
AUTO: Final = "auto"
"""A system that the template chooses: the first that the asked cooling and rack suit."""

UNIT_NODES: Final = 32
"""Nodes of the scalable unit for which NVIDIA publishes storage bandwidth (RA-11333-001, Table 6);
other units take the same for each node."""

Level = Literal["good", "better", "best"]
STORAGE_GB_S: Final[dict[Level, tuple[float, float]]] = {
    "good": (15.0, 7.5), "better": (40.0, 20.0), "best": (125.0, 62.5),
}  # fmt: skip
"""Read and write that 32 nodes need, GB/s: a quarter of 4 SU in RA-11333-001, Table 6."""


@dataclass(frozen=True)
class NodeRack:
    """How nodes of one system stand in a rack with one way of cooling.

    Attributes
    ----------
    system, cooling
        The choices of the template's parameters that this row is for.
    part
        Part of the node.
    per_rack
        Nodes of a rack where the template chooses.
    positions_u
        Lowest units of the nodes, from the bottom: as many as a rack may hold at most.
    pdu, feeds
        Part of the rack PDUs, one on each of the feeds.
    """

    system: str
    cooling: str
    part: str
    per_rack: int
    positions_u: tuple[int, ...]
    pdu: str = "pdu-415v-60a-3ph"
    feeds: str = "ABC"


@dataclass(frozen=True)
class Step:
    """The compute leaves of pods up to a size, in nodes.

    Attributes
    ----------
    su_nodes
        Nodes of a scalable unit, whose rails have leaves of their own.
    oversubscription
        Of the leaves; below 1 they have more uplinks than links to nodes.
    twins
        Links between two leaves that are all of the network, joined without a spine; 0 for
        leaves under spines by the rule.
    """

    up_to: int
    su_nodes: int
    policy: LeafPolicy = "rail-per-su"
    oversubscription: float = 1.0
    twins: int = 0

    @property
    def unit(self) -> int:
        """Nodes of a scalable unit for the rule; 0 where any node may use any leaf."""
        return 0 if self.policy == "pooled" else self.su_nodes


@dataclass(frozen=True)
class Compute:
    """The network between GPUs.

    Attributes
    ----------
    links
        Links of a node into each plane.
    breakout
        Links that a port of the switch is split into.
    """

    switch: str
    rate_gbps: float
    links: int = 8
    kind: Protocol = "infiniband"
    planes: int = 1
    breakout: int = 1
    note: str = ""


@dataclass(frozen=True)
class Targets:
    """A network to storage with leaves of its own for storage systems, at 1:1.

    Nodes are near 4:3, as in NVIDIA's reference designs.

    Attributes
    ----------
    node_up
        Uplinks of a node leaf of a full unit.
    few_links
        Links of the one storage leaf of a unit where these are enough.
    """

    switch: str
    rate_gbps: float
    node_up: int
    few_links: int
    links: int = 2
    kind: Protocol = "infiniband"
    breakout: int = 1
    note: str = ""


@dataclass(frozen=True)
class Pairs:
    """A network of pairs of leaves, each with one of the two links of a node.

    Attributes
    ----------
    node_ports, uplinks
        Of a leaf; what is left joins the two leaves of a pair.
    reserved
        Node slots kept for others than out-of-band switches, such as storage of home directories.
    servers
        Part of the management servers that hang on it too.
    """

    switch: str = "sn4600c"
    rate_gbps: float = 100
    node_ports: int = 58
    uplinks: int = 4
    breakout: int = 1
    reserved: int = 4
    servers: str = "mgmt-server"
    note: str = ""


@dataclass(frozen=True)
class StorageChoice:
    """A kind of storage system: its part, and the fewest that stand together."""

    name: str
    part: str
    fewest: int


@dataclass(frozen=True)
class PodSpec:
    """A reference design.

    Attributes
    ----------
    racks
        Every system and way of cooling that the template offers; the first is its default.
    steps
        Compute leaves by size, the smallest first.
    far_in_band
        The in-band network of pods of more node slots than these: links of 200 Gb/s over split
        ports reach 50 m.
    unit_nodes
        Nodes of a scalable unit where the pod is asked for in units; 0 where it is asked for in
        nodes.
    tested_units
        Units up to which one node slot is given up to a fabric manager; 0 for never.
    managers
        Fabric managers: appliances beside the slot.
    servers, server_nodes
        Management servers of each so many node slots.
    waived
        Findings that the published design has, each from so many node slots on, with the reason.
    hall_nodes
        Node slots of a hall at most; more stand in halls side by side.
    switches_per_rack
        Most switches of a rack of a network.
    storage
        The network to storage systems; None where they hang on the in-band network.
    sources
        Documents that the note cites, `rules` what follows from them; `assumed` says what they
        leave open and is decided here.
    door
        Part of the rear doors; racks that are more than it takes get a larger one.
    node_name
        What nodes are called in their racks.
    family
        What stands for `DGX` of the node's name in the design's; empty for the name of the pod.
    """

    id: str
    name: str
    summary: str
    sources: str
    racks: tuple[NodeRack, ...]
    steps: tuple[Step, ...]
    compute: Compute
    storage: Targets | Pairs | None
    in_band: Pairs
    storage_choices: tuple[StorageChoice, ...]
    far_in_band: tuple[int, Pairs] | None = None
    unit_nodes: int = 0
    waived: tuple[tuple[int, str, str], ...] = ()
    default: int = 1
    smallest: int = 1
    largest: int = 1
    hall_nodes: int = 4096
    tested_units: int = 0
    managers: int = 0
    servers: int = 4
    server_nodes: int = 512
    switches_per_rack: int = 16
    rack: str = "rack-48u"
    door: str = "rdhx"
    storage_default: Level = "best"
    rules: str = ""
    assumed: str = ""
    node_name: str = "node"
    family: str = ""
    system_help: str = "kind of node"
    per_rack_help: str = "nodes in a rack; auto: as many as the reference, or as cooling allows"
    level_help: str = "bandwidth for each node, as in Table 6 of the DGX SuperPOD H100 design"

    @property
    def counts_units(self) -> bool:
        """Whether the pod is asked for in scalable units, and not in nodes."""
        return self.unit_nodes > 0

    @property
    def size_name(self) -> str:
        """Name of the parameter of size."""
        return "scalable_units" if self.counts_units else "nodes"

    @property
    def hall_units(self) -> int:
        """Scalable units of a hall at most."""
        return self.hall_nodes // self.unit_nodes

    @property
    def per_rack_choices(self) -> tuple[int, ...]:
        """Nodes that a rack may be asked to hold."""
        most = max(len(rack.positions_u) for rack in self.racks)
        return tuple(n for n in (1, 2, 3, 4, 5, 6, 8) if n <= most)

    def name_of(self, node: str) -> str:
        """Return what a pod of a node is called."""
        return node.replace("DGX", self.family) if self.family else self.name

    def node_rack(self, system: str, cooling: str) -> NodeRack:
        """Return how nodes of a system stand with a way of cooling; `auto` takes the first."""
        return next(r for r in self.racks if r.cooling == cooling and system in (AUTO, r.system))

    @property
    def chooses_system(self) -> bool:
        """Whether not every system is offered with every cooling, so that one is to be chosen."""
        return len(self.racks) < len(self.systems()) * len(self.coolings())

    def systems(self) -> tuple[str, ...]:
        """Return the systems in the order of the racks."""
        return tuple(dict.fromkeys(rack.system for rack in self.racks))

    def coolings(self) -> tuple[str, ...]:
        """Return the ways of cooling in the order of the racks."""
        return tuple(dict.fromkeys(rack.cooling for rack in self.racks))

    def in_band_of(self, slots: int) -> Pairs:
        """Return the in-band network of a pod of so many node slots."""
        if self.far_in_band and slots > self.far_in_band[0]:
            return self.far_in_band[1]
        return self.in_band

    def step_of(self, slots: int) -> Step:
        """Return the leaves of a pod of so many node slots."""
        return next((step for step in self.steps if slots <= step.up_to), self.steps[-1])


@dataclass(frozen=True)
class Size:
    """How large a pod is: node slots, those given up, and the leaves that this takes."""

    slots: int
    reserved: int
    step: Step

    @property
    def nodes(self) -> int:
        """Nodes that stand."""
        return self.slots - self.reserved

    @property
    def units(self) -> int:
        """Scalable units begun."""
        return ceil(self.slots / self.step.su_nodes)
