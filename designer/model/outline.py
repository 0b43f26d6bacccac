"""A room's outline as a polygon: what lies inside, what of its box lies beyond, where a wall is.

Corners in order, in mm; by the even-odd rule. An outline of fewer than three corners is none.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor

Corners = tuple[tuple[int, int], ...]
Box = tuple[int, int, int, int]
"""Corners on the plan, x0, y0, x1, y1 in mm."""

STEP_MM = 25
"""How far from a slanted wall what lies beyond it may begin, at most."""


def box_of(outline: Corners) -> Box:
    """Return the box around an outline."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def inside_outline(outline: Corners, box: Box) -> bool:
    """Return whether a box lies inside an outline (its edge counts as inside).

    No wall may run through the box, even where none of its corners is outside: a stub of a wall,
    or a slot between two halls, can be narrower than a rack.
    """
    left, top, right, bottom = box
    whole = _rectangle(outline)
    if whole is not None:
        return whole[0] <= left and right <= whole[2] and whole[1] <= top and bottom <= whole[3]
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    middle = ((left + right) / 2, (top + bottom) / 2)
    if not all(_inside(outline, x, y) for x, y in (*corners, middle)):
        return False
    return not any(_runs_through(box, start, end) for start, end in _walls(outline))


@lru_cache(maxsize=64)
def _rectangle(outline: Corners) -> Box | None:
    """Return an outline as a box where it is one, as of most rooms; None of any other."""
    box = box_of(outline) if len(outline) == 4 else None
    if box is None or box[0] == box[2] or box[1] == box[3]:
        return None
    left, top, right, bottom = box
    one_way = ((left, top), (right, top), (right, bottom), (left, bottom))
    at = one_way.index(outline[0]) if outline[0] in one_way else 0
    turned = (*one_way[at:], *one_way[:at])
    back = (turned[0], *turned[:0:-1])
    return box if outline in (turned, back) else None


def _walls(outline: Corners) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _runs_through(box: Box, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Return whether a line passes through the inside of a box (Liang and Barsky's clipping)."""
    near, far = 0.0, 1.0
    for axis in (0, 1):
        low, high = box[axis], box[axis + 2]
        at, by = start[axis], end[axis] - start[axis]
        if by == 0:
            if not low < at < high:
                return False
        else:
            enters, leaves = sorted(((low - at) / by, (high - at) / by))
            near, far = max(near, enters), min(far, leaves)
    # A slanted wall that only touches a corner leaves a rounding error, far below a millimetre.
    return far - near > 1e-9


def _inside(outline: Corners, x: float, y: float) -> bool:
    """Return whether a point is in a polygon, edges included (even-odd rule)."""
    inside = False
    for (x1, y1), (x2, y2) in _walls(outline):
        cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        on_box = min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)
        if cross == 0 and on_box:
            return True
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


@lru_cache(maxsize=64)
def beyond_outline(outline: Corners) -> tuple[Box, ...]:
    """Return what of the box around an outline lies outside it, as boxes; none of a rectangle.

    Beside a slanted wall they take all that lies partly outside, in steps.
    """
    if len(outline) < 3:
        return ()
    left, _, right, _ = box_of(outline)
    found: list[Box] = []
    above: dict[tuple[int, int], int] = {}
    for low, high in _slabs(outline):
        here: dict[tuple[int, int], int] = {}
        for span in _outside(outline, (left, right), low, high):
            known = above.get(span)
            if known is None:
                here[span] = len(found)
                found.append((span[0], low, span[1], high))
            else:
                here[span] = known
                found[known] = (span[0], found[known][1], span[1], high)
        above = here
    return tuple(found)


def _slabs(outline: Corners) -> Iterator[tuple[int, int]]:
    """Yield stretches of y between corners, in steps where a slanted wall crosses them."""
    sides = sorted({y for _, y in outline})
    for low, high in pairwise(sides):
        widest = max((abs(b - a) for a, b in _crossing(outline, low, high)), default=0.0)
        steps = max(1, ceil(min(widest, high - low) / STEP_MM))
        cuts = [low + (high - low) * at // steps for at in range(steps + 1)]
        yield from pairwise(cuts)


def _crossing(outline: Corners, low: int, high: int) -> list[tuple[float, float]]:
    """Return where walls cross a stretch of y that no corner lies in: x at both ends, in order."""
    found = []
    for (x1, y1), (x2, y2) in _walls(outline):
        if min(y1, y2) <= low and max(y1, y2) >= high:
            slope = (x2 - x1) / (y2 - y1)
            found.append((x1 + (low - y1) * slope, x1 + (high - y1) * slope))
    return sorted(found, key=sum)


def _outside(
    outline: Corners, ends: tuple[int, int], low: int, high: int
) -> Iterator[tuple[int, int]]:
    """Yield stretches of x that lie outside somewhere between two places of y."""
    walls = _crossing(outline, low, high)
    begins = [ends[0], *(floor(min(walls[at])) for at in range(1, len(walls), 2))]
    stops = [*(ceil(max(walls[at])) for at in range(0, len(walls), 2)), ends[1]]
    for begin, stop in zip(begins, stops, strict=True):
        if begin < stop:
            yield begin, stop


def wall_place(outline: Corners, wall: str, begin: int, end: int) -> int:
    """Return where a wall is that is seen from one side: its x, or its y where it is top or bottom.

    Of a wall with a step, the outermost part between two places along it.
    """
    along, across = (1, 0) if wall in ("left", "right") else (0, 1)
    outermost = min if wall in ("left", "top") else max
    found = list(_between(outline, along, across, begin, end))
    box = box_of(outline)
    return outermost(found) if found else box[across if outermost is min else across + 2]


def _between(outline: Corners, along: int, across: int, begin: int, end: int) -> Iterator[int]:
    for one, other in _walls(outline):
        first, last = sorted((one, other), key=lambda corner: corner[along])
        low, high = max(first[along], begin), min(last[along], end)
        if first[along] == last[along]:
            if begin < first[along] < end:
                yield from (one[across], other[across])
        elif low < high:
            slope = (last[across] - first[across]) / (last[along] - first[along])
            for at in (low, high):
                yield round(first[across] + (at - first[along]) * slope)


def is_rectangle(outline: Sequence[tuple[int, int]]) -> bool:
    """Return whether an outline is the box around it."""
    return not beyond_outline(tuple(outline))
