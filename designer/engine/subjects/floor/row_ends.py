"""Whether the aisle before a row is closed at its ends."""

from collections.abc import Iterable, Iterator, Sequence

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.floor.boxes import Box, faces_along_y, smallest_boxes
from designer.engine.subjects.floor.standing import STANDING
from designer.engine.subjects.floor.ways import room_box, solid_obstacles
from designer.model.aisle_widths import CIRCULATION_MM, DEAD_END_RACKS
from designer.model.design import Rack


def no_long_dead_end(facts: Facts) -> Iterator[Finding]:
    """F07: at most 10 racks along an aisle that is closed at one end."""
    room, units = facts.design.room, facts[STANDING].units
    if len(room.outline) < 3:
        return
    rows: dict[tuple[str, int], list[Rack]] = {}
    for rack in facts.design.racks:
        if rack.row and rack.id not in units:
            rows.setdefault((rack.row, rack.rotation), []).append(rack)
    long = {row: racks for row, racks in rows.items() if len(racks) > DEAD_END_RACKS}
    if not long:
        return
    boxes = smallest_boxes(facts.design.racks, facts.catalog)
    solids = [*boxes.values(), *solid_obstacles(room)]
    names = {row.id: row.name or row.id for row in facts.design.rows}
    for (row, _), racks in long.items():
        beyond = _beyond_the_ends(racks, [boxes[rack.id] for rack in racks])
        closed = [_is_closed(place, solids, room_box(room)) for place in beyond]
        if any(closed):
            both = all(closed)
            yield Finding(
                "F07", "warning", f"dead-end:{row}", (row,),
                f"the aisle before row {names.get(row, row)} is closed at "
                f"{'both ends' if both else 'one end'} and has {len(racks)} racks, at most "
                f"{DEAD_END_RACKS} in a dead end",
                "Move the row from the wall, or split it with a cross aisle.", len(racks),
            )  # fmt: skip


def _beyond_the_ends(racks: Sequence[Rack], boxes: Sequence[Box]) -> tuple[Box, Box]:
    """Return the floor on which people go round the ends of the aisle before a row."""
    wide = CIRCULATION_MM
    x0, y0 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x1, y1 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    front = racks[0].rotation
    if faces_along_y(racks[0]):
        low, high = (y0 - wide, y0) if front == 0 else (y1, y1 + wide)
        return (x0 - wide, low, x0, high), (x1, low, x1 + wide, high)
    low, high = (x0 - wide, x0) if front == 270 else (x1, x1 + wide)
    return (low, y0 - wide, high, y0), (low, y1, high, y1 + wide)


def _is_closed(place: Box, solids: Iterable[Box], room: Box) -> bool:
    x0, y0, x1, y1 = place
    if x0 < room[0] or y0 < room[1] or x1 > room[2] or y1 > room[3]:
        return True
    return any(s[0] < x1 and s[2] > x0 and s[1] < y1 and s[3] > y0 for s in solids)
