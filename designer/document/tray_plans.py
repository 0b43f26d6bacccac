"""What drawing a cable tray, or moving one, would do; and to what its corners are drawn."""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Final

from designer.catalog.aisles import aisles
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.document.document import Edit
from designer.document.drop_plans import DropPlan
from designer.document.edits.trays import (
    Corner,
    draw_tray,
    made_of,
    move_corner,
    move_trays,
    next_tray,
    remake_tray,
)
from designer.document.placement import Box, Verdict, rack_box
from designer.model.design import Design, Tray
from designer.model.layout import Layout
from designer.model.network_keys import tray_key, tray_of
from designer.model.outline import inside_outline

DRAWN_MM: Final = 300
"""How wide a tray is drawn whose width nobody states."""
LEAST_MM: Final = 100
SECTION_MM: Final = 3000
"""How long a section of tray is that is dropped where no row is."""


def tray_length_mm(corners: tuple[Corner, ...]) -> int:
    """Return how long a tray through corners is."""
    return round(sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(corners)))


def tray_boxes(tray: Tray) -> tuple[Box, ...]:
    """Return the strips that a tray covers on the plan, one for each straight piece."""
    half = (tray.width_mm or DRAWN_MM) // 2
    found = []
    for (ax, ay), (bx, by) in pairwise(tray.corners):
        left, right = sorted((ax, bx))
        top, bottom = sorted((ay, by))
        found.append((left - half, top - half, right + half, bottom + half))
    return tuple(found)


def tray_through(layout: Layout, corners: tuple[Corner, ...]) -> DropPlan:
    """Plan a tray through corners."""
    tray = next_tray(layout.design, corners)
    title = f"{tray.name} · {tray_length_mm(corners) / 1000:,.1f} m"
    refusal = _refusal(layout.design, corners)
    return DropPlan(
        ("tray", corners),
        Verdict(ok=not refusal, reason=refusal, title=title),
        f"Draw {title}",
        None if refusal else draw_tray(corners),
        boxes=tray_boxes(tray),
        about=_made_as(layout.design, tray),
    )


