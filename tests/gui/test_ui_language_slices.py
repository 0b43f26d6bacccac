"""Another language is read in slices: the window answers, Cancel leaves nothing half turned."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget

from designer.io.languages import languages_folder, open_book, opening
from designer.model.design import Design
from designer.model.phrases import PhraseBook
from designer.model.presented import METRIC
from designer.render.edge import presented
from designer.ui.commands import language_turn
from designer.ui.kit.widget_edge import show_as, standing_texts
from designer.ui.window.main_window import MainWindow
from tests.helpers.language_turned import turn_of, turn_to
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report
from tests.helpers.untold import texts


@pytest.fixture
def first_design() -> Design:
    return hall()


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    show_as(METRIC)


@pytest.fixture(autouse=True)
def one_step_a_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language_turn, "SLICE_S", 0.0)


def banner_of(window: MainWindow) -> QWidget | None:
    found = [one for one in window.findChildren(QPushButton) if one.text() in ("Cancel",)]
    shown = [one.parentWidget() for one in found if one.isVisibleTo(window)]
    return shown[0] if shown else None


def test_while_a_language_is_read_the_window_stays_as_it_is_until_all_is_read(
    window: MainWindow, desk: Desk
) -> None:
    desk.report(hall_report())
    before = set(texts(window))
    window.actions_by_id["view.language_de"].trigger()
    turn = turn_of(window)
    for _ in range(20):
        turn.work()
    assert (presented().language, window.settings.language()) == ("en", "en")
    assert before <= set(texts(window))
    assert window.actions_by_id["view.language_en"].isChecked()
    banner = banner_of(window)
    assert banner is not None
    assert "Changing to Deutsch…" in banner.accessibleName()
    while turn.is_busy:
        turn.work()
    assert (presented().language, window.settings.language()) == ("de", "de")
    assert banner_of(window) is None


def test_cancel_leaves_the_window_in_its_language(window: MainWindow, desk: Desk) -> None:
    desk.report(hall_report())
    before = set(texts(window))
    window.actions_by_id["view.language_de"].trigger()
    turn_of(window).work()
    banner = banner_of(window)
    assert banner is not None
    banner.cancel.click()  # type: ignore[attr-defined]  # of a ProgressBanner
    assert not turn_of(window).is_busy
    turn_of(window).work()
    assert (presented(), window.settings.language()) == (METRIC, "en")
    assert before <= set(texts(window))
    assert banner_of(window) is None
    window.actions_by_id["view.language_de"].trigger()
    window.actions_by_id["view.language_en"].trigger()  # another choice ends the first likewise
    assert (turn_of(window).is_busy, presented()) == (False, METRIC)


def test_a_language_that_was_read_is_not_opened_again(
    window: MainWindow, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_to(window, "view.language_de")
    turn_to(window, "view.language_en")
    monkeypatch.setattr(language_turn, "opening", lambda *_: pytest.fail("opened again"))
    turn_to(window, "view.language_de")
    assert presented().language == "de"


def test_what_stands_is_looked_up_in_slices_and_not_when_it_is_shown(
    window: MainWindow, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    look_up = PhraseBook._text
    monkeypatch.setattr(
        PhraseBook, "_text", lambda self, text: asked.append(text) or look_up(self, text)
    )
    desk.report(hall_report())
    turn = turn_of(window)
    turn.read.disconnect()
    turn_to(window, "view.language_de")
    before = len(asked)
    assert before > 300
    book = turn._books["de"]
    show_as(language_turn_chosen(book))
    assert len(asked) - before < 0.05 * before


def language_turn_chosen(book: PhraseBook):  # type: ignore[no-untyped-def]  # as the commands do
    from designer.ui.commands.units import _chosen

    return _chosen("de", book)


def test_what_is_hidden_or_comes_while_a_language_is_read_is_in_it_when_shown(
    window: MainWindow, desk: Desk
) -> None:
    hidden = QDialog(window)
    first, second = QLabel("Cancel", hidden), QLabel("", hidden)
    window.actions_by_id["view.language_de"].trigger()
    turn_of(window).work()
    second.setText("Close")
    while turn_of(window).is_busy:
        turn_of(window).work()
    assert (first.text(), second.text()) == ("Abbrechen", "Schließen")
    turn_to(window, "view.language_en")
    hidden.show()
    assert (first.text(), second.text()) == ("Cancel", "Close")


def test_a_book_made_step_by_step_says_what_one_made_at_once_says() -> None:
    *steps, book = opening("de", languages_folder())
    assert len(steps) > 10_000
    assert set(steps) == {None}
    whole = open_book("de", languages_folder())
    assert book is not None
    assert whole is not None
    for text in ("Cancel", "3 racks", "Undo: Move A01"):
        assert book.text(text) == whole.text(text)


def test_texts_that_stand_are_those_that_were_given(window: MainWindow, desk: Desk) -> None:
    before = set(standing_texts())
    turn_to(window, "view.language_de")
    after = set(standing_texts())
    assert len(before - after) < 0.05 * len(before)
