"""What a screen reader hears of the floor."""

from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from designer.document.edits import remove
from designer.ui.views.floor.accessible import AccessibleFloor, AccessibleRack
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.canvas_space import rack_report, report_of, small_design, space_of

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description


def test_racks_are_children_in_reading_order(qtbot: QtBot) -> None:
    space = space_of(small_design())
    canvas = FloorCanvas(space)
    canvas.resize(900, 600)
    qtbot.addWidget(canvas)
    canvas.show()
    qtbot.waitExposed(canvas)
    floor = QAccessible.queryAccessibleInterface(canvas.view)
    assert isinstance(floor, AccessibleFloor)
    assert floor.childCount() == 8
    rack = floor.child(5)
    assert isinstance(rack, AccessibleRack)
    assert rack.text(NAME) == "B02 · Rack 48U"
    assert rack.text(DESCRIPTION) == "not sized yet"
    assert floor.indexOfChild(rack) == 5
    assert floor.childAt(rack.rect().center().x(), rack.rect().center().y()) is rack
    space.report_store.accept(1, report_of(rack_report("B02", 20.4, summary="2 × Node 8U")))
    assert rack.text(DESCRIPTION) == "2 × Node 8U\nmaximum 20.4 kW · typical —\nRear-door exchanger"
    space.select(("B02",))
    assert rack.state().selected
    assert space.apply("Remove", remove(("B02",)))
    assert not rack.isValid()
    assert floor.childCount() == 7
    space.close()
