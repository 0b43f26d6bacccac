"""Names in a design that lead nowhere. They are kept and reported; nothing is removed.

May import `model` and `io.record_repair`.
"""

from designer.io.record_repair import Findings
from designer.model.design import Design


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
    _say_loose_cables(design, findings)


def _say_loose_cables(design: Design, findings: Findings) -> None:
    if not design.cables:
        return
    slots = {a.id: [slot.id for slot in a.slots] for a in design.assemblies}
    keys = {device.id for device in design.devices} | {rack.id for rack in design.racks}
    for rack in design.racks:
        keys |= {f"{rack.id}/{slot}" for slot in slots.get(rack.assembly, ())}
    for cable in design.cables:
        for field, end in (("a", cable.a), ("b", cable.b)):
            if end not in keys:
                what = f"cables.{cable.id}: there is no device {end!r}"
                mend = "kept as it is; mend the name"
                findings.say(("cables", cable.id, field), what, mend, "warning")
