"""The picture of what is copied: the fronts of its racks side by side, as SVG or PNG."""

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter

from designer.catalog.catalog import Catalog
from designer.model.layout import Layout
from designer.render.drawing import RackDrawing, rack_drawing
from designer.render.elevation_frame import above_roof, frame_in
from designer.render.fonts import load_fonts
from designer.render.lettering import CENTRE, draw_text
from designer.render.picture_file import png_picture, svg_picture
from designer.render.rack_painter import paint_elevation
from designer.render.theme import LIGHT

MOST_RACKS: Final = 12
"""Racks that a picture shows: more would be too small to read in a text."""

_WIDE: Final = 300.0
_TALL: Final = 720.0
_MARGIN: Final = 20.0
_HEAD: Final = 30.0


class ClipPicture:
    """Fronts of racks, painted when somebody asks for them.

    Parameters
    ----------
    racks
        Ids, at most `MOST_RACKS` of which are drawn; the title says how many are not.
    selected
        Keys of devices to mark.
    """

    def __init__(
        self, layout: Layout, catalog: Catalog, racks: Sequence[str], selected: Collection[str] = ()
    ) -> None:
        load_fonts()
        shown = [layout.racks[rack] for rack in racks[:MOST_RACKS]]
        self._drawings = [rack_drawing(layout, catalog, rack, None) for rack in shown]
        self._selected = tuple(selected)
        names = ", ".join(rack.name or rack.id for rack in shown)
        left_out = len(racks) - len(shown)
        self.title = f"{names} and {left_out} more" if left_out else names
        boxes = [frame_in(QRectF(0, 0, _WIDE, _TALL), one) for one in self._drawings]
        above = max(
            (above_roof(box, one) for box, one in zip(boxes, self._drawings, strict=True)),
            default=0.0,
        )
        self._above = min(above, _TALL)
        wide = _MARGIN + len(shown) * (_WIDE + _MARGIN)
        self._size = QSizeF(wide, _HEAD + self._above + _TALL + _MARGIN)

    def svg(self) -> bytes:
        """Return the picture as an SVG document."""
        return svg_picture(self._size, self.title, self._paint)

    def png(self) -> bytes:
        """Return the picture as a PNG image."""
        return png_picture(self._size, self._paint)

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(QRectF(0, 0, self._size.width(), self._size.height()), QColor(LIGHT.panel))
        for at, drawing in enumerate(self._drawings):
            self._paint_rack(painter, drawing, _MARGIN + at * (_WIDE + _MARGIN))

    def _paint_rack(self, painter: QPainter, drawing: RackDrawing, left: float) -> None:
        draw_text(painter, QRectF(left, 6, _WIDE, 20), drawing.name, 14, LIGHT.text, 600, CENTRE)
        box = QRectF(left, _HEAD + self._above, _WIDE, _TALL)
        marked = [key for key in self._selected if any(d.key == key for d in drawing.devices)]
        paint_elevation(painter, box, drawing, "front", LIGHT, selected=marked)
