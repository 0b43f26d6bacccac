"""Paints the elevation of one face of a rack, at any size and on any device.

Everything follows from (rectangle, drawing, face, theme). Lengths that people read, such as text
and line widths, are in nominal pixels of 1/96 inch and multiplied by `px`, the units of the device
for one of them: 1 on screen, 12.5 at 1,200 dots an inch.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QRegion

from designer.catalog.inside_layout import InsideBox
from designer.model.design import Face, Side
from designer.render.device_faces import paint_front, paint_hidden, paint_rear
from designer.render.drawing import DeviceDrawing, RackDrawing, Seen
from designer.render.elevation_frame import ElevationFrame, frame_in, half_u_at, zero_u_rect
from designer.render.faces.panel import Panel
from designer.render.faces.rack_pdu import paint_strip
from designer.render.hatch import paint_hatch
from designer.render.inside_painter import paint_inside
from designer.render.lettering import (
    CENTRE,
    LEFT,
    RIGHT,
    draw_longest,
    draw_text,
    letter_size,
    longest,
    text_width,
)
from designer.render.theme import Theme, kind_colour

Detail = Literal["auto", "blocks", "names", "ports"]

_BLOCKS_BELOW: Final = 2.6
"""Height of a unit, in nominal pixels, below which devices are blocks of colour."""
_PORTS_FROM: Final = 4.6
_LEAST_DOOR_WORDS: Final = 6.0
"""Letters lower than this, in nominal pixels, cannot be read on a door's upper edge."""
_BALANCE_PX: Final = 4.5
"""Radius of the sign of a centre of gravity, in nominal pixels."""
_QUARTER: Final = 90 * 16
"""As arcs count."""
_MEASURED: Final = 20.0
"""Size at which names are compared."""
_EVERY_NUMBER_FROM: Final = 7.6
"""Height of a unit, in nominal pixels, from which each unit has its number."""


@dataclass(frozen=True, slots=True)
class _Job:
    painter: QPainter
    frame: ElevationFrame
    drawing: RackDrawing
    face: Face
    theme: Theme
    px: float
    selected: Collection[str]
    hover: str | None
    detail: Detail
    to_scale: bool
    lost: Mapping[str, frozenset[int]]
    within: QRegion | None = None

    def paints(self, box: QRectF) -> bool:
        """Return whether anything of a box is to be painted."""
        if self.within is None:
            return True
        return self.within.intersects(box.toAlignedRect().adjusted(-1, -1, 1, 1))


def paint_elevation(
    painter: QPainter,
    rect: QRectF,
    drawing: RackDrawing,
    face: Face,
    theme: Theme,
    *,
    selected: Collection[str] = (),
    hover: str | None = None,
    detail: Detail = "auto",
    px: float = 1.0,
    to_scale: bool = False,
    lost: Mapping[str, frozenset[int]] = MappingProxyType({}),
    within: QRegion | None = None,
) -> None:
    """Paint the front or the rear of a rack into a rectangle, unit numbers included.

    Parameters
    ----------
    face
        `front` or `rear`; the rear is seen from behind, so left and right are swapped.
    selected, hover
        Device keys to mark.
    detail
        How much to show; `auto` decides by the height of a unit.
    px
        Units of the device for one nominal pixel.
    to_scale
        True widths, for sheets; on screen the side channels are narrowed for the names' sake.
    lost
        Supplies that carry nothing in a loss that is tried, by key of their device.
    within
        What of it is painted, in units of the device; all of it if None. What lies outside is
        left as it is: the painter clips there.
    """
    frame = frame_in(rect, drawing, px, to_scale=to_scale)
    if detail == "auto":
        detail = _detail_of(frame, px)
    job = _Job(
        painter, frame, drawing, face, theme, px, selected, hover, detail, to_scale, lost, within
    )  # fmt: skip
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_cabinet(job)
    if drawing.inside is not None:
        _paint_units(job)
        paint_inside(painter, frame, drawing.inside, face, theme, px, blocks=detail == "blocks")
        if detail != "blocks":
            _paint_numbers(job)
    elif not drawing.units:
        _paint_sealed(job)
    elif detail == "blocks":
        _paint_blocks(job)
    else:
        _paint_held(job)
    _paint_marks(job)
    painter.restore()


