"""The legend of a sheet: every mark that is drawn on it, with its meaning, and no other."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from designer.model.comments import Comments
from designer.model.cooling_words import METHOD_NAMES
from designer.model.design import Design
from designer.model.feed_words import NO_FEED_LETTER, UNPLUGGED
from designer.render.doors import DOOR_WORDS, doors_in_walls
from designer.render.drawing import RackDrawing
from designer.render.element_painter import RoomKey, room_keys
from designer.render.floor_painter import (
    CONTAINED_WORDS,
    paint_containment,
    rows_on_floor,
    shown_aisles,
)
from designer.render.hatch import paint_hatch
from designer.render.lettering import CENTRE
from designer.render.plant_painter import PlantKey, plant_keys
from designer.render.rack_painter import paint_balance
from designer.render.rack_top import STATE_WORDS, legend_methods, open_words
from designer.render.sheets.comment_marks import (
    Sign,
    draw_cloud,
    draw_open_comment,
    draw_resolved_comment,
)
from designer.render.sheets.findings import PLACES_MARKED
from designer.render.sheets.flow import Block, Laid, Piece
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.limit_bar import draw_bar
from designer.render.sheets.plan_marks import (
    MarkPlace,
    draw_finding_mark,
    draw_leader,
    draw_remark_mark,
)
from designer.render.sheets.plan_racks import draw_sign, hatch_band, open_band
from designer.render.sheets.scale_bar import draw_scale_bar
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.zones import match_line

_SIGN_WIDE: Final = 9.0
_STEP: Final = 4.4
_ENTRY_GAP: Final = 5.0
_SCALE_TALL: Final = 11.5


@dataclass(frozen=True, slots=True)
class Entry:
    """A mark of a drawing and its meaning; `draw` draws it into a box of 9 × 3 mm."""

    words: str
    draw: Callable[[Ink, QRectF], None]


def legend(ink: Ink, entries: Sequence[Entry], *, tight: bool = False) -> Block | None:
    """Return the legend as a block; None without entries.

    Parameters
    ----------
    tight
        Whether each column is as wide as its own entries, so that more fit side by side.
    """
    if not entries:
        return None
    needed = [ink.width_of(entry.words, TEXT_MM) + _SIGN_WIDE + 2 + _ENTRY_GAP for entry in entries]

    def lay(width: float) -> Laid:
        rows, widths = _columns(needed, width + _ENTRY_GAP, tight=tight)

        def draw(ink: Ink, box: QRectF) -> None:
            for index, entry in enumerate(entries):
                column, row = divmod(index, rows)
                left, top = box.left() + sum(widths[:column]), box.top() + row * _STEP
                entry.draw(ink, QRectF(left, top, _SIGN_WIDE, 3.0))
                words = QRectF(left + _SIGN_WIDE + 2, top, widths[column] - _SIGN_WIDE - 3, 3.2)
                ink.text(words, entry.words, TEXT_MM)

        return Laid((Piece(rows * _STEP, draw),))

    return Block("Legend", lay)


def _columns(needed: Sequence[float], width: float, *, tight: bool) -> tuple[int, list[float]]:
    """Return the rows of a legend, and the width of each column: as many as fit side by side."""
    for rows in range(1, len(needed) + 1):
        columns = [needed[start : start + rows] for start in range(0, len(needed), rows)]
        widths = [max(column if tight else needed) for column in columns]
        if sum(widths) <= width:
            return rows, widths
    return len(needed), [max(needed)]


def scale_block(scale: float, *, north: bool = False) -> Block:
    """Return the scale bar as a block without a heading, with the arrow of plan north or not."""

    def draw(ink: Ink, box: QRectF) -> None:
        left = box.left()
        if north:
            _draw_north(ink, left + 6, box.top() + 6.2)
            left += 24
        draw_scale_bar(ink, left + 4, box.top() + 1, min(90.0, box.right() - left - 10), scale)

    return Block("", lambda _: Laid((Piece(_SCALE_TALL, draw),)))


def floor_entries(
    context: SheetContext,
    drawings: Mapping[str, RackDrawing],
    *,
    findings: bool,
    in_part: bool,
    leaders: bool,
    zones: bool,
) -> list[Entry]:
    """Return what the marks on a floor plan mean, those that occur.

    Parameters
    ----------
    findings, leaders, zones
        Whether numbers of findings, lines from marks to their places, and match lines are drawn.
    in_part
        Whether a finding has more places than bear its number.
    """
    shown = drawings.values()
    found = [Entry("thick side: front, air goes in", _front)] if shown else []
    found += [Entry(METHOD_NAMES[m], _band(m)) for m in legend_methods(shown)]
    if open_cooling := open_words(shown):
        found.append(Entry(open_cooling, open_band))
    if any(not drawing.known for drawing in shown):
        found.append(Entry("part is not in the catalogue", _dashed))
    found += _room_entries(context)
    if any(plan.printed and not plan.hidden for plan in context.design.underlays):
        found.append(Entry("building plan below the floor, as placed", _underlay))
    found += _plant_entries(context.design, context)
    if context.lost is not None:
        found.append(Entry("crossed out: lost, or without power; hatched: as its word says", _lost))
    if context.design.room.tile_mm:
        found.append(Entry(f"floor tile, {context.design.room.tile_mm} mm", _tile))
    if any(band.row for band in rows_on_floor(context.layout, context.catalog)):
        found.append(Entry("name of a row", _row))
    states = {drawing.state for drawing in shown}
    found += [Entry(words, state_sign(state)) for state, words in STATE_WORDS if state in states]
    if findings:
        places = f"; at its first {PLACES_MARKED} places" if in_part else ""
        found.append(Entry(f"finding, see the list{places}", _finding))
    if context.design.notes:
        found.append(Entry("remark, see the list", _remark))
    found += [*comment_entries(context.comments), *_cloud_entries(context.comments)]
    if leaders:
        found.append(Entry("line from a mark to its place", _leader))
    if zones:
        found.append(Entry("match line; Z1: sheet of a zone", _zone))
    return found


def comment_entries(comments: Comments) -> list[Entry]:
    """Return what balloons with a number mean, those that occur."""
    states = {comment.is_open for comment in comments}
    named = ((True, "open comment, see the list", draw_open_comment),
             (False, "resolved comment", draw_resolved_comment))  # fmt: skip
    return [Entry(words, _comment(draw)) for is_open, words, draw in named if is_open in states]


def _cloud_entries(comments: Comments) -> list[Entry]:
    """Return what clouds mean, those that occur."""
    states = {comment.is_open for comment in comments if comment.cloud is not None}
    named = (
        (True, "cloud: what the comment at its corner means"),
        (False, "cloud of a resolved comment"),
    )
    return [Entry(words, _cloud(is_open=state)) for state, words in named if state in states]


def ground_entries(context: SheetContext) -> list[Entry]:
    """Return what the marks under the racks mean, those that occur: of a plan without trays."""
    bare = context.design.evolve(trays=())
    return [*_room_entries(context), *_plant_entries(bare, context)]


def _room_entries(context: SheetContext) -> list[Entry]:
    aisles = shown_aisles(context.layout, context.catalog)
    found = _aisle_entries({aisle.kind for aisle in aisles})
    if any(aisle.contained for aisle in aisles):
        found.append(Entry(CONTAINED_WORDS, _contained))
    found += [Entry(key.words, _plant(key)) for key in room_keys(context.design.room.obstacles)]
    if doors_in_walls(context.design.room):
        found.append(Entry(DOOR_WORDS, _door))
    return found


def _plant_entries(design: Design, context: SheetContext) -> list[Entry]:
    return [Entry(key.words, _plant(key)) for key in plant_keys(design, context.catalog)]


def _lost(ink: Ink, box: QRectF) -> None:
    ink.frame(box, 0.25, ink.theme.error)
    ink.lines([(box.left(), box.top(), box.right(), box.bottom()),
               (box.left(), box.bottom(), box.right(), box.top())], 0.25)  # fmt: skip


def _plant(key: PlantKey | RoomKey) -> Callable[[Ink, QRectF], None]:
    return lambda ink, box: key.paint(ink.painter, ink.box(box), ink.theme, ink.px)


def _aisle_entries(kinds: Collection[str]) -> list[Entry]:
    named = (("cold", "cold aisle", _cold), ("hot", "hot aisle", _hot),
             ("mixed", "aisle of fronts and rears", _mixed))  # fmt: skip
    return [Entry(words, draw) for kind, words, draw in named if kind in kinds]


def rack_entries(drawing: RackDrawing, marks: Collection[str], *, open_limits: bool) -> list[Entry]:
    """Return what the marks in the views of a rack and at its limits mean, those that occur.

    Parameters
    ----------
    marks
        Of `PanelMark`, those that are drawn on devices.
    open_limits
        Whether there is a limit that cannot be said.
    """
    found = []
    if drawing.gaps and drawing.units:
        found.append(Entry("free units", _free))
    if any(device.look.traits.closes_units for device in drawing.mounted):
        found.append(Entry("blanking panel", _closed))
    hanging = {letter for device in drawing.mounted for letter in device.feeds}
    if hanging - {UNPLUGGED}:
        found.append(Entry("power supply and its feed", _supply("A")))
    if UNPLUGGED in hanging:
        found.append(Entry("power supply in no outlet", _supply(UNPLUGGED)))
    if any(NO_FEED_LETTER in device.feeds for device in drawing.devices):
        found.append(Entry("feed not known", _supply(NO_FEED_LETTER)))
    if drawing.zero_u:
        found.append(Entry("rack PDU; dotted: behind the rails", _strip))
    found += [Entry(words, draw) for mark, words, draw in PANEL_MARKS if mark in marks]
    if vents := [mark for mark in ("level vents", "upright vents") if mark in marks]:
        found.append(Entry("air intake", _vents(vents)))
    if drawing.balance is not None:
        found.append(Entry("centre of gravity", _centre))
    runs = drawing.inside.runs if drawing.inside else ()
    if runs:
        found.append(Entry("dashed in the rear view: behind what stands there", _dashed))
    if any(not device.look.full_depth for device in drawing.mounted):
        found.append(Entry("dashed: on the other side", _dashed))
    if runs or any(device.look.depth_mm is None for device in drawing.mounted):
        found.append(Entry("dashed in the side view: depth not known", _dashed))
    if any(not device.look.known for device in drawing.devices):
        found.append(Entry("part is not in the catalogue", _dashed))
    found.append(Entry("used of a limit; hatched: at most", _used))
    if open_limits:
        found.append(Entry("a limit cannot be said", state_sign("unknown")))
    return found


def _draw_north(ink: Ink, x: float, y: float) -> None:
    """Draw the arrow of plan north: up the plan, as the room's coordinates run."""
    k = ink.dots_per_mm
    ink.painter.setPen(QPen(QColor(ink.theme.text), 0.25 * k))
    points = [(0.0, -5.5), (2.1, 2.3), (0.0, 0.9), (-2.1, 2.3)]
    ink.painter.setBrush(Qt.BrushStyle.NoBrush)
    ink.painter.drawPolygon(QPolygonF([QPointF((x + a) * k, (y + b) * k) for a, b in points]))
    ink.painter.setBrush(QColor(ink.theme.text))
    half = [QPointF((x + a) * k, (y + b) * k) for a, b in points[:3]]
    ink.painter.drawPolygon(QPolygonF(half))
    words = QRectF(x - 9, y + 2.8, 18, 3.2)
    ink.text(words, "plan north", TEXT_MM, colour=ink.theme.dim, align=CENTRE)


