"""What lies over a rack and its devices: dashes on what comes later, padlocks on what is locked."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from designer.catalog.depth import half_of
from designer.document.drop_plans import Spot
from designer.model.design import Device
from designer.ui.state.later_painter import paint_later
from designer.ui.state.padlock import paint_padlock
from designer.ui.state.workspace import Workspace
from designer.ui.views.elevation.faces import Faces
from designer.ui.views.elevation.spots import face_of


def paint_marks(painter: QPainter, workspace: Workspace, faces: Faces, rack_id: str) -> None:
    """Paint them on the sides of a rack that are shown, in units of the device."""
    theme, later = workspace.theme, workspace.stage.later
    if rack_id in later.racks:
        for box in faces.outlines():
            paint_later(painter, box, theme, ground=theme.panel)
    for name, box in faces.seen(later.devices):
        paint_later(painter, box, theme, name, ground=theme.panel)
    for device in workspace.layout().own_devices.get(rack_id, ()):
        if device.locked:
            for box in _boxes(workspace, faces, device)[:1]:
                paint_padlock(painter, box, theme)


def _boxes(workspace: Workspace, faces: Faces, device: Device) -> list[QRectF]:
    part = workspace.catalog.get(device.part)
    high = part.height_half_u if part else 2
    spot = Spot(device.half_u, high, device.face, side=half_of(part, device.side))
    return faces.spot_boxes(spot, face_of(spot))
