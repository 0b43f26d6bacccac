"""The shape of a row as it stands: how many racks, how far apart, filled as which; its exceptions.

Nothing of it is kept in the design: it is read from the racks, so that a row that was drawn rack by
rack has a shape as well. May import placement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.placement import Box, can_place_rack, footprint, rack_box
from designer.document.row_order import Line, along, is_doubtful, line_of, ordered
from designer.model.design import Rack, Rotation
from designer.model.layout import Layout

MOST_RACKS: Final = 200
"""Racks of one row, as the dialog for a new row takes them."""


@dataclass(frozen=True, slots=True)
class RowShape:
    """A row, or a rack that stands in none and could begin one.

    Attributes
    ----------
    row
        Id of the row; empty for a rack alone.
    racks
        Its racks in their order along it, from the origin on; one out of line by its number.
    pitch_mm
        From rack to rack, mm; None where the distances differ.
    part, assembly, rotation
        What most of its racks are, how they are filled (empty: by devices of their own, or not),
        and the way they face.
    width_mm, depth_mm
        Of such a rack along the row and across it.
    line_mm
        Where most of those that are alike stand across the row: y, or x of a row along y.
    slots
        Of each rack the number of its place in the line, by the pitch; None of one out of line of
        which it is not known.
    """

    row: str
    racks: tuple[Rack, ...]
    pitch_mm: int | None
    part: str
    assembly: str
    rotation: Rotation
    width_mm: int
    depth_mm: int
    line_mm: int
    slots: tuple[int | None, ...]

    @property
    def count(self) -> int:
        """How many racks it has."""
        return len(self.racks)

    @property
    def sideways(self) -> bool:
        """Whether it runs down the plan, along y."""
        return self.rotation in (90, 270)

    @property
    def step_mm(self) -> int:
        """The distance at which further racks follow, mm: its pitch, else the width of a rack."""
        return self.width_mm if self.pitch_mm is None else self.pitch_mm

    @property
    def exceptions(self) -> tuple[Rack, ...]:
        """The racks that are another part than most, or filled otherwise."""
        return tuple(
            rack for rack in self.racks
            if (rack.part, rack.assembly) != (self.part, self.assembly)
        )  # fmt: skip

    @property
    def in_line(self) -> tuple[Rack, ...]:
        """The racks that stand in the line of the row, those of another part among them."""
        return tuple(one for one in self.racks if not self.out_by_mm(one))

    @property
    def out_of_line(self) -> tuple[Rack, ...]:
        """The racks, alike to most, that do not stand in the line of the row."""
        return tuple(one for one in self.racks if self.out_by_mm(one))

    def out_by_mm(self, rack: Rack) -> int:
        """Return how far from the line of the row a rack stands, mm; 0 of one unlike most."""
        return Line(self.part, self.assembly, self.rotation, self.line_mm).out_by_mm(rack)

    def place_of(self, number: int) -> tuple[int, int]:
        """Return where a rack like most stands after the last, counted from 0, x and y in mm.

        The last is the last that does not stand out of the line; where it is another part than
        most, only its place along the row counts.
        """
        last = self.in_line[-1]
        known = self.racks.index(last)
        return self._at(along(last, sideways=self.sideways) + (number - known) * self.step_mm)

    def spaced(self, number: int, pitch_mm: int) -> tuple[int, int]:
        """Return where a rack of the row stands at another pitch, x and y in mm.

        One out of line keeps its place, and its number is left free. One that is another part than
        most keeps its place across the row, as it may be aligned by its rear.
        """
        rack = self.racks[number]
        place = self.slot_at(number, pitch_mm)
        if self.out_by_mm(rack) or place is None:
            return rack.x_mm, rack.y_mm
        x, y = place
        if rack.part == self.part:
            return x, y
        return (rack.x_mm, y) if self.sideways else (x, rack.y_mm)

    def slot_at(self, number: int, pitch_mm: int) -> tuple[int, int] | None:
        """Return the place in the line that is a rack's by its number, x and y in mm.

        Counted from the first rack in the line, at a pitch; None of one that has none.
        """
        first = self.in_line[0]
        begin, own = self.slots[self.racks.index(first)], self.slots[number]
        if begin is None or own is None:
            return None
        return self._at(along(first, sideways=self.sideways) + (own - begin) * pitch_mm)

    def _at(self, along_mm: int) -> tuple[int, int]:
        return (self.line_mm, along_mm) if self.sideways else (along_mm, self.line_mm)

    def box_at(self, number: int) -> Box:
        """Return the footprint of a rack after the last, counted from 0, in mm."""
        x, y = self.place_of(number)
        wide, deep = self.width_mm, self.depth_mm
        return (x, y, x + deep, y + wide) if self.sideways else (x, y, x + wide, y + deep)


@dataclass(frozen=True, slots=True)
class Room:
    """How many racks a row may have as it stands, and what stops the next; empty for nothing."""

    most: int
    stopped_by: str = ""


def shape_of(layout: Layout, catalog: Catalog, row_id: str) -> RowShape | None:
    """Return the shape of a row; None where it has no rack, or its racks stand in no line."""
    racks = [one for one in layout.racks.values() if one.row == row_id]
    return _shape(layout, catalog, row_id, racks)


def shape_of_chosen(layout: Layout, catalog: Catalog, chosen: Sequence[str]) -> RowShape | None:
    """Return the shape of the row that is chosen whole, or of the rack that is chosen alone.

    None for anything else: a rack among others of its row is no row.
    """
    racks = [layout.racks[key] for key in chosen if key in layout.racks]
    if not racks or len(racks) != len(chosen):
        return None
    row = racks[0].row
    if not row:
        part = catalog.get(racks[0].part)
        alone = len(racks) == 1 and part is not None and part.traits.is_cabinet
        return _shape(layout, catalog, "", racks) if alone else None
    shape = shape_of(layout, catalog, row)
    return shape if shape and {one.id for one in shape.racks} == set(chosen) else None


def _shape(layout: Layout, catalog: Catalog, row_id: str, racks: list[Rack]) -> RowShape | None:
    row = next((one for one in layout.design.rows if one.id == row_id), None)
    line = line_of(racks, row)
    if line is None:
        return None
    wide, deep = footprint(catalog.get(line.part), 0)
    order, pitch = ordered(racks, line, wide)
    slots: tuple[int | None, ...] = tuple(range(len(order)))
    if pitch is None:
        pitch, slots = _least_pitch(order, line, wide)
    return RowShape(
        row_id, order, pitch, line.part, line.assembly, line.rotation, wide, deep, line.at_mm, slots
    )


def _least_pitch(
    racks: tuple[Rack, ...], line: Line, wide: int
) -> tuple[int | None, tuple[int | None, ...]]:
    """Return the pitch of a row whose numbers tell none, mm, and the places of its racks by it.

    Racks out of line may have left places free, so that it is the least distance of which all
    others are multiples; None where they are not, no rack is out of line, or it may be several.
    """
    numbers: tuple[int | None, ...] = tuple(range(len(racks)))
    at = [along(one, sideways=line.sideways) for one in racks if not line.out_by_mm(one)]
    if len(at) < 2:
        known = (None if line.out_by_mm(one) else number for number, one in enumerate(racks))
        return wide, tuple(known)
    steps = {after - before for before, after in pairwise(at)}
    least = min(steps)
    if len(at) == len(racks) or least <= 0 or any(one % least for one in steps):
        return None, numbers
    if is_doubtful(racks, line):
        return None, numbers
    return least, tuple(
        None if line.out_by_mm(one) else (along(one, sideways=line.sideways) - at[0]) // least
        for one in racks
    )


def place_in_line(
    layout: Layout, catalog: Catalog, shape: RowShape, rack: Rack
) -> tuple[int, int] | None:
    """Return where a rack out of line would stand in it, x and y in mm; None where there is none.

    That is the place that its number leaves free; where it has none, or another rack stands there,
    the free place nearest to it: of those that racks in the line leave, counted by the pitch of
    the row, else the one straight across from it.
    """
    sideways, now = shape.sideways, along(rack, sideways=shape.sideways)
    inside = [along(one, sideways=sideways) for one in shape.in_line]
    wanted = [now]
    if shape.pitch_mm and inside:
        step, first = shape.pitch_mm, inside[0]
        numbers = range(-1, (inside[-1] - first) // step + 2)
        wanted = sorted((first + one * step for one in numbers), key=lambda at: abs(at - now))
        own = shape.slot_at(shape.racks.index(rack), step)
        if own is not None:
            wanted.insert(0, own[1] if sideways else own[0])
    for at in wanted:
        place = (shape.line_mm, at) if sideways else (at, shape.line_mm)
        verdict = can_place_rack(
            layout, catalog, rack.part, *place, rack.rotation, exclude=frozenset((rack.id,))
        )
        if verdict.ok:
            return place
    return None


def room_of(layout: Layout, catalog: Catalog, shape: RowShape) -> Room:
    """Return how many racks a row may have at its pitch, and what stops the next.

    At most so many that the answer takes no longer than a frame: `MOST_RACKS`.
    """
    for number in range(shape.count, MOST_RACKS):
        x, y = shape.place_of(number)
        verdict = can_place_rack(layout, catalog, shape.part, x, y, shape.rotation)
        if not verdict.ok:
            return Room(number, verdict.reason)
        if shape.step_mm < shape.width_mm:  # the next would stand in this one
            return Room(number + 1, too_narrow(catalog, shape, shape.step_mm))
    return Room(MOST_RACKS, f"a row has {MOST_RACKS} racks at most")


def too_narrow(catalog: Catalog, shape: RowShape, pitch_mm: int) -> str:
    """Return why racks like most do not stand at a pitch that is less than their width."""
    part = catalog.get(shape.part)
    called = part.name if part else shape.part
    return f"a pitch of {pitch_mm} mm: {called} is {shape.width_mm} mm wide"


def box_of(catalog: Catalog, shape: RowShape) -> Box:
    """Return the box around the racks of a row that stand in its line, in mm."""
    boxes = [rack_box(catalog, rack) for rack in shape.in_line]
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip
