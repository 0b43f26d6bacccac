"""Pasting what was copied: racks onto the floor, devices into racks.

What a clip names and the design lacks, feeds and fabrics of another design, is left out and told;
nothing leads nowhere. May import copies, places and the edits of devices of this room.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, TypeVar

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import not_in_catalogue
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.clips import RACK, is_clip, loose_devices
from designer.document.edits.copies import with_copies
from designer.document.edits.copy_places import CopyPlace, FloorInView, nearest_place
from designer.document.edits.devices import place_device
from designer.document.edits.groups import copied_names
from designer.document.edits.naming import fresh_id, next_name
from designer.document.errors import EditError
from designer.document.floor_words import floor_words
from designer.document.placement import (
    beside_rack,
    box_around,
    can_place,
    can_place_rack,
    can_stand,
    overlap,
    rack_box,
    snap_to_tile,
)
from designer.model.change import Change, apply
from designer.model.design import Assembly, Design, Device, Rack, Side, Slot
from designer.model.layout import Layout
from designer.model.plural import plural

Mounted = TypeVar("Mounted", Device, Slot)

_MOST_STEPS: Final = 60
MOST_SNAPPED: Final = 200
"""Racks of a clip that are tried for a neighbour that they stand flush with."""


@dataclass(frozen=True, slots=True)
class PasteTarget:
    """Where a clip goes.

    Attributes
    ----------
    at_mm
        Middle of the place on the floor that racks are pasted to; None for beside where they were.
    racks
        Racks that take devices, by id; each takes all of them.
    seen
        What of the floor is looked at, where racks rather stand.
    by_mm
        How far racks go from where they were copied: there and nowhere else. None for the free
        place nearest to the target.
    """

    at_mm: tuple[int, int] | None = None
    racks: tuple[str, ...] = ()
    seen: FloorInView | None = None
    by_mm: tuple[int, int] | None = None


@named
def paste(catalog: Catalog, clip: Design, target: PasteTarget) -> Edit:
    """Paste a clip as one step.

    Racks keep their places to each other and stand at the free place nearest to the target; their
    names stay where they are free. Devices go into each rack that is named, to the units that they
    had where these are free, else to the first that fit.

    Raises
    ------
    EditError
        From the edit, if the clip is empty, no rack is named for its devices, a part is not in the
        catalogue, or there is no room.
    """

    def edit(design: Design) -> Design:
        if not is_clip(clip):
            raise EditError("there is nothing to paste: copy racks or devices first")
        loose = loose_devices(clip)
        if loose and not target.racks:
            raise EditError(f"{_devices(loose)} to paste: select the rack that takes them first")
        ours, before, by = _fitting(design, clip), design, target.by_mm
        if ours.racks:
            design, by = _paste_racks(catalog, design, ours, target)
        if ours.room.obstacles:
            by = by or _room_to(catalog, design, ours, target)
            design = _paste_room(before, design, ours, by)
        for rack_id in target.racks if loose else ():
            design = _paste_devices(catalog, design, loose_devices(ours), rack_id)
        return design

    return edit


def lost_in(design: Design, clip: Design) -> str:
    """Return what of a clip a paste leaves out, for want of it in the design; empty: nothing."""
    feeds = {feed.id for feed in design.feeds}
    fabrics = {fabric.id for fabric in design.fabrics}
    held: list[Device | Slot] = [*clip.devices]
    held += [slot for one in clip.assemblies for slot in one.slots]
    named = {feed for rack in clip.racks for feed in rack.feeds}
    named |= {one.feed for one in held} - {""}
    of_fabrics = {one.fabric for one in held} - {""}
    said = [f"feed {name}" for name in sorted(named - feeds)]
    said += [f"fabric {name}" for name in sorted(of_fabrics - fabrics)]
    return f"This design has no {' and no '.join(said)}: left out" if said else ""


def _fitting(design: Design, clip: Design) -> Design:
    """Return a clip that names nothing the design lacks, its assemblies under free ids."""
    feeds = {feed.id for feed in design.feeds}
    fabrics = {fabric.id for fabric in design.fabrics}
    stages = {stage.id for stage in design.stages}

    def mounted(one: Mounted) -> Mounted:
        known = one.fabric in fabrics
        return one.evolve(
            feed=one.feed if one.feed in feeds else "",
            fabric=one.fabric if known else "", tier=one.tier if known else "",
            stage=one.stage if one.stage in stages else "",
        )  # fmt: skip

    taken = {one.id: one for one in design.assemblies}
    called: dict[str, str] = {}
    assemblies = []
    for one in clip.assemblies:
        ours = one.evolve(slots=tuple(map(mounted, one.slots)))
        called[one.id] = _assembly_id(taken, ours)
        if called[one.id] not in taken:
            named = ours.evolve(id=called[one.id], name=_assembly_name(taken, ours))
            taken[named.id] = named
            assemblies.append(named)
    return clip.evolve(
        assemblies=tuple(assemblies),
        devices=tuple(map(mounted, clip.devices)),
        racks=tuple(
            rack.evolve(
                feeds=tuple(feed for feed in rack.feeds if feed in feeds),
                assembly=called.get(rack.assembly, ""),
                stage=rack.stage if rack.stage in stages else "",
            )
            for rack in clip.racks
        ),
    )


def _assembly_id(taken: dict[str, Assembly], one: Assembly) -> str:
    known = taken.get(one.id)
    if known is None or (known.slots, known.rack_part) == (one.slots, one.rack_part):
        return one.id
    return fresh_id(taken, one.id)


def _assembly_name(taken: dict[str, Assembly], one: Assembly) -> str:
    names = {other.name for other in taken.values()}
    return next_name(names, one.name) if one.name and one.name in names else one.name


def _room_to(
    catalog: Catalog, design: Design, clip: Design, target: PasteTarget
) -> tuple[int, int]:
    """Return how far parts of a room move that are pasted without racks: by whole tiles.

    Without a place for them to the first near by that is free; a tile aside where none is.
    """
    tile, layout = max(design.room.tile_mm, 1), Layout(design)
    left, top, right, bottom = box_around(one.box for one in clip.room.obstacles)
    if target.at_mm is None:
        steps = (step for far in range(1, _MOST_STEPS) for step in ((far, 0), (0, far), (far, far)))
        for x, y in steps:
            dx, dy = x * tile, y * tile
            box = left + dx, top + dy, right + dx, bottom + dy
            beside = not any(overlap(box, one.box) for one in design.room.obstacles)
            if beside and can_stand(layout, catalog, "", box).ok:
                return dx, dy
        return tile, tile
    dx, dy = target.at_mm[0] - (left + right) // 2, target.at_mm[1] - (top + bottom) // 2
    return round(dx / tile) * tile, round(dy / tile) * tile


def _paste_room(before: Design, design: Design, clip: Design, by: tuple[int, int]) -> Design:
    """Paste columns, walls and zones at a distance from where they were, under free names."""
    whole = {one.group for one in clip.racks} | {one.group for one in clip.devices}
    whole |= {one.group for one in clip.room.obstacles}
    groups, room = copied_names(before, whole - {""}), design.room
    ids, names = {one.id for one in room.obstacles}, {one.name for one in room.obstacles}
    made = []
    for one in clip.room.obstacles:
        key = fresh_id(ids, one.id)
        name = next_name(names, one.name) if one.name and one.name in names else one.name
        ids.add(key)
        names.add(name)
        made.append(
            one.evolve(id=key, name=name, x_mm=one.x_mm + by[0], y_mm=one.y_mm + by[1],
                       group=groups.get(one.group, ""))
        )  # fmt: skip
    every = tuple(sorted((*room.obstacles, *made), key=attrgetter("id")))
    return apply(design, Change(single=(("room", room.evolve(obstacles=every)),)))


def _paste_racks(
    catalog: Catalog, design: Design, clip: Design, target: PasteTarget
) -> tuple[Design, tuple[int, int]]:
    """Return the design with racks pasted, and how far they went."""
    for rack in clip.racks:
        if catalog.get(rack.part) is None:
            raise EditError(not_in_catalogue(rack.part))
    racks, rows = clip.racks, clip.rows
    by = target.by_mm
    if by is None and target.at_mm is not None:
        by = to_middle(catalog, Layout(design), racks, target.at_mm)
    if by is not None:
        dx, dy = by
        racks = tuple(r.evolve(x_mm=r.x_mm + dx, y_mm=r.y_mm + dy) for r in racks)
        rows = tuple(r.evolve(x_mm=r.x_mm + dx, y_mm=r.y_mm + dy) for r in rows)
    exact = target.by_mm is not None
    if exact:
        _check_places(Layout(design), catalog, racks)
    place = CopyPlace(0, 0) if exact else nearest_place(design, catalog, racks, target.seen)
    if place is None:
        raise EditError(f"no room for {floor_words(catalog, racks)}: no place of the room is free")
    if clip.assemblies:
        design = apply(design, Change(put=(("assemblies", clip.assemblies),)))
    went = by or (0, 0)
    copied = with_copies(design, clip, racks, rows, place)
    return copied, (went[0] + place.dx_mm, went[1] + place.dy_mm)


def _check_places(layout: Layout, catalog: Catalog, racks: Sequence[Rack]) -> None:
    """Raise EditError where a rack that is pasted meets what stands, also where ids are alike."""
    for rack in racks:
        at = rack.x_mm, rack.y_mm, rack.rotation
        verdict = can_place_rack(layout, catalog, rack.part, *at)
        if not verdict.ok:
            raise EditError(f"{rack.name}: {verdict.reason}")


def to_middle(
    catalog: Catalog, layout: Layout, racks: Sequence[Rack], at_mm: tuple[int, int]
) -> tuple[int, int]:
    """Return how far racks move so that their middle is at a place.

    Flush with what stands beside one of them there, as where they are dragged; else on the tiles.
    """
    left, top, right, bottom = box_around(rack_box(catalog, rack) for rack in racks)
    dx, dy = at_mm[0] - (left + right) // 2, at_mm[1] - (top + bottom) // 2
    for rack in racks[:MOST_SNAPPED]:
        to = rack.x_mm + dx, rack.y_mm + dy
        if spot := beside_rack(layout, catalog, rack.part, *to, rack.rotation):
            return spot[0] - rack.x_mm, spot[1] - rack.y_mm
    x_mm, y_mm = snap_to_tile(layout.design.room, left + dx, top + dy)
    return x_mm - left, y_mm - top


def _paste_devices(
    catalog: Catalog, design: Design, devices: Sequence[Device], rack_id: str
) -> Design:
    """Paste devices into a rack: first those whose own units are free, then the others."""
    rack = Layout(design).racks.get(rack_id)
    if rack is None:
        raise EditError(f"no rack {rack_id!r}")
    groups = copied_names(design, {device.group for device in devices} - {""})
    devices = [
        one.evolve(group=groups[one.group]) if one.group in groups else one for one in devices
    ]
    waiting = []
    for device in devices:
        layout = Layout(design)
        at = device.half_u
        if can_place(layout, catalog, device.part, rack_id, at, device.face, side=device.side).ok:
            design = _placed(catalog, design, layout, device, rack, at, device.side)
        else:
            waiting.append(device)
    for device in waiting:
        side = None if device.side else device.side
        design = _placed(catalog, design, Layout(design), device, rack, None, side)
    return design


def _placed(
    catalog: Catalog,
    design: Design,
    layout: Layout,
    device: Device,
    rack: Rack,
    half_u: int | None,
    side: Side | None,
) -> Design:
    name = device.name.replace(RACK, rack.name)
    names = {placed.name for placed in layout.in_rack(rack.id)}
    return place_device(
        catalog, device.part, rack.id, half_u, device.face,
        next_name(names, name) if name in names else name, known=layout, side=side,
        fabric=device.fabric, tier=device.tier, feed=device.feed, cording=device.cording,
        stage=device.stage, note=device.note, group=device.group,
    )(design)  # fmt: skip


def _devices(devices: Iterable[Device]) -> str:
    return plural(sum(1 for _ in devices), "device")
