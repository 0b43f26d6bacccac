"""After an edit the elevation paints what differs, and looks as if all of it were painted anew."""

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QImage, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.document import Edit
from designer.document.edits import (
    detach_assembly,
    move_devices,
    place_device,
    put,
    remove,
    set_fields,
)
from designer.model.design import Cable
from designer.planning.pods.building import PDU
from designer.planning.templates import build
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.panel import ElevationPanel
from tests.helpers.canvas_space import space_of

CATALOG = load_shipped()
HALL = build("dgx-superpod-h100", {"scalable_units": "1"}, CATALOG)
NODES = next(rack.id for rack in HALL.racks if rack.assembly == "dgx-x4")
OTHER = next(rack.id for rack in HALL.racks if rack.assembly != "dgx-x4")
EDITS: dict[str, Edit] = {
    "a switch more": place_device(CATALOG, "qm9700", NODES),
    "a node more, of a longer name than the others": place_device(CATALOG, "dgx-h100", NODES),
    "a PDU more": place_device(CATALOG, PDU, NODES, feed="B"),
    "a server behind": place_device(CATALOG, "mgmt-server", NODES, face="rear"),
    "no assembly": detach_assembly(NODES),
    "a node moved": move_devices(CATALOG, (f"{NODES}/n4",), NODES, 80),
    "a node gone": remove((f"{NODES}/n1",)),
    "two nodes gone": remove((f"{NODES}/n1", f"{NODES}/n3")),
    "the rack renamed": set_fields("racks", NODES, name="a long name of a rack"),
    "another rack renamed": set_fields("racks", OTHER, name="other"),
    "no fabric": lambda design: design.evolve(fabrics=()),
    "no rack": remove((NODES,)),
}


@pytest.fixture
def space() -> Workspace:
    return space_of(HALL, CATALOG.parts)


@pytest.fixture
def panel(qtbot: QtBot, space: Workspace) -> ElevationPanel:
    made = ElevationPanel(space)
    qtbot.addWidget(made)
    made.resize(760, 620)
    made.show()
    qtbot.waitExposed(made)
    space.select((NODES,))
    painted(made)
    return made


def painted(panel: ElevationPanel) -> QImage:
    """Return what stands on the screen once all that is due is painted."""
    QApplication.processEvents()
    return panel.screen().grabWindow(panel.winId()).toImage()


def painted_anew(panel: ElevationPanel) -> QImage:
    panel.view.update()
    return painted(panel)


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_what_is_painted_after_an_edit_is_what_painting_anew_gives(
    panel: ElevationPanel, space: Workspace, edit: Edit
) -> None:
    space.document.apply("Edit", edit)
    after = painted(panel)
    assert after == painted_anew(panel)
    space.document.undo()
    before = painted(panel)
    assert before == painted_anew(panel)


def test_what_is_selected_is_marked_and_marked_no_more(
    panel: ElevationPanel, space: Workspace
) -> None:
    plain = painted(panel)
    for keys in ((f"{NODES}/n1",), (f"{NODES}/n1", f"{NODES}/n3"), (f"{NODES}/n2",)):
        space.select(keys)
        marked = painted(panel)
        assert marked != plain
        assert marked == painted_anew(panel)
    space.select((NODES,))
    assert painted(panel) == plain


@pytest.mark.parametrize("ends", [("n1", "n4"), ("n1", "")], ids=["here", "far"])
def test_a_cable_by_hand_is_painted_while_it_lies_and_no_longer(
    panel: ElevationPanel, space: Workspace, ends: tuple[str, str]
) -> None:
    near = f"{NODES}/{ends[0]}"
    far = f"{NODES}/{ends[1]}" if ends[1] else next(p.key for p in space.layout().in_rack(OTHER))
    space.select((near, far))
    plain = painted(panel)
    cable = Cable(id="c", a=near, a_port="1.1", b=far, b_port="1.1", fabric="compute")
    space.document.apply("Lay", put("cables", cable))
    laid = painted(panel)
    assert laid != plain
    assert laid == painted_anew(panel)
    space.select((far,))
    space.select((f"{NODES}/n2",))
    assert painted(panel) == painted_anew(panel)
    space.select((near, far))
    space.document.undo()
    assert painted(panel) == plain


class PaintedPlaces(QObject):
    """Notes where a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.boxes: list[QRect] = []
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.boxes.extend(event.region())
        return False


def test_a_switch_more_paints_its_units_and_not_the_rack(
    panel: ElevationPanel, space: Workspace
) -> None:
    space.document.apply("Detach", detach_assembly(NODES))
    painted(panel)
    seen = PaintedPlaces(panel.view)
    space.document.apply("Name", set_fields("racks", OTHER, name="other"))
    painted(panel)
    assert not seen.boxes
    space.document.apply("Drop", place_device(CATALOG, "qm9700", NODES))
    painted(panel)
    whole = panel.view.width() * panel.view.height()
    assert 0 < sum(box.width() * box.height() for box in seen.boxes) < whole / 2


@pytest.mark.parametrize("edit", ["a node gone", "a node more, of a longer name than the others"])
def test_nodes_that_come_or_go_paint_nothing_beside_nodes(
    panel: ElevationPanel, space: Workspace, edit: str
) -> None:
    """What the rack holds in words changes as well, and no elevation paints it."""
    seen = PaintedPlaces(panel.view)
    space.document.apply("Edit", EDITS[edit])
    painted(panel)
    whole = panel.view.width() * panel.view.height()
    assert 0 < sum(box.width() * box.height() for box in seen.boxes) < 0.8 * whole