def _front(ink: Ink, box: QRectF) -> None:
    ink.frame(box, 0.25)
    ink.lines([(box.left(), box.top(), box.right(), box.top())], 0.7)


def _band(method: str) -> Callable[[Ink, QRectF], None]:
    return lambda ink, box: hatch_band(ink, box, method)


def state_sign(state: str) -> Callable[[Ink, QRectF], None]:
    """Return what draws the sign of a state as an entry."""
    return lambda ink, box: draw_sign(ink, _middle(box, 2.6), state)


def _middle(box: QRectF, edge: float) -> QRectF:
    return QRectF(box.center().x() - edge / 2, box.center().y() - edge / 2, edge, edge)


def _dashed(ink: Ink, box: QRectF) -> None:
    ink.frame(box, 0.25, dashed=True)


def _lined(
    ink: Ink, box: QRectF, style: Qt.BrushStyle, pitch: float, colour: str, line: float = 0.13
) -> None:
    k = ink.dots_per_mm
    paint_hatch(ink.painter, ink.box(box), style, QColor(colour), pitch=pitch * k, line=line * k)
    ink.frame(box, 0.15, ink.theme.dim)


def _cold(ink: Ink, box: QRectF) -> None:
    dots = [
        (box.left() + 1 + 1.75 * i, box.top() + 0.75 + 1.5 * j) for i in range(5) for j in range(2)
    ]
    ink.lines([(x, y, x + 0.24, y) for x, y in dots], 0.24, ink.theme.dim)
    ink.frame(box, 0.15, ink.theme.dim)


