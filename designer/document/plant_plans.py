"""What a drop of the room's power onto the floor would do: a UPS, a generator, a busway's run."""

from typing import Final

from designer.catalog.aisles import Aisle, aisles
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.plant_places import RUN_WIDE_MM, plan_size, plant_of
from designer.document.drop_plans import DropPlan
from designer.document.edits.plant import move_plant, new_plant, place_plant
from designer.document.placement import Box, Verdict, can_stand, snap_to_tile
from designer.model.layout import Layout
from designer.model.outline import inside_outline

_RUN_MM: Final = 3000
"""Length of a run that is dropped where no aisle is."""


def plant_onto_floor(
    layout: Layout, catalog: Catalog, part: Part, x_mm: float, y_mm: float, *, free: bool
) -> DropPlan:
    """Plan a new record of the room's power under the pointer; a run along the aisle there."""
    design = layout.design
    node = new_plant(design, part)
    if part.traits.runs:
        return _run(layout, catalog, part, x_mm, y_mm)
    width, depth, _ = plan_size(node, catalog)
    left, top = x_mm - width / 2, y_mm - depth / 2
    x, y = (round(left), round(top)) if free else snap_to_tile(design.room, left, top)
    box = (x, y, x + width, y + depth)
    title = f"{part.name} at {x / 1000:.2f}, {y / 1000:.2f} m"
    verdict = can_stand(layout, catalog, title, box)
    key = ("plant", part.id, x, y)
    edit = place_plant(catalog, part.id, x_mm=x, y_mm=y) if verdict.ok else None
    return DropPlan(key, verdict, f"Place {title}", edit, (), (box,), note=_note(node.name))


def plant_by(
    layout: Layout, catalog: Catalog, keys: tuple[str, ...], dx_mm: int, dy_mm: int
) -> DropPlan:
    """Plan a move of records of the room's power by a distance."""
    moving = [one for one in plant_of(layout.design, catalog) if one.key in keys]
    names = ", ".join(one.node.name or one.node.id for one in moving)
    key = ("move plant", keys, dx_mm, dy_mm)
    boxes = tuple(_moved(one.box, dx_mm, dy_mm) for one in moving)
    if not (dx_mm or dy_mm):
        stays = Verdict(ok=True, reason="", title=f"{names} stays")
        return DropPlan(key, stays, "", None, keys, boxes)
    refusal = "" if moving else "it is not in this design"
    for one, box in zip(moving, boxes, strict=True):
        if one.is_run:
            refusal = refusal or (
                "" if inside_outline(layout.design.room.outline, box) else "outside the room"
            )
        else:
            refusal = refusal or can_stand(layout, catalog, "", box, keys).reason
    verdict = Verdict(ok=not refusal, reason=refusal, title=f"Move {names}")
    edit = None if refusal else move_plant(catalog, keys, dx_mm, dy_mm)
    return DropPlan(key, verdict, f"Move {names}", edit, keys, boxes)


def _run(layout: Layout, catalog: Catalog, part: Part, x_mm: float, y_mm: float) -> DropPlan:
    found = next((one for one in aisles(layout.design, catalog) if _holds(one, x_mm, y_mm)), None)
    x, y = round(x_mm), round(y_mm)
    start, end = (x - _RUN_MM // 2, y), (x + _RUN_MM // 2, y)
    where = "here"
    if found is not None:
        left, top, right, bottom = _box_of(found)
        start, end = ((left, y), (right, y)) if found.across else ((x, top), (x, bottom))
        where = "along the aisle"
    half = RUN_WIDE_MM // 2
    box = (start[0] - half, start[1] - half, end[0] + half, end[1] + half)
    within = (start[0], start[1], max(end[0], start[0] + 1), max(end[1], start[1] + 1))
    title = f"{part.name} {where}"
    ok = inside_outline(layout.design.room.outline, within)
    verdict = Verdict(ok=ok, reason="" if ok else "outside the room", title=title)
    edit = None
    if ok:
        edit = place_plant(
            catalog, part.id, x_mm=start[0], y_mm=start[1], end_x_mm=end[0], end_y_mm=end[1]
        )
    node = new_plant(layout.design, part)
    key = ("run", part.id, start, end)
    return DropPlan(key, verdict, f"Place {title}", edit, (), (box,), note=_note(node.name))


def _note(name: str) -> str:
    return f"{name} feeds nothing yet: its properties say what it is fed by and what it feeds"


def _box_of(aisle: Aisle) -> Box:
    x, y = aisle.x_mm, aisle.y_mm
    return x, y, x + aisle.width_mm, y + aisle.depth_mm


def _holds(aisle: Aisle, x: float, y: float) -> bool:
    left, top, right, bottom = _box_of(aisle)
    return left <= x <= right and top <= y <= bottom


def _moved(box: Box, dx: int, dy: int) -> Box:
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy
