"""Halls whose racks hold the same at other heights: hardly two of them are alike."""

from designer.model.design import Assembly, Design, Slot

NODE = "dgx-h100"
_HIGH, _GAPS, _MOST = 16, 17, 30
"""Half units of a node; how many gaps may be below the next; half units that gaps may take."""


def other_heights(design: Design) -> Design:
    """Return a design in which each rack of four nodes has them at heights of its own."""
    by_id = {one.id: one for one in design.assemblies}
    made: list[Assembly] = []
    racks, number = [], 0
    for rack in design.racks:
        assembly = by_id.get(rack.assembly)
        nodes = [s for s in assembly.slots if s.part == NODE] if assembly else []
        if assembly is None or not nodes:
            racks.append(rack)
            continue
        while sum(gaps := _gaps(number)) > _MOST:
            number += 1
        number += 1
        others = [slot for slot in assembly.slots if slot.part != NODE]
        slots = sorted((*others, *_raised(nodes, gaps)), key=lambda slot: slot.id)
        made.append(assembly.evolve(id=f"heights-{number:04d}", slots=tuple(slots)))
        racks.append(rack.evolve(assembly=made[-1].id))
    assemblies = tuple(sorted((*design.assemblies, *made), key=lambda one: one.id))
    return design.evolve(assemblies=assemblies, racks=tuple(racks))


def _gaps(number: int) -> list[int]:
    return [number // _GAPS**at % _GAPS for at in range(3)]


def _raised(nodes: list[Slot], gaps: list[int]) -> list[Slot]:
    raised, half_u = [], 2
    for at, slot in enumerate(nodes):
        raised.append(slot.evolve(half_u=half_u))
        half_u += _HIGH + (gaps[at] if at < len(gaps) else 0)
    return raised
