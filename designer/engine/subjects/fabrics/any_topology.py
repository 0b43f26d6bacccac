"""What a fabric's graph carries by bounds that ask for no topology, and by shortest paths."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from designer.engine.fabric_graph.measure import Measured, measured
from designer.engine.subjects.fabrics.as_net import net_of_graph
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.graph import Graph, Ints

LIVE_WORK: Final = 3e6
"""Bundles times destinations that a report waits for, for one level of hubs."""


@dataclass(frozen=True)
class Whole:
    """What a net carries, in whole links."""

    bounds: Bounds
    found: Measured


def is_no_tree(graph: Graph) -> bool:
    """Return whether switches of a tier are joined to each other, as in no folded Clos."""
    return bool((graph.tier[graph.a] == graph.tier[graph.b]).any())


def by_any_topology(
    graph: Graph, known: Bounds, labels: Mapping[str, Ints] | None = None,
    most_work: float = LIVE_WORK,
) -> Whole:  # fmt: skip
    """Return what a graph of one island carries.

    Parameters
    ----------
    known
        Bounds that are known otherwise: what is returned is no wider.
    labels
        Shape (places,) each: what switches share beside their pod.
    """
    found = measured(net_of_graph(graph, labels), at_least=known.low, most_work=most_work)
    return Whole(narrowed(known, found), found)


def narrowed(known: Bounds, found: Measured) -> Bounds:
    """Return bounds with those of a net: what is at least, and what is at most."""
    return known.closer(found.proven, found.cheapest)


def away_of(graph: Graph, found: Measured) -> Ints:
    """Return how many copies of each vertex of the whole net stand away in the cheapest halving.

    Alike vertices are taken in order. Shape (vertices of the net,), places first.
    """
    small, cut = found.lumped, found.cut
    size = len(small.of)
    left = cut.away.copy()
    away = np.zeros(size, dtype=np.int64)
    copies = np.ones(size, dtype=np.int64)
    classes = size - graph.places
    if classes:
        copies[graph.places :] = net_of_graph(graph).copies[graph.places :]
    for vertex in range(size):
        mine = int(small.of[vertex])
        some = min(int(left[mine]), int(copies[vertex]))
        away[vertex] = some
        left[mine] -= some
    return away
