"""The worker on pipes, in this process: what it reads, answers, keeps, forgets and waits for."""

import gc
import os
import time
from typing import Any

import pytest

from designer.engine import worker as worker_module
from designer.engine.protocol import (
    FrameReader,
    change_request,
    encode,
    open_request,
    preview_request,
)
from designer.engine.worker import TEST_VARIABLE, Worker, serve
from designer.model.change import Change, diff
from designer.model.design import Design, Device
from tests.helpers import engine_designs as parts

CATALOG = parts.small_catalog()
DESIGN = parts.superpod(1)
LESS = DESIGN.evolve(devices=DESIGN.devices[1:])


def served(worker: Worker, *chunks: bytes, close: bool = True) -> list[dict[str, Any]]:
    """Return what the worker writes when these bytes wait on its input."""
    source, sender = os.pipe()
    receiver, target = os.pipe()
    try:
        for chunk in chunks:
            os.write(sender, chunk)
        if close:
            os.close(sender)
        serve(source, target, worker)
        os.close(target)
        target = -1
        with os.fdopen(os.dup(receiver), "rb") as stream:
            return list(FrameReader().feed(stream.read()))
    finally:
        for end in (
            source,
            receiver,
            *([] if target < 0 else [target]),
            *([] if close else [sender]),
        ):
            os.close(end)


def echo(payload: object) -> bytes:
    return encode({"type": "echo", "payload": payload})


def test_what_waits_is_answered_in_order_until_the_input_ends() -> None:
    found = served(Worker(CATALOG), echo(1), echo([2, "ü"]) + echo(None))
    assert found == [{"type": "echo", "payload": what} for what in (1, [2, "ü"], None)]


def test_an_input_that_ends_at_once_is_answered_by_nothing() -> None:
    assert served(Worker(CATALOG)) == []


def test_quit_ends_it_while_the_input_is_open_and_leaves_what_comes_after() -> None:
    found = served(Worker(CATALOG), echo(1) + encode({"type": "quit"}) + echo(2), close=False)
    assert found == [{"type": "echo", "payload": 1}]


def test_a_broken_stream_is_answered_with_its_reason() -> None:
    found = served(Worker(CATALOG), echo(1) + b"\xff\xff\xff\xff rubbish")
    assert [frame["type"] for frame in found][:1] == ["failed"]
    assert "2147483647 bytes" in found[0]["message"]
    assert found[0]["revision"] is None


def test_more_than_a_pipe_holds_is_written_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []

    def some(_: int, data: memoryview) -> int:
        written.append(bytes(data[:5]))
        return min(5, len(data))

    monkeypatch.setattr(worker_module.os, "write", some)
    worker_module._write(1, b"0123456789ab")
    assert b"".join(written) == b"0123456789ab"


def asked(worker: Worker, *requests: dict[str, Any]) -> list[dict[str, Any]]:
    frames = list(worker.answer([encode(request)[4:] for request in requests]))
    assert not worker.has_ended
    reader = FrameReader()
    return [frame for data in frames for frame in reader.feed(data)]


def kinds(frames: list[dict[str, Any]]) -> list[str]:
    return [frame["type"] for frame in frames]


def test_reports_come_before_previews_and_echoes_before_both() -> None:
    worker = Worker(CATALOG)
    drop = preview_request(4, 2, Change(), ["c0000"])
    change = change_request(2, 1, diff(DESIGN, LESS))
    asked(worker, open_request(1, DESIGN))
    found = asked(worker, drop, change, {"type": "echo"})
    assert kinds(found) == ["echo", "report", "preview"]
    assert found[0]["payload"] is None
    assert (found[1]["revision"], found[1]["base"]) == (2, 1)
    assert found[2]["preview"] == 4


def test_of_several_previews_only_the_newest_is_answered() -> None:
    worker = Worker(CATALOG)
    asked(worker, open_request(1, DESIGN))
    found = asked(worker, *(preview_request(n, 1, Change(), []) for n in (1, 2, 3)))
    assert [frame["preview"] for frame in found] == [3]


def test_a_preview_of_another_revision_says_which_is_here() -> None:
    worker = Worker(CATALOG)
    (none,) = asked(worker, preview_request(1, 5, Change(), []))
    assert none["message"] == "preview of revision 5, here is -1"
    asked(worker, open_request(3, DESIGN))
    (other,) = asked(worker, preview_request(1, 5, Change(), []))
    assert other == {
        "type": "failed", "revision": 5, "message": "preview of revision 5, here is 3",
    }  # fmt: skip
    (same,) = asked(worker, preview_request(1, 3, Change(), []))
    assert same["type"] == "preview"


def test_a_change_that_asks_to_reopen_gives_no_report_and_one_that_fits_beside_it_does() -> None:
    worker = Worker(CATALOG)
    asked(worker, open_request(1, DESIGN))
    assert kinds(asked(worker, change_request(9, 8, Change()))) == ["reopen"]
    fits, fits_not = change_request(2, 1, diff(DESIGN, LESS)), change_request(9, 8, Change())
    assert sorted(kinds(asked(worker, fits, fits_not))) == ["reopen", "report"]


def test_opening_anew_sends_the_whole_report_again() -> None:
    worker = Worker(CATALOG)
    (first,) = asked(worker, open_request(1, DESIGN))
    (again,) = asked(worker, open_request(2, DESIGN))
    assert (first["base"], again["base"]) == (None, None)
    assert again["patch"]["totals"] == first["patch"]["totals"]


