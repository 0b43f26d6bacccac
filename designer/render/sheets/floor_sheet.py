"""The floor as sheets: the plan with its lists, zones of a large room, and what goes on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRectF

from designer.render.drawing import RackDrawing
from designer.render.sheets import floor_lists
from designer.render.sheets.drawing_frame import TITLE_HEIGHT, draw_frame, frame_box, title_box
from designer.render.sheets.findings import Finding, findings_of
from designer.render.sheets.flow import (
    GAP,
    Block,
    Filled,
    Part,
    columns_of,
    fill,
    fill_all,
    height_of,
    parts_of,
)
from designer.render.sheets.ink import Ink
from designer.render.sheets.legend import floor_entries, legend, scale_block
from designer.render.sheets.plan import (
    PlanView,
    draw_clouds,
    draw_plan,
    draw_plans,
    extent_of,
    marks_of,
    names_on,
    placed_view,
    room_box,
)
from designer.render.sheets.plan_marks import PlanMark, draw_marks
from designer.render.sheets.plan_racks import is_signed
from designer.render.sheets.scale_bar import scale_text
from designer.render.sheets.sheet import PAD, Sheet, continuation
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.zones import (
    Zone,
    draw_match_lines,
    draw_zones,
    names_fit,
    zone_view,
    zones_of,
)

_HEAD: Final = 17.0
_HEAD_LEAST: Final = 110.0
_NAME: Final = 6.2
_SUMS: Final = 2.9
"""Em of the floor's name, and of the line under it."""
_BESIDE_HEAD: Final = 10.0
"""What a column beside the heading begins higher than one under it."""
_LISTS_LEAST: Final = 128.0
_LISTS_SHARE: Final = 0.34
"""Width that lists beside the plan have at least, in mm and as a part of the sheet."""
_COLUMN: Final = 135.0
_BESIDE_TITLE: Final = 90.0
"""Width that the strip beside the title block must have to hold something."""
_UNDER: Final = 0.42
"""Part of an upright sheet that the lists under the plan have at least."""
_GAP: Final = 7.0
_TYPE: Final = "Floor plan"


@dataclass(frozen=True, slots=True)
class _Floor:
    """What all sheets of a floor share."""

    ink: Ink
    context: SheetContext
    drawings: Mapping[str, RackDrawing]
    found: tuple[Finding, ...]
    title: str

    @property
    def name(self) -> str:
        """What the floor is called."""
        return self.context.design.room.name or self.context.design.name

    @property
    def signed(self) -> set[str]:
        """The racks that bear the sign of a limit beside their name."""
        return {rack for rack, drawing in self.drawings.items() if is_signed(drawing)}

    @property
    def free(self) -> QRectF:
        """The space inside the frame, under the heading."""
        return frame_box(self.context.paper.mm).adjusted(PAD, _HEAD, -PAD, -3)

    def legend(self, *, leaders: bool, zones: bool, findings: bool = True) -> Block | None:
        """Return the legend for what a sheet of this floor shows."""
        marked = findings and any(finding.marked for finding in self.found)
        in_part = any(finding.marked_in_part for finding in self.found)
        entries = floor_entries(
            self.context, self.drawings, findings=marked, in_part=in_part, leaders=leaders,
            zones=zones,
        )  # fmt: skip
        return legend(self.ink, entries)


def floor_sheets(ink: Ink, context: SheetContext, told: Collection[str] = ()) -> list[Sheet]:
    """Return the floor plan, a sheet for each zone of a large room, and the rest of the lists.

    Parameters
    ----------
    told
        Ids of racks that have a sheet of their own in the same set.
    """
    title = f"Floor plan{context.after_loss}: {context.design.room.name or context.design.name}"
    found = findings_of(context.report, context.layout)
    racks = context.on_floor
    floor = _Floor(ink, context, racks, found, title)
    view, lists = _places(floor)
    zone_box = _zone_box(floor)
    zones = zones_of(ink, context, view.scale, zone_box.size(), floor.signed)
    marks = marks_of(ink, context, view, () if zones else found)
    made = floor_lists.schedule_rows(context)
    blocks = [
        floor.legend(leaders=_has_leader(marks), zones=bool(zones), findings=not zones),
        scale_block(view.scale, north=True),
        floor_lists.revisions(ink, context),
        floor_lists.schedule(ink, context, made),
        floor_lists.feeds(ink, context),
        floor_lists.stranded(ink, context),
        *floor_lists.added_sections(ink, context),
        floor_lists.findings(ink, context, found, told=told),
        floor_lists.remarks(ink, context),
        floor_lists.floor_notes(ink, context, made),
    ]
    filled, rest = _filled(blocks, lists)
    sheets = [_plan_sheet(floor, view, filled, marks, zones)]
    sheets += [_zone_sheet(floor, zone, zones, zone_box) for zone in zones]
    return [*sheets, *continuation(ink, context, rest, title, _TYPE, "FL", floor.name)]