def _contained(ink: Ink, box: QRectF) -> None:
    paint_containment(ink.painter, ink.box(box), ink.theme, ink.px)


def _hot(ink: Ink, box: QRectF) -> None:
    _lined(ink, box, Qt.BrushStyle.BDiagPattern, 2.4, ink.theme.line)


def _mixed(ink: Ink, box: QRectF) -> None:
    ink.fill(box, ink.theme.grid)
    ink.frame(box, 0.15, ink.theme.dim)


def _underlay(ink: Ink, box: QRectF) -> None:
    middle = box.center()
    level = (box.left(), middle.y(), box.right(), middle.y())
    upright = (middle.x(), box.top(), middle.x(), box.bottom())
    ink.lines([level, upright], 0.5, ink.theme.faint)


def _door(ink: Ink, box: QRectF) -> None:
    square = _middle(box, 3.6)
    left, top, right, bottom = square.left(), square.top(), square.right(), square.bottom()
    ink.lines([(left, bottom, left, top)], 0.35)
    ink.lines([(left, top, right, bottom)], 0.16, ink.theme.dim)


def _centre(ink: Ink, box: QRectF) -> None:
    k = ink.dots_per_mm
    middle = QPointF(box.center().x() * k, box.center().y() * k)
    paint_balance(ink.painter, middle, ink.theme, k * 25.4 / 96)


