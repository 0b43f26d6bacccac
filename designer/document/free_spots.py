"""Where something may stand of which nobody said where: beside the last rack, else free tiles.

It is where Enter in the list of parts puts it, and a row of a spreadsheet without a place.
"""

from collections.abc import Iterator
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.placement import can_place_rack, footprint, free_row, rack_box
from designer.model.aisle_widths import COLD_AISLE_MM
from designer.model.design import Rack, Rotation
from designer.model.layout import Layout

Spot = tuple[int, int, Rotation, str]
"""Corner in mm, rotation, row."""
_YARD_MM: Final = 1500
"""Between a unit of heat rejection, the wall and its neighbour: a way for people, and for air."""
_YARD_COLUMNS: Final = 40


def free_spot(
    layout: Layout, catalog: Catalog, part: Part, near: tuple[str, ...] = ()
) -> Spot | None:
    """Return where a floor unit may stand: corner in mm, rotation, row; None if nowhere."""
    for x, y, rotation, row in _candidates(layout, catalog, part, near):
        if can_place_rack(layout, catalog, part.id, x, y, rotation).ok:
            return x, y, rotation, row
    return None


def _candidates(
    layout: Layout, catalog: Catalog, part: Part, near: tuple[str, ...]
) -> Iterator[Spot]:
    if part.traits.stands_outdoors:
        yield from _in_the_yard(layout, part)
        return
    for rack_id in near:
        yield from _beside(catalog, part, layout.racks[rack_id])
    last_in_row = {rack.row: rack for rack in layout.design.racks}
    for rack in last_in_row.values():
        yield from _beside(catalog, part, rack)
    room = layout.design.room
    if new_row := free_row(layout, catalog, part.id, 1, 0, COLD_AISLE_MM):
        yield *new_row, 0, ""
    # Where no place is an aisle away from all others: the report says then which aisle is narrow.
    tile = max(room.tile_mm, 1)
    xs, ys = [x for x, _ in room.outline], [y for _, y in room.outline]
    for y in range(min(ys) + COLD_AISLE_MM, max(ys), tile):
        for x in range(min(xs) + COLD_AISLE_MM, max(xs), tile):
            yield x, y, 0, ""


def _in_the_yard(layout: Layout, part: Part) -> Iterator[Spot]:
    """Yield places beside the walls: down the right side of the room, then farther out."""
    room = layout.design.room
    width, depth = footprint(part, 0)
    xs, ys = [x for x, _ in room.outline] or [0], [y for _, y in room.outline] or [0]
    for column in range(_YARD_COLUMNS):
        x = max(xs) + _YARD_MM + column * (width + _YARD_MM)
        for y in range(min(ys), max(max(ys) - depth, min(ys)) + 1, depth + _YARD_MM):
            yield x, y, 0, ""


def _beside(catalog: Catalog, part: Part, rack: Rack) -> Iterator[Spot]:
    """Yield the places flush with the two sides of a rack, the far end of a row first."""
    left, top, right, bottom = rack_box(catalog, rack)
    width, depth = footprint(part, rack.rotation)
    if rack.rotation in (0, 180):
        yield right, top, rack.rotation, rack.row
        yield left - width, top, rack.rotation, rack.row
    else:
        yield left, bottom, rack.rotation, rack.row
        yield left, top - depth, rack.rotation, rack.row


def spot_in_row(layout: Layout, catalog: Catalog, part: Part, row_id: str) -> Spot | None:
    """Return where a rack may stand as one more of a row: at its ends, else in a gap of it.

    A row without racks begins where the room has room for one.
    """
    racks = sorted(
        (rack for rack in layout.design.racks if rack.row == row_id),
        key=lambda rack: (rack.x_mm, rack.y_mm), reverse=True,
    )  # fmt: skip
    for rack in racks:
        for x, y, rotation, _ in _beside(catalog, part, rack):
            if can_place_rack(layout, catalog, part.id, x, y, rotation).ok:
                return x, y, rotation, row_id
    if racks:
        return None
    begun = free_row(layout, catalog, part.id, 1, 0, COLD_AISLE_MM)
    return None if begun is None else (*begun, 0, row_id)
