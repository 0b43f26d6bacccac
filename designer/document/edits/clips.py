"""What is copied of a design, to be pasted into a rack, a row, a design or another window.

A clip is a design of its own, with nothing but what was copied: racks with all that they hold, and
devices whose rack was not copied, which name no rack. So it is written, read and shown as any
design is. May import the model, the catalogue and names of this room.
"""

from collections.abc import Collection, Iterable
from typing import Final

from designer.document.edits.groups import freed, whole_in
from designer.document.edits.naming import after_rack
from designer.model.design import Design, Device, Rack, Room
from designer.model.layout import Layout, Placed
from designer.model.network_keys import element_key

RACK: Final = "{rack}"
"""Stands in the name of a device without a rack for the name of the rack that takes it."""


def clip_of(design: Design, keys: Collection[str]) -> Design:
    """Return what is copied of a design, by the keys of racks, devices and parts of the room.

    Rows come with it of which every rack is copied (other racks keep the name of theirs),
    assemblies that its racks are copies of, cords by hand whose both ends are in it, and remarks
    on its racks and devices.

    Returns
    -------
    Design
        Without racks, devices and obstacles of the room where the keys name none.
    """
    wanted = set(keys)
    layout = Layout(design)
    racks = tuple(rack for rack in design.racks if rack.id in wanted)
    held = {rack.id for rack in racks}
    inside = tuple(device for device in design.devices if device.rack in held)
    loose = tuple(_loose(layout, placed) for placed in _devices(layout, keys, held))
    room = tuple(one for one in design.room.obstacles if element_key(one.id) in wanted)
    whole = whole_in(design, (*racks, *inside, *loose, *room))
    room = tuple(freed(one, whole) for one in room)
    racks = tuple(freed(rack, whole) for rack in racks)
    inside, loose = (tuple(freed(one, whole) for one in some) for some in (inside, loose))
    rows = _whole_rows(design, racks)
    devices = tuple(sorted((*inside, *loose), key=lambda device: device.id))
    ends = {device.id for device in devices} | {rack.id for rack in racks}
    return Design(
        name=design.name,
        room=Room(obstacles=room),
        rows=tuple(row for row in design.rows if row.id in rows),
        racks=racks,
        devices=devices,
        assemblies=tuple(
            one for one in design.assemblies if one.id in {rack.assembly for rack in racks}
        ),
        cords=tuple(
            cord
            for cord in design.cords
            if _end(cord.supply) in ends and (not cord.outlet or _end(cord.outlet) in ends)
        ),
        notes=tuple(note for note in design.notes if note.target in ends),
    )


def loose_devices(clip: Design) -> tuple[Device, ...]:
    """Return the devices of a clip whose rack was not copied, lowest first."""
    racks = {rack.id for rack in clip.racks}
    found = (device for device in clip.devices if device.rack not in racks)
    return tuple(sorted(found, key=lambda device: (device.half_u, device.id)))


def is_clip(design: Design) -> bool:
    """Return whether a design holds anything that can be pasted."""
    return bool(design.racks or design.devices or design.room.obstacles)


def _devices(layout: Layout, keys: Iterable[str], racks: Collection[str]) -> Iterable[Placed]:
    """Yield the devices that keys name, of racks that are not copied themselves."""
    for key in keys:
        placed = layout.find(key)
        if placed is not None and placed.rack not in racks:
            yield placed


def _loose(layout: Layout, placed: Placed) -> Device:
    rack, own = layout.racks[placed.rack], layout.devices.get(placed.key)
    return Device(
        id=placed.key.replace("/", "-"), name=after_rack(placed.name, rack.name, RACK),
        part=placed.part, rack="", half_u=placed.half_u, face=placed.face, side=placed.side,
        fabric=placed.fabric,
        tier=placed.tier, feed=placed.feed, cording=placed.cording, stage=placed.stage,
        note=placed.note, group=own.group if own else "",
    )  # fmt: skip


def _whole_rows(design: Design, racks: Iterable[Rack]) -> set[str]:
    """Return the rows of which all racks are copied, and more than one."""
    counts: dict[str, int] = {}
    for rack in racks:
        counts[rack.row] = counts.get(rack.row, 0) + 1
    all_of: dict[str, int] = {}
    for rack in design.racks:
        all_of[rack.row] = all_of.get(rack.row, 0) + 1
    return {row for row, count in counts.items() if row and count > 1 and count == all_of[row]}


def _end(address: str) -> str:
    """Return the device of an end of a cord."""
    device, colon, _ = address.rpartition(":")
    return device if colon else address
