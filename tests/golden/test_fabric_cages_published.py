"""Cages and cables of published fabrics: transceivers are counted by cage, cables by port."""

import pytest

from designer.engine.calc import calculate
from designer.wiring.network_cages import node_cages, switch_cages
from designer.wiring.network_leaves import split_ports
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_size import plan_fabric


def calc(**given: object) -> dict[str, object]:
    return calculate("fabric", {name: str(value) for name, value in given.items()}).results


def test_a_v33_cables_and_transceivers_of_four_scalable_units() -> None:
    """RA-11333-001 V11, Table 8: 2,040 NDR cables, 1,536 switch and 508 system transceivers.

    A cage of a QM9700 and of a DGX H100 holds two ports of 400G: 48 switches of 32 cages, and four
    cages a node. One node slot of 128 is the fabric manager's, with four cables of its own.
    """
    found = calc(
        nodes=127, rails=8, switch="qm9700", su_nodes=32, reserved_slots=1, node_cage_links=2
    )
    assert found["cables"] == 2040
    assert (found["switch_cages"], found["node_cages"]) == (48 * 32, 127 * 4)
    assert found["reserved_cables"] == 4


def test_a_v11_ports_of_800g_that_are_split() -> None:
    """B300 Spectrum-X, Table 3: 512 node cables of 1,024 links: 800G cages hold two of 400G."""
    found = calc(nodes=64, rails=8, switch="sn5600", rate_gbps=400, su_nodes=64, planes=2,
                 node_cage_links=2)  # fmt: skip
    assert (found["node_leaf_cables"], found["leaf_spine_cables"]) == (512, 512)
    assert (found["switch_cages"], found["node_cages"]) == (512 + 2 * 512, 512)


def test_a_v55_a_node_of_six_cages() -> None:
    """Gaudi 3: 24 links of 200G in six OSFP cages of 800G; three leaves for 16 nodes, 32 down."""
    plan = plan_fabric(FabricRequest(nodes=16, rails=6, radix=64, rate_gbps=800))
    assert (plan.leaf, plan.leaves.down, plan.leaf_up) == (3, 32, 32)
    assert node_cages(plan, 1) == 16 * 6
    assert switch_cages(plan, 1) == 16 * 6 + 2 * plan.leaf_spine_cables


def test_a_v40_ethernet_of_a_gb200_scalable_unit() -> None:
    """144 trays of 4 × 200G at 5 : 3 on switches of 64 × 800G, by a summary of RA-11338-001.

    40 ports down and 24 up: 160 links of 200G a leaf, so that four take 576 links. 16 ports of 800G
    to storage without blocking. Switch counts are not published.
    """
    down, up = split_ports(64, 5 / 3)
    assert (down, up) == (40, 24)
    found = calc(
        nodes=144, rails=4, radix=64, rate_gbps=200, breakout=4, leaf_policy="pooled",
        oversubscription=5 / 3,
    )  # fmt: skip
    assert found["leaf"] == 4
    assert found["oversubscription"] == (pytest.approx(5 / 3),)


@pytest.mark.parametrize("each", [1, 2, 4])
@pytest.mark.parametrize(
    "more",
    [{}, {"rails": 8, "leaf_policy": "rail-per-su"}, {"planes": 2}, {"breakout": 2},
     {"topology": "torus", "shape": (4, 4)}, {"topology": "dragonfly-plus", "shape": (2, 4, 4)},
     {"rails": 8, "topology": "rail-only"}, {"nodes": 3000}],
    ids=str,
)  # fmt: skip
def test_no_cage_holds_more_than_its_links_and_none_is_empty(
    each: int, more: dict[str, object]
) -> None:
    fields: dict[str, object] = {"nodes": 70, "radix": 64, "rate_gbps": 400.0, **more}
    plan = plan_fabric(FabricRequest(**fields))  # type: ignore[arg-type]  # fields by name
    ends = plan.endpoints * plan.planes
    split = plan.request.breakout
    trunks = 2 * (plan.leaf_spine_cables + plan.spine_core_cables) * split
    assert -(-ends // each) + -(-trunks // each) <= switch_cages(plan, each) <= ends + trunks
    assert switch_cages(plan, 1) == ends + trunks
