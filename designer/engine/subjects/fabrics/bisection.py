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

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

import numpy as np

from designer.engine.subjects.fabrics.graph import (
    Flags,
    Floats,
    Graph,
    Ints,
    distinct,
    linked_places,
    merged_trunks,
)
from designer.engine.subjects.fabrics.groups import Groups, groups_of, links_of_owners
from designer.engine.subjects.fabrics.halving import Choice, Pod, cheapest, least_cut
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


@dataclass(frozen=True)
class Tree:
    """A graph as leaves, pods and a root.

    Attributes
    ----------
    pod_of_group
        Shape (groups,).
    up, top
        Links of every group and of every pod, as the graph has them.
    many
        Shape (places,): alike switches that stand as one place; what is said of it is of one.
    pod_of_place
        Shape (places,): the pod of a leaf or spine; -1 for core switches and what is in none.
    feet, risers
        Its bundles of links, from leaves to spines and from spines to core switches.
    fed
        Shape (places,): links of every spine to leaves.
    """

    pod_of_group: Ints
    up: Ints
    top: Ints
    pod_of_place: Ints
    feet: "_Feet"
    risers: "_Risers"
    fed: Floats
    many: Ints


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
    low = max(at_least, _proven(graph, groups, tree))
    if cut is None:
        cut = parted if low >= parted else min(parted, _best_cut(graph, groups, tree))
    if low < cut and len(graph.lost[0]):
        whole = graph.with_lost()
        intact = _proven(whole, groups, tree_of(whole, groups))
        low = max(low, ceil(intact - cost_of_loss(graph) - _HAIR))
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
    # Where alike switches stand as one there are many.
    used = int(np.count_nonzero(linked_places(graph)))
    return graph.copies is None and used <= FEW_SWITCHES


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


def tree_of(graph: Graph, groups: Groups) -> Tree:
    """Return the tree that a graph is at heart."""
    a, b, count = merged_trunks(graph)
    many = graph.many
    regular = (graph.tier[a] == 0) & (graph.tier[b] == 1) & (graph.unit[a] == graph.unit[b])
    regular &= (graph.unit[a] >= 0) & (groups.of_place[a] >= 0)
    leaf, spine, links = a[regular], b[regular], count[regular]
    pod_of_group, pod_of_unit = _pods(graph, groups)
    pod_of_place = np.where(
        (graph.unit >= 0) & (graph.tier < 2), pod_of_unit[np.maximum(graph.unit, 0)], -1
    )
    pods = distinct(pod_of_group)
    group = groups.of_place[leaf]
    up = np.bincount(group, links * many[spine], len(groups.hosts)).astype(np.int64)
    fed = np.bincount(spine, links * many[leaf], graph.places).astype(float)
    core = (graph.tier[a] == 1) & (graph.tier[b] == 2) & (fed[a] > 0) & (pod_of_place[a] >= 0)
    low, root, wide = a[core], b[core], count[core]
    every = wide * many[low] * many[root]
    top = np.bincount(pod_of_place[low], every, pods).astype(np.int64)
    return Tree(
        pod_of_group, up, top, pod_of_place, _Feet(leaf, spine, links, group),
        _Risers(low, root, wide, pod_of_place[low]), fed, many,
    )  # fmt: skip


@dataclass(frozen=True)
class _Risers:
    """Bundles between spines and core switches, with the spine's pod."""

    spine: Ints
    core: Ints
    links: Ints
    pod: Ints


@dataclass(frozen=True)
class _Feet:
    """Bundles between leaves and spines, with the leaf's group."""

    leaf: Ints
    spine: Ints
    links: Ints
    group: Ints


