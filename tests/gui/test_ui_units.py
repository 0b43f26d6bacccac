"""Units and numbers of the window: what is shown, what is typed, what is remembered."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QTabBar,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

import designer
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.updates import updates
from designer.model.design import Stage
from designer.model.presented import METRIC, Presented
from designer.render.edge import presented, presenting
from designer.render.lettering import text_width
from designer.ui.fields.field import Field
from designer.ui.fields.field_form import FieldForm
from designer.ui.kit.number_boxes import integer_box
from designer.ui.kit.read_rows import ReadRows
from designer.ui.kit.widget_edge import given_choice, show_as
from designer.ui.views.floor.rulers import _figure
from designer.ui.views.own_parts.updates_dialog import UpdatesDialog
from designer.ui.window.main_window import MainWindow
from tests.helpers.form_writer import Writer
from tests.helpers.ui_desk import Desk, small_design, small_report
from tests.helpers.untold import texts

IMPERIAL = Presented("imperial")


@pytest.fixture(autouse=True)
def metric_again() -> Iterator[None]:
    yield
    show_as(METRIC)


class Masses(ReadRows[str]):
    def words(self, row: str, column: int) -> str:
        return (row, "441")[column]


def test_widgets_turn_with_the_choice_and_back(qtbot: QtBot) -> None:
    label, button = QLabel("441 of 1,500 kg"), QPushButton("Aisle of 1,200 mm")
    action = QAction("Move by 600 mm", label)
    label.addAction(action)
    label.setToolTip("air of 27 °C")
    for widget in (label, button):
        qtbot.addWidget(widget)
    assert show_as(IMPERIAL)
    assert not show_as(IMPERIAL), "it is so already"
    assert label.text() == "972 of 3,307 lb"
    assert label.toolTip() == "air of 80.6 °F"
    assert button.text() == "Aisle of 47.2 in"
    assert action.text() == "Move by 23.6 in"
    label.setText("2.0 m")
    assert label.text() == "6.6 ft"
    show_as(METRIC)
    assert (label.text(), label.toolTip()) == ("2.0 m", "air of 27 °C")
    assert (button.text(), action.text()) == ("Aisle of 1,200 mm", "Move by 600 mm")


def test_every_way_to_give_a_text_is_held(qtbot: QtBot) -> None:
    """Made before the choice or after it: what was given comes back with metric units."""
    made: list[tuple[QWidget, Callable[[], str]]] = []

    def take(widget: QWidget, says: Callable[[], str]) -> None:
        qtbot.addWidget(widget)
        made.append((widget, says))

    show_as(IMPERIAL)
    label, group, menu = QLabel(text="1.5 m"), QGroupBox("1.5 m"), QMenu("1.5 m")
    take(label, label.text)
    take(group, group.title)
    take(menu, menu.title)
    entry, below, head = menu.addAction("1.5 m"), menu.addMenu("1.5 m"), menu.addSection("1.5 m")
    form, box, choice = QWidget(), QSpinBox(), QComboBox()
    rows = QFormLayout(form)
    rows.addRow("1.5 m", QLineEdit())
    beside = form.findChild(QLabel)
    assert beside is not None
    take(form, beside.text)
    box.setSpecialValueText("1.5 m")
    box.setStatusTip("1.5 m")
    take(box, box.specialValueText)
    choice.addItems(["1.5 m", "1.5 m"])
    choice.insertItems(1, ["1.5 m"])
    choice.insertItem(0, "1.5 m")
    choice.setPlaceholderText("1.5 m")
    take(choice, lambda: " ".join({choice.itemText(at) for at in range(choice.count())}))
    assert given_choice(choice) == "1.5 m"
    says = [
        *(one for _, one in made), entry.text, below.title, head.text, box.statusTip,
        choice.placeholderText,
    ]  # fmt: skip
    assert [one() for one in says] == ["4.9 ft"] * len(says)
    show_as(METRIC)
    assert [one() for one in says] == ["1.5 m"] * len(says)


def test_tabs_trees_and_dialogs_of_files_are_held(qtbot: QtBot) -> None:
    show_as(IMPERIAL)
    tree, tabs = QTreeWidget(), QTabBar()
    qtbot.addWidget(tree)
    qtbot.addWidget(tabs)
    tree.setHeaderLabels(["Depth 550 mm"])
    item = QTreeWidgetItem(["600 mm", "1.5 kg"])
    tabs.addTab("1.5 m")
    head = tree.headerItem()
    assert head is not None
    assert head.text(0) == "Depth 21.7 in"
    assert (item.text(0), item.text(1)) == ("23.6 in", "3.3 lb")
    assert tabs.tabText(0) == "4.9 ft"
    asked = QFileDialog(None, "Of 600 mm", "/tmp", "Racks of 600 mm (*.toml);;All files (*)")
    qtbot.addWidget(asked)
    assert asked.windowTitle() == "Of 23.6 in"
    assert asked.nameFilters() == ["Racks of 23.6 in (*.toml)", "All files (*)"]


def test_newer_figures_of_parts_are_in_the_units_of_the_reader(qtbot: QtBot) -> None:
    old = [Part(id="a", kind="rack", name="A", mass_kg=1.5, width_mm=600)]
    new = Catalog([part.evolve(mass_kg=2.5, width_mm=800) for part in old])
    show_as(IMPERIAL)
    dialog = UpdatesDialog(updates(old, new))
    qtbot.addWidget(dialog)
    item = dialog.tree.topLevelItem(0)
    assert item is not None
    said = " ".join(item.child(row).text(column) for row in range(2) for column in range(4))
    assert "23.6 in" in said
    assert "600 mm" not in said
    assert " kg" not in said


def test_names_that_people_gave_stay(window: MainWindow, desk: Desk) -> None:
    """In lists, titles, tips and what is spoken; the figures beside them turn."""
    rack, stages = desk.design.racks[0], (Stage(id="a", name="Phase 5 m"),)
    racks = (rack.evolve(name="Test 600 mm"), *desk.design.racks[1:])
    desk.workspace.apply("Rename", lambda design: design.evolve(racks=racks, stages=stages))
    desk.report(small_report())
    show_as(IMPERIAL)
    desk.workspace.select((rack.id,))
    for view in ("Floor", "Elevation"):
        window.views.show_view(view)
        said = [text for _, text in texts(window)]
        assert any("Test 600 mm" in text for text in said)
        assert not [one for one in said if re.search(r"Test \d+\.|Phase \d+ ft", one)]
    assert any("Phase 5 m" in text for text in said)
    assert any(" in" in text for text in said if "600 mm" not in text), "figures are turned"


def test_metric_leaves_qt_as_it_is(qtbot: QtBot) -> None:
    own = QLabel.setText
    show_as(IMPERIAL)
    assert QLabel.setText is not own
    show_as(METRIC)
    assert QLabel.setText is own


def test_no_widget_is_dressed_anew_for_units(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To dress all widgets took over half a second; neither units nor numbers alter a style."""
    desk = Desk(tmp_path, small_design())
    window = MainWindow(desk.settings, desk.workspace.theme)
    qtbot.addWidget(window)
    window.populate(desk.workspace, desk.session)
    window.apply_theme()
    dressed = list[str]()
    dress = QApplication.setStyleSheet

    def noted(app: QApplication, sheet: str) -> None:
        dressed.append(sheet)
        dress(app, sheet)

    monkeypatch.setattr(QApplication, "setStyleSheet", noted)
    for chosen in ("view.imperial", "view.numbers_de", "view.numbers_en", "view.metric"):
        window.actions_by_id[chosen].trigger()
    assert dressed == []
    window.actions_by_id["view.theme"].trigger()
    assert dressed[:-1] == [""], "once: from one sheet to another Qt dresses each several times"
    assert dressed[-1]
    desk.close()


