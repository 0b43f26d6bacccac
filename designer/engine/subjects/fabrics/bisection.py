"""Bisection of a fabric's real graph: a lower bound that is proven, an upper bound that is a cut.

Bisection is the least capacity, one way, between two halves of all endpoints (one of them rounded
down), switches standing freely on either side; an endpoint parted from its leaf counts with its
own links, so that one without a link stands on either side at no cost. Where NVLink joins the links
of a node, its endpoints share them: one without a link of its own reaches the network by the
others, and counts like those when it is parted from its node. It is exact where both bounds meet.
Where parts of the network cannot reach each other at all it is taken as 0.

Lower bounds:

* folded Clos: if for every pod there are shares of its spines and core switches such that every
  link is wide enough for its share of a tree of leaves, pods and one root, the graph holds a
  weighted sum of such trees, and no cut is cheaper than the cheapest cut of the tree. The shares
  are taken from the links that are there, and the tree is shrunk until they fit;
* what is lost: a graph without some links cuts no cheaper than with them, less the links; without
  a switch that hosts nobody, less half of its links, because the switch takes the better side;
* few switches: every placement of them is tried, which is exact.

Upper bounds are cuts of the real graph, the best of those that the tree suggests.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, floor

import numpy as np

from designer.engine.subjects.fabrics.graph import (
    Flags,
    Floats,
    Graph,
    Ints,
    linked_places,
)
from designer.engine.subjects.fabrics.groups import Groups, groups_of, links_of_owners
from designer.engine.subjects.fabrics.halving import Choice, cheapest, least_cut
from designer.engine.subjects.fabrics.tree import Tree, pods_of, safe_up, spine_shares, tree_of
from designer.model.figures import Figure, exact

FEW_SWITCHES = 11
"""Up to here every placement of the switches is tried: 1,024 of them."""
_HAIR = 1e-6
"""Cuts are whole numbers of links: a bound this little above one is rounding."""


@dataclass(frozen=True)
class Bounds:
    """Bisection in links, one way."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.low == self.high

    def closer(self, least: float, most: float) -> "Bounds":
        """Return the bounds with others that hold as well: no wider than either."""
        above = min(self.high, floor(most + _HAIR))
        return Bounds(min(max(self.low, ceil(least - _HAIR)), above), above)

    def less(self, cost: float, most: int) -> "Bounds":
        """Return what is at least left where some is lost, and at most as much as is said."""
        return Bounds(min(max(0, ceil(self.low - cost - _HAIR)), most), most)

    def after(self, gone: int, come: int) -> "Bounds":
        """Return what links that went take at most, and what those that came give at most."""
        return Bounds(self.less(gone, self.high).low, self.high + come)

    @property
    def links(self) -> Figure:
        """The bounds as a figure, which names what proves them."""
        if self.exact:
            return exact(float(self.high), "links", "rule bisection of the graph")
        return Figure(self.low, self.high, unit="links", basis=("rule cuts of the graph",))


Enough = Callable[[Bounds], bool]


def bisection(graph: Graph, at_least: int = 0, enough: Enough | None = None) -> Bounds:
    """Return the bisection of a graph in which all endpoints reach each other.

    Parameters
    ----------
    at_least
        What it is known to be at least: no work goes into proving less.
    enough
        Whether what is known, and a cut, are all that is asked for: then nothing is proven.
    """
    graph = graph.condensed.graph
    groups = groups_of(graph)
    alone = groups is not None and int(groups.size.max()) == 1
    if groups is not None and alone and groups.least == groups.width and _is_small(graph):
        exact = _every_placement(graph, groups)
        return Bounds(exact, exact)
    return clos_bounds(graph, groups, at_least, enough)


