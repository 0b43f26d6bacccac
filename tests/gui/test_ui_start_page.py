"""The start page: it never lies over what somebody works on, and its words are not cut off."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import remove
from designer.model.change import Change
from designer.model.design import Design
from designer.planning.templates import build
from designer.render.sketch_painter import MOST_RACKS, sketch_of
from designer.render.theme import DARK
from designer.runtime.session import Recoverable
from designer.ui.kit.style_sheet import TILE_PX
from designer.ui.state.settings import Settings
from designer.ui.views.start.page import StartPage
from designer.ui.views.start.recent_tile import RecentTile
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk

ACTS: dict[str, Callable[[MainWindow], object]] = {
    "a part that Enter places": lambda window: window.parts_panel.place(
        next(part for part in window.workspace.catalog.parts if part.id == "rack-48u")
    ),
    "an edit": lambda window: window.workspace.apply("Remove", remove(("n1",))),
    "undo": lambda window: window.edits.undo(),
    "a finding that is shown": lambda window: window.workspace.focus(("A01",)),
    "a selection in the outline": lambda window: window.workspace.select(("A02",)),
    "the way back": lambda window: QTest.mouseClick(
        window.start_page.back, Qt.MouseButton.LeftButton
    ),
}


@pytest.mark.parametrize("what", ACTS)
def test_work_on_the_open_design_is_seen(window: MainWindow, desk: Desk, what: str) -> None:
    desk.workspace.apply("Rename", lambda design: design.evolve(name="hall 4"))
    window.files.show_start_page()
    settle()
    assert window.centre.on_start_page()
    ACTS[what](window)
    settle()
    assert not window.centre.on_start_page()


def test_the_way_back_names_the_design_and_is_not_there_without_one(
    window: MainWindow, desk: Desk
) -> None:
    window.files.show_start_page()
    assert window.start_page.back.text() == "Back to small"
    desk.session.new(Design())
    window.files.show_start_page()
    assert window.start_page.back.isHidden()


def test_a_file_that_does_not_open_leaves_the_open_design_in_sight(
    window: MainWindow, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.cluster.toml"
    broken.write_text("x = [")
    assert not window.files.open_now(broken)
    assert not window.centre.on_start_page()
    assert "broken.cluster.toml was not opened" in window.centre.banners.texts()["file"]


def test_no_words_of_a_card_or_of_work_to_get_back_are_cut_off(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    """As narrow as the page is in a window of 1280 px."""
    page = StartPage(desk.settings)
    qtbot.addWidget(page)
    page.resize(646, 728)
    page.show()
    qtbot.waitExposed(page)
    lost = desk.design.evolve(name="lost")
    labels = tuple(f"Place DGX H100 in A{number:02d} U20" for number in range(9))
    found = Recoverable(
        journal=tmp_path / "x.journal", file=tmp_path / "lost.toml", file_digest="",
        file_changed=True, file_damaged=False, base=desk.design, design=lost, parts=(),
        labels=labels, difference=Change(), started=0.0, problems=(),
    )  # fmt: skip
    page.offer_recovery([found])
    settle()
    for label in page.findChildren(QLabel):
        if label.wordWrap() and label.isVisibleTo(page):
            assert label.height() >= label.heightForWidth(label.width()), label.text()


@pytest.mark.usefixtures("dark_look")
def test_two_cards_stand_beside_each_other_in_a_window_of_1280(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Between both panels 640 pixels are left; a bar for twelve of them lay below the cards."""
    page = StartPage(Settings(tmp_path, tmp_path))
    qtbot.addWidget(page)
    page.resize(640, 640)
    page.show()
    settle()
    assert page.verticalScrollBar().maximum() > 0
    assert page.horizontalScrollBar().maximum() == 0


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> StartPage:
    made = StartPage(Settings(tmp_path, tmp_path))
    qtbot.addWidget(made)
    made.resize(900, 728)
    made.show()
    settle()
    return made


def test_one_reference_design_at_a_time_shows_its_parameters(page: StartPage) -> None:
    """Sixteen with all of theirs were several screens; the first shows what there is to choose."""
    first, second, *_ = page.cards
    assert [card for card in page.cards if card.unfolded] == [first]
    QTest.mouseClick(second.heading, Qt.MouseButton.LeftButton)
    assert [card for card in page.cards if card.unfolded] == [second]
    assert second.create_button.isVisible()
    assert not first.create_button.isVisible()
    QTest.mouseClick(second.heading, Qt.MouseButton.LeftButton)
    assert [card for card in page.cards if card.unfolded] == []


