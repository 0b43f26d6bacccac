"""Dashes around what comes in a later stage than the one that is looked at, on the floor."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.catalog.plant_places import plant_key
from designer.ui.state.later_painter import paint_later
from designer.ui.state.workspace import Workspace

if TYPE_CHECKING:
    from designer.ui.views.floor.rack_item import RackItem

_Z: Final = 12
"""Above racks and what of the room's power stands on the floor."""


class LaterMarks(QGraphicsItem):
    """Washes out and dashes racks, floor units and plant that are not there yet.

    Parameters
    ----------
    racks
        The scene's racks by id; read, never changed.
    plant_box
        Gives what a thing of the room's power covers, in mm; null where it does not stand there.
    """

    def __init__(
        self,
        workspace: Workspace,
        racks: Mapping[str, "RackItem"],
        plant_box: Callable[[str], QRectF],
    ) -> None:
        super().__init__()
        self._workspace, self._racks, self._plant_box = workspace, racks, plant_box
        self._bounds = QRectF()
        self.setZValue(_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        workspace.stage.changed.connect(self.follow)
        workspace.stage.redrawn.connect(self.follow)

    def boundingRect(self) -> QRectF:
        """Return the whole floor."""
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Cover another part of the plane."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def follow(self) -> None:
        """Draw what comes later than the stage that is looked at now."""
        self.update()

    def marked(self) -> tuple[str, ...]:
        """Return the ids of racks and floor units that are dashed."""
        return tuple(key for key in sorted(self._workspace.stage.later) if key in self._racks)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint them in device pixels."""
        if not self._workspace.stage.later:
            return
        theme, transform = self._workspace.theme, painter.worldTransform()
        painter.setWorldTransform(QTransform())
        for box, name in self._boxes(option.exposedRect):
            paint_later(painter, transform.mapRect(box), theme, name)
        painter.setWorldTransform(transform)

    def _boxes(self, exposed: QRectF) -> Iterator[tuple[QRectF, str]]:
        later, layout = self._workspace.stage.later, self._workspace.layout()
        for key in later:
            item = self._racks.get(key)
            if item is not None:
                box = item.sceneBoundingRect()
                if box.intersects(exposed):
                    yield box, layout.name_of(key)
        for node in layout.design.power:
            if node.id in later and node.x_mm is not None:
                box = self._plant_box(plant_key(node.id))
                if not box.isNull():
                    yield box, ""
