"""Names in a design that lead nowhere. They are kept and reported; nothing is removed.

May import `model`, `catalog` and the readers of this room.
"""

from collections.abc import Container, Iterable

from designer.catalog.part import Part
from designer.io.design_text import part_ids
from designer.io.record_repair import Findings
from designer.model.design import Design
from designer.model.source_places import Path


def say_dangling(design: Design, findings: Findings) -> None:
    """Report every reference to a record that the design does not have."""
    racks = {rack.id for rack in design.racks}
    rows = {row.id for row in design.rows}
    assemblies = {assembly.id: assembly for assembly in design.assemblies}
    fabrics = {fabric.id for fabric in design.fabrics}
    feeds = {feed.id for feed in design.feeds}
    known = (("rack", racks), ("row", rows), ("assembly", set(assemblies)))
    networks = (("fabric", fabrics), ("feed", feeds))

    def check(path: tuple[str | int, ...], field: str, value: str, ids: set[str]) -> None:
        if value not in ids:
            named = ".".join(map(str, path))
            what = f"{named}: there is no {field} {value!r}" if value else f"{named} has no {field}"
            findings.say((*path, field), what, "kept as it is; mend the name", "warning")

    for rack in design.racks:
        for field, ids in known[1:]:
            if value := getattr(rack, field):
                check(("racks", rack.id), field, value, ids)
    for device in design.devices:
        check(("devices", device.id), "rack", device.rack, racks)
        for field, ids in networks:
            if value := getattr(device, field):
                check(("devices", device.id), field, value, ids)
    for assembly in design.assemblies:
        for index, slot in enumerate(assembly.slots):
            for field, ids in networks:
                if value := getattr(slot, field):
                    check(("assemblies", assembly.id, "slots", index), field, value, ids)
    for rack in design.racks:
        _say_lost(findings, ("racks", rack.id), "feeds", "feed", rack.feeds, feeds)
    for place in design.places:
        of = [place.fabric, *place.nodes_of] if place.fabric else place.nodes_of
        _say_lost(findings, ("places", place.id), "nodes_of", "fabric", of, fabrics)
    halls = {hall.id for hall in design.halls}
    for fabric in design.fabrics:
        if fabric.hall:
            check(("fabrics", fabric.id), "hall", fabric.hall, halls)
    nodes = {node.id for node in design.power}
    for node in design.power:
        at = ("power", node.id)
        _say_lost(findings, at, "parents", "power record", node.parents, nodes - {node.id})
    _say_lost_ends(design, findings)


def say_unused_parts(design: Design, parts: Iterable[Part], findings: Findings) -> None:
    """Report embedded parts that nothing in the design names: a save leaves them out."""
    named = part_ids(design)
    for part in parts:
        if part.id not in named:
            what = f"part {part.id!r} is embedded, but nothing in the design uses it"
            findings.say(("parts", part.id), what, "a save leaves it out", "warning")


def _say_lost(
    findings: Findings,
    path: Path,
    field: str,
    what: str,
    names: Iterable[str],
    ids: Container[str],
) -> None:
    """Report names of a list that lead nowhere."""
    for name in names:
        if name not in ids:
            said = f"{'.'.join(map(str, path))}: there is no {what} {name!r}"
            findings.say((*path, field), said, "kept as it is; mend the name", "warning")


def _say_lost_ends(design: Design, findings: Findings) -> None:
    """Report cables, cords, kept places and coolant loops that name no device, rack or row."""
    if not (design.cables or design.cords or design.loops or design.places):
        return
    slots = {a.id: [slot.id for slot in a.slots] for a in design.assemblies}
    keys = {device.id for device in design.devices} | {rack.id for rack in design.racks}
    for rack in design.racks:
        keys |= {f"{rack.id}/{slot}" for slot in slots.get(rack.assembly, ())}
    for cable in design.cables:
        for field, end in (("a", cable.a), ("b", cable.b)):
            _say_lost(findings, ("cables", cable.id), field, "device", (end,), keys)
    for place in design.places:
        taken = (place.taken_by,) if place.taken_by else ()
        _say_lost(findings, ("places", place.id), "taken_by", "device", taken, keys)
    for cord in design.cords:
        for field, end in (("supply", cord.supply), ("outlet", cord.outlet)):
            device = end.rpartition(":")[0] or end
            if end:  # an empty outlet is a supply left unplugged
                _say_lost(findings, ("cords", cord.id), field, "device", (device,), keys)
    places = {rack.id for rack in design.racks} | {row.id for row in design.rows}
    for loop in design.loops:
        at = ("loops", loop.id)
        _say_lost(findings, at, "units", "device", loop.units, keys)
        _say_lost(findings, at, "racks", "rack or row", loop.racks, places)
