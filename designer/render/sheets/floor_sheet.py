"""The floor plan as a sheet: room to scale, aisles, legend, scale bar, schedule of racks."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF, QTransform

from designer.engine.reasons import names_of
from designer.engine.report import Report
from designer.model.cooling_words import METHOD_NAMES
from designer.model.design import Design
from designer.model.figure_words import UNKNOWN, amount, quantity
from designer.model.figures import Figure, total
from designer.model.plural import plural
from designer.render.aisles import rack_size
from designer.render.drawing import RackDrawing, rack_drawing
from designer.render.floor_painter import paint_room
from designer.render.hatch import paint_hatch, paint_open_sign
from designer.render.lettering import CENTRE
from designer.render.rack_top import legend_methods, paint_rack_top
from designer.render.sheets.drawing_frame import TITLE_HEIGHT, draw_frame, frame_box, title_box
from designer.render.sheets.ink import Ink
from designer.render.sheets.rack_facts import open_notes
from designer.render.sheets.scale_bar import FLOOR_SCALES, draw_scale_bar, scale_text
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import name_ranges, rack_groups
from designer.render.sheets.tables import (
    HEADING,
    Column,
    draw_heading,
    draw_table,
    wrapped_rows,
)
from designer.render.theme import METHOD_PATTERNS

_PAD: Final = 5.0
_HEAD: Final = 17.0
_ROW_NAMES: Final = 9.0
_SCHEDULE: Final = 100.0
_SCHEDULE_MOST: Final = 62.0
_LEGEND_TALL: Final = 27.0
_LINE: Final = 4.4
_LEAST_LINE: Final = 2.6
_NOTE: Final = 2.3
_SCOPE: Final = (
    "kW: highest IT power of what stands in racks; no cooling units, UPS, generators, building."
    " kg: racks with contents."
)
_SHOWN: Final = ("racks", "totals")
"""Subjects whose results the sheet shows."""
_COLUMNS: Final = (
    Column("n", 0.06, dim=True),
    Column("racks", 0.29, weight=500),
    Column("holds", 0.25),
    Column("kW each", 0.11, right=True),
    Column("kW", 0.12, right=True),
    Column("kg each", 0.11, right=True),
    Column("kg", 0.12, right=True),
)


def fit_floor(size_mm: tuple[int, int], room: QRectF) -> float:
    """Return the largest scale at which a room fits a box of paper (mm); row names included."""
    for scale in FLOOR_SCALES:
        if size_mm[0] / scale + _ROW_NAMES <= room.width() and size_mm[1] / scale <= room.height():
            return scale
    return FLOOR_SCALES[-1]


def draw_floor_sheet(ink: Ink, context: SheetContext, page: int, pages: int) -> str:
    """Draw the floor plan and return its title."""
    paper = context.paper
    free = frame_box(paper.mm).adjusted(_PAD, _HEAD, -_PAD, -TITLE_HEIGHT - 3)
    size = context.design.room.size_mm()
    if paper.landscape:
        scale, plan, schedule = _beside(size, free)
        legend = QRectF(free.left(), free.bottom() + 4, 0, _LEGEND_TALL - 5)
        legend.setRight(title_box(paper.mm).left() - 6)
    else:
        lines = len(rack_groups(context.layout, context.catalog, context.report))
        scale, plan, legend, schedule = _stacked(size, free, lines)
    title = f"Floor plan: {context.design.room.name or context.design.name}"
    fields = context.fields(title, "Floor plan", "FL", scale_text(scale), page, pages)
    inside = draw_frame(ink, paper.mm, fields)
    _draw_head(ink, inside, context)
    drawings = rack_drawings(context)
    draw_plan(ink, context, drawings, plan, scale)
    _draw_legend(ink, legend, drawings, scale)
    _draw_schedule(ink, schedule, context)
    return title


def rack_drawings(context: SheetContext) -> dict[str, RackDrawing]:
    """Return the drawing of everything that stands on the floor, by id."""
    reports = {r.id: r for r in context.report.racks} if context.report else {}
    return {
        rack.id: rack_drawing(context.layout, context.catalog, rack, reports.get(rack.id))
        for rack in context.design.racks
    }


def draw_plan(
    ink: Ink, context: SheetContext, drawings: dict[str, RackDrawing], box: QRectF, scale: float
) -> None:
    """Draw room and racks to scale, centred in a box of paper."""
    design = context.design
    width, depth = design.room.size_mm()
    left = min(x for x, _ in design.room.outline)
    top = min(y for _, y in design.room.outline)
    k = ink.dots_per_mm / scale
    spare_x = max(0.0, box.width() - width / scale)
    spare_y = max(0.0, box.height() - depth / scale)
    origin = QPointF(box.left() + spare_x / 2, box.top() + min(spare_y / 2, 12)) * ink.dots_per_mm
    transform = QTransform.fromTranslate(origin.x(), origin.y()).scale(k, k).translate(-left, -top)
    painter = ink.painter
    painter.save()
    painter.setWorldTransform(transform)
    # Words on a plan must fit racks of few mm: three quarters of their size on screen.
    px = ink.px * 0.75
    paint_room(painter, design, context.layout, context.catalog, ink.theme, k, px=px)
    painter.restore()
    for rack in design.racks:
        across, along = rack_size(rack, context.catalog)
        place = transform.mapRect(QRectF(rack.x_mm, rack.y_mm, across, along))
        paint_rack_top(painter, place, drawings[rack.id], ink.theme, k, px=px)


def _beside(size: tuple[int, int], free: QRectF) -> tuple[float, QRectF, QRectF]:
    """Return scale, plan and schedule beside it, for lying paper."""
    narrow = free.adjusted(0, 0, -_SCHEDULE - _PAD, 0)
    scale = fit_floor(size, narrow)
    schedule = QRectF(narrow.right() + _PAD, free.top() - 9, _SCHEDULE, free.height() + 7)
    return scale, narrow.adjusted(_ROW_NAMES, 0, 0, 0), schedule


def _stacked(
    size: tuple[int, int], free: QRectF, lines: int
) -> tuple[float, QRectF, QRectF, QRectF]:
    """Return scale, plan, legend and schedule one under the other, for upright paper."""
    wanted = min(_SCHEDULE_MOST, HEADING + _LINE * (lines + 3) + 8)
    upper = free.adjusted(0, 0, 0, -_LEGEND_TALL - wanted)
    scale = fit_floor(size, upper)
    tall = size[1] / scale
    plan = QRectF(upper.left() + _ROW_NAMES, upper.top(), upper.width() - _ROW_NAMES, tall + 1)
    legend = QRectF(free.left(), plan.bottom() + 4, free.width(), _LEGEND_TALL - 5)
    schedule = QRectF(free.left(), legend.bottom() + 4, free.width(), 0)
    schedule.setBottom(free.bottom())
    return scale, plan, legend, schedule


def _draw_head(ink: Ink, inside: QRectF, context: SheetContext) -> None:
    design, report = context.design, context.report
    left, width = inside.left() + _PAD, inside.width() - 2 * _PAD
    name = design.room.name or design.name
    # On lying paper the schedule begins beside the name.
    room = width * (0.6 if context.paper.landscape else 1.0)
    ink.text(QRectF(left, inside.top() + 3, room, 7), name, 6.2, weight=700)
    across, along = design.room.size_mm()
    parts = [f"{across / 1000:g} × {along / 1000:g} m", f"tiles {design.room.tile_mm} mm"]
    if report:
        parts += total_words(report)
    words = " · ".join(parts)
    ink.text(QRectF(left, inside.top() + 10.4, width * 0.74, 4), words, 2.9, colour=ink.theme.dim)


def total_words(report: Report) -> list[str]:
    """Return racks, GPUs and power of the whole floor, a dash for each where they are lost."""
    if report.lost("totals"):
        return [f"{UNKNOWN} racks", f"{UNKNOWN} GPUs", f"highest IT power {UNKNOWN}"]
    sums = report.totals
    return [
        plural(sums.racks, "rack"),
        f"{amount(sums.figure('gpus'), 0)} GPUs",
        f"highest IT power {quantity(sums.figure('power_max_kw'))}",
    ]


def lost_notes(report: Report | None, design: Design) -> list[str]:
    """Return the sentences on what of the sheet's figures could not be computed."""
    notes = []
    names = {rack.id: rack.name or rack.id for rack in design.racks}
    for entry in report.not_computed if report else ():
        if entry.where:
            notes.append(
                f"{entry.words} ({name_ranges(names.get(key, key) for key in entry.where)})."
            )
        elif entry.subject in _SHOWN:
            notes.append(f"{entry.words}.")
    return notes


