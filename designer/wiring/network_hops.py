"""How many switches stand on the longest of the shortest ways between two endpoints of a rule."""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.wiring.network_shapes import Shape, wired
from designer.wiring.network_size import FabricPlan
from designer.wiring.topologies import Topology

Ints = NDArray[np.int64]

_KEPT: Final = 16


def ways(plan: FabricPlan) -> tuple[int, int, int] | None:
    """Return the leaves, spines and core switches on the longest of the shortest ways.

    None where no rule says it (drawn by hand). Where rails are islands it is that of one rail: the
    others are reached over NVLink.
    """
    if plan.request.topology == "hand-drawn":
        return None
    if plan.shape is not None:
        return way_of(plan.shape)
    if not plan.spines.spine:
        return 1, 0, 0
    return (2, 2, 1) if plan.spines.core else (2, 1, 0)


@lru_cache(maxsize=_KEPT)
def way_of(shape: Shape) -> tuple[int, int, int]:
    """Return the switches on the longest way of a topology, those that host nodes first."""
    found = wired(shape)
    most = (0, 0)
    for root in _roots(shape, found):
        hops, above = _from(found, root)
        hosting = found.hosts > 0
        far = int(np.argmax(np.where(hosting, hops, -1)))
        most = max(most, (int(hops[far]), int(above[far])))
    hops_, spines = most
    return hops_ + 1 - spines, spines, 0


def _roots(shape: Shape, found: Topology) -> Ints:
    """Return hosting switches of which one is as far from some other as any is.

    Every switch of a torus, hypercube or HyperX may take any other's place, and every group of a
    dragonfly that of another; of a mesh it is a corner.
    """
    hosting = np.flatnonzero(found.hosts > 0)
    group = found.labels.get("group")
    if group is None:
        return hosting[:1]
    alike: Ints = hosting[group[hosting] == group[hosting[0]]]
    return alike


def _from(found: Topology, root: int) -> tuple[Ints, Ints]:
    """Return the hops of all switches from one, and how many on the way host nobody."""
    hops = np.full(found.switches, -1, dtype=np.int64)
    above = np.zeros(found.switches, dtype=np.int64)
    tail = np.concatenate((found.a, found.b))
    head = np.concatenate((found.b, found.a))
    hops[root], level = 0, 0
    while True:
        edge = np.flatnonzero((hops[tail] == level) & (hops[head] < 0))
        if not len(edge):
            return hops, above
        new = head[edge]
        above[new] = above[tail[edge]] + (found.hosts[new] == 0)
        level += 1
        hops[new] = level