def _has_leader(marks: Sequence[PlanMark]) -> bool:
    return any(mark.place.leader is not None for mark in marks)


@dataclass(frozen=True, slots=True)
class _Lists:
    """Where lists stand: `under` the plan, and in columns `beside` it."""

    under: QRectF
    beside: tuple[QRectF, ...]


def _places(floor: _Floor) -> tuple[PlanView, _Lists]:
    """Return the view of the whole room and the spaces for lists around it."""
    free, paper = floor.free, floor.context.paper
    title = title_box(paper.mm)
    if not paper.landscape:
        upper = free.adjusted(0, 0, 0, -TITLE_HEIGHT - free.height() * _UNDER)
        view = _whole_view(floor, upper)
        under = QRectF(free.left(), view.paper.bottom() + _GAP, free.width(), 0)
        under.setBottom(title.top() - 3)
        return view, _Lists(under, ())
    beside = max(_LISTS_LEAST, free.width() * _LISTS_SHARE)
    box = free.adjusted(0, 0, -beside - _GAP, -TITLE_HEIGHT)
    view = _whole_view(floor, box)
    view = replace(view, paper=view.paper.translated(box.left() + 9 - view.paper.left(), 0))
    under = QRectF(free.left(), view.paper.bottom() + _GAP, view.paper.right() - free.left(), 0)
    under.setBottom(free.bottom())
    under.setRight(min(max(under.right(), free.left() + _BESIDE_TITLE), title.left() - _GAP))
    right = QRectF(view.paper.right() + _GAP, free.top() - _BESIDE_HEAD, 0, 0)
    right.setBottomRight(free.bottomRight())
    right.setBottom(title.top() - 4)
    count = max(1, int((right.width() + _GAP) / _COLUMN))
    head = _head_box(floor, view).right() + _GAP
    # A plan that is narrower than the heading leaves columns under it.
    columns = [
        column.adjusted(0, _BESIDE_HEAD, 0, 0) if column.left() < head - 0.01 else column
        for column in columns_of(right, count)
    ]
    return view, _Lists(under, tuple(columns))


def _whole_view(floor: _Floor, box: QRectF) -> PlanView:
    """Return the view of the whole room with the comments beside it.

    Where these would make the plan so small that racks lose their names, it is that of the room.
    """
    ink, context, signed = floor.ink, floor.context, floor.signed
    room, wide = (placed_view(shown(context), box) for shown in (room_box, extent_of))
    named, still = (names_fit(ink, context, view.scale, signed) for view in (room, wide))
    return wide if still or not named else room


def _filled(blocks: Sequence[Block | None], lists: _Lists) -> tuple[list[Filled], list[Part]]:
    """Return what stands where: legend and revisions under the plan, the others beside it."""
    if not lists.beside:
        key, scale, revised, *others = blocks
        return fill_all(parts_of([key, scale, *others, revised]), [lists.under])
    first = fill(parts_of(blocks[:3]), lists.under)
    below = QRectF(lists.under)
    below.setTop(first.bottom + 4)
    filled, rest = fill_all([*first.rest, *parts_of(blocks[3:])], [*lists.beside, below])
    return [first, *filled], rest


def _plan_sheet(
    floor: _Floor,
    view: PlanView,
    filled: Sequence[Filled],
    marks: Sequence[PlanMark],
    zones: Sequence[Zone],
) -> Sheet:
    ink, context = floor.ink, floor.context

    def draw(page: int, pages: int) -> None:
        scale = scale_text(view.scale)
        fields = context.fields(floor.title, _TYPE, "FL", scale, page, pages, floor.name)
        draw_frame(ink, context.paper.mm, fields)
        _draw_head(ink, context, _head_box(floor, view))
        draw_plans(ink, context, view)
        draw_plan(ink, context, floor.drawings, view, marks)
        names = names_on(ink, context, floor.drawings, view, marks) if zones else ()
        draw_zones(ink, context, view, zones, marks, names)
        draw_clouds(ink, context, view)
        draw_marks(ink, marks)
        for part in filled:
            part.draw(ink)

    return Sheet(floor.title, draw)


