"""Where things may go, and why not: queries that a ghost asks at every mouse move.

Nothing here changes a design. `exclude` names what is being moved, so that a device does not
collide with itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from designer.catalog.catalog import Catalog
from designer.catalog.depth import are_beside, half_of, meeting, most_depth
from designer.catalog.figures import RAILS_MM
from designer.catalog.lost_parts import least_half_u, not_in_catalogue
from designer.catalog.part import Part
from designer.catalog.plant_places import plant_of
from designer.document.corners import corners_of
from designer.model.design import Face, Rack, Room, Rotation, Side
from designer.model.layout import Layout, Placed
from designer.model.outline import inside_outline
from designer.model.room_areas import refused
from designer.model.units import place_text, u_of, u_text

LOWEST_HALF_U = 2
"""U1, the lowest position of the rails."""
ZERO_U_POSITIONS = 4
"""Two mounting columns on each side at the rear: our drawing convention for 0U rack PDUs."""
EDGE_SNAP_MM = 200
"""A rack dropped nearer than this to its neighbour's side stands flush with it."""
_DRAWN_WIDTH_MM, _DRAWN_DEPTH_MM = 600, 1200

NOTHING: frozenset[str] = frozenset()
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """May it go there: `title` names part and place, `reason` says why not (empty when ok)."""

    ok: bool
    reason: str
    title: str


def default_face(part: Part) -> Face:
    """Return where a part hangs unless somebody says otherwise."""
    if part.traits.mount == "door":
        return "door"
    if part.traits.mount == "side" and part.height_half_u == 0:
        return "zero-u"
    return "front"


def halves_of(part: Part) -> tuple[Side, ...]:
    """Return where in the width of a rack a part goes: in either half, or in all of it."""
    return ("left", "right") if part.half_width else ("",)


def footprint(part: Part | None, rotation: Rotation) -> tuple[int, int]:
    """Return width and depth on the plan in mm; 600 × 1200 is drawn where a size is unknown."""
    width = (part and part.width_mm) or _DRAWN_WIDTH_MM
    depth = (part and part.depth_mm) or _DRAWN_DEPTH_MM
    return (depth, width) if rotation in (90, 270) else (width, depth)


def can_place(
    layout: Layout,
    catalog: Catalog,
    part_id: str,
    rack_id: str,
    half_u: int,
    face: Face = "front",
    exclude: Iterable[str] = NOTHING,
    also: Sequence[Placed] = (),
    side: Side | None = None,
) -> Verdict:
    """Return whether a part may go into a rack at a position, with the reason if not.

    Parameters
    ----------
    half_u
        Lowest half unit (`2 * U`); ignored for `zero-u` and `door`.
    exclude
        Keys of devices that do not count as occupants.
    also
        What will hang in the rack as well, though the layout does not have it there.
    side
        The half of the width, empty for all of it; None for whatever is free.
    """
    part, rack = catalog.get(part_id), layout.racks.get(rack_id)
    if part is None:
        return Verdict(ok=False, reason=not_in_catalogue(part_id), title=part_id)
    if rack is None:
        return Verdict(ok=False, reason=f"no rack {rack_id!r}", title=part.name)
    span = place_text(half_u, part.height_half_u, side or "") if part.height_half_u else "0U"
    title = f"{part.name} into {rack.name} · {span}"
    if face == "door":
        title = f"{part.name} on {rack.name}"
    excluded = frozenset(exclude)
    others = [one for one in layout.in_rack(rack.id) if one.key not in excluded]
    reason = ""
    for half in halves_of(part) if side is None else (side,):
        reason = _refusal(catalog, part, rack, half_u, face, [*others, *also], half)
        if not reason:
            break
    return Verdict(ok=not reason, reason=reason, title=title)


