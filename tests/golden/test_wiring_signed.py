"""What hangs on what in small halls, and fabrics by their counts: read and signed, as text.

A change that alters a wiring writes the files anew, with `python -m tests.helpers.signed_wirings`,
and its difference is read before it is committed.
"""

import pytest

from designer.wiring.network_leaves import leaves_of, split_ports
from designer.wiring.network_links import leaf_spine_trunks, spine_core_trunks
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import plan_fabric
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_wirings import FABRICS, FOLDER, REQUESTS, file_of, told, told_of_fabrics


@pytest.mark.parametrize("name", DESIGNS)
def test_a_wiring_is_as_it_was_read_and_signed(name: str) -> None:
    assert told(DESIGNS[name]()) == file_of(name).read_text(encoding="utf-8")


def test_fabrics_by_their_counts_are_as_they_were_read_and_signed() -> None:
    assert told_of_fabrics() == file_of(FABRICS).read_text(encoding="utf-8")


def test_no_file_is_left_of_a_hall_that_is_gone() -> None:
    names = {file_of(name).name for name in (*DESIGNS, FABRICS)}
    assert {file.name for file in FOLDER.iterdir()} == names


TREES = [it for it in REQUESTS if it.topology in ("fat-tree", "rail-only")]
"""Ports of the others are looked at in `test_wiring_shapes`."""


@pytest.mark.parametrize("request_", TREES, ids=range(len(TREES)))
def test_no_port_is_used_twice_and_none_beyond_those_of_the_switch(
    request_: FabricRequest,
) -> None:
    try:
        plan = plan_fabric(request_)
    except FabricError:
        return
    used: set[tuple[str, int, int]] = set()
    sides = (
        (leaf_spine_trunks(plan), ("leaf", plan.leaf_ports), ("spine", plan.spine_ports)),
        (spine_core_trunks(plan), ("spine", plan.spine_ports), ("core", plan.core_ports)),
    )
    for trunks, *ends in sides:
        for (tier, ports), switches, firsts in zip(
            ends, (trunks.a, trunks.b), (trunks.a_port, trunks.b_port), strict=True
        ):
            rows = zip(switches.tolist(), firsts.tolist(), trunks.count.tolist(), strict=True)
            for switch, first, count in rows:
                assert 0 <= first < first + count <= ports
                taken = {(tier, switch, port) for port in range(first, first + count)}
                assert not taken & used
                used |= taken
    leaves = plan.leaves.uplinks() * plan.planes if plan.spine else 0
    assert sum(tier == "leaf" for tier, _, _ in used) == leaves
    assert sum(tier == "core" for tier, _, _ in used) == plan.spines.spine_up_links * plan.planes


def test_units_without_a_feed_have_no_end_and_break_no_graph() -> None:
    """A unit that names no feed is a node without ends; the columns failed on it."""
    assert "no power z1: no feed" in told(DESIGNS["air units of no known size"]())


def test_leaves_alone_hold_what_their_ports_take() -> None:
    """Out-of-band switches: three leaves of eight ports, and not the 0 nodes of one more tier."""
    plan = plan_fabric(FabricRequest(nodes=20, radix=8, rate_gbps=1, tiers=1))
    assert (plan.leaf, plan.spines.max_nodes) == (3, 24)
    rails = FabricRequest(
        nodes=64, rails=8, radix=64, rate_gbps=400, leaf_policy="rail-per-su", su_nodes=32, tiers=1
    )
    assert plan_fabric(rails).spines.max_nodes == 64


@pytest.mark.parametrize("blocking", [1.0, 1.25, 4 / 3, 1.5, 2.0, 3.0, 7.5])
def test_uplinks_of_a_leaf_fit_the_ports_that_nodes_leave(blocking: float) -> None:
    """Leaves of many sizes, with a scalable unit of every size that one can serve."""
    for radix in range(2, 80, 3):
        down, up = split_ports(radix, blocking)
        for su_nodes in range(1, down + 1):
            request = FabricRequest(
                nodes=2 * su_nodes, rails=2, radix=radix, rate_gbps=1, su_nodes=su_nodes,
                leaf_policy="rail-per-su", oversubscription=blocking,
            )  # fmt: skip
            leaves = leaves_of(request, radix)
            assert leaves.down == su_nodes
            assert leaves.up <= up
            assert su_nodes / leaves.up <= blocking + 1e-3
