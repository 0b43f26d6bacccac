"""What drawing, moving or resizing an element of the room would do: columns, walls, zones."""

from typing import Final

from designer.document.drop_plans import DropPlan
from designer.document.edits import put_obstacle
from designer.document.edits.naming import slug
from designer.document.locks import locked_words
from designer.document.placement import Box, Verdict
from designer.model.design import Design, Obstacle, Room
from designer.model.layout import Layout
from designer.model.network_keys import element_key, element_of
from designer.model.room import ElementKind

WALL_MM: Final = 100
"""How thick an inner wall is drawn: its depth is for its properties to say."""
LEAST_MM: Final = 50
CALLED: Final[dict[ElementKind, str]] = {
    "obstacle": "Obstacle", "column": "Column", "wall": "Wall", "ramp": "Ramp",
    "keep-out": "Keep-out", "ceiling": "Ceiling",
}  # fmt: skip
STARTS: Final[dict[ElementKind, tuple[int, int]]] = {
    "column": (600, 600), "wall": (3_000, WALL_MM), "ramp": (1_200, 2_400),
    "keep-out": (1_200, 1_200), "ceiling": (2_400, 2_400),
}  # fmt: skip
"""Width and depth, mm, of what is dropped from the list of parts, until corners are dragged."""
Corner = tuple[int, int]


def element_with(design: Design, key: str) -> Obstacle | None:
    """Return the element that a key selects."""
    found = element_of(key)
    return next((one for one in design.room.obstacles if found and one.id == found), None)


def drawn_element(layout: Layout, kind: ElementKind, start: Corner, end: Corner) -> DropPlan:
    """Plan an element from one corner to the other; a wall runs along the longer side.

    Parameters
    ----------
    start, end
        In mm of the room.
    """
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(start, end, strict=True))
    if kind == "wall":
        if right - left >= bottom - top:
            top, bottom = start[1] - WALL_MM // 2, start[1] + WALL_MM // 2
        else:
            left, right = start[0] - WALL_MM // 2, start[0] + WALL_MM // 2
    taken = {text for one in layout.design.room.obstacles for text in (one.id, one.name)}
    number = 1
    while f"{CALLED[kind]} {number}" in taken or slug(f"{kind}-{number}") in taken:
        number += 1
    wide, deep = max(right - left, 1), max(bottom - top, 1)
    made = Obstacle(
        id=slug(f"{kind}-{number}"), name=f"{CALLED[kind]} {number}", kind=kind, x_mm=left,
        y_mm=top, width_mm=wide, depth_mm=deep,
    )  # fmt: skip
    short = max(right - left, bottom - top) < LEAST_MM or (
        kind != "wall" and min(right - left, bottom - top) < LEAST_MM
    )
    return _planned(("draw", kind, start, end), f"Draw {made.name}", made, too_small=short)


def clip_of_element(kind: ElementKind) -> Design:
    """Return an element as what can be dropped: of a size from which its corners are dragged."""
    wide, deep = STARTS[kind]
    made = Obstacle(
        id=slug(f"{kind}-1"), name=f"{CALLED[kind]} 1", kind=kind, x_mm=0, y_mm=0, width_mm=wide,
        depth_mm=deep,
    )  # fmt: skip
    return Design(name=CALLED[kind], room=Room(obstacles=(made,)))


def element_by(layout: Layout, key: str, dx_mm: int, dy_mm: int) -> DropPlan:
    """Plan an element at a distance from where it is."""
    one = element_with(layout.design, key)
    if one is None:
        return _gone(key)
    moved = one.evolve(x_mm=one.x_mm + dx_mm, y_mm=one.y_mm + dy_mm)
    name = f"Move {one.called}"
    return _planned(("move", key, dx_mm, dy_mm), name, moved, before=one)


def element_sized(layout: Layout, key: str, grip: int, to: Corner) -> DropPlan:
    """Plan an element with one of its corners elsewhere; the corner across stays.

    Parameters
    ----------
    grip
        Corner, clockwise from the upper left one.
    """
    one = element_with(layout.design, key)
    if one is None:
        return _gone(key)
    across = corners_of(one.box)[(grip + 2) % 4]
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(across, to, strict=True))
    small = min(right - left, bottom - top) < LEAST_MM
    size = {"width_mm": max(right - left, 1), "depth_mm": max(bottom - top, 1)}
    made = one.evolve(x_mm=left, y_mm=top, **size)
    name = f"Resize {one.called}"
    return _planned(("size", key, grip, to), name, made, before=one, too_small=small)


def corners_of(box: Box) -> tuple[Corner, Corner, Corner, Corner]:
    """Return the corners of a box, clockwise from the upper left one."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _planned(
    key: tuple[object, ...], label: str, made: Obstacle, *, before: Obstacle | None = None,
    too_small: bool = False,
) -> DropPlan:  # fmt: skip
    reason = f"smaller than {LEAST_MM} mm" if too_small else ""
    if before is not None and before.locked:
        reason = locked_words((before.called,))
    edit = None if reason or made == before else put_obstacle(made)
    size = f"{made.width_mm:,} × {made.depth_mm:,} mm"
    title = f"{label} · {size}"
    return DropPlan(
        ("element", *key), Verdict(ok=not reason, reason=reason, title=title), label, edit,
        (element_key(made.id),), (made.box,), about=size,
    )  # fmt: skip


def _gone(key: str) -> DropPlan:
    gone = Verdict(ok=False, reason="it is not in this design", title="Something of the room")
    return DropPlan(("element", key), gone, "", None, (key,))
