"""What is drawn of a way out: the racks on a small floor, and one rack before and after it."""

from dataclasses import dataclass

from designer.document.placement import rack_box
from designer.model.layout import Layout
from designer.planning.ways_out import Replacement, WayOut
from designer.render.drawing import RackDrawing, rack_drawing
from designer.render.floor_painter import floor_box


@dataclass(frozen=True, slots=True)
class RackBox:
    """A rack on the small floor.

    Attributes
    ----------
    box
        Left, top, width and depth, mm.
    was, now
        How many nodes of the replacement it has; both 0 for one that it is not about.
    is_new
        Whether it is added.
    """

    box: tuple[float, float, float, float]
    was: int = 0
    now: int = 0
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class WayDrawing:
    """The floor, and the elevation of one rack before and after.

    Attributes
    ----------
    room
        Left, top, width and depth of the room and all that stands, mm.
    words
        What a screen reader says of it.
    """

    title: str
    room: tuple[float, float, float, float]
    racks: tuple[RackBox, ...]
    before: RackDrawing | None = None
    after: RackDrawing | None = None
    words: str = ""


def way_drawing(way: WayOut, asked: Replacement) -> WayDrawing | None:
    """Return what is drawn of a way; None of one that is not possible."""
    if way.after is None or way.told is None:
        return None
    catalog, now = asked.catalog, dict(way.numbers)
    there = asked.layout.racks
    room = floor_box(way.after, catalog)
    boxes = []
    for rack in way.after.racks:
        left, top, right, low = rack_box(catalog, rack)
        was = len(asked.meant.get(rack.id, ()))
        box = RackBox(
            (left, top, right - left, low - top), was, now.get(rack.id, 0), rack.id not in there
        )  # fmt: skip
        boxes.append(box)
    before = after = None
    shown = next((key for key in way.looked if key in there), "")
    if shown:
        then = Layout(way.after)
        told = next((one for one in way.told.racks if one.id == shown), None)
        before = rack_drawing(
            asked.layout, catalog, there[shown], told.before if told else None
        )  # fmt: skip
        after = rack_drawing(then, catalog, then.racks[shown], told.after if told else None)
    about = sum(bool(one.was or one.now) for one in boxes)
    words = f"{way.title}: {about:,} racks"
    size = (room.left(), room.top(), room.width(), room.height())
    return WayDrawing(way.title, size, tuple(boxes), before, after, words)
