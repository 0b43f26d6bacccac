"""The look of what comes in a later stage: washed out, in a dashed outline, with its name."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from designer.model.layout import Placed
from designer.render.fonts import font
from designer.render.theme import Theme
from designer.ui.state.workspace import Workspace

_KEPT: Final = 0.06
"""What is seen of the thing itself."""
_LEAST_PX: Final = 12.0
"""Height of a thing on the screen from which its name is written."""


def paint_later(
    painter: QPainter, box: QRectF, theme: Theme, name: str = "", *, ground: str = ""
) -> None:
    """Paint it over what stands there, in units of the device.

    Parameters
    ----------
    ground
        Colour on which it stands; empty for that of the floor.
    """
    wash = QColor(ground or theme.canvas)
    wash.setAlphaF(1 - _KEPT)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(theme.dim), 1.2)
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(wash)
    painter.drawRect(box.adjusted(0.6, 0.6, -0.6, -0.6))
    if name and box.height() >= _LEAST_PX:
        painter.setFont(font(9, 500))
        painter.setPen(QColor(theme.dim))
        if painter.fontMetrics().horizontalAdvance(name) <= box.width() - 4:
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
    painter.restore()


def later_devices(workspace: Workspace, rack_id: str) -> list[Placed]:
    """Return what a rack holds that comes later than the stage that is looked at."""
    later = workspace.stage.later
    if not later:
        return []
    return [placed for placed in workspace.layout().in_rack(rack_id) if placed.key in later]
