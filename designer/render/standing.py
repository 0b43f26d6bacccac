"""What follows from where racks stand: rows, aisles, the floor that is free beside a row.

Worked out once for a floor, because it is asked for with every paint.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from designer.catalog.aisles import Aisle, RowBand, rack_size, rows_and_aisles
from designer.catalog.catalog import Catalog
from designer.model.design import Design, Rack
from designer.model.layout import Layout

FAR_MM: Final = 1_000_000
"""Floor that is free beside a row where nothing stands."""
_Sides = tuple[int, int, int, int]
"""Left, top, right and bottom edge, in mm."""


class Beside(NamedTuple):
    """Floor that is free at the two ends of a row, in mm: left and right, or above and below.

    At the far end it is none where another named row begins there: its own name does.
    """

    start: int
    end: int


def rows_on_floor(layout: Layout, catalog: Catalog) -> tuple[RowBand, ...]:
    """Return the boxes of the rows."""
    return _rows_and_aisles(_SameFloor(layout.design, catalog))[0]


def shown_aisles(layout: Layout, catalog: Catalog) -> tuple[Aisle, ...]:
    """Return the aisles."""
    return _rows_and_aisles(_SameFloor(layout.design, catalog))[1]


def beside_rows(layout: Layout, catalog: Catalog) -> tuple[Beside, ...]:
    """Return what is free beside the rows, in the order of `rows_on_floor`."""
    return _beside(_SameFloor(layout.design, catalog))


class _SameFloor:
    """A cache key by where things stand on a floor: hashing all racks would cost what it saves.

    Designs that differ elsewhere share it, as before and after the drop of a device, also where
    its rack thereby leaves an assembly.
    """

    def __init__(self, design: Design, catalog: Catalog) -> None:
        self.design, self.catalog = design, catalog

    def __hash__(self) -> int:
        return len(self.design.racks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _SameFloor):
            return False
        mine, its = self.design, other.design
        same_room = its.room is mine.room or its.room == mine.room
        return other.catalog is self.catalog and same_room and _as_before(mine.racks, its.racks)


_PLACE: Final = attrgetter("id", "part", "x_mm", "y_mm", "rotation", "row")


def _as_before(racks: tuple[Rack, ...], others: tuple[Rack, ...]) -> bool:
    """Return whether the same racks stand as they stood; of most an edit keeps the record."""
    if racks is others:
        return True
    pairs = zip(racks, others, strict=False)
    return len(racks) == len(others) and all(
        rack is other or _PLACE(rack) == _PLACE(other) for rack, other in pairs
    )


@lru_cache(maxsize=4)
def _rows_and_aisles(key: _SameFloor) -> tuple[tuple[RowBand, ...], tuple[Aisle, ...]]:
    return rows_and_aisles(key.design, key.catalog)


@lru_cache(maxsize=4)
def _beside(key: _SameFloor) -> tuple[Beside, ...]:
    bands = _rows_and_aisles(key)[0]
    things = [(_sides(band), band.named) for band in bands]
    things += [(box, False) for box in _apart(key.design, key.catalog)]
    lying = [(box, named) for box, named in things]
    upright = [((top, left, bottom, right), named) for (left, top, right, bottom), named in things]
    return tuple(
        _free(_sides(band), lying)
        if band.rotation in (0, 180)
        else _free((band.top, band.left, band.bottom, band.right), upright)
        for band in bands
    )


def _sides(band: RowBand) -> _Sides:
    return band.left, band.top, band.right, band.bottom


def _apart(design: Design, catalog: Catalog) -> Iterator[_Sides]:
    """Yield what stands in no row: cooling units along walls, columns."""
    in_row: dict[str, bool] = {}
    for rack in design.racks:
        if rack.part not in in_row:
            part = catalog.get(rack.part)
            in_row[rack.part] = part is None or part.traits.stands_in_row
        if not in_row[rack.part]:
            wide, deep = rack_size(rack, catalog)
            yield rack.x_mm, rack.y_mm, rack.x_mm + wide, rack.y_mm + deep
    for thing in design.room.obstacles:
        yield thing.x_mm, thing.y_mm, thing.x_mm + thing.width_mm, thing.y_mm + thing.depth_mm


def _free(row: _Sides, things: Iterable[tuple[_Sides, bool]]) -> Beside:
    """Return what is free at the low and the high end of a row that runs along the first axis."""
    low, top, high, bottom = row
    start, end, is_taken = FAR_MM, FAR_MM, False
    for (first, upper, last, lower), named in things:
        if upper >= bottom or lower <= top:
            continue
        if last <= low:
            start = min(start, low - last)
        elif first >= high and first - high < end:
            end, is_taken = first - high, named
    return Beside(start, 0 if is_taken else end)
