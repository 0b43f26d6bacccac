"""A lower bound by electrical flows: traffic divides like current among all ways.

Every endpoint sends to every other evenly. What all send to one of them is a single flow, for which
a current is taken; what a bundle carries of all these must fit it. Shortest paths leave bundles
idle that a current uses. Conductances are altered round by round, so that what is fullest carries
less: whatever they are, currents prove a bound, and the best one counts.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from designer.engine.fabric_graph.lower import by_rate
from designer.engine.fabric_graph.net import Floats, Ints, Net
from designer.engine.fabric_graph.symmetry import Orbits

MOST_VERTICES: Final = 2_600
MOST_WORK: Final = 4e6
"""Vertices times bundles that are unlike: so many numbers are summed in a tenth of a second."""
ROUNDS: Final = 16
_STEP: Final = 0.9
"""By which power of its load a bundle's conductance falls in a round."""


def by_currents(net: Net, orbits: Orbits, rounds: int = ROUNDS) -> Iterator[float]:
    """Yield the best bound that is proven so far, round by round; none where it is not computed.

    Every vertex must host endpoints and be one of its own: with hubs that host none, or copies that
    stand as one, other bounds come nearer.
    """
    if not 2 <= net.size <= MOST_VERTICES or (net.weight == 0).any() or (net.copies > 1).any():
        return
    bundle = _bundle_orbits(net, orbits)
    first = np.unique(bundle, return_index=True)[1]
    if len(first) * net.size > MOST_WORK:
        return
    share = net.weight / net.endpoints
    conductance = net.capacity.copy()
    best = 0.0
    for _ in range(rounds):
        load = _loads(net, first, conductance, share)[bundle]
        fullness = load * net.endpoints / net.capacity
        best = max(best, by_rate(net, (1 - 1e-7) / float(fullness.max())))
        yield best
        conductance *= (fullness / fullness.max()) ** -_STEP
        conductance /= conductance.mean()


def _bundle_orbits(net: Net, orbits: Orbits) -> Ints:
    """Return a number for every bundle that those share which a move takes to each other."""
    ahead, back = orbits.bundle[: len(net.a)], orbits.bundle[len(net.a) :]
    number: Ints = np.unique(np.minimum(ahead, back), return_inverse=True)[1]
    return number.ravel()


def _loads(net: Net, first: Ints, conductance: Floats, share: Floats) -> Floats:
    """Return what some bundles carry, as a part of all endpoints' traffic, both directions."""
    # By symmetry a current from x to everybody drives through a bundle what one through the bundle
    # gives as the tension at x.
    tension = _tensions(net, first, conductance)
    tension -= (tension * share).sum(axis=1, keepdims=True)
    load: Floats = conductance[first] * (np.abs(tension) * share).sum(axis=1)
    return load


def _tensions(net: Net, first: Ints, conductance: Floats) -> Floats:
    """Return the tension at every vertex when a current of one goes in and out at a bundle's ends.

    Shape (some bundles, vertices).
    """
    size, number = net.size, np.arange(len(first))
    grounded = np.zeros((size, size))
    np.add.at(grounded, (net.a, net.b), -conductance)
    np.add.at(grounded, (net.b, net.a), -conductance)
    np.fill_diagonal(grounded, -grounded.sum(axis=1))
    sources = np.zeros((size, len(first)))
    sources[net.a[first], number] += 1.0
    sources[net.b[first], number] -= 1.0
    found = np.zeros((len(first), size))
    found[:, : size - 1] = np.linalg.solve(grounded[:-1, :-1], sources[:-1]).T
    return found
