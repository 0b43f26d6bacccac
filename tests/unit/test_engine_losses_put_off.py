"""The report of an edit cuts no fabric without its switches: bounds at once, what is left soon."""

import gc
import weakref
from collections import Counter
from collections.abc import Callable
from functools import cache, partial

import pytest
from hypothesis import given, settings

from designer.document.document import Document
from designer.document.edits import place_device
from designer.document.placement import first_fit
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.follows import FOLLOWS
from designer.engine.later import PART
from designer.engine.network_report import FabricReport, SwitchLoss
from designer.engine.protocol import change_request, encode, open_request
from designer.engine.report import Report
from designer.engine.subjects.fabrics.carrying import carried, left_without
from designer.engine.subjects.fabrics.graph import Graph
from designer.engine.subjects.fabrics.measures import Measures
from designer.engine.subjects.fabrics.put_off import losses_uncut
from designer.engine.worker import Worker
from designer.model.change import diff
from designer.model.design import Design
from tests.helpers.fabric_views import shipped, superpod
from tests.unit.test_engine_fabric_edited import edited_graphs

pytestmark = pytest.mark.skipif(not FOLLOWS, reason="no work follows a report there")


@cache
def with_a_node(units: int) -> Design:
    """Return the reference design with one more node, which joins the networks of its part."""
    document = Document(superpod(units))
    layout = document.layout
    rack = next(r for r in layout.racks if first_fit(layout, shipped(), "dgx-h100", r) is not None)
    document.apply("drop", place_device(shipped(), "dgx-h100", rack, known=layout))
    return document.design


def compute(report: Report) -> FabricReport:
    return next(one for one in report.fabrics if one.id == "compute")


def opened(design: Design) -> Evaluator:
    evaluator = Evaluator(shipped())
    evaluator.whole(design)
    return evaluator


def _counted(made: Counter[str], name: str, plain: Callable[..., Graph]) -> Callable[..., Graph]:
    def counted(*args: object) -> Graph:
        made[name] += 1
        return plain(*args)

    return counted


