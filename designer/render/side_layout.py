"""Where things lie in the depth of a rack as one sees it from its right, the front at the left.

Lengths are mm from the front of the rack. Where its rails are is no figure of a catalogue: they are
drawn so that what the rack takes lies between them, as the rule counts that places devices.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from designer.render.drawing import DeviceDrawing, RackDrawing
from designer.render.elevation_frame import ElevationFrame

RAIL_SETBACK_MM: Final = 75
"""Front rails behind the front door, where the depth leaves so much."""
DRAWN_PDU_MM: Final = 60
DRAWN_DOOR_MM: Final = 100
"""Depth of rack PDUs and rear doors that state none; their outline is dashed then."""


@dataclass(frozen=True, slots=True)
class SideLayout:
    """The main lines of a side.

    Attributes
    ----------
    front, rear
        The front rails, and where the depth ends that devices may take.
    depth, whole
        The rack's own depth, and that with what hangs on its rear door.
    is_stated
        Whether somebody states the depth that devices may take.
    """

    front: float
    rear: float
    depth: float
    whole: float
    is_stated: bool

    def span(self, device: DeviceDrawing) -> tuple[float, float]:
        """Return from where to where a device reaches."""
        known = device.look.depth_mm
        if device.face == "door":
            return self.depth, self.depth + (known or DRAWN_DOOR_MM)
        if device.face == "zero-u":
            return self.rear - (known or DRAWN_PDU_MM), self.rear
        reach = known or self.rear - self.front
        if device.face == "front":
            return self.front, self.front + reach
        return self.rear - reach, self.rear


def side_layout(drawing: RackDrawing) -> SideLayout:
    """Return the lines of a rack."""
    depth = float(drawing.depth_mm)
    usable = min(float(drawing.usable_mm), depth) if drawing.usable_mm else None
    if usable is None:
        # The rule counts the whole depth then: rails give way to what fits by it.
        spare = max(depth - _wanted(drawing), 0.0)
        front = min(float(RAIL_SETBACK_MM), spare)
        rear = depth - min(float(RAIL_SETBACK_MM), spare - front)
    else:
        front = min(float(RAIL_SETBACK_MM), depth - usable)
        rear = front + usable
    beyond = max((it.look.depth_mm or DRAWN_DOOR_MM for it in drawing.doors), default=0)
    return SideLayout(front, rear, depth, depth + beyond, drawing.usable_mm is not None)


def _wanted(drawing: RackDrawing) -> float:
    """Return the most depth that a device of a rack wants, or two that face each other.

    What wants more than the rack has is told apart by the rule; rails do not give way to it.
    """
    rears = (*drawing.zero_u, *(it for it in drawing.mounted if it.face == "rear"))
    fronts = _stated(it for it in drawing.mounted if it.face == "front")
    sums = (front + rear for front in fronts for rear in _stated(rears))
    return float(max(it for it in sums if it <= drawing.depth_mm))


def _stated(devices: Iterable[DeviceDrawing]) -> set[int]:
    """Return the depths that are stated, and that of nothing."""
    return {0, *(it.look.depth_mm for it in devices if it.look.depth_mm)}


def device_side(
    frame: ElevationFrame, drawing: RackDrawing, side: SideLayout, device: DeviceDrawing
) -> QRectF:
    """Return where a device is seen in a frame whose outline holds the whole depth."""
    low, high = (x_of(frame, side, at) for at in side.span(device))
    if device.face == "door":
        return QRectF(low, frame.outer.top(), high - low, frame.outer.height())
    if device.face == "zero-u":
        height = frame.panel.height()
        if device.look.height_mm and drawing.height_mm:
            height = min(height, device.look.height_mm / drawing.height_mm * frame.outer.height())
        return QRectF(low, frame.panel.bottom() - height, high - low, height)
    span = frame.span(device.half_u, device.top_half_u)
    return QRectF(low, span.top(), high - low, span.height())


def x_of(frame: ElevationFrame, side: SideLayout, mm: float) -> float:
    """Return where a depth is in a frame."""
    return frame.outer.left() + frame.outer.width() * mm / side.whole


def side_device_at(
    frame: ElevationFrame, drawing: RackDrawing, point: QPointF
) -> DeviceDrawing | None:
    """Return the device under a point of a side: what hangs in the rails is taken first."""
    side = side_layout(drawing)
    order = (*drawing.mounted[::-1], *drawing.zero_u, *drawing.doors)
    found = (it for it in order if device_side(frame, drawing, side, it).contains(point))
    return next(found, None)
