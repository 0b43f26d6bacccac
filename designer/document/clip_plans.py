"""What a drop of a pod or an assembly onto the floor would do: its racks as they stand, there."""

from collections.abc import Sequence

from designer.catalog.catalog import Catalog
from designer.document.drop_plans import MOST_CHECKED, DropPlan
from designer.document.edits.assemblies import filling_name, make_assembly
from designer.document.edits.clips import clip_of
from designer.document.edits.paste import PasteTarget, lost_in, paste, to_middle
from designer.document.floor_words import floor_words
from designer.document.nearest_place import MOST_CHECKED as MOST_SOUGHT
from designer.document.nearest_place import rings
from designer.document.placement import (
    Box,
    Verdict,
    box_around,
    can_place_rack,
    no_devices_in,
    rack_box,
    snap_to_tile,
)
from designer.model.design import Design, Rack
from designer.model.layout import Layout


def clip_of_assembly(design: Design, assembly_id: str) -> Design:
    """Return an assembly of a design as what can be dropped: one rack that copies it.

    Without racks where the design has no such assembly.
    """
    known = next((one for one in design.assemblies if one.id == assembly_id), None)
    if known is None:
        return Design()
    rack = Rack(id="R01", name="R01", part=known.rack_part, x_mm=0, y_mm=0, assembly=known.id)
    return Design(name=known.name or known.id, racks=(rack,), assemblies=(known,))


def pod_of(design: Design, rack_ids: tuple[str, ...], name: str) -> Design:
    """Return racks of a design as a pod: a clip that is called by a name."""
    return clip_of(design, rack_ids).evolve(name=name)


def placed_pod(catalog: Catalog, pod: Design) -> Design:
    """Return a pod as it is placed: one group of its name, its fillings as assemblies.

    So it stays one object, and what is changed in an assembly follows in every pod like it. A rack
    keeps devices of its own where cords by hand or remarks hang on them: those name the devices.
    """
    made = pod
    fixed = {one.supply.rpartition(":")[0] for one in pod.cords}
    fixed |= {end for one in pod.cords for end in (one.outlet, one.outlet.rpartition(":")[0])}
    fixed |= {one.target for one in pod.notes}
    held = Layout(pod).own_devices
    taken = {one.name or one.id for one in pod.assemblies}
    for rack in pod.racks:
        mine = held.get(rack.id, ())
        if rack.assembly or not mine or any(one.id in fixed or one.group for one in mine):
            continue
        if no_devices_in(catalog, rack):
            continue
        told = filling_name(catalog, (one.part for one in mine)) or rack.name
        name = told if told not in taken else f"{told} ({pod.name} {rack.name})"
        taken.add(name)
        made = make_assembly(catalog, rack.id, name)(made)
    made = _shared(made)
    return made.evolve(racks=tuple(one.evolve(group=pod.name) for one in made.racks))


def _shared(pod: Design) -> Design:
    """Return a pod in which racks that are filled alike are copies of one assembly."""
    first: dict[object, str] = {}
    same = {one.id: first.setdefault((one.rack_part, one.slots), one.id) for one in pod.assemblies}
    return pod.evolve(
        racks=tuple(one.evolve(assembly=same.get(one.assembly, "")) for one in pod.racks),
        assemblies=tuple(one for one in pod.assemblies if same[one.id] == one.id),
    )


def clip_onto_floor(
    layout: Layout, catalog: Catalog, clip: Design, x_mm: float, y_mm: float, *, free: bool
) -> DropPlan:
    """Plan a clip with its middle under the pointer; `free` does not snap."""
    around = _around(catalog, clip)
    at = round(x_mm), round(y_mm)
    by = at[0] - (around[0] + around[2]) // 2, at[1] - (around[1] + around[3]) // 2
    if not free and not clip.racks:
        left, top = snap_to_tile(layout.design.room, around[0] + by[0], around[1] + by[1])
        by = left - around[0], top - around[1]
    elif not free:
        by = to_middle(catalog, layout, clip.racks, at)
    refusals = (_refusal(layout, catalog, rack, by) for rack in clip.racks[:MOST_CHECKED])
    return _at(layout, catalog, clip, by, next(filter(None, refusals), ""))