def cuts_counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the graphs that are made without a switch."""
    made: Counter[str] = Counter()
    for name in ("without", "without_all"):
        plain: Callable[..., Graph] = getattr(Graph, name)
        monkeypatch.setattr(Graph, name, _counted(made, name, plain))
    return made


def test_the_report_of_an_edit_cuts_no_graph_without_a_switch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evaluator = opened(superpod(1))
    made = cuts_counted(monkeypatch)
    evaluator.report(with_a_node(1))
    assert not made
    while evaluator.work_later():
        pass
    assert made["without"] > 0, "they are cut after it"


def test_until_losses_are_cut_they_lie_within_bounds_and_are_called_no_switch_of_a_tier() -> None:
    another = with_a_node(1)
    evaluator = opened(superpod(1))
    first = compute(evaluator.report(another))
    whole = compute(evaluate(another, shipped()))
    assert not first.worked_out
    assert first.losses == ()
    assert first.worst_failure is not None
    assert whole.worst_failure is not None
    assert (first.worst_failure.what, whole.worst_failure.what) == (
        "loss of a switch", "loss of a spine",
    )  # fmt: skip
    wide = first.worst_failure.figure("bisection_ratio")
    exact = whole.worst_failure.figure("bisection_ratio")
    assert wide.low <= exact.low <= exact.high <= wide.high
    assert first.worst_failure.bisection_ratio is None, "never a figure that nobody measured"
    # The timings of two evaluations differ.
    found, fresh = evaluator.whole(another), evaluate(another, shipped())
    assert found.evolve(timings=()) == fresh.evolve(timings=())


@settings(max_examples=100, deadline=None)
@given(edited_graphs())
def test_what_is_told_uncut_holds_what_each_loss_leaves(graphs: tuple[Graph, Graph]) -> None:
    graph = graphs[1]
    intact = carried(graph, graph.endpoints // 2)
    worst, left = losses_uncut(graph, intact)
    truth = {place: left_without(graph, place) for place in left}
    for place, bounds in left.items():
        assert bounds.low <= truth[place].low
        assert truth[place].high <= bounds.high
    if worst is not None:
        assert worst.bounds.low <= min(it.low for it in truth.values()) <= worst.bounds.high


def test_the_losses_of_switches_are_told_before_all_that_takes_longer() -> None:
    another = with_a_node(1)
    evaluator = opened(superpod(1))
    evaluator.report(another)
    slices = 0
    while not evaluator.news_press:
        assert evaluator.work_later()
        slices += 1
    soon = evaluator.report_later()
    assert soon is not None
    assert not evaluator.news_press
    rest = 0
    while evaluator.work_later():
        rest += 1
    assert slices < rest
    told, whole = compute(soon), compute(evaluate(another, shipped()))
    assert told.worst_failure == whole.worst_failure
    assert [one.bisection_gbps for one in told.switch_losses] == [
        one.bisection_gbps for one in whole.switch_losses
    ]
    assert not told.worked_out
    last = evaluator.report_later()
    assert last is not None
    assert compute(last) == whole


def test_an_undo_of_an_edit_tells_losses_at_once() -> None:
    another = with_a_node(1)
    evaluator = opened(superpod(1))
    evaluator.whole(another)
    for design in (superpod(1), another):
        assert compute(evaluator.report(design)) == compute(evaluate(design, shipped()))


def test_losses_of_an_edit_that_is_undone_to_are_still_told_soon() -> None:
    one = with_a_node(1)
    other = one.evolve(devices=(*one.devices, one.devices[-1].evolve(id="zz", half_u=60)))
    evaluator = opened(superpod(1))
    for design in (one, other):
        evaluator.report(design)
    while not evaluator.news_press:
        assert evaluator.work_later()
    evaluator.report_later()
    evaluator.report(one)
    told = [evaluator.news_press for _ in iter(evaluator.work_later, False)]
    assert any(told[: len(told) // 2])


def test_a_removed_fabric_is_measured_no_more() -> None:
    another = with_a_node(1)
    evaluator = opened(superpod(1))
    evaluator.report(another)
    wiring = evaluator._state.results["network"].wiring.fabrics[0]
    assert wiring in evaluator._state.results["network"].measures.put_off
    fewer = another.evolve(fabrics=tuple(f for f in another.fabrics if f.id != wiring.fabric.id))
    evaluator.report(fewer)
    assert wiring not in evaluator._state.results["network"].measures.put_off


def test_later_work_that_an_edit_ends_is_no_ring_of_garbage() -> None:
    evaluator = opened(superpod(1))
    evaluator.report(with_a_node(1))
    assert evaluator.work_later()
    ended = weakref.ref(evaluator._later)
    gc.disable()
    try:
        evaluator.report(superpod(1))
        assert ended() is None
    finally:
        gc.enable()


def test_what_an_open_set_aside_is_looked_through_when_another_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    for name in ("unfreeze", "collect", "freeze"):
        monkeypatch.setattr(f"designer.engine.worker.gc.{name}", partial(done.append, name))
    worker = Worker(shipped())
    for number in (1, 2):
        list(worker.answer([encode(open_request(number, superpod(1)))[4:]]))
    assert done == ["collect", "freeze", "unfreeze", "collect", "freeze"]


def test_where_cutting_fails_the_bounds_stand_and_it_is_said_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evaluator = opened(superpod(1))
    first = evaluator.report(with_a_node(1))

    def fails(*_: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(Measures, "losses_in_steps", fails)
    while evaluator.work_later():
        pass
    after = evaluator.report_later()
    assert after is not None
    said = {(one.subject, one.part) for one in after.not_computed}
    assert said == {("fabrics", PART)}
    assert compute(after).worst_failure == compute(first).worst_failure


def test_the_worker_sends_losses_first_and_the_rest_after() -> None:
    another = with_a_node(1)
    worker = Worker(shipped())
    list(worker.answer([encode(open_request(1, superpod(1)))[4:]]))
    while worker.work_later()[1]:
        pass
    list(worker.answer([encode(change_request(2, 1, diff(superpod(1), another)))[4:]]))
    sent = []
    more = True
    while more:
        answers, more = worker.work_later()
        sent += [(len(answers), more)] if answers else []
    assert sent == [(1, True), (1, False)]


def test_nothing_is_said_to_follow_where_nothing_does(monkeypatch: pytest.MonkeyPatch) -> None:
    fabric = FabricReport(id="c", name="Compute", switch_losses=(SwitchLoss(number=2),))
    report = Report(fabrics=(fabric,))
    monkeypatch.setattr("designer.engine.report.FOLLOWS", True)
    assert report.losses_follow
    monkeypatch.setattr("designer.engine.report.FOLLOWS", False)
    assert not report.losses_follow