def _refusal(
    catalog: Catalog, part: Part, rack: Rack, half_u: int, face: Face, others: list[Placed],
    side: Side,
) -> str:  # fmt: skip
    """Return why a part may not go there, or an empty string."""
    holder = catalog.get(rack.part)
    if part.stands_on_floor:
        return f"{part.name} stands on the floor, not in a rack"
    if not part.traits.placed_by_hand:
        return f"{part.name} takes no rack position"
    if holder is None or holder.rack is None:
        return no_devices_in(catalog, rack)
    if face in ("door", "zero-u"):
        return _refusal_beside_rails(part, rack, holder, face, others)
    if part.height_half_u <= 0:
        return f"{part.name} does not mount in the rails"
    top = LOWEST_HALF_U + 2 * holder.rack.units
    if half_u < LOWEST_HALF_U or half_u + part.height_half_u > top:
        return f"{u_text(half_u, part.height_half_u)} is outside U1–U{holder.rack.units}"
    depth = most_depth(holder)
    if part.depth_mm and depth and part.depth_mm > depth:
        return f"{part.name} is {part.depth_mm} mm deep, {rack.name} takes {depth} mm"
    if RAILS_MM[part.rails] > holder.rack.widest_mm:
        return f"{part.name} is for rails of 21 inches, {rack.name} has those of 19"
    if part.width_mm and part.width_mm > holder.rack.widest_mm:
        return (
            f"{part.name} is {part.width_mm} mm wide, the rails of {rack.name} take "
            f"{holder.rack.widest_mm} mm"
        )
    if side and not part.half_width:
        return f"{part.name} takes the whole width"
    for other in others:
        if _collides(catalog, part, half_u, face, other, depth, side):
            held = catalog.get(other.part)
            place = place_text(other.half_u, least_half_u(held), half_of(held, other.side))
            return f"{place} held by {other.name}"
    return ""


def no_devices_in(catalog: Catalog, rack: Rack) -> str:
    """Return why nothing can be mounted in what stands there; empty where something can."""
    holder = catalog.get(rack.part)
    if holder is None:
        return f"{rack.name} takes no devices: {not_in_catalogue(rack.part)}"
    return "" if holder.rack else f"{rack.name} takes no devices ({holder.traits.singular})"


def _refusal_beside_rails(
    part: Part, rack: Rack, holder: Part, face: Face, others: list[Placed]
) -> str:
    """Return why a door or a 0U part may not hang there, or an empty string."""
    here = [other for other in others if other.face == face]
    if face == "door":
        if not part.traits.is_rear_door:
            return f"{part.name} is not a rear door"
        if holder.traits.is_tank:
            return f"{rack.name} is a tank and has no rear door"
        return f"{rack.name} already has {here[0].name}" if here else ""
    if part.traits.mount != "side" or part.height_half_u:
        return f"{part.name} does not mount beside the rails"
    if len(here) >= ZERO_U_POSITIONS:
        return f"all {ZERO_U_POSITIONS} 0U positions of {rack.name} are taken"
    return ""


def _collides(
    catalog: Catalog, part: Part, half_u: int, face: Face, other: Placed, depth: int | None,
    side: Side,
) -> bool:  # fmt: skip
    """Return whether two devices in the rails want the same space."""
    if other.half_u >= half_u + part.height_half_u:
        return False
    held = catalog.get(other.part)
    # More of it is no reason to refuse what is dropped above: a rule says that this is open.
    height = least_half_u(held)
    if other.face in ("door", "zero-u") or height <= 0:
        return False
    if half_u >= other.half_u + height:
        return False
    if side and are_beside(side, half_of(held, other.side)):
        return False
    return _meet_in_depth(part, face, other, held, depth)


def _meet_in_depth(
    part: Part, face: Face, other: Placed, held: Part | None, depth: int | None
) -> bool:
    """Return whether two devices at one height want the same space."""
    same_face = other.face == face
    return held is None or meeting(part, held, depth, same_face=same_face) == "yes"


def first_fit(
    layout: Layout, catalog: Catalog, part_id: str, rack_id: str, face: Face | None = None,
    side: Side | None = None,
) -> int | None:  # fmt: skip
    """Return the first free position for a part, or None if there is none.

    Switches look from the top of the rack, where their cables leave; all else from the bottom,
    where its weight belongs. 0U parts and doors answer 0. Units that a device below may take, whose
    height nobody states, come last: the highest of them first, which it is least likely to reach.
    In either half of the width unless one is asked for.
    """
    part, rack = catalog.get(part_id), layout.racks.get(rack_id)
    holder = catalog.get(rack.part) if rack else None
    if part is None or holder is None or holder.rack is None:
        return None
    face = face or default_face(part)
    if face in ("door", "zero-u"):
        return 0 if can_place(layout, catalog, part_id, rack_id, 0, face).ok else None
    last = LOWEST_HALF_U + 2 * holder.rack.units - part.height_half_u
    positions = range(LOWEST_HALF_U, last + 1, 2)
    spans = _spans_that_may_be_taken(layout.in_rack(rack_id), catalog, part, holder, face)
    in_doubt: int | None = None
    for half_u in reversed(positions) if part.traits.fills_from_top else positions:
        if not can_place(layout, catalog, part_id, rack_id, half_u, face, side=side).ok:
            continue
        if not any(low < half_u + part.height_half_u and half_u < top for low, top in spans):
            return half_u
        in_doubt = max(half_u, in_doubt or 0)
    return in_doubt


