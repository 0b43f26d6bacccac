"""The worker: answers in order, survives nonsense, sends what changed; once as a real process."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import Evaluator
from designer.engine.patch import apply_patch
from designer.engine.protocol import (
    FrameReader,
    change_request,
    encode,
    open_request,
    preview_from_answer,
    preview_request,
)
from designer.engine.report import Report
from designer.engine.worker import TEST_VARIABLE, Worker
from designer.model.change import Change, apply, diff
from designer.model.design import Design, Device
from tests.helpers import engine_designs as parts

ROOT = Path(__file__).resolve().parents[2]
CATALOG = parts.small_catalog()


def asked(worker: Worker, *requests: dict[str, Any]) -> list[dict[str, Any]]:
    bodies = [json.dumps(request).encode() for request in requests]
    frames = list(worker.answer(bodies))
    assert not worker.has_ended
    reader = FrameReader()
    return [frame for data in frames for frame in reader.feed(data)]


def without(design: Design, at: int) -> Design:
    return apply(design, Change(drop=(("devices", (design.devices[at].id,)),)))


def bare(report: Report) -> Report:
    return report.model_copy(update={"timings": ()})


def test_reports_arrive_as_patches_that_add_up() -> None:
    worker, design = Worker(CATALOG), parts.superpod(2, own=True)
    (first,) = asked(worker, open_request(1, design))
    assert (first["type"], first["revision"], first["base"]) == ("report", 1, None)
    report = apply_patch(None, first["patch"])
    evaluator = Evaluator(CATALOG)
    assert bare(report) == bare(evaluator.report(design))
    for revision in (2, 3):
        changed = without(design, revision)
        request = change_request(revision, revision - 1, diff(design, changed))
        (answer,) = asked(worker, request)
        assert answer["base"] == revision - 1
        assert len(answer["patch"].get("racks", {"put": ()})["put"]) <= 1
        report = apply_patch(report, answer["patch"])
        design = changed
        assert bare(report) == bare(evaluator.report(design))


@pytest.mark.parametrize("units", [0, 1, 4])
def test_a_whole_report_comes_in_pieces_that_add_up_to_all_of_it(units: int) -> None:
    design = parts.superpod(units) if units else Design()
    pieces = asked(Worker(CATALOG), open_request(1, design, whole=True))
    report = None
    for piece in pieces:
        before = len(report.racks) if report else 0
        report = apply_patch(report, piece["patch"])
        assert len(report.racks) - before <= 48
    assert report is not None
    assert bare(report) == bare(Evaluator(CATALOG).whole(design))
    assert [piece.get("rest_follows", False) for piece in pieces] == [
        *[True] * (len(pieces) - 1), False,
    ]  # fmt: skip
    assert (len(pieces) > 2) == (len(report.racks) > 48)


def test_of_several_changes_at_hand_only_the_newest_is_answered() -> None:
    worker, design = Worker(CATALOG), parts.superpod(1)
    asked(worker, open_request(1, design))
    second = without(design, 0)
    third = without(second, 0)
    answers = asked(
        worker,
        change_request(2, 1, diff(design, second)),
        change_request(3, 2, diff(second, third)),
    )
    assert [(a["revision"], a["base"]) for a in answers] == [(3, 1)]


def test_a_change_on_an_unknown_base_asks_for_the_whole_design() -> None:
    worker = Worker(CATALOG)
    (answer,) = asked(worker, change_request(2, 1, Change()))
    assert answer["type"] == "reopen"
    assert "no design" in answer["reason"]
    asked(worker, open_request(5, parts.superpod(1)))
    (answer,) = asked(worker, change_request(7, 6, Change()))
    assert answer == {
        "type": "reopen",
        "reason": "the change is based on revision 6, here is revision 5",
    }


def test_a_preview_is_answered_without_moving_the_design() -> None:
    worker, design = Worker(CATALOG), parts.superpod(1)
    asked(worker, open_request(1, design))
    rack = design.racks[0].id
    device = Device(id="new", name="new", part="qm9700", rack=rack, half_u=94)
    drop = Change(put=(("devices", (device,)),))
    limits, rest = asked(worker, preview_request(9, 1, drop, [rack]))
    assert limits.keys() == {"type", "preview", "rest_follows", "racks"}
    preview = preview_from_answer(rest, told=preview_from_answer(limits))
    assert preview.preview == 9
    assert preview.racks[0].after is not None
    assert preview.racks[0].after.power_max_kw == pytest.approx(40.8 + 1.72)
    (again,) = asked(worker, change_request(2, 1, Change()))
    assert "racks" not in again["patch"]


def test_what_a_preview_tells_at_once_goes_ahead_and_is_not_sent_again() -> None:
    worker, design = Worker(CATALOG), parts.superpod(1)
    asked(worker, open_request(1, design))
    rack = next(one.rack for one in design.devices if one.tier == "leaf")
    racks = tuple(
        one.evolve(x_mm=one.x_mm + 3000) if one.id == rack else one for one in design.racks
    )
    move = diff(design, design.evolve(racks=racks))
    first, lines, rest = asked(worker, preview_request(9, 1, move, [rack]))
    assert first.keys() == {"type", "preview", "rest_follows", "cables"}
    assert lines.keys() == {"type", "preview", "rest_follows", "as_told", "cable_rows"}
    assert lines["as_told"] == ["cables"]
    assert rest["as_told"] == ["cable_rows", "cables"]
    assert not {"cables", "cable_rows"} & rest.keys()
    told = preview_from_answer(lines, told=preview_from_answer(first))
    assert preview_from_answer(rest, told=told) == Evaluator(CATALOG).preview(
        9, design, move, (rack,)
    )
    for other in (None, told.evolve(preview=8)):
        with pytest.raises(ValueError, match="nothing was told"):
            preview_from_answer(rest, told=other)


def test_what_a_change_did_to_cables_goes_beside_its_report() -> None:
    worker, design = Worker(CATALOG), parts.superpod(1)
    (first,) = asked(worker, open_request(1, design))
    rack = next(one.rack for one in design.devices if one.tier == "leaf")
    racks = tuple(
        one.evolve(x_mm=one.x_mm + 3000) if one.id == rack else one for one in design.racks
    )
    move = diff(design, design.evolve(racks=racks))
    (moved,) = asked(worker, change_request(2, 1, move))
    told = Evaluator(CATALOG).preview(1, design, move, ()).cable_changes
    assert told is not None
    assert told.route > 0
    assert preview_from_answer({"preview": 0, **moved["step"]}).cable_changes == told
    (named,) = asked(worker, change_request(3, 2, Change(single=(("name", "other"),))))
    assert ("step" in first, "step" in named) == (False, False)


@pytest.mark.parametrize(
    "request_",
    [
        {"type": "dance"},
        {},
        {"type": "open"},
        {"type": "open", "revision": 1, "design": {"speed": 3}},
        {"type": "change", "revision": 2, "base": 1, "change": {"put": {"nothing": []}}},
        {"type": "preview", "preview": 1, "revision": 1, "change": {"drop": 5}, "racks": []},
        {"type": "preview", "preview": 1, "revision": 9, "change": {}, "racks": []},
        {"type": "test-delay", "exit": 3},
    ],
)
def test_what_is_no_request_is_answered_with_one_line(request_: dict[str, Any]) -> None:
    worker, design = Worker(CATALOG), parts.superpod(1)
    asked(worker, open_request(1, design))
    (answer,) = asked(worker, request_)
    assert answer["type"] == "failed"
    assert answer["message"]
    assert "\n" not in answer["message"]
    assert asked(worker, open_request(3, design))[0]["type"] == "report"


def test_parts_that_a_file_brings_go_before_the_catalogue() -> None:
    heavier = parts.DGX.evolve(power_max_w=20_000)
    design = parts.superpod(1).evolve(devices=())
    (answer,) = asked(Worker(CATALOG), open_request(1, design, [heavier]))
    assert answer["patch"]["totals"]["power_max_kw"] == pytest.approx(640)


def test_parts_go_to_the_engine_without_their_sources() -> None:
    shipped = load_shipped().require("dgx-h100")
    assert shipped.provenance
    (sent,) = open_request(1, Design(), [shipped])["parts"]
    held = Part.model_validate(sent)
    assert (held.figures(), held.prices) == (shipped.figures(), shipped.prices)
    assert not held.provenance


class Process:
    """A real worker at the other end of two pipes."""

    def __init__(self) -> None:
        environment = {**os.environ, TEST_VARIABLE: "1", "PYTHONPATH": str(ROOT)}
        self.child = subprocess.Popen(
            [sys.executable, "-m", "designer.engine.start"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment,
        )  # fmt: skip
        self.reader = FrameReader()

    def send(self, data: bytes) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(data)
        self.child.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.child.stdout is not None
        while True:
            data = os.read(self.child.stdout.fileno(), 1 << 16)
            assert data, "the worker is gone"
            for frame in self.reader.feed(data):
                return frame


@pytest.fixture
def process() -> Iterator[Process]:
    running = Process()
    yield running
    running.child.kill()
    running.child.wait()
    for pipe in (running.child.stdin, running.child.stdout):
        if pipe is not None:
            pipe.close()


def test_the_process_answers_survives_nonsense_and_ends_when_asked(process: Process) -> None:
    process.send(encode({"type": "echo", "payload": [1, "ü"]}))
    assert process.answer() == {"type": "echo", "payload": [1, "ü"]}
    process.send(b"\x00\x00\x00\x03{]}")
    assert process.answer()["type"] == "failed"
    process.send(b"\xff\xff\xff\xff")
    assert "2147483647" in process.answer()["message"]
    process.send(encode(open_request(1, parts.superpod(1), parts.PARTS)))
    answer = process.answer()
    assert (answer["type"], answer["revision"]) == ("report", 1)
    assert answer["patch"]["totals"]["gpus"] == 256
    process.send(encode({"type": "quit"}))
    assert process.child.wait(timeout=30) == 0


def test_the_process_can_be_told_to_crash_by_tests_only(process: Process) -> None:
    process.send(encode({"type": "test-delay", "exit": 3}))
    assert process.child.wait(timeout=30) == 3


def test_the_end_of_its_input_ends_the_process(process: Process) -> None:
    assert process.child.stdin is not None
    process.child.stdin.close()
    assert process.child.wait(timeout=30) == 0


def test_the_worker_loads_no_qt() -> None:
    code = "import designer.engine.worker, sys; print([m for m in sys.modules if 'PySide' in m])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "[]"
