"""Replacing a part where fewer of the other fit: the highest of a rack leave, as one step.

Those that leave go to racks that are named for them, or out of the design with what hangs on them.
What stays keeps its name, its place in the order of its rack, its cables and its waivers.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from itertools import chain

from designer.catalog.catalog import Catalog
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.assemblies import name_after
from designer.document.edits.naming import fresh_id, slug
from designer.document.edits.records import remove
from designer.document.edits.replaced_parts import replace_part, with_own
from designer.document.edits.unfold import with_other_keys
from designer.document.errors import EditError
from designer.document.placement import first_fit
from designer.document.port_maps import Pairs
from designer.model.change import Change, apply
from designer.model.design import Assembly, Design, Device, Rack
from designer.model.layout import Layout, Placed

Numbers = tuple[tuple[str, int], ...]
"""Racks by id, each with a number of devices."""


@named
def replace_fewer(
    catalog: Catalog,
    part_id: str,
    by: str,
    stay: Numbers,
    only: Collection[str] | None = None,
    ports: Pairs = (),
    free: Numbers = (),
) -> Edit:
    """Put another part in place of one, of which not all have room: the highest of a rack leave.

    Copies of an assembly that lose the same become copies of one assembly. In all else as
    `replace_part`.

    Parameters
    ----------
    stay
        Racks, each with how many of those that are meant stay in it; in racks that are not named
        all stay.
    only, ports
        As of `replace_part`.
    free
        Racks for those that leave, each with how many it takes; the others are removed, and cables
        and cords by hand with them.

    Raises
    ------
    EditError
        From the edit, if the others have no room even so, or as `replace_part` does.
    """

    def edit(design: Design) -> Design:
        made, keys = with_own(design, only)
        layout = Layout(made)
        leaving = [
            one for rack, number in stay
            for one in meant_in(layout, rack, part_id, keys)[max(0, number):]
        ]  # fmt: skip
        room = list(chain.from_iterable([rack] * number for rack, number in free))
        moved, removed = leaving[: len(room)], leaving[len(room) :]
        made = _without_slots(made, catalog, leaving)
        made, renamed = _moved(made, catalog, by, list(zip(moved, room, strict=False)))
        gone = {one.key for one in removed}
        made = _without_ends(made, gone)
        made = remove(tuple(one.key for one in removed if not one.from_assembly))(made)
        if keys is not None:
            keys = frozenset((keys - gone).union(renamed.values()))
        return replace_part(catalog, part_id, by, keys, ports)(made)

    return edit


def meant_in(layout: Layout, rack_id: str, part_id: str, keys: Set[str] | None) -> Sequence[Placed]:
    """Return the devices of a part that are meant in a rack, from the lowest up.

    Parameters
    ----------
    keys
        Racks and devices that are meant; None: all.
    """
    found = [
        one for one in layout.in_rack(rack_id)
        if one.part == part_id and (keys is None or rack_id in keys or one.key in keys)
    ]  # fmt: skip
    return sorted(found, key=lambda one: (one.half_u, one.side, one.key))


def _without_slots(design: Design, catalog: Catalog, leaving: Iterable[Placed]) -> Design:
    """Return the design in which racks that are copies lack the slots of what leaves them."""
    lost: dict[str, set[str]] = {}
    for one in leaving:
        if one.from_assembly:
            lost.setdefault(one.rack, set()).add(one.key.partition("/")[2])
    if not lost:
        return design
    copies: dict[str, list[Rack]] = {}
    alike: dict[tuple[str, frozenset[str]], list[Rack]] = {}
    for rack in design.racks:
        copies.setdefault(rack.assembly, []).append(rack)
        if rack.id in lost:
            alike.setdefault((rack.assembly, frozenset(lost[rack.id])), []).append(rack)
    known = {one.id: one for one in design.assemblies}
    put: list[Assembly] = []
    racks: list[Rack] = []
    taken = set(known)
    for (assembly_id, gone), mine in alike.items():
        was = known[assembly_id]
        slots = tuple(slot for slot in was.slots if slot.id not in gone)
        fewer = was.evolve(slots=slots, name=name_after(design, catalog, was, slots))
        if len(mine) < len(copies[assembly_id]):
            fewer = _another(fewer, was, taken)
            racks += [rack.evolve(assembly=fewer.id) for rack in mine]
        put.append(fewer)
    records = (("assemblies", tuple(put)), ("racks", tuple(racks)))
    return apply(design, Change(put=tuple(pair for pair in records if pair[1])))


def _another(fewer: Assembly, was: Assembly, taken: set[str]) -> Assembly:
    """Return an assembly under an id of its own, and a name that no other has."""
    key = fresh_id(taken, slug(fewer.name or was.id))
    taken.add(key)
    same = fewer.name == was.name
    return fewer.evolve(id=key, name=f"{fewer.name or was.id} ({key})" if same else fewer.name)


def _moved(
    design: Design, catalog: Catalog, by: str, moves: Sequence[tuple[Placed, str]]
) -> tuple[Design, Mapping[str, str]]:
    """Return the design with what leaves in other racks, and each key with that of its device.

    Raises
    ------
    EditError
        If one has no room there as the other part.
    """
    devices = {one.id: one for one in design.devices}
    layout, put, renamed = Layout(design), [], {}
    taken = set(devices)
    for one, rack_id in moves:
        own = devices.get(one.key) or _own(one, taken)
        renamed[one.key] = own.id
        at = first_fit(layout, catalog, by, rack_id, "front")
        if at is None:
            raise EditError(f"no room for {one.name} in {layout.name_of(rack_id)}")
        put.append(own.evolve(rack=rack_id, half_u=at, side=""))
        # As what it becomes: the next has room beside that.
        then = apply(layout.design, Change(put=(("devices", (put[-1].evolve(part=by),)),)))
        layout = layout.after(then)
    if not put:
        return design, {}
    made = apply(design, Change(put=(("devices", tuple(put)),)))
    return with_other_keys(made, {was: key for was, key in renamed.items() if was != key}), renamed


def _own(one: Placed, taken: set[str]) -> Device:
    """Return a slot of a rack as a device of its own."""
    stem = one.key.replace("/", "-")
    key = stem if stem not in taken else fresh_id(taken, stem)
    taken.add(key)
    return Device(
        id=key, name=one.name, part=one.part, rack=one.rack, half_u=one.half_u, face=one.face,
        side=one.side, fabric=one.fabric, tier=one.tier, feed=one.feed, cording=one.cording,
        stage=one.stage, note=one.note,
    )  # fmt: skip


def _without_ends(design: Design, gone: Set[str]) -> Design:
    """Return the design without the cables and cords by hand of what is removed."""

    def ends(*addresses: str) -> bool:
        return any(address.partition(":")[0] in gone for address in addresses)

    cables = tuple(one.id for one in design.cables if ends(one.a, one.b))
    cords = tuple(one.id for one in design.cords if ends(one.supply, one.outlet))
    drop = tuple(pair for pair in (("cables", cables), ("cords", cords)) if pair[1])
    return apply(design, Change(drop=drop)) if drop else design
