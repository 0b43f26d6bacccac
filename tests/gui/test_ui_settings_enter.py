"""Enter in the design's settings, and texts that are refused there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton

from designer.model.design import Design
from designer.ui.views.design_settings.record_section import RecordSection
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle, write
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall


@pytest.fixture
def first_design() -> Design:
    return hall()


def feeds_of(window: MainWindow) -> RecordSection:
    section = window.design.show_settings("Feeds").records["Feeds"]
    settle()
    return section


def capacity(feeds: RecordSection) -> QLineEdit:
    editor = feeds.form.editors["capacity_kw"]
    assert isinstance(editor, QLineEdit)
    return editor


def test_enter_in_a_line_gives_its_value_and_adds_no_record(window: MainWindow, desk: Desk) -> None:
    """The window's buttons are no default buttons, those of its pages included."""
    feeds = feeds_of(window)
    write(capacity(feeds), "150")()
    settle()
    assert [(node.id, node.capacity_kw) for node in desk.design.power] == [
        ("A", 150.0),
        ("B", 200.0),
    ]
    settings = window.design.settings
    assert settings is not None
    assert not any(button.autoDefault() for button in settings.findChildren(QPushButton))


def test_a_refused_text_with_the_keyboard_goes_with_its_record(
    window: MainWindow, desk: Desk
) -> None:
    """The form is built anew while the line that holds the text still has the keyboard."""
    feeds = feeds_of(window)
    for record in ("B", "A", "B"):
        feeds.choose(record)
        settle()
        line = capacity(feeds)
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, "much")
        QTest.keyClick(line, Qt.Key.Key_Return)
        assert feeds.form.lines["capacity_kw"].text() == "'much' is not a number"
    feeds.choose("A")
    settle()
    assert feeds.form.lines["capacity_kw"].text() == ""
    assert capacity(feeds).text() == "200"
    assert not desk.session.document.can_undo
