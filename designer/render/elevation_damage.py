"""What of an elevation looks different after its rack changed: only that is painted again."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRectF

from designer.model.design import Face
from designer.render.drawing import DeviceDrawing, RackDrawing, Seen
from designer.render.elevation_frame import ElevationFrame, frame_in
from designer.render.rack_painter import balance_band, device_rect, longest_names

_FACES: Final[tuple[Face, Face]] = ("front", "rear")
_LINE_PX: Final = 3.0
"""Lines around a device and what marks it reach so far beyond its place."""


def damage(
    boxes: dict[Face, QRectF],
    before: RackDrawing,
    after: RackDrawing,
    remarked: Collection[str] = (),
) -> list[QRectF] | None:
    """Return where both faces of a rack look different; None where that is anywhere.

    Parameters
    ----------
    boxes
        Where the faces stand on the screen, with nominal pixels.
    remarked
        Keys of devices that are marked as they were not before, or no longer are.
    """
    if _without_devices(before) != _without_devices(after):
        return None
    if _looks(before.zero_u) != _looks(after.zero_u):
        return None
    if [it.look for it in before.doors] != [it.look for it in after.doors]:
        return None
    was = longest_names(before)
    # The widest name of a part decides the letters of all: they are painted anew, and no others.
    fitted = {part for part, name in longest_names(after).items() if was.get(part, name) != name}
    found = []
    for face in _FACES:
        frame = frame_in(boxes[face], after)
        found += [_row(frame, low, high) for low, high in _spans(before, after, face)]
        found += [
            _row(frame, device.half_u, device.top_half_u)
            for device in after.mounted
            if device.look.id in fitted
        ]
        if before.balance != after.balance:
            found += filter(None, (balance_band(frame, it) for it in (before, after)))
        for device in after.devices:
            if device.key in remarked:
                place = device_rect(boxes[face], after, device, face)
                found.append(place.adjusted(-_LINE_PX, -_LINE_PX, _LINE_PX, _LINE_PX))
    return found


def _without_devices(drawing: RackDrawing) -> RackDrawing:
    """Return the rack itself: without what it holds in words, too, which no elevation paints."""
    return replace(drawing, devices=(), balance=None, copies=1, summary="")


def _looks(devices: Iterable[DeviceDrawing]) -> list[DeviceDrawing]:
    """Return what devices look like: one that leaves its assembly has another key, and no more."""
    return [replace(device, key="") for device in devices]


def _spans(before: RackDrawing, after: RackDrawing, face: Face) -> Iterator[tuple[int, int]]:
    """Yield first half unit and first one above of what a face shows differently."""
    for seen in _seen(before, face) ^ _seen(after, face):
        yield seen.device.half_u, seen.device.top_half_u
    for low, high, _ in set(before.gaps) ^ set(after.gaps):
        yield low, high
    for low, high, _side in set(before.free_halves) ^ set(after.free_halves):
        yield low, high


def _seen(drawing: RackDrawing, face: Face) -> set[Seen]:
    return {replace(it, device=replace(it.device, key="")) for it in drawing.seen_from(face)}


def _row(frame: ElevationFrame, low: int, high: int) -> QRectF:
    """Return the room of units over the whole width, with the lines around it."""
    span = frame.span(low, high)
    sides = frame.outer.adjusted(-frame.gutter, 0, frame.gutter, 0)
    return QRectF(sides.left(), span.top() - _LINE_PX, sides.width(), span.height() + 2 * _LINE_PX)
