"""Where a further rack stands that is built as another: beside it, or at the end of another line.

At the end of the line that its like stand in it may make a dead end longer than it may be, or face
nothing across an aisle that containment could close.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from designer.catalog.aisles import uncontained
from designer.catalog.catalog import Catalog
from designer.document.edits import place_rack
from designer.document.edits.copy_places import CopyPlace, copy_place, places_beside
from designer.document.placement import Box, rack_box
from designer.model.aisle_widths import CIRCULATION_MM, DEAD_END_RACKS
from designer.model.design import Design, Rack
from designer.model.layout import Layout

_MOST_LINES: Final = 6
"""Lines whose ends are tried: in a large hall one of the last has room."""


def beside_like(layout: Layout, catalog: Catalog, racks: Sequence[str]) -> Design | None:
    """Return the design with one more rack, as one of these is; None where none has room.

    The last line with room is taken, unless another one's end breaks fewer rules.

    Parameters
    ----------
    racks
        Ids of racks like it, the last one first choice.
    """
    best: tuple[int, Design] | None = None
    for like, place in _places(layout, catalog, racks):
        spot = (like.x_mm + place.dx_mm, like.y_mm + place.dy_mm, like.rotation)
        design = place_rack(catalog, like.part, *spot)(layout.design)
        breaks = _breaks(design, catalog, set(layout.racks))
        if best is None or breaks < best[0]:
            best = breaks, design
        if not breaks:
            break
    return None if best is None else best[1]


def _places(
    layout: Layout, catalog: Catalog, racks: Sequence[str]
) -> Iterator[tuple[Rack, CopyPlace]]:
    """Yield the place beside the last of these racks, then those at both ends of each line."""
    last = layout.racks[racks[-1]]
    place = copy_place(layout.design, catalog, (last,), ())
    if place is not None and not place.breaks:
        yield last, place
    lines: dict[tuple[int, int], list[Rack]] = {}
    for key in reversed(racks):
        rack = layout.racks[key]
        left, top, _, _ = rack_box(catalog, rack)
        across = top if rack.rotation in (0, 180) else left
        lines.setdefault((rack.rotation, across), []).append(rack)
    for line in list(lines.values())[:_MOST_LINES]:
        by_place = sorted(line, key=lambda rack: (rack.x_mm, rack.y_mm))
        for end in dict.fromkeys((by_place[0].id, by_place[-1].id)):
            like = layout.racks[end]
            for place in places_beside(layout.design, catalog, like):
                yield like, place


def _breaks(design: Design, catalog: Catalog, before: set[str]) -> int:
    """Return how many of two rules a new rack is against: dead ends, and aisles that close."""
    (new,) = (rack for rack in design.racks if rack.id not in before)
    long = len(_in_line(design, catalog, new)) > DEAD_END_RACKS
    closing = design
    if design.room.containment == "none":
        closing = design.evolve(room=design.room.evolve(containment="cold"))
    return 2 * long + (new.id in uncontained(closing, catalog))


def _in_line(design: Design, catalog: Catalog, new: Rack) -> list[Rack]:
    """Return the racks that face as a new one does and stand in its line, with no way between."""
    along = 0 if new.rotation in (0, 180) else 1
    boxes: list[tuple[Box, Rack]] = []
    mine = rack_box(catalog, new)
    for rack in design.racks:
        part = catalog.get(rack.part)
        if rack.rotation == new.rotation and (part is None or part.rack is not None):
            box = rack_box(catalog, rack)
            across = 1 - along
            depth = mine[across + 2] - mine[across]
            shared = min(box[across + 2], mine[across + 2]) - max(box[across], mine[across])
            if 2 * shared >= depth:
                boxes.append((box, rack))
    boxes.sort(key=lambda one: one[0][along])
    line: list[Rack] = []
    end = 0
    for box, rack in boxes:
        if line and box[along] - end >= CIRCULATION_MM:
            if new in line:
                break
            line = []
        line.append(rack)
        end = box[along + 2]
    return line
