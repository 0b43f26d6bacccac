"""The plan of a floor on paper: the whole room, or a part of it that is cut at match lines."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen, QTransform

from designer.catalog.aisles import Aisle, rack_size
from designer.model.design import Rack
from designer.render.drawing import RackDrawing
from designer.render.floor_painter import (
    aisle_lettering,
    floor_box,
    lettering,
    paint_room,
    row_lettering,
    shown_aisles,
)
from designer.render.lettering import CENTRE
from designer.render.sheets.findings import Finding, remark_name, remark_rack
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.plan_marks import (
    MarkPlace,
    MarkPlaces,
    draw_finding_mark,
    draw_leader,
    draw_remark_mark,
)
from designer.render.sheets.plan_racks import can_be_named, draw_rack
from designer.render.sheets.scale_bar import FLOOR_SCALES
from designer.render.sheets.sheet_context import SheetContext

ROW_NAMES: Final = 9.0
"""Free width at the left of the plan, for the names of rows."""
_OVERLAP_MM: Final = 1_500
"""What neighbouring zones both show, in mm of the room: no rack is cut on both."""
_BESIDE_MM: Final = 250
"""How far from racks a zone ends, in mm of the room."""
_NAMED_SHARE: Final = 0.98
"""Part of the racks whose names must fit: a few very long ones do not make a plan too small."""
_SLACK: Final = 0.5


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the room that has a sheet of its own: its name and its place, in mm of the room."""

    name: str
    room: QRectF


@dataclass(frozen=True, slots=True)
class PlanView:
    """A part of the room (mm) at a scale, and where it lies on paper (mm)."""

    scale: float
    room: QRectF
    paper: QRectF

    def on_paper(self, place: QRectF) -> QRectF:
        """Return where a place in the room lies on paper."""
        corner = (place.topLeft() - self.room.topLeft()) / self.scale + self.paper.topLeft()
        return QRectF(corner, place.size() / self.scale)

    def shows(self, place: QRectF) -> bool:
        """Return whether a place in the room lies at least partly in the view."""
        return self.room.intersects(place)


def room_box(context: SheetContext) -> QRectF:
    """Return the bounding box of the room and of all that stands in it or beyond it, in mm."""
    return floor_box(context.design, context.catalog)


def footprint(context: SheetContext, rack: Rack) -> QRectF:
    """Return where a rack stands, in mm of the room."""
    width, depth = rack_size(rack, context.catalog)
    return QRectF(rack.x_mm, rack.y_mm, width, depth)


def fit_floor(size_mm: tuple[float, float], room: QRectF) -> float:
    """Return the largest scale at which a room fits a box of paper (mm); row names included."""
    for scale in FLOOR_SCALES:
        if size_mm[0] / scale + ROW_NAMES <= room.width() and size_mm[1] / scale <= room.height():
            return scale
    return FLOOR_SCALES[-1]


def names_fit(ink: Ink, context: SheetContext, scale: float) -> bool:
    """Return whether racks can bear their names at a scale, in letters that can be read."""
    fitting = 0
    for rack in context.design.racks:
        across, along = rack_size(rack, context.catalog)
        size = (across / scale, along / scale)
        fitting += can_be_named(rack.name or rack.id, size, rack.rotation, ink)
    return fitting >= _NAMED_SHARE * len(context.design.racks)


def zones_of(ink: Ink, context: SheetContext, whole: float, paper: QSizeF) -> tuple[Zone, ...]:
    """Return the parts into which a room is cut whose racks cannot bear their names otherwise.

    Parameters
    ----------
    whole
        The scale at which the whole room fits a sheet.
    paper
        Width and height that a part may have, in mm of paper.
    """
    if names_fit(ink, context, whole):
        return ()
    finer = [s for s in reversed(FLOOR_SCALES) if s < whole]
    scale = next((s for s in finer if names_fit(ink, context, s)), FLOOR_SCALES[0])
    box = room_box(context)
    shown = [paper.width() - ROW_NAMES, paper.height()]
    wide, high = (side * scale - 2 * _OVERLAP_MM for side in shown)
    feet = [footprint(context, rack) for rack in context.design.racks]
    across = cut((box.left(), box.right()), wide, [(f.left(), f.right()) for f in feet])
    along = cut((box.top(), box.bottom()), high, [(f.top(), f.bottom()) for f in feet])
    places = [
        QRectF(QPointF(left, top), QPointF(right, bottom))
        for top, bottom in pairwise(along)
        for left, right in pairwise(across)
    ]
    filled = [place for place in places if any(place.intersects(foot) for foot in feet)]
    return tuple(Zone(f"Z{n}", place) for n, place in enumerate(filled, start=1))


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
    return placed_view(more.intersected(room_box(context)), box)


