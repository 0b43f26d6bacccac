"""What a screen reader is told: an edit with what it brought, once, and nothing while dragging."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from pytestqt.qtbot import QtBot

from designer.document.edits import place_device, remove
from designer.engine.limit_report import Limit
from designer.engine.report import Check
from designer.model.design import Design
from designer.ui.state import announcer as state
from designer.ui.state.announcer import Announcer, done
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk, small_report

Said = list[tuple[str, bool]]


class Ear:
    """Hears an announcer on a desk, without waiting."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.space = desk, desk.workspace
        self.announcer = Announcer(self.space)
        self.said: Said = []
        self.announcer.spoken.connect(lambda words, now: self.said.append((words, now)))

    def heard(self) -> Said:
        settle()
        self.announcer.flush()
        said, self.said = self.said, []
        return said

    def place(self, half_u: int = 30) -> None:
        edit = place_device(self.desk.catalog, "dgx-h100", "A01", half_u)
        assert self.space.apply("Place DGX H100 in A01 · U15–U22", edit)

    def report(self, *, more: bool = False) -> None:
        """Publish figures of the design as it stands; `more` with a fuller rack and a warning."""
        made = small_report()
        if more:
            cooling = Limit(
                name="cooling", group="cooling", label="Cooling", used=41.2, limit=43.0, unit="kW",
                state="warning",
            )  # fmt: skip
            rack = made.racks[0].evolve(limits=(cooling,), binding_constraint="cooling")
            warm = Check(
                rule="C12", severity="warning", where=("A01",), message="warm", advice="",
                key="C12:A01",
            )  # fmt: skip
            made = made.evolve(racks=(rack, *made.racks[1:]), checks=(*made.checks, warm))
        self.desk.report(made)


@pytest.fixture
def ear(desk: Desk) -> Ear:
    made = Ear(desk)
    made.report()
    made.heard()
    return made


def test_an_edit_tells_what_it_brought_once_that_is_known(ear: Ear) -> None:
    ear.place()
    ear.space.message.emit("Place DGX H100 in A01 · U15–U22", "info")
    assert ear.heard() == [], "its figures are on their way"
    ear.report(more=True)
    assert ear.heard() == [
        (
            "Placed DGX H100 in A01 · U15–U22; rack A01: cooling 41.2 of 43.0 kW; "
            "1 new warning: C12",
            False,
        )
    ]
    ear.report(more=True)
    assert ear.heard() == [], "said once"


def test_steps_that_follow_closely_are_one_sentence_with_what_all_of_them_brought(
    ear: Ear,
) -> None:
    ear.place()
    ear.place(half_u=50)
    ear.report(more=True)
    ((words, _),) = ear.heard()
    assert words.count("Placed") == 1
    assert words.endswith("1 new warning: C12")


def test_an_undo_and_what_ends_by_it_are_told(ear: Ear) -> None:
    ear.place()
    ear.report(more=True)
    ear.heard()
    assert ear.desk.session.document.undo()
    ear.report()
    assert ear.heard() == [
        (
            "Undo Place DGX H100 in A01 · U15–U22; no new finding; ends 1 warning: C12",
            False,
        )
    ]


def test_where_no_figures_come_the_step_is_told_all_the_same(ear: Ear) -> None:
    ear.place()
    ear.desk.client.state_changed.emit("failed", "the engine ended")
    assert ear.heard() == [("Placed DGX H100 in A01 · U15–U22; not sized", False)]


def test_warnings_interrupt_and_words_alike_are_said_once(ear: Ear) -> None:
    ear.space.message.emit("Nothing is selected", "info")
    ear.space.message.emit("A02 holds something there", "warning")
    ear.space.message.emit("Nothing is selected", "info")
    assert ear.heard() == [("Nothing is selected; A02 holds something there", True)]


def test_nothing_is_said_for_the_places_that_a_drag_comes_over(
    ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear.space.is_planning = True
    ear.space.message.emit("DGX H100 into A01: does not fit", "warning")
    assert ear.heard() == []

    class Held:
        @staticmethod
        def mouseButtons() -> Qt.MouseButton:
            return Qt.MouseButton.LeftButton

    monkeypatch.setattr(state, "QApplication", Held)
    ear.announcer.say("while it is dragged")
    assert ear.heard() == []
    ear.space.is_planning = False
    assert ear.heard() == [("while it is dragged", False)]


def test_a_device_that_is_selected_is_named_with_its_place(ear: Ear) -> None:
    ear.space.select(("n1",))
    assert ear.heard() == [("node 1, DGX H100, A01 U2–U9", False)]
    assert ear.space.apply("Remove node 1", remove(("n1",)))
    ear.report()
    assert ear.heard()[0][0].startswith("Removed node 1; ")


def test_another_design_is_named(ear: Ear) -> None:
    ear.desk.session.document.mark_saved()
    ear.desk.session.new(Design(name="pod"))
    assert ear.heard() == [("Opened pod", False)]


def test_a_step_whose_name_begins_otherwise_is_told_as_it_is() -> None:
    assert done("Move 4 racks") == "Moved 4 racks"
    assert done("Undo: Move") == "Undo: Move"


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """What is handed to screen readers as announcements."""
    found: list[tuple[str, object]] = []

    def take(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            found.append((event.message(), event.politeness()))

    monkeypatch.setattr(QAccessible, "updateAccessibility", take)
    return found


def test_the_window_hands_sentences_to_a_screen_reader(
    window: MainWindow, events: list[tuple[str, object]], qtbot: QtBot
) -> None:
    window.workspace.message.emit("A02 holds something there", "warning")
    qtbot.waitUntil(lambda: bool(events))
    assert events == [("A02 holds something there", QAccessible.AnnouncementPoliteness.Assertive)]
