"""Switches on the longest of the shortest ways: by the rule, and by the graph of small ones."""

import numpy as np
import pytest

from designer.wiring.network_hops import way_of, ways
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_shapes import Shape, wired
from designer.wiring.network_size import plan_fabric


def by_graph(shape: Shape) -> int:
    """Return the most switches on a shortest way, from every switch to every other."""
    found = wired(shape)
    near = np.eye(found.switches, dtype=bool)
    joined = near.copy()
    joined[found.a, found.b] = joined[found.b, found.a] = True
    hosting = np.flatnonzero(found.hosts)
    for hops in range(found.switches):
        if near[np.ix_(hosting, hosting)].all():
            return hops + 1
        near = (near.astype(int) @ joined.astype(int)) > 0
    raise AssertionError("in parts")


@pytest.mark.parametrize(
    "shape",
    [Shape("torus", (4, 5), 2), Shape("torus", (4, 2, 3), 1), Shape("mesh", (4, 3), 1),
     Shape("hypercube", (4,), 1), Shape("hyperx", (4, 3), 2), Shape("dragonfly", (9, 4), 2, 1, 1),
     Shape("dragonfly", (5, 4), 2, 1, 1), Shape("dragonfly", (5, 4), 2, 1, 3),
     Shape("dragonfly-plus", (4, 3, 3), 2, 1, 1), Shape("dragonfly-plus", (5, 4, 4), 2, 1, 1)],
    ids=str,
)  # fmt: skip
def test_ways_are_those_of_the_graph(shape: Shape) -> None:
    assert sum(way_of(shape)) == by_graph(shape)


def test_a_dragonfly_plus_has_leaves_at_both_ends_and_spines_between() -> None:
    """Leaf, spine, spine, leaf where all groups are joined at every spine."""
    assert way_of(Shape("dragonfly-plus", (3, 4, 2), 2, 1, 4)) == (2, 2, 0)


@pytest.mark.parametrize(
    ("more", "way"),
    [
        ({"nodes": 60}, (1, 0, 0)),
        ({"nodes": 500}, (2, 1, 0)),
        ({"nodes": 5000}, (2, 2, 1)),
        ({"nodes": 32, "rails": 8, "topology": "rail-only"}, (1, 0, 0)),
        ({"nodes": 4, "topology": "hand-drawn", "shape": (1, 0, 0)}, None),
    ],
)
def test_ways_of_tiers(more: dict[str, object], way: tuple[int, int, int] | None) -> None:
    fields = {"radix": 64, "rate_gbps": 400.0, **more}
    assert ways(plan_fabric(FabricRequest(**fields))) == way  # type: ignore[arg-type]  # by name
