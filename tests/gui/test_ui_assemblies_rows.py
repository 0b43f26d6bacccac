"""Assemblies, rows and remarks in the window: notices, commands, menus, the name as a handle."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from designer.document import edits
from designer.model.design import Assembly, Design, Note, Rack, Room, Row, Slot
from designer.model.layout import Layout
from designer.ui.views.dialogs.row_dialog import RowDialog
from designer.ui.views.dialogs.row_edit_dialog import RowEdit
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import press_notice, settle
from tests.helpers.ui_desk import Desk


def hall() -> Design:
    """A row of three copies of one assembly and an empty rack."""
    slots = (Slot(id="n1", part="dgx-h100", half_u=4, name="dgx-{rack}-1"),)
    return Design(
        name="hall",
        room=Room(outline=((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000))),
        rows=(Row(id="A", name="A", x_mm=3000, y_mm=2400),),
        assemblies=(Assembly(id="su", name="1 × DGX H100", rack_part="rack-48u", slots=slots),),
        racks=tuple(
            Rack(id=f"A{n:02d}", name=f"A{n:02d}", part="rack-48u", x_mm=2200 + 800 * n, y_mm=2400,
                 row="A", assembly="su" if n < 4 else "")
            for n in range(1, 5)
        ),
        notes=(Note(id="note-1", text="ramp", x_mm=9000, y_mm=6000),),
    )  # fmt: skip


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, hall())
    yield made
    made.close()


def steps(desk: Desk) -> list[str]:
    return [step.label for step in desk.session.document.history.steps[1:]]


def notice(window: MainWindow) -> str:
    return window.centre.banners.texts().get("assembly", "")


def test_an_edit_of_one_copy_is_offered_to_all_and_is_one_step(
    desk: Desk, window: MainWindow
) -> None:
    before = desk.design
    desk.workspace.apply("Move", edits.move_devices(desk.catalog, ("A02/n1",), "A02", 40))
    assert notice(window) == (
        "A02 is no longer a copy of 1 × DGX H100; 2 other copies stay as they are."
    )
    press_notice(window.centre.banners, "assembly", "Apply to all")
    assert steps(desk) == ["Move, in all 3 copies"]
    assert notice(window) == ""
    layout = Layout(desk.design)
    assert [layout.in_rack(f"A0{n}")[0].half_u for n in (1, 2, 3)] == [40, 40, 40]
    assert desk.design.devices == ()
    desk.session.document.undo()
    assert desk.design is before
    assert notice(window) == ""


def test_a_later_edit_of_the_rack_is_offered_as_a_step_of_its_own(
    desk: Desk, window: MainWindow
) -> None:
    desk.workspace.apply("Move", edits.move_devices(desk.catalog, ("A02/n1",), "A02", 40))
    desk.workspace.apply("Other", edits.set_fields("design", name="x"))
    assert notice(window)
    window.actions_by_id["assembly.apply"].trigger()
    assert steps(desk) == ["Move", "Other", "Give A02 to all copies of 1 × DGX H100"]
    desk.session.document.undo()
    assert Layout(desk.design).racks["A02"].assembly == ""


def test_what_does_not_fit_is_refused_and_the_offer_stays(desk: Desk, window: MainWindow) -> None:
    desk.workspace.apply("Add", edits.place_device(desk.catalog, "sn2201", "A01", 60, name="x"))
    assert notice(window).startswith("A01 holds more than 1 × DGX H100")
    desk.workspace.apply("Move", edits.move_devices(desk.catalog, ("A02/n1",), "A02", 50))
    design = desk.design
    press_notice(window.centre.banners, "assembly", "Apply to all")
    assert desk.design is design
    assert notice(window).startswith("Not applied: A01 holds x besides: ")
    assert desk.messages[-1][1] == "warning"


def test_a_device_added_to_one_copy_can_go_to_all(desk: Desk, window: MainWindow) -> None:
    desk.workspace.apply("Add", edits.place_device(desk.catalog, "sn2201", "A01", 60))
    press_notice(window.centre.banners, "assembly", "Apply to all 3 copies")
    assert [len(Layout(desk.design).in_rack(f"A0{n}")) for n in (1, 2, 3)] == [2, 2, 2]


def test_detaching_on_purpose_offers_nothing(desk: Desk, window: MainWindow) -> None:
    desk.workspace.select(("A02",))
    window.actions_by_id["edit.detach"].trigger()
    assert steps(desk) == ["Detach from assembly"]
    assert notice(window) == ""


def test_a_rack_becomes_an_assembly_and_is_copied(desk: Desk, window: MainWindow) -> None:
    actions = window.actions_by_id
    desk.workspace.select(("A04",))
    assert actions.reason("assembly.make") == "A04 is empty"
    desk.workspace.apply("Add", edits.place_device(desk.catalog, "dgx-h100", "A04", 10))
    assert actions.reason("assembly.make") == ""
    actions["assembly.make"].trigger()
    prompt = window.design.assemblies.prompt
    assert prompt is not None
    assert prompt.line.text() == "1 × DGX H100 (A04)"
    prompt.line.setText("late rack")
    prompt.accept()
    assert Layout(desk.design).racks["A04"].assembly == "late-rack"
    assert actions.reason("assembly.make").startswith("A04 is a copy already")
    desk.workspace.select(("A04", "A01"))
    actions["assembly.copy"].trigger()
    assert Layout(desk.design).racks["A01"].assembly == "late-rack"
    assert steps(desk)[-1] == "Copy late rack to 1 rack"


def test_a_row_is_renamed_renumbered_and_moved_in_one_step(desk: Desk, window: MainWindow) -> None:
    assert window.actions_by_id.reason("row.edit")
    desk.workspace.select(("A01", "A03/n1"))
    window.actions_by_id["row.edit"].trigger()
    dialog = window.design.rows.dialog
    assert dialog is not None
    dialog.name.setText(" ")
    assert not dialog.accept_button.isEnabled()
    assert "cannot be empty" in dialog.words.text()
    dialog.name.setText("K")
    dialog.renumber.setChecked(True)
    dialog.right.setValue(-600)
    assert dialog.answer() == RowEdit("K", True, -600, 0)
    dialog.accept()
    assert steps(desk) == ["Rename row A to K with its racks, Move row A"]
    assert [rack.name for rack in desk.design.racks] == ["K01", "K02", "K03", "K04"]
    assert desk.design.racks[0].x_mm == 2400
    assert desk.design.rows[0].x_mm == 2400


def test_a_row_is_removed_with_its_racks(desk: Desk, window: MainWindow) -> None:
    desk.workspace.select(("A01",))
    window.actions_by_id["row.remove"].trigger()
    assert (desk.design.rows, desk.design.racks) == ((), ())
    assert steps(desk) == ["Remove row A with 4 racks"]
    assert desk.messages[-1] == ("Removed row A with 4 racks; undo brings it back", "info")


def test_a_row_that_cannot_stand_is_not_taken(desk: Desk) -> None:
    racks = [part for part in desk.catalog.parts if part.traits.is_cabinet]
    dialog = RowDialog(desk.workspace, racks, "rack-48u", None)
    dialog.y_box.setValue(900_000)
    assert not dialog.accept_button.isEnabled()
    assert "outside the room" in dialog.words.text()
    dialog.count.setValue(3)
    dialog.x_box.setValue(2400)
    dialog.y_box.setValue(4800)
    assert dialog.accept_button.isEnabled(), dialog.words.text()
    assert dialog.words.text() == "3 racks, 2.40 m long"
    dialog.name.setText("A")
    assert not dialog.accept_button.isEnabled()
    assert dialog.words.text() == "the row name A is taken"


def test_what_is_removed_and_duplicated_is_said_by_name(desk: Desk, window: MainWindow) -> None:
    desk.workspace.select(("A04",))
    window.actions_by_id["edit.remove"].trigger()
    assert desk.messages[-1][0] == "Removed A04; undo brings it back"
    desk.workspace.select(("A01", "A02"))
    window.actions_by_id["edit.remove"].trigger()
    assert desk.messages[-1][0] == "Removed 2 racks; undo brings them back"
    desk.workspace.select(("A03",))
    window.actions_by_id["edit.duplicate"].trigger()
    assert desk.messages[-1][0] == "Duplicated A03"
    assert steps(desk) == ["Remove A04", "Remove 2 racks", "Duplicate A03"]


def name_of_row(window: MainWindow, row_id: str = "A") -> QPoint:
    place = window.floor.view.row_names.places()[row_id]
    return QPoint(round(place.right()) - 4, round(place.center().y()))


def test_a_row_follows_the_pointer_that_drags_its_name(desk: Desk, window: MainWindow) -> None:
    port = window.floor.view.viewport()
    at = name_of_row(window)
    assert window.floor.view.row_names.row_at(at) == "A"
    way = round(1200 * window.floor.view.scale_factor())
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=at)
    for part in (way // 2, way):
        QTest.mouseMove(port, at + QPoint(0, part))
    assert window.floor.view.ghost.isVisible()
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=at + QPoint(0, way))
    assert steps(desk) == ["Move row A"]
    moved = {rack.y_mm for rack in desk.design.racks}
    assert len(moved) == 1
    assert moved != {2400}
    assert desk.design.rows[0].y_mm == moved.pop()
    desk.session.document.undo()
    assert desk.design.rows[0].y_mm == 2400


def test_a_row_that_is_dragged_up_keeps_its_place_along_it(desk: Desk, window: MainWindow) -> None:
    """Its racks are off the tiles, and it passes a row whose ends are 200 mm aside."""
    off_the_tiles = edits.move_row(desk.catalog, "A", 130, 1200)
    above = edits.add_row(desk.catalog, "rack-48u", 3, 2640, 600, name="C")
    assert desk.workspace.apply("set up", edits.in_sequence(off_the_tiles, above))
    before = {rack.id: rack.x_mm for rack in desk.design.racks}
    window.floor.view.fit_standing()
    port, at = window.floor.view.viewport(), name_of_row(window, "A")
    way = round(900 * window.floor.view.scale_factor())
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=at)
    for part in range(1, way + 1):
        QTest.mouseMove(port, at + QPoint(part % 3 - 1, -part))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=at + QPoint(1, -way))
    assert steps(desk)[-1] == "Move row A"
    assert {rack.y_mm for rack in desk.design.racks if rack.row == "A"} == {2400}
    assert {rack.id: rack.x_mm for rack in desk.design.racks} == before
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=name_of_row(window, "A"))
    at = name_of_row(window, "A")
    far = QPoint(round(900 * window.floor.view.scale_factor()), 0)
    QTest.mouseMove(port, at + far / 2)
    QTest.mouseMove(port, at + far)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=at + far)
    assert {rack.y_mm for rack in desk.design.racks if rack.row == "A"} == {2400}
    assert {rack.id: rack.x_mm for rack in desk.design.racks} != before, "meant sideways, it moves"


def drag_rack(window: MainWindow, rack_id: str, dx_mm: int, dy_mm: int) -> None:
    """Drag a rack by mouse, in small steps, as a person does."""
    view = window.floor.view
    at = view.mapFromScene(view.floor.bounds_of((rack_id,)).center())
    far = QPoint(round(dx_mm * view.scale_factor()), round(dy_mm * view.scale_factor()))
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    for part in range(1, 9):
        QTest.mouseMove(view.viewport(), at + far * part / 8)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=at + far)


def test_racks_off_the_tiles_are_dragged_straight_by_whole_tiles(
    desk: Desk, window: MainWindow
) -> None:
    """All racks of a row dragged by one of them, then one alone; none drifts sideways."""
    assert desk.workspace.apply("set up", edits.move_row(desk.catalog, "A", 200, 100))
    before = {rack.id: (rack.x_mm, rack.y_mm) for rack in desk.design.racks}
    window.floor.view.fit_standing()
    QTest.mouseClick(
        window.floor.view.viewport(), Qt.MouseButton.LeftButton, pos=name_of_row(window)
    )
    drag_rack(window, "A03", 0, -1150)
    assert {rack.id: (rack.x_mm, rack.y_mm) for rack in desk.design.racks} == {
        key: (x, y - 1200) for key, (x, y) in before.items()
    }
    assert (desk.design.rows[0].x_mm, desk.design.rows[0].y_mm) == (3200, 1300), "the row, too"
    desk.session.document.undo()
    assert (desk.design.rows[0].x_mm, desk.design.rows[0].y_mm) == (3200, 2500)
    desk.workspace.select(())
    drag_rack(window, "A02", 40, 2350)
    after = {rack.id: (rack.x_mm, rack.y_mm) for rack in desk.design.racks}
    assert after == before | {"A02": (before["A02"][0], before["A02"][1] + 2400)}
    assert desk.design.rows[0].y_mm == 2500, "one rack of several leaves its row where it is"


def test_a_rack_that_is_dragged_less_than_half_a_tile_stays(desk: Desk, window: MainWindow) -> None:
    assert desk.workspace.apply("set up", edits.move_row(desk.catalog, "A", 200, 100))
    before, done = desk.design.racks, steps(desk)
    drag_rack(window, "A03", 0, -250)
    assert desk.design.racks == before
    assert steps(desk) == done


def test_the_drawing_keeps_its_scale_when_the_elevation_opens(
    qtbot: QtBot, desk: Desk, window: MainWindow
) -> None:
    """A press, a drop and an undo: what opens the elevation takes height, never scale."""
    view, port = window.floor.view, window.floor.view.viewport()
    window.resize(1600, 1000)
    view.fit_standing()
    scale, height = view.scale_factor(), port.height()
    rack = view.mapFromScene(view.floor.bounds_of(("A02",)).center())
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=rack)
    qtbot.waitUntil(lambda: port.height() < height - 100)
    assert view.scale_factor() == scale
    shown = view.mapFromScene(view.floor.bounds_of(("A02",))).boundingRect()
    assert port.rect().contains(shown), "what was pressed stays in view"
    edit = edits.place_device(desk.catalog, "qm9700", "A02")
    desk.workspace.apply("place", edit)
    desk.session.document.undo()
    desk.workspace.select(())
    window.resize(1400, 900)
    assert view.scale_factor() == scale


def test_a_press_on_the_name_of_a_row_selects_its_racks(desk: Desk, window: MainWindow) -> None:
    port = window.floor.view.viewport()
    QTest.mouseClick(port, Qt.MouseButton.LeftButton, pos=name_of_row(window))
    assert desk.workspace.selection == ("A01", "A02", "A03", "A04")
    assert steps(desk) == []


def texts(window: MainWindow, at: QPoint) -> list[str]:
    menu = window.design.floor_menu.menu_at(at)
    below = [one for action in menu.actions() if action.menu() for one in action.menu().actions()]
    found = [action.text() for action in (*menu.actions(), *below) if action.text()]
    menu.deleteLater()
    return found


def test_the_menu_of_the_floor_means_what_is_under_the_hand(desk: Desk, window: MainWindow) -> None:
    view = window.floor.view
    rack = view.mapFromScene(view.floor.bounds_of(("A02",)).center())
    assert "Make an assembly of this rack…" in texts(window, rack)
    assert desk.workspace.selection == ("A02",)
    assert texts(window, name_of_row(window))[:4] == [
        "Cut", "Copy", "Rename or move row…", "Duplicate row",
    ]  # fmt: skip
    assert len(desk.workspace.selection) == 4
    assert texts(window, view.mapFromScene(10_000, 8_000))[:2] == ["Paste here", "Note here…"]


def test_a_remark_is_pinned_changed_and_removed(desk: Desk, window: MainWindow) -> None:
    view, notes = window.floor.view, window.design.notes
    pin = view.mapFromScene(9000, 6000)
    assert texts(window, pin) == ["Change note…", "Remove note"]
    notes.ask_text("note-1")
    assert notes.prompt is not None
    notes.prompt.line.setText("ramp, 1:12")
    notes.prompt.accept()
    assert desk.design.notes[0].text == "ramp, 1:12"
    notes.ask_at(10_000, 8_000)
    notes.prompt.line.setText("door swing")
    notes.prompt.accept()
    assert (desk.design.notes[1].x_mm, desk.design.notes[1].text) == (10_000, "door swing")
    assert view.floor.note_at(view.mapToScene(view.mapFromScene(10_000, 8_000))) == "door swing"
    notes.remove("note-1")
    assert [note.id for note in desk.design.notes] == ["note-2"]


def test_assemblies_are_listed_renamed_and_removed_once_unused(
    desk: Desk, window: MainWindow
) -> None:
    section = window.design.show_settings("Assemblies").records["Assemblies"]
    assert section.explanation.text() == "Holds 1 × DGX H100.\nCopied by A01, A02, A03."
    name = section.form.editors["assembly_name"]
    assert isinstance(name, QLineEdit)
    name.selectAll()
    QTest.keyClicks(name, "node rack")
    assert section.form.commit("assembly_name")
    assert desk.design.assemblies[0].name == "node rack"
    assert not section.remove()
    assert "3 racks copy it" in section.refusal.text()
    desk.workspace.select(("A01", "A02", "A03"))
    window.actions_by_id["edit.detach"].trigger()
    assert section.remove()
    assert desk.design.assemblies == ()
    assert len(desk.design.devices) == 3


def test_settings_open_beside_the_drawing(desk: Desk, window: MainWindow) -> None:
    window.actions_by_id["edit.settings"].trigger()
    shown = window.design.settings
    assert shown is not None
    assert shown.isVisible()
    assert not shown.isModal()
    assert window.design.show_settings("Fabrics") is shown
    assert shown.names.currentItem().text() == "Fabrics"
    shown.close()


def test_a_refused_name_stays_in_the_question_with_the_reason(
    desk: Desk, window: MainWindow
) -> None:
    desk.workspace.select(("A04",))
    window.actions_by_id["edit.rename"].trigger()
    prompt = window.edits.prompt
    prompt.line.setText("A01")
    prompt.accept()
    assert prompt.isVisible()
    assert prompt.words.text() == "the name A01 is taken"
    assert steps(desk) == []
    prompt.line.setText("A40")
    assert prompt.words.isHidden()
    prompt.accept()
    assert not prompt.isVisible()
    assert [rack.name for rack in desk.session.document.design.racks if rack.id == "A04"] == ["A40"]


def test_a_new_row_is_suggested_where_it_can_stand(desk: Desk) -> None:
    racks = [part for part in desk.catalog.parts if part.traits.is_cabinet]
    dialog = RowDialog(desk.workspace, racks, "rack-48u", None)
    assert dialog.accept_button.isEnabled(), dialog.words.text()


def test_the_offer_follows_the_number_of_copies(desk: Desk, window: MainWindow) -> None:
    """It went on to tell of copies that were detached or removed, and of none at last."""
    desk.workspace.apply("Move", edits.move_devices(desk.catalog, ("A02/n1",), "A02", 40))
    assert "; 2 other copies stay as they are." in notice(window)
    desk.workspace.apply("Detach", edits.detach_assembly("A01"))
    assert notice(window).endswith("; 1 other copy stays as it is.")
    desk.session.document.undo()
    assert "; 2 other copies" in notice(window)
    desk.session.document.redo()
    desk.workspace.apply("Remove", edits.remove(("A03",)))
    assert notice(window) == ""
    assert not window.actions_by_id["assembly.apply"].isEnabled()


def test_an_offer_that_was_put_away_stays_away(desk: Desk, window: MainWindow) -> None:
    desk.workspace.apply("Move", edits.move_devices(desk.catalog, ("A02/n1",), "A02", 40))
    window.centre.banners.dismiss("assembly")
    desk.workspace.apply("Detach", edits.detach_assembly("A01"))
    assert notice(window) == ""


def test_what_takes_no_devices_is_named_before_it_is_filled(desk: Desk, window: MainWindow) -> None:
    """A copy to an air handler was refused for the rear door that the assembly brings."""
    actions = window.actions_by_id
    desk.workspace.apply("CDU", edits.place_rack(desk.catalog, "cdu-row", 9000, 2400, name="CDU-1"))
    cdu = next(rack.id for rack in desk.design.racks if rack.name == "CDU-1")
    desk.workspace.select(("A01", cdu))
    assert actions.reason("assembly.copy") == "CDU-1 takes no devices (CDU)"
    desk.workspace.select((cdu,))
    assert actions.reason("assembly.make") == "CDU-1 takes no devices (CDU)"
    desk.workspace.select(("A04",))
    assert actions.reason("assembly.make") == "A04 is empty"
    desk.workspace.select(("A01", "A04"))
    assert actions["assembly.copy"].isEnabled()


@pytest.mark.parametrize("way", ["double click", "Enter"])
@pytest.mark.parametrize("shown", [True, False])
def test_a_rack_opens_in_the_elevation(
    desk: Desk, window: MainWindow, way: str, shown: bool
) -> None:
    """Double click and Enter asked for it, and nobody listened."""
    window.actions_by_id["view.elevation"].setChecked(shown)
    view = window.floor.view
    at = view.mapFromScene(window.floor.floor.racks["A02"].sceneBoundingRect().center())
    if way == "Enter":
        desk.workspace.select(("A02",))
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Return)
    else:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    settle()
    assert window.elevation.isVisible()
    assert window.actions_by_id["view.elevation"].isChecked()
    assert window.elevation.view.rack_id == "A02"
    assert window.focusWidget() is window.elevation.view
    assert desk.workspace.selection == ("A02",)