def test_what_is_drawn_is_measured_as_it_is_read() -> None:
    metric = text_width("1,500 kg", 12)
    show_as(IMPERIAL)
    assert text_width("1,500 kg", 12) == text_width("3,307 lb", 12) != metric


def test_cells_and_their_heading_turn_together() -> None:
    rows = Masses(("Rack", "Mass, kg"))
    rows.show_rows(("A01",))

    def said() -> tuple[object, object]:
        heading = rows.headerData(1, Qt.Orientation.Horizontal)
        return heading, rows.data(rows.index(0, 1))

    assert said() == ("Mass, kg", "441")
    show_as(IMPERIAL)
    assert said() == ("Mass, lb", "972")


def test_a_field_shows_the_chosen_unit_and_takes_both(qtbot: QtBot) -> None:
    writer = Writer()
    form = FieldForm(writer)
    qtbot.addWidget(form)
    width = Field("width", "Width", "integer", 600, unit="mm", low=1, high=2000)

    def type_in(text: str) -> None:
        editor = form.editors["width"]
        assert isinstance(editor, QLineEdit)
        editor.clear()
        qtbot.keyClicks(editor, text)
        editor.editingFinished.emit()

    form.show_fields((width,), "the row")
    assert form.editors["width"].accessibleName() == "Width, mm"
    type_in("24 in")
    assert writer.written[-1][1] == 610
    show_as(IMPERIAL)
    form.show_fields((width,), "the row")
    editor = form.editors["width"]
    assert isinstance(editor, QLineEdit)
    assert (editor.accessibleName(), editor.text()) == ("Width, in", "23.62")
    type_in("36")
    assert writer.written[-1][1] == 914
    type_in("750 mm")
    assert writer.written[-1][1] == 750
    type_in("100")
    assert form.lines["width"].text() == "Width cannot be 100.0 in: give 0.0 to 78.7 in"


