"""Where things stand in an elevation: arithmetic shared by painting and hit testing."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from designer.catalog.depth import PANEL_MM
from designer.model.design import Face, Side
from designer.model.units import RACK_UNIT_MM
from designer.render.drawing import DeviceDrawing, RackDrawing

_SCREEN_SIDE: Final = 0.085
"""Widest side channel on screen, as a part of the rack: names need the room more."""
_FRAME_PX: Final = 18.0
_FALLBACK_MARGIN: Final = 0.027
"""Plinth and roof of a rack whose part has no height, as a part of it, each."""


@dataclass(frozen=True, slots=True)
class ElevationFrame:
    """The main lines of one elevation, in units of the device.

    Attributes
    ----------
    outer
        The rack's outline.
    rails
        The opening that its units fill exactly.
    panel
        The opening's part between left and right edge of a 19-inch panel.
    unit
        Height of one rack unit; 0 for a rack without any.
    gutter
        Width of each column of unit numbers.
    """

    outer: QRectF
    panel: QRectF
    unit: float
    gutter: float
    units: int

    def y_of(self, half_u: float) -> float:
        """Return the lower edge of a half unit (2 is the floor of U1)."""
        return self.panel.bottom() - (half_u - 2) * self.unit / 2

    def span(self, half_u: float, top_half_u: float) -> QRectF:
        """Return the panel's part from a half unit up to, not including, another."""
        top = self.y_of(top_half_u)
        return QRectF(self.panel.left(), top, self.panel.width(), self.y_of(half_u) - top)

    def place(self, half_u: float, top_half_u: float, side: Side, face: Face) -> QRectF:
        """Return the same, or the half of it that a side is as one sees it from a face."""
        box = self.span(half_u, top_half_u)
        return half_box(box, side, face) if side else box


def half_box(box: QRectF, side: Side, face: Face) -> QRectF:
    """Return the half of a box that a side is: the left one is at the right from behind."""
    at_left = (side == "left") != (face == "rear")
    half = box.width() / 2
    return QRectF(box.left() if at_left else box.left() + half, box.top(), half, box.height())


def side_at(frame: "ElevationFrame", x: float, face: Face) -> Side:
    """Return the half of the width that is seen at a place on a face."""
    return "left" if (x < frame.panel.center().x()) != (face == "rear") else "right"


def gutter_of(unit: float, px: float) -> float:
    """Return how wide a column of unit numbers must be."""
    return max(1.2 * unit, _FRAME_PX * px)


def frame_in(
    rect: QRectF, drawing: RackDrawing, px: float = 1.0, *, to_scale: bool = False
) -> ElevationFrame:
    """Return the frame that fills a rectangle, number columns included.

    Parameters
    ----------
    rect
        Where the elevation may be, in units of the device.
    px
        Units of the device for one nominal pixel of 1/96 inch: 1 on screen.
    to_scale
        Side channels as wide as in the real rack; otherwise narrowed in favour of the names.
    """
    units = drawing.rail_units
    share = margin_share(drawing)
    unit = rect.height() * (1 - 2 * share) / units if units else 0.0
    gutter = min(gutter_of(unit, px), rect.width() * 0.16) if units else 0.0
    outer = rect.adjusted(gutter, 0, -gutter, 0)
    side = max(0.0, (1 - PANEL_MM / drawing.width_mm) / 2)
    inset = outer.width() * (side if to_scale else min(side, _SCREEN_SIDE))
    margin = outer.height() * share
    panel = outer.adjusted(inset, margin, -inset, -margin)
    return ElevationFrame(outer, panel, unit, gutter, units)


def above_roof(frame: ElevationFrame, drawing: RackDrawing) -> float:
    """Return how far devices reach above the rack's outline, in units of the device."""
    highest = max((device.top_half_u for device in drawing.mounted), default=0)
    return max(0.0, frame.outer.top() - frame.y_of(highest)) if frame.unit else 0.0


def margin_share(drawing: RackDrawing) -> float:
    """Return the part of the rack's height above (and below) its units."""
    if not drawing.rail_units or not drawing.height_mm:
        return _FALLBACK_MARGIN
    spare = drawing.height_mm - drawing.rail_units * RACK_UNIT_MM
    return max(spare, 0.0) / 2 / drawing.height_mm


def zero_u_rect(
    frame: ElevationFrame, drawing: RackDrawing, device: DeviceDrawing, px: float = 1.0
) -> QRectF:
    """Return where a 0U device hangs in the rear view: left, right, left, … from outside in."""
    order = [d.key for d in drawing.zero_u]
    if device.key not in order:
        return QRectF()
    index = order.index(device.key)
    lanes = (len(order) + 1) // 2
    channel = frame.panel.left() - frame.outer.left()
    gap = min(1.5 * px, channel * 0.08)
    real = (device.look.width_mm or 60) / drawing.width_mm * frame.outer.width()
    width = min(real, (channel - gap) / lanes - gap) if lanes else real
    height = frame.panel.height()
    if device.look.height_mm and drawing.units:
        height = min(height, device.look.height_mm / RACK_UNIT_MM * frame.unit)
    top = frame.panel.bottom() - height - min(frame.unit, frame.panel.height() - height) * 0.5
    offset = gap + (index // 2) * (width + gap)
    left = frame.outer.left() + offset if index % 2 == 0 else frame.outer.right() - offset - width
    return QRectF(left, max(top, frame.panel.top()), width, height)


def half_u_at(frame: ElevationFrame, point: QPointF) -> int | None:
    """Return the half unit under a point, or None outside the opening's height."""
    if not frame.unit or not frame.panel.top() <= point.y() < frame.panel.bottom():
        return None
    return 2 + int((frame.panel.bottom() - point.y()) / (frame.unit / 2))
