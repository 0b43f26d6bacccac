"""Single losses of cables of a net, all at once: from its bounds and the cuts that were found.

Without a cable no halving cuts less than before, less the cable. A halving that cut least and
crosses the cable cuts just so much now. What is true of one cable is true of all that a symmetry of
the net takes it to.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from designer.engine.fabric_graph.cuts import Cut
from designer.engine.fabric_graph.loads import hops_from
from designer.engine.fabric_graph.net import Flags, Floats, Ints, Net, mixed
from designer.engine.fabric_graph.symmetry import Orbits


@dataclass(frozen=True)
class CableLosses:
    """What is left of bisection without one cable of each bundle; shape (bundles,) each.

    Attributes
    ----------
    parts
        Whether the loss parts endpoints: the bundle is one cable, and nothing else joins its ends.
    """

    least: Floats
    most: Floats
    parts: Flags


def cable_losses(
    net: Net, orbits: Orbits, proven: float, cheapest: float, cuts: Sequence[Cut]
) -> CableLosses:
    """Return what is left without one cable of each bundle of a net.

    Parameters
    ----------
    proven, cheapest
        Bounds of its bisection.
    cuts
        Halvings that were found; those are of use that cost as little as the cheapest.
    """
    crossed = crossed_by(net, orbits, cheapest, cuts)
    parts, beyond = _bridges(net, of_endpoints=True)
    # Of parts that are no halves a halving cuts one: as much as of all, less the cable.
    halves = parts & (beyond >= net.halves[0]) & (beyond <= net.halves[1])
    least = np.where(halves, 0.0, max(0.0, proven - 1.0))
    most = np.where(halves, 0.0, np.where(crossed, cheapest - 1.0, cheapest))
    return CableLosses(np.minimum(least, most), most, parts)


def crossed_by(net: Net, orbits: Orbits, cheapest: float, cuts: Sequence[Cut]) -> Flags:
    """Return the bundles that a halving crosses of those that cost as little as the cheapest.

    Moves take halvings that were found to others that cost as little.
    """
    number = len(net.a)
    crossed = np.zeros(number, dtype=bool)
    for cut in cuts:
        if cut.cost <= cheapest + 1e-9:
            share = cut.away / net.copies
            f, g = share[net.a], share[net.b]
            crossed |= f * (1 - g) + g * (1 - f) > 0
    _, of = np.unique(orbits.bundle, return_inverse=True)
    any_of = np.zeros(int(of.max(initial=-1)) + 1, dtype=bool)
    any_of[of[:number][crossed]] = True
    any_of[of[number:][crossed]] = True
    every: Flags = any_of[of[:number]] | any_of[of[number:]]
    return every


def bridges(net: Net, *, of_endpoints: bool = False) -> Flags:
    """Return the bundles of one cable without which their ends do not reach each other.

    Of every circle of bundles a mark is carried round it: a bundle that bears none is in no circle.

    Parameters
    ----------
    of_endpoints
        Only those with endpoints on both sides.
    """
    return _bridges(net, of_endpoints=of_endpoints)[0]


def _bridges(net: Net, *, of_endpoints: bool) -> tuple[Flags, Ints]:
    """Return the same, and how many endpoints are beyond each."""
    found = np.zeros(len(net.a), dtype=bool)
    beyond = np.zeros(len(net.a), dtype=np.int64)
    if not len(net.a):
        return found, beyond
    parent, level = _tree(net)
    tree = np.zeros(len(net.a), dtype=bool)
    tree[parent[parent >= 0]] = True
    marks = np.where(tree, np.uint64(0), mixed(np.arange(len(net.a))))
    carried = np.zeros(net.size, dtype=np.uint64)
    for end in (net.a, net.b):
        np.bitwise_xor.at(carried, end, marks)
    hosted = net.weight.copy()
    for depth in range(int(level.max(initial=0)), 0, -1):
        below = np.flatnonzero((level == depth) & (parent >= 0))
        bundle = parent[below]
        marks[bundle], beyond[bundle] = carried[below], hosted[below]
        above = net.a[bundle] + net.b[bundle] - below
        np.bitwise_xor.at(carried, above, carried[below])
        np.add.at(hosted, above, hosted[below])
    alone = (net.copies[net.a] == 1) & (net.copies[net.b] == 1) & (net.capacity <= 1.0)
    found = (marks == 0) & alone & tree
    if of_endpoints:
        total = _of_part(net, hosted, parent)
        found &= (beyond > 0) & (beyond < total[net.a])
    # Copies have the same neighbours: one with a single link hangs on it, whatever the others do.
    degree = np.bincount(np.concatenate((net.a, net.b)), np.tile(net.capacity, 2), net.size)
    single = (degree / net.copies <= 1.0) & (net.copies > 1)
    if of_endpoints:
        single &= net.weight > 0
    each = net.weight // net.copies
    for end in (net.a, net.b):
        beyond = np.where(single[end], each[end], beyond)
    return found | single[net.a] | single[net.b], beyond


def _of_part(net: Net, hosted: Ints, parent: Ints) -> Ints:
    """Return the endpoints of the part of each vertex: what its root has gathered."""
    root = np.arange(net.size)
    inside = parent >= 0
    up = root.copy()
    up[inside] = net.a[parent[inside]] + net.b[parent[inside]] - root[inside]
    while not np.array_equal(up, up[up]):
        up = up[up]
    found: Ints = hosted[up]
    return found


def _tree(net: Net) -> tuple[Ints, Ints]:
    """Return the bundle to the parent of every vertex, -1 for roots, and its depth."""
    parent = np.full(net.size, -1, dtype=np.int64)
    level = np.full(net.size, -1, dtype=np.int64)
    while (level < 0).any():
        root = int(np.argmax(level < 0))
        reached = hops_from(net, np.array([root]))
        level = np.where(reached >= 0, reached, level)
    for one, other in ((net.a, net.b), (net.b, net.a)):
        rows = np.flatnonzero(level[one] == level[other] + 1)
        parent[one[rows]] = rows
    return parent, level