def free_half(
    layout: Layout, catalog: Catalog, part_id: str, rack_id: str, half_u: int, face: Face,
    exclude: Iterable[str] = NOTHING,
) -> Side:  # fmt: skip
    """Return the half of the width in which a part of half a width finds room, the left first.

    Empty for a part of the whole width; the left where neither is free.
    """
    part = catalog.get(part_id)
    if part is None or not part.half_width or face not in ("front", "rear"):
        return ""
    for side in halves_of(part):
        if can_place(layout, catalog, part_id, rack_id, half_u, face, exclude, side=side).ok:
            return side
    return "left"


def _spans_that_may_be_taken(
    devices: Iterable[Placed], catalog: Catalog, part: Part, holder: Part, face: Face
) -> list[tuple[int, int]]:
    """Return the half units up to which devices may reach whose height nobody states.

    One reaches the next that hangs above it on its side at most, else the top of the rack.
    """
    units = holder.rack.units if holder.rack else 0
    depth = most_depth(holder)
    mounted = [other for other in devices if other.face not in ("door", "zero-u")]
    spans = []
    for other in mounted:
        held = catalog.get(other.part)
        stated = held.height_half_u if held is not None else 0
        if stated or not least_half_u(held):
            continue
        if _meet_in_depth(part, face, other, held, depth):
            above = (o.half_u for o in mounted if o.face == other.face and o.half_u > other.half_u)
            spans.append((other.half_u, min(above, default=LOWEST_HALF_U + 2 * units)))
    return spans


def largest_free_run(
    layout: Layout,
    catalog: Catalog,
    part_id: str,
    rack_id: str,
    face: Face | None = None,
    exclude: Iterable[str] = NOTHING,
) -> tuple[int, int]:
    """Return first half unit and height of the longest run of rails that is free for a part.

    A run begins where a part may: at a whole rack unit. (0, 0) where the rack has none. The part
    itself need not fit; its depth and its face say which devices are in its way.
    """
    part, rack = catalog.get(part_id), layout.racks.get(rack_id)
    holder = catalog.get(rack.part) if rack else None
    if part is None or rack is None or holder is None or holder.rack is None:
        return 0, 0
    face, excluded = face or default_face(part), frozenset(exclude)
    depth = most_depth(holder)
    others = [p for p in layout.in_rack(rack_id) if p.key not in excluded]
    slot = part.evolve(height_half_u=1)
    best = (0, 0)
    top = LOWEST_HALF_U + 2 * holder.rack.units
    for side in halves_of(part):
        start = 0
        for half_u in range(LOWEST_HALF_U, top):
            if any(_collides(catalog, slot, half_u, face, it, depth, side) for it in others):
                start = 0
                continue
            start = start or (half_u if half_u % 2 == 0 else 0)
            if start and half_u + 1 - start > best[1]:
                best = (start, half_u + 1 - start)
    return best


def room_left(
    layout: Layout,
    catalog: Catalog,
    part_id: str,
    rack_id: str,
    face: Face | None = None,
    exclude: Iterable[str] = NOTHING,
) -> str:
    """Return what a part that has no first fit needs, and the room that there is.

    `needs 8 U, the largest free run is 5 U (U20–U24)`; empty where its place is not the reason:
    a part that no position takes, or that does not hang in the rails.
    """
    part = catalog.get(part_id)
    if part is None:
        return ""
    face = face or default_face(part)
    lowest = can_place(layout, catalog, part_id, rack_id, LOWEST_HALF_U, face, exclude)
    if not (lowest.ok or " held by " in lowest.reason or "outside U" in lowest.reason):
        return ""
    at, free = largest_free_run(layout, catalog, part_id, rack_id, face, exclude)
    needs = f"needs {u_of(part.height_half_u):g} U"
    if not free:
        return f"{needs}, no unit is free"
    return f"{needs}, the largest free run is {u_of(free):g} U ({u_text(at, free)})"


