"""Replacing a part where it is mounted or stands, as one step."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Final, TypeVar

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import least_half_u
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.assemblies import name_after
from designer.document.edits.naming import fresh_id, slug
from designer.document.edits.replaced_racks import other_racks, refusals
from designer.document.edits.unfold import with_own_devices
from designer.document.errors import EditError
from designer.document.placement import can_place
from designer.document.port_maps import Pairs, PortLine, port_lines, remapped
from designer.document.restack import restacked
from designer.model.change import Change, apply
from designer.model.design import Assembly, Design, Device, Fabric, Rack, Slot
from designer.model.layout import Layout, Placed

_Mounted = TypeVar("_Mounted", Device, Slot)


@named
def replace_part(
    catalog: Catalog,
    part_id: str,
    by: str,
    only: Collection[str] | None = None,
    ports: Pairs = (),
) -> Edit:
    """Put another part in place of one: names, feeds and, where there is room, places stay.

    What stands on the floor and takes no devices, as a filled rack, is itself replaced: its ids and
    feeds, and so its links, cords and waivers, stay.

    Assemblies are changed once for all their copies; where only some racks are meant, those become
    copies of another assembly. Fabrics that took the part as a node take the other, and the part
    too where some are left. Where the other is higher, what stands in that rack's rails moves as
    little as it must. Cables and cords by hand hang on the next port of the same purpose.

    Parameters
    ----------
    only
        Keys of the racks and devices in which it is replaced; None: wherever it is.
    ports
        Ports on which something hangs by hand, each with the port of the other part that takes it:
        `("compute:1", "compute:3")`; an empty one takes away what hangs there.

    Raises
    ------
    EditError
        From the edit, if nothing of the part is there, the other has no room somewhere, or what
        hangs on it by hand does not fit its ports; then none is replaced.
    """

    def edit(design: Design) -> Design:
        if catalog.get(by) is None:
            raise EditError(f"{by} is not in the catalogue")
        made, keys = with_own(design, only)
        assemblies, racks = _assemblies(made, catalog, part_id, by, keys)
        devices = tuple(
            _with_part(device, catalog, by)
            for device in made.devices
            if device.part == part_id and (keys is None or not keys.isdisjoint(_places_of(device)))
        )
        standing = other_racks(made, catalog, part_id, by, keys)
        if not (assemblies or devices or standing) or part_id == by:
            raise EditError(f"no {_called(catalog, part_id)} to replace is there")
        put = (("assemblies", assemblies), ("racks", (*racks, *standing)), ("devices", devices))
        after = apply(made, Change(put=tuple(pair for pair in put if pair[1])))
        if fabrics := tuple(_fabrics(after, part_id, by)):
            after = apply(after, Change(put=(("fabrics", fabrics),)))
        if refusal := next(refusals(after, catalog, {rack.id for rack in standing}), ""):
            raise EditError(refusal)
        after, refusal = remapped(made, after, catalog, (part_id, by), ports)
        if refusal:
            raise EditError(refusal)
        changed = {assembly.id for assembly in assemblies}, {device.rack for device in devices}
        return _with_room(catalog, made, after, changed, by)

    return edit


def _with_part(one: _Mounted, catalog: Catalog, by: str) -> _Mounted:
    """Return a device or a slot of another part: one of the whole width stands in no half."""
    part = catalog.get(by)
    if one.side and part is not None and not part.half_width:
        return one.evolve(part=by, side="")
    return one.evolve(part=by)


def hung_by_hand(
    catalog: Catalog,
    design: Design,
    parts: tuple[str, str],
    only: Collection[str] | None,
    ports: Pairs,
) -> tuple[PortLine, ...]:
    """Return which ports of a part have cables and cords by hand, and where those would hang.

    Parameters
    ----------
    parts
        Ids of the part and of what takes its place.
    only, ports
        As of `replace_part`.

    Raises
    ------
    EditError
        If the part cannot be replaced for another reason.
    """
    if not (design.cables or design.cords):
        return ()
    made, keys = with_own(design, only)
    bare = replace_part(catalog, *parts, keys)(made.evolve(cables=(), cords=()))
    after = bare.evolve(cables=made.cables, cords=made.cords)
    return port_lines(made, after, catalog, parts, ports)


def _places_of(device: Device) -> tuple[str, str]:
    return device.id, device.rack


def with_own(design: Design, only: Collection[str] | None) -> tuple[Design, frozenset[str] | None]:
    """Return the design in which each device that is meant is the rack's own, and their keys."""
    if only is None:
        return design, None
    racks = {rack.id for rack in design.racks}.intersection(only)
    devices = tuple(key for key in only if key.partition("/")[0] not in racks)
    made, own = with_own_devices(design, devices)
    return made, frozenset((*racks, *own))


def _assemblies(
    design: Design, catalog: Catalog, part_id: str, by: str, keys: frozenset[str] | None
) -> tuple[tuple[Assembly, ...], tuple[Rack, ...]]:
    """Return the assemblies with the other part, and the racks that become copies of new ones."""
    copies: dict[str, list[Rack]] = {}
    for rack in design.racks:
        copies.setdefault(rack.assembly, []).append(rack)
    put: list[Assembly] = []
    moved: list[Rack] = []
    taken = {assembly.id for assembly in design.assemblies}
    for assembly in design.assemblies:
        if all(slot.part != part_id for slot in assembly.slots):
            continue
        every = copies.get(assembly.id, [])
        mine = every if keys is None else [rack for rack in every if rack.id in keys]
        if keys is not None and not mine:
            continue
        slots = tuple(
            _with_part(s, catalog, by) if s.part == part_id else s for s in assembly.slots
        )
        changed = assembly.evolve(slots=slots, name=name_after(design, catalog, assembly, slots))
        if len(mine) < len(every):
            key = fresh_id(taken, slug(changed.name or assembly.id))
            taken.add(key)
            same = changed.name == assembly.name
            name = f"{changed.name or assembly.id} ({key})" if same else changed.name
            changed = changed.evolve(id=key, name=name)
            moved += [rack.evolve(assembly=key) for rack in mine]
        put.append(changed)
    return tuple(put), tuple(moved)


