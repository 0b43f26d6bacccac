"""A fabric's graph as a net that any topology is measured by: switches, and classes of owners.

Endpoints with one link hang on their leaf. Owners with several links, in planes or over NVLink,
are vertices of their own, alike ones as copies of one.
"""

from collections.abc import Mapping

import numpy as np

from designer.engine.fabric_graph.net import Net, made, mixed, mixed_bits
from designer.engine.subjects.fabrics.graph import Graph, Ints, links_of_owners


def net_of_graph(graph: Graph, labels: Mapping[str, Ints] | None = None) -> Net:
    """Return a graph as a net; its places come first.

    Parameters
    ----------
    labels
        Shape (places,) each: what switches share beside their pod; -1 for nothing.
    """
    owners = int(graph.owner.max(initial=-1)) + 1
    links = np.bincount(graph.owner, minlength=owners)
    ends = np.zeros(owners, dtype=np.int64)
    there = np.flatnonzero(links)
    ends[there] = links_of_owners(graph)[1]
    single = (links == 1) & (ends == 1)
    hung = graph.place[single[graph.owner]]
    weight = np.bincount(hung, minlength=graph.places).astype(np.int64)
    first, many, of = _classes(graph, np.flatnonzero((links > 0) & ~single), ends)
    rows = np.flatnonzero(of[graph.owner] >= 0) if owners else np.zeros(0, dtype=np.int64)
    # Each class is seen by its first owner, whose links count for all of its copies.
    rows = rows[first[of[graph.owner[rows]]] == graph.owner[rows]]
    mine = of[graph.owner[rows]]
    a = np.concatenate((graph.a, graph.place[rows]))
    b = np.concatenate((graph.b, graph.places + mine))
    capacity = np.concatenate((graph.count, many[mine])).astype(np.float64)
    place_of = np.zeros(len(first), dtype=np.int64)
    place_of[mine[::-1]] = graph.place[rows[::-1]]
    given = {"pod": graph.unit, **(labels or {})}
    width = int(np.bincount(graph.endpoint).max(initial=1))
    return made(
        Net(
            np.concatenate((weight, many * ends[first])),
            np.concatenate((np.ones(graph.places, dtype=np.int64), many)),
            a, b, capacity, float(width), graph.halves,
            {
                name: np.concatenate((label, label[place_of])) for name, label in given.items()
            },
        )
    )  # fmt: skip


def _classes(graph: Graph, owners: Ints, ends: Ints) -> tuple[Ints, Ints, Ints]:
    """Return alike owners: the first of each class, how many, and the class of every owner."""
    of = np.full(len(ends), -1, dtype=np.int64)
    if not len(owners):
        none = np.zeros(0, dtype=np.int64)
        return none, none, of
    mark = np.zeros(len(ends), dtype=np.uint64)
    np.add.at(mark, graph.owner, mixed(graph.place))
    whole = mixed_bits(mark) + mixed(ends)
    _, first, number, many = np.unique(
        whole[owners], return_index=True, return_inverse=True, return_counts=True
    )
    order = np.argsort(first, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    of[owners] = rank[number]
    return owners[first[order]], many[order].astype(np.int64), of
