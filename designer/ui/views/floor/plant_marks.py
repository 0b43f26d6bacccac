"""What of the room's power is on the floor: what is under the hand, and the marks on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.catalog.plant_places import Plant, node_of, plant_of
from designer.ui.state.workspace import Workspace

if TYPE_CHECKING:
    from designer.render.what_if import Fate


class PlantMarks(QGraphicsItem):
    """Outlines what is selected or pointed at, and says on each what a loss that is tried does.

    The things themselves are painted with the room: they move seldom.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._plant: tuple[Plant, ...] = ()
        self._hovered = ""
        self._bounds = QRectF()
        self.setZValue(10)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def reload(self) -> None:
        """Look at the design anew."""
        space = self._workspace
        self._plant = tuple(plant_of(space.document.design, space.catalog))
        bounds = QRectF()
        for one in self._plant:
            bounds = bounds.united(_rect(one))
        self.prepareGeometryChange()
        self._bounds = bounds.adjusted(-50, -50, 50, 50) if self._plant else bounds
        self.update()

    def key_at(self, point: QPointF) -> str:
        """Return what is selected by a press at a point; a run lies over what stands."""
        found = [one for one in self._plant if _rect(one).contains(point)]
        found.sort(key=lambda one: one.is_run)
        return found[-1].key if found else ""

    def box_of(self, key: str) -> QRectF:
        """Return what a key's thing covers, in mm; null where there is none."""
        return next((_rect(one) for one in self._plant if one.key == key), QRectF())

    def set_hover(self, key: str) -> None:
        """Show what the pointer is over."""
        if key != self._hovered:
            self._hovered = key
            self.update()

    def boundingRect(self) -> QRectF:
        """Return what all of it covers, in mm."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the marks in device pixels."""
        transform = painter.worldTransform()
        chosen = set(self._workspace.selection)
        painter.setWorldTransform(QTransform())
        for one in self._plant:
            box = transform.mapRect(_rect(one))
            fate = self._fate(node_of(one.key))
            if fate is not None:
                from designer.render.fate_painter import paint_fate  # not before something is lost

                paint_fate(painter, box, fate, self._workspace.theme)
            if one.key in chosen or one.key == self._hovered:
                width = 2.0 if one.key in chosen else 1.2
                painter.setPen(QPen(QColor(self._workspace.theme.accent), width))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(box)
        painter.setWorldTransform(transform)

    def _fate(self, node: str) -> Fate | None:
        shown = self._workspace.what_if.shown
        if shown is None or shown.loss is None:
            return None
        from designer.render.what_if import fate_of_node

        return fate_of_node(shown.loss, node)


def _rect(one: Plant) -> QRectF:
    left, top, right, bottom = one.box
    return QRectF(left, top, right - left, bottom - top)
