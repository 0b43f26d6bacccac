"""Paints the side of a rack on screen: how deep everything reaches, and what has not the room."""

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from designer.catalog.depth import DepthConflict
from designer.catalog.inside_layout import run_name
from designer.model.figure_words import UNKNOWN
from designer.render.drawing import DeviceDrawing, RackDrawing
from designer.render.elevation_frame import ElevationFrame, frame_in
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, LEFT, RIGHT, draw_longest, draw_text, text_width
from designer.render.rack_painter import is_in_blocks, paint_unit_numbers
from designer.render.rack_top import paint_state
from designer.render.side_layout import SideLayout, device_side, side_layout, x_of
from designer.render.theme import Theme, kind_colour

_NAME_PX: Final = 10.0
_LEAST_PX: Final = 6.0
"""Letters lower than this cannot be read."""
_SIGN_PX: Final = 9.0
_GRAVEST: Final = ("error", "warning", "unknown")


class _Side:
    """One painting of a side."""

    def __init__(
        self, painter: QPainter, rect: QRectF, drawing: RackDrawing, theme: Theme,
        conflicts: Sequence[DepthConflict],
    ) -> None:  # fmt: skip
        self.painter, self.drawing, self.theme = painter, drawing, theme
        self.frame: ElevationFrame = frame_in(rect, drawing)
        self.lines: SideLayout = side_layout(drawing)
        self.conflicts = conflicts
        self.states = states_of(conflicts)

    def box(self, device: DeviceDrawing) -> QRectF:
        return device_side(self.frame, self.drawing, self.lines, device)

    def clear(self, device: DeviceDrawing, box: QRectF) -> QRectF:
        """Return what of a device's box nothing else covers that it meets: there its words go."""
        clear = QRectF(box)
        met = {key for it in self.conflicts if device.key in it.keys for key in it.keys}
        for other in self.drawing.mounted:
            if other.key == device.key or other.key not in met:
                continue
            its = self.box(other)
            if box.left() < its.left() < clear.right():
                clear.setRight(its.left())
            elif clear.left() < its.right() < box.right():
                clear.setLeft(its.right())
        return clear

    def x(self, mm: float) -> float:
        return x_of(self.frame, self.lines, mm)

    def pen(self, colour: str, width: float = 1.0, *, dashed: bool = False) -> None:
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        self.painter.setPen(QPen(QColor(colour), width, style))


def states_of(conflicts: Sequence[DepthConflict]) -> dict[str, str]:
    """Return the gravest state of a conflict that each device has a part in, by key."""
    found: dict[str, str] = {}
    for state in reversed(_GRAVEST):
        found.update((key, state) for it in conflicts if it.state == state for key in it.keys)
    return found


def paint_side(
    painter: QPainter,
    rect: QRectF,
    drawing: RackDrawing,
    theme: Theme,
    conflicts: Sequence[DepthConflict] = (),
    *,
    selected: Collection[str] = (),
    hover: str | None = None,
) -> None:
    """Paint a rack from its right into a rectangle, the front at the left, with unit numbers.

    Heights are those of the faces beside it. Depths are in scale with one another; what nobody
    states is dashed and fills the depth between the rails.
    """
    job = _Side(painter, rect, drawing, theme, conflicts)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_cabinet(job)
    if drawing.rail_units:
        _paint_rails(job)
        for device in drawing.mounted:
            _paint_device(job, device)
        _paint_runs(job)
        _paint_beside(job)
        _paint_meetings(job)
        if not is_in_blocks(job.frame, 1.0):
            paint_unit_numbers(painter, rect, drawing, theme)
    _paint_marks(job, selected, hover)
    painter.restore()


def _paint_cabinet(job: _Side) -> None:
    painter, frame, theme = job.painter, job.frame, job.theme
    body = QRectF(frame.outer)
    body.setRight(job.x(job.lines.depth))
    job.pen(theme.device_line)
    painter.setBrush(QColor(theme.rack))
    painter.drawRoundedRect(body, 3, 3)
    painter.setBrush(QColor(theme.rack_inner))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRect(QRectF(body.left() + 1, frame.panel.top(), body.width() - 2,
                            frame.panel.height()))  # fmt: skip


