"""Endpoints without a link are in one half or the other, like all of a fabric: against brute force.

What is not there was in no half at first, so that a fabric that lacked a leaf was called exact
above a real cut.
"""

import random
from itertools import combinations, product

import pytest

from designer.engine.subjects.fabrics.alike import kinds_of
from designer.engine.subjects.fabrics.bisection import Bounds, bisection, clos_bounds
from designer.engine.subjects.fabrics.carrying import carried, with_nvlink, worst_loss
from designer.engine.subjects.fabrics.graph import Graph, islands
from designer.engine.subjects.fabrics.groups import groups_of
from tests.helpers.fabric_graphs import (
    Trunk,
    after_loss,
    graph,
    lacking,
    leaf_spine,
    rails_of_nodes,
    random_parts,
)
from tests.unit.test_engine_bisection import brute_force, left_by_brute_force, left_of


def every_halving(switches: int, hosts: list[list[int]], trunks: list[Trunk]) -> int:
    """The least cut, with every half of the endpoints and every placement of switches by itself."""
    numbers = range(len(hosts))
    best = 10**9
    for half in combinations(numbers, len(hosts) // 2):
        away = [e in half for e in numbers]
        links = [(at, away[e]) for e in numbers for at in hosts[e]]
        for side in product((False, True), repeat=switches):
            cut = sum(count for a, b, count in trunks if side[a] != side[b])
            best = min(best, cut + sum(side[at] != mine for at, mine in links))
    return best


def bounds(it: Graph) -> tuple[Bounds, Bounds]:
    return clos_bounds(it, groups_of(it)), bisection(it)


def test_a_leaf_that_is_not_there_takes_its_links_out_of_the_bisection():
    """8 leaves of 31 endpoints, one of them missing: 31 without a link and all of three leaves on
    one side cross 93 links; half of the 217 others would be 108."""
    tiers, units, places, trunks = leaf_spine([31] * 8, 4, 8)
    hosts = [where if where != [7] else [] for where in places]
    kept, lost = ([t for t in trunks if (t[0] == 7) is gone] for gone in (False, True))
    it = graph(tiers, units, hosts, kept, lost)
    assert clos_bounds(it, groups_of(it)) == carried(it, 124).bounds == Bounds(93, 93)


def test_a_fabric_that_reaches_less_than_half_carries_nothing():
    it = graph([0], [0], [[0], [0], [], [], []], [])
    assert carried(it, 2).bounds == Bounds(0, 0)
    assert worst_loss(it, carried(it, 2)).bounds == Bounds(0, 0)


@pytest.mark.parametrize("seed", range(60))
def test_brute_force_takes_every_halving(seed):
    draw = random.Random(seed)
    tiers, _, hosts, kept, _ = lacking(draw, leaf_spine([draw.randint(0, 3) for _ in "ab"], 2, 1))
    assert brute_force(len(tiers), hosts, kept) == every_halving(len(tiers), hosts, kept)


@pytest.mark.parametrize("seed", range(200))
def test_bounds_hold_with_endpoints_without_a_link(seed):
    draw = random.Random(seed)
    tiers, units, hosts, kept, lost = lacking(draw, random_parts(draw))
    it = graph(tiers, units, hosts, kept, lost)
    if len(hosts) < 2 or islands(it) > 1:
        return
    truth = brute_force(len(tiers), hosts, kept)
    for found in (*bounds(it), carried(it, 1).bounds):
        assert found.low <= truth <= found.high


@pytest.mark.parametrize("seed", range(100))
def test_bounds_hold_where_planes_lack_links(seed):
    """An endpoint without its link in one plane is parted for those that it has."""
    draw = random.Random(seed)
    leaves = draw.randint(1, 2) * 2
    parts = leaf_spine([0] * leaves, draw.randint(1, 2), draw.randint(1, 2))
    places = [[leaf, leaf + 1] for leaf in range(0, leaves, 2) for _ in range(draw.randint(1, 4))]
    tiers, units, hosts, kept, lost = lacking(draw, (*parts[:2], places, parts[3]))
    it = graph(tiers, units, hosts, kept, lost)
    if islands(it) > 1:
        return
    truth = brute_force(len(tiers), hosts, kept)
    for found in (*bounds(it), carried(it, 1).bounds):
        assert found.low <= truth <= found.high


@pytest.mark.parametrize("seed", range(150))
def test_bounds_hold_where_nvlink_joins_what_is_linked(seed):
    """An endpoint without a link reaches the fabric by the links of its node, where that has any.

    With NVLink no cut is cheaper than without.
    """
    draw = random.Random(seed)
    parts, owners = rails_of_nodes(draw)
    tiers, units, hosts, kept, lost = lacking(draw, parts)
    it = graph(tiers, units, hosts, kept, lost, owners=owners)
    network = carried(graph(tiers, units, hosts, kept, lost), 1)
    if islands(it) > 1:
        return
    truth = brute_force(len(tiers), hosts, kept, owners)
    for found in (*bounds(it), carried(it, 1).bounds, with_nvlink(it, network, enough=True).bounds):
        assert found.low <= truth <= found.high


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("joined", [False, True])
def test_bounds_hold_after_a_loss_in_a_fabric_that_lacks_links(seed, joined):
    """Who reached the fabric by the lost switch alone is in no half; who never did, still is."""
    draw = random.Random(seed)
    owners: list[int] | None = None
    if joined:
        parts, owners = rails_of_nodes(draw)
        tiers, units, hosts, kept, lost = lacking(draw, parts)
    else:
        tiers, units, hosts, kept, lost = lacking(draw, random_parts(draw))
    it = graph(tiers, units, hosts, kept, lost, owners=owners)
    intact = carried(it, 1)
    if intact.parts > 1:
        return
    for place in range(it.places):
        found = after_loss(it, intact, place)
        truth = left_by_brute_force(it, tiers, hosts, kept, place, owners)
        assert found.low <= truth <= found.high


@pytest.mark.parametrize("seed", range(80))
def test_switches_that_are_alike_leave_the_same_where_links_lack(seed):
    draw = random.Random(seed)
    parts, owners = rails_of_nodes(draw)
    tiers, units, hosts, kept, lost = lacking(draw, parts)
    it = graph(tiers, units, hosts, kept, lost, owners=owners)
    left: dict[int, set[int]] = {}
    for place, kind in enumerate(kinds_of(it).tolist()):
        after = left_by_brute_force(it, tiers, hosts, kept, place, owners)
        left.setdefault(kind, set()).add(after)
    assert all(len(values) == 1 for values in left.values())


def test_most_fabrics_that_lack_links_are_exact():
    """A bound that is always wide would pass the tests above."""
    found = []
    for seed in range(300):
        draw = random.Random(seed)
        tiers, units, hosts, kept, lost = lacking(draw, random_parts(draw))
        it = graph(tiers, units, hosts, kept, lost)
        if any(hosts) and not all(hosts) and islands(it) == 1:
            found.append(carried(it, 1).bounds.exact)
    assert len(found) >= 100
    assert sum(found) >= 0.9 * len(found)


def test_endpoints_that_nvlink_joins_share_the_links_that_are_left():
    """31 nodes of 8 rails without one leaf: 15 nodes of 7 links and 4 endpoints of the next."""
    tiers, units, _, trunks = leaf_spine([31] * 8, 4, 8)
    hosts = [[rail] if rail != 7 else [] for _ in range(31) for rail in range(8)]
    kept = [t for t in trunks if t[0] != 7]
    it = graph(tiers, units, hosts, kept, owners=[e // 8 for e in range(248)])
    network = carried(graph(tiers, units, hosts, kept), 124)
    assert network.bounds == Bounds(93, 93)
    assert with_nvlink(it, network, enough=True).bounds == Bounds(109, 109)


def test_a_lost_leaf_leaves_its_endpoints_the_links_of_their_nodes():
    """Two rails without spines, 4 nodes: without a leaf two nodes have 2 links and not 4."""
    hosts = [[rail] for _ in range(4) for rail in range(2)]
    it = graph([0, 0], [0, 0], hosts, [], owners=[e // 2 for e in range(8)])
    assert left_of(hosts, 0, [e // 2 for e in range(8)])[0].count([]) == 4
    assert worst_loss(it, carried(it, 4)).bounds == Bounds(2, 2)