def _at(
    layout: Layout, catalog: Catalog, clip: Design, by: tuple[int, int], refusal: str = ""
) -> DropPlan:
    """Plan a clip at a distance from where it was copied; a refused one knows the nearest place."""
    room = clip.room.obstacles
    what = f"{clip.name} · {floor_words(catalog, clip.racks)}"
    if len(clip.racks) + len(room) == 1:
        what = clip.name
    stand = (*(rack_box(catalog, rack) for rack in clip.racks), *(one.box for one in room))
    boxes = tuple(_moved(box, by) for box in stand)
    key = ("clip", clip.name, len(clip.racks), len(room), by)
    verdict = Verdict(ok=not refusal, reason=refusal, title=what)
    if refusal:
        return DropPlan(
            key, verdict, "", None, (), boxes,
            elsewhere=lambda _: _nearest(layout, catalog, clip, by),
        )  # fmt: skip
    edit = paste(catalog, clip, PasteTarget(by_mm=by))
    lost = lost_in(layout.design, clip)
    return DropPlan(key, verdict, f"Place {what}", edit, (), boxes, note=lost)


def _nearest(
    layout: Layout, catalog: Catalog, clip: Design, by: tuple[int, int]
) -> DropPlan | None:
    """Return the plan of a clip at the free tiles nearest to a distance; None within reach.

    What is meant outside the room is looked for from the edge of it that is nearest. A number of
    footprints is compared and no more; the rack that is refused at one place comes first at the
    next one, where it most likely is refused as well.
    """
    tile, left = max(layout.design.room.tile_mm, 1), MOST_SOUGHT
    begin = _into_room(layout, _around(catalog, clip), by)
    racks = list(clip.racks)
    for x, y in ((0, 0), *rings()):
        to = begin[0] + x * tile, begin[1] + y * tile
        refused = _first_refused(layout, catalog, racks[:left], to)
        if refused is None:
            return _at(layout, catalog, clip, to) if len(racks) <= left else None
        left -= refused + 1
        if not left:
            return None
        racks.insert(0, racks.pop(refused))
    return None


def _first_refused(
    layout: Layout, catalog: Catalog, racks: Sequence[Rack], by: tuple[int, int]
) -> int | None:
    """Return which of racks may not stand at a distance, by its number; None: all may."""
    refused = (n for n, rack in enumerate(racks) if _refusal(layout, catalog, rack, by))
    return next(refused, None)


def _refusal(layout: Layout, catalog: Catalog, rack: Rack, by: tuple[int, int]) -> str:
    """Return why a rack of a clip may not stand at a distance; empty where it may."""
    to = rack.x_mm + by[0], rack.y_mm + by[1]
    return can_place_rack(layout, catalog, rack.part, *to, rack.rotation).reason


def _around(catalog: Catalog, clip: Design) -> Box:
    """Return the box around all that a clip puts on the floor."""
    return box_around((*(rack_box(catalog, rack) for rack in clip.racks),
                       *(one.box for one in clip.room.obstacles)))  # fmt: skip


def _moved(box: Box, by: tuple[int, int]) -> Box:
    left, top, right, bottom = box
    return left + by[0], top + by[1], right + by[0], bottom + by[1]


def _into_room(layout: Layout, around: Box, by: tuple[int, int]) -> tuple[int, int]:
    """Return the nearest distance with which a box is within the width and depth of the room.

    On the tiles; a box that is larger than the room begins with it.
    """
    room, box = layout.design.room, _moved(around, by)
    left, top = (
        max(min(box[axis], max(wall) - (box[axis + 2] - box[axis])), min(wall))
        for axis, wall in enumerate(zip(*room.outline, strict=True))
    )
    left, top = snap_to_tile(room, left, top)
    return left - around[0], top - around[1]