def _paint_held(job: _Job) -> None:
    """Paint units with the devices in them, what is beside and behind these, and the numbers."""
    _paint_units(job)
    _paint_gaps(job)
    _paint_beside(job)
    longest = longest_names(job.drawing) if job.detail == "ports" else {}
    for seen in job.drawing.seen_from(job.face):
        _paint_device(job, seen, longest.get(seen.device.look.id, ""))
    _paint_doors(job)
    _paint_numbers(job)
    _paint_balance(job)


def paint_unit_numbers(painter: QPainter, rect: QRectF, drawing: RackDrawing, theme: Theme) -> None:
    """Write the unit numbers of an elevation on screen, beside its outline."""
    frame = frame_in(rect, drawing)
    _paint_numbers(
        _Job(painter, frame, drawing, "front", theme, 1.0, (), None, "auto", False, {})
    )  # fmt: skip


def is_in_blocks(frame: ElevationFrame, px: float) -> bool:
    """Return whether units are so low that devices are blocks of colour."""
    return _detail_of(frame, px) == "blocks"


def _detail_of(frame: ElevationFrame, px: float) -> Detail:
    unit = frame.unit / px
    return "blocks" if unit < _BLOCKS_BELOW else "names" if unit < _PORTS_FROM else "ports"


def panels_seen(
    rect: QRectF,
    drawing: RackDrawing,
    face: Face,
    theme: Theme,
    *,
    px: float = 1.0,
    to_scale: bool = False,
) -> Iterator[tuple[Panel, bool]]:
    """Yield the panels of devices that an elevation shows, to be asked where things are.

    Each comes with whether it is the device's front; there are none where the devices are so low
    that their panels are not painted. Nothing can be painted with them.
    """
    frame = frame_in(rect, drawing, px, to_scale=to_scale)
    if drawing.inside is not None or not drawing.units or _detail_of(frame, px) != "ports":
        return
    job = _Job(QPainter(), frame, drawing, face, theme, px, (), None, "ports", to_scale, {})
    longest = longest_names(drawing)
    for seen in drawing.seen_from(face):
        panel = _panel_of(job, seen, longest.get(seen.device.look.id, ""))
        if not (panel.box.isEmpty() or _is_hidden(job, seen)):
            yield panel, seen.device.face == face


def u_at(rect: QRectF, drawing: RackDrawing, y: float) -> int:
    """Return the half unit at a height, the nearest one outside the units (0 without any)."""
    if not drawing.units:
        return 0
    frame = frame_in(rect, drawing)
    found = half_u_at(frame, QPointF(0, y))
    if found is not None:
        return found
    return 2 * drawing.units + 1 if y < frame.panel.top() else 2


def device_rect(
    rect: QRectF,
    drawing: RackDrawing,
    device: DeviceDrawing,
    face: Face = "rear",
    *,
    px: float = 1.0,
    to_scale: bool = False,
) -> QRectF:
    """Return where a device is painted in an elevation; 0U devices are mirrored with the face."""
    frame = frame_in(rect, drawing, px, to_scale=to_scale)
    return _place(frame, drawing, device, face, px)


def device_at(
    rect: QRectF, drawing: RackDrawing, point: QPointF, face: Face = "rear"
) -> DeviceDrawing | None:
    """Return the topmost device under a point of an elevation on screen, or None."""
    beside = (d for d in drawing.devices if d.face not in ("front", "rear"))
    nearest = (*beside, *(seen.device for seen in drawing.seen_from(face)))[::-1]
    found = (d for d in nearest if device_rect(rect, drawing, d, face).contains(point))
    return next(found, None)


def inside_at(rect: QRectF, drawing: RackDrawing, point: QPointF) -> InsideBox | None:
    """Return the unit of a filled rack under a point of an elevation on screen, or None."""
    frame = frame_in(rect, drawing)
    boxes = drawing.inside.boxes if drawing.inside else ()
    found = (box for box in boxes if frame.span(box.half_u, box.top_half_u).contains(point))
    return next(found, None)


def _place(
    frame: ElevationFrame, drawing: RackDrawing, device: DeviceDrawing, face: Face, px: float
) -> QRectF:
    if device.face == "zero-u":
        box = zero_u_rect(frame, drawing, device, px)
        if face == "front":
            box.moveLeft(frame.outer.left() + frame.outer.right() - box.right())
        return box
    if device.face == "door":
        outer = frame.outer
        return QRectF(outer.left(), outer.top(), outer.width(), frame.panel.top() - outer.top())
    return frame.place(device.half_u, device.top_half_u, device.side, face)


