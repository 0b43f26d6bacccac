"""Every single loss of a switch: who loses links, what is left, alike switches in one line."""

import random

import numpy as np
import pytest

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.network_report import FabricReport, SwitchLoss
from designer.engine.subjects.fabrics.alike import kinds_of
from designer.engine.subjects.fabrics.carrying import carried, left_without, worst_loss
from designer.engine.subjects.fabrics.graph import Graph
from designer.engine.subjects.fabrics.switch_losses import left_without_each
from designer.model.design import Design
from tests.helpers.fabric_graphs import graph, leaf_spine
from tests.unit.test_engine_fabrics import NODE, SHIPPED, SWITCH, fabric_of, hall, pod


def losses(design: Design, catalog: Catalog) -> tuple[SwitchLoss, ...]:
    return evaluate(design, catalog).fabrics[0].switch_losses


def test_a_rail_leaf_takes_one_rail_of_every_node_of_its_unit() -> None:
    found = losses(*hall(64, 16, 8))
    leaf, spine = found
    assert (leaf.tier, leaf.number, leaf.ends, leaf.nodes) == ("leaf", 16, 32, 32)
    assert (leaf.cut_ends, leaf.cut_nodes, leaf.state) == (32, 0, "warning")
    assert [len(group.switches) for group in leaf.groups] == [8, 8], "eight rails, two units"
    assert leaf.groups[0].racks == ("r00", "r01", "r02", "r03")
    assert leaf.groups[1].racks == ("r04", "r05", "r06", "r07")
    assert all(group.partly == () for group in leaf.groups)
    assert (spine.tier, spine.number, spine.nodes, spine.state) == ("spine", 8, 0, "ok")


def test_what_is_left_is_what_the_worst_single_loss_says() -> None:
    report = fabric_of(pod(4), "compute")
    assert report.worst_failure is not None
    whole = report.bisection_gbps
    assert whole is not None
    left = [loss.bisection_gbps / whole for loss in report.switch_losses if loss.bisection_gbps]
    assert min(left) == pytest.approx(report.worst_failure.bisection_ratio)


def test_every_drawn_switch_with_links_stands_in_one_line() -> None:
    report = fabric_of(pod(4), "storage")
    keys = [key for loss in report.switch_losses for group in loss.groups for key in group.switches]
    assert len(keys) == len(set(keys))
    every = sum(loss.number for loss in report.switch_losses)
    assert every == report.placed_leaf + report.placed_spine
    rest = [loss for loss in report.switch_losses if any(group.rest for group in loss.groups)]
    assert [(loss.tier, loss.nodes) for loss in rest] == [("leaf", 0), ("spine", 0)]
    assert len(keys) + sum(loss.number for loss in rest) == every


def test_a_leaf_that_alone_joins_devices_cuts_them_off() -> None:
    report = fabric_of(pod(1), "out-of-band")
    first = report.switch_losses[0]
    assert (first.nodes, first.cut_nodes, first.state) == (48, 48, "error")
    assert first.bisection_gbps is None, "leaves that nothing joins carry nothing between them"


def test_the_report_of_losses_stays_small() -> None:
    compute = fabric_of(pod(16), "compute")
    switches = compute.placed_leaf + compute.placed_spine + compute.placed_core
    assert len(compute.switch_losses) <= 4
    told = sum(len(loss.model_dump_json()) for loss in compute.switch_losses)
    assert told < 60 * switches, "a key for each switch and hardly more"


def test_nodes_of_a_rack_that_keep_their_links_are_told_apart() -> None:
    design, catalog = hall(12, 2, 2, leaf_policy="pooled", rails=1)
    first = losses(design, catalog)[0].groups[0]
    told = set(first.racks) | {rack for rack, _ in first.partly}
    assert told
    for _, keys in first.partly:
        assert all(key.startswith("n") for key in keys)


def test_gpus_are_those_of_the_nodes_that_lose_a_link() -> None:
    leaf = losses(*hall(32, 8, 4))[0]
    assert leaf.groups[0].gpus == 32 * 8
    unknown = NODE.evolve(gpus=None, compute=NODE.compute)
    design, catalog = hall(32, 8, 4)
    figure = losses(design, catalog.overlay((unknown,)))[0].groups[0].figure("gpus")
    assert figure.gaps or figure.exact


def test_ports_that_nobody_states_leave_what_is_left_open() -> None:
    design, catalog = hall(32, 8, 4)
    unknown = SWITCH.evolve(ports=())
    report = evaluate(design, catalog.overlay((unknown,))).fabrics[0]
    assert all(loss.bisection_gbps is None for loss in report.switch_losses)


def test_a_drag_is_told_without_measuring_and_the_next_report_has_all() -> None:
    design, catalog = hall(32, 8, 4)
    evaluator = Evaluator(catalog)
    first = evaluator.report(design).fabrics[0]
    assert evaluator.report(design).fabrics[0] is first


def random_graph(seed: int) -> Graph:
    rng = random.Random(seed)
    hosts = [rng.randint(0, 6) for _ in range(rng.randint(2, 5))]
    tiers, units, places, trunks = leaf_spine(hosts, rng.randint(1, 4), rng.randint(1, 3))
    kept = [trunk for trunk in trunks if rng.random() < 0.85]
    return graph(tiers, units, places, kept or trunks)


@pytest.mark.parametrize("seed", range(40))
def test_bounds_of_what_is_left_hold_what_is_measured(seed: int) -> None:
    made = random_graph(seed)
    full = made.endpoints // 2
    intact = carried(made, full)
    if intact.parts != 1:
        return
    found = left_without_each(made, intact, kinds_of(made), worst_loss(made, intact))
    assert set(found) == set(np.flatnonzero(np.bincount(
        np.concatenate((made.place, made.a, made.b)), minlength=made.places)).tolist())  # fmt: skip
    for place, bounds in found.items():
        exact = left_without(made, place)
        assert bounds.low <= exact.low, place
        assert exact.high <= bounds.high, place


def test_shipped_designs_say_it_of_every_fabric() -> None:
    report = evaluate(pod(1), SHIPPED)
    assert all(isinstance(fabric, FabricReport) for fabric in report.fabrics)
    assert all(fabric.switch_losses for fabric in report.fabrics)
    compute = next(fabric for fabric in report.fabrics if fabric.id == "compute")
    assert (compute.gpus, compute.node_parts) == (248, ("dgx-h100",))
