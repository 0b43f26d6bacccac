"""Cables of a fabric by sort, and what endpoints can send evenly to all others without one of each.

Cables are of one sort where a move of the fabric takes them to each other, or an exchange of alike
switches: what is left without one is then what is left without any of them. Even division is no
quantity that a lost cable bounds by itself, so it is worked out anew for each sort, of few.
"""

from collections.abc import Callable, Generator
from typing import Final, NamedTuple

import numpy as np

from designer.engine.fabric_graph.measure import Measured, throughput_in_steps
from designer.engine.subjects.fabrics.any_topology import LIVE
from designer.engine.subjects.fabrics.as_net import condensed_net, vertices_of_owners
from designer.engine.subjects.fabrics.exchanging import perhaps_sent
from designer.engine.subjects.fabrics.graph import Graph, Ints, islands
from designer.model.figures import Figure, exact

MOST_SORTS: Final = 128
"""Sorts of a fabric's cables without which it is worked out: of unlike fabrics it stays open."""
_BASIS: Final = "rule shortest paths, evenly divided"
_SHARE: Final = "all_to_all_ratio"


class OneCable(NamedTuple):
    """A cable that stands for all of its sort: a trunk of a graph, or a link of an endpoint."""

    trunk: int = -1
    link: int = -1


def one_of_each_sort(found: Measured, bundles: Ints) -> Ints:
    """Return a bundle of each sort of some bundles of the lumped net."""
    number = len(found.lumped.net.a)
    sort = np.minimum(found.orbits.bundle[:number], found.orbits.bundle[number:])[bundles]
    _, first = np.unique(sort, return_index=True)
    return np.sort(bundles[first])


def one_link_of_each_sort(graph: Graph, found: Measured, links: Ints) -> Ints:
    """Return a link of each sort of some links of endpoints: by the switches they hang on."""
    sort = found.orbits.vertex[found.lumped.of[graph.place[links]]]
    _, first = np.unique(sort, return_index=True)
    return np.sort(links[first])


def cable_of(graph: Graph, found: Measured, bundle: int) -> OneCable:
    """Return the first cable that a bundle of the lumped net stands for."""
    net, of = found.lumped.net, found.lumped.of
    wanted = sorted((int(net.a[bundle]), int(net.b[bundle])))
    ends = np.sort(np.stack((of[graph.a], of[graph.b])), axis=0)
    there = np.flatnonzero((ends[0] == wanted[0]) & (ends[1] == wanted[1]))
    if len(there):
        return OneCable(trunk=int(there[0]))
    vertex = vertices_of_owners(graph)[graph.owner]
    hosts = np.where(vertex >= 0, of[vertex], -1)
    ends = np.sort(np.stack((hosts, of[graph.place])), axis=0)
    there = np.flatnonzero((ends[0] == wanted[0]) & (ends[1] == wanted[1]))
    return OneCable(link=int(there[0])) if len(there) else OneCable()


class Sends:
    """Works out what endpoints send without one cable, for so many sorts of a graph's cables.

    Parameters
    ----------
    open_on
        What leaves open whether links that the graph has are there.
    """

    def __init__(self, graph: Graph, open_on: tuple[str, ...] = ()) -> None:
        self._graph, self._sorts, self._open_on = graph, MOST_SORTS, open_on

    def without_each(
        self, sorts: Ints, cable: Callable[[int], OneCable]
    ) -> Generator[None, None, dict[str, Figure]]:
        """Return the share that is left without any one of some cables, as figures of a row.

        It is open where there are too many sorts, or one of them is not worth the work.

        Parameters
        ----------
        sorts, cable
            One number for each sort, and what gives the cable of a number.
        """
        if len(sorts) > self._sorts:
            return {}
        self._sorts -= len(sorts)
        shares = []
        for one in sorts.tolist():
            share = yield from self._without(cable(one))
            if share is None:
                return {}
            shares.append(share)
        low, high = min(shares, default=0.0), max(shares, default=0.0)
        if high - low < 1e-12:
            sent = exact(low, "", _BASIS)
        else:
            sent = Figure(low, high, None, "", 0.0, (_BASIS,))
        return {_SHARE: perhaps_sent(sent, self._open_on)}

    def _without(self, cable: OneCable) -> Generator[None, None, float | None]:
        graph = self._graph
        if cable.trunk >= 0:
            after = graph.without_trunk(int(graph.a[cable.trunk]), int(graph.b[cable.trunk]))
        else:
            after = graph.without_link(cable.link) if cable.link >= 0 else None
        if after is None:
            return None
        yield
        if islands(after) != 1 or after.endpoints < 2:
            return 0.0
        yield
        even = yield from throughput_in_steps(condensed_net(after)[0], LIVE.even)
        return even.rate if even.known else None
