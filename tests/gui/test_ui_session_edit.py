"""Every command of the Edit and Insert menus: what it does to the design, and what it says."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.views.dialogs.row_dialog import RowDialog
from designer.ui.views.dialogs.row_edit_dialog import RowEditDialog
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import Session, click, settle, write
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report


@pytest.fixture(autouse=True)
def information_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no notice come up by itself while steps are written down."""
    monkeypatch.setattr(QApplication, "doubleClickInterval", lambda: 600_000)


@pytest.fixture
def first_design():
    return hall()


def asked(window: MainWindow) -> TextPrompt | RowDialog:
    prompt = window.edits.prompt
    assert prompt is not None
    return prompt


def test_edits_of_what_is_selected(window: MainWindow, desk: Desk) -> None:
    desk.report(hall_report())
    session = Session(window, desk, is_whole=True)
    session.step("at first")
    for keys in (("A04",), ("A03", "A04"), ("node-1",), ("node-1", "leaf-1"), ("A01", "leaf-1")):
        session.select(*keys)
        session.trigger("edit.duplicate")
        session.trigger("edit.undo")
        session.trigger("edit.redo")
        session.trigger("edit.undo")
        session.select(*keys)
        session.trigger("edit.remove")
        session.trigger("edit.undo")
        session.select(*keys)
        session.trigger("edit.rotate")
        session.trigger("edit.undo")
    session.select("B02")
    session.trigger("edit.detach")
    session.trigger("edit.undo")
    session.select("B01", "B02", "A01")
    session.trigger("edit.detach")
    session.trigger("edit.select_all")
    session.trigger("edit.select_none")
    session.as_expected("session-edit")


def test_names_are_asked_for_and_refused(window: MainWindow, desk: Desk) -> None:
    session = Session(window, desk)
    session.select("A01")
    session.trigger("edit.rename")
    session.step("nothing written", lambda: asked(window).line.clear())
    session.step("a name that is taken", write(asked(window).line, "A02"))
    session.step("another name", write(asked(window).line, "  left rack "))
    session.select("node-1")
    session.trigger("edit.rename")
    session.step("cancelled", asked(window).reject)
    session.select("B01/n1")
    session.trigger("edit.rename")
    session.step("a slot of an assembly", write(asked(window).line, "first node"))
    session.as_expected("session-rename")


def test_parts_racks_and_rows_are_inserted(window: MainWindow, desk: Desk) -> None:
    session = Session(window, desk)
    session.step("at first")
    session.trigger("insert.rack")
    window.parts_panel.search.setText("kind:rack 42")
    session.step(
        "a rack chosen in the list",
        lambda: window.parts_panel.list.setCurrentIndex(window.parts_panel.model.index(1)),
    )
    session.trigger("insert.rack")
    session.trigger("insert.part")
    session.select()
    window.parts_panel.search.setText("qm9700")
    session.step(
        "a switch chosen in the list",
        lambda: window.parts_panel.list.setCurrentIndex(window.parts_panel.model.index(1)),
    )
    session.trigger("insert.part")
    session.select("A02")
    session.trigger("insert.part")
    session.trigger("insert.row")
    dialog = asked(window)
    assert isinstance(dialog, RowDialog)
    session.step("another rack", lambda: dialog.part.setCurrentIndex(0))
    session.step("eleven of them", lambda: dialog.count.setValue(11))
    session.step("closer than they are wide", lambda: dialog.pitch.setValue(500))
    session.step("as wide as they are", lambda: dialog.pitch.setValue(600))
    session.step("three of them", lambda: dialog.count.setValue(3))
    session.step("to the right", lambda: dialog.face.setCurrentIndex(1))
    session.step("further down", lambda: dialog.y_box.setValue(3600))
    session.step("at the left", lambda: dialog.x_box.setValue(600))
    session.step("without a name", dialog.name.clear)
    session.step("with a name that is taken", lambda: dialog.name.setText("A"))
    session.step("with a name", lambda: dialog.name.setText("Z"))
    session.step("added", click(dialog.accept_button))
    session.as_expected("session-insert")