def test_parts_of_one_file_are_not_those_of_the_next() -> None:
    worker, design = Worker(CATALOG), DESIGN.evolve(devices=())
    heavier = parts.DGX.evolve(power_max_w=20_000)
    (with_it,) = asked(worker, open_request(1, design, [heavier]))
    (without,) = asked(worker, open_request(2, design))
    assert with_it["patch"]["totals"]["power_max_kw"] == pytest.approx(640)
    assert without["patch"]["totals"]["power_max_kw"] == pytest.approx(326.4)


def test_a_failed_evaluation_forgets_the_design_and_says_why_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    worker = Worker(CATALOG)
    asked(worker, open_request(1, DESIGN))

    def fails(_: Design) -> None:
        raise ArithmeticError("one\n two\n  three\nfour")

    monkeypatch.setattr(worker._evaluator, "report", fails)
    (failed,) = asked(worker, change_request(2, 1, diff(DESIGN, LESS)))
    assert failed == {"type": "failed", "revision": 2, "message": "one two three"}
    assert capfd.readouterr().err == "ArithmeticError: one two three\n"
    (reopen,) = asked(worker, change_request(3, 2, Change()))
    assert reopen == {
        "type": "reopen", "reason": "the change is based on revision 2, here is no design",
    }  # fmt: skip
    (anew,) = asked(worker, open_request(4, LESS))
    assert (anew["type"], anew["revision"], anew["base"]) == ("report", 4, None)


def test_an_error_without_words_is_called_by_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(CATALOG)
    asked(worker, open_request(1, DESIGN))

    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(worker._evaluator, "previewed", fails)
    (failed,) = asked(worker, preview_request(1, 1, Change(), []))
    assert (failed["revision"], failed["message"]) == (1, "ZeroDivisionError")


def test_memory_is_frozen_with_the_first_report_of_a_design_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    worker = Worker(CATALOG)
    asked(worker, open_request(1, DESIGN))
    assert done == ["collect", "freeze"]
    asked(worker, change_request(2, 1, diff(DESIGN, LESS)))
    assert done == ["collect", "freeze"]


def test_only_tests_can_make_it_slow_or_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, slept = Worker(CATALOG), []
    monkeypatch.setattr(time, "sleep", slept.append)
    delay: dict[str, Any] = {"type": "test-delay", "seconds": 0.25}
    for value in ("", "0", "yes"):
        monkeypatch.setenv(TEST_VARIABLE, value)
        (refused,) = asked(worker, delay)
        assert refused["message"] == "no request of type 'test-delay'"
    monkeypatch.setenv(TEST_VARIABLE, "1")
    assert asked(worker, delay) == []
    asked(worker, open_request(1, DESIGN))
    assert slept == [0.25]
    asked(worker, preview_request(1, 1, Change(), []))
    assert slept == [0.25, 0.25]
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    asked(worker, {"type": "test-delay", "exit": 3, "seconds": 0.0})
    assert ended == [3]


def test_nothing_is_slow_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    asked(Worker(CATALOG), open_request(1, DESIGN))
    assert slept == []


def test_a_device_that_comes_back_gives_the_report_that_was_sent_first() -> None:
    worker = Worker(CATALOG)
    new = Device(id="new", name="new", part="qm9700", rack="c0000", half_u=94)
    more = DESIGN.evolve(devices=tuple(sorted((*DESIGN.devices, new), key=lambda d: d.id)))
    asked(worker, open_request(1, DESIGN))
    (there,) = asked(worker, change_request(2, 1, diff(DESIGN, more)))
    (back,) = asked(worker, change_request(3, 2, diff(more, DESIGN)))
    assert there["patch"]["totals"]["devices"] == back["patch"]["totals"]["devices"] + 1
    for answer in (there, back):
        racks = answer["patch"]["racks"]
        assert [rack["id"] for rack in racks["change"]] == ["c0000"]
        assert not racks["put"]


def test_while_nobody_asks_it_makes_ready_what_a_first_report_reads(monkeypatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(worker_module, "shipped_library", lambda: made.append("library"))
    catalog = parts.small_catalog()
    worker = Worker(catalog)
    assert worker.work_later() == ([], True)
    assert worker.work_later() == ([], False)
    assert made == ["library"]
    assert "columns" in vars(catalog.figures())
    assert worker.work_later() == ([], False), "once is enough"
    assert made == ["library"]


def test_nothing_is_made_ready_where_a_design_is_at_hand(monkeypatch) -> None:
    monkeypatch.setattr(worker_module, "shipped_library", None)
    worker = Worker(CATALOG)
    asked(worker, open_request(1, DESIGN))
    worker.work_later()


@pytest.mark.skipif(os.name == "nt", reason="pipes cannot be asked there")
def test_memory_is_given_back_once_in_each_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    source, sender = os.pipe()
    receiver, target = os.pipe()
    last = iter((echo(1), echo(2), encode({"type": "quit"})))
    rests: list[int] = []

    def give_back() -> None:
        rests.append(len(rests))
        os.write(sender, next(last))

    monkeypatch.setattr(worker_module, "_IDLE_S", 0.0)
    monkeypatch.setattr(worker_module, "give_back_memory", give_back)
    try:
        serve(source, target, Worker(CATALOG))
    finally:
        for end in (source, sender, receiver, target):
            os.close(end)
    assert rests == [0, 1, 2]


def test_memory_is_given_back_without_a_word() -> None:
    assert worker_module.give_back_memory() is None