def test_a_click_anywhere_on_a_folded_card_unfolds_it_in_sight(page: StartPage) -> None:
    last = page.cards[-1]
    QTest.mouseClick(last, Qt.MouseButton.LeftButton, pos=last.rect().center())
    settle()
    assert last.unfolded
    top = last.mapTo(page.viewport(), last.rect().topLeft()).y()
    bottom = last.mapTo(page.viewport(), last.rect().bottomLeft()).y()
    assert top >= 0
    assert bottom <= page.viewport().height()


def test_enter_on_a_folded_card_shows_it_before_anything_is_created(page: StartPage) -> None:
    asked: list[object] = []
    page.template_chosen.connect(lambda *told: asked.append(told))
    card = page.cards[2]
    card.heading.setFocus()
    QTest.keyClick(card.heading, Qt.Key.Key_Return)
    assert card.unfolded
    assert asked == []
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert len(asked) == 1


def test_a_window_with_a_file_never_makes_the_page_that_it_does_not_show(
    window: MainWindow,
) -> None:
    page = window.start_page
    page.offer_recovery(())
    page.offer_return("hall")
    page.refresh()
    assert page.widget() is None
    window.files.show_start_page()
    settle()
    assert page.widget() is not None
    assert page.back.text() == "Back to small"


def test_a_folded_card_has_no_editors_until_it_is_unfolded(page: StartPage) -> None:
    first, second, *_ = page.cards
    assert first.findChildren(QComboBox)
    assert not second.findChildren(QComboBox)
    second.unfold()
    assert second.findChildren(QComboBox)


def test_five_questions_are_asked_for_from_the_page(page: StartPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.questions_asked):
        QTest.mouseClick(page.content.questions, Qt.MouseButton.LeftButton)


def test_a_recent_file_shows_the_plan_of_what_stood_in_it(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "hall.cluster.toml"
    assert window.files.save_as(file)
    qtbot.waitUntil(lambda: window.settings.sketch_of(file) is not None)
    sketch = window.settings.sketch_of(file)
    assert sketch is not None
    standing = window.workspace.document.design.racks
    assert sketch.count == len(sketch.racks) == len(standing)
    assert (sketch.racks[0][0], sketch.racks[0][1]) == (standing[0].x_mm, standing[0].y_mm)
    window.files.show_start_page()
    settle()
    (tile,) = window.start_page.findChildren(RecentTile)
    assert tile.picture.sketch == sketch
    assert _colours(tile.picture) > {QColor(DARK.accent).name(), QColor(DARK.canvas).name()}
    window.settings.add_recent_file(tmp_path / "other.toml")
    window.files.show_start_page()
    first = window.start_page.findChildren(RecentTile)[-2:]
    assert {one.picture.sketch is None for one in first} == {True, False}


@pytest.mark.usefixtures("dark_look")
def test_recent_files_keep_their_height_however_low_the_page_is(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The least height of all buttons won over theirs, and the names were cut off."""
    settings = Settings(tmp_path, tmp_path)
    for name in ("one.cluster.toml", "two.cluster.toml"):
        settings.add_recent_file(tmp_path / name)
    page = StartPage(settings)
    qtbot.addWidget(page)
    page.resize(646, 668)
    page.show()
    settle()
    tiles = page.findChildren(RecentTile)
    assert len(tiles) == 2
    for tile in tiles:
        assert tile.minimumHeight() == tile.height() == TILE_PX
        for label in tile.findChildren(QLabel):
            assert label.mapTo(tile, label.rect().bottomLeft()).y() < tile.height()
    assert page.verticalScrollBar().maximum() > 0


def test_rows_stand_for_the_racks_of_a_large_hall() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "128"}, load_shipped())
    sketch = sketch_of(design, load_shipped())
    assert sketch.count > MOST_RACKS
    assert len(sketch.racks) == len(design.rows)


def _colours(widget: QWidget) -> set[str]:
    image = widget.grab().toImage()
    return {
        image.pixelColor(x, y).name()
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    }
