"""Alike switches as one: what is said of a fabric so is what is said of it switch by switch."""

import random

import numpy as np
import pytest

from designer.engine.fabric_graph.loads import finished, hub_levels
from designer.engine.fabric_graph.lower import (
    Effort,
    hubs_in_steps,
    hubs_of,
    mixed_rate,
    most_rate,
)
from designer.engine.fabric_graph.measure import measured
from designer.engine.fabric_graph.symmetry import orbits_of
from designer.engine.subjects.fabrics import graph as graphs
from designer.engine.subjects.fabrics.any_topology import by_any_topology, worst_halving
from designer.engine.subjects.fabrics.as_net import condensed_net, copies_of, net_of_graph
from designer.engine.subjects.fabrics.bisection import (
    Bounds,
    clos_bounds,
    cost_of_loss,
    most_without_each,
)
from designer.engine.subjects.fabrics.carrying import carried, left_at_least, worst_loss
from designer.engine.subjects.fabrics.graph import Graph, condensed, islands
from designer.engine.subjects.fabrics.groups import groups_of
from tests.helpers.fabric_graphs import damaged, graph, lacking, leaf_spine, pods


@pytest.fixture(autouse=True)
def _of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "_FEW_PLACES", 0)


def fabric(seed: int) -> Graph:
    """A fabric that may lack a few trunks or switches; every third one has nodes of several links.

    Its rows are too few for `Graph.condensed`, which leaves it as it is.
    """
    draw = random.Random(seed)
    if seed % 2:
        hosts = [draw.choice([2, 2, 3]) for _ in range(draw.randint(3, 7))]
        parts = leaf_spine(hosts, draw.randint(2, 6), draw.randint(1, 2))
    else:
        parts = pods(draw.randint(2, 4), 3, 2, draw.randint(2, 3), 1, draw.randint(2, 3), 1)
    if seed % 3 == 1:
        kept, lost = damaged(draw, parts[3])
        return graph(*parts[:3], kept, lost)
    if seed % 3 == 2:
        return graph(*lacking(draw, parts))
    return graph(*parts)


@pytest.mark.parametrize("seed", range(120))
def test_bounds_are_those_of_all_switches(seed: int) -> None:
    it = fabric(seed)
    small = condensed(it, 0).graph
    assert int(small.many.sum()) == it.places
    assert int(small.links.sum()) == int(it.count.sum())
    assert (small.hosted * small.many).sum() == len(it.place)
    assert islands(small) == islands(it)
    assert cost_of_loss(small) == cost_of_loss(it)
    if islands(it) == 1:
        assert clos_bounds(small, groups_of(small)) == clos_bounds(it, groups_of(it))


@pytest.mark.parametrize("seed", range(120))
def test_without_one_of_alike_switches_is_without_any_of_them(seed: int) -> None:
    it = fabric(seed)
    small, of, _ = condensed(it, 0)
    for place in range(it.places):
        one, other = it.without(place), small.without(int(of[place]))
        assert islands(one) == islands(other), place
        assert one.halves == other.halves
        assert cost_of_loss(one) == cost_of_loss(other)
        if islands(one) == 1 and one.halves[0]:
            assert clos_bounds(one, groups_of(one)) == clos_bounds(other, groups_of(other)), place


@pytest.mark.parametrize("seed", range(120))
def test_nets_carry_the_same(seed: int) -> None:
    it = fabric(seed)
    small, of, _ = condensed(it, 0)
    whole, net = net_of_graph(it), net_of_graph(small)
    assert (net.endpoints, net.halves, net.access) == (whole.endpoints, whole.halves, whole.access)
    assert net.step == pytest.approx(whole.step)
    one, other = measured(whole), measured(net)
    assert other.islands == one.islands
    assert other.proven == pytest.approx(one.proven, rel=1e-12)
    assert other.throughput.rate == pytest.approx(one.throughput.rate, rel=1e-12)
    assert other.cheapest == pytest.approx(one.cheapest, rel=1e-12)
    assert len(of) == it.places


def test_leaves_of_a_pod_and_core_switches_of_a_rank_are_one() -> None:
    it = graph(*pods(3, 4, 2, 3, 1, 5, 1))
    small, of, first = condensed(it, 0)
    assert sorted(small.many.tolist()) == [1] * 9 + [4] * 3 + [5] * 3
    assert of[first].tolist() == list(range(small.places))
    assert not np.flatnonzero(small.many[of[12:21]] != 1).size


