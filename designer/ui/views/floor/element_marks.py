"""Which columns, walls and zones are selected on the floor, with a grip at each corner."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.document.element_plans import corners_of, element_with
from designer.model.design import Obstacle
from designer.model.network_keys import element_key
from designer.ui.state.padlock import paint_padlock
from designer.ui.state.workspace import Workspace

_GRIP_PX: Final = 4.0
_FAR_MM: Final = 1e8


class ElementMarks(QGraphicsItem):
    """The frame of what is selected, and padlocks; what is marked is painted with the room."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.setZValue(8)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        workspace.selection_changed.connect(self.update)

    def shown(self) -> tuple[Obstacle, ...]:
        """Return the elements that are drawn: none while their layer is hidden."""
        space = self._workspace
        return () if space.layers.hides("room") else space.document.design.room.obstacles

    def key_at(self, point: QPointF, reach_mm: float) -> str:
        """Return the element that a press at a point takes; empty of none. Small ones first."""
        if not self._workspace.layers.takes("room"):
            return ""
        x, y = point.x(), point.y()
        found = [
            (one.width_mm * one.depth_mm, one.id)
            for one in self.shown()
            if one.x_mm - reach_mm <= x <= one.x_mm + one.width_mm + reach_mm
            and one.y_mm - reach_mm <= y <= one.y_mm + one.depth_mm + reach_mm
        ]
        return element_key(min(found)[1]) if found else ""

    def grip_at(self, key: str, point: QPointF, reach_mm: float) -> int | None:
        """Return which corner of an element a point takes; None of none."""
        one = element_with(self._workspace.document.design, key)
        near = [
            (abs(point.x() - x) + abs(point.y() - y), at)
            for at, (x, y) in enumerate(corners_of(one.box) if one else ())
        ]
        off, at = min(near, default=(reach_mm + 1, 0))
        return at if off <= reach_mm else None

    def boundingRect(self) -> QRectF:
        """Return a box that holds all of the floor."""
        return QRectF(-_FAR_MM, -_FAR_MM, 2 * _FAR_MM, 2 * _FAR_MM)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in device pixels."""
        space = self._workspace
        found = (element_with(space.document.design, key) for key in space.selection)
        chosen = [one for one in found if one is not None]
        held = [one for one in self.shown() if one.locked]
        if not (chosen or held):
            return
        transform, theme = painter.worldTransform(), space.theme
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for one in held:
            box = QRectF(one.x_mm, one.y_mm, one.width_mm, one.depth_mm)
            paint_padlock(painter, transform.mapRect(box), theme)
        for one in chosen:
            corners = [transform.map(QPointF(x, y)) for x, y in corners_of(one.box)]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 1.6))
            painter.drawRect(QRectF(corners[0], corners[2]))
            painter.setBrush(QColor(theme.accent))
            painter.setPen(QPen(QColor(theme.canvas), 1))
            for corner in corners:
                painter.drawEllipse(corner, _GRIP_PX, _GRIP_PX)
        painter.restore()
