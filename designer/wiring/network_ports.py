"""Which ports of a part a fabric can use, and why it cannot: purpose, kind, rate, count, split.

A *lane* is one link's share of a cage: logical port 2 of cage 17 is lane 33 of a switch whose
cages hold two ports. People read it as `17.2`, and as `17` where a cage holds one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import not_in_catalogue
from designer.catalog.part import Part, PortGroup
from designer.model.design import Fabric

PROTOCOLS: Final = {"infiniband": "InfiniBand", "ethernet": "Ethernet", "nvlink": "NVLink"}
_OFTEN_UNSTATED: Final = ("storage", "in-band", "out-of-band")
"""Purposes for which servers are sold with adapters of choice: a node that states no such port may
have some all the same."""


@dataclass(frozen=True)
class PortFit:
    """What a part has for a fabric.

    Attributes
    ----------
    lanes
        Links it can take; None where nobody says which ports it has.
    lanes_each
        Those of one node, where a device holds several.
    lanes_per_cage
        Links in one cage, for addresses.
    first
        Lane at which the fabric begins: earlier fabrics may share the ports.
    refusal
        Why none of its ports fits, in one line; empty where some do.
    doubt
        What would have to be known to say whether they fit; empty where that is said.
    connector
        The connector of its ports; empty where not known.
    port_gbps
        Rate of its ports before they are split; None where nobody says.
    """

    lanes: int | None = None
    lanes_each: int | None = None
    lanes_per_cage: int = 1
    first: int = 0
    refusal: str = ""
    doubt: str = ""
    connector: str = ""
    port_gbps: float | None = None

    def text(self, lane: int) -> str:
        """Return a lane as people write it: `17.2`, or `17` where a cage holds one."""
        cage, place = divmod(lane, self.lanes_per_cage)
        return f"{cage + 1}.{place + 1}" if self.lanes_per_cage > 1 else str(cage + 1)

    def lane(self, text: str) -> int | None:
        """Return the lane that a text names, a cage alone naming its first; None for no such."""
        cage, _, place = text.partition(".")
        if not (cage.isdecimal() and (place or "1").isdecimal()):
            return None
        at = (int(cage) - 1) * self.lanes_per_cage + int(place or "1") - 1
        inside = 1 <= int(place or "1") <= self.lanes_per_cage and int(cage) >= 1
        return at if inside and (self.lanes is None or at < self.lanes) else None


def fabric_ports(part: Part | None) -> PortGroup | None:
    """Return a switch's ports that build the fabric: the largest group of that purpose."""
    groups = [port for port in part.ports if port.purpose == "fabric"] if part else []
    return max(groups, key=lambda port: port.count * port.rate_gbps, default=None)


