"""The console's window: the calls of what is done, lines that run, a script to keep."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.app.console import Console
from designer.document import edits
from designer.render.theme import LIGHT
from designer.script.session import Session
from designer.ui.views.console.window import ConsoleWindow
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk


@pytest.fixture
def console(window: MainWindow, desk: Desk, qtbot: QtBot) -> Iterator[ConsoleWindow]:
    desk.workspace.apply("Place rack", edits.place_rack(desk.catalog, "rack-48u", 9600, 4800))
    window.consoles._runner = Console(
        desk.session.document, lambda: desk.catalog, lambda: desk.store.report
    )
    window.actions_by_id["view.console"].trigger()
    made = window.consoles.console
    assert made is not None
    qtbot.waitExposed(made)
    yield made
    window.consoles.close()


def _type(console: ConsoleWindow, line: str) -> None:
    QTest.keyClicks(console.input, line)
    QTest.keyClick(console.input, Qt.Key.Key_Return)


def test_it_tells_the_history_and_then_each_action_as_its_call(
    console: ConsoleWindow, window: MainWindow, desk: Desk
) -> None:
    assert console.output.toPlainText() == desk.session.document.history.call_at(1)
    window.actions_by_id["edit.undo"].trigger()
    window.actions_by_id["edit.redo"].trigger()
    assert console.output.toPlainText().splitlines()[1:] == ["session.undo()", "session.redo()"]


def test_a_typed_line_edits_the_design_and_is_told_as_its_call(
    console: ConsoleWindow, desk: Desk
) -> None:
    count = len(desk.design.racks)
    _type(console, "session.remove_racks(session.design.racks[-1].id)")
    _type(console, "session.remove(session.design.racks[-1].id)")
    assert len(desk.design.racks) == count - 1
    lines = console.output.toPlainText().splitlines()
    assert any(line.startswith(">>> session.remove(") for line in lines)
    assert any("AttributeError" in line for line in lines)
    QTest.keyClick(console.input, Qt.Key.Key_Up)
    QTest.keyClick(console.input, Qt.Key.Key_Up)
    assert console.input.text().startswith("session.remove_racks")
    QTest.keyClick(console.input, Qt.Key.Key_Escape)
    assert (console.input.text(), console.isVisible()) == ("", True)


def test_a_block_is_typed_line_by_line(console: ConsoleWindow) -> None:
    _type(console, "for at in range(2):")
    assert console.prompt.text() == "..."
    _type(console, "    print(at)")
    _type(console, "")
    assert console.prompt.text() == ">>>"
    assert console.output.toPlainText().splitlines()[-2:] == ["0", "1"]


def test_the_script_it_saves_makes_the_design_again(
    console: ConsoleWindow, desk: Desk, tmp_path: Path
) -> None:
    begun = desk.session.document.history.design_at(0)
    _type(console, "session.rename(session.design.racks[0].id, 'Z99')")
    _type(console, "1 / 0")
    assert console.save_to(tmp_path / "made.py")
    again = Session(begun, desk.catalog)
    exec((tmp_path / "made.py").read_text(), {"session": again})
    assert again.design == desk.design


def test_a_file_that_cannot_be_written_is_told(console: ConsoleWindow, tmp_path: Path) -> None:
    assert not console.save_to(tmp_path / "none" / "made.py")
    assert "Not saved" in console.output.toPlainText()


def test_copy_clear_theme_and_close(
    console: ConsoleWindow, window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    before = console.output.toPlainText()
    console.copy_all.click()
    assert QApplication.clipboard().text() == before + "\n"
    desk.workspace.set_theme(LIGHT)
    assert console.output.toPlainText() == before
    console.clear.click()
    assert console.output.toPlainText() == ""
    console.close()
    qtbot.waitUntil(lambda: window.consoles.console is None)
    window.actions_by_id["edit.undo"].trigger()  # nobody listens any more
    again = window.consoles.show()
    assert "session.place_rack" not in again.output.toPlainText()
