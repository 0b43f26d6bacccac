"""The side of a rack, to scale: how deep each device reaches."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF

from designer.catalog.inside_layout import InsideBox, run_name
from designer.model.figure_words import UNKNOWN
from designer.model.units import RACK_UNIT_MM
from designer.render.drawing import DeviceDrawing, RackDrawing
from designer.render.elevation_frame import margin_share
from designer.render.lettering import CENTRE, LEFT, RIGHT
from designer.render.sheets.ink import LINE_MM, TEXT_MM, Ink
from designer.render.theme import LEAST_CAPITALS_MM

RAIL_SETBACK_MM: Final = 75
"""Front rails behind the front door: drawn so because catalogues do not say it."""


def draw_side(ink: Ink, outer: QRectF, drawing: RackDrawing, scale: float) -> None:
    """Draw the rack seen from its right, the front at the left.

    Parameters
    ----------
    outer
        The rack's outline on paper, mm.
    scale
        Denominator of the scale.
    """
    ink.frame(outer, 0.35)
    share = margin_share(drawing)
    rails = outer.adjusted(0, outer.height() * share, 0, -outer.height() * share)
    unit = rails.height() / drawing.rail_units if drawing.rail_units else 0.0
    left = outer.left() + RAIL_SETBACK_MM / scale
    right = outer.right() - RAIL_SETBACK_MM / scale
    if drawing.rail_units:
        ink.lines([(x, rails.top(), x, rails.bottom()) for x in (left, right)], 0.25, ink.theme.dim)
    lines = [
        (left, y, right, y)
        for y in (rails.bottom() - unit * number for number in range(drawing.rail_units + 1))
    ]
    ink.lines(lines if drawing.rail_units else [], 0.1, ink.theme.grid)
    for device in drawing.zero_u:
        height = min((device.look.height_mm or 1_800) / scale, rails.height())
        depth = (device.look.depth_mm or 60) / scale
        box = QRectF(right + 0.4, rails.bottom() - height - unit / 2, depth, height)
        ink.frame(box, 0.15, ink.theme.dim, dashed=True)
    for device in drawing.mounted:
        _draw_device(ink, device, rails, unit, left, right, outer.top(), scale)
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
) -> None:
    known = device.look.depth_mm
    depth = min(known / scale, right - left + RAIL_SETBACK_MM / scale) if known else right - left
    # Above the rack stand the words over the view.
    top = max(rails.bottom() - (device.top_half_u - 2) * unit / 2, roof)
    height = rails.bottom() - (device.half_u - 2) * unit / 2 - top
    if height <= 0:
        return
    x = left if device.face == "front" else right - depth
    box = QRectF(x, top, depth, height).adjusted(0, 0.08, 0, -0.08)
    ink.fill(box, ink.theme.device)
    ink.frame(box, 0.25, dashed=known is None)
    inner = box.adjusted(1.4, 0, -1.4, 0)
    words = f"{known:,} mm" if known else f"depth {UNKNOWN}"
    if height < LEAST_CAPITALS_MM:
        return
    if height > 2 * LINE_MM + 1:
        head = QRectF(inner.left(), inner.top() + 1, inner.width(), LINE_MM)
        ink.text(head, device.name, TEXT_MM, weight=600)
        ink.text(head.translated(0, LINE_MM), words, TEXT_MM, colour=ink.theme.dim)
        return
    name = ink.text(inner, device.name, TEXT_MM, weight=600)
    if name + ink.width_of(words, TEXT_MM) + 2 <= inner.width():
        ink.text(inner, words, TEXT_MM, colour=ink.theme.dim, align=RIGHT)


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
