"""The floor and the elevation on an open design, shown and ready for a mouse."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.model.design import Face
from designer.render.elevation_frame import frame_in
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.panel import ElevationPanel
from designer.ui.views.floor.canvas import FloorCanvas


def shown_canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    """Return the floor, 1000 × 700 pixels."""
    made = FloorCanvas(space)
    made.resize(1000, 700)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def middle(canvas: FloorCanvas, rack_id: str) -> QPoint:
    """Return the middle of a rack on the screen."""
    return canvas.view.mapFromScene(canvas.floor.racks[rack_id].sceneBoundingRect().center())


def shown_elevation(qtbot: QtBot, space: Workspace) -> ElevationPanel:
    """Return the elevation of the rack A01, 900 × 640 pixels, drawn once."""
    made = ElevationPanel(space)
    made.resize(900, 640)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    space.select(("A01",))
    made.grab()
    return made


def box_in(within: QWidget, widget: QWidget) -> QRect:
    """Return where a widget is, in coordinates of another one of its window."""
    return QRect(within.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0))), widget.size())


def at_u(panel: ElevationPanel, half_u: int, face: Face = "front") -> QPoint:
    """Return the middle of a half unit on a face."""
    faces = panel.view.faces
    assert faces.drawing is not None
    return frame_in(faces.boxes[face], faces.drawing).span(half_u, half_u + 1).center().toPoint()
