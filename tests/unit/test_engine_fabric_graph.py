"""Bounds of any graph: they never cross, programs and flows agree, alike vertices are alike."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from designer.engine.fabric_graph.cuts import cut_of
from designer.engine.fabric_graph.electrical import by_currents
from designer.engine.fabric_graph.exact import solved
from designer.engine.fabric_graph.failures import bridges, cable_losses
from designer.engine.fabric_graph.loads import hub_levels, loads_to
from designer.engine.fabric_graph.lower import Effort, by_rate, by_spectrum, hubs_of, mixed_rate
from designer.engine.fabric_graph.measure import EVERYTHING, measured, refined, throughput_of
from designer.engine.fabric_graph.net import Net, components, islands, lumped, made, net_of
from designer.engine.fabric_graph.refine import improved
from designer.engine.fabric_graph.symmetry import Orbits, orbits_of
from designer.wiring.topologies import (
    Topology,
    dragonfly,
    fat_tree,
    leaf_spine,
    slim_fly,
    three_tier,
    torus,
)

Trunk = tuple[int, int, int]
few = settings(max_examples=60, deadline=None)


def net(hosts: list[int], trunks: list[Trunk]) -> Net:
    weight = np.array(hosts, dtype=np.int64)
    columns = np.array(trunks, dtype=np.int64).reshape(-1, 3).T
    number = int(weight.sum())
    return made(
        Net(
            weight, np.ones(len(hosts), dtype=np.int64), columns[0].copy(), columns[1].copy(),
            columns[2].astype(float), 1.0, (number // 2, number - number // 2),
            {"rank": np.arange(len(hosts)) % 3},
        )
    )  # fmt: skip


@st.composite
def nets(draw: st.DrawFn, most: int = 9) -> Net:
    """Small graphs of one part: a tree, and more bundles."""
    size = draw(st.integers(3, most))
    hosts = draw(st.lists(st.integers(0, 4), min_size=size, max_size=size))
    hosts[0] += 1
    hosts[1] += 1
    trunks = [(draw(st.integers(0, at - 1)), at, draw(st.integers(1, 3))) for at in range(1, size)]
    for _ in range(draw(st.integers(0, 2 * size))):
        a, b = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
        if a != b:
            trunks.append((a, b, draw(st.integers(1, 3))))
    return net(hosts, trunks)


def true_value(one: Net) -> float:
    """The bisection by the exact program, of the net as it is."""
    answer = solved(one, lumped(one).of)
    assert answer.away is not None
    cost = cut_of(one, answer.away, "").cost
    assert answer.proven == pytest.approx(cost)
    return cost


@few
@given(nets())
def test_bounds_never_cross_and_the_exact_program_lies_inside(one: Net) -> None:
    small = lumped(one).net
    hubs = hubs_of(small, orbits_of(small), EVERYTHING)
    value = true_value(one)
    for low in (by_rate(small, hubs.rate), by_rate(small, mixed_rate(small, hubs)),
                by_spectrum(one), *by_currents(small, orbits_of(small), 3)):  # fmt: skip
        assert low <= value + 1e-9
    found = measured(one)
    assert value <= found.cheapest + 1e-9
    assert value <= improved(small, found.cut).cost + 1e-9
    closer = refined(one, found)
    assert closer.proven == closer.cheapest == pytest.approx(value)


@few
@given(nets(7), st.data())
def test_one_cable_more_never_lowers_the_bisection(one: Net, data: st.DataObject) -> None:
    a, b = data.draw(
        st.lists(st.integers(0, one.size - 1), min_size=2, max_size=2, unique=True), label="ends"
    )
    more = made(
        replace(
            one, a=np.append(one.a, a), b=np.append(one.b, b),
            capacity=np.append(one.capacity, 1.0),
        )
    )  # fmt: skip
    assert true_value(more) >= true_value(one)


NAMED = {
    "fat-tree": fat_tree(8),
    "leaf-spine": leaf_spine(6, 4, 8),
    "three tiers": three_tier(4, 6, 4, 8, 5, 1, 2),
    "torus": torus((6, 4), 2),
    "dragonfly": dragonfly(4, 2, 2),
}


def without_symmetry(one: Net) -> Orbits:
    return Orbits(np.arange(one.size), np.arange(2 * len(one.a)))


@pytest.mark.parametrize("name", NAMED)
def test_alike_vertices_as_one_carry_what_they_carry_apart(name: str) -> None:
    """Loads of all levels of hubs agree to 1e-12 with those of every vertex by itself."""
    one = net_of(NAMED[name])
    together = lumped(one)
    small = together.net
    for whole_hubs, small_hubs in zip(hub_levels(one), hub_levels(small), strict=True):
        apart = loads_to(one, without_symmetry(one), whole_hubs)
        alike = loads_to(small, orbits_of(small), small_hubs)
        key = np.minimum(together.of[one.a], together.of[one.b]) * small.size + np.maximum(
            together.of[one.a], together.of[one.b]
        )
        sums = {int(pair): float(apart.both[key == pair].sum()) for pair in np.unique(key)}
        low, high = np.minimum(small.a, small.b), np.maximum(small.a, small.b)
        for pair, load in zip((low * small.size + high).tolist(), alike.both.tolist(), strict=True):
            assert load == pytest.approx(sums[pair], rel=1e-12, abs=1e-12)


@few
@given(nets())
def test_lumped_and_unlumped_nets_agree(one: Net) -> None:
    small = lumped(one).net
    plain = hubs_of(one, without_symmetry(one), EVERYTHING)
    alike = hubs_of(small, orbits_of(small), EVERYTHING)
    assert alike.rate == pytest.approx(plain.rate, rel=1e-12)
    assert plain.even is not None
    assert alike.even is not None
    assert alike.even.both.sum() == pytest.approx(plain.even.both.sum(), rel=1e-12)


def flow_between(one: Net, away: np.ndarray) -> int:
    """The least cut that parts these endpoints from the others, switches standing freely."""
    size, source, target = one.size, one.size, one.size + 1
    rows = [one.a, one.b, np.full(size, source), np.arange(size)]
    columns = [one.b, one.a, np.arange(size), np.full(size, target)]
    capacity = [one.capacity, one.capacity, away, one.weight - away]
    graph = csr_array(
        (
            np.concatenate(capacity).astype(np.int32),
            (np.concatenate(rows), np.concatenate(columns)),
        ),
        shape=(size + 2, size + 2),
    )
    return int(maximum_flow(graph, source, target).flow_value)


@few
@given(nets(), st.randoms(use_true_random=False))
def test_no_flow_between_random_halves_undercuts_what_is_proven(one: Net, rng) -> None:
    found = measured(one)
    small = lumped(one).net
    hubs = hubs_of(small, orbits_of(small), EVERYTHING)
    proven = max(by_rate(small, mixed_rate(small, hubs)), by_spectrum(one))
    homes = np.repeat(np.arange(one.size), one.weight).tolist()
    for _ in range(5):
        rng.shuffle(homes)
        away = np.bincount(homes[: len(homes) // 2], minlength=one.size)
        assert flow_between(one, away) >= proven - 1e-9
    assert found.proven <= found.cheapest


@pytest.mark.parametrize("topology", NAMED.values(), ids=NAMED)
def test_no_flow_between_random_halves_of_a_known_topology_undercuts(topology) -> None:
    one = net_of(topology)
    found = measured(one)
    homes = np.repeat(np.arange(one.size), one.weight)
    for seed in range(5):
        mixed = np.random.default_rng(seed).permutation(homes)
        away = np.bincount(mixed[: len(homes) // 2], minlength=one.size)
        assert flow_between(one, away) >= found.proven


@few
@given(nets(8))
def test_what_is_said_of_one_lost_cable_holds_when_it_is_lost(one: Net) -> None:
    """The interval after each single loss contains what the exact program says of what is left."""
    found = measured(one)
    value = true_value(one)
    lost = cable_losses(found.lumped.net, found.orbits, value, value, found.pool)
    of, small = found.lumped.of, found.lumped.net
    low, high = np.minimum(small.a, small.b), np.maximum(small.a, small.b)
    at = {pair: number for number, pair in enumerate(zip(low.tolist(), high.tolist(), strict=True))}
    for number in range(len(one.a)):
        left = replace(one, capacity=one.capacity - (np.arange(len(one.a)) == number))
        there = left.capacity > 0
        left = replace(left, a=left.a[there], b=left.b[there], capacity=left.capacity[there])
        ends = sorted((int(of[one.a[number]]), int(of[one.b[number]])))
        bundle = at[ends[0], ends[1]]
        assert lost.parts[bundle] == (islands(left) > 1)
        after = true_value(left)
        assert lost.least[bundle] - 1e-9 <= after <= lost.most[bundle] + 1e-9


@few
@given(nets(10))
def test_bridges_are_the_cables_that_nothing_goes_round(one: Net) -> None:
    mine = bridges(one)
    for number in range(len(one.a)):
        rows = np.arange(len(one.a)) != number
        left = replace(one, a=one.a[rows], b=one.b[rows], capacity=one.capacity[rows])
        label = components(left)
        apart = label[one.a[number]] != label[one.b[number]]
        assert mine[number] == (apart and one.capacity[number] == 1)
        parting = bridges(one, of_endpoints=True)[number]
        sides = [left.weight[label == label[end]].sum() for end in (one.a[number], one.b[number])]
        assert parting == (mine[number] and min(sides) > 0)


def test_a_move_that_a_missing_cable_breaks_is_dropped() -> None:
    whole = net_of(torus((6, 6), 1))
    assert len(np.unique(orbits_of(whole).vertex)) == 1
    damaged = replace(whole, a=whole.a[1:], b=whole.b[1:], capacity=whole.capacity[1:])
    assert len(np.unique(orbits_of(damaged).vertex)) > 1


def test_a_move_keeps_what_differs_in_endpoints_apart() -> None:
    whole = net_of(torus((6,), 1))
    weight = whole.weight.copy()
    weight[0] = 2
    assert len(np.unique(orbits_of(replace(whole, weight=weight)).vertex)) == 6


@pytest.mark.parametrize("topology", NAMED.values(), ids=NAMED)
def test_symmetry_changes_no_load(topology) -> None:
    one = net_of(topology)
    for hubs in hub_levels(one):
        plain = loads_to(one, without_symmetry(one), hubs)
        moved = loads_to(one, orbits_of(one), hubs)
        assert moved.ahead == pytest.approx(plain.ahead, rel=1e-12, abs=1e-12)
        assert moved.back == pytest.approx(plain.back, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("topology", [three_tier(4, 6, 4, 8, 5, 1, 2), torus((9, 9), 2)])
def test_destinations_give_the_same_loads_apart_and_together(
    topology: Topology, monkeypatch: pytest.MonkeyPatch
) -> None:
    from designer.engine.fabric_graph import loads

    one = net_of(topology)
    take = partial(loads_to, one, without_symmetry(one), one.weight / one.endpoints)
    together = take()
    monkeypatch.setattr(loads, "_BLOCK", 1)
    monkeypatch.setattr(loads, "_LEAST", 1)
    apart = take()
    assert apart.ahead == pytest.approx(together.ahead, rel=1e-12, abs=1e-12)
    assert apart.both.sum() == pytest.approx(_links_passed(one), rel=1e-12)


@pytest.mark.parametrize("switches", [128, 129, 300])
def test_loads_along_a_line_are_what_passes_each_of_its_links(switches: int) -> None:
    """Of n endpoints i + 1 stand before a link, and each sends (n - i - 1)/n of its traffic on."""
    one = net([1] * switches, [(at, at + 1, 1) for at in range(switches - 1)])
    found = loads_to(one, without_symmetry(one), one.weight / one.endpoints)
    before = np.arange(1, switches)
    passed = before * (switches - before) / switches
    assert found.ahead == pytest.approx(passed, rel=1e-12)
    assert found.back == pytest.approx(passed, rel=1e-12)


def _links_passed(one: Net) -> float:
    """Return what all bundles carry together: every endpoint sends one link's worth evenly."""
    near = one.neighbours
    every = 0.0
    for target in np.flatnonzero(one.weight).tolist():
        distance = np.full(one.size, -1)
        distance[target], front, hops = 0, [target], 0
        while front:
            hops += 1
            ahead = {int(it) for at in front for it in near.head[near.tail == at]}
            front = [it for it in ahead if distance[it] < 0]
            distance[front] = hops
        every += float((one.weight * distance).sum()) * int(one.weight[target]) / one.endpoints
    return every