def clos_bounds(
    graph: Graph, groups: Groups | None, at_least: int = 0, enough: Enough | None = None
) -> Bounds:
    """Return bounds from the tree that a folded Clos is; wide ones where the graph is none."""
    parted = _parted(graph, groups, graph.halves[0])
    if groups is None or at_least >= parted:
        return Bounds(min(max(0, at_least), parted), parted)
    tree = tree_of(graph, groups)
    cut = min(parted, _best_cut(graph, groups, tree)) if at_least > 0 else None
    if cut is not None:
        known = Bounds(min(at_least, cut), cut)
        if known.exact or (enough is not None and enough(known)):
            return known
    low = max(at_least, ceil(_proven(graph, groups, tree, at_least)))
    if cut is None:
        cut = parted if low >= parted else min(parted, _best_cut(graph, groups, tree))
    if low < cut and len(graph.lost[0]):
        whole = graph.with_lost()
        cost = cost_of_loss(graph)
        intact = _proven(whole, groups, tree_of(whole, groups), low + cost)
        low = max(low, ceil(intact - cost - _HAIR))
    return Bounds(min(max(0, low), cut), cut)


def _parted(graph: Graph, groups: Groups | None, number: int, of: Flags | None = None) -> int:
    """Return for how many links so many endpoints are separated from their leaves.

    Parameters
    ----------
    of
        Shape (places,): only endpoints of these leaves.
    """
    if groups is not None and groups.least == groups.width:
        return number * groups.width
    width = int(np.bincount(graph.endpoint).max(initial=0))
    links, ends = links_of_owners(graph)
    lacking = links < width * ends
    if of is not None:
        at = np.zeros(int(graph.owner.max()) + 1, dtype=np.int64)
        at[graph.owner] = graph.place
        lacking &= of[at[np.flatnonzero(np.bincount(graph.owner))]]
    # Owners that lack links are separated whole, the cheapest first; what is then missing or too
    # much, one by one.
    order = np.flatnonzero(lacking)
    order = order[np.argsort(links[order] / ends[order], kind="stable")]
    brought, cost = (np.concatenate(([0], np.cumsum(column[order]))) for column in (ends, links))
    return int((cost + width * np.abs(number - brought)).min())


def _is_small(graph: Graph) -> bool:
    if graph.copies is not None:  # alike ones stand as one where there are many
        return False
    return int(np.count_nonzero(linked_places(graph))) <= FEW_SWITCHES


def _every_placement(graph: Graph, groups: Groups) -> int:
    """Return the bisection by trying every placement of the switches."""
    used, where = np.unique(np.concatenate((graph.place, graph.a, graph.b)), return_inverse=True)
    hosts = np.bincount(where[: len(graph.place)], minlength=len(used))
    a, b = np.split(where[len(graph.place) :], 2)
    # The first switch stays on one side: the other half of the placements are the mirror images.
    number = np.arange(1 << (len(used) - 1))[:, None]
    side = (number >> np.arange(len(used)) - 1) & 1 if len(used) > 1 else number
    side = np.where(np.arange(len(used)) == 0, 0, side)
    cut = (side[:, a] != side[:, b]) @ graph.count
    away = side @ hosts
    fewest, most = graph.halves
    parted = np.maximum(np.maximum(fewest - away, away - most), 0)
    return int((cut + groups.width * parted).min())


def _proven(graph: Graph, groups: Groups, tree: Tree, at_least: float = 0.0) -> float:
    """Return the lower bound of the tree with the links for which the graph holds such trees.

    Parameters
    ----------
    at_least
        Known otherwise: where a cut of that tree is no dearer, nothing is proven.
    """
    share, top = spine_shares(tree)
    up = safe_up(graph, groups, tree, share)
    if at_least > 0 and _by_cheap_parts(graph, groups, tree, up, top) <= at_least:
        return at_least
    pods, _ = pods_of(tree, groups, up, top)
    return ceil(least_cut(pods, graph.halves, groups.least) - _HAIR)


