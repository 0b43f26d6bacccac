"""What a drop would do: one plan for each place where a drag could end, made before it ends.

A plan says whether the drop may be, holds the edit that would make it so, and changes nothing. The
floor, the elevation and their tests share these functions. A new kind of drag gets its plan here.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.depth import half_of
from designer.catalog.part import Part
from designer.document.document import Edit
from designer.document.edits import (
    in_sequence,
    move_devices,
    move_racks,
    place_device,
    place_rack,
    set_fields,
)
from designer.document.edits.devices import all_stay, half_after
from designer.document.edits.fabrics import unpin
from designer.document.errors import IN_REVIEW
from designer.document.floor_words import floor_words
from designer.document.locks import why_held
from designer.document.nearest_place import around, middle_of, other_racks, up_and_down
from designer.document.placement import (
    Box,
    Verdict,
    can_place,
    can_place_rack,
    default_face,
    first_fit,
    footprint,
    free_half,
    rack_box,
    room_left,
    snap_rack,
)
from designer.document.row_joins import Joined, row_joined
from designer.document.staged import why_not_filled
from designer.model.design import Face, Rack, Rotation, Side
from designer.model.layout import Layout, Placed
from designer.model.plural import plural
from designer.model.units import place_text

_UPRIGHT: Final[Rotation] = 0
_DOWN: Final[Rotation] = 90
"""As racks of a row stand that runs down the plan; those of 270 face the other way."""
MOST_CHECKED = 48
"""Racks checked one by one while the pointer moves; the edit itself always checks all of them."""


@dataclass(frozen=True, slots=True)
class DraggedDevices:
    """Devices in a drag.

    Attributes
    ----------
    keys
        Device keys as `Layout` knows them; the one under the pointer first, and never empty.
    grip_half_u
        Half units between the lower edge of the first device and the pointer.
    """

    keys: tuple[str, ...]
    grip_half_u: int = 0


@dataclass(frozen=True, slots=True)
class Spot:
    """A device's place in a rack while it is dragged; its depth where its part states one.

    `side` is the half of the width that it takes, empty for all of it.
    """

    half_u: int
    height_half_u: int
    face: Face
    depth_mm: int | None = field(default=None, compare=False)
    side: Side = ""


@dataclass(frozen=True, slots=True)
class DropPlan:
    """What letting go here would do.

    Attributes
    ----------
    key
        Equal for two plans that would do the same: then nothing needs asking again.
    verdict
        May it be, and why not.
    label
        The step's name in the history.
    edit
        What makes it so; None where the verdict refuses, and where nothing would change.
    rack_ids
        Racks whose figures it changes.
    boxes
        Footprints on the floor, in mm, of what would stand there.
    spots
        Places in `rack_ids[0]` of what would hang there.
    note
        A consequence that needs saying, such as a rack that leaves its assembly.
    about
        What it would be, in words, where the title does not say it.
    elsewhere
        Looks for the nearest place where it may be, in place of one where it may not, and not in
        the racks that it is given; None where there is none, or nothing is refused for its place.
    fills
        Racks into which it brings devices that hang elsewhere, or nowhere yet.
    carries
        Keys of what it takes from its place: none of them may be locked.
    """

    key: Hashable
    verdict: Verdict
    label: str
    edit: Edit | None = None
    rack_ids: tuple[str, ...] = ()
    boxes: tuple[Box, ...] = ()
    spots: tuple[Spot, ...] = ()
    note: str = ""
    about: str = ""
    elsewhere: Callable[[Collection[str]], "DropPlan | None"] | None = None
    fills: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()

    @property
    def stays(self) -> bool:
        """Whether what is dragged would be put back where it is, which changes nothing."""
        return self.verdict.ok and self.edit is None


def in_review(plan: DropPlan) -> DropPlan:
    """Return what a plan is in a review: refused, with nothing that follows from it."""
    verdict = Verdict(ok=False, reason=IN_REVIEW, title=plan.verdict.title)
    return replace(
        plan, key=("in review", plan.key), verdict=verdict, edit=None, note="", elsewhere=None
    )


def with_locks(plan: DropPlan, layout: Layout) -> DropPlan:
    """Return a plan, refused where it takes something from its place that is locked."""
    why = why_held(layout, plan.carries) if plan.carries and not plan.stays else ""
    if not why:
        return plan
    verdict = Verdict(ok=False, reason=why, title=plan.verdict.title)
    return replace(
        plan, key=("locked", plan.key), verdict=verdict, edit=None, note="", elsewhere=None
    )


def at_stage(plan: DropPlan, layout: Layout, stage: str) -> DropPlan:
    """Return a plan, refused where it fills a rack that comes after the stage looked at."""
    why = why_not_filled(layout.design, plan.fills, stage)
    if not why:
        return plan
    verdict = Verdict(ok=False, reason=why, title=plan.verdict.title)
    return replace(plan, key=("later", stage, plan.key), verdict=verdict, edit=None, note="")


def unpinning(plan: DropPlan, cables: tuple[str, ...]) -> DropPlan:
    """Return a plan that in the same step leaves the media of cables by hand to their ways."""
    if plan.edit is None or not cables:
        return plan
    edit = in_sequence(plan.edit, unpin(cables))
    return replace(plan, edit=edit, label=f"{plan.label} and unpin {plural(len(cables), 'cable')}")


def part_into_rack(
    layout: Layout,
    catalog: Catalog,
    part_id: str,
    rack_id: str,
    half_u: int | None = None,
    face: Face | None = None,
    side: Side | None = None,
) -> DropPlan:
    """Plan a new device in a rack; `half_u` None is the first fit.

    `side` is the half of the width that a part of half a width is meant for, None for a free one.
    """
    part, rack = catalog.get(part_id), layout.racks.get(rack_id)
    boxes = (rack_box(catalog, rack),) if rack else ()
    side = side if part is not None and part.half_width else None
    key = ("part", part_id, rack_id, half_u, face, side)
    if part is None or rack is None:
        verdict = can_place(layout, catalog, part_id, rack_id, half_u or 2)
        return DropPlan(key, verdict, "", boxes=boxes)
    hangs = face if part.height_half_u and face in ("front", "rear") else default_face(part)
    at = first_fit(layout, catalog, part_id, rack_id, hangs) if half_u is None else half_u
    low = at if at is not None else 2
    half = side or free_half(layout, catalog, part_id, rack_id, low, hangs)
    verdict = can_place(layout, catalog, part_id, rack_id, low, hangs, side=half)
    if at is None:
        left = room_left(layout, catalog, part_id, rack_id, hangs)
        reason = f"no room left in {rack.name}: {left}" if left else verdict.reason
        verdict = Verdict(ok=False, reason=reason, title=_into(verdict))
    spots = (Spot(at, part.height_half_u, hangs, part.depth_mm, half),) if at is not None else ()
    if not verdict.ok or at is None:
        plan = DropPlan(key, verdict, "", None, (rack_id,), boxes, spots, fills=(rack_id,))
    else:
        edit = place_device(catalog, part_id, rack_id, at, hangs, known=layout, side=half or None)
        label = f"Place {verdict.title.replace(' into ', ' in ')}"
        plan = DropPlan(key, verdict, label, edit, (rack_id,), boxes, spots, fills=(rack_id,))
    return _or_elsewhere(
        plan, layout, catalog, rack, half_u,
        lambda to, up: part_into_rack(layout, catalog, part_id, to, up, face),
    )  # fmt: skip


def part_onto_floor(
    layout: Layout, catalog: Catalog, part_id: str, x_mm: float, y_mm: float, *, free: bool
) -> DropPlan:
    """Plan a rack or floor unit with its middle under the pointer; `free` does not snap.

    Beside the last rack of a row, in line with it, it joins that row and faces as the row does,
    also down the plan.
    """
    part = catalog.get(part_id)
    if part is None or not part.stands_on_floor:
        verdict = can_place_rack(layout, catalog, part_id, round(x_mm), round(y_mm))
        if part is not None:
            verdict = Verdict(ok=False, reason="drop it on a rack", title=part.name)
        return DropPlan(
            ("floor", part_id), verdict, "",
            elsewhere=lambda but: other_racks(
                lambda to: part_into_rack(layout, catalog, part_id, to), layout, catalog,
                (x_mm, y_mm), but,
            ),
        )  # fmt: skip
    joined, box = _standing(layout, catalog, part, (x_mm, y_mm), free=free)
    rotation, row = (joined.rotation, joined.row) if joined is not None else (_UPRIGHT, "")
    x, y, *_ = box
    verdict = can_place_rack(layout, catalog, part_id, x, y, rotation)
    key = ("floor", part_id, x, y, rotation)
    if not verdict.ok:
        return DropPlan(
            key, verdict, "", boxes=(box,),
            elsewhere=lambda _: around(
                lambda dx, dy: part_onto_floor(
                    layout, catalog, part_id, x_mm + dx, y_mm + dy, free=False
                ),
                layout.design.room.tile_mm,
            ),
        )  # fmt: skip
    edit = place_rack(catalog, part_id, x, y, rotation, row=row)
    about = joined.words(layout) if joined is not None else ""
    return DropPlan(key, verdict, f"Place {verdict.title}", edit, (), (box,), about=about)


def _standing(
    layout: Layout, catalog: Catalog, part: Part, middle: tuple[float, float], *, free: bool
) -> tuple[Joined | None, Box]:
    """Return the row that a rack with its middle at a point joins, and its footprint.

    It is turned a quarter only where it joins a row down the plan and has room for that.
    """
    tried: list[Box] = []
    for rotation in (_UPRIGHT, _DOWN):
        wide, deep = footprint(part, rotation)
        left, top = middle[0] - wide / 2, middle[1] - deep / 2
        x, y = (
            (round(left), round(top)) if free
            else snap_rack(layout, catalog, part.id, left, top, rotation)
        )  # fmt: skip
        box = (x, y, x + wide, y + deep)
        tried.append(box)
        joined = row_joined(layout, catalog, part.id, (x, y), rotation, turns=True)
        if joined is not None and (
            rotation == _UPRIGHT or can_place_rack(layout, catalog, part.id, x, y, rotation).ok
        ):
            return joined, box
    return None, tried[0]


def devices_into_rack(
    layout: Layout,
    catalog: Catalog,
    dragged: DraggedDevices,
    rack_id: str,
    half_u: int | None = None,
    side: Side | None = None,
) -> DropPlan:
    """Plan a move of devices into a rack, the first to `half_u` (None: the first fit).

    `side` is the half of the width that the first is meant for where it takes half of it; None: it
    keeps its own, or goes to whichever is free where no position is meant.
    """
    moving = [placed for k in dragged.keys if (placed := layout.find(k)) is not None]
    rack = layout.racks.get(rack_id)
    if not moving or rack is None:
        what = "the dragged devices are" if rack else "the rack is"
        verdict = Verdict(ok=False, reason=f"{what} not in this design", title="Move")
        return DropPlan(("devices", dragged.keys, rack_id, half_u), verdict, "")
    boxes, first = (rack_box(catalog, rack),), moving[0]
    kind = catalog.get(first.part)
    side = side if kind is not None and kind.half_width else None
    at = half_u
    if at is None:
        at, side = _fit_together(layout, catalog, moving, rack_id)
    key = ("devices", dragged.keys, rack_id, half_u, side)
    spots, refusal = _spots(layout, catalog, moving, rack_id, at, side)
    what = moving[0].name if len(moving) == 1 else f"{len(moving)} devices"
    if all_stay(moving, rack_id, at, side):
        return DropPlan(key, _staying(what, len(moving)), "", None, (rack_id,), boxes, spots)
    if refusal and half_u is None and len(moving) == 1:
        left = room_left(layout, catalog, first.part, rack_id, first.face, (first.key,))
        refusal = f"no room left in {rack.name}: {left}" if left else refusal
    title = f"{what} into {rack.name}"
    if len(moving) == 1 and spots and spots[0].height_half_u:
        title += f" · {place_text(spots[0].half_u, spots[0].height_half_u, spots[0].side)}"
    verdict = Verdict(ok=not refusal, reason=refusal, title=title)
    racks = tuple(dict.fromkeys((rack_id, *(placed.rack for placed in moving))))
    come = any(placed.rack != rack_id for placed in moving)
    plan = DropPlan(
        key, verdict, "", None, racks, boxes, spots, carries=dragged.keys,
        fills=(rack_id,) if come else (),
    )  # fmt: skip
    plan = _or_elsewhere(
        plan, layout, catalog, rack, half_u,
        lambda to, up: devices_into_rack(layout, catalog, dragged, to, up),
    )  # fmt: skip
    if refusal:
        return plan
    edit = move_devices(catalog, dragged.keys, rack_id, at, known=layout, side=side)
    note = detaching(layout, dragged.keys)
    return replace(plan, label=f"Move {title}", edit=edit, note=note)


def racks_by(
    layout: Layout, catalog: Catalog, ids: Sequence[str], dx_mm: int, dy_mm: int
) -> DropPlan:
    """Plan a move of racks by a distance."""
    racks = [layout.racks[key] for key in ids if key in layout.racks]
    names = floor_words(catalog, racks)
    key = ("racks", tuple(ids), dx_mm, dy_mm)
    if racks and not (dx_mm or dy_mm):
        stand = tuple(rack_box(catalog, rack) for rack in racks)
        return DropPlan(key, _staying(names, len(racks)), "", None, tuple(ids), stand)
    boxes: list[Box] = []
    refusal = "" if racks else "the racks are not in this design"
    for number, rack in enumerate(racks):
        left, top, right, bottom = rack_box(catalog, rack)
        boxes.append((left + dx_mm, top + dy_mm, right + dx_mm, bottom + dy_mm))
        if refusal or number >= MOST_CHECKED:
            continue
        verdict = can_place_rack(
            layout, catalog, rack.part, rack.x_mm + dx_mm, rack.y_mm + dy_mm, rack.rotation,
            exclude=frozenset(ids),
        )  # fmt: skip
        refusal = "" if verdict.ok else f"{rack.name}: {verdict.reason}"
    title = f"{names} by {dx_mm:+,} mm, {dy_mm:+,} mm"
    verdict = Verdict(ok=not refusal, reason=refusal, title=title)
    if not refusal:
        edit = move_racks(catalog, tuple(ids), dx_mm, dy_mm, layout)
        joined = _row_for(layout, catalog, racks, dx_mm, dy_mm)
        if joined is not None:
            edit = in_sequence(edit, set_fields("racks", racks[0].id, row=joined.row))
        return DropPlan(
            key, verdict, f"Move {names}", edit, tuple(ids), tuple(boxes), carries=tuple(ids),
            about=joined.words(layout) if joined is not None else "",
        )  # fmt: skip
    return DropPlan(
        key, verdict, f"Move {names}", None, tuple(ids), tuple(boxes), carries=tuple(ids),
        elsewhere=lambda _: around(
            lambda dx, dy: racks_by(layout, catalog, ids, dx_mm + dx, dy_mm + dy),
            layout.design.room.tile_mm, len(racks),
        ),
    )  # fmt: skip


def _row_for(
    layout: Layout, catalog: Catalog, racks: Sequence[Rack], dx_mm: int, dy_mm: int
) -> Joined | None:
    """Return the row that a rack without one joins by a move; None where it joins none."""
    if len(racks) != 1 or racks[0].row:
        return None
    rack, alone = racks[0], (racks[0].id,)
    to = rack.x_mm + dx_mm, rack.y_mm + dy_mm
    return row_joined(layout, catalog, rack.part, to, rack.rotation, exclude=alone)


def _or_elsewhere(
    plan: DropPlan, layout: Layout, catalog: Catalog, rack: Rack, half_u: int | None,
    replan: Callable[[str, int | None], DropPlan],
) -> DropPlan:  # fmt: skip
    """Return a plan that looks for a place in the same rack, then in the nearest other.

    Parameters
    ----------
    half_u
        The position that was meant; None where the whole rack was.
    """
    holder = catalog.get(rack.part)
    units = holder.rack.units if holder is not None and holder.rack is not None else 0

    def elsewhere(but: Collection[str]) -> DropPlan | None:
        here = None
        if half_u is not None and not any(key in but for key in plan.fills):
            here = up_and_down(lambda up: replan(rack.id, up), half_u, units)
        return here or other_racks(
            lambda to: replan(to, None), layout, catalog, middle_of(catalog, rack),
            {rack.id, *but},
        )  # fmt: skip

    return replace(plan, elsewhere=elsewhere)


def detaching(layout: Layout, keys: Sequence[str]) -> str:
    """Return which racks an edit of these devices takes out of their assemblies, in words."""
    told = []
    for rack_id in dict.fromkeys(key.partition("/")[0] for key in keys if "/" in key):
        rack = layout.racks.get(rack_id)
        assembly = layout.assemblies.get(rack.assembly) if rack else None
        if rack and assembly:
            rest = layout.copies.get(assembly.id, 1) - 1
            stay = f"{rest:,}"
            many = f"{stay} copies stay as they are"
            others = {0: "its only copy", 1: "one copy stays as it is"}.get(rest, many)
            told.append(f"{rack.name} leaves assembly {assembly.name or assembly.id}; {others}")
    return " · ".join(told)


def _staying(what: str, count: int) -> Verdict:
    """Return what is said of a drag that would change nothing."""
    return Verdict(ok=True, reason="", title=f"{what} {'stays' if count == 1 else 'stay'} in place")


def _spots(
    layout: Layout, catalog: Catalog, moving: Sequence[Placed], rack_id: str, half_u: int,
    side: Side | None = None,
) -> tuple[tuple[Spot, ...], str]:  # fmt: skip
    """Return where devices would hang, and the first reason why one may not."""
    exclude = frozenset(placed.key for placed in moving)
    shift = half_u - moving[0].half_u
    spots: list[Spot] = []
    arrived: list[Placed] = []
    refusal = ""
    for placed in moving:
        part = catalog.get(placed.part)
        at = placed.half_u + shift if placed.face in ("front", "rear") else 0
        high, deep = (part.height_half_u, part.depth_mm) if part else (2, None)
        half = half_after(placed, moving[0], side)
        spots.append(Spot(at, high, placed.face, deep, half_of(part, half)))
        if not refusal:
            refusal = can_place(
                layout, catalog, placed.part, rack_id, at, placed.face, exclude, arrived, half
            ).reason
            arrived.append(replace(placed, rack=rack_id, half_u=at, side=half))
    return tuple(spots), refusal


def _fit_together(
    layout: Layout, catalog: Catalog, moving: Sequence[Placed], rack_id: str
) -> tuple[int, Side | None]:
    """Return the lowest position where all fit at their distances, or where the first one was.

    With the other half of the width where they fit into that alone.
    """
    rack = layout.racks.get(rack_id)
    holder = catalog.get(rack.part) if rack else None
    units = holder.rack.units if holder and holder.rack else 0
    other: dict[Side, Side] = {"left": "right", "right": "left"}
    first = moving[0].side
    sides = (None, other[first]) if first else (None,)
    for half_u in range(2, 2 + 2 * units, 2):
        for side in sides:
            if not _spots(layout, catalog, moving, rack_id, half_u, side)[1]:
                return half_u, side
    return moving[0].half_u, None


def _into(verdict: Verdict) -> str:
    return verdict.title.partition(" · ")[0]
