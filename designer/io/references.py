"""Names in a design that lead nowhere. They are kept and reported; nothing is removed.

May import `model`, `catalog` and the readers of this room.
"""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from designer.catalog.part import Part
from designer.io.design_text import part_ids
from designer.io.record_repair import Findings
from designer.model.design import Design
from designer.model.source_places import Path
from designer.model.stages import STAGED


class Dangling(NamedTuple):
    """A name that leads nowhere.

    Attributes
    ----------
    path
        Collection and id of the record that holds it, and further down where it is inside.
    field
        The field that holds it.
    value
        The name; of an end of a cord that of the device.
    what
        What is wrong, in words.
    """

    path: Path
    field: str
    value: str
    what: str


def say_dangling(design: Design, findings: Findings) -> None:
    """Report every reference to a record that the design does not have."""
    for one in dangling(design):
        findings.say((*one.path, one.field), one.what, "kept as it is; mend the name", "warning")


def dangling(design: Design) -> Iterator[Dangling]:
    """Yield every reference to a record that the design does not have."""
    racks = {rack.id for rack in design.racks}
    rows = {row.id for row in design.rows}
    assemblies = {assembly.id: assembly for assembly in design.assemblies}
    fabrics = {fabric.id for fabric in design.fabrics}
    feeds = {feed.id for feed in design.feeds}
    yield from _of_stages(design)
    networks = (("fabric", fabrics), ("feed", feeds))
    for rack in design.racks:
        for field, ids in (("row", rows), ("assembly", assemblies)):
            if (value := getattr(rack, field)) and value not in ids:
                yield _lost(("racks", rack.id), field, value)
    for device in design.devices:
        if device.rack not in racks:
            yield _lost(("devices", device.id), "rack", device.rack)
        for field, ids in networks:
            if (value := getattr(device, field)) and value not in ids:
                yield _lost(("devices", device.id), field, value)
    for assembly in design.assemblies:
        for index, slot in enumerate(assembly.slots):
            for field, ids in networks:
                if (value := getattr(slot, field)) and value not in ids:
                    yield _lost(("assemblies", assembly.id, "slots", index), field, value)
    for rack in design.racks:
        yield from _of_list(("racks", rack.id), "feeds", "feed", rack.feeds, feeds)
    for place in design.places:
        of = [place.fabric, *place.nodes_of] if place.fabric else place.nodes_of
        yield from _of_list(("places", place.id), "nodes_of", "fabric", of, fabrics)
    halls = {hall.id for hall in design.halls}
    for fabric in design.fabrics:
        if fabric.hall and fabric.hall not in halls:
            yield _lost(("fabrics", fabric.id), "hall", fabric.hall)
    nodes = {node.id for node in design.power}
    for node in design.power:
        at = ("power", node.id)
        yield from _of_list(at, "parents", "power record", node.parents, nodes - {node.id})
    yield from _lost_ends(design)


def say_unused_parts(design: Design, parts: Iterable[Part], findings: Findings) -> None:
    """Report embedded parts that nothing in the design names: a save leaves them out."""
    named = part_ids(design)
    for part in parts:
        if part.id not in named:
            what = f"part {part.id!r} is embedded, but nothing in the design uses it"
            findings.say(("parts", part.id), what, "a save leaves it out", "warning")


def _lost(path: Path, field: str, value: str) -> Dangling:
    named = ".".join(map(str, path))
    what = f"{named}: there is no {field} {value!r}" if value else f"{named} has no {field}"
    return Dangling(path, field, value, what)


def _of_list(
    path: Path, field: str, what: str, names: Iterable[str], ids: Container[str]
) -> Iterator[Dangling]:
    """Yield names of a list that lead nowhere."""
    for name in names:
        if name not in ids:
            said = f"{'.'.join(map(str, path))}: there is no {what} {name!r}"
            yield Dangling(path, field, name, said)


def _of_stages(design: Design) -> Iterator[Dangling]:
    """Yield names of stages that the design does not have."""
    known = {"", *(stage.id for stage in design.stages)}
    for collection in STAGED:
        for record in getattr(design, collection):
            if record.stage not in known:
                yield _lost((collection, record.id), "stage", record.stage)
    for assembly in design.assemblies:
        for index, slot in enumerate(assembly.slots):
            if slot.stage not in known:
                yield _lost(("assemblies", assembly.id, "slots", index), "stage", slot.stage)


def _lost_ends(design: Design) -> Iterator[Dangling]:
    """Yield cables, cords, kept places and coolant loops that name no device, rack or row."""
    if not (design.cables or design.cords or design.loops or design.places):
        return
    slots = {a.id: [slot.id for slot in a.slots] for a in design.assemblies}
    keys = {device.id for device in design.devices} | {rack.id for rack in design.racks}
    for rack in design.racks:
        keys |= {f"{rack.id}/{slot}" for slot in slots.get(rack.assembly, ())}
    for cable in design.cables:
        for field, end in (("a", cable.a), ("b", cable.b)):
            yield from _of_list(("cables", cable.id), field, "device", (end,), keys)
    for place in design.places:
        taken = (place.taken_by,) if place.taken_by else ()
        yield from _of_list(("places", place.id), "taken_by", "device", taken, keys)
    for cord in design.cords:
        for field, end in (("supply", cord.supply), ("outlet", cord.outlet)):
            device = end.rpartition(":")[0] or end
            if end:  # an empty outlet is a supply left unplugged
                yield from _of_list(("cords", cord.id), field, "device", (device,), keys)
    places = {rack.id for rack in design.racks} | {row.id for row in design.rows}
    for loop in design.loops:
        at = ("loops", loop.id)
        yield from _of_list(at, "units", "device", loop.units, keys)
        yield from _of_list(at, "racks", "rack or row", loop.racks, places)
