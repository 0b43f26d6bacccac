"""When notices stand above the drawing."""

from pytestqt.qtbot import QtBot

from designer.ui.kit.banner import Banner, BannerArea


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
