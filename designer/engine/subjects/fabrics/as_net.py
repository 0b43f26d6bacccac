"""A fabric's graph as a net that any topology is measured by: switches, and classes of owners.

Endpoints with one link hang on their leaf. Owners with several links, in planes or over NVLink,
are vertices of their own, alike ones as copies of one.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from designer.engine.fabric_graph.net import Net, made, mixed, mixed_bits, numbered, step_of
from designer.engine.subjects.fabrics.graph import Flags, Graph, Ints
from designer.engine.subjects.fabrics.groups import links_of_owners

_MOST_STEPS: Final = 13
"""Unlike steps of bundles that are tried as dimensions of a grid."""


def net_of_graph(graph: Graph, labels: Mapping[str, Ints] | None = None) -> Net:
    """Return a graph as a net; its places come first.

    Parameters
    ----------
    labels
        Shape (places,) each: what switches share beside their pod; -1 for nothing.
    """
    single, ends, first, many, of = _owners(graph)
    owners = len(of)
    copies = graph.many
    hung = graph.place[single[graph.owner]]
    weight = np.bincount(hung, minlength=graph.places) * copies
    rows = np.flatnonzero(of[graph.owner] >= 0) if owners else np.zeros(0, dtype=np.int64)
    # Each class is seen by its first owner, whose links count for all of its copies.
    rows = rows[first[of[graph.owner[rows]]] == graph.owner[rows]]
    mine = of[graph.owner[rows]]
    a = np.concatenate((graph.a, graph.place[rows]))
    b = np.concatenate((graph.b, graph.places + mine))
    # A switch that owners with several links hang on stands as no copy of another.
    capacity = np.concatenate((graph.links, many[mine] * copies[graph.place[rows]]))
    place_of = np.zeros(len(first), dtype=np.int64)
    place_of[mine[::-1]] = graph.place[rows[::-1]]
    given = {"pod": graph.unit, **_axes(graph), **(labels or {})}
    width = int(np.bincount(graph.endpoint).max(initial=1))
    net = made(
        Net(
            np.concatenate((weight, many * ends[first])), np.concatenate((copies, many)),
            a, b, capacity.astype(np.float64), float(width), graph.halves,
            {
                name: np.concatenate((label, label[place_of])) for name, label in given.items()
            },
            planned=float(graph.planes),
        )
    )  # fmt: skip
    if graph.copies is None:
        return net
    each = np.concatenate((graph.count, many[mine])).astype(np.float64)
    return replace(net, step=step_of(each, float(width)))


def condensed_net(graph: Graph, labels: Mapping[str, Ints] | None = None) -> tuple[Net, Ints]:
    """Return a graph as a net with alike switches as one, and the vertex of each of its own.

    Its own are those of `net_of_graph`: its places, then classes of owners.
    """
    small, of, first = graph.condensed
    net = net_of_graph(small, {name: label[first] for name, label in (labels or {}).items()})
    if small is graph:
        return net, np.arange(net.size, dtype=np.int64)
    owners = np.arange(small.places, net.size, dtype=np.int64)
    return net, np.concatenate((of, owners))


def copies_of(graph: Graph) -> Ints:
    """Return the copies of each vertex of a graph's net, alike switches apart."""
    many = _owners(graph)[3]
    return np.concatenate((np.ones(graph.places, dtype=np.int64), many))


def _axes(graph: Graph) -> dict[str, Ints]:
    """Return places along the dimensions that a grid may have, by steps that many bundles make.

    A guess: moves along it count only where each bundle proves them.
    """
    inside = graph.tier[graph.a] == graph.tier[graph.b]
    size = graph.places
    if not inside.any():
        return {}
    step, many = np.unique(np.abs(graph.a - graph.b)[inside], return_counts=True)
    often = step[(size % step == 0) & (many * 4 >= size)]
    strides = [*often[:_MOST_STEPS].tolist(), size]
    number = np.arange(size, dtype=np.int64)
    return {
        f"steps of {one} in {whole}": number // one % (whole // one)
        for at, one in enumerate(strides)
        for whole in strides[at + 1 :]
        if whole % one == 0
    }


def owners_away(graph: Graph, away: Ints) -> Flags:
    """Return which owners stand away, where of every vertex of the net so many copies do.

    Of those on a leaf that stands away as many come back as are too many for a half, and of those
    on the other side as many go as are missing.
    """
    single, _, first, _, of = _owners(graph)
    found = np.zeros(len(of), dtype=bool)
    rows = single[graph.owner]
    found[graph.owner[rows]] = away[graph.place[rows]] > 0
    inside = np.flatnonzero(of >= 0)
    order = inside[np.argsort(of[inside], kind="stable")]
    starts = np.searchsorted(of[order], np.arange(len(first)))
    rank = np.arange(len(order)) - starts[of[order]]
    found[order] = rank < away[graph.places + of[order]]
    few, most = graph.halves
    number = int(np.count_nonzero(found)) if len(of) == graph.endpoints else few
    # An endpoint that is separated costs its links: those with one go first, then any that hang.
    linked = np.concatenate((np.flatnonzero(single), inside))
    if number < few:
        found[linked[~found[linked]][: few - number]] = True
    elif number > most:
        found[linked[found[linked]][: number - most]] = False
    return found


def vertices_of_owners(graph: Graph) -> Ints:
    """Return the vertex of the net that every owner is; -1 where it is a link of its place."""
    of = _owners(graph)[4]
    return np.where(of >= 0, of + graph.places, -1)


def _owners(graph: Graph) -> tuple[Flags, Ints, Ints, Ints, Ints]:
    """Return which owners are one link, endpoints of each, and classes of the others."""
    owners = int(graph.owner.max(initial=-1)) + 1
    links = np.bincount(graph.owner, minlength=owners)
    if int(links.max(initial=0)) <= 1 and not len(graph.by_owner):
        none = np.zeros(0, dtype=np.int64)
        return links == 1, links, none, none, np.full(owners, -1, dtype=np.int64)
    ends = np.zeros(owners, dtype=np.int64)
    there = np.flatnonzero(links)
    ends[there] = links_of_owners(graph)[1]
    # Where others have several, one that has fewer links is parted for those that it has.
    single = (links == 1) & (ends == 1) & (int(np.bincount(graph.endpoint).max(initial=1)) == 1)
    return single, ends, *_classes(graph, np.flatnonzero((links > 0) & ~single), ends)


def _classes(graph: Graph, owners: Ints, ends: Ints) -> tuple[Ints, Ints, Ints]:
    """Return alike owners: the first of each class, how many, and the class of every owner."""
    of = np.full(len(ends), -1, dtype=np.int64)
    if not len(owners):
        none = np.zeros(0, dtype=np.int64)
        return none, none, of
    mark = np.zeros(len(ends), dtype=np.uint64)
    np.add.at(mark, graph.owner, mixed(graph.place))
    whole = mixed_bits(mark) + mixed(ends)
    of[owners], first, many = numbered(whole[owners])
    return owners[first], many.astype(np.int64), of
