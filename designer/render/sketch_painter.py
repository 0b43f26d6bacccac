"""Small plans of files: made of a design, and drawn in the colours of the day."""

from collections import defaultdict
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform

from designer.catalog.aisles import rack_size
from designer.catalog.catalog import Catalog
from designer.io.sketches import Sketch
from designer.model.design import Design
from designer.render.theme import Theme

MOST_RACKS: Final = 1200
"""Racks that are drawn one by one; of more, whole rows."""
_MARGIN_PX: Final = 8.0

Box = tuple[int, int, int, int]


def sketch_of(design: Design, catalog: Catalog) -> Sketch:
    """Return the small plan of a design."""
    racks: list[Box] = []
    rows: dict[str, list[Box]] = defaultdict(list)
    cooling: list[Box] = []
    for rack in design.racks:
        part = catalog.get(rack.part)
        if part is None:
            continue
        box = (rack.x_mm, rack.y_mm, *rack_size(rack, catalog))
        if part.traits.is_cooling_unit:
            cooling.append(box)
        else:
            racks.append(box)
            rows[rack.row or rack.id].append(box)
    halls = tuple(hall.outline for hall in design.halls if len(hall.outline) > 2)
    return Sketch(
        name=design.name,
        rooms=halls or (design.room.outline,),
        racks=tuple(racks if len(racks) <= MOST_RACKS else map(_around, rows.values())),
        cooling=tuple(cooling[:MOST_RACKS]),
        count=len(racks),
    )


def paint_sketch(painter: QPainter, box: QRectF, sketch: Sketch, theme: Theme) -> None:
    """Paint a small plan into a box, as large as it goes in there."""
    corners = [QPointF(x, y) for outline in sketch.rooms for x, y in outline]
    whole = QPolygonF(corners).boundingRect()
    if whole.width() <= 0 or whole.height() <= 0:
        return
    inside = box.adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
    scale = min(inside.width() / whole.width(), inside.height() / whole.height())
    centre = inside.center()
    to_px = QTransform()
    to_px.translate(centre.x(), centre.y())
    to_px.scale(scale, scale)
    to_px.translate(-whole.center().x(), -whole.center().y())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.faint), 1))
    painter.setBrush(QColor(theme.canvas))
    for outline in sketch.rooms:
        painter.drawPolygon(to_px.map(QPolygonF([QPointF(x, y) for x, y in outline])))
    painter.setPen(Qt.PenStyle.NoPen)
    _fill(painter, to_px, sketch.racks, QColor(theme.accent), scale)
    _fill(painter, to_px, sketch.cooling, QColor(theme.faint), scale)
    painter.restore()


def _fill(
    painter: QPainter, to_px: QTransform, boxes: tuple[Box, ...], colour: QColor, scale: float
) -> None:
    """Fill boxes, with a gap between those that stand flush where it can be seen."""
    gap = 0.5 if scale * 600 > 3 else 0.0
    painter.setBrush(colour)
    painter.drawRects([to_px.mapRect(QRectF(*box)).adjusted(gap, gap, -gap, -gap) for box in boxes])


def _around(boxes: list[Box]) -> Box:
    left, top = min(x for x, *_ in boxes), min(y for _, y, *_ in boxes)
    right, low = max(x + w for x, _, w, _ in boxes), max(y + d for _, y, _, d in boxes)
    return left, top, right - left, low - top