def _tile(ink: Ink, box: QRectF) -> None:
    square = _middle(box, 3.0)
    ink.frame(square, 0.16, ink.theme.line)


def _row(ink: Ink, box: QRectF) -> None:
    ink.text(box, "A", 3.2, colour=ink.theme.dim, weight=600, align=CENTRE)


def _finding(ink: Ink, box: QRectF) -> None:
    draw_finding_mark(ink, _middle(box, 4.6), "1")


def _remark(ink: Ink, box: QRectF) -> None:
    draw_remark_mark(ink, _middle(box, 4.6), "N1")


def _comment(sign: Sign) -> Callable[[Ink, QRectF], None]:
    return lambda ink, box: sign(ink, _middle(box, 5.0), "1")


def _cloud(*, is_open: bool) -> Callable[[Ink, QRectF], None]:
    return lambda ink, box: draw_cloud(ink, box.adjusted(1, 0.7, -1, -0.7), is_open=is_open)


def _leader(ink: Ink, box: QRectF) -> None:
    middle = box.center().y()
    line = QLineF(box.left(), middle, box.right() - 1, middle)
    draw_leader(ink, MarkPlace(box, line))


def _zone(ink: Ink, box: QRectF) -> None:
    match_line(ink, QRectF(box.left(), box.center().y(), box.width(), 0))


