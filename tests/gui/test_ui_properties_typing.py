"""What is typed into the properties: read by one rule, refused at its field."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from designer.engine.report import Facility, Report
from designer.ui.kit.number_boxes import integer_box
from designer.ui.views.properties.panel import PropertiesPanel
from tests.helpers.ui_desk import Desk


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> PropertiesPanel:
    made = PropertiesPanel(desk.workspace)
    qtbot.addWidget(made)
    made.show()
    return made


def type_into(editor: QWidget, text: str) -> None:
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)


def words_shown(panel: PropertiesPanel) -> str:
    return "\n".join(label.text() for label in panel.findChildren(QLabel) if label.isVisible())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,5", "write decimals with a point"),
        ("nan", "is not a number"),
        ("inf", "is not a number"),
        ("1e400", "is not a number"),
        ("2_0", "is not a number"),
        ("1 5", "is not a number"),
        ("0", "Lowest U cannot be 0"),
        ("", "a number is needed"),
    ],
)
def test_a_position_that_is_no_number_is_refused_at_its_field(
    qtbot: QtBot, desk: Desk, panel: PropertiesPanel, text: str, words: str
) -> None:
    desk.workspace.select(("n1",))
    qtbot.waitUntil(lambda: "u" in panel.editors)
    before = desk.design
    editor = panel.editors["u"]
    type_into(editor, text)
    if not text:
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
        QTest.keyClick(editor, Qt.Key.Key_Return)
    assert desk.design is before
    assert words in words_shown(panel)
    assert desk.messages == []


def test_half_units_and_thousands_are_read_back_as_they_are_written(
    qtbot: QtBot, desk: Desk, panel: PropertiesPanel
) -> None:
    desk.workspace.select(("n1",))
    qtbot.waitUntil(lambda: "u" in panel.editors)
    type_into(panel.editors["u"], "10.5")
    assert desk.design.devices[0].half_u == 21
    desk.workspace.select(("A02",))
    qtbot.waitUntil(lambda: "x_mm" in panel.editors)
    type_into(panel.editors["x_mm"], "2,600 mm")
    assert desk.design.racks[1].x_mm == 2600
    type_into(panel.editors["x_mm"], "1,5")
    assert desk.design.racks[1].x_mm == 2600
    assert "write decimals with a point" in words_shown(panel)


def test_what_differs_stays_as_it_is_until_something_is_typed(
    qtbot: QtBot, desk: Desk, panel: PropertiesPanel
) -> None:
    desk.workspace.select(("A01", "A02"))
    qtbot.waitUntil(lambda: "x_mm" in panel.editors)
    before = desk.design
    type_into(panel.editors["x_mm"], " ")
    assert desk.design is before
    type_into(panel.editors["note"], "by the door")
    assert {rack.note for rack in desk.design.racks} == {"by the door"}


@pytest.mark.parametrize(
    ("text", "value"), [("1,500", 1500), ("15", 15), ("1,5", 600), ("nan", 600), ("9999", 600)]
)
def test_a_spin_box_reads_by_the_same_rule(qtbot: QtBot, text: str, value: int) -> None:
    box = integer_box(0, 4000, 600, "mm")
    qtbot.addWidget(box)
    box.show()
    box.activateWindow()
    qtbot.waitUntil(box.isActiveWindow)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.value() == value
    if not box.takes_its_text():
        assert text in box.text(), "what was typed stays until the box is left"
        box.clearFocus()
    assert (box.value(), box.text()) == (value, f"{value:,} mm")


def test_a_long_refusal_is_shown_whole_under_its_field(
    qtbot: QtBot, desk: Desk, panel: PropertiesPanel
) -> None:
    """`From top cannot be …: give … to … mm` takes four lines in the panel at 1280 × 800."""
    panel.resize(346, 600)
    desk.workspace.select(("A01",))
    qtbot.waitUntil(lambda: "y_mm" in panel.editors)
    type_into(panel.editors["y_mm"], "1e12")
    assert panel._form is not None
    line = panel._form.lines["y_mm"]
    assert line.text().startswith("From top cannot be 1,000,000,000,000: give")
    qtbot.waitUntil(lambda: line.isVisible() and line.width() > 100)
    lines = line.heightForWidth(line.width())
    assert lines > 2 * line.fontMetrics().height(), "or it shows nothing"
    cell = line.parentWidget()
    assert cell is not None
    qtbot.waitUntil(lambda: line.height() >= lines and cell.height() > line.geometry().bottom())


def test_what_holds_where_nothing_is_entered_follows_the_report(
    qtbot: QtBot, desk: Desk, panel: PropertiesPanel
) -> None:
    """The PUE of a hall without rear doors was said to rest on rear doors."""

    def pue() -> str:
        words = [box.placeholderText() for box in panel.findChildren(QLineEdit)]
        return next(text for text in words if text.startswith("1."))

    store = desk.workspace.report_store
    for revision, (value, source) in enumerate([(1.34, "48 % rear doors"), (1.39, "54 % water")]):
        facility = Facility(pue=value, pue_source=source)
        store.accept(desk.workspace.document.revision + revision, Report(facility=facility))
        qtbot.waitUntil(lambda words=f"{value} by default": pue() == words)
        qtbot.waitUntil(lambda words=source: words in words_shown(panel))


def test_a_row_that_is_selected_is_shaped_by_its_fields_and_stays_selected(
    qtbot: QtBot, desk: Desk, panel: PropertiesPanel
) -> None:
    desk.workspace.select(("A01", "A02"))
    qtbot.waitUntil(lambda: "row_count" in panel.editors)
    assert "Row A · 2 racks" in words_shown(panel)
    type_into(panel.editors["row_count"], "4")
    assert [rack.x_mm for rack in desk.design.racks] == [1200, 2000, 2800, 3600]
    assert len(desk.workspace.selection) == 4
    qtbot.waitUntil(lambda: "Row A · 4 racks" in words_shown(panel))
    type_into(panel.editors["row_pattern"], "{row}-{n}")
    assert [rack.name for rack in desk.design.racks] == ["A-1", "A-2", "A-3", "A-4"]
    type_into(panel.editors["row_count"], "400")
    assert len(desk.design.racks) == 4
    assert "Racks cannot be 400: give 1 to 13" in words_shown(panel)
    desk.session.document.undo()
    desk.session.document.undo()
    assert len(desk.design.racks) == 2


def test_fields_of_the_design_that_were_made_anew_are_no_trouble_to_the_next_selection(
    qtbot: QtBot, desk: Desk, panel: PropertiesPanel
) -> None:
    """Units changed with nothing selected, then a rack was: an editor was asked that was gone."""
    desk.workspace.select(())
    qtbot.waitUntil(lambda: bool(panel.editors))
    first = dict(panel.editors)
    assert panel._design_form is not None
    for form in panel._design_form.forms.values():
        form._presented = "qqq zzz"  # type: ignore[assignment]  # other units than those of now
    panel._design_form.refresh()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert panel.editors
    assert not set(map(id, panel.editors.values())) & set(map(id, first.values()))
    desk.workspace.select(("A02",))
    qtbot.waitUntil(lambda: "x_mm" in panel.editors)