def _paint_cabinet(job: _Job) -> None:
    painter, frame, theme, px = job.painter, job.frame, job.theme, job.px
    painter.setPen(QPen(QColor(theme.device_line), (1.4 if theme.is_print else 1.0) * px))
    painter.setBrush(QColor(theme.rack))
    radius = 0 if theme.is_print else 3 * px
    painter.drawRoundedRect(frame.outer, radius, radius)
    painter.setPen(QPen(QColor(theme.device_line), 0.6 * px))
    painter.setBrush(QColor(theme.rack_inner))
    painter.drawRect(frame.panel)


def _paint_sealed(job: _Job) -> None:
    """Paint what stands on the floor, or is sold filled with nobody knows what: its name."""
    box, px, drawing = job.frame.panel.adjusted(4, 0, -4, 0), job.px, job.drawing
    lines = [drawing.part_name, f"{drawing.gpus} GPUs" if drawing.gpus else ""]
    for index, line in enumerate(line for line in lines if line):
        size = (11 if index == 0 else 9.5) * px
        top = box.center().y() - 14 * px + index * 16 * px
        colour = job.theme.text if index == 0 else job.theme.dim
        place = QRectF(box.left(), top, box.width(), 15 * px)
        draw_text(job.painter, place, line, size, colour, 600 if index == 0 else 400, CENTRE)


def _paint_blocks(job: _Job) -> None:
    """Paint devices as rectangles in batches by the colour of their kind."""
    batches: dict[str, list[QRectF]] = {}
    for device in (seen.device for seen in job.drawing.seen_from(job.face)):
        colour = kind_colour(device.look.traits)
        batches.setdefault(colour, []).append(
            _place(job.frame, job.drawing, device, job.face, job.px).adjusted(
                0, 0, 0, -0.3 * job.px
            )
        )
    job.painter.setPen(Qt.PenStyle.NoPen)
    for colour, boxes in batches.items():
        job.painter.setBrush(QColor(colour))
        job.painter.drawRects(boxes)


def _paint_units(job: _Job) -> None:
    """Paint the line between two units where nothing covers it."""
    frame = job.frame
    job.painter.setPen(QPen(QColor(job.theme.grid), 0.5 * job.px))
    inset = 0.6 * job.px
    left, right = frame.panel.left() + inset, frame.panel.right() - inset
    heights: Iterable[float] = (frame.y_of(2 * unit + 2) for unit in range(1, frame.units))
    if job.within is not None:
        part = job.within.boundingRect().adjusted(0, -1, 0, 1)
        heights = (y for y in heights if part.top() <= y <= part.bottom() + 1)
    job.painter.drawLines([QLineF(left, y, right, y) for y in heights])


def _paint_gaps(job: _Job) -> None:
    """Hatch free units; say `airflow gap` between two nodes of a rack, else `free`.

    What panels close is drawn as these: a design that places none has its units open.
    """
    hatch = QColor(job.theme.line)
    if not job.theme.is_print:
        hatch.setAlphaF(0.45)
    for low, high, between in job.drawing.gaps:
        inset = 0.6 * job.px
        box = job.frame.span(low, high).adjusted(inset, inset, -inset, -inset)
        if not job.paints(box):
            continue
        paint_hatch(
            job.painter, box, Qt.BrushStyle.BDiagPattern, hatch, pitch=5 * job.px, line=0.5 * job.px
        )
        wanted = min(8.2 * job.px, job.frame.unit * 1.2)
        size = letter_size(wanted, box.height(), job.theme, job.px)
        if high - low >= 4 and box.height() > 1.5 * size and size >= 5 * job.px:
            free = (high - low) / 2
            is_gap = between and not job.drawing.look.traits.is_tank
            words = "airflow gap" if is_gap else "free"
            label = f"{words} · {free:g}U" if job.theme.is_print else f"{free:g}U free"
            # A figure that lost its middle would be a wrong one.
            words = longest((label, f"{free:g}U", ""), size, 400, box.width())
            draw_text(job.painter, box, words, size, job.theme.dim, align=CENTRE)

    for low, high, side in job.drawing.free_halves:
        inset = 0.6 * job.px
        box = job.frame.place(low, high, side, job.face).adjusted(inset, inset, -inset, -inset)
        if job.paints(box):
            paint_hatch(
                job.painter, box, Qt.BrushStyle.BDiagPattern, hatch, pitch=5 * job.px,
                line=0.5 * job.px,
            )  # fmt: skip


