"""Every single loss of a fabric: racks with all in them, feeds, cables; and what is left then."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.network_report import FabricLoss, FabricReport
from designer.engine.page import Section
from designer.engine.report import Report
from designer.engine.subjects.fabrics.carrying import carried
from designer.engine.subjects.fabrics.graph import graph_of
from designer.engine.subjects.fabrics.loss_effects import Losing
from designer.engine.subjects.fabrics.losses import Gone, racks_lost
from designer.engine.subjects.fabrics.mapping import fabric_map_of
from designer.engine.subjects.fabrics.writing import written
from designer.model.design import Cable, Design
from designer.planning.templates import build
from designer.render.fabric_losses import loss_rows, thing_of
from designer.render.fabric_things import FabricIndex
from designer.wiring.network import expand_network
from tests.helpers.fabrics_by_hand import by_hand
from tests.unit.test_engine_fabrics import hall

SHIPPED = load_shipped()


@cache
def pod(units: int) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": str(units)}, SHIPPED)


@cache
def report_of(units: int) -> Report:
    return evaluate(pod(units), SHIPPED)


def fabric(report: Report, fabric_id: str = "compute") -> FabricReport:
    return next(one for one in report.fabrics if one.id == fabric_id)


def losses(found: FabricReport, kind: str) -> list[FabricLoss]:
    return [loss for loss in found.losses if loss.what == kind]


def test_one_rack_with_all_spines_leaves_nothing_of_four_scalable_units() -> None:
    """RA-11333-001 puts all spines of four units in one rack: 32 leaves are islands without it."""
    worst = fabric(report_of(4)).losses[0]
    assert (worst.what, worst.number, worst.switches, worst.nodes) == ("rack", 1, 16, 0)
    assert (worst.islands, worst.bisection_gbps, worst.all_to_all_ratio) == (32, 0.0, 0.0)
    assert (worst.single_point, worst.state) == (True, "error")
    (rack,) = worst.ids
    spines = [device for device in pod(4).devices if device.rack == rack]
    slots = next(one for one in pod(4).racks if one.id == rack)
    assert spines or slots.assembly


def test_the_written_report_names_that_rack() -> None:
    report = report_of(4)
    (rack,) = fabric(report).losses[0].ids
    sections = {section.title: section for section in written(report)}
    table = sections["Single losses of racks, feeds and cables"].table
    assert table is not None
    name = fabric(report).name
    (row,) = [row for row in table.rows if row[:2] == (name, f"rack {rack}")]
    assert row[2:] == ("16", "0", "0", "0", "32", "0 GB/s", "0.00")


def test_racks_of_nodes_are_one_row_and_take_their_nodes_alone() -> None:
    rows = [loss for loss in losses(fabric(report_of(4)), "rack") if loss.nodes == 4]
    assert [(loss.number, loss.hit_nodes, loss.gpus_lost) for loss in rows] == [(31, 0, 32.0)]
    # 1,016 rails less 32: half of what is left, at 400 Gb/s.
    assert rows[0].bisection_gbps == (1016 - 32) // 2 * 400


def test_racks_of_leaves_cut_off_the_nodes_of_their_units() -> None:
    rows = [loss for loss in losses(fabric(report_of(4)), "rack") if loss.cut_nodes]
    assert [(loss.switches, loss.cut_nodes, loss.gpus_cut) for loss in rows] == [
        (16, 64, 512.0), (16, 63, 504.0),
    ]  # fmt: skip


def test_feeds_that_devices_outlive_take_nothing() -> None:
    (row,) = losses(fabric(report_of(1)), "feed")
    assert (row.switches, row.nodes, row.single_point) == (0, 0, False)
    assert row.bisection_gbps == fabric(report_of(1)).bisection_gbps


def test_a_feed_that_switches_hang_on_alone_takes_them() -> None:
    """Every rack on feed A alone: its loss takes all switches and nodes."""
    design = pod(1)
    one_feed = tuple(
        assembly.evolve(
            slots=tuple(slot.evolve(feed="A") if slot.feed else slot for slot in assembly.slots)
        )
        for assembly in design.assemblies
    )
    found = fabric(evaluate(design.evolve(assemblies=one_feed), SHIPPED))
    (row,) = [loss for loss in losses(found, "feed") if loss.switches]
    assert "A" in row.ids
    assert (row.switches, row.nodes) == (12, 31)
    assert row.bisection_gbps == 0


def test_one_cable_of_a_full_fabric_takes_one_cable_of_bisection() -> None:
    found = fabric(report_of(1))
    rows = {loss.ids: loss for loss in losses(found, "cable")}
    assert set(rows) == {("leaf", "spine"), ("node", "leaf")}
    assert rows["leaf", "spine"].number == 256
    assert rows["node", "leaf"].number == 248
    assert rows["node", "leaf"].cut_ends == 1
    # 247 rails are left: 123 in the smaller half.
    assert rows["node", "leaf"].bisection_gbps == 123 * 400


def test_all_to_all_is_bracketed_and_says_what_limits_it() -> None:
    full, thin = fabric(report_of(4)), fabric(report_of(4), "storage")
    assert full.worked_out
    assert (full.all_to_all_ratio, full.all_to_all_ceiling_ratio) == (1.0, 1.0)
    assert full.all_to_all_limit == ()
    pairing = full.figure("permutation_ratio")
    assert (pairing.low, pairing.high) == (0.5, 1.0)
    assert thin.all_to_all_ratio is not None
    assert thin.all_to_all_ratio < 1 <= len(thin.all_to_all_limit)


def test_oversubscription_is_that_of_what_is_drawn() -> None:
    tiers = fabric(report_of(4)).drawn_tiers
    assert [(tier.tier, tier.worst_ratio) for tier in tiers] == [("leaf", 1.0)]
    assert tiers[0].ratio == pytest.approx(1016 / 1024)
    lacking = pod(1)
    spine = next(
        slot for assembly in lacking.assemblies for slot in assembly.slots
        if slot.fabric == "compute" and slot.tier == "spine"
    )  # fmt: skip
    fewer = lacking.evolve(
        assemblies=tuple(
            one.evolve(slots=tuple(slot for slot in one.slots if slot is not spine))
            for one in lacking.assemblies
        )
    )
    (leaf,) = fabric(evaluate(fewer, SHIPPED)).drawn_tiers
    assert leaf.worst_ratio == pytest.approx(31 / 24)


def test_a_report_does_not_wait_for_losses_and_keeps_them_while_links_stay() -> None:
    evaluator = Evaluator(SHIPPED)
    at_once = evaluator.report(pod(1))
    assert not fabric(at_once).worked_out
    while evaluator.work_later():
        pass
    after = evaluator.report_later()
    assert after is not None
    assert fabric(after).worked_out
    renamed = evaluator.report(pod(1).evolve(note="seen"))
    assert fabric(renamed) is fabric(after)
    evaluator.work_later()
    assert evaluator.report_later() is None


def test_sections_are_left_out_where_nothing_was_worked_out() -> None:
    titles = [section.title for section in written(Evaluator(SHIPPED).report(pod(1)))]
    assert "Single losses of switches" in titles
    assert not {"What fabrics carry", "Single losses of racks, feeds and cables"} & set(titles)
    assert all(isinstance(section, Section) for section in written(report_of(1)))


def test_ranked_losses_begin_with_what_parts_those_that_run() -> None:
    for found in (fabric(report_of(4)), fabric(report_of(4), "storage")):
        points = [bool(loss.single_point) for loss in found.losses]
        assert points == sorted(points, reverse=True)
        left = [
            loss.figure("bisection_ratio").low for loss in found.losses if not loss.single_point
        ]
        assert left == sorted(left)


@pytest.mark.parametrize(("units", "fabric_id"), [(1, "compute"), (4, "compute"), (4, "storage")])
def test_what_is_known_at_once_of_a_loss_contains_what_is_left_when_it_is_cut_anew(
    units: int, fabric_id: str
) -> None:
    """Every rack, and pairs of racks: a loss that no bound was made for."""
    (wiring,) = [
        one for one in expand_network(pod(units), SHIPPED).fabrics if one.fabric.id == fabric_id
    ]
    graph = graph_of(wiring)
    intact = carried(graph, graph.endpoints // 2)
    losing = [Losing(wiring, graph, intact, joined=False) for _ in range(2)]
    racks = list(racks_lost(wiring))
    pairs = [
        Gone("rack", (*a.ids, *b.ids), np.concatenate((a.places, b.places)),
             np.concatenate((a.nodes, b.nodes)))
        for a, b in pairwise(racks)
    ]  # fmt: skip
    wide = 0
    for gone in (*racks, *pairs):
        at_once, anew = (one.left(gone, cut_anew=n > 0) for n, one in enumerate(losing))
        assert at_once.bounds is not None
        assert anew.bounds is not None
        assert at_once.bounds.low <= anew.bounds.low <= anew.bounds.high <= at_once.bounds.high
        assert (at_once.islands, at_once.cut_ends) == (anew.islands, anew.cut_ends)
        wide += not at_once.bounds.exact
        # Cut without any bound that was known before, it lies inside as well.
        owners = np.flatnonzero(np.isin(wiring.endpoints.node, gone.nodes))
        after = graph.without_owners(owners).without_all(gone.places)
        bare = carried(after, after.endpoints // 2).bounds
        assert at_once.bounds.low <= bare.high
        assert bare.low <= at_once.bounds.high
    assert wide or units == 1


@pytest.mark.parametrize("fabric_id", ["compute", "storage", "in-band"])
def test_a_row_of_switches_names_one_of_its_tier(fabric_id: str) -> None:
    """Storage of four units has as many spines as leaves of one kind: a number tells neither."""
    found = fabric(report_of(4), fabric_id)
    wiring = expand_network(pod(4), SHIPPED).find(fabric_id)
    assert wiring is not None
    index = FabricIndex(fabric_map_of(wiring, SHIPPED))
    switch_rows = [row for row in loss_rows(found, index) if row.form == "switch"]
    assert {row.tier for row in switch_rows} >= {"leaf", "spine"}
    met = [(row, thing_of(row, index)) for row in switch_rows]
    assert all(thing is not None and thing.what == row.tier for row, thing in met)
    assert len({thing for _, thing in met}) == len(met), "no two rows lose the same switch"


def test_what_no_feed_is_known_to_run_may_go_with_any() -> None:
    """The rack of the compute switches has no rack PDU: nobody knows which feed runs them."""
    design = pod(1)
    assemblies = tuple(
        one.evolve(slots=tuple(slot for slot in one.slots if not slot.feed))
        if one.id == "compute-net-01"
        else one
        for one in design.assemblies
    )
    report = evaluate(design.evolve(assemblies=assemblies), SHIPPED)
    for loss in losses(fabric(report), "feed"):
        assert (loss.state, loss.single_point, loss.islands) == ("unknown", None, None)
        left = loss.figure("bisection_gbps")
        assert (left.value, left.low) == (None, 0.0)
        assert "which devices have power" in left.gaps[0].ref
    assert losses(fabric(report), "feed")
    assert {loss.state for loss in losses(fabric(report, "storage"), "feed")} == {"ok"}


def test_a_fabric_in_islands_tells_who_loses_a_link_with_a_cable() -> None:
    """Every node of a superpod has one link to its out-of-band switch, and no more."""
    found = fabric(report_of(1), "out-of-band")
    assert found.islands is not None
    assert found.islands > 1
    rows = losses(found, "cable")
    assert sum(row.number for row in rows) == found.connected_cables
    (row,) = [row for row in rows if row.cut_nodes]
    assert (row.ids, row.hit_nodes, row.cut_nodes, row.cut_ends) == (("node", "leaf"), 1, 1, 1)
    assert (row.state, row.single_point, row.bisection_gbps) == ("warning", False, None)


def test_a_cable_that_parts_an_island_is_a_single_point() -> None:
    """Four nodes and one meet over a spine by one cable each; four others are by themselves."""
    design = by_hand(joined=True, apart=True)
    node, leaf = "A03/n1", "B05/cleaf03"
    cables = tuple(one for one in design.cables if one.id != "c9")
    cables += (
        Cable(id="c90", fabric="compute", a="B05/cspine01", b=leaf),
        Cable(id="c91", fabric="compute", a=node, b=leaf),
    )
    found = fabric(evaluate(design.evolve(cables=cables), SHIPPED))
    assert found.islands == 2
    rows = {(row.ids, row.single_point): row for row in losses(found, "cable")}
    parts, spare = rows[("leaf", "spine"), True], rows[("leaf", "spine"), False]
    assert (parts.number, parts.islands, parts.state) == (2, 3, "error")
    assert (spare.number, spare.islands) == (2, None)
    assert rows[("node", "leaf"), False].number == 9


def test_every_leaf_of_rails_that_meet_over_nvlink_leaves_the_same() -> None:
    """Of four rails a node has four leaves: none of them alone parts it from the others."""
    design = build("dgx-superpod-gb200", {}, SHIPPED)
    found = fabric(evaluate(design, SHIPPED))
    leaves = [loss for loss in found.losses if loss.tier == "leaf"]
    assert [(loss.number, loss.bisection_gbps) for loss in leaves] == [(32, 108_000.0)]


def test_each_row_of_cables_names_one_that_it_tells_of() -> None:
    design = pod(4)
    joins = {loss.joins: loss for loss in losses(fabric(report_of(4)), "cable")}
    assert len(joins) == 3
    wiring = expand_network(design, SHIPPED).find("compute")
    assert wiring is not None
    links = wiring.links
    made = {(wiring.key(int(a)), wiring.key(int(b))) for a, b in zip(links.a, links.b, strict=True)}
    assert set(joins) <= made
    assert {loss.ids for loss in joins.values()} == {("leaf", "spine"), ("node", "leaf")}
    for other in ("out-of-band", "storage", "in-band"):
        assert all(len(loss.joins) == 2 for loss in losses(fabric(report_of(4), other), "cable"))


def test_a_loss_that_leaves_nothing_between_halves_is_an_error() -> None:
    """Of two nodes one is left without the other's rack: it runs, and reaches nobody."""
    design, catalog = hall(2, 2, rails=1)
    found = evaluate(design, catalog).fabrics[0]
    racks = [loss for loss in losses(found, "rack") if loss.nodes and not loss.switches]
    assert racks
    for loss in racks:
        assert loss.figure("bisection_gbps").high == 0
        assert loss.single_point is False
        assert loss.state == "error"


@pytest.mark.parametrize(("target", "spine", "cable"), [
    (None, "ok", "ok"), (90.0, "ok", "ok"), (99.0, "warning", "ok"), (99.95, "warning", "warning"),
])  # fmt: skip
def test_how_grave_a_loss_is_follows_the_target(
    target: float | None, spine: str, cable: str
) -> None:
    """94.1 % are left without a spine of four units, 99.8 % without a cable."""
    design = pod(4)
    fabrics = tuple(
        one.evolve(bisection_target_pct=target) if one.id == "compute" else one
        for one in design.fabrics
    )
    found = fabric(evaluate(design.evolve(fabrics=fabrics), SHIPPED))
    assert {loss.state for loss in losses(found, "switch") if loss.tier == "spine"} == {spine}
    exact = [one for one in losses(found, "cable") if one.ids[0] == "leaf" and not one.bounds]
    assert {one.state for one in exact} == {cable}
