"""What an edit did to cables: behind its message in the status bar, and in the list of steps."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from designer.document.drop_plans import DropPlan
from designer.document.edits import rename
from designer.document.placement import Verdict
from designer.engine.preview import CableChanges, CablesMoved, Preview
from designer.model.measured import Bound
from designer.ui.state.cable_news import CableNews
from designer.ui.state.cable_words import changes_lines, changes_words
from designer.ui.state.drop_words import card_lines
from designer.ui.views.navigator.history import HistoryModel
from tests.helpers.ui_desk import Desk, small_design

pytestmark = pytest.mark.usefixtures("qapp")
TIP = Qt.ItemDataRole.ToolTipRole
MOVED = CableChanges(ends=12, route=40)
SAID = "12 cables change their ends, 40 their route"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (MOVED, SAID),
        (CableChanges(ends=1), "1 cable changes its ends"),
        (CableChanges(route=1_200), "1,200 cables change their route"),
        (CableChanges(new=64), "64 cables new"),
        (CableChanges(new=1, gone=64, ends=2), "2 cables change their ends, 1 new, 64 gone"),
        (
            CableChanges(route=12, longer=12, longer_by_m=14.0, too_far=3),
            "12 cables change their route, all longer by up to 14 m, 3 beyond reach",
        ),
        (
            CableChanges(
                route=20, longer=12, longer_by_m=1.44,
                bounds=(Bound(name="longer_by_m", low=1.2, high=1.6, estimated=True),),
            ),
            "20 cables change their route, 12 longer by up to ~1.4 m",
        ),
        (
            CableChanges(
                route=3, longer=2, longer_by_m=9.7,
                bounds=(Bound(name="longer_by_m", low=9.1, estimated=True),),
            ),
            "3 cables change their route, 2 longer by ~9.7 m and more",
        ),
        (
            CableChanges(
                route=3, longer=2, longer_by_m=0.04,
                bounds=(Bound(name="longer_by_m", low=0.0, high=0.2, estimated=True),),
            ),
            "3 cables change their route",
        ),
        (CableChanges(), ""),
        (None, ""),
    ],
)  # fmt: skip
def test_counts_that_are_none_are_left_out(changes: CableChanges | None, words: str) -> None:
    assert changes_words(changes) == words


def test_the_card_says_lengths_once() -> None:
    longer = CableChanges(route=12, longer=12, longer_by_m=14.0, too_far=3)
    (alone,) = changes_lines(longer, told=False)
    assert (alone.tone, "3 beyond reach" in alone.text) == ("error", True)
    (beside,) = changes_lines(longer, told=True)
    assert (beside.tone, beside.text) == ("plain", "12 cables change their route")
    assert changes_lines(None, told=False) == []


class Told:
    """A desk with news of cables; the engine's word comes when `step` is called."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk(folder, small_design())
        self.space = self.desk.workspace
        self.news = CableNews(self.space)
        self.history = HistoryModel(self.space, self.news)

    def rename(self, name: str) -> int:
        self.space.apply(f"Rename {name}", rename("A01", name))
        return self.space.document.revision

    def step(self, base: int, revision: int, changes: CableChanges | None = MOVED) -> None:
        found = Preview.model_construct(preview=0, cable_changes=changes)
        self.desk.client.stepped.emit(base, revision, found)

    @property
    def last(self) -> tuple[str, str]:
        return self.desk.messages[-1]

    def tips(self) -> list[object]:
        self.history.refresh()
        return [
            self.history.data(self.history.index(row, 0), TIP)
            for row in range(self.history.rowCount())
        ]


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    made = Told(tmp_path)
    yield made
    made.desk.close()


def test_it_stands_behind_the_message_of_the_edit(told: Told) -> None:
    first = told.space.document.revision
    second = told.rename("X")
    told.space.message.emit("X moved", "warning")
    told.step(first, second)
    assert told.last == (f"X moved · {SAID}", "warning")
    assert told.tips() == [SAID, ""]


def test_it_stands_alone_where_the_edit_said_nothing_and_goes_with_the_next(told: Told) -> None:
    told.space.message.emit("of before", "info")
    first = told.space.document.revision
    second = told.rename("X")
    told.step(first, second)
    assert told.last == (SAID, "info")
    told.rename("Y")
    assert told.last == ("", "info")


def test_nothing_is_said_of_a_design_that_is_another_by_now(told: Told) -> None:
    first = told.space.document.revision
    second = told.rename("X")
    told.rename("Y")
    told.step(first, second)
    assert SAID not in [text for text, _ in told.desk.messages]
    assert told.tips() == ["", "", ""]


def test_what_several_edits_did_is_no_word_on_the_last(told: Told) -> None:
    first = told.space.document.revision
    told.rename("X")
    third = told.rename("Y")
    told.step(first, third)
    assert told.last == (SAID, "info")
    assert told.tips() == ["", "", ""]


def test_an_undo_is_told_and_keeps_what_was_said_of_its_step(told: Told) -> None:
    first = told.space.document.revision
    second = told.rename("X")
    told.step(first, second)
    told.space.document.undo()
    assert told.last == ("", "info")
    told.step(second, told.space.document.revision, CableChanges(route=3))
    assert told.last == ("3 cables change their route", "info")
    assert told.tips() == [SAID, ""]


def test_what_changes_no_cable_says_nothing(told: Told) -> None:
    before = len(told.desk.messages)
    first = told.space.document.revision
    told.step(first, told.rename("X"), None)
    assert len(told.desk.messages) == before


def test_the_card_of_a_drag_counts_before_lengths() -> None:
    verdict = Verdict(ok=True, reason="", title="A01")
    plan = DropPlan("key", verdict, "Move", lambda design: design, ("A01",))
    cables = CablesMoved(count_before=3, count=3, length_before_m=9.0, length_m=19.0)
    answer = Preview(preview=1, cables=cables, cable_changes=CableChanges(route=3, longer=3))
    lines = [one.text for one in card_lines(plan, answer, {}, {})]
    assert lines[1:3] == ["3 cables change their route", "3 cables, all lengths: 9.0 → 19.0 m"]
