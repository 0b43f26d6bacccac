"""An answer that is kept up with the report: when it is asked for, again, and no more."""

import pytest

from designer.engine.report import Report
from designer.model.record import Record
from designer.runtime.engine_questions import Answer
from designer.runtime.report_store import ReportStore
from designer.ui.state.live_answer import LiveAnswer
from tests.helpers.canvas_space import WaitingClient

pytestmark = pytest.mark.usefixtures("qapp")


class About(Record):
    fabric: str = ""


class Told(Record):
    text: str = ""


class Place:
    """A live answer over a store and a client that waits."""

    def __init__(self, *, follows: bool = False) -> None:
        self.client, self.store = WaitingClient(), ReportStore(interval_ms=0)
        self.live = LiveAnswer(
            self.client, self.store, "fabrics", "map", Told,  # type: ignore[arg-type]  # stands in
            follows=(lambda report: report.design) if follows else None,
        )  # fmt: skip
        self.changes = 0
        self.live.changed.connect(self._count)

    def _count(self) -> None:
        self.changes += 1

    def report(self, revision: int, design: str = "a") -> None:
        self.store.expect(revision)
        self.store.accept(revision, Report.model_construct(design=design))
        self.store.changed.emit()

    def tell(self, text: str, why: str = "") -> None:
        revision = self.client.questions[-1][0]
        found = None if why else Told(text=text)
        self.client.answered.emit(Answer(len(self.client.questions), revision, found, why))


def test_a_question_is_asked_with_the_report_on_show_and_again_with_each_newer_one() -> None:
    place = Place()
    place.live.look_at(About(fabric="f"))
    assert place.client.questions == [], "no report is there"
    place.report(3)
    assert place.client.questions == [(3, "fabrics", "map", About(fabric="f"), Told)]
    assert (place.live.found, place.live.is_stale) == (None, True)
    place.tell("one")
    assert (place.live.found, place.live.is_stale, place.changes) == (Told(text="one"), False, 1)
    place.report(4)
    assert place.live.is_stale
    assert place.live.found == Told(text="one"), "what was told stays until there is another"
    place.tell("two")
    assert place.live.found == Told(text="two")


def test_an_answer_stands_while_what_decides_it_is_the_same() -> None:
    place = Place(follows=True)
    place.report(1)
    place.live.look_at(About())
    place.tell("one")
    place.report(2)
    assert len(place.client.questions) == 1
    place.report(3, design="b")
    assert len(place.client.questions) == 2


def test_what_was_dropped_without_an_answer_is_asked_again() -> None:
    place = Place(follows=True)
    place.report(1)
    place.live.look_at(About())
    place.report(2)  # the client drops the question of revision 1
    assert [one[0] for one in place.client.questions] == [1, 2]


def test_another_question_has_no_answer_yet_and_that_of_an_older_one_is_not_taken() -> None:
    place = Place()
    place.report(1)
    place.live.look_at(About(fabric="f"))
    place.live.look_at(About(fabric="g"))
    place.client.answered.emit(Answer(1, 1, Told(text="of f")))
    assert place.live.found is None
    place.tell("of g")
    assert place.live.found == Told(text="of g")
    place.live.look_at(None)
    place.report(2)
    assert len(place.client.questions) == 2


def test_why_there_is_no_answer_is_told() -> None:
    place = Place()
    place.report(1)
    place.live.look_at(About())
    place.tell("", "planted")
    assert (place.live.found, place.live.why, place.changes) == (None, "planted", 1)


def test_another_design_has_none_of_the_answers_of_the_one_before() -> None:
    place = Place(follows=True)
    place.report(1)
    place.live.look_at(About())
    place.tell("one")
    place.store.clear()
    place.store.changed.emit()
    assert place.live.found is None
    place.report(1)
    place.tell("two")
    assert place.live.found == Told(text="two")
