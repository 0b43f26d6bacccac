"""A fabric's graph as bisection sees it: places with what they host, trunks, groups of leaves.

Capacities are counted in links: every link of a fabric has the same rate.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.wiring.network_columns import CONNECTED, FabricWiring

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_MOST_TRIED: Final = 8
"""Places that may part a fabric and are taken away to see: of many each would take its time."""


@dataclass(frozen=True)
class Graph:
    """Switches and what hangs on them.

    Attributes
    ----------
    tier, unit
        Shape (places,): 0 leaf, 1 spine, 2 core; the pod, -1 for none.
    owner, place, endpoint
        Connected links of nodes: who hangs there (an endpoint, or a node with all its endpoints),
        at which place, for which endpoint.
    a, b, count
        Connected trunks: lower place, upper place, links.
    lost
        Trunks of the rule that are not there, as the same three columns.
    unlinked
        Shape (endpoints without a link,): the owner of each.
    endpoints
        All endpoints, linked or not.
    merged
        Whether no two trunks join the same two places.
    """

    tier: Ints
    unit: Ints
    owner: Ints
    place: Ints
    endpoint: Ints
    a: Ints
    b: Ints
    count: Ints
    lost: tuple[Ints, Ints, Ints]
    unlinked: Ints
    endpoints: int
    merged: bool = False

    @cached_property
    def digest(self) -> bytes:
        """Bytes that are the same for graphs that are: what was measured of one holds for both."""
        found = blake2b(digest_size=16)
        columns = (self.tier, self.unit, self.owner, self.place, self.endpoint, self.unlinked)
        for column in (*columns, self.a, self.b, self.count, *self.lost):
            found.update(len(column).to_bytes(8, "little"))
            # Half as long to digest, and no less told: the wiring has them in 32 bits as well.
            found.update(np.ascontiguousarray(column, dtype=np.int32).data)
        found.update(bytes((self.merged,)))
        return found.digest()

    @property
    def places(self) -> int:
        """Places for switches."""
        return len(self.tier)

    @cached_property
    def by_owner(self) -> Ints:
        """Owners of the endpoints that have no link and reach the network by one of their owner."""
        if not len(self.unlinked):
            return self.unlinked
        linked = np.bincount(self.owner, minlength=int(self.unlinked.max()) + 1) > 0
        return self.unlinked[linked[self.unlinked]]

    @cached_property
    def parting(self) -> Flags:
        """What `may_part` says of it."""
        found = _parting(self)
        found.setflags(write=False)
        return found

    @property
    def halves(self) -> tuple[int, int]:
        """Fewest and most endpoints that reach the network on one side of a halving.

        A halving is one of all endpoints: those that reach nothing stand on either side at no cost.
        """
        reach_nothing = len(self.unlinked) - len(self.by_owner)
        fewest = max(0, self.endpoints // 2 - reach_nothing)
        return fewest, self.endpoints - reach_nothing - fewest

    def without(self, place: int) -> "Graph":
        """Return the graph after the loss of a switch."""
        return self.without_all(np.array([place], dtype=np.int64))

    def without_all(self, places: Ints) -> "Graph":
        """Return the graph after the loss of some switches together.

        Endpoints that reached the network by them alone are lost with them: they are in no half.
        """
        gone = np.zeros(self.places, dtype=bool)
        gone[places] = True
        trunks = ~(gone[self.a] | gone[self.b])
        cut_trunks = tuple(column[~trunks] for column in (self.a, self.b, self.count))
        lost = tuple(np.concatenate((x, y)) for x, y in zip(self.lost, cut_trunks, strict=True))
        bare = replace(
            self, a=self.a[trunks], b=self.b[trunks], count=self.count[trunks],
            lost=(lost[0], lost[1], lost[2]),
        )  # fmt: skip
        stays = ~gone[self.place]
        if stays.all():  # as above the leaves: what hangs in the graph hangs there still
            return bare
        owner, left = self.owner[stays], self.endpoint[stays]
        linked = np.bincount(left, minlength=int(self.endpoint.max()) + 1) > 0
        cut = np.flatnonzero(~linked[self.endpoint])
        cut = cut[np.unique(self.endpoint[cut], return_index=True)[1]]
        unlinked = np.concatenate((self.unlinked, self.owner[cut]))
        owners = int(max(self.owner.max(), unlinked.max(initial=0))) + 1
        had, has = (np.bincount(it, minlength=owners) > 0 for it in (self.owner, owner))
        cut_off = had[unlinked] & ~has[unlinked]
        return replace(
            bare, owner=owner, place=self.place[stays], endpoint=left, unlinked=unlinked[~cut_off],
            endpoints=self.endpoints - int(np.count_nonzero(cut_off)),
        )  # fmt: skip

    def without_trunk(self, lower: int, upper: int) -> "Graph | None":
        """Return the graph without one of the links between two places; None where none is."""
        there = ((self.a == lower) & (self.b == upper)) | ((self.a == upper) & (self.b == lower))
        rows = np.flatnonzero(there)
        if not len(rows):
            return None
        count = self.count.copy()
        count[rows[0]] -= 1
        stays = count > 0
        lost = (
            np.append(column, one) for column, one in zip(self.lost, (lower, upper, 1), strict=True)
        )
        a, b, many = lost
        return replace(
            self, a=self.a[stays], b=self.b[stays], count=count[stays], lost=(a, b, many)
        )

    def without_link(self, link: int) -> "Graph":
        """Return the graph without one link of a node; what it alone linked is lost with it."""
        owner, endpoint = int(self.owner[link]), int(self.endpoint[link])
        if np.count_nonzero(self.owner == owner) == 1:
            return self.without_owners(np.array([owner], dtype=np.int64))
        stays = np.arange(len(self.owner)) != link
        alone = np.count_nonzero(self.endpoint == endpoint) == 1
        unlinked = np.append(self.unlinked, owner) if alone else self.unlinked
        return replace(
            self, owner=self.owner[stays], place=self.place[stays],
            endpoint=self.endpoint[stays], unlinked=unlinked,
        )  # fmt: skip

    def without_owners(self, owners: Ints) -> "Graph":
        """Return the graph after the loss of some owners, with all their endpoints and links."""
        if not len(owners):
            return self
        size = 1 + int(max(x.max(initial=0) for x in (self.owner, self.unlinked, owners)))
        gone = np.zeros(size, dtype=bool)
        gone[owners] = True
        stays, apart = ~gone[self.owner], ~gone[self.unlinked]
        ends = distinct(self.endpoint[~stays]) + int(np.count_nonzero(~apart))
        return replace(
            self, owner=self.owner[stays], place=self.place[stays], endpoint=self.endpoint[stays],
            unlinked=self.unlinked[apart], endpoints=self.endpoints - ends,
        )  # fmt: skip

    def with_lost(self) -> "Graph":
        """Return the graph with all trunks of the rule."""
        return replace(
            self,
            a=np.concatenate((self.a, self.lost[0])),
            b=np.concatenate((self.b, self.lost[1])),
            count=np.concatenate((self.count, self.lost[2])),
            lost=(self.a[:0], self.b[:0], self.count[:0]),
        )


def with_nodes_joined(graph: Graph, wiring: FabricWiring) -> Graph:
    """Return a fabric's graph with a node as one owner of all its links.

    What its GPUs exchange over NVLink is free.
    """
    links = wiring.links
    hangs = (links.fault == CONNECTED) & (links.end >= 0)
    node = wiring.endpoints.node.astype(np.int64)
    return replace(graph, owner=links.a[hangs].astype(np.int64), unlinked=node[graph.unlinked])


def graph_of(wiring: FabricWiring) -> Graph:
    """Return a fabric's graph, with endpoints as the owners of its links."""
    links, first = wiring.links, wiring.first_place
    made = links.fault == CONNECTED
    hangs = made & (links.end >= 0)
    end = links.end[hangs].astype(np.int64)
    trunks, lost = made & (links.end < 0), ~made & (links.end < 0) & (links.a >= first)
    endpoints = len(wiring.endpoints)
    unlinked = np.flatnonzero(np.bincount(end, minlength=endpoints) == 0)
    columns = [
        (links.a[rows].astype(np.int64) - first, links.b[rows].astype(np.int64) - first,
         links.count[rows].astype(np.int64))
        for rows in (trunks, lost)
    ]  # fmt: skip
    a, b, count = columns[0]
    place = links.b[hangs].astype(np.int64) - first
    # Spare switches stand after those of the rule and have no link: they are not part of the graph.
    linked = [column for rows in columns for column in rows[:2]]
    used = 1 + max((int(column.max()) for column in (place, *linked) if len(column)), default=-1)
    return Graph(
        wiring.places.tier[:used].astype(np.int64), wiring.places.unit[:used].astype(np.int64),
        end, place, end, a, b, count, columns[1], unlinked, endpoints,
        wiring.faults_by_rule == len(wiring.faults) and not wiring.laid,
    )  # fmt: skip


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


