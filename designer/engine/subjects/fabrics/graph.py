"""A fabric's graph as bisection sees it: places with what they host, trunks, groups of leaves.

Capacities are counted in links: every link of a fabric has the same rate.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.engine.fabric_graph.net import mixed, mixed_bits, numbered
from designer.engine.subjects.fabrics import trunks as rows_of
from designer.engine.subjects.fabrics.reaching import hosting_parts, reaches_all, within_tree
from designer.engine.subjects.fabrics.trunks import Trunks
from designer.wiring.network_columns import CONNECTED, FabricWiring

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_MOST_TRIED: Final = 8
"""Places that may part a fabric and are taken away to see: of many each would take its time."""
_FEW_ROWS: Final = 2_048
_FEW_PLACES: Final = 16
"""Up to so many rows, or switches, nothing is gained where alike ones stand as one."""


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
    planes
        Links that each endpoint is to have.
    merged
        Whether no two trunks join the same two places.
    copies
        Shape (places,): alike switches that stand as one place, each of which hosts what hangs
        there and has `count` links to each copy of a neighbour; None where each place is one.
    """

    tier: Ints
    unit: Ints
    owner: Ints
    place: Ints
    endpoint: Ints
    a: Ints
    b: Ints
    count: Ints
    lost: Trunks
    unlinked: Ints
    endpoints: int
    merged: bool = False
    copies: Ints | None = None
    planes: int = 1
    _from: "list[Step]" = field(default_factory=list, init=False, repr=False, compare=False)

    def comes_from(self, step: "Step") -> None:
        """Know another graph with as much on each switch, of which much holds for this as well."""
        self._from[:] = [step]

    def settled(self) -> "Graph":
        """Return the graph once it needs the one that it comes from no more."""
        for name in ("digest", "links_at", "hosted", "_marks", "_several"):
            getattr(self, name)
        self._from.clear()
        return self

    @cached_property
    def digest(self) -> bytes:
        """Bytes that are the same for graphs that are: what was measured of one holds for both."""
        digest = _digest(self.a, self.b, self.count, *self.lost)
        form = bytes((self.merged,)) + self.planes.to_bytes(8, "little")
        return blake2b(self._hosts_digest + digest + form, digest_size=16).digest()

    @cached_property
    def _hosts_digest(self) -> bytes:
        if self._from:
            return self._from[0].before._hosts_digest
        return _digest(self.tier, self.unit, self.owner, self.place, self.endpoint, self.unlinked)

    @property
    def trunks(self) -> Trunks:
        """The columns of its trunks."""
        return self.a, self.b, self.count

    @cached_property
    def links_at(self) -> Ints:
        """Links of one switch of each place to one of each other; shape (places,)."""
        if not self._from:
            return rows_of.links_at(self.places, self.trunks)
        before, edits = self._from[0]
        return before.links_at + rows_of.links_at(self.places, edits)

    @cached_property
    def _marks(self) -> NDArray[np.uint64]:
        """Numbers that tell sets of links of places apart, made and lost; shape (places,)."""
        if not self._from:
            return rows_of.marked(self.places, self.trunks, self.lost)
        before, edits = self._from[0]
        lost = rows_of.joined(self.lost, rows_of.taken_back(before.lost))
        return before._marks + rows_of.marked(self.places, edits, lost)

    @cached_property
    def _several(self) -> bool:
        """Whether some owner has more than one link, or an endpoint that has none."""
        if self._from:
            return self._from[0].before._several
        return len(self.by_owner) > 0 or int(np.bincount(self.owner).max(initial=1)) > 1

    @property
    def places(self) -> int:
        """Places for switches."""
        return len(self.tier)

    @cached_property
    def many(self) -> Ints:
        """Switches of each place; shape (places,)."""
        return np.ones(self.places, dtype=np.int64) if self.copies is None else self.copies

    @cached_property
    def links(self) -> Ints:
        """Links of each bundle of trunks, between all copies of either end; shape (trunks,)."""
        if self.copies is None:
            return self.count
        return self.count * self.copies[self.a] * self.copies[self.b]

    @cached_property
    def sums(self) -> tuple[int, int, int]:
        """The sums of `a`, `b` and `count`."""
        return int(self.a.sum()), int(self.b.sum()), int(self.count.sum())

    @cached_property
    def hosted(self) -> Ints:
        """Links of nodes on one switch of each place; shape (places,)."""
        if self._from:
            return self._from[0].before.hosted
        return np.bincount(self.place, minlength=self.places)

    @cached_property
    def condensed(self) -> "Condensed":
        """The graph with alike switches as one place."""
        return condensed(self)

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
        if self.many[place] == 1:
            return self.without_all(np.array([place], dtype=np.int64))
        return self._apart(place).without_all(np.array([self.places], dtype=np.int64))

    def _apart(self, place: int) -> "Graph":
        """Return the graph with one of the alike switches of a place at one of its own, the last.

        What it hosts are others than the rest host.
        """
        hung = self.place == place
        owners, ends = self.owner, self.endpoint
        owner = owners[hung] + 1 + max(int(it.max(initial=0)) for it in (owners, self.unlinked))
        end = ends[hung] + 1 + int(ends.max(initial=0))
        copies = np.append(self.many, 1)
        copies[place] -= 1
        a, b, count = self._with_copy(place, self.a, self.b, self.count)
        return replace(
            self, tier=np.append(self.tier, self.tier[place]), a=a, b=b, count=count,
            unit=np.append(self.unit, self.unit[place]), copies=copies,
            owner=np.concatenate((owners, owner)), endpoint=np.concatenate((ends, end)),
            place=np.append(self.place, np.full(len(owner), self.places)),
            lost=self._with_copy(place, *self.lost),
        )  # fmt: skip

    def _with_copy(self, place: int, a: Ints, b: Ints, count: Ints) -> tuple[Ints, Ints, Ints]:
        """Return trunks with those of a place once more, for the place after the last."""
        mine = np.flatnonzero((a == place) | (b == place))
        again = (np.where(column[mine] == place, self.places, column[mine]) for column in (a, b))
        one, other = (np.append(old, new) for old, new in zip((a, b), again, strict=True))
        return one, other, np.append(count, count[mine])

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