def _free(ink: Ink, box: QRectF) -> None:
    _lined(ink, box, Qt.BrushStyle.BDiagPattern, 1.3, ink.theme.line)


def _closed(ink: Ink, box: QRectF) -> None:
    _lined(ink, box, Qt.BrushStyle.FDiagPattern, 1.05, ink.theme.line)


def _supply(letter: str) -> Callable[[Ink, QRectF], None]:
    def draw(ink: Ink, box: QRectF) -> None:
        ink.frame(_middle(box, 3.0), 0.15)
        ink.text(box, letter, TEXT_MM, weight=600, align=CENTRE)

    return draw


def _strip(ink: Ink, box: QRectF) -> None:
    ink.frame(box.adjusted(0, 0.4, -box.width() / 2 - 0.6, -0.4), 0.2)
    pen = QPen(QColor(ink.theme.text), 0.2 * ink.dots_per_mm, Qt.PenStyle.DotLine)
    ink.painter.setPen(pen)
    ink.painter.setBrush(Qt.BrushStyle.NoBrush)
    ink.painter.drawRect(ink.box(box.adjusted(box.width() / 2 + 0.6, 0.4, 0, -0.4)))


def _used(ink: Ink, box: QRectF) -> None:
    bar = QRectF(box.left(), box.center().y() - 0.4, box.width(), 0.8)
    draw_bar(ink, bar, 0.45, 0.75)


def _outlets(ink: Ink, box: QRectF) -> None:
    for column in (-1.6, 0.4):
        ink.frame(QRectF(box.center().x() + column, box.center().y() - 0.6, 1.2, 1.2), 0.13)


def _ports(ink: Ink, box: QRectF) -> None:
    """Draw sockets one by one, and as the small dots that stand for many."""
    for index in range(3):
        ink.frame(QRectF(box.left() + 0.2 + index * 1.5, box.center().y() - 0.7, 1.2, 1.4), 0.13)
    for index in range(8):
        place = QRectF(box.left() + 5.2 + index // 2 * 1.0, 0, 0.6, 0.6)
        ink.fill(place.translated(0, box.center().y() - 0.8 + index % 2), ink.theme.dim)


def _bays(ink: Ink, box: QRectF) -> None:
    for index in range(3):
        ink.frame(QRectF(box.left() + index * 3.1, box.center().y() - 0.9, 2.5, 1.8), 0.13)


def _fan(ink: Ink, box: QRectF) -> None:
    k = ink.dots_per_mm
    ink.painter.setPen(QPen(QColor(ink.theme.faint), 0.18 * k))
    ink.painter.setBrush(Qt.BrushStyle.NoBrush)
    centre = ink.box(box).center()
    for radius in (1.4, 0.35):
        ink.painter.drawEllipse(centre, radius * k, radius * k)


def _vents(kinds: Sequence[str]) -> Callable[[Ink, QRectF], None]:
    def draw(ink: Ink, box: QRectF) -> None:
        width = box.width() / len(kinds)
        for place, kind in enumerate(kinds):
            part = QRectF(box.left() + place * width, box.top(), width, box.height())
            inner = part.adjusted(0.3, 0.4, -0.3, -0.4)
            if kind == "level vents":
                ys = [inner.top() + step * inner.height() / 3 for step in range(4)]
                lines = [(inner.left(), y, inner.right(), y) for y in ys]
            else:
                xs = [inner.left() + step * inner.width() / 6 for step in range(7)]
                lines = [(x, inner.top(), x, inner.bottom()) for x in xs]
            ink.lines(lines, 0.16, ink.theme.faint)

    return draw


PANEL_MARKS: Final = (
    ("outlet", "outlets", _outlets),
    ("port", "ports (cages)", _ports),
    ("bay", "module or drive bays", _bays),
    ("fan", "fan", _fan),
)
"""Marks on panels of devices; supplies have entries of their own."""
