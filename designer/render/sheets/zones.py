"""Zones of a floor: the parts of a large room that have sheets of their own, cut at match lines."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from designer.catalog.aisles import rack_size
from designer.render.lettering import CENTRE
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.plan import (
    ROW_NAMES,
    PlanView,
    feet_of,
    footprint,
    placed_view,
    room_box,
)
from designer.render.sheets.plan_marks import PlanMark
from designer.render.sheets.plan_racks import can_be_named
from designer.render.sheets.scale_bar import FLOOR_SCALES
from designer.render.sheets.sheet_context import SheetContext

_OVERLAP_MM: Final = 1_500
"""What neighbouring zones both show, in mm of the room: no rack is cut on both."""
_BESIDE_MM: Final = 250
"""How far from racks a zone ends, in mm of the room."""
_NAMED_SHARE: Final = 0.98
"""Part of the racks whose names must fit: a few very small ones do not make a plan too small."""
_SLACK: Final = 0.5
_IN_CORNER: Final = 0.6
"""Between the name of a zone and the match lines in whose corner it stands, in mm."""
_NAME_SIZE: Final = QSizeF(9, 4.4)
"""Width and height that the name of a neighbour takes, in mm."""
_BEYOND: Final = 0.8
"""Between the edge of a view and what stands beyond it, in mm."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the room that has a sheet of its own: its name and its place, in mm of the room."""

    name: str
    room: QRectF


def names_fit(ink: Ink, context: SheetContext, scale: float, signed: Collection[str] = ()) -> bool:
    """Return whether racks can bear their names at a scale, in letters that can be read.

    Parameters
    ----------
    signed
        Ids of racks that bear the sign of a limit beside their name.
    """
    fitting = 0
    for rack in context.design.racks:
        across, along = rack_size(rack, context.catalog)
        fitting += can_be_named(
            rack.name or rack.id, (across / scale, along / scale), rack.rotation, ink,
            signed=rack.id in signed,
        )  # fmt: skip
    return fitting >= _NAMED_SHARE * len(context.design.racks)


def zones_of(
    ink: Ink, context: SheetContext, whole: float, paper: QSizeF, signed: Collection[str] = ()
) -> tuple[Zone, ...]:
    """Return the parts into which a room is cut whose racks cannot bear their names otherwise.

    Parameters
    ----------
    whole
        The scale at which the whole room fits a sheet.
    paper
        Width and height that a part may have, in mm of paper.
    signed
        Ids of racks that bear the sign of a limit beside their name.
    """
    if names_fit(ink, context, whole, signed):
        return ()
    finer = [s for s in reversed(FLOOR_SCALES) if s < whole]
    scale = next((s for s in finer if names_fit(ink, context, s, signed)), FLOOR_SCALES[0])
    box = room_box(context)
    shown = [paper.width() - ROW_NAMES, paper.height()]
    wide, high = (side * scale - 2 * _OVERLAP_MM for side in shown)
    feet = [footprint(context, rack) for rack in context.design.racks]
    across = cut((box.left(), box.right()), wide, [(f.left(), f.right()) for f in feet])
    along = cut((box.top(), box.bottom()), high, [(f.top(), f.bottom()) for f in feet])
    # A room of 10 km has too many parts to ask each for its racks.
    filled = {
        (line, column)
        for foot in feet
        for line in _parts(along, foot.top(), foot.bottom())
        for column in _parts(across, foot.left(), foot.right())
    }
    places = [
        QRectF(QPointF(across[column], along[line]), QPointF(across[column + 1], along[line + 1]))
        for line, column in sorted(filled)
    ]
    return tuple(Zone(f"Z{n}", place) for n, place in enumerate(places, start=1))


def _parts(ends: Sequence[float], start: float, end: float) -> range:
    """Return which parts of a length something reaches into."""
    return range(bisect_right(ends, start) - 1, bisect_left(ends, end))


