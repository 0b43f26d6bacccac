"""What a box on the floor lines up with, and how far it is from what stands around it. Pure.

Distances are exact millimetres; one that is as wide as an aisle of the room says so.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from designer.catalog.aisles import aisles
from designer.catalog.catalog import Catalog
from designer.document.placement import Box, box_around, rack_box
from designer.model.layout import Layout

FARTHEST_MM: Final = 10_000
"""What is farther away is no neighbour."""
MOST_RACKS: Final = 1_000
"""Of more racks the aisles are not compared: a drag begins at once."""
_NAMED: Final = 2
_SAME_MM: Final = 1


@dataclass(frozen=True, slots=True)
class Guide:
    """A line over the floor, mm: an edge that others share, or a distance to a neighbour."""

    kind: Literal["edge", "distance"]
    begin: tuple[int, int]
    end: tuple[int, int]
    words: str


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around something: rows and what stands alone by name, walls, widths of aisles."""

    boxes: tuple[tuple[str, Box], ...]
    room: Box | None
    widths: tuple[tuple[int, str], ...]


def around(layout: Layout, catalog: Catalog, moving: Collection[str]) -> Around:
    """Return what stands around some racks.

    Parameters
    ----------
    moving
        Ids of racks that are moved: they are no neighbours of themselves, nor are their aisles.
    """
    apart, rows = set(moving), dict[str, list[Box]]()
    alone: list[tuple[str, Box]] = []
    for rack in layout.design.racks:
        if rack.id in apart:
            continue
        box = rack_box(catalog, rack)
        if rack.row:
            rows.setdefault(rack.row, []).append(box)
        else:
            alone.append((rack.name, box))
    names = {row.id: row.name or row.id for row in layout.design.rows}
    found = [(f"row {names.get(key, key)}", box_around(boxes)) for key, boxes in rows.items()]
    outline = layout.design.room.outline
    room = None
    if outline:
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        room = min(xs), min(ys), max(xs), max(ys)
    left = [rack for rack in layout.design.racks if rack.id not in apart]
    if len(left) > MOST_RACKS:
        return Around((*found, *alone), room, ())
    drawn = aisles(layout.design.evolve(racks=tuple(left)), catalog)
    widths = tuple((one.clear_mm, f"{one.kind} aisle {one.number}") for one in drawn)
    return Around((*found, *alone), room, widths)


def guides_of(box: Box, around: Around) -> tuple[Guide, ...]:
    """Return the lines of a box: edges that it shares, and the nearest thing on each side."""
    return (*_edges(box, around), *_distances(box, around))


def _edges(box: Box, around: Around) -> Iterator[Guide]:
    for at, (side, other) in enumerate((("left", 2), ("top", 3), ("right", 0), ("bottom", 1))):
        line, across = box[at], at % 2
        same = [
            (name, one) for name, one in around.boxes
            if min(abs(one[at] - line), abs(one[other] - line)) <= _SAME_MM
        ]  # fmt: skip
        if not same:
            continue
        low = min(box[1 - across], *(one[1 - across] for _, one in same))
        high = max(box[3 - across], *(one[3 - across] for _, one in same))
        begin, end = ((low, line), (high, line)) if across else ((line, low), (line, high))
        named = ", ".join(name for name, _ in same[:_NAMED])
        more = f" and {len(same) - _NAMED} more" if len(same) > _NAMED else ""
        yield Guide("edge", begin, end, f"{side} in line with {named}{more}")


def _distances(box: Box, around: Around) -> Iterator[Guide]:
    for at in range(4):
        across = at % 2
        low, high = box[1 - across], box[3 - across]
        near: list[tuple[int, int, int, str]] = []
        for _, one in around.boxes:
            begin, end = max(low, one[1 - across]), min(high, one[3 - across])
            apart = box[at] - one[at + 2] if at < 2 else one[at - 2] - box[at]
            if begin < end and apart > 0:
                near.append((apart, begin, end, ""))
        if around.room is not None:
            apart = box[at] - around.room[at] if at < 2 else around.room[at] - box[at]
            if apart > 0:
                near.append((apart, low, high, "to the wall"))
        if not near:
            continue
        apart, begin, end, wall = min(near)
        if apart > FARTHEST_MM:
            continue
        middle, off = (begin + end) // 2, -apart if at < 2 else apart
        here, there = (middle, box[at]), (middle, box[at] + off)
        if not across:
            here, there = here[::-1], there[::-1]
        like = next((words for wide, words in around.widths if wide == apart and not wall), "")
        equal = f"= {like}" if like else ""
        words = " ".join(word for word in (f"{apart:,} mm", wall, equal) if word)
        yield Guide("distance", here, there, words)