def _by_cheap_parts(graph: Graph, groups: Groups, tree: Tree, up: Floats, top: Floats) -> float:
    """Return what a tree's cut costs that takes what has fewest links for an endpoint.

    Of all groups, or of whole pods first and of the groups of other pods then.
    """
    pod, pods = tree.pod_of_group, len(top)
    inside = np.bincount(pod, groups.hosts * groups.copies, pods)
    links = np.minimum(top, np.bincount(pod, up * groups.copies, pods))
    order = np.argsort(links / np.maximum(inside, 1), kind="stable")
    whole = order[np.cumsum(inside[order]) <= graph.halves[0]]
    others = np.ones(pods, dtype=bool)
    others[whole] = False
    missing = graph.halves[0] - int(inside[whole].sum())
    return min(
        _by_cheap_groups(groups, up, graph.halves[0]),
        float(links[whole].sum()) + _by_cheap_groups(groups, up, missing, others[pod]),
    )


def _by_cheap_groups(groups: Groups, up: Floats, wanted: int, of: Flags | None = None) -> float:
    """Return what it costs to take so many endpoints by groups with fewest links for each.

    Parameters
    ----------
    of
        Shape (groups,): only these are taken.
    """
    order = np.argsort(up / np.maximum(groups.hosts, 1), kind="stable")
    order = order if of is None else order[of[order]]
    hosts, links, copies = groups.hosts[order], up[order], groups.copies[order]
    before = np.cumsum(hosts * copies) - hosts * copies
    taken = np.clip((wanted - before) // np.maximum(hosts, 1), 0, copies)
    missing = wanted - int((taken * hosts).sum())
    return float((taken * links).sum()) + max(0, missing) * groups.least


def cost_of_loss(graph: Graph) -> float:
    """Return by how much lost trunks lower the bisection at most.

    A switch that hosts nobody and lost all its trunks costs half of them; any other trunk costs
    its links.
    """
    a, b, count = graph.lost
    left = np.bincount(np.concatenate((graph.a, graph.b)), minlength=graph.places) > 0
    gone = ~left & (graph.hosted == 0)
    halved = gone[a] | gone[b]
    links = count * graph.many[a] * graph.many[b]
    return float(links[halved].sum() / 2 + links[~halved].sum())


def _best_cut(graph: Graph, groups: Groups, tree: Tree) -> int:
    """Return the best cut of the real graph that the tree suggests."""
    parted = _parted(graph, groups, graph.halves[0])
    return min((parted, *(cut for cut, _ in _cuts(graph, groups, tree))))


def most_left(graph: Graph, intact: Bounds) -> Ints:
    """Return what the loss of each switch leaves at most at no cost; shape (places,)."""
    # Without endpoints lost, every halving is one of before, and no wider.
    half = -(-int((graph.hosted * graph.many).sum()) // 2)
    return np.where(graph.hosted > 0, half, intact.high)


def most_without_each(graph: Graph, intact: Bounds) -> Ints:
    """Return what the loss of each switch leaves at most; shape (places,).

    Without a switch that hosts nobody a halving cuts less what of its links crosses it.
    """
    found = most_left(graph, intact)
    groups = groups_of(graph)
    if groups is None:
        return found
    bare = graph.hosted == 0
    for _, away in list(_cuts(graph, groups, tree_of(graph, groups))):
        for sides in (away, _other_ties(graph, bare, away)):
            cost = _cost(graph, groups, sides)
            # A copy on either side, where there is one, with its links to the other.
            mine = _links_to(graph, graph.many - sides)
            other = _links_to(graph, sides)
            crossing = np.maximum(
                np.where(sides > 0, mine, 0), np.where(sides < graph.many, other, 0)
            )
            found = np.where(bare, np.minimum(found, cost - crossing), found)
    return found


def _other_ties(graph: Graph, bare: Flags, away: Ints) -> Ints:
    """Return sides with core switches on the other one that both sides pull alike."""
    ties = bare & (graph.tier == 2) & (_links_to(graph, 2 * away - graph.many) == 0)
    return np.where(ties, graph.many - away, away)


def _links_to(graph: Graph, switches: Ints) -> Ints:
    """Return the links of one switch of each place to so many of each neighbour."""
    found = np.bincount(graph.a, switches[graph.b] * graph.count, graph.places)
    found += np.bincount(graph.b, switches[graph.a] * graph.count, graph.places)
    return np.rint(found).astype(np.int64)


def _cuts(graph: Graph, groups: Groups, tree: Tree) -> Iterator[tuple[int, Ints]]:
    """Yield cuts of the real graph that the tree suggests, and what of each place stands away."""
    pods, members = pods_of(tree, groups, tree.up.astype(float), tree.top.astype(float))
    fewest, most = graph.halves
    # Of both halves of an odd number either may have the better cut: the tree knows them as alike.
    asked = {(fewest, fewest), (most, most)} if most - fewest == 1 else {graph.halves}
    for wanted in asked:
        choices = cheapest(pods, wanted, groups.least)
        if choices is None:
            continue
        away = _settled(graph, groups, _sides(graph, groups, tree, choices, members))
        yield _cost(graph, groups, away), away


def _cost(graph: Graph, groups: Groups, away: Ints) -> int:
    """Return what a cut costs once endpoints are separated until its sides are halves."""
    fewest, most = graph.halves
    brought = int((groups.hosts * _away_groups(groups, away)).sum())
    cut = _crossing(graph, away)
    if brought > most:
        cut += _parted(graph, groups, brought - most, away > 0)
    elif brought < fewest:
        cut += _parted(graph, groups, fewest - brought, away == 0)
    return cut


def _crossing(graph: Graph, away: Ints) -> int:
    """Return the links between switches that stand away and others."""
    a, b, many = graph.a, graph.b, graph.many
    if graph.copies is None:
        return int(graph.count[away[a] != away[b]].sum())
    mine, other = away[a], away[b]
    return int((graph.count * (mine * (many[b] - other) + other * (many[a] - mine))).sum())


def _away_groups(groups: Groups, away: Ints) -> Ints:
    found = np.zeros(len(groups.hosts), dtype=np.int64)
    leaves = np.flatnonzero(groups.of_place >= 0)
    found[groups.of_place[leaves]] = away[leaves]
    return found


def _sides(
    graph: Graph,
    groups: Groups,
    tree: Tree,
    choices: list[Choice],
    members: list[list[list[int]]],
) -> Ints:
    """Return how many switches of each place the tree's cut puts away from the root."""
    groups_away, copies = [0] * len(groups.hosts), groups.copies.tolist()
    pod_away = np.zeros(len(choices), dtype=bool)
    for pod, (choice, kinds) in enumerate(zip(choices, members, strict=True)):
        pod_away[pod] = choice.itself
        for number, them in zip(choice.groups, kinds, strict=True):
            for group in them:
                groups_away[group] = min(number, copies[group])
                number -= groups_away[group]
    group_away = np.array(groups_away, dtype=np.int64)
    whole = (tree.pod_of_place >= 0) & pod_away[np.maximum(tree.pod_of_place, 0)]
    away = np.where(whole, graph.many, 0)
    hosting = groups.of_place >= 0
    away[hosting] = group_away[groups.of_place[hosting]]
    return away


def _settled(graph: Graph, groups: Groups, away: Ints) -> Ints:
    """Return sides with every switch that hosts nobody on its cheaper side, tier by tier."""
    free, many = groups.of_place < 0, graph.many
    tiers = [mine for tier in (1, 2, 0) if (mine := free & (graph.tier == tier)).any()]
    for _ in range(4):
        before = away
        for mine in tiers:
            # Links by the side that they pull to: that away from the root counts as positive.
            pull = _links_to(graph, 2 * away - many)
            away = np.where(mine & (pull != 0), np.where(pull > 0, many, 0), away)
        if np.array_equal(before, away):
            break
    return away
