"""What endpoints exchange is told of those with a link, all of it by one count of them."""

import random
from dataclasses import replace

import numpy as np
import pytest

from designer.engine.evaluate import evaluate
from designer.engine.fabric_graph.loads import finished
from designer.engine.network_report import FabricLoss, FabricReport
from designer.engine.subjects.fabrics.any_topology import as_near_as_it_comes
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.carrying import carried
from designer.engine.subjects.fabrics.exchanging import exchanged, exchanged_by_few
from designer.engine.subjects.fabrics.graph import islands
from designer.engine.subjects.fabrics.loss_effects import Left
from designer.engine.subjects.fabrics.loss_rows import Rows
from designer.engine.subjects.fabrics.losses import Gone
from designer.engine.subjects.fabrics.writing import written
from designer.model.design import Cable
from designer.model.figures import Figure
from designer.wiring.network import expand_network
from tests.helpers.fabric_graphs import graph, lacking, leaf_spine, rails_of_nodes, random_parts
from tests.helpers.fabric_views import shipped, superpod
from tests.unit.test_engine_fabrics import hall

_HAIR = 1e-9


def with_leaves(many: int) -> FabricReport:
    """The compute fabric of one scalable unit with so many of its eight leaves."""
    design = superpod(1)
    every = [slot for one in design.assemblies for slot in one.slots]
    gone = [one for one in every if (one.fabric, one.tier) == ("compute", "leaf")][many:]
    assemblies = tuple(
        one.evolve(slots=tuple(slot for slot in one.slots if slot not in gone))
        for one in design.assemblies
    )
    reports = evaluate(design.evolve(assemblies=assemblies), shipped()).fabrics
    return next(one for one in reports if one.id == "compute")


@pytest.mark.parametrize(("leaves", "unlinked"), [(3, 155), (5, 93), (7, 31)])
def test_linked_rails_of_a_unit_that_lacks_leaves_exchange_at_full_rate(
    leaves: int, unlinked: int
) -> None:
    """31 links down, 32 up: what hangs on the leaves that are there is not oversubscribed.

    Once their bisection among all 248 was the ceiling of what 155 exchange: below what they do,
    and a worst pairing that was called exact at 0.25.
    """
    found = with_leaves(leaves)
    assert found.unlinked_endpoints == unlinked
    assert (found.all_to_all_ratio, found.all_to_all_ceiling_ratio) == (1.0, 1.0)
    pairing = found.figure("permutation_ratio")
    assert (pairing.low, pairing.high) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("leaves", "share", "most"), [(16, 1.0, 1.0), (15, 0.5, 0.5), (8, 0.5, 0.5)]
)
def test_an_endpoint_without_a_plane_sends_half_of_what_it_is_to_send(
    leaves: int, share: float, most: float
) -> None:
    """16 nodes of 4 rails in 2 planes on 16 leaves: without one leaf 8 rails have one of their two
    links, without eight all have one."""
    design, catalog = hall(16, leaves, 8, rails=4, planes=2, su_nodes=8)
    found = evaluate(design, catalog).fabrics[0]
    assert found.unlinked_endpoints == 0
    assert found.all_to_all_ratio == pytest.approx(share)
    assert found.all_to_all_ceiling_ratio == pytest.approx(most)
    pairing = found.figure("permutation_ratio")
    assert pairing.low == pytest.approx(share / 2)
    assert pairing.high == pytest.approx(most)


def told(seed: int) -> dict[str, Figure]:
    """What is told of a random fabric that lacks switches and links; nothing of several islands."""
    draw = random.Random(seed)
    owners, planes = None, 1
    if seed % 3 == 0:
        parts = random_parts(draw)
    elif seed % 3 == 1:
        parts, owners = rails_of_nodes(draw)
    else:
        leaves, planes = draw.randint(1, 2) * 2, 2
        each = leaf_spine([0] * leaves, draw.randint(1, 2), draw.randint(1, 2))
        hosts = [[at, at + 1] for at in range(0, leaves, 2) for _ in range(draw.randint(1, 4))]
        parts = (*each[:2], hosts, each[3])
    tiers, units, hosts, kept, lost = lacking(draw, parts)
    it = replace(graph(tiers, units, hosts, kept, lost, owners=owners), planes=planes)
    if islands(it) != 1:
        return {}
    if not it.halves[0]:
        return exchanged_by_few(it)
    known = carried(it, 1)
    return exchanged(it, finished(as_near_as_it_comes(it, known.bounds)))


