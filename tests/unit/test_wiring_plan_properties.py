"""What holds for every fabric that the rule builds: ports, links and remedies."""

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from designer.wiring.network_remedies import remedies
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import FabricPlan, plan_fabric
from tests.unit.test_wiring_shapes import ports_used

REQUESTS = st.builds(
    FabricRequest,
    nodes=st.integers(1, 400),
    radix=st.sampled_from([8, 16, 24, 36, 64]),
    rate_gbps=st.just(400.0),
    rails=st.sampled_from([1, 2, 4, 8]),
    leaf_policy=st.sampled_from(["pooled", "rail-per-su", "rail-per-rack"]),
    racks=st.integers(1, 40),
    spine_radix=st.sampled_from([0, 0, 16, 64, 128]),
    oversubscription=st.sampled_from([0.5, 8 / 9, 1.0, 1.5, 2.0, 3.0]),
    spine_oversubscription=st.sampled_from([0.5, 1.0, 2.0, 15.0]),
    spines=st.sampled_from([0, 0, 2, 3, 4, 8, 16]),
    planes=st.sampled_from([1, 2]),
    breakout=st.sampled_from([1, 2]),
    planned_nodes=st.sampled_from([0, 0, 500]),
    tiers=st.sampled_from([0, 0, 2, 3]),
    topology=st.sampled_from(["fat-tree", "fat-tree", "rail-only"]),
)


def built(request: FabricRequest) -> FabricPlan:
    try:
        return plan_fabric(request)
    except FabricError:
        assume(False)
        raise


@given(REQUESTS)
@settings(max_examples=150, deadline=None)
def test_every_port_holds_one_link_and_every_link_has_two(request: FabricRequest) -> None:
    plan = built(request)
    used = ports_used(plan)
    assert max(used.values(), default=1) == 1
    ports = {0: plan.leaf_ports, 1: plan.spine_ports, 2: plan.core_ports}
    ends: Counter[int] = Counter()
    for place, port in used:
        tier = (place >= plan.leaf) + (place >= plan.leaf + plan.spine)
        assert 0 <= port < ports[tier]
        ends[tier] += 1
    # As many ends on either side of each tier as it has links, and free ports are the others.
    assert ends[0] + ends[2] == ends[1]
    assert plan.spine * plan.spine_ports - ends[1] == plan.free_spine_ports
    assert plan.core * plan.core_ports - ends[2] == plan.free_core_ports
    split = request.breakout
    assert -(-ends[0] // split) == plan.leaf_spine_cables
    assert -(-ends[2] // split) == plan.spine_core_cables


@given(REQUESTS)
@settings(max_examples=150, deadline=None)
def test_no_tier_blocks_more_than_asked(request: FabricRequest) -> None:
    plan = built(request)
    asked = (request.oversubscription, request.spine_oversubscription)
    for ratio, most in zip(plan.oversubscription, asked, strict=False):
        assert ratio <= most + 1e-9
    assert plan.leaf * (plan.leaves.down or plan.leaf_ports) >= plan.endpoints
    if request.leaf_policy != "rail-per-rack":
        assert plan.built_nodes >= max(request.nodes, request.planned_nodes)


@given(REQUESTS)
@settings(max_examples=60, deadline=None)
def test_what_is_refused_gets_only_remedies_that_can_be_built(request: FabricRequest) -> None:
    try:
        plan_fabric(request)
    except FabricError:
        for remedy in remedies(request):
            assert plan_fabric(remedy.plan.request) == remedy.plan
            assert remedy.plan.request != request
