"""A rack, or all that are alike, as sheets: front, rear, side, lists, and what goes on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF

from designer.catalog.depth import DepthConflict, conflicts_in
from designer.model.design import Face
from designer.model.units import RACK_UNIT_MM
from designer.render.drawing import RackDrawing
from designer.render.elevation_frame import gutter_of
from designer.render.fate_painter import paint_lost
from designer.render.lettering import CENTRE
from designer.render.lost_in_rack import LostInRack, lost_in_rack
from designer.render.panel_marks import panel_marks
from designer.render.rack_painter import paint_elevation
from designer.render.sheets.comment_marks import draw_on_faces, of_racks
from designer.render.sheets.drawing_frame import TITLE_HEIGHT, draw_frame, frame_box, title_box
from designer.render.sheets.findings import Finding
from designer.render.sheets.flow import (
    Block,
    Filled,
    Part,
    columns_of,
    fill,
    fill_all,
    height_of,
    parts_of,
)
from designer.render.sheets.ink import MM_PER_NOMINAL_PX, Ink
from designer.render.sheets.legend import comment_entries, legend, rack_entries, scale_block
from designer.render.sheets.rack_lists import RackLists, RackSubject
from designer.render.sheets.scale_bar import RACK_SCALES, scale_text
from designer.render.sheets.sheet import PAD, Sheet, continuation
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import RackGroup, holds_of, name_ranges, sides_of
from designer.render.sheets.side_view import draw_side, rack_height_mm
from designer.render.supplies import cords_in

_HEAD: Final = 13.2
_HEAD_UPRIGHT: Final = 19.0
_LABEL: Final = 4.2
_LISTS_WIDE: Final = 88.0
_LISTS_TALL: Final = 86.0
"""Height that the lists have under the views on upright paper."""
_COLUMN: Final = 105.0
_STRIP: Final = 120.0
"""Width of the strip under the views from which it holds legend and revisions side by side."""
_LEGEND_SHARE: Final = 0.66
_STRIP_GAP: Final = 7.0
"""What a long legend takes of the strip's width, and what lies between it and the rest."""
_LEAST_UNDER: Final = 16.0
"""Height under the views from which lists go on there."""
_FOOT: Final = 3.6
_MOST_SMALLER: Final = 4 / 3
"""Views get no smaller than by that to save a sheet."""
_TYPE: Final = "Rack elevation"
_TANK_TYPE: Final = "Contents of a tank"


@dataclass(frozen=True, slots=True)
class Views:
    """Where the three views stand, in mm of paper; number columns belong to front and rear."""

    scale: float
    front: QRectF
    rear: QRectF
    side: QRectF
    below: bool

    @property
    def right(self) -> float:
        """Right edge of the views."""
        return self.side.right()

    @property
    def bottom(self) -> float:
        """Lower edge of the views and of the words under them."""
        return self.side.bottom() + _FOOT


def fit_views(
    drawing: RackDrawing, inside: QRectF, *, landscape: bool, beyond: float = 0.0
) -> Views:
    """Return the views at the largest scale that leaves room for the lists.

    On lying paper the lists stand at the right, on upright paper below.

    Parameters
    ----------
    beyond
        A scale, 15 for 1 : 15; the views are drawn at a smaller one.
    """
    height_mm = rack_height_mm(drawing) or 2_000.0
    room_wide = inside.width() - 2 * PAD - (_LISTS_WIDE + PAD if landscape else 0)
    head = _HEAD if landscape else _HEAD_UPRIGHT
    room_tall = inside.height() - head - _LABEL - _FOOT - TITLE_HEIGHT - 1.2
    room_tall -= 0 if landscape else _LISTS_TALL
    for scale in RACK_SCALES:
        gutter = gutter_of(RACK_UNIT_MM / scale, MM_PER_NOMINAL_PX) if drawing.rail_units else 0.0
        face = drawing.width_mm / scale + 2 * gutter
        depth, height = drawing.depth_mm / scale, height_mm / scale
        total = 2 * face + depth + gutter
        if total + 4 <= room_wide and height <= room_tall and scale > beyond:
            break
    gap = max(2.0, min(10.0, (room_wide - total) / 2))
    if landscape:
        gap = min(gap, max(2.0, (room_wide - total - 20) / 2))
    top = inside.top() + head + _LABEL
    left = inside.left() + PAD
    front = QRectF(left, top, face, height)
    rear = front.translated(face + gap, 0)
    side = QRectF(rear.right() + gap + gutter, top, depth, height)
    return Views(scale, front, rear, side, below=not landscape)