class Step(NamedTuple):
    """A graph, and what another with the same on each switch has more or less.

    Attributes
    ----------
    edits
        Links that came; fewer than 0 went.
    """

    before: Graph
    edits: Trunks


def _digest(*columns: Ints) -> bytes:
    found = blake2b(digest_size=16)
    for column in columns:
        found.update(len(column).to_bytes(8, "little"))
        # Half as long to digest, and no less told: the wiring has them in 32 bits as well.
        found.update(np.ascontiguousarray(column, dtype=np.int32).data)
    return found.digest()


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
        planes=wiring.fabric.planes,
    )  # fmt: skip


class Condensed(NamedTuple):
    """A graph with alike switches as one place.

    Attributes
    ----------
    of, first
        The place of `graph` that each place stands for, and the first of those of each.
    """

    graph: Graph
    of: Ints
    first: Ints


def condensed(graph: Graph, few: int = _FEW_ROWS) -> Condensed:
    """Return a graph with alike switches as one: of a pod, a unit, with the same links and hosts.

    Exchanging them leaves the graph as it is, so that one stands for all. Leaves are alike only
    where what hangs on them has no other link. Sets of links are told apart by sums of mixed bits.

    Parameters
    ----------
    few
        A graph of fewer rows stays as it is.
    """
    every = np.arange(graph.places, dtype=np.int64)
    same = Condensed(graph, every, every)
    if len(graph.a) + len(graph.place) < few or graph.copies is not None:
        return same
    if np.count_nonzero(linked_places(graph)) <= _FEW_PLACES:
        return same
    hosted = graph.hosted
    mark = mixed_bits(mixed(hosted * 3 + graph.tier) + mixed_bits(mixed(graph.unit + 1)))
    if graph._several:
        mark += np.where(hosted > 0, mixed(mixed_bits(mixed(every))), np.uint64(0))
    of, first, many = numbered(mark + graph._marks)
    if len(first) == graph.places:
        return same
    there = np.zeros(graph.places, dtype=bool)
    there[first] = True
    rows, lost = (_inside(there, of, it) for it in (graph.trunks, graph.lost))
    if not graph.merged:
        rows = rows_of.merged(len(first), rows)
    hung = there[graph.place]
    found = replace(
        graph, tier=graph.tier[first], unit=graph.unit[first], owner=graph.owner[hung],
        place=of[graph.place[hung]], endpoint=graph.endpoint[hung],
        a=rows[0], b=rows[1], count=rows[2], lost=lost, merged=True, copies=many,
    )  # fmt: skip
    # Otherwise two marks were the same by chance.
    every_link = np.bincount(of, graph.links_at, len(first))
    sound = (every_link == rows_of.links_at(len(first), (found.a, found.b, found.links))).all()
    return Condensed(found, of, first) if sound and not (found.a == found.b).any() else same


