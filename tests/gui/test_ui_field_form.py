"""The widgets of a form alone: what each editor shows, when it writes, where a refusal stands."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from designer.document.edits import set_fields
from designer.ui.fields.field import Field
from designer.ui.fields.field_form import FieldForm
from designer.ui.fields.form import into_design
from designer.ui.fields.sections import FieldSection
from designer.ui.fields.sections_form import SectionsForm
from designer.ui.kit.check_list import CheckList
from designer.ui.state.workspace import Workspace
from tests.helpers.form_writer import Writer
from tests.helpers.sessions import settle

ROWS = (("none", ""), ("Row A", "A"), ("Row B", "B"))
FIELDS = (
    Field("name", "Name", "text", "pod", hint="what it is called"),
    Field("pue", "PUE", "number", None, optional=True, fallback="1.4 by default", source="a rule"),
    Field("width", "Width", "integer", 600, unit="mm", low=1, high=900),
    Field("row", "Row", "choice", "A", choices=ROWS),
    Field("nodes", "Nodes", "several", ("b", "a"), choices=(("A", "a"), ("B", "b"), ("C", "c"))),
)


@pytest.fixture
def writer() -> Writer:
    return Writer()


@pytest.fixture
def form(qtbot: QtBot, writer: Writer) -> FieldForm:
    made = FieldForm(writer)
    qtbot.addWidget(made)
    made.show_fields(FIELDS, "the site")
    made.show()
    return made


def line(form: FieldForm, name: str) -> QLineEdit:
    found = form.editors[name]
    assert isinstance(found, QLineEdit)
    return found


def box(form: FieldForm, name: str = "row") -> QComboBox:
    found = form.editors[name]
    assert isinstance(found, QComboBox)
    return found


def write(form: FieldForm, name: str, text: str) -> None:
    editor = line(form, name)
    editor.setFocus()
    editor.selectAll()
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)


def labels(form: QWidget) -> list[str]:
    return [label.text() for label in form.findChildren(QLabel) if label.isVisible()]


def test_each_field_has_a_label_an_editor_and_a_line_below(form: FieldForm) -> None:
    assert list(form.editors) == ["name", "pue", "width", "row", "nodes"]
    assert labels(form) == ["Name", "PUE", "a rule", "Width, mm", "Row", "Nodes"]
    for label in form.findChildren(QLabel):
        if label.buddy() is not None:
            assert label.buddy().accessibleName() == label.text()
            assert label.toolTip() == label.buddy().toolTip()
    assert form.editors["name"].toolTip() == "what it is called"
    assert form.editors["name"].accessibleDescription() == "what it is called"
    assert form.editors["pue"].accessibleDescription() == "a rule"
    assert [line(form, name).text() for name in ("name", "pue", "width")] == ["pod", "", "600"]
    assert line(form, "pue").placeholderText() == "1.4 by default"
    row = box(form)
    assert [(row.itemText(n), row.itemData(n)) for n in range(row.count())] == [*ROWS]
    assert row.currentData() == "A"
    nodes = form.editors["nodes"]
    assert isinstance(nodes, CheckList)
    assert set(nodes.chosen()) == {"a", "b"}


def test_what_is_typed_is_written_at_enter_once(form: FieldForm, writer: Writer) -> None:
    settled: list[bool] = []
    form.settled.connect(lambda: settled.append(True))
    write(form, "width", "800")
    assert writer.written == [("width", 800, "the site")]
    assert settled == [True]
    QTest.keyClick(line(form, "width"), Qt.Key.Key_Return)
    assert len(writer.written) == 1
    assert line(form, "width").text() == "800"
    write(form, "width", "600")
    assert writer.written[1:] == [("width", 600, "the site")], "taken back before it is told"


def test_what_is_typed_is_written_when_the_keyboard_goes_on(
    form: FieldForm, writer: Writer
) -> None:
    line(form, "name").setFocus()
    QTest.keyClicks(line(form, "name"), "-2")
    assert writer.written == []
    line(form, "pue").setFocus()
    line(form, "name").editingFinished.emit()
    assert [entry[0] for entry in writer.written] == ["name"]


def test_a_refusal_stands_below_its_editor_until_it_is_put_right(
    form: FieldForm, writer: Writer
) -> None:
    write(form, "width", "901")
    words = form.lines["width"].text()
    assert words == "Width cannot be 901: give 1 to 900 mm"
    assert form.lines["width"].isVisible()
    assert form.lines["width"].property("role") == "error"
    assert line(form, "width").text() == "901"
    assert line(form, "width").accessibleDescription() == f"refused: {words}"
    form.show_fields(FIELDS, "the site")
    assert line(form, "width").text() == "901", "a change elsewhere leaves it"
    write(form, "width", "900")
    assert not form.lines["width"].isVisible()
    assert form.lines["width"].property("role") == "caption"
    assert writer.written == [("width", 900, "the site")]


def test_what_was_refused_is_forgotten_on_request(form: FieldForm) -> None:
    write(form, "width", "many")
    form.forget()
    assert line(form, "width").text() == "600"
    assert not form.lines["width"].isVisible()
    assert not line(form, "width").isModified()


def test_a_choice_is_written_when_it_is_made(form: FieldForm, writer: Writer) -> None:
    box(form).setCurrentIndex(2)
    box(form).activated.emit(2)
    assert writer.written == [("row", "B", "the site")]
    writer.refusal = "row B is full"
    box(form).setCurrentIndex(0)
    box(form).activated.emit(0)
    assert form.lines["row"].text() == "row B is full"
    assert box(form).currentData() == "B", "what holds is shown"


def test_ticks_keep_the_order_of_what_was_chosen_before(form: FieldForm, writer: Writer) -> None:
    nodes = form.editors["nodes"]
    assert isinstance(nodes, CheckList)
    nodes.tick("c", on=True)
    nodes.tick("b", on=False)
    assert writer.written == [
        ("nodes", ("b", "a", "c"), "the site"), ("nodes", ("a", "c"), "the site"),
    ]  # fmt: skip


def test_other_values_stay_in_the_same_editors(form: FieldForm) -> None:
    editor = line(form, "name")
    other = (Field("name", "Name", "text", "other"), *FIELDS[1:])
    form.show_fields(other, "the site")
    assert form.editors["name"] is editor
    assert (editor.text(), editor.isModified()) == ("other", False)
    form.show_fields(other, "the room")
    assert form.editors["name"] is not editor
    settle()
    assert labels(form).count("Name") == 1, "the rows before are gone"


def test_where_records_differ_the_choice_says_so(qtbot: QtBot, writer: Writer) -> None:
    mixed = Field("row", "Row", "choice", None, mixed=True, choices=ROWS)
    made = FieldForm(writer)
    qtbot.addWidget(made)
    made.show_fields((mixed,), "2 racks")
    assert (box(made).currentText(), box(made).count()) == ("—", 4)
    assert not made.commit("row")
    box(made).setCurrentIndex(1)
    assert made.commit("row")
    assert writer.written == [("row", "", "2 racks")]


def test_a_value_that_is_offered_no_more_can_still_be_seen(qtbot: QtBot, writer: Writer) -> None:
    made = FieldForm(writer)
    qtbot.addWidget(made)
    made.show_fields((Field("row", "Row", "choice", "gone", choices=ROWS),), "A01")
    assert box(made).currentText() == "gone"
    made.show_fields((Field("row", "Row", "choice", "A", choices=ROWS),), "A01")
    assert (box(made).currentText(), box(made).count()) == ("Row A", 3)


def test_labels_are_as_wide_as_the_widest_of_all_forms(qtbot: QtBot, writer: Writer) -> None:
    wide = Field("x", "A label that needs more room than others do", "text", "")
    sections = (
        FieldSection("One", "one", (FIELDS[0],)), FieldSection("Two", "two", (wide,)),
    )  # fmt: skip
    made = SectionsForm(writer, lambda: sections)
    qtbot.addWidget(made)
    made.show()
    assert labels(made) == ["One", "Name", "Two", wide.label]
    assert [form.accessibleName() for form in made.forms.values()] == ["One", "Two"]
    assert list(made.editors) == ["name", "x"]
    widths = {
        label.minimumWidth() for label in made.findChildren(QLabel) if label.buddy() is not None
    }
    assert widths == {max(form.label_px() for form in made.forms.values())}
    assert min(widths) > 118, "wider than labels are at least"
    write(made.forms["One"], "name", "typed")
    assert writer.written == [("name", "typed", "one")]
    made.forms["Two"].form.type("x", "half")
    made.refresh()
    assert line(made.forms["Two"], "x").text() == "half"
    made.forget()
    assert line(made.forms["Two"], "x").text() == ""


def test_a_value_is_one_step_named_after_field_and_subject(space: Workspace) -> None:
    write_into = into_design(space)
    pue = Field("pue", "PUE", "number", 1.3, lambda v: set_fields("site", pue=v))
    assert write_into(pue, 1.5, "the site") == ""
    name = Field("name", "Name", "text", "", lambda v: set_fields("design", name=v))
    assert write_into(name, "other", "the design") == ""
    assert [step.label for step in space.document.history.steps[1:]] == [
        "Set PUE of the site", "Set name of the design",
    ]  # fmt: skip
    assert write_into(pue, 0.2, "the site"), "out of its range"
    assert space.document.design.site.pue == 1.5


@pytest.mark.parametrize(
    "act",
    [lambda form: form.commit("name"), lambda form: line(form, "name").editingFinished.emit()],
)
def test_nothing_typed_is_nothing_written(
    form: FieldForm, writer: Writer, act: Callable[[FieldForm], object]
) -> None:
    act(form)
    assert writer.written == []


def test_a_shorter_refusal_gives_back_the_lines_of_the_longer(
    qtbot: QtBot, form: FieldForm
) -> None:
    """It floated in the middle of the lines that were no longer there."""
    form.setFixedWidth(200)
    write(form, "width", "1e308")
    settle()
    below, cell = form.lines["width"], form.lines["width"].parentWidget()
    high = below.height()
    line(form, "width").selectAll()
    QTest.keyClick(line(form, "width"), Qt.Key.Key_Delete)
    QTest.keyClick(line(form, "width"), Qt.Key.Key_Return)
    settle()
    assert below.text() == "a number is needed"
    assert below.height() == below.minimumHeight() < high
    assert cell.height() == line(form, "width").height() + 2 + below.height()
