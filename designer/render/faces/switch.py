"""Panels of switches: rows of ports in front, fans and supplies at the rear."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from designer.render.faces.panel import (
    SMALLEST_MARK_PX,
    Panel,
    grid,
    name_and_rest,
    paint_header,
    paint_marks,
)
from designer.render.faces.sockets import paint_supplies


def switch_front(panel: Panel) -> None:
    """Paint the ports."""
    left, right = name_and_rest(panel, 0.36)
    paint_header(panel, left, with_power=False)
    _port_rows(panel, right)


def switch_rear(panel: Panel) -> None:
    """Paint fans and power supplies."""
    left, right = name_and_rest(panel, 0.36)
    paint_header(panel, left, with_power=False)
    if right.isEmpty():
        return
    supplies = right.adjusted(right.width() * 0.62, 0, 0, 0)
    _fans(panel, QRectF(right.left(), right.top(), right.width() * 0.58, right.height()), 5)
    paint_supplies(panel, supplies)


def switch_cells(panel: Panel) -> list[list[QRectF]]:
    """Return the boxes of a switch's sockets in front, group by group; empty where too small."""
    _, right = name_and_rest(panel, 0.36)
    cells, _ = _cells(panel, right)
    return cells


def _cells(panel: Panel, box: QRectF) -> tuple[list[list[QRectF]], QRectF]:
    """Return sockets in two rows per unit, group by group, and the room that they take.

    There are none where they would be too small to tell apart; there is no room without any.
    """
    groups = panel.device.look.cages
    rows = max(1, round(panel.box.height() / panel.unit)) * 2 if panel.unit else 2
    columns = [-(-group.count // rows) for group in groups]
    total = sum(columns) + 0.6 * max(len(groups) - 1, 0)
    if total <= 0 or box.isEmpty():
        return [], QRectF()
    width = min(box.width() / total, box.height() / rows * 1.5)
    x = box.right() - width * total
    room = QRectF(x, box.top(), box.right() - x, box.height())
    if width * 0.72 < SMALLEST_MARK_PX * panel.px or box.height() / rows < 1.6 * panel.px:
        return [], room
    cells = []
    for group, count in zip(groups, columns, strict=True):
        area = QRectF(x, box.top(), width * count, box.height())
        cells.append(grid(area, count, rows)[: group.count])
        x += width * (count + 0.6)
    return cells, room


def _port_rows(panel: Panel, box: QRectF) -> None:
    """Paint a switch's sockets in two rows per unit, group by group."""
    cells, room = _cells(panel, box)
    if not cells and not room.isEmpty():
        _port_bar(panel, room)
    for group in cells:
        paint_marks(panel, group, panel.theme.ok, "port", filled=True)


def _port_bar(panel: Panel, box: QRectF) -> None:
    """Stand in for ports that are too small to tell apart: a dotted line."""
    panel.note("port")
    pen = QPen(QColor(panel.theme.ok), max(box.height() * 0.34, panel.px))
    pen.setDashPattern([1.4, 0.8])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    panel.painter.setPen(pen)
    panel.painter.drawLine(
        QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y())
    )


def _fans(panel: Panel, box: QRectF, count: int) -> None:
    radius = min(box.height() / 2, box.width() / count * 0.42)
    if radius < 1.5 * panel.px:
        return
    panel.note("fan")
    panel.painter.setPen(QPen(QColor(panel.theme.faint), 0.7 * panel.px))
    panel.painter.setBrush(Qt.BrushStyle.NoBrush)
    for index in range(count):
        centre = QPointF(box.left() + (index + 0.5) * box.width() / count, box.center().y())
        panel.painter.drawEllipse(centre, radius, radius)
        panel.painter.drawEllipse(centre, radius * 0.25, radius * 0.25)
