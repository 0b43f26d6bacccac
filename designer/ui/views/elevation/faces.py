"""The sides of a rack as rectangles: where each device is, which one a point hits."""

from collections.abc import Collection, Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF

from designer.catalog.catalog import Catalog
from designer.catalog.depth import DepthConflict, conflicts_in
from designer.catalog.inside_layout import InsideBox, inside_words
from designer.document.drop_plans import Spot
from designer.model.design import Face, Side
from designer.model.layout import Layout, Placed
from designer.render.drawing import DeviceDrawing, RackDrawing, rack_drawing
from designer.render.elevation_damage import damage
from designer.render.elevation_frame import frame_in, side_at
from designer.render.rack_painter import device_at, device_rect, inside_at
from designer.render.side_layout import device_side, side_device_at, side_layout, x_of
from designer.ui.state.workspace import Workspace

_APART = 28
_CLOSE = 12
"""What lies between two sides, and between all three."""
_WIDE_PER_HIGH = 0.62
_MOST_WIDE = 300.0
SIDES: Final = ("front", "rear", "side")
"""What of a rack can be shown, from the left to the right."""


class Faces:
    """The drawing of one rack and where its front, rear and side stand in the widget.

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
        self.side = QRectF()
        self.sides: tuple[str, ...] = ("front", "rear")
        self.conflicts: tuple[DepthConflict, ...] = ()

    def show_sides(self, sides: Collection[str]) -> None:
        """Show some of front, rear and side; of none the front is shown."""
        self.sides = tuple(it for it in SIDES if it in sides) or ("front",)

    def shown(self) -> tuple[tuple[Face, QRectF], ...]:
        """Return the faces on show, each with its place."""
        return tuple((face, box) for face, box in self.boxes.items() if face in self.sides)

    def show(self, rack_id: str) -> bool:
        """Draw another rack, or the same one as it now is; return whether it looks different."""
        space = self._workspace
        layout = space.layout()
        if self._drawn == (layout, space.catalog, rack_id):
            return False
        self._drawn = (layout, space.catalog, rack_id)
        rack = layout.racks.get(rack_id)
        self._rack_id = rack_id
        self.conflicts = conflicts_in(layout, space.catalog, rack_id)
        # Without its report: front and rear show what stands in a rack, no figures.
        drawing = rack_drawing(layout, space.catalog, rack) if rack else None
        if drawing == self.drawing:
            return False  # what hangs where is the same: so are the conflicts
        self.drawing = drawing
        return True

    def damage(self, before: RackDrawing | None, remarked: Collection[str]) -> list[QRect] | None:
        """Return where the faces look different than with the drawing before; None for anywhere.

        Parameters
        ----------
        remarked
            Keys that are marked as they were not before, or no longer are.
        """
        whole = self.sides == ("front", "rear")
        if not whole or before is None or self.drawing is None or self.boxes["front"].isEmpty():
            return None
        places = damage(self.boxes, before, self.drawing, remarked)
        return None if places is None else [place.toAlignedRect() for place in places]

    def fit(self, room: QRectF) -> None:
        """Place what is shown side by side in a room, at the left, as high as it is."""
        count = len(self.sides)
        apart = _APART if count < len(SIDES) else _CLOSE
        width = (room.width() - (count - 1) * apart) / count
        width = min(width, room.height() * _WIDE_PER_HIGH, _MOST_WIDE)
        places = {
            name: QRectF(room.left() + at * (width + apart), room.top(), width, room.height())
            for at, name in enumerate(self.sides)
        }
        self.boxes = {"front": places.get("front", QRectF()), "rear": places.get("rear", QRectF())}
        self.side = places.get("side", QRectF())

    def titled(self) -> tuple[tuple[str, QRectF], ...]:
        """Return the names of what is shown, each with its place."""
        side = (("side", self.side),) if "side" in self.sides else ()
        return (*self.shown(), *side)

    def is_on_side(self, at: QPointF) -> bool:
        """Return whether a point belongs to the side."""
        return "side" in self.sides and _nearest(self.titled(), at) == "side"

    def face_at(self, at: QPointF) -> Face:
        """Return the face nearest to a point; of the side, the face nearest in its depth."""
        if not self.is_on_side(at):
            return "front" if _nearest(self.shown(), at) == "front" else "rear"
        return "front" if at.x() <= self.side.center().x() else "rear"

    def box_at(self, at: QPointF) -> QRectF:
        """Return the place of what is shown nearest to a point."""
        return self.side if self.is_on_side(at) else self.boxes[self.face_at(at)]

    def device_at(self, at: QPointF) -> tuple[Placed, Face] | None:
        """Return the device under a point and the face it was hit on."""
        face, box, drawing = self.face_at(at), self.box_at(at), self.drawing
        if drawing is None or not box.contains(at):
            return None
        if self.is_on_side(at):
            hit = side_device_at(frame_in(box, drawing), drawing, at)
        else:
            hit = device_at(box, drawing, at, face)
        placed = self._workspace.layout().find(hit.key) if hit else None
        return (placed, face) if placed else None

    def place_of(self, drawing: RackDrawing, device: DeviceDrawing) -> QRectF:
        """Return where a device is seen: on its own face if that is shown, else wherever it is."""
        own: Face = "rear" if device.face in ("rear", "zero-u", "door") else "front"
        faces = dict(self.shown())
        face: Face = own if own in faces or not faces else next(iter(faces))
        if face in faces:
            return device_rect(faces[face], drawing, device, face)
        return device_side(frame_in(self.side, drawing), drawing, side_layout(drawing), device)

    def seen(self, keys: Collection[str]) -> Iterator[tuple[str, QRectF]]:
        """Yield the name of each of some devices with every place in which it is seen.

        A deep device is seen from both faces, as far as nothing nearer covers it, and from the
        side.
        """
        drawing = self.drawing
        if drawing is None or not keys:
            return
        for face, box in self.shown():
            frame = frame_in(box, drawing)
            for one in drawing.seen_from(face):
                if one.device.key in keys and one.free is not None:
                    yield one.device.name, frame.place(*one.free, one.device.side, face)
            beside = (*drawing.zero_u, *(drawing.doors if face == "rear" else ()))
            for device in beside:
                if device.key in keys:
                    yield device.name, device_rect(box, drawing, device, face)
        if "side" in self.sides:
            frame, lines = frame_in(self.side, drawing), side_layout(drawing)
            for device in drawing.devices:
                if device.key in keys:
                    yield device.name, device_side(frame, drawing, lines, device)

    def outlines(self) -> list[QRectF]:
        """Return what the rack takes of each side that is shown."""
        drawing = self.drawing
        boxes = [box for _, box in self.titled()]
        return boxes if drawing is None else [frame_in(box, drawing).outer for box in boxes]

    def conflict_words(self, key: str) -> list[str]:
        """Return in what conflicts of depth a device has a part."""
        return [it.text for it in self.conflicts if key in it.keys]

    def half_at(self, at: QPointF) -> Side | None:
        """Return the half of the width under a point; None where the side of the rack is."""
        if self.drawing is None or self.is_on_side(at):
            return None
        face = self.face_at(at)
        return side_at(frame_in(self.boxes[face], self.drawing), at.x(), face)

    def inside_at(self, at: QPointF) -> InsideBox | None:
        """Return the unit of a filled rack under a point."""
        box = self.box_at(at)
        return inside_at(box, self.drawing, at) if self.drawing and box.contains(at) else None

    def unit_box(self, unit: InsideBox) -> QRectF:
        """Return where a unit of a filled rack is, on the first of the sides that are shown."""
        if self.drawing is None:
            return QRectF()
        frame = frame_in(self.titled()[0][1], self.drawing)
        return frame.span(unit.half_u, unit.top_half_u)

    def spot_boxes(self, spot: Spot, face: Face) -> list[QRectF]:
        """Return where something at a spot would be seen, on its face and from the side."""
        shown = [self.boxes[face]] if face in self.sides else []
        boxes = [self._on_face(box, spot, face) for box in shown]
        return [*boxes, self._on_side(spot, face)] if "side" in self.sides else boxes

    def _on_face(self, box: QRectF, spot: Spot, face: Face) -> QRectF:
        if self.drawing is None or not self.drawing.units:
            return box
        frame = frame_in(box, self.drawing)
        if not spot.height_half_u:
            return frame.panel.adjusted(0, 0, 0, -frame.panel.height() + 2 * frame.unit)
        return frame.place(spot.half_u, spot.half_u + spot.height_half_u, spot.side, face)

    def _on_side(self, spot: Spot, face: Face) -> QRectF:
        """Return a spot on the side: from its rails as deep as its part, if that is stated."""
        if self.drawing is None or not self.drawing.units:
            return self.side
        frame, lines = frame_in(self.side, self.drawing), side_layout(self.drawing)
        reach = spot.depth_mm or lines.rear - lines.front
        begins = lines.front if face == "front" else lines.rear - reach
        left, right = (x_of(frame, lines, mm) for mm in (begins, begins + reach))
        span = frame.span(spot.half_u, spot.half_u + (spot.height_half_u or 2))
        return QRectF(left, span.top(), right - left, span.height())

    def words(self) -> str:
        """Return what is in the rack, for a screen reader."""
        if self.drawing and self.drawing.inside:
            return inside_words(self.drawing.inside)
        placed = self._workspace.layout().in_rack(self._rack_id)
        return ", ".join(p.name for p in reversed(placed)) or "empty"


def _nearest(places: Collection[tuple[str, QRectF]], at: QPointF) -> str:
    """Return the name of the place that a point is in or nearest to, from left to right."""
    return min(places, key=lambda it: max(it[1].left() - at.x(), at.x() - it[1].right(), 0.0))[0]