def _draw_legend(ink: Ink, box: QRectF, drawings: dict[str, RackDrawing], scale: float) -> None:
    """Draw methods with their hatch, aisles, the front's mark, north and the scale bar."""
    draw_heading(ink, box.left(), box.top() - 1, 60, "Legend")
    entries = [(METHOD_NAMES[m], METHOD_PATTERNS[m]) for m in legend_methods(drawings.values())]
    y = box.top() + 4.2
    for words, style in entries[:5]:
        sign = QRectF(box.left(), y, 8, 2.6)
        paint_hatch(
            ink.painter, ink.box(sign), style, QColor(ink.theme.text),
            pitch=3.2 * ink.px * 0.75, line=0.45 * ink.px,
        )  # fmt: skip
        ink.frame(sign, 0.18)
        ink.text(QRectF(box.left() + 10, y - 0.4, 40, 3.4), words, 2.4)
        y += 3.9
    x, y = box.left() + 46, box.top() + 4.2
    for words, colour in (("cold aisle", ink.theme.cold_aisle), ("hot aisle", ink.theme.hot_aisle)):
        sign = QRectF(x, y, 8, 2.6)
        ink.fill(sign, colour)
        if words == "hot aisle":
            paint_hatch(
                ink.painter, ink.box(sign), Qt.BrushStyle.BDiagPattern, QColor(ink.theme.line),
                pitch=5 * ink.px, line=0.5 * ink.px,
            )  # fmt: skip
        ink.frame(sign, 0.18, ink.theme.dim)
        ink.text(QRectF(x + 10, y - 0.4, 30, 3.4), words, 2.4)
        y += 3.9
    if any(drawing.state == "unknown" for drawing in drawings.values()):
        sign = QRectF(x, y, 8, 2.6)
        paint_open_sign(
            ink.painter, ink.box(sign), QColor(ink.theme.text), px=0.15 * ink.dots_per_mm
        )
        ink.text(QRectF(x + 10, y - 0.4, 30, 3.4), "a limit cannot be said", 2.4)
        y += 3.9
    ink.lines([(x, y + 1.3, x + 8, y + 1.3)], 0.45)
    ink.text(QRectF(x + 10, y - 0.4, 30, 3.4), "front of a rack", 2.4)
    words = "bar: load of cooling capacity; dashed: at most"
    ink.text(QRectF(x, y + 3.5, 50, 3.4), words, 2.2, colour=ink.theme.dim)
    _draw_north(ink, box.left() + 98, box.top() + 9)
    left = box.left() + 112
    draw_scale_bar(ink, left, box.top() + 3, box.right() - left - 4, scale)


