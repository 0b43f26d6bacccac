"""Ctrl+Z in a field: what is being typed first, and once it is settled, the design."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.ui.fields.field_form import FieldForm
from designer.ui.kit.value_line import ValueLine
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall

CONTROL = Qt.KeyboardModifier.ControlModifier


def undo(widget: QWidget) -> None:
    QTest.keyClick(widget, Qt.Key.Key_Z, CONTROL)
    settle()


def overwrite(line: QLineEdit, text: str) -> None:
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)


def field_of(window: MainWindow, name: str) -> QLineEdit:
    """Return a field of the properties, which are brought to the front."""
    window.actions_by_id["view.properties"].trigger()
    settle()
    editor = window.properties.editors[name]
    assert isinstance(editor, QLineEdit)
    return editor


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_undo_after_a_value_takes_the_step_back(
    window: MainWindow, desk: Desk, key: Qt.Key
) -> None:
    """The field said 1200 while the rack stayed at 3000, and leaving it moved the rack again."""
    desk.workspace.select(("A01",))
    line = field_of(window, "x_mm")
    overwrite(line, "3000")
    QTest.keyClick(line, key)
    settle()
    assert desk.design.racks[0].x_mm == 3000
    undo(line)
    assert desk.design.racks[0].x_mm == 1200
    assert line.text() == "1200"
    assert desk.session.document.history.position == 0
    QTest.keyClick(line, Qt.Key.Key_Tab)
    settle()
    assert not desk.session.document.can_undo
    QTest.keyClick(line, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    settle()
    assert desk.design.racks[0].x_mm == 3000


def test_undo_in_the_field_of_a_new_name_takes_the_step_back(
    window: MainWindow, desk: Desk
) -> None:
    """The form is built anew for the new name; its line has never been typed into."""
    desk.workspace.select(("A01",))
    line = field_of(window, "name")
    overwrite(line, "Lager")
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle()
    assert desk.design.racks[0].name == "Lager"
    again = field_of(window, "name")
    again.setFocus()
    undo(again)
    assert desk.design.racks[0].name == "A01"


def test_undo_takes_back_what_is_typed_before_it_is_a_value(window: MainWindow, desk: Desk) -> None:
    desk.workspace.select(("A01",))
    line = field_of(window, "x_mm")
    overwrite(line, "3000")
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle()
    overwrite(line, "77")
    undo(line)
    assert line.text() == "3000"
    assert desk.design.racks[0].x_mm == 3000
    assert desk.session.document.history.position == 1
    undo(line)
    assert (line.text(), desk.design.racks[0].x_mm) == ("1200", 1200)


def test_a_refused_text_taken_back_is_no_longer_refused(window: MainWindow, desk: Desk) -> None:
    desk.workspace.select(("A01",))
    line = field_of(window, "x_mm")
    overwrite(line, "much")
    QTest.keyClick(line, Qt.Key.Key_Return)
    form = window.properties.findChild(FieldForm)
    assert form is not None
    said = form.lines["x_mm"]
    assert said.text() == "'much' is not a number"
    undo(line)
    assert (line.text(), said.text()) == ("1200", "")
    assert not desk.session.document.can_undo


def test_a_settled_line_keeps_its_cursor(qtbot: QtBot) -> None:
    line = ValueLine()
    qtbot.addWidget(line)
    line.show()
    overwrite(line, "3000")
    line.setSelection(1, 2)
    line.settle()
    assert (line.text(), line.selectedText(), line.isUndoAvailable()) == ("3000", "00", False)


class TestInTheSettings:
    @pytest.fixture
    def first_design(self) -> Design:
        return hall()

    def test_undo_after_a_value_takes_the_step_back(self, window: MainWindow, desk: Desk) -> None:
        before = desk.design.site.altitude_m
        settings = window.design.show_settings("Design and site")
        settings.activateWindow()
        settle()
        line = next(
            found
            for found in settings.findChildren(QLineEdit)
            if found.accessibleName() == "Altitude, m"
        )
        shown = line.text()
        overwrite(line, "900")
        QTest.keyClick(line, Qt.Key.Key_Return)
        settle()
        assert desk.design.site.altitude_m == 900
        undo(line)
        assert (desk.design.site.altitude_m, line.text()) == (before, shown)
        assert not desk.session.document.can_undo

    def test_undo_reaches_the_design_from_the_line_of_a_new_record(
        self, window: MainWindow, desk: Desk
    ) -> None:
        settings = window.design.show_settings("Feeds")
        settings.activateWindow()
        settle()
        feeds, count = settings.records["Feeds"], len(desk.design.power)
        overwrite(feeds.line, "C")
        QTest.keyClick(feeds.line, Qt.Key.Key_Return)
        settle()
        assert len(desk.design.power) == count + 1
        undo(feeds.line)
        assert len(desk.design.power) == count
