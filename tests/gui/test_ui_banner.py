"""When notices stand above the drawing."""

import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.ui.kit.banner import Banner, BannerArea
from tests.helpers.crowded_room import settle


def _area(qtbot: QtBot) -> BannerArea:
    area = BannerArea()
    qtbot.addWidget(area)
    area.show()
    return area


def test_a_warning_stands_at_once(qtbot: QtBot) -> None:
    area = _area(qtbot)
    area.show_banner("disk", "warning", "changed")
    assert area.layout().count() == 1


def test_mere_information_waits_for_the_hand(qtbot: QtBot) -> None:
    area = _area(qtbot)
    area.show_banner("copies", "info", "two copies stay")
    assert area.texts() == {"copies": "two copies stay"}
    assert area.findChildren(Banner) == [], "most go before they are seen: none is built yet"
    qtbot.waitUntil(lambda: area.layout().count() == 1)
    assert area.texts() == {"copies": "two copies stay"}


def test_information_dismissed_while_it_waits_never_stands(qtbot: QtBot) -> None:
    area = _area(qtbot)
    area.show_banner("copies", "info", "two copies stay")
    area.show_banner("copies", "info", "one copy stays")
    qtbot.waitUntil(lambda: area.layout().count() == 1)
    area.dismiss("copies")
    assert not area.texts()
    assert area.layout().count() == 0


def test_information_dismissed_while_it_waits_is_not_told(qtbot: QtBot) -> None:
    area = _area(qtbot)
    area.show_banner("copies", "info", "two copies stay")
    area.dismiss("copies")
    area.show_banner("last", "info", "the last to come")
    assert area.texts() == {"last": "the last to come"}
    qtbot.waitUntil(lambda: area.layout().count() == 1)
    assert area.texts() == {"last": "the last to come"}


def test_what_waited_gives_way_to_a_graver_notice_of_the_same_topic(qtbot: QtBot) -> None:
    area = _area(qtbot)
    area.show_banner("file", "info", "reads anew")
    area.show_banner("file", "error", "not read")
    area.show_banner("last", "info", "the last to come")
    qtbot.waitUntil(lambda: area.layout().count() == 2)
    assert area.texts() == {"file": "not read", "last": "the last to come"}


CHOICES = [
    (words, lambda: None)
    for words in ("Open the other file", "Save as something else", "Recover what was written")
]


@pytest.fixture
def drawing(qtbot: QtBot, dark_look: None) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def _laid_out(drawing: QWidget, text: str, width: int) -> tuple[Banner, list[QPushButton], int]:
    """Return a notice as it floats over a drawing of a width, its buttons, and its height."""
    drawing.resize(width, 600)
    area = BannerArea(drawing)
    area.show()
    area.show_banner("file", "warning", text, CHOICES)
    high = area.height_at(width)
    area.setGeometry(0, 0, width, high)
    settle()
    (banner,) = area.findChildren(Banner)
    return banner, banner.findChildren(QPushButton), high


def test_buttons_stand_below_words_that_they_would_squeeze(drawing: QWidget) -> None:
    """At 1,280 pixels three buttons left a column a word wide, 900 pixels high."""
    banner, buttons, high = _laid_out(drawing, "long words " * 60, 680)
    words = banner.label.mapTo(banner, banner.label.rect().bottomLeft())
    assert all(button.mapTo(banner, button.rect().topLeft()).y() > words.y() for button in buttons)
    assert banner.label.width() > 600
    assert high < 220
    assert all(button.mapTo(banner, button.rect().topRight()).x() < 680 for button in buttons)


def test_buttons_stand_beside_words_that_have_room(drawing: QWidget) -> None:
    for text, width in (("changed on disk", 900), ("long words " * 60, 1400)):
        banner, buttons, _ = _laid_out(drawing, text, width)
        right = banner.label.mapTo(banner, banner.label.rect().topRight()).x()
        assert all(one.mapTo(banner, one.rect().topLeft()).x() > right for one in buttons)


def test_a_path_that_does_not_break_is_not_cut_off_by_buttons(drawing: QWidget) -> None:
    path = "/srv/designs/of/halls/" + "hall" * 12 + ".cluster.toml"
    banner, _, _ = _laid_out(drawing, f"{path} was not opened", 680)
    assert banner.label.width() >= banner.label.fontMetrics().horizontalAdvance(path)
