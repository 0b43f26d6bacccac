"""When notices stand above the drawing."""

from pytestqt.qtbot import QtBot

from designer.ui.kit.banner import BannerArea


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
    assert area.layout().count() == 0
    qtbot.waitUntil(lambda: area.layout().count() == 1)


def test_information_dismissed_while_it_waits_never_stands(qtbot: QtBot) -> None:
    area = _area(qtbot)
    area.show_banner("copies", "info", "two copies stay")
    area.show_banner("copies", "info", "one copy stays")
    qtbot.waitUntil(lambda: area.layout().count() == 1)
    area.dismiss("copies")
    assert not area.texts()
    assert area.layout().count() == 0
