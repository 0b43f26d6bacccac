"""How many switches and cables a folded-Clos fabric needs, and what it carries.

A pure rule: no design, no catalogue. `size_fabric` answers for one fabric; `bisection_of` answers
for the switches that are really drawn. Rates are gigabits a second in **one direction**.

The rule (DGX SuperPOD reference architectures, RA-11333-001 and its successors):

* a leaf serves one rail of one scalable unit, one rail of one rack, or any node (pooled);
* leaves are built for the full scalable unit, also while nodes are missing;
* every leaf has the same number of links (the bundle) to every spine:
  `bundle = spine_ports // leaves`, `spines = ceil(uplinks / bundle)`;
* beyond the two-tier ceiling, pods of leaves and spines hang on a core tier, and half of a
  spine's ports face the core.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

from designer.engine.storage_leaves import UnitLeaves, mixed_spines
from designer.model.design import LeafPolicy

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
    reserved_slots
        Node slots of the whole fabric given up, for instance to the fabric manager.
    oversubscription
        Node-facing to spine-facing capacity of a leaf; never exceeded, perhaps bettered.
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
        other ports and go to another fabric (out-of-band switches).
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
    reserved_slots: int = 0
    oversubscription: float = 1.0
    planes: int = 1
    breakout: int = 1
    planned_nodes: int = 0
    expandable: bool = True
    max_tiers: int = 3
    minimum_spines: int = MINIMUM_SPINES
    tiers: int = 0
    target_leaves: int = 0
    target_links: int = 0


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


@dataclass(frozen=True)
class _Leaves:
    """The leaf tier of one plane: how many, ports used, groups that share spines in three tiers."""

    count: int
    down: int
    up: int
    per_group: int
    groups: int
    grow_to: Callable[[int], int]
    words: str
    targets: int = 0
    target_up: int = 0

    def uplinks(self) -> int:
        """Return the uplinks of all leaves of a plane."""
        return self.count * self.up + self.targets * self.target_up


@dataclass(frozen=True)
class _Spines:
    """What stands over the leaves of one plane."""

    tiers: int
    spine: int
    core: int
    bundle: int
    spine_down: int
    spine_up: int
    spine_up_links: int
    max_nodes: int
    words: str


def split_ports(radix: int, oversubscription: float) -> tuple[int, int]:
    """Return a leaf's node-facing and spine-facing ports.

    `d = trunc(P·B / (1 + B))`, so that the blocking is never worse than asked (Solnushkin,
    "Automated Design of Two-Layer Fat-Tree Networks", arXiv 1301.6179).
    """
    blocking = Fraction(oversubscription).limit_denominator(10_000)
    down = floor(radix * blocking / (1 + blocking))
    return down, radix - down


def size_fabric(request: FabricRequest) -> FabricSize:
    """Return the switches and cables that a fabric needs, and what it carries.

    Raises
    ------
    FabricError
        If the request contradicts itself or no fabric of `max_tiers` tiers can hold it.
    """
    _refuse_nonsense(request)
    leaf_ports = request.radix * request.breakout
    spine_ports = (request.spine_radix or request.radix) * request.breakout
    core_ports = (request.core_radix or request.spine_radix or request.radix) * request.breakout
    leaves = _leaves(request, leaf_ports)
    spines = _spines(request, leaves, spine_ports, core_ports)
    return _size(request, leaves, spines, leaf_ports)


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


def _refuse_nonsense(r: FabricRequest) -> None:
    """Raise for what no fabric can be."""
    for name in ("nodes", "rails", "radix", "planes", "breakout", "max_tiers"):
        if getattr(r, name) < 1:
            raise FabricError(f"{name} is {getattr(r, name)}; it must be at least 1")
    for name in (
        "spine_radix", "core_radix", "su_nodes", "racks", "reserved_slots", "target_leaves",
        "target_links",
    ):  # fmt: skip
        if getattr(r, name) < 0:
            raise FabricError(f"{name} is {getattr(r, name)}; it must not be negative")
    if not r.rate_gbps > 0:
        raise FabricError(f"rate_gbps is {r.rate_gbps:g}; it must be above 0")
    if not r.oversubscription >= 1:
        raise FabricError(
            f"oversubscription is {r.oversubscription:g}; 1 is non-blocking, less has no meaning"
        )
    if r.leaf_policy not in ("rail-per-su", "rail-per-rack", "pooled"):
        raise FabricError(
            f"leaf_policy {r.leaf_policy!r} is not one of rail-per-su, rail-per-rack, pooled"
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


def _leaves(r: FabricRequest, ports: int) -> _Leaves:
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


def _leaves_per_su(r: FabricRequest, slots: int, ports: int, down: int) -> _Leaves:
    su = r.su_nodes or down
    if su > down:
        raise FabricError(
            f"a rail of a scalable unit has {su} nodes, but a leaf of {ports} ports has only "
            f"{down} node-facing ports at {r.oversubscription:g}:1; a rail must not be split "
            "over leaves: use smaller scalable units or a larger switch"
        )
    units = ceil(slots / su)
    up = _uplinks(su, ports, r.oversubscription)

    def grow_to(leaves: int) -> int:
        return leaves // r.rails * su - r.reserved_slots

    words = (
        f"{units * r.rails} leaves: one per rail and scalable unit, {r.rails} rails × {units} SU "
        f"of {su} nodes, built for the full SU"
    )
    targets = units * r.target_leaves
    if targets:
        words += f", and {targets} for storage systems at 1:1"
    return _Leaves(
        units * r.rails, su, up, units * r.rails, 1, grow_to, words, targets, r.target_links
    )


def _leaves_per_rack(r: FabricRequest, ports: int, down: int) -> _Leaves:
    per_rack = ceil(max(r.nodes, r.planned_nodes) / r.racks)
    if per_rack > down:
        raise FabricError(
            f"a rack has {per_rack} nodes, but a leaf of {ports} ports has only {down} "
            f"node-facing ports at {r.oversubscription:g}:1"
        )
    su_racks = ceil(r.su_nodes / per_rack) if r.su_nodes else min(SU_RACKS, r.racks)
    groups = ceil(r.racks / su_racks) * r.rails
    up = _uplinks(per_rack, ports, r.oversubscription)

    def grow_to(leaves: int) -> int:
        return leaves // r.rails * per_rack

    words = (
        f"{r.racks * r.rails} leaves: one per rail and rack, {r.rails} rails × {r.racks} racks; "
        f"each uses {per_rack} + {up} of {ports} ports"
    )
    return _Leaves(r.racks * r.rails, per_rack, up, su_racks, groups, grow_to, words)


def _pooled(r: FabricRequest, links: int, ports: int, down: int, up: int) -> _Leaves:
    """Return leaves that any node may use; one switch where all links fit it.

    Nodes with several links are not put on one switch to its last port: nothing would be left for
    the fabric manager or growth. 16 MI300X servers of 8 × 400G on 128 × 400G switches are
    published as a 2 × 2 Clos, not as one switch.
    """
    if links < ports or (links == ports and r.rails == 1):
        words = f"one switch: {links} links fit its {ports} ports"
        return _Leaves(1, ports, 0, 1, 1, lambda _: ports // r.rails - r.reserved_slots, words)
    count = ceil(links / down)
    if not r.expandable:
        down = ceil(links / count)
        up = min(up, _uplinks(down, ports, r.oversubscription))

    def grow_to(leaves: int) -> int:
        return leaves * down // r.rails - r.reserved_slots

    words = f"{count} leaves: {links} node links, {down} to a leaf, pooled"
    return _Leaves(count, down, up, count, 1, grow_to, words)


def _uplinks(down: int, ports: int, oversubscription: float) -> int:
    """Return the uplinks that a leaf with `down` used ports needs."""
    blocking = Fraction(oversubscription).limit_denominator(10_000)
    return min(ports - down, ceil(down / blocking))


def _spines(r: FabricRequest, leaves: _Leaves, ports: int, core_ports: int) -> _Spines:
    """Return the tiers over the leaves of one plane."""
    if leaves.count == 1 or not leaves.up or r.tiers == 1:
        return _Spines(1, 0, 0, 0, 0, 0, 0, leaves.grow_to(1), "")
    if r.leaf_policy == "rail-per-rack":
        return _rail_groups(r, leaves, ports, core_ports)
    if leaves.targets:
        return _mixed(r, leaves, ports, core_ports)
    if leaves.count <= ports:
        _refuse_tiers(r, 2, leaves, ports)
        return _two_tiers(r, leaves, ports)
    _refuse_tiers(r, 3, leaves, ports)
    return _pods(r, leaves, ports, core_ports)


def _refuse_tiers(r: FabricRequest, needed: int, leaves: _Leaves, ports: int) -> None:
    if needed > r.max_tiers:
        raise FabricError(
            f"{leaves.count} leaves need {needed} tiers, {r.max_tiers} allowed: with two tiers a "
            f"spine of {ports} ports reaches at most {ports} leaves, "
            f"{leaves.down * ports} node links"
        )


def _two_tiers(r: FabricRequest, leaves: _Leaves, ports: int) -> _Spines:
    """Every leaf to every spine with equal bundles."""
    bundle = max(1, min(ports // leaves.count, leaves.up // r.minimum_spines))
    spine = ceil(leaves.up / bundle)
    by_ports = ceil(leaves.count * leaves.up / ports)
    words = (
        f"{spine} spines: each leaf's {leaves.up} uplinks must divide evenly over the spines, and "
        f"a spine of {ports} ports has {bundle} for each of {leaves.count} leaves"
    )
    if spine > max(by_ports, r.minimum_spines):
        words += f" (by port count alone {by_ports} would do, but not with equal bundles)"
    return _Spines(
        2, spine, 0, bundle, leaves.count * bundle, 0, 0, leaves.grow_to(ports), words
    )  # fmt: skip


def _equal_bundle(r: FabricRequest, leaves: int, up: int, half: int) -> int:
    """Return the largest bundle that divides a leaf's uplinks and fits half of a spine."""
    most = max(1, min(half // leaves, up // r.minimum_spines))
    return next(bundle for bundle in range(most, 0, -1) if up % bundle == 0)


def _pods(r: FabricRequest, leaves: _Leaves, ports: int, core_ports: int) -> _Spines:
    """Pods of at most half a spine's ports of leaves, joined by a core tier."""
    half = ports // 2
    ceiling = half * core_ports
    if leaves.count > ceiling:
        raise FabricError(
            f"{leaves.count} leaves need a fourth tier: three tiers of {ports}-port switches "
            f"reach {ceiling} leaves, {leaves.down * ceiling} node links"
        )
    full, rest = divmod(leaves.count, half)
    bundle = _equal_bundle(r, half, leaves.up, half)
    spine = full * (leaves.up // bundle)
    if rest:
        spine += leaves.up // _equal_bundle(r, rest, leaves.up, half)
    links = leaves.count * leaves.up
    core = ceil(links / core_ports)
    words = (
        f"three tiers: {leaves.count} leaves pass the two-tier ceiling of {ports} leaves "
        f"({leaves.down * ports} node links); {full + bool(rest)} pods of {half} leaves with "
        f"{spine} spines, half of their ports to {core} core switches"
    )
    down = half * bundle
    return _Spines(3, spine, core, bundle, down, down, links, leaves.grow_to(ceiling), words)


def _mixed(r: FabricRequest, leaves: _Leaves, ports: int, core_ports: int) -> _Spines:
    """Spines over node leaves and storage leaves: each spreads its uplinks evenly over them."""
    units = leaves.targets // r.target_leaves
    unit = UnitLeaves(r.rails, leaves.up, r.target_leaves, leaves.target_up)
    found = mixed_spines(unit, units, ports, core_ports, r.minimum_spines)
    if found is None:
        raise FabricError(
            f"{leaves.up} uplinks of a node leaf and {leaves.target_up} of a storage leaf divide "
            f"evenly over no number of spines of {ports} ports that takes them all"
        )
    _refuse_tiers(r, 3 if found.core else 2, leaves, ports)
    words = (
        f"{found.spine} spines: the fewest over which {leaves.up} and {leaves.target_up} uplinks "
        f"of a leaf divide evenly and {leaves.uplinks()} links fit"
    )
    grow_to = leaves.grow_to(leaves.count)
    if not found.core:
        down = leaves.uplinks() // found.spine
        bundle = leaves.up // found.spine
        return _Spines(2, found.spine, 0, bundle, down, 0, 0, grow_to, words)
    words += f", in pods of {found.pod} SU joined by {found.core} core switches"
    half = ports // 2
    return _Spines(3, found.spine, found.core, 1, half, half, leaves.uplinks(), grow_to, words)


def _rail_groups(r: FabricRequest, leaves: _Leaves, ports: int, core_ports: int) -> _Spines:
    """One group of spines per rail and scalable unit; a core joins them from two units on."""
    half = ports // 2
    if leaves.per_group > half:
        raise FabricError(
            f"a rail of a scalable unit has {leaves.per_group} leaves; half of a spine of "
            f"{ports} ports reaches {half}"
        )
    if leaves.per_group == 1 and leaves.groups == r.rails:
        words = "one leaf per rail: rails meet over NVLink, no spine is needed"
        return _Spines(1, 0, 0, 0, 0, 0, 0, leaves.grow_to(r.rails), words)
    bundle = _equal_bundle(r, leaves.per_group, leaves.up, half)
    per_group = leaves.up // bundle
    spine = leaves.groups * per_group
    down = leaves.per_group * bundle
    words = (
        f"{spine} spines: {leaves.groups} groups (rail × SU) of {per_group}; {leaves.up} uplinks "
        f"divide evenly over {per_group} with {bundle} to each, and half of a spine's {ports} "
        "ports stays free for a core tier"
    )
    units = leaves.groups // r.rails
    if units == 1:
        _refuse_tiers(r, 2, leaves, ports)
        words += "; one SU needs no core, its rails meet over NVLink"
        return _Spines(
            2, spine, 0, bundle, down, 0, 0, leaves.grow_to(leaves.per_group * r.rails), words
        )  # fmt: skip
    _refuse_tiers(r, 3, leaves, ports)
    if leaves.groups > core_ports:
        raise FabricError(
            f"{leaves.groups} rail groups need a fourth tier: a core switch has {core_ports} ports"
        )
    links = leaves.count * leaves.up
    core = ceil(links / core_ports)
    words += f"; {core} core switches join {units} SU"
    limit = leaves.grow_to(core_ports // r.rails * leaves.per_group * r.rails)
    return _Spines(3, spine, core, bundle, down, down, links, limit, words)


def _size(r: FabricRequest, leaves: _Leaves, spines: _Spines, leaf_ports: int) -> FabricSize:
    """Return the whole answer, all planes together."""
    endpoints = r.nodes * r.rails * r.planes
    leaf_links = leaves.uplinks() * r.planes if spines.spine else 0
    reserved = r.reserved_slots * min(RESERVED_LINKS_PER_SLOT, r.rails) * r.planes
    size = FabricSize(
        request=r,
        tiers=spines.tiers,
        leaf=(leaves.count + leaves.targets) * r.planes,
        target_leaf=leaves.targets * r.planes,
        spine=spines.spine * r.planes,
        core=spines.core * r.planes,
        bundle=spines.bundle,
        leaf_down=leaves.down,
        leaf_up=leaves.up if spines.spine else 0,
        spine_down=spines.spine_down,
        spine_up=spines.spine_up,
        endpoints=r.nodes * r.rails,
        node_leaf_cables=ceil(endpoints / r.breakout),
        reserved_cables=ceil(reserved / r.breakout),
        leaf_spine_cables=ceil(leaf_links / r.breakout),
        spine_core_cables=ceil(spines.spine_up_links * r.planes / r.breakout),
        injection_gbps=endpoints * r.rate_gbps,
        bisection_gbps=0.0,
        bisection_lower_gbps=0.0,
        bisection_upper_gbps=0.0,
        bisection_ratio=0.0,
        oversubscription=_blocking(leaves, spines),
        max_nodes=spines.max_nodes,
        rail_aligned=r.leaf_policy != "pooled",
        free_leaf_ports=leaves.count * r.planes * leaves.down - endpoints - reserved,
        explanation="; ".join(text for text in (leaves.words, spines.words) if text),
    )
    return _with_bisection(size)


def _blocking(leaves: _Leaves, spines: _Spines) -> tuple[float, ...]:
    tiers = []
    if spines.spine:
        tiers.append(leaves.down / leaves.up)
    if spines.core:
        tiers.append(spines.spine_down / spines.spine_up)
    return tuple(tiers)


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
