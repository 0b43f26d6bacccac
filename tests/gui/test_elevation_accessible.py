"""What a screen reader hears of the rack that is drawn: every device of it, and what is inside."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible, QAccessibleInterface
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import place_rack, put, remove
from designer.document.edits.stages import add_stage, set_stage
from designer.engine.report import Check
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.accessible import AccessibleElevation
from designer.ui.views.elevation.panel import ElevationPanel
from tests.helpers.canvas_space import rack_report, report_of
from tests.helpers.shown_views import shown_elevation

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description


@pytest.fixture
def panel(qtbot: QtBot, space: Workspace) -> ElevationPanel:
    return shown_elevation(qtbot, space)


def heard(panel: ElevationPanel) -> AccessibleElevation:
    found = QAccessible.queryAccessibleInterface(panel.view)
    assert isinstance(found, AccessibleElevation)
    return found


def names(panel: ElevationPanel) -> list[str]:
    rack = heard(panel)
    return [rack.child(at).text(NAME) for at in range(rack.childCount())]


def middle(thing: QAccessibleInterface) -> QPoint:
    return thing.rect().center()


def test_devices_are_children_from_top_to_bottom(panel: ElevationPanel) -> None:
    rack = heard(panel)
    assert names(panel) == [
        "leaf-1, U48, Leaf 1U", "node-2, U9–U16, Node 8U", "node-1, U1–U8, Node 8U",
    ]  # fmt: skip
    assert rack.text(NAME) == "Rack elevation, front and rear"
    for at in range(rack.childCount()):
        device = rack.child(at)
        assert device.isValid()
        assert rack.indexOfChild(device) == at
        assert rack.childAt(middle(device).x(), middle(device).y()) is device
        assert "mass" in device.text(DESCRIPTION)
        assert device.parent().object() is panel.view
    assert rack.child(rack.childCount()) is None


def test_the_state_of_a_device_is_said_with_its_name(
    panel: ElevationPanel, space: Workspace
) -> None:
    rack = heard(panel)
    device = rack.child(0)
    key, name = device.key, device.text(NAME)
    assert not device.state().selected
    space.select((key,))
    assert device.state().selected
    own = space.layout().devices[key]
    assert space.apply("Lock", put("devices", own.evolve(locked=True)))
    assert device.text(NAME) == f"{name}, locked"
    for day in ("Day 1", "Day 2"):
        assert space.apply("Add", add_stage(day))
    assert space.apply("Unlock", put("devices", own))
    assert space.apply("Put", set_stage((key,), "day-2"))
    space.stage.look_at("day-1")
    assert device.text(NAME) == f"{name}, comes in a later stage"
    space.stage.look_at("")
    check = Check(rule="C01", severity="error", where=(key,), message="does not fit", key="C01:x")
    waived = check.evolve(severity="warning", waived=True)
    report = report_of(rack_report("A01", 10.2)).evolve(checks=(check, waived))
    space.report_store.accept(space.document.revision, report)
    assert device.text(NAME) == f"{name}, has errors"
    assert device.text(DESCRIPTION).endswith("error: does not fit")


def test_children_follow_the_rack_that_is_shown(panel: ElevationPanel, space: Workspace) -> None:
    rack = heard(panel)
    device = rack.child(0)
    moved = device.key
    space.select(("A02",))
    assert not device.isValid()
    assert device.text(NAME) == ""
    space.select(("A01",))
    assert device.isValid()
    assert space.apply("Remove", remove((moved,)))
    panel.grab()
    assert not device.isValid()
    assert rack.indexOfChild(device) == -1
    assert all(moved != rack.child(at).key for at in range(rack.childCount()))


def test_units_of_a_rack_that_is_sold_filled_are_children_too(
    panel: ElevationPanel, space: Workspace
) -> None:
    space.catalog = load_shipped()
    assert space.apply("Place", place_rack(space.catalog, "gb200-nvl72", 9000, 3000, name="NV"))
    space.select((next(one.id for one in space.document.design.racks if one.name == "NV"),))
    panel.grab()
    said = names(panel)
    assert "compute tray 18, U" in " ".join(said)
    assert len(said) > 18
    rack = heard(panel)
    for at in (0, 9, len(said) - 1):
        unit = rack.child(at)
        assert rack.childAt(middle(unit).x(), middle(unit).y()) is unit
        assert unit.text(DESCRIPTION)
