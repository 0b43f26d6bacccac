"""Bisection bounds against brute force over all halvings, and against published values.

The brute force below shares nothing with the engine: it takes every half of the endpoints and every
placement of the switches.
"""

import random
from itertools import product

import numpy as np
import pytest

from designer.engine.subjects.fabrics import carrying, halving
from designer.engine.subjects.fabrics.bisection import Bounds, bisection, clos_bounds
from designer.engine.subjects.fabrics.carrying import Loss, carried, worst_loss
from designer.engine.subjects.fabrics.graph import Graph, islands, may_part
from designer.engine.subjects.fabrics.groups import groups_of
from tests.helpers.fabric_graphs import (
    Trunk,
    after_loss,
    damaged,
    graph,
    lacking,
    leaf_spine,
    pods,
    random_parts,
)


def brute_force(
    switches: int, hosts: list[list[int]], trunks: list[Trunk], owners: list[int] | None = None
) -> int:
    """Every half of the endpoints, every placement of switches (and of nodes, where NVLink is)."""
    best = 10**9
    nodes = sorted(set(owners)) if owners is not None else []
    for sides in product((0, 1), repeat=switches - 1):
        side = (0, *sides)
        cut = sum(count for a, b, count in trunks if side[a] != side[b])
        if cut >= best:
            continue
        for half in (len(hosts) // 2, len(hosts) - len(hosts) // 2):
            if owners is None:
                price = [
                    (sum(side[p] != 0 for p in places), sum(side[p] != 1 for p in places))
                    for places in hosts
                ]
                best = min(best, cut + _cheapest_half(price, half))
                continue
            for stands in product((0, 1), repeat=len(nodes)):
                at = dict(zip(nodes, stands, strict=True))
                links = sum(
                    side[p] != at[owners[e]] for e, places in enumerate(hosts) for p in places
                )
                width = max(map(len, hosts))
                reached = {owners[e] for e, places in enumerate(hosts) if places}
                price = [
                    (width * (at[owner] != 0), width * (at[owner] != 1))
                    if owner in reached
                    else (0, 0)
                    for owner in owners
                ]
                best = min(best, cut + links + _cheapest_half(price, half))
    return best


def _cheapest_half(price: list[tuple[int, int]], half: int) -> int:
    """The cheapest way to put `half` endpoints on side 1, each at its own price."""
    extra = sorted(one - zero for zero, one in price)
    return sum(zero for zero, _ in price) + sum(extra[:half])


def bounds(parts: tuple[list[int], list[int], list, list]) -> tuple[int, int]:
    """The bounds of the tree argument alone, however few the switches."""
    it = graph(*parts)
    found = clos_bounds(it, groups_of(it))
    return found.low, found.high


@pytest.mark.parametrize(
    ("parts", "value"),
    [
        # Closed forms and values of an exact integer program, links one way:
        # a k-ary fat-tree has k³/8 (Al-Fares et al., SIGCOMM 2008).
        (pods(4, 2, 2, 2, 1, 2, 1), 8),
        (pods(8, 4, 4, 4, 1, 4, 1), 64),
        (pods(16, 8, 8, 8, 1, 8, 1), 512),
        # Leaf-spine with L leaves (even) and S spines: min(L·S·c/2, N/2).
        (leaf_spine([32] * 32, 32, 1), 512),
        (leaf_spine([48] * 4, 2, 6), 24),
        (leaf_spine([24] * 16, 8, 1), 64),
        (leaf_spine([8] * 6, 4, 1), 12),
        # DGX B200 SuperPOD of 4 SU: 32 leaves, 16 spines, 2 links.
        (leaf_spine([32] * 32, 16, 2), 512),
        # Three tiers of 8 pods: 1:1, and 2:1 at the core.
        (pods(8, 8, 16, 16, 1, 2, 4), 512),
        (pods(8, 8, 16, 16, 1, 2, 2), 256),
    ],
)  # fmt: skip
def test_closed_forms(parts, value):
    assert bounds(parts) == (value, value)


def test_five_leaves_split_one():
    """5 leaves × 4 spines, 8 hosts a leaf: 12 by an exact integer program, 10 by L·S·c/2."""
    parts = leaf_spine([8] * 5, 4, 1)
    assert bounds(parts) == (12, 12)
    assert brute_force(9, parts[2], parts[3]) == 12


def test_a_fat_tree_of_74_port_switches():
    """101,306 hosts: 50,653 links (k³/8)."""
    k = 74
    assert bounds(pods(k, k // 2, k // 2, k // 2, 1, k // 2, 1)) == (50_653, 50_653)


def test_part_filled_leaves_lend_no_uplinks():
    """In-band of 16 SU: 16 leaves of 58 and 2 of 52 on 4 uplinks each, 2 leaves with nobody."""
    parts = leaf_spine([58] * 16 + [52] * 2 + [0] * 2, 2, 2)
    assert bounds(parts) == (36, 36)


def rails(servers: int, leaves: int, spines: int, links: int) -> tuple[Graph, list[list[int]]]:
    """One scalable unit: each server has a link to each leaf."""
    tiers = [0] * leaves + [1] * spines
    trunks = [(r, leaves + s, links) for r in range(leaves) for s in range(spines)]
    places = [[r] for _ in range(servers) for r in range(leaves)]
    return graph(tiers, [0] * len(tiers), places, trunks), places


@pytest.mark.parametrize(
    ("spines", "links", "network", "with_nvlink"), [(0, 0, 0, 16), (4, 2, 16, 16), (4, 1, 8, 16)]
)
def test_rails_with_and_without_nvlink(spines, links, network, with_nvlink):
    """8 servers × 4 rails: rail-only, rail-optimised 1:1 and 2:1 (values of an integer program)."""
    it, places = rails(8, 4, spines, links)
    if spines:
        found = clos_bounds(it, groups_of(it))
        assert (found.low, found.high) == (network, network)
    else:
        assert islands(it) == 4
    tiers = [0] * 4 + [1] * spines
    trunks = [(r, 4 + s, links) for r in range(4) for s in range(spines)]
    owners = [e // 4 for e in range(32)]
    joined = graph(tiers, [0] * len(tiers), places, trunks, owners=owners)
    assert islands(joined) == 1
    found = clos_bounds(joined, groups_of(joined))
    assert (found.low, found.high) == (with_nvlink, with_nvlink)


def test_islands_are_counted_with_their_endpoints_only():
    it = graph([0, 0, 0, 1], [0, 0, 0, 0], [[0], [0], [1]], [(0, 3, 1), (2, 3, 1)])
    assert islands(it) == 2


@pytest.mark.parametrize("seed", range(400))
def test_bounds_hold_and_exact_is_exact_on_random_fabrics(seed):
    draw = random.Random(seed)
    tiers, units, places, trunks = random_parts(draw)
    if len(places) < 2:
        return
    kept, lost = damaged(draw, trunks) if draw.random() < 0.6 else (trunks, [])
    if draw.random() < 0.3:
        pair = draw.sample(range(len(tiers)), 2)
        kept = [*kept, (min(pair), max(pair), draw.randint(1, 2))]
    it = graph(tiers, units, places, kept, lost)
    if islands(it) > 1:
        return
    truth = brute_force(len(tiers), places, kept)
    found = clos_bounds(it, groups_of(it))
    assert found.low <= truth <= found.high
    whole = bisection(it)
    assert whole.low <= truth <= whole.high
    assert not whole.exact or whole.low == truth


@pytest.mark.parametrize("seed", range(80))
def test_bounds_hold_where_pods_are_too_unlike_to_solve(seed, monkeypatch):
    monkeypatch.setattr(halving, "MOST_STATES", 0)
    halving._pod.cache_clear()
    halving._alike.cache_clear()
    draw = random.Random(seed)
    tiers, units, places, trunks = random_parts(draw)
    it = graph(tiers, units, places or [[0]], trunks)
    if len(places) < 2 or islands(it) > 1:
        return
    found = clos_bounds(it, groups_of(it))
    assert found.low <= brute_force(len(tiers), places, trunks) <= found.high
    assert found.high == len(places) // 2


@pytest.mark.parametrize("seed", range(60))
def test_bounds_hold_with_nvlink_and_in_planes(seed):
    draw = random.Random(seed)
    servers, leaves, spines = draw.randint(1, 4), draw.randint(1, 3), draw.randint(0, 2)
    tiers = [0] * leaves + [1] * spines
    trunks = [(r, leaves + s, draw.choice([1, 1, 2])) for r in range(leaves) for s in range(spines)]
    owners: list[int] | None
    if draw.random() < 0.5:
        places = [[r] for _ in range(servers) for r in range(leaves)]
        owners = [e // leaves for e in range(len(places))]
    else:
        places, owners = [list(range(leaves)) for _ in range(servers * 2)], None
    it = graph(tiers, [0] * len(tiers), places, trunks, owners=owners)
    if islands(it) > 1:
        return
    truth = brute_force(len(tiers), places, trunks, owners)
    found = clos_bounds(it, groups_of(it))
    assert found.low <= truth <= found.high


@pytest.mark.parametrize("seed", range(120))
def test_bounds_hold_after_the_loss_of_any_switch(seed):
    draw = random.Random(seed)
    joined = draw.random() < 0.3
    owners: list[int] | None = None
    if joined:
        leaves, servers = draw.randint(2, 3), draw.randint(2, 4)
        tiers, units = [0] * leaves + [1], [0] * (leaves + 1)
        places = [[r] for _ in range(servers) for r in range(leaves)]
        owners = [e // leaves for e in range(len(places))]
        trunks = [(r, leaves, draw.randint(1, 2)) for r in range(leaves)]
    else:
        tiers, units, places, trunks = random_parts(draw)
    if len(places) < 2:
        return
    it = graph(tiers, units, places, trunks, owners=owners)
    intact = carried(it, len(places) // 2)
    if intact.parts > 1:
        return
    for place in range(len(tiers)):
        after = it.without(place)
        found = after_loss(it, intact, place)
        if islands(after) > 1:
            assert (found.low, found.high) == (0, 0)
            continue
        left, mine = left_of(places, place, owners)
        kept = [t for t in trunks if place not in t[:2]]
        truth = brute_force(len(tiers), left, kept, mine) if left else 0
        assert found.low <= truth <= found.high


@pytest.mark.parametrize("seed", range(40))
def test_what_is_left_without_one_cable_is_what_brute_force_finds(seed):
    """Of a trunk one link goes; a link of an endpoint takes the endpoint with it."""
    draw = random.Random(seed)
    tiers, units, places, trunks = random_parts(draw)
    it = graph(tiers, units, places, trunks)
    if len(places) < 3 or islands(it) > 1 or not trunks or any(len(one) != 1 for one in places):
        return
    known = bisection(it)
    at = draw.randrange(len(trunks))
    a, b, count = trunks[at]
    kept = [*trunks[:at], *([(a, b, count - 1)] if count > 1 else []), *trunks[at + 1 :]]
    after = it.without_trunk(a, b)
    if islands(after) == 1:
        truth = brute_force(len(tiers), places, kept)
        found = bisection(after)
        assert found.low <= truth <= found.high
        assert known.less(1, known.high).low <= truth <= known.high
    end = draw.randrange(len(places))
    after = it.without_link(int(np.flatnonzero(it.endpoint == end)[0]))
    assert after.endpoints == len(places) - 1
    if islands(after) == 1:
        truth = brute_force(len(tiers), [*places[:end], *places[end + 1 :]], trunks)
        found = bisection(after)
        assert found.low <= truth <= found.high
        assert truth >= known.low - 1


def test_no_cable_is_lost_between_places_that_none_joins():
    parts = leaf_spine([2, 2], 1, 1)
    assert graph(*parts).without_trunk(0, 1) is None


@pytest.mark.parametrize("seed", range(120))
@pytest.mark.parametrize("joined", [False, True])
def test_the_worst_loss_is_the_least_of_all_although_few_are_cut(seed, joined):
    """Those left out can leave no less; of equals, the lowest tier is named."""
    draw = random.Random(seed)
    tiers, units, places, trunks = random_parts(draw)
    if not places:
        return
    owners = [e // 2 for e in range(len(places))] if joined else None
    it = graph(tiers, units, places, *damaged(draw, trunks), owners=owners)
    intact = carried(it, len(places) // 2)
    names = ("a leaf", "a spine", "a core switch")
    linked = {*it.place.tolist(), *it.a[it.count > 0].tolist(), *it.b[it.count > 0].tolist()}
    losses = [
        Loss(names[tiers[place]], after_loss(it, intact, place))
        for place in sorted(linked, key=lambda place: (tiers[place], place))
    ]
    found = worst_loss(it, intact)
    if not losses:
        assert found is None
        return
    least = min(losses, key=lambda loss: (loss.bounds.low, loss.bounds.high))
    assert found is not None
    assert found.bounds.low == least.bounds.low
    # Switches that are alike leave the same; how near its bounds are may differ.
    if found.bounds.exact or least.bounds.exact:
        assert (found.what, found.bounds) == (least.what, least.bounds)


@pytest.mark.parametrize("seed", range(150))
def test_the_worst_loss_of_an_irregular_fabric_is_the_least_that_brute_force_finds(seed):
    """Cables by hand give switches of a tier with as many links, but not with the same ones."""
    draw = random.Random(seed)
    leaves, spines = draw.randint(2, 4), draw.randint(1, 3)
    tiers, units, places, trunks = leaf_spine(
        [draw.randint(1, 3) for _ in range(leaves)], spines, draw.randint(1, 2)
    )
    for _ in range(draw.randint(1, 3)):
        a, b = sorted(draw.sample(range(len(tiers)), 2))
        trunks = [*trunks, (a, b, 1)]
    if draw.random() < 0.4:
        del trunks[draw.randrange(len(trunks))]
    it = graph(tiers, units, places, trunks)
    intact = carried(it, len(places) // 2)
    found = worst_loss(it, intact)
    assert found is not None
    assert found.bounds.exact
    assert found.bounds.low == min(
        left_by_brute_force(it, tiers, places, trunks, lost) for lost in range(len(tiers))
    )


def left_of(
    places: list[list[int]], lost: int, owners: list[int] | None = None
) -> tuple[list[list[int]], list[int] | None]:
    """The endpoints that the loss of a switch leaves, and whose they are.

    Those go with it that reached the fabric by it alone: they, or with NVLink all of their node.
    """
    mine = owners if owners is not None else list(range(len(places)))
    had, has = set(), set()
    for owner, where in zip(mine, places, strict=True):
        had |= {owner} if where else set()
        has |= {owner} if {*where} - {lost} else set()
    left = [e for e, owner in enumerate(mine) if owner in has or owner not in had]
    kept = [[at for at in places[e] if at != lost] for e in left]
    return kept, None if owners is None else [owners[e] for e in left]


def left_by_brute_force(
    it: Graph, tiers: list[int], places: list[list[int]], trunks: list[Trunk], lost: int,
    owners: list[int] | None = None,
) -> int:  # fmt: skip
    """What is left without a switch, as brute force finds it; 0 where the fabric falls apart."""
    left, mine = left_of(places, lost, owners)
    if len(left) < 2 or islands(it.without(lost)) > 1:
        return 0
    return brute_force(len(tiers), left, [t for t in trunks if lost not in t[:2]], mine)


def test_beyond_the_switches_that_are_measured_the_worst_loss_is_no_more_than_bounds(monkeypatch):
    tiers, units, places, trunks = leaf_spine([3, 4, 5], 3, 2)
    trunks = [*trunks, (0, 3, 1), (1, 4, 2), (0, 2, 1)]
    it = graph(tiers, units, places, trunks)
    intact = carried(it, 6)
    least = min(left_by_brute_force(it, tiers, places, trunks, lost) for lost in range(len(tiers)))
    worst = worst_loss(it, intact)
    assert (worst.what, worst.bounds) == ("a leaf", Bounds(least, least))
    monkeypatch.setattr(carrying, "MOST_CUT", 1)
    found = worst_loss(it, intact)
    assert found.bounds.low <= least <= found.bounds.high


def test_most_intact_fabrics_are_exact():
    """A bound that is always wide would pass the tests above."""
    draw = random.Random(1)
    exact = 0
    for _ in range(200):
        tiers, units, places, trunks = random_parts(draw)
        it = graph(tiers, units, places or [[0]], trunks)
        found = clos_bounds(it, groups_of(it))
        exact += found.exact
    assert exact >= 160


def test_a_lost_spine_of_many_pods_is_exact():
    """Every pod's spines reach all core switches of their rank: k = 8 loses 2 links of 64."""
    tiers, units, places, trunks = pods(8, 4, 4, 4, 1, 4, 1)
    spine = 8 * 4
    kept = [t for t in trunks if spine not in t[:2]]
    lost = [t for t in trunks if spine in t[:2]]
    it = graph(tiers, units, places, kept, lost)
    found = clos_bounds(it, groups_of(it))
    assert (found.low, found.high) == (60, 60)


def test_the_halves_of_an_odd_number_are_unlike():
    parts = leaf_spine([3, 2], 1, 2)
    it = graph(*parts)
    assert bisection(it).low == brute_force(3, parts[2], parts[3]) == 2


@pytest.mark.parametrize("seed", range(40))
def test_a_switch_that_parts_a_fabric_is_among_those_that_may(seed: int) -> None:
    """Of graphs that are one island, damaged or not; what is left is counted anew for each."""
    draw = random.Random(seed)
    parts = random_parts(draw)
    it = graph(*lacking(draw, parts)) if seed % 2 else graph(*parts)
    if islands(it) != 1:
        return
    may = may_part(it)
    for place in range(it.places):
        assert may[place] or islands(it.without(place)) <= 1, place


def test_in_a_fabric_with_spare_ways_no_switch_parts_it() -> None:
    """So none of hundreds is taken out to see; of a chain, all but its ends may part it."""
    assert not may_part(graph(*leaf_spine([4] * 6, 3, 1))).any()
    chain = graph([0, 1, 0, 1, 0], [0] * 5, [[0], [2], [4]], [(n, n + 1, 1) for n in range(4)])
    assert {1, 2, 3} <= set(np.flatnonzero(may_part(chain)).tolist())


def test_graphs_that_differ_by_an_endpoint_without_a_link_are_told_apart() -> None:
    """What is measured of a graph is kept by its digest."""
    tiers, units, hosts, trunks = leaf_spine([2, 2], 1, 2)
    more = graph(tiers, units, [*hosts, []], trunks)
    assert graph(tiers, units, hosts, trunks).digest == graph(tiers, units, hosts, trunks).digest
    other = graph(tiers, units, [*hosts, []], trunks, owners=[0, 1, 2, 3, 0])
    assert len({graph(tiers, units, hosts, trunks).digest, more.digest, other.digest}) == 3
