"""Cuts that are drawn: they halve the endpoints, count what they cut, and are the worst known."""

from functools import cache

import numpy as np
import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.fabric_graph.loads import finished
from designer.engine.fabric_graph.symmetry import orbits_of
from designer.engine.fabric_map import FabricCuts
from designer.engine.network_report import FabricReport
from designer.engine.report import Report
from designer.engine.subjects.fabrics.any_topology import as_near_as_it_comes, worst_halving
from designer.engine.subjects.fabrics.as_net import net_of_graph
from designer.engine.subjects.fabrics.bisection import bisection
from designer.engine.subjects.fabrics.carrying import graph_of_plan
from designer.engine.subjects.fabrics.cutting import cuts_of
from designer.engine.subjects.fabrics.graph import graph_of
from designer.model.design import Design
from designer.planning.templates import build
from designer.wiring.network import expand_network
from designer.wiring.network_columns import CONNECTED, FabricWiring
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_size import plan_fabric
from tests.helpers.fabrics_by_hand import with_topology
from tests.unit.test_engine_fabrics import hall

CATALOG = load_shipped()


@cache
def measured(
    template: str, units: int
) -> tuple[tuple[FabricWiring, ...], tuple[FabricReport, ...]]:
    design = build(template, {"scalable_units": str(units)}, CATALOG)
    return expand_network(design, CATALOG).fabrics, evaluate(design, CATALOG).fabrics


def cuts(template: str, units: int, fabric: str = "compute") -> FabricCuts:
    wirings, reports = measured(template, units)
    at = next(n for n, one in enumerate(reports) if one.id == fabric)
    return cuts_of(wirings[at], reports[at])


def test_half_of_four_units_is_fifteen_leaves_and_28_links_of_the_sixteenth() -> None:
    """127 nodes of 8: 508 of 1,016 GPUs are 15 leaves of 32 and 28 GPUs of one more."""
    first = cuts("dgx-superpod-h100", 4).cuts[0]
    assert (first.links, first.ends) == (508, (508, 508))
    assert first.leaves == tuple(range(15))
    assert first.leaf_links == tuple((leaf, 32) for leaf in range(15))
    assert first.nodes == ((15, 28),)
    assert first.spines == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"rails": 4, "planes": 2}, {"planes": 2, "rate_gbps": 200.0, "breakout": 2}, {},
        {"topology": "torus", "shape": (2, 4), "leaf_policy": "pooled"},
    ],
)  # fmt: skip
def test_the_cheapest_halving_known_halves_and_cuts_what_is_told(
    changes: dict[str, object],
) -> None:
    """Of endpoints with a link into each plane all were on one side, and 0 links cut, `proven`."""
    wiring = expand_network(with_topology(1, **changes), CATALOG).find("compute")
    assert wiring is not None
    graph = graph_of(wiring)
    whole = finished(as_near_as_it_comes(graph, bisection(graph, 0)))
    halving = worst_halving(graph, whole.found)
    few, most = graph.halves
    assert few <= int(halving.owner.sum()) <= most
    hung = halving.owner[graph.owner] != halving.place[graph.place]
    crossing = graph.count[halving.place[graph.a] != halving.place[graph.b]]
    assert int(hung.sum() + crossing.sum()) == whole.found.cheapest
    report = next(
        one for one in evaluate(with_topology(1, **changes), CATALOG).fabrics if one.id == "compute"
    )
    for cut in cuts_of(wiring, report, halving).cuts:
        assert abs(cut.ends[0] - cut.ends[1]) <= 1
        assert cut.links * wiring.fabric.rate_gbps >= report.figure("bisection_gbps").low
    nobody = halving._replace(owner=np.zeros_like(halving.owner))
    assert all(min(one.ends) > 0 for one in cuts_of(wiring, report, nobody).cuts)


def test_cuts_of_one_fabric_differ_and_cut_as_many_links() -> None:
    shown = cuts("dgx-superpod-h100", 4)
    assert {one.links for one in shown.cuts} == {508}
    assert len({one.leaves for one in shown.cuts}) == len(shown.cuts) > 1


@pytest.mark.parametrize(
    ("template", "units"),
    [("dgx-superpod-h100", n) for n in (1, 3, 4, 12)] + [("dgx-superpod-gb200", 2)],
)
def test_the_drawn_cut_is_the_worst_that_the_report_knows(template: str, units: int) -> None:
    design = build(template, {"scalable_units": str(units)}, CATALOG)
    evaluator, report = worked_out(design, CATALOG)
    for fabric in report.fabrics:
        shown = evaluator.answer(design, "fabrics", "cuts", {"fabric": fabric.id})
        assert isinstance(shown, FabricCuts)
        if fabric.islands != 1:
            assert (shown.cuts, shown.islands) == ((), fabric.islands)
            continue
        bisection = shown.figure("bisection_gbps")
        assert bisection.high == shown.cuts[0].links * shown.rate_gbps
        assert bisection.low == fabric.bisection_lower_gbps


