"""What a fabric is asked to connect, and what no fabric can be."""

from dataclasses import dataclass
from typing import get_args

from designer.model.design import FabricTopology, LeafPolicy

RESERVED_LINKS_PER_SLOT = 4
"""Links of a node slot that is given to the fabric manager. DGX SuperPOD H100 RA, Table 4: 252
node and UFM cables for 31 nodes of 8 links, 764 for 95, 1,020 for 127."""

SU_RACKS = 8
"""Racks of a scalable unit where one leaf serves one rack: DGX SuperPOD GB200 RA."""

MINIMUM_SPINES = 2
"""One spine would be a single point of failure between leaves; the smallest published Clos
fabrics have two (16 MI300X servers on 64 × 800G: 2 × 2)."""


class FabricError(ValueError):
    """No such fabric can be built; the message says why."""


@dataclass(frozen=True)
class FabricRequest:
    """What a fabric is asked to connect.

    Attributes
    ----------
    nodes
        Nodes that are drawn: they count for cables and injection.
    rails
        Links of a node into each plane; a rail is the set of links with the same number.
    radix, spine_radix, core_radix
        Ports of one switch before breakout; 0 takes that of the tier below.
    rate_gbps
        Rate of one node link, after breakout.
    su_nodes
        Nodes of a scalable unit; 0: what one leaf can serve (rail-per-su), or 8 racks
        (rail-per-rack).
    racks
        Racks that hold the nodes; asked for by rail-per-rack only.
    rack_nodes
        Nodes of the fullest of them, where they are not alike; 0 for as many in each.
    reserved_slots
        Node slots of the whole fabric given up, for instance to the fabric manager.
    oversubscription
        Node-facing to spine-facing capacity of a leaf; never exceeded, perhaps bettered. Below 1
        a leaf has more uplinks than links to nodes, so that spines may fail.
    spine_oversubscription
        Leaf-facing to core-facing capacity of a spine where a core tier stands.
    spines
        Spines that are asked for, of each pod of a plane (the whole plane with two tiers), where
        more than the rule needs; 0 for as many as it needs.
    planes
        Parallel fabrics; each node has `rails` links into each.
    breakout
        Links that one switch port is split into. Cables are counted per port (cage).
    planned_nodes
        Nodes the switches are sized for, where more than `nodes`.
    expandable
        Keep leaf ports dense so that nodes can be added; False spreads nodes evenly over the
        leaves and drops the spines that this frees (pooled policy only).
    max_tiers
        Refuse what needs more tiers: 1, 2 or 3.
    tiers
        0 for as many as the rule needs; 1 for leaves alone, all ports to nodes, whose uplinks are
        other ports and go to another fabric (out-of-band switches); 2 for no core tier, 3 for one
        also where two tiers would do (pods that grow).
    topology
        What the switches make together; only a fat-tree has tiers by the rule.
    shape
        Sizes of a topology that has some, see `network_shapes`; empty for the smallest that holds
        the nodes. Of hand-drawn fabrics the leaves, spines and core switches that are drawn.
    hosts
        Node links of a switch of such a topology; 0 for as few as hold the nodes.
    width, global_links
        Links between two neighbours, and between two groups; 0 for 1 in a shape that is asked for
        (groups: as many as ports are left), else as the ports are split.
    target_leaves, target_links
        Leaves of each scalable unit for storage systems beside its node leaves, and the links of
        such a leaf, as many down as up (rail-per-su only). DGX SuperPOD H100 RA: storage is
        connected 1:1, nodes near 4:3.
    """

    nodes: int
    radix: int
    rate_gbps: float
    rails: int = 1
    leaf_policy: LeafPolicy = "pooled"
    spine_radix: int = 0
    core_radix: int = 0
    su_nodes: int = 0
    racks: int = 0
    rack_nodes: int = 0
    reserved_slots: int = 0
    oversubscription: float = 1.0
    spine_oversubscription: float = 1.0
    spines: int = 0
    planes: int = 1
    breakout: int = 1
    planned_nodes: int = 0
    expandable: bool = True
    max_tiers: int = 3
    minimum_spines: int = MINIMUM_SPINES
    tiers: int = 0
    target_leaves: int = 0
    target_links: int = 0
    topology: FabricTopology = "fat-tree"
    shape: tuple[int, ...] = ()
    hosts: int = 0
    width: int = 0
    global_links: int = 0


def refuse_nonsense(r: FabricRequest) -> None:
    """Raise for what no fabric can be."""
    for name in ("nodes", "rails", "radix", "planes", "breakout", "max_tiers"):
        if getattr(r, name) < 1:
            raise FabricError(f"{name} is {getattr(r, name)}; it must be at least 1")
    for name in (
        "spine_radix", "core_radix", "su_nodes", "racks", "rack_nodes", "reserved_slots",
        "target_leaves", "target_links", "spines", "hosts", "width", "global_links",
    ):  # fmt: skip
        if getattr(r, name) < 0:
            raise FabricError(f"{name} is {getattr(r, name)}; it must not be negative")
    if not r.rate_gbps > 0:
        raise FabricError(f"rate_gbps is {r.rate_gbps:g}; it must be above 0")
    for name in ("oversubscription", "spine_oversubscription"):
        if not getattr(r, name) > 0:
            raise FabricError(f"{name} is {getattr(r, name):g}; it must be above 0")
    if r.leaf_policy not in ("rail-per-su", "rail-per-rack", "pooled"):
        raise FabricError(
            f"leaf_policy {r.leaf_policy!r} is not one of rail-per-su, rail-per-rack, pooled"
        )
    if r.topology not in get_args(FabricTopology):
        raise FabricError(
            f"topology {r.topology!r} is not one of {', '.join(get_args(FabricTopology))}"
        )
    if bool(r.target_leaves) != bool(r.target_links):
        raise FabricError("target_leaves and target_links go together: how many, how many links")
    if r.target_leaves and r.leaf_policy != "rail-per-su":
        raise FabricError("target_leaves stand beside the node leaves of rail-per-su only")
    if 2 * r.target_links > r.radix * r.breakout:
        raise FabricError(
            f"a storage leaf of {r.radix * r.breakout} ports has no {r.target_links} up and down"
        )
    if r.leaf_policy == "rail-per-rack" and r.racks < 1:
        raise FabricError("rail-per-rack places a leaf per rack and rail: say how many racks")
