"""The small pieces that every window is made of: tabs, notices, questions, lists, boxes."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QValidator, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from designer.model.problem import Problem
from designer.ui.kit.banner import BannerArea
from designer.ui.kit.check_list import CheckList
from designer.ui.kit.elided_label import ElidedLabel
from designer.ui.kit.empty_layout import empty_layout
from designer.ui.kit.form_dialog import FormDialog, named_rows
from designer.ui.kit.number_boxes import IntegerBox, integer_box
from designer.ui.kit.problem_list import ProblemList
from designer.ui.kit.reveal import reveal
from designer.ui.kit.tab_stack import TabStack
from designer.ui.kit.text_prompt import TextPrompt
from designer.ui.kit.unsaved_question import JOURNAL, UnsavedQuestion

LEFT = Qt.MouseButton.LeftButton


def shown(qtbot: QtBot, widget: QWidget) -> QWidget:
    qtbot.addWidget(widget)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    return widget


def button_of(widget: QWidget, words: str) -> QPushButton:
    return next(one for one in widget.findChildren(QPushButton) if one.text() == words)


def test_tabs_are_reached_by_click_and_by_arrows_all_around(qtbot: QtBot) -> None:
    stack, heard = TabStack("Left"), list[str]()
    assert stack.page() == ""
    pages = {name: QLabel(name) for name in ("Parts", "Outline", "History")}
    for name, page in pages.items():
        stack.add(name, page)
    stack.shown.connect(heard.append)
    shown(qtbot, stack)

    def front() -> str:
        (name,) = [name for name, page in pages.items() if page.isVisible()]
        assert [n for n, button in stack.buttons.items() if button.isChecked()] == [name]
        return name

    assert front() == stack.page() == "Parts"
    assert stack.accessibleName() == "Left"
    assert stack.buttons["Outline"].accessibleName() == "Outline tab"
    QTest.mouseClick(stack.buttons["Outline"], LEFT)
    assert (front(), heard) == ("Outline", ["Outline"])
    stack.buttons["Outline"].setFocus()
    for key, name in (
        (Qt.Key.Key_Right, "History"), (Qt.Key.Key_Right, "Parts"), (Qt.Key.Key_Left, "History"),
    ):  # fmt: skip
        QTest.keyClick(QApplication.focusWidget(), key)
        assert front() == stack.page() == name
        assert QApplication.focusWidget() is stack.buttons[name]
    QTest.mouseClick(stack.buttons["History"], LEFT)
    assert front() == "History", "a second press leaves it in front"
    stack.show_page("nothing of this name")
    assert front() == "History"


def test_a_button_of_a_notice_takes_it_away_and_acts(qtbot: QtBot) -> None:
    area, done = BannerArea(), list[str]()
    area.resize(400, 100)
    shown(qtbot, area)
    assert area.height_at(400) == 0
    with qtbot.waitSignal(area.height_changed):
        area.show_banner(
            "disk", "warning", "changed on disk", [("Reload", lambda: done.append("r"))]
        )
    area.show_banner("engine", "error", "the engine failed")
    high = area.height_at(400)
    assert high > area.height_at(4_000) / 2 > 0
    assert area.texts() == {"disk": "changed on disk", "engine": "the engine failed"}
    names = {child.accessibleName() for child in area.findChildren(QWidget)}
    assert {"warning: changed on disk", "error: the engine failed"} <= names
    QTest.mouseClick(button_of(area, "Reload"), LEFT)
    assert done == ["r"]
    assert area.texts() == {"engine": "the engine failed"}
    assert area.height_at(400) < high
    area.show_banner("engine", "error", "it failed again")
    assert area.texts() == {"engine": "it failed again"}, "one of the same matter is replaced"
    cross = [one for one in area.findChildren(QPushButton) if one.isVisible()]
    QTest.mouseClick(cross[-1], LEFT)
    assert area.texts() == {}
    assert area.height_at(400) == 0


def test_a_question_says_its_verdict_and_has_one_way_that_does_it(qtbot: QtBot) -> None:
    done: list[str] = []
    dialog = FormDialog(
        "Move row", "Move", None, heading="Move row A", done=lambda: done.append("x")
    )
    editor, bare = QLineEdit(), QLineEdit()
    dialog.lay_out((named_rows([("Right", editor), ("", bare)]),), (QPushButton("Other"),))
    shown(qtbot, dialog)
    assert dialog.windowTitle() == dialog.accessibleName() == "Move row"
    assert dialog.heading.text() == "Move row A"
    assert (editor.accessibleName(), bare.accessibleName()) == ("Right", "")
    assert not dialog.words.isVisible()
    dialog.say("the row does not fit", "error")
    assert dialog.words.isVisible()
    assert dialog.words.property("role") == "error"
    dialog.say("")
    assert not dialog.words.isVisible()
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert done == ["x"]
    assert dialog.isVisible()
    QTest.mouseClick(dialog.cancel_button, LEFT)
    assert not dialog.isVisible()
    assert dialog.result() == FormDialog.DialogCode.Rejected


def test_a_line_asked_for_is_given_without_spaces_and_only_if_taken(qtbot: QtBot) -> None:
    given: list[str] = []
    tried: list[str] = []

    def attempt(name: str) -> str:
        tried.append(name)
        return "there is an A01 already" if name == "A01" else ""

    prompt = TextPrompt("Rename", "A02", "New name", "Rename", None, "A02", attempt)
    prompt.given.connect(given.append)
    shown(qtbot, prompt)
    assert prompt.line.accessibleName() == "New name"
    assert prompt.line.selectedText() == "A02", "the first key replaces it"
    prompt.line.setText("  ")
    assert not prompt.accept_button.isEnabled()
    prompt.line.setText(" A01 ")
    assert prompt.accept_button.isEnabled()
    QTest.mouseClick(prompt.accept_button, LEFT)
    assert (tried, given) == (["A01"], [])
    assert prompt.isVisible()
    assert prompt.words.text() == "there is an A01 already"
    assert prompt.words.property("role") == "error"
    assert QApplication.focusWidget() is prompt.line
    QTest.keyClick(prompt.line, Qt.Key.Key_B)
    assert not prompt.words.isVisible(), "what was refused is no longer there"
    prompt.line.setText(" B01 ")
    QTest.keyClick(prompt.line, Qt.Key.Key_Return)
    assert given == ["B01"]
    assert not prompt.isVisible()


@pytest.mark.parametrize(
    ("words", "heard", "closed"),
    [("Save", ["save"], True), ("Discard", ["discard"], True), ("Cancel", [], True)],
)
def test_unsaved_work_is_saved_or_discarded_or_the_window_stays(
    qtbot: QtBot, words: str, heard: list[str], closed: bool
) -> None:
    question, told = UnsavedQuestion("pod"), list[str]()
    question.save_chosen.connect(lambda: told.append("save"))
    question.discard_chosen.connect(lambda: told.append("discard"))
    shown(qtbot, question)
    assert "pod" in question.heading.text()
    assert JOURNAL in [label.text() for label in question.findChildren(QLabel)]
    assert question.save_button.isDefault()
    QTest.mouseClick(button_of(question, words), LEFT)
    assert told == heard
    assert question.isVisible() is not closed
    accepted = question.result() == UnsavedQuestion.DialogCode.Accepted
    assert accepted is (words != "Cancel")


def test_problems_can_be_copied_and_not_changed(qtbot: QtBot) -> None:
    problems = [
        Problem(where="racks[0]", what="no such part", severity="error"),
        Problem(where="site", what="not read", severity="warning"),
    ]
    window = shown(qtbot, ProblemList(problems))
    assert window.accessibleName() == window.windowTitle() == "Problems found"
    text = window.findChild(QPlainTextEdit)
    lines = text.toPlainText().splitlines()
    assert [line.partition(":")[0] for line in lines] == ["error", "warning"]
    assert "no such part" in lines[0]
    assert text.isReadOnly()
    assert "2 problems" in [label.text() for label in window.findChildren(QLabel)]
    QApplication.clipboard().clear()
    QTest.mouseClick(button_of(window, "Copy"), LEFT)
    assert QApplication.clipboard().text() == text.toPlainText()
    QTest.mouseClick(button_of(window, "Close"), LEFT)
    assert not window.isVisible()


def page_of(qtbot: QtBot, *widgets: QWidget) -> QScrollArea:
    """Return a page much higher than its view, with widgets at its lower end."""
    page = QWidget()
    column = QVBoxLayout(page)
    column.addSpacing(2_000)
    for widget in widgets:
        column.addWidget(widget)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(page)
    area.resize(300, 200)
    shown(qtbot, area)
    return area


def in_view(area: QScrollArea, widget: QWidget) -> bool:
    at = widget.mapTo(area.viewport(), QPoint(0, 0))
    return at.y() >= 0 and at.y() + widget.height() <= area.viewport().height()


def test_an_editor_to_be_shown_comes_into_view_and_stays_there_until_it_is_left(
    qtbot: QtBot,
) -> None:
    other, editor = QLineEdit(), QLineEdit("0.12")
    area = page_of(qtbot, other, editor)
    assert not in_view(area, editor)
    reveal(editor)
    reveal(editor)
    assert in_view(area, editor)
    assert QApplication.focusWidget() is editor
    assert editor.selectedText() == "0.12"
    area.verticalScrollBar().setValue(0)
    area.resize(320, 220)
    QApplication.processEvents()
    assert in_view(area, editor), "the page was laid out once more"
    other.setFocus(Qt.FocusReason.OtherFocusReason)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    area.verticalScrollBar().setValue(0)
    area.resize(310, 150)
    QApplication.processEvents()
    assert not in_view(area, editor), "it has been left"
    alone = QLineEdit("x")
    shown(qtbot, alone)
    reveal(alone)
    assert alone.selectedText() == "x", "also without a page that scrolls"


@pytest.mark.parametrize("resizable", [True, False])
def test_an_editor_at_the_end_of_a_page_that_grows_stays_in_view(
    qtbot: QtBot, resizable: bool
) -> None:
    words, editor = QLabel("word " * 400), QLineEdit("0.12")
    words.setWordWrap(True)
    area = page_of(qtbot, words, editor)
    page = area.widget()
    area.setWidgetResizable(resizable)
    reveal(editor)
    QApplication.processEvents()
    assert in_view(area, editor)
    before = page.height()
    if resizable:
        # Words wrap over more lines.
        area.resize(200, 200)
    else:
        page.resize(page.width(), before + 300)
    QApplication.processEvents()
    assert page.height() > before
    assert in_view(area, editor)
    editor.clearFocus()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    area.verticalScrollBar().setValue(0)
    page.resize(page.width(), page.height() + 300)
    area.resize(150, 200)
    QApplication.processEvents()
    assert not in_view(area, editor), "it has been left"


def test_a_whole_number_is_read_as_forms_read_it(qtbot: QtBot) -> None:
    box = integer_box(0, 4_000, 600, "mm")
    assert isinstance(box, IntegerBox)
    states = {
        text: box.validate(text, 0)[0]
        for text in ("600 mm", "1,000 mm", "4001 mm", "1.5 mm", "-1 mm", "", "abc mm")
    }
    valid, maybe, never = (
        QValidator.State.Acceptable, QValidator.State.Intermediate, QValidator.State.Invalid,
    )  # fmt: skip
    assert states == {
        "600 mm": valid, "1,000 mm": valid, "4001 mm": maybe, "1.5 mm": maybe, "-1 mm": maybe,
        "": maybe, "abc mm": never,
    }  # fmt: skip
    assert box.valueFromText("1,000 mm") == 1_000
    assert box.valueFromText("abc mm") == 600
    assert box.fixup("1.5 mm") == "600"
    assert integer_box(0, 5, 1).suffix() == ""


def test_a_number_is_told_when_the_user_is_done_and_the_wheel_is_the_pages(qtbot: QtBot) -> None:
    box = integer_box(0, 4_000, 600, "mm")
    area = page_of(qtbot, box)
    reveal(box)
    told: list[int] = []
    box.valueChanged.connect(told.append)
    box.selectAll()
    QTest.keyClicks(box, "1200")
    assert told == [], "not at every key"
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert told == [1_200]
    assert box.text() == "1,200 mm"
    bar = area.verticalScrollBar()
    before = bar.value()
    at = QPointF(box.rect().center())
    wheel = QWheelEvent(
        at, box.mapToGlobal(at), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(box, wheel)
    assert box.value() == 1_200
    assert not wheel.isAccepted() or bar.value() < before
    assert not box.focusPolicy() & Qt.FocusPolicy.WheelFocus & ~Qt.FocusPolicy.StrongFocus


def test_names_are_ticked_in_the_order_of_the_list(qtbot: QtBot) -> None:
    names, told = CheckList(), list[tuple[object, ...]]()
    names.ticked.connect(lambda: told.append(names.chosen()))
    shown(qtbot, names)
    names.show_choices([("Alpha", 1), ("Beta", 2), ("Gamma", 3)], [3])
    assert (names.chosen(), told) == ((3,), [])
    names.tick(1, on=True)
    assert (names.chosen(), names.currentRow()) == ((1, 3), 0)
    names.setFocus()
    names.setCurrentRow(1)
    QTest.keyClick(names, Qt.Key.Key_Space)
    QTest.keyClick(names, Qt.Key.Key_Space)
    names.tick(3, on=False)
    assert told == [(1, 3), (1, 2, 3), (1, 3), (1,)]
    names.show_choices([("Beta", 2)], [2])
    assert names.chosen() == (2,)
    assert len(told) == 4, "what the program shows is no tick of the user"
    high = names.height()
    names.show_choices([(str(n), n) for n in range(20)], [])
    assert high < names.height() < 20 * names.sizeHintForRow(0)


def test_a_label_without_room_says_the_whole_in_its_tip(qtbot: QtBot) -> None:
    label = ElidedLabel()
    label.set_full_text("a message that is much longer than there is room for")
    shown(qtbot, label)
    assert label.full_text() == label.toolTip() == label.accessibleName()
    wide = QFontMetrics(label.font()).horizontalAdvance(label.full_text())
    assert label.sizeHint().width() >= wide > label.minimumSizeHint().width()
    label.resize(wide + 10, 20)
    whole = label.grab().toImage()
    label.resize(80, 20)
    label.resize(wide + 10, 20)
    assert label.grab().toImage() == whole
    label.resize(80, 20)
    cut = label.grab().toImage()
    assert cut != whole.copy(0, 0, 80, 20), "it ends in an ellipsis"
    label.set_full_text("i")
    assert label.minimumSizeHint().width() == label.sizeHint().width()
    assert label.grab().toImage() != cut


def test_what_a_label_keeps_of_its_text_is_never_shortened(qtbot: QtBot) -> None:
    label = ElidedLabel()
    label.set_full_text("not saved · a file with a long name · 4 scalable units", kept="not saved")
    shown(qtbot, label)
    kept = QFontMetrics(label.font()).horizontalAdvance("not saved")
    assert label.minimumSizeHint().width() >= kept
    said = []
    for more in (2, 60, 2_000):
        label.resize(kept + more, 20)
        said.append(label.shown_text())
    assert said[0] == "not saved"
    assert said[1].startswith("not saved ·")
    assert said[1].endswith("…")
    assert said[2] == label.full_text()


@pytest.mark.parametrize("grid", [False, True])
def test_a_layout_is_emptied_of_its_widgets_and_of_no_others(qtbot: QtBot, grid: bool) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column, beside = QVBoxLayout(page), QLabel("beside")
    rows = QGridLayout() if grid else QVBoxLayout()
    column.addLayout(rows)
    column.addWidget(beside)
    for _ in range(3):
        gone: list[QLabel] = []
        for words in ("a", "b", "c"):
            gone.append(QLabel(words))
            rows.addWidget(gone[-1])
        forgotten = [label.destroyed for label in gone]
        with qtbot.waitSignals(forgotten):
            empty_layout(rows)
        assert rows.count() == 0
    assert column.indexOf(beside) >= 0
    assert page.findChildren(QLabel) == [beside]
