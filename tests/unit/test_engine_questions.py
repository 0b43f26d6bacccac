"""What subjects answer beside the report, and what they work out later: evaluator and worker."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from designer.engine.evaluate import Evaluator
from designer.engine.later import PART, Later
from designer.engine.patch import apply_patch
from designer.engine.protocol import ask_request, change_request, open_request
from designer.engine.results import Key
from designer.engine.subject import Facts, Question, Subject
from designer.engine.worker import Worker
from designer.model.change import diff
from designer.model.design import Design
from designer.model.measured import Measured
from designer.model.record import Record
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_worker import asked

CATALOG = parts.small_catalog()


class About(Record):
    times: int = 1


class Told(Record):
    text: str = ""


class Guess(Measured):
    """A section whose figure is found in several slices."""

    steps: int = 0


GUESS: Key[Guess] = Key("guess")
ECHO: Key[str] = Key("echo")


@dataclass
class Work:
    """A subject that goes on later, and one that reads it."""

    most: int = 3
    done: int = 0
    computed: list[str] = field(default_factory=list)

    def compute(self, facts: Facts) -> Guess:
        self.computed.append("guess")
        return Guess(steps=self.done)

    def later(self, facts: Facts) -> Iterator[bool]:
        while self.done < self.most:
            self.done += 1
            yield self.done == self.most

    def echo(self, facts: Facts) -> str:
        self.computed.append("echo")
        return f"{facts[GUESS].steps} steps"

    @property
    def subjects(self) -> tuple[Subject, ...]:
        question = Question("repeat", About, Told, self.find)
        return (
            Subject(
                key=GUESS, compute=self.compute, section="guess", record=Guess, later=self.later
            ),
            Subject(key=ECHO, reads=(GUESS,), compute=self.echo, questions=(question,)),
        )

    def find(self, facts: Facts, about: About) -> Told:
        return Told(text=facts[ECHO] * about.times)


def test_a_question_is_answered_from_the_results_of_the_report() -> None:
    work = Work()
    evaluator, design = Evaluator(CATALOG, work.subjects), Design()
    evaluator.report(design)
    work.computed.clear()
    assert evaluator.answer(design, "echo", "repeat", {"times": 2}) == Told(text="0 steps0 steps")
    assert work.computed == [], "nothing is computed anew"


@pytest.mark.parametrize(
    ("subject", "question", "about", "why"),
    [
        ("nobody", "repeat", {}, "no subject 'nobody'"),
        ("echo", "sing", {}, "nobody can ask echo for 'sing'"),
        ("echo", "repeat", {"times": "often"}, "times"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    subject: str, question: str, about: dict[str, object], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        Evaluator(CATALOG, Work().subjects).answer(Design(), subject, question, about)


def test_later_work_alters_the_report_once_it_is_done_and_what_rests_on_it() -> None:
    work = Work()
    evaluator, design = Evaluator(CATALOG, work.subjects), Design()
    first = evaluator.report(design)
    assert first.section("guess") == Guess(steps=0)
    assert [evaluator.work_later() for _ in range(4)] == [True, True, True, False]
    work.computed.clear()
    after = evaluator.report_later()
    assert after is not None
    assert after.section("guess") == Guess(steps=3)
    assert work.computed == ["guess", "echo"]
    assert evaluator.report(design) is after
    assert evaluator.report_later() is None
    assert evaluator.answer(design, "echo", "repeat", {}) == Told(text="3 steps")


def test_later_work_that_finds_nothing_leaves_the_report() -> None:
    work = Work(most=0)
    evaluator = Evaluator(CATALOG, work.subjects)
    evaluator.report(Design())
    assert not evaluator.work_later()
    assert evaluator.report_later() is None


def test_an_edit_begins_later_work_anew() -> None:
    work = Work()
    evaluator = Evaluator(CATALOG, work.subjects)
    evaluator.report(Design(name="a"))
    evaluator.work_later()
    evaluator.report(Design(name="b"))
    assert evaluator.report_later() is None
    while evaluator.work_later():
        pass
    assert evaluator.report_later() is not None


def test_later_work_that_fails_leaves_the_others_alone() -> None:
    def fails(facts: Facts) -> Iterator[bool]:
        yield False
        raise RuntimeError("planted")

    work = Work(most=1)
    broken = Subject(key=Key("broken"), later=fails)
    later = Later((broken, *work.subjects), lambda _: None)  # type: ignore[arg-type,return-value]  # none is read
    assert [later.slice() for _ in range(3)] == [True, True, False]
    assert later.taken() == {"guess"}


def test_later_work_that_fails_is_told_once() -> None:
    def fails(facts: Facts) -> Iterator[bool]:
        yield False
        raise RuntimeError("planted")

    broken = Subject(key=Key("broken"), later=fails)
    evaluator, design = Evaluator(CATALOG, (broken,)), Design()
    assert evaluator.report(design).not_computed == ()
    while evaluator.work_later():
        pass
    after = evaluator.report_later()
    assert after is not None
    (lost,) = after.not_computed
    assert lost.subject == "broken"
    assert lost.part == PART
    assert "planted" in lost.because
    assert evaluator.report(design) is after
    assert evaluator.report_later() is None


def test_later_work_on_what_could_not_be_computed_is_told_with_it_alone() -> None:
    """Who rests on a lost result says nothing of his own."""

    def lost(facts: Facts) -> Guess:
        raise RuntimeError("planted")

    def later(facts: Facts) -> Iterator[bool]:
        yield facts[GUESS].steps > 0

    first = Subject(key=GUESS, compute=lost, section="guess", record=Guess)
    second = Subject(key=ECHO, reads=(GUESS,), compute=lambda facts: "", later=later)
    evaluator = Evaluator(CATALOG, (first, second))
    evaluator.report(Design())
    assert not evaluator.work_later()
    assert evaluator.report_later() is None


def test_the_worker_answers_questions_and_sends_what_was_worked_out_later() -> None:
    worker, design = Worker(CATALOG, Work().subjects), parts.superpod(1)
    (frame,) = asked(worker, open_request(1, design))
    report = apply_patch(None, frame["patch"], Work().subjects)
    question = ask_request(7, 1, "echo", "repeat", About(times=1))
    (answer,) = asked(worker, question)
    assert answer == {
        "type": "answer", "number": 7, "subject": "echo", "question": "repeat",
        "found": {"text": "0 steps"},
    }  # fmt: skip
    while worker.work_later()[1]:
        pass
    sent = worker._sent
    assert sent is not None
    assert sent[1].section("guess") == Guess(steps=3)
    assert report.section("guess") == Guess(steps=0)
    (answer,) = asked(worker, question)
    assert answer["found"] == {"text": "3 steps"}
    renamed = design.evolve(name="z")
    (frame,) = asked(worker, change_request(2, 1, diff(design, renamed)))
    assert frame["base"] == 1


def test_the_worker_says_why_it_cannot_answer() -> None:
    worker = Worker(CATALOG, Work().subjects)
    (answer,) = asked(worker, ask_request(1, 1, "echo", "repeat", About()))
    assert (answer["type"], "here is" in answer["message"]) == ("failed", True)
    asked(worker, open_request(1, Design()))
    (answer,) = asked(worker, ask_request(1, 1, "echo", "sing", About()))
    assert answer["type"] == "failed"
    assert "sing" in answer["message"]