def groups_of(graph: Graph) -> Groups | None:
    """Return the groups of a graph's leaves; None where owners share leaves in unlike ways."""
    of_place = np.full(graph.places, -1, dtype=np.int64)
    if not len(graph.owner):
        return None
    per_owner = np.bincount(graph.owner)
    if int(per_owner.max()) == 1 and not len(graph.by_owner):
        at_place = np.bincount(graph.place)
        leaves = np.flatnonzero(at_place)
        hosts = at_place[leaves]
        of_place[leaves] = np.arange(len(leaves))
        ones = np.ones(len(leaves), dtype=np.int64)
        return Groups(of_place, np.zeros_like(of_place), ones, hosts, 1, 1.0)
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
    at_place = np.bincount(graph.place, minlength=graph.places)
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
    return Groups(of_place, _ranks(of_place, leaves), size, hosts, width, least)


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


def distinct(numbers: Ints) -> int:
    """Return how many different numbers there are, none of them negative.

    `np.unique` would import numpy's masked arrays for it.
    """
    return int(np.count_nonzero(np.bincount(numbers)))


def islands(graph: Graph) -> int:
    """Return the parts of a fabric with endpoints that no link joins."""
    if not len(graph.place):
        return 0
    one, other = _neighbours(graph)
    # Most fabrics are one island: to reach all from one place is quicker than to name all parts.
    return 1 if _reaches_all(graph, one, other) else _parts(graph, one, other)


