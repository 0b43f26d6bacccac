"""What follows from where racks stand: rows, aisles, the floor that is free beside a row.

Worked out once for a floor, because it is asked for with every paint.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Final, NamedTuple

from designer.catalog.aisles import Aisle, RowBand, Run, rack_size, rows_and_aisles, runs_of
from designer.catalog.catalog import Catalog
from designer.model.design import Design, Rack
from designer.model.layout import Layout

FAR_MM: Final = 1_000_000
"""Floor that is free beside a row where nothing stands."""
_Sides = tuple[int, int, int, int]
"""Left, top, right and bottom edge, in mm."""
_Thing = tuple[_Sides, bool]
"""Where something stands, and whether its name is written before it."""


class Beside(NamedTuple):
    """Floor that is free at the two ends of a row, in mm: left and right, or above and below.

    At the far end it is none where another named row begins there: its own name does.
    """

    start: int
    end: int


def rows_on_floor(layout: Layout, catalog: Catalog) -> tuple[RowBand, ...]:
    """Return the boxes of the rows."""
    return _rows_and_aisles(_floor(_Told(layout.design, catalog)))[0]


def shown_aisles(layout: Layout, catalog: Catalog) -> tuple[Aisle, ...]:
    """Return the aisles."""
    return aisles_of(layout.design, catalog)


def aisles_of(design: Design, catalog: Catalog) -> tuple[Aisle, ...]:
    """Return the aisles of a design."""
    return _rows_and_aisles(_floor(_Told(design, catalog)))[1]


def beside_rows(layout: Layout, catalog: Catalog) -> tuple[Beside, ...]:
    """Return what is free beside the rows, in the order of `rows_on_floor`."""
    return _beside(_floor(_Told(layout.design, catalog)))


def stands_alike(design: Design, other: Design, catalog: Catalog) -> bool:
    """Return whether the same racks stand where they stood, in the same room."""
    return _SamePlaces(design, catalog) == _SamePlaces(other, catalog)


class _Floor:
    """A cache key by where things stand: the same object for designs that differ elsewhere.

    So before and after the drop of a device, also where its rack thereby leaves an assembly.
    """

    def __init__(self, design: Design, catalog: Catalog) -> None:
        self.design, self.catalog = design, catalog


class _Told(NamedTuple):
    """What a floor follows from, by identity: hashing all racks would cost what it saves."""

    design: Design
    catalog: Catalog

    def __hash__(self) -> int:
        return hash((id(self.design.racks), id(self.design.room), id(self.catalog)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Told)
            and self.design.racks is other.design.racks
            and self.design.room is other.design.room
            and self.catalog is other.catalog
        )


class _SamePlaces(_Told):
    """The same by where racks stand, which takes a look at all of them."""

    def __hash__(self) -> int:
        return len(self.design.racks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _SamePlaces):
            return False
        mine, its = self.design, other.design
        same_room = its.room is mine.room or its.room == mine.room
        return other.catalog is self.catalog and same_room and _as_before(mine.racks, its.racks)


@lru_cache(maxsize=8)
def _floor(told: _Told) -> _Floor:
    return _floor_of(_SamePlaces(*told))


@lru_cache(maxsize=4)
def _floor_of(places: _SamePlaces) -> _Floor:
    return _Floor(*places)


class _SameRacks:
    """A cache key by the racks that face one way in a row: an edit moves racks of few rows.

    Hashing their records would cost what it saves; records that an edit keeps are the same objects.
    """

    def __init__(self, row: str, rotation: int, racks: tuple[Rack, ...], catalog: Catalog) -> None:
        self.row, self.rotation, self.racks, self.catalog = row, rotation, racks, catalog

    def __hash__(self) -> int:
        return hash((self.row, self.rotation, len(self.racks)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _SameRacks) or other.catalog is not self.catalog:
            return False
        same = (self.row, self.rotation) == (other.row, other.rotation)
        return same and self.racks == other.racks


@lru_cache(maxsize=4096)
def _runs_kept(key: _SameRacks) -> tuple[Run, ...]:
    return runs_of(key.row, key.rotation, key.racks, key.catalog)


def _runs_of(row: str, rotation: int, racks: tuple[Rack, ...], catalog: Catalog) -> tuple[Run, ...]:
    return _runs_kept(_SameRacks(row, rotation, racks, catalog))


_PLACE: Final = attrgetter("id", "part", "x_mm", "y_mm", "rotation", "row")


def _as_before(racks: tuple[Rack, ...], others: tuple[Rack, ...]) -> bool:
    """Return whether the same racks stand as they stood; of most an edit keeps the record."""
    if racks is others:
        return True
    if len(racks) != len(others):
        return False
    changed = compress(zip(racks, others, strict=True), map(is_not, racks, others))
    return all(_PLACE(rack) == _PLACE(other) for rack, other in changed)


@lru_cache(maxsize=4)
def _rows_and_aisles(key: _Floor) -> tuple[tuple[RowBand, ...], tuple[Aisle, ...]]:
    return rows_and_aisles(key.design, key.catalog, _runs_of)


@lru_cache(maxsize=4)
def _beside(key: _Floor) -> tuple[Beside, ...]:
    bands = _rows_and_aisles(key)[0]
    things = [(_sides(band), band.named) for band in bands]
    things += [(box, False) for box in _apart(key.design, key.catalog)]
    lying = _Across(things)
    upright = _Across(
        ((top, left, bottom, right), named) for (left, top, right, bottom), named in things
    )
    return tuple(
        _free(_sides(band), lying)
        if band.rotation in (0, 180)
        else _free((band.top, band.left, band.bottom, band.right), upright)
        for band in bands
    )


class _Across:
    """What stands on a floor, found by where it is across the rows, in the order it was given in.

    Each row looks at what stands level with it: of a site with many halls that is little of all.
    """

    def __init__(self, things: Iterable[_Thing]) -> None:
        self._things = tuple(things)
        self._order = sorted(range(len(self._things)), key=lambda at: self._things[at][0][1])
        self._uppers = [self._things[at][0][1] for at in self._order]
        self._deepest = max((box[3] - box[1] for box, _ in self._things), default=0)

    def level_with(self, top: int, bottom: int) -> Iterator[_Thing]:
        """Yield what reaches into a strip between two places across the rows."""
        first = bisect_left(self._uppers, top - self._deepest)
        for at in sorted(self._order[first : bisect_left(self._uppers, bottom)]):
            thing = self._things[at]
            if thing[0][3] > top:
                yield thing


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


def _free(row: _Sides, things: _Across) -> Beside:
    """Return what is free at the low and the high end of a row that runs along the first axis."""
    low, top, high, bottom = row
    start, end, is_taken = FAR_MM, FAR_MM, False
    for (first, _, last, _), named in things.level_with(top, bottom):
        if last <= low:
            start = min(start, low - last)
        elif first >= high and first - high < end:
            end, is_taken = first - high, named
    return Beside(start, 0 if is_taken else end)
