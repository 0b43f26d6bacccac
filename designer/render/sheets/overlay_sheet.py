"""The floor shaded by an overlay as a sheet: the plan, its scale, and a list of what racks read."""

from collections.abc import Collection, Iterator, Sequence
from math import inf
from typing import Final

from PySide6.QtCore import QRectF

from designer.engine.report import RackReport, Report
from designer.model.plural import plural
from designer.render.failing import touches_power
from designer.render.overlay_bins import histogram
from designer.render.overlay_painter import paint_reading, paint_scale
from designer.render.overlays import (
    NOT_SIZED,
    Overlay,
    Reading,
    graver,
    off_scale,
    overlays_after,
    overlays_of,
    title,
)
from designer.render.rack_after import NOT_COMPUTED
from designer.render.sheets.drawing_frame import TITLE_HEIGHT, draw_frame, frame_box
from designer.render.sheets.flow import Block, Laid, Piece, columns_of, fill_all, parts_of
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.legend import ground_entries, legend
from designer.render.sheets.plan import PlanView, draw_floor, feet_of, placed_view, room_box
from designer.render.sheets.scale_bar import scale_text
from designer.render.sheets.sheet import PAD, Sheet, continuation
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import name_ranges
from designer.render.sheets.tables import Column, table
from designer.render.what_if import WhatIf

_TYPE: Final = "Floor overlay"
BEFORE: Final = ", with nothing lost"
NOT_TOLD: Final = Reading(0.0, inf, "open", "?", "", NOT_COMPUTED)
_HEAD: Final = 17.0
_SCALE_HIGH: Final = 17.0
_SCALE_MOST: Final = 150.0
_SHARE: Final = 0.66
"""Of the space's width that the plan has on lying paper, of its height on upright paper."""
_GAP: Final = 7.0
_COLUMNS: Final = (
    Column("racks", 0.42, weight=600),
    Column("reading", 0.44),
    Column("share", 0.14, right=True),
)
_DRAWN: Final = {
    "beyond": " (upright lines)",
    "over": " (dark, hatched)",
    "open": " (light, hatched)",
    "none": " (bare)",
}
"""How what is off the scale is drawn."""


def overlay_sheets(ink: Ink, context: SheetContext, chosen: Collection[str] | None) -> list[Sheet]:
    """Return a sheet for each overlay, and what continues its list; none before it is sized.

    Parameters
    ----------
    chosen
        Ids of overlays; None for all of which some rack has a load.
    """
    report = context.report
    if report is None:
        return []
    sheets: list[Sheet] = []
    number = 0
    for overlay, readings, when in _read(context, report):
        if chosen is None:
            wanted = any(reading.state != "none" for reading in readings.values())
        else:
            wanted = overlay.id in chosen
        if wanted:
            number += 1
            sheets += _sheets(ink, context, overlay, readings, (number, when))
    return sheets


def _read(
    context: SheetContext, report: Report
) -> Iterator[tuple[Overlay, dict[str, Reading], str]]:
    """Yield each overlay with what racks read, and after its title in which state that is.

    With a loss of power that is tried what racks carry is read after it, all else without it.
    """
    lost, then = context.lost, context.report_then
    after: tuple[Overlay, ...] = ()
    if lost is not None and then is not None and touches_power(lost.failing):
        after = overlays_after()
        for overlay in after:
            readings = {
                rack.id: overlay.reading(rack) if _is_told(lost, rack) else NOT_TOLD
                for rack in then.racks
            }
            yield overlay, readings, context.after_loss
    told = {overlay.id for overlay in after}
    for overlay in overlays_of(report):
        if overlay.id not in told:
            readings = {rack.id: overlay.reading(rack) for rack in report.racks}
            yield overlay, readings, BEFORE if lost is not None else ""


def _is_told(lost: WhatIf, rack: RackReport) -> bool:
    """Return whether it is known what a rack carries with a loss; one without feeds has none."""
    after = lost.racks.get(rack.id)
    return after is not None and not after.because


