"""What a graph carries: its bisection with and without NVLink, and after the worst single loss."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from designer.engine.fabric_graph.loads import finished
from designer.engine.subjects.fabrics.alike import kinds_of
from designer.engine.subjects.fabrics.any_topology import by_any_topology, is_no_tree
from designer.engine.subjects.fabrics.bisection import Bounds, Enough, bisection, most_without_each
from designer.engine.subjects.fabrics.graph import Flags, Floats, Graph, Ints, islands, may_part
from designer.model.figures import Figure, exact
from designer.wiring.network_columns import FabricWiring
from designer.wiring.network_links import (
    attachments,
    trunks_of,
    units_of,
)
from designer.wiring.network_size import FabricPlan

MOST_CUT: Final = 48
"""Unlike switches whose loss is measured: an irregular fabric may have hundreds of them, and then
the rest only say how little may be left at least."""
_NO_LIMIT: Final = np.iinfo(np.int64).max
_MANY_KINDS: Final = 16
"""Of more unlike switches only those are cut that may leave less than is known of the worst."""
_NAMES: Final = ("a leaf", "a spine", "a core switch")


@dataclass(frozen=True)
class Carried:
    """What a graph carries, in links one way.

    Attributes
    ----------
    parts
        Islands: parts with endpoints that no link joins.
    full
        Links of half the endpoints: a bisection of that is full.
    """

    bounds: Bounds
    parts: int
    full: int

    @property
    def ratio(self) -> Figure | None:
        """Bisection over a full one; None where there are no halves."""
        return self.bounds.links.per(exact(self.full)) if self.full else None


@dataclass(frozen=True)
class Loss:
    """The single switch whose loss leaves least, and the bounds of what it leaves.

    Attributes
    ----------
    place, left
        The place of the switch, and what its loss leaves: `bounds` also hold what those may leave
        that were not measured.
    """

    what: str
    bounds: Bounds
    place: int = -1
    left: Bounds | None = None


def carried(graph: Graph, full: int) -> Carried:
    """Return what a graph carries: nothing where some endpoints cannot reach others."""
    parts = islands(graph)
    bounds = bisected(graph, parts)
    if not bounds.exact and is_no_tree(graph):
        bounds = by_any_topology(graph, bounds).bounds
    return Carried(bounds, parts, full)


def bisected(graph: Graph, parts: int, at_least: int = 0, enough: Enough | None = None) -> Bounds:
    """Return what a graph of so many islands carries."""
    if parts > 1 or graph.halves[0] == 0:
        return Bounds(0, 0)
    return bisection(graph, at_least, enough)


def with_nvlink(joined: Graph, network: Carried, *, enough: bool) -> Carried:
    """Return what a graph carries where traffic of a node may change rails over NVLink.

    Parameters
    ----------
    joined
        The graph with a node as one owner of its links.
    enough
        Whether NVLink is known to be wide enough; otherwise it proves nothing beyond the network.
    """
    # Less than the network alone carries is of no use: no work goes into proving it.
    # One island stays one: that ends of a node's links are joined parts nobody.
    parts = 1 if network.parts == 1 else islands(joined)
    found = Carried(bisected(joined, parts, network.bounds.low), parts, network.full)
    high = found.bounds.high
    # A cut of the graph with NVLink parts every endpoint from its leaf that it parts without.
    proven = max(found.bounds.low, network.bounds.low) if enough else network.bounds.low
    return replace(found, bounds=Bounds(min(proven, high), high))


def worst_loss(graph: Graph, intact: Carried, kinds: Ints | None = None) -> Loss | None:
    """Return the switch whose loss leaves the lowest bisection; None where there is no switch."""
    return finished(worst_loss_in_steps(graph, intact, kinds))


def worst_loss_in_steps(
    graph: Graph, intact: Carried, kinds: Ints | None = None, most: Ints | None = None
) -> Generator[None, None, Loss | None]:
    """Do the same step by step.

    Where too many are unlike, the bounds also hold what those may leave that were not measured.

    Parameters
    ----------
    kinds, most
        What `kinds_of` and `most_without` say of the graph, where somebody asked before.
    """
    every = most_without(graph, intact) if most is None else most
    kinds = kinds_of(graph) if kinds is None else kinds
    # Of alike switches that stand as one the first is as any.
    graph, _, names = graph.condensed
    kinds = kinds[names]
    least = _least_left(graph, intact).tolist()
    worst: tuple[int, int, int, str] | None = None
    where = -1
    cut = 0
    unmeasured: list[int] = []
    hosting = graph.hosted > 0
    # What may leave least comes first: most of the others cannot leave less, and are not cut. Of
    # those alike in that, a switch that hosts nobody is measured sooner: half its links are lost.
    order = sorted(
        _unlike_places(graph, kinds), key=lambda one: (least[one[1]], hosting[one[1]], one[0])
    )
    sure = _leaves_halves(graph, intact)
    most = np.where(sure, every[names], _NO_LIMIT).tolist()
    for number, place in order:
        low = least[place]
        if max(0, low) >= most[place]:
            # A halving that is known cuts no more: it is made no graph without it.
            exact = (most[place], most[place], number, name_of_tier(graph, place))
            if worst is None or exact < worst:
                worst, where = exact, place
            continue
        after = None if sure[place] else graph.without(place)
        parts = 1 if after is None else islands(after)
        if after is not None:
            yield
        whole = after is None or (after.halves[0] > 0 and parts <= 1)
        if worst is not None and whole:
            if worst[:3] < (low, most[place] if len(order) > _MANY_KINDS else low, number):
                continue
            if cut >= MOST_CUT:
                unmeasured.append(max(0, low))
                continue
        cut += whole
        after = graph.without(place) if after is None else after
        left = bisected(after, parts, low, partial(_is_less, worst, number))
        loss = (left.low, left.high, number, name_of_tier(graph, place))
        if worst is None or loss < worst:
            worst, where = loss, place
        yield
    if worst is None:
        return None
    bounds = Bounds(min((worst[0], *unmeasured)), worst[1])
    return Loss(worst[3], bounds, int(names[where]), Bounds(*worst[:2]))


def most_without(graph: Graph, intact: Carried) -> Ints:
    """Return what the loss of each switch leaves at most, where it parts nobody; shape (places,).

    A few halvings say it for all of many switches; of few each is cut anew.
    """
    small, of, _ = graph.condensed
    if small.copies is None:
        return np.full(graph.places, _NO_LIMIT)
    return most_without_each(small, intact.bounds)[of]


def name_of_tier(graph: Graph, place: int) -> str:
    """Return what the switch at a place is called in a loss."""
    return _NAMES[int(graph.tier[place])]


def _leaves_halves(graph: Graph, intact: Carried) -> Flags:
    """Return the places whose loss leaves endpoints on both sides of a halving for certain.

    Shape (places,). With a switch no more endpoints are lost than have a link there, or none; of
    most it is known beforehand that links stay from every endpoint to every other. The graph
    without those is made only to be cut.
    """
    if intact.parts != 1:
        return np.zeros(graph.places, dtype=bool)
    hosted = graph.hosted
    reach_nothing = len(graph.unlinked) - len(graph.by_owner)
    left = graph.endpoints - hosted - len(graph.by_owner)
    return (left // 2 - (reach_nothing + hosted) > 0) & ~may_part(graph)


def _is_less(worst: tuple[int, int, int, str] | None, number: int, left: Bounds) -> bool:
    """Return whether the worst loss so far leaves less than a switch whose loss leaves `left`."""
    return worst is not None and worst[:3] < (left.low, left.high, number)


def _least_left(graph: Graph, intact: Carried) -> Ints:
    """Return what the loss of each switch leaves at least, if what it leaves is one island."""
    cost = cost_of_switches(graph)
    if cost is None:
        return np.zeros(graph.places, dtype=np.int64)
    return least_without(intact.bounds, cost)


def least_without(intact: Bounds, cost: Floats) -> Ints:
    """Return what is left at least of bounds, in links, where losses cost so much at most."""
    found: Ints = np.ceil(intact.low - cost).astype(np.int64)
    return found


def cost_of_switches(graph: Graph) -> Floats | None:
    """Return by how much the loss of each switch lowers bisection at most; None where nobody knows.

    A halving of what is left is one of the intact graph too, once the switch stands on its better
    side, which half of its links cross, and the endpoints that were lost with it are dealt out to
    both sides: the loss is no more than half of its trunks and half of its endpoints. Where NVLink
    joins the links of a node, those links count in full whose endpoints have others, and endpoints
    without a link are lost with a switch on which all links of their node hang.
    """
    hosts, trunks = _links_of(graph)
    cost = (trunks + hosts) / 2
    if int(np.bincount(graph.endpoint).max(initial=0)) > 1:  # planes
        if len(graph.by_owner):
            return None
        own, of_owner = (np.bincount(it)[it] for it in (graph.endpoint, graph.owner))
        full = graph.place[(own > 1) & (of_owner > own)]
        cost += np.bincount(full, minlength=graph.places) / 2
    elif len(graph.by_owner):
        cost += np.bincount(_only_places(graph), minlength=graph.places) / 2
    return cost


def _only_places(graph: Graph) -> Ints:
    """Return the place of every endpoint without a link whose owner hangs on one place alone."""
    at = np.full(int(graph.owner.max()) + 1, -1, dtype=np.int64)
    at[graph.owner] = graph.place
    several = np.zeros(len(at), dtype=bool)
    several[graph.owner[at[graph.owner] != graph.place]] = True
    return at[graph.by_owner[~several[graph.by_owner]]]


def left_at_least(graph: Graph, intact: Carried) -> Ints:
    """Return what the loss of each switch leaves at least, in links; 0 where it may part it."""
    small, of, _ = graph.condensed
    found: Ints = np.where(may_part(small), 0, _least_left(small, intact))[of]
    return found


def left_without(graph: Graph, place: int, at_least: int = 0) -> Bounds:
    """Return what is left of a graph after the loss of a switch."""
    small, of, _ = graph.condensed
    after = small.without(int(of[place]))
    return bisected(after, islands(after), at_least)


def left_without_all(graph: Graph, places: Ints) -> Bounds:
    """Return the same after the loss of several switches together."""
    after = graph.without_all(places)
    return bisected(after, islands(after))


def _links_of(graph: Graph) -> tuple[Ints, Ints]:
    """Return the node links and the trunk links of every place."""
    trunks = np.bincount(graph.a, graph.count * graph.many[graph.b], graph.places)
    trunks += np.bincount(graph.b, graph.count * graph.many[graph.a], graph.places)
    return graph.hosted, trunks.astype(np.int64)


def _unlike_places(graph: Graph, kinds: Ints) -> Iterator[tuple[int, int]]:
    """Yield one place of every kind of switch, numbered: lower tiers first, then most links."""
    hosts, trunks = _links_of(graph)
    linked = np.flatnonzero(hosts + trunks > 0)
    order = linked[np.lexsort((linked, -trunks[linked], -hosts[linked], graph.tier[linked]))]
    firsts = np.sort(np.unique(kinds[order], return_index=True)[1])
    yield from enumerate(order[firsts].tolist())


def nvlink_is_enough(wiring: FabricWiring, link_gbps: float | None) -> bool:
    """Return whether NVLink carries what the lower bound asks of it.

    Every GPU sends an equal part of its traffic over each of its node's links, so all but one part
    leaves it over NVLink, and as much comes in for its own link: 2·b·(R - 1)/R, with b what a GPU
    injects and R the rails.

    Parameters
    ----------
    link_gbps
        NVLink of one GPU, one way; None where not known.
    """
    fabric = wiring.fabric
    if link_gbps is None:
        return False
    injected = fabric.rate_gbps * fabric.planes
    return link_gbps >= 2 * injected * (fabric.rails - 1) / fabric.rails


def graph_of_plan(plan: FabricPlan, *, nvlink: bool = False) -> Graph:
    """Return the graph of a plan with every switch and every node in its place."""
    request = plan.request
    nodes, rails, planes = request.nodes, request.rails, request.planes
    per_rack = -(-max(nodes, request.planned_nodes) // max(1, request.racks))
    racks = np.arange(nodes, dtype=np.int32) // np.int32(max(1, per_rack))
    at = attachments(plan, nodes, racks).leaf
    each = plan.leaves.count + plan.leaves.targets
    end = np.tile(np.arange(nodes * rails, dtype=np.int64), planes)
    plane = np.repeat(np.arange(planes, dtype=np.int64), nodes * rails)
    trunks = trunks_of(plan)
    tiers = np.repeat(np.arange(3, dtype=np.int64), (plan.leaf, plan.spine, plan.core))
    none = np.empty(0, dtype=np.int64)
    return Graph(
        tiers,
        _units(plan),
        end // rails if nvlink else end,
        np.tile(at.astype(np.int64), planes) + plane * each,
        end,
        trunks.a.astype(np.int64),
        trunks.b.astype(np.int64),
        trunks.count.astype(np.int64),
        (none, none, none),
        none,
        nodes * rails,
        merged=True,
        planes=planes,
    )


def _units(plan: FabricPlan) -> Ints:
    leaf, spine, pods = units_of(plan)
    found = []
    for tier in (leaf, spine, np.full(plan.spines.core, -1)):
        for plane in range(plan.planes):
            unit = tier.astype(np.int64)
            found.append(np.where(unit >= 0, unit + plane * pods, unit))
    return np.concatenate(found)
