"""Bisections with known values: closed forms, exact programs, and machines that were built.

Closed forms: k-ary n-cubes after W. J. Dally, B. Towles, "Principles and Practices of
Interconnection Networks" (2004); odd tori and meshes after J. Arjona Aroca, A. Fernandez Anta,
arXiv 1202.6291; HyperX after J. Ahn et al. (SC 2009); dragonfly+ and dragonflies limited by their
global cables (g/2)²·L. With endpoints to spare a halving of an odd number of alike switches splits
one of them, which adds half of its endpoints. All figures are cables each way.
"""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from designer.engine.fabric_graph.electrical import by_currents
from designer.engine.fabric_graph.measure import Measured, measured, refined
from designer.engine.fabric_graph.net import Net, made, net_of
from designer.wiring.topologies import (
    Topology,
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

AT_ONCE = {
    "fat-tree k=4": (fat_tree(4), 8),
    "fat-tree k=8": (fat_tree(8), 64),
    "fat-tree k=16": (fat_tree(16), 512),
    "fat-tree k=48": (fat_tree(48), 13_824),
    "fat-tree k=74, 101,306 endpoints": (fat_tree(74), 50_653),
    "fat-tree k=4, 4 endpoints an edge switch": (fat_tree(4, 4), 8),
    "leaf-spine 32x32": (leaf_spine(32, 32, 32), 512),
    "leaf-spine 4x2, 48 endpoints, 6 links": (leaf_spine(4, 2, 48, 6), 24),
    "leaf-spine 16x8, 3:1": (leaf_spine(16, 8, 24), 64),
    "leaf-spine 6x4, 2:1": (leaf_spine(6, 4, 8), 12),
    "DGX B200 SuperPOD, 4 units: 32 leaves, 16 spines": (leaf_spine(32, 16, 32, 2), 512),
    "three tiers, 8 pods, 1:1": (three_tier(8, 8, 8, 64, 16, 2, 2), 512),
    "three tiers, 8 pods, 2:1 core": (three_tier(8, 8, 8, 64, 16, 2, 1), 256),
    "three tiers, 98,304 endpoints, 1.5:1": (three_tier(32, 64, 32, 1024, 48, 1, 2), 32_768),
    "rail-optimised 1:1": (rail_optimised(4, 32, 8, 32), 512),
    "rail-optimised 2:1": (rail_optimised(4, 32, 8, 16), 256),
    "rail-optimised 1:1 over NVLink": (rail_optimised(1, 8, 4, 4, 2, nvlink=True), 16),
    "rail-optimised 2:1 in one unit": (rail_optimised(1, 8, 4, 4), 8),
    "rail-optimised 2:1 in one unit over NVLink": (rail_optimised(1, 8, 4, 4, nvlink=True), 16),
    "rail-optimised, 16,384 GPUs over NVLink": (rail_optimised(64, 32, 8, 256, nvlink=True), 8192),
    "rail-only": (rail_only(8, 4), 0),
    "rail-only over NVLink": (rail_only(8, 4, nvlink=True), 16),
    "ring 8": (ring(8, 8), 2),
    "path 8": (path(8, 8), 1),
    "K8": (complete(8, 16), 16),
    "Petersen graph": (petersen(1), 5),
    "torus 8x8": (torus((8, 8), 4), 16),
    "torus 16x16": (torus((16, 16), 4), 32),
    "torus 8x8x8": (torus((8, 8, 8), 4), 128),
    "torus 16x8x8": (torus((16, 8, 8), 4), 128),
    "torus 32x32x32": (torus((32, 32, 32), 1), 2_048),
    "torus 3x3, one endpoint each": (torus((3, 3), 1), 4),
    "mesh 4x4": (mesh((4, 4), 4), 4),
    "hypercube 4": (hypercube(4, 8), 8),
    "hypercube 5": (hypercube(5, 8), 16),
    "HyperX 4x4": (hyperx((4, 4), 8), 16),
    "HyperX 8x8": (hyperx((8, 8), 8), 128),
    "HyperX 4x6": (hyperx((4, 6), 12), 24),
    "8 groups of 8, 8 cables": (dragonfly(8, 8, 7, 8, 8), 128),
    "dragonfly+ 4 groups": (dragonfly_plus(4, 4, 4, 4, 4), 16),
    "dragonfly+ 20 groups, 10 cables": (dragonfly_plus(20, 16, 16, 16, 10), 1_000),
    "dragonfly+ 32 groups, 32 cables": (dragonfly_plus(32, 32, 32, 24, 32), 8_192),
}
"""What a live report gives: both bounds meet with no formula of the topology."""

REFINED = {
    "leaf-spine 5x4, odd": (leaf_spine(5, 4, 8), 12),
    "torus 5x5": (torus((5, 5), 1), 12),
    "torus 3x3x3, 8 endpoints each": (torus((3, 3, 3), 8), 30),
    "mesh 5x5": (mesh((5, 5), 1), 6),
    "mesh 8x8": (mesh((8, 8), 4), 8),
    "HyperX 5x5, 20 endpoints each": (hyperx((5, 5), 20), 46),
    "dragonfly a=2 p=1 h=1": (dragonfly(2, 1, 1), 2),
    "dragonfly (4, 2, 2)": (dragonfly(4, 2, 2, arrangement="consecutive"), 20),
    "dragonfly (4, 2, 2), 6 groups": (dragonfly(4, 2, 2, 6, arrangement="consecutive"), 9),
    "Slim Fly q=3": (slim_fly(3, 4), 15),
}
"""What the exact program closes."""


def at_once(topology: Topology) -> Measured:
    return measured(net_of(topology))


@pytest.mark.parametrize(("topology", "value"), AT_ONCE.values(), ids=AT_ONCE)
def test_both_bounds_meet_at_the_known_value(topology: Topology, value: int) -> None:
    found = at_once(topology)
    assert (found.proven, found.cheapest) == (value, value)


@pytest.mark.parametrize(("topology", "value"), REFINED.values(), ids=REFINED)
def test_the_exact_program_closes_what_is_left(topology: Topology, value: int) -> None:
    found = at_once(topology)
    assert found.proven <= value <= found.cheapest
    closed = refined(net_of(topology), found, work=inf)
    assert (closed.proven, closed.cheapest) == (value, value)


SMALL = (
    "fat-tree k=4", "fat-tree k=4, 4 endpoints an edge switch",
    "leaf-spine 4x2, 48 endpoints, 6 links", "leaf-spine 16x8, 3:1", "leaf-spine 6x4, 2:1",
    "rail-only over NVLink", "rail-optimised 2:1 in one unit over NVLink", "ring 8", "path 8",
    "K8", "Petersen graph", "torus 3x3, one endpoint each", "mesh 4x4", "hypercube 4",
    "HyperX 4x4", "dragonfly+ 4 groups",
)  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
def test_the_exact_program_agrees_where_bounds_meet_without_it(name: str) -> None:
    from designer.engine.fabric_graph.exact import solved

    topology, value = AT_ONCE[name]
    net = net_of(topology)
    assert solved(net, measured(net).lumped.of).proven == value


def test_the_exact_program_is_for_some_60_switches_and_no_more() -> None:
    """A mesh of 9 × 7 with an endpoint each: rows of seven and a step are eight cables.

    Without the program seven are proven; of a mesh of 13 × 5 it is not asked.
    """
    inside, beyond = net_of(mesh((9, 7), 1)), net_of(mesh((13, 5), 1))
    assert 60 < inside.size < beyond.size < 70
    without = [refined(net, measured(net), work=0) for net in (inside, beyond)]
    assert (without[0].proven, without[0].cheapest) == (7, 8)
    closer = refined(inside, measured(inside))
    assert (closer.proven, closer.cheapest) == (8, 8)
    same = refined(beyond, measured(beyond))
    assert (same.proven, same.cheapest) == (without[1].proven, without[1].cheapest) == (5, 6)


def test_a_slim_fly_of_50_switches_is_known_within_three_percent() -> None:
    """λ2·n/4 from below, a cut that was found from above: [62.5, 65] (M. Besta, T. Hoefler)."""
    net = net_of(slim_fly(5, 4))
    found = refined(net, measured(net), work=0)
    assert (found.proven, found.cheapest) == (63, 65)


def test_a_canonical_dragonfly_has_the_best_cut_that_is_known() -> None:
    """((g - 1)/2)² + (a/2)² for (8, 4, 4) with 33 groups: 272; nobody has proven it.

    Shortest paths prove 201, currents come within eight percent.
    """
    net = net_of(dragonfly(8, 4, 4, arrangement="consecutive"))
    found = measured(net)
    assert (found.proven, found.cheapest) == (201, 272)
    closer = refined(net, found, work=0)
    assert 250 <= closer.proven <= closer.cheapest == 272


def test_an_odd_number_of_groups_is_cut_better_by_the_spectrum() -> None:
    """Dragonfly+ of 25 groups: 1,680 cables along groups, 1,648 by the spectrum; 1,563 proven."""
    net = net_of(dragonfly_plus(25, 16, 16, 16, 10))
    found = measured(net)
    assert (found.proven, found.cheapest) == (1563, 1680)
    assert refined(net, found, work=0).cheapest == 1648


def nvlink_of(share: float) -> Net:
    """8 servers of 4 GPUs in one unit, rails 2:1: each GPU with NVLink of a share of its link."""
    servers, rails, spines = 8, 4, 4
    gpus = servers * rails
    gpu = np.arange(gpus)
    inner, leaf = gpus + gpu // rails, gpus + servers + gpu % rails
    rail, spine = np.divmod(np.arange(rails * spines), spines)
    first = gpus + servers
    size = first + rails + spines
    weight = np.where(np.arange(size) < gpus, 1, 0)
    a = np.concatenate((gpu, gpu, first + rail))
    b = np.concatenate((inner, leaf, first + rails + spine))
    wide = np.concatenate((np.full(gpus, share), np.ones(gpus), np.ones(rails * spines)))
    # A GPU is one vertex: nothing separates it from itself.
    return made(
        Net(weight, np.ones(size, dtype=np.int64), a, b, wide, 100.0, (gpus // 2, gpus // 2))
    )


@pytest.mark.parametrize(("share", "value"), [(0.25, 12), (9.0, 16)])
def test_nvlink_of_a_share_of_a_link_carries_that_share(share: float, value: float) -> None:
    net = nvlink_of(share)
    found = refined(net, measured(net), work=inf)
    assert found.cheapest == value
    assert found.proven == value


MACHINES = {
    # Google Cloud documentation: per direction.
    "TPU v5e pod": (torus((16, 16), 1), 50, 1.6),
    "TPU v6e pod": (torus((16, 16), 1), 100, 3.2),
    # Published 24 TB/s; the rate of its links is second-hand: not fitted.
    "TPU v4 pod": (torus((16, 16, 16), 1), 50, 25.6),
    # NVIDIA publishes both directions: 3.6 and 115.2 TB/s.
    "HGX H100": (leaf_spine(8, 4, 1, 1), 450, 1.8),
    "DGX GH200": (leaf_spine(256, 1, 1, 1), 450, 57.6),
    # 4,608 nodes with two links of 12.5 GB/s in a full Clos; "nearly a petabit" is both ways.
    "Summit": (leaf_spine(512, 18, 18), 12.5, 57.6),
    "Fugaku, 24x23x24x2x3x2": (
        torus((24, 23, 24, 2, 3, 2), 1, (True, True, True, False, True, False)), 6.8, 90.0864,
    ),
    "Sequoia": (torus((16, 16, 16, 12, 2), 1), 2, 24.576),
    "Blue Gene/L": (torus((64, 32, 32), 1), 0.175, 0.3584),
}  # fmt: skip
"""Topology, GB/s of a link in one direction, TB/s each way."""


@pytest.mark.parametrize(("topology", "rate", "value"), MACHINES.values(), ids=MACHINES)
def test_machines_that_were_built(topology: Topology, rate: float, value: float) -> None:
    found = at_once(topology)
    assert found.exact
    assert found.cheapest * rate / 1000 == pytest.approx(value, rel=1e-9)


def test_frontier_is_known_by_its_best_cut() -> None:
    """74 groups of 32 switches, 4 cables of 25 GB/s between every two: 37²·4·25 GB/s = 136.9 TB/s.

    The published 270 TB/s is all global cables, 74·73/2·4·25 GB/s, and no bisection.
    """
    fly = dragonfly(32, 16, 10, 74, 4)
    found = at_once(fly)
    assert found.cheapest * 25 / 1000 == 136.9
    group = fly.labels["group"]
    outside = group[fly.a] != group[fly.b]
    assert int(fly.links[outside].sum()) * 25 == 270_100
    # Four rounds of currents prove nine tenths of it.
    lumped_net = found.lumped.net
    *_, proven = by_currents(lumped_net, found.orbits, rounds=4)
    assert 120 < proven * 25 / 1000 <= 136.9


def test_islands_carry_nothing_and_say_so() -> None:
    """Stars of one switch each are embedded nowhere: no rate to hubs may hide that."""
    found = at_once(rail_only(8, 4))
    assert (found.islands, found.proven, found.cheapest, found.throughput.rate) == (4, 0, 0, 0)


def test_shares_of_a_link_are_not_rounded_to_whole_links() -> None:
    net = nvlink_of(0.25)
    assert net.step == 0.25
    assert replace(net, step=0.0).up(11.9) == 11.9
    assert net.up(11.9) == 12.0


def test_endpoints_are_halved_and_not_switches() -> None:
    """Spines weigh nothing: four leaves and twelve spines are cut as four leaves."""
    found = at_once(leaf_spine(4, 12, 6))
    assert (found.proven, found.cheapest) == (12, 12)


def test_a_rate_to_endpoints_alone_proves_half_of_a_clos() -> None:
    """Access links set no limit inside the bound; hubs on top prove the other half."""
    net = net_of(leaf_spine(32, 32, 32))
    from designer.engine.fabric_graph.loads import hub_levels, loads_to
    from designer.engine.fabric_graph.symmetry import orbits_of

    levels = list(hub_levels(net))
    rates = []
    for target in levels:
        load = loads_to(net, orbits_of(net), target).both
        rates.append(float((net.capacity[load > 0] / load[load > 0]).min()))
    assert rates == pytest.approx([0.516129, 1.0], rel=1e-4)


def test_all_to_all_is_counted_to_every_other_endpoint() -> None:
    """8 leaves of 16 fully joined: a pair of leaves exchanges 16·16/127 of the injection."""
    found = at_once(complete(8, 16))
    assert found.throughput.of_network == pytest.approx(127 / 256)


def test_ecmp_is_not_ideal_on_a_dragonfly() -> None:
    """Shortest paths alone: 0.84 of the injection where an ideal routing has 1.07."""
    found = at_once(dragonfly(4, 2, 2, arrangement="consecutive"))
    assert found.throughput.of_network == pytest.approx(0.84, abs=0.005)