def test_remarks_are_added(window: MainWindow, desk: Desk) -> None:
    session = Session(window, desk)
    session.select("A02", "A03")
    session.trigger("insert.note")
    session.step("written", write(asked(window).line, "two leaves"))
    session.select()
    session.trigger("insert.note")
    session.step("written", write(asked(window).line, "of the whole"))
    notes = window.design.notes
    session.step("a place on the floor", lambda: notes.ask_at(1250, 3400))
    assert notes.prompt is not None
    session.step("written", write(notes.prompt.line, "a column"))
    session.step("its words", lambda: notes.ask_text("note-1"))
    session.step("changed", write(notes.prompt.line, "mind it"))
    session.step("no such remark", lambda: notes.ask_text("note-77"))
    session.step("removed", lambda: notes.remove("note-2"))
    session.as_expected("session-notes")


def row_dialog(window: MainWindow) -> RowEditDialog:
    dialog = window.design.rows.dialog
    assert dialog is not None
    return dialog


def test_rows_are_changed_and_removed(window: MainWindow, desk: Desk) -> None:
    session = Session(window, desk)
    session.step("at first")
    session.select("A01", "B01")
    session.trigger("row.edit")
    session.select("A03", "leaf-1")
    session.trigger("row.edit")
    session.step("to the right", lambda: row_dialog(window).right.setValue(600))
    session.step("into the other row", lambda: row_dialog(window).down.setValue(3000))
    session.step("up", lambda: row_dialog(window).down.setValue(-600))
    session.step("changed", click(row_dialog(window).accept_button))
    session.trigger("row.edit")
    session.step("numbered anew", lambda: row_dialog(window).renumber.setChecked(True))
    session.step("called as the other", lambda: row_dialog(window).name.setText("B"))
    session.step("without a name", row_dialog(window).name.clear)
    session.step("called C", lambda: row_dialog(window).name.setText("C"))
    session.step("changed", click(row_dialog(window).accept_button))
    session.trigger("row.edit")
    session.step(
        "moved and named",
        lambda: row_dialog(window).right.setValue(-600),
        lambda: row_dialog(window).name.setText("D"),
    )
    session.step("changed", click(row_dialog(window).accept_button))
    session.trigger("row.edit")
    session.step("only numbered", lambda: row_dialog(window).renumber.setChecked(True))
    session.step("changed", click(row_dialog(window).accept_button))
    session.trigger("row.edit")
    session.step("cancelled", row_dialog(window).reject)
    session.trigger("row.remove")
    session.trigger("edit.undo")
    session.select("CDU1")
    session.trigger("row.remove")
    session.as_expected("session-rows")


def test_assemblies_are_made_copied_and_applied(
    window: MainWindow, desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QApplication, "doubleClickInterval", lambda: 0)
    assemblies = window.design.assemblies
    session = Session(window, desk)
    session.step("at first")
    for keys in (("A03",), ("A03", "A04"), ("B01",), ("A02", "B01"), ("B01", "B02"), ("A02",)):
        session.select(*keys)
    session.trigger("assembly.make")
    assert assemblies.prompt is not None
    session.step("named", write(assemblies.prompt.line, "two leaves"))
    session.select("A03", "A02", "A04", "A01")
    session.trigger("assembly.copy")
    session.select("A03", "A02", "A04")
    session.trigger("assembly.copy")
    session.select("B02/n2")
    session.trigger("edit.remove")
    session.step("a moment later", settle)
    session.trigger("assembly.apply")
    session.trigger("edit.undo")
    session.select("B01/n1")
    session.trigger("edit.remove")
    session.step("a moment later", settle)
    session.trigger("edit.undo")
    session.step("a moment later", settle)
    session.select("A01")
    session.trigger("assembly.make")
    session.step("cancelled", assemblies.prompt.reject)
    session.as_expected("session-assemblies")
