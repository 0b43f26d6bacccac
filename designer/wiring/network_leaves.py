"""The leaf tier of one plane: how many leaves, and which ports of each are used."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from designer.wiring.network_request import SU_RACKS, FabricError, FabricRequest


@dataclass(frozen=True)
class Leaves:
    """The leaf tier of one plane: how many, ports used, groups that share spines in three tiers.

    Plans of equal requests are equal: `grow_to` follows from the request and is not compared.
    """

    count: int
    down: int
    up: int
    per_group: int
    groups: int
    grow_to: Callable[[int], int] = field(compare=False)
    words: str
    targets: int = 0
    target_up: int = 0

    def uplinks(self) -> int:
        """Return the uplinks of all leaves of a plane."""
        return self.count * self.up + self.targets * self.target_up


def split_ports(radix: int, oversubscription: float) -> tuple[int, int]:
    """Return a leaf's node-facing and spine-facing ports.

    `d = trunc(P·B / (1 + B))`, so that the blocking is never worse than asked (Solnushkin,
    "Automated Design of Two-Layer Fat-Tree Networks", arXiv 1301.6179).
    """
    blocking = Fraction(oversubscription).limit_denominator(10_000)
    down = floor(radix * blocking / (1 + blocking))
    return down, radix - down


def leaves_of(r: FabricRequest, ports: int) -> Leaves:
    """Return the leaf tier of one plane under the request's policy."""
    down, up = (ports, 0) if r.tiers == 1 else split_ports(ports, r.oversubscription)
    if down < 1:
        raise FabricError(f"a leaf of {ports} ports has no node-facing port at this blocking")
    slots = max(r.nodes, r.planned_nodes) + r.reserved_slots
    if r.leaf_policy == "rail-per-su":
        return _leaves_per_su(r, slots, ports, down)
    if r.leaf_policy == "rail-per-rack":
        return _leaves_per_rack(r, ports, down)
    return _pooled(r, slots * r.rails, ports, down, up)


def _leaves_per_su(r: FabricRequest, slots: int, ports: int, down: int) -> Leaves:
    su = r.su_nodes or down
    if su > down:
        raise FabricError(
            f"a rail of a scalable unit has {su} nodes, but a leaf of {ports} ports has only "
            f"{down} node-facing ports at {r.oversubscription:g}:1; a rail must not be split "
            "over leaves: use smaller scalable units or a larger switch"
        )
    units = ceil(slots / su)
    up = uplinks_for(su, r.oversubscription)

    def grow_to(leaves: int) -> int:
        return leaves // r.rails * su - r.reserved_slots

    words = (
        f"{units * r.rails} leaves: one per rail and scalable unit, {r.rails} rails × {units} SU "
        f"of {su} nodes, built for the full SU"
    )
    targets = units * r.target_leaves
    if targets:
        words += f", and {targets} for storage systems at 1:1"
    return Leaves(
        units * r.rails, su, up, units * r.rails, 1, grow_to, words, targets, r.target_links
    )


def _leaves_per_rack(r: FabricRequest, ports: int, down: int) -> Leaves:
    # Leaves are alike: each is built for the fullest rack, as a mean fits none of unlike ones. What
    # a rack has beyond the ports of a leaf is told of its links.
    per_rack = max(min(r.rack_nodes, down), ceil(max(r.nodes, r.planned_nodes) / r.racks))
    if per_rack > down:
        raise FabricError(
            f"a rack has {per_rack} nodes, but a leaf of {ports} ports has only {down} "
            f"node-facing ports at {r.oversubscription:g}:1"
        )
    su_racks = ceil(r.su_nodes / per_rack) if r.su_nodes else min(SU_RACKS, r.racks)
    groups = ceil(r.racks / su_racks) * r.rails
    up = uplinks_for(per_rack, r.oversubscription)

    def grow_to(leaves: int) -> int:
        return leaves // r.rails * per_rack

    words = (
        f"{r.racks * r.rails} leaves: one per rail and rack, {r.rails} rails × {r.racks} racks; "
        f"each uses {per_rack} + {up} of {ports} ports"
    )
    return Leaves(r.racks * r.rails, per_rack, up, su_racks, groups, grow_to, words)


def _pooled(r: FabricRequest, links: int, ports: int, down: int, up: int) -> Leaves:
    """Return leaves that any node may use; one switch where all links fit it.

    Nodes with several links are not put on one switch to its last port: nothing would be left for
    the fabric manager or growth. 16 MI300X servers of 8 × 400G on 128 × 400G switches are
    published as a 2 × 2 Clos, not as one switch.
    """
    if links < ports or (links == ports and r.rails == 1):
        words = f"one switch: {links} links fit its {ports} ports"
        return Leaves(1, ports, 0, 1, 1, lambda _: ports // r.rails - r.reserved_slots, words)
    count = ceil(links / down)
    if not r.expandable:
        down = ceil(links / count)
        up = min(up, uplinks_for(down, r.oversubscription))

    def grow_to(leaves: int) -> int:
        return leaves * down // r.rails - r.reserved_slots

    words = f"{count} leaves: {links} node links, {down} to a leaf, pooled"
    return Leaves(count, down, up, count, 1, grow_to, words)


def uplinks_for(down: int, oversubscription: float) -> int:
    """Return the uplinks that a leaf with `down` used ports needs.

    There are as many: a leaf uses no more ports than `split_ports` gives to nodes.
    """
    blocking = Fraction(oversubscription).limit_denominator(10_000)
    return ceil(down / blocking)
