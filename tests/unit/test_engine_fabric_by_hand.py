"""Fabrics without a rule, and switches that a rule has no place for: what a report says of them."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.network_report import FabricReport
from designer.model.design import Design
from tests.helpers.fabrics_by_hand import by_hand, with_topology

SHIPPED = load_shipped()


def compute(design: Design) -> FabricReport:
    report = evaluate(design, SHIPPED)
    assert report.not_computed == ()
    return next(one for one in report.fabrics if one.id == "compute")


def test_leaves_by_hand_below_spines_that_nothing_joins_are_islands() -> None:
    found = compute(by_hand(joined=False))
    assert found.islands == 2
    assert found.bisection_gbps == 0.0
    assert found.oversubscription == ()
    assert found.unlinked_nodes == 23
    assert found.worked_out


def test_leaves_that_hands_join_by_a_spine_carry_what_its_cables_do() -> None:
    found = compute(by_hand(joined=True))
    assert found.islands == 1
    # Two links of 400 Gb/s between four nodes and four; 23 nodes reach nothing.
    assert found.bisection_lower_gbps == 0.0
    assert found.bisection_upper_gbps is not None
    assert found.bisection_upper_gbps <= 800.0
    (leaf, *_) = found.drawn_tiers
    assert leaf.worst_ratio == pytest.approx(2.0)


def test_no_rule_counts_cables_or_free_ports_of_a_fabric_by_hand() -> None:
    found = compute(by_hand(joined=True))
    assert (found.node_leaf_cables, found.connected_cables) == (0, 0)
    free = found.free_leaf_ports, found.free_spine_ports, found.free_core_ports
    assert free == (None, None, None)
    assert (found.built_nodes, found.max_nodes) == (None, None)


@pytest.mark.parametrize(
    ("topology", "shape"), [("torus", (4, 4, 4)), ("dragonfly", (9, 4)), ("mesh", (4, 8))]
)
def test_losses_are_worked_out_where_switches_stand_beyond_the_rule(
    topology: str, shape: tuple[int, ...]
) -> None:
    """Spines of the tree that stood here before have no place in a torus, and are in racks."""
    found = compute(with_topology(4, topology=topology, shape=shape, leaf_policy="pooled"))
    assert found.placed_spine > (found.spine or 0)
    assert found.worked_out
    racks = [one for one in found.losses if one.what == "rack"]
    assert any(one.switches for one in racks)


def test_nodes_that_no_cable_by_hand_reaches_are_a_warning() -> None:
    def told(design: Design) -> list[tuple[str, str]]:
        checks = evaluate(design, SHIPPED).checks
        return [(c.severity, c.message) for c in checks if c.key == "R13:compute:no-cables"]

    some = by_hand(joined=True)
    assert told(some) == [("warning", "Compute: 23 of 31 nodes hang on no cable of it")]
    none = some.evolve(cables=())
    assert told(none) == [("warning", "Compute: no cable is drawn: it connects none of 31 nodes")]
    assert told(with_topology(1)) == []