def _pods(graph: Graph, groups: Groups) -> tuple[Ints, Ints]:
    """Return the pod of every group and of every unit: units that share a group are one pod.

    A group whose leaves are in no unit is a pod by itself.
    """
    units = int(graph.unit.max(initial=-1)) + 1
    leaves = np.flatnonzero(groups.of_place >= 0)
    group, unit = groups.of_place[leaves], graph.unit[leaves]
    inside = unit >= 0
    label = np.arange(units, dtype=np.int64)
    of_group = np.arange(len(groups.hosts), dtype=np.int64) + units
    while True:
        after = of_group.copy()
        np.minimum.at(after, group[inside], label[unit[inside]])
        lower = label.copy()
        np.minimum.at(lower, unit[inside], after[group[inside]])
        if np.array_equal(after, of_group) and np.array_equal(lower, label):
            break
        of_group, label = after, lower
    names, of_group = np.unique(of_group, return_inverse=True)
    at = np.searchsorted(names, label)
    known = (at < len(names)) & (names[np.minimum(at, len(names) - 1)] == label)
    return of_group, np.where(known, at, -1) if units else np.full(1, -1, dtype=np.int64)


def _spine_shares(tree: Tree) -> tuple[Floats, Floats]:
    """Return the share of each spine in its pod's trees, and what every pod may send to the root.

    Trees of all pods meet at the same core switches in the same shares; where pods spread their
    links over the core switches unevenly, all send less. In a pod without core switches, or one
    that is alone, spines take their part of the leaves' links.
    """
    risers, fed, top, pod_of_place = tree.risers, tree.fed, tree.top, tree.pod_of_place
    pods = distinct(tree.pod_of_group)
    spines = np.flatnonzero((fed > 0) & (pod_of_place >= 0))
    pod = pod_of_place[spines]
    total = np.bincount(pod, fed[spines] * tree.many[spines], pods)
    share = np.zeros(len(fed))
    share[spines] = fed[spines] / total[pod]
    if not len(risers.spine) or pods < 2:
        return share, top.astype(float)
    core, number = np.unique(risers.core, return_inverse=True)
    wide = risers.links * tree.many[risers.spine]
    into = np.bincount(risers.pod * len(core) + number, wide, pods * len(core))
    into = into.reshape(pods, len(core))
    joined = top > 0
    common = (into[joined] / top[joined, None]).min(axis=0)
    part = (common * tree.many[core]).sum()
    if part <= 0:
        return share, np.zeros(pods)
    mine = into[risers.pod, number]
    weight = risers.links / mine * (common / part)[number] * tree.many[risers.core]
    through = np.bincount(risers.spine, weight, len(fed))
    inside = joined[np.maximum(pod_of_place, 0)] & (pod_of_place >= 0)
    return np.where(inside, through, share), top * part


