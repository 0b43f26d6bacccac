"""The plan of a floor on paper: the whole room, or a part of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QTransform

from designer.catalog.aisles import rack_size
from designer.catalog.plant_places import drawn_of, node_of
from designer.model.comments import Comment
from designer.model.design import Note, Rack
from designer.model.tray import Tray
from designer.render.drawing import RackDrawing
from designer.render.fate_painter import paint_fate
from designer.render.fates_of_loss import fate_of_node
from designer.render.floor_painter import (
    aisle_lettering,
    floor_box,
    paint_room,
    row_lettering,
    shown_aisles,
)
from designer.render.printed_plans import paint_plans
from designer.render.sheets.comment_marks import clouds_on, draw_cloud, place_of, sign_of
from designer.render.sheets.findings import Finding, remark_name, remark_rack
from designer.render.sheets.ink import Ink
from designer.render.sheets.plan_marks import (
    MarkPlaces,
    PlanMark,
    draw_finding_mark,
    draw_remark_mark,
)
from designer.render.sheets.plan_racks import draw_rack, words_box
from designer.render.sheets.scale_bar import FLOOR_SCALES
from designer.render.sheets.sheet_context import SheetContext
from designer.render.tray_painter import NamePlace, paint_ladder, place_of_name, write_name

ROW_NAMES: Final = 9.0
"""Free width at the left of the plan, for the names of rows."""
_SLACK: Final = 0.5
_BESIDE_MM: Final = 3_000
_BESIDE_SHARE: Final = 0.25
"""How far beside the room a plan shows comments: so many mm, or a part of its longer side."""
_AROUND_MM: Final = 300
"""What is shown around a comment beside the room."""
_ARC: Final = 1.5
"""How far the arcs of a cloud reach over its box, in mm of paper."""


@dataclass(frozen=True, slots=True)
class PlanView:
    """A part of the room (mm) at a scale, and where it lies on paper (mm).

    Attributes
    ----------
    own
        What of it (mm of the room) no neighbour shows: there stand the names of aisles. None for
        all.
    """

    scale: float
    room: QRectF
    paper: QRectF
    own: QRectF | None = None

    def on_paper(self, place: QRectF) -> QRectF:
        """Return where a place in the room lies on paper."""
        corner = (place.topLeft() - self.room.topLeft()) / self.scale + self.paper.topLeft()
        return QRectF(corner, place.size() / self.scale)

    def transform(self, dots_per_mm: float) -> QTransform:
        """Return the way from the room to a device with so many dots to a millimetre of paper."""
        origin = self.on_paper(QRectF(0, 0, 0, 0)).topLeft() * dots_per_mm
        k = dots_per_mm / self.scale
        return QTransform.fromTranslate(origin.x(), origin.y()).scale(k, k)

    def named(self, ink: Ink) -> QRectF:
        """Return where names of aisles stand, in units of the device."""
        own = self.paper if self.own is None else self.on_paper(self.own)
        return ink.box(own.intersected(self.paper))

    def shows(self, place: QRectF) -> bool:
        """Return whether a place in the room lies at least partly in the view."""
        return self.room.intersects(place)


def room_box(context: SheetContext) -> QRectF:
    """Return the bounding box of the room and of all that stands in it or beyond it, in mm."""
    return floor_box(context.design, context.catalog)


def extent_of(context: SheetContext) -> QRectF:
    """Return what a plan of the whole floor shows, in mm: the room, and comments beside it.

    What a comment marks further out is not followed: its balloon stands at the edge of the plan.
    """
    room = room_box(context)
    reach = max(_BESIDE_MM, _BESIDE_SHARE * max(room.width(), room.height()))
    most = room.adjusted(-reach, -reach, reach, reach)
    for comment in context.comments:
        rack, point = place_of(comment, context)
        if rack or point is None:
            continue
        box = QRectF(point, QSizeF(1, 1)) if comment.cloud is None else QRectF(*comment.cloud)
        if not room.contains(box):
            by = _AROUND_MM
            room = room.united(box.adjusted(-by, -by, by, by).intersected(most))
    return room


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
    marks: Sequence[PlanMark],
    *,
    trays_named: bool = True,
) -> None:
    """Draw room and racks of a view: names of aisles stand where none of its marks will.

    Parameters
    ----------
    trays_named
        Whether trays bear their names; False where these are written over what runs in them.
    """
    painter = ink.painter
    painter.save()
    # Names of rows stand beside what is shown; all else ends at its edge.
    painter.setClipRect(ink.box(view.paper.adjusted(-ROW_NAMES, -_SLACK, _SLACK, _SLACK)))
    draw_floor(ink, context, view, _signs(ink, marks))
    for rack, place in feet_of(context, view).items():
        draw_rack(ink, place, drawings[rack])
        fate = context.lost.fates.get(rack) if context.lost else None
        if fate is not None:
            body = ink.box(place.adjusted(0.3, 0.3, -0.3, -0.3))
            words = ink.box(words_box(ink, place, drawings[rack]))
            paint_fate(painter, body, fate, ink.theme, ink.px, words)
    _draw_plant_fates(ink, context, view)
    _draw_trays(ink, context, view)
    if trays_named:
        write_tray_names(ink, tray_names(ink, context, view))
    painter.restore()


def draw_plans(ink: Ink, context: SheetContext, view: PlanView) -> None:
    """Draw the building plans that are printed, below all of a view."""
    seen = ink.box(view.paper)
    paint_plans(
        ink.painter, context.design, view.transform(ink.dots_per_mm), ink.theme, seen, ink.px
    )


def _draw_trays(ink: Ink, context: SheetContext, view: PlanView) -> None:
    """Draw cable trays over the racks."""
    transform = view.transform(ink.dots_per_mm)
    for tray in context.design.trays:
        paint_ladder(ink.painter, tray, transform, ink.theme, ink.px)


def write_tray_names(ink: Ink, named: Iterable[tuple[Tray, NamePlace]]) -> None:
    """Write the names of trays at their places."""
    for tray, place in named:
        write_name(ink.painter, tray, place, ink.theme, ink.px)


def tray_names(ink: Ink, context: SheetContext, view: PlanView) -> list[tuple[Tray, NamePlace]]:
    """Return where names of trays are written, in units of the device: they hide no rack."""
    transform = view.transform(ink.dots_per_mm)
    feet = [ink.box(place) for place in feet_of(context, view).values()]

    def is_free(place: QRectF) -> bool:
        return not any(place.intersects(foot) for foot in feet)

    found = []
    for tray in context.design.trays:
        place = place_of_name(tray, transform, ink.theme, ink.px, is_free)
        if place is not None:
            found.append((tray, place))
    return found


def _draw_plant_fates(ink: Ink, context: SheetContext, view: PlanView) -> None:
    """Draw what a loss that is tried does to what of the room's power is on the floor."""
    loss = context.lost.loss if context.lost else None
    if loss is None:
        return
    for one in drawn_of(context.design, context.catalog):
        fate = fate_of_node(loss, node_of(one.key), context.design.power)
        if fate is not None:
            left, top, right, bottom = one.box
            place = view.on_paper(QRectF(left, top, right - left, bottom - top))
            paint_fate(ink.painter, ink.box(place), fate, ink.theme, ink.px)


