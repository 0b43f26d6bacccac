"""Front and rear of a rack as rectangles: where each device is, which one a point hits."""

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRect, QRectF

from designer.catalog.catalog import Catalog
from designer.catalog.inside_layout import InsideBox, inside_words
from designer.document.drop_plans import Spot
from designer.model.design import Face
from designer.model.layout import Layout, Placed
from designer.render.drawing import RackDrawing, rack_drawing
from designer.render.elevation_damage import damage
from designer.render.elevation_frame import frame_in
from designer.render.rack_painter import device_at, inside_at
from designer.ui.state.workspace import Workspace

_APART = 28
_WIDE_PER_HIGH = 0.62
_MOST_WIDE = 300.0


class Faces:
    """The drawing of one rack and where its two faces stand in the widget.

    Parameters
    ----------
    workspace
        Where racks and devices come from.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._rack_id = ""
        self._drawn: tuple[Layout, Catalog, str] | None = None
        self.drawing: RackDrawing | None = None
        self.boxes: dict[Face, QRectF] = {"front": QRectF(), "rear": QRectF()}

    def show(self, rack_id: str) -> bool:
        """Draw another rack, or the same one as it now is; return whether it looks different."""
        space = self._workspace
        layout = space.layout()
        if self._drawn == (layout, space.catalog, rack_id):
            return False
        self._drawn = (layout, space.catalog, rack_id)
        rack = layout.racks.get(rack_id)
        self._rack_id = rack_id
        # Without its report: front and rear show what stands in a rack, no figures.
        drawing = rack_drawing(layout, space.catalog, rack) if rack else None
        if drawing == self.drawing:
            return False
        self.drawing = drawing
        return True

    def damage(self, before: RackDrawing | None, remarked: Collection[str]) -> list[QRect] | None:
        """Return where the faces look different than with the drawing before; None for anywhere.

        Parameters
        ----------
        remarked
            Keys that are marked as they were not before, or no longer are.
        """
        if before is None or self.drawing is None or self.boxes["front"].isEmpty():
            return None
        places = damage(self.boxes, before, self.drawing, remarked)
        return None if places is None else [place.toAlignedRect() for place in places]

    def fit(self, room: QRectF) -> None:
        """Place both faces side by side in a room, at the left, as high as it is."""
        width = min((room.width() - _APART) / 2, room.height() * _WIDE_PER_HIGH, _MOST_WIDE)
        self.boxes["front"] = QRectF(room.left(), room.top(), width, room.height())
        self.boxes["rear"] = QRectF(room.left() + width + _APART, room.top(), width, room.height())

    def face_at(self, at: QPointF) -> Face:
        """Return the face nearest to a point."""
        middle = (self.boxes["front"].right() + self.boxes["rear"].left()) / 2
        return "front" if at.x() <= middle else "rear"

    def device_at(self, at: QPointF) -> tuple[Placed, Face] | None:
        """Return the device under a point and the face it was hit on."""
        face = self.face_at(at)
        drawing = self.drawing
        if drawing is None or not self.boxes[face].contains(at):
            return None
        hit = device_at(self.boxes[face], drawing, at, face)
        placed = self._workspace.layout().find(hit.key) if hit else None
        return (placed, face) if placed else None

    def inside_at(self, at: QPointF) -> InsideBox | None:
        """Return the unit of a filled rack under a point."""
        box = self.boxes[self.face_at(at)]
        return inside_at(box, self.drawing, at) if self.drawing and box.contains(at) else None

    def spot_box(self, spot: Spot, face: Face) -> QRectF:
        """Return where something at a spot would be seen on a face."""
        box = self.boxes[face]
        if self.drawing is None or not self.drawing.units:
            return box
        frame = frame_in(box, self.drawing)
        if not spot.height_half_u:
            return frame.panel.adjusted(0, 0, 0, -frame.panel.height() + 2 * frame.unit)
        return frame.span(spot.half_u, spot.half_u + spot.height_half_u)

    def words(self) -> str:
        """Return what is in the rack, for a screen reader."""
        if self.drawing and self.drawing.inside:
            return inside_words(self.drawing.inside)
        placed = self._workspace.layout().in_rack(self._rack_id)
        return ", ".join(p.name for p in reversed(placed)) or "empty"