def _safe_up(graph: Graph, groups: Groups, tree: Tree, share: Floats) -> Floats:
    """Return the uplinks of each group for which its pod's trees fit its links.

    A tree takes one leaf of a group and one spine. Each leaf of a group is taken equally often,
    because each has one link of every owner.
    """
    feet, fed, pod_of_group = tree.feet, tree.fed, tree.pod_of_group
    found = np.zeros(len(groups.hosts))
    if not len(feet.leaf):
        return found
    ranks = int(groups.size.max())
    pod = pod_of_group[feet.group]
    rank = groups.rank[feet.leaf]
    # Of a spine's share, leaves of one rank take as much as they have of its links.
    where = rank * graph.places + feet.spine
    held = np.bincount(where, feet.links * tree.many[feet.leaf], ranks * graph.places)
    columns = np.flatnonzero(held)
    spine = columns % graph.places
    part = np.zeros(len(held))
    part[columns] = share[spine] * held[columns] / fed[spine]
    pod_of_spine = np.zeros(graph.places, dtype=np.int64)
    pod_of_spine[feet.spine] = pod
    kind = pod_of_spine[spine] * ranks + columns // graph.places
    by_rank = np.bincount(kind, part[columns] * tree.many[spine], (int(pod.max()) + 1) * ranks)
    sizes = np.zeros(int(pod_of_group.max()) + 1, dtype=np.int64)
    sizes[pod_of_group] = groups.size
    fair = 1 / np.maximum(1, sizes)[np.arange(len(by_rank)) // ranks]
    used = by_rank > 0
    even = np.bincount(np.arange(len(by_rank)) // ranks, used & (np.abs(by_rank - fair) > 1e-9))
    asked = part[columns] > 0
    needed = np.bincount(kind[asked] // ranks, minlength=len(even))
    row = part[where]
    ratio = np.full(len(row), np.inf)
    ratio[row > 0] = feet.links[row > 0] / row[row > 0]
    found = np.full(len(groups.hosts), np.inf)
    np.minimum.at(found, feet.group, ratio)
    there = np.bincount(feet.group, row > 0, len(groups.hosts))
    lacking = there < needed[np.minimum(pod_of_group, len(needed) - 1)]
    uneven = even[np.minimum(pod_of_group, len(even) - 1)] > 0
    found[lacking | uneven | ~np.isfinite(found)] = 0.0
    return found


def _proven(graph: Graph, groups: Groups, tree: Tree) -> int:
    """Return the lower bound of the tree with the links for which the graph holds such trees."""
    share, top = _spine_shares(tree)
    pods, _ = _pods_of(tree, groups, _safe_up(graph, groups, tree, share), top)
    return ceil(least_cut(pods, graph.halves, groups.least) - _HAIR)


def _pods_of(
    tree: Tree, groups: Groups, up: Floats, top: Floats
) -> tuple[list[Pod], list[list[Ints]]]:
    """Return the pods of a tree, and for each the groups of every kind."""
    links = np.round(up, 9)
    # Groups of a kind stand together: those of a pod with as many endpoints and links.
    order = np.lexsort((links, groups.hosts, tree.pod_of_group))
    pod, hosts, links = tree.pod_of_group[order], groups.hosts[order], links[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (pod[1:] != pod[:-1]) | (hosts[1:] != hosts[:-1]) | (links[1:] != links[:-1])
    firsts = np.flatnonzero(new)
    kinds: dict[int, list[tuple[float, float, int]]] = {}
    members: dict[int, list[Ints]] = {}
    columns = (pod[firsts], hosts[firsts].astype(float), links[firsts])
    rows = zip(*(column.tolist() for column in columns), strict=True)
    for (number, each, wide), them in zip(rows, np.split(order, firsts[1:]), strict=True):
        kinds.setdefault(number, []).append((each, wide, int(groups.copies[them].sum())))
        members.setdefault(number, []).append(them)
    pods = [
        Pod(tuple(alike), round(float(top[number]), 9) if number < len(top) else 0.0)
        for number, alike in kinds.items()
    ]
    return pods, list(members.values())


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
    pods, members = _pods_of(tree, groups, tree.up.astype(float), tree.top.astype(float))
    fewest, most = graph.halves
    best = _parted(graph, groups, fewest)
    # Of both halves of an odd number either may have the better cut: the tree knows them as alike.
    asked = {(fewest, fewest), (most, most)} if most - fewest == 1 else {graph.halves}
    for wanted in asked:
        choices = cheapest(pods, wanted, groups.least)
        if choices is None:
            continue
        away = _settled(graph, groups, _sides(graph, groups, tree, choices, members))
        brought = int((groups.hosts * _away_groups(groups, away)).sum())
        cut = _crossing(graph, away)
        if brought > most:
            cut += _parted(graph, groups, brought - most, away > 0)
        elif brought < fewest:
            cut += _parted(graph, groups, fewest - brought, away == 0)
        best = min(best, cut)
    return best


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
    members: list[list[Ints]],
) -> Ints:
    """Return how many switches of each place the tree's cut puts away from the root."""
    group_away = np.zeros(len(groups.hosts), dtype=np.int64)
    pod_away = np.zeros(len(choices), dtype=bool)
    for pod, (choice, kinds) in enumerate(zip(choices, members, strict=True)):
        pod_away[pod] = choice.itself
        for number, them in zip(choice.groups, kinds, strict=True):
            copies = groups.copies[them]
            before = np.cumsum(copies) - copies
            group_away[them] = np.clip(number - before, 0, copies)
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
            towards = 2 * away - many
            pull = np.bincount(graph.a, towards[graph.b] * graph.count, graph.places)
            pull += np.bincount(graph.b, towards[graph.a] * graph.count, graph.places)
            away = np.where(mine & (pull != 0), np.where(pull > 0, many, 0), away)
        if np.array_equal(before, away):
            break
    return away
