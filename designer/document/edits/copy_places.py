"""Where copies of racks may stand: at the end of their row, else near by with whole aisles.

A place is judged by the least width of aisles (1.2 m before a rack, 0.9 m behind it) and by what
faces it across them: fronts belong to fronts, rears to rears.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot
from typing import Final

from designer.catalog.aisles import share_aisle
from designer.catalog.catalog import Catalog
from designer.document.placement import Box, box_around, can_place_rack, rack_box
from designer.model.aisle_widths import COLD_AISLE_MM, HOT_AISLE_MM, WIDEST_AISLE_MM
from designer.model.design import Design, Rack, Rotation, Row
from designer.model.layout import Layout

MIXED: Final = "across an aisle from racks that face the same way, so one blows at the other"
NO_AISLES: Final = "no uncovered place in view leaves aisles their width"
MIXED_IN_VIEW: Final = "in view it would blow at racks across an aisle, or they at it"
NO_BETTER: Final = "the room has no better place"
ROW_GOES_ON: Final = "the row goes on there"
ACROSS: Final = "that is straight across the aisle"
_CELL_MM: Final = 1200
_REACH_MM: Final = WIDEST_AISLE_MM + 1
"""Boxes that touch do not meet: what stands at the end of the widest aisle must be met."""
_TURNED: Final[dict[Rotation, Rotation]] = {0: 180, 90: 270, 180: 0, 270: 90}


@dataclass(frozen=True, slots=True)
class FloorInView:
    """What of the floor is looked at: a box, and boxes that something floats over, in mm."""

    box: Box
    covered: tuple[Box, ...] = ()

    def shows(self, place: Box) -> bool:
        """Return whether a place is whole in view and nothing floats over it."""
        left, top, right, bottom = self.box
        inside = left <= place[0] and top <= place[1] and place[2] <= right and place[3] <= bottom
        return inside and not any(_meet(place, over) for over in self.covered)


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
    places = list(search.places(turn=one_row or search.is_line()))
    straight = [place for place in places if search.is_across(place)] if whole else []
    mixed_in_view = False
    for group, beyond in ((straight, ACROSS), (places, NO_AISLES)):
        for place in group:
            if not search.is_free(place):
                continue
            if search.fits(place):
                mixes = group is places and mixed_in_view
                return search.told(place, MIXED_IN_VIEW if mixes else beyond)
            mixed_in_view = mixed_in_view or search.is_seen(place)
    for place in places:
        if not place.turned and search.is_free(place):
            return replace(place, breaks=f"{MIXED}: {NO_BETTER}")
    return None


def turned_round(rotation: Rotation) -> Rotation:
    """Return the rotation of what faces the other way."""
    return _TURNED[rotation]


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
        self._floor = _Floor(design, catalog)
        self._boxes = {rack.id: rack_box(catalog, rack) for rack in racks}
        self._around = box_around(self._boxes.values())
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

    def places(self, *, turn: bool) -> Iterator[CopyPlace]:
        """Yield the places within the room, the nearest first."""
        left, top, right, bottom = self._around
        room = self._floor.room
        first = self._boxes[self._racks[0].id]
        steps = (first[2] - first[0], 0) if self._upright else (0, first[3] - first[1])
        tile = max(self._design.room.tile_mm, 1)
        columns = _steps(room[0] - left, room[2] - right, tile, steps[0])
        lines = _steps(room[1] - top, room[3] - bottom, tile, steps[1])
        found = [
            CopyPlace(dx, dy, turned)
            for dx in columns
            for dy in lines
            if dx or dy
            for turned in ((False, True) if turn else (False,))
        ]
        yield from sorted(found, key=self._preference)

    def _preference(self, place: CopyPlace) -> tuple[bool, float, bool, bool, bool]:
        across = place.dy_mm if self._upright else place.dx_mm
        backwards = place.dx_mm < 0 or place.dy_mm < 0
        away = hypot(place.dx_mm, place.dy_mm)
        return not self.is_seen(place), away, across != 0, backwards, place.turned

    def is_seen(self, place: CopyPlace) -> bool:
        """Return whether copies are in view there; not so while no floor is shown."""
        left, top, right, bottom = self._around
        dx, dy = place.dx_mm, place.dy_mm
        box = (left + dx, top + dy, right + dx, bottom + dy)
        return self._seen is not None and self._seen.shows(box)

    def told(self, place: CopyPlace, beyond: str) -> CopyPlace:
        """Return a place with the reason why copies stand where they are not seen, if they do."""
        return place if self._seen is None or self.is_seen(place) else replace(place, beyond=beyond)

    def is_across(self, place: CopyPlace) -> bool:
        """Return whether copies stand straight before or behind their racks."""
        return not (place.dx_mm if self._upright else place.dy_mm)

    def is_free(self, place: CopyPlace, *, as_original: bool = False) -> bool:
        """Return whether aisles keep their least width there (or what they have at the racks)."""
        for rack in self._racks:
            box, rotation = self._standing(rack, place)
            need = (COLD_AISLE_MM, HOT_AISLE_MM) if self._floor.is_rack(rack) else (0, 0)
            if as_original:
                need = self._floor.needs.get(rack.id, need)
            if not self._floor.is_clear(box, _zone(box, rotation, need)):
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
        rotation = _TURNED[rack.rotation] if place.turned else rack.rotation
        return (left + dx, top + dy, right + dx, bottom + dy), rotation


class _Floor:
    """What stands in the room, filed by squares of the floor so that near things are found fast."""

    def __init__(self, design: Design, catalog: Catalog) -> None:
        self._catalog = catalog
        corners = design.room.outline or ((0, 0),)
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.room: Box = (min(xs), min(ys), max(xs), max(ys))
        self._solid, self._kept = _Squares(), _Squares()
        self.needs: dict[str, tuple[int, int]] = {}
        for it in design.room.obstacles:
            self._solid.add((it.x_mm, it.y_mm, it.x_mm + it.width_mm, it.y_mm + it.depth_mm), None)
        boxes = {rack.id: rack_box(catalog, rack) for rack in design.racks}
        for rack in design.racks:
            self._solid.add(boxes[rack.id], rack)
        for rack in design.racks:
            box = boxes[rack.id]
            if self.is_rack(rack):
                self.needs[rack.id] = self._clearance(box, rack.rotation)
            need = self.needs.get(rack.id, (0, 0))
            self._kept.add(_zone(box, rack.rotation, need), rack)

    def is_rack(self, rack: Rack) -> bool:
        """Return whether a rack holds devices: floor units ask for no aisle."""
        part = self._catalog.get(rack.part)
        return part is not None and part.traits.is_rack

    def is_in_row(self, rack: Rack) -> bool:
        """Return whether a rack makes aisles with what faces it: in-row units do as well."""
        part = self._catalog.get(rack.part)
        return part is None or part.traits.stands_in_row

    def is_clear(self, box: Box, zone: Box) -> bool:
        """Return whether a box meets no kept aisle, and its own aisles nothing."""
        room = self.room
        inside = zone[0] >= room[0] and zone[1] >= room[1]
        inside = inside and zone[2] <= room[2] and zone[3] <= room[3]
        return inside and not self._kept.meets(box) and not self._solid.meets(zone)

    def is_mixed(self, box: Box, rotation: Rotation) -> bool:
        """Return whether a rack across an aisle faces the same way as one that stood here."""
        for need in ((_REACH_MM, 0), (0, _REACH_MM)):
            zone = _zone(box, rotation, need)
            facing = [
                (_apart(box, other), rack.rotation != rotation)
                for other, rack in self._solid.met(zone)
                if rack is not None
                and self.is_in_row(rack)
                and rack.rotation in (rotation, _TURNED[rotation])
            ]
            if not facing:
                continue
            apart, is_turned = min(facing)
            if share_aisle(apart) and not is_turned:
                return True
        return False

    def _clearance(self, box: Box, rotation: Rotation) -> tuple[int, int]:
        """Return the free depth before and behind a rack, at most what its aisles need."""
        found = []
        for need in ((COLD_AISLE_MM, 0), (0, HOT_AISLE_MM)):
            zone = _zone(box, rotation, need)
            room = self.room
            seen = (
                max(zone[0], room[0]), max(zone[1], room[1]),
                min(zone[2], room[2]), min(zone[3], room[3]),
            )  # fmt: skip
            wall = max(need) - sum(abs(a - b) for a, b in zip(zone, seen, strict=True))
            things = [_apart(box, other) for other, _ in self._solid.met(zone) if other != box]
            found.append(max(0, min([wall, *things])))
        return found[0], found[1]


class _Squares:
    """Boxes by the squares of the floor that they cover."""

    def __init__(self) -> None:
        self._boxes: dict[tuple[int, int], list[tuple[Box, Rack | None]]] = {}

    def add(self, box: Box, rack: Rack | None) -> None:
        """File a box."""
        for square in _squares(box):
            self._boxes.setdefault(square, []).append((box, rack))

    def met(self, box: Box) -> Iterator[tuple[Box, Rack | None]]:
        """Yield the boxes that a box meets, some of them more than once."""
        for square in _squares(box):
            for other, rack in self._boxes.get(square, ()):
                if (
                    box[0] < other[2] and other[0] < box[2]
                    and box[1] < other[3] and other[1] < box[3]
                ):  # fmt: skip
                    yield other, rack

    def meets(self, box: Box) -> bool:
        """Return whether a box meets another."""
        return next(self.met(box), None) is not None


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(box[0] // _CELL_MM, (box[2] - 1) // _CELL_MM + 1):
        for line in range(box[1] // _CELL_MM, (box[3] - 1) // _CELL_MM + 1):
            yield column, line


def _zone(box: Box, rotation: Rotation, need: tuple[int, int]) -> Box:
    """Return a box with the aisles before and behind it; rotation 0 faces smaller y, 270 left."""
    left, top, right, bottom = box
    front, rear = need
    if rotation == 0:
        return left, top - front, right, bottom + rear
    if rotation == 180:
        return left, top - rear, right, bottom + front
    if rotation == 270:
        return left - front, top, right + rear, bottom
    return left - rear, top, right + front, bottom


def _apart(a: Box, b: Box) -> int:
    """Return the distance between boxes along the way in which they stand apart."""
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3], 0)


def _steps(low: int, high: int, tile_mm: int, own_mm: int) -> list[int]:
    """Return distances from low to high in whole tiles, and in steps of the thing itself."""
    found: set[int] = set()
    for step in (tile_mm, own_mm):
        if step > 0:
            found.update(range(-(-low // step) * step, high + 1, step))
    return sorted(found)