def cut(
    length: tuple[float, float], most: float, racks: Sequence[tuple[float, float]]
) -> list[float]:
    """Return the ends of the parts of a length, each at most `most` long.

    Parts are as even as can be, cut where the fewest racks stand: beside them rather than at their
    edges, and out of the middle of an aisle, in which its name is.
    """
    low, high = length
    count = max(1, ceil((high - low) / most))
    step = (high - low) / count
    spans = Counter(racks)
    beside = {
        at for start, end in spans for at in (start - _BESIDE_MM, start, end, end + _BESIDE_MM)
    }
    ends = [low]
    for number in range(1, count):
        even = low + number * step

        def cost(at: float, even: float = even) -> tuple[int, int, float]:
            through = sum(many for (start, end), many in spans.items() if start < at < end)
            touched = sum(many for (start, end), many in spans.items() if start <= at <= end)
            return through, touched, abs(at - even)

        reach = (most - step) / 2
        ends.append(min((even, *(at for at in beside if abs(at - even) <= reach)), key=cost))
    return [*ends, high]


def zone_view(context: SheetContext, zone: Zone, box: QRectF) -> PlanView:
    """Return the view of a zone with what its neighbours show, too, in a box of paper (mm)."""
    more = zone.room.adjusted(-_OVERLAP_MM, -_OVERLAP_MM, _OVERLAP_MM, _OVERLAP_MM)
    return replace(placed_view(more.intersected(room_box(context)), box), own=zone.room)


def draw_zones(
    ink: Ink,
    context: SheetContext,
    view: PlanView,
    zones: Iterable[Zone],
    marks: Sequence[PlanMark] = (),
    names: Sequence[QRectF] = (),
) -> None:
    """Draw the parts of the room that have sheets of their own, with their names.

    Parameters
    ----------
    names
        Where names are written on the plan (`plan.names_on`): the lines leave them out.
    marks
        What is drawn over it afterwards, which names keep clear of.
    """
    taken = [*feet_of(context, view).values(), *(mark.place.box for mark in marks), *names]
    for zone in zones:
        place = view.on_paper(zone.room)
        _line_beside(ink, place, view, names)
        spot = _corner(place.adjusted(_IN_CORNER, _IN_CORNER, -_IN_CORNER, -_IN_CORNER), taken)
        ink.fill(spot, ink.theme.background)
        ink.frame(spot, 0.35)
        ink.text(spot, zone.name, 3.2, weight=700, align=CENTRE)


def _line_beside(ink: Ink, place: QRectF, view: PlanView, names: Sequence[QRectF]) -> None:
    """Draw a match line that leaves out the names it crosses."""
    free = QPainterPath()
    free.addRect(ink.box(view.paper.adjusted(-ROW_NAMES, -1, 1, 1)))
    gaps = QPainterPath()
    gaps.setFillRule(Qt.FillRule.WindingFill)
    within = place.adjusted(_SLACK, _SLACK, -_SLACK, -_SLACK)
    for words in names:
        if words.intersects(place) and not within.contains(words):
            gaps.addRect(ink.box(words.adjusted(-_SLACK, 0, _SLACK, 0)))
    ink.painter.save()
    ink.painter.setClipPath(free.subtracted(gaps), Qt.ClipOperation.IntersectClip)
    match_line(ink, place)
    ink.painter.restore()


def _corner(place: QRectF, taken: Sequence[QRectF]) -> QRectF:
    """Return where the name of a zone stands: in the first corner that covers the least."""
    left, top = place.left(), place.top()
    right, bottom = max(left, place.right() - 9), max(top, place.bottom() - 5)
    spots = [QRectF(x, y, 9, 5) for y in (top, bottom) for x in (left, right)]
    return min(spots, key=lambda spot: sum(spot.intersects(box) for box in taken))