def _draw_north(ink: Ink, x: float, y: float) -> None:
    """Draw the arrow of plan north: up the plan, as the room's coordinates run."""
    k = ink.dots_per_mm
    ink.painter.setPen(QPen(QColor(ink.theme.text), 0.25 * k))
    points = [(0.0, -7.0), (2.6, 3.0), (0.0, 1.2), (-2.6, 3.0)]
    polygon = QPolygonF([QPointF((x + a) * k, (y + b) * k) for a, b in points])
    ink.painter.setBrush(Qt.BrushStyle.NoBrush)
    ink.painter.drawPolygon(polygon)
    half = QPolygonF([QPointF((x + a) * k, (y + b) * k) for a, b in points[:3]])
    ink.painter.setBrush(QColor(ink.theme.text))
    ink.painter.drawPolygon(half)
    ink.text(
        QRectF(x - 10, y + 3.6, 20, 3.4), "plan north", 2.2, colour=ink.theme.dim, align=CENTRE
    )


def schedule_rows(
    context: SheetContext,
) -> tuple[list[tuple[str, ...]], list[Figure], list[Figure]]:
    """Return a row for each group of alike racks, and their power and mass, all of a group."""
    rows: list[tuple[str, ...]] = []
    powers, masses = [], []
    for group in rack_groups(context.layout, context.catalog, context.report):
        drawing = rack_drawing(context.layout, context.catalog, group.first, group.report)
        names = name_ranges(rack.name or rack.id for rack in group.racks)
        count, report = len(group.racks), group.report
        figures = (UNKNOWN,) * 4
        if report is not None:
            power, mass = report.figure("power_max_kw"), report.figure("weight_kg")
            powers.append(power.times(count))
            masses.append(mass.times(count))
            figures = (amount(power), amount(powers[-1]), amount(mass, 0), amount(masses[-1], 0))
        rows.append((str(count), names, drawing.summary, *figures))
    return rows, powers, masses


