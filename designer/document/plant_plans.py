"""What a drop of the room's power onto the floor would do: a UPS, a generator, a busway's run."""

from typing import Final

from designer.catalog.aisles import Aisle, aisles
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.plant_places import RUN_WIDE_MM, Pipe, drawn_of, plan_size
from designer.document.drop_plans import DropPlan
from designer.document.edits.plant import (
    move_plant,
    new_plant,
    place_pipe,
    place_plant,
    set_run,
)
from designer.document.nearest_place import around
from designer.document.placement import Box, Verdict, can_stand, snap_to_tile
from designer.model.design import ONLY_LOOP
from designer.model.layout import Layout
from designer.model.outline import inside_outline

_RUN_MM: Final = 3000
"""Length of a run that is dropped where no aisle is."""
_LEAST_MM: Final = 300
"""A run that is shorter could not be taken by its ends."""


def plant_onto_floor(
    layout: Layout, catalog: Catalog, part: Part, x_mm: float, y_mm: float, *, free: bool
) -> DropPlan:
    """Plan a new record of the room's power under the pointer; a run along the aisle there."""
    design = layout.design
    if part.traits.of_loop:
        return _pipes(layout, catalog, part, x_mm, y_mm)
    node = new_plant(design, part)
    if part.traits.runs:
        return _run(layout, catalog, part, x_mm, y_mm)
    width, depth, _ = plan_size(node, catalog)
    left, top = x_mm - width / 2, y_mm - depth / 2
    x, y = (round(left), round(top)) if free else snap_to_tile(design.room, left, top)
    box = (x, y, x + width, y + depth)
    title = f"{part.name} at {x / 1000:.2f} m, {y / 1000:.2f} m"
    verdict = can_stand(layout, catalog, title, box)
    key = ("plant", part.id, x, y)
    if not verdict.ok:
        return DropPlan(
            key, verdict, f"Place {title}", None, (), (box,),
            elsewhere=lambda _: around(
                lambda dx, dy: plant_onto_floor(
                    layout, catalog, part, x_mm + dx, y_mm + dy, free=False
                ),
                design.room.tile_mm,
            ),
        )  # fmt: skip
    edit = place_plant(catalog, part.id, x_mm=x, y_mm=y)
    return DropPlan(key, verdict, f"Place {title}", edit, (), (box,), note=_note(node.name))


def plant_by(
    layout: Layout, catalog: Catalog, keys: tuple[str, ...], dx_mm: int, dy_mm: int
) -> DropPlan:
    """Plan a move of records of the room's power by a distance."""
    moving = [one for one in drawn_of(layout.design, catalog) if one.key in keys]
    names = ", ".join(one.name for one in moving)
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
    if not refusal:
        edit = move_plant(catalog, keys, dx_mm, dy_mm)
        return DropPlan(key, verdict, f"Move {names}", edit, keys, boxes, carries=keys)
    return DropPlan(
        key, verdict, f"Move {names}", None, keys, boxes, carries=keys,
        elsewhere=lambda _: around(
            lambda dx, dy: plant_by(layout, catalog, keys, dx_mm + dx, dy_mm + dy),
            layout.design.room.tile_mm, len(moving),
        ),
    )  # fmt: skip