def draw_floor(
    ink: Ink, context: SheetContext, view: PlanView, signs: Sequence[QRectF] = ()
) -> None:
    """Draw what lies under the racks of a view.

    Parameters
    ----------
    signs
        What names of aisles keep off, in units of the device.
    """
    painter = ink.painter
    painter.save()
    painter.setWorldTransform(view.transform(ink.dots_per_mm))
    paint_room(
        painter, context.design, context.layout, context.catalog, ink.theme,
        ink.dots_per_mm / view.scale, px=ink.px, view=view.named(ink),
        signs=signs,
    )  # fmt: skip
    painter.restore()


def _signs(ink: Ink, marks: Sequence[PlanMark]) -> tuple[QRectF, ...]:
    """Return what names of aisles keep off, in units of the device."""
    return tuple(ink.box(mark.place.box) for mark in marks)


def names_on(
    ink: Ink,
    context: SheetContext,
    drawings: Mapping[str, RackDrawing],
    view: PlanView,
    marks: Sequence[PlanMark],
) -> list[QRectF]:
    """Return where `draw_plan` writes the names of rows, aisles and what stands there, in mm."""
    written = (context.layout, context.catalog, ink.theme, view.transform(ink.dots_per_mm), ink.px)
    aisles = aisle_lettering(*written, signs=_signs(ink, marks), view=view.named(ink))
    to_mm = QTransform.fromScale(1 / ink.dots_per_mm, 1 / ink.dots_per_mm)
    found = [to_mm.mapRect(box) for box in (*row_lettering(*written), *aisles)]
    feet = feet_of(context, view).items()
    found += [words_box(ink, place, drawings[rack]) for rack, place in feet]
    return [box for box in found if not box.isEmpty()]


