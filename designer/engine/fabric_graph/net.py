"""A network as arrays: vertices with the endpoints that hang on them, bundles of links between.

An endpoint is never a vertex of its own. Endpoints with links to several switches are: alike ones
stand together as one vertex of as many copies.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import floor, gcd

import numpy as np
from numpy.typing import NDArray

from designer.wiring.topologies import Topology

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Net:
    """Vertices and bundles; capacities are in links of one endpoint, each way.

    Attributes
    ----------
    weight
        Shape (vertices,): endpoints of each, all copies together.
    copies
        Shape (vertices,): alike vertices that stand as one, with the same neighbours. None of them
        is joined to another.
    a, b, capacity
        Shape (bundles,): both ends, and the capacity between all copies of either end.
    access
        What it costs to separate one endpoint from its vertex.
    halves
        Fewest and most endpoints on one side of a halving.
    labels
        Shape (vertices,) each: what vertices share; -1 where one has none.
    step
        Every cut of whole vertices is a multiple of it; 0 where that is not known.
    planned
        Links over which an endpoint is to send; it may have fewer.
    """

    weight: Ints
    copies: Ints
    a: Ints
    b: Ints
    capacity: Floats
    access: float
    halves: tuple[int, int]
    labels: Mapping[str, Ints] = field(default_factory=dict)
    step: float = 1.0
    planned: float = 0.0

    @property
    def sends(self) -> float:
        """What an endpoint is to send, in links: shares of its injection are shares of it."""
        return max(self.planned, self.access)

    @property
    def size(self) -> int:
        """Vertices."""
        return len(self.weight)

    @cached_property
    def endpoints(self) -> int:
        """Endpoints on all vertices."""
        return int(self.weight.sum())

    @cached_property
    def neighbours(self) -> "Neighbours":
        """Both directions of every bundle, in order of the vertex that it leaves."""
        tail = np.concatenate((self.a, self.b))
        head = np.concatenate((self.b, self.a))
        order = np.argsort(tail, kind="stable")
        starts = np.searchsorted(tail[order], np.arange(self.size + 1))
        wide = np.concatenate((self.capacity, self.capacity))[order]
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        back = place[(order + len(self.a)) % max(1, len(order))]
        return Neighbours(tail[order], head[order], wide, starts, order, back)

    def up(self, value: float) -> float:
        """Return a lower bound raised to the next value that a cut can have."""
        if self.step <= 0:
            return value
        return -floor(-(value / self.step - 1e-6)) * self.step


@dataclass(frozen=True)
class Neighbours:
    """Directed bundles in order of their tails.

    Attributes
    ----------
    starts
        Shape (vertices + 1,): where those of each vertex begin.
    number
        Which bundle of the net it is; those of the second half lead from `b` to `a`.
    back
        Where the other direction of each stands.
    """

    tail: Ints
    head: Ints
    wide: Floats
    starts: Ints
    number: Ints
    back: Ints


def net_of(topology: Topology) -> Net:
    """Return the net of a topology, all of whose endpoints have one link to their switch."""
    number = topology.endpoints
    return Net(
        topology.hosts, np.ones(topology.switches, dtype=np.int64), topology.a, topology.b,
        topology.links.astype(np.float64), 1.0, (number // 2, number - number // 2),
        {**topology.labels, "tier": topology.tier},
    )  # fmt: skip


def made(net: Net) -> Net:
    """Return a net with bundles between the same two vertices as one, and its step found."""
    low, high = np.minimum(net.a, net.b), np.maximum(net.a, net.b)
    key = low * net.size + high
    pairs, where = np.unique(key, return_inverse=True)
    if len(pairs) == len(key):
        return replace(net, a=low, b=high, step=step_of(net.capacity, net.access))
    a, b = np.divmod(pairs, net.size)
    capacity = np.bincount(where, net.capacity, len(pairs)).astype(np.float64)
    return replace(net, a=a, b=b, capacity=capacity, step=step_of(capacity, net.access))


def step_of(capacity: Floats, access: float) -> float:
    """Return the largest number of which all capacities are multiples; 0 for none known.

    NVLink is no whole number of links: shares down to 1/1000 are told apart.
    """
    values = np.append(np.unique(capacity), access)
    for scale in (1, 2, 4, 10, 100, 1000):
        whole = np.rint(values * scale)
        if np.abs(whole - values * scale).max() < 1e-9:
            return gcd(*whole.astype(np.int64).tolist()) / scale
    return 0.0


def components(net: Net) -> Ints:
    """Return for every vertex the lowest vertex that it reaches; shape (vertices,)."""
    label = np.arange(net.size, dtype=np.int64)
    while True:
        low = np.minimum(label[net.a], label[net.b])
        after = label.copy()
        np.minimum.at(after, net.a, low)
        np.minimum.at(after, net.b, low)
        after = after[after]
        if np.array_equal(after, label):
            return label
        label = after


def islands(net: Net) -> int:
    """Return the parts with endpoints that no link joins; copies of one without links are apart."""
    hosting = net.weight > 0
    linked = np.zeros(net.size, dtype=bool)
    linked[net.a] = linked[net.b] = True
    alone = int(net.copies[hosting & ~linked].sum())
    return alone + len(np.unique(components(net)[hosting & linked]))


@dataclass(frozen=True)
class Lumped:
    """A net with alike vertices as one.

    Attributes
    ----------
    of
        Shape (vertices of the whole net,): the vertex that each is part of.
    """

    net: Net
    of: Ints


def lumped(net: Net) -> Lumped:
    """Return a net with twins as one: vertices with the same endpoints, copies and bundles.

    Exchanging twins leaves the net as it is, so that what is alike for both is exact. Sets of
    bundles are told apart by sums of mixed bits.
    """
    mark = np.zeros(net.size, dtype=np.uint64)
    each = mixed(np.arange(net.size))
    wide = np.rint(net.capacity * 4096).astype(np.uint64)
    np.add.at(mark, net.a, each[net.b] * wide)
    np.add.at(mark, net.b, each[net.a] * wide)
    mark = mixed_bits(mark + mixed(net.weight * 2 + 1)) + mixed(net.copies * 2)
    of, place, members = numbered(mark)
    size = len(place)
    if size == net.size:
        return Lumped(net, np.arange(net.size, dtype=np.int64))
    # The bundles of the first of each stand for those of all its twins.
    first = np.zeros(net.size, dtype=bool)
    first[place] = True
    rows = np.flatnonzero(first[net.a] & first[net.b])
    a, b = of[net.a[rows]], of[net.b[rows]]
    many = members[a] * members[b]
    capacity = net.capacity[rows] * many
    if not _is_all(net, of, a, b, many, capacity):
        # Two marks were the same by chance.
        return Lumped(net, np.arange(net.size, dtype=np.int64))
    small = Net(
        np.bincount(of, net.weight, size).astype(np.int64),
        np.bincount(of, net.copies, size).astype(np.int64),
        a, b, capacity, net.access, net.halves,
        {name: label[place] for name, label in net.labels.items()}, net.step,
        net.planned,
    )  # fmt: skip
    return Lumped(small, of)


def numbered(marks: NDArray[np.uint64]) -> tuple[Ints, Ints, Ints]:
    """Return which marks are the same: the number of each, the first of every number, how many.

    Numbers are in order of the first of each, so that labels and ranks keep their order.
    """
    _, first, of, members = np.unique(
        marks, return_index=True, return_inverse=True, return_counts=True
    )
    order = np.argsort(first, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return rank[of], first[order], members[order]


def _is_all(net: Net, of: Ints, a: Ints, b: Ints, many: Ints, capacity: Floats) -> bool:
    """Return whether bundles between classes are as many as those of the net, with all of them."""
    if int(many.sum()) != len(net.a) or (a == b).any():
        return False
    size = int(of.max()) + 1
    every = sum(np.bincount(of[end], net.capacity, size) for end in (net.a, net.b))
    mine = sum(np.bincount(end, capacity, size) for end in (a, b))
    return bool(np.allclose(every, mine, rtol=1e-9))


def mixed(numbers: NDArray[np.generic]) -> NDArray[np.uint64]:
    """Return numbers whose sums tell sets of them apart: their bits, mixed."""
    return mixed_bits((numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15))


def mixed_bits(marks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers with their bits mixed once more."""
    found = (marks ^ (marks >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return found ^ (found >> np.uint64(31))