def _draw_schedule(ink: Ink, box: QRectF, context: SheetContext) -> None:
    """Draw one line for each group of alike racks, their sum, and what the sum is of."""
    rows, powers, masses = schedule_rows(context)
    if not rows:
        return
    y = draw_heading(ink, box.left(), box.top(), box.width(), "Rack schedule")
    sums = (UNKNOWN, UNKNOWN)
    if context.report is not None and not context.report.lost("racks"):
        sums = (amount(total(powers)), amount(total(masses), 0))
    count = sum(int(row[0]) for row in rows)
    last = (str(count), "all racks", "", "", sums[0], "", sums[1])
    notes = [
        *lost_notes(context.report, context.design),
        _SCOPE,
        *open_notes((*powers, *masses), names_of(context.catalog)),
    ]
    said = [line for note in notes for line in ink.wrap(note, _NOTE, box.width())]
    step = _NOTE * 1.4
    room = box.bottom() - y - step * len(said) - 1
    fitting = int(room / _LEAST_LINE) - 2
    lines = [*fitting_rows(ink, rows, box.width(), fitting), last]
    height = max(_LEAST_LINE, min(_LINE, room / (len(lines) + 1)))
    place = QRectF(box.left(), y - 0.8, box.width(), 0)
    y = draw_table(
        ink, place, _COLUMNS, lines, row_height=height, size=min(2.4, height * 0.72),
        strong_last=True,
    )  # fmt: skip
    for number, line in enumerate(said):
        under = QRectF(box.left(), y + 0.6 + number * step, box.width(), step)
        ink.text(under, line, _NOTE, colour=ink.theme.dim)


def fitting_rows(
    ink: Ink, rows: Sequence[tuple[str, ...]], width: float, fitting: int
) -> list[tuple[str, ...]]:
    """Return the rows, long names and contents on further lines, in as many as fit.

    Every group keeps the line with its figures before any gets a second line of names: the sheet of
    a group names all its racks.
    """
    groups = [wrapped_rows(ink, _COLUMNS, [row], width, 2.4) for row in rows]
    most = max((len(group) for group in groups), default=1)
    while most > 1 and sum(min(len(group), most) for group in groups) > fitting:
        most -= 1
    lines: list[tuple[str, ...]] = []
    for group in groups:
        lines += group[:most]
        if len(group) > most:
            names = lines[-1][1].rstrip(", ")
            lines[-1] = (lines[-1][0], f"{names}, …", *lines[-1][2:])
    if len(lines) <= fitting:
        return lines
    hidden = len(lines) - fitting + 1
    return [*lines[: fitting - 1], ("", f"{hidden} more groups", *("",) * 5)]