def feet_of(context: SheetContext, view: PlanView) -> dict[str, QRectF]:
    """Return where on paper the racks stand of which a view shows something, by id."""
    shown = ((rack.id, footprint(context, rack)) for rack in context.design.racks)
    return {rack: view.on_paper(place) for rack, place in shown if view.shows(place)}


def marks_of(
    ink: Ink, context: SheetContext, view: PlanView, found: Sequence[Finding]
) -> list[PlanMark]:
    """Return the marks of findings and remarks on a view."""
    feet = feet_of(context, view)
    written = (context.layout, context.catalog, ink.theme, view.transform(ink.dots_per_mm), ink.px)
    to_mm = QTransform.fromScale(1 / ink.dots_per_mm, 1 / ink.dots_per_mm)
    aisles = aisle_lettering(*written, view=view.named(ink))
    places = MarkPlaces(
        view.paper.adjusted(-ROW_NAMES, -1, 3, 3),
        tuple(feet.values()),
        tuple(to_mm.mapRect(box) for box in row_lettering(*written)),
        tuple(to_mm.mapRect(box) for box in aisles),
        tuple(
            view.on_paper(QRectF(aisle.x_mm, aisle.y_mm, aisle.width_mm, aisle.depth_mm))
            for aisle in shown_aisles(context.layout, context.catalog)
        ),
    )
    marks = [
        PlanMark(places.beside(feet[rack]), draw_finding_mark, str(finding.number))
        for finding in found
        for rack in finding.marked
        if rack in feet
    ]
    for number, note in enumerate(context.design.notes, start=1):
        rack, point, name = *remark_place(context, note), remark_name(number)
        if rack in feet:
            marks.append(PlanMark(places.beside(feet[rack]), draw_remark_mark, name))
        elif point is not None and view.shows(QRectF(point, QSizeF(1, 1))):
            at = places.at(view.on_paper(QRectF(point, QSizeF(1, 1))).topLeft())
            marks.append(PlanMark(at, draw_remark_mark, name))
    for comment in context.comments:
        rack, point = place_of(comment, context)
        sign, name = sign_of(comment), str(comment.number)
        if rack in feet:
            marks.append(PlanMark(places.beside(feet[rack]), sign, name))
        elif (spot := _spot_in(view, comment, point)) is not None:
            at = places.at(view.on_paper(QRectF(spot, QSizeF(1, 1))).topLeft())
            marks.append(PlanMark(at, sign, name))
    return marks


def _spot_in(view: PlanView, comment: Comment, point: QPointF | None) -> QPointF | None:
    """Return where a view marks a comment that has no rack there, in mm of the room; else None.

    A cloud is marked at the corner of what is seen of it. The plan of the whole floor has every
    comment with a place: what lies beyond it is marked at its edge.
    """
    if point is None:
        return None
    if comment.cloud is not None:
        seen = QRectF(*comment.cloud).intersected(view.room)
        if not seen.isEmpty():
            return seen.topRight()
    elif view.shows(QRectF(point, QSizeF(1, 1))):
        return point
    if view.own is not None:
        return None
    room = view.room
    return QPointF(
        min(max(point.x(), room.left()), room.right()),
        min(max(point.y(), room.top()), room.bottom()),
    )


def draw_clouds(ink: Ink, context: SheetContext, view: PlanView) -> None:
    """Draw the clouds of comments on a view, as far as it shows them."""
    painter = ink.painter
    painter.save()
    painter.setClipRect(ink.box(view.paper.adjusted(-_ARC, -_ARC, _ARC, _ARC)))
    for comment, box in clouds_on(context):
        if view.shows(box):
            draw_cloud(ink, view.on_paper(box), is_open=comment.is_open)
    painter.restore()


def remark_place(context: SheetContext, note: Note) -> tuple[str, QPointF | None]:
    """Return the rack, or the point of the room (mm), at which a remark is marked; or neither."""
    rack = remark_rack(note, context.layout)
    if rack or note.x_mm is None or note.y_mm is None:
        return rack, None
    point = QPointF(note.x_mm, note.y_mm)
    return "", point if room_box(context).intersects(QRectF(point, QSizeF(1, 1))) else None
