"""Switches of a graph that are alike: whichever of them is lost, what is left is the same.

Two switches are alike where exchanging them, alone or with all around them, gives the same graph
again. Three exchanges are looked for, and each is proven before it counts:

* twins: two switches with the same links to the same neighbours;
* pods: the parts that are left without the core switches, where one stands as the other does;
* units of nodes and ranks: the parts that are left without the spines, or without the leaves,
  likewise.

An exchange that none of these finds makes two kinds of one: more work, and no error.
"""

import numpy as np
from numpy.typing import NDArray

from designer.engine.subjects.fabrics.graph import Graph, Ints

Marks = NDArray[np.uint64]

_Links = tuple[Ints, Ints, Marks]

_OWNERS = 3
"""Owners with several links, or with endpoints that have none, stand there as a tier."""
_ROUNDS = 4
"""How often neighbours tell switches of a part apart: a fabric has no more tiers."""


def kinds_of(graph: Graph) -> Ints:
    """Return for every place a number that only places share whose loss leaves the same."""
    small, of, _ = graph.condensed
    if small is not graph:
        return kinds_of(small)[of]
    seen = _Seen.of(graph)
    if seen is None:
        return np.arange(graph.places, dtype=np.int64)
    twins = _numbered(seen.rows(np.arange(len(seen.mark), dtype=np.uint64)))
    kind = twins
    for tier in (2, 1, 0):
        kind = joined_classes(kind, seen.exchanged(twins, seen.tier == tier))
    return kind[: graph.places]


class _Seen:
    """A graph as neighbours: its places, then the owners that are more than one link."""

    def __init__(self, tier: Ints, mark: Marks, one: Ints, other: Ints, count: Ints) -> None:
        self.tier = tier
        self.mark = mark
        self._one = np.concatenate((one, other))
        self._other = np.concatenate((other, one))
        self._count = np.concatenate((count, count)).astype(np.uint64)

    @classmethod
    def of(cls, graph: Graph) -> "_Seen | None":
        """Return the neighbours; None where endpoints and owners share places in unlike ways."""
        links = np.bincount(graph.owner)[graph.owner] if len(graph.owner) else graph.owner
        more = np.bincount(graph.by_owner, minlength=int(graph.owner.max(initial=-1)) + 1)
        many = (links > 1) | (more[graph.owner] > 0)
        if many.any():
            own = np.bincount(graph.endpoint)[graph.endpoint]
            if ((own != links) & (own != 1)).any():
                return None
        owners, at = np.unique(graph.owner[many], return_inverse=True)
        tier = np.concatenate((graph.tier, np.full(len(owners), _OWNERS)))
        alone = np.bincount(graph.place[~many], minlength=len(tier)).astype(np.uint64)
        alone[graph.places :] = more[owners]
        copies = np.concatenate((graph.many, np.ones(len(owners), dtype=np.int64)))
        mark = _mixed(_mixed(_mixed(alone) + tier.astype(np.uint64)) + copies.astype(np.uint64))
        one = np.concatenate((graph.a, graph.place[many]))
        other = np.concatenate((graph.b, at + graph.places))
        ones = np.ones(len(at), dtype=np.int64)
        return cls(tier, mark, one, other, np.concatenate((graph.count, ones)))

    def rows(self, of: Marks, links: _Links | None = None) -> Marks:
        """Return what each is and what its neighbours are, as numbers tell those apart.

        Parameters
        ----------
        links
            Neighbours' links, both ways, that count; all where not given.
        """
        one, other, count = links or (self._one, self._other, self._count)
        found = _mixed(self.mark)
        np.add.at(found, one, _mixed(of)[other] * count)
        return _mixed(found)

    def _links(self, taken: NDArray[np.bool_]) -> _Links:
        return self._one[taken], self._other[taken], self._count[taken]

    def exchanged(self, twins: Ints, fixed: NDArray[np.bool_]) -> Ints:
        """Return numbers that places share which exchanging two parts exchanges.

        Parameters
        ----------
        fixed
            Places that stay where they are: without them the graph falls into parts.
        """
        stays = fixed[self._other]
        inside = self._links(~(fixed[self._one] | stays))
        half = len(inside[0]) // 2  # each link stands there twice, the second time from its end
        part = _parts(len(fixed), inside[0][:half], inside[1][:half])
        part[fixed] = -1
        name = np.arange(len(fixed), dtype=np.uint64)
        # First what each is to the places that stay, by their names; then what is around it.
        colour = self.rows(name, self._links(~fixed[self._one] & stays))
        for _ in range(_ROUNDS):
            last = colour
            colour = _mixed(last + self.rows(last, inside))
        # The parts are exchanged colour by colour: those of one colour in a part must be twins.
        cell = _numbered(_mixed(last) + _mixed(part.astype(np.uint64) + np.uint64(1)))
        plain = _same_within(cell, twins)[cell] | fixed
        sound = np.ones(len(fixed), dtype=bool)
        sound[part[~plain]] = False
        total = np.zeros(len(fixed), dtype=np.uint64)
        free = ~fixed
        np.add.at(total, part[free], _mixed(colour[free]))
        whole = _mixed(total[part]) + colour
        return _numbered(np.where(free & sound[part], whole, _mixed(_mixed(name))))


def _mixed(numbers: NDArray[np.generic]) -> Marks:
    """Return numbers whose sums tell sets of them apart: their bits, mixed."""
    mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _numbered(marks: Marks) -> Ints:
    return np.unique(marks, return_inverse=True)[1].astype(np.int64)


def _same_within(cell: Ints, value: Ints) -> NDArray[np.bool_]:
    """Return for every cell whether its members have one value."""
    low = np.full(int(cell.max(initial=0)) + 1, np.iinfo(np.int64).max)
    high = np.full(len(low), -1)
    np.minimum.at(low, cell, value)
    np.maximum.at(high, cell, value)
    same: NDArray[np.bool_] = low == high
    return same


def joined_classes(one: Ints, other: Ints) -> Ints:
    """Return the classes of which each holds all that either numbering holds to be alike."""
    size = int(one.max(initial=0)) + 1
    label = _parts(size + int(other.max(initial=0)) + 1, one, other + size)
    return label[one]


def _parts(size: int, one: Ints, other: Ints) -> Ints:
    """Return the part of each, as pairs join them: the lowest number in it."""
    label = np.arange(size, dtype=np.int64)
    while True:
        low = np.minimum(label[one], label[other])
        after = label.copy()
        np.minimum.at(after, one, low)
        np.minimum.at(after, other, low)
        after = after[after]
        if np.array_equal(after, label):
            return label
        label = after
