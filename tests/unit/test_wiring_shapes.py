"""Tori, dragonflies and other topologies as fabrics: sizes, ports, and designs that hold them."""

from collections import Counter

import numpy as np
import pytest

from designer.engine.evaluate import evaluate
from designer.model.design import Cable
from designer.wiring.network import expand_network
from designer.wiring.network_links import trunks_of
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_shapes import wired
from designer.wiring.network_size import FabricPlan, plan_fabric
from tests.unit.test_engine_fabrics import hall

SHAPES = [
    ("torus", (4, 4), 8), ("torus", (8, 4, 2), 4), ("mesh", (4, 4), 8), ("hypercube", (4,), 8),
    ("hyperx", (4, 4), 8), ("dragonfly", (9, 4), 2), ("dragonfly-plus", (4, 4, 4), 4),
]  # fmt: skip


def asked(topology: str, nodes: int = 64, **more: object) -> FabricRequest:
    fields = {"radix": 64, "rate_gbps": 400.0, "topology": topology, **more}
    return FabricRequest(nodes=nodes, **fields)  # type: ignore[arg-type]  # fields by name


def ports_used(plan: FabricPlan) -> Counter[tuple[int, int]]:
    """Return how often each port of each place is used by links between switches."""
    trunks = trunks_of(plan)
    used: Counter[tuple[int, int]] = Counter()
    for place, port in ((trunks.a, trunks.a_port), (trunks.b, trunks.b_port)):
        for at, first, count in zip(place.tolist(), port.tolist(), trunks.count.tolist(),
                                    strict=True):  # fmt: skip
            used.update((at, first + step) for step in range(count))
    return used


@pytest.mark.parametrize(("topology", "shape", "hosts"), SHAPES)
@pytest.mark.parametrize("planes", [1, 2])
@pytest.mark.parametrize("width", [1, 2])
def test_every_link_has_a_port_of_its_own(
    topology: str, shape: tuple[int, ...], hosts: int, planes: int, width: int
) -> None:
    plan = plan_fabric(asked(topology, shape=shape, hosts=hosts, planes=planes, width=width))
    assert plan.shape is not None
    used = ports_used(plan)
    assert max(used.values()) == 1
    assert max(port for _, port in used) < 64
    # Links of nodes take the first ports of what hosts them.
    assert min(port for place, port in used if place < plan.leaf) >= hosts
    made = wired(plan.shape)
    trunks = trunks_of(plan)
    assert int(trunks.count.sum()) == int(made.links.sum()) * planes
    assert plan.leaf_spine_cables + plan.spine_core_cables == int(made.links.sum()) * planes
    assert len(set(zip(trunks.a.tolist(), trunks.b.tolist(), strict=True))) == len(trunks)


@pytest.mark.parametrize(
    ("topology", "nodes"),
    [(topology, nodes) for topology in
     ("torus", "mesh", "hypercube", "hyperx", "dragonfly", "dragonfly-plus")
     for nodes in (64, 500, 4000)],
)  # fmt: skip
def test_the_rule_finds_a_shape_that_holds_the_nodes(topology: str, nodes: int) -> None:
    plan = plan_fabric(asked(topology, nodes))
    assert plan.shape is not None
    assert plan.leaf * plan.shape.hosts >= nodes
    assert max(port for _, port in ports_used(plan)) < 64
    assert plan.spines.max_nodes >= nodes


@pytest.mark.parametrize(
    ("topology", "more", "reason"),
    [
        ("torus", {"shape": (4, 4), "width": 15, "hosts": 8}, "needs 60 ports to others and 8"),
        ("torus", {"shape": (2, 2), "hosts": 8}, "take 32, the nodes have 64"),
        ("hypercube", {"shape": (2, 2)}, "is its dimensions"),
        ("dragonfly", {"shape": (4,)}, "is groups and switches of a group"),
        ("dragonfly-plus", {"shape": (4, 4)}, "is groups, leaves and spines of a group"),
        ("torus", {"shape": (4, 0)}, "a size below 1"),
        ("dragonfly", {"nodes": 1_000_000}, "no dragonfly of 64-port switches holds 1000000"),
        ("star", {}, "topology 'star' is not one of fat-tree"),
        ("hyperx", {"shape": (100_000,), "radix": 10**6}, "more than 10,000,000 pairs of switches"),
        ("torus", {"shape": (1000, 1000)}, "1000000 switches are more than 200000"),
        ("hypercube", {"shape": (30,)}, "30 dimensions is more than one can cable"),
        ("dragonfly", {"shape": (5000, 2), "radix": 10**6}, "pairs of switches are joined"),
    ],
)
def test_a_shape_that_cannot_be_says_why(
    topology: str, more: dict[str, object], reason: str
) -> None:
    with pytest.raises(FabricError, match=reason):
        plan_fabric(asked(topology, **{"nodes": 64, **more}))  # type: ignore[arg-type]  # by name


