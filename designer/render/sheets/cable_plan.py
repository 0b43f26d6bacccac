"""The plan on the sheet of cables: trays with the bundles in them, and the racks they lead to."""

from typing import Final

from PySide6.QtCore import QRectF

from designer.engine.cable_ways import Bundle, CableWays
from designer.engine.network_report import Cables
from designer.render.cable_painter import fills_of, numbers_of, paint_cables
from designer.render.sheets.ink import Ink
from designer.render.sheets.plan import (
    PlanView,
    draw_plan,
    names_on,
    placed_view,
    room_box,
    tray_names,
    write_tray_names,
)
from designer.render.sheets.sheet_context import SheetContext

OF_PLAN: Final = (
    "On the plan a bundle is as wide as it has cables; its number is that of cables at its fullest "
    "place. ⚠ and ✕ stand where a tray is nearly full or over its usable section."
)


def cable_plan(context: SheetContext, box: QRectF) -> PlanView:
    """Return the room as large as a box of paper (mm) allows."""
    return placed_view(room_box(context), box)


def draw_cable_plan(ink: Ink, context: SheetContext, cables: Cables, view: PlanView) -> None:
    """Draw room, racks and trays, and over them the bundles with their numbers."""
    drawings = context.on_floor
    draw_plan(ink, context, drawings, view, (), trays_named=False)
    # Bundles are painted in nominal pixels, as on a screen.
    transform = view.transform(ink.dots_per_mm / ink.px)
    named = tray_names(ink, context, view)
    kept_off = [ink.box(box) for box in names_on(ink, context, drawings, view, ())]
    kept_off += [place.box for _, place in named]
    ways, fills = _in_trays(cables), fills_of(cables.trays)

    def is_free(place: QRectF) -> bool:
        on_paper = QRectF(place.topLeft() * ink.px, place.size() * ink.px)
        return not any(on_paper.intersects(one) for one in kept_off)

    numbers = numbers_of(ways, fills, transform, is_free)
    ink.painter.save()
    ink.painter.scale(ink.px, ink.px)
    paint_cables(ink.painter, ways, fills, (), numbers, transform, ink.theme)
    ink.painter.restore()
    write_tray_names(ink, named)


def _in_trays(cables: Cables) -> CableWays:
    """Return what runs in trays, as the report tells it."""
    return CableWays(
        bundles=tuple(
            Bundle(
                tray=tray.id, x_mm=one.x_mm, y_mm=one.y_mm, end_x_mm=one.end_x_mm,
                end_y_mm=one.end_y_mm, cables=one.cables, of_all=one.cables,
            )
            for tray in cables.trays
            for one in tray.pieces
        )
    )  # fmt: skip
