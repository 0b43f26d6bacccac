"""Which row something on the floor joins by where it is put: in its line, facing as it does. Pure.

May import placement.
"""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from designer.catalog.catalog import Catalog
from designer.document.placement import NOTHING, Box, footprint, rack_box, racks_near
from designer.model.design import Rack, Rotation
from designer.model.layout import Layout

_IN_LINE_MM: Final = 1
_FARTHEST_MM: Final = 1_200
"""Of racks further apart none is the next of a row, whatever gaps the row has."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A row, with the way that its racks face."""

    row: str
    rotation: Rotation

    def words(self, layout: Layout) -> str:
        """Return `joins row A`."""
        names = (row.name for row in layout.design.rows if row.id == self.row)
        return f"joins row {next(filter(None, names), self.row)}"


def row_joined(
    layout: Layout, catalog: Catalog, part_id: str, at: tuple[int, int], rotation: Rotation = 0,
    *, exclude: Collection[str] = NOTHING, turns: bool = False,
) -> Joined | None:  # fmt: skip
    """Return the row whose next rack something would be at a place; None where of none.

    None also of what stands in no row, as an air handler at a wall. It is in line with a rack of
    the row, by its front or its rear, and no further beside it than racks of that row stand apart.

    Parameters
    ----------
    at
        Where it is to stand, mm.
    turns
        Whether it may be turned round, so as to face as the row does.
    """
    part = catalog.get(part_id)
    if part is None or not part.traits.stands_in_row:
        return None
    wide, deep = footprint(part, rotation)
    box = (at[0], at[1], at[0] + wide, at[1] + deep)
    far = _FARTHEST_MM
    near = (box[0] - far, box[1] - far, box[2] + far, box[3] + far)
    along = int(rotation in (90, 270))
    found: list[tuple[int, Joined]] = []
    for rack in racks_near(layout, catalog, near):
        apart = _apart(box, rack_box(catalog, rack), along)
        faces = rack.rotation == rotation or (turns and (rack.rotation - rotation) % 360 == 180)
        if rack.row and rack.id not in exclude and faces and apart is not None:
            found.append((apart, Joined(rack.row, rack.rotation)))
    if not found:
        return None
    apart, nearest = min(found, key=lambda one: one[0])
    if apart <= _IN_LINE_MM or apart <= _gap_of(layout, catalog, nearest.row, along, exclude):
        return nearest
    return None


def _apart(box: Box, other: Box, along: int) -> int | None:
    """Return how far two footprints in one line are apart, mm; None where in none, or they meet."""
    across = 1 - along
    in_line = min(abs(box[across] - other[across]), abs(box[across + 2] - other[across + 2]))
    apart = max(other[along] - box[along + 2], box[along] - other[along + 2])
    return apart if in_line <= _IN_LINE_MM and 0 <= apart <= _FARTHEST_MM else None


def _gap_of(
    layout: Layout, catalog: Catalog, row: str, along: int, exclude: Collection[str]
) -> int:
    """Return the gap that a row leaves most often between its racks, mm; of several the least."""

    def is_of_row(rack: Rack) -> bool:
        return rack.row == row and rack.id not in exclude

    boxes = [rack_box(catalog, rack) for rack in layout.design.racks if is_of_row(rack)]
    boxes.sort(key=lambda box: box[along])
    gaps = [after[along] - before[along + 2] for before, after in pairwise(boxes)]
    return max(sorted(set(gaps)), key=gaps.count, default=0)