def test_a_canonical_dragonfly_is_balanced() -> None:
    """Kim et al.: a = 2p = 2h; 31 ports are p = 8, h = 8 and 15 others of the group."""
    plan = plan_fabric(asked("dragonfly", 16_000, radix=31))
    assert plan.shape is not None
    assert (plan.shape.hosts, plan.shape.sizes) == (8, (125, 16))
    assert plan.shape.global_links == 1


@pytest.mark.parametrize(("topology", "shape", "hosts"), SHAPES)
def test_a_design_draws_a_topology(topology: str, shape: tuple[int, ...], hosts: int) -> None:
    plan = plan_fabric(asked(topology, shape=shape, hosts=hosts))
    design, catalog = hall(
        64, plan.leaf, plan.spine, rails=1, leaf_policy="pooled", su_nodes=0,
        topology=topology, shape=shape, hosts=hosts,
    )  # fmt: skip
    (wiring,) = expand_network(design, catalog).fabrics
    assert wiring.refusals == ()
    assert np.bincount(wiring.links.b[:64] - 64).max() <= hosts
    report = evaluate(design, catalog)
    (fabric,) = report.fabrics
    assert (fabric.leaf, fabric.spine, fabric.islands) == (plan.leaf, plan.spine, 1)
    assert fabric.unconnected == 0
    assert fabric.connected_cables == 64 + plan.leaf_spine_cables + plan.spine_core_cables
    assert fabric.bisection_upper_gbps is not None
    assert 0 < fabric.bisection_upper_gbps <= 32 * 400
    assert fabric.switch_losses
    assert not {check.rule for check in report.checks} & {"R03", "R07", "R08", "R11", "R13"}


def test_a_switch_that_is_missing_leaves_its_links_unconnected() -> None:
    design, catalog = hall(64, 15, rails=1, leaf_policy="pooled", su_nodes=0, topology="torus",
                           shape=(4, 4), hosts=8)  # fmt: skip
    report = evaluate(design, catalog)
    assert report.fabrics[0].unconnected == 4  # its four neighbours; nodes fill the first eight
    assert any(check.key == "R07:f:leaf:missing" for check in report.checks)


def test_rails_alone_are_islands_that_meet_over_nvlink() -> None:
    design, catalog = hall(48, 8, topology="rail-only")
    (fabric,) = evaluate(design, catalog).fabrics
    assert (fabric.leaf, fabric.spine, fabric.islands) == (8, 0, 8)
    assert fabric.bisection_gbps == 0
    assert fabric.bisection_with_nvlink_gbps == 48 * 8 * 400 / 2


def test_a_rail_beyond_one_switch_gets_spines_of_its_own() -> None:
    plan = plan_fabric(asked("rail-only", 128, rails=8))
    assert (plan.leaf, plan.spine, plan.spines.tiers) == (8 * 4, 8 * 2, 2)
    trunks = trunks_of(plan)
    assert {(int(a) // 4, (int(b) - 32) // 2) for a, b in zip(trunks.a, trunks.b, strict=True)} == {
        (rail, rail) for rail in range(8)
    }
    with pytest.raises(FabricError, match="with two tiers a rail has 2048 nodes at most"):
        plan_fabric(asked("rail-only", 2049, rails=8))


def test_by_hand_only_cables_join_what_is_drawn() -> None:
    """Two switches with two nodes each, joined by two cables; a third switch stands alone."""
    design, catalog = hall(4, 3, rails=1, topology="hand-drawn")
    cables = [("n000", "leaf00"), ("n001", "leaf00"), ("n002", "leaf01"), ("n003", "leaf01"),
              ("leaf00", "leaf01"), ("leaf00", "leaf01")]  # fmt: skip
    bare = evaluate(design, catalog)
    assert (bare.fabrics[0].leaf, bare.fabrics[0].bisection_gbps) == (3, 0)
    drawn = design.evolve(
        cables=tuple(Cable(id=f"c{n}", a=a, b=b, fabric="f") for n, (a, b) in enumerate(cables))
    )
    report = evaluate(drawn, catalog)
    (fabric,) = report.fabrics
    assert (fabric.islands, fabric.bisection_gbps, fabric.exact) == (1, 800, True)
    assert not {check.rule for check in report.checks} & {"R03", "R07", "R08", "R11"}
    one = design.evolve(cables=drawn.cables[:-1])
    assert evaluate(one, catalog).fabrics[0].bisection_gbps == 400
