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
    """

    row: str
    racks: tuple[Rack, ...]
    pitch_mm: int | None
    part: str
    assembly: str
    rotation: Rotation
    width_mm: int
    depth_mm: int

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

    def place_of(self, number: int, pitch_mm: int | None = None) -> tuple[int, int]:
        """Return where a rack stands, counted from 0, x and y in mm.

        Racks that stand keep their places; those after the last follow it. With a pitch all are
        counted from the first.
        """
        last = self.racks[-1] if pitch_mm is None else self.racks[0]
        step = self.step_mm if pitch_mm is None else pitch_mm
        on = (number - self.count + 1 if pitch_mm is None else number) * step
        return (last.x_mm, last.y_mm + on) if self.sideways else (last.x_mm + on, last.y_mm)

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
    line = sorted(racks, key=lambda rack: ((rack.y_mm if sideways else rack.x_mm), rack.name))
    at = [rack.y_mm if sideways else rack.x_mm for rack in line]
    steps = {after - before for before, after in pairwise(at)}
    wide, deep = footprint(catalog.get(part), 0)
    pitch = wide if not steps else steps.pop() if len(steps) == 1 else None
    return RowShape(row_id, tuple(line), pitch, part, assembly, rotation, wide, deep)


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