def draw_match_lines(
    ink: Ink,
    context: SheetContext,
    view: PlanView,
    zone: Zone,
    zones: Iterable[Zone],
    marks: Sequence[PlanMark] = (),
    names: Sequence[QRectF] = (),
) -> None:
    """Draw where a zone ends and its neighbours begin, with their names in the overlap.

    Parameters
    ----------
    names
        Where names are written on the plan (`plan.names_on`): the lines leave them out.
    marks
        What is drawn over it afterwards, which names keep clear of.
    """
    _line_beside(ink, view.on_paper(zone.room).intersected(view.paper), view, names)
    taken = [view.on_paper(footprint(context, rack)) for rack in context.design.racks]
    taken += [mark.place.box for mark in marks]
    for other in zones:
        seen = view.on_paper(other.room).intersected(view.paper)
        # Of one that meets this in a corner only, the others tell the way.
        is_corner = max(seen.width(), seen.height()) <= _OVERLAP_MM / view.scale
        if other.name == zone.name or is_corner or min(seen.width(), seen.height()) < TEXT_MM:
            continue
        spot = neighbour_spot(seen, view.paper, (taken, names))
        ink.fill(spot, ink.theme.background)
        ink.text(spot, other.name, 3.2, weight=700, align=CENTRE)


def neighbour_spot(
    strip: QRectF, paper: QRectF, taken: tuple[Sequence[QRectF], Sequence[QRectF]]
) -> QRectF:
    """Return where the name of a neighbour stands: in the strip that both show, off what is there.

    Where racks and marks fill the strip, it stands beyond the edge of the view (`paper`), off the
    marks that stand there.
    """
    spot = free_spot(strip, _NAME_SIZE, taken)
    if not any(spot.intersects(box) for box in taken[0]):
        return spot
    centre, middle = strip.center(), paper.center()
    beyond = QRectF(strip)
    if strip.width() >= strip.height():
        beyond.setHeight(_NAME_SIZE.height())
        if centre.y() > middle.y():
            beyond.moveTop(paper.bottom() + _BEYOND)
        else:
            beyond.moveBottom(paper.top() - _BEYOND)
    else:
        beyond.setWidth(_NAME_SIZE.width())
        if centre.x() > middle.x():
            beyond.moveLeft(paper.right() + _BEYOND)
        else:
            beyond.moveRight(paper.left() - _BEYOND)
    spot.moveCenter(beyond.center())
    covered = any(spot.intersects(box) for box in taken[0])
    return free_spot(beyond, _NAME_SIZE, taken) if covered else spot


def free_spot(room: QRectF, size: QSizeF, taken: Sequence[Sequence[QRectF]]) -> QRectF:
    """Return where in a strip something covers the least, the first of `taken` counting most."""
    wide, high = max(0.0, room.width() - size.width()), max(0.0, room.height() - size.height())
    across, along = round(wide / 2) + 1, round(high / 1.5) + 1
    spots = [
        QRectF(
            QPointF(
                room.left() + wide * (i / max(1, across - 1) if across > 1 else 0.5),
                room.top() + high * (j / max(1, along - 1) if along > 1 else 0.5),
            ),
            size,
        )
        for j in range(along)
        for i in range(across)
    ]
    near = [[box for box in boxes if box.intersects(room)] for boxes in taken]

    def cost(spot: QRectF) -> tuple[float, ...]:
        covered = (sum(spot.intersects(box) for box in boxes) for boxes in near)
        away = spot.center() - room.center()
        return (*covered, abs(away.x()) + abs(away.y()))

    return min(spots, key=cost)


def match_line(ink: Ink, box: QRectF) -> None:
    """Draw the outline of a zone as a chain line; of a box without height one line."""
    pen = QPen(QColor(ink.theme.text), 0.5 * ink.dots_per_mm)
    pen.setDashPattern([8, 3, 1, 3])
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    ink.painter.setPen(pen)
    ink.painter.setBrush(Qt.BrushStyle.NoBrush)
    place = ink.box(box)
    if place.height():
        ink.painter.drawRect(place)
    else:
        # Drawn forth and back, the gaps of one way would be filled by the other.
        ink.painter.drawLine(place.topLeft(), place.topRight())