def test_a_box_for_whole_millimetres_takes_inches(qtbot: QtBot) -> None:
    show_as(IMPERIAL)
    box = integer_box(300, 4000, 600, "mm")
    qtbot.addWidget(box)
    assert box.text() == "23.62 in"
    box.lineEdit().setText("24 in")
    assert box.number() == 610
    show_as(METRIC)
    box = integer_box(300, 4000, 600, "mm")
    qtbot.addWidget(box)
    assert box.text() == "600 mm"
    box.lineEdit().setText("2'")
    assert box.number() == 610


def test_the_menu_chooses_and_the_choice_is_remembered(window: MainWindow, desk: Desk) -> None:
    actions = window.actions_by_id
    assert actions["view.metric"].isChecked()
    assert actions["view.numbers_en"].isChecked()
    actions["view.imperial"].trigger()
    actions["view.numbers_de"].trigger()
    assert presented() == Presented("imperial", "de") == desk.settings.presented()
    assert not actions["view.metric"].isChecked()
    assert window.status.snap.text() == "snap 23.6 in".replace(".", ",\u2060")
    actions["view.metric"].trigger()
    actions["view.numbers_en"].trigger()
    assert desk.settings.presented() == METRIC
    assert window.status.snap.text() == "snap 600 mm"


def test_rulers_write_what_lies_before_the_room_with_a_minus_sign() -> None:
    assert _figure(-1200, whole_metres=False) == "−1.2"
    assert _figure(-3000, whole_metres=True) == "−3"
    with presenting(IMPERIAL):
        assert _figure(-1200, whole_metres=False) == "−3.9"


def test_millimetres_in_texts_say_their_unit() -> None:
    """A number alone cannot be turned at the edge: it stays metric in front of who reads inches."""
    alone = re.compile(r"\{[^{}\n:\"]*_mm(?::[^{}\n ]*)?\}(?! mm| × \{[^{}]*\} mm)")
    rooms = ("ui", "render", "document", "engine")
    root = Path(designer.__file__).parent
    found = [
        f"{path.name}: {hit[0]}"
        for room in rooms
        for path in (root / room).rglob("*.py")
        for hit in alone.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
