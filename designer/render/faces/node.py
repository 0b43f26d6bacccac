"""Panels of nodes: bays and the air intake in front, supplies and sockets at the rear."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPen

from designer.render.drawing import Cages
from designer.render.faces.panel import (
    Panel,
    facts_bottom,
    grid,
    name_and_rest,
    paint_facts,
    paint_header,
    paint_marks,
    top_band,
)
from designer.render.faces.sockets import (
    cage_cells,
    group_boxes,
    paint_cage_row,
    paint_supplies,
)
from designer.render.lettering import draw_longest, letter_size, text_width


def node_front(panel: Panel) -> None:
    """Paint the bays of accelerators and the air intake."""
    bays = panel.device.look.gpus or 8
    box = panel.box
    if box.height() < 30 * panel.px:
        left, right = name_and_rest(panel, 0.55)
        paint_header(panel, left, with_power=False)
        if right.isEmpty():
            return
        paint_marks(panel, grid(right, bays, 1), panel.theme.faint, "bay", filled=False)
        return
    band = top_band(panel)
    paint_header(panel, band)
    below = paint_facts(panel, band)
    height = min(box.height() * 0.2, 12 * panel.px)
    row = QRectF(
        panel.inner.left(),
        box.bottom() - height - min(5 * panel.px, box.height() * 0.07),
        panel.inner.width(),
        height,
    )
    _grille(panel, QRectF(row.left(), below, row.width(), row.top() - below))
    paint_marks(panel, grid(row, bays, 1, 0.82), panel.theme.faint, "bay", filled=False)


def _grille(panel: Panel, box: QRectF) -> None:
    """Paint the air intake: fine level lines over the whole width."""
    pitch = 3.6 * panel.px
    lines = int((box.height() - 5 * panel.px) / pitch)
    if lines < 2:
        return
    panel.note("level vents")
    panel.painter.setPen(QPen(QColor(panel.theme.line), 0.6 * panel.px))
    top = box.top() + (box.height() - (lines - 1) * pitch) / 2
    inset = box.width() * 0.02
    for index in range(lines):
        y = top + index * pitch
        panel.painter.drawLine(QPointF(box.left() + inset, y), QPointF(box.right() - inset, y))


def node_rear(panel: Panel) -> None:
    """Paint power supplies, and the sockets of the networks where there is room."""
    if panel.box.height() < 30 * panel.px:
        left, right = name_and_rest(panel, 0.5)
        paint_header(panel, left, with_power=False)
        paint_supplies(panel, right)
        return
    band = top_band(panel)
    paint_header(panel, band)
    below = paint_facts(panel, band)
    room, share, row = _rear_rooms(panel, below)
    supply = min(room.height() * share * 0.78, 14 * panel.px)
    line = QRectF(room.left(), room.top() + room.height() * share * 0.12, room.width(), supply)
    paint_supplies(panel, line)
    if not row.isEmpty():
        high = fast_cages(panel)
        paint_cage_row(panel, row, high)
        _captions(panel, row, high, line.bottom())


def fast_cages(panel: Panel) -> list[Cages]:
    """Return the groups of sockets that the rear of a node shows: those of its networks."""
    return [cages for cages in panel.device.look.cages if cages.connector != "RJ45"]


def node_cells(panel: Panel) -> list[list[QRectF]]:
    """Return the boxes of a node's sockets at its rear, by group as `fast_cages`; or none."""
    if panel.box.height() < 30 * panel.px:
        return []
    _, _, row = _rear_rooms(panel, facts_bottom(panel, top_band(panel)))
    return [] if row.isEmpty() else cage_cells(panel, row, fast_cages(panel))


def _rear_rooms(panel: Panel, below: float) -> tuple[QRectF, float, QRectF]:
    """Return the room below the name, the share of it for supplies, and the row of sockets.

    The row is empty where there is no room for one, or nothing to show in it.
    """
    room = QRectF(panel.inner.left(), below, panel.inner.width(), panel.box.bottom() - below)
    if not fast_cages(panel) or room.height() <= 24 * panel.px:
        return room, 1.0, QRectF()
    height = min(room.height() * 0.26, 11 * panel.px)
    top = room.top() + room.height() * (0.6 if room.height() > 40 * panel.px else 0.56)
    return room, 0.5, QRectF(room.left(), top, room.width(), height)


def _captions(panel: Panel, row: QRectF, groups: Sequence[Cages], ceiling: float) -> None:
    """Name the groups of sockets above their row, where there is room."""
    size = letter_size(7 * panel.px, row.height() * 2, panel.theme, panel.px)
    if row.top() - ceiling < size * 1.5 or not size:
        return
    for group, place in zip(groups, group_boxes(row, groups), strict=True):
        kinds = f"{group.count} × {group.connector}"
        box = QRectF(place.left(), row.top() - size * 1.45, place.width(), size * 1.3)
        texts = (f"{group.name} {kinds}", f"{group.name} {group.connector}", group.name)
        if panel.theme.is_print and text_width(group.name, size) > box.width():
            continue
        draw_longest(panel.painter, box, texts, size, panel.theme.dim)
