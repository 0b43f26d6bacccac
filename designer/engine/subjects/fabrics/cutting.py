"""Cuts that are drawn: halvings of endpoints along units, rails and pods, and the cheapest known.

Endpoints are taken in an order until half of them stand on one side; switches that host nobody, and
leaves, take the side that cuts fewer links. What is cut is counted on the graph itself, so that
every cut is one. How little is cut at least, the report of the fabric says.
"""

from collections.abc import Iterator
from typing import Final, Literal

import numpy as np

from designer.engine.fabric_map import FabricCut, FabricCuts
from designer.engine.network_report import FabricReport
from designer.engine.subjects.fabrics.any_topology import Halving
from designer.engine.subjects.fabrics.graph import Graph, Ints, graph_of
from designer.engine.subjects.fabrics.leaf_units import leaf_units
from designer.model.measured import fields_of
from designer.wiring.network_columns import FabricWiring

_ROUNDS: Final = 4
MOST_CUTS: Final = 6
By = Literal["unit", "rail", "pod", "free"]


def cuts_of(
    wiring: FabricWiring, report: FabricReport | None, known: Halving | None = None
) -> FabricCuts:
    """Return the worst cuts that are known of a fabric; none where nothing is joined.

    Parameters
    ----------
    known
        The cheapest halving that was found by any means.
    """
    fabric = wiring.fabric
    islands = report.islands if report is not None else None
    bisection = report.figure("bisection_gbps") if report is not None else None
    told = FabricCuts(
        fabric=fabric.id, rate_gbps=fabric.rate_gbps, islands=islands,
        **fields_of({"bisection_gbps": bisection} if bisection is not None else {}),
    )  # fmt: skip
    graph = graph_of(wiring)
    if not len(graph.owner) or not graph.halves[0] or (islands or 1) > 1:
        return told
    halvings = [(by, _settled(graph, _taken(graph, it))) for by, it in _orders(graph, wiring)]
    if known is not None and _halves(graph, known):
        halvings.append(("free", known))
    found: dict[bytes, FabricCut] = {}
    for by, halving in halvings:
        sides = min(halving.owner.tobytes(), (~halving.owner).tobytes())
        cut = _cut(graph, halving, by)
        # Of the same endpoints on each side the placement of switches that cuts less.
        if sides not in found or cut.links < found[sides].links:
            found[sides] = cut
    least = min((one.links for one in found.values()), default=0)
    cuts = [one for one in found.values() if one.links == least][:MOST_CUTS]
    return told.evolve(cuts=tuple(cuts))


def _halves(graph: Graph, known: Halving) -> bool:
    """Return whether what is known is of these owners, and halves them."""
    few, most = graph.halves
    alike = len(known.owner) == int(graph.owner.max()) + 1
    return alike and few <= int(known.owner.sum()) <= most


def _orders(graph: Graph, wiring: FabricWiring) -> Iterator[tuple[By, Ints]]:
    """Yield orders of the owners by the leaf that they hang on first."""
    owners = int(graph.owner.max()) + 1
    home = np.full(owners, -1, dtype=np.int64)
    # The first link of each stands: rows are in order of nodes and rails.
    home[graph.owner[::-1]] = graph.place[::-1]
    linked = np.flatnonzero(home >= 0)
    leaf = home[linked]
    unit = np.full(graph.places, 0, dtype=np.int64)
    by_leaf = leaf_units(wiring).of_leaf
    leaves = np.flatnonzero(graph.tier == 0)
    unit[leaves] = by_leaf[: len(leaves)]
    pod = graph.unit[leaf]
    rank = np.zeros(graph.places, dtype=np.int64)
    rank[leaves] = _within(unit[leaves])
    columns: tuple[tuple[By, tuple[Ints, ...]], ...] = (
        ("unit", (leaf, rank[leaf], unit[leaf])),
        ("pod", (leaf, unit[leaf], pod)),
        ("rail", (leaf, unit[leaf], rank[leaf])),
    )
    for by, keys in columns:
        order = linked[np.lexsort((linked, *keys))]
        yield by, order
        yield by, order[::-1]


def _within(group: Ints) -> Ints:
    """Return the number of each entry within its group."""
    order = np.argsort(group, kind="stable")
    sorted_group = group[order]
    firsts = np.flatnonzero(np.diff(sorted_group, prepend=-1))
    lengths = np.diff(np.append(firsts, len(group)))
    found = np.zeros(len(group), dtype=np.int64)
    found[order] = np.arange(len(group)) - np.repeat(firsts, lengths)
    return found


def _taken(graph: Graph, order: Ints) -> Halving:
    """Return the first owners of an order, as many as half of all, with the leaves of most."""
    owner = np.zeros(int(graph.owner.max()) + 1, dtype=bool)
    owner[order[: graph.halves[0]]] = True
    away = np.bincount(graph.place, owner[graph.owner], graph.places)
    hosted = np.bincount(graph.place, minlength=graph.places)
    return Halving(owner, (2 * away > hosted) & (hosted > 0))


def _settled(graph: Graph, halving: Halving) -> Halving:
    """Return a halving with every switch on the side on which more of its links end."""
    owner, place = halving.owner, halving.place
    hung = np.bincount(graph.place, np.where(owner[graph.owner], 1, -1), graph.places)
    tiers = [mine for tier in (1, 2, 0) if (mine := graph.tier == tier).any()]
    for _ in range(_ROUNDS):
        before = place
        for mine in tiers:
            pull = hung + np.bincount(
                graph.a, np.where(place[graph.b], graph.count, -graph.count), graph.places
            )
            pull += np.bincount(
                graph.b, np.where(place[graph.a], graph.count, -graph.count), graph.places
            )
            place = np.where(mine & (pull != 0), pull > 0, place)
        if np.array_equal(before, place):
            break
    return Halving(owner, place)


def _cut(graph: Graph, halving: Halving, by: By) -> FabricCut:
    """Return what a halving cuts, counted link by link."""
    owner, place = halving.owner, halving.place
    hung = owner[graph.owner] != place[graph.place]
    crosses = place[graph.a] != place[graph.b]
    parted = np.bincount(graph.place[hung], minlength=graph.places)
    climbing = np.bincount(graph.a[crosses], graph.count[crosses], graph.places).astype(np.int64)
    ranks = [np.flatnonzero(graph.tier == tier) for tier in range(3)]
    away = [tuple(np.flatnonzero(place[mine]).tolist()) for mine in ranks]
    number = int(owner.sum())
    return FabricCut(
        by=by,
        leaves=away[0],
        spines=away[1],
        cores=away[2],
        nodes=_some(parted[ranks[0]]),
        leaf_links=_some(climbing[ranks[0]]),
        spine_links=_some(climbing[ranks[1]]),
        links=int(hung.sum() + climbing.sum()),
        ends=(number, graph.endpoints - number),
    )


def _some(links: Ints) -> tuple[tuple[int, int], ...]:
    return tuple((at, int(links[at])) for at in np.flatnonzero(links).tolist())