def _paint_beside(job: _Job) -> None:
    for device in job.drawing.zero_u:
        box = _place(job.frame, job.drawing, device, job.face, job.px)
        if not job.paints(box):
            continue
        panel = Panel(job.painter, box, device, job.theme, job.px, job.frame.unit)
        paint_strip(panel, ghosted=job.face == "front")


def balance_band(frame: ElevationFrame, drawing: RackDrawing, px: float = 1.0) -> QRectF | None:
    """Return where the centre of gravity is marked; None where it is not known."""
    if drawing.balance is None:
        return None
    y = frame.outer.bottom() - frame.outer.height() * drawing.balance
    half = (_BALANCE_PX + 1.5) * px
    return QRectF(frame.outer.left(), y - half, frame.outer.width() + half, 2 * half)


def longest_names(drawing: RackDrawing) -> dict[str, str]:
    """Return the widest name of the devices of each part."""
    longest: dict[str, str] = {}
    for device in drawing.mounted:
        before = longest.setdefault(device.look.id, device.name)
        if text_width(device.name, _MEASURED, 600) > text_width(before, _MEASURED, 600):
            longest[device.look.id] = device.name
    return longest


def _panel_of(job: _Job, seen: Seen, longest: str) -> Panel:
    device = seen.device
    box = _body(job, device.half_u, device.top_half_u, device.side)
    lost = job.lost.get(device.key, frozenset())
    return Panel(job.painter, box, device, job.theme, job.px, job.frame.unit, longest, lost)


def _is_hidden(job: _Job, seen: Seen) -> bool:
    """Return whether a device is behind something, or hangs at the other side and is not deep."""
    device = seen.device
    return device.face != job.face and not (device.look.full_depth and seen.is_whole)


def _paint_device(job: _Job, seen: Seen, longest: str) -> None:
    theme, px, device = job.theme, job.px, seen.device
    panel = _panel_of(job, seen, longest)
    box = panel.box
    if box.isEmpty() or not job.paints(box):
        return
    if _is_hidden(job, seen):
        paint_hidden(panel, _body(job, *seen.free, device.side) if seen.free else QRectF())
        return
    pen = QPen(QColor(theme.device_line), (0.9 if theme.is_print else 1.0) * px)
    if not device.look.known:
        pen = QPen(QColor(theme.warning), px, Qt.PenStyle.DashLine)
    job.painter.setPen(pen)
    job.painter.setBrush(QColor(theme.device))
    radius = 0 if theme.is_print else min(2 * px, box.height() * 0.15)
    job.painter.drawRoundedRect(box, radius, radius)
    if job.detail == "names":
        size = letter_size(min(10 * px, box.height() * 0.8), box.height(), theme, px)
        if size >= 5 * px:
            draw_text(job.painter, panel.inner, device.name, size, theme.text, 600, LEFT)
        return
    if device.face == job.face:
        paint_front(panel)
    else:
        paint_rear(panel)


def _body(job: _Job, low: int, high: int, side: Side) -> QRectF:
    """Return where a device is painted; on a sheet not above its rack, where the words stand."""
    box = job.frame.place(low, high, side, job.face)
    gap = min(0.6 * job.px, box.height() * 0.06)
    box = box.adjusted(gap, gap / 2, -gap, -gap / 2)
    return box.intersected(job.frame.outer) if job.to_scale else box


