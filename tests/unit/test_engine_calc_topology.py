"""`calc topology`: what it is asked, what it refuses, what it says beside the figures."""

from dataclasses import replace

import pytest

from designer.engine.calc import CalcError, calculate
from designer.engine.calculation import CalcResult
from designer.engine.fabric_graph.measure import measured, refined
from designer.engine.fabric_graph.net import net_of
from designer.engine.subjects.fabrics import calc_topology
from designer.engine.subjects.fabrics.closed_forms import closed_form
from designer.wiring.network_shapes import Shape, wired


def calc(**given: object) -> CalcResult:
    return calculate("topology", {name: str(value) for name, value in given.items()})


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"kind": "torus"}, "needs sizes, or nodes and radix"),
        ({"kind": "torus", "sizes": "4 by 4"}, "whole numbers, such as 16x16"),
        ({"kind": "fat-tree", "sizes": "4x4"}, "sizes of a fat-tree are the ports"),
        ({"kind": "fat-tree", "sizes": "5"}, "an even number of ports"),
        ({"kind": "fat-tree", "sizes": "1000"}, "are 256 at most"),
        ({"kind": "hyperx", "sizes": "100000"}, "pairs of switches are joined"),
        ({"kind": "slim-fly", "sizes": "9"}, "an odd prime"),
        ({"kind": "rail-only", "sizes": "4"}, "nodes and rails"),
        ({"kind": "dragonfly", "sizes": "9x4"}, "say global_links, or radix"),
        ({"kind": "star", "sizes": "4"}, "choose fat-tree, torus"),
        ({"kind": "torus", "sizes": "4x4", "hosts": 40, "radix": 36},
         "needs 4 ports to others and 40 for nodes, it has 36. Possible with .* of 48 ports"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_reason(given: dict[str, object], why: str) -> None:
    with pytest.raises(CalcError, match=why):
        calc(**given)


def test_the_smallest_that_holds_the_endpoints_is_chosen() -> None:
    found = calc(kind="torus", nodes=1000, radix=36)
    endpoints = found.results["endpoints"]
    assert isinstance(endpoints, int)
    assert endpoints >= 1000
    assert found.inputs["sizes"] == "4x4x4"


def test_the_note_says_direction_form_and_halving() -> None:
    note = calc(kind="torus", sizes="8x8").note
    assert "each way: both ways it is double" in note
    assert "2·switches / longest dimension, even = 16 links, proven" in note
    assert "the cheapest halving found follows: " in note


def test_islands_carry_nothing_between_them() -> None:
    found = calc(kind="rail-only", sizes="32x8")
    assert (found.results["islands"], found.results["bisection_gbps"]) == (8, 0)
    assert "8 islands that no link joins" in found.note


def test_bounds_that_do_not_meet_are_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calc_topology, "_WORK", 1e9)  # ten times as much would not prove it either
    found = calc(kind="slim-fly", sizes="5", hosts=4)
    low, high = found.bounds["bisection_gbps"]
    assert high is not None
    assert low < high
    assert found.results["exact"] is False


@pytest.mark.parametrize(
    "shape",
    [Shape("torus", (1,), 4), Shape("mesh", (1, 1), 4), Shape("torus", (5, 3), 1),
     Shape("dragonfly", (1, 4), 2), Shape("hyperx", (3, 3, 3), 2)],
    ids=str,
)  # fmt: skip
def test_where_no_closed_form_is_known_none_is_told(shape: Shape) -> None:
    assert closed_form(shape) is None


SMALL = [
    Shape("torus", (4, 6), 1), Shape("torus", (4, 5), 1), Shape("torus", (5, 5), 1, 2),
    Shape("torus", (2, 4, 3), 1), Shape("mesh", (4, 3), 1), Shape("mesh", (3, 3), 1),
    Shape("hypercube", (4,), 1), Shape("hyperx", (4, 6), 1, 2), Shape("hyperx", (3, 3), 1),
    Shape("hyperx", (6, 3), 1), Shape("dragonfly", (6, 4), 1, 1, 2),
    Shape("dragonfly", (5, 4), 1, 1, 1), Shape("dragonfly", (9, 4), 1, 1, 1),
    Shape("dragonfly", (5, 3), 1, 1, 1), Shape("dragonfly", (7, 5), 1, 1, 1),
    Shape("dragonfly", (7, 4), 1, 2, 1),
    Shape("dragonfly-plus", (4, 3, 3), 1, 1, 2),
]  # fmt: skip


@pytest.mark.parametrize("shape", SMALL, ids=str)
@pytest.mark.parametrize("hosts", [1, 4, 7])
def test_a_closed_form_is_what_the_exact_program_says(shape: Shape, hosts: int) -> None:
    """None is less than what is proven of the graph; those called proven are its bisection."""
    shape = replace(shape, hosts=hosts)
    closed, topology = closed_form(shape), wired(shape)
    assert closed is not None
    net = net_of(topology)
    found = refined(net, measured(net))
    half = topology.endpoints // 2
    assert found.proven <= closed.links
    if closed.proven:
        assert found.exact
        assert found.cheapest == min(closed.links, half)


def test_odd_groups_of_a_dragonfly_cost_what_the_group_in_the_middle_does() -> None:
    """((g - 1)/2)² + (a/2)² cables: 32 of 9 groups of 8, which no bound may be above."""
    found = calc(kind="dragonfly", sizes="9x8", hosts=2, global_links=1, rate_gbps=100)
    assert found.results["closed_form_gbps"] == 3200
    low, high = found.bounds["bisection_gbps"]
    assert high is not None
    assert low <= high <= 3200


def test_where_endpoints_have_fewer_links_than_a_cut_it_says_so() -> None:
    found = calc(kind="torus", sizes="3x3", hosts=1, rate_gbps=1)
    assert (found.results["closed_form_gbps"], found.results["bisection_gbps"]) == (8, 4)
    assert "no halving costs more than the links of half of the endpoints: 4" in found.note
