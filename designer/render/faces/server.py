"""Panels of servers and of storage: vents and drives, sockets and supplies."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPen

from designer.render.drawing import Cages
from designer.render.faces.panel import Panel, grid, name_and_rest, paint_header, paint_marks
from designer.render.faces.sockets import (
    cage_cells,
    paint_cage_row,
    paint_feed,
    paint_supplies,
)


def storage_front(panel: Panel) -> None:
    """Paint drives: as many as a panel of its height has room for."""
    units = max(1, panel.device.look.height_half_u // 2)
    left, right = name_and_rest(panel, 0.42)
    paint_header(panel, left, with_power=False)
    if right.isEmpty():
        return
    columns, rows = (10, 1) if units == 1 else (24, 1) if units == 2 else (12, units)
    paint_marks(panel, grid(right, columns, rows), panel.theme.warning, "bay", filled=False)


def server_front(panel: Panel) -> None:
    """Paint vents and drives."""
    left, right = name_and_rest(panel, 0.5)
    paint_header(panel, left, with_power=False)
    if right.isEmpty():
        return
    vents = right.adjusted(0, 0, -right.width() * 0.5, 0)
    panel.note("upright vents")
    panel.painter.setPen(QPen(QColor(panel.theme.faint), 0.6 * panel.px))
    step = max(vents.width() / 14, 2.2 * panel.px)
    for index in range(int(vents.width() / step)):
        x = vents.left() + index * step
        panel.painter.drawLine(QPointF(x, vents.top()), QPointF(x, vents.bottom()))
    drives = right.adjusted(right.width() * 0.54, 0, 0, 0)
    paint_marks(panel, grid(drives, 4, 2), panel.theme.faint, "bay", filled=False)


def server_rear(panel: Panel) -> None:
    """Paint sockets and power supplies; of a rack UPS the letter of its feed in any case."""
    left, right = name_and_rest(panel, 0.42)
    if right.isEmpty() and panel.device.look.traits.names_feed:
        left = paint_feed(panel, left)
    paint_header(panel, left, with_power=False)
    if right.isEmpty():
        return
    paint_cage_row(panel, _sockets(right), shown_cages(panel))
    paint_supplies(panel, right.adjusted(right.width() * 0.62, 0, 0, 0))


def shown_cages(panel: Panel) -> Sequence[Cages]:
    """Return the groups of sockets that the rear of a server shows."""
    return panel.device.look.cages[:3]


def server_cells(panel: Panel) -> list[list[QRectF]]:
    """Return the boxes of a server's sockets at its rear, by group as `shown_cages`."""
    _, right = name_and_rest(panel, 0.42)
    return [] if right.isEmpty() else cage_cells(panel, _sockets(right), shown_cages(panel))


def _sockets(right: QRectF) -> QRectF:
    return right.adjusted(0, 0, -right.width() * 0.42, 0)
