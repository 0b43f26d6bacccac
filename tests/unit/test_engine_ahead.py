"""A change that is looked at is computed before it is made; its report is that from scratch."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.engine import worker as worker_module
from designer.engine.ahead import Ahead
from designer.engine.evaluate import Evaluator
from designer.engine.patch import apply_patch
from designer.engine.protocol import (
    FrameReader,
    change_request,
    let_go_request,
    open_request,
    preview_request,
)
from designer.engine.report import Report
from designer.engine.results import Key
from designer.engine.subject import Facts, Subject
from designer.engine.worker import Worker
from designer.model.change import Change, apply, diff
from designer.model.design import Design, Device
from designer.model.measured import Measured
from designer.planning.templates import build
from tests.helpers import engine_designs as parts
from tests.helpers.edits_at_random import at_once, bare, sequence
from tests.helpers.losses_told import with_losses

SHIPPED = load_shipped()
CATALOG = parts.small_catalog()
COUNTED: Key[Any] = Key("racks counted")


class _Counted(Measured):
    racks: int = 0


def counting(counted: list[str], **more: Any) -> Subject:
    """A subject that notes when it is computed, and for how many racks."""

    def compute(facts: Facts) -> int:
        counted.append(f"{'trial' if facts.trial else 'whole'} {len(facts.design.racks)}")
        return len(facts.design.racks)

    return Subject(key=COUNTED, design=("racks",), compute=compute, **more)


def dropped(design: Design, at: int = 0) -> Change:
    rack = design.racks[at].id
    new = Device(id="new", name="new", part="dgx-h100", rack=rack, half_u=2)
    return Change(put=(("devices", (new,)),))


def without_a_rack(design: Design) -> Change:
    return Change(drop=(("racks", (design.racks[0].id,)),))


@pytest.mark.parametrize("tries_less", [True, False])
def test_a_change_that_rests_is_computed_before_it_is_made(tries_less: bool) -> None:
    design, counted = parts.superpod(2), list[str]()
    evaluator = Evaluator(CATALOG, (counting(counted, tries_less=tries_less),))
    evaluator.report(design)
    change, racks = without_a_rack(design), len(design.racks)
    evaluator.preview(1, design, change, ())
    assert counted == [f"whole {racks}", f"trial {racks - 1}"]
    while evaluator.work_ahead():
        pass
    # What a trial tells whole stands; what it tells less of is computed as of a change that is made
    assert counted[2:] == ([f"whole {racks - 1}"] if tries_less else [])
    foreseen = evaluator.report_ahead
    assert evaluator.report(apply(design, change)) is foreseen
    assert len(counted) == 2 + tries_less
    assert evaluator.report_ahead is None
    assert not evaluator.work_ahead()


def test_nothing_is_computed_ahead_before_a_change_is_looked_at() -> None:
    design, counted = parts.superpod(2), list[str]()
    evaluator = Evaluator(CATALOG, (counting(counted),))
    assert not evaluator.begins_ahead
    assert not evaluator.work_ahead()
    evaluator.report(design)
    assert not evaluator.begins_ahead
    assert not evaluator.work_ahead()
    evaluator.preview(1, design, without_a_rack(design), ())
    assert evaluator.begins_ahead
    evaluator.work_ahead()
    assert not evaluator.begins_ahead


@pytest.mark.parametrize(
    ("template", "values", "seed"),
    [("dgx-superpod-h100", {"scalable_units": "1"}, 11), ("dgx-superpod-gb200", {}, 12)],
)
def test_after_any_looks_rests_and_edits_the_report_is_that_from_scratch(
    template: str, values: dict[str, str], seed: int
) -> None:
    design = build(template, values, SHIPPED)
    evaluator, random = Evaluator(SHIPPED), Random(seed)
    evaluator.report(design)
    earlier = design
    for step, after in enumerate(sequence(design, seed, 10)):
        change = diff(design, after)
        looked = [dropped(design), change] if random.random() < 0.7 else [change, dropped(design)]
        for tried in looked:
            evaluator.preview(step, design, tried, ())
            for _ in range(random.choice((0, 1, 5, 1_000))):
                evaluator.work_ahead()
        after = apply(design, change)
        assert bare(with_losses(evaluator, after)) == bare(at_once(after)), step
        if random.random() < 0.2:
            after = earlier  # an undo
            assert bare(with_losses(evaluator, after)) == bare(at_once(after)), step
        earlier, design = design, after


def test_what_is_told_later_begins_the_work_ahead_anew() -> None:
    """The report changes while a part is held still: what follows begins with the new one."""
    found: list[int] = []

    def later(_: Facts) -> Iterator[bool]:
        found.append(1)
        yield True

    subject = Subject(
        key=COUNTED, compute=lambda _: _Counted(racks=len(found)), later=later,
        section="counted", record=_Counted,
    )  # fmt: skip
    design = parts.superpod(2)
    evaluator = Evaluator(CATALOG, (subject,))
    evaluator.report(design)
    change = without_a_rack(design)
    evaluator.preview(1, design, change, ())
    while evaluator.work_ahead():
        pass
    while evaluator.work_later():
        pass
    assert evaluator.report_ahead is not None
    told = evaluator.report_later()
    assert told is not None
    assert evaluator.report_ahead is None
    assert evaluator.begins_ahead
    while evaluator.work_ahead():
        pass
    foreseen = evaluator.report_ahead
    assert foreseen is not None
    assert foreseen.section("counted") == _Counted(racks=1)
    assert evaluator.report(apply(design, change)) is foreseen


def test_what_was_computed_ahead_of_another_report_is_not_taken() -> None:
    design = parts.superpod(2)
    evaluator = Evaluator(CATALOG)
    evaluator.report(design)
    evaluator.preview(1, design, dropped(design), ())
    while evaluator.work_ahead():
        pass
    moved = apply(design, without_a_rack(design))
    for after in (moved, apply(moved, dropped(moved, 1))):
        assert bare(with_losses(evaluator, after)) == bare(Evaluator(CATALOG).report(after))


def test_work_ahead_that_fails_leaves_the_change_to_its_report() -> None:
    design, fails = parts.superpod(2), [False]

    def words(facts: Facts) -> int:
        if fails[0] and not facts.trial:
            raise KeyboardInterrupt  # what no subject may catch
        return len(facts.design.racks)

    subject = Subject(key=COUNTED, design=("racks",), compute=words, tries_less=True)
    evaluator = Evaluator(CATALOG, (subject,))
    evaluator.report(design)
    change = without_a_rack(design)
    evaluator.preview(1, design, change, ())
    fails[0] = True
    with pytest.raises(KeyboardInterrupt):
        evaluator.work_ahead()
    fails[0] = False
    while evaluator.work_ahead():
        pass
    assert evaluator.report_ahead is None
    after = apply(design, change)
    assert bare(evaluator.report(after)) == bare(Evaluator(CATALOG, (subject,)).report(after))


def answers(worker: Worker, *requests: dict[str, Any]) -> list[dict[str, Any]]:
    bodies = [json.dumps(request).encode() for request in requests]
    reader = FrameReader()
    return [frame for data in worker.answer(bodies) for frame in reader.feed(data)]


def drained(worker: Worker) -> list[dict[str, Any]]:
    reader, frames, more = FrameReader(), list[dict[str, Any]](), True
    while more:
        sent, more = worker.work_later()
        frames += [frame for data in sent for frame in reader.feed(data)]
    return frames


def opened(design: Design) -> tuple[Worker, Report]:
    """Return a worker whose report has been told of all, and that report."""
    worker = Worker(CATALOG)
    report = apply_patch(None, answers(worker, open_request(1, design))[0]["patch"])
    for frame in drained(worker):
        report = apply_patch(report, frame["patch"])
    return worker, report


def test_the_frame_of_a_drop_is_there_before_the_drop(monkeypatch: pytest.MonkeyPatch) -> None:
    design = parts.superpod(2, own=True)
    change = dropped(design)
    plain, report = opened(design)
    (frame,) = answers(plain, change_request(2, 1, change))
    at_once_made = apply_patch(report, frame["patch"])
    worker, report = opened(design)
    assert worker.waits_s == 0
    answers(worker, preview_request(1, 1, change, ()))
    assert worker.waits_s > 0, "a drag that goes on is not kept waiting"
    assert worker.work_later() == ([], True)
    assert worker.waits_s == 0
    assert drained(worker) == [], "nothing is told of what is only looked at"
    monkeypatch.setattr(worker_module, "report_patch", None)
    (frame,) = answers(worker, change_request(2, 1, change))
    assert bare(apply_patch(report, frame["patch"])) == bare(at_once_made)


def test_what_is_let_go_of_is_kept_no_longer_and_only_a_drag_is_worked_ahead() -> None:
    design = parts.superpod(2, own=True)
    change = dropped(design)
    worker, _ = opened(design)
    evaluator = worker._evaluator
    answers(worker, preview_request(1, 1, change, (), drags=False))
    assert not evaluator.begins_ahead, "a dialog is not released under a pointer"
    assert drained(worker) == []
    assert evaluator.report_ahead is None
    answers(worker, preview_request(2, 1, change, ()))
    assert drained(worker) == []
    assert evaluator.report_ahead is not None
    assert answers(worker, let_go_request()) == []
    assert evaluator.report_ahead is None
    assert evaluator._tried is None
    assert worker._next is None
    assert drained(worker) == []
    answers(worker, preview_request(3, 1, change, ()))
    assert evaluator.begins_ahead, "the next drag begins anew"


def test_a_failure_ahead_ends_no_work_that_follows_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    design, worker = parts.superpod(2, own=True), Worker(CATALOG)
    report = apply_patch(None, answers(worker, open_request(1, design))[0]["patch"])
    answers(worker, preview_request(1, 1, dropped(design), ()))

    def fails(*_: object) -> bool:
        raise ValueError("what nobody foresaw")

    monkeypatch.setattr(Ahead, "slice", fails)
    frames = drained(worker)
    assert capsys.readouterr().err.count("what nobody foresaw") == 1
    told = [apply_patch(report, frame["patch"]) for frame in frames]
    assert told, "the report's own news are told"
    assert worker.waits_s == 0
