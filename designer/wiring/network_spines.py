"""The tiers over the leaves of one plane: equal bundles, pods with a core, rail groups."""

from dataclasses import dataclass, replace
from math import ceil

from designer.wiring.network_leaves import Leaves, split_ports, uplinks_for
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_storage_leaves import UnitLeaves, even_spines, mixed_spines


@dataclass(frozen=True)
class Pods:
    """Pods that are alike: every leaf of a pod has links to every spine of it.

    Attributes
    ----------
    leaves, targets
        Node leaves and storage leaves of a pod.
    spines
        Spines of a pod.
    bundle, target_bundle
        Links of a node leaf and of a storage leaf to each spine; the last spine gets what is left
        of a leaf's uplinks where they do not divide evenly.
    uplinks
        Links of each spine to the core tier; 0 without one.
    """

    count: int
    leaves: int
    spines: int
    bundle: int
    targets: int = 0
    target_bundle: int = 0
    uplinks: int = 0


@dataclass(frozen=True)
class Spines:
    """What stands over the leaves of one plane; `pods` in the order of leaves and spines."""

    tiers: int
    spine: int
    core: int
    bundle: int
    spine_down: int
    spine_up: int
    spine_up_links: int
    max_nodes: int
    words: str
    pods: tuple[Pods, ...] = ()


def spines_of(r: FabricRequest, leaves: Leaves, ports: int, core_ports: int) -> Spines:
    """Return the tiers over the leaves of one plane."""
    if leaves.count == 1 or not leaves.up or r.tiers == 1:
        return Spines(1, 0, 0, 0, 0, 0, 0, leaves.grow_to(leaves.count), "")
    if r.leaf_policy == "rail-per-rack":
        return _rail_groups(r, leaves, ports, core_ports)
    if leaves.targets:
        return _mixed(r, leaves, ports, core_ports)
    if leaves.count <= ports and r.tiers != 3:
        _refuse_tiers(r, 2, leaves, ports)
        return _two_tiers(r, leaves, ports)
    _refuse_tiers(r, 3, leaves, ports)
    return _pods(r, leaves, ports, core_ports)


