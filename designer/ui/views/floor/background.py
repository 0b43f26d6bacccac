"""What lies under the racks: the room, its tiles and aisles, the names of its rows."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from designer.render.floor_painter import paint_room
from designer.ui.state.workspace import Workspace


def paint_background(
    painter: QPainter, exposed: QRectF, workspace: Workspace, pixels_per_mm: float
) -> None:
    """Paint the exposed part of the floor; the painter works in mm."""
    painter.fillRect(exposed, QColor(workspace.theme.canvas))
    paint_room(
        painter,
        workspace.document.design,
        workspace.layout(),
        workspace.catalog,
        workspace.theme,
        pixels_per_mm,
    )
