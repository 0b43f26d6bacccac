"""Loads of bundles where traffic takes shortest paths, split evenly over links (ECMP).

At every switch traffic to one destination is divided among the links that lead a hop nearer. Loads
are exact for a net of alike vertices too, and are computed for one destination of all that moves
take to each other.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from designer.engine.fabric_graph.net import Floats, Ints, Neighbours, Net
from designer.engine.fabric_graph.symmetry import Orbits

T = TypeVar("T")

_BLOCK: Final = 1 << 18
"""Bundles times destinations that are computed together: what a processor's cache holds."""
_LEAST: Final = 8
"""Destinations that are computed together where there are many bundles."""


class ApartError(Exception):
    """Some endpoints do not reach some destinations."""


@dataclass(frozen=True)
class Loads:
    """Traffic on every bundle in each direction; shape (bundles,)."""

    ahead: Floats
    back: Floats

    @property
    def both(self) -> Floats:
        """Both directions added up."""
        return self.ahead + self.back

    @property
    def most(self) -> Floats:
        """The busier direction."""
        return np.maximum(self.ahead, self.back)


def loads_to(net: Net, orbits: Orbits, target: Floats) -> Loads:
    """Return the loads when every endpoint sends to all targets in these shares.

    Parameters
    ----------
    target
        Shape (vertices,): what each endpoint sends to each, all its copies together; alike for
        vertices that moves take to each other.

    Raises
    ------
    ApartError
        If an endpoint does not reach a target.
    """
    return finished(loads_in_steps(net, orbits, target))


