"""The cards of ways out: what they say, keys and mouse, and one undo step for what is chosen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.ui.commands.replace import ReplaceCommands
from designer.ui.state.actions import ActionSet
from designer.ui.state.drop_words import NO_ANSWER
from designer.ui.views.dialogs.replace_dialog import ReplaceDialog
from designer.ui.views.dialogs.way_cards import WayCard
from tests.helpers.ui_desk import Desk


class AnsweringDesk(Desk):
    """A desk of which the engine answers when it is told to."""

    def __init__(self, folder: Path) -> None:
        catalog = load_shipped()
        super().__init__(folder, build("dgx-superpod-h100", {"scalable_units": "1"}, catalog))
        self.engine = Evaluator(catalog)
        self.answered = 0
        self.report(self.engine.report(self.design))

    def answer(self) -> bool:
        """Answer what was asked last; return whether anything was."""
        if len(self.client.previews) == self.answered:
            return False
        self.answered = len(self.client.previews)
        _, change, racks = self.client.previews[-1]
        told = self.engine.preview(
            self.answered, self.design, change, racks, asks=self.client.asks[-1]
        )
        self.client.previewed.emit(told)
        return True


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[AnsweringDesk]:
    made = AnsweringDesk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def commands(qtbot: QtBot, desk: AnsweringDesk) -> ReplaceCommands:
    window = QWidget()
    qtbot.addWidget(window)
    return ReplaceCommands(desk.workspace, ActionSet(), window)


def asked(commands: ReplaceCommands, by: str = "dgx-b200") -> ReplaceDialog:
    commands.ask("dgx-h100", by)
    assert commands.dialog is not None
    return commands.dialog


def says(dialog: ReplaceDialog) -> str:
    return dialog.accept_button.text()


def all_found(qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands) -> ReplaceDialog:
    """Let the engine answer until all ways are found."""
    dialog = commands.dialog
    assert dialog is not None
    with qtbot.waitSignal(commands.ways.finished, timeout=30_000):
        _answers(qtbot, desk, commands)
    return dialog


def _answers(qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands) -> None:
    qtbot.waitUntil(lambda: commands.ways.is_at_work)
    while commands.ways.is_at_work:
        qtbot.waitUntil(lambda: desk.answer() or not commands.ways.is_at_work)


def lines(card: WayCard) -> list[str]:
    return [line.text for line in card.lines]


def held(desk: AnsweringDesk, part: str) -> int:
    return sum(one.part == part for one in Layout(desk.design).every())


def test_cards_say_what_each_way_does_and_the_chosen_one_is_one_step(
    qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands
) -> None:
    before = desk.design
    asked(commands)
    dialog = all_found(qtbot, desk, commands)
    assert dialog.ways.isVisible()
    assert dialog.ways.verdict.text().startswith("Fits as it is in 1 of 8 racks: Cooling")
    fewer, published, build_ = dialog.ways.cards.values()
    assert (fewer.title, published.title) == (
        "3 in each rack",
        "2 in each rack, as NVIDIA publishes",
    )
    assert lines(fewer)[0] == "24 nodes · 192 GPUs · 7 leave"
    assert lines(fewer)[1].startswith("A01, cooling: 40.8 → 42.9 of 53.1 kW")
    assert any(text.startswith("capital ≥ $") for text in lines(fewer))
    assert "RA-11334-001" in lines(published)[-1]
    assert lines(build_)[0] == "31 nodes · 248 GPUs"
    assert lines(build_)[-1].startswith("Add 3 racks; Feed A")
    assert says(dialog) == "Replace 31 in spite of 4 new errors"
    assert dialog.accept_button.isEnabled(), "as it is it may be done all the same"

    QTest.mouseClick(fewer, Qt.MouseButton.LeftButton)
    assert says(dialog) == "Replace 24, remove 7"
    assert "7 leave the design" in dialog.words.text()
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    assert (held(desk, "dgx-b200"), held(desk, "dgx-h100")) == (24, 0)
    history = desk.workspace.document.history
    assert history.current.label == "Replace DGX H100 with DGX B200: 24, remove 7"
    desk.workspace.document.undo()
    assert desk.design is before


def test_cards_are_pointed_at_and_chosen_by_keys(
    qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands
) -> None:
    asked(commands)
    dialog = all_found(qtbot, desk, commands)
    cards = list(dialog.ways.cards.values())
    as_it_is = dialog.told.words()
    assert dialog.picture.drawing is None
    qtbot.waitUntil(dialog.isActiveWindow)
    cards[0].setFocus()
    assert dialog.picture.drawing is not None
    assert dialog.picture.drawing.title == "3 in each rack"
    assert dialog.told.words() != as_it_is
    QTest.keyClick(cards[0], Qt.Key.Key_Left)
    assert cards[2].hasFocus()
    assert dialog.picture.drawing.title == "Keep 31, build what they need"
    assert sum(rack.is_new for rack in dialog.picture.drawing.racks) == 3
    assert says(dialog) == "Replace 31 in spite of 4 new errors", "pointing chooses nothing"
    QTest.keyClick(cards[2], Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert says(dialog) == "Replace 31, add 3 racks, build 3 things"
    QTest.keyClick(cards[2], Qt.Key.Key_Space)
    assert says(dialog) == "Replace 31 in spite of 4 new errors", "chosen no more"
    names = [card.accessibleName() for card in cards]
    assert names[0] == "Way out: 3 in each rack"
    assert "24 nodes" in cards[0].accessibleDescription()
    assert "fewer in 7 racks" in dialog.picture.accessibleDescription()
    dialog.filter.setFocus()
    assert dialog.told.words() == as_it_is


def test_a_way_that_is_not_possible_says_why_and_does_nothing(
    qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands
) -> None:
    """DGX B300: the reference has four in a rack, as many as stand there."""
    before = desk.design
    asked(commands, "dgx-b300")
    dialog = all_found(qtbot, desk, commands)
    published = dialog.ways.cards["published"]
    assert lines(published) == [
        "Not possible: NVIDIA RA-11339-001 V01 has 4 in a rack, and no rack here holds more"
    ]
    assert not published.isCheckable()
    QTest.mouseClick(published, Qt.MouseButton.LeftButton)
    QTest.keyClick(published, Qt.Key.Key_Space)
    assert dialog.way is None
    assert says(dialog) == "Replace 31 in spite of 5 new errors"
    assert desk.design is before


def test_a_refused_replacement_has_ways_out_as_well(
    qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands
) -> None:
    """Nodes for the rails of Open Racks: not one fits, and nothing can be pressed."""
    asked(commands, "hgx-b300-2ou").lets.click()
    dialog = all_found(qtbot, desk, commands)
    assert dialog.ways.verdict.text().startswith("Not possible as it is: ")
    assert all(not card.isCheckable() for card in dialog.ways.cards.values())
    assert all("Not possible: " in lines(card)[0] for card in dialog.ways.cards.values())
    assert not dialog.accept_button.isEnabled()


def test_what_fits_has_no_cards(
    qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands
) -> None:
    asked(commands, "dgx-h200")
    dialog = all_found(qtbot, desk, commands)
    assert dialog.ways.isHidden()
    assert dialog.picture.isHidden()
    assert dialog.accept_button.isEnabled()


def test_another_mark_lets_go_what_is_being_found(
    qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands
) -> None:
    dialog = asked(commands)
    qtbot.waitUntil(desk.answer)
    qtbot.waitUntil(lambda: len(desk.client.previews) == 2)
    assert dialog.ways.isVisible()
    dialog.mark_part("dgx-h200")
    assert dialog.ways.isHidden()
    assert not commands.ways.is_at_work
    desk.answer()
    assert dialog.told.words() == "sizing…", "an answer to what was asked before"
    qtbot.waitUntil(lambda: commands.ways.is_at_work)
    dialog.reject()
    assert not commands.ways.is_at_work
    assert desk.workspace.asked_preview == 0


def test_an_engine_without_an_answer_is_told_on_the_cards(
    qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands
) -> None:
    dialog = asked(commands)
    qtbot.waitUntil(desk.answer)
    qtbot.waitUntil(lambda: len(desk.client.previews) == 2)
    told = dialog.told.words()
    desk.client.preview_failed.emit(desk.workspace.asked_preview, "")
    assert dialog.told.words() == told, "what is known of it as it is stands"
    assert lines(dialog.ways.cards["fewer"]) == [NO_ANSWER]
    assert not commands.ways.is_at_work


def test_a_chosen_card_is_seen_to_be(
    qtbot: QtBot, desk: AnsweringDesk, commands: ReplaceCommands
) -> None:
    asked(commands)
    dialog = all_found(qtbot, desk, commands)
    card = dialog.ways.cards["fewer"]

    def ring() -> QColor:
        return card.grab().toImage().pixelColor(QPoint(16, 17))

    was = ring()
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    dialog.filter.setFocus()
    assert ring() != was, "the ring is full"
    assert not dialog.picture.grab().isNull()
