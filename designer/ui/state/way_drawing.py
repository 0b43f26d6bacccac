"""What is drawn of a way out: the racks on a small floor, and one rack before and after it."""

from dataclasses import dataclass
from typing import Final

from designer.document.placement import rack_box
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.planning.ways_out import Replacement, WayOut
from designer.render.drawing import RackDrawing, rack_drawing

Box = tuple[float, float, float, float]
_BESIDE_MM: Final = 900


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

    box: Box
    was: int = 0
    now: int = 0
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class WayDrawing:
    """The floor, and the elevation of one rack before and after.

    Attributes
    ----------
    seen
        Left, top, width and depth of what is seen of the floor, mm.
    words
        What a screen reader says of it.
    """

    title: str
    seen: Box
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
    boxes: list[RackBox] = []
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
    return WayDrawing(
        way.title, _around([one.box for one in boxes if one.was or one.now]), tuple(boxes), before,
        after, _words(boxes),
    )  # fmt: skip


def _around(boxes: list[Box]) -> Box:
    """Return what is seen of the floor: the racks that it is about, and what is beside them."""
    left, top = (min(one[at] for one in boxes) - _BESIDE_MM for at in (0, 1))
    right, low = (max(one[at] + one[at + 2] for one in boxes) + _BESIDE_MM for at in (0, 1))
    return left, top, right - left, low - top


def _words(boxes: list[RackBox]) -> str:
    """Return in how many racks nodes stay, leave and come, for a screen reader."""
    fewer = sum(one.now < one.was for one in boxes)
    same = sum(one.now == one.was > 0 for one in boxes)
    more = sum(one.now > one.was for one in boxes)
    told = ((same, "as many as now"), (fewer, "fewer"), (more, "more"))
    return ", ".join(f"{words} in {plural(number, 'rack')}" for number, words in told if number)
