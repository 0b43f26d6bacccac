"""Turning what an assembly brings into devices of the rack's own, so that one can be edited."""

from collections.abc import Container, Iterable
from operator import attrgetter

from designer.document.errors import EditError
from designer.model.change import Change, apply, record_with
from designer.model.design import Design, Device, Rack
from designer.model.layout import Layout


def detached(design: Design, rack_id: str) -> tuple[Design, dict[str, str]]:
    """Detach a rack from its assembly.

    Returns
    -------
    Design
        With the rack holding devices of its own; the same design if it has no assembly.
    dict
        Key before (`rack/slot`) and after, for each device.

    Raises
    ------
    EditError
        If there is no such rack.
    """
    return all_detached(design, (rack_id,))


def all_detached(design: Design, rack_ids: Iterable[str]) -> tuple[Design, dict[str, str]]:
    """Detach several racks from their assemblies at once; the same as one after the other.

    Raises
    ------
    EditError
        If there is no such rack.
    """
    renamed: dict[str, str] = {}
    own: list[Device] = []
    loose: list[Rack] = []
    taken: set[str] = set()
    for rack_id in dict.fromkeys(rack_ids):
        rack = record_with(design.racks, rack_id)
        if rack is None:
            raise EditError(f"no rack {rack_id!r}")
        if not rack.assembly:
            continue
        taken = taken or set(map(attrgetter("id"), design.devices))
        loose.append(rack.evolve(assembly=""))
        for placed in Layout.of_copy(design, rack).in_rack(rack_id):
            key = _free(placed.key.replace("/", "-"), taken)
            taken.add(key)
            renamed[placed.key] = key
            own.append(
                Device(
                    id=key, name=placed.name, part=placed.part, rack=rack_id,
                    half_u=placed.half_u, face=placed.face, side=placed.side,
                    fabric=placed.fabric,
                    tier=placed.tier, feed=placed.feed, cording=placed.cording, stage=placed.stage,
                    note=placed.note,
                )
            )  # fmt: skip
    if not loose:
        return design, {}
    change = Change(put=(("racks", tuple(loose)), ("devices", tuple(own))))
    return with_other_keys(apply(design, change), renamed), renamed


def _free(stem: str, taken: Container[str]) -> str:
    """Return an id as it is, or with the first number that makes it free."""
    key, number = stem, 2
    while key in taken:
        key, number = f"{stem}-{number}", number + 1
    return key


def with_other_keys(design: Design, renamed: dict[str, str]) -> Design:
    """Return the design with what names devices, as cables do, following to their new keys."""

    def followed(address: str) -> str:
        device, colon, end = address.rpartition(":")
        if not colon:
            return renamed.get(address, address)
        return f"{renamed.get(device, device)}:{end}"

    cables = tuple(
        cable.evolve(a=renamed.get(cable.a, cable.a), b=renamed.get(cable.b, cable.b))
        for cable in design.cables
        if cable.a in renamed or cable.b in renamed
    )
    cords = tuple(
        cord.evolve(supply=followed(cord.supply), outlet=followed(cord.outlet))
        for cord in design.cords
        if (followed(cord.supply), followed(cord.outlet)) != (cord.supply, cord.outlet)
    )
    loops = tuple(
        loop.evolve(units=tuple(renamed.get(unit, unit) for unit in loop.units))
        for loop in design.loops
        if not renamed.keys().isdisjoint(loop.units)
    )
    notes = tuple(
        note.evolve(target=renamed[note.target]) for note in design.notes if note.target in renamed
    )
    records = (("cables", cables), ("cords", cords), ("loops", loops), ("notes", notes))
    put = tuple((name, changed) for name, changed in records if changed)
    return apply(design, Change(put=put)) if put else design


def with_own_devices(design: Design, keys: tuple[str, ...]) -> tuple[Design, tuple[str, ...]]:
    """Return a design in which every key names a device of its own, and their keys there.

    Raises
    ------
    EditError
        If a key names no device.
    """
    racks = dict.fromkeys(key.partition("/")[0] for key in keys if "/" in key)
    design, renamed = all_detached(design, racks)
    owned = tuple(dict.fromkeys(renamed.get(key, key) for key in keys))
    for key in owned:
        if record_with(design.devices, key) is None:
            raise EditError(f"no device {key!r}")
    return design, owned