def test_what_is_not_worth_the_work_is_not_known() -> None:
    assert not throughput_of(net_of(torus((6, 5), 1)), most_work=1.0).known
    little = measured(net_of(fat_tree(8)), effort=Effort(even=0.0, above=0.0))
    assert (little.proven, little.cheapest, little.throughput.known) == (0, 64, False)


def test_two_parts_carry_nothing_between_them() -> None:
    one = net([3, 3, 2, 2], [(0, 1, 4), (2, 3, 4)])
    found = measured(one)
    assert (found.islands, found.proven, found.cheapest) == (2, 0, 0)
    assert throughput_of(one).rate == 0


def test_currents_prove_what_shortest_paths_do_not() -> None:
    """A dragonfly of 36 switches: 14 by shortest paths, 20 by currents, which is its bisection."""
    one = net_of(dragonfly(4, 2, 2))
    found = measured(one)
    assert found.proven == 14
    assert max(by_currents(one, found.orbits, 40)) == 20


def test_currents_are_not_asked_where_switches_host_nobody_or_stand_as_one() -> None:
    clos, alike = net_of(leaf_spine(4, 2, 8)), lumped(net_of(leaf_spine(4, 2, 8))).net
    assert list(by_currents(clos, orbits_of(clos))) == []
    assert list(by_currents(alike, orbits_of(alike))) == []


def test_the_spectrum_is_exact_on_the_petersen_graph_and_near_on_a_slim_fly() -> None:
    from designer.wiring.topologies import petersen

    assert by_spectrum(net_of(petersen(1))) == 5
    assert by_spectrum(net_of(slim_fly(5, 4))) == 63


def test_the_program_ends_by_its_work_and_not_by_the_clock() -> None:
    """A Slim Fly of 50 switches is not proven so soon: twice the same bounds, no time limit."""
    one = net_of(slim_fly(5, 4))
    found = [solved(one, lumped(one).of, work=1.2e7) for _ in range(2)]
    assert not found[0].done
    assert (found[0].proven, found[0].cost) == (found[1].proven, found[1].cost)
    assert found[0].proven <= found[0].cost
