"""What moving things of several kinds as one would do: a group of racks, a UPS and a tray."""

from collections.abc import Iterable, Sequence
from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.plant_places import drawn_of
from designer.document.drop_plans import DropPlan
from designer.document.edits.moving import move_things, moved_records, why_not
from designer.document.nearest_place import around
from designer.document.placement import Box, Verdict, rack_box
from designer.document.tray_plans import tray_boxes
from designer.model.change import apply
from designer.model.held_things import OF_ROOM, change_putting
from designer.model.layout import Layout
from designer.model.plural import plural


def things_by(
    layout: Layout, catalog: Catalog, keys: Sequence[str], dx_mm: int, dy_mm: int
) -> DropPlan:
    """Plan a move of things on the floor by a distance as one; devices go with their racks."""
    key = ("things", tuple(keys), dx_mm, dy_mm)
    moved = moved_records(layout, keys, dx_mm, dy_mm)
    count = sum(map(len, moved.values()))
    words = plural(count, "thing")
    made = layout
    if count and (dx_mm or dy_mm):
        made = layout.after(apply(layout.design, change_putting(layout.design, moved)))
    boxes = tuple(_boxes(made, catalog, keys, moved))
    if count and not (dx_mm or dy_mm):
        stays = Verdict(ok=True, reason="", title=f"{words} stay in place")
        return DropPlan(key, stays, "", None, tuple(keys), boxes)
    refusal = why_not(made, catalog, keys, moved) if count else "they are not in this design"
    title = f"{words} by {dx_mm:+,} mm, {dy_mm:+,} mm"
    verdict = Verdict(ok=not refusal, reason=refusal, title=title)
    edit = None if refusal else move_things(catalog, tuple(keys), dx_mm, dy_mm, layout)
    return DropPlan(
        key, verdict, f"Move {words}", edit, tuple(keys), boxes, carries=tuple(keys),
        elsewhere=None if not refusal else lambda _: around(
            lambda dx, dy: things_by(layout, catalog, keys, dx_mm + dx, dy_mm + dy),
            layout.design.room.tile_mm, count,
        ),
    )  # fmt: skip


def _boxes(
    layout: Layout, catalog: Catalog, keys: Iterable[str], moved: dict[str, list[Any]]
) -> Iterable[Box]:
    """Yield what things cover where they are now."""
    for rack in moved.get("racks", ()):
        yield rack_box(catalog, rack)
    for tray in moved.get("trays", ()):
        yield from tray_boxes(tray)
    yield from (one.box for one in moved.get(OF_ROOM, ()))
    if "power" in moved or "loops" in moved:
        wanted = set(keys)
        yield from (one.box for one in drawn_of(layout.design, catalog) if one.key in wanted)
