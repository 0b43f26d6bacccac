"""What the engine client sends, says and waits for, step by step: no process and no real clock."""

from typing import Any

import pytest

from designer.catalog.part import Part
from designer.engine.preview import CableChanges, Preview
from designer.engine.together_report import LossAsked
from designer.model.change import Change
from designer.model.design import Design, Rack
from designer.runtime import engine_client
from designer.runtime.engine_client import BACK_OFF_MS, CRASH_LIMIT
from designer.runtime.engine_patience import DEADLINE_MS, USUAL_RACKS
from tests.helpers.engine_bench import Bench, Worker
from tests.helpers.fake_clock import OF_THE_ENGINE, Clock

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    made.install(monkeypatch, *OF_THE_ENGINE)
    monkeypatch.setattr(engine_client, "WorkerProcess", Worker)
    return made


def test_a_design_goes_out_whole_with_its_parts_when_the_engine_is_up(clock: Clock) -> None:
    bench = Bench()
    part = Part(id="own", name="Own", kind="node")
    bench.client.open(4, Design(name="a"), iter([part]))
    assert (bench.worker.calls, bench.worker.sent) == (["start"], [])
    assert (bench.store.expected, bench.client.state) == (4, "idle")
    bench.worker.come_up()
    (frame,) = bench.worker.sent
    assert (frame["type"], frame["revision"], frame["design"]["name"]) == ("open", 4, "a")
    assert [sent["id"] for sent in frame["parts"]] == ["own"]
    assert bench.states == [("busy", "Updating…")]
    assert clock.waiting() == [0, DEADLINE_MS]
    bench.answer("a")
    assert bench.heard == [("reported", 4)]
    assert bench.states[1:] == [("idle", "Up to date")]
    assert (bench.store.revision, bench.store.is_stale) == (4, False)
    assert clock.waiting() == [0], "the deadline is off, a view is told"


def test_an_engine_that_was_started_early_waits_for_a_design(clock: Clock) -> None:
    bench = Bench(command=("an", "engine"))
    bench.client.start()
    bench.worker.come_up()
    assert bench.worker.command == ("an", "engine")
    assert (bench.worker.calls, bench.worker.sent, bench.states) == (["start"], [], [])
    assert bench.client.process_id == 17
    bench.client.open(1, Design(name="a"), ())
    assert bench.types == ["open"]
    assert bench.worker.calls == ["start"]


