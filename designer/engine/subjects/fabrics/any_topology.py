"""What a fabric's graph carries by bounds that ask for no topology, and by shortest paths."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from designer.engine.fabric_graph.failures import crossed_by
from designer.engine.fabric_graph.loads import finished
from designer.engine.fabric_graph.lower import Effort
from designer.engine.fabric_graph.measure import (
    EXACT_WORK,
    THROUGHPUT,
    Measured,
    lifted,
    measured_in_steps,
    refinements,
)
from designer.engine.fabric_graph.net import Lumped
from designer.engine.subjects.fabrics.as_net import (
    condensed_net,
    copies_of,
    net_of_graph,
    owners_away,
)
from designer.engine.subjects.fabrics.bisection import Bounds, bisection, cost_of_loss
from designer.engine.subjects.fabrics.graph import Flags, Graph, Ints

LIVE: Final = Effort(even=1e7, above=3e6)
"""What a report waits for."""
LATER: Final = Effort(even=1e9, above=1e8)
"""What is worth it when nobody waits, in steps."""
MOST_VERTICES: Final = 800
"""Up to so many switches currents are computed: a round of more holds up what is asked."""
_HALF: Final = 32
"""Bits of a key that tell one place of a pair."""


@dataclass(frozen=True)
class Whole:
    """What a net carries, in whole links."""

    bounds: Bounds
    found: Measured


@dataclass(frozen=True)
class Crossable:
    """Pairs of places of whose links some halving crosses any that costs as little as one found.

    Attributes
    ----------
    of
        Shape (places,): a number that alike places share.
    pairs
        A key for both numbers of each pair, in order.
    """

    of: Ints
    pairs: Ints

    @classmethod
    def by(cls, places: int, found: Measured) -> "Crossable":
        """Return the pairs that halvings cross which cost as little as the cheapest found."""
        net, of = found.lumped.net, found.lumped.of[:places]
        rows = np.flatnonzero(crossed_by(net, found.orbits, found.cut.cost, found.pool))
        return cls(of, np.unique(_keys(net.a[rows], net.b[rows])))

    def any_of(self, one: Ints, other: Ints) -> bool:
        """Return whether a link between the places of any pair is crossed."""
        if not len(self.pairs):
            return False
        asked = _keys(self.of[one], self.of[other])
        at = np.searchsorted(self.pairs, asked)
        return bool((self.pairs[np.minimum(at, len(self.pairs) - 1)] == asked).any())


def _keys(one: Ints, other: Ints) -> Ints:
    return (np.minimum(one, other) << _HALF) + np.maximum(one, other)


class Halving(NamedTuple):
    """Which owners and which places stand away; shape (owners,) and (places,).

    Attributes
    ----------
    crossable
        What others cross that cost as little; None where nobody knows.
    """

    owner: Flags
    place: Flags
    crossable: Crossable | None = None


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
    net, of = condensed_net(graph, labels)
    found = yield from measured_in_steps(net, at_least=known.low, effort=effort)
    found = replace(found, lumped=Lumped(found.lumped.net, found.lumped.of[of]))
    bounds = narrowed(known, found)
    if not bounds.exact and len(graph.lost[0]):
        # A graph that lacks some links cuts no less than with them, less these.
        whole, _ = condensed_net(graph.with_lost(), labels)
        intact = yield from measured_in_steps(whole, at_least=0.0, effort=effort)
        bounds = bounds.closer(intact.proven - cost_of_loss(graph), found.cheapest)
    return Whole(bounds, found)


def as_near_as_it_comes(graph: Graph, known: Bounds) -> Generator[None, None, Whole]:
    """Return what a graph of one island carries, with all the work that is worth it, in steps."""
    if not known.exact:
        # What is known may have been told at once, from a graph that is like it.
        found = bisection(graph, known.low)
        known = known.closer(found.low, found.high)
        yield
    effort = THROUGHPUT if known.exact else LATER
    whole = yield from by_any_topology_in_steps(graph, known, None, effort)
    if whole.bounds.exact:
        return whole
    if whole.found.lumped.net.size > MOST_VERTICES and whole.found.cheapest > known.high:
        # Of so many only moves are tried, from a halving that is dearer than one that is known.
        return whole
    net = net_of_graph(graph)
    for closer in refinements(net, whole.found, work=EXACT_WORK, most_vertices=MOST_VERTICES):
        if closer is not None:
            whole = Whole(narrowed(whole.bounds, closer), closer)
        yield
    return whole


def narrowed(known: Bounds, found: Measured) -> Bounds:
    """Return bounds with those of a net: what is at least, and what is at most."""
    return known.closer(found.proven, found.cheapest)


def worst_halving(graph: Graph, found: Measured) -> Halving:
    """Return who stands away in the cheapest halving found, endpoints that are separated too."""
    away = lifted(copies_of(graph), found, found.cut)
    return Halving(
        owners_away(graph, away), away[: graph.places] > 0, Crossable.by(graph.places, found)
    )