def _inside(there: Flags, of: Ints, rows: Trunks) -> Trunks:
    """Return the trunks between some places, by what these stand for."""
    a, b, count = rows
    kept = np.flatnonzero(there[a] & there[b])
    return of[a[kept]], of[b[kept]], count[kept]


def merged_trunks(graph: Graph) -> Trunks:
    """Return the trunks with those between the same two places as one."""
    return graph.trunks if graph.merged else rows_of.merged(graph.places, graph.trunks)


def linked_places(graph: Graph) -> Flags:
    """Return the places with links; shape (places,)."""
    return (graph.links_at > 0) | (graph.hosted > 0)


def distinct(numbers: Ints) -> int:
    """Return how many different numbers there are, none of them negative.

    `np.unique` would import numpy's masked arrays for it.
    """
    return int(np.count_nonzero(np.bincount(numbers)))


def islands(graph: Graph) -> int:
    """Return the parts of a fabric with endpoints that no link joins."""
    if not len(graph.place):
        return 0
    graph = graph.condensed.graph
    one, other = _neighbours(graph)
    # Copies reach each other by any neighbour; without one each is apart.
    bare = (graph.many > 1) & (graph.hosted > 0)
    bare[one] = bare[other] = False
    alone = int((graph.many[bare] - 1).sum())
    # Most fabrics are one island: to reach all from one place is quicker than to name all parts.
    return alone + (
        1 if reaches_all(graph.hosted, one, other) else hosting_parts(graph.hosted, one, other)
    )


def may_part(graph: Graph) -> Flags:
    """Return the places whose loss may part a fabric that is one island; shape (places,).

    What ends a branch of a tree over all places parts nobody. Two trees are grown from both ends
    of the table of places, each by the other neighbour where there are several: in a fabric with
    spare ways hardly a place is within both. Those few are taken away to see.
    """
    return graph.parting


def _parting(graph: Graph) -> Flags:
    small, of, _ = graph.condensed
    if small is not graph:
        # What a switch joins its copies join as well.
        return small.parting[of]
    one, other = _neighbours(graph)
    hosting = np.flatnonzero(graph.hosted)
    ends, starts = np.concatenate((one, other)), np.concatenate((other, one))
    found = within_tree(graph.places, int(hosting[0]), ends, starts) & within_tree(
        graph.places, int(hosting[-1]), ends[::-1], starts[::-1]
    )
    found &= graph.many == 1
    doubtful = np.flatnonzero(found).tolist()
    for place in doubtful if len(doubtful) <= _MOST_TRIED else ():
        found[place] = islands(graph.without(place)) != 1
    return found


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
