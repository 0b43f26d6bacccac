"""Where racks stand: the free depth before and behind each, and rows.

Racks are boxes on the plan. Each box is filed under the strips of floor that it covers, so that
its neighbour before and behind is found without looking at every other rack.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from designer.catalog.aisles import uncontained
from designer.catalog.catalog import Catalog
from designer.catalog.plant_places import Plant, on_floor, plant_of
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.floor.boxes import (
    Box,
    faces_along_y,
    smallest_boxes,
    unstated_sizes,
)
from designer.engine.subjects.floor.perhaps_contained import perhaps_contained
from designer.engine.subjects.floor.unstated import Least, Walls, least_aisles
from designer.model.change import went_and_came
from designer.model.design import Design, Rack, Room
from designer.model.outline import beyond_outline, box_of, inside_outline, is_rectangle

STRIP_MM = 600
_WALL = "wall "
"""Begins the key of what lies beyond the walls of a room that is no rectangle."""

Interval = tuple[int, int, int, int, str]


@dataclass(frozen=True)
class Aisles:
    """Free depth before and behind a rack in mm.

    Where nobody states how large something is, they are as for the smallest size: no more is free
    for any, `over` and `outside` are certain, and `least` is what is certain of the rest.

    Attributes
    ----------
    over
        What stands on the same floor.
    outside
        Whether the rack leaves the room.
    least
        None where no size that nobody states makes a difference.
    contained
        False where the room has containment and none closes the aisle that the floor draws here.
    contained_on
        References of the sizes that leave `contained` open, because nobody states them.
    """

    front_mm: float
    rear_mm: float
    over: str = ""
    outside: bool = False
    least: Least | None = None
    contained: bool = True
    contained_on: tuple[str, ...] = ()


AISLES: Key[dict[str, Aisles]] = Key("floor")


def floor_of(facts: Facts) -> dict[str, Aisles]:
    """Return the aisles of every rack of a design; the same object where all stand as before."""
    last, design = facts.last(AISLES), facts.design
    if last is not None and stand_as_before(facts):
        return last
    plant = tuple(on_floor(plant_of(design, facts.catalog)))
    found = _mended(facts, last, plant)
    if found is None:
        found = aisles_of(design.racks, design.room, facts.catalog, plant)
    if design.room.containment == "none":
        return found
    bare, perhaps = uncontained(design, facts.catalog), perhaps_contained(design, facts.catalog)
    return {
        key: _contained(one, key not in bare, perhaps.get(key, ())) for key, one in found.items()
    }


def _contained(one: Aisles, contained: bool, contained_on: tuple[str, ...]) -> Aisles:
    if (one.contained, one.contained_on) == (contained, contained_on):
        return one
    return replace(one, contained=contained, contained_on=contained_on)


def stand_as_before(facts: Facts) -> bool:
    """Return whether all that stands on the floor is as it was: racks, the room, and its power."""
    before = facts.before
    return (
        before is not None
        and len(before.racks) == len(facts.design.racks)
        and _room_as_before(facts, before)
        and all(map(_stand_alike, before.racks, facts.design.racks))
    )


def _room_as_before(facts: Facts, before: Design) -> bool:
    """Return whether the room is as it was, with what its power takes."""
    design = facts.design
    if before.room != design.room:
        return False
    if before.power is not design.power:
        was, now = (on_floor(plant_of(one, facts.catalog)) for one in (before, design))
        return _boxes(was) == _boxes(now)
    return True


_FEW: Final = 64
"""So few racks that come, go or move are looked at with those beside them alone: some rows."""


def _mended(
    facts: Facts, last: dict[str, Aisles] | None, plant: Iterable[Plant]
) -> dict[str, Aisles] | None:
    """Return the aisles of all racks where a few moved, came or went.

    They are measured anew of those before or behind these. None where all have to be.
    """
    before, design = facts.before, facts.design
    if last is None or before is None or not design.room.outline:
        return None
    if not _room_as_before(facts, before):
        return None
    went, came = _moved(before.racks, design.racks)
    if max(len(went), len(came)) > _FEW:
        return None
    parts = {rack.part for rack in (*design.racks, *went)}
    if any(unstated_sizes(part, facts.catalog) for part in parts):
        return None
    solid, walls = _standing(design.racks, design.room, facts.catalog, plant)
    spots = [solid[now.id] for now in came]
    spots += smallest_boxes(went, facts.catalog).values()
    keys = {now.id for now in came}
    bands = _bands(spots, 0), _bands(spots, 1)
    some = tuple(
        rack for rack in design.racks
        if rack.id in keys or _beside(solid[rack.id], bands, along_y=faces_along_y(rack))
    )  # fmt: skip
    found = _measured(some, solid, walls, design.room)
    return {rack.id: found.get(rack.id) or last[rack.id] for rack in design.racks}


def _moved(before: tuple[Rack, ...], after: tuple[Rack, ...]) -> tuple[list[Rack], list[Rack]]:
    """Return the racks that stand there no more, and those that did not stand there before."""
    went, came = went_and_came(before, after)
    was = {rack.id: rack for rack in went}
    now = {rack.id: rack for rack in came}
    return (
        [one for one in went if one.id not in now or not _stand_alike(one, now[one.id])],
        [one for one in came if one.id not in was or not _stand_alike(was[one.id], one)],
    )


def _bands(spots: Iterable[Box], at: int) -> list[tuple[int, int]]:
    """Return from where to where some places lie along an axis, those that meet as one."""
    found: list[tuple[int, int]] = []
    for low, high in sorted((spot[at], spot[at + 2]) for spot in spots):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def _beside(box: Box, bands: Sequence[list[tuple[int, int]]], *, along_y: bool) -> bool:
    """Return whether some of these bands lie before or behind a rack, however far."""
    at = 0 if along_y else 1
    low, high = box[at], box[at + 2]
    return any(first < high and last > low for first, last in bands[at])


def _boxes(plant: Iterable[Plant]) -> dict[str, Box]:
    return {one.key: one.box for one in plant}


def _stand_alike(was: Rack, now: Rack) -> bool:
    """Return whether two racks are the same one at the same place."""
    return was is now or (
        (was.id, was.part, was.row, was.x_mm, was.y_mm, was.rotation)
        == (now.id, now.part, now.row, now.x_mm, now.y_mm, now.rotation)
    )


def aisles_of(
    racks: tuple[Rack, ...], room: Room, catalog: Catalog, plant: Iterable[Plant] = ()
) -> dict[str, Aisles]:
    """Return the aisles of every rack, between all that stands there and the walls of the room.

    Parameters
    ----------
    plant
        What of the room's power takes floor.
    """
    if not racks:
        return {}
    solid, walls = _standing(racks, room, catalog, plant)
    by_part = {part: unstated_sizes(part, catalog) for part in {rack.part for rack in racks}}
    if not any(by_part.values()):
        return _measured(racks, solid, walls, room)
    most = _measured(racks, solid, walls if room.outline else (*walls[:2], inf, inf), room)
    unstated = {rack.id: by_part[rack.part] for rack in racks}
    return {
        key: _with_least(most[key], least)
        for key, least in least_aisles(racks, solid, walls, unstated, drawn=bool(room.outline))
    }


def _standing(
    racks: tuple[Rack, ...], room: Room, catalog: Catalog, plant: Iterable[Plant]
) -> tuple[dict[str, Box], Walls]:
    """Return all that stands on the floor, and the walls around it."""
    boxes = smallest_boxes(racks, catalog)
    solid = dict(boxes)
    solid |= {f"obstacle {stone.id}": stone.box for stone in room.obstacles if stone.is_solid}
    solid |= _boxes(plant)
    # A room without an outline ends where its racks do.
    corners = room.outline or [c for b in boxes.values() for c in ((b[0], b[1]), (b[2], b[3]))]
    walls = box_of(tuple(corners))
    for number, beyond in enumerate(beyond_outline(room.outline)):
        solid[f"{_WALL}{number}"] = beyond
    return solid, walls


def _with_least(most: Aisles, least: Least) -> Aisles:
    """Return aisles with what is certain of them; as they are where that makes no difference."""
    front, rear = min(most.front_mm, least.front_mm), min(most.rear_mm, least.rear_mm)
    over, outside = least.over and not most.over, least.outside and not most.outside
    if (front, rear) == (most.front_mm, most.rear_mm) and not (over or outside):
        return most
    return replace(most, least=Least(front, rear, over, outside, least.open_on))


def _measured(
    racks: tuple[Rack, ...], solid: Mapping[str, Box], walls: Walls, room: Room
) -> dict[str, Aisles]:
    """Return the aisles of racks between all that stands on the floor, and the walls."""
    left, near, right, far = walls
    stepped = not is_rectangle(room.outline)
    level = [solid[rack.id] for rack in racks if faces_along_y(rack)]
    upright = [solid[rack.id] for rack in racks if not faces_along_y(rack)]
    up_down = _Strips(
        ((k, (b[0], b[2], b[1], b[3])) for k, b in solid.items()), ((b[0], b[2]) for b in level)
    )
    across = _Strips(
        ((k, (b[1], b[3], b[0], b[2])) for k, b in solid.items()), ((b[1], b[3]) for b in upright)
    )
    found = {}
    for rack in racks:
        x0, y0, x1, y1 = solid[rack.id]
        if faces_along_y(rack):
            low, high, over = up_down.gaps(rack.id, x0, x1, y0, y1, (near, far))
        else:
            low, high, over = across.gaps(rack.id, y0, y1, x0, x1, (left, right))
        # Rotation 0 faces towards smaller y and 270 towards smaller x: their front is the low side.
        front, rear = (low, high) if rack.rotation in (0, 270) else (high, low)
        outside = x0 < left or y0 < near or x1 > right or y1 > far
        if stepped and not outside:
            outside = not inside_outline(room.outline, solid[rack.id])
        found[rack.id] = Aisles(front, rear, over, outside)
    return found


class _Strips:
    """Boxes by the strips they cover, each strip sorted along its length.

    Parameters
    ----------
    asked
        From where to where across the strips somebody looks along them.
    """

    def __init__(self, boxes: Iterable[tuple[str, Box]], asked: Iterable[tuple[int, int]]) -> None:
        self._strips: dict[int, list[Interval]] = {
            strip: [] for sides in set(asked) for strip in _covered(*sides)
        }
        self._longest = 0
        for key, (side0, side1, low, high) in boxes:
            self._longest = max(self._longest, high - low)
            for strip in _covered(side0, side1):
                line = self._strips.get(strip)
                if line is not None:
                    line.append((low, high, side0, side1, key))
        for line in self._strips.values():
            line.sort()

    def gaps(
        self, key: str, side0: int, side1: int, low: int, high: int, walls: tuple[float, float]
    ) -> tuple[float, float, str]:
        """Return the free depth to the low and high side, and what overlaps."""
        below, above, over = max(0.0, low - walls[0]), max(0.0, walls[1] - high), ""
        for strip in _covered(side0, side1):
            line = self._strips[strip]
            here = bisect_left(line, (low, high, side0, side1, key))
            before = self._reaching_farthest(line, here, side0, side1)
            after = _first(iter(line[here + 1 :]), side0, side1)
            if before is not None:  # the nearest is the one that ends last, not begins last
                below = min(below, max(0.0, low - before[1]))
                over = before[4] if before[1] > low and _stands(before) else over
            if after is not None:
                above = min(above, max(0.0, after[0] - high))
                over = after[4] if after[0] < high and _stands(after) else over
        return below, above, over

    def _reaching_farthest(
        self, line: list[Interval], here: int, side0: int, side1: int
    ) -> Interval | None:
        """Return which of the intervals that begin before `here` ends last, of those in the way."""
        farthest: Interval | None = None
        for at in range(here - 1, -1, -1):
            one = line[at]
            if farthest is not None and one[0] + self._longest <= farthest[1]:
                break
            if one[2] < side1 and one[3] > side0 and (farthest is None or one[1] > farthest[1]):
                farthest = one
        return farthest


def _covered(side0: int, side1: int) -> range:
    return range(side0 // STRIP_MM, (side1 - 1) // STRIP_MM + 1)


def _stands(one: Interval) -> bool:
    """Return whether something stands there: what lies beyond a wall is told as outside."""
    return not one[4].startswith(_WALL)


def _first(line: Iterable[Interval], side0: int, side1: int) -> Interval | None:
    """Return the first interval that stands at least partly before the given side."""
    return next((i for i in line if i[2] < side1 and i[3] > side0), None)
