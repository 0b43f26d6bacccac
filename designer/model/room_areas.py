"""What of the floor is kept free, beside what stands there: zones, clearances, swings of doors.

Pure; boxes of the plan in mm.
"""

from collections.abc import Iterator

from designer.model.outline import box_of, wall_place
from designer.model.room import Box, Passage, Room


def swing_of(room: Room, door: Passage) -> Box | None:
    """Return what a leaf that opens into the room sweeps, as a box; None of other doors."""
    wide = door.width_mm
    if door.opens != "in" or not door.wall or wide is None or len(room.outline) < 3:
        return None
    left, top, _, _ = box_of(room.outline)
    sideways = door.wall in ("left", "right")
    begin = (top if sideways else left) + door.at_mm
    wall = wall_place(room.outline, door.wall, begin, begin + wide)
    low, high = (wall, wall + wide) if door.wall in ("left", "top") else (wall - wide, wall)
    return (low, begin, high, begin + wide) if sideways else (begin, low, begin + wide, high)


def kept_free(room: Room) -> Iterator[tuple[Box, str]]:
    """Yield what nothing may stand in though nothing stands there, and what people call it."""
    for one in room.obstacles:
        left, top, right, bottom = one.box
        if one.kind == "keep-out":
            yield one.box, one.called
        elif one.is_solid and one.clearance_mm:
            by = one.clearance_mm
            yield (left - by, top - by, right + by, bottom + by), f"the clearance of {one.called}"
    for door in room.passages:
        swing = swing_of(room, door)
        if swing is not None:
            yield swing, f"the swing of {door.name or door.id}"


def refused(room: Room) -> Iterator[tuple[Box, str]]:
    """Yield all that nothing may stand in, and what people call it."""
    for one in room.obstacles:
        if one.is_solid:
            yield one.box, one.called
    yield from kept_free(room)
