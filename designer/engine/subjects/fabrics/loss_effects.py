"""What a loss of switches and nodes together leaves of a fabric: who is cut off, what it carries.

At once it is known within bounds: a halving of what is left is one of the intact fabric as well,
once what is lost is dealt out to both sides, which costs half of its links to the rest and half of
its endpoints. Where these bounds do not meet what is left is cut anew.
"""

from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from designer.engine.fabric_graph.loads import finished
from designer.engine.fabric_graph.measure import throughput_in_steps
from designer.engine.subjects.fabrics.any_topology import (
    LIVE,
    by_any_topology_in_steps,
    is_no_tree,
)
from designer.engine.subjects.fabrics.as_net import condensed_net
from designer.engine.subjects.fabrics.bisection import Bounds, bisection
from designer.engine.subjects.fabrics.carrying import Carried
from designer.engine.subjects.fabrics.graph import Graph, Ints, islands
from designer.engine.subjects.fabrics.losses import Gone
from designer.wiring.network_columns import CONNECTED, FabricWiring


@dataclass(frozen=True)
class Left:
    """What a loss leaves.

    Attributes
    ----------
    nodes
        Numbers of other nodes that lose a link; `cut_nodes` of those that have no other.
    ends, cut_ends
        How many of their rails do.
    bounds, share
        What the endpoints that are left can exchange in halves, in links, and what each can send
        evenly to all others; None where it is not measured.
    """

    nodes: Ints
    cut_nodes: Ints
    ends: int
    cut_ends: int
    islands: int | None = None
    bounds: Bounds | None = None
    share: float | None = None


class Losing:
    """Loses one thing after the other of a fabric.

    Parameters
    ----------
    graph, intact
        What is measured, and what it carries; None where its parts are no one network.
    joined
        Whether a node is one owner of its links there.
    """

    def __init__(
        self, wiring: FabricWiring, graph: Graph | None, intact: Carried | None, *, joined: bool
    ) -> None:
        self._wiring, self._graph, self._intact, self._joined = wiring, graph, intact, joined
        links = wiring.links
        hangs = (links.fault == CONNECTED) & (links.end >= 0)
        self._node = links.a[hangs].astype(np.int64)
        self._end = links.end[hangs].astype(np.int64)
        self._place = links.b[hangs].astype(np.int64) - wiring.first_place
        self._known: dict[tuple[bytes, bytes], tuple[bool, Left]] = {}

    def left(self, gone: Gone, *, cut_anew: bool) -> Left:
        """Return what a loss leaves; what is lost alike is measured once."""
        return finished(self.left_in_steps(gone, cut_anew=cut_anew))

    def left_in_steps(self, gone: Gone, *, cut_anew: bool) -> Generator[None, None, Left]:
        """Do the same step by step."""
        key = (gone.places.tobytes(), self._alike(gone.nodes))
        felt = self._felt(gone)
        if key not in self._known or (cut_anew and not self._known[key][0]):
            measured = yield from self._measured(gone, felt, cut_anew=cut_anew)
            self._known[key] = cut_anew, measured
        known = self._known[key][1]
        return Left(
            felt.nodes, felt.cut_nodes, felt.ends, felt.cut_ends,
            known.islands, known.bounds, known.share,
        )  # fmt: skip

    def _alike(self, nodes: Ints) -> bytes:
        """Return what nodes share that exchanging them leaves the graph as it is: their leaves."""
        return np.sort(self._signature[nodes]).tobytes()

    @cached_property
    def _signature(self) -> Ints:
        """Shape (nodes,): nodes with a number hang on the same leaves, with as many links."""
        number = len(self._wiring.nodes)
        order = np.lexsort((self._place, self._node))
        starts = np.searchsorted(self._node[order], np.arange(number + 1))
        place = self._place[order]
        known: dict[bytes, int] = {}
        found = np.zeros(number, dtype=np.int64)
        for node, (start, end) in enumerate(
            zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
        ):
            found[node] = known.setdefault(place[start:end].tobytes(), len(known))
        return found

    def _felt(self, gone: Gone) -> Left:
        """Return who else loses a link."""
        lost = np.isin(self._place, gone.places)
        stays = ~np.isin(self._node, gone.nodes)
        nodes = np.unique(self._node[lost & stays])
        cut = nodes[~np.isin(nodes, self._node[~lost])]
        ends = np.unique(self._end[lost & stays])
        cut_ends = ends[~np.isin(ends, self._end[~lost])]
        return Left(nodes, cut, len(ends), len(cut_ends))

    def after(self, gone: Gone) -> Graph | None:
        """Return the graph after a loss; None where there is none that is measured."""
        graph = self._graph
        if graph is None:
            return None
        owners = gone.nodes
        if not self._joined:
            owners = np.flatnonzero(np.isin(self._wiring.endpoints.node, gone.nodes))
        inside = gone.places[gone.places < graph.places]
        return graph.without_owners(owners).without_all(inside)

    def _measured(self, gone: Gone, felt: Left, *, cut_anew: bool) -> Generator[None, None, Left]:
        graph, intact, after = self._graph, self._intact, self.after(gone)
        if graph is None or intact is None or after is None:
            return felt
        # Switches beyond those of the rule that nothing joins are no part of the graph.
        gone = replace(gone, places=gone.places[gone.places < graph.places])
        parts = islands(after)
        bounds = self._bounds(graph, after, gone, intact, parts)
        share: float | None = 0.0
        if parts == 1 and after.endpoints > 1:
            share = None
            if cut_anew:
                bounds, share = yield from _closer(after, bounds)
        return Left(felt.nodes, felt.cut_nodes, felt.ends, felt.cut_ends, parts, bounds, share)

    def _bounds(
        self, graph: Graph, after: Graph, gone: Gone, intact: Carried, parts: int
    ) -> Bounds:
        """Return what is left at least and at most, without cutting it anew."""
        if parts != 1 or after.halves[0] == 0:
            return Bounds(0, 0)
        width = int(np.bincount(graph.endpoint).max(initial=1))
        most = after.halves[0] * width
        lost = graph.endpoints - after.endpoints
        known = Bounds(0, most) if lost else Bounds(0, intact.bounds.high).closer(0, most)
        if width > 1 or self._joined or len(graph.unlinked):
            return known
        mine = np.zeros(graph.places, dtype=bool)
        mine[gone.places] = True
        across = mine[graph.a] != mine[graph.b]
        there = int(np.count_nonzero(mine[graph.place]))
        beside = -(-(lost - there) // 2)
        cost = (int(graph.count[across].sum()) + there) / 2 + beside
        return intact.bounds.less(cost, known.high)


def _closer(after: Graph, known: Bounds) -> Generator[None, None, tuple[Bounds, float | None]]:
    """Return the bounds of what is left, cut anew, and what each can send evenly to all others."""
    bounds = known
    if not bounds.exact:
        found = bisection(after, known.low)
        bounds = known.closer(found.low, found.high)
        yield
    if not bounds.exact and is_no_tree(after):
        # What the intact graph proves of it is known: it is not measured once more for each loss.
        bare = replace(after, lost=(after.a[:0], after.b[:0], after.count[:0]))
        whole = yield from by_any_topology_in_steps(bare, bounds, None, LIVE)
        bounds, even = whole.bounds, whole.found.throughput
    else:
        even = yield from throughput_in_steps(condensed_net(after)[0], LIVE.even)
    return bounds, even.rate if even.known else None
