"""Switches that are alike: kinds of regular fabrics, and kinds that hold for every loss."""

import random

import pytest

from designer.engine.subjects.fabrics.alike import kinds_of
from tests.helpers.fabric_graphs import graph, leaf_spine, pods, random_parts
from tests.unit.test_engine_bisection import left_by_brute_force


def kinds(parts, owners=None) -> list[int]:
    return kinds_of(graph(*parts, owners=owners)).tolist()


def test_switches_of_a_regular_leaf_spine_are_of_one_kind_a_tier():
    found = kinds(leaf_spine([4] * 6, 3, 2))
    assert len({*found[:6]}) == len({*found[6:]}) == 1
    assert len({*found}) == 2


def test_switches_of_regular_pods_are_of_one_kind_a_tier():
    """4 pods of 3 leaves and 2 spines, each rank of spines with 5 core switches of its own."""
    found = kinds(pods(4, 3, 2, 2, 1, 5, 1))
    assert [len({*found[at]}) for at in (slice(12), slice(12, 20), slice(20, None))] == [1, 1, 1]
    assert len({*found}) == 3


def test_rails_of_nodes_are_of_one_kind():
    """2 units of 4 nodes, 3 rails each: a node hangs on a leaf of every rail of its unit."""
    rails, spines = 3, 2
    tiers = [0] * (2 * rails) + [1] * spines
    trunks = [(leaf, 2 * rails + s, 2) for leaf in range(2 * rails) for s in range(spines)]
    places = [[unit * rails + r] for unit in range(2) for _ in range(4) for r in range(rails)]
    found = kinds((tiers, [0] * len(tiers), places, trunks), [e // rails for e in range(24)])
    assert len({*found}) == 2


def test_a_cable_by_hand_tells_its_ends_apart_from_the_rest_of_their_tiers():
    tiers, units, places, trunks = leaf_spine([4] * 4, 3, 2)
    found = kinds((tiers, units, places, [*trunks, (0, 4, 1)]))
    assert found[0] not in found[1:]
    assert found[4] not in found[5:]
    assert found[1] == found[2] == found[3]
    assert found[5] == found[6]


def test_as_many_links_to_other_neighbours_are_no_likeness():
    """Leaves 0 and 1 have 2 hosts and 2 trunks each, but spine 5 leads to leaf 2 alone."""
    trunks = [(0, 3, 1), (0, 4, 1), (1, 3, 2), (2, 4, 1), (2, 5, 1)]
    found = kinds(([0, 0, 0, 1, 1, 1], [0] * 6, [[0], [0], [1], [1], [2], [2]], trunks))
    assert len({*found}) == 6


@pytest.mark.parametrize("seed", range(150))
def test_the_loss_of_either_of_two_alike_leaves_the_same(seed):
    draw = random.Random(seed)
    tiers, units, places, trunks = random_parts(draw)
    if len(places) < 2:
        return
    if draw.random() < 0.5:
        trunks = [*trunks, (*sorted(draw.sample(range(len(tiers)), 2)), 1)]
    it = graph(tiers, units, places, trunks)
    found = kinds_of(it).tolist()
    left: dict[int, set[int]] = {}
    for place, kind in enumerate(found):
        left.setdefault(kind, set()).add(left_by_brute_force(it, tiers, places, trunks, place))
    assert all(len(values) == 1 for values in left.values())
