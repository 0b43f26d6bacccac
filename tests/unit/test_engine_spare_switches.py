"""A switch beyond the rule: names move on by one place, and nothing that was measured changes."""

from functools import cache
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.document.edits import place_device
from designer.engine.evaluate import Evaluator
from designer.engine.subjects.fabrics.measures import Measures, linked_alike
from designer.model.design import Cable, Design
from designer.planning.templates import build
from designer.wiring.network import NetworkExpander, expand_network
from designer.wiring.network_columns import FabricWiring
from designer.wiring.network_links import leaf_spine_trunks
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_size import plan_fabric
from tests.helpers.losses_told import with_losses

SHIPPED = load_shipped()


@cache
def pod() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "4"}, SHIPPED)


@cache
def with_spare() -> Design:
    """The first rack by name takes one more leaf, which so stands before all others."""
    return place_device(SHIPPED, "qm9700", "A01")(pod())


def compute(design: Design) -> FabricWiring:
    return expand_network(design, SHIPPED).fabrics[0]


def fabric_fields(**more: object) -> Design:
    fabrics = (pod().fabrics[0].evolve(**more), *pod().fabrics[1:])
    return pod().evolve(fabrics=fabrics)


def test_a_spare_leaf_keeps_the_links_and_takes_the_first_place() -> None:
    expander = NetworkExpander(SHIPPED)
    before = expander.expand(pod()).fabrics[0]
    after = expander.expand(with_spare()).fabrics[0]
    assert after is not before
    assert after.links is before.links
    (new,) = {d.id for d in with_spare().devices} - {d.id for d in pod().devices}
    first = before.first_place
    assert after.key(first) == new
    assert after.key(first + 1) == before.key(first)
    fresh = compute(with_spare())
    assert [after.key(first + n) for n in range(len(after.places))] == [
        fresh.key(first + n) for n in range(len(fresh.places))
    ]


def test_what_a_fabric_carries_is_measured_once_for_a_spare_leaf() -> None:
    asked: list[FabricWiring] = []
    measures = Measures()

    def carried(wiring: FabricWiring) -> dict[str, Any]:
        asked.append(wiring)
        return {"islands": len(asked)}

    before, after = compute(pod()), compute(with_spare())
    for wiring in (before, after, before):
        assert measures.fields(wiring, lambda: carried(wiring)) == {"islands": 1}  # noqa: B023 - called at once
    assert asked == [before]
    faster = compute(fabric_fields(oversubscription=2.0))
    assert measures.fields(faster, lambda: carried(faster)) == {"islands": 2}


@pytest.mark.parametrize(
    "other",
    [
        lambda: fabric_fields(oversubscription=2.0),
        lambda: fabric_fields(rate_gbps=200),
        lambda: fabric_fields(planned_nodes=200),
        lambda: pod().evolve(racks=pod().racks[1:]),
        lambda: pod().evolve(
            cables=(Cable(id="k", a="A01/dgx1", b="A02/dgx1", fabric=pod().fabrics[0].id),)
        ),
    ],
    ids=["rule", "rate", "planned", "a rack less", "a cable by hand"],
)
def test_graphs_that_differ_are_not_alike(other: Any) -> None:
    one = compute(pod())
    assert linked_alike(one, compute(pod()))
    assert linked_alike(one, compute(with_spare()))
    assert not linked_alike(one, compute(other()))
    assert not linked_alike(compute(other()), one)


def test_a_report_with_a_spare_leaf_is_that_from_nothing() -> None:
    evaluator = Evaluator(SHIPPED)
    evaluator.report(pod())
    for design in (with_spare(), pod(), fabric_fields(oversubscription=2.0), with_spare()):
        found, fresh = with_losses(evaluator, design), Evaluator(SHIPPED).report(design)
        assert found.fabrics == fresh.fabrics
        assert found.checks == fresh.checks


def test_plans_of_equal_requests_are_equal_and_share_their_trunks() -> None:
    request = FabricRequest(nodes=127, rails=8, radix=64, rate_gbps=400, leaf_policy="rail-per-su")
    one, same = plan_fabric(request), plan_fabric(request)
    assert one == same
    assert leaf_spine_trunks(one) is leaf_spine_trunks(same)
    fewer = plan_fabric(FabricRequest(nodes=64, rails=8, radix=64, rate_gbps=400))
    assert fewer != one