def placed_view(room: QRectF, box: QRectF) -> PlanView:
    """Return a part of the room at the largest scale that fits, centred, names of rows beside."""
    scale = fit_floor((room.width(), room.height()), box)
    size = room.size() / scale
    spare_x = max(0.0, box.width() - ROW_NAMES - size.width())
    left = box.left() + ROW_NAMES + spare_x / 2
    return PlanView(scale, room, QRectF(QPointF(left, box.top()), size))


def draw_plan(
    ink: Ink,
    context: SheetContext,
    drawings: Mapping[str, RackDrawing],
    view: PlanView,
    found: Sequence[Finding],
) -> None:
    """Draw room, racks and marks of a view: names of aisles stand where no mark does."""
    painter, k = ink.painter, ink.dots_per_mm / view.scale
    origin = view.on_paper(QRectF(0, 0, 0, 0)).topLeft() * ink.dots_per_mm
    transform = QTransform.fromTranslate(origin.x(), origin.y()).scale(k, k)
    shown = {
        rack.id: place
        for rack in context.design.racks
        if view.shows(place := footprint(context, rack))
    }
    feet = {rack: view.on_paper(place) for rack, place in shown.items()}
    written = (context.layout, context.catalog, ink.theme, transform, ink.px)
    to_mm = QTransform.fromScale(1 / ink.dots_per_mm, 1 / ink.dots_per_mm)
    places = MarkPlaces(
        view.paper.adjusted(-ROW_NAMES, -1, 3, 3),
        tuple(feet.values()),
        tuple(to_mm.mapRect(box) for box in row_lettering(*written)),
        tuple(to_mm.mapRect(box) for box in aisle_lettering(*written)),
    )
    marks = _marks(context, view, feet, found, places)
    painter.save()
    # Names of rows stand beside what is shown; all else ends at its edge.
    painter.setClipRect(ink.box(view.paper.adjusted(-ROW_NAMES, -_SLACK, _SLACK, _SLACK)))
    painter.save()
    painter.setWorldTransform(transform)
    paint_room(
        painter, context.design, context.layout, context.catalog, ink.theme, k, px=ink.px,
        signs=tuple(ink.box(place.box) for place, _, _ in marks),
    )  # fmt: skip
    painter.restore()
    for rack, place in shown.items():
        draw_rack(ink, view.on_paper(place), drawings[rack])
    painter.restore()
    for mark, _, _ in marks:
        draw_leader(ink, mark)
    for mark, draw, said in marks:
        draw(ink, mark.box, said)


def _marks(
    context: SheetContext,
    view: PlanView,
    feet: Mapping[str, QRectF],
    found: Sequence[Finding],
    places: MarkPlaces,
) -> list[tuple[MarkPlace, Callable[[Ink, QRectF, str], None], str]]:
    """Return where marks stand, how each is drawn, and what it says."""
    marks: list[tuple[MarkPlace, Callable[[Ink, QRectF, str], None], str]] = [
        (places.beside(feet[rack]), draw_finding_mark, str(finding.number))
        for finding in found
        for rack in finding.marked
        if rack in feet
    ]
    for number, note in enumerate(context.design.notes, start=1):
        rack, name = remark_rack(note, context.layout), remark_name(number)
        if rack in feet:
            marks.append((places.beside(feet[rack]), draw_remark_mark, name))
        elif not rack and note.x_mm is not None and note.y_mm is not None:
            spot = QRectF(note.x_mm, note.y_mm, 1, 1)
            if view.shows(spot):
                point = view.on_paper(spot).topLeft()
                marks.append((places.at(point), draw_remark_mark, name))
    return marks


