"""What is selected after a removal, where the next part then goes, and a search without a match."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from designer.document.floor_words import floor_words
from designer.model.design import Design, Device, Rack
from designer.ui.commands.command_box import CommandBox
from designer.ui.state.first_fit import place_at_first_fit
from designer.ui.window.main_window import MainWindow
from tests.helpers.ui_desk import Desk


def two_racks() -> Design:
    racks = tuple(
        Rack(id=f"A0{n}", name=f"A0{n}", part="rack-48u", x_mm=600 * n, y_mm=2400) for n in (1, 2)
    )
    node = Device(id="node", name="node", part="dgx-h100", rack="A01", half_u=2)
    return Design(name="two", racks=racks, devices=(node,))


def by_command(window: MainWindow) -> None:
    window.edits.remove()


def by_key_on_the_floor(window: MainWindow) -> None:
    QTest.keyClick(window.floor.view, Qt.Key.Key_Backspace)


def by_key_on_the_elevation(window: MainWindow) -> None:
    QTest.keyClick(window.elevation.view, Qt.Key.Key_Backspace)


Remove = Callable[[MainWindow], None]
EVERY_WAY = pytest.mark.parametrize(
    "remove", [by_command, by_key_on_the_floor, by_key_on_the_elevation]
)


@EVERY_WAY
def test_a_second_removal_leaves_the_rack_that_held_the_device(
    window: MainWindow, desk: Desk, remove: Remove
) -> None:
    desk.session.new(two_racks())
    desk.workspace.select(("node",))
    remove(window)
    assert desk.messages[-1] == ("Removed node; undo brings it back", "info")
    assert desk.design.devices == ()
    remove(window)
    assert [rack.id for rack in desk.design.racks] == ["A01", "A02"]


def test_units_of_the_floor_are_not_called_racks(window: MainWindow, desk: Desk) -> None:
    """38 racks and 6 CRAHs were `44 racks`, removed, copied, moved, turned and in Properties."""
    units = tuple(
        Rack(id=f"U{n}", name=f"U{n}", part="crah", x_mm=3000 * n, y_mm=6000) for n in (1, 2)
    )
    desk.session.new(two_racks().evolve(racks=two_racks().racks + units))
    desk.workspace.select(("A01", "A02", "U1"))
    told = "2 racks and 1 floor unit"
    assert floor_words(desk.catalog, [*two_racks().racks, units[0]]) == told
    assert window.properties._subject() == told
    QTest.keyClick(window.floor.view, Qt.Key.Key_Down)
    assert desk.session.document.history.steps[-1].label == f"Move {told}"
    window.edits.remove()
    assert desk.messages[-1] == (f"Removed {told}; undo brings them back", "info")
    desk.session.document.undo()
    desk.workspace.select(("U1", "U2"))
    window.edits.remove()
    assert desk.messages[-1] == ("Removed 2 floor units; undo brings them back", "info")


def test_what_is_selected_or_not_next_ends_the_memory_of_the_rack(
    window: MainWindow, desk: Desk
) -> None:
    desk.session.new(two_racks())
    space = desk.workspace
    space.select(("node",))
    window.edits.remove()
    assert space.target_rack_ids() == ("A01",)
    space.select(())
    assert space.target_rack_ids() == ()
    space.place_next_in("A01")
    space.select(("A02",))
    assert space.target_rack_ids() == ("A02",)
    space.place_next_in("A01")
    desk.session.new(two_racks())
    assert space.target_rack_ids() == (), "a rack of the same name in another design is another"


@EVERY_WAY
def test_after_a_device_is_removed_its_rack_takes_the_next_part(
    window: MainWindow, desk: Desk, remove: Remove
) -> None:
    desk.session.new(two_racks())
    space = desk.workspace
    space.select(("node",))
    remove(window)
    assert tuple(space.selection) == ()
    part = space.catalog.get("dgx-b200")
    assert part is not None
    assert place_at_first_fit(space, part)
    assert [(one.part, one.rack) for one in desk.design.devices] == [("dgx-b200", "A01")]


def test_a_removed_rack_leaves_nothing_selected(window: MainWindow, desk: Desk) -> None:
    desk.session.new(two_racks())
    desk.workspace.select(("A01",))
    window.edits.remove()
    assert tuple(desk.workspace.selection) == ()


def test_a_device_goes_into_none_of_several_selected_racks(window: MainWindow, desk: Desk) -> None:
    desk.session.new(two_racks())
    space = desk.workspace
    space.select(("A01", "A02"))
    part, before = space.catalog.get("dgx-b200"), desk.design
    assert part is not None
    assert not place_at_first_fit(space, part)
    assert desk.design == before
    assert tuple(space.selection) == ("A01", "A02")
    text, severity = desk.messages[-1]
    assert severity == "warning"
    assert text.startswith("Select one rack: DGX B200 goes into one, and 2 are selected")


def test_the_command_box_says_that_nothing_is_found(window: MainWindow, desk: Desk) -> None:
    box = CommandBox(lambda: (), window)
    box.setText("zzqq")
    box.open()
    assert box.popup is not None
    assert not box.popup.isHidden()
    assert not box.nothing.isHidden()
    assert box.nothing.text() == "Nothing found"
    box.close_list()
