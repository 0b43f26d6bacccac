"""A number that cannot be is told before it is gone, and no form goes on with another."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.ui.kit.number_boxes import IntegerBox, RefusedNumbers, integer_box
from designer.ui.state.settings import Settings
from designer.ui.views.dialogs.row_dialog import RowDialog
from designer.ui.views.dialogs.row_edit_dialog import RowEditDialog
from designer.ui.views.start.page import StartPage, TemplateCard
from tests.helpers.ui_desk import Desk


def type_number(box: IntegerBox, text: str) -> None:
    """Type over what stands in a box, without leaving it."""
    box.setFocus()
    box.lineEdit().selectAll()
    QTest.keyClicks(box, text)


def visible(qtbot: QtBot, widget: QWidget) -> None:
    """Show a window that takes keys."""
    qtbot.addWidget(widget)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)


@pytest.fixture
def dialog(qtbot: QtBot, desk: Desk) -> RowDialog:
    """Return the form for a row, as it is suggested."""
    racks = [part for part in desk.catalog.parts if part.traits.is_cabinet]
    form = RowDialog(desk.workspace, racks, "rack-48u", None)
    visible(qtbot, form)
    assert form.count.value() == 8
    return form


@pytest.mark.parametrize("text", ["0", "500"])
def test_a_row_of_a_number_that_cannot_be_is_not_added(dialog: RowDialog, text: str) -> None:
    """It fell back to 8 without a word, and Enter added 8 racks."""
    asked: list[object] = []
    dialog.planned.connect(asked.append)
    type_number(dialog.count, text)
    words = f"Racks cannot be {text}: give a whole number from 1 to 200. It stays 8 otherwise."
    assert dialog.words.text() == words
    assert not dialog.accept_button.isEnabled()
    QTest.keyClick(dialog.count, Qt.Key.Key_Return)
    assert asked == []
    assert dialog.isVisible()
    assert dialog.count.lineEdit().text() == text, "nothing typed is lost"
    type_number(dialog.count, "3")
    assert dialog.accept_button.isEnabled()
    QTest.keyClick(dialog.count, Qt.Key.Key_Return)
    assert [plan.count for plan in asked] == [3]  # type: ignore[attr-defined] # a RowPlan


def test_a_row_is_judged_by_the_number_that_stands_there(dialog: RowDialog) -> None:
    """The words in green said `8 racks` beside 50, which do not fit the room."""
    was = dialog.words.text()
    type_number(dialog.count, "50")
    assert dialog.words.text() not in ("", was)
    assert not dialog.accept_button.isEnabled()
    type_number(dialog.count, "3")
    assert dialog.words.text() == "3 racks, 2.40 m long"
    assert dialog.accept_button.isEnabled()
    type_number(dialog.pitch, "900")
    assert dialog.words.text() == "3 racks, 2.70 m long"
    type_number(dialog.count, "500")
    assert dialog.words.text().endswith("It stays 3 otherwise."), "what was taken, not a part of it"


def test_what_fell_back_is_told_until_the_form_changes(dialog: RowDialog) -> None:
    type_number(dialog.pitch, "100")
    dialog.count.setFocus()
    assert dialog.pitch.value() == 800
    assert dialog.words.text().startswith("Pitch cannot be 100: give a whole number from 300 to")
    assert dialog.words.text().endswith("It stays 800 mm otherwise.")
    assert dialog.accept_button.isEnabled(), "what stands there now is what will be added"
    type_number(dialog.pitch, "900")
    dialog.count.setFocus()
    assert dialog.words.text() == "8 racks, 7.20 m long"


def test_a_row_is_not_moved_by_what_is_no_number(qtbot: QtBot) -> None:
    form = RowEditDialog("A", 3, lambda _: "", None)
    visible(qtbot, form)
    asked: list[object] = []
    form.asked.connect(asked.append)
    type_number(form.right, "1.5")
    assert form.words.text().startswith("Move right cannot be 1.5: give a whole number")
    assert form.words.text().endswith("It stays 0 mm otherwise."), "not 1, which was on the way"
    QTest.keyClick(form.right, Qt.Key.Key_Return)
    assert asked == []
    type_number(form.right, "600")
    assert form.words.text() == "Possible"
    QTest.keyClick(form.right, Qt.Key.Key_Return)
    assert [edit.dx_mm for edit in asked] == [600]  # type: ignore[attr-defined] # a RowEdit


def test_a_reference_design_is_not_created_with_another_number(
    qtbot: QtBot, tmp_path: Path
) -> None:
    page = StartPage(Settings(tmp_path, tmp_path))
    visible(qtbot, page)
    card = next(
        card for card in page.findChildren(TemplateCard)
        if isinstance(card.fields.get("scalable_units"), IntegerBox)
    )  # fmt: skip
    box = card.fields["scalable_units"]
    assert isinstance(box, IntegerBox)
    before = box.value()
    type_number(box, "0")
    assert "cannot be 0: give a whole number from 1 to" in card.words.text()
    assert not card.words.isHidden()
    assert not card.create_button.isEnabled()
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert box.value() == before
    assert card.create_button.isEnabled()
    assert not card.words.isHidden(), "that it stays is still told"
    type_number(box, "2")
    assert card.words.isHidden()


def test_enter_creates_a_reference_design_but_not_while_a_number_is_refused(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Only the space bar on the button did, and a number had to be left first."""
    page = StartPage(Settings(tmp_path, tmp_path))
    visible(qtbot, page)
    asked: list[tuple[str, object]] = []
    page.template_chosen.connect(lambda name, arguments: asked.append((name, arguments)))
    card = next(
        card for card in page.findChildren(TemplateCard)
        if isinstance(card.fields.get("scalable_units"), IntegerBox)
    )  # fmt: skip
    box = card.fields["scalable_units"]
    assert isinstance(box, IntegerBox)
    type_number(box, "0")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert asked == []
    type_number(box, "2")
    QTest.keyClick(box, Qt.Key.Key_Return)
    ((_, arguments),) = asked
    assert isinstance(arguments, dict)
    assert arguments["scalable_units"] == "2"
    card.create_button.setFocus()
    QTest.keyClick(card.create_button, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert len(asked) == 2
    QTest.keyClick(card.create_button, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(asked) == 2
    emptied: list[bool] = []
    page.empty_asked.connect(lambda: emptied.append(True))
    empty = next(one for one in page.findChildren(QPushButton) if one.text() == "Empty room")
    empty.setFocus()
    QTest.keyClick(empty, Qt.Key.Key_Return)
    assert emptied == [True]


def test_a_refusal_says_the_word_that_the_box_goes_back_to(qtbot: QtBot) -> None:
    """The box said `automatic`, the words beside it that it stays 0."""
    box = integer_box(0, 100, 0, "kW")
    box.setSpecialValueText("automatic")
    box.setAccessibleName("Density")
    visible(qtbot, box)
    told: list[str] = []
    box.refused.connect(told.append)
    type_number(box, "500")
    assert told[-1].endswith("from 0 to 100 kW. It stays automatic otherwise.")
    box.setValue(7)
    type_number(box, "500")
    assert told[-1].endswith("It stays 7 kW otherwise.")


def test_the_word_for_the_lowest_number_is_no_refusal(qtbot: QtBot) -> None:
    box, other = integer_box(0, 100, 0), integer_box(0, 100, 5)
    box.setSpecialValueText("automatic")
    page = QWidget()
    refused = RefusedNumbers((box, other), page)
    for each in (box, other):
        each.setParent(page)
    visible(qtbot, page)
    box.setFocus()
    other.setFocus()
    assert (box.value(), box.text()) == (0, "automatic")
    assert not refused.words
    assert not refused.stand
    box.setValue(7)
    box.setFocus()
    box.setValue(0)
    other.setFocus()
    assert (box.value(), refused.words) == (0, "")
