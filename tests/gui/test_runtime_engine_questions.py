"""Questions beside the report, and reports that nobody asked for: what the client makes of them."""

import pytest

from designer.model.design import Design
from designer.model.record import Record
from designer.runtime import engine_client
from designer.runtime.engine_questions import Answer
from tests.helpers.engine_bench import Bench, Worker
from tests.helpers.fake_clock import OF_THE_ENGINE, Clock

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    made.install(monkeypatch, *OF_THE_ENGINE)
    monkeypatch.setattr(engine_client, "WorkerProcess", Worker)
    return made


class _Told(Record):
    text: str = ""


def asking(clock: Clock) -> tuple[Bench, list[Answer]]:
    bench, answers = Bench(), list[Answer]()
    bench.client.answered.connect(answers.append)
    bench.opened()
    return bench, answers


def test_questions_go_out_one_by_one_and_the_newest_of_a_sort_wins(clock: Clock) -> None:
    bench, answers = asking(clock)
    first = bench.client.ask(1, "fabrics", "map", _Told(text="f"), _Told)
    bench.client.ask(1, "fabrics", "ports", _Told(text="s1"), _Told)
    last = bench.client.ask(1, "fabrics", "ports", _Told(text="s2"), _Told)
    sent = bench.worker.sent[-1]
    assert (sent["type"], sent["subject"], sent["question"]) == ("ask", "fabrics", "map")
    assert sent["asked"] == {"text": "f"}
    bench.worker.received.emit({"type": "answer", "number": first, "found": {"text": "map of f"}})
    assert bench.worker.sent[-1]["asked"] == {"text": "s2"}
    bench.worker.received.emit({"type": "answer", "number": last, "found": {}})
    assert bench.types[-1] == "ask"
    assert [(one.number, one.found) for one in answers] == [
        (first, _Told(text="map of f")), (last, _Told()),
    ]  # fmt: skip


def test_an_edit_goes_before_questions_and_drops_those_of_the_design_before(clock: Clock) -> None:
    bench, answers = asking(clock)
    bench.rename(2, "a", "b")
    bench.client.ask(1, "fabrics", "map", _Told(), _Told)
    bench.answer("b", 1)
    assert bench.types == ["open", "change"]
    assert answers == []
    bench.client.ask(2, "fabrics", "map", _Told(), _Told)
    assert bench.types[-1] == "ask"


def test_a_question_without_an_answer_is_told_with_the_reason(clock: Clock) -> None:
    bench, answers = asking(clock)
    bench.client.ask(1, "fabrics", "map", _Told(), _Told)
    bench.worker.received.emit({"type": "failed", "revision": 1, "message": "planted"})
    assert [(one.found, one.why) for one in answers] == [(None, "planted")]
    bench.client.ask(1, "fabrics", "map", _Told(), _Told)
    bench.worker.die("crashed")
    assert answers[-1].why == "the engine crashed"


def test_an_answer_to_another_question_ends_the_engine(clock: Clock) -> None:
    bench, answers = asking(clock)
    number = bench.client.ask(1, "fabrics", "map", _Told(), _Told)
    bench.worker.received.emit({"type": "answer", "number": number + 1, "found": {}})
    assert bench.worker.calls[-1].startswith("kill")
    assert answers == []


def test_what_is_worked_out_later_is_shown_while_a_newer_edit_waits(clock: Clock) -> None:
    bench, _ = asking(clock)
    later = {"type": "report", "revision": 1, "base": 1, "later": True, "patch": {"design": "A"}}
    bench.worker.received.emit(later)
    assert bench.heard == [("reported", 1)]
    assert bench.store.report is not None
    assert bench.store.report.design == "A"
    bench.rename(2, "a", "b")
    bench.worker.received.emit(later)
    assert bench.types[-1] == "change"
    bench.answer("b", 1)
    assert (bench.store.revision, bench.store.report.design) == (2, "b")


def test_what_is_worked_out_later_of_another_design_is_not_shown(clock: Clock) -> None:
    bench, _ = asking(clock)
    bench.client.open(1, Design(name="z"), ())
    bench.worker.received.emit(
        {"type": "report", "revision": 1, "base": 1, "later": True, "patch": {"design": "A"}}
    )
    assert bench.heard == []
    assert bench.store.report is None
