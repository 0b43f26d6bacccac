"""The tree of leaves, pods and a root that a folded Clos is at heart, and the flows that fit it."""

from dataclasses import dataclass

import numpy as np

from designer.engine.subjects.fabrics.graph import (
    Floats,
    Graph,
    Ints,
    distinct,
    merged_trunks,
)
from designer.engine.subjects.fabrics.groups import Groups
from designer.engine.subjects.fabrics.halving import Pod


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


def spine_shares(tree: Tree) -> tuple[Floats, Floats]:
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


def safe_up(graph: Graph, groups: Groups, tree: Tree, share: Floats) -> Floats:
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


def pods_of(
    tree: Tree, groups: Groups, up: Floats, top: Floats
) -> tuple[list[Pod], list[list[list[int]]]]:
    """Return the pods of a tree, and for each the groups of every kind."""
    links = np.round(up, 9)
    # Groups of a kind stand together: those of a pod with as many endpoints and links.
    order = np.lexsort((links, groups.hosts, tree.pod_of_group))
    pod, hosts, links = tree.pod_of_group[order], groups.hosts[order], links[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (pod[1:] != pod[:-1]) | (hosts[1:] != hosts[:-1]) | (links[1:] != links[:-1])
    firsts = np.flatnonzero(new)
    copies = np.add.reduceat(groups.copies[order], firsts).tolist()
    every, ends = order.tolist(), [*firsts[1:].tolist(), len(order)]
    kinds: dict[int, list[tuple[float, float, int]]] = {}
    members: dict[int, list[list[int]]] = {}
    columns = (pod[firsts], hosts[firsts].astype(float), links[firsts])
    rows = zip(*(column.tolist() for column in columns), strict=True)
    for (number, each, wide), many, first, end in zip(
        rows, copies, firsts.tolist(), ends, strict=True
    ):
        kinds.setdefault(number, []).append((each, wide, many))
        members.setdefault(number, []).append(every[first:end])
    pods = [
        Pod(tuple(alike), round(float(top[number]), 9) if number < len(top) else 0.0)
        for number, alike in kinds.items()
    ]
    return pods, list(members.values())
