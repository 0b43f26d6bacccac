"""Cooling units that a remedy places: along the walls near their like, or in their row."""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import Edit
from designer.document.edits import place_rack, set_fields
from designer.document.edits.copy_places import copy_place
from designer.document.edits.floor_boxes import Floor, zone_of
from designer.document.errors import EditError
from designer.document.placement import Box, can_place_rack, footprint, rack_box
from designer.model.aisle_widths import COLD_AISLE_MM
from designer.model.design import Design, Rack, Rotation
from designer.model.figures import exact
from designer.model.layout import Layout

Spot = tuple[int, int, Rotation]
_INWARDS: tuple[Rotation, ...] = (90, 270, 180, 0)
"""How units face that stand along the left wall, the right one, the upper and the lower one."""


def more_units(
    catalog: Catalog,
    part: Part,
    number: int,
    loop: str = "",
    earlier: Sequence[Design] = (),
    spare: Mapping[str, float] | None = None,
) -> Edit:
    """Place so many more units of a part, all or none, on feeds that can carry them.

    Of those the ones that are next in turn; these as well where none is known to have room.

    One that was taken away goes back to its place, while that is free.

    Parameters
    ----------
    earlier
        The designs before, the newest first: where units of the part stood.
    loop
        The coolant loop that they are for: where it names its units, it names them as well.
    spare
        What feeds of the room may carry beside their load, by id, in kW.

    Raises
    ------
    EditError
        From the edit, if the room has no place for one of them.
    """

    def edit(design: Design) -> Design:
        left = dict(spare or {})
        for placed in range(number):
            spot = _taken_away(design, catalog, part, earlier) or _spot(design, catalog, part)
            if spot is None:
                room = f"room for {placed} of {number}" if placed else "no room"
                raise EditError(f"{room}: {_lacking(part)}")
            before = {rack.id for rack in design.racks}
            design = place_rack(catalog, part.id, *spot)(design)
            new = {rack.id for rack in design.racks} - before
            for key in new:
                design = _on_feeds_with_room(design, key, part, left)
            design = _on_loop(design, loop, new)
        return design

    return edit


def _on_feeds_with_room(design: Design, key: str, part: Part, left: dict[str, float]) -> Design:
    """Return a design in which a new unit hangs on feeds of which each can carry it alone.

    Parameters
    ----------
    left
        What feeds may carry beside their load, in kW; what the unit draws is taken off.
    """
    taken = Layout(design).racks[key].feeds
    if part.power_max_w is None or not taken:
        return design
    drawn = exact(part.power_max_w).times(0.001, "kW")
    draw = drawn.high
    feeds = [feed.id for feed in design.feeds]
    first = feeds.index(taken[0])
    turned = feeds[first:] + feeds[:first]
    roomy = [feed for feed in turned if left.get(feed, 0.0) >= draw][: len(taken)]
    if len(roomy) == len(taken) and not all(left.get(feed, 0.0) >= draw for feed in taken):
        taken = tuple(roomy)
        design = set_fields("racks", key, feeds=taken)(design)
    for feed in taken:
        if feed in left:
            left[feed] = exact(left[feed], "kW").minus(drawn).low
    return design


def _lacking(part: Part) -> str:
    """Return what space a unit needs that nowhere is free."""
    wide, deep = footprint(part, 0)
    aisle = f"{COLD_AISLE_MM / 1000:g} m free before its face"
    where = "beside its like in a row" if part.traits.stands_in_row else "at a wall"
    return (
        f"{part.name} needs {wide:,} × {deep:,} mm {where}, {aisle}, and none of the space before "
        "other units, racks and live parts; make the room larger, or place it by hand"
    )


def _taken_away(
    design: Design, catalog: Catalog, part: Part, earlier: Sequence[Design]
) -> Spot | None:
    """Return the place of a unit of the part that stood there last and is gone; None of none.

    Only what stood there with it may have it before its face.
    """
    layout, floor = Layout(design), Floor(design, catalog, fronts=True)
    for before in earlier:
        gone = [rack for rack in before.racks if rack.id not in layout.racks]
        for rack in gone:
            spot = rack.x_mm, rack.y_mm, rack.rotation
            if rack.part != part.id or not can_place_rack(layout, catalog, part.id, *spot).ok:
                continue
            if all(one in before.racks for one in floor.asked_by(rack_box(catalog, rack))):
                return spot
    return None


def _on_loop(design: Design, loop: str, new: set[str]) -> Design:
    """Return a design whose loop names new units, where it names any."""
    named = next((one.units for one in design.loops if one.id == loop), ())
    if not named:
        return design
    return set_fields("loops", loop, units=(*named, *sorted(new)))(design)


def _spot(design: Design, catalog: Catalog, part: Part) -> Spot | None:
    """Return the free place nearest to the last unit of the part: at a wall, or in a row."""
    last = next((rack for rack in reversed(design.racks) if rack.part == part.id), None)
    at_a_wall = None if part.traits.stands_in_row else _at_a_wall(design, catalog, part, last)
    if at_a_wall is not None or last is None:
        return at_a_wall
    return _beside(design, catalog, last)


def _beside(design: Design, catalog: Catalog, last: Rack) -> Spot | None:
    """Return the free place nearest to a unit, as a copy of it would stand."""
    place = copy_place(design, catalog, (last,), ())
    if place is None or place.breaks:
        return None
    spot = last.x_mm + place.dx_mm, last.y_mm + place.dy_mm, last.rotation
    left, top, right, bottom = rack_box(catalog, last)
    box = left + place.dx_mm, top + place.dy_mm, right + place.dx_mm, bottom + place.dy_mm
    return spot if Floor(design, catalog, fronts=True).is_clear(box, box) else None


def _at_a_wall(design: Design, catalog: Catalog, part: Part, last: Rack | None) -> Spot | None:
    """Return the free place along a wall, with an aisle before it, that is nearest to a unit.

    The first along the walls where none stands yet.
    """
    layout, floor = Layout(design), Floor(design, catalog, fronts=True)
    tile = max(design.room.tile_mm, 1)
    spots = _along_walls(floor.room, part, tile)
    if last is not None:
        spots = iter(sorted(spots, key=lambda at: hypot(at[0] - last.x_mm, at[1] - last.y_mm)))
    for x, y, rotation in spots:
        width, depth = footprint(part, rotation)
        box = (x, y, x + width, y + depth)
        if not floor.is_clear(box, zone_of(box, rotation, (COLD_AISLE_MM, 0))):
            continue
        if can_place_rack(layout, catalog, part.id, x, y, rotation).ok:
            return x, y, rotation
    return None


def _along_walls(room: Box, part: Part, tile: int) -> Iterator[Spot]:
    """Yield places along the walls of a room's bounding box, a tile apart."""
    left, top, right, bottom = room
    for rotation in _INWARDS:
        width, depth = footprint(part, rotation)
        if rotation in (90, 270):
            x = left if rotation == 90 else right - width
            yield from ((x, y, rotation) for y in range(top + tile, bottom - depth + 1, tile))
        else:
            y = top if rotation == 180 else bottom - depth
            yield from ((x, y, rotation) for x in range(left + tile, right - width + 1, tile))
