"""All racks at once, near enough for words: each painted from its picture, or for itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.render.rack_top import paint_outline
from designer.ui.state.padlock import paint_padlock
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.rack_index import RackIndex
from designer.ui.views.floor.rack_item import RackItem, RackLook, paint_look
from designer.ui.views.floor.rack_marks import RackMarks
from designer.ui.views.floor.rack_pictures import RackPictures

_COPIED_FROM: Final = 36.0
"""Width of a rack in pixels from which it lies on so many tiles that a picture of it pays."""


class RackField(QGraphicsItem):
    """Paints racks, and outlines the one that the pointer is over.

    Parameters
    ----------
    workspace
        Where the theme comes from.
    racks
        The scene's racks by id; read, never changed.
    index
        Where they stand.
    marks
        Which are selected.
    """

    def __init__(
        self, workspace: Workspace, racks: Mapping[str, RackItem], index: RackIndex,
        marks: RackMarks,
    ) -> None:  # fmt: skip
        super().__init__()
        self._workspace, self._marks = workspace, marks
        self._racks, self._index = racks, index
        self._bounds = QRectF()
        self._hovered = ""
        self.pictures: RackPictures[RackLook] = RackPictures()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def boundingRect(self) -> QRectF:
        """Return the whole floor."""
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Cover another part of the plane."""
        self.prepareGeometryChange()
        self._bounds = bounds

    def set_hover(self, rack_id: str) -> None:
        """Outline the rack that the pointer is over; an empty id outlines none."""
        for key in (self._hovered, rack_id) if rack_id != self._hovered else ():
            item = self._racks.get(key)
            if item is not None:
                self.update(item.sceneBoundingRect())
        self._hovered = rack_id

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint what lies over the tiles; in a picture of the scene, which has none, all racks."""
        transform = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        if widget is None:
            for _ in self.steps(painter, option.exposedRect, transform, 0.0):
                pass
        item = self._racks.get(self._hovered)
        if item is not None and not self._marks.is_marked(self._hovered):
            box, scale = transform.mapRect(item.sceneBoundingRect()), transform.m11()
            paint_outline(painter, box, self._workspace.theme, scale, selected=False)
        painter.setWorldTransform(transform)

    def steps(
        self, painter: QPainter, exposed: QRectF, transform: QTransform, ratio: float
    ) -> Iterator[None]:
        """Paint the racks that a rectangle in mm touches, one with each step.

        Parameters
        ----------
        painter
            Paints in units of the device, without a transform.
        transform
            From mm to these units.
        ratio
            Pixels for one of them, where pictures may be copied; 0 where not.
        """
        scale, standing = transform.m11(), self._workspace.layout().racks
        found = self._index.touching(exposed)
        if self._marks.chosen:
            # Those lie over others.
            found.sort(key=self._marks.chosen.__contains__)
        for rack_id in found:
            item = self._racks[rack_id]
            look = item.look(scale)
            if look is None:
                continue
            box = transform.mapRect(item.sceneBoundingRect())
            if ratio and box.width() >= _COPIED_FROM:
                at = (box.x(), box.y(), box.width(), box.height())
                self.pictures.paint(painter, rack_id, at, ratio, look, paint_look)
            else:
                paint_look(painter, box, look)
            if self._marks.is_marked(rack_id):
                paint_outline(painter, box, look.theme, scale, selected=True)
            rack = standing.get(rack_id)
            if rack is not None and rack.locked:
                paint_padlock(painter, box, look.theme)
            yield