def rack_sheets(
    ink: Ink,
    context: SheetContext,
    group: RackGroup,
    found: tuple[Finding, ...] = (),
    apart: str = "",
) -> list[Sheet]:
    """Return the sheet of some alike racks, and the sheets on which its lists go on.

    Parameters
    ----------
    found
        The findings of the whole design with their numbers.
    apart
        What tells these racks from others of the same words.
    """
    drawing = context.drawing_of(group.first, group.report)
    room = _width_of_head(context)
    fitted: dict[str, tuple[Views, list[Filled], Sequence[Part]]] = {}
    while True:
        what, alike, preface = _subtitle(ink, group, drawing, context, apart, room)
        if preface not in fitted:
            fitted[preface] = _fitted(ink, RackSubject(context, group, drawing, found, preface))
        views, filled, rest = fitted[preface]
        left = _width_of_head(context, views)
        if left >= room:
            break
        room = left
    name = group.first.name or group.first.id
    what_is = _TANK_TYPE if drawing.look.traits.is_tank else _TYPE
    called = f"{_titled(group, context)}{context.after_loss}"
    title, number = f"{called}: elevation, front, rear, side", f"RK-{name}"

    def draw(page: int, pages: int) -> None:
        fields = context.fields(title, what_is, number, scale_text(views.scale), page, pages, name)
        inside = draw_frame(ink, context.paper.mm, fields)
        _draw_head(ink, inside, called, (what, alike), context, room)
        conflicts = conflicts_in(context.layout, context.catalog, group.first.id)
        _draw_views(ink, views, drawing, conflicts, _lost_in(context, group, drawing))
        if context.comments:
            draw_on_faces(ink, context, group.first.id, drawing, views.front, views.rear)
        for part in filled:
            part.draw(ink)

    # A title with a loss in it is long, and no view is on what continues it.
    further = title if context.lost is None else called
    return [Sheet(title, draw), *continuation(ink, context, rest, further, what_is, number, name)]


def _fitted(ink: Ink, subject: RackSubject) -> tuple[Views, list[Filled], Sequence[Part]]:
    """Return the views of the first sheet, what stands around them and what is left over.

    Views a scale smaller are better than a sheet for the last lines of a list.
    """
    context, inside = subject.context, frame_box(subject.context.paper.mm)
    landscape = context.paper.landscape
    views = fit_views(subject.drawing, inside, landscape=landscape)
    lists = RackLists(ink, subject)
    filled, rest = _laid(lists, views)
    if rest:
        smaller = fit_views(subject.drawing, inside, landscape=landscape, beyond=views.scale)
        if smaller.scale <= views.scale * _MOST_SMALLER:
            whole, left = _laid(lists, smaller)
            if not left:
                return smaller, whole, left
    return views, filled, rest


def _laid(lists: RackLists, views: Views) -> tuple[list[Filled], Sequence[Part]]:
    """Return what stands where on the first sheet and what is left over.

    Devices of a series share a line of the contents only where that saves a further sheet.
    """
    marks = _marks(lists, views)
    whole = _placed(lists, views, marks, grouped=False)
    if not whole[1]:
        return whole
    short = _placed(lists, views, marks, grouped=True)
    return whole if short[1] else short


def _marks(lists: RackLists, views: Views) -> list[Block | None]:
    """Return the legend of what these views show, and their scale bar."""
    drawing, report = lists.subject.drawing, lists.subject.group.report
    open_limits = any(x.state == "unknown" for x in report.limits) if report else False
    drawn = _panel_marks(lists.ink, drawing, views)
    entries = rack_entries(drawing, drawn, open_limits=open_limits)
    subject = lists.subject
    entries += comment_entries(of_racks(subject.context, (subject.group.first.id,)))
    key = legend(lists.ink, entries, tight=True)
    return [key, scale_block(views.scale)]