def run_end_by(
    layout: Layout, catalog: Catalog, key: str, to: tuple[int, int], *, first: bool
) -> DropPlan:
    """Plan another end of a busway, or of a loop's pipes: straight on or at a right angle.

    Parameters
    ----------
    first
        Whether it is the end at which the run begins.
    """
    found = next((one for one in drawn_of(layout.design, catalog) if one.key == key), None)
    title = f"End of {found.name if found else 'nothing'}"
    plan_key = ("run end", key, to, first)
    if found is None:
        gone = Verdict(ok=False, reason="it is not in this design", title=title)
        return DropPlan(plan_key, gone, title, None, (key,))
    run = found.loop if isinstance(found, Pipe) else found.node
    begin, end = (run.x_mm or 0, run.y_mm or 0), (run.end_x_mm or 0, run.end_y_mm or 0)
    still = end if first else begin
    along = abs(to[0] - still[0]) >= abs(to[1] - still[1])
    there = (to[0], still[1]) if along else (still[0], to[1])
    begin, end = (there, still) if first else (still, there)
    ok = inside_outline(layout.design.room.outline, _within(begin, end))
    short = abs(there[0] - still[0]) + abs(there[1] - still[1]) < _LEAST_MM
    reason = "outside the room" if not ok else "too short" if short else ""
    verdict = Verdict(ok=not reason, reason=reason, title=title)
    edit = None if reason else set_run(catalog, key, **_place(begin, end))
    return DropPlan(
        plan_key, verdict, f"Set {title.lower()}", edit, (key,), (_around(begin, end),),
        carries=(key,),
    )  # fmt: skip


Point = tuple[int, int]


def _run(layout: Layout, catalog: Catalog, part: Part, x_mm: float, y_mm: float) -> DropPlan:
    start, end, where = _line_at(layout, catalog, x_mm, y_mm)
    title = f"{part.name} {where}"
    verdict = _verdict(layout, title, start, end)
    edit = place_plant(catalog, part.id, **_place(start, end)) if verdict.ok else None
    node = new_plant(layout.design, part)
    key, note = ("run", part.id, start, end), _note(node.name)
    return DropPlan(key, verdict, f"Place {title}", edit, (), (_around(start, end),), note=note)


def _pipes(layout: Layout, catalog: Catalog, part: Part, x_mm: float, y_mm: float) -> DropPlan:
    """Plan the pipes of the first loop that has none drawn."""
    loops = layout.design.loops or (ONLY_LOOP,)
    loop = next((one for one in loops if one.x_mm is None), None)
    start, end, where = _line_at(layout, catalog, x_mm, y_mm)
    name = loop.name or loop.id if loop else ""
    title = f"{part.name} of {name} {where}" if loop else part.name
    verdict = _verdict(layout, title, start, end)
    if loop is None:
        why = "every coolant loop has its pipes: add a loop in the design settings"
        verdict = Verdict(ok=False, reason=why, title=title)
    edit = place_pipe(loop.id, **_place(start, end)) if loop and verdict.ok else None
    key, note = ("pipe", part.id, start, end), "Drag an end to make it longer or to turn it"
    return DropPlan(key, verdict, f"Place {title}", edit, (), (_around(start, end),), note=note)


def _line_at(
    layout: Layout, catalog: Catalog, x_mm: float, y_mm: float
) -> tuple[Point, Point, str]:
    """Return where a run would begin and end: along the aisle there, else a few metres."""
    found = next((one for one in aisles(layout.design, catalog) if _holds(one, x_mm, y_mm)), None)
    x, y = round(x_mm), round(y_mm)
    if found is None:
        return (x - _RUN_MM // 2, y), (x + _RUN_MM // 2, y), "here"
    left, top, right, bottom = _box_of(found)
    ends = ((left, y), (right, y)) if found.across else ((x, top), (x, bottom))
    return *ends, "along the aisle"


def _place(start: Point, end: Point) -> dict[str, int]:
    return {"x_mm": start[0], "y_mm": start[1], "end_x_mm": end[0], "end_y_mm": end[1]}


def _around(start: Point, end: Point) -> Box:
    half = RUN_WIDE_MM // 2
    left, top, right, bottom = _within(start, end)
    return left - half, top - half, right + half, bottom + half


def _within(start: Point, end: Point) -> Box:
    """Return the box of a line, at least a millimetre wide."""
    left, right = sorted((start[0], end[0]))
    top, bottom = sorted((start[1], end[1]))
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _verdict(layout: Layout, title: str, start: Point, end: Point) -> Verdict:
    ok = inside_outline(layout.design.room.outline, _within(start, end))
    return Verdict(ok=ok, reason="" if ok else "outside the room", title=title)


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