def rails_alone(r: FabricRequest, ports: int, spine_ports: int) -> tuple[Leaves, Spines]:
    """Return rails that nothing joins: each a leaf, or leaves under spines of its own.

    W. Wang et al., "Rail-only", arXiv 2307.12169: rails meet over NVLink inside the nodes.
    """
    slots = max(r.nodes, r.planned_nodes) + r.reserved_slots
    rails = r.rails

    def whole(leaves: int) -> int:
        return (leaves // rails) * ports - r.reserved_slots

    if slots <= ports:
        words = f"{rails} leaves: one for each rail, and no link joins rails"
        one = Leaves(rails, ports, 0, 1, rails, whole, words)
        return one, Spines(1, 0, 0, 0, 0, 0, 0, whole(rails), "")
    down, _ = split_ports(ports, r.oversubscription)
    if down < 1:
        raise FabricError(f"a leaf of {ports} ports has no node-facing port at this blocking")
    each = ceil(slots / down)
    if each > spine_ports:
        raise FabricError(
            f"a rail of {slots} nodes needs {each} leaves, and a spine of {spine_ports} ports "
            f"reaches {spine_ports}: with two tiers a rail has {down * spine_ports} nodes at most"
        )

    def grow_to(leaves: int) -> int:
        return leaves // rails * down - r.reserved_slots

    up = uplinks_for(down, r.oversubscription)
    words = f"{each * rails} leaves: {each} for each of {rails} rails, and no link joins rails"
    leaves = Leaves(each * rails, down, up, each, rails, grow_to, words)
    _refuse_tiers(r, 2, leaves, spine_ports)
    rail = _two_tiers(r, replace(leaves, count=each, grow_to=lambda n: grow_to(n * rails)),
                      spine_ports)  # fmt: skip
    pods = (replace(rail.pods[0], count=rails),)
    return leaves, replace(rail, spine=rail.spine * rails, pods=pods,
                           words=f"in each rail {rail.words}")  # fmt: skip


def _refuse_tiers(r: FabricRequest, needed: int, leaves: Leaves, ports: int) -> None:
    allowed = min(r.max_tiers, r.tiers or r.max_tiers)
    if needed > allowed:
        raise FabricError(
            f"{leaves.count} leaves need {needed} tiers, {allowed} allowed: with two tiers a "
            f"spine of {ports} ports reaches at most {ports} leaves, "
            f"{leaves.down * ports} node links"
        )


def _two_tiers(r: FabricRequest, leaves: Leaves, ports: int) -> Spines:
    """Every leaf to every spine with equal bundles, of whole cages where the spine's cages reach.

    Where switches speak faster to each other than to nodes (800G cages, 400G nodes), a cable
    between them is a cage at its full rate; cages are split only when leaves outnumber them, and
    those of four links into halves as long as these suffice: half a cage is a fibre of its own.
    """
    cage = r.breakout
    while cage > 1 and (leaves.count * cage > ports or leaves.up % cage):
        cage = cage // 2 if cage % 2 == 0 else 1
    fitting = min(ports // cage // leaves.count, leaves.up // cage // r.minimum_spines)
    bundle = cage * max(1, fitting)
    needed = ceil(leaves.up / bundle)
    if r.spines:
        bundle = _asked_bundle(r, leaves.up)
        if leaves.count * bundle > ports:
            raise FabricError(
                f"{r.spines} spines are asked for: {leaves.count} leaves with {bundle} links to "
                f"each need {leaves.count * bundle} ports, a spine has {ports}; {needed} spines "
                "are the fewest"
            )
    spine = ceil(leaves.up / bundle)
    words = _two_tier_words(r, leaves, ports, bundle, needed)
    return Spines(
        2, spine, 0, bundle, leaves.count * bundle, 0, 0, leaves.grow_to(ports), words,
        (Pods(1, leaves.count, spine, bundle),),
    )  # fmt: skip


def _two_tier_words(r: FabricRequest, leaves: Leaves, ports: int, bundle: int, needed: int) -> str:
    """Return why so many spines stand over the leaves."""
    spine, rest = ceil(leaves.up / bundle), leaves.up % bundle
    spread = (
        f"each leaf's {leaves.up} uplinks do not divide evenly over the spines: {bundle} go to "
        f"each and {rest} to the last"
        if rest
        else f"each leaf's {leaves.up} uplinks must divide evenly over the spines"
    )
    if r.spines:
        even = f", and {rest} to the last" if rest else ""
        return (
            f"{spine} spines as asked for, {needed} would do: each leaf has {leaves.up} uplinks, "
            f"{bundle} to each{even}, and a spine uses {leaves.count * bundle} of {ports} ports"
        )
    words = (
        f"{spine} spines: {spread}, and a spine of {ports} ports has {bundle} for each of "
        f"{leaves.count} leaves"
    )
    by_ports = ceil(leaves.count * leaves.up / ports)
    if spine > max(by_ports, r.minimum_spines):
        words += f" (by port count alone {by_ports} would do, but not with equal bundles)"
    return words


def _asked_bundle(r: FabricRequest, up: int, *, even: bool = False) -> int:
    """Return the links of a leaf to each of the spines that are asked for.

    Parameters
    ----------
    even
        Whether a leaf's uplinks must divide over them without a rest.
    """
    if spreads(up, r.spines, even=even):
        return ceil(up / r.spines)
    near = [n for n in range(1, up + 1) if spreads(up, n, even=even)]
    below = [n for n in near if n < r.spines][-1:]
    above = [n for n in near if n > r.spines][:1]
    raise FabricError(
        f"{r.spines} spines are asked for, but a leaf's {up} uplinks spread in equal bundles over "
        f"{' or '.join(map(str, below + above))}"
    )


def spreads(up: int, spines: int, *, even: bool = False) -> bool:
    """Return whether uplinks of a leaf spread over spines: equal bundles, a rest for the last."""
    if spines > up:
        return False
    return up % spines == 0 if even else ceil(up / ceil(up / spines)) == spines


def _equal_bundle(r: FabricRequest, leaves: int, up: int, half: int) -> int:
    """Return the largest bundle that divides a leaf's uplinks and fits a spine's ports to leaves.

    As many spines as are asked for, where that is said.
    """
    if r.spines:
        bundle = _asked_bundle(r, up, even=True)
        if leaves * bundle > half:
            raise FabricError(
                f"{r.spines} spines are asked for: {leaves} leaves with {bundle} links to each "
                f"need {leaves * bundle} ports, a spine has {half} towards leaves"
            )
        return bundle
    most = max(1, min(half // leaves, up // r.minimum_spines))
    return next(bundle for bundle in range(most, 0, -1) if up % bundle == 0)


def _pods(r: FabricRequest, leaves: Leaves, ports: int, core_ports: int) -> Spines:
    """Pods of as many leaves as a spine has ports towards leaves, joined by a core tier."""
    down = split_ports(ports, r.spine_oversubscription)[0]
    size = down // _asked_bundle(r, leaves.up, even=True) if r.spines else down
    ceiling = size * core_ports
    if leaves.count > ceiling:
        raise FabricError(
            f"{leaves.count} leaves need a fourth tier: three tiers of {ports}-port switches "
            f"reach {ceiling} leaves, {leaves.down * ceiling} node links"
        )
    full, rest = divmod(leaves.count, size)
    pods = tuple(
        _pod(r, count, wide, leaves.up, down)
        for count, wide in ((full, size), (1, rest))
        if count and wide
    )
    spine = sum(pod.count * pod.spines for pod in pods)
    links = _core_links(pods)
    core = ceil(links / core_ports)
    ratio = r.spine_oversubscription
    share = "half of their ports" if ratio == 1 else f"{ratio:g} : 1"
    why = (
        f": {leaves.count} leaves pass the two-tier ceiling of {ports} leaves "
        f"({leaves.down * ports} node links)"
    )
    words = (
        f"three tiers{why if leaves.count > ports else ', as asked for'}; "
        f"{full + bool(rest)} pods of {size} leaves with {spine} spines, {share} to {core} core "
        "switches"
    )
    first = pods[0]
    return Spines(
        3, spine, core, first.bundle, first.leaves * first.bundle, first.uplinks, links,
        leaves.grow_to(ceiling), words, pods,
    )  # fmt: skip


def _pod(r: FabricRequest, count: int, leaves: int, up: int, down: int) -> Pods:
    """Return alike pods of a number of leaves, of spines with so many ports towards leaves."""
    bundle = _equal_bundle(r, leaves, up, down)
    uplinks = uplinks_for(leaves * bundle, r.spine_oversubscription)
    return Pods(count, leaves, up // bundle, bundle, uplinks=uplinks)


def _core_links(pods: tuple[Pods, ...]) -> int:
    """Return the links between spines and core switches of one plane."""
    return sum(pod.count * pod.spines * pod.uplinks for pod in pods)


def _mixed(r: FabricRequest, leaves: Leaves, ports: int, core_ports: int) -> Spines:
    """Spines over node leaves and storage leaves: each spreads its uplinks evenly over them."""
    units = leaves.targets // r.target_leaves
    unit = UnitLeaves(r.rails, leaves.up, r.target_leaves, leaves.target_up)
    least = r.spines or r.minimum_spines
    found = mixed_spines(unit, units, ports, core_ports, least)
    if r.spines and found and (found.core or found.spine != r.spines):
        raise FabricError(
            f"{r.spines} spines are asked for, but {leaves.up} uplinks of a node leaf and "
            f"{leaves.target_up} of a storage leaf divide evenly over {found.spine}"
        )
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
        whole = (_mixed_pod(unit, units, found.spine, 1),)
        return Spines(2, found.spine, 0, bundle, down, 0, 0, grow_to, words, whole)
    words += f", in pods of {found.pod} SU joined by {found.core} core switches"
    half = ports // 2
    full, rest = divmod(units, found.pod)
    sizes = ((full, found.pod), (1, rest)) if rest else ((full, found.pod),)
    pods = tuple(
        _mixed_pod(unit, size, even_spines(unit, size, half, least), count, core=True)
        for count, size in sizes
    )
    return Spines(3, found.spine, found.core, 1, half, half, leaves.uplinks(), grow_to, words, pods)


def _mixed_pod(
    unit: UnitLeaves, units: int, spines: int, count: int, *, core: bool = False
) -> Pods:
    """Return pods of some scalable units with storage leaves; under a core, 1:1."""
    return Pods(
        count, units * unit.node, spines, unit.node_up // spines, units * unit.storage,
        unit.storage_up // spines, units * unit.uplinks // spines if core else 0,
    )  # fmt: skip


def _rail_groups(r: FabricRequest, leaves: Leaves, ports: int, core_ports: int) -> Spines:
    """One group of spines per rail and scalable unit; a core joins them from two units on."""
    most = split_ports(ports, r.spine_oversubscription)[0]
    free = "half" if r.spine_oversubscription == 1 else f"{ports - most}"
    if leaves.per_group > most:
        raise FabricError(
            f"a rail of a scalable unit has {leaves.per_group} leaves; "
            + (f"half of a spine of {ports} ports reaches {most}" if free == "half" else
               f"a spine of {ports} ports, {free} of them to the core, reaches {most}")
        )  # fmt: skip
    if leaves.per_group == 1 and leaves.groups == r.rails:
        words = "one leaf per rail: rails meet over NVLink, no spine is needed"
        return Spines(1, 0, 0, 0, 0, 0, 0, leaves.grow_to(r.rails), words)
    bundle = _equal_bundle(r, leaves.per_group, leaves.up, most)
    per_group = leaves.up // bundle
    spine = leaves.groups * per_group
    down = leaves.per_group * bundle
    stays = (
        f"half of a spine's {ports} ports stays free" if free == "half"
        else f"{free} of a spine's {ports} ports stay free"
    )  # fmt: skip
    words = (
        f"{spine} spines: {leaves.groups} groups (rail × SU) of {per_group}; {leaves.up} uplinks "
        f"divide evenly over {per_group} with {bundle} to each, and {stays} for a core tier"
    )
    units = leaves.groups // r.rails
    # The last unit may have fewer racks than a full one, and is built for all of them.
    last = leaves.count // r.rails - (units - 1) * leaves.per_group
    if units == 1:
        _refuse_tiers(r, 2, leaves, ports)
        words += "; one SU needs no core, its rails meet over NVLink"
        return Spines(
            2, spine, 0, bundle, down, 0, 0, leaves.grow_to(leaves.per_group * r.rails), words,
            (Pods(r.rails, last, per_group, bundle),),
        )  # fmt: skip
    _refuse_tiers(r, 3, leaves, ports)
    if leaves.groups > core_ports:
        raise FabricError(
            f"{leaves.groups} rail groups need a fourth tier: a core switch has {core_ports} ports"
        )
    pods = tuple(
        Pods(count, wide, per_group, bundle,
             uplinks=uplinks_for(wide * bundle, r.spine_oversubscription))
        for count, wide in (((units - 1) * r.rails, leaves.per_group), (r.rails, last))
    )  # fmt: skip
    links = _core_links(pods)
    core = ceil(links / core_ports)
    words += f"; {core} core switches join {units} SU"
    limit = leaves.grow_to(core_ports // r.rails * leaves.per_group * r.rails)
    return Spines(3, spine, core, bundle, down, pods[0].uplinks, links, limit, words, pods)
