"""How much storage systems send to nodes at once: a maximum flow over the fabrics as drawn.

From each sort of system over its links to leaves, over trunks, to the leaves that nodes hang on and
over the links of those: no routing sends more (Ford and Fulkerson, Canadian Journal of Mathematics
8, 1956), and even spreading over shortest ways reaches it in a tree whose bundles are even.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.engine.fabric_graph.net import mixed, mixed_bits, numbered
from designer.engine.subjects.fabrics.graph import Flags, Graph, Ints

Floats = NDArray[np.float64]

_NONE: Final = 1e-6
"""Gb/s: less is a rounding."""
_MOST: Final = float(1 << 30)
"""The largest capacity of scipy's flows, which are of whole numbers."""
_FEW_EDGES: Final = 400


@dataclass(frozen=True)
class Branch:
    """One fabric between systems and nodes.

    Attributes
    ----------
    sends
        Shape (systems, places): Gb/s that systems may send into each switch.
    takes
        Shape (places,): Gb/s that nodes take from each switch.
    rate
        Gb/s of one link between switches.
    """

    graph: Graph
    sends: Floats
    takes: Floats
    rate: float


class Flow:
    """The flow from systems to nodes over all branches.

    Parameters
    ----------
    branches
        One or more, each with as many rows of systems.
    """

    def __init__(self, branches: Sequence[Branch]) -> None:
        self._systems = len(branches[0].sends)
        self._sends = np.concatenate([one.sends for one in branches], axis=1)
        self._takes = np.concatenate([one.takes for one in branches])
        sizes = [one.graph.places for one in branches]
        starts = (np.cumsum(sizes) - sizes).tolist()
        pairs = list(zip(branches, starts, strict=True))
        self._a = np.concatenate([one.graph.a + first for one, first in pairs])
        self._b = np.concatenate([one.graph.b + first for one, first in pairs])
        self._links = np.concatenate([one.graph.links * one.rate for one in branches])

    def gbps(self, systems: Floats, lost: int | None = None) -> float:
        """Return how much flows.

        Parameters
        ----------
        systems
            Shape (systems,): Gb/s that each sort of system sends at most; may be infinite.
        lost
            A place, counted over all branches, that is gone; None for none.
        """
        stays = np.ones(len(self._takes), dtype=bool)
        if lost is not None:
            stays[lost] = False
        there = stays[self._a] & stays[self._b]
        sends, takes = self._sends * stays, self._takes * stays
        trunks = self._a[there], self._b[there], self._links[there]
        of = _classes(np.vstack((sends, takes)), trunks)
        size = int(of.max()) + 1
        # The source, the sink, the systems, then the classes of places.
        first = 2 + self._systems
        row, at = np.nonzero(sends)
        ends = np.flatnonzero(takes)
        a, b = first + of[trunks[0]], first + of[trunks[1]]
        tail = (np.zeros(self._systems, dtype=np.int64), 2 + row, first + of[ends], a, b)
        head = (2 + np.arange(self._systems), first + of[at], np.ones_like(ends), b, a)
        most = (systems, sends[row, at], takes[ends], trunks[2], trunks[2])
        return _most(first + size, *(np.concatenate(column) for column in (tail, head, most)))


def load() -> None:
    """Import what flows of many edges need: it takes longer than to compute them."""
    import scipy.sparse.csgraph  # noqa: F401 - imported ahead of its first use


def _classes(marks: Floats, trunks: tuple[Ints, Ints, Floats]) -> Ints:
    """Return a number for every place: those of a class have alike links to alike classes.

    Places of a class carry alike in some maximum flow, as its average over them is one: what flows
    between classes is what flows between places (Ramana, Scheinerman and Ullman, Discrete
    Mathematics 132, 1994, on equitable partitions). `marks` tell places apart to begin with.
    """
    of = np.unique(marks, axis=1, return_inverse=True)[1].astype(np.int64).reshape(-1)
    a, b, links = trunks
    wide = np.rint(links * 1024).astype(np.uint64)
    while True:
        seen = mixed(of)
        mark = mixed_bits(seen)
        np.add.at(mark, a, seen[b] * wide)
        np.add.at(mark, b, seen[a] * wide)
        finer = numbered(mark)[0]
        if finer.max(initial=0) == of.max(initial=0):
            return of
        of = finer


def _most(size: int, tail: Ints, head: Ints, most: Floats) -> float:
    """Return the maximum flow from vertex 0 to vertex 1 over directed edges."""
    pairs, where = np.unique(tail * size + head, return_inverse=True)
    wide: Floats = np.bincount(where, most).astype(np.float64)
    if len(pairs) > _FEW_EDGES:
        return _most_of_many(size, pairs, wide)
    room: list[dict[int, float]] = [{} for _ in range(size)]
    for pair, amount in zip(pairs.tolist(), wide.tolist(), strict=True):
        a, b = divmod(pair, size)
        room[a][b] = room[a].get(b, 0.0) + amount
        room[b].setdefault(a, 0.0)
    flow = 0.0
    while way := _shortest(room):
        steps = list(pairwise(way))
        more = min(room[a][b] for a, b in steps)
        for a, b in steps:
            room[a][b] -= more
            room[b][a] += more
        flow += more
    return flow


def _shortest(room: list[dict[int, float]]) -> list[int]:
    """Return the shortest way with room from vertex 0 to vertex 1; empty for none.

    Filling shortest ways ends after fewer steps than vertices times edges (Edmonds and Karp,
    Journal of the ACM 19, 1972).
    """
    before = {0: 0}
    front = [0]
    while front and 1 not in before:
        after = []
        for one in front:
            for other, free in room[one].items():
                if free > _NONE and other not in before:
                    before[other] = one
                    after.append(other)
        front = after
    if 1 not in before:
        return []
    way = [1]
    while way[-1]:
        way.append(before[way[-1]])
    return way[::-1]


def _most_of_many(size: int, pairs: Ints, wide: Floats) -> float:
    """Return the same by scipy, whose import takes longer than small flows do."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_flow

    ends = np.divmod(pairs, size)
    # No more flows than leaves the source or enters the sink.
    least = min(float(wide[ends[0] == 0].sum()), float(wide[ends[1] == 1].sum()))
    if least <= _NONE:
        return 0.0
    step = least / _MOST
    whole = np.rint(np.minimum(wide, least) / step).astype(np.int32)
    graph = csr_array((whole, ends), shape=(size, size))
    return float(maximum_flow(graph, 0, 1).flow_value) * step


def kept_places(branches: Sequence[Branch], kinds: Sequence[Ints]) -> list[tuple[int, int, int]]:
    """Return one switch of each sort whose loss leaves the same: its number, branch and place."""
    found: list[tuple[int, int, int]] = []
    first = 0
    for number, (one, kind) in enumerate(zip(branches, kinds, strict=True)):
        joined: Flags = one.graph.links_at + one.graph.hosted > 0
        marks = np.column_stack((kind, one.takes, one.sends.T))
        _, places = np.unique(marks, axis=0, return_index=True)
        found += [(first + at, number, at) for at in places.tolist() if joined[at]]
        first += one.graph.places
    return found
