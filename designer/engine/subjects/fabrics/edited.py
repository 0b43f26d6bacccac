"""An interval at once for a graph that differs in few cables from one that was measured.

Links that go take no more from any halving than they carry, and links that come give no more: this
is true of the whole graph and of what the loss of each switch leaves. Measuring all of it anew
takes long where a fabric is large or no tree: that follows after the report.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from designer.engine.subjects.fabrics.any_topology import Halving, is_no_tree
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.carrying import (
    Carried,
    Loss,
    bisected,
    left_at_least,
    name_of_tier,
)
from designer.engine.subjects.fabrics.graph import Graph, Ints, islands, may_part
from designer.engine.subjects.fabrics.switch_losses import Left, most_left

MOST_LINKS: Final = 32
_PART_OF_LINKS: Final = 1000
"""So many links that came or went, or a thousandth of all: of more the interval says little."""
_MOST_ROWS: Final = 4_096
_HEAVY_ROWS: Final = 20_000
"""From so many links of nodes and bundles of trunks on a report does not wait for all of it."""
_HEAVY_PLACES: Final = 150
"""From so many switches on, where they are no tree."""
_ALIKE: Final = ("tier", "unit", "owner", "place", "endpoint", "unlinked")


@dataclass(frozen=True)
class Before:
    """A graph that was measured, and what was found."""

    graph: Graph
    intact: Carried
    worst: Loss | None
    left: Left


@dataclass(frozen=True)
class Edits:
    """Links between switches that came and went."""

    come: int
    gone: int


def is_heavy(graph: Graph) -> bool:
    """Return whether a report does not wait until a graph is measured, if it knows one like it."""
    if len(graph.a) + len(graph.place) >= _HEAVY_ROWS:
        return True
    return graph.places >= _HEAVY_PLACES and is_no_tree(graph)


def edits_between(before: Graph, after: Graph) -> Edits | None:
    """Return the links that came and went; None where graphs differ in more than a few."""
    if before.endpoints != after.endpoints or not all(
        np.array_equal(getattr(before, name), getattr(after, name)) for name in _ALIKE
    ):
        return None
    was, now = ((one.a, one.b, one.count) for one in (before, after))
    number = min(len(before.a), len(after.a))
    differ = np.zeros(number, dtype=bool)
    for one, other in zip(was, now, strict=True):
        differ |= one[:number] != other[:number]
    if np.count_nonzero(differ) > _MOST_ROWS:
        differ[:] = True
    rows = [
        np.concatenate((np.flatnonzero(differ), np.arange(number, len(one.a))))
        for one in (before, after)
    ]
    low, high = (np.concatenate([one[at][mine] for one, mine in zip((was, now), rows, strict=True)])
                 for at in (0, 1))  # fmt: skip
    links = np.concatenate((-before.count[rows[0]], after.count[rows[1]]))
    key = np.minimum(low, high) * after.places + np.maximum(low, high)
    net = np.bincount(np.unique(key, return_inverse=True)[1].ravel(), links)
    found = Edits(round(net[net > 0].sum()), round(-net[net < 0].sum()))
    most = max(MOST_LINKS, int(after.count.sum()) // _PART_OF_LINKS)
    return found if found.come + found.gone <= most else None


def carried_after(
    before: Before, graph: Graph, edits: Edits, full: int, halving: Halving | None
) -> Carried | None:
    """Return what a graph carries at least and at most; None where that is not told from before.

    Parameters
    ----------
    halving
        A halving of the graph before.
    """
    parts = islands(graph)
    if before.intact.parts != 1 or parts != 1 or graph.halves[0] == 0:
        return None
    known = before.intact.bounds.after(edits.gone, edits.come)
    bounds = bisected(graph, parts).closer(known.low, known.high)
    if halving is not None:
        bounds = bounds.closer(0, _crossing(graph, halving))
    return Carried(bounds, parts, full)


def _crossing(graph: Graph, halving: Halving) -> int:
    """Return the links that cross a halving."""
    hung = halving.owner[graph.owner] != halving.place[graph.place]
    crosses = halving.place[graph.a] != halving.place[graph.b]
    return int(np.count_nonzero(hung)) + int(graph.count[crosses].sum())


def losses_after(
    before: Before, graph: Graph, intact: Carried, edits: Edits
) -> tuple[Loss | None, Left]:
    """Return the worst loss of a switch and what each leaves, at least and at most."""
    least = left_at_least(graph, intact)
    parting = may_part(graph).tolist() if edits.gone and len(graph.place) else []
    left: dict[int, Bounds] = {}
    made: dict[tuple[int, int, bool, int, int], Bounds] = {}
    for place, most in most_left(graph, intact):
        was, parts = before.left.get(place), bool(parting) and parting[place]
        # What a loss parted may be whole with a cable more, and then carry what it will.
        if was is None or (was.high == 0 and edits.come):
            left[place] = Bounds(min(max(0, least[place]), most), most)
            continue
        # Most places of a large fabric are alike in all of this.
        key = (least[place], most, parts, was.low, was.high)
        if key not in made:
            known = was.after(edits.gone, edits.come)
            bounds = Bounds(min(max(0, least[place]), most), most)
            made[key] = bounds.closer(0 if parts else known.low, known.high)
        left[place] = made[key]
    return _worst(graph, left, before.worst), left


def _worst(graph: Graph, left: Mapping[int, Bounds], before: Loss | None) -> Loss | None:
    """Return the bounds of the worst loss, and where it may be: where it was, of equal ones."""
    if not left:
        return None
    places: Ints = np.fromiter(left, dtype=np.int64, count=len(left))
    low = np.array([one.low for one in left.values()])
    high = np.array([one.high for one in left.values()])
    was = places == (before.place if before is not None else -1)
    at = int(np.lexsort((places, graph.tier[places], ~was, high, low))[0])
    place = int(places[at])
    bounds = Bounds(int(low.min()), int(high.min()))
    return Loss(name_of_tier(graph, place), bounds, place, left[place])
