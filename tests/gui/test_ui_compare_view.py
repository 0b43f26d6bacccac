"""The view Compare in the window: pickers, floor, table, card, what follows, keys and names."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import move_racks, put, remove, rename
from designer.engine.preview import FigureChange, Foreseen, Preview
from designer.engine.report import Check, RackReport, Report, Totals
from designer.io import design_file
from designer.model.design import Design, Rack
from designer.render.compared_floor import paint_swatch
from designer.render.theme import DARK, LIGHT, Theme
from designer.ui.state.comparing import Comparing
from designer.ui.state.put_back_trial import ASKING
from designer.ui.views.compare.panel import ComparePanel
from designer.ui.views.compare.view import NOTHING, SAME, CompareView
from designer.ui.views.dialogs.print_dialog import NOT_COMPARED
from designer.ui.window.main_window import MainWindow
from tests.helpers.crowded_room import settle
from tests.helpers.ui_desk import Desk, small_design, small_report
from tests.helpers.variants import FakeAside


@pytest.fixture
def first_design() -> Design:
    return small_design()


def earlier() -> Design:
    """Return the design before: a rack more, one elsewhere, one with another name."""
    catalog = load_shipped()
    gone = put("racks", Rack(id="A03", name="A03", part="rack-48u", x_mm=5400, y_mm=1200))
    moved = move_racks(catalog, ("A02",), 600, 1800)
    return rename("A01", "old")(moved(gone(small_design())))


@pytest.fixture
def view(window: MainWindow, desk: Desk, tmp_path: Path, qtbot: QtBot) -> CompareView:
    """The view with an earlier file before, and nobody who measures it."""
    parts = window._parts
    engine = FakeAside()
    engine.setParent(parts.comparing)
    parts.comparing._engine = engine
    engine.found.connect(parts.comparing._take)
    path = tmp_path / "earlier.cluster.toml"
    design_file.save(path, earlier(), load_shipped(), None)
    window.views.show_view("Compare")
    found: CompareView = parts.compare
    found.show_file(path, before=True)
    settle()
    return found


def panel(window: MainWindow) -> ComparePanel:
    return window._parts.compare_panel


def comparing(window: MainWindow) -> Comparing:
    return window._parts.comparing


def cells(view: CompareView, row: int) -> list[str]:
    model = view.table.changes
    return [str(model.index(row, at).data()) for at in (0, 1, 2, 4)]


def test_nothing_to_compare_says_what_to_do(window: MainWindow) -> None:
    window.actions_by_id["view.compare_only"].trigger()
    settle()
    found = window._parts.compare
    assert found.hint.isVisible()
    assert found.hint.text() == NOTHING
    assert not found.splitter.isVisible()
    assert window.right.page() == "Compare"
    window.views.show_view("Floor")
    assert window.right.page() == "Totals"
    assert window.right.buttons["Compare"].isHidden()
    assert not window.right.buttons["Platform"].isHidden()


def test_changes_stand_in_rows_and_on_the_floor(view: CompareView) -> None:
    assert [cells(view, at)[:2] for at in range(view.table.changes.rowCount())] == [
        ["removed", "Rack A03"], ["moved", "Rack A02"], ["changed", "Rack A01"],
    ]  # fmt: skip
    assert (
        cells(view, 1)[3] == "from the left: 2,600 mm → 2,000 mm; from the top: 3,000 mm → 1,200 mm"
    )
    assert view.filters.chips["removed"].text() == "1 removed"
    assert not view.filters.chips["added"].isEnabled()
    assert view.before.accessibleName().startswith("Before: earlier.cluster.toml, written ")
    assert view.after.accessibleName() == "After: This design, as it is now"


def test_a_click_on_the_floor_chooses_the_change_and_the_card_says_both_values(
    view: CompareView, window: MainWindow
) -> None:
    at = view.floor.place_of("A02").toPoint()
    QTest.mouseClick(view.floor, Qt.MouseButton.LeftButton, pos=at)
    card = panel(window).card
    assert card.title.full_text() == "Rack A02"
    assert card.place.text() == "2 of 3"
    assert card.texts() == [
        ("From the left", "2,600 mm", "2,000 mm"), ("From the top", "3,000 mm", "1,200 mm"),
    ]  # fmt: skip
    assert view.table.currentIndex().row() == 1
    assert "chosen: Rack A02, moved" in view.floor.accessibleDescription()
    card.next.click()
    assert card.title.full_text() == "Rack A01"
    assert card.texts() == [("Name", "old", "A01")]
    QTest.keyClick(view.table, Qt.Key.Key_Up)
    assert card.title.full_text() == "Rack A02"


def test_one_change_is_put_back_by_the_card_and_by_backspace(
    view: CompareView, window: MainWindow, desk: Desk
) -> None:
    card = panel(window).card
    assert not card.put_back.isEnabled()
    assert card.put_back.toolTip() == "Not possible: no change is chosen"
    view.table.selectRow(0)
    assert card.put_back.text() == "Put back this one change"
    assert card.put_back.toolTip() == "One undo step"
    card.put_back.click()
    assert [rack.id for rack in desk.design.racks] == ["A01", "A02", "A03"]
    settle()
    assert view.table.changes.rowCount() == 2
    view.table.setFocus()
    view.table.selectRow(1)
    QTest.keyClick(view.table, Qt.Key.Key_Backspace)
    assert desk.design.racks[0].name == "old"
    desk.session.document.undo()
    desk.session.document.undo()
    assert desk.design == small_design()


def test_what_is_chosen_is_drawn_also_where_its_row_comes_to_be_about_more(
    view: CompareView, desk: Desk, tmp_path: Path
) -> None:
    catalog, path = load_shipped(), tmp_path / "same.cluster.toml"
    design_file.save(path, small_design(), catalog, None)
    view.show_file(path, before=True)
    desk.workspace.apply("Move", move_racks(catalog, ("A01",), 0, 1800))
    settle()
    view.table.selectRow(0)
    desk.workspace.apply("Move", move_racks(catalog, ("A02",), 0, 1800))
    settle()
    assert cells(view, 0)[:2] == ["moved", "2 racks"]
    assert view.floor.accessibleDescription() == "2 things marked; chosen: 2 racks, moved"
    desk.session.document.undo()
    settle()
    assert view.floor.accessibleDescription() == "1 things marked; chosen: Rack A01, moved"


def test_what_follows_is_awaited_and_then_stands_beside(
    view: CompareView, window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    beside = panel(window)
    assert view.verdict.text() == "3 records differ; measuring earlier.cluster.toml…"
    assert beside.state.text().startswith("Measuring earlier.cluster.toml")
    warned = Check(rule="C14", severity="warning", message="Too warm.", key="C14:x", where=("A03",))
    racks = (RackReport(id="A01", power_max_kw=10.2), RackReport(id="A03", power_max_kw=20.4))
    totals = Totals(gpus=16, racks=3, power_max_kw=20.4)
    was = Report(totals=totals, racks=racks, checks=(warned,))
    comparing(window)._engine.found.emit(was)
    desk.report(small_report())
    qtbot.waitUntil(lambda: comparing(window).found is not None)
    assert view.verdict.text().startswith(
        "8 GPUs fewer (16 → 8) for highest power 20.4 → 10.2 kW and capital "
    )
    assert not beside.state.isVisible()
    # A03 is gone with its 20.4 kW; of A02 nobody knows what it draws.
    assert [view.table.changes.index(at, 3).data() for at in range(3)] == ["−20.4", "—", "±0"]
    assert "20.4 → 0.0 kW" in view.table.changes.index(0, 3).data(Qt.ItemDataRole.ToolTipRole)
    assert beside.plot.accessibleDescription() == (
        "before: 2 racks, at most 20.4 kW; after: 1 rack, at most 10.2 kW"
    )
    view.filters.chips["removed"].click()
    assert view.filters.count.text() == "1 of 3 rows · −20.4 kW"
    view.filters.chips["removed"].click()
    assert beside.large.values["gpus"][0].text() == "−8"
    assert beside.large.values["racks"][1].text() == "3 → 2"
    assert beside.large.values["power_max_kw"][0].text() == "−10.2 kW"
    assert ("Typical power", "— → 8.0 kW", True) in beside.figures.shown
    said = [row.accessibleName() for row in beside.findings.findChildren(QWidget)]
    assert "gone: warning C14, Too warm." in said
    assert "new: error fabric-count, 6 of 8 leaf switches are placed" in said
    assert beside.limits.limits[0].label in ("Cooling", "Power")


def test_the_same_on_both_sides_is_said(view: CompareView, window: MainWindow) -> None:
    comparing(window).show_before(comparing(window).sides.open_side().choice)
    settle()
    assert view.verdict.text() == SAME
    assert panel(window).state.text() == "Nothing follows: both designs are the same."
    assert panel(window).card.about.text() == "Nothing differs."
    assert view.table.changes.rowCount() == 0


def test_a_file_that_cannot_be_read_is_told_in_a_line(view: CompareView, tmp_path: Path) -> None:
    view.show_file(tmp_path / "lost.cluster.toml", before=True)
    assert view.refusal.isVisible()
    assert "lost.cluster.toml" in view.refusal.text()
    assert view.table.changes.rowCount() == 3
    view.show_file(tmp_path / "earlier.cluster.toml", before=True)
    assert not view.refusal.isVisible()


def test_a_chip_lists_one_kind_and_marks_it_alone(view: CompareView, qtbot: QtBot) -> None:
    view.filters.chips["moved"].click()
    assert view.table.changes.rowCount() == 1
    assert view.filters.count.text() == "1 of 3 rows"
    assert view.floor.accessibleDescription() == "1 things marked"
    view.filters.chips["moved"].click()
    view.filters.line.setText("old")
    qtbot.waitUntil(lambda: view.table.changes.rowCount() == 1)
    assert cells(view, 0)[1] == "Rack A01"


def test_sides_are_exchanged_by_a_button(view: CompareView, window: MainWindow) -> None:
    view.swap.click()
    settle()
    assert view.after.accessibleName().startswith("After: earlier.cluster.toml")
    assert cells(view, 0)[:2] == ["added", "Rack A03"]
    view.table.selectRow(0)
    assert panel(window).card.put_back.text() == "Take over this one change"


def test_the_menu_of_a_side_offers_this_design_variants_and_files(
    view: CompareView, window: MainWindow, desk: Desk
) -> None:
    desk.report(small_report())
    window.variants.keep("as drawn")
    view.before.list.aboutToShow.emit()
    texts = [one.text() for one in view.before.list.actions() if one.text()]
    assert texts == ["This design\tas it is now", "Variants", "A  as drawn\tsmall", "Another file…"]
    kept = next(one for one in view.before.list.actions() if one.text().startswith("A  "))
    kept.trigger()
    assert view.before.accessibleName() == "Before: as drawn, small"


def test_the_place_of_a_change_is_shown_on_the_floor_of_the_design(
    view: CompareView, window: MainWindow, desk: Desk
) -> None:
    view.table.selectRow(0)
    assert not panel(window).card.on_floor.isEnabled()
    view.table.selectRow(1)
    panel(window).card.on_floor.click()
    assert window.centre.view == "Floor"
    assert desk.workspace.selection == ("A02",)


def test_the_floor_is_zoomed_moved_and_walked_with_keys(view: CompareView) -> None:
    floor = view.floor
    floor.setFocus()
    fitted = floor.scale
    QTest.keyClick(floor, Qt.Key.Key_Plus)
    assert floor.scale > fitted
    before = floor.place_of("A01")
    QTest.keyClick(floor, Qt.Key.Key_Left)
    assert floor.place_of("A01").x() == before.x() + 60
    QTest.keyClick(floor, Qt.Key.Key_PageDown)
    assert view.table.currentIndex().row() == 0
    QTest.keyClick(floor, Qt.Key.Key_0)
    assert floor.scale == fitted
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert floor.scale > fitted


def test_rows_are_copied_for_a_spreadsheet(view: CompareView) -> None:
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "Change\tWhat\tWhich\tIts racks, kW\tHow"
    assert lines[3].startswith("changed\tRack A01\t\t\tname: old → A01")


def test_every_control_has_a_name_and_is_reached_by_tab(
    view: CompareView, window: MainWindow
) -> None:
    view.table.selectRow(1)
    for whole in (view, panel(window)):
        controls = [*whole.findChildren(QAbstractButton), *whole.findChildren(QLineEdit)]
        assert len(controls) >= 4
        for one in controls:
            if one.objectName() == "qt_tableview_cornerbutton":
                continue  # Qt's own, never shown: rows have no headings
            assert one.accessibleName() or one.text(), one
            if one.parent() is not view.filters.line:
                assert one.focusPolicy() & Qt.FocusPolicy.TabFocus, one
    for one in (view.floor, view.table):
        assert one.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert one.accessibleName()


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_kinds_are_told_apart_without_colour(theme: Theme, qapp: object) -> None:
    pictures = []
    for kind in ("added", "removed", "moved", "changed"):
        image = QImage(40, 40, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        paint_swatch(painter, QTransform().mapRect(image.rect().adjusted(4, 4, -4, -4)).toRectF(),
                     kind, theme)  # fmt: skip
        painter.end()
        inside = [image.pixel(QPoint(x, y)) for x in range(8, 32) for y in range(8, 32)]
        ground = Counter(inside).most_common(1)[0][0]
        drawn = bytes(one != ground for one in inside)
        assert any(drawn)
        pictures.append(drawn)
    assert len(set(pictures)) == 4


def test_another_theme_is_painted(view: CompareView, desk: Desk, window: MainWindow) -> None:
    dark = view.floor.grab().toImage().pixelColor(3, 3).lightness()
    desk.workspace.set_theme(LIGHT)
    settle()
    light = view.floor.grab().toImage().pixelColor(3, 3).lightness()
    assert dark < 60 < 180 < light


def test_what_is_removed_in_the_window_is_followed(
    view: CompareView, desk: Desk, qtbot: QtBot
) -> None:
    desk.workspace.apply("Remove", remove(("A02",)))
    qtbot.waitUntil(lambda: cells(view, 0)[1] == "2 racks")


def test_what_putting_back_would_do_is_tried_before(
    view: CompareView, window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    desk.report(small_report())
    card = panel(window).card
    view.table.selectRow(0)
    qtbot.waitUntil(lambda: card.tried.text() == ASKING)
    revision, change, racks = desk.client.previews[-1]
    assert (revision, racks) == (desk.session.document.revision, ())
    assert [rack.id for rack in change.put_in("racks")] == ["A03"]
    gone = Foreseen(rule="C14", severity="error", message="Too warm.", key="C14:x")
    came = Foreseen(rule="P14", severity="warning", message="Feed B is full.", key="P14:x")
    power = FigureChange(section="totals", what="IT power", before=10.2, after=20.4, unit="kW")
    number = len(desk.client.previews)
    answer = Preview(preview=number, goes=(gone,), comes=(came,), changes=(power,))
    desk.client.previewed.emit(answer)
    assert card.tried.text() == (
        "It ends 1 error: C14; brings 1 warning: P14\nP14: Feed B is full.\n"
        "IT power: 10.2 → 20.4 kW"
    )
    # Another row, and what was asked of the first is not told of it.
    view.table.selectRow(2)
    desk.client.previewed.emit(answer)
    assert card.tried.text() != "It ends 1 error: C14"
    assert not card.tried.isVisible()


def test_what_cannot_be_put_back_says_so_before_it_is_pressed(
    view: CompareView, window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    desk.workspace.apply("Move", move_racks(desk.catalog, ("A02",), 3400, 0))
    qtbot.waitUntil(lambda: cells(view, 1)[3].startswith("from the left: 2,600 mm → 5,400 mm"))
    card = panel(window).card
    view.table.selectRow(0)
    qtbot.waitUntil(lambda: card.tried.isVisible())
    assert card.tried.text() == "Not possible: A03 cannot stand there: A02 is in the way"
    assert not card.put_back.isEnabled()
    view.table.selectRow(2)
    assert card.put_back.isEnabled()


def test_keys_of_the_drawing_leave_the_hidden_floor_alone(
    view: CompareView, window: MainWindow, desk: Desk
) -> None:
    desk.workspace.select(("A01",))
    before = desk.design
    control = Qt.KeyboardModifier.ControlModifier
    for widget in (view.floor, view.table, view.swap):
        widget.setFocus()
        for key in (Qt.Key.Key_Delete, Qt.Key.Key_R, Qt.Key.Key_T):
            QTest.keyClick(widget, key)
        QTest.keyClick(widget, Qt.Key.Key_X, control)
    assert desk.design is before
    assert desk.messages == []
    # Those of the window work still.
    view.floor.setFocus()
    QTest.keyClick(view.floor, Qt.Key.Key_1, control)
    assert window.centre.view == "Floor"


def test_several_rows_are_put_back_as_one_step(view: CompareView, window: MainWindow) -> None:
    table, card = view.table, panel(window).card
    row = [cells(view, at)[1] for at in range(3)].index
    for at, held in ((row("Rack A02"), Qt.KeyboardModifier.NoModifier),
                     (row("Rack A01"), Qt.KeyboardModifier.ControlModifier)):  # fmt: skip
        place = table.visualRect(table.changes.index(at, 1)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, held, place)
    assert {one.what for one in comparing(window).picked} == {"Rack A01", "Rack A02"}
    assert card.put_back.text() == "Put back these 2 changes"
    assert card.place.text().endswith("1 more picked")
    steps = len(window.workspace.document.history.steps)
    QTest.mouseClick(card.put_back, Qt.MouseButton.LeftButton)
    settle()
    racks = {rack.id: rack for rack in window.workspace.document.design.racks}
    assert (racks["A01"].name, racks["A02"].x_mm) == ("old", 2600)
    assert len(window.workspace.document.history.steps) == steps + 1
    assert [cells(view, at)[1] for at in range(table.changes.rowCount())] == ["Rack A03"]


def test_side_by_side_both_floors_move_in_step(view: CompareView) -> None:
    QTest.mouseClick(view.ways["beside"], Qt.MouseButton.LeftButton)
    floor = view.floor
    assert [way for way, button in view.ways.items() if button.isChecked()] == ["beside"]
    half = floor.panes.looked_at.width()
    place = floor.place_of("A02")
    assert place.x() < half, "it is fitted into one half"
    right = place.toPoint() + QPoint(half, 0)
    QTest.mouseClick(floor, Qt.MouseButton.LeftButton, pos=right)
    assert view._comparing.chosen is not None
    assert view._comparing.chosen.what == "Rack A02"
    before = floor.scale
    QTest.keyClick(floor, Qt.Key.Key_Plus)
    assert floor.scale > before
    left, right_one = (seen for _, _, seen in floor.panes.sides(floor._transform))
    assert left.m11() == right_one.m11()
    assert right_one.dx() - left.dx() == half
    marks = {side: {it.key for it in floor._painted.of_side(side)} for side in ("before", "after")}
    assert marks == {"before": {"A01", "A02", "A03"}, "after": {"A01", "A02"}}


def test_the_divider_is_dragged_and_moved_by_keys(view: CompareView) -> None:
    floor = view.floor
    floor.setFocus()
    QTest.keyClick(floor, Qt.Key.Key_V)
    QTest.keyClick(floor, Qt.Key.Key_V)
    assert floor.way == "swipe"
    assert view.ways["swipe"].isChecked()
    where = floor.place_of("A01")
    at = QPoint(round(floor.panes.divider_x), 20)
    to = QPoint(floor.width() // 4, 20)
    QTest.mousePress(floor, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseMove(floor, to)
    QTest.mouseRelease(floor, Qt.MouseButton.LeftButton, pos=to)
    assert floor.divider == pytest.approx(0.25, abs=0.01)
    assert floor.place_of("A01") == where, "the floor stays where it is"
    assert "divider at 25%" in floor.accessibleDescription()
    QTest.keyClick(floor, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert floor.divider == pytest.approx(0.30, abs=0.01)
    later = floor.grab().toImage()
    floor.swipe_to(1.0)
    assert floor.grab().toImage() != later
    floor.swipe_to(-3)
    assert floor.divider == 0
    QTest.keyClick(floor, Qt.Key.Key_V)
    assert floor.way == "overlay"


def test_the_comparison_can_be_printed_once_both_are_measured(
    view: CompareView, window: MainWindow, desk: Desk
) -> None:
    desk.report(small_report())
    files = window._parts.files
    files.ask_print()
    box = files.dialog.sheets["compare"]
    assert not box.isEnabled()
    assert box.toolTip() == NOT_COMPARED
    comparing(window)._engine.found.emit(Report())
    settle()
    assert box.isEnabled(), "it is offered in the dialog that is open, too"
    assert box.text() == "Comparison with earlier.cluster.toml"
    files.dialog.reject()
    files.ask_print()
    box = files.dialog.sheets["compare"]
    assert box.isEnabled()
    assert box.text() == "Comparison with earlier.cluster.toml"
    before = files.dialog.words.text()
    box.setChecked(True)
    assert files.dialog.words.text() != before
    job = files.dialog._job()
    assert job.sheets[0] == "compare"
    assert job.earlier is not None
    assert {rack.id for rack in job.earlier.design.racks} == {"A01", "A02", "A03"}
    view.swap.click()
    settle()
    assert comparing(window).earlier() is None, "the open design is the earlier one then"
    files.dialog.reject()