def _paint_rails(job: _Side) -> None:
    """Paint front rails, the end of what devices may take, and the room for cables behind it."""
    frame, lines, theme, painter = job.frame, job.lines, job.theme, job.painter
    top, low = frame.panel.top(), frame.panel.bottom()
    left, right, end = job.x(lines.front), job.x(lines.rear), job.x(lines.depth)
    job.pen(theme.grid, 0.5)
    ys = [frame.y_of(2 * unit + 2) for unit in range(1, frame.units)]
    painter.drawLines([QLineF(left, y, right, y) for y in ys])
    hatch = QColor(theme.line)
    hatch.setAlphaF(0.6)
    if end - right > 3:
        room = QRectF(right, top, end - right - 1, low - top)
        paint_hatch(painter, room, Qt.BrushStyle.FDiagPattern, hatch, pitch=6, line=0.6)
    job.pen(theme.dim, 1.2)
    painter.drawLine(QLineF(left, top, left, low))
    job.pen(theme.dim, 1.2, dashed=not lines.is_stated)
    painter.drawLine(QLineF(right, top, right, low))
    roof = QRectF(left, frame.outer.top(), right - left, top - frame.outer.top())
    if roof.height() >= _LEAST_PX + 2:
        size = min(9.0, roof.height() - 2)
        draw_longest(painter, roof, depth_words(job.drawing), size, theme.dim, align=CENTRE)


def depth_words(drawing: RackDrawing) -> tuple[str, ...]:
    """Return what a rack takes in depth, the longest wording first."""
    own = f"{drawing.depth_mm:,} mm"
    if drawing.usable_mm is None:
        return (f"usable depth {UNKNOWN}, rack {own}", f"usable {UNKNOWN} of {own}", own)
    usable = f"{drawing.usable_mm:,} mm"
    return f"usable {usable} of {own}", f"usable {usable}", usable


def _paint_device(job: _Side, device: DeviceDrawing) -> None:
    box = job.box(device)
    box = box.adjusted(0, 0.5, 0, -0.5) if box.height() > 3 else box
    state, known = job.states.get(device.key, ""), device.look.depth_mm
    blocks = is_in_blocks(job.frame, 1.0)
    job.painter.setBrush(QColor(kind_colour(device.look.traits) if blocks else job.theme.device))
    colour = _colour(job.theme, state) if state else job.theme.device_line
    if not device.look.known:
        colour = job.theme.warning
    job.pen(colour, 1.6 if state else 1.0, dashed=known is None)
    job.painter.drawRect(box)
    if blocks or box.height() < _LEAST_PX:
        return
    size = min(_NAME_PX, box.height() * 0.8)
    inner = job.clear(device, box).adjusted(4, 0, -4, 0)
    if state:
        sign = QRectF(inner.left(), box.center().y() - _SIGN_PX / 2, _SIGN_PX, _SIGN_PX)
        paint_state(job.painter, sign, state, job.theme)
        inner.setLeft(inner.left() + _SIGN_PX + 4)
    words = f"{known:,} mm" if known else f"depth {UNKNOWN}"
    name = draw_text(job.painter, inner, device.name, size, job.theme.text, 600, LEFT)
    if name + text_width(words, size) + 6 <= inner.width():
        draw_text(job.painter, inner, words, size, job.theme.dim, align=RIGHT)
    _paint_free(job, device, box, size)


def _paint_free(job: _Side, device: DeviceDrawing, box: QRectF, size: float) -> None:
    """Say how much is free behind a device at the front, where nothing hangs there."""
    if device.face != "front" or not device.look.depth_mm or job.drawing.usable_mm is None:
        return
    free = job.lines.rear - job.lines.front - device.look.depth_mm
    opposite = any(
        it.face == "rear" and it.half_u < device.top_half_u and device.half_u < it.top_half_u
        for it in job.drawing.mounted
    )
    if free <= 0 or opposite:
        return
    behind = max((job.lines.span(it)[1] - job.lines.span(it)[0] for it in job.drawing.zero_u),
                 default=0.0)  # fmt: skip
    place = QRectF(box.right() + 3, box.top(), job.x(job.lines.rear - behind) - box.right() - 6,
                   box.height())  # fmt: skip
    whole = f"{free:,.0f} mm free"
    draw_longest(job.painter, place, (whole, f"{free:,.0f} mm", f"{free:,.0f}"), size * 0.9,
                 job.theme.dim, align=LEFT)  # fmt: skip


