"""What is selected after a removal, where the next part then goes, and a search without a match."""

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


def test_after_a_device_is_removed_its_rack_is_selected_and_takes_the_next_part(
    window: MainWindow, desk: Desk
) -> None:
    desk.session.new(two_racks())
    space = desk.workspace
    space.select(("node",))
    window.edits.remove()
    assert tuple(space.selection) == ("A01",)
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