def worked_out(design: Design, catalog: Catalog) -> tuple[Evaluator, Report]:
    """The evaluator of a design when nothing is left to work out, and its report."""
    evaluator = Evaluator(catalog)
    report = evaluator.report(design)
    while evaluator.work_later():
        pass
    return evaluator, evaluator.report_later() or report


def test_a_cut_counts_every_link_between_its_sides() -> None:
    wirings, reports = measured("dgx-superpod-gb200", 2)
    (wiring,) = [one for one in wirings if one.fabric.id == "compute"]
    links, first = wiring.links, wiring.first_place
    ranks = [np.flatnonzero(wiring.places.tier == tier) for tier in range(3)]
    for cut in cuts_of(wiring, reports[0]).cuts:
        away = np.zeros(len(wiring.places), dtype=bool)
        for mine, side in zip(ranks, (cut.leaves, cut.spines, cut.cores), strict=True):
            away[mine[list(side)]] = True
        trunks = (links.end < 0) & (links.fault == CONNECTED)
        crosses = away[links.a[trunks] - first] != away[links.b[trunks] - first]
        between = int(links.count[trunks][crosses].sum())
        assert between == sum(n for _, n in (*cut.leaf_links, *cut.spine_links))
        assert cut.links == between + sum(n for _, n in cut.nodes)


def test_a_fabric_in_islands_has_no_cut() -> None:
    shown = cuts("dgx-superpod-gb200", 1)
    assert (shown.islands, shown.cuts, shown.bisection_gbps) == (4, (), 0)


def test_without_a_report_nothing_is_said_of_proofs() -> None:
    wirings, _ = measured("dgx-superpod-h100", 1)
    shown = cuts_of(wirings[0], None)
    assert (shown.bisection_gbps, shown.islands) == (None, None)
    assert shown.cuts


SHAPED = {
    "torus": ((4, 4), 64, 4, 8),
    "mesh": ((4, 4), 64, 4, 4),
    "hypercube": ((4,), 64, 4, 8),
    "hyperx": ((4, 4), 128, 8, 16),
    "dragonfly": ((9, 4), 72, 2, 20),
    "dragonfly-plus": ((4, 4, 4), 64, 4, 16),
}
"""Shape, nodes of one rail, nodes of a switch, links of the bisection."""
BETWEEN = {"dragonfly": 1, "dragonfly-plus": 4}
"""Links between two groups."""


@pytest.mark.parametrize("topology", SHAPED)
def test_a_topology_as_drawn_is_exact_and_its_worst_cut_is_drawn(topology: str) -> None:
    shape, nodes, hosts, links = SHAPED[topology]
    plan = plan_fabric(
        FabricRequest(nodes=nodes, radix=64, rate_gbps=400.0, topology=topology, shape=shape,
                      hosts=hosts, global_links=BETWEEN.get(topology, 0))
    )  # fmt: skip
    design, catalog = hall(
        nodes, plan.leaf, plan.spine, rails=1, leaf_policy="pooled", su_nodes=0,
        topology=topology, shape=shape, hosts=hosts, global_links=BETWEEN.get(topology, 0),
    )  # fmt: skip
    evaluator, report = worked_out(design, catalog)
    (fabric,) = report.fabrics
    found = evaluator.answer(design, "fabrics", "cuts", {"fabric": fabric.id})
    assert isinstance(found, FabricCuts)
    assert found.cuts[0].links * 400 == fabric.bisection_upper_gbps
    assert sum(found.cuts[0].ends) == nodes
    assert max(found.cuts[0].ends) == nodes // 2
    assert fabric.bisection_upper_gbps == links * 400
    # What a busy machine leaves open in the second that the exact program has is one link.
    assert fabric.bisection_lower_gbps is not None
    assert fabric.bisection_lower_gbps >= (links - 1) * 400
    assert fabric.exact or topology == "dragonfly"


@pytest.mark.parametrize(("topology", "shape"), [("torus", (8, 6, 4)), ("hyperx", (6, 4))])
def test_a_grid_as_planned_is_found_to_be_one_from_its_bundles(
    topology: str, shape: tuple[int, ...]
) -> None:
    """One destination stands for all of them: a report waits for no more."""
    switches = int(np.prod(shape))
    plan = plan_fabric(
        FabricRequest(nodes=4 * switches, radix=64, rate_gbps=400.0, topology=topology,
                      shape=shape, hosts=4)
    )  # fmt: skip
    net = net_of_graph(graph_of_plan(plan))
    assert net.size == switches
    assert len(np.unique(orbits_of(net).vertex)) == 1
