"""An interval at once for a graph that differs in few cables from one that was measured.

Links that go take no more from any halving than they carry, and links that come give no more: this
is true of the whole graph and of what the loss of each switch leaves. Measuring all of it anew
takes long where a fabric is large or no tree: that follows after the report. What is told at once
is told from the cables that differ, as far as it can be: the graph itself is not gone through.
"""

from typing import Final

import numpy as np

from designer.engine.subjects.fabrics.any_topology import is_no_tree
from designer.engine.subjects.fabrics.before import Like
from designer.engine.subjects.fabrics.bisection import Bounds, most_left
from designer.engine.subjects.fabrics.carrying import (
    Carried,
    Loss,
    least_without,
    name_of_tier,
)
from designer.engine.subjects.fabrics.graph import Graph, islands, may_part
from designer.engine.subjects.fabrics.left import NOTHING_LEFT, Left

_HEAVY_ROWS: Final = 20_000
"""From so many links of nodes and bundles of trunks on a report does not wait for all of it."""
_HEAVY_PLACES: Final = 150
"""From so many switches on, where they are no tree."""


def is_heavy(graph: Graph) -> bool:
    """Return whether a report does not wait until a graph is measured, if it knows one like it."""
    if len(graph.a) + len(graph.place) >= _HEAVY_ROWS:
        return True
    return graph.places >= _HEAVY_PLACES and is_no_tree(graph)


def carried_after(like: Like, graph: Graph, full: int) -> Carried | None:
    """Return what a graph carries at least and at most; None where that is not told from before."""
    before, edits = like.before, like.edits
    if before.intact.parts != 1 or graph.halves[0] == 0:
        return None
    if not like.joined and islands(graph) != 1:
        return None
    known = before.intact.bounds.after(edits.gone, edits.come)
    return Carried(known.closer(0, before.crossing_after(edits)), 1, full)


def losses_after(like: Like, graph: Graph, intact: Carried) -> tuple[Loss | None, Left]:
    """Return the worst loss of a switch and what each leaves, at least and at most."""
    if not len(graph.place):
        return None, NOTHING_LEFT
    before, edits, was = like.before, like.edits, like.before.left
    places, came = edits.at_places
    there = before.there.copy()
    there[places] = (before.graph.hosted[places] > 0) | (before.trunks[places] + came > 0)
    high = most_left(before.graph, intact.bounds)
    low = np.zeros(graph.places, dtype=np.int64)
    if before.cost is not None:
        cost = before.cost.copy()
        cost[places] += came / 2
        low = np.clip(least_without(intact.bounds, cost), 0, high)
    told = before.intact.parts == 1 and like.joined
    parting = before.graph.parting if told else may_part(graph)
    low[parting] = 0
    # What a loss parted may be whole with a cable more, and then carry what it will.
    known = was.there & (was.most > 0) if edits.come else was.there
    high = np.where(known, np.minimum(high, was.most + edits.come), high)
    sure = known & ~parting if edits.gone else known
    least = np.where(sure, np.maximum(low, was.least - edits.gone), low)
    left = Left(there, np.clip(least, 0, high), high)
    return worst_within(graph, left, before.worst), left


def worst_within(graph: Graph, left: Left, before: Loss | None) -> Loss | None:
    """Return the bounds of the worst loss, and where it may be: where it was, of equal ones."""
    places = np.flatnonzero(left.there)
    if not len(places):
        return None
    low, high = left.least[places], left.most[places]
    bounds = Bounds(int(low.min()), int(high.min()))
    least = low == bounds.low
    least &= high == high[least].min()
    places = places[least]
    if before is not None and (places == before.place).any():
        place = before.place
    else:
        place = int(places[np.argmin(graph.tier[places])])
    return Loss(name_of_tier(graph, place), bounds, place, left[place])