_SWITCHES: Final = ("switch", "spine_switch", "core_switch")
"""What a fabric names its switches by."""


def _fabrics(design: Design, part_id: str, by: str) -> Iterator[Fabric]:
    """Yield the fabrics of what was replaced: they name the other part.

    Where some of the part is left they name it, too, as a node, and keep it as a switch.
    """
    slots = (slot.part for assembly in design.assemblies for slot in assembly.slots)
    drawn = (one.part for one in design.devices)
    left = part_id in chain(drawn, slots, (rack.part for rack in design.racks))
    for fabric in design.fabrics:
        changed: dict[str, object] = {}
        if part_id in fabric.nodes:
            stay = {part for part in fabric.nodes if part != part_id or left}
            changed["nodes"] = tuple(sorted({*stay, by}))
        if not left:
            changed |= {name: by for name in _SWITCHES if getattr(fabric, name) == part_id}
        if changed:
            yield fabric.evolve(**changed)


def _with_room(
    catalog: Catalog, before: Design, design: Design, changed: tuple[set[str], set[str]], by: str
) -> Design:
    """Return the design in which what was put in has room beside all else in its rack.

    Parameters
    ----------
    before
        The same, with what was there.
    changed
        Ids of the assemblies and of the racks with own devices that hold it now.

    Raises
    ------
    EditError
        If there is none.
    """
    layout, was = Layout(design), Layout(before)
    made = design
    for rack in _unlike(layout, changed):
        if refusal := _refusal(catalog, layout, rack, by):
            made = _restacked(catalog, (was, layout), made, rack, refusal)
    if made is not design:
        layout = Layout(made)
        for rack in _unlike(layout, changed):
            if refusal := _refusal(catalog, layout, rack, by):
                raise EditError(refusal)
    return made


def _unlike(layout: Layout, changed: tuple[set[str], set[str]]) -> Iterator[Rack]:
    """Yield the racks that hold something else now; of those filled alike the first."""
    assemblies, own = changed
    seen = set()
    for rack in layout.design.racks:
        if rack.assembly in assemblies or rack.id in own:
            held = _filling(layout, rack)
            if held not in seen:
                seen.add(held)
                yield rack


def _filling(layout: Layout, rack: Rack) -> tuple[object, ...]:
    """Return what decides whether things fit into a rack: what it is, and what stands where."""
    devices = layout.own_devices.get(rack.id, ())
    return (rack.part, rack.assembly, *((d.part, d.half_u, d.face, d.side) for d in devices))


def _refusal(catalog: Catalog, layout: Layout, rack: Rack, by: str) -> str:
    """Return why a part of a rack has no room where it is; empty where all have."""
    for placed in layout.in_rack(rack.id):
        if placed.part == by:
            place = (rack.id, placed.half_u, placed.face, {placed.key})
            verdict = can_place(layout, catalog, by, *place, side=placed.side)
            if not verdict.ok:
                return f"{verdict.title}: {verdict.reason}"
    return ""


def _restacked(
    catalog: Catalog, layouts: tuple[Layout, Layout], design: Design, rack: Rack, refusal: str
) -> Design:
    """Return the design in which what stands in a rack, and in those filled alike, moved apart.

    Parameters
    ----------
    layouts
        Before and after what was replaced.

    Raises
    ------
    EditError
        If the rack is not high enough for all, or height is not what is wrong.
    """
    was, now = ({one.key: one for one in layout.in_rack(rack.id)} for layout in layouts)
    heights = {
        key: least_half_u(catalog.get(one.part))
        for key, one in now.items()
        if key in was and was[key].part != one.part
    }
    moved = restacked(layouts[0], catalog, rack.id, heights)
    if not moved:
        raise EditError(refusal)
    alike = [one for one in layouts[1].design.racks
             if _filling(layouts[1], one) == _filling(layouts[1], rack)]  # fmt: skip
    own = _moved_devices(layouts[1], alike, moved, now)
    slots = {key.partition("/")[2]: to for key, to in moved.items() if "/" in key}
    assemblies = tuple(
        one.evolve(slots=tuple(s.evolve(half_u=slots.get(s.id, s.half_u)) for s in one.slots))
        for one in design.assemblies
        if slots and one.id == rack.assembly
    )
    put = (("assemblies", assemblies), ("devices", own))
    return apply(design, Change(put=tuple(pair for pair in put if pair[1])))


def _moved_devices(
    layout: Layout, racks: Iterable[Rack], moved: Mapping[str, int], held: Mapping[str, Placed]
) -> tuple[Device, ...]:
    """Return the own devices of racks filled alike that move as those of one of them do."""
    to = {
        (held[key].part, held[key].half_u, held[key].face, held[key].side): half_u
        for key, half_u in moved.items()
        if "/" not in key
    }
    return tuple(
        device.evolve(half_u=to[place])
        for rack in racks
        for device in layout.own_devices.get(rack.id, ())
        if (place := (device.part, device.half_u, device.face, device.side)) in to
    )


def _called(catalog: Catalog, part_id: str) -> str:
    part = catalog.get(part_id)
    return part.name if part else part_id
