"""What a drag of a row's grips would do: more or fewer racks, another pitch, aisle or front."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from designer.catalog.aisles import aisles
from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.drop_plans import DropPlan, racks_by
from designer.document.edits import mirror_racks, move_row, shape_row
from designer.document.edits.row_shapes import as_shaped
from designer.document.errors import EditError
from designer.document.locks import refuse_locked
from designer.document.placement import Box, Verdict, rack_box
from designer.document.row_shapes import Room, RowShape, box_of, room_of, shape_of
from designer.model.aisle_widths import COLD_AISLE_MM, HOT_AISLE_MM
from designer.model.change import diff
from designer.model.layout import Layout
from designer.model.plural import plural


@dataclass(frozen=True, slots=True)
class AisleBeside:
    """The aisle on one side of a row.

    Attributes
    ----------
    above
        Whether it lies towards the origin: above the row, or left of one that runs down the plan.
    clear_mm
        Its width between the rows.
    least_mm
        What the rule for such an aisle asks for.
    words
        What it is called: `cold aisle 1`.
    """

    above: bool
    clear_mm: int
    least_mm: int
    words: str


def aisles_beside(layout: Layout, catalog: Catalog, shape: RowShape) -> tuple[AisleBeside, ...]:
    """Return the aisles on both sides of a row, but to what stands out of its own line."""
    left, top, right, bottom = box_of(catalog, shape)
    low, high, begin, end = (
        (left, right, top, bottom) if shape.sideways else (top, bottom, left, right)
    )
    found: dict[bool, AisleBeside] = {}
    apart = [rack_box(catalog, rack) for rack in shape.out_of_line]
    for one in aisles(layout.design, catalog):
        if one.across is shape.sideways:
            continue
        at, deep = (one.x_mm, one.width_mm) if shape.sideways else (one.y_mm, one.depth_mm)
        on, long = (one.y_mm, one.depth_mm) if shape.sideways else (one.x_mm, one.width_mm)
        if on >= end or on + long <= begin or (at + deep != low and at != high):
            continue
        if any(_touch((one.x_mm, one.y_mm, one.width_mm, one.depth_mm), box) for box in apart):
            continue  # it moves with the row, and the aisle stays as wide
        least = HOT_AISLE_MM if one.kind == "hot" else COLD_AISLE_MM
        above = at + deep == low
        beside = AisleBeside(above, one.clear_mm, least, f"{one.kind} aisle {one.number}")
        found.setdefault(above, beside)
    return tuple(found.values())


def _touch(aisle: Box, box: Box) -> bool:
    """Return whether an aisle, as corner and size in mm, reaches to a box."""
    x, y, wide, deep = aisle
    return x <= box[2] and box[0] <= x + wide and y <= box[3] and box[1] <= y + deep


def row_of_count(
    layout: Layout, catalog: Catalog, chosen: Sequence[str], count: int
) -> tuple[DropPlan, Room] | None:
    """Plan a row of so many racks, with what stops it; None where what is chosen is no row."""
    found = as_shaped(layout, catalog, tuple(chosen), max(count, 1))
    if found is None:
        return None
    shape, edit = found
    room = room_of(layout, catalog, shape)
    name = _called(layout, shape)
    key = ("row-count", tuple(chosen), count)
    if count < 1:
        title = f"{name}: {plural(count, 'rack')}"
        none = Verdict(ok=False, reason="a row has 1 rack or more; Delete removes it", title=title)
        stand = tuple(rack_box(catalog, rack) for rack in shape.racks)
        return DropPlan(key, none, "", None, (), stand), room
    if count == shape.count:
        stays = Verdict(ok=True, reason="", title=f"{name} keeps {plural(count, 'rack')}")
        stand = tuple(rack_box(catalog, rack) for rack in shape.racks)
        return DropPlan(key, stays, "", None, tuple(chosen), stand), room
    title = f"{name}: {plural(count, 'rack')}, {count - shape.count:+,}".replace("-", "−")
    if count > room.most:
        verdict = Verdict(ok=False, reason=f"{room.most} fit: {room.stopped_by}", title=title)
        boxes = tuple(shape.box_at(n) for n in range(shape.count, room.most + 1))
        return DropPlan(key, verdict, "", None, (), boxes), room
    about, note = f"{count} of at most {room.most}" if room.stopped_by else "", ""
    gone_ids: tuple[str, ...] = ()
    refusal = _refusal(layout, edit)
    verdict = Verdict(ok=not refusal, reason=refusal, title=title)
    if count > shape.count:
        boxes = tuple(shape.box_at(n) for n in range(shape.count, count))
    else:
        boxes = tuple(rack_box(catalog, rack) for rack in shape.racks[count:])
        gone_ids = tuple(rack.id for rack in shape.racks[count:])
        note = "" if refusal else _loss(layout, catalog, shape, count, edit)
    label = f"{name}: {plural(count, 'rack')}"
    does = None if refusal else edit
    return (
        DropPlan(key, verdict, label, does, (), boxes, note=note, about=about, carries=gone_ids),
        room,
    )


def _loss(layout: Layout, catalog: Catalog, shape: RowShape, count: int, edit: Edit) -> str:
    """Return what goes with a row that is shortened: racks, and a pitch that none shows then."""
    gone = [rack.name for rack in shape.racks[count:]]
    ends = gone[0] if len(gone) == 1 else f"{gone[0]} to {gone[-1]}"
    note = f"removes {ends} with what they hold"
    left = shape_of(Layout(edit(layout.design)), catalog, shape.row)
    if left is None or shape.pitch_mm is None or left.step_mm == shape.pitch_mm:
        return note
    return f"{note}; the pitch of {shape.pitch_mm:,} mm goes"


def row_of_pitch(layout: Layout, catalog: Catalog, shape: RowShape, pitch_mm: int) -> DropPlan:
    """Plan a row at another pitch."""
    name = _called(layout, shape)
    boxes: list[Box] = []
    for number, rack in enumerate(shape.racks):
        x, y = shape.spaced(number, pitch_mm)
        left, top, right, bottom = rack_box(catalog, rack)
        boxes.append((x, y, x + right - left, y + bottom - top))
    edit: Edit = shape_row(catalog, shape.row, pitch_mm=pitch_mm)
    refusal = _refusal(layout, edit)
    title = f"{name}: pitch {pitch_mm:,} mm"
    key = ("row-pitch", shape.row, pitch_mm)
    verdict = Verdict(ok=not refusal, reason=refusal, title=title)
    ids = tuple(rack.id for rack in shape.racks)
    same = pitch_mm == shape.pitch_mm
    return DropPlan(
        key, verdict, f"{name}: pitch {pitch_mm:,} mm", None if refusal or same else edit, ids,
        tuple(boxes),
    )  # fmt: skip


def row_mirrored(layout: Layout, catalog: Catalog, shape: RowShape) -> DropPlan:
    """Plan a row that faces the other way where it stands."""
    ids = tuple(rack.id for rack in shape.racks)
    edit: Edit = mirror_racks(catalog, ids, "x" if shape.sideways else "y")
    refusal = _refusal(layout, edit)
    label = f"{_called(layout, shape)} faces the other way"
    verdict = Verdict(ok=not refusal, reason=refusal, title=label)
    racks = shape.racks if refusal else tuple(
        one for one in edit(layout.design).racks if one.id in set(ids)
    )  # fmt: skip
    boxes = tuple(rack_box(catalog, rack) for rack in racks)
    return DropPlan(
        ("row-mirrored", shape.row), verdict, label, None if refusal else edit, ids, boxes
    )


def row_beside(
    layout: Layout, catalog: Catalog, shape: RowShape, aisle: AisleBeside, clear_mm: int
) -> DropPlan:
    """Plan a row moved so that the aisle on one of its sides becomes so wide."""
    by = clear_mm - aisle.clear_mm if aisle.above else aisle.clear_mm - clear_mm
    ids = tuple(rack.id for rack in shape.racks)
    dx, dy = (by, 0) if shape.sideways else (0, by)
    plan = racks_by(layout, catalog, ids, dx, dy)
    title = f"{aisle.words}: {clear_mm:,} mm"
    verdict = Verdict(ok=plan.verdict.ok, reason=plan.verdict.reason, title=title)
    narrow = clear_mm < aisle.least_mm
    note = f"{aisle.words} narrower than {aisle.least_mm:,} mm" if narrow else ""
    edit = move_row(catalog, shape.row, dx, dy) if plan.edit is not None else None
    label = f"Move {_called(layout, shape)}: {title}"
    return replace(plan, verdict=verdict, label=label, edit=edit, note=note)


def _refusal(layout: Layout, edit: Edit) -> str:
    try:
        refuse_locked(layout, diff(layout.design, edit(layout.design)))
    except EditError as refusal:
        return str(refusal)
    return ""


def _called(layout: Layout, shape: RowShape) -> str:
    if not shape.row:
        return f"Row of {shape.racks[0].name}"
    row = next((one for one in layout.design.rows if one.id == shape.row), None)
    return f"Row {row.name or row.id}" if row else f"Row {shape.row}"