def test_a_change_goes_out_as_the_difference_of_what_the_engine_holds(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    assert bench.types == ["open", "change"]
    assert (bench.worker.sent[1]["revision"], bench.worker.sent[1]["base"]) == (2, 1)
    assert bench.worker.sent[1]["change"]["single"] == {"name": "b"}
    assert bench.store.expected == 2
    bench.rename(3, "b", "c")
    bench.rename(4, "c", "d")
    assert bench.types == ["open", "change"], "one is on its way"
    bench.answer("b", base=1)
    assert bench.worker.sent[2]["revision"] == 4
    assert bench.worker.sent[2]["base"] == 2
    assert bench.client.state == "busy"
    bench.answer("d", base=2)
    assert bench.client.state == "idle"
    assert bench.types == ["open", "change", "change"]
    assert [said for said in bench.heard if said[0] == "reported"] == [
        ("reported", 2), ("reported", 4)
    ]  # fmt: skip


def test_a_design_that_comes_along_spares_applying_the_change(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.client.update(9, 8, Change(), design=Design(name="given"))
    assert bench.worker.sent[-1]["change"]["single"] == {"name": "given"}
    with pytest.raises(ValueError, match="revision 7 is not the one held, 9"):
        bench.client.update(10, 7, Change())


def test_another_design_drops_what_was_asked_of_the_one_before(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    number = bench.client.preview(2, Change(), ("R1",))
    bench.client.open(1, Design(name="new"), ())
    assert bench.store.report is None
    assert bench.store.expected == 1
    bench.answer("b", base=1)
    assert bench.heard == [], "a report of the closed design is not shown"
    assert bench.types == ["open", "change", "open"]
    bench.answer("new")
    assert bench.types == ["open", "change", "open"], "the preview was of the closed design"
    again = bench.client.preview(1, Change(), ())
    assert again == number + 1


def test_an_answer_to_a_preview_of_a_closed_design_is_not_published(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    number = bench.client.preview(1, Change(), ())
    bench.client.open(1, Design(name="new"), ())
    bench.worker.received.emit({"type": "preview", "preview": number, "racks": []})
    assert bench.heard == []
    bench.answer("new")
    fresh = bench.client.preview(1, Change(), ())
    bench.worker.received.emit({"type": "preview", "preview": fresh, "racks": []})
    assert [said[0] for said in bench.heard] == ["reported", "previewed"]


def test_what_a_step_did_is_told_behind_its_report(clock: Clock) -> None:
    bench = Bench()
    heard: list[tuple[object, ...]] = []
    bench.client.reported.connect(lambda revision: heard.append(("reported", revision)))
    bench.client.stepped.connect(lambda *told: heard.append(told))
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    step = {"cable_changes": {"ends": 12}}
    bench.worker.received.emit(
        {"type": "report", "revision": 2, "base": 1, "patch": {"design": "b"}, "step": step}
    )
    bench.rename(3, "b", "c")
    bench.answer("c", base=2)
    *_, reported, (base, revision, told), last = heard
    assert (reported, base, revision, last) == (("reported", 2), 1, 2, ("reported", 3))
    assert isinstance(told, Preview)
    assert told.cable_changes == CableChanges(ends=12)


def test_previews_go_between_reports_the_newest_alone(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    assert bench.client.preview(1, Change(), iter(("R1", "R2"))) == 1
    assert bench.client.preview(1, Change(), ("R3",)) == 2
    assert bench.client.preview(1, Change(), ("R4",)) == 3
    sent = bench.worker.sent[1]
    assert (sent["type"], sent["preview"], sent["revision"]) == ("preview", 1, 1)
    assert list(sent["racks"]) == ["R1", "R2"]
    bench.rename(2, "a", "b")
    bench.worker.received.emit({"type": "preview", "preview": 1, "racks": []})
    assert bench.types == ["open", "preview", "change"], "a report comes before a preview"
    assert bench.heard == [], "the preview was of a revision that is not the newest"
    bench.answer("b", base=1)
    assert bench.types == ["open", "preview", "change"], "nor is a preview of it asked for"
    assert bench.client.preview(3, Change(), ()) == 4
    assert bench.types[3:] == [], "its design is not here yet"
    bench.rename(3, "b", "c")
    bench.answer("c", base=2)
    assert bench.types[3:] == ["change", "preview"]
    bench.worker.received.emit({"type": "preview", "preview": 4, "racks": []})
    assert [said[0] for said in bench.heard] == ["reported", "reported", "previewed"]
    assert bench.client.state == "idle"


def test_what_is_told_at_once_of_a_preview_is_published_and_the_rest_joins_it(
    clock: Clock,
) -> None:
    bench = Bench()
    bench.opened("a", 1)
    number = bench.client.preview(1, Change(), ("R1",))
    begun = {"type": "preview", "preview": number, "rest_follows": True, "cables": {"count": 3}}
    bench.worker.received.emit(begun)
    ((name, told),) = bench.heard
    assert isinstance(told, Preview)
    assert (name, told.rest_follows, told.cables and told.cables.count) == (
        "preview_begun",
        True,
        3,
    )
    lines = {**begun, "as_told": ["cables"], "cable_rows": {"numbers": [4]}}
    del lines["cables"]
    bench.worker.received.emit(lines)
    name, more = bench.heard[-1]
    assert isinstance(more, Preview)
    assert (name, more.rest_follows, more.cables is told.cables) == ("preview_begun", True, True)
    assert more.cable_rows is not None
    later = bench.client.preview(1, Change(), ("R2",))
    assert bench.types == ["open", "preview"], "it is in flight still"
    again = ["cable_rows", "cables"]
    rest = {"type": "preview", "preview": number, "as_told": again, "altered": ["Cables"]}
    bench.worker.received.emit(rest)
    name, whole = bench.heard[-1]
    assert isinstance(whole, Preview)
    assert (name, whole.rest_follows, whole.altered) == ("previewed", False, ("Cables",))
    assert whole.cables is told.cables
    assert whole.cable_rows is more.cable_rows
    assert bench.types == ["open", "preview", "preview"]
    bench.client.cancel_preview()
    bench.worker.received.emit({**begun, "preview": later})
    bench.worker.received.emit({**lines, "preview": later})
    bench.worker.received.emit({**rest, "preview": later})
    assert len(bench.heard) == 3, "nobody wants it any more"
    assert bench.worker.calls == ["start"]


@pytest.mark.parametrize("cables", [{"count": 3}, {"count": "many"}])
def test_an_engine_that_tells_at_once_what_nobody_asked_or_can_read_is_ended(
    clock: Clock, cables: dict[str, Any]
) -> None:
    bench = Bench()
    bench.opened("a", 1)
    if cables["count"] != 3:
        bench.client.preview(1, Change(), ("R1",))
    begun = {"type": "preview", "preview": 1, "rest_follows": True, "cables": cables}
    bench.worker.received.emit(begun)
    assert bench.worker.calls[-1].startswith("kill: ")
    assert bench.heard == []


def test_a_failure_is_said_and_the_next_design_goes_out_whole(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    bench.worker.received.emit({"type": "failed", "message": "asked to fail"})
    words = "The engine could not measure this design: asked to fail"
    assert (bench.client.state, bench.client.words) == ("failed", words)
    number = bench.client.preview(2, Change(), ())
    assert bench.types == ["open", "change"]
    assert bench.heard == []
    clock.advance(0)
    assert bench.heard == [("preview_failed", number, words)], "said after its number is known"
    bench.rename(3, "b", "c")
    assert bench.types[-1] == "open"
    bench.answer("c")
    assert bench.client.state == "idle"


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        ({"type": "failed", "reason": "no reason"}, "no reason"),
        ({"type": "nonsense"}, "nonsense"),
        ({"type": "reopen", "reason": "holds nothing"}, "holds nothing"),
    ],
)
def test_what_cannot_be_an_answer_to_an_open_is_a_failure(
    clock: Clock, frame: dict[str, Any], said: str
) -> None:
    bench = Bench()
    bench.client.open(1, Design(name="a"), ())
    bench.worker.come_up()
    bench.worker.received.emit(frame)
    assert bench.client.state == "failed"
    assert bench.client.words == f"The engine could not measure this design: {said}"
    assert bench.types == ["open"]


def test_a_failure_of_a_closed_design_is_no_failure_of_the_open_one(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    bench.client.open(1, Design(name="new"), ())
    bench.worker.received.emit({"type": "failed", "message": "too late"})
    assert bench.client.state == "busy"
    assert bench.types == ["open", "change", "open"]


def test_an_engine_that_lost_the_design_is_given_it_again(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    bench.worker.received.emit({"type": "reopen", "reason": "holds nothing"})
    assert bench.types == ["open", "change", "open"]
    assert bench.worker.sent[2]["design"]["name"] == "b"
    bench.answer("b")
    assert bench.client.state == "idle"
    assert bench.states == [("busy", "Updating…"), ("idle", "Up to date")]


def test_an_answer_nobody_asked_for_ends_the_engine(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.answer("a")
    assert bench.worker.calls[-1] == "kill: answered without being asked"
    assert bench.heard == []


@pytest.mark.parametrize("base", [0, 7])
def test_a_patch_on_a_report_that_is_not_here_ends_the_engine(clock: Clock, base: int) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    bench.answer("b", base=base)
    assert bench.worker.calls[-1] == (
        f"kill: sent an answer that cannot be read: a patch on revision {base}, which is not here"
    )
    assert bench.heard == []


def test_a_patch_before_any_report_ends_the_engine(clock: Clock) -> None:
    bench = Bench()
    bench.client.open(-1, Design(name="a"), ())
    bench.worker.come_up()
    bench.answer("a", base=-1)
    assert "a patch on revision -1" in bench.worker.calls[-1]


def test_a_report_without_a_patch_ends_the_engine(clock: Clock) -> None:
    bench = Bench()
    bench.client.open(1, Design(name="a"), ())
    bench.worker.come_up()
    bench.worker.received.emit({"type": "report"})
    assert bench.worker.calls[-1] == "kill: sent an answer that cannot be read: 'patch'"


def test_a_late_job_is_ended_when_newer_work_waits_and_its_deadline_grows(clock: Clock) -> None:
    bench = Bench(deadline_ms=100)
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    clock.advance(99)
    bench.rename(3, "b", "c")
    assert bench.worker.calls == ["start"], "not late yet"
    clock.advance(1)
    late = "kill: took too long while newer work was waiting"
    assert bench.worker.calls == ["start", late]
    bench.worker.die("was killed")
    assert bench.states[-1] == (
        "restarting", "Engine restarted: the last calculation took too long"
    )  # fmt: skip
    assert bench.worker.calls == ["start", late, "start"], "at once, it did not crash"
    bench.worker.come_up()
    assert bench.heard == [("restarted", "Engine restarted: the last calculation took too long")]
    assert bench.types[-1] == "open"
    assert clock.waiting()[-1] == 200
    assert bench.client.state == "restarting", "until the report is there"
    bench.answer("c")
    assert bench.client.state == "idle"
    bench.rename(4, "c", "d")
    assert clock.waiting()[-1] == 100, "a report sets the deadline back"


@pytest.mark.parametrize(("share", "ended_after"), [(0.01, 1), (0.3, 3), (0.12, 6), (0.95, 1)])
def test_a_deadline_is_of_the_time_in_which_the_engine_could_work(
    clock: Clock, share: float, ended_after: int
) -> None:
    """On a busy machine a first calculation was ended and begun anew, which took longer still."""
    bench = Bench(deadline_ms=100)
    bench.opened("a", 1)
    bench.worker.worked = 5_000
    bench.rename(2, "a", "b")
    bench.rename(3, "b", "c")
    deadlines = 0
    while len(bench.worker.calls) == 1:
        deadlines += 1
        assert deadlines < 10
        bench.worker.worked += round(100 * share)
        clock.advance(100)
    assert deadlines == ended_after
    assert bench.worker.calls[1] == "kill: took too long while newer work was waiting"


def test_a_late_job_that_is_alone_may_go_on_until_something_newer_comes(clock: Clock) -> None:
    bench = Bench(deadline_ms=100)
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    clock.advance(1_000)
    assert bench.worker.calls == ["start"]
    bench.client.preview(2, Change(), ())
    assert bench.worker.calls == ["start"], "a preview does not end a report"
    bench.rename(3, "b", "c")
    assert len(bench.worker.calls) == 2
    bench.rename(4, "c", "d")
    assert len(bench.worker.calls) == 2, "once is enough"


def test_a_late_preview_gives_way_to_a_newer_one(clock: Clock) -> None:
    bench = Bench(deadline_ms=100)
    bench.opened("a", 1)
    first = bench.client.preview(1, Change(), ())
    clock.advance(100)
    assert bench.worker.calls == ["start"]
    bench.client.preview(1, Change(), ())
    assert len(bench.worker.calls) == 2
    bench.worker.die("was killed")
    assert ("preview_failed", first, "the engine was killed") in bench.heard


def test_an_engine_that_dies_is_started_after_a_growing_pause_then_given_up(clock: Clock) -> None:
    bench = Bench()
    bench.client.open(1, Design(name="a"), ())
    for pause in BACK_OFF_MS:
        bench.worker.come_up()
        calls = len(bench.worker.calls)
        bench.worker.die("crashed")
        assert bench.client.state == "restarting"
        assert bench.client.words == "Engine restarted: it crashed"
        assert clock.waiting()[-1] == pause
        clock.advance(pause - 1 if pause else 0)
        assert len(bench.worker.calls) == calls + (pause == 0)
        clock.advance(1)
        assert len(bench.worker.calls) == calls + 1
    assert len(BACK_OFF_MS) == CRASH_LIMIT
    bench.worker.come_up()
    number = bench.client.preview(1, Change(), ())
    bench.heard.clear()
    bench.worker.die("crashed")
    words = "The engine does not run: it crashed. Figures are not updated"
    assert (bench.client.state, bench.client.words) == ("failed", words)
    assert bench.heard == [("preview_failed", number, "the engine crashed")]
    clock.advance(60_000)
    assert bench.worker.calls.count("start") == 1 + CRASH_LIMIT


def test_the_next_edit_is_one_more_try_and_a_report_forgets_the_crashes(clock: Clock) -> None:
    bench = Bench(back_off_ms=(0, 50))
    bench.client.open(1, Design(name="a"), ())
    for _ in range(CRASH_LIMIT + 1):
        bench.worker.come_up()
        bench.worker.die("crashed")
        clock.advance(50)
    assert bench.client.state == "failed"
    bench.rename(2, "a", "b")
    assert bench.worker.calls[-1] == "start"
    bench.worker.come_up()
    bench.worker.die("crashed")
    assert bench.client.state == "restarting", "one more try"
    assert clock.waiting()[-1] == 50, "the last pause stands for all further ones"
    bench.rename(3, "b", "c")
    assert bench.worker.calls.count("start") == CRASH_LIMIT + 2, "the pause is kept"
    clock.advance(50)
    bench.worker.come_up()
    bench.answer("c")
    assert bench.client.state == "idle"
    clock.advance(0)
    bench.worker.die("crashed")
    assert bench.client.state == "restarting"
    assert clock.waiting() == [0], "counted anew"


def given_up(clock: Clock, **options: object) -> Bench:
    """A client whose engine died until it was given up, and an edit after that."""
    bench = Bench(back_off_ms=(0, 50), **options)
    bench.client.open(1, Design(name="a"), ())
    for _ in range(CRASH_LIMIT + 1):
        bench.worker.come_up()
        bench.worker.die("crashed")
        clock.advance(50)
    assert bench.client.state == "failed"
    bench.rename(2, "a", "b")
    bench.worker.come_up()
    return bench


def test_an_engine_that_was_given_up_has_two_tries_with_an_edit(clock: Clock) -> None:
    bench = given_up(clock)
    bench.worker.die("crashed")
    assert bench.client.state == "restarting"
    clock.advance(50)
    bench.worker.come_up()
    bench.worker.die("crashed")
    assert bench.client.state == "failed"


def test_an_engine_that_was_given_up_and_then_hangs_is_given_up_at_once(clock: Clock) -> None:
    bench = given_up(clock, deadline_ms=100, hang_ms=1_000)
    clock.advance(100)
    clock.advance(1_000)
    assert bench.worker.calls[-1].startswith("kill")
    bench.worker.die("was killed")
    assert bench.client.state == "failed"


def test_a_failed_engine_that_runs_is_not_started_again(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    bench.worker.received.emit({"type": "failed", "message": "no"})
    bench.rename(3, "b", "c")
    assert bench.worker.calls == ["start"]


def test_closing_asks_the_engine_to_end_and_nothing_follows(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.rename(2, "a", "b")
    bench.client.close()
    assert bench.worker.calls == ["start", "stop"]
    assert [due for due in clock.waiting() if due] == []
    bench.rename(3, "b", "c")
    bench.worker.process_id = 0
    bench.client.start()
    assert bench.worker.calls == ["start", "stop"]
    assert len(bench.worker.sent) == 2
    bench.worker.stopped.emit()
    assert bench.heard == [("closed",)]


def test_an_engine_that_comes_up_while_closing_is_ended(clock: Clock) -> None:
    bench = Bench()
    bench.client.open(1, Design(name="a"), ())
    bench.client.close()
    bench.worker.come_up()
    assert bench.worker.calls == ["start", "stop", "stop"]
    assert bench.worker.sent == []
    bench.worker.die()
    assert bench.heard == [("closed",)]
    assert bench.states == []


def test_finishing_waits_and_stops_the_pause(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    bench.worker.die()
    clock.advance(0)
    bench.worker.come_up()
    bench.worker.die()
    assert clock.waiting()[-1] == BACK_OFF_MS[1]
    bench.client.finish()
    clock.advance(10_000)
    assert bench.worker.calls == ["start", "start", "finish"]


def test_a_state_is_told_once(clock: Clock) -> None:
    bench = Bench()
    bench.opened("a", 1)
    for revision in range(2, 5):
        bench.rename(revision, f"{revision - 1}", f"{revision}")
    assert bench.states == [("busy", "Updating…")]
    assert bench.client.words == "Updating…"


def test_a_loss_that_the_engine_fails_at_is_told_with_the_reason(clock: Clock) -> None:
    """Whoever tried it waited for an answer for ever."""
    bench = Bench()
    bench.client.loss_failed.connect(bench._listener("loss_failed"))
    bench.opened()
    bench.client.lose_together(1, LossAsked(upstream=("A", "B")))
    assert bench.types[-1] == "together"
    bench.worker.received.emit({"type": "failed", "revision": 1, "message": "planted"})
    assert ("loss_failed", "planted") in bench.heard
    bench.heard.clear()
    bench.client.lose_together(1, LossAsked(upstream=("A", "B")))
    bench.rename(2, "a", "b")
    bench.worker.received.emit({"type": "failed", "revision": 1, "message": "of an older one"})
    assert [one for one in bench.heard if one[0] == "loss_failed"] == []


def test_a_huge_design_is_given_more_time(clock: Clock) -> None:
    """A site of 1,000,000 GPUs takes longer than what ends a usual design: it is no hang."""
    racks = tuple(
        Rack(id=f"r{number:05d}", name=f"r{number}", part="rack", x_mm=0, y_mm=0)
        for number in range(2 * USUAL_RACKS)
    )
    bench = Bench(deadline_ms=100, hang_ms=1_000)
    bench.client.open(1, Design(name="a", racks=racks), ())
    bench.worker.come_up()
    clock.advance(3 * 100)
    clock.advance(3 * 1_000 - 1)
    assert not bench.worker.calls[-1].startswith("kill")
    clock.advance(1)
    assert bench.worker.calls[-1].startswith("kill")