def _zone_box(floor: _Floor) -> QRectF:
    """Return the space that a zone has on its sheet: all that legend and title block leave."""
    free, title = floor.free, title_box(floor.context.paper.mm)
    strip = title.left() - _GAP - free.left()
    if strip >= _BESIDE_TITLE:
        return free.adjusted(0, 0, 0, -max(TITLE_HEIGHT, _marks_height(floor, strip)) - 4)
    return free.adjusted(0, 0, 0, -TITLE_HEIGHT - _marks_height(floor, free.width()) - 4)


def _marks_height(floor: _Floor, width: float) -> float:
    """Return the height of legend and scale bar on the sheet of a zone."""
    legend = floor.legend(leaders=True, zones=True)
    blocks = [block for block in (legend, scale_block(1.0)) if block]
    return sum(height_of(block, width) for block in blocks) + GAP * (len(blocks) - 1)


def _zone_sheet(floor: _Floor, zone: Zone, zones: Sequence[Zone], box: QRectF) -> Sheet:
    ink, context = floor.ink, floor.context
    words = f"{floor.title}, zone {zone.name}"
    view = zone_view(context, zone, box)
    title = title_box(context.paper.mm)
    strip = QRectF(floor.free)
    strip.setTop(box.bottom() + 3)
    if title.left() - _GAP - strip.left() >= _BESIDE_TITLE:
        strip.setRight(title.left() - _GAP)
    marks = marks_of(ink, context, view, floor.found)
    key = floor.legend(leaders=_has_leader(marks), zones=True)
    filled = fill(parts_of([key, scale_block(view.scale, north=True)]), strip, must=True)

    def draw(page: int, pages: int) -> None:
        scale = scale_text(view.scale)
        fields = context.fields(words, _TYPE, f"FL-{zone.name}", scale, page, pages, floor.name)
        inside = draw_frame(ink, context.paper.mm, fields)
        place = QRectF(inside.left() + PAD, inside.top() + 3, inside.width() - 2 * PAD, 7)
        ink.text(place, f"Zone {zone.name}", _NAME, weight=700)
        draw_plans(ink, context, view)
        draw_plan(ink, context, floor.drawings, view, marks)
        names = names_on(ink, context, floor.drawings, view, marks)
        draw_match_lines(ink, context, view, zone, zones, marks, names)
        draw_clouds(ink, context, view)
        draw_marks(ink, marks)
        filled.draw(ink)

    return Sheet(words, draw)


def _head_box(floor: _Floor, view: PlanView) -> QRectF:
    """Return the space of the heading: on lying paper as far as the plan goes, or its words."""
    inside = frame_box(floor.context.paper.mm).adjusted(PAD, 0, -PAD, 0)
    box = QRectF(inside.left(), inside.top() + 3, inside.width(), _HEAD - 3)
    if floor.context.paper.landscape:
        name, sums = _head_words(floor.context)
        wide = max(
            floor.ink.width_of(name, _NAME, 700), floor.ink.width_of(sums, _SUMS), _HEAD_LEAST
        )
        box.setRight(min(max(view.paper.right(), box.left() + wide + 1), inside.right()))
    return box


def _head_words(context: SheetContext) -> tuple[str, str]:
    """Return the name of the floor, and its size and sums."""
    design = context.design
    across, along = design.room.size_mm()
    parts = [f"{across / 1000:g} × {along / 1000:g} m"]
    if context.report:
        parts += floor_lists.total_words(context.report)
    name = design.room.name or design.name
    if context.lost is not None:
        return f"{name}{context.after_loss}", context.lost.words
    return name, " · ".join(parts)


def _draw_head(ink: Ink, context: SheetContext, box: QRectF) -> None:
    """Write the name of the floor and its sums."""
    name, sums = _head_words(context)
    ink.text(QRectF(box.left(), box.top(), box.width(), 7), name, _NAME, weight=700)
    line = QRectF(box.left(), box.top() + 7.4, box.width(), 4)
    ink.text(line, sums, _SUMS, colour=ink.theme.dim)