def most_split(part: Part | None) -> int:
    """Return into how many links every fabric port of a switch can be split at once.

    A cage may split further than the chip's cap on logical ports lets all of them: 64 cages of
    eight lanes with 320 logical ports split into four. Lanes part in halves, so do ports.
    """
    group = fabric_ports(part)
    if part is None or group is None:
        return 1
    most = part.switch.logical_ports if part.switch else None
    split = group.breakout
    while most is not None and split > 1 and group.count * split > most:
        split = max(1, split // 2)
    return split


def switch_fit(fabric: Fabric, part_id: str, catalog: Catalog) -> PortFit:
    """Return what a switch has for a fabric."""
    part = catalog.get(part_id)
    if part is None or not part.ports:
        return PortFit(doubt=nothing_known(part_id, part))
    group = fabric_ports(part)
    if group is None:
        return PortFit(refusal=f"{part_id} has no fabric ports")
    refusal = _unfit(fabric, part_id, group, "fabric", catalog)
    split = fabric.breakout
    if not refusal and split > 1:
        if split > group.breakout:
            refusal = (
                f"{part_id}: a port splits into {group.breakout} at most, the fabric asks for "
                f"{split}"
            )
        elif split * fabric.rate_gbps > group.rate_gbps:
            refusal = (
                f"{part_id}: {split} × {fabric.rate_gbps:g} Gb/s are more than a port of "
                f"{group.rate_gbps:g} Gb/s"
            )
    lanes = group.count * split
    most = part.switch.logical_ports if part.switch else None
    if not refusal and most is not None and lanes > most and fabric.topology != "hand-drawn":
        refusal = (
            f"{part_id}: {group.count} ports split into {split} are {lanes} logical ports, the "
            f"switch has {most}: split into {most_split(part)} at most, or take another switch"
        )
    if refusal:
        return PortFit(refusal=refusal)
    per_cage = _per_cage(lanes, group.cages)
    if most is not None:
        lanes = min(lanes, most)  # by hand some ports may be split, until no more are to be had
    return PortFit(lanes, lanes, per_cage, connector=group.connector, port_gbps=group.rate_gbps)


def taken_of(
    part: Part, fabric: Fabric, used: dict[tuple[str, str], int]
) -> tuple[int, dict[tuple[str, str], int]]:
    """Return the links of a node's ports that fabrics before this one take.

    Then what is taken of each of its groups of ports, by part and group, together with this one's.

    Parameters
    ----------
    used
        What the fabrics before this one take of groups, by part and group.
    """
    groups = purpose_ports(part, fabric)
    taken = max((used.get((part.id, group.name), 0) for group in groups), default=0)
    mine = taken + fabric.rails * fabric.planes
    return taken, {(part.id, group.name): mine for group in groups}


def fitting_ports(
    part: Part, fabric: Fabric, catalog: Catalog, taken: int = 0
) -> tuple[tuple[PortGroup, int], ...]:
    """Return a node's groups of ports that fit a fabric, each with its links at its rate.

    Ports are split only where there are fewer of them than links: a whole port runs at any rate
    below its own over a plug of its own, and what joins half a port is another cable.

    Parameters
    ----------
    taken
        Links of one node that earlier fabrics use of the same ports.
    """
    fitting = [
        group for group in purpose_ports(part, fabric)
        if not _unfit(fabric, part.id, group, fabric.purpose, catalog)
    ]  # fmt: skip
    nodes = 1 if part.node_count is None else max(1, part.node_count)
    each = sum(group.count for group in fitting) // nodes
    whole = each >= taken + fabric.rails * fabric.planes
    return tuple(
        (group, group.count * (1 if whole else _links_per_port(fabric, group, catalog)))
        for group in fitting
    )


def node_fit(fabric: Fabric, part_id: str, taken: int, catalog: Catalog) -> PortFit:
    """Return what a node has for a fabric beside what `taken` links of other fabrics use."""
    part = catalog.get(part_id)
    if part is None or not part.ports:
        return PortFit(doubt=nothing_known(part_id, part))
    groups = purpose_ports(part, fabric)
    if not groups and part.traits.computes and fabric.purpose in _OFTEN_UNSTATED:
        asked = f"{fabric.rails * fabric.planes} × {fabric.rate_gbps:g} Gb/s"
        return PortFit(
            doubt=f"{part_id} states no port for {fabric.purpose}; {asked} of "
            f"{PROTOCOLS[fabric.kind]} are asked for in each node"
        )
    if not groups:
        return PortFit(refusal=f"{part_id} has no port for {fabric.purpose}")
    fitting = fitting_ports(part, fabric, catalog, taken)
    if not fitting:
        return PortFit(refusal=_unfit(fabric, part_id, groups[0], fabric.purpose, catalog))
    lanes = sum(links for _, links in fitting)
    cages = [group.cages for group, _ in fitting]
    known = sum(c for c in cages if c is not None) if None not in cages else None
    connector = fitting[0][0].connector
    # A rack that nobody counted has one node at least: what that does not have, none has.
    doubt = "" if part.node_count is not None else f"the number of nodes of {part_id} is not known"
    each = lanes // max(1, 1 if part.node_count is None else part.node_count)
    if taken >= each:
        return PortFit(refusal=f"{part_id}: other fabrics take its {each} {fabric.purpose} ports")
    rate = max(group.rate_gbps for group, _ in fitting)
    per_cage = _per_cage(lanes, known)
    return PortFit(lanes, each, per_cage, taken, doubt=doubt, connector=connector, port_gbps=rate)


@dataclass
class PartPorts:
    """What parts have for one fabric, each looked up once."""

    fabric: Fabric
    catalog: Catalog
    _nodes: dict[tuple[str, int], PortFit] = field(default_factory=dict)
    _switches: dict[str, PortFit] = field(default_factory=dict)
    _units: dict[str, int] = field(default_factory=dict)

    def of_node(self, part_id: str, taken: int) -> PortFit:
        """Return what a node has beside what `taken` links of other fabrics use."""
        known = self._nodes.get((part_id, taken))
        if known is None:
            known = node_fit(self.fabric, part_id, taken, self.catalog)
            self._nodes[part_id, taken] = known
        return known

    def of_switch(self, part_id: str) -> PortFit:
        """Return what a switch has."""
        known = self._switches.get(part_id)
        if known is None:
            known = self._switches[part_id] = switch_fit(self.fabric, part_id, self.catalog)
        return known

    def units(self, part_id: str) -> int:
        """Return how many nodes a part brings: one, or those that a filled rack holds."""
        known = self._units.get(part_id)
        if known is None:
            part = self.catalog.get(part_id)
            count = part.node_count if part else 1
            # A rack that nobody counted is drawn with the one node that it has at least.
            known = self._units[part_id] = 1 if count is None else max(1, count)
        return known


def purpose_ports(part: Part, fabric: Fabric) -> list[PortGroup]:
    """Return a node's ports of a fabric's purpose; a group's name may hold a second purpose."""
    return [
        group
        for group in part.ports
        if group.purpose == fabric.purpose or fabric.purpose in group.name.split()
    ]


def reaching_ports(part: Part, fabric: Fabric, catalog: Catalog) -> tuple[PortGroup, ...]:
    """Return a part's ports of a fabric's purpose that speak its protocol, at whatever rate."""
    groups = purpose_ports(part, fabric)
    return tuple(group for group in groups if fabric.kind in _kinds_of(group, catalog))


def connectors_meet(one: str, other: str) -> bool | None:
    """Return whether a cable exists between two connectors; None where one is not known.

    Pluggable cages of all families meet by cables with unlike ends (NVIDIA sells OSFP to QSFP112);
    a twisted-pair jack and a backplane meet only their own.
    """
    if not one or not other:
        return None
    return _family(one) == _family(other)


def _family(connector: str) -> str:
    words = connector.lower()
    if "rj45" in words or "rj-45" in words or "base-t" in words:
        return "twisted pair"
    return "backplane" if "backplane" in words else "pluggable"


def nothing_known(part_id: str, part: Part | None) -> str:
    """Return why nobody can say what ports a part has."""
    if part is None:
        return not_in_catalogue(part_id)
    return f"the ports of {part_id} are not known"


def _unfit(fabric: Fabric, part_id: str, group: PortGroup, what: str, catalog: Catalog) -> str:
    """Return why the ports of a group do not fit a fabric; empty where they do."""
    if fabric.kind not in _kinds_of(group, catalog):
        return (
            f"{part_id}: its {what} ports are {PROTOCOLS[group.kind]}, the fabric is "
            f"{PROTOCOLS[fabric.kind]}"
        )
    if fabric.rate_gbps > group.rate_gbps:
        return (
            f"{part_id}: its {what} ports run at {group.rate_gbps:g} Gb/s, the fabric at "
            f"{fabric.rate_gbps:g} Gb/s"
        )
    return ""


def _kinds_of(group: PortGroup, catalog: Catalog) -> frozenset[str]:
    """Return the protocols of a group's ports: an adapter may run either."""
    if any(it.either for it in _with_adapter(group, catalog)):
        return frozenset(("infiniband", "ethernet"))
    return frozenset((group.kind,))


def _with_adapter(group: PortGroup, catalog: Catalog) -> Iterable[PortGroup]:
    """Yield a group and the ports of the adapter that carries it, if a part names one."""
    yield group
    adapter = catalog.get(group.nic) if group.nic else None
    if adapter is not None:
        yield from (port for port in adapter.ports if port.purpose != "out-of-band")


def _links_per_port(fabric: Fabric, group: PortGroup, catalog: Catalog) -> int:
    """Return the links of the fabric's rate that one port of a node is split into."""
    if fabric.rate_gbps <= 0:
        return 1  # no rate to split a port by
    most = max(it.breakout for it in _with_adapter(group, catalog))
    return max(1, min(most, int(group.rate_gbps // fabric.rate_gbps)))


def _per_cage(lanes: int, cages: int | None) -> int:
    return max(1, lanes // cages) if cages else 1