def _sheets(
    ink: Ink,
    context: SheetContext,
    overlay: Overlay,
    readings: dict[str, Reading],
    which: tuple[int, str],
) -> list[Sheet]:
    name = context.design.room.name or context.design.name
    at, when = which
    words, number = f"{overlay.title}{when}: {name}", f"OV{at}"
    inside = frame_box(context.paper.mm)
    free = inside.adjusted(PAD, _HEAD, -PAD, -3)
    if context.paper.landscape:
        box = QRectF(free.left(), free.top(), free.width() * _SHARE, free.height() - TITLE_HEIGHT)
        lists = QRectF(box.right() + _GAP, free.top(), 0, 0)
        lists.setBottomRight(free.bottomRight())
    else:
        box = QRectF(free.left(), free.top(), free.width(), free.height() * _SHARE)
        lists = QRectF(free.left(), box.bottom() + _GAP, free.width(), 0)
        lists.setBottom(free.bottom())
    lists.setBottom(lists.bottom() - TITLE_HEIGHT)
    view = placed_view(room_box(context), box)
    blocks = [
        _scale(ink, overlay, tuple(readings.values())),
        legend(ink, ground_entries(context)),
        _list(ink, context, readings),
    ]
    filled, rest = fill_all(parts_of(blocks), columns_of(lists, 1))

    def draw(page: int, pages: int) -> None:
        scale = scale_text(view.scale)
        draw_frame(
            ink, context.paper.mm, context.fields(words, _TYPE, number, scale, page, pages, name)
        )
        head = QRectF(inside.left() + PAD, inside.top() + 3, inside.width() - 2 * PAD, 7)
        ink.text(
            head,
            ink.with_short_names(words, context.short_names(name), 5.2, head.width(), 700),
            5.2,
            weight=700,
        )
        line = QRectF(head.left(), head.top() + 7.4, head.width(), 4)
        ink.text(line, title(overlay), TEXT_MM, colour=ink.theme.dim)
        _draw_plan(ink, context, readings, view)
        for part in filled:
            part.draw(ink)

    return [Sheet(words, draw), *continuation(ink, context, rest, words, _TYPE, number, name)]


def _draw_plan(
    ink: Ink, context: SheetContext, readings: dict[str, Reading], view: PlanView
) -> None:
    """Draw the room, and each rack by its reading; what no report names is not sized."""
    draw_floor(ink, context, view)
    names = {rack.id: rack.name or rack.id for rack in context.design.racks}
    for rack, place in feet_of(context, view).items():
        body = ink.box(place.adjusted(0.15, 0.15, -0.15, -0.15))
        reading = readings.get(rack, NOT_SIZED)
        paint_reading(ink.painter, body, names[rack], reading, ink.theme, ink.px)


def _scale(ink: Ink, overlay: Overlay, readings: tuple[Reading, ...]) -> Block:
    """Return the scale with how many racks stand where on it, and what is off it."""
    off = "; ".join(f"{words}{_DRAWN[state]}" for state, words in off_scale(readings))
    on = sum(reading.state != "none" for reading in readings)

    def draw(pen: Ink, box: QRectF) -> None:
        wide = min(box.width(), _SCALE_MOST)
        bar = QRectF(box.left(), box.top() + 1, wide, _SCALE_HIGH - 9)
        place = pen.box(bar)
        paint_scale(
            pen.painter, place, histogram(readings), pen.theme,
            has_limit=overlay.has_limit, px=pen.px,
        )  # fmt: skip
        ends = QRectF(bar.left(), bar.bottom() + 0.6, wide, 3.4)
        pen.text(ends, overlay.start, TEXT_MM)
        end = pen.width_of(overlay.end, TEXT_MM)
        pen.text(ends.adjusted(wide - end, 0, 1, 0), overlay.end, TEXT_MM)
        if off:
            line = QRectF(box.left(), ends.bottom() + 0.4, box.width(), 3.4)
            pen.text(line, f"off the scale: {off}", TEXT_MM, colour=pen.theme.dim)

    def lay(_: float) -> Laid:
        return Laid((Piece(_SCALE_HIGH, draw),))

    return Block(f"{plural(on, 'rack')} by {title(overlay)}", lay)


def _list(ink: Ink, context: SheetContext, readings: dict[str, Reading]) -> Block | None:
    """Return what racks read, the gravest first; alike ones in one row."""
    names = {rack.id: rack.name or rack.id for rack in context.design.racks}
    alike: dict[Reading, list[str]] = {}
    for rack, reading in readings.items():
        alike.setdefault(reading, []).append(names.get(rack, rack))
    return table(ink, "Racks, the fullest first", _COLUMNS, _rows(alike))


def _rows(alike: dict[Reading, list[str]]) -> Sequence[Sequence[str]]:
    return [
        (name_ranges(alike[reading]), reading.text, reading.share)
        for reading in sorted(alike, key=graver, reverse=True)
    ]
