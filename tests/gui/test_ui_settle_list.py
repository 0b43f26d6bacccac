"""What would settle it: all that a report lists can be shown, and the keyboard reaches each."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from designer.engine.report import Report, Settle, Totals
from designer.ui.views.dashboard.settle_list import SettleList


def listed(count: int) -> Report:
    names = [f"part-{number}" for number in range(count)]
    entries = tuple(
        Settle(ref=f"{name}.power_idle_w", what=f"idle power of {name}", part=name)
        for name in names
    )
    return Report(totals=Totals(racks=1), settle=entries)


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[SettleList]:
    area = QScrollArea()
    area.setWidgetResizable(True)
    made = SettleList()
    area.setWidget(made)
    area.resize(300, 160)
    qtbot.addWidget(area)
    area.show()
    qtbot.waitExposed(area)
    made.show_report(listed(8))
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    yield made
    area.close()  # and is kept until here: nothing else holds it


def visible(shown: SettleList) -> list[str]:
    return [what.text() for what, _, _ in shown.rows if not what.isHidden()]


def press(button: QPushButton) -> None:
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    QApplication.processEvents()


def test_all_entries_are_shown_on_request_and_fold_again(shown: SettleList) -> None:
    assert len(visible(shown)) == 3
    assert shown.more.text() == "Show all 8"
    press(shown.more)
    assert visible(shown) == [f"Idle power of part-{number}" for number in range(8)]
    assert shown.more.text() == "Show fewer"
    press(shown.more)
    assert len(visible(shown)) == 3


def test_the_keyboard_reaches_every_entry_and_enter_asks_for_its_field(
    shown: SettleList, qtbot: QtBot
) -> None:
    asked: list[tuple[str, str]] = []
    shown.enter_requested.connect(lambda part, field: asked.append((part, field)))
    press(shown.more)
    assert QApplication.focusWidget() is shown.rows[3][2]
    for number in range(3, 8):
        button = QApplication.focusWidget()
        assert button is shown.rows[number][2]
        qtbot.waitUntil(lambda b=button: b.visibleRegion().boundingRect() == b.rect())
        QTest.keyClick(button, Qt.Key.Key_Return)
        QTest.keyClick(button, Qt.Key.Key_Tab)
    assert asked == [(f"part-{number}", "power_idle_w") for number in range(3, 8)]
    assert QApplication.focusWidget() is shown.more


def test_a_short_list_has_nothing_to_unfold(shown: SettleList) -> None:
    shown.show_report(listed(3))
    assert shown.more.isHidden()
    assert len(visible(shown)) == 3


def test_a_newer_report_keeps_the_list_unfolded(shown: SettleList) -> None:
    press(shown.more)
    shown.show_report(listed(6))
    assert len(visible(shown)) == 6


@pytest.mark.parametrize(("count", "words"), [(1, ""), (3, ""), (4, "the 3 that matter most")])
def test_the_heading_speaks_of_a_choice_only_where_some_are_left_out(
    shown: SettleList, count: int, words: str
) -> None:
    shown.show_report(listed(count))
    assert shown.note.text() == words
    press(shown.more)
    assert shown.note.text() == ""