def test_no_bounds_cross_whatever_a_fabric_lacks() -> None:
    ways = 0
    for seed in range(240):
        found = told(seed)
        if not found:
            continue
        ways += 1
        share, most = found["all_to_all_ratio"], found["all_to_all_ceiling_ratio"]
        assert share.low <= most.high + _HAIR, seed
        pairing = found["permutation_ratio"]
        assert pairing.low == pytest.approx(share.low / 2), seed
        assert pairing.low <= pairing.high, seed
    assert ways > 100


def stub() -> FabricReport:
    """Ten endpoints on each of two switches with two cables between, and one on a third."""
    design, catalog = hall(21, 3, rails=1, topology="hand-drawn", leaf_policy="pooled", su_nodes=0)
    pairs = [(f"n{at:03d}", f"leaf0{at // 10}") for at in range(21)]
    pairs += [("leaf00", "leaf01"), ("leaf00", "leaf01"), ("leaf01", "leaf02")]
    cables = tuple(Cable(id=f"c{at:02d}", fabric="f", a=a, b=b) for at, (a, b) in enumerate(pairs))
    return evaluate(design.evolve(cables=cables), catalog).fabrics[0]


def cables_of(found: FabricReport, lower: str) -> list[FabricLoss]:
    return [one for one in found.losses if one.what == "cable" and one.ids[0] == lower]


def test_cables_of_nodes_have_a_row_where_some_endpoint_has_none() -> None:
    (row,) = cables_of(with_leaves(7), "node")
    assert (row.number, row.ends, row.cut_ends) == (217, 1, 1)
    # 93 links intact; 247 are left, of which 123 are one half: 31 without a link and 92 others.
    left = row.figure("bisection_gbps")
    assert left.low <= 92 * 400 <= left.high


def test_the_only_link_of_some_endpoint_leaves_what_the_others_exchange() -> None:
    """Ten and eleven were halves, two cables between; without the odd one ten and ten are."""
    (row,) = cables_of(stub(), "node")
    assert row.number == 21
    left = row.figure("bisection_gbps")
    # Without one of the ten on the first switch nine stand there, one is parted: three links.
    assert (left.low, left.high) == (1 * 400, 3 * 400)


def test_an_endpoint_with_one_link_of_two_planes_is_lost_with_it() -> None:
    design, catalog = hall(16, 15, 8, rails=4, planes=2, su_nodes=8)
    rows = cables_of(evaluate(design, catalog).fabrics[0], "node")
    assert [(row.number, row.cut_ends) for row in rows if row.cut_ends] == [(8, 1)]
    assert sum(row.number for row in rows) == 120
    assert all(row.figure("bisection_gbps").low > 0 for row in rows)


@pytest.mark.parametrize(
    ("low", "high", "target", "state"),
    [
        (0, 56, None, "unknown"), (1, 56, None, "ok"), (0, 0, None, "error"),
        (40, 56, 80, "unknown"), (0, 20, 80, "warning"), (45, 56, 80, "ok"),
    ],
)  # fmt: skip
def test_what_is_left_within_bounds_is_fine_only_where_all_of_it_is(
    low: int, high: int, target: float | None, state: str
) -> None:
    design, catalog = hall(16, 16, 8, rails=4, su_nodes=8, bisection_target_pct=target)
    wiring = expand_network(design, catalog).fabrics[0]
    none = np.zeros(0, dtype=np.int64)
    left = Left(none, none, 0, 0, 1, Bounds(low, high))
    rows = Rows(wiring, catalog, 56)
    (row,) = finished(rows.of_losses([(Gone("rack", ("r",), none, none), left)]))
    assert row.state == state


def test_parts_that_are_no_halves_leave_what_a_halving_cuts_of_the_larger() -> None:
    """Twenty endpoints and one are no halves: of the twenty the two cables between still cross."""
    (row,) = [one for one in cables_of(stub(), "leaf") if one.single_point]
    left = row.figure("bisection_gbps")
    assert (row.joins, row.state) == (("leaf01", "leaf02"), "error")
    assert (left.low, left.high) == (400, 800)


def test_a_cable_by_hand_that_does_the_work_of_the_rule_is_one_cable() -> None:
    design, catalog = hall(2, 1, rails=1, leaf_policy="pooled", su_nodes=0)
    laid = Cable(id="c", fabric="f", a="n000", b="leaf00", a_port="1", b_port="9")
    report = evaluate(design.evolve(cables=(laid,)), catalog)
    (found,) = report.fabrics
    assert (found.connected_cables, found.unconnected_cables, found.hand_cables) == (1, 0, 1)
    table = next(one.table for one in written(report) if one.title == "Fabrics")
    assert table is not None
    assert table.rows[0][-1] == "2"
