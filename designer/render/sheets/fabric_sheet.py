"""A fabric as a sheet: tiers, bundles, rails, with every single failure; one for each fabric."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRectF

from designer.engine.fabric_map import FabricCut, FabricCuts, FabricMap
from designer.engine.network_report import FabricReport
from designer.model.figure_words import UNKNOWN, number
from designer.model.plural import plural
from designer.render.fabric_drawing import FabricDrawing
from designer.render.fabric_layout import laid_out
from designer.render.fabric_look import FabricLook
from designer.render.fabric_losses import loss_rows
from designer.render.fabric_painter import paint_fabric
from designer.render.fabric_things import FabricIndex
from designer.render.fabric_words import (
    bisection_of,
    cut_figure,
    cut_in_words,
    in_tb_s,
    over_nvlink,
    proof_of,
    sides_in_words,
    state_of_proof,
    worst_ratio,
)
from designer.render.sheets.drawing_frame import draw_frame, frame_box, title_box
from designer.render.sheets.flow import Block, columns_of, fill_all, parts_of
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.sheet import PAD, Sheet, continuation
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.tables import Column, notes, table
from designer.render.theme import LEAST_EM_MM

_TYPE: Final = "Fabric"
_HEAD: Final = 15.0
_SCALE: Final = LEAST_EM_MM / 10.0
"""Millimetres of a nominal pixel: the smallest letters of the drawing have an em of 10."""
_SHARE: Final = 0.56
"""Of the space's height that the drawing takes where all of it can be read."""
_GAP: Final = 7.0
_COLUMN: Final = 150.0
_LOSSES: Final = (
    Column("what is lost", 0.36, weight=600),
    Column("alike", 0.12, right=True),
    Column("TB/s left each way", 0.26, right=True),
    Column("lose a link", 0.26, right=True),
)
_OF_DRAWING: Final = (
    "Figures on bundles are links; below leaves a cell is an endpoint of a node: a column a node, "
    "a row a rail. TB/s are one way. What is dashed is not connected, or not drawn."
)


def fabric_sheets(ink: Ink, context: SheetContext) -> list[Sheet]:
    """Return a sheet for each fabric with switches, and what continues it."""
    made = []
    for at, shown in enumerate(context.maps.maps, start=1):
        if len(shown.leaves):
            made += _sheets(ink, context, shown, f"N{at}")
    return made


def _sheets(ink: Ink, context: SheetContext, shown: FabricMap, drawing_number: str) -> list[Sheet]:
    room = context.design.room.name or context.design.name
    title = f"{_TYPE} {shown.name}: {room}"
    inside = frame_box(context.paper.mm)
    space = inside.adjusted(PAD, _HEAD, -PAD, -3)
    index = FabricIndex(shown, context.layout.name_of, context.layout.feed_name)
    report = _report(context, shown.fabric)
    wide, high = space.width() / _SCALE, space.height() * _SHARE / _SCALE
    drawing = laid_out(index, (wide, high))
    scale = min(_SCALE, space.width() / drawing.width)
    top = space.top() + drawing.bottom * scale + 4
    worst = context.maps.worst_cut(shown.fabric)
    blocks = [
        _losses(ink, report, index),
        notes(ink, "Notes", [_OF_DRAWING, *_of_cut(index, worst), *_said(report)]),
    ]
    filled, rest = fill_all(parts_of(blocks), _frames(context, space, top))

    def draw(page: int, pages: int) -> None:
        fields = context.fields(title, _TYPE, drawing_number, "–", page, pages, room)
        draw_frame(ink, context.paper.mm, fields)
        head = QRectF(space.left(), inside.top() + 3, space.width(), 7)
        names = context.short_names(room)
        ink.text(head, ink.with_short_names(title, names, 5.2, head.width(), 700), 5.2, weight=700)
        if report is not None:
            line = QRectF(head.left(), head.top() + 6.6, head.width(), 4)
            ink.text(line, _headline(report), TEXT_MM, colour=ink.theme.dim)
        look = FabricLook(cut=worst[1] if worst is not None else None)
        _paint(ink, context, drawing, index, look, (space.left(), space.top(), scale))
        for part in filled:
            part.draw(ink)

    return [
        Sheet(title, draw), *continuation(ink, context, rest, title, _TYPE, drawing_number, room),
    ]  # fmt: skip


def _report(context: SheetContext, fabric: str) -> FabricReport | None:
    found = context.report.fabrics if context.report is not None else ()
    return next((one for one in found if one.id == fabric), None)


def _headline(report: FabricReport) -> str:
    """Return what the fabric carries, in a line."""
    known = bisection_of(report)
    said = f"{in_tb_s(known)} each way, {proof_of(report, known)}"
    return f"Bisection {said}; worst oversubscription {worst_ratio(report)}"


def _said(report: FabricReport | None) -> list[str]:
    """Return what is to be known of a fabric beside its drawing."""
    if report is None:
        return ["The fabric is not sized yet: nothing is said of what it carries."]
    said = [report.explanation] if report.explanation else []
    if report.unconnected:
        said.append(f"{plural(report.unconnected, 'link')} of its rule not connected.")
    if joined := over_nvlink(report):
        said.append(f"{joined}.")
    return [f"{one[:1].upper()}{one[1:]}" for one in said]


def _of_cut(index: FabricIndex, worst: tuple[FabricCuts, FabricCut] | None) -> Iterator[str]:
    """Yield what the tinted half is, and what crosses to the other; nothing without a cut."""
    if worst is None:
        return
    cuts, cut = worst
    said, _ = state_of_proof(cuts, cut)
    yield (
        f"Tinted is one half at the worst balanced cut: {plural(cut.links, 'link')} cross, "
        f"{in_tb_s(cut_figure(cuts, cut))} each way; {said}. {cut_in_words(index, cut)}; "
        f"{sides_in_words(index, cut)}."
    )


def _losses(ink: Ink, report: FabricReport | None, index: FabricIndex) -> Block | None:
    if report is None:
        return None
    rows = [
        (row.name, number(row.alike, 0),
         UNKNOWN if row.left.unknown else in_tb_s(row.left, ""), row.loses)
        for row in loss_rows(report, index)
    ]  # fmt: skip
    return table(ink, "Every single failure, the gravest first", _LOSSES, rows) if rows else None


def _frames(context: SheetContext, space: QRectF, top: float) -> list[QRectF]:
    """Return the columns under a drawing, those over the title block down to it."""
    title = title_box(context.paper.mm)
    box = QRectF(space.left(), top, space.width(), space.bottom() - top)
    columns = columns_of(box, max(1, int(box.width() / _COLUMN)))
    for column in columns:
        if column.right() > title.left() - _GAP:
            column.setBottom(min(column.bottom(), title.top() - _GAP))
    return [column for column in columns if column.height() > 0]


def _paint(
    ink: Ink,
    context: SheetContext,
    drawing: FabricDrawing,
    index: FabricIndex,
    look: FabricLook,
    place: tuple[float, float, float],
) -> None:
    left, top, scale = (ink.dots_per_mm * one for one in place)

    def part_name(part_id: str) -> str:
        part = context.catalog.get(part_id)
        return (part.name if part is not None else "") or part_id

    ink.painter.save()
    ink.painter.translate(left, top)
    ink.painter.scale(scale, scale)
    paint_fabric(ink.painter, drawing, index, look, ink.theme, part_name)
    ink.painter.restore()
