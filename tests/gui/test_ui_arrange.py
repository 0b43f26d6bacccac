"""Locks, groups, layers, similar things, alignment and copied properties, in the window."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from designer.document import edits
from designer.document.copied_properties import Copied
from designer.ui.commands.arrange import ArrangeCommands
from designer.ui.state.layers import OWN
from designer.ui.views.dialogs.print_dialog import PrintDialog
from designer.ui.views.dialogs.properties_dialog import PropertiesDialog
from designer.ui.window.hidden_chip import HiddenChip
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


def row(desk: Desk) -> tuple[str, ...]:
    """Return the racks of the longest row of the desk's design."""
    rows: dict[str, list[str]] = {}
    for rack in desk.design.racks:
        if rack.row:
            rows.setdefault(rack.row, []).append(rack.id)
    return tuple(max(rows.values(), key=len))


def at(window: MainWindow, rack_id: str) -> QPoint:
    box = window.floor.floor.racks[rack_id].sceneBoundingRect()
    return window.floor.view.mapFromScene(box.center())


def click(
    window: MainWindow, rack_id: str, keys: Qt.KeyboardModifier = NONE, by: QPoint | None = None
) -> None:
    view, start = window.floor.view, at(window, rack_id)
    end = start + (by or QPoint())
    QTest.mousePress(view.viewport(), LEFT, keys, start)
    if by is not None:
        QTest.mouseMove(view.viewport(), (start + end) / 2)
        QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), LEFT, keys, end)


def trigger(window: MainWindow, action_id: str) -> None:
    assert window.actions_by_id.reason(action_id) == ""
    window.actions_by_id[action_id].trigger()


def commands(window: MainWindow) -> ArrangeCommands:
    found = window.findChild(ArrangeCommands)
    assert found is not None
    return found


@pytest.fixture
def three(window: MainWindow, desk: Desk) -> tuple[str, ...]:
    last = desk.design.racks[-1].id
    desk.workspace.apply("One more", edits.duplicate(desk.workspace.catalog, (last,)))
    some = tuple(rack.id for rack in desk.design.racks[:3])
    window.floor.fit_all()
    QApplication.processEvents()
    return some


def test_ctrl_l_locks_and_a_drag_of_a_locked_rack_moves_nothing_and_says_how(
    window: MainWindow, desk: Desk, three: tuple[str, ...]
) -> None:
    desk.workspace.select(three[:1])
    assert window.actions_by_id.plain_text("arrange.lock") == "Lock"
    trigger(window, "arrange.lock")
    name = desk.workspace.layout().name_of(three[0])
    assert desk.design.racks != ()
    assert desk.workspace.layout().racks[three[0]].locked
    assert window.actions_by_id.plain_text("arrange.lock") == "Unlock"
    before = desk.design
    click(window, three[0], by=QPoint(0, 150))
    assert desk.design is before
    assert any(f"{name} is locked and is not moved" in text for text, _ in desk.messages)
    QTest.keyClick(window.floor.view, Qt.Key.Key_Right)
    trigger(window, "edit.remove")
    assert desk.design is before
    assert f"{name} is locked and is not removed" in desk.messages[-1][0]
    trigger(window, "arrange.lock")
    assert not desk.workspace.layout().racks[three[0]].locked


def test_a_click_chooses_the_group_a_second_one_or_alt_the_single_thing(
    window: MainWindow, desk: Desk, three: tuple[str, ...]
) -> None:
    desk.workspace.select(three[:2])
    trigger(window, "arrange.group")
    desk.workspace.select(())
    click(window, three[0])
    assert set(desk.workspace.selection) == set(three[:2])
    click(window, three[0])
    assert desk.workspace.selection == three[:1]
    click(window, three[2])
    click(window, three[1], ALT)
    assert desk.workspace.selection == three[1:2]
    click(window, three[2])
    click(window, three[0], CTRL)
    assert set(desk.workspace.selection) == set(three)
    click(window, three[1], CTRL)
    assert desk.workspace.selection == three[2:]
    desk.workspace.select(three[:1])
    trigger(window, "arrange.ungroup")
    assert not any(rack.group for rack in desk.design.racks)
    assert "none of these is in a group" in window.actions_by_id.reason("arrange.ungroup")