def _paint_doors(job: _Job) -> None:
    """Name the heat exchanger on the rear door, and draw the door as a second line.

    Its name stands over the rails, or below them where a device reaches above them.
    """
    if job.face != "rear" or not job.drawing.doors:
        return
    frame, px = job.frame, job.px
    job.painter.setBrush(Qt.BrushStyle.NoBrush)
    job.painter.setPen(QPen(QColor(job.theme.dim), 0.8 * px))
    inset = 2 * px
    job.painter.drawRect(frame.outer.adjusted(inset, inset, -inset, -inset))
    band = QRectF(frame.outer.topLeft(), QPointF(frame.outer.right(), frame.panel.top()))
    room = band.adjusted(4 * px, inset, -4 * px, 0)
    bodies = (_body(job, it.half_u, it.top_half_u, it.side) for it in job.drawing.mounted)
    if any(body.intersects(band) for body in bodies):
        band = QRectF(QPointF(frame.outer.left(), frame.panel.bottom()), frame.outer.bottomRight())
        room = band.adjusted(4 * px, 0, -4 * px, -inset)
    size = letter_size(min(8 * px, band.height() * 0.75), band.height(), job.theme, px)
    if size >= _LEAST_DOOR_WORDS * px:
        words = (f"on the door: {job.drawing.doors[0].look.name}", "rear-door exchanger", "door")
        draw_longest(job.painter, room, words, size, job.theme.dim, align=CENTRE)


def _paint_numbers(job: _Job) -> None:
    """Write unit numbers at both sides: every one where there is room, every sixth bold."""
    frame, px = job.frame, job.px
    every = frame.unit >= _EVERY_NUMBER_FROM * px
    step = 1 if every else 6
    least = job.theme.least_px * px
    if least > frame.unit:
        # Lines of numbers that touch cannot be read: on paper every second one, then every sixth.
        step = 2 if 2 * frame.unit >= least else 6
    wanted = min(9 * px, frame.unit * 0.72) if every else 7.5 * px
    size = letter_size(wanted, frame.unit * step, job.theme, px)
    pad = 4 * px
    for unit in range(1, frame.units + 1):
        # The first has its number beside every sixth only: beside that of the second they touch.
        if unit % step and (unit != 1 or step == 2):
            continue
        row = frame.span(2 * unit, 2 * unit + 2)
        if not job.paints(row.adjusted(-2 * frame.gutter, 0, 2 * frame.gutter, 0)):
            continue
        marked = unit % 6 == 0 and step < 6
        colour = job.theme.text if marked else job.theme.dim
        weight = 600 if marked else 400
        left = QRectF(
            frame.outer.left() - frame.gutter, row.top(), frame.gutter - pad, row.height()
        )
        right = QRectF(frame.outer.right() + pad, row.top(), frame.gutter - pad, row.height())
        draw_text(job.painter, left, str(unit), size, colour, weight, RIGHT)
        draw_text(job.painter, right, str(unit), size, colour, weight, LEFT)


def _paint_balance(job: _Job) -> None:
    """Mark the centre of gravity: a circle with two dark quarters, and a line across the rack."""
    if job.drawing.balance is None:
        return
    outer, px, painter = job.frame.outer, job.px, job.painter
    y = outer.bottom() - outer.height() * job.drawing.balance
    paint_balance(painter, QPointF(outer.right() - _BALANCE_PX * px, y), job.theme, px)
    painter.setPen(QPen(QColor(job.theme.text), 0.6 * px, Qt.PenStyle.DashDotLine))
    painter.drawLine(QLineF(outer.left(), y, outer.right() - 2 * _BALANCE_PX * px, y))


def paint_balance(painter: QPainter, middle: QPointF, theme: Theme, px: float) -> None:
    """Paint the sign of a centre of gravity."""
    radius = _BALANCE_PX * px
    box = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
    painter.setPen(QPen(QColor(theme.text), 0.8 * px))
    painter.setBrush(QColor(theme.canvas))
    painter.drawEllipse(box)
    painter.setBrush(QColor(theme.text))
    painter.drawPie(box, 0, _QUARTER)
    painter.drawPie(box, 2 * _QUARTER, _QUARTER)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_marks(job: _Job) -> None:
    """Outline what is chosen with a thick line, what is under the hand with a thin one."""
    job.painter.setBrush(Qt.BrushStyle.NoBrush)
    for device in job.drawing.devices:
        chosen = device.key in job.selected
        if not chosen and device.key != job.hover:
            continue
        box = _place(job.frame, job.drawing, device, job.face, job.px)
        width = (2.0 if chosen else 1.2) * job.px
        tint = QColor(job.theme.accent)
        tint.setAlphaF(0.12 if chosen else 0.07)
        job.painter.fillRect(box, QBrush(tint))
        job.painter.setPen(QPen(QColor(job.theme.accent), width))
        job.painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2 * job.px, 2 * job.px)