def can_place_rack(
    layout: Layout,
    catalog: Catalog,
    part_id: str,
    x_mm: int,
    y_mm: int,
    rotation: Rotation = 0,
    exclude: Iterable[str] = NOTHING,
) -> Verdict:
    """Return whether a rack or floor unit may stand with its corner at a point of the floor."""
    part = catalog.get(part_id)
    if part is None:
        return Verdict(ok=False, reason=not_in_catalogue(part_id), title=part_id)
    title = f"{part.name} at {x_mm / 1000:.2f} m, {y_mm / 1000:.2f} m"
    if not part.stands_on_floor:
        reason = f"{part.name} goes into a rack"
        return Verdict(ok=False, reason=reason, title=part.name)
    width, depth = footprint(part, rotation)
    box = (x_mm, y_mm, x_mm + width, y_mm + depth)
    excluded = frozenset(exclude)
    outdoors = part.traits.stands_outdoors or inside_outline(layout.design.room.outline, box)
    reason = "" if outdoors else "outside the room"
    obstacle = _obstacle(layout.design.room, box)
    if not reason and obstacle:
        reason = f"{obstacle} is in the way"
    reason = reason or _rack_in_the_way(layout, catalog, box, excluded)
    reason = reason or _plant_in_the_way(layout, catalog, box, excluded)
    return Verdict(ok=not reason, reason=reason, title=title)


def can_stand(
    layout: Layout, catalog: Catalog, title: str, box: Box, exclude: Iterable[str] = NOTHING
) -> Verdict:
    """Return whether something of the room's power may stand in a box.

    Parameters
    ----------
    title
        What it is called, and where.
    exclude
        What does not count as in the way: what is being moved, by what it is selected by.
    """
    excluded = frozenset(exclude)
    reason = "" if inside_outline(layout.design.room.outline, box) else "outside the room"
    obstacle = _obstacle(layout.design.room, box)
    reason = reason or (f"{obstacle} is in the way" if obstacle else "")
    reason = reason or _rack_in_the_way(layout, catalog, box, excluded)
    reason = reason or _plant_in_the_way(layout, catalog, box, excluded)
    return Verdict(ok=not reason, reason=reason, title=title)


def _plant_in_the_way(layout: Layout, catalog: Catalog, box: Box, exclude: frozenset[str]) -> str:
    """Return what of the room's power is in the way of a box; runs overhead are in nobody's."""
    for one in plant_of(layout.design, catalog):
        if not one.is_run and one.key not in exclude and overlap(box, one.box):
            return f"{one.node.name or one.node.id} is in the way"
    return ""


def rack_box(catalog: Catalog, rack: Rack) -> Box:
    """Return left, top, right and bottom of a rack's footprint in mm."""
    width, depth = footprint(catalog.get(rack.part), rack.rotation)
    return rack.x_mm, rack.y_mm, rack.x_mm + width, rack.y_mm + depth


def box_around(boxes: Iterable[Box]) -> Box:
    """Return the box around boxes, of which there is at least one."""
    held = tuple(boxes)
    left, top, right, bottom = (map(itemgetter(side), held) for side in range(4))
    return min(left), min(top), max(right), max(bottom)


def free_row(
    layout: Layout, catalog: Catalog, part_id: str, count: int, pitch_mm: int, aisle_mm: int
) -> tuple[int, int] | None:
    """Return a place for a row of racks that faces up or down, an aisle away from all others.

    Below the lowest rack first, then wherever the tile grid has room, from the top; in line with
    the racks that stand farthest left. None where there is no such place.
    """
    part, room = catalog.get(part_id), layout.design.room
    if part is None:
        return None
    width, depth = footprint(part, 0)
    long = (count - 1) * pitch_mm + width
    boxes = [rack_box(catalog, rack) for rack in layout.design.racks]
    top, bottom = min(y for _, y in room.outline), max(y for _, y in room.outline)
    walls = min(x for x, _ in room.outline) + aisle_mm
    in_rows = [rack.x_mm for rack in layout.design.racks if rack.row]
    lines = [max((box[3] for box in boxes), default=top) + aisle_mm]
    lines += range(top + aisle_mm, bottom, max(room.tile_mm, 1))
    for y in lines:
        for x in dict.fromkeys((min(in_rows, default=walls), walls)):
            row = (x, y, x + long, y + depth)
            clear = (x, y - aisle_mm, x + long, y + depth + aisle_mm)
            near = racks_near(layout, catalog, clear)
            if (
                not any(overlap(clear, rack_box(catalog, rack)) for rack in near)
                and inside_outline(room.outline, row)
                and not _obstacle(room, row)
                and not _plant_in_the_way(layout, catalog, row, NOTHING)
            ):
                return x, y
    return None


def _obstacle(room: Room, box: Box) -> str:
    """Return the name of an obstacle that a box meets, or an empty string."""
    for taken, called in refused(room):
        if overlap(box, taken):
            return called
    return ""


def _rack_in_the_way(layout: Layout, catalog: Catalog, box: Box, exclude: frozenset[str]) -> str:
    for rack in racks_near(layout, catalog, box):
        if rack.id not in exclude and overlap(box, rack_box(catalog, rack)):
            return f"{rack.name} is in the way"
    return ""


