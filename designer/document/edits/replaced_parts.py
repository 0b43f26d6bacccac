"""Replacing a part wherever it is mounted, as one step."""

from collections.abc import Iterator

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.errors import EditError
from designer.document.placement import can_place
from designer.model.change import Change, apply
from designer.model.design import Assembly, Design, Device, Fabric, Rack
from designer.model.layout import Layout


def replace_part(catalog: Catalog, part_id: str, by: str) -> Edit:
    """Put another part in place of one wherever it is mounted: places, names and feeds stay.

    Assemblies are changed once for all their copies, and fabrics that took the part as a node take
    the other. Racks that hold the same at the same heights are looked at once.

    Raises
    ------
    EditError
        From the edit, if nothing of the part is mounted, or the other has no room somewhere; then
        none is replaced.
    """

    def edit(design: Design) -> Design:
        if catalog.get(by) is None:
            raise EditError(f"{by} is not in the catalogue")
        assemblies = tuple(_assemblies(design, part_id, by))
        devices = tuple(d.evolve(part=by) for d in design.devices if d.part == part_id)
        if (not assemblies and not devices) or part_id == by:
            raise EditError(f"no {_called(catalog, part_id)} to replace is mounted in a rack")
        fabrics = tuple(_fabrics(design, part_id, by))
        put = (("assemblies", assemblies), ("devices", devices), ("fabrics", fabrics))
        after = apply(design, Change(put=tuple(pair for pair in put if pair[1])))
        _check_room(catalog, after, assemblies, devices, by)
        return after

    return edit


def _assemblies(design: Design, part_id: str, by: str) -> Iterator[Assembly]:
    for assembly in design.assemblies:
        if any(slot.part == part_id for slot in assembly.slots):
            slots = (s.evolve(part=by) if s.part == part_id else s for s in assembly.slots)
            yield assembly.evolve(slots=tuple(slots))


def _fabrics(design: Design, part_id: str, by: str) -> Iterator[Fabric]:
    for fabric in design.fabrics:
        if part_id in fabric.nodes:
            stay = {part for part in fabric.nodes if part != part_id}
            yield fabric.evolve(nodes=tuple(sorted({*stay, by})))


def _check_room(
    catalog: Catalog,
    design: Design,
    assemblies: tuple[Assembly, ...],
    devices: tuple[Device, ...],
    by: str,
) -> None:
    """Raise EditError if what was put in has no room beside all else in its rack."""
    layout = Layout(design)
    changed = {assembly.id for assembly in assemblies}
    own = {device.rack for device in devices}
    seen = set()
    for rack in design.racks:
        if rack.assembly not in changed and rack.id not in own:
            continue
        held = _filling(layout, rack)
        if held in seen:
            continue
        seen.add(held)
        for placed in layout.in_rack(rack.id):
            if placed.part == by:
                place = (rack.id, placed.half_u, placed.face, {placed.key})
                verdict = can_place(layout, catalog, by, *place)
                if not verdict.ok:
                    raise EditError(f"{verdict.title}: {verdict.reason}")


def _filling(layout: Layout, rack: Rack) -> tuple[object, ...]:
    """Return what decides whether things fit into a rack: what it is, and what stands where."""
    devices = layout.own_devices.get(rack.id, ())
    return (rack.part, rack.assembly, *((d.part, d.half_u, d.face) for d in devices))


def _called(catalog: Catalog, part_id: str) -> str:
    part = catalog.get(part_id)
    return part.name if part else part_id