def test_leaves_of_nodes_with_links_to_several_are_none_of_them_one() -> None:
    places = [[n % 4, (n + 1) % 4] for n in range(8)]
    trunks = [(leaf, 4 + spine, 1) for leaf in range(4) for spine in range(3)]
    it = graph([0] * 4 + [1] * 3, [0] * 7, places, trunks)
    assert condensed(it, 0).graph.many.tolist() == [1, 1, 1, 1, 3]


def large() -> Graph:
    """A fat-tree of more rows than the fewest that are condensed, without one trunk."""
    parts = pods(10, 8, 16, 8, 1, 8, 1)
    return graph(*parts[:3], parts[3][1:], parts[3][:1])


def test_what_is_told_of_a_large_fabric_names_its_own_switches() -> None:
    """The leaf that lacks a trunk, and no other, is none of its pod's alike leaves."""
    it = large()
    small, of, _ = it.condensed
    assert small.places < it.places
    assert np.count_nonzero(of == of[0]) == 1
    assert len(set(of[1:8].tolist())) == 1
    intact = carried(it, it.endpoints // 2)
    assert intact.bounds == Bounds(319, 319)
    assert len(left_at_least(it, intact)) == it.places
    worst = worst_loss(it, intact)
    assert worst is not None
    assert 0 <= worst.place < it.places
    # One leaf hosts 16 of 1,280 and has 8 trunks, of which half are left to it.
    assert worst.bounds.low <= 315


def test_the_halving_of_a_condensed_net_is_one_of_all_switches() -> None:
    it = large()
    whole = by_any_topology(it, Bounds(0, it.endpoints // 2))
    away = worst_halving(it, whole.found)
    assert len(away.place) == it.places
    assert np.count_nonzero(away.owner) == it.endpoints // 2
    crossing = np.count_nonzero(away.owner[it.owner] != away.place[it.place])
    crossing += it.count[away.place[it.a] != away.place[it.b]].sum()
    assert crossing == whole.found.cheapest
    net, of = condensed_net(it)
    assert len(of) == len(copies_of(it)) == net_of_graph(it).size > net.size


@pytest.mark.parametrize("seed", range(0, 120, 2))
def test_halvings_say_what_the_loss_of_a_switch_leaves_at_most(seed: int) -> None:
    """What is proven of the graph without it is no more; of a switch that hosts nobody as well."""
    it = fabric(seed)
    small = condensed(it, 0).graph
    if islands(it) != 1 or not it.halves[0]:
        return
    whole = clos_bounds(small, groups_of(small))
    most = most_without_each(small, whole)
    assert (most[small.hosted == 0] <= whole.high).all()
    for place in np.flatnonzero(small.hosted == 0).tolist():
        after = small.without(place)
        if islands(after) == 1:
            assert clos_bounds(after, groups_of(after)).low <= most[place], place


def test_a_halving_of_pods_says_what_the_loss_of_any_of_their_switches_leaves() -> None:
    """Half of the links of a core switch cross it; of a spine all to the core, in any pod."""
    small = graph(*pods(10, 8, 16, 8, 1, 4, 1)).condensed.graph
    most = most_without_each(small, Bounds(160, 160))
    assert set(most[small.tier == 2].tolist()) == {160 - 5}
    assert set(most[small.tier == 1].tolist()) == {160 - 4}
    assert set(most[small.tier == 0].tolist()) == {640}


@pytest.mark.parametrize("seed", range(60))
def test_no_mix_of_hubs_proves_more_than_leaves_a_switch_or_pod(seed: int) -> None:
    net = net_of_graph(fabric(seed))
    found = measured(net)
    if found.islands != 1 or not net.halves[0]:
        return
    q = found.lumped.net
    hubs = hubs_of(q, found.orbits, Effort())
    assert max(hubs.rate, mixed_rate(q, hubs)) <= most_rate(q, list(hub_levels(q))) * (1 + 1e-9)


def test_hubs_that_prove_no_more_than_is_known_are_not_asked() -> None:
    """A leaf that lost one of eight trunks: hubs above prove seven eighths of it at most."""
    parts = pods(10, 8, 8, 8, 1, 8, 1)
    net = net_of_graph(graph(*parts[:3], parts[3][1:]))
    orbits = orbits_of(net)
    assert most_rate(net, list(hub_levels(net))) == pytest.approx(7 / 8)
    known = finished(hubs_in_steps(net, orbits, Effort(), at_least=319))
    assert len(known.columns) == 1 < len(hubs_of(net, orbits, Effort()).columns)
    assert known.even is not None