def test_a_hidden_layer_is_not_drawn_not_hit_and_said_plainly(
    window: MainWindow, desk: Desk, three: tuple[str, ...]
) -> None:
    layers, floor = desk.workspace.layers, window.floor.floor
    chip = window.status.findChild(HiddenChip)
    assert chip is not None
    assert not chip.isVisible()
    desk.workspace.apply("Layer", edits.put_on_layer(three[:2], "Phase 2"))
    desk.workspace.select(three)
    place = window.floor.view.mapToScene(at(window, three[0]))
    kept = floor.racks[three[2]]
    layers.hide(f"{OWN}Phase 2")
    assert desk.workspace.selection == three[2:]
    assert floor.rack_at(place) is None
    assert three[0] not in floor.racks
    assert floor.racks[three[2]] is kept
    assert not set(three[:2]) & set(floor.racks_in(floor.sceneRect(), enclosed=True))
    assert chip.isVisible()
    assert chip.text() == "2 things hidden"
    assert "Phase 2" in chip.toolTip()
    trigger(window, "edit.select_all")
    assert not set(three[:2]) & set(desk.workspace.selection)
    # What is put on the layer goes from sight, what is taken off it comes back.
    desk.workspace.apply("Layer", edits.put_on_layer(three[1:2], ""))
    assert three[1] in floor.racks
    QTest.mouseClick(chip, LEFT)
    assert floor.rack_at(place) == three[0]
    assert not chip.isVisible()


def test_press_and_band_pass_over_a_layer_with_a_padlock(
    window: MainWindow, desk: Desk, three: tuple[str, ...]
) -> None:
    desk.workspace.apply("Layer", edits.put_on_layer(three[:1], "Phase 2"))
    desk.workspace.layers.hold(f"{OWN}Phase 2")
    floor = window.floor.floor
    place = window.floor.view.mapToScene(at(window, three[0]))
    assert floor.rack_at(place) == three[0]
    assert floor.pick_at(place) is None
    assert three[0] not in floor.racks_in(floor.sceneRect(), enclosed=True)


def test_the_list_of_layers_has_an_eye_and_a_padlock_for_each(
    window: MainWindow, desk: Desk
) -> None:
    trigger(window, "view.layers")
    dialog = commands(window).layers
    assert dialog is not None
    shown = len(window.floor.floor.racks)
    dialog.eyes["compute"].click()
    assert desk.workspace.layers.is_hidden("compute")
    assert len(window.floor.floor.racks) < shown
    assert dialog.eyes["compute"].accessibleName() == "Compute racks: not shown"
    dialog.padlocks["network"].click()
    assert desk.workspace.layers.is_held("network")
    dialog.all_button.click()
    assert len(window.floor.floor.racks) == shown
    dialog.close()


def test_what_is_like_the_selection_is_chosen(window: MainWindow, desk: Desk) -> None:
    rack = next(one for one in desk.design.racks if one.row)
    desk.workspace.select((rack.id,))
    trigger(window, "select.row")
    assert set(desk.workspace.selection) == {r.id for r in desk.design.racks if r.row == rack.row}
    desk.workspace.select((rack.id,))
    trigger(window, "select.part")
    assert set(desk.workspace.selection) == {r.id for r in desk.design.racks if r.part == rack.part}


def test_racks_are_aligned_as_one_step_and_not_onto_each_other(
    window: MainWindow, desk: Desk
) -> None:
    two = row(desk)
    assert "two racks or more" in window.actions_by_id.reason("arrange.top")
    desk.workspace.apply("Move", edits.move_racks(desk.workspace.catalog, two[1:2], 0, -100))
    desk.workspace.select(two)
    steps = desk.workspace.document.history.position
    trigger(window, "arrange.bottom")
    assert len({desk.workspace.layout().racks[key].y_mm for key in two}) == 1
    assert desk.workspace.document.history.position == steps + 1
    before = desk.design
    trigger(window, "arrange.left")
    assert desk.design is before
    assert "in the way" in desk.messages[-1][0]


def test_properties_are_copied_and_given_as_one_step(
    window: MainWindow, desk: Desk, three: tuple[str, ...]
) -> None:
    first, others = three[0], three[1:]
    assert "copy the properties" in window.actions_by_id.reason("arrange.paste_properties")
    desk.workspace.apply("Set", edits.set_fields("racks", first, cooling="in-row", note="as it is"))
    desk.workspace.select((first,))
    trigger(window, "arrange.copy_properties")
    desk.workspace.select(others)
    trigger(window, "arrange.paste_properties")
    dialog = commands(window).prompt
    assert isinstance(dialog, PropertiesDialog)
    assert "cooling" in dialog.list.chosen()
    assert "note" not in dialog.list.chosen()
    steps = desk.workspace.document.history.position
    dialog.accept_button.click()
    assert {desk.workspace.layout().racks[key].cooling for key in others} == {"in-row"}
    assert desk.workspace.document.history.position == steps + 1
    assert isinstance(commands(window).copied, Copied)
    desk.workspace.select(())
    assert "takes those of a rack" in window.actions_by_id.reason("arrange.paste_properties")


def test_the_print_dialog_says_that_sheets_draw_what_is_hidden(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    dialog = PrintDialog(desk.workspace, str(tmp_path), "d.toml", lambda _: None)
    assert "Hidden" not in dialog.words.text()
    desk.workspace.layers.hide("trays")
    dialog = PrintDialog(desk.workspace, str(tmp_path), "d.toml", lambda _: None)
    assert "Hidden on the screen, and drawn on sheets: Cable trays" in dialog.words.text()
