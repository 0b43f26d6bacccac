"""What a fabric's graph carries by bounds that ask for no topology, and by shortest paths."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from designer.engine.fabric_graph.loads import finished
from designer.engine.fabric_graph.lower import Effort
from designer.engine.fabric_graph.measure import Measured, measured_in_steps
from designer.engine.subjects.fabrics.as_net import net_of_graph
from designer.engine.subjects.fabrics.bisection import Bounds, cost_of_loss
from designer.engine.subjects.fabrics.graph import Graph, Ints

LIVE: Final = Effort(even=1e7, above=3e6)
"""What a report waits for."""
LATER: Final = Effort(even=1e9, above=1e8)
"""What is worth it when nobody waits, in steps."""


@dataclass(frozen=True)
class Whole:
    """What a net carries, in whole links."""

    bounds: Bounds
    found: Measured


def is_no_tree(graph: Graph) -> bool:
    """Return whether switches of a tier are joined to each other, as in no folded Clos."""
    return bool((graph.tier[graph.a] == graph.tier[graph.b]).any())


def by_any_topology(
    graph: Graph, known: Bounds, labels: Mapping[str, Ints] | None = None, effort: Effort = LIVE
) -> Whole:
    """Return what a graph of one island carries.

    Parameters
    ----------
    known
        Bounds that are known otherwise: what is returned is no wider.
    labels
        Shape (places,) each: what switches share beside their pod.
    """
    return finished(by_any_topology_in_steps(graph, known, labels, effort))


def by_any_topology_in_steps(
    graph: Graph, known: Bounds, labels: Mapping[str, Ints] | None, effort: Effort
) -> Generator[None, None, Whole]:
    """Do the same step by step."""
    net = net_of_graph(graph, labels)
    found = yield from measured_in_steps(net, at_least=known.low, effort=effort)
    bounds = narrowed(known, found)
    if not bounds.exact and len(graph.lost[0]):
        # A graph that lacks some links cuts no less than with them, less these.
        whole = net_of_graph(graph.with_lost(), labels)
        intact = yield from measured_in_steps(whole, at_least=0.0, effort=effort)
        bounds = bounds.closer(intact.proven - cost_of_loss(graph), found.cheapest)
    return Whole(bounds, found)


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
