"""A design's networks as graphs: `expand_network`, and `NetworkExpander` for edit after edit.

A fabric is the rule: its record says which parts hang on it and how its tiers are built. The
switches and nodes that are drawn take the rule's places in order of their names; cables by hand
(`design.cables`) add links to it or take the place of its links. What cannot be connected stays
unconnected, with its reason.
"""

from dataclasses import dataclass, field

import numpy as np

from designer.catalog.catalog import Catalog
from designer.model.design import Cable, Design, Fabric
from designer.wiring.last_two import LastTwo
from designer.wiring.network_cables import lay_by_hand, sorted_by_fabric
from designer.wiring.network_columns import FabricWiring, NetworkWiring
from designer.wiring.network_fabric import wire_fabric
from designer.wiring.network_members import Members, MemberTable
from designer.wiring.network_ports import PartPorts, taken_of
from designer.wiring.network_scope import PortUses, Uses


@dataclass
class _Known:
    """What a fabric's graph was made of, and the graph without and with cables by hand.

    Attributes
    ----------
    used, taken, uses
        What earlier fabrics take of each part's groups of ports; what that leaves taken of its
        members' ports; and what is taken of their groups together with what it takes itself.
    """

    fabric: Fabric
    members: Members
    used: Uses
    taken: tuple[int, ...]
    uses: Uses
    ports: PartPorts
    cables: tuple[Cable, ...]
    ruled: FabricWiring
    wiring: FabricWiring


@dataclass
class NetworkExpander:
    """Expands one design after another; a fabric is made anew only where its contents differ.

    Attributes
    ----------
    expanded
        Fabrics that the last call made anew.
    """

    catalog: Catalog
    expanded: int = 0
    _table: MemberTable = field(default_factory=MemberTable)
    _known: LastTwo[str, _Known] = field(default_factory=LastTwo)
    _last: tuple[Design, NetworkWiring] | None = None

    def fork(self) -> "NetworkExpander":
        """Return an expander that goes on from here, for a design that is only tried."""
        return NetworkExpander(self.catalog, 0, self._table.fork(), self._known.fork(), self._last)

    def expand(self, design: Design) -> NetworkWiring:
        """Return the graphs of all fabrics of a design."""
        self.expanded = 0
        if self._last is not None and self._last[0] is design:
            return self._last[1]
        self._table.follow(design)
        members = {fabric.id: self._table.of(fabric) for fabric in design.fabrics}
        cables, loose = sorted_by_fabric(design.cables, members)
        port_uses = PortUses()
        wirings: dict[str, FabricWiring] = {}
        for fabric in design.fabrics:
            mine, used = members[fabric.id], port_uses.before(fabric)
            by_hand = cables.get(fabric.id, ())
            before = self._made_of(fabric, mine, by_hand)
            alike = before is not None and _is_alike(before.fabric, fabric)
            same = before is not None and alike and before.members is mine
            # Fabrics take ports in their order: what earlier ones take is all that it depends on.
            if before is not None and same and before.used == used:
                taken, uses = before.taken, before.uses
            else:
                taken, uses = self._taken(fabric, mine, used)
            if before is None or not same or before.taken != taken or before.cables != by_hand:
                near = before if alike else None
                ports = near.ports if near else PartPorts(fabric, self.catalog)
                ruled = wire_fabric(fabric, mine, taken, ports, near.ruled if near else None)
                wiring = lay_by_hand(ruled, by_hand)
                before = _Known(fabric, mine, used, taken, uses, ports, by_hand, ruled, wiring)
                self.expanded += 1
            self._known.keep(fabric.id, before)
            wirings[fabric.id] = before.wiring
            port_uses.take(fabric, uses)
        for kept in (self._known, self._table):
            kept.drop_all_but(_ids(design))
        strays = self._table.strays(frozenset(members))
        known_network = self._last[1] if self._last else None
        network = NetworkWiring(tuple(wirings.values()), loose, strays)
        if known_network is not None and _same(known_network, network):
            network = known_network
        self._last = (design, network)
        return network

    def _made_of(
        self, fabric: Fabric, members: Members, by_hand: tuple[Cable, ...]
    ) -> _Known | None:
        """Return what was made of these members, or if nothing was, what was made last.

        Of two that were made of them the one with these cables by hand: an undo leads back to it.
        """

        def is_of_these(known: _Known) -> bool:
            return known.members is members and _is_alike(known.fabric, fabric)

        return (
            self._known.find(fabric.id, lambda one: is_of_these(one) and one.cables == by_hand)
            or self._known.find(fabric.id, is_of_these)
            or self._known.last(fabric.id)
        )

    def _taken(self, fabric: Fabric, members: Members, used: Uses) -> tuple[tuple[int, ...], Uses]:
        """Return the links that earlier fabrics take of each part's ports.

        Then what is taken of every group of ports, by part and group, together with this one's.
        """
        uses: Uses = {}
        taken = [0] * len(members.parts)
        for at in np.flatnonzero(np.bincount(members.node_parts)).tolist():
            part = self.catalog.get(members.parts[at])
            if part is None:
                continue
            taken[at], more = taken_of(part, fabric, used)
            uses |= more
        return tuple(taken), uses


def expand_network(design: Design, catalog: Catalog) -> NetworkWiring:
    """Return the graphs of all fabrics of a design."""
    return NetworkExpander(catalog).expand(design)


def _ids(design: Design) -> tuple[str, ...]:
    return tuple(fabric.id for fabric in design.fabrics)


def _is_alike(one: Fabric, other: Fabric) -> bool:
    return one is other or one == other


def _same(one: NetworkWiring, other: NetworkWiring) -> bool:
    """Return whether two expansions are the same, fabric by fabric the same object."""
    return (
        len(one.fabrics) == len(other.fabrics)
        and all(a is b for a, b in zip(one.fabrics, other.fabrics, strict=True))
        and one.loose == other.loose
        and one.strays == other.strays
    )
