"""The window turned to another language and back: nothing stays behind in the one before."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from designer.io.languages import read_in
from designer.model.design import Design
from designer.model.presented import METRIC, Presented
from designer.render.theme import DARK
from designer.ui.kit.widget_edge import show_as
from designer.ui.window.main_window import MainWindow
from tests.helpers.language_turned import turn_to
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report
from tests.helpers.untold import texts

VIEWS = ("Fabric", "Power", "Cost", "Floor")
LEAST_TURNED = 500
"""Texts of the window that are others in German."""


@pytest.fixture
def first_design() -> Design:
    return hall()


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    show_as(METRIC)


def said(window: MainWindow) -> set[tuple[str, str]]:
    return {(where, text) for where, text in texts(window) if text}


def walk(window: MainWindow, desk: Desk) -> None:
    desk.workspace.select(("A01",))
    desk.report(hall_report())
    for view in VIEWS:
        window.views.show_view(view)
        QCoreApplication.processEvents()


Said = set[tuple[str, str]]


def assert_none_left(after: Said, german: Said, english: Said) -> None:
    """See that what stands in English now stood in German only where English says the same."""
    left = sorted((after & german) - english)
    assert not left, "\n".join(f"{where}: {text}" for where, text in left)


def test_a_window_turned_to_german_and_back_says_what_it_said(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    walk(window, desk)
    walk(window, desk)
    before = said(window)
    turn_to(window, "view.language_de")
    walk(window, desk)
    german = said(window)
    assert len(german - before) > LEAST_TURNED
    turn_to(window, "view.language_en")
    assert_none_left(said(window), german, before)


def test_a_window_that_began_in_german_says_in_english_what_others_say(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    show_as(read_in(Presented("metric", "de"), "de"))
    desk = Desk(tmp_path / "german", hall())
    begun = MainWindow(desk.settings, DARK)
    begun.populate(desk.workspace, desk.session)
    qtbot.addWidget(begun)
    begun.resize(1280, 800)
    begun.show()
    qtbot.waitExposed(begun)
    walk(begun, desk)
    german = said(begun)
    turn_to(begun, "view.language_en")
    english = said(begun)
    desk.session.document.mark_saved()
    assert len(german - english) > LEAST_TURNED
    other = Desk(tmp_path / "english", hall())
    window.populate(other.workspace, other.session)
    walk(window, other)
    other.session.document.mark_saved()
    walk(window, other)
    assert_none_left(english, german, said(window))
