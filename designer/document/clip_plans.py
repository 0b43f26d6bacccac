"""What a drop of a pod or an assembly onto the floor would do: its racks as they stand, there."""

from designer.catalog.catalog import Catalog
from designer.document.drop_plans import MOST_CHECKED, DropPlan
from designer.document.edits.assemblies import filling_name, make_assembly
from designer.document.edits.clips import clip_of
from designer.document.edits.paste import PasteTarget, lost_in, paste, to_middle
from designer.document.floor_words import floor_words
from designer.document.placement import (
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
    room = clip.room.obstacles
    what = f"{clip.name} · {floor_words(catalog, clip.racks)}"
    if len(clip.racks) + len(room) == 1:
        what = clip.name
    around = box_around((*(rack_box(catalog, rack) for rack in clip.racks),
                         *(one.box for one in room)))  # fmt: skip
    at = round(x_mm), round(y_mm)
    by = at[0] - (around[0] + around[2]) // 2, at[1] - (around[1] + around[3]) // 2
    if not free and not clip.racks:
        left, top = snap_to_tile(layout.design.room, around[0] + by[0], around[1] + by[1])
        by = left - around[0], top - around[1]
    elif not free:
        by = to_middle(catalog, layout, clip.racks, at)
    boxes, refusal = [], ""
    for number, rack in enumerate(clip.racks):
        left, top, right, bottom = rack_box(catalog, rack)
        boxes.append((left + by[0], top + by[1], right + by[0], bottom + by[1]))
        if refusal or number >= MOST_CHECKED:
            continue
        verdict = can_place_rack(
            layout, catalog, rack.part, rack.x_mm + by[0], rack.y_mm + by[1], rack.rotation
        )
        refusal = "" if verdict.ok else verdict.reason
    for left, top, right, bottom in (one.box for one in room):
        boxes.append((left + by[0], top + by[1], right + by[0], bottom + by[1]))
    key = ("clip", clip.name, len(clip.racks), len(room), by)
    verdict = Verdict(ok=not refusal, reason=refusal, title=what)
    if refusal:
        return DropPlan(key, verdict, "", None, (), tuple(boxes))
    edit = paste(catalog, clip, PasteTarget(by_mm=by))
    lost = lost_in(layout.design, clip)
    return DropPlan(key, verdict, f"Place {what}", edit, (), tuple(boxes), note=lost)
