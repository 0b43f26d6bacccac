"""Which torus, dragonfly or other topology a fabric is: its sizes, and what each switch hosts.

Sizes that are asked for are checked against the switch's ports; those that are not are chosen: the
fewest switches that hold the nodes at the asked ratio. `topologies` wires what is chosen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, prod
from typing import Final

import numpy as np

from designer.model.plural import plural
from designer.wiring.network_leaves import Leaves, split_ports
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_spines import Spines
from designer.wiring.topologies import (
    Topology,
    TopologyError,
    dragonfly,
    dragonfly_plus,
    hyperx,
    torus,
)

_KEPT: Final = 16
"""Topologies that are kept wired: their arrays are not to be changed."""
MOST_SWITCHES: Final = 200_000
MOST_BUNDLES: Final = 10_000_000
"""A topology of more switches, or of more pairs of them that are joined, is a slip of the pen."""


@dataclass(frozen=True)
class Shape:
    """A topology by its counts, of one plane.

    Attributes
    ----------
    sizes
        Switches in each dimension; of a hypercube its dimensions; groups, switches of a group, and
        with dragonfly+ groups, leaves and spines of a group.
    hosts
        Node links that a switch takes at most.
    width, global_links
        Links between two neighbours, and between two groups.
    """

    topology: str
    sizes: tuple[int, ...]
    hosts: int
    width: int = 1
    global_links: int = 0

    @property
    def words(self) -> str:
        """In words: `16 × 16 torus, 2 links to a neighbour`."""
        links = plural(self.width, "link")
        sizes = " × ".join(map(str, self.sizes))
        if self.topology == "hypercube":
            return f"hypercube of {plural(self.sizes[0], 'dimension')}, {links} to a neighbour"
        if self.topology == "dragonfly":
            return (
                f"dragonfly of {plural(self.sizes[0], 'group')} of {self.sizes[1]} switches, "
                f"{links} between two of a group and {self.global_links} between two groups"
            )
        if self.topology == "dragonfly-plus":
            return (
                f"dragonfly+ of {plural(self.sizes[0], 'group')} of {self.sizes[1]} leaves and "
                f"{self.sizes[2]} spines, {links} between leaf and spine and {self.global_links} "
                "between two groups"
            )
        if self.topology == "hyperx":
            return f"{sizes} HyperX, {links} to all of a row"
        return f"{sizes} {self.topology}, {links} to a neighbour"


@dataclass(frozen=True)
class Sums:
    """What follows from a wired shape, of one plane.

    Attributes
    ----------
    leaf, spine
        Switches that host nodes, and those that do not.
    leaf_ports, spine_ports
        Most ports that one of either uses towards other switches.
    leaf_links, spine_links
        Links with an end at a switch that hosts nodes, and those without.
    """

    leaf: int
    spine: int
    leaf_ports: int
    spine_ports: int
    leaf_links: int
    spine_links: int


@lru_cache(maxsize=_KEPT)
def wired(shape: Shape) -> Topology:
    """Return a shape as arrays.

    Raises
    ------
    FabricError
        If it cannot be.
    """
    try:
        return _WIRED[shape.topology](shape)
    except TopologyError as error:
        raise FabricError(str(error)) from error


@lru_cache(maxsize=_KEPT)
def sums_of(shape: Shape) -> Sums:
    """Return what follows from a wired shape."""
    found = wired(shape)
    low = found.tier == 0
    used = np.bincount(
        np.concatenate((found.a, found.b)), np.tile(found.links, 2), found.switches
    ).astype(np.int64)
    touching = low[found.a] | low[found.b]
    return Sums(
        int(low.sum()), int((~low).sum()), int(used[low].max(initial=0)),
        int(used[~low].max(initial=0)), int(found.links[touching].sum()),
        int(found.links[~touching].sum()),
    )  # fmt: skip


def shape_of(r: FabricRequest, ports: int, spine_ports: int) -> Shape:
    """Return the shape of a fabric: as asked for, or the smallest that holds its nodes.

    Raises
    ------
    FabricError
        If its switches have too few ports, or none of this kind holds the nodes.
    """
    links = (max(r.nodes, r.planned_nodes) + r.reserved_slots) * r.rails
    if r.shape:
        shape = _asked(r, links, ports, spine_ports)
        _check(r, shape, links, ports, spine_ports)
        return shape
    tried = 0
    for shape in _CHOSEN[r.topology](r, links, ports, spine_ports):
        tried += 1
        try:
            _check(r, shape, links, ports, spine_ports)
        except FabricError:
            continue
        return shape
    raise FabricError(
        f"no {_called(r.topology)} of {ports}-port switches holds {links} node links at "
        f"{r.oversubscription:g}:1" + ("" if tried else ": a switch has too few ports")
    )


def leaves_and_spines(r: FabricRequest, shape: Shape) -> tuple[Leaves, Spines]:
    """Return a shape as tiers: what hosts nodes are its leaves, other switches its spines."""
    sums = sums_of(shape)

    def grow_to(leaves: int) -> int:
        return leaves * shape.hosts // r.rails - r.reserved_slots

    words = f"{shape.words}; {sums.leaf} switches take {shape.hosts} node links each"
    leaves = Leaves(sums.leaf, shape.hosts, sums.leaf_ports, sums.leaf, 1, grow_to, words)
    tiers = 2 if sums.spine else 1
    spines = Spines(
        tiers, sums.spine, 0, shape.width, sums.spine_ports, 0, sums.spine_links,
        grow_to(sums.leaf), "",
    )  # fmt: skip
    return leaves, spines


def bundles_of(shape: Shape) -> int:
    """Return about how many pairs of switches a shape joins, before it is wired."""
    sizes = shape.sizes
    if shape.topology == "hypercube":
        return (sizes[0] << sizes[0]) // 2
    if shape.topology == "dragonfly":
        groups, switches = sizes
        return groups * (groups - 1) // 2 * shape.global_links + groups * switches * switches // 2
    if shape.topology == "dragonfly-plus":
        groups, leaves, spines = sizes
        return groups * (groups - 1) // 2 * shape.global_links + groups * leaves * spines
    each = sum(size - 1 for size in sizes) if shape.topology == "hyperx" else 2 * len(sizes)
    return prod(sizes) * each // 2


def _check(r: FabricRequest, shape: Shape, links: int, ports: int, spine_ports: int) -> None:
    """Raise where a shape does not hold the nodes, or its switches lack ports."""
    if bundles_of(shape) > MOST_BUNDLES:
        raise FabricError(f"{shape.words}: more than {MOST_BUNDLES:,} pairs of switches are joined")
    sums = sums_of(shape)
    held = sums.leaf * shape.hosts
    if shape.hosts + sums.leaf_ports > ports:
        raise FabricError(
            f"{shape.words}: a switch needs {sums.leaf_ports} ports to others and {shape.hosts} "
            f"for nodes, it has {ports}"
        )
    if sums.spine_ports > spine_ports:
        raise FabricError(
            f"{shape.words}: a spine needs {sums.spine_ports} ports, it has {spine_ports}"
        )
    if held < links:
        raise FabricError(
            f"{shape.words}: {sums.leaf} switches with {shape.hosts} node links each take "
            f"{held}, the nodes have {links}"
        )


def _asked(r: FabricRequest, links: int, ports: int, spine_ports: int) -> Shape:
    """Return the shape that is asked for, with what is left open filled in."""
    _refuse_sizes(r)
    hosting = _hosting(r)
    if hosting > MOST_SWITCHES:
        raise FabricError(f"{hosting} switches are more than {MOST_SWITCHES}")
    hosts = r.hosts or ceil(links / hosting)
    shape = Shape(r.topology, r.shape, hosts, r.width or 1, r.global_links or 1)
    if r.topology in ("dragonfly", "dragonfly-plus") and not r.global_links:
        free = _global_ports(shape, ports, spine_ports)
        shape = replace(shape, global_links=max(1, free // max(1, r.shape[0] - 1)))
    return shape


def _refuse_sizes(r: FabricRequest) -> None:
    """Raise where the sizes are not those of the topology."""
    wanted = {"hypercube": 1, "dragonfly": 2, "dragonfly-plus": 3}.get(r.topology)
    if wanted and len(r.shape) != wanted:
        what = {1: "its dimensions", 2: "groups and switches of a group",
                3: "groups, leaves and spines of a group"}[wanted]  # fmt: skip
        raise FabricError(f"the shape of a {_called(r.topology)} is {what}")
    if min(r.shape) < 1:
        raise FabricError(f"a shape of {'x'.join(map(str, r.shape))} has a size below 1")
    if r.topology == "hypercube" and r.shape[0] > 20:
        raise FabricError(f"a hypercube of {r.shape[0]} dimensions is more than one can cable")


def _hosting(r: FabricRequest) -> int:
    """Return the switches of an asked shape that host nodes."""
    if r.topology == "hypercube":
        return 1 << r.shape[0]
    sizes = r.shape[:2] if r.topology == "dragonfly-plus" else r.shape
    count = 1
    for size in sizes:
        count *= size
    return count


def _global_ports(shape: Shape, ports: int, spine_ports: int) -> int:
    """Return the ports of a group that are left for other groups."""
    if shape.topology == "dragonfly":
        _, switches = shape.sizes
        return switches * (ports - shape.hosts - (switches - 1) * shape.width)
    _, leaves, spines = shape.sizes
    return spines * (spine_ports - leaves * shape.width)


def _grids(r: FabricRequest, links: int, ports: int, _: int) -> Iterator[Shape]:
    """Yield tori or meshes: three switches in a ring, to 36 in two dimensions, to 125 in three.

    Solnushkin, SADDLE (Cluster Design Tools): ports split by the ratio, as many dimensions as the
    number of switches asks for, sides as alike as they go.
    """
    down, up = split_ports(ports, r.oversubscription)
    hosts = r.hosts or down
    if hosts < 1 or up < 2:
        return
    count = ceil(links / hosts)
    first = next((n for n, most in ((1, 3), (2, 36), (3, 125), (4, 2401)) if count <= most), 5)
    for dimensions in range(first, 0, -1):
        side = max(1, round(count ** (1 / dimensions)))
        last = ceil(count / side ** (dimensions - 1))
        sizes = (*[side] * (dimensions - 1), last)
        width = r.width or up // (2 * dimensions)
        if width:
            yield Shape(r.topology, sizes, hosts, width)


def _cubes(r: FabricRequest, links: int, ports: int, _: int) -> Iterator[Shape]:
    """Yield hypercubes, the smallest first."""
    down, up = split_ports(ports, r.oversubscription)
    hosts = r.hosts or down
    if hosts < 1:
        return
    dimensions = max(1, (ceil(links / hosts) - 1).bit_length())
    if dimensions <= 20 and (r.width or up // dimensions):
        yield Shape("hypercube", (dimensions,), hosts, r.width or up // dimensions)


def _hyperxes(r: FabricRequest, links: int, ports: int, _: int) -> Iterator[Shape]:
    """Yield regular HyperX networks, fewest switches first.

    J. Ahn et al., SC 2009: of L dimensions of S switches with T nodes and bundles of K the relative
    bisection is K·S / 2·T.
    """
    found = []
    for dimensions in range(1, 5):
        for size in range(2, ports + 1):
            count = size**dimensions
            hosts = r.hosts or ceil(links / count)
            width = r.width or (ports - hosts) // (dimensions * (size - 1))
            if width < 1 or hosts < 1 or count > MOST_SWITCHES:
                continue
            if width * size * r.oversubscription >= 2 * hosts:
                found.append((count, dimensions, size, hosts, width))
                break
    for _, dimensions, size, hosts, width in sorted(found):
        yield Shape("hyperx", (size,) * dimensions, hosts, width)


def _dragonflies(r: FabricRequest, links: int, ports: int, _: int) -> Iterator[Shape]:
    """Yield the dragonfly that is balanced: a = 2p = 2h (Kim, Dally, Scott and Abts, ISCA 2008)."""
    hosts = r.hosts or (ports + 1) // 4
    if hosts < 1:
        return
    switches = 2 * hosts
    groups = max(2, ceil(links / (hosts * switches)))
    shape = Shape("dragonfly", (groups, switches), hosts, r.width or 1)
    cables = r.global_links or _global_ports(shape, ports, 0) // (groups - 1)
    if cables >= 1 and groups * switches <= MOST_SWITCHES:
        yield replace(shape, global_links=cables)


def _dragonflies_plus(
    r: FabricRequest, links: int, ports: int, spine_ports: int
) -> Iterator[Shape]:
    """Yield groups of leaves and spines, half of a spine's ports to other groups.

    A. Shpiner et al., "Dragonfly+", HiPINEB 2017.
    """
    down, up = split_ports(ports, r.oversubscription)
    hosts, width = r.hosts or down, r.width or 1
    leaves, spines = spine_ports // 2 // width, up // width
    if hosts < 1 or leaves < 1 or spines < 1:
        return
    groups = max(2, ceil(links / (leaves * hosts)))
    shape = Shape("dragonfly-plus", (groups, leaves, spines), hosts, width)
    cables = r.global_links or _global_ports(shape, ports, spine_ports) // (groups - 1)
    if cables >= 1 and groups * (leaves + spines) <= MOST_SWITCHES:
        yield replace(shape, global_links=cables)


_CHOSEN: Final[dict[str, Callable[[FabricRequest, int, int, int], Iterator[Shape]]]] = {
    "torus": _grids, "mesh": _grids, "hypercube": _cubes, "hyperx": _hyperxes,
    "dragonfly": _dragonflies, "dragonfly-plus": _dragonflies_plus,
}  # fmt: skip
SHAPED: Final = frozenset(_CHOSEN)
"""Topologies that are wired from their sizes."""


def _wired_dragonfly(shape: Shape) -> Topology:
    groups, switches = shape.sizes
    cables = shape.global_links if groups > 1 else 1
    ports = ceil(max(0, groups - 1) * cables / switches)
    found = dragonfly(switches, shape.hosts, ports, groups, cables)
    group = found.labels["group"]
    inside = group[found.a] == group[found.b]
    return replace(found, links=np.where(inside, found.links * shape.width, found.links))


def _wired_dragonfly_plus(shape: Shape) -> Topology:
    groups, leaves, spines = shape.sizes
    return dragonfly_plus(groups, leaves, spines, shape.hosts, shape.global_links, shape.width)


def _widened(found: Topology, shape: Shape) -> Topology:
    return replace(found, links=found.links * shape.width)


_WIRED: Final[dict[str, Callable[[Shape], Topology]]] = {
    "torus": lambda it: _widened(torus(it.sizes, it.hosts), it),
    "mesh": lambda it: _widened(torus(it.sizes, it.hosts, wrapped=False), it),
    "hypercube": lambda it: hyperx((2,) * it.sizes[0], it.hosts, it.width),
    "hyperx": lambda it: hyperx(it.sizes, it.hosts, it.width),
    "dragonfly": _wired_dragonfly,
    "dragonfly-plus": _wired_dragonfly_plus,
}


def _called(topology: str) -> str:
    return {"dragonfly-plus": "dragonfly+", "hyperx": "HyperX"}.get(topology, topology)
