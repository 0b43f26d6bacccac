"""What routes make of fabrics as drawn, and the engine's answer to that."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.calc import CalcError, calculate
from designer.engine.evaluate import Evaluator
from designer.engine.fabric_graph.static import (
    Cables,
    NoRouteError,
    cables_of,
    effective_bisection,
    least_used,
)
from designer.engine.network_report import Routing
from designer.engine.subjects.fabrics.routing import routing_of
from designer.planning.templates import build
from designer.wiring import topologies
from tests.helpers import small_radix

SHOP = load_shipped()


def cables(topology: topologies.Topology) -> Cables:
    return cables_of(topology.hosts, topology.a, topology.b, topology.links)


@pytest.mark.parametrize(
    ("topology", "share"),
    [
        # T. Hoefler, T. Schneider, A. Lumsdaine, Cluster 2008: 55 to 60 % on full bisection.
        (topologies.fat_tree(16), (0.55, 0.60)),
        (topologies.fat_tree(36), (0.50, 0.60)),
    ],
    ids=["k16", "k36"],
)
def test_flows_with_a_path_of_their_own_get_what_is_published_of_a_full_bisection(
    topology: topologies.Topology, share: tuple[float, float]
) -> None:
    assert share[0] <= effective_bisection(cables(topology)) <= share[1]


def test_the_same_patterns_are_tried_again() -> None:
    once, again = (effective_bisection(cables(topologies.fat_tree(8))) for _ in range(2))
    assert once == again


def test_a_static_engine_repeats_the_choices_of_the_tier_below() -> None:
    """k = 4: 16 hosts; a cable to the core has 12 pairs by even division, 24 by these routes."""
    found = routing_of(small_radix.wiring(small_radix.drawn(16, 4), 4))
    assert found.even_share == 1.0
    assert found.static_load_ratio == pytest.approx(24 / 14)
    assert found.static_share == pytest.approx(15 / 24)


def test_islands_have_no_routes_between_them() -> None:
    topology = topologies.leaf_spine(2, 1, 4)
    apart = cables_of(topology.hosts, topology.a[:1], topology.b[:1], topology.links[:1])
    with pytest.raises(NoRouteError, match="do not reach"):
        least_used(apart)
    with pytest.raises(NoRouteError, match="do not reach"):
        effective_bisection(apart)


def test_the_engine_answers_for_a_fabric_of_a_design() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "2"}, SHOP)
    evaluator = Evaluator(SHOP)
    asks = 0
    while True:
        found = evaluator.answer(design, "fabrics", "routing", {"fabric": "compute"})
        asks += 1
        assert isinstance(found, Routing)
        assert found.why == ""
        if not found.working:
            break
    assert asks > 1, "in slices: an edit comes in between"
    assert found.even_share == 1.0
    assert found.static_load_ratio is not None
    assert 1 <= found.static_load_ratio < 1.1, "two full tiers give static routes a way each"
    assert found.effective_bisection_ratio is not None
    assert 0.6 < found.effective_bisection_ratio < 0.8
    with pytest.raises(ValueError, match="no fabric 'nobody'"):
        evaluator.answer(design, "fabrics", "routing", {"fabric": "nobody"})


def test_a_fabric_in_islands_says_why_it_has_no_routes() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "2"}, SHOP)
    bare = design.evolve(
        devices=tuple(one for one in design.devices if one.tier != "spine"),
        assemblies=tuple(
            one.evolve(slots=tuple(slot for slot in one.slots if slot.tier != "spine"))
            for one in design.assemblies
        ),
    )
    found = Evaluator(SHOP).answer(bare, "fabrics", "routing", {"fabric": "compute"})
    assert isinstance(found, Routing)
    assert (found.even_share, found.static_share) == (None, None)
    assert "do not reach" in found.why


def test_the_calculation_says_what_the_default_engine_does_to_a_fat_tree() -> None:
    """k = 16: OpenSM's minhop puts 7,680 pairs on some cables, its ftree 960 between tiers."""
    found = calculate("routing", {"kind": "fat-tree", "sizes": "16"}, SHOP).results
    assert found["fullest_static_pairs"] == 7680
    assert found["static_share"] == pytest.approx(1023 / 7680)
    assert found["even_share"] == 1.0
    assert found["fullest_even_pairs"] == pytest.approx(1016)


@pytest.mark.parametrize(
    ("sizes", "kind", "why"),
    [
        ("8x2", "rail-only", "do not reach"),
        ("74", "fat-tree", "are routed"),
        ("7", "fat-tree", "even number"),
    ],
)
def test_what_has_no_routes_is_refused(sizes: str, kind: str, why: str) -> None:
    with pytest.raises(CalcError, match=why):
        calculate("routing", {"kind": kind, "sizes": sizes}, SHOP)
