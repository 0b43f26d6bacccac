"""Topologies by their parameters, as arrays: switches, what they host, bundles between them.

Every generator returns a `Topology`: no part, rate or place is known here, so that designs,
calculations and measurements share one owner of how each topology is wired. Endpoints are counted
at their switches. Two switches are joined by one bundle at most.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

Arrangement = Literal["consecutive", "circulant"]
"""Which group a global port of a dragonfly leads to: groups in order without its own, or groups
counted on from its own. In the second every group may take another's place."""


class TopologyError(ValueError):
    """A topology cannot be built from these parameters; the message says why."""


@dataclass(frozen=True)
class Topology:
    """Switches and the bundles of links between them.

    Attributes
    ----------
    hosts, tier
        Shape (switches,): endpoints of each, and 0 for what hosts endpoints or stands lowest.
    a, b, links
        Shape (bundles,): the two switches, lower number first, and links of each bundle.
    labels
        Shape (switches,) each: what switches share by construction (pod, group, rail, an axis of a
        torus); -1 where a switch has none.
    """

    hosts: Ints
    tier: Ints
    a: Ints
    b: Ints
    links: Ints
    labels: Mapping[str, Ints] = field(default_factory=dict)

    @property
    def endpoints(self) -> int:
        """All endpoints."""
        return int(self.hosts.sum())

    @property
    def switches(self) -> int:
        """Switches, or what stands for one."""
        return len(self.hosts)


def fat_tree(ports: int, hosts: int | None = None) -> Topology:
    """Return the three-tier fat-tree of switches with so many ports.

    M. Al-Fares, A. Loukissas, A. Vahdat, "A Scalable, Commodity Data Center Network Architecture",
    SIGCOMM 2008: `ports` pods of half as many edge and aggregation switches.

    Parameters
    ----------
    hosts
        Endpoints of an edge switch; half its ports where it is None.
    """
    if ports < 2 or ports % 2:
        raise TopologyError(f"a fat-tree needs an even number of ports, not {ports}")
    half = ports // 2
    each = half if hosts is None else hosts
    return three_tier(ports, half, half, half * half, each)


def leaf_spine(leaves: int, spines: int, hosts: int, links: int = 1) -> Topology:
    """Return leaves that are each joined to every spine."""
    _at_least_one(leaves=leaves, spines=spines, links=links)
    leaf, spine = _grid(leaves, spines)
    return _made(
        np.repeat(np.array([hosts, 0]), [leaves, spines]),
        np.repeat(np.array([0, 1]), [leaves, spines]),
        [(leaf, leaves + spine, links)],
        {"leaf": _numbered(leaves, leaves + spines)},
    )


