"""A rack on the floor: asks for its drawing when it is first painted, and paints it in pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsRectItem, QStyleOptionGraphicsItem, QWidget

from designer.render.drawing import RackDrawing, rack_drawing, signed, with_report
from designer.render.overlays import Reading
from designer.render.rack_top import paint_rack_top, shows_devices, shows_words
from designer.render.theme import Theme
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.rack_pictures import RackPictures

if TYPE_CHECKING:
    from designer.render.fate import Fate


class RackLook(NamedTuple):
    """All that decides what a rack looks like, besides its place and size on the screen."""

    drawing: RackDrawing
    theme: Theme
    scale: float
    selected: bool
    hover: bool
    reading: Reading | None
    fate: Fate | None
    lit: bool
    dimmed: bool


class RackItem(QGraphicsRectItem):
    """One rack or floor unit, in mm; its rectangle is its footprint.

    Parameters
    ----------
    workspace
        Where its figures, its drawing and the theme come from.
    rack_id
        Which one it is; everything else is asked for.
    pictures
        Where what was painted is kept, for all racks of the floor.
    """

    def __init__(
        self, workspace: Workspace, rack_id: str, pictures: RackPictures[RackLook]
    ) -> None:
        super().__init__()
        self.rack_id = rack_id
        self._workspace = workspace
        self._pictures = pictures
        self.setPen(Qt.PenStyle.NoPen)  # a line would be beyond the footprint
        self._size = (0, 0)
        self._drawn_at = 0.0
        self._drawing: RackDrawing | None = None
        self._is_filled = False
        self._report = workspace.rack_report(rack_id)
        self._faulty = rack_id in workspace.faulty_racks()
        self._chosen = self._holds = self._hovered = self._lit = self._dimmed = False
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_box(self, x_mm: int, y_mm: int, width_mm: int, depth_mm: int) -> bool:
        """Stand elsewhere, or be filled differently: the drawing is made anew.

        Returns
        -------
        bool
            Whether it stands elsewhere, or is of another size.
        """
        box, at = QRectF(0, 0, width_mm, depth_mm), QPointF(x_mm, y_mm)
        moved = box != self.rect() or at != self.pos()
        if moved:
            self.setRect(box)
            self._size = (width_mm, depth_mm)
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
            self._drawn_at = 0.0
            self._drawing = signed(drawing, faulty=self._faulty)
        else:
            self._drawing = None
        self.update()
        return True

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint in device pixels: text and lines stay sharp at every zoom."""
        transform = painter.worldTransform()
        scale = transform.m11()
        wide, high = self._size[0] * scale, self._size[1] * scale
        drawing = self._drawn(wide, high, scale)
        if drawing is None:
            return
        space = self._workspace
        reading = space.overlay.reading(self._report)
        fate = space.what_if.fate(self.rack_id)
        look = RackLook(
            drawing, space.theme, scale, self._chosen or self._holds, self._hovered, reading, fate,
            self._lit, self._dimmed,
        )  # fmt: skip
        at = (transform.dx(), transform.dy(), wide, high)
        painter.setWorldTransform(QTransform())
        try:
            if widget is None:  # a picture of the scene, not the screen
                _paint(painter, QRectF(*at), look)
            else:
                self._pictures.paint(
                    painter, self.rack_id, at, widget.devicePixelRatioF(), look, _paint
                )
        finally:
            painter.setWorldTransform(transform)

    def _drawn(self, wide: float, high: float, scale: float) -> RackDrawing | None:
        """Return what to paint in a size; what it holds is looked at when that first shows."""
        if self._drawing is None:
            self._draw(filled=False)
        elif scale == self._drawn_at:
            return self._drawing
        drawing, self._drawn_at = self._drawing, scale
        if drawing is None or self._is_filled or not shows_words(wide, high, scale):
            return drawing
        # Words on what it holds are the report's, or made from the devices.
        summed_up = self._report is not None and self._report.summary
        if not summed_up or shows_devices(wide, high, scale, drawing.units):
            self._draw(filled=True)
        return self._drawing

    def _draw(self, *, filled: bool) -> None:
        space = self._workspace
        layout = space.layout()
        rack = layout.racks.get(self.rack_id)
        if rack is not None:
            drawing = rack_drawing(layout, space.catalog, rack, self._report, filled=filled)
            self._drawing, self._is_filled = signed(drawing, faulty=self._faulty), filled


def _paint(painter: QPainter, box: QRectF, look: RackLook) -> None:
    paint_rack_top(
        painter, box, look.drawing, look.theme, look.scale,
        selected=look.selected, hover=look.hover, reading=look.reading,
    )  # fmt: skip
    if look.lit or look.dimmed:
        from designer.render.pick_painter import paint_dimmed, paint_lit  # not before one is

        if look.dimmed:
            paint_dimmed(painter, [box], look.theme)
        if look.lit:
            paint_lit(painter, [box.adjusted(1, 1, -1, -1)], look.theme)
    if look.fate is not None:
        from designer.render.fate_painter import paint_fate  # not before something is lost

        paint_fate(painter, box.adjusted(2, 2, -2, -2), look.fate, look.theme)
