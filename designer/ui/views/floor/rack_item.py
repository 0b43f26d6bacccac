"""A rack on the floor: asks for its drawing when it is first painted, and paints it in pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from designer.render.drawing import RackDrawing, rack_drawing, signed, with_report
from designer.render.rack_top import paint_rack_top
from designer.ui.state.workspace import Workspace

if TYPE_CHECKING:
    from designer.render.fate import Fate


class RackItem(QGraphicsItem):
    """One rack or floor unit.

    Parameters
    ----------
    workspace
        Where its figures, its drawing and the theme come from.
    rack_id
        Which one it is; everything else is asked for.
    """

    def __init__(self, workspace: Workspace, rack_id: str) -> None:
        super().__init__()
        self.rack_id = rack_id
        self._workspace = workspace
        self._box = QRectF()
        self._drawing: RackDrawing | None = None
        self._report = workspace.rack_report(rack_id)
        self._faulty = rack_id in workspace.faulty_racks()
        self._chosen = self._holds = self._hovered = self._lit = self._dimmed = False
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the footprint, in mm."""
        return self._box

    def set_box(self, x_mm: int, y_mm: int, width_mm: int, depth_mm: int) -> bool:
        """Stand elsewhere, or be filled differently: the drawing is made anew.

        Returns
        -------
        bool
            Whether it stands elsewhere, or is of another size.
        """
        box, at = QRectF(0, 0, width_mm, depth_mm), QPointF(x_mm, y_mm)
        moved = box != self._box or at != self.pos()
        if moved:
            self.prepareGeometryChange()
            self._box = box
            self.setPos(at)
        self._drawing = None
        self.update()
        return moved

    def set_marks(self, *, chosen: bool, holds: bool) -> None:
        """Be selected, or hold something that is."""
        if (chosen, holds) != (self._chosen, self._holds):
            self._chosen, self._holds = chosen, holds
            self.setZValue(1 if chosen else 0)
            self.update()

    def set_hover(self, hovered: bool) -> None:
        """Show that the pointer is over it."""
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    def set_picked(self, *, lit: bool, dimmed: bool) -> None:
        """Stand where the pointer is on an overlay's scale, or outside what it is filtered by."""
        if (lit, dimmed) != (self._lit, self._dimmed):
            self._lit, self._dimmed = lit, dimmed
            self.update()

    def take_report(self) -> bool:
        """Look at the newest figures; return whether they differ from those drawn."""
        report = self._workspace.rack_report(self.rack_id)
        faulty = self.rack_id in self._workspace.faulty_racks()
        if faulty == self._faulty and (report is self._report or report == self._report):
            return False
        self._report, self._faulty = report, faulty
        if self._drawing is not None and report is not None:
            drawing = with_report(self._drawing, report)
            self._drawing = signed(drawing, faulty=self._faulty)
        else:
            self._drawing = None
        self.update()
        return True

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in device pixels: text and lines stay sharp at every zoom."""
        drawing = self._drawing or self._draw()
        if drawing is None:
            return
        transform = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        try:
            paint_rack_top(
                painter,
                transform.mapRect(self._box),
                drawing,
                self._workspace.theme,
                transform.m11(),
                selected=self._chosen or self._holds,
                hover=self._hovered,
                reading=self._workspace.overlay.reading(self._report),
            )
            if self._lit or self._dimmed:
                self._paint_picked(painter, transform.mapRect(self._box))
            fate = self._workspace.what_if.fate(self.rack_id)
            if fate is not None:
                self._paint_fate(painter, transform.mapRect(self._box), fate)
        finally:
            painter.setWorldTransform(transform)

    def _paint_fate(self, painter: QPainter, box: QRectF, fate: Fate) -> None:
        from designer.render.fate_painter import paint_fate  # not before something is lost

        paint_fate(painter, box.adjusted(2, 2, -2, -2), fate, self._workspace.theme)

    def _paint_picked(self, painter: QPainter, box: QRectF) -> None:
        from designer.render.pick_painter import paint_dimmed, paint_lit  # not before one is

        theme = self._workspace.theme
        if self._dimmed:
            paint_dimmed(painter, [box], theme)
        if self._lit:
            paint_lit(painter, [box.adjusted(1, 1, -1, -1)], theme)

    def _draw(self) -> RackDrawing | None:
        space = self._workspace
        layout = space.layout()
        rack = layout.racks.get(self.rack_id)
        if rack is not None:
            drawing = rack_drawing(layout, space.catalog, rack, self._report)
            self._drawing = signed(drawing, faulty=self._faulty)
        return self._drawing