def three_tier(
    pods: int, leaves: int, spines: int, cores: int, hosts: int, links: int = 1, core_links: int = 1
) -> Topology:
    """Return pods of leaves and spines; spine number s of every pod shares its core switches.

    Parameters
    ----------
    leaves, spines
        In a pod.
    cores
        All core switches; a multiple of the spines of a pod.
    links, core_links
        Links of a bundle between leaf and spine, and between spine and core switch.
    """
    _at_least_one(pods=pods, leaves=leaves, spines=spines, cores=cores)
    if cores % spines:
        raise TopologyError(f"{cores} core switches are no multiple of {spines} spines of a pod")
    per, first = cores // spines, pods * leaves
    top = first + pods * spines
    pod, leaf, spine = np.indices((pods, leaves, spines)).reshape(3, -1)
    unit, low, core = np.indices((pods, spines, per)).reshape(3, -1)
    number = np.arange(pods)
    none = np.full(cores, -1)
    plane = np.concatenate(
        (np.full(first, -1), np.tile(np.arange(spines), pods), np.arange(cores) // per)
    )
    return _made(
        np.repeat(np.array([hosts, 0, 0]), [first, pods * spines, cores]),
        np.repeat(np.arange(3), [first, pods * spines, cores]),
        [
            (pod * leaves + leaf, first + pod * spines + spine, links),
            (first + unit * spines + low, top + low * per + core, core_links),
        ],
        {
            "pod": np.concatenate((np.repeat(number, leaves), np.repeat(number, spines), none)),
            "plane": plane,
        },
    )


def torus(dims: Sequence[int], hosts: int, wrapped: Sequence[bool] | bool = True) -> Topology:
    """Return a torus; a mesh where no dimension is wrapped.

    A wrapped dimension of two switches is one cable, not two.

    Parameters
    ----------
    wrapped
        Whether the ends of a dimension are joined: of all, or one by one.
    """
    _at_least_one(**{f"dimension {n + 1}": size for n, size in enumerate(dims)})
    rings = [wrapped] * len(dims) if isinstance(wrapped, bool) else list(wrapped)
    if len(rings) != len(dims):
        raise TopologyError(f"{len(rings)} answers for {len(dims)} dimensions")
    grid = np.arange(int(np.prod(dims))).reshape(tuple(dims))
    bundles = []
    for axis, (size, ring) in enumerate(zip(dims, rings, strict=True)):
        every = [slice(None)] * len(dims)
        every[axis] = slice(0, size - 1)
        after = np.roll(grid, -1, axis)
        bundles.append((grid[tuple(every)], after[tuple(every)], 1))
        if ring and size > 2:
            every[axis] = slice(size - 1, size)
            bundles.append((grid[tuple(every)], after[tuple(every)], 1))
    return _flat(grid.size, hosts, bundles, _axes(dims))


def mesh(dims: Sequence[int], hosts: int) -> Topology:
    """Return a mesh: a torus whose ends are not joined."""
    return torus(dims, hosts, wrapped=False)


def ring(switches: int, hosts: int) -> Topology:
    """Return switches in a ring."""
    return torus((switches,), hosts)


def path(switches: int, hosts: int) -> Topology:
    """Return switches in a row."""
    return mesh((switches,), hosts)


def hypercube(dimensions: int, hosts: int) -> Topology:
    """Return a hypercube of so many dimensions."""
    return hyperx((2,) * dimensions, hosts)


def hyperx(dims: Sequence[int], hosts: int, links: Sequence[int] | int = 1) -> Topology:
    """Return switches on a grid, each joined to all that share all but one coordinate.

    J. Ahn et al., "HyperX: Topology, Routing, and Packaging of Efficient Large-Scale Networks",
    SC 2009.

    Parameters
    ----------
    links
        Links of a bundle: in all dimensions, or one by one.
    """
    _at_least_one(**{f"dimension {n + 1}": size for n, size in enumerate(dims)})
    wide = [links] * len(dims) if isinstance(links, int) else list(links)
    if len(wide) != len(dims):
        raise TopologyError(f"{len(wide)} bundles for {len(dims)} dimensions")
    grid = np.arange(int(np.prod(dims))).reshape(tuple(dims))
    bundles = []
    for axis, (size, each) in enumerate(zip(dims, wide, strict=True)):
        rows = np.moveaxis(grid, axis, 0)
        one, other = np.triu_indices(size, 1)
        bundles.append((rows[one], rows[other], each))
    return _flat(grid.size, hosts, bundles, _axes(dims))


def complete(switches: int, hosts: int, links: int = 1) -> Topology:
    """Return switches of which each is joined to every other."""
    return hyperx((switches,), hosts, links)


def petersen(hosts: int) -> Topology:
    """Return the Petersen graph: ten switches, each joined to three."""
    rim = np.arange(5)
    bundles = [(rim, (rim + 1) % 5, 1), (rim, rim + 5, 1), (rim + 5, (rim + 2) % 5 + 5, 1)]
    return _flat(10, hosts, bundles, {"ring": np.arange(10) // 5})


def dragonfly(
    switches: int, hosts: int, global_ports: int, groups: int | None = None, cables: int = 1,
    arrangement: Arrangement = "circulant",
) -> Topology:  # fmt: skip
    """Return groups of fully joined switches, with cables between every two groups.

    J. Kim, W. J. Dally, S. Scott, D. Abts, "Technology-Driven, Highly-Scalable Dragonfly
    Topology", ISCA 2008: a (switches), p (hosts), h (global ports).

    Parameters
    ----------
    switches, hosts, global_ports
        Switches of a group; endpoints and ports to other groups of a switch.
    groups
        As many as the ports reach with `cables` between every two where it is None.
    cables
        Between every two groups.
    """
    _at_least_one(switches=switches, cables=cables)
    ports = switches * global_ports
    count = ports // cables + 1 if groups is None else groups
    one, here, other, there, lane = _between_groups(count, cables, ports, arrangement)
    inside, outside = np.triu_indices(switches, 1)
    base = np.arange(count)[:, None] * switches
    # Ports in use are dealt out to the switches of a group as evenly as they go; cables to the same
    # group are spread: the first ones to all other groups come first, then the second ones.
    used = max(1, (count - 1) * cables)
    at, to = (port * switches // used for port in (lane * (count - 1) + it for it in (here, there)))
    ends = (one * switches + at, other * switches + to)
    bundles = [(base + inside, base + outside, 1), (*ends, 1)]
    group = np.repeat(np.arange(count), switches)
    return _flat(count * switches, hosts, bundles, {"group": group})


def dragonfly_plus(
    groups: int, leaves: int, spines: int, hosts: int, cables: int, links: int = 1,
    arrangement: Arrangement = "circulant",
) -> Topology:  # fmt: skip
    """Return groups that are leaf-spine networks, with cables between their spines.

    A. Shpiner et al., "Dragonfly+: Low Cost Topology for Scaling Datacenters", HiPINEB 2017.

    Parameters
    ----------
    leaves, spines
        In a group.
    cables
        Between every two groups, dealt out to their spines in turn.
    links
        Of a bundle between leaf and spine.
    """
    _at_least_one(groups=groups, leaves=leaves, spines=spines, links=links)
    size = leaves + spines
    used = (groups - 1) * cables
    one, here, other, there, lane = _between_groups(groups, cables, used, arrangement)
    at, to = (leaves + (it * cables + lane) % spines for it in (here, there))
    leaf, spine = _grid(leaves, spines)
    base = np.arange(groups)[:, None] * size
    bundles = [
        (base + leaf, base + leaves + spine, links),
        (one * size + at, other * size + to, 1),
    ]
    of = np.arange(size) < leaves
    return _made(
        np.tile(np.where(of, hosts, 0), groups), np.tile(np.where(of, 0, 1), groups), bundles,
        {"group": np.repeat(np.arange(groups), size)},
    )  # fmt: skip


def slim_fly(q: int, hosts: int) -> Topology:
    """Return the McKay-Miller-Siran graph of 2q² switches, of diameter two.

    M. Besta, T. Hoefler, "Slim Fly: A Cost Effective Low-Diameter Network Topology", SC 2014.
    """
    if q < 3 or q % 2 == 0 or any(q % it == 0 for it in range(3, q, 2)):
        raise TopologyError(f"a Slim Fly is built here for an odd prime, not for q = {q}")
    root = next(g for g in range(2, q) if len({pow(g, n, q) for n in range(q - 1)}) == q - 1)
    powers = [pow(root, n, q) for n in range(q - 1)]
    if q % 4 == 1:
        first = set(powers[0::2])
    else:
        w = (q + 1) // 4
        first = {powers[n] for n in (*range(0, 2 * w, 2), *range(2 * w - 1, 4 * w - 2, 2))}
    second = {root * it % q for it in first}
    pairs = []
    for x, y, z in product(range(q), repeat=3):
        if y < z and (z - y) % q in first:
            pairs.append((x * q + y, x * q + z))
        if y < z and (z - y) % q in second:
            pairs.append((q * q + x * q + y, q * q + x * q + z))
    for x, m, c in product(range(q), repeat=3):
        pairs.append((x * q + (m * x + c) % q, q * q + m * q + c))
    ends = np.array(pairs)
    labels = {"half": np.arange(2 * q * q) // (q * q), "column": np.arange(2 * q * q) // q}
    return _flat(2 * q * q, hosts, [(ends[:, 0], ends[:, 1], 1)], labels)


def rail_optimised(
    units: int, nodes: int, rails: int, spines: int, links: int = 1, *, nvlink: bool = False
) -> Topology:
    """Return scalable units whose nodes have a link to a leaf for every rail.

    Parameters
    ----------
    nodes
        Of a unit, each with an endpoint on every rail.
    spines, links
        Spines over all leaves, and links of a leaf to each; 0 spines leave rails that nothing
        joins: rail-only.
    nvlink
        Whether what a node exchanges inside itself is free: then nodes host the endpoints and
        stand first; without it the leaves host them.
    """
    _at_least_one(units=units, nodes=nodes, rails=rails)
    leaves, servers = units * rails, units * nodes if nvlink else 0
    leaf, spine = _grid(leaves, spines)
    unit, node, rail = np.indices((units, nodes if nvlink else 0, rails)).reshape(3, -1)
    counts = [servers, leaves, spines]
    bundles = [
        (unit * nodes + node, servers + unit * rails + rail, 1),
        (servers + leaf, servers + leaves + spine, links),
    ]
    none = np.full(spines, -1)
    su, su_of = np.repeat(np.arange(units), servers // units), np.repeat(np.arange(units), rails)
    return _made(
        np.repeat(np.array([rails, 0 if nvlink else nodes, 0]), counts),
        np.repeat(np.arange(3), counts) - (0 if nvlink else 1), bundles,
        {
            "unit": np.concatenate((su, su_of, none)),
            "rail": np.concatenate(
                (np.full(servers, -1), np.tile(np.arange(rails), units), none)
            ),
        },
    )  # fmt: skip


def rail_only(nodes: int, rails: int, *, nvlink: bool = False) -> Topology:
    """Return rails that no spine joins: they meet over NVLink inside the nodes alone.

    W. Wang et al., "Rail-only: A Low-Cost High-Performance Network for Training LLMs with Trillion
    Parameters", arXiv 2307.12169.
    """
    return rail_optimised(1, nodes, rails, 0, nvlink=nvlink)


def _between_groups(
    groups: int, cables: int, ports: int, arrangement: Arrangement
) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Return cables between every two groups.

    Of either end its group and the number of the other group there; then the number of the cable.
    """
    _at_least_one(groups=groups)
    if (groups - 1) * cables > ports:
        raise TopologyError(
            f"{groups} groups with {cables} cables to each other need {(groups - 1) * cables} "
            f"ports a group, and there are {ports}"
        )
    one, other = np.triu_indices(groups, 1)
    if arrangement == "consecutive":
        here, there = other - 1, one
    else:
        here, there = other - one - 1, groups - 1 - (other - one)
    columns = [np.repeat(column, cables) for column in (one, here, other, there)]
    return columns[0], columns[1], columns[2], columns[3], np.tile(np.arange(cables), len(one))


_Bundle = tuple[NDArray[np.int64], NDArray[np.int64], int]


def _flat(
    switches: int, hosts: int, bundles: Sequence[_Bundle], labels: Mapping[str, Ints]
) -> Topology:
    """Return a topology all of whose switches are alike and host endpoints."""
    tier = np.zeros(switches, dtype=np.int64)
    return _made(np.full(switches, hosts), tier, bundles, labels)


def _made(
    hosts: Ints, tier: Ints, bundles: Sequence[_Bundle], labels: Mapping[str, Ints]
) -> Topology:
    """Return a topology with those bundles as one that join the same two switches."""
    if len(hosts) and int(hosts.min()) < 0:
        raise TopologyError("a switch hosts no fewer than 0 endpoints")
    pairs = [np.broadcast_arrays(one, other) for one, other, _ in bundles]
    one = np.concatenate([pair[0].ravel() for pair in pairs])
    other = np.concatenate([pair[1].ravel() for pair in pairs])
    links = np.repeat([each for _, _, each in bundles], [pair[0].size for pair in pairs])
    low, high = np.minimum(one, other), np.maximum(one, other)
    key = low * max(1, len(hosts)) + high
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.diff(key[order], prepend=-1))
    merged = np.add.reduceat(links[order], first) if len(first) else links[:0]
    a, b = np.divmod(key[order][first], max(1, len(hosts)))
    found = {name: label.astype(np.int64) for name, label in labels.items()}
    return Topology(hosts.astype(np.int64), tier.astype(np.int64), a, b,
                    merged.astype(np.int64), found)  # fmt: skip


def _axes(dims: Sequence[int]) -> dict[str, Ints]:
    places = np.indices(tuple(dims)).reshape(len(dims), -1)
    return {f"axis {number + 1}": place for number, place in enumerate(places)}


def _grid(rows: int, columns: int) -> tuple[Ints, Ints]:
    row, column = np.indices((rows, columns)).reshape(2, -1)
    return row, column


def _numbered(first: int, all_: int) -> Ints:
    return np.where(np.arange(all_) < first, np.arange(all_), -1)


def _at_least_one(**counts: int) -> None:
    for name, count in counts.items():
        if count < 1:
            raise TopologyError(f"{name.replace('_', ' ')}: {count} are too few")