def may_part(graph: Graph) -> Flags:
    """Return the places whose loss may part a fabric that is one island; shape (places,).

    What ends a branch of a tree over all places parts nobody. Two trees are grown from both ends
    of the table of places, each by the other neighbour where there are several: in a fabric with
    spare ways hardly a place is within both. Those few are taken away to see.
    """
    return graph.parting


def _parting(graph: Graph) -> Flags:
    one, other = _neighbours(graph)
    hosting = np.flatnonzero(np.bincount(graph.place, minlength=graph.places))
    ends, starts = np.concatenate((one, other)), np.concatenate((other, one))
    found = _within_tree(graph.places, int(hosting[0]), ends, starts) & _within_tree(
        graph.places, int(hosting[-1]), ends[::-1], starts[::-1]
    )
    doubtful = np.flatnonzero(found).tolist()
    for place in doubtful if len(doubtful) <= _MOST_TRIED else ():
        found[place] = islands(graph.without(place)) != 1
    return found


def _within_tree(places: int, root: int, ends: Ints, starts: Ints) -> Flags:
    """Return the places from which a tree goes on that is grown in turns from a root."""
    there, within = np.zeros(places, dtype=bool), np.zeros(places, dtype=bool)
    parent = np.zeros(places, dtype=np.int64)
    there[root] = within[root] = True
    while True:
        new = there[starts] & ~there[ends]
        if not new.any():
            return within
        grown = ends[new]
        parent[grown] = starts[new]
        there[grown] = True
        within[parent[grown]] = True


def _neighbours(graph: Graph) -> tuple[Ints, Ints]:
    """Return pairs of places that a trunk joins, or an owner with links at both."""
    first = np.zeros(int(graph.owner.max()) + 1, dtype=np.int64)
    first[graph.owner] = graph.place
    hung = first[graph.owner]
    apart = graph.place != hung
    return (
        np.concatenate((graph.a, graph.place[apart])),
        np.concatenate((graph.b, hung[apart])),
    )


def _reaches_all(graph: Graph, one: Ints, other: Ints) -> bool:
    """Return whether pairs of neighbours lead from one place that hosts anyone to all others."""
    hosting = np.flatnonzero(np.bincount(graph.place))
    there = np.zeros(graph.places, dtype=bool)
    there[hosting[0]] = True
    known = 0
    while not there[hosting].all():
        count = int(np.count_nonzero(there))
        if count == known:
            return False
        known = count
        there[other[there[one]]] = True
        there[one[there[other]]] = True
    return True


def _parts(graph: Graph, one: Ints, other: Ints) -> int:
    """Return the parts that host anyone, as pairs of neighbours join them."""
    label = np.arange(graph.places, dtype=np.int64)
    while True:
        low = np.minimum(label[one], label[other])
        after = label.copy()
        np.minimum.at(after, one, low)
        np.minimum.at(after, other, low)
        after = after[after]
        if np.array_equal(after, label):
            return distinct(label[graph.place])
        label = after
