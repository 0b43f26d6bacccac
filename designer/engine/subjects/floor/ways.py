"""The way from the doors of a room to every rack, and of people from every aisle to a door.

A rack is moved along either of its sides, is turned where a circle around it is free, and is pulled
straight out of its place, to its front or to its rear. All else stands as it is drawn: what comes
last has to pass what came first, and what fails is replaced in a full hall.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, hypot

from designer.catalog.plant_places import on_floor, plant_of
from designer.engine.advice import PASSAGE
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.floor.boxes import Box, faces_along_y, smallest_boxes, unstated_sizes
from designer.engine.subjects.floor.free_ways import BLOCKED, FreeWays
from designer.model.aisle_widths import CIRCULATION_MM
from designer.model.design import Passage, Rack
from designer.model.outline import Corners, beyond_outline, box_of, wall_place

Part = tuple[int, int]
"""A part of the floor for one way round of a box: which way round, and its label there."""


@dataclass(frozen=True)
class Ways:
    """What cannot be reached.

    Attributes
    ----------
    doors
        Whether the room has a door in a wall: without one nothing is asked.
    closed
        Racks that cannot be brought to their places through any door.
    perhaps_closed
        Racks that come in only if a door has a size that nobody states.
    shut_in, perhaps_shut_in
        Racks whose front no way of the width for people leads from to a door, and those that one
        leads from only if a door is as wide as nobody states, or no wider.
    open_on
        Sizes of parts that nobody states: what seems free may not be.
    widths, heights
        Sizes of doors that nobody states.
    """

    doors: bool = False
    closed: tuple[str, ...] = ()
    perhaps_closed: tuple[str, ...] = ()
    shut_in: tuple[str, ...] = ()
    perhaps_shut_in: tuple[str, ...] = ()
    open_on: tuple[str, ...] = ()
    widths: tuple[str, ...] = ()
    heights: tuple[str, ...] = ()


WAYS: Key[Ways] = Key("ways")


class Walls:
    """Where a room ends: the box around its outline, and where in its walls doors are."""

    def __init__(self, outline: Corners) -> None:
        self.outline = outline
        self.box = box_of(outline)

    def span(self, door: Passage) -> tuple[int, int]:
        """Return where the opening of a door begins and ends along its wall, on the plan.

        One of no known width may be as wide as the wall is from there.
        """
        first = 1 if door.wall in ("left", "right") else 0
        begin = self.box[first] + door.at_mm
        return begin, self.box[first + 2] if door.width_mm is None else begin + door.width_mm

    def place(self, door: Passage) -> int:
        """Return where the wall of a door is: x of a wall on the left or right, y of the others."""
        begin, end = self.span(door)
        return wall_place(self.outline, door.wall, begin, end)


@dataclass
class _Moved:
    """The floor for a box that may be turned, and the parts of it that doors lead to."""

    ways: tuple[FreeWays, FreeWays]
    joined: tuple[tuple[Part, Part], ...]
    walls: Walls
    _reached: dict[tuple[Passage, ...], set[Part]] = field(default_factory=dict)

    def reached(self, doors: tuple[Passage, ...]) -> set[Part]:
        """Return the parts of the floor that the box comes to through doors."""
        if doors not in self._reached:
            found = {
                (way, label)
                for way, ways in enumerate(self.ways)
                for door in doors
                for label in _entered(ways, door, self.walls)
            }
            while True:
                more = {one for pair in self.joined for one in pair if found.intersection(pair)}
                if more <= found:
                    break
                found |= more
            self._reached[doors] = found
        return self._reached[doors]

    def reaches(self, box: Box, doors: tuple[Passage, ...], *, turned: bool) -> bool:
        """Return whether the box can be brought to a place."""
        label = self.ways[turned].at(box[0], box[1])
        return label != BLOCKED and (int(turned), label) in self.reached(doors)


def ways_of(facts: Facts) -> Ways:
    """Return what no door of the room leads to."""
    room, catalog = facts.design.room, facts.catalog
    racks = tuple(_in_the_hall(facts))
    doors = tuple(one for one in room.passages if one.kind == "door" and one.wall)
    if not doors or not racks or len(room.outline) < 3:
        return Ways()
    boxes = smallest_boxes(racks, catalog)
    solids = side_by_side((*boxes.values(), *fixed_on_floor(facts)))
    walls = Walls(room.outline)
    moved: dict[tuple[int, int], _Moved] = {}
    closed, perhaps_closed = [], []
    for rack in racks:
        box, part = boxes[rack.id], catalog.get(rack.part)
        perhaps, surely = _high_enough(doors, part.height_mm if part else None)
        size = _own_size(rack, box)
        if size not in moved:
            moved[size] = _moved(solids, walls, size)
        if not _can_come(rack, box, moved[size], perhaps):
            closed.append(rack.id)
        elif not _can_come(
            rack, box, moved[size], tuple(d for d in surely if d.width_mm is not None)
        ):
            perhaps_closed.append(rack.id)
    shut_in, perhaps_shut_in = _shut_in(racks, boxes, solids, walls, doors)
    by_part = dict.fromkeys(rack.part for rack in racks)
    unstated = dict.fromkeys(ref for part in by_part for ref in unstated_sizes(part, catalog))
    return Ways(
        True, tuple(closed), tuple(perhaps_closed), shut_in, perhaps_shut_in, tuple(unstated),
        tuple(passage_ref(one, "width_mm") for one in doors if one.width_mm is None),
        tuple(passage_ref(one, "height_mm") for one in doors if one.height_mm is None),
    )  # fmt: skip


def _in_the_hall(facts: Facts) -> Iterator[Rack]:
    """Yield what comes in through a door: all but what stands outdoors."""
    outdoors = {
        key for key in {rack.part for rack in facts.design.racks}
        if (part := facts.catalog.get(key)) is not None and part.traits.stands_outdoors
    }  # fmt: skip
    yield from (rack for rack in facts.design.racks if rack.part not in outdoors)


def called(passage: Passage) -> str:
    """Return what people call a step of the way."""
    return passage.name or f"{passage.kind} {passage.id}"


def passage_ref(passage: Passage, name: str) -> str:
    """Return the reference of a figure of a step of the way."""
    return f"{PASSAGE}{called(passage)}.{name}"


def _high_enough(
    doors: tuple[Passage, ...], rack_mm: int | None
) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
    """Return the doors that may be high enough for a rack, and those that are.

    Where none is for certain, those that may be: that is judged by their height alone.
    """
    if rack_mm is None:
        return doors, doors
    perhaps = tuple(one for one in doors if one.height_mm is None or one.height_mm >= rack_mm)
    surely = tuple(one for one in perhaps if one.height_mm is not None)
    return perhaps or doors, surely or perhaps or doors


def fixed_on_floor(facts: Facts) -> Iterator[Box]:
    """Yield what keeps racks and people off the floor: obstacles, walls, UPS and switchboards."""
    room = facts.design.room
    yield from (one.box for one in room.obstacles if one.is_solid)
    for plant in on_floor(plant_of(facts.design, facts.catalog)):
        yield plant.box
    yield from beyond_outline(room.outline)


def side_by_side(boxes: Iterable[Box]) -> list[Box]:
    """Return boxes with those of a row that touch made one: nothing gets between them."""
    return _rows(_rows(boxes, 0), 1)


def _rows(boxes: Iterable[Box], axis: int) -> list[Box]:
    rows: dict[tuple[int, int], list[Box]] = {}
    for box in boxes:
        rows.setdefault((box[1 - axis], box[3 - axis]), []).append(box)
    found = []
    for (low, high), row in rows.items():
        row.sort(key=lambda box: box[axis])
        start, end = row[0][axis], row[0][axis + 2]
        spans = []
        for box in row[1:]:
            if box[axis] > end:
                spans.append((start, end))
                start, end = box[axis], box[axis + 2]
            end = max(end, box[axis + 2])
        for first, last in (*spans, (start, end)):
            found.append((first, low, last, high) if axis == 0 else (low, first, high, last))
    return found


def _own_size(rack: Rack, box: Box) -> tuple[int, int]:
    width, depth = box[2] - box[0], box[3] - box[1]
    return (width, depth) if faces_along_y(rack) else (depth, width)


def _moved(solids: Sequence[Box], walls: Walls, size: tuple[int, int]) -> _Moved:
    """Return where a box of a size can be moved."""
    turned = (size[1], size[0])
    ways = FreeWays(solids, walls.box, size), FreeWays(solids, walls.box, turned)
    return _Moved(ways, tuple(_turns(ways, solids, walls.box, size)), walls)


def _turns(
    ways: tuple[FreeWays, FreeWays], solids: Sequence[Box], walls: Box, size: tuple[int, int]
) -> Iterator[tuple[Part, Part]]:
    """Yield parts of the floor that a box gets from one to the other of by being turned."""
    across = ceil(hypot(*size))
    for _, x, y in FreeWays(solids, walls, (across, across)).each_part():
        along = [
            (way, ways[way].at(x + (across - wide) // 2, y + (across - deep) // 2))
            for way, (wide, deep) in enumerate((size, (size[1], size[0])))
        ]
        yield along[0], along[1]


def _entered(ways: FreeWays, door: Passage, walls: Walls) -> set[int]:
    """Return the parts of the floor that a box comes to through a door."""
    (begin, end), wall = walls.span(door), walls.place(door)
    wide, deep = ways.size
    if door.wall in ("left", "right"):
        x = wall if door.wall == "left" else wall - wide
        return ways.along((x, x), (begin, end - deep)) if begin <= end - deep else set()
    y = wall if door.wall == "top" else wall - deep
    return ways.along((begin, end - wide), (y, y)) if begin <= end - wide else set()


def _can_come(rack: Rack, box: Box, moved: _Moved, doors: tuple[Passage, ...]) -> bool:
    """Return whether a rack is pulled out of its place to where a door leads."""
    turned = not faces_along_y(rack)
    places = _before_and_behind(rack, box)
    return any(moved.reaches(place, doors, turned=turned) for place in places)


def _before_and_behind(rack: Rack, box: Box) -> tuple[Box, Box]:
    """Return where a rack stands when it is pulled out to its front, and to its rear."""
    x0, y0, x1, y1 = box
    if faces_along_y(rack):
        deep = y1 - y0
        found = (x0, y0 - deep, x1, y0), (x0, y1, x1, y1 + deep)
    else:
        deep = x1 - x0
        found = (x0 - deep, y0, x0, y1), (x1, y0, x1 + deep, y1)
    return found if rack.rotation in (0, 270) else (found[1], found[0])


def _shut_in(
    racks: Sequence[Rack],
    boxes: dict[str, Box],
    solids: Sequence[Box],
    walls: Walls,
    doors: Sequence[Passage],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return racks from whose front people have no way of the least width to a door.

    And those from which they have one only through a door of no known width.
    """
    wide = CIRCULATION_MM
    ways = FreeWays(solids, walls.box, (wide, wide))
    surely = {label for door in doors for label in _left_by(ways, door, walls)}
    perhaps = surely.union(*(_perhaps_left_by(ways, door, walls) for door in doors))
    shut_in, perhaps_shut_in = [], []
    for rack in racks:
        x0, y0, x1, y1 = boxes[rack.id]
        if faces_along_y(rack):
            y = y0 - wide if rack.rotation == 0 else y1
            here = ways.along((min(x0, x1 - wide), max(x0, x1 - wide)), (y, y))
        else:
            x = x0 - wide if rack.rotation == 270 else x1
            here = ways.along((x, x), (min(y0, y1 - wide), max(y0, y1 - wide)))
        # Before a rack that has no such room, its aisle is too narrow, which is a finding itself.
        if here and not here & perhaps:
            shut_in.append(rack.id)
        elif here and not here & surely:
            perhaps_shut_in.append(rack.id)
    return tuple(shut_in), tuple(perhaps_shut_in)


def _left_by(ways: FreeWays, door: Passage, walls: Walls) -> set[int]:
    """Return the parts of the floor from which people leave through a door.

    Through one of no known width, those from which they do whatever it is.
    """
    begin, end = walls.span(door)
    wide = ways.size[0]
    through = min(wide, end - begin)
    along = (begin - (wide - through), end - through)
    return _before(ways, door, walls, (begin, begin) if door.width_mm is None else along)


def _perhaps_left_by(ways: FreeWays, door: Passage, walls: Walls) -> set[int]:
    """Return the parts from which people may leave through a door of no known width."""
    if door.width_mm is not None:
        return set()
    begin, end = walls.span(door)
    wide = ways.size[0]
    return _before(ways, door, walls, (begin - wide, max(begin, end - wide)))


def _before(ways: FreeWays, door: Passage, walls: Walls, along: tuple[int, int]) -> set[int]:
    """Return the parts of the floor along the wall of a door."""
    wide, wall = ways.size[0], walls.place(door)
    if door.wall in ("left", "right"):
        x = wall if door.wall == "left" else wall - wide
        return ways.along((x, x), along)
    y = wall if door.wall == "top" else wall - wide
    return ways.along(along, (y, y))