_BEYOND: Final = 0.8
"""Between the edge of a view and what stands beyond it, in mm."""


def draw_zones(ink: Ink, context: SheetContext, view: PlanView, zones: Iterable[Zone]) -> None:
    """Draw the parts of the room that have sheets of their own, with their names.

    Their lines leave out the names of rows and aisles.
    """
    origin, k = view.on_paper(QRectF(0, 0, 0, 0)).topLeft() * ink.dots_per_mm, ink.dots_per_mm
    transform = QTransform.fromTranslate(origin.x(), origin.y()).scale(
        k / view.scale, k / view.scale
    )
    free = QPainterPath()
    free.addRect(ink.box(view.paper.adjusted(-ROW_NAMES, -1, 1, 1)))
    for words in lettering(context.layout, context.catalog, ink.theme, transform, ink.px):
        free.addRect(words.adjusted(-_SLACK * k, 0, _SLACK * k, 0))
    for zone in zones:
        place = view.on_paper(zone.room)
        ink.painter.save()
        # Boxes within the box are odd and even: holes.
        ink.painter.setClipPath(free, Qt.ClipOperation.IntersectClip)
        match_line(ink, place)
        ink.painter.restore()
        spot = QRectF(place.left() + 0.6, place.top() + 0.6, 9, 5)
        ink.fill(spot, ink.theme.background)
        ink.frame(spot, 0.35)
        ink.text(spot, zone.name, 3.2, weight=700, align=CENTRE)


def draw_match_lines(
    ink: Ink, context: SheetContext, view: PlanView, zone: Zone, zones: Iterable[Zone]
) -> None:
    """Draw where a zone ends and its neighbours begin, with their names in the overlap."""
    match_line(ink, view.on_paper(zone.room).intersected(view.paper))
    feet = [view.on_paper(footprint(context, rack)) for rack in context.design.racks]
    names = [
        QRectF(place.center().x() - 24, place.center().y() - 2.5, 48, 5)
        for aisle in shown_aisles(context.layout, context.catalog)
        for place in (view.on_paper(_aisle_box(aisle)),)
    ]
    for other in zones:
        seen = view.on_paper(other.room).intersected(view.paper)
        # Of one that meets this in a corner only, the others tell the way.
        is_corner = max(seen.width(), seen.height()) <= _OVERLAP_MM / view.scale
        if other.name == zone.name or is_corner or min(seen.width(), seen.height()) < TEXT_MM:
            continue
        spot = neighbour_spot(seen, view.paper, (feet, names))
        ink.fill(spot, ink.theme.background)
        ink.text(spot, other.name, 3.2, weight=700, align=CENTRE)


def _aisle_box(aisle: Aisle) -> QRectF:
    return QRectF(aisle.x_mm, aisle.y_mm, aisle.width_mm, aisle.depth_mm)


def neighbour_spot(
    strip: QRectF, paper: QRectF, taken: tuple[Sequence[QRectF], Sequence[QRectF]]
) -> QRectF:
    """Return where the name of a neighbour stands: in the strip that both show, off its racks.

    Where racks fill the strip, it stands beyond the edge of the view (`paper`).
    """
    spot = free_spot(strip, QSizeF(9, 4.4), taken)
    if not any(spot.intersects(box) for box in taken[0]):
        return spot
    centre, middle = strip.center(), paper.center()
    if strip.width() >= strip.height():
        spot.moveCenter(centre)
        if centre.y() > middle.y():
            spot.moveTop(paper.bottom() + _BEYOND)
        else:
            spot.moveBottom(paper.top() - _BEYOND)
    else:
        spot.moveCenter(centre)
        if centre.x() > middle.x():
            spot.moveLeft(paper.right() + _BEYOND)
        else:
            spot.moveRight(paper.left() - _BEYOND)
    return spot


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
