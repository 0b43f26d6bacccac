"""Loads of bundles where traffic takes shortest paths, split evenly over links (ECMP).

At every switch traffic to one destination is divided among the links that lead a hop nearer. Loads
are exact for a net of alike vertices too, and are computed for one destination of all that moves
take to each other.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from designer.engine.fabric_graph.net import Floats, Ints, Neighbours, Net
from designer.engine.fabric_graph.symmetry import Orbits

T = TypeVar("T")

_BLOCK: Final = 1 << 21
"""Bundles times destinations that are computed together."""
_MANY: Final = 4_096
"""From so many directed bundles on each destination is computed by itself, level by level."""


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
    block = max(1, _BLOCK // max(1, len(near.tail)))
    single = len(near.tail) >= _MANY
    for start in range(0, len(first), block):
        some = slice(start, start + block)
        if single:
            for at, part in zip(first[some].tolist(), share[some].tolist(), strict=True):
                found += _one(net, near, at, part)
        else:
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


def _one(net: Net, near: Neighbours, target: int, share: float) -> Floats:
    """Return the loads of traffic to one target, by the same rules as for many."""
    distance = _hops(net, near, target)
    if (distance[net.weight > 0] < 0).any():
        raise ApartError
    flow = net.weight * share
    own = float(flow[target]) * (1 - 1 / int(net.copies[target]))
    flow[target] = 0.0
    level = distance[near.tail]
    rows = np.flatnonzero(level - distance[near.head] == 1)
    rows = rows[np.argsort(level[rows], kind="stable")]
    tail, head, wide = near.tail[rows], near.head[rows], near.wide[rows]
    part = wide / np.bincount(tail, wide, net.size)[tail]
    ends = np.searchsorted(level[rows], np.arange(int(distance.max()) + 2))
    carried = np.zeros(len(rows))
    for start, end in zip(ends[-2::-1].tolist(), ends[:0:-1].tolist(), strict=True):
        some = slice(start, end)
        carried[some] = flow[tail[some]] * part[some]
        np.add.at(flow, head[some], carried[some])
    found = np.zeros(len(near.tail))
    found[rows] = carried
    if own:
        found += _inside(near, np.array([target]), np.array([own]))
    return found


def _hops(net: Net, near: Neighbours, target: int) -> NDArray[np.int32]:
    """Return the hops from every vertex to a target; -1 where none lead there."""
    distance = np.full(net.size, -1, dtype=np.int32)
    distance[target] = 0
    front, level = np.array([target]), 0
    while len(front):
        level += 1
        many = near.starts[front + 1] - near.starts[front]
        rows = np.repeat(near.starts[front] - np.cumsum(many) + many, many) + np.arange(many.sum())
        ahead = near.head[rows]
        distance[ahead[distance[ahead] < 0]] = level
        front = np.flatnonzero(distance == level) if len(ahead) * 4 > net.size else _new(
            ahead, distance, level
        )  # fmt: skip
    return distance


def _new(ahead: Ints, distance: NDArray[np.int32], level: int) -> Ints:
    found = np.sort(ahead[distance[ahead] == level])
    return found[np.flatnonzero(np.diff(found, prepend=-1))]


def _block(net: Net, near: Neighbours, targets: Ints, share: Floats) -> Floats:
    """Return the loads of traffic to some targets, weighted by what is sent to each."""
    columns = np.arange(len(targets))
    distance, levels = _levels(net, near, targets)
    if (distance[net.weight > 0] < 0).any():
        raise ApartError
    flow = net.weight[:, None] * share[None, :]
    # What a class of copies sends to itself goes from copy to copy over its neighbours.
    own = flow[targets, columns] * (1 - 1 / net.copies[targets])
    flow[targets, columns] = 0.0
    found = np.zeros(len(near.tail))
    nearer = distance[near.head] - distance[near.tail] == -1
    wide = np.where(nearer, near.wide[:, None], 0.0)
    out = _rows(near, wide)
    for level in range(levels, 0, -1):
        here = (distance == level) & (flow > 0)
        each = np.divide(flow, out, out=np.zeros_like(flow), where=here)
        moved = each[near.tail] * wide
        found += moved.sum(axis=1)
        flow += _rows(near, moved[near.back])
    return found + _inside(near, targets, own)


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


def _rows(near: Neighbours, values: Floats) -> Floats:
    """Return sums over the bundles that leave each vertex."""
    found = np.zeros((len(near.starts) - 1, values.shape[1]))
    there = np.flatnonzero(np.diff(near.starts))
    if len(there):
        found[there] = np.add.reduceat(values, near.starts[there], axis=0)
    return found


def _levels(net: Net, near: Neighbours, targets: Ints) -> tuple[Ints, int]:
    """Return the hops from every vertex to each target, -1 where none lead there, and the most."""
    distance = np.full((net.size, len(targets)), -1, dtype=np.int64)
    distance[targets, np.arange(len(targets))] = 0
    level = 0
    while True:
        ahead = (distance[near.head] == level).astype(np.float64)
        new = (_rows(near, ahead) > 0) & (distance < 0)
        if not new.any():
            return distance, level
        level += 1
        distance[new] = level


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
