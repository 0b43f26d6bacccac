"""The window of tables: lines, filter, selection both ways, changes in bulk, paste, export."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot

from designer.document import edits
from designer.engine.preview import FigureChange, Foreseen, Preview
from designer.io.export.workbook import writer
from designer.model.design import Design, Note
from designer.render.theme import LIGHT
from designer.ui.fields.tables import table_text
from designer.ui.fields.tables.column import Table
from designer.ui.fields.tables.devices import DEVICES
from designer.ui.fields.tables.others import FEEDS
from designer.ui.fields.tables.paper import FINDINGS, NOTES, PRICES
from designer.ui.fields.tables.racks import RACKS, ROWS
from designer.ui.views.tables import slices
from designer.ui.views.tables import window as tables_window
from designer.ui.views.tables.line_model import RackGroup
from designer.ui.views.tables.window import TablesWindow
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk, small_report


def settle(tables: TablesWindow, qtbot: QtBot) -> None:
    """Wait until everything that was begun is done."""
    timers = (tables._typed, tables._later, tables._tell_later, tables.changing._typed)
    qtbot.waitUntil(
        lambda: (
            not any(timer.isActive() for timer in timers)
            and not tables._listing.is_working
            and not tables._summing.is_working
            and not tables.pasting.is_working
            and not tables.writing.is_working
        )
    )


@pytest.fixture
def tables(window: MainWindow, desk: Desk, qtbot: QtBot) -> Iterator[TablesWindow]:
    desk.report(small_report())
    window.actions_by_id["view.tables"].trigger()
    made = window.tables.tables
    assert made is not None
    qtbot.waitExposed(made)
    settle(made, qtbot)
    yield made
    window.tables.close()


def test_it_opens_with_what_is_selected_on_the_floor(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    desk.workspace.select(("A01",))
    window.actions_by_id["view.tables"].trigger()
    made = window.tables.tables
    assert made is not None
    settle(made, qtbot)
    assert [rack.id for rack in made.lines.chosen_lines()] == ["A01"]
    made.close()
    apply = edits.place_rack(desk.catalog, "rack-48u", 6000, 4200, name="Z09")
    desk.workspace.apply("Place rack", apply)
    desk.workspace.select((desk.design.racks[-1].id,))
    window.actions_by_id["view.tables"].trigger()
    settle(made, qtbot)
    assert [rack.name for rack in made.lines.chosen_lines()] == ["Z09"]
    assert desk.workspace.selection == (desk.design.racks[-1].id,)
    made.close()


def show(tables: TablesWindow, table: Table, qtbot: QtBot) -> None:
    tables.kinds.choose(table)
    settle(tables, qtbot)


def shown(tables: TablesWindow) -> list[str]:
    model = tables.lines.model_of_lines
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def choose(tables: TablesWindow, *names: str, qtbot: QtBot) -> None:
    said = shown(tables)
    tables.lines.mark([said.index(name) for name in names])
    settle(tables, qtbot)


def column(tables: TablesWindow, heading: str) -> int:
    return [one.heading for one in tables.lines.model_of_lines.columns].index(heading)


def test_it_opens_on_racks_and_is_imported_no_earlier(window: MainWindow) -> None:
    assert window.tables.tables is None
    assert window.actions_by_id["view.tables"].shortcut().toString() == "F6"


def test_racks_stand_with_the_figures_of_the_report(tables: TablesWindow, qtbot: QtBot) -> None:
    assert shown(tables)[:2] == ["A01", "A02"]
    model = tables.lines.model_of_lines
    assert model.index(0, column(tables, "Maximum kW")).data() == "10.2"
    assert model.index(1, column(tables, "Maximum kW")).data() == "—"
    assert tables.sums.text().startswith("2 shown · 1 devices · ≥ 10.2 kW, 1 not stated maximum")
    assert tables.kinds.kinds.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "Racks, 2"


def test_the_filter_leaves_what_it_means_and_tells_what_it_does_not_know(
    tables: TablesWindow, qtbot: QtBot
) -> None:
    QTest.keyClicks(tables.filter, "kw>10")
    settle(tables, qtbot)
    assert (shown(tables), tables.head.count.text()) == (["A01"], "1 of 2")
    tables.filter.setText("qqq zzz")
    settle(tables, qtbot)
    assert tables.pages.currentIndex() == 1
    assert "No rack fits the filter" in tables.empty.text()
    tables.filter.setText("serial:3")
    settle(tables, qtbot)
    assert "racks have no column serial" in tables.doubt.text()
    QTest.keyClick(tables.filter, Qt.Key.Key_Escape)
    settle(tables, qtbot)
    assert (tables.filter.text(), len(shown(tables))) == ("", 2)


def test_each_table_keeps_its_filter(tables: TablesWindow, qtbot: QtBot) -> None:
    tables.filter.setText("A02")
    settle(tables, qtbot)
    show(tables, DEVICES, qtbot)
    assert tables.filter.text() == ""
    show(tables, RACKS, qtbot)
    assert (tables.filter.text(), shown(tables)) == ("A02", ["A02"])


def test_a_table_without_lines_says_what_to_do(tables: TablesWindow, qtbot: QtBot) -> None:
    show(tables, PRICES, qtbot)
    assert tables.pages.currentIndex() == 1
    assert tables.empty.text() == PRICES.empty


def test_lines_are_sorted_by_a_column_and_unsorted_again(
    tables: TablesWindow, qtbot: QtBot
) -> None:
    head, name = tables.lines.horizontalHeader(), column(tables, "Name")
    head.setSortIndicator(name, Qt.SortOrder.DescendingOrder)
    settle(tables, qtbot)
    assert shown(tables) == ["A02", "A01"]
    head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    settle(tables, qtbot)
    assert shown(tables) == ["A01", "A02"]


def test_what_is_chosen_here_is_selected_on_the_floor_and_the_other_way_round(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    choose(tables, "A02", qtbot=qtbot)
    assert desk.workspace.selection == ("A02",)
    assert tables.offers.chosen.text() == "1 rack chosen"
    desk.workspace.select(("n1",))
    assert [rack.id for rack in tables.lines.chosen_lines()] == ["A01"]
    assert desk.workspace.selection == ("n1",)
    show(tables, DEVICES, qtbot)
    assert [placed.key for placed in tables.lines.chosen_lines()] == ["n1"]
    desk.workspace.select(())
    assert tables.lines.chosen_lines() == []


def test_enter_shows_the_chosen_lines_on_the_floor(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    choose(tables, "A01", "A02", qtbot=qtbot)
    with qtbot.waitSignal(desk.workspace.focus_requested) as asked:
        QTest.keyClick(tables.lines, Qt.Key.Key_Return)
    assert asked.args == [("A01", "A02")]
    show(tables, FEEDS, qtbot)
    choose(tables, "Feed A", qtbot=qtbot)
    QTest.keyClick(tables.lines, Qt.Key.Key_Return)
    assert "stand nowhere on the floor" in tables.offers.said.text()


def test_sums_are_of_what_is_chosen(tables: TablesWindow, qtbot: QtBot) -> None:
    choose(tables, "A01", qtbot=qtbot)
    assert tables.sums.text().startswith("1 chosen · 1 devices · 10.2 kW maximum")


def test_a_column_is_set_in_several_lines_as_one_step(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    choose(tables, "A01", "A02", qtbot=qtbot)
    QTest.keyClick(tables.lines, Qt.Key.Key_F2)
    pane = tables.changing
    assert pane.isVisible()
    assert pane.column is not None
    assert pane.column.key == "name"
    assert pane.line.hasFocus() or not tables.isActiveWindow()
    QTest.keyClicks(pane.line, "{row}-{n+6:02}")
    settle(tables, qtbot)
    rows = pane.rows.rows
    assert [(cell.before, cell.after) for cell in rows] == [("A01", "A-07"), ("A02", "A-08")]
    assert pane.apply.text() == "Apply to 2"
    position = desk.session.document.history.position
    QTest.keyClick(pane.line, Qt.Key.Key_Return)
    settle(tables, qtbot)
    assert [rack.name for rack in desk.design.racks] == ["A-07", "A-08"]
    assert desk.session.document.history.position == position + 1
    assert desk.session.document.history.current.label == "Set name of 2 racks"
    assert not pane.isVisible()
    assert shown(tables) == ["A-07", "A-08"]
    assert len(tables.lines.chosen_lines()) == 2
    tables.actions()[0].trigger()
    settle(tables, qtbot)
    assert shown(tables) == ["A01", "A02"]


def test_a_cell_that_cannot_be_keeps_all_from_being_changed(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    before = desk.design
    choose(tables, "A01", "A02", qtbot=qtbot)
    tables.change()
    tables.changing.line.setText("same")
    settle(tables, qtbot)
    assert not tables.changing.apply.isEnabled()
    assert tables.changing.rows.rows[0].why == "another rack is called same, or would be"
    QTest.keyClick(tables.changing.line, Qt.Key.Key_Return)
    assert desk.design is before
    assert tables.changing.isVisible()
    QTest.keyClick(tables.changing.line, Qt.Key.Key_Escape)
    assert not tables.changing.isVisible()


def test_limits_and_findings_that_a_change_moves_stand_beside_the_cells(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    show(tables, FEEDS, qtbot)
    choose(tables, "Feed A", qtbot=qtbot)
    tables.change()
    pane = tables.changing
    pane.columns.setCurrentText("Note")
    pane.line.setText("words alone")
    settle(tables, qtbot)
    assert not pane.effects.isVisible()
    assert not desk.client.previews
    pane.columns.setCurrentText("Capacity kW")
    pane.line.setText("20")
    settle(tables, qtbot)
    asked = len(desk.client.previews)
    (number, change, _racks) = (asked, *desk.client.previews[-1][1:])
    assert [node.capacity_kw for node in change.put_in("power")] == [20.0]
    assert pane.effects.words() == "What it does\n…"
    comes = Foreseen(rule="P06", severity="error", message="feed A is too full", key="P06:A")
    told = FigureChange(
        section="power", what="feed A", before=10.2, after=10.2, unit="kW", limit_before=30.0,
        limit=20.0, state_before="ok", state="ok",
    )  # fmt: skip
    desk.client.previewed.emit(Preview(preview=number - 1, comes=(comes,)))
    assert "too full" not in pane.effects.words()
    answer = Preview(preview=number, comes=(comes,), changes=(told,))
    desk.client.previewed.emit(answer)
    assert pane.effects.words().splitlines() == [
        "What it does", "+ 1 error: feed A is too full", "feed A: 10.2 of 30.0 → 20.0 kW",
    ]  # fmt: skip
    tables.changing.closed.emit()
    assert desk.workspace.asked_preview == 0


def test_what_was_typed_last_is_what_is_applied(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    choose(tables, "A01", qtbot=qtbot)
    tables.change()
    QTest.keyClicks(tables.changing.line, "Z1")
    QTest.keyClick(tables.changing.line, Qt.Key.Key_Return)
    assert [rack.name for rack in desk.design.racks] == ["Z1", "A02"]


def test_nothing_is_changed_without_a_choice_or_where_nothing_is_typed(
    tables: TablesWindow, qtbot: QtBot
) -> None:
    tables.change()
    assert "Choose some lines first" in tables.offers.said.text()
    show(tables, FINDINGS, qtbot)
    tables.change()
    assert "follow from the design" in tables.offers.said.text()
    assert not tables.panes.isVisible()


def test_rows_of_a_spreadsheet_are_pasted_rejected_ones_first(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText("Rack\tRemark\nA01\tcold start\nA77\tno\nA02\tspare\n")
    QTest.keyClick(tables.lines, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    settle(tables, qtbot)
    pane = tables.pasting
    assert pane.isVisible()
    assert [box.currentData() for box in pane.findChildren(QComboBox)] == ["name", "note"]
    assert [row.number for row in pane.rows.rows] == [3, 2, 4]
    said = pane.rows.index(0, 2).data()
    assert said.startswith("rejected: no rack is called A77")
    assert (pane.paste.text(), pane.bad.text()) == ("Paste 2 rows", "1 rejected")
    pane.copy_bad.click()
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0] == "Rack\tRemark\tRejected because"
    assert copied[1].startswith("A77\tno\tno rack is called A77")
    position = desk.session.document.history.position
    QTest.keyClick(pane.paste, Qt.Key.Key_Return)
    settle(tables, qtbot)
    assert [rack.note for rack in desk.design.racks] == ["cold start", "spare"]
    assert desk.session.document.history.position == position + 1
    assert not pane.isVisible()


def test_rows_that_match_nothing_are_added_and_told_before(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    part = desk.design.racks[0].part
    QGuiApplication.clipboard().setText(f"Rack\tPart\tRemark\nA01\t\told\nX1\t{part}\t\nX2\tno\t\n")
    tables.paste()
    settle(tables, qtbot)
    pane = tables.pasting
    assert pane.counts.text() == "3 rows × 3 columns · add 1 · change 1"
    assert pane.bad.text() == "1 rejected"
    assert (pane.add.text(), pane.add.isEnabled()) == ("Add racks that are missing", True)
    pane.add.setChecked(False)
    settle(tables, qtbot)
    assert [row.number for row in pane.pasted.rejected] == [3, 4]
    pane.add.setChecked(True)
    settle(tables, qtbot)
    position = desk.session.document.history.position
    assert pane.carry_out()
    assert "Paste: add 1 and change 1 racks: one step to undo; 1 row rejected" in (
        tables.offers.said.text()
    )
    assert [rack.name for rack in desk.design.racks] == ["A01", "A02", "X1"]
    assert desk.session.document.history.position == position + 1
    QGuiApplication.clipboard().setText("Rack\tRemark\nX7\told\n")
    settle(tables, qtbot)
    tables.paste()
    settle(tables, qtbot)
    assert not pane.add.isEnabled()
    assert pane.add.toolTip() == "to add racks, give a column headed Part"
    assert pane.told.text().endswith(pane.add.toolTip())


def test_a_copied_column_is_taken_for_another_by_hand(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText("Rack\tWhatever\nA01\tx\n")
    tables.paste()
    settle(tables, qtbot)
    pane = tables.pasting
    assert not pane.paste.isEnabled()
    assert "Say which columns are to be pasted" in pane.told.text()
    box = pane.findChildren(QComboBox)[1]
    assert box.accessibleName() == "What Whatever is"
    box.setCurrentIndex(box.findData("note"))
    settle(tables, qtbot)
    assert pane.paste.text() == "Paste 1 row"
    box.setCurrentIndex(box.findData("name"))
    settle(tables, qtbot)
    assert [one.currentData() for one in pane.findChildren(QComboBox)] == ["", "name"]
    pane.first.setChecked(False)
    assert pane.counts.text().startswith("2 rows")


def test_a_price_list_is_pasted_where_there_is_no_price_yet(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    show(tables, PRICES, qtbot)
    QGuiApplication.clipboard().setText("Part\tPrice\tSource\nDGX H100\t300000\tQ-17\n")
    QTest.keyClick(tables.kinds, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    settle(tables, qtbot)
    assert tables.pasting.paste.text() == "Paste 1 row"
    tables.pasting.paste.click()
    settle(tables, qtbot)
    (price,) = desk.design.prices
    assert (price.id, price.amount_cents, price.source) == ("dgx-h100", 30_000_000, "Q-17")
    assert shown(tables) == ["DGX H100"]


def test_an_empty_clipboard_and_a_table_without_fields_say_so(
    tables: TablesWindow, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText(" ")
    tables.paste()
    assert "The clipboard holds no rows" in tables.offers.said.text()
    show(tables, FINDINGS, qtbot)
    QGuiApplication.clipboard().setText("a\tb")
    tables.paste()
    assert "Nothing can be pasted into findings" in tables.offers.said.text()


def test_chosen_lines_are_copied_as_a_table_and_all_without_a_choice(
    tables: TablesWindow, qtbot: QtBot
) -> None:
    choose(tables, "A02", qtbot=qtbot)
    QTest.keyClick(tables.lines, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Name\tRow\tPart")
    assert [line.partition("\t")[0] for line in lines[1:]] == ["A02"]
    tables.lines.mark([])
    tables.offers.copy.click()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 3


def test_what_is_shown_is_written_as_csv_or_with_tabs(
    tables: TablesWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    tables.filter.setText("A01")
    settle(tables, qtbot)
    written(tables, tmp_path / "racks.csv", qtbot)
    text = (tmp_path / "racks.csv").read_text(encoding="utf-8-sig")
    assert [line.partition(",")[0] for line in text.splitlines()] == ["Name", "A01"]
    written(tables, tmp_path / "racks.tsv", qtbot)
    assert "\t" in (tmp_path / "racks.tsv").read_text(encoding="utf-8")
    written(tables, tmp_path / "racks.xlsx", qtbot)
    assert (tmp_path / "racks.xlsx").read_bytes()[:2] == b"PK"
    assert tables.offers.said.text().startswith("Wrote")
    written(tables, tmp_path / "no folder" / "racks.csv", qtbot)
    assert tables.offers.said.text().startswith("Not written")


@pytest.mark.parametrize("name", ["racks.csv", "racks.tsv", "racks.xlsx"])
def test_a_file_is_written_in_slices_and_escape_stops_it(
    tables: TablesWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(slices, "SLICE_S", 0.0)  # each has one step
    monkeypatch.setattr(table_text, "_SLICE", 1)
    monkeypatch.setattr(writer, "_SLICE", 1)
    tables.writing.write(tmp_path / name)
    assert tables.writing.is_working, "it gave way"
    many = len(tables.lines.model_of_lines.lines)
    first = 0 if name.endswith("xlsx") else 1
    assert tables.offers.said.text() == f"{first} of {many:,} lines written: Esc stops"
    QTest.keyClick(tables, Qt.Key.Key_Escape)
    assert not tables.writing.is_working
    assert tables.isVisible()
    assert tables.offers.said.text() == "Nothing is written: the export was stopped"
    assert list(tmp_path.glob("racks*")) == []
    written(tables, tmp_path / name, qtbot)
    assert (tmp_path / name).exists()


def written(tables: TablesWindow, path: Path, qtbot: QtBot) -> None:
    tables.writing.write(path)
    settle(tables, qtbot)


def test_columns_are_ticked_and_the_first_one_stays(tables: TablesWindow, qtbot: QtBot) -> None:
    menu = tables.column_menu()
    actions = {action.text(): action for action in menu.actions()}
    assert not actions["Name"].isEnabled()
    actions["Note"].trigger()
    actions["Part"].trigger()
    settle(tables, qtbot)
    headings = [one.heading for one in tables.lines.model_of_lines.columns]
    assert "Note" in headings
    assert "Part" not in headings
    menu.deleteLater()


def test_a_column_that_is_dragged_stays_there_and_others_come_beside_their_neighbours(
    tables: TablesWindow, qtbot: QtBot
) -> None:
    head = tables.lines.horizontalHeader()
    usual = [one.key for one in tables.columns_shown()]
    head.moveSection(head.visualIndex(usual.index("kw")), 1)
    moved = [one.key for one in tables.columns_shown()]
    assert moved == ["name", "kw", *(key for key in usual if key not in ("name", "kw"))]
    show(tables, DEVICES, qtbot)
    show(tables, RACKS, qtbot)
    assert [one.key for one in tables.lines.shown_columns()] == moved
    tables.show_column("typical", on=True)
    settle(tables, qtbot)
    now = [one.key for one in tables.columns_shown()]
    assert now.index("typical") == now.index("air") - 1
    tables.show_column("typical", on=False)
    settle(tables, qtbot)
    assert [one.key for one in tables.lines.shown_columns()] == moved


def test_columns_and_filters_that_are_kept_are_there_the_next_time(
    tables: TablesWindow, window: MainWindow, qtbot: QtBot
) -> None:
    tables.show_column("note", on=True)
    tables.filter.setText("row:A")
    menu = tables.head.kept_menu()
    assert [a.text() for a in menu.actions()] == ["Keep row:A"]
    menu.actions()[0].trigger()
    settle(tables, qtbot)
    again = TablesWindow(tables._space, tables._settings, window.actions_by_id, "", None)
    qtbot.addWidget(again)
    assert "note" in [one.key for one in again.columns_shown()]
    kept = again.head.kept_menu()
    assert [a.text() for a in kept.actions() if a.text()] == [
        "row:A", "Keep the filter that is typed",
    ]  # fmt: skip
    kept.actions()[0].trigger()
    assert again.filter.text() == "row:A"
    (forget,) = [a for a in again.head.kept_menu().actions() if a.text() == "Forget row:A"]
    forget.trigger()
    assert tables._settings.kept_filters("racks") == []


def test_devices_fold_rack_by_rack_and_unfold_by_keys(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    desk.workspace.apply("Place", edits.place_device(desk.catalog, "dgx-h100", "A02", 20))
    settle(tables, qtbot)
    show(tables, DEVICES, qtbot)
    assert not tables.group.isChecked()
    tables.group.setChecked(True)
    assert shown(tables) == ["▸  A01 · 1 device", "▸  A02 · 1 device"]
    model = tables.lines.model_of_lines
    assert model.index(0, column(tables, "Maximum kW")).data() == "10.20"
    tables.lines.setCurrentIndex(model.index(1, 0))
    QTest.keyClick(tables.lines, Qt.Key.Key_Right)
    assert len(shown(tables)) == 3
    QTest.keyClick(tables.lines, Qt.Key.Key_Left)
    assert len(shown(tables)) == 2
    tables.lines.mark([0, 1])
    settle(tables, qtbot)
    assert len(tables.lines.chosen_lines()) == 2
    assert isinstance(model.entries[0], RackGroup)


def test_very_many_devices_begin_folded(
    tables: TablesWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_window, "MANY", 0)
    show(tables, DEVICES, qtbot)
    assert tables.group.isChecked()
    assert shown(tables) == ["▸  A01 · 1 device"]
    show(tables, ROWS, qtbot)
    assert not tables.group.isVisible()


def test_it_follows_the_design_and_its_report_while_it_is_open(
    tables: TablesWindow, desk: Desk, qtbot: QtBot
) -> None:
    note = Note(id="n", text="look here", target="A01")
    desk.workspace.apply("Note", edits.put("notes", note))
    settle(tables, qtbot)
    show(tables, NOTES, qtbot)
    assert shown(tables) == ["n"]
    tables.close()
    desk.workspace.apply("Drop", edits.drop("notes", "n"))
    assert shown(tables) == ["n"]
    tables.show()
    settle(tables, qtbot)
    assert shown(tables) == []
    desk.report(small_report())
    settle(tables, qtbot)
    desk.session.new(Design(name="empty"))
    show(tables, RACKS, qtbot)
    assert tables.empty.text() == RACKS.empty


def test_escape_steps_back_and_at_last_closes(tables: TablesWindow, qtbot: QtBot) -> None:
    tables.filter.setText("A01")
    settle(tables, qtbot)
    choose(tables, "A01", qtbot=qtbot)
    tables.change()
    for done in (
        lambda: not tables.panes.isVisible(),
        lambda: tables.filter.text() == "",
        lambda: not tables.isVisible(),
    ):
        assert not done()
        QTest.keyClick(tables, Qt.Key.Key_Escape)
        assert done()


def test_all_of_it_has_names_and_both_themes(
    tables: TablesWindow, desk: Desk, qapp: QApplication
) -> None:
    desk.workspace.set_theme(LIGHT)
    for widget in (*tables.findChildren(QPushButton), *tables.findChildren(QComboBox)):
        assert widget.accessibleName() or getattr(widget, "text", lambda: "")()
    for named in (tables.lines, tables.filter, tables.kinds, tables.changing.view):
        assert named.accessibleName()
    assert not tables.grab().isNull()
