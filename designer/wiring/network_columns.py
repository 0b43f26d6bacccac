"""The graph of one fabric as columns of 32-bit integers, and what the columns point into.

Vertices are numbered: nodes first, then the places for switches. A place is a role of the rule,
whether a switch is drawn there or not, or a switch drawn beyond the rule.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from designer.model.design import Fabric
from designer.wiring.network_links import Ints
from designer.wiring.network_members import Members
from designer.wiring.network_ports import PortFit
from designer.wiring.network_size import FabricPlan

CONNECTED: Final = 0
"""The fault of a link that has none."""
UNMADE: Final = "media of cables"
"""The input that leaves open what is joined by no cable of the catalogue."""

FaultForm = Literal["rule", "refused", "displaced", "replaced"]
"""What is not connected: a link of the rule, for want of a switch or a port; a cable by hand; a
link of the rule that gave way to a cable by hand; one whose work such a cable does."""


@dataclass(frozen=True)
class Nodes:
    """The nodes of a fabric, one entry for each node; a filled rack holds several.

    Attributes
    ----------
    device
        Index into the members' nodes.
    unit
        Number of the node within its device.
    """

    device: Ints
    unit: Ints

    def __len__(self) -> int:
        return len(self.device)


@dataclass(frozen=True, eq=False)
class Seats:
    """The places of a fabric's nodes in order, those that are kept free among them.

    Attributes
    ----------
    rack
        Shape (places,): number of the rack of each, counted over racks with places.
    at
        Shape (nodes,): the place of each node.
    """

    rack: Ints
    at: Ints

    @property
    def racks(self) -> int:
        """How many racks they are in."""
        return int(self.rack[-1]) + 1 if len(self.rack) else 0

    @property
    def most_in_rack(self) -> int:
        """How many the fullest rack has."""
        return int(np.bincount(self.rack).max()) if len(self.rack) else 0

    @property
    def free(self) -> int:
        """How many are kept free."""
        return len(self.rack) - len(self.at)

    def __len__(self) -> int:
        return len(self.rack)


@dataclass(frozen=True)
class Endpoints:
    """What talks over a fabric: one rail of one node, with a link in every plane.

    Attributes
    ----------
    node, port, rail
        The node, the port of its device in the first plane (a lane), and the rail.
    """

    node: Ints
    port: Ints
    rail: Ints

    def __len__(self) -> int:
        return len(self.node)


@dataclass(frozen=True)
class Places:
    """The places for switches: leaves, spines, core switches of the rule, then what is beyond it.

    Attributes
    ----------
    switch
        Index into the members' switches; -1 where none is drawn.
    tier
        0 leaf, 1 spine, 2 core.
    plane, unit
        Plane and pod (counted over the whole fabric, -1 for core switches); -1 beyond the rule.
    """

    switch: Ints
    tier: Ints
    plane: Ints
    unit: Ints

    def __len__(self) -> int:
        return len(self.switch)


@dataclass(frozen=True)
class Links:
    """Bundles of parallel links on consecutive ports; `a` is the node or the lower tier.

    Attributes
    ----------
    a, b
        Vertices.
    a_port, b_port
        Lane of the first link at either end.
    rate_mbps
        Rate of one link.
    end
        The endpoint of a node's link; -1 between switches.
    fault
        Why it is not connected, index into the fabric's `faults`; 0 where it is.
    """

    a: Ints
    a_port: Ints
    b: Ints
    b_port: Ints
    count: Ints
    rate_mbps: Ints
    end: Ints
    fault: Ints

    def __len__(self) -> int:
        return len(self.a)

    @cached_property
    def connected(self) -> NDArray[np.bool_]:
        """Whether a vertex has a connected link, up to the last vertex that any link names."""
        made = self.fault == CONNECTED
        rows = slice(None) if made.all() else made
        found = np.zeros(1 + int(max(self.a.max(initial=-1), self.b.max(initial=-1))), dtype=bool)
        found[self.a[rows]] = True
        found[self.b[rows]] = True
        return found


@dataclass(frozen=True)
class Refusal:
    """Links that one reason leaves unconnected, or that nobody can vouch for.

    Attributes
    ----------
    part
        The part whose ports do not fit; empty where something else is the reason.
    links
        How many stay unconnected; 0 for a doubt.
    form
        What is not connected.
    cable
        The cable by hand that it is about; empty where it is about none.
    """

    reason: str
    part: str = ""
    links: int = 0
    form: FaultForm = "rule"
    cable: str = ""

    @property
    def by_hand(self) -> bool:
        """Whether it is about a cable by hand, or a link that gave way to one."""
        return self.form != "rule"


@dataclass(frozen=True)
class HandFault:
    """A reason that a cable by hand brings: its form, and the cable."""

    form: FaultForm
    cable: str


@dataclass(frozen=True)
class FabricWiring:
    """The graph of one fabric.

    Attributes
    ----------
    plan
        The rule's answer; None where there is none, and `problem` says why.
    fits
        Ports by part: of nodes and of switches.
    faults
        Reasons, the first empty; `fault_parts` names the part of each, or is empty. Those from
        `faults_by_rule` on are about cables by hand.
    doubts
        What would have to be known to say whether ports fit, by part.
    unmade
        Pairs of ports that nothing in the catalogue joins, by the lower part, and their links:
        these count as connected, and what the network carries assumes that somebody makes them.
    hand_faults
        What the faults from `faults_by_rule` on are about, one for each.
    laid
        The last links are cables by hand, so many, with those that are not connected.
    """

    fabric: Fabric
    members: Members
    plan: FabricPlan | None
    problem: str
    nodes: Nodes
    seats: Seats
    endpoints: Endpoints
    places: Places
    links: Links
    node_fits: tuple[PortFit, ...]
    switch_fits: tuple[PortFit, ...]
    faults: tuple[str, ...]
    fault_parts: tuple[str, ...]
    doubts: tuple[Refusal, ...]
    faults_by_rule: int
    hand_faults: tuple[HandFault, ...] = ()
    laid: int = 0
    unmade: tuple[Refusal, ...] = ()

    @property
    def open_on(self) -> tuple[str, ...]:
        """Inputs that leave open what it carries: ports that nobody states, cables nobody sells."""
        ports = tuple(f"{doubt.part}.ports" for doubt in self.doubts)
        return (*ports, UNMADE) if self.unmade else ports

    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        """What stays unconnected, by reason, most links first."""
        if len(self.faults) == 1:  # the empty one
            return ()
        lost = np.bincount(self.links.fault, self.links.count, minlength=len(self.faults))
        hands = (*[HandFault("rule", "")] * self.faults_by_rule, *self.hand_faults)
        found = [
            Refusal(reason, part, int(links), hand.form, hand.cable)
            for reason, part, links, hand in zip(
                self.faults, self.fault_parts, lost, hands, strict=True
            )
            if reason and links
        ]
        return tuple(sorted(found, key=lambda it: (-it.links, it.reason)))

    @cached_property
    def node_kinds(self) -> tuple[str, ...]:
        """The parts that its nodes are, each once."""
        parts = self.members.parts
        return tuple(
            sorted(parts[at] for at in np.flatnonzero(np.bincount(self.members.node_parts)))
        )

    @property
    def linked(self) -> NDArray[np.bool_]:
        """Shape (vertices,): whether anything is connected there."""
        found = np.zeros(self.first_place + len(self.places), dtype=bool)
        connected = self.links.connected
        found[: len(connected)] = connected
        return found

    @property
    def first_place(self) -> int:
        """The vertex of the first place for a switch."""
        return len(self.nodes)

    def key(self, vertex: int) -> str:
        """Return the device key of a vertex; empty for a place without a switch."""
        if vertex < len(self.nodes):
            return self.members.node_key(int(self.nodes.device[vertex]))
        switch = int(self.places.switch[vertex - len(self.nodes)])
        return self.members.switch_key(switch) if switch >= 0 else ""

    def fit(self, vertex: int) -> PortFit:
        """Return the ports that a vertex has for this fabric."""
        if vertex < len(self.nodes):
            return self.node_fits[int(self.members.node_parts[self.nodes.device[vertex]])]
        switch = int(self.places.switch[vertex - len(self.nodes)])
        if switch < 0:
            return PortFit()
        return self.switch_fits[int(self.members.switch_parts[switch])]

    def cables(self) -> Iterator[tuple[str, str, float]]:
        """Yield every connected link as two ends, `device:17.2`, and its rate in Gb/s."""
        links = self.links
        for row in np.flatnonzero(links.fault == CONNECTED).tolist():
            a, b = int(links.a[row]), int(links.b[row])
            fits, keys = (self.fit(a), self.fit(b)), (self.key(a), self.key(b))
            for step in range(int(links.count[row])):
                ends = (int(links.a_port[row]) + step, int(links.b_port[row]) + step)
                yield (
                    f"{keys[0]}:{fits[0].text(ends[0])}",
                    f"{keys[1]}:{fits[1].text(ends[1])}",
                    int(links.rate_mbps[row]) / 1000,
                )


@dataclass(frozen=True)
class NetworkWiring:
    """The graphs of all fabrics of a design, in order of their ids.

    Attributes
    ----------
    loose
        Cables by hand that belong to no fabric or whose ends do not exist, with the reason.
    strays
        Keys of drawn switches whose fabric does not exist, with the fabric's id.
    """

    fabrics: tuple[FabricWiring, ...] = ()
    loose: tuple[tuple[str, str], ...] = ()
    strays: tuple[tuple[str, str], ...] = ()

    def find(self, fabric_id: str) -> FabricWiring | None:
        """Return the graph of a fabric, or None."""
        return next((it for it in self.fabrics if it.fabric.id == fabric_id), None)
