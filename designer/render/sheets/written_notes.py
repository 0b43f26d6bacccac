"""The notes that people wrote into the records of a design, as sheets list them. No Qt."""

from collections.abc import Iterable

from designer.catalog.catalog import Catalog
from designer.model.design import Rack
from designer.model.layout import Layout
from designer.render.sheets.sheet_list import name_ranges


def rack_notes(racks: Iterable[Rack], layout: Layout) -> list[str]:
    """Return the notes of alike racks, of their assembly and of what is in the first of them.

    A note that does not hold for all of the racks names those for which it does.
    """
    shared = list(racks)
    by_note: dict[str, list[str]] = {}
    for rack in shared:
        by_note.setdefault(rack.note, []).append(rack.name or rack.id)
    said = [
        note if len(by_note) == 1 else f"{name_ranges(names)}: {note}"
        for note, names in by_note.items()
        if note
    ]
    assembly = layout.assemblies.get(shared[0].assembly)
    return [*said, assembly.note if assembly else "", *_device_notes(shared[0].id, layout)]


def floor_unit_notes(layout: Layout, catalog: Catalog) -> list[str]:
    """Return the notes of what stands on the floor without a sheet of its own, and in it."""
    said = []
    for rack in layout.design.racks:
        part = catalog.get(rack.part)
        if part is not None and not part.traits.contains:
            said += [f"{rack.name or rack.id}: {rack.note}"] if rack.note else []
            said += _device_notes(rack.id, layout)
    return said


def plant_notes(layout: Layout) -> list[str]:
    """Return the notes of rows, of what feeds, cools and connects, and of lines drawn by hand."""
    design = layout.design
    named = [(f"Row {row.name or row.id}", row.note) for row in design.rows]
    named += [(node.name or node.id, node.note) for node in design.power]
    named += [(loop.name or loop.id, loop.note) for loop in design.loops]
    named += [(fabric.name or fabric.id, fabric.note) for fabric in design.fabrics]
    named += [(f"Cable from {cable.a} to {cable.b}", cable.note) for cable in design.cables]
    named += [(tray.name or tray.id, tray.note) for tray in design.trays]
    named += [(f"Cord of {cord.supply}", cord.note) for cord in design.cords]
    return [f"{name}: {note}" for name, note in named if note]


def _device_notes(rack: str, layout: Layout) -> list[str]:
    return [f"{placed.name or placed.key}: {placed.note}"
            for placed in layout.in_rack(rack) if placed.note]  # fmt: skip
