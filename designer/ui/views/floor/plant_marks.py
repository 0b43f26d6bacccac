"""What of the room's power is on the floor: what is under the hand, and the marks on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.catalog.plant_places import Pipe, Plant, drawn_of, node_of
from designer.document.placement import Box
from designer.ui.state.padlock import paint_padlock
from designer.ui.state.workspace import Workspace

if TYPE_CHECKING:
    from designer.render.fate import Fate

_GRIP_PX = 4.0


class PlantMarks(QGraphicsItem):
    """Outlines what is selected or pointed at, and says on each what a loss that is tried does.

    The things themselves are painted with the room: they move seldom.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._plant: tuple[Plant | Pipe, ...] = ()
        self._places: tuple[tuple[Box, Plant | Pipe], ...] = ()
        self._hovered = ""
        self._bounds = QRectF()
        self.setZValue(10)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def reload(self) -> None:
        """Look at the design anew."""
        space = self._workspace
        hides, takes = space.layers.hides, space.layers.takes
        self._plant = tuple(
            one
            for one in drawn_of(space.document.design, space.catalog)
            if not hides("power", layer_of(one))
        )
        self._places = tuple((one.box, one) for one in self._plant if takes("power", layer_of(one)))
        bounds = QRectF()
        for one in self._plant:
            bounds = bounds.united(_rect(one))
        self.prepareGeometryChange()
        self._bounds = bounds.adjusted(-50, -50, 50, 50) if self._plant else bounds
        self.update()

    def key_at(self, point: QPointF) -> str:
        """Return what is selected by a press at a point; a run lies over what stands."""
        x, y = point.x(), point.y()
        found = [
            one
            for (left, top, right, bottom), one in self._places
            if left <= x <= right and top <= y <= bottom
        ]
        found.sort(key=lambda one: one.is_run)
        return found[-1].key if found else ""

    def end_at(self, key: str, point: QPointF, reach_mm: float) -> int | None:
        """Return which end of a run a point takes: 0 where it begins, 1 where it ends, or none."""
        one = next((one for one in self._plant if one.key == key and one.is_run), None)
        if one is None:
            return None
        away = [QLineF(point, end).length() for end in _ends_of(one)]
        nearest = away.index(min(away))
        return nearest if away[nearest] <= reach_mm else None

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
            if is_locked(one):
                paint_padlock(painter, box, self._workspace.theme)
            if one.key in chosen or one.key == self._hovered:
                width = 2.0 if one.key in chosen else 1.2
                painter.setPen(QPen(QColor(self._workspace.theme.accent), width))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(box)
                if one.is_run and one.key in chosen:
                    self._paint_grips(painter, transform, one)
        painter.setWorldTransform(transform)

    def _paint_grips(self, painter: QPainter, transform: QTransform, one: Plant | Pipe) -> None:
        """Paint the two ends by which a run is made longer or turned."""
        painter.setBrush(QColor(self._workspace.theme.accent))
        for end in _ends_of(one):
            painter.drawEllipse(transform.map(end), _GRIP_PX, _GRIP_PX)

    def _fate(self, node: str) -> Fate | None:
        shown = self._workspace.what_if.shown
        if shown is None or shown.loss is None:
            return None
        from designer.render.fates_of_loss import fate_of_node

        return fate_of_node(shown.loss, node, self._workspace.document.design.power)


def is_locked(one: Plant | Pipe) -> bool:
    """Return whether a thing of the room's power, or the pipes of a loop, are locked."""
    return one.loop.locked if isinstance(one, Pipe) else one.node.locked


def layer_of(one: Plant | Pipe) -> str:
    """Return the layer that a thing of the room's power names; pipes name none."""
    return "" if isinstance(one, Pipe) else one.node.layer


def _rect(one: Plant | Pipe) -> QRectF:
    left, top, right, bottom = one.box
    return QRectF(left, top, right - left, bottom - top)


def _ends_of(one: Plant | Pipe) -> tuple[QPointF, ...]:
    """Return where a run begins and where it ends, mm; it has both."""
    run = one.loop if isinstance(one, Pipe) else one.node
    ends = ((run.x_mm, run.y_mm), (run.end_x_mm, run.end_y_mm))
    return tuple(QPointF(x, y) for x, y in ends if x is not None and y is not None)