def racks_near(layout: Layout, catalog: Catalog, box: Box) -> Iterator[Rack]:
    """Yield the racks that may reach into a box, in their order; own parts are of any size."""
    corners = corners_of(layout.design.racks)
    sizes = [footprint(part, 0) for part in map(catalog.get, corners.parts) if part]
    reach = max((*map(max, sizes), _DRAWN_WIDTH_MM, _DRAWN_DEPTH_MM))
    left, top, right, bottom = box
    return corners.within(left - reach, top - reach, right, bottom)


def overlap(a: Box, b: Box) -> bool:
    """Return whether two boxes share some of the floor; those that touch do not."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def snap_to_tile(room: Room, x_mm: float, y_mm: float) -> tuple[int, int]:
    """Return the nearest corner of the tile grid, which starts at the outline's first corner."""
    x0, y0 = room.tile_origin
    tile = max(room.tile_mm, 1)
    return x0 + round((x_mm - x0) / tile) * tile, y0 + round((y_mm - y0) / tile) * tile


def snap_rack(
    layout: Layout,
    catalog: Catalog,
    part_id: str,
    x_mm: float,
    y_mm: float,
    rotation: Rotation = 0,
    exclude: Iterable[str] = NOTHING,
) -> tuple[int, int]:
    """Return where a rack dropped near a point should stand.

    Flush with the side of a rack nearer than `EDGE_SNAP_MM`, in line with it; else on the tile
    grid, or flush where the grid would leave a remnant of a tile beside a rack in the same line.
    Racks are rarely a whole number of tiles wide, so rows only close up by their sides.
    """
    spot = beside_rack(layout, catalog, part_id, x_mm, y_mm, rotation, exclude)
    if spot is not None:
        return spot
    on_grid = snap_to_tile(layout.design.room, x_mm, y_mm)
    return _closed_up(layout, catalog, part_id, on_grid, rotation, exclude) or on_grid


def _closed_up(
    layout: Layout,
    catalog: Catalog,
    part_id: str,
    at: tuple[int, int],
    rotation: Rotation,
    exclude: Iterable[str],
) -> tuple[int, int] | None:
    """Return the place flush with a rack in the same line from which the grid leaves a remnant.

    A remnant is half a tile at most, which is no aisle and holds nothing, or an overlap as small.
    None where there is none, or the place is not free.
    """
    tile, excluded = max(layout.design.room.tile_mm, 1), frozenset(exclude)
    width, depth = footprint(catalog.get(part_id), rotation)
    along = int(rotation in (90, 270))
    size = (width, depth)[along]
    near = (at[0] - tile, at[1] - tile, at[0] + width + tile, at[1] + depth + tile)
    steps: list[int] = []
    for rack in racks_near(layout, catalog, near):
        box = rack_box(catalog, rack)
        if rack.id not in excluded and box[1 - along] == at[1 - along]:
            steps += (box[along + 2] - at[along], box[along] - size - at[along])
    step = min((one for one in steps if abs(one) <= tile // 2), key=abs, default=0)
    x, y = (at[0], at[1] + step) if along else (at[0] + step, at[1])
    free = step and can_place_rack(layout, catalog, part_id, x, y, rotation, excluded).ok
    return (x, y) if free else None


def beside_rack(
    layout: Layout,
    catalog: Catalog,
    part_id: str,
    x_mm: float,
    y_mm: float,
    rotation: Rotation,
    exclude: Iterable[str] = NOTHING,
) -> tuple[int, int] | None:
    """Return the place flush with the side of a rack nearer than `EDGE_SNAP_MM`, if any."""
    width, depth = footprint(catalog.get(part_id), rotation)
    excluded = frozenset(exclude)
    spots: list[tuple[int, int]] = []
    left, top, by = int(x_mm), int(y_mm), EDGE_SNAP_MM + 1
    near = (left - by, top - by, left + width + by + 1, top + depth + by + 1)
    for rack in racks_near(layout, catalog, near):
        if rack.id in excluded:
            continue
        left, top, right, bottom = rack_box(catalog, rack)
        if rotation in (0, 180):
            spots += ((left - width, top), (right, top))
        else:
            spots += ((left, top - depth), (left, bottom))
    away = {(x, y): max(abs(x - x_mm), abs(y - y_mm)) for x, y in spots}
    nearest = min(away, key=away.__getitem__, default=None)
    return nearest if nearest and away[nearest] <= EDGE_SNAP_MM else None
