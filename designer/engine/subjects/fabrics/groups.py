"""Groups of leaves that host the same owners: what one leaf is where owners have several links."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from designer.engine.subjects.fabrics.graph import Graph, Ints


@dataclass(frozen=True)
class Groups:
    """Leaves that host the same owners, link for link: one group of them is as one larger leaf.

    Attributes
    ----------
    of_place
        Shape (places,): the group of a leaf; -1 for a place that hosts nobody.
    rank
        Shape (places,): number of a leaf within its group.
    size
        Shape (groups,): leaves of a group.
    hosts
        Shape (groups,): endpoints of a group.
    width
        Links of an endpoint: what it costs to separate one from its leaves.
    copies
        Shape (groups,): alike ones that stand as one group.
    least
        What it costs at least for each: less than `width` where nodes whose links NVLink joins lack
        some, because whole nodes are separated for those they have.
    """

    of_place: Ints
    rank: Ints
    size: Ints
    hosts: Ints
    width: int
    least: float
    copies: Ints


def groups_of(graph: Graph) -> Groups | None:
    """Return the groups of a graph's leaves; None where owners share leaves in unlike ways."""
    of_place = np.full(graph.places, -1, dtype=np.int64)
    if not len(graph.owner):
        return None
    per_owner = np.bincount(graph.owner)
    if int(per_owner.max()) == 1 and not len(graph.by_owner):
        leaves = np.flatnonzero(graph.hosted)
        hosts = graph.hosted[leaves]
        of_place[leaves] = np.arange(len(leaves))
        ones = np.ones(len(leaves), dtype=np.int64)
        return Groups(of_place, np.zeros_like(of_place), ones, hosts, 1, 1.0, graph.many[leaves])
    signature = _signatures(graph, len(per_owner))
    there = np.flatnonzero(per_owner)
    _, group = np.unique(signature[there], return_inverse=True)
    of_owner = np.full(len(per_owner), -1, dtype=np.int64)
    of_owner[there] = group
    mine = of_owner[graph.owner]
    of_place[graph.place] = mine
    if (of_place[graph.place] != mine).any():
        return None
    leaves = np.flatnonzero(of_place >= 0)
    size = np.bincount(of_place[leaves])
    owners = np.bincount(group)
    at_place = graph.hosted
    if (per_owner[there] != size[group]).any() or (
        at_place[leaves] != owners[of_place[leaves]]
    ).any():
        return None
    ends = np.full(int(graph.endpoint.max()) + 1, -1, dtype=np.int64)
    ends[graph.endpoint] = mine
    hosts = np.bincount(ends[ends >= 0])
    widths = np.bincount(graph.endpoint)
    widths = widths[widths > 0]
    width = int(widths[0])
    if int(widths.min()) != int(widths.max()):
        return None
    least = float(width)
    if len(graph.by_owner):
        hosts = hosts + np.bincount(of_owner[graph.by_owner], minlength=len(hosts))
        links, each = links_of_owners(graph)
        least = min(least, float((links / each).min()))
    return Groups(of_place, _ranks(of_place, leaves), size, hosts, width, least, np.ones_like(size))


def links_of_owners(graph: Graph) -> tuple[Ints, Ints]:
    """Return the links of every owner that has any, and its endpoints, in order of owners."""
    links = np.bincount(graph.owner)
    owner = np.full(int(graph.endpoint.max(initial=-1)) + 1, -1, dtype=np.int64)
    owner[graph.endpoint] = graph.owner
    every = np.concatenate((owner[owner >= 0], graph.by_owner))
    there = np.flatnonzero(links)
    return links[there], np.bincount(every, minlength=len(links))[there]


def _signatures(graph: Graph, owners: int) -> NDArray[np.uint64]:
    """Return for every owner a number that tells sets of places apart: a sum of mixed bits."""
    mixed = np.arange(1, graph.places + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    order = np.argsort(graph.owner, kind="stable")
    sorted_owner = graph.owner[order]
    firsts = np.flatnonzero(np.diff(sorted_owner, prepend=-1))
    found = np.zeros(owners, dtype=np.uint64)
    found[sorted_owner[firsts]] = np.add.reduceat(mixed[graph.place[order]], firsts)
    return found


def _ranks(of_place: Ints, leaves: Ints) -> Ints:
    order = leaves[np.argsort(of_place[leaves], kind="stable")]
    group = of_place[order]
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    rank = np.zeros_like(of_place)
    rank[order] = np.arange(len(order)) - np.repeat(starts, np.bincount(group))
    return rank
