"""What stands on the floor, found fast: what a box meets, and the aisles that racks keep.

May import placement. Where copies of racks and new cooling units may stand is asked of it.
"""

from collections.abc import Iterator
from typing import Final

from designer.catalog.aisles import share_aisle
from designer.catalog.catalog import Catalog
from designer.catalog.plant_places import plant_of
from designer.document.placement import Box, rack_box
from designer.model.aisle_widths import COLD_AISLE_MM, HOT_AISLE_MM, WIDEST_AISLE_MM
from designer.model.design import Design, Rack, Rotation
from designer.model.power_node import LIVE_FRONTS
from designer.model.room_areas import kept_free

_CELL_MM: Final = 1200
_REACH_MM: Final = WIDEST_AISLE_MM + 1
"""Boxes that touch do not meet: what stands at the end of the widest aisle must be met."""
WORKING_SPACE_MM: Final = 1220
"""Before live parts that face live parts, 4 feet: the most that F20 asks up to 600 V to ground."""
TURNED: Final[dict[Rotation, Rotation]] = {0: 180, 90: 270, 180: 0, 270: 90}


class Floor:
    """What stands in the room, filed by squares of the floor so that near things are found fast.

    Parameters
    ----------
    fronts
        Whether the space before the faces of cooling units and of live parts is kept as well: for
        what a program places by itself.
    """

    def __init__(self, design: Design, catalog: Catalog, *, fronts: bool = False) -> None:
        self._catalog = catalog
        corners = design.room.outline or ((0, 0),)
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.room: Box = (min(xs), min(ys), max(xs), max(ys))
        self._solid, self._kept = _Squares(), _Squares()
        self.needs: dict[str, tuple[int, int]] = {}
        for it in design.room.obstacles:
            if it.is_solid:
                self._solid.add(it.box, None)
        for free, _ in kept_free(design.room):
            self._kept.add(free, None)
        for plant in plant_of(design, catalog):
            if not plant.is_run:
                self._solid.add(plant.box, None)
        boxes = {rack.id: rack_box(catalog, rack) for rack in design.racks}
        for rack in design.racks:
            self._solid.add(boxes[rack.id], rack)
        for rack in design.racks:
            box = boxes[rack.id]
            if self.is_rack(rack):
                self.needs[rack.id] = self._clearance(box, rack.rotation)
            need = self.needs.get(rack.id, (0, 0))
            if fronts and rack.id not in self.needs:
                need = (self._clearance(box, rack.rotation)[0], 0)
            self._kept.add(zone_of(box, rack.rotation, need), rack)
        for plant in plant_of(design, catalog) if fronts else ():
            if plant.node.kind in LIVE_FRONTS and not plant.is_run:
                front = self._clearance(plant.box, plant.node.rotation, WORKING_SPACE_MM)[0]
                self._kept.add(zone_of(plant.box, plant.node.rotation, (front, 0)), None)

    def is_rack(self, rack: Rack) -> bool:
        """Return whether a rack or a tank holds devices: floor units ask for no aisle."""
        part = self._catalog.get(rack.part)
        return part is not None and part.traits.contains

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

    def asked_by(self, box: Box) -> tuple[Rack | None, ...]:
        """Return what asks for the space of a box to be free; None for live parts."""
        return tuple(rack for _, rack in self._kept.met(box))

    def is_mixed(self, box: Box, rotation: Rotation) -> bool:
        """Return whether a rack across an aisle faces the same way as one that stood here."""
        for need in ((_REACH_MM, 0), (0, _REACH_MM)):
            zone = zone_of(box, rotation, need)
            facing = [
                (apart_mm(box, other), rack.rotation != rotation)
                for other, rack in self._solid.met(zone)
                if rack is not None
                and self.is_in_row(rack)
                and rack.rotation in (rotation, TURNED[rotation])
            ]
            if not facing:
                continue
            apart, is_turned = min(facing)
            if share_aisle(apart) and not is_turned:
                return True
        return False

    def _clearance(
        self, box: Box, rotation: Rotation, before: int = COLD_AISLE_MM
    ) -> tuple[int, int]:
        """Return the free depth before and behind a rack, at most what its aisles need."""
        found = []
        for need in ((before, 0), (0, HOT_AISLE_MM)):
            zone = zone_of(box, rotation, need)
            room = self.room
            seen = (
                max(zone[0], room[0]), max(zone[1], room[1]),
                min(zone[2], room[2]), min(zone[3], room[3]),
            )  # fmt: skip
            wall = max(need) - sum(abs(a - b) for a, b in zip(zone, seen, strict=True))
            things = [apart_mm(box, other) for other, _ in self._solid.met(zone) if other != box]
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
        """Return whether a box meets another; asked for thousands of places, so without `met`."""
        left, top, right, bottom = box
        lines = range(top // _CELL_MM, (bottom - 1) // _CELL_MM + 1)
        for column in range(left // _CELL_MM, (right - 1) // _CELL_MM + 1):
            for line in lines:
                for other, _ in self._boxes.get((column, line), ()):
                    if (
                        left < other[2] and other[0] < right
                        and top < other[3] and other[1] < bottom
                    ):  # fmt: skip
                        return True
        return False


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(box[0] // _CELL_MM, (box[2] - 1) // _CELL_MM + 1):
        for line in range(box[1] // _CELL_MM, (box[3] - 1) // _CELL_MM + 1):
            yield column, line


def zone_of(box: Box, rotation: Rotation, need: tuple[int, int]) -> Box:
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


def apart_mm(a: Box, b: Box) -> int:
    """Return the distance between boxes along the way in which they stand apart."""
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3], 0)
