"""The fabric rule where nothing is published: refusals, policies, failures, explanations."""

import pytest

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.engine.subjects.fabrics.fabric import (
    FabricError,
    FabricRequest,
    size_fabric,
    split_ports,
)
from designer.model.design import Device
from tests.helpers.cable_halls import NODE, RACK, SWITCH, at, hall


def request(nodes: int = 64, **more: object) -> FabricRequest:
    fields: dict[str, object] = {"rails": 8, "radix": 64, "rate_gbps": 400, **more}
    return FabricRequest(nodes=nodes, **fields)  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"nodes": 0}, "nodes is 0"),
        ({"oversubscription": 0}, "oversubscription is 0"),
        ({"spine_oversubscription": 0}, "spine_oversubscription is 0"),
        ({"spines": 20, "leaf_policy": "rail-per-su", "su_nodes": 32}, "over 16 or 32"),
        ({"spines": 33, "leaf_policy": "rail-per-su", "su_nodes": 32}, "over 32$"),
        (
            {"nodes": 128, "spines": 8, "leaf_policy": "rail-per-su", "su_nodes": 32},
            "32 leaves with 4 links to each need 128 ports, a spine has 64; 16 spines",
        ),
        ({"leaf_policy": "rail-per-su", "su_nodes": 40}, "a rail must not be split over leaves"),
        ({"leaf_policy": "rail-per-rack"}, "say how many racks"),
        ({"leaf_policy": "rail-per-rack", "racks": 1}, "a rack has 64 nodes"),
        ({"nodes": 300, "leaf_policy": "rail-per-su", "max_tiers": 2}, "need 3 tiers, 2 allowed"),
        ({"nodes": 100_000}, "need a fourth tier"),
        ({"leaf_policy": "nearest"}, "is not one of rail-per-su"),
        ({"rate_gbps": 0}, "rate_gbps is 0"),
    ],
)
def test_the_impossible_is_refused_with_its_reason(fields: dict[str, object], reason: str) -> None:
    with pytest.raises(FabricError, match=reason):
        size_fabric(request(**fields))


def test_the_explanation_says_why_three_units_need_sixteen_spines() -> None:
    size = size_fabric(request(95, leaf_policy="rail-per-su", su_nodes=32, reserved_slots=1))
    assert "16 spines: each leaf's 32 uplinks must divide evenly" in size.explanation
    assert "by port count alone 12" in size.explanation


def test_one_switch_is_a_star() -> None:
    size = size_fabric(FabricRequest(nodes=60, radix=64, rate_gbps=400))
    assert (size.tiers, size.leaf, size.spine, size.leaf_spine_cables) == (1, 1, 0, 0)
    assert size.bisection_gbps == 60 * 400 / 2
    assert size.oversubscription == ()
    assert size.free_leaf_ports == 4


@pytest.mark.parametrize("blocking", [1.0, 1.5, 5 / 3, 2.0, 3.0, 7.0])
def test_blocking_is_never_worse_than_asked(blocking: float) -> None:
    down, up = split_ports(64, blocking)
    assert down + up == 64
    assert down / up <= blocking + 1e-9


def test_a_single_rack_of_rails_needs_no_spine() -> None:
    size = size_fabric(
        FabricRequest(
            nodes=18, rails=4, radix=64, rate_gbps=400, leaf_policy="rail-per-rack", racks=1
        )
    )
    assert (size.leaf, size.spine, size.tiers) == (4, 0, 1)


def test_reserved_slots_take_a_scalable_unit_when_the_last_is_full() -> None:
    full = size_fabric(request(32, leaf_policy="rail-per-su", su_nodes=32))
    more = size_fabric(request(32, leaf_policy="rail-per-su", su_nodes=32, reserved_slots=1))
    assert (full.leaf, more.leaf) == (8, 16)


def test_planned_nodes_size_the_switches_and_drawn_nodes_the_cables() -> None:
    size = size_fabric(request(32, leaf_policy="rail-per-su", su_nodes=32, planned_nodes=128))
    assert (size.leaf, size.spine, size.node_leaf_cables) == (32, 16, 256)


def test_growth_says_what_is_spare_until_the_planned_nodes_stand() -> None:
    size = size_fabric(request(64, leaf_policy="rail-per-su", su_nodes=32, planned_nodes=96))
    assert (size.leaf, size.built_nodes, size.free_nodes) == (24, 96, 32)
    assert size.free_leaf_ports == 32 * 8
    # 16 spines of 64 ports for 24 leaves of 32 uplinks: what the equal bundles leave.
    assert (size.spine, size.free_spine_ports) == (16, 16 * 64 - 24 * 32)


def test_growth_is_told_in_words() -> None:
    size = size_fabric(request(64, leaf_policy="rail-per-su", su_nodes=32, planned_nodes=96))
    assert (
        "sized for 96 nodes, of which 64 stand: 256 leaf ports wait, 256 ports of spines and core "
        "switches are free"
    ) in size.explanation
    assert "sized for" not in size_fabric(request(96, planned_nodes=96)).explanation


def test_more_uplinks_than_downlinks_outlive_spines() -> None:
    """32 down and 36 up of 72 ports: four spines lost leave as many links up as down."""
    asked = request(
        128, radix=72, spine_radix=64, leaf_policy="rail-per-su", su_nodes=32, spines=36,
        oversubscription=32 / 36,
    )  # fmt: skip
    size = size_fabric(asked)
    assert (size.leaf, size.leaf_down, size.leaf_up, size.spine) == (32, 32, 36, 36)
    assert size.oversubscription[0] == pytest.approx(1 / 1.125)
    assert size.bisection_ratio == 1.0
    assert size.leaf_up - 4 * size.bundle >= size.leaf_down


