"""Graphs of fabrics from plain lists: leaf-spines, pods with a core, damaged ones, random ones."""

import random
from itertools import product

import numpy as np

from designer.engine.subjects.fabrics import carrying
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.carrying import Carried
from designer.engine.subjects.fabrics.graph import Graph, islands

Trunk = tuple[int, int, int]
Parts = tuple[list[int], list[int], list[list[int]], list[Trunk]]


def graph(
    tiers: list[int],
    units: list[int],
    hosts: list[list[int]],
    trunks: list[Trunk],
    lost: list[Trunk] | None = None,
    owners: list[int] | None = None,
) -> Graph:
    """A graph from plain lists.

    Parameters
    ----------
    hosts
        Places of each endpoint's links; none for one without a link.
    owners
        The node of each endpoint; each is its own where not given.
    """
    owner = owners if owners is not None else list(range(len(hosts)))
    rows = [(owner[e], place, e) for e, places in enumerate(hosts) for place in places]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3).T.copy()
    unlinked = np.array([owner[e] for e, places in enumerate(hosts) if not places], dtype=np.int64)
    a, b, count = _columns(trunks)
    return Graph(
        np.array(tiers), np.array(units), columns[0], columns[1], columns[2], a, b, count,
        _columns(lost or []), unlinked, len(hosts),
    )  # fmt: skip


def _columns(trunks: list[Trunk]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    table = np.array(trunks, dtype=np.int64).reshape(-1, 3)
    return table[:, 0].copy(), table[:, 1].copy(), table[:, 2].copy()


def leaf_spine(
    hosts: list[int], spines: int, links: int
) -> tuple[list[int], list[int], list, list]:
    """Leaves with as many hosts each, `links` from every leaf to every spine."""
    leaves = len(hosts)
    tiers = [0] * leaves + [1] * spines
    trunks = [(i, leaves + s, links) for i in range(leaves) for s in range(spines)]
    places = [[leaf] for leaf, many in enumerate(hosts) for _ in range(many)]
    return tiers, [0] * len(tiers), places, trunks


def pods(
    number: int, leaves: int, hosts: int, spines: int, links: int, cores: int, up: int
) -> tuple[list[int], list[int], list, list]:
    """Pods of leaves and spines; spines of one rank share core switches, `up` links each."""
    tiers, units, trunks, places = [], [], [], []
    first_spine = number * leaves
    first_core = first_spine + number * spines
    tiers = [0] * first_spine + [1] * (number * spines) + [2] * (cores * spines)
    units = [p for p in range(number) for _ in range(leaves)]
    units += [p for p in range(number) for _ in range(spines)] + [-1] * (cores * spines)
    for p, leaf, s in product(range(number), range(leaves), range(spines)):
        trunks.append((p * leaves + leaf, first_spine + p * spines + s, links))
    for p, s, c in product(range(number), range(spines), range(cores)):
        trunks.append((first_spine + p * spines + s, first_core + s * cores + c, up))
    for leaf in range(first_spine):
        places += [[leaf]] * hosts
    return tiers, units, places, trunks


def damaged(draw: random.Random, trunks: list[Trunk]) -> tuple[list[Trunk], list[Trunk]]:
    """Some trunks lose links, some switches lose all of theirs."""
    kept, lost = [], []
    gone = {draw.choice(trunks)[1]} if draw.random() < 0.3 else set()
    for a, b, count in trunks:
        less = count if b in gone else draw.randint(0, count) if draw.random() < 0.15 else 0
        if count - less:
            kept.append((a, b, count - less))
        if less:
            lost.append((a, b, less))
    return kept, lost


def random_parts(draw: random.Random) -> tuple[list[int], list[int], list, list]:
    if draw.random() < 0.5:
        hosts = [draw.randint(0, 4) for _ in range(draw.randint(2, 4))]
        return leaf_spine(hosts, draw.randint(1, 3), draw.randint(1, 2))
    number, leaves = draw.choice([(2, 1), (2, 2), (3, 1)])
    spines, cores = draw.randint(1, 2), draw.randint(1, 2)
    parts = pods(number, leaves, draw.randint(1, 3), spines, draw.randint(1, 2), cores, 1)
    keep = [place for place in parts[2] if draw.random() < 0.9]
    return parts[0], parts[1], keep, parts[3]


def lacking(draw: random.Random, parts: Parts) -> tuple[*Parts, list[Trunk]]:
    """A fabric without some of its switches, trunks and links of endpoints."""
    tiers, units, places, trunks = parts
    gone = {at for at in range(len(tiers)) if draw.random() < 0.15}
    hosts = [[at for at in where if at not in gone and draw.random() < 0.85] for where in places]
    kept: list[Trunk] = []
    lost: list[Trunk] = []
    for a, b, count in trunks:
        less = count if {a, b} & gone else draw.randint(0, count) if draw.random() < 0.1 else 0
        kept += [(a, b, count - less)] if count > less else []
        lost += [(a, b, less)] if less else []
    return tiers, units, hosts, kept, lost


def rails_of_nodes(draw: random.Random) -> tuple[Parts, list[int]]:
    """Nodes with a link to the leaf of each rail, some in a unit of their own."""
    nodes, rails, spines = draw.randint(1, 4), draw.randint(2, 3), draw.randint(0, 2)
    units = 2 if rails == 2 and draw.random() < 0.5 else 1
    leaves = rails * units
    tiers = [0] * leaves + [1] * spines
    trunks = [(leaf, leaves + s, draw.choice([1, 1, 2]))
              for leaf in range(leaves) for s in range(spines)]  # fmt: skip
    places = [[n % units * rails + r] for n in range(nodes) for r in range(rails)]
    return (tiers, [0] * len(tiers), places, trunks), [e // rails for e in range(len(places))]


def after_loss(it: Graph, intact: Carried, place: int) -> Bounds:
    """Return what is left without one switch, from the bound that `worst_loss` begins with."""
    left, least = it.without(place), carrying._least_left(it, intact)[place]
    return carrying.bisected(left, islands(left), least)