def _paint_runs(job: _Side) -> None:
    """Paint touching units inside a filled rack, whose depth no source tells, as one body."""
    inside = job.drawing.inside
    for run in inside.runs if inside else ():
        span = job.frame.span(run[0].half_u, run[-1].top_half_u)
        left = job.x(job.lines.front)
        box = QRectF(left, span.top(), job.x(job.lines.rear) - left, span.height())
        job.painter.setBrush(QColor(job.theme.device))
        job.pen(job.theme.device_line, 1.0, dashed=True)
        job.painter.drawRect(box)
        size = min(_NAME_PX, box.height() * 0.8)
        if size >= _LEAST_PX:
            words = (f"{run_name(run)} · depth {UNKNOWN}", run_name(run))
            draw_longest(job.painter, box.adjusted(4, 0, -4, 0), words, size, job.theme.text)


def _paint_beside(job: _Side) -> None:
    """Paint rack PDUs beside the rails, through which one sees, and what hangs on the rear door."""
    job.painter.setBrush(Qt.BrushStyle.NoBrush)
    for device in job.drawing.zero_u:
        state = job.states.get(device.key, "")
        job.pen(_colour(job.theme, state) if state else job.theme.dim, 1.2, dashed=True)
        box = job.box(device)
        job.painter.drawRect(box)
        if state:
            sign = QRectF(0, 0, _SIGN_PX, _SIGN_PX)
            sign.moveCenter(box.center())
            paint_state(job.painter, sign, state, job.theme)
    for device in job.drawing.doors:
        box = job.box(device)
        job.painter.setBrush(QColor(job.theme.device))
        job.pen(job.theme.dim, 1.0, dashed=device.look.depth_mm is None)
        job.painter.drawRect(box)
        job.painter.save()
        job.painter.translate(box.center())
        job.painter.rotate(-90)
        room = QRectF(-box.height() / 2, -box.width() / 2, box.height(), box.width())
        size = min(_NAME_PX, box.width() * 0.7)
        if size >= _LEAST_PX:
            draw_longest(job.painter, room.adjusted(6, 0, -6, 0), (device.look.name, "door"), size,
                         job.theme.dim, align=CENTRE)  # fmt: skip
        job.painter.restore()


def _paint_meetings(job: _Side) -> None:
    """Hatch what two devices both want, and what reaches beyond the depth that the rack takes."""
    boxes = {it.key: job.box(it) for it in job.drawing.devices}
    end = job.x(job.lines.rear)
    for conflict in job.conflicts:
        colour = QColor(_colour(job.theme, conflict.state))
        held = [boxes[key] for key in conflict.keys if key in boxes]
        if len(held) == 2:
            both = held[0].intersected(held[1])
        elif held and conflict.state == "error":
            both = QRectF(held[0])
            both.setLeft(max(both.left(), min(end, both.right())))
        else:
            continue
        if both.width() > 1 and both.height() > 1:
            paint_hatch(
                job.painter, both, Qt.BrushStyle.DiagCrossPattern, colour, pitch=5, line=1.0
            )


def _paint_marks(job: _Side, selected: Collection[str], hover: str | None) -> None:
    job.painter.setBrush(Qt.BrushStyle.NoBrush)
    for device in job.drawing.devices:
        chosen = device.key in selected
        if not chosen and device.key != hover:
            continue
        box = job.box(device)
        tint = QColor(job.theme.accent)
        tint.setAlphaF(0.12 if chosen else 0.07)
        job.painter.fillRect(box, QBrush(tint))
        job.pen(job.theme.accent, 2.0 if chosen else 1.2)
        job.painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)


def _colour(theme: Theme, state: str) -> str:
    return {"error": theme.error, "warning": theme.warning}.get(state, theme.text)