def test_spines_that_are_asked_for_spread_a_leaf_thinner() -> None:
    few = size_fabric(request(32, leaf_policy="rail-per-su", su_nodes=32))
    wide = size_fabric(request(32, leaf_policy="rail-per-su", su_nodes=32, spines=16))
    assert (few.spine, few.bundle) == (4, 8)
    assert (wide.spine, wide.bundle, wide.leaf_spine_cables) == (16, 2, few.leaf_spine_cables)
    assert "16 spines as asked for, 4 would do" in wide.explanation


@pytest.mark.parametrize("ratio", [0.5, 1.0, 2.0, 3.0, 7.0])
def test_a_core_tier_takes_its_own_ratio(ratio: float) -> None:
    size = size_fabric(request(1024, leaf_policy="rail-per-su", spine_oversubscription=ratio))
    assert size.tiers == 3
    assert size.spine_down + size.spine_up <= 64
    assert size.oversubscription[1] <= ratio
    assert size.spine_core_cables == pytest.approx(size.leaf_spine_cables / ratio, rel=0.1)
    assert size.free_core_ports >= 0
    high = size.bisection_upper_gbps / (size.injection_gbps / 2)
    # A last pod of fewer leaves stands on both sides of a halving: a little more than the ratio.
    assert min(1.0, 1 / ratio) * 0.9 <= high <= 1


@pytest.mark.parametrize("nodes", range(1, 300, 7))
@pytest.mark.parametrize("policy", ["rail-per-su", "pooled"])
def test_no_switch_uses_more_ports_than_it_has(nodes: int, policy: str) -> None:
    size = size_fabric(request(nodes, leaf_policy=policy))
    assert size.leaf_down + size.leaf_up <= 64
    assert size.spine_down + size.spine_up <= 64
    assert size.leaf * size.leaf_down >= size.endpoints
    assert size.max_nodes >= nodes


@pytest.mark.parametrize(
    ("units", "leaf", "spine", "bundle"),
    [(1, 16, 8, 16), (3, 48, 32, 4), (8, 128, 64, 2), (16, 256, 128, 1)],
)
def test_leaf_and_spine_share_whole_cages_until_leaves_outnumber_them(
    units: int, leaf: int, spine: int, bundle: int
) -> None:
    """Twin planes of 64 x 800G switches under 400G nodes: 26 spines for 3 SU would mean that a
    leaf has two and a half cages to a spine."""
    size = size_fabric(
        FabricRequest(
            nodes=64 * units, radix=64, rate_gbps=400, rails=8, leaf_policy="rail-per-su",
            su_nodes=64, planes=2, breakout=2,
        )
    )  # fmt: skip
    assert (size.leaf, size.spine, size.bundle) == (leaf, spine, bundle)


def test_a_bisection_whose_bounds_do_not_meet_has_no_value() -> None:
    size = size_fabric(FabricRequest(nodes=2049, radix=64, rate_gbps=400))
    assert not size.exact
    assert (size.bisection_gbps, size.bisection_ratio) == (None, None)
    assert size.bisection_lower_gbps < size.bisection_upper_gbps


def test_nvlink_never_leaves_less_than_the_network_alone() -> None:
    size = size_fabric(
        FabricRequest(nodes=20, rails=8, radix=64, rate_gbps=400, leaf_policy="pooled")
    )
    assert size.bisection_gbps == size.bisection_with_nvlink_gbps == 80 * 400


def test_a_calculation_knows_no_less_than_the_report_of_the_fabric_that_is_drawn() -> None:
    """Pods of unlike spines: closed forms leave 13 to 49 links, and work on the graph 30 to 41."""
    node = NODE.evolve(height_half_u=2)
    switch = SWITCH.evolve(ports=(SWITCH.ports[0].evolve(count=8, cages=8),))
    size = size_fabric(FabricRequest(nodes=99, rails=1, radix=8, rate_gbps=100))
    tiers = {"leaf": size.leaf, "spine": size.spine, "core": size.core}
    keys = [("node", f"n{n:03}", "") for n in range(99)]
    keys += [("switch", f"{tier}{n:03}", tier) for tier in tiers for n in range(tiers[tier])]
    devices = tuple(
        Device(id=key, name=key, part=part, rack=f"r{n // 20}", half_u=2 + 2 * (n % 20),
               fabric="net" if tier else "", tier=tier)
        for n, (part, key, tier) in enumerate(keys)
    )  # fmt: skip
    racks = tuple(at(f"r{n}", 1000 * n, 0) for n in range(1 + len(keys) // 20))
    drawn = hall(racks, devices)
    fabric = drawn.fabrics[0].evolve(tiers=0, spine_switch="switch", core_switch="switch")
    catalog = Catalog((RACK, node, switch))
    (found,) = evaluate(drawn.evolve(fabrics=(fabric,)), catalog).fabrics
    assert (found.leaf, found.spine, found.core) == (size.leaf, size.spine, size.core)
    assert (size.bisection_lower_gbps, size.bisection_upper_gbps) == (
        found.bisection_lower_gbps, found.bisection_upper_gbps,
    )  # fmt: skip
    assert size.bisection_lower_gbps >= 3000