def _placed(
    lists: RackLists, views: Views, marks: Sequence[Block | None], *, grouped: bool
) -> tuple[list[Filled], list[Part]]:
    context, key = lists.subject.context, marks[0]
    inside, title = frame_box(context.paper.mm), title_box(context.paper.mm)
    left, right = inside.left() + PAD, inside.right() - PAD
    blocks, revised = lists.blocks(grouped=grouped), lists.revised
    if views.below:
        top = views.bottom + 3
        whole = QRectF(left, top, right - left, title.top() - 2 - top)
        first = fill(parts_of(marks), whole, must=True)
        whole.setTop(first.bottom + 2)
        parts = [*first.rest, *parts_of([*blocks, revised])]
        filled, rest = fill_all(parts, columns_of(whole, 2))
        return [first, *filled], rest
    strip = QRectF(left, max(views.bottom, title.top() - 4) + 3, 0, 0)
    strip.setRight(title.left() - 6)
    strip.setBottom(inside.bottom() - 2)
    under = columns_of(strip, 2 if strip.width() >= _STRIP else 1)
    if len(under) > 1 and key and height_of(key, under[0].width()) > strip.height():
        under[0].setWidth(strip.width() * _LEGEND_SHARE)
        under[1].setLeft(under[0].right() + _STRIP_GAP)
    keys, late = fill_all(parts_of([*marks, revised]), under)
    x = _left_of_lists(views)
    column = QRectF(x, inside.top() + 5, right - x, title.top() - 3 - inside.top() - 5)
    columns = columns_of(column, max(1, int((column.width() + 7) / _COLUMN)))
    filled, rest = fill_all([*parts_of(blocks), *late], [*columns, *_under_views(views, strip)])
    return [*keys, *filled], rest


def _panel_marks(ink: Ink, drawing: RackDrawing, views: Views) -> frozenset[str]:
    """Return what the marks on the panels of devices stand for, those that these views show."""
    faces: tuple[tuple[QRectF, Face], ...] = ((views.front, "front"), (views.rear, "rear"))
    return frozenset().union(
        *(panel_marks(ink.box(box), drawing, face, ink.theme, px=ink.px) for box, face in faces)
    )


def _under_views(views: Views, strip: QRectF) -> list[QRectF]:
    """Return the space that views leave above the strip with the legend, for lists that go on."""
    free = QRectF(strip.left(), views.bottom + 3, views.right - strip.left(), 0)
    free.setBottom(strip.top() - 1)
    return [free] if free.height() >= _LEAST_UNDER else []


def _titled(group: RackGroup, context: SheetContext) -> str:
    """Return what stands there with its name: a tank is no rack."""
    part, name = context.catalog.get(group.first.part), group.first.name or group.first.id
    return part.traits.titled(name) if part else name


def _left_of_lists(views: Views) -> float:
    """Return where the lists beside the views begin, on lying paper."""
    return views.right + PAD + 2


def _width_of_head(context: SheetContext, views: Views | None = None) -> float:
    """Return the width of the head: up to the lists, where they stand at the right of it.

    Before the views are fitted, the width that the largest ones leave.
    """
    inside = frame_box(context.paper.mm)
    right = inside.right() - PAD
    if context.paper.landscape:
        right = (_left_of_lists(views) if views else right - _LISTS_WIDE) - PAD
    return right - inside.left() - PAD


def _draw_head(
    ink: Ink,
    inside: QRectF,
    title: str,
    said: tuple[str, str],
    context: SheetContext,
    width: float,
) -> None:
    left = inside.left() + PAD
    title = ink.with_short_names(title, context.short_names(), 6.2, width, 700)
    ink.text(QRectF(left, inside.top() + 3, width, 7), title, 6.2, weight=700)
    line = QRectF(left, inside.top() + 9.4, width, 3.6)
    if context.paper.landscape:
        ink.text(line, " · ".join(filter(None, said)), 2.9, colour=ink.theme.dim)
    else:
        ink.text(line, said[0], 2.9, colour=ink.theme.dim)
        ink.text(line.translated(0, 4.3), said[1], 2.9, colour=ink.theme.dim)


