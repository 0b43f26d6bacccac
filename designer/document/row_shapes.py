"""The shape of a row as it stands: how many racks, how far apart, filled as which; its exceptions.

Nothing of it is kept in the design: it is read from the racks, so that a row that was drawn rack by
rack has a shape as well. May import placement.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from designer.catalog.catalog import Catalog
from designer.document.placement import Box, can_place_rack, footprint, rack_box
from designer.model.design import Rack, Rotation
from designer.model.layout import Layout

MOST_RACKS: Final = 200
"""Racks of one row, as the dialog for a new row takes them."""
Held = TypeVar("Held", bound=Hashable)


@dataclass(frozen=True, slots=True)
class RowShape:
    """A row, or a rack that stands in none and could begin one.

    Attributes
    ----------
    row
        Id of the row; empty for a rack alone.
    racks
        Its racks along it, from the origin on.
    pitch_mm
        From rack to rack, mm; None where the distances differ.
    part, assembly, rotation
        What most of its racks are, how they are filled (empty: by devices of their own, or not),
        and the way they face.
    width_mm, depth_mm
        Of such a rack along the row and across it.
    line_mm
        Where most of those that are alike stand across the row: y, or x of a row along y.
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
    def out_of_line(self) -> tuple[Rack, ...]:
        """The racks, alike to most, that do not stand in the line of the row."""
        return tuple(one for one in self.racks if self.out_by_mm(one))

    def out_by_mm(self, rack: Rack) -> int:
        """Return how far from the line of the row a rack stands, mm; 0 of one unlike most."""
        return _across(rack, self.sideways) - self.line_mm if rack.part == self.part else 0

    def place_of(self, number: int, pitch_mm: int | None = None) -> tuple[int, int]:
        """Return where a rack like most stands in the line, counted from 0, x and y in mm.

        Racks that stand keep their places; those after the last follow it. With a pitch all are
        counted from the first. First and last are those that do not stand out of the line; where
        they are another part than most, only their place along the row counts.
        """
        numbers = range(self.count) if pitch_mm is not None else range(self.count - 1, -1, -1)
        known = next(at for at in numbers if not self.out_by_mm(self.racks[at]))
        rack, step = self.racks[known], self.step_mm if pitch_mm is None else pitch_mm
        along = _along(rack, self.sideways) + (number - known) * step
        return (self.line_mm, along) if self.sideways else (along, self.line_mm)

    def spaced(self, number: int, pitch_mm: int) -> tuple[int, int]:
        """Return where a rack of the row stands at another pitch, x and y in mm.

        One out of line keeps its place, and its number is left free. One that is another part than
        most keeps its place across the row, as it may be aligned by its rear.
        """
        rack = self.racks[number]
        if self.out_by_mm(rack):
            return rack.x_mm, rack.y_mm
        x, y = self.place_of(number, pitch_mm)
        if rack.part == self.part:
            return x, y
        return (rack.x_mm, y) if self.sideways else (x, rack.y_mm)

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
    return _shape(catalog, row_id, [one for one in layout.racks.values() if one.row == row_id])


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
        return _shape(catalog, "", racks) if alone else None
    shape = shape_of(layout, catalog, row)
    return shape if shape and {one.id for one in shape.racks} == set(chosen) else None


def _shape(catalog: Catalog, row_id: str, racks: list[Rack]) -> RowShape | None:
    if not racks:
        return None
    rotation = _commonest([rack.rotation for rack in racks])
    sideways = rotation in (90, 270)
    if any((rack.rotation in (90, 270)) is not sideways for rack in racks):
        return None
    part, assembly = _commonest([(rack.part, rack.assembly) for rack in racks])
    line = sorted(racks, key=lambda rack: (_along(rack, sideways), rack.name))
    at_mm = _commonest([_across(rack, sideways) for rack in racks if rack.part == part])
    wide, deep = footprint(catalog.get(part), 0)
    inside = [one for one in line if one.part != part or _across(one, sideways) == at_mm]
    at = [_along(rack, sideways) for rack in inside]
    within = [one for one in line if at[0] <= _along(one, sideways) <= at[-1]]
    pitch = _pitch(at, wide, racks=len(within), gaps=len(inside) < len(line))
    return RowShape(row_id, tuple(line), pitch, part, assembly, rotation, wide, deep, at_mm)


def _pitch(at: list[int], wide: int, *, racks: int, gaps: bool) -> int | None:
    """Return the distance between racks in a line, mm; None where distances differ.

    Parameters
    ----------
    racks
        As many have a place from the first of them to the last.
    gaps
        Places may be free, of racks that do not stand in the line.
    """
    steps = {after - before for before, after in pairwise(at)}
    if not steps:
        return wide
    least = min(steps)
    if not gaps:
        return least if len(steps) == 1 else None
    if least <= 0 or any(step % least for step in steps):
        return None
    # Beside each gap there may be another: as many places as racks, no narrower than a rack.
    parts = range(1, max(least // max(wide, 1), 1) + 1)
    fits = (
        least // n for n in parts if not least % n and (at[-1] - at[0]) * n // least >= racks - 1
    )
    return next(fits, least)


def _along(rack: Rack, sideways: bool) -> int:
    return rack.y_mm if sideways else rack.x_mm


def _across(rack: Rack, sideways: bool) -> int:
    return rack.x_mm if sideways else rack.y_mm


def place_in_line(
    layout: Layout, catalog: Catalog, shape: RowShape, rack: Rack
) -> tuple[int, int] | None:
    """Return where a rack out of line would stand in it, x and y in mm; None where there is none.

    That is the free place nearest to it: of those that racks in the line leave, counted by the
    pitch of the row, else the one straight across from it.
    """
    sideways, now = shape.sideways, _along(rack, shape.sideways)
    inside = [_along(one, sideways) for one in shape.racks if not shape.out_by_mm(one)]
    wanted = [now]
    if shape.pitch_mm and inside:
        step, first = shape.pitch_mm, inside[0]
        numbers = range(-1, (inside[-1] - first) // step + 2)
        wanted = sorted((first + one * step for one in numbers), key=lambda at: abs(at - now))
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
    return Room(MOST_RACKS, f"a row has {MOST_RACKS} racks at most")


def box_of(catalog: Catalog, shape: RowShape) -> Box:
    """Return the box around the racks of a row, in mm."""
    boxes = [rack_box(catalog, rack) for rack in shape.racks]
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip


def _commonest(values: list[Held]) -> Held:
    return Counter(values).most_common(1)[0][0]
