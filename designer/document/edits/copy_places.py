"""Where copies of racks may stand: at the end of their row, else near by with whole aisles.

A place is judged by the least width of aisles (1.2 m before a rack, 0.9 m behind it) and by what
faces it across them: fronts belong to fronts, rears to rears.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.edits.floor_boxes import TURNED, Floor, zone_of
from designer.document.placement import Box, box_around, can_place_rack, overlap, rack_box
from designer.model.aisle_widths import COLD_AISLE_MM, HOT_AISLE_MM
from designer.model.by_identity import ByIdentity
from designer.model.design import Design, Rack, Rotation, Row
from designer.model.layout import Layout

MIXED: Final = "across an aisle from racks that face the same way, so one blows at the other"
NO_AISLES: Final = "no uncovered place in view leaves aisles their width"
MIXED_IN_VIEW: Final = "in view it would blow at racks across an aisle, or they at it"
NO_BETTER: Final = "the room has no better place"
ROW_GOES_ON: Final = "the row goes on there"
ACROSS: Final = "that is straight across the aisle"
_FIRST_RING_MM: Final = 5_000


@dataclass(frozen=True, slots=True)
class FloorInView:
    """What of the floor is looked at: a box, and boxes that something floats over, in mm."""

    box: Box
    covered: tuple[Box, ...] = ()

    def shows(self, place: Box) -> bool:
        """Return whether a place is whole in view and nothing floats over it."""
        left, top, right, bottom = self.box
        inside = left <= place[0] and top <= place[1] and place[2] <= right and place[3] <= bottom
        return inside and not any(overlap(place, over) for over in self.covered)


@dataclass(frozen=True, slots=True)
class CopyPlace:
    """How far copies stand from racks, whether they are turned round, and what is to be said of it.

    Attributes
    ----------
    breaks
        What rule the place breaks, and why it is taken; empty where it breaks none.
    beyond
        Why copies stand where they are not seen; empty where they are seen or nothing is shown.
    """

    dx_mm: int
    dy_mm: int
    turned: bool = False
    breaks: str = ""
    beyond: str = ""


def places_beside(design: Design, catalog: Catalog, rack: Rack) -> tuple[CopyPlace, ...]:
    """Return where copies of a rack may stand in its line, close at either side of it."""
    search = _Search(design, catalog, (rack,), None)
    left, top, right, bottom = rack_box(catalog, rack)
    wide, deep = (right - left, 0) if rack.rotation in (0, 180) else (0, bottom - top)
    sides = (CopyPlace(-wide, -deep), CopyPlace(wide, deep))
    return tuple(one for one in sides if search.is_free(one, as_original=True) and search.fits(one))


def copy_place(
    design: Design,
    catalog: Catalog,
    racks: Sequence[Rack],
    whole: Sequence[Row],
    seen: FloorInView | None = None,
) -> CopyPlace | None:
    """Return where copies of racks should stand; None where no place keeps the aisles.

    Parameters
    ----------
    whole
        The rows of which every rack is copied. One such row may be turned round, so that it
        stands back to back or face to face with the row across its aisle; so may all racks of a
        line without a row, which the floor takes for one.
    seen
        What of the floor is looked at: a place that is seen goes before a nearer one that is not.
    """
    search = _Search(design, catalog, racks, seen)
    if not whole:
        end = search.row_end()
        if end is not None and search.is_free(end, as_original=True):
            mixed = "" if search.fits(end) else f"{MIXED}: {ROW_GOES_ON}"
            return search.told(replace(end, breaks=mixed), ROW_GOES_ON)
    one_row = len(whole) == 1 and all(rack.row == whole[0].id for rack in racks)
    turn = one_row or search.is_line()
    mixed_in_view = False
    for straight in (True, False) if whole else (False,):
        for place in search.places(turn=turn, straight=straight):
            if not search.is_free(place):
                continue
            if search.fits(place):
                mixes = not straight and mixed_in_view
                beyond = ACROSS if straight else NO_AISLES
                return search.told(place, MIXED_IN_VIEW if mixes else beyond)
            mixed_in_view = mixed_in_view or search.is_seen(place)
    for place in search.places(turn=turn):
        if not place.turned and search.is_free(place):
            return replace(place, breaks=f"{MIXED}: {NO_BETTER}")
    return None


def nearest_place(
    design: Design, catalog: Catalog, racks: Sequence[Rack], seen: FloorInView | None = None
) -> CopyPlace | None:
    """Return the place nearest to where racks stand that is free; None where there is none.

    Aisles keep their least width and fronts face fronts where a place has that, else racks stand
    where they are in nobody's way.

    Parameters
    ----------
    racks
        Of another design, or no longer of this one: with places, as if they stood there.
    """
    search = _Search(design, catalog, racks, seen)
    for place in search.with_own_place():
        if search.is_free(place) and search.fits(place):
            return place
    return next((place for place in search.with_own_place() if search.has_room(place)), None)


def turned_round(rotation: Rotation) -> Rotation:
    """Return the rotation of what faces the other way."""
    return TURNED[rotation]


@lru_cache(maxsize=1)
def _floor(told: ByIdentity) -> Floor:
    """Return what stands on a floor, for who makes copies and who then says where they are."""
    return Floor(*told.things)


class _Search:
    """The racks to copy, and the floor around them."""

    def __init__(
        self,
        design: Design,
        catalog: Catalog,
        racks: Sequence[Rack],
        seen: FloorInView | None,
    ) -> None:
        self._design, self._catalog, self._racks, self._seen = design, catalog, racks, seen
        self._layout = Layout(design)
        self._floor = _floor(ByIdentity(design, catalog))
        self._boxes = {rack.id: rack_box(catalog, rack) for rack in racks}
        self._around = box_around(self._boxes.values())
        self._outdoors = all(map(self._stands_outdoors, racks))
        self._upright = racks[0].rotation in (0, 180)

    def row_end(self) -> CopyPlace | None:
        """Return the place at the end of the racks' row, at the distance usual in the row."""
        first = self._racks[0]
        if not first.row or {(r.row, r.rotation) for r in self._racks} != {
            (first.row, first.rotation)
        }:
            return None
        along = 0 if self._upright else 1
        members = [rack for rack in self._design.racks if rack.row == first.row]
        boxes = [rack_box(self._catalog, rack) for rack in members]
        ordered = sorted(boxes, key=lambda box: box[along])
        gaps = [after[along] - before[along + 2] for before, after in pairwise(ordered)]
        gap = max(min(gaps, default=0), 0)
        if boxes[0][along] > boxes[-1][along]:
            by = ordered[0][along] - gap - self._around[along + 2]
        else:
            by = max(box[along + 2] for box in boxes) + gap - self._around[along]
        return CopyPlace(by, 0) if self._upright else CopyPlace(0, by)

    def is_line(self) -> bool:
        """Return whether the racks are in no row and all that stand in their line, facing alike."""
        first = self._racks[0]
        at = first.y_mm if self._upright else first.x_mm
        line = {
            rack.id
            for rack in self._design.racks
            if not rack.row and rack.rotation == first.rotation
            and (rack.y_mm if self._upright else rack.x_mm) == at
        }  # fmt: skip
        return len(line) > 1 and line == {rack.id for rack in self._racks}

    def places(self, *, turn: bool, straight: bool = False) -> Iterator[CopyPlace]:
        """Yield the places within the room, those in view first, the nearest first.

        Parameters
        ----------
        turn
            Whether copies may be turned round.
        straight
            Whether they stand straight before or behind their racks.
        """
        left, top, right, bottom = self._around
        room = self._yard() if self._outdoors else self._floor.room
        first = self._boxes[self._racks[0].id]
        steps = (first[2] - first[0], 0) if self._upright else (0, first[3] - first[1])
        tile = max(self._design.room.tile_mm, 1)
        columns = _steps(room[0] - left, room[2] - right, tile, steps[0])
        lines = _steps(room[1] - top, room[3] - bottom, tile, steps[1])
        if straight:
            there = columns if self._upright else lines
            there[:] = [0] if 0 in there else []
        if self._seen is not None:
            view = self._seen.box
            in_view = (
                [dx for dx in columns if view[0] <= left + dx and right + dx <= view[2]],
                [dy for dy in lines if view[1] <= top + dy and bottom + dy <= view[3]],
            )
            near = self._nearest(*in_view, turn=turn)
            yield from (place for place in near if self.is_seen(place))
        near = self._nearest(columns, lines, turn=turn)
        yield from (place for place in near if not self.is_seen(place))

    def with_own_place(self) -> Iterator[CopyPlace]:
        """Yield where the racks stand, then all other places for racks that are not turned."""
        yield CopyPlace(0, 0)
        yield from self.places(turn=False)

    def _nearest(self, columns: list[int], lines: list[int], *, turn: bool) -> Iterator[CopyPlace]:
        """Yield places of a grid, the nearest first, ring by ring: most searches end near by."""
        columns, lines = (sorted(one, key=abs) for one in (columns, lines))
        if not columns or not lines:
            return
        far = max(abs(columns[-1]), abs(lines[-1])) + 1
        inner, reach = 0, _FIRST_RING_MM
        while inner < 2 * far:
            wide = columns[: bisect_right(columns, reach, key=abs)]
            deep = lines[: bisect_right(lines, reach, key=abs)]
            found = [
                (away, bool(dy if self._upright else dx), dx < 0 or dy < 0, turned, dx, dy)
                for dx, dy in product(wide, deep)
                if inner * inner < (away := dx * dx + dy * dy) <= reach * reach
                for turned in ((False, True) if turn else (False,))
            ]
            for _, _, _, turned, dx, dy in sorted(found):
                yield CopyPlace(dx, dy, turned)
            inner, reach = reach, 2 * reach

    def _stands_outdoors(self, rack: Rack) -> bool:
        """Return whether it gives heat off outdoors, and stands beside the hall."""
        part = self._catalog.get(rack.part)
        rejects = part is not None and part.traits.rejects
        return rejects and not overlap(self._boxes[rack.id], self._floor.room)

    def _yard(self) -> Box:
        """Return the hall with what is around the racks, as far as they could stand twice more."""
        left, top, right, bottom = self._around
        wide, deep = 2 * (right - left), 2 * (bottom - top)
        return box_around(
            (self._floor.room, (left - wide, top - deep, right + wide, bottom + deep))
        )

    def is_seen(self, place: CopyPlace) -> bool:
        """Return whether copies are in view there; not so while no floor is shown."""
        left, top, right, bottom = self._around
        dx, dy = place.dx_mm, place.dy_mm
        box = (left + dx, top + dy, right + dx, bottom + dy)
        return self._seen is not None and self._seen.shows(box)

    def told(self, place: CopyPlace, beyond: str) -> CopyPlace:
        """Return a place with the reason why copies stand where they are not seen, if they do."""
        return place if self._seen is None or self.is_seen(place) else replace(place, beyond=beyond)

    def is_free(self, place: CopyPlace, *, as_original: bool = False) -> bool:
        """Return whether aisles keep their least width there (or what they have at the racks).

        What stands outdoors has no aisle, and stays outdoors.
        """
        if self._outdoors:
            boxes = (self._standing(rack, place)[0] for rack in self._racks)
            indoors = any(overlap(box, self._floor.room) for box in boxes)
            return not indoors and self.has_room(place)
        for rack in self._racks:
            box, rotation = self._standing(rack, place)
            need = (COLD_AISLE_MM, HOT_AISLE_MM) if self._floor.is_rack(rack) else (0, 0)
            if as_original:
                need = self._floor.needs.get(rack.id, need)
            if not self._floor.is_clear(box, zone_of(box, rotation, need)):
                return False
        return self.has_room(place)

    def fits(self, place: CopyPlace) -> bool:
        """Return whether what faces copies across an aisle turns the same side to them."""
        return not any(
            self._floor.is_in_row(rack) and self._floor.is_mixed(*self._standing(rack, place))
            for rack in self._racks
        )

    def has_room(self, place: CopyPlace) -> bool:
        """Return whether nothing stands there."""
        return all(
            can_place_rack(
                self._layout, self._catalog, rack.part, rack.x_mm + place.dx_mm,
                rack.y_mm + place.dy_mm, rack.rotation,
            ).ok
            for rack in self._racks
        )  # fmt: skip

    def _standing(self, rack: Rack, place: CopyPlace) -> tuple[Box, Rotation]:
        left, top, right, bottom = self._boxes[rack.id]
        dx, dy = place.dx_mm, place.dy_mm
        rotation = TURNED[rack.rotation] if place.turned else rack.rotation
        return (left + dx, top + dy, right + dx, bottom + dy), rotation


def _steps(low: int, high: int, tile_mm: int, own_mm: int) -> list[int]:
    """Return distances from low to high in whole tiles, and in steps of the thing itself."""
    found: set[int] = set()
    for step in (tile_mm, own_mm):
        if step > 0:
            found.update(range(-(-low // step) * step, high + 1, step))
    return sorted(found)