def tray_onto_floor(
    layout: Layout, catalog: Catalog, part: Part, at: tuple[float, float], reach_mm: float,
    *, free: bool, row: str = "", over: str = "",
) -> DropPlan:  # fmt: skip
    """Plan a tray of a part of the catalogue: along a row, or as long as one section is.

    Parameters
    ----------
    row
        The row over which it is dropped; empty for none.
    over
        The tray on which it is dropped, which is made of the part then; empty for none.
    """
    tray = next((tray for tray in layout.design.trays if tray.id == over), None)
    if tray is not None:
        made = made_of(tray, part)
        title = f"{tray.name or tray.id} made of {part.name}"
        edit = remake_tray(tray.id, part) if made != tray else None
        boxes = tray_boxes(made)
        return DropPlan(
            ("remake tray", tray.id, part.id), Verdict(ok=True, reason="", title=title),
            title, edit, (tray_key(tray.id),), boxes, carries=(tray_key(tray.id),),
        )  # fmt: skip
    x, y = drawn_to(layout, catalog, at, None, reach_mm, free=free)
    box = next((box for name, box in _rows(layout, catalog) if name == row), None)
    if box is None:
        corners = (x - SECTION_MM // 2, y), (x + SECTION_MM // 2, y)
    elif box[2] - box[0] >= box[3] - box[1]:
        corners = (box[0], y), (box[2], y)
    else:
        corners = (x, box[1]), (x, box[3])
    made = made_of(next_tray(layout.design, corners), part)
    title = f"{made.name} · {part.name} · {tray_length_mm(corners) / 1000:,.1f} m"
    refusal = _refusal(layout.design, corners)
    return DropPlan(
        ("tray", corners, part.id),
        Verdict(ok=not refusal, reason=refusal, title=title),
        f"Draw {title}",
        None if refusal else draw_tray(corners, part),
        boxes=tray_boxes(made),
        about="over the row" if row else "",
    )


def trays_by(layout: Layout, keys: tuple[str, ...], dx_mm: int, dy_mm: int) -> DropPlan:
    """Plan selected trays at a distance from where they run."""
    ids = tuple(tray_of(key) for key in keys)
    found = [tray for tray in layout.design.trays if tray.id in ids]
    moved = [
        tray.evolve(corners=tuple((x + dx_mm, y + dy_mm) for x, y in tray.corners))
        for tray in found
    ]
    names = ", ".join(tray.name or tray.id for tray in found)
    return _changed(
        layout, ("move tray", keys, dx_mm, dy_mm), keys, f"Move {names}", moved,
        move_trays(ids, dx_mm, dy_mm) if dx_mm or dy_mm else None,
    )  # fmt: skip


def corner_to(layout: Layout, key: str, at: int, to: Corner) -> DropPlan:
    """Plan another place of a corner of a tray."""
    tray = next((tray for tray in layout.design.trays if tray.id == tray_of(key)), None)
    if tray is None or not 0 <= at < len(tray.corners):
        gone = Verdict(ok=False, reason="it is not in this design", title="A corner of a tray")
        return DropPlan(("corner", key, at, to), gone, "", None, (key,))
    moved = tray.evolve(corners=(*tray.corners[:at], to, *tray.corners[at + 1 :]))
    edit = move_corner(tray.id, at, to) if to != tray.corners[at] else None
    title = f"Move a corner of {tray.name or tray.id}"
    return _changed(layout, ("corner", key, at, to), (key,), title, [moved], edit)


def _changed(
    layout: Layout, key: tuple[object, ...], keys: tuple[str, ...], title: str,
    moved: list[Tray], edit: Edit | None,
) -> DropPlan:  # fmt: skip
    refusal = next(filter(None, (_refusal(layout.design, tray.corners) for tray in moved)), "")
    length = sum(tray_length_mm(tray.corners) for tray in moved)
    boxes = tuple(box for tray in moved for box in tray_boxes(tray))
    return DropPlan(
        key,
        Verdict(ok=not refusal, reason=refusal, title=title),
        title,
        None if refusal else edit,
        keys,
        boxes,
        about=f"{length / 1000:,.1f} m",
        carries=keys,
    )


def _refusal(design: Design, corners: tuple[Corner, ...]) -> str:
    if len(set(corners)) < 2 or tray_length_mm(corners) < LEAST_MM:
        return "too short"
    outline = design.room.outline
    out = any(not inside_outline(outline, (x, y, x + 1, y + 1)) for x, y in corners)
    return "outside the room" if out else ""


def _made_as(design: Design, tray: Tray) -> str:
    """Return of what size a new tray is, and why."""
    if not design.trays:
        return "its width and depth are for its properties to say"
    last = design.trays[-1]
    size = "no size is stated"
    if tray.width_mm is not None and tray.depth_mm is not None:
        size = f"{tray.width_mm:,} × {tray.depth_mm:,} mm"
    return f"{size}, as {last.name or last.id}"


def drawn_to(
    layout: Layout, catalog: Catalog, at: tuple[float, float], last: Corner | None,
    reach_mm: float, *, free: bool, but: str = "",
) -> Corner:  # fmt: skip
    """Return where a corner goes that is wanted near a point.

    Straight on or at a right angle from the corner before it, on the line of another tray, of the
    racks of a row or of an aisle within reach, else on the lines between tiles; freely, only the
    point itself.

    Parameters
    ----------
    but
        The id of the tray that it is a corner of: nothing is drawn to itself.
    """
    x, y = at
    if free:
        return round(x), round(y)
    xs, ys = _lines(layout, catalog, but)
    tile = max(layout.design.room.tile_mm, 1)
    to = _nearest(x, xs, reach_mm, tile), _nearest(y, ys, reach_mm, tile)
    if last is None:
        return to
    level = abs(x - last[0]) >= abs(y - last[1])
    return (to[0], last[1]) if level else (last[0], to[1])


def _nearest(value: float, lines: set[int], reach: float, tile: int) -> int:
    near = min(lines, key=lambda line: abs(line - value), default=None)
    if near is not None and abs(near - value) <= reach:
        return near
    return round(value / tile) * tile


def _lines(layout: Layout, catalog: Catalog, but: str) -> tuple[set[int], set[int]]:
    """Return the lines that corners are drawn to: upright ones by x, level ones by y."""
    xs: set[int] = set()
    ys: set[int] = set()
    for tray in layout.design.trays:
        if tray.id != but:
            xs |= {x for x, _ in tray.corners}
            ys |= {y for _, y in tray.corners}
    for _, (left, top, right, bottom) in _rows(layout, catalog):
        xs |= {left, right, (left + right) // 2}
        ys |= {top, bottom, (top + bottom) // 2}
    for aisle in aisles(layout.design, catalog):
        if aisle.across:
            ys.add(aisle.y_mm + aisle.depth_mm // 2)
        else:
            xs.add(aisle.x_mm + aisle.width_mm // 2)
    return xs, ys


def _rows(layout: Layout, catalog: Catalog) -> Iterator[tuple[str, Box]]:
    """Yield each row with the box around its racks."""
    found: dict[str, Box] = {}
    for rack in layout.design.racks:
        if not rack.row:
            continue
        left, top, right, bottom = rack_box(catalog, rack)
        have = found.get(rack.row)
        if have is not None:
            left, top = min(left, have[0]), min(top, have[1])
            right, bottom = max(right, have[2]), max(bottom, have[3])
        found[rack.row] = (left, top, right, bottom)
    yield from found.items()
