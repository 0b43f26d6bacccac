"""One sheet for a rack, or for all that are alike: front, rear, side, tables, notes, revisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor

from designer.engine.reasons import names_of
from designer.model.revisions import in_order
from designer.model.units import RACK_UNIT_MM
from designer.render.drawing import RackDrawing, rack_drawing
from designer.render.elevation_frame import gutter_of
from designer.render.hatch import paint_hatch, paint_open_sign
from designer.render.lettering import CENTRE, RIGHT
from designer.render.rack_painter import paint_elevation
from designer.render.sheets.drawing_frame import TITLE_HEIGHT, draw_frame, frame_box, title_box
from designer.render.sheets.ink import MM_PER_NOMINAL_PX, Ink
from designer.render.sheets.rack_facts import (
    contents_rows,
    grouped_rows,
    limit_rows,
    notes_of,
    summary_rows,
)
from designer.render.sheets.scale_bar import RACK_SCALES, draw_scale_bar, scale_text
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import RackGroup, name_ranges
from designer.render.sheets.side_view import draw_side, rack_height_mm
from designer.render.sheets.tables import (
    HEADING,
    Column,
    draw_heading,
    draw_notes,
    draw_table,
    wrapped_rows,
)

_PAD: Final = 5.0
_HEAD: Final = 14.4
_HEAD_UPRIGHT: Final = 19.0
_LABEL: Final = 4.6
_TABLES_WIDE: Final = 60.0
_TABLES_MOST: Final = 92.0
_TABLES_TALL: Final = 89.0
"""Height that the tables need under the views on upright paper."""
_NOTES_LEAST: Final = 30.0
_FOOT: Final = 3.6
_ROW: Final = 4.5
_LEAST_ROW: Final = 2.75
_CONTENTS: Final = (
    Column("U", 0.12),
    Column("name", 0.28, weight=500),
    Column("part", 0.34),
    Column("kW", 0.12, right=True),
    Column("kg", 0.14, right=True),
)
_SUMMARY: Final = (
    Column("", 0.33, dim=True),
    Column("", 0.41, weight=600),
    Column("", 0.26, right=True, dim=True),
)


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


def fit_views(drawing: RackDrawing, inside: QRectF, *, landscape: bool) -> Views:
    """Return the views at the largest scale that leaves room for the tables.

    On lying paper the tables stand at the right, on upright paper below.
    """
    height_mm = rack_height_mm(drawing) or 2_000.0
    room_wide = inside.width() - 2 * _PAD - (_TABLES_WIDE + _PAD if landscape else 0)
    head = _HEAD if landscape else _HEAD_UPRIGHT
    room_tall = inside.height() - head - _LABEL - _FOOT - TITLE_HEIGHT - 1.2
    room_tall -= 0 if landscape else _TABLES_TALL
    for scale in RACK_SCALES:
        gutter = gutter_of(RACK_UNIT_MM / scale, MM_PER_NOMINAL_PX) if drawing.units else 0.0
        face = drawing.width_mm / scale + 2 * gutter
        depth, height = drawing.depth_mm / scale, height_mm / scale
        total = 2 * face + depth + gutter
        if total + 4 <= room_wide and height <= room_tall:
            break
    gap = max(2.0, min(10.0, (room_wide - total) / 2))
    if landscape:
        gap = min(gap, max(2.0, (room_wide - total - 20) / 2))
    top = inside.top() + head + _LABEL
    left = inside.left() + _PAD
    front = QRectF(left, top, face, height)
    rear = front.translated(face + gap, 0)
    side = QRectF(rear.right() + gap + gutter, top, depth, height)
    return Views(scale, front, rear, side, below=not landscape)


def draw_rack_sheet(
    ink: Ink, context: SheetContext, group: RackGroup, page: int, pages: int
) -> str:
    """Draw one sheet and return its title."""
    drawing = rack_drawing(context.layout, context.catalog, group.first, group.report)
    paper = context.paper
    views = fit_views(drawing, frame_box(paper.mm), landscape=paper.landscape)
    name = group.first.name or group.first.id
    title = f"{_titled(group, context)}: elevation, front, rear, side"
    fields = context.fields(
        title, "Rack elevation", f"RK-{name}", scale_text(views.scale), page, pages
    )
    inside = draw_frame(ink, paper.mm, fields)
    _draw_head(ink, inside, group, drawing, context)
    _draw_views(ink, views, drawing)
    foot_y = title_box(paper.mm).top()
    if views.below:
        y = views.bottom + 1.5
        draw_scale_bar(ink, inside.left() + _PAD + 4, y, 60, views.scale)
        _draw_tables_below(ink, context, group, drawing, inside, y + 12, foot_y)
    else:
        left = max(views.right + _PAD, inside.right() - _PAD - _TABLES_MOST)
        box = QRectF(left, inside.top() + 6, inside.right() - _PAD + 1 - left, 0)
        box.setBottom(foot_y - 2)
        _draw_tables_right(ink, context, group, drawing, box)
        strip = QRectF(inside.left() + _PAD, foot_y, 0, inside.bottom() - foot_y)
        strip.setRight(title_box(paper.mm).left() - 8)
        _draw_revisions(ink, context, QRectF(strip.left(), foot_y + 2, 108, strip.height() - 2))
        bar_left = strip.left() + 120
        draw_scale_bar(ink, bar_left, foot_y + 8, strip.right() - bar_left, views.scale)
    return title


def _titled(group: RackGroup, context: SheetContext) -> str:
    """Return what stands there with its name: a tank is no rack."""
    part, name = context.catalog.get(group.first.part), group.first.name or group.first.id
    return part.traits.titled(name) if part else name


def _draw_head(
    ink: Ink, inside: QRectF, group: RackGroup, drawing: RackDrawing, context: SheetContext
) -> None:
    left, width = inside.left() + _PAD, inside.width() - 2 * _PAD
    if context.paper.landscape:
        width -= _TABLES_WIDE + _PAD
    title = _titled(group, context)
    ink.text(QRectF(left, inside.top() + 3, width, 7), title, 6.2, weight=700)
    what, alike = _subtitle(group, drawing, context)
    line = QRectF(left, inside.top() + 9.6, width, 4)
    if context.paper.landscape:
        ink.text(line, " · ".join(filter(None, (what, alike))), 2.9, colour=ink.theme.dim)
    else:
        ink.text(line, what, 2.9, colour=ink.theme.dim)
        ink.text(line.translated(0, 4.3), alike, 2.9, colour=ink.theme.dim)


def _subtitle(group: RackGroup, drawing: RackDrawing, context: SheetContext) -> tuple[str, str]:
    """Return what the rack is, and which racks are like it."""
    parts = [drawing.summary, drawing.part_name]
    assembly = context.layout.assemblies.get(group.first.assembly)
    if assembly:
        parts.append(f"assembly “{assembly.id}”")
    alike = ""
    if len(group.racks) > 1:
        names = name_ranges(rack.name or rack.id for rack in group.racks)
        alike = f"one of {len(group.racks)} identical racks: {names}"
    return " · ".join(dict.fromkeys(part for part in parts if part)), alike


def _draw_views(ink: Ink, views: Views, drawing: RackDrawing) -> None:
    for box, words in (
        (views.front, "FRONT"),
        (views.rear, "REAR"),
        (views.side, "SIDE, from the right"),
    ):
        place = QRectF(box.left() - 5, box.top() - _LABEL, box.width() + 10, _LABEL - 0.8)
        ink.text(place, words, 2.9, weight=600, align=CENTRE)
    for box, face in ((views.front, "front"), (views.rear, "rear")):
        paint_elevation(
            ink.painter,
            ink.box(box),
            drawing,
            "front" if face == "front" else "rear",
            ink.theme,
            px=ink.px,
            to_scale=True,
        )
    draw_side(ink, views.side, drawing, views.scale)


def _draw_tables_right(
    ink: Ink, context: SheetContext, group: RackGroup, drawing: RackDrawing, box: QRectF
) -> None:
    y = draw_heading(ink, box.left(), box.top(), box.width(), "Summary")
    place = QRectF(box.left(), y - 0.8, box.width(), 0)
    y = draw_table(
        ink, place, _SUMMARY, summary_rows(group.report, group.lost), row_height=_ROW, names=False
    )
    y = _draw_limits(ink, QRectF(box.left(), y + 4, box.width(), 0), group)
    notes = notes_of(group, drawing, context.layout, names_of(context.catalog))
    room = box.bottom() - y - 8
    reserve = _notes_room(ink, notes, box.width(), 2.4, room - _contents_least(drawing))
    bottom = box.bottom() - reserve - 4
    y = _draw_contents(ink, QRectF(box.left(), y + 4, box.width(), bottom - y - 4), group, drawing)
    _draw_notes(ink, QRectF(box.left(), y + 4, box.width(), box.bottom() - y - 4), notes)


def _draw_tables_below(
    ink: Ink,
    context: SheetContext,
    group: RackGroup,
    drawing: RackDrawing,
    inside: QRectF,
    top: float,
    foot: float,
) -> None:
    left, width = inside.left() + _PAD, inside.width() - 2 * _PAD
    first = width * 0.42
    y = draw_heading(ink, left, top, first, "Summary")
    place = QRectF(left, y - 0.8, first, 0)
    y = draw_table(
        ink,
        place,
        _SUMMARY,
        summary_rows(group.report, group.lost),
        row_height=3.5,
        size=2.3,
        names=False,
    )
    _draw_limits(ink, QRectF(left, y + 2.5, first, 0), group, row=4.2)
    x, second = left + first + 7, width - first - 7
    notes = notes_of(group, drawing, context.layout, names_of(context.catalog))
    # The right column begins beside the scale bar: nothing else stands there.
    start = top - 11
    issued = foot - HEADING - 4.0 * min(3, max(1, len(context.design.revisions))) - 1
    _draw_revisions(ink, context, QRectF(x, issued, second, foot - issued))
    room = issued - 6 - start
    reserve = _notes_room(ink, notes, second, 2.2, room - _contents_least(drawing))
    y = _draw_contents(
        ink, QRectF(x, start, second, issued - reserve - 3 - start), group, drawing, row=3.9
    )
    _draw_notes(ink, QRectF(x, y + 3, second, issued - y - 4), notes, size=2.2)


def _contents_least(drawing: RackDrawing) -> float:
    """Return the height below which the contents would lose rows, neighbours grouped."""
    return HEADING + (len(grouped_rows(drawing, None)) + 1) * _LEAST_ROW


def _notes_room(ink: Ink, notes: Sequence[str], width: float, size: float, most: float) -> float:
    """Return the height to keep free for notes: what they need, or what the contents leave.

    They get some in any case: a sheet says what leaves its figures open.
    """
    lines = sum(len(ink.wrap(note, size, width - 4)) for note in notes)
    needed = HEADING + lines * size * 1.45 + 0.5 * len(notes) + 1
    return min(needed, max(most, _NOTES_LEAST))


def _draw_contents(
    ink: Ink, box: QRectF, group: RackGroup, drawing: RackDrawing, row: float = _ROW
) -> float:
    """Draw the table of devices: lower rows, then grouped rows, where it would not fit."""
    y = draw_heading(ink, box.left(), box.top(), box.width(), "Contents")
    room = box.bottom() - y
    rows = contents_rows(drawing, group.report)
    if (len(rows) + 1) * _LEAST_ROW > room:
        rows = grouped_rows(drawing, group.report)
    fitting = int(room / _LEAST_ROW) - 1
    if len(rows) > fitting:
        hidden = len(rows) - fitting + 1
        more = ("", f"{hidden} more rows", "see the report", "", "")
        rows = [*rows[: fitting - 2], more, rows[-1]]
    whole = wrapped_rows(ink, _CONTENTS, rows, box.width(), 2.4)
    if (len(whole) + 1) * _LEAST_ROW <= room:
        rows = whole
    height = min(row, room / (len(rows) + 1))
    return draw_table(
        ink,
        QRectF(box.left(), y - 0.8, box.width(), 0),
        _CONTENTS,
        rows,
        row_height=height,
        size=min(2.4, height * 0.72),
        strong_last=True,
    )


def _draw_limits(ink: Ink, box: QRectF, group: RackGroup, row: float = 5.4) -> float:
    """Draw each limit with a bar of what is used of it: solid for certain, hatched at most.

    What cannot be said bears a hatched square.
    """
    rows = limit_rows(group.report, group.lost)
    if not rows:
        return box.top() - 4
    y = draw_heading(ink, box.left(), box.top(), box.width(), "Limits")
    for limit in rows:
        sign = 0.0
        if limit.state == "unknown":
            sign = row * 0.5
            place = QRectF(box.left(), y + 0.2, sign - 0.6, row - 1.9)
            paint_open_sign(
                ink.painter, ink.box(place), QColor(ink.theme.text), px=0.15 * ink.dots_per_mm
            )
        line = QRectF(box.left(), y, box.width(), row - 1.5)
        size = min(2.4, (row - 1.5) * 0.72)
        taken = ink.width_of(limit.text, size, 500)
        if ink.width_of(limit.label, size) + sign + taken + 1 > line.width():
            # Its figures stand below a label that is too long for one line with them.
            ink.text(line.adjusted(sign, 0, 0, 0), limit.label, size, colour=ink.theme.dim)
            y += row - 2.0
            line.translate(0, row - 2.0)
        else:
            label = line.adjusted(sign, 0, -taken - 1, 0)
            ink.text(label, limit.label, size, colour=ink.theme.dim)
        ink.text(line, limit.text, size, weight=500, align=RIGHT)
        bar = QRectF(box.left(), y + row - 1.4, box.width(), 0.7)
        ink.fill(bar, ink.theme.grid)
        low, high = limit.shares or (0.0, 1.0 if limit.state == "unknown" else 0.0)
        ink.fill(QRectF(bar.left(), bar.top(), bar.width() * low, bar.height()), ink.theme.text)
        if high > low:
            left = bar.left() + bar.width() * low
            possible = QRectF(left, bar.top(), bar.width() * (high - low), bar.height())
            paint_hatch(
                ink.painter, ink.box(possible), Qt.BrushStyle.BDiagPattern,
                QColor(ink.theme.text), pitch=0.9 * ink.dots_per_mm, line=0.12 * ink.dots_per_mm,
            )  # fmt: skip
        y += row
    return y


def _draw_notes(ink: Ink, box: QRectF, notes: list[str], size: float = 2.4) -> None:
    if box.height() < HEADING + 4:
        return
    y = draw_heading(ink, box.left(), box.top(), box.width(), "Notes")
    draw_notes(ink, QRectF(box.left(), y - 0.8, box.width(), box.bottom() - y + 0.8), notes, size)


def _draw_revisions(ink: Ink, context: SheetContext, box: QRectF) -> None:
    """Draw the newest revisions, newest first, as many as there is room for."""
    row = 4.0
    fitting = int((box.height() - HEADING) / row)
    if fitting < 1:
        return
    y = draw_heading(ink, box.left(), box.top(), box.width(), "Revisions")
    newest = in_order(context.design.revisions)[::-1][:fitting]
    rows = [(r.id, r.date, r.text) for r in newest] or [("–", "", "not issued yet")]
    columns = (Column("", 0.08, weight=600), Column("", 0.2), Column("", 0.72))
    place = QRectF(box.left(), y - 0.8, box.width(), 0)
    draw_table(ink, place, columns, rows, row_height=row, size=2.4, names=False)