def what_stands(group: RackGroup, drawing: RackDrawing, context: SheetContext) -> str:
    """Return what racks hold and on which feeds they hang."""
    fabrics = {fabric.id: fabric.name or fabric.id for fabric in context.design.fabrics}
    sides = sides_of(drawing, group.report)
    return holds_of(drawing, fabrics) + (f" · feeds {sides}" if sides else "")


def _subtitle(
    ink: Ink,
    group: RackGroup,
    drawing: RackDrawing,
    context: SheetContext,
    apart: str,
    width: float,
) -> tuple[str, str, str]:
    """Return what the rack is, which racks are like it, and as a note what is too long for that.

    Words that stand elsewhere on the sheet go first: the assembly, then the part.
    """
    assembly = context.layout.assemblies.get(group.first.assembly)
    holds = what_stands(group, drawing, context)
    parts = [
        holds,
        apart,
        drawing.part_name,
        f"assembly “{assembly.name or assembly.id}”" if assembly else "",
    ]
    parts = list(dict.fromkeys(part for part in parts if part))
    count, names = len(group.racks), name_ranges(rack.name or rack.id for rack in group.racks)
    short = f"one of {count} identical racks, see the notes" if count > 1 else ""
    whole = f"one of {count} identical racks: {names}" if count > 1 else ""
    beside = context.paper.landscape

    def fits(what: str, alike: str) -> bool:
        lines = [" · ".join(filter(None, (what, alike)))] if beside else [what, alike]
        return all(ink.width_of(line, 2.9) <= width for line in lines)

    said = [" · ".join(parts[:end]) for end in range(len(parts), 0, -1)]
    for alike, note in ((whole, ""), (short, f"This sheet holds for {names}." if short else "")):
        for what in said:
            if fits(what, alike):
                return what, alike, note
    notes = [f"Holds {holds}.", *([f"This sheet holds for {names}."] if short else [])]
    room = width - (ink.width_of(f" · {short}", 2.9) if short and beside else 0.0)
    return ink.with_short_names(holds, (holds,), 2.9, room), short, " ".join(notes)


def _lost_in(context: SheetContext, group: RackGroup, drawing: RackDrawing) -> LostInRack | None:
    """Return what a loss that is tried takes of the rack that is drawn; None of none."""
    if context.lost is None:
        return None
    after = context.lost.racks.get(group.first.id)
    return lost_in_rack(
        context.lost, drawing, lambda: cords_in(context.layout, context.catalog, group.first), after
    )


def _draw_views(
    ink: Ink,
    views: Views,
    drawing: RackDrawing,
    conflicts: Sequence[DepthConflict],
    lost: LostInRack | None = None,
) -> None:
    for box, words in (
        (views.front, "FRONT"),
        (views.rear, "REAR"),
        (views.side, "SIDE, from the right"),
    ):
        place = QRectF(box.left() - 5, box.top() - _LABEL, box.width() + 10, _LABEL - 0.8)
        ink.text(place, words, 2.9, weight=600, align=CENTRE)
    _draw_faces(ink, views, drawing, lost)
    draw_side(ink, views.side, drawing, views.scale, conflicts)


def _draw_faces(
    ink: Ink, views: Views, drawing: RackDrawing, lost: LostInRack | None = None
) -> None:
    faces: tuple[tuple[QRectF, Face], ...] = ((views.front, "front"), (views.rear, "rear"))
    for place, face in faces:
        box, supplies = ink.box(place), lost.supplies if lost is not None else {}
        paint_elevation(
            ink.painter, box, drawing, face, ink.theme,
            px=ink.px, to_scale=True, lost=supplies,
        )  # fmt: skip
        if lost is not None:
            ink.painter.save()
            ink.painter.scale(ink.px, ink.px)
            at = QRectF(box.topLeft() / ink.px, box.size() / ink.px)
            paint_lost(ink.painter, at, drawing, face, lost, ink.theme, to_scale=True)
            ink.painter.restore()
