"""Every control of the start page, the lists and the dialogs tells what it is there to tell."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from designer import __version__
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.updates import updates
from designer.document.edits import rename
from designer.document.errors import EditError
from designer.model.change import Change
from designer.render.theme import LIGHT
from designer.runtime.session import Recoverable
from designer.ui.fields.field import Field
from designer.ui.fields.reading import read
from designer.ui.state.actions import ActionSet
from designer.ui.views.design_settings.window import DesignSettings
from designer.ui.views.dialogs.about_dialog import AboutDialog
from designer.ui.views.dialogs.export_dialog import FORMATS, ExportDialog
from designer.ui.views.dialogs.print_dialog import PrintDialog
from designer.ui.views.dialogs.row_dialog import RowDialog, RowPlan
from designer.ui.views.dialogs.row_edit_dialog import RowEdit, RowEditDialog
from designer.ui.views.navigator.history import HistoryPanel
from designer.ui.views.own_parts.ports import PortsEditor
from designer.ui.views.own_parts.updates_dialog import UpdatesDialog
from designer.ui.views.start.page import StartPage
from tests.helpers.prints import PrintedAtOnce
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk, small_report

LEFT = Qt.MouseButton.LeftButton


def button(within: QWidget, words: str) -> QPushButton:
    """Return the button of these words, which are shown or spoken."""
    found = [
        each for each in within.findChildren(QPushButton)
        if words in {each.text(), each.accessibleName()} and each.isVisibleTo(within)
    ]  # fmt: skip
    assert len(found) == 1, [each.text() for each in found]
    return found[0]


def heard(signal: SignalInstance) -> list[list[object]]:
    """Return what a signal tells from now on."""
    told: list[list[object]] = []
    signal.connect(lambda *values: told.append([*values]))
    return told


def words_of(within: QWidget) -> list[str]:
    return [label.text() for label in within.findChildren(QLabel) if label.isVisibleTo(within)]


@pytest.fixture
def start(qtbot: QtBot, desk: Desk) -> StartPage:
    made = StartPage(desk.settings)
    qtbot.addWidget(made)
    made.resize(900, 728)
    made.show()
    return made


def test_each_button_of_the_start_page_asks_for_its_own(start: StartPage) -> None:
    start.offer_return("hall")
    spies = {
        "Open…": heard(start.open_asked),
        "Empty room": heard(start.empty_asked),
        "Back to hall": heard(start.return_asked),
    }
    for words in spies:
        before = {other: len(spy) for other, spy in spies.items()}
        QTest.mouseClick(button(start, words), LEFT)
        assert {o: len(spy) - before[o] for o, spy in spies.items()} == {
            other: int(other == words) for other in spies
        }


def test_every_reference_design_is_created_from_its_card(start: StartPage) -> None:
    spy = heard(start.template_chosen)
    for number, card in enumerate(start.cards):
        assert card.isVisible()
        card.turn(unfolded=True)
        assert [one for one in start.cards if one.unfolded] == [card]
        assert f"Create {card._template.name}" == card.create_button.accessibleName()
        assert card.heading.text().endswith(card._template.name)
        assert card._template.summary in words_of(card)
        assert set(card.fields) == {parameter.name for parameter in card._template.parameters}
        for parameter in card._template.parameters:
            field = card.fields[parameter.name]
            assert field.toolTip() == parameter.help
            assert field.accessibleName().startswith(f"{card._template.name}: ")
            assert card.arguments()[parameter.name] == parameter.default
            if isinstance(field, QComboBox):
                offered = [field.itemText(index) for index in range(field.count())]
                assert offered == list(parameter.choices)
        QTest.mouseClick(card.create_button, LEFT)
        assert len(spy) == number + 1
        assert spy[number] == [card._template.id, card.arguments()]


def test_recent_files_are_listed_with_their_folder_and_opened(
    start: StartPage, desk: Desk, tmp_path: Path
) -> None:
    assert "Files you open or save are listed here." in words_of(start)
    there, gone = tmp_path / "there.cluster.toml", tmp_path / "gone.cluster.toml"
    there.touch()
    for path in (gone, there):
        desk.settings.add_recent_file(path)
    start.refresh()
    start.refresh()
    settle()
    assert "Files you open or save are listed here." not in words_of(start)
    spy = heard(start.file_chosen)
    for number, path in enumerate((there, gone)):
        QTest.mouseClick(button(start, f"Open {path}"), LEFT)
        assert spy[number] == [path]


def test_work_to_get_back_is_taken_or_discarded(
    start: StartPage, desk: Desk, tmp_path: Path
) -> None:
    found = [
        Recoverable(
            journal=tmp_path / f"{name}.journal", file=None, file_digest="", file_changed=False,
            file_damaged=False, base=desk.design, design=desk.design.evolve(name=name), parts=(),
            labels=tuple(f"Step {number}" for number in range(1, 7)), difference=Change(),
            started=0.0, problems=(),
        )
        for name in ("one", "two")
    ]  # fmt: skip
    start.offer_recovery(found)
    settle()
    taken, dropped = heard(start.recovery_chosen), heard(start.discard_chosen)
    QTest.mouseClick(button(start, "Recover two"), LEFT)
    assert taken[0] == [found[1]]
    assert len(dropped) == 0
    QTest.mouseClick(button(start, "Discard unsaved work on one"), LEFT)
    assert dropped[0] == [found[0]]
    told = [label for label in start.findChildren(QLabel) if "“one”" in label.text()]
    assert told[0].text().endswith("2 earlier steps → Step 3 → Step 4 → Step 5 → Step 6")
    assert told[0].toolTip().splitlines() == [f"Step {number}" for number in range(1, 7)]
    start.offer_recovery(())
    assert not [label for label in words_of(start) if "Unsaved work" in label]


@pytest.fixture
def history(qtbot: QtBot, desk: Desk) -> HistoryPanel:
    made = HistoryPanel(desk.workspace)
    qtbot.addWidget(made)
    made.show()
    for name in ("first", "second"):
        assert desk.workspace.apply(f"Rename to {name}", rename("A01", name))
    return made


def test_the_history_is_followed_by_click_and_by_key(history: HistoryPanel, desk: Desk) -> None:
    model, view = history.model, history.list
    assert [model.index(row).data() for row in range(2)] == ["Rename to second", "Rename to first"]
    assert view.currentIndex().row() == 0, "the newest is where the design stands"
    at = view.visualRect(model.index(1)).center()
    QTest.mouseClick(view.viewport(), LEFT, pos=at)
    assert desk.design.racks[0].name == "first"
    assert view.currentIndex().row() == 1
    view.setCurrentIndex(model.index(0))
    view.activated.emit(model.index(0))
    assert desk.design.racks[0].name == "second"


def test_the_history_says_what_is_done_and_undone(history: HistoryPanel, desk: Desk) -> None:
    desk.session.document.undo()
    model = history.model
    spoken = [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert [words.rpartition(", ")[2] for words in spoken] == ["undone", "current", "done"]
    bold = [model.index(row).data(Qt.ItemDataRole.FontRole) is not None for row in range(3)]
    assert bold == [False, True, False]
    faint = [model.index(row).data(Qt.ItemDataRole.ForegroundRole) for row in range(3)]
    assert [brush is not None for brush in faint] == [True, False, False]
    desk.workspace.set_theme(LIGHT)
    now = model.index(0).data(Qt.ItemDataRole.ForegroundRole)
    assert now.color().name() == LIGHT.faint.lower()
    assert history.list.currentIndex().row() == 1


def test_undo_and_redo_in_the_settings_follow_the_commands(qtbot: QtBot, desk: Desk) -> None:
    actions = ActionSet()
    made = DesignSettings(desk.workspace, actions)
    qtbot.addWidget(made)
    made.show()
    pressed: list[QAction] = []
    for action_id, words in (("edit.undo", "Undo"), ("edit.redo", "Redo")):
        action = actions[action_id]
        action.triggered.connect(lambda _=False, a=action: pressed.append(a))
        found = button(made, words)
        for enabled in (False, True):
            action.setEnabled(enabled)
            assert found.isEnabled() == enabled
        QTest.mouseClick(found, LEFT)
        assert pressed[-1] is action
    QTest.mouseClick(button(made, "Close"), LEFT)
    assert not made.isVisible()


def test_each_name_of_the_settings_brings_its_page(qtbot: QtBot, desk: Desk) -> None:
    made = DesignSettings(desk.workspace, ActionSet())
    qtbot.addWidget(made)
    made.show()
    pages = {**made.forms, **made.records}
    titles = [made.names.item(row).text() for row in range(made.names.count())]
    assert titles == list(pages)
    assert pages[titles[0]].isVisible()
    for row, title in enumerate(titles):
        made.names.setCurrentRow(row)
        assert [name for name, page in pages.items() if page.isVisible()] == [title]
        assert pages[title].accessibleName() == title
        made.show_page("no such page")
        assert made.names.currentRow() == row
    for title, section in made.records.items():
        made.show_page(title)
        assert section.empty.isVisible() == (not section.list.count())
        assert section.list.isVisible() == bool(section.list.count())
        assert section.remove_button.isVisible() == bool(section.list.count())
        assert section.form.isVisible() == bool(section.chosen())
        assert not section.refusal.isVisible()
    assert not [each.text() for each in made.findChildren(QPushButton) if each.autoDefault()]


def test_a_refused_record_is_said_until_the_next_letter(qtbot: QtBot, desk: Desk) -> None:
    made = DesignSettings(desk.workspace, ActionSet())
    qtbot.addWidget(made)
    made.show()
    section = next(each for each in made.records.values() if each.kind.one == "feed")
    made.show_page(section.kind.title)
    section.line.selectAll()
    QTest.keyClicks(section.line, "A")
    QTest.keyClick(section.line, Qt.Key.Key_Return)
    assert section.refusal.isVisible()
    assert section.refusal.text()
    assert section.line.accessibleDescription() == f"refused: {section.refusal.text()}"
    QTest.keyClicks(section.line, "2")
    assert not section.refusal.isVisible()
    assert section.line.accessibleDescription() == ""
    QTest.mouseClick(section.add_button, LEFT)
    assert section.chosen() == "A2"
    assert {feed.id for feed in desk.design.power} == {"A", "A2", "B"}
    settle()
    QTest.mouseClick(section.remove_button, LEFT)
    assert [feed.id for feed in desk.design.power] == ["A", "B"]


def test_the_page_about_the_program_names_it_and_closes(qtbot: QtBot) -> None:
    made = AboutDialog()
    qtbot.addWidget(made)
    made.show()
    assert f"Cluster Designer {__version__}" in words_of(made)
    assert len(words_of(made)) >= 2
    QTest.mouseClick(button(made, "Close"), LEFT)
    assert not made.isVisible()


def test_a_row_is_judged_at_every_figure_and_told_when_it_is_taken(
    qtbot: QtBot, desk: Desk
) -> None:
    racks = [part for part in desk.catalog.parts if part.traits.is_cabinet]
    made = RowDialog(desk.workspace, racks, "rack-48u", None)
    qtbot.addWidget(made)
    assert made.part.currentData() == "rack-48u"
    assert made.name.text() == "B", "A is taken"
    assert made.count.value() == 8
    pitch = made.pitch.value()
    assert made.words.text() == f"8 racks, {8 * pitch / 1000:.2f} m long"
    made.count.setValue(1)
    assert made.words.text() == f"1 rack, {pitch / 1000:.2f} m long"
    made.pitch.setValue(pitch + 200)
    assert made.words.text() == f"1 rack, {(pitch + 200) / 1000:.2f} m long"
    good = (made.x_box.value(), made.y_box.value())
    for box, value in ((made.x_box, good[0]), (made.y_box, good[1])):
        box.setValue(-100_000)
        assert not made.accept_button.isEnabled(), "outside the room"
        box.setValue(value)
        assert made.accept_button.isEnabled()
    made.name.setText("A")
    assert not made.accept_button.isEnabled(), "there is such a row"
    made.name.setText(" C ")
    made.face.setCurrentIndex(2)
    spy = heard(made.planned)
    made.accept()
    assert spy[0] == [RowPlan("rack-48u", 1, *good, pitch + 200, "C", 180)]


def test_a_change_of_a_row_is_judged_at_every_figure(qtbot: QtBot) -> None:
    asked: list[RowEdit] = []

    def refusal(edit: RowEdit) -> str:
        asked.append(edit)
        return "too far" if edit.dx_mm > 1000 else ""

    made = RowEditDialog("A", 4, refusal, None)
    qtbot.addWidget(made)
    assert made.words.text() == "Possible"
    made.name.setText(" B ")
    made.renumber.setChecked(True)
    made.down.setValue(300)
    made.right.setValue(2000)
    assert made.words.text() == "too far"
    assert not made.accept_button.isEnabled()
    made.right.setValue(500)
    assert made.accept_button.isEnabled()
    assert asked == [
        RowEdit("A", False, 0, 0), RowEdit("B", False, 0, 0), RowEdit("B", True, 0, 0),
        RowEdit("B", True, 0, 300), RowEdit("B", True, 2000, 300), RowEdit("B", True, 500, 300),
    ]  # fmt: skip
    spy = heard(made.asked)
    made.accept()
    assert spy[0] == [asked[-1]]
    empty = RowEditDialog("A", 0, lambda _: "", None)
    qtbot.addWidget(empty)
    assert not empty.renumber.isEnabled(), "it has no racks"


def test_every_format_says_what_it_is_and_the_file_is_told(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    begun = PrintedAtOnce()
    made = ExportDialog(desk.workspace, str(tmp_path), begun)
    qtbot.addWidget(made)
    for number, each in enumerate(FORMATS):
        made.format.setCurrentIndex(number)
        assert made.format.currentText() == each.words
        told = "Select a rack first." if each.needs_rack else each.about
        assert made.words.text() == told
        assert made.accept_button.isEnabled() == (not each.needs_rack)
    path = tmp_path / "small.json"
    assert not made.write(path), "nothing is sized yet"
    assert not path.exists()
    assert desk.messages == []
    desk.report(small_report())
    assert made.write(path)
    assert begun.answers[-1] == {"type": "done", "labels": None, "pages": None}
    assert path.exists()


def test_the_file_to_write_is_asked_for_under_the_name_of_the_design(
    qtbot: QtBot, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.report(small_report())
    asked: list[QFileDialog] = []
    monkeypatch.setattr(QFileDialog, "open", lambda each: asked.append(each))
    made = ExportDialog(desk.workspace, str(tmp_path), PrintedAtOnce())
    qtbot.addWidget(made)
    made.format.setCurrentIndex([each.key for each in FORMATS].index("json"))
    QTest.mouseClick(made.accept_button, LEFT)
    (question,) = asked
    assert Path(question.selectedFiles()[0]) == tmp_path / "small.json"
    assert question.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    assert question.defaultSuffix() == "json"
    question.fileSelected.emit(str(tmp_path / "other.json"))
    assert (tmp_path / "other.json").exists()


def test_what_is_printed_follows_the_ticks_and_the_selection(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    desk.report(small_report())
    made = PrintDialog(desk.workspace, str(tmp_path), "small.toml", PrintedAtOnce())
    qtbot.addWidget(made)
    assert made.chosen_sheets() == ("floor", "racks")
    assert not made.only_selected.isEnabled()
    assert made.only_selected.toolTip() == "no rack is selected"
    assert made.chosen_racks() is None
    assert made.words.text().endswith("; racks that are alike share one")
    for box in made.sheets.values():
        box.setChecked(False)
    assert made.words.text() == "Choose at least one kind of sheet."
    assert not made.to_printer.isEnabled()
    desk.workspace.select(("A01",))
    chosen = PrintDialog(desk.workspace, str(tmp_path), "small.toml", PrintedAtOnce())
    qtbot.addWidget(chosen)
    assert chosen.only_selected.isEnabled()
    assert chosen.only_selected.toolTip() == ""
    before = chosen.words.text()
    chosen.only_selected.setChecked(True)
    assert chosen.chosen_racks() == ("A01",)
    assert chosen.words.text() != before
    assert chosen.words.text().startswith("2 sheets")


def test_newer_figures_are_taken_or_kept(qtbot: QtBot) -> None:
    old = [Part(id=name, kind="rack", name=name.upper(), mass_kg=1) for name in ("a", "b")]
    made = UpdatesDialog(updates(old, Catalog([part.evolve(mass_kg=2) for part in old])))
    qtbot.addWidget(made)
    made.show()
    assert made.take.text() == "Take newer figures of 2 parts"
    made.tree.topLevelItem(0).setCheckState(0, Qt.CheckState.Unchecked)
    assert made.take.text() == "Take newer figures of 1 part"
    spy = heard(made.taken)
    QTest.mouseClick(button(made, "Keep as drawn"), LEFT)
    assert len(spy) == 0
    assert not made.isVisible()
    made.show()
    QTest.mouseClick(made.take, LEFT)
    assert spy[0] == [["b"]]
    assert not made.isVisible()


def test_ports_are_removed_and_chosen_and_named_for_a_screen_reader(qtbot: QtBot) -> None:
    made = PortsEditor()
    qtbot.addWidget(made)
    rows = [{"name": "compute", "purpose": "compute", "kind": "infiniband", "cages": 8},
            {"name": "storage", "purpose": "storage", "kind": "ethernet", "own": 1}]  # fmt: skip
    made.show_ports(rows)
    made.show()
    spy = heard(made.changed)
    box = made.editor(1, "Kind")
    assert isinstance(box, QComboBox)
    assert box.currentText() == "ethernet"
    assert box.accessibleName() == "Kind of ports 2"
    box.setCurrentText("infiniband")
    box.activated.emit(box.currentIndex())
    assert spy[0][0][1] == {**rows[1], "kind": "infiniband"}, "what has no column stays"
    count = made.editor(0, "Cages")
    assert isinstance(count, QLineEdit)
    count.setFocus()
    count.selectAll()
    QTest.keyClick(count, Qt.Key.Key_Delete)
    QTest.keyClick(count, Qt.Key.Key_Return)
    assert "cages" not in spy[1][0][0]
    QTest.mouseClick(button(made, "Remove ports compute"), LEFT)
    assert [row["name"] for row in spy[2][0]] == ["storage"]
    assert not made.refusal.isVisible()
    made.show_ports("no rows")
    assert len(spy) == 3
    assert not [each for each in made.findChildren(QLineEdit) if not each.isHidden()]


def test_what_is_no_figure_of_its_kind_is_refused_in_words() -> None:
    units = Field("u", "Position", "half-u", None)
    assert read(units, "4.5") == 9
    with pytest.raises(EditError, match="is no whole or half rack unit"):
        read(units, "4.3")


def test_a_remark_without_words_is_refused(qtbot: QtBot, desk: Desk) -> None:
    made = DesignSettings(desk.workspace, ActionSet())
    qtbot.addWidget(made)
    section = next(each for each in made.records.values() if each.kind.one == "note")
    section.line.clear()
    assert not section.add()
    assert section.refusal.text() == "a remark needs words"
    assert desk.design.notes == ()


def test_tables_of_cables_say_that_they_have_all_while_the_schedule_is_filtered(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    made = ExportDialog(
        desk.workspace, str(tmp_path), PrintedAtOnce(), first="cables.csv", filtered="medium:DAC"
    )  # fmt: skip
    qtbot.addWidget(made)
    assert made.chosen().key == "cables.csv"
    assert made.words.text().endswith(": of all cables, not only those of medium:DAC")
    made.format.setCurrentIndex([each.key for each in FORMATS].index("bom.csv"))
    assert made.words.text() == made.chosen().about
