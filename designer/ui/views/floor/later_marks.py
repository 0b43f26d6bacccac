"""Dashes around what comes in a later stage than the one that is looked at, on the floor."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QRegion, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.catalog.plant_places import pipe_key, plant_key
from designer.render.rack_top import paint_outline
from designer.ui.state.later_painter import paint_all_later, paint_later
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.rack_index import RackIndex
from designer.ui.views.floor.rack_marks import RackMarks

if TYPE_CHECKING:
    from designer.ui.views.floor.rack_item import RackItem

_Z: Final = 12
"""Above racks and what of the room's power stands on the floor."""
_AT_ONCE: Final = 48
"""So many racks are painted in a step: about a millisecond."""


class LaterMarks(QGraphicsItem):
    """Washes out and dashes racks, floor units, plant and pipes that are not there yet.

    Racks and floor units are part of the still floor, of which pictures are kept; plant and pipes
    lie over it. Runs lie beneath racks, which stay as they are; trays dash themselves. What is
    selected of the racks is outlined once more: dashes and wash lie over its outline.

    Parameters
    ----------
    racks
        The scene's racks by id; read, never changed.
    index
        Where they stand.
    marks
        Which racks are selected.
    plant_box
        Gives what a thing of the room's power, or pipes, cover, in mm; null where none is drawn.
    """

    def __init__(
        self,
        workspace: Workspace,
        racks: Mapping[str, "RackItem"],
        index: RackIndex,
        marks: RackMarks,
        plant_box: Callable[[str], QRectF],
    ) -> None:
        super().__init__()
        self._workspace, self._racks, self._plant_box = workspace, racks, plant_box
        self._index, self._marks = index, marks
        self._bounds = QRectF()
        self._marked: frozenset[str] = frozenset()
        self.setZValue(_Z)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the whole floor."""
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Cover another part of the plane."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def follow(self) -> list[QRectF]:
        """Draw what comes later than the stage that is looked at now.

        Returns
        -------
        list of QRectF
            Where racks stand that came later before and do not now, or the other way round, in mm.
        """
        self.update()
        before, self._marked = self._marked, self._workspace.stage.later.racks
        differ = sorted(before ^ self._marked)
        return [self._racks[key].sceneBoundingRect() for key in differ if key in self._racks]

    def marked(self) -> tuple[str, ...]:
        """Return the ids of racks and floor units that are dashed."""
        later = self._workspace.stage.later.racks
        return tuple(key for key in sorted(later) if key in self._racks)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint what lies over the tiles; in a picture of the scene, which has none, all of it."""
        if not self._workspace.stage.later:
            return
        theme, transform = self._workspace.theme, painter.worldTransform()
        painter.setWorldTransform(QTransform())
        if widget is None:
            for _ in self.steps(painter, option.exposedRect, transform):
                pass
        for box, name, is_run in self._plant_in(option.exposedRect):
            painter.save()
            if is_run:
                beside = self._beside_racks(box, transform)
                painter.setClipRegion(beside, Qt.ClipOperation.IntersectClip)
            paint_later(painter, _with_line(transform.mapRect(box)), theme, name)
            painter.restore()
        painter.setWorldTransform(transform)

    def steps(self, painter: QPainter, exposed: QRectF, transform: QTransform) -> Iterator[None]:
        """Paint racks and floor units that a rectangle in mm touches, some with each step.

        Parameters
        ----------
        painter
            Paints in units of the device, without a transform.
        transform
            From mm to these units.
        """
        later = self._workspace.stage.later.racks
        found = [key for key in self._index.touching(exposed) if key in later] if later else []
        layout, theme = self._workspace.layout(), self._workspace.theme
        for at in range(0, len(found), _AT_ONCE):
            some = [
                (transform.mapRect(self._index.rect_of(key)), layout.name_of(key))
                for key in found[at : at + _AT_ONCE]
            ]
            paint_all_later(painter, some, theme)
            yield
        for key in filter(self._marks.is_marked, found):
            box = transform.mapRect(self._index.rect_of(key))
            paint_outline(painter, box, theme, transform.m11(), selected=True)

    def _plant_in(self, exposed: QRectF) -> Iterator[tuple[QRectF, str, bool]]:
        """Yield what later plant and pipes cover, their names, and whether that is a run."""
        design, later = self._workspace.document.design, self._workspace.stage.later
        plant = (one for one in design.power if one.id in later.power and one.x_mm is not None)
        for node in plant:
            box = self._plant_box(plant_key(node.id))
            if box.intersects(exposed):
                yield box, node.name or node.id, node.end_x_mm is not None
        for loop in (one for one in design.loops if one.id in later.loops):
            box = self._plant_box(pipe_key(loop.id))
            if box.intersects(exposed):
                yield box, loop.name or loop.id, True

    def _beside_racks(self, box: QRectF, transform: QTransform) -> QRegion:
        """Return, in units of the device, where no rack stands on a strip."""
        left = QRegion(_with_line(transform.mapRect(box)).toAlignedRect())
        for key in self._index.touching(box):
            left -= QRegion(transform.mapRect(self._index.rect_of(key)).toAlignedRect())
        return left


def _with_line(box: QRectF) -> QRectF:
    """Return a box with the line around it, of which nothing is to be left, in pixels."""
    return box.adjusted(-1.2, -1.2, 1.2, 1.2)
