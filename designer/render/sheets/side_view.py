"""The side of a rack, to scale: how deep each device reaches."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor

from designer.catalog.depth import DepthConflict
from designer.catalog.inside_layout import InsideBox, run_name
from designer.model.figure_words import UNKNOWN
from designer.model.units import RACK_UNIT_MM
from designer.render.drawing import DeviceDrawing, RackDrawing
from designer.render.elevation_frame import margin_share
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE, LEFT, RIGHT
from designer.render.rack_top import paint_state
from designer.render.sheets.ink import LINE_MM, TEXT_MM, Ink
from designer.render.side_layout import DRAWN_PDU_MM, side_layout
from designer.render.theme import LEAST_CAPITALS_MM

_SIGN_MM: Final = 2.4


def draw_side(
    ink: Ink,
    outer: QRectF,
    drawing: RackDrawing,
    scale: float,
    conflicts: Sequence[DepthConflict] = (),
) -> None:
    """Draw the rack seen from its right, the front at the left.

    Parameters
    ----------
    outer
        The rack's outline on paper, mm.
    scale
        Denominator of the scale.
    conflicts
        What has not the depth that it wants: outlined, hatched and signed.
    """
    ink.frame(outer, 0.35)
    share = margin_share(drawing)
    rails = outer.adjusted(0, outer.height() * share, 0, -outer.height() * share)
    unit = rails.height() / drawing.rail_units if drawing.rail_units else 0.0
    depths = side_layout(drawing)
    left, right = outer.left() + depths.front / scale, outer.left() + depths.rear / scale
    if drawing.rail_units:
        ink.lines([(x, rails.top(), x, rails.bottom()) for x in (left, right)], 0.25, ink.theme.dim)
    lines = [
        (left, y, right, y)
        for y in (rails.bottom() - unit * number for number in range(drawing.rail_units + 1))
    ]
    ink.lines(lines if drawing.rail_units else [], 0.1, ink.theme.grid)
    for device in drawing.zero_u:
        height = min((device.look.height_mm or 1_800) / scale, rails.height())
        depth = (device.look.depth_mm or DRAWN_PDU_MM) / scale
        box = QRectF(right - depth, rails.bottom() - height - unit / 2, depth, height)
        ink.frame(box, 0.15, ink.theme.dim, dashed=True)
    boxes = {
        device.key: _draw_device(ink, device, rails, unit, left, right, outer.top(), scale)
        for device in drawing.mounted
    }
    _draw_conflicts(ink, conflicts, boxes, right)
    for run in drawing.inside.runs if drawing.inside else ():
        _draw_run(ink, run, rails, unit, left, right)
    foot = QRectF(outer.left(), outer.bottom() + 0.6, outer.width(), 3.2)
    dim, words = ink.theme.dim, f"depth {drawing.depth_mm:,} mm"
    ink.text(foot, "front", TEXT_MM, colour=dim, align=LEFT)
    ink.text(foot, "rear", TEXT_MM, colour=dim, align=RIGHT)
    if ink.width_of(words, TEXT_MM) + 18 < foot.width():
        ink.text(foot, words, TEXT_MM, colour=dim, align=CENTRE)


def _draw_device(
    ink: Ink,
    device: DeviceDrawing,
    rails: QRectF,
    unit: float,
    left: float,
    right: float,
    roof: float,
    scale: float,
) -> QRectF:
    """Draw a device in the rails; return where it is."""
    known = device.look.depth_mm
    depth = known / scale if known else right - left
    # Above the rack stand the words over the view.
    top = max(rails.bottom() - (device.top_half_u - 2) * unit / 2, roof)
    height = rails.bottom() - (device.half_u - 2) * unit / 2 - top
    if height <= 0:
        return QRectF()
    x = left if device.face == "front" else right - depth
    box = QRectF(x, top, depth, height).adjusted(0, 0.08, 0, -0.08)
    ink.fill(box, ink.theme.device)
    ink.frame(box, 0.25, dashed=known is None)
    inner = box.adjusted(1.4, 0, -1.4, 0)
    words = f"{known:,} mm" if known else f"depth {UNKNOWN}"
    if height < LEAST_CAPITALS_MM:
        return box
    if height > 2 * LINE_MM + 1:
        head = QRectF(inner.left(), inner.top() + 1, inner.width(), LINE_MM)
        ink.text(head, device.name, TEXT_MM, weight=600)
        ink.text(head.translated(0, LINE_MM), words, TEXT_MM, colour=ink.theme.dim)
        return box
    name = ink.text(inner, device.name, TEXT_MM, weight=600)
    if name + ink.width_of(words, TEXT_MM) + 2 <= inner.width():
        ink.text(inner, words, TEXT_MM, colour=ink.theme.dim, align=RIGHT)
    return box


def _draw_conflicts(
    ink: Ink, conflicts: Sequence[DepthConflict], boxes: Mapping[str, QRectF], end: float
) -> None:
    """Outline what has not the depth that it wants, and hatch what two devices both want."""
    for conflict in conflicts:
        held = [boxes[key] for key in conflict.keys if key in boxes]
        if conflict.state != "error" or not held:
            continue
        for box in held:
            ink.frame(box, 0.5, ink.theme.error)
        both = held[0].intersected(held[1]) if len(held) == 2 else QRectF(held[0])
        if len(held) == 1:
            both.setLeft(max(both.left(), min(end, both.right())))
        paint_hatch(
            ink.painter, ink.box(both), Qt.BrushStyle.DiagCrossPattern, QColor(ink.theme.error),
            pitch=5 * ink.px, line=0.7 * ink.px,
        )  # fmt: skip
        sign = QRectF(0, 0, _SIGN_MM, _SIGN_MM)
        sign.moveCenter(both.center())
        paint_state(ink.painter, ink.box(sign), conflict.state, ink.theme, ink.px)


def _draw_run(
    ink: Ink, run: Sequence[InsideBox], rails: QRectF, unit: float, left: float, right: float
) -> None:
    """Draw touching units inside a filled rack, whose depth no source tells, as one body."""
    top = rails.bottom() - (run[-1].top_half_u - 2) * unit / 2
    height = rails.bottom() - (run[0].half_u - 2) * unit / 2 - top
    box = QRectF(left, top, right - left, height).adjusted(0, 0.08, 0, -0.08)
    ink.fill(box, ink.theme.device)
    ink.frame(box, 0.25, dashed=True)
    inner = box.adjusted(1.4, 0, -1.4, 0)
    if height < LEAST_CAPITALS_MM:
        return
    words = f"depth {UNKNOWN}"
    name = ink.text(inner, run_name(run), TEXT_MM, weight=600)
    if name + ink.width_of(words, TEXT_MM) + 2 <= inner.width():
        ink.text(inner, words, TEXT_MM, colour=ink.theme.dim, align=RIGHT)


def rack_height_mm(drawing: RackDrawing) -> float:
    """Return the rack's height; where its part is silent, units, usual plinth and roof."""
    return drawing.height_mm or drawing.rail_units * RACK_UNIT_MM / (1 - 2 * margin_share(drawing))
