"""Topologies by their parameters: counts, degrees and diameters as their papers give them."""

import numpy as np
import pytest

from designer.wiring.topologies import (
    Topology,
    TopologyError,
    complete,
    dragonfly,
    dragonfly_plus,
    fat_tree,
    hypercube,
    hyperx,
    leaf_spine,
    mesh,
    path,
    petersen,
    rail_only,
    rail_optimised,
    ring,
    slim_fly,
    three_tier,
    torus,
)


def ports_used(topology: Topology) -> np.ndarray:
    ends = np.concatenate((topology.a, topology.b))
    return np.bincount(ends, np.tile(topology.links, 2), topology.switches).astype(int)


def diameter(topology: Topology) -> int:
    near = np.eye(topology.switches, dtype=bool)
    joined = near.copy()
    joined[topology.a, topology.b] = joined[topology.b, topology.a] = True
    for hops in range(topology.switches):
        if near.all():
            return hops
        near = (near.astype(int) @ joined.astype(int)) > 0
    raise AssertionError("in parts")


ALL = {
    "fat-tree": fat_tree(4),
    "leaf-spine": leaf_spine(4, 2, 48, 6),
    "three tiers": three_tier(8, 4, 4, 16, 8, 2, 3),
    "torus": torus((5, 4, 2), 3),
    "mesh": mesh((5, 4, 2), 3),
    "ring": ring(8, 8),
    "path": path(8, 8),
    "hypercube": hypercube(5, 8),
    "hyperx": hyperx((4, 6), 12, (1, 2)),
    "complete": complete(8, 16),
    "petersen": petersen(1),
    "dragonfly": dragonfly(8, 4, 4),
    "dragonfly in order": dragonfly(8, 4, 4, arrangement="consecutive"),
    "dragonfly+": dragonfly_plus(4, 4, 4, 4, 4),
    "slim fly": slim_fly(5, 4),
    "rails": rail_optimised(4, 32, 8, 16, 2),
    "rails with nvlink": rail_optimised(4, 32, 8, 16, 2, nvlink=True),
    "rail-only": rail_only(8, 4, nvlink=True),
}


@pytest.mark.parametrize("topology", ALL.values(), ids=ALL)
def test_bundles_join_two_different_switches_once_in_order(topology: Topology) -> None:
    assert (topology.a < topology.b).all()
    assert topology.b.max() < topology.switches
    pairs = set(zip(topology.a.tolist(), topology.b.tolist(), strict=True))
    assert len(pairs) == len(topology.a)
    assert (topology.links > 0).all()
    for label in topology.labels.values():
        assert label.shape == topology.hosts.shape == topology.tier.shape


def test_a_fat_tree_has_the_counts_of_its_paper() -> None:
    for ports in (4, 8, 48):
        tree = fat_tree(ports)
        assert tree.endpoints == ports**3 // 4
        assert tree.switches == 5 * ports**2 // 4
        assert (ports_used(tree) + tree.hosts == ports).all()
    assert diameter(fat_tree(4)) == 4


def test_a_torus_has_two_links_a_dimension_and_one_where_it_is_two_wide() -> None:
    assert set(ports_used(torus((4, 4, 4), 1))) == {6}
    assert set(ports_used(torus((4, 4, 2), 1))) == {5}
    assert diameter(torus((8, 8), 1)) == 8
    assert diameter(mesh((8, 8), 1)) == 14
    half = torus((4, 4), 1, wrapped=(True, False))
    assert len(half.a) == 16 + 12


def test_hypercube_and_hyperx_join_what_differs_in_one_coordinate() -> None:
    assert set(ports_used(hypercube(5, 1))) == {5}
    assert diameter(hypercube(5, 1)) == 5
    assert set(ports_used(hyperx((4, 6), 1, (1, 2)))) == {3 + 5 * 2}
    assert diameter(hyperx((4, 6), 1)) == 2
    assert len(complete(8, 1).a) == 28


@pytest.mark.parametrize("arrangement", ["consecutive", "circulant"])
def test_a_dragonfly_has_one_cable_between_every_two_groups(arrangement: str) -> None:
    for a, p, h in ((4, 2, 2), (8, 4, 4)):
        fly = dragonfly(a, p, h, arrangement=arrangement)
        groups = a * h + 1
        assert fly.switches == a * groups
        assert set(ports_used(fly)) == {a - 1 + h}
        assert diameter(fly) == 3
        group = fly.labels["group"]
        outside = group[fly.a] != group[fly.b]
        assert fly.links[outside].sum() == groups * (groups - 1) // 2


def test_groups_with_several_cables_deal_them_out_to_their_switches_evenly() -> None:
    fly = dragonfly(32, 16, 10, groups=74, cables=4)
    used = ports_used(fly)
    assert set(used) == {31 + 9, 31 + 10}
    assert fly.links.sum() == 74 * 496 + 74 * 73 // 2 * 4


def test_every_group_of_a_circulant_dragonfly_may_take_the_next_ones_place() -> None:
    for fly in (dragonfly(4, 2, 2), dragonfly(8, 8, 7, 8, 8), dragonfly_plus(5, 4, 3, 2, 7)):
        size = fly.switches // int(fly.labels["group"].max() + 1)
        a, b = (fly.a + size) % fly.switches, (fly.b + size) % fly.switches
        moved = set(
            zip(np.minimum(a, b).tolist(), np.maximum(a, b).tolist(), fly.links.tolist(),
                strict=True)
        )  # fmt: skip
        assert moved == set(zip(fly.a.tolist(), fly.b.tolist(), fly.links.tolist(), strict=True))


def test_a_slim_fly_reaches_everything_in_two_hops() -> None:
    for q, degree in ((3, 5), (5, 7), (7, 11), (11, 17)):
        fly = slim_fly(q, 1)
        assert fly.switches == 2 * q * q
        assert set(ports_used(fly)) == {degree}
        assert diameter(fly) == 2


def test_rails_meet_in_spines_alone_or_in_the_nodes() -> None:
    rails = rail_optimised(4, 32, 8, 16, 2)
    assert (rails.endpoints, rails.switches, int(rails.links.sum())) == (1024, 48, 1024)
    joined = rail_optimised(64, 32, 8, 256, nvlink=True)
    assert (joined.endpoints, joined.switches, len(joined.a)) == (16_384, 2_816, 147_456)
    assert len(rail_only(8, 4).a) == 0
    assert rail_only(8, 4).endpoints == rail_only(8, 4, nvlink=True).endpoints == 32


def test_the_petersen_graph_has_girth_five() -> None:
    graph = petersen(1)
    assert set(ports_used(graph)) == {3}
    assert diameter(graph) == 2
    assert len(graph.a) == 15


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: fat_tree(5), "an even number of ports, not 5"),
        (lambda: three_tier(2, 2, 4, 6, 1), "6 core switches are no multiple of 4 spines"),
        (lambda: torus((4, 0), 1), "dimension 2: 0 are too few"),
        (lambda: torus((4, 4), 1, wrapped=(True,)), "1 answers for 2 dimensions"),
        (lambda: hyperx((4, 4), 1, (1,)), "1 bundles for 2 dimensions"),
        (lambda: dragonfly(4, 2, 2, 10), "need 9 ports a group, and there are 8"),
        (lambda: slim_fly(9, 1), "an odd prime, not for q = 9"),
        (lambda: leaf_spine(4, 2, -1), "no fewer than 0 endpoints"),
    ],
)
def test_what_cannot_be_built_says_why(make, words: str) -> None:
    with pytest.raises(TopologyError, match=words):
        make()