def finished(steps: Generator[None, None, T]) -> T:
    """Return what work in steps returns, all of it done."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found


def loads_in_steps(net: Net, orbits: Orbits, target: Floats) -> Generator[None, None, Loads]:
    """Do the same step by step."""
    near = net.neighbours
    wanted = np.flatnonzero(target > 0)
    one, number = np.unique(orbits.vertex[wanted], return_inverse=True)
    first = np.full(len(one), net.size, dtype=np.int64)
    np.minimum.at(first, number, wanted)
    share = target[first] * np.bincount(number)
    found = np.zeros(len(near.tail))
    block = max(_LEAST, _BLOCK // max(1, len(near.tail)))
    for start in range(0, len(first), block):
        some = slice(start, start + block)
        found += _block(net, near, first[some], share[some])
        yield
    return _spread(net, near, orbits, found)


def work_of(net: Net, orbits: Orbits, target: Floats) -> float:
    """Return the bundles times the destinations that are computed for some targets."""
    return 2.0 * len(net.a) * len(np.unique(orbits.vertex[target > 0]))


def _spread(net: Net, near: Neighbours, orbits: Orbits, found: Floats) -> Loads:
    """Return loads with those of bundles that moves take to each other dealt out evenly."""
    directed = np.zeros(2 * len(net.a))
    directed[near.number] = found
    _, number, many = np.unique(orbits.bundle, return_inverse=True, return_counts=True)
    even = np.bincount(number, directed) / many
    directed = even[number]
    return Loads(directed[: len(net.a)], directed[len(net.a) :])


def _block(net: Net, near: Neighbours, targets: Ints, share: Floats) -> Floats:
    """Return the loads of traffic to some targets, weighted by what is sent to each.

    A bundle counts for the targets to which it leads nearer. These pairs are put in order of their
    hops once, so that each is seen once, however far it is from end to end.
    """
    many = len(targets)
    columns = np.arange(many)
    distance, levels = _levels(net, near, targets)
    if (distance[net.weight > 0] < 0).any():
        raise ApartError
    flows = net.weight[:, None] * share[None, :]
    # What a class of copies sends to itself goes from copy to copy over its neighbours.
    own = flows[targets, columns] * (1 - 1 / net.copies[targets])
    flows[targets, columns] = 0.0
    flow = flows.ravel()
    level = distance[near.tail]
    pairs = np.flatnonzero(level - distance[near.head] == 1)
    hops = level.ravel()[pairs]
    pairs = pairs[np.argsort(hops, kind="stable")]
    row, every = pairs // many, np.arange(len(near.tail))
    # A pair stands at its bundle's row: from there it is as far to the rows of both ends for all.
    tail, head = (pairs + ((end - every) * many)[row] for end in (near.tail, near.head))
    wide = near.wide[row]
    moved = wide / np.bincount(tail, wide, len(flow))[tail]
    ends = np.cumsum(np.bincount(hops, minlength=levels + 1)).tolist()
    for at in range(levels, 0, -1):
        some = slice(ends[at - 1], ends[at])
        moved[some] *= flow[tail[some]]
        np.add.at(flow, head[some], moved[some])
    return np.bincount(row, moved, len(near.tail)) + _inside(near, targets, own)


def _inside(near: Neighbours, targets: Ints, own: Floats) -> Floats:
    """Return the loads of traffic between copies: up to all neighbours, and down again."""
    found = np.zeros(len(near.tail))
    total = np.zeros(len(near.starts) - 1)
    total[targets] = own
    capacity = np.zeros(len(total))
    there = np.flatnonzero(np.diff(near.starts))
    if len(there):
        capacity[there] = np.add.reduceat(near.wide, near.starts[there])
    share = np.divide(total, capacity, out=np.zeros_like(total), where=capacity > 0)
    if (total[capacity <= 0] > 0).any():
        raise ApartError
    found += share[near.tail] * near.wide
    found += share[near.head] * near.wide
    return found


def _levels(
    net: Net, near: Neighbours, targets: Ints
) -> tuple[NDArray[np.signedinteger[Any]], int]:
    """Return the hops from every vertex to each target, -1 where none lead there, and the most.

    Which targets a vertex reaches in so many hops is a bit of each.
    """
    column = np.arange(len(targets))
    seen = np.zeros((net.size, -(-len(targets) // 64)), dtype="<u8")
    bit = np.uint64(1) << (column % 64).astype(np.uint64)
    np.bitwise_or.at(seen, (targets, column // 64), bit)
    # Short numbers are put in order many times as fast.
    distance: NDArray[np.signedinteger[Any]] = np.full((net.size, len(targets)), -1, dtype=np.int8)
    distance[targets, column] = 0
    there = np.flatnonzero(np.diff(near.starts))
    front, level = seen, 0
    while len(there):
        new = np.zeros_like(seen)
        new[there] = np.bitwise_or.reduceat(front[near.head], near.starts[there], axis=0)
        new &= ~seen
        if not new.any():
            break
        level += 1
        if level > np.iinfo(distance.dtype).max:
            distance = distance.astype(np.int16 if net.size < 1 << 15 else np.int64)
        seen = seen | new
        bits = np.unpackbits(new.view(np.uint8), axis=1, count=len(targets), bitorder="little")
        distance[bits.view(np.bool_)] = level
        front = new
    return distance, level


def hops_from(net: Net, start: Ints) -> Ints:
    """Return the hops of every vertex from the nearest of some; -1 where none lead there."""
    distance = np.full(net.size, -1, dtype=np.int64)
    distance[start] = 0
    level = 0
    while True:
        new = np.zeros(net.size, dtype=bool)
        new[net.b[distance[net.a] == level]] = True
        new[net.a[distance[net.b] == level]] = True
        new &= distance < 0
        if not new.any():
            return distance
        level += 1
        distance[new] = level


def hub_levels(net: Net) -> Iterator[Floats]:
    """Yield shares of hubs: what hosts endpoints, and what stands so many hops above.

    Vertices of a level share by the capacity that they have downwards.
    """
    hosts = np.flatnonzero(net.weight > 0)
    yield net.weight / max(1, net.endpoints)
    level = hops_from(net, hosts)
    for above in range(1, int(level.max(initial=0)) + 1):
        down = np.zeros(net.size)
        low, high = level[net.a], level[net.b]
        for end, here, there in ((net.b, low, high), (net.a, high, low)):
            rows = (there == above) & (here == above - 1)
            down += np.bincount(end[rows], net.capacity[rows], net.size)
        if down.sum() > 0:
            yield down / down.sum()
