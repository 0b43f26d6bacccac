"""Copies of racks with all that they hold: what they are called, and what goes with them.

The one place that names copies, whether they are duplicated or pasted. May import names and places
of copies of this room.
"""

from collections.abc import Collection, Mapping, Sequence

from designer.document.edits.copy_places import CopyPlace, turned_round
from designer.document.edits.groups import copied_names, freed, whole_in
from designer.document.edits.naming import after_rack, fresh_id, next_name, row_letters, slug
from designer.model.change import Change, apply
from designer.model.design import Cord, Design, Device, Note, Rack, Rotation, Row
from designer.model.layout import Layout


def with_copies(
    design: Design,
    source: Design,
    racks: Sequence[Rack],
    whole: Sequence[Row],
    place: CopyPlace,
) -> Design:
    """Return a design with copies of racks at a place, those of whole rows in rows of their own.

    A rack whose name is free keeps it; another takes the next one. A copy that does not stand in
    line with the row that its rack names belongs to no row. Copies are not locked, and those of a
    whole group are a group of their own.

    Parameters
    ----------
    source
        The design that the racks stand in, with their devices: the same, or another one.
    whole
        The rows of which every rack is copied.
    """
    rows = _copied_rows(design, whole, place)
    layout, held = Layout(design), Layout(source).own_devices
    names, ids = {rack.name for rack in design.racks}, set(layout.racks)
    taken = set(layout.devices)
    lines = _lines_of(design, {rack.row for rack in racks})
    made: list[Rack] = []
    devices: list[Device] = []
    renamed: dict[str, str] = {}
    inside = [device for rack in racks for device in held.get(rack.id, ())]
    groups = copied_names(design, whole_in(source, (*racks, *inside)))
    for rack in racks:
        row = rows.get(rack.row)
        old = next((r.name or r.id for r in whole if r.id == rack.row), "")
        name = _rack_name(names, rack, old, row)
        names.add(name)
        key = name if name not in ids else fresh_id(ids, slug(name))
        ids.add(key)
        copy = rack.evolve(
            id=key, name=name, x_mm=rack.x_mm + place.dx_mm, y_mm=rack.y_mm + place.dy_mm,
            rotation=turned_round(rack.rotation) if place.turned else rack.rotation,
            locked=False, group=groups.get(rack.group, ""),
        )  # fmt: skip
        stays = _line(copy) in lines.get(rack.row, ())
        copy = copy.evolve(row=row.id if row else rack.row if stays else "")
        made.append(copy)
        renamed[rack.id] = key
        for device in held.get(rack.id, ()):
            free = freed(device, groups)
            if free.group and groups[free.group] != free.group:
                free = free.evolve(group=groups[free.group])
            one = _copied_device(free, rack, copy, taken)
            taken.add(one.id)
            renamed[device.id] = one.id
            devices.append(one)
    put = (("racks", tuple(made)), ("devices", tuple(devices)), ("rows", tuple(rows.values())))
    done = apply(design, Change(put=tuple((name, some) for name, some in put if some)))
    return done if source is design else with_belongings(done, source, renamed)


def with_belongings(design: Design, source: Design, renamed: Mapping[str, str]) -> Design:
    """Return a design with the cords and remarks of a source that are about what was copied."""
    cords: list[Cord] = []
    taken = {cord.id for cord in design.cords}
    for cord in source.cords:
        supply, outlet = _followed(cord.supply, renamed), _followed(cord.outlet, renamed)
        if supply is None or outlet is None:
            continue
        key = cord.id if cord.id not in taken else fresh_id(taken, cord.id)
        taken.add(key)
        cords.append(cord.evolve(id=key, supply=supply, outlet=outlet))
    notes: list[Note] = []
    taken = {note.id for note in design.notes}
    for note in source.notes:
        if note.target not in renamed:
            continue
        key = note.id if note.id not in taken else fresh_id(taken, "note")
        taken.add(key)
        notes.append(note.evolve(id=key, target=renamed[note.target]))
    put = (("cords", tuple(cords)), ("notes", tuple(notes)))
    found = tuple((name, some) for name, some in put if some)
    return apply(design, Change(put=found)) if found else design


def _followed(address: str, renamed: Mapping[str, str]) -> str | None:
    """Return an end of a cord at the copy; None where its device was not copied."""
    if not address:
        return ""
    device, colon, end = address.rpartition(":")
    copy = renamed.get(device if colon else address)
    return None if copy is None else f"{copy}:{end}" if colon else copy


def _rack_name(names: set[str], rack: Rack, old: str, row: Row | None) -> str:
    """Return the name of a copy: after its row's, else as it is where that is free."""
    if row is not None and rack.name.startswith(old):
        name = f"{row.name}{rack.name.removeprefix(old)}"
        if name and name not in names:
            return name
    return rack.name if rack.name not in names else next_name(names, rack.name)


def _lines_of(design: Design, rows: Collection[str]) -> dict[str, set[tuple[Rotation, int]]]:
    """Return the lines that the racks of some rows stand in, by row."""
    known = {row.id for row in design.rows if row.id in rows}
    lines: dict[str, set[tuple[Rotation, int]]] = {}
    for rack in design.racks:
        if rack.row in known:
            lines.setdefault(rack.row, set()).add(_line(rack))
    return lines


def _line(rack: Rack) -> tuple[Rotation, int]:
    """Return which way a rack faces, and how far across that it stands."""
    return rack.rotation, rack.y_mm if rack.rotation in (0, 180) else rack.x_mm


def _copied_rows(design: Design, whole: Sequence[Row], place: CopyPlace) -> dict[str, Row]:
    """Return the rows of the copies by the row that each is a copy of; free names are kept."""
    taken = {text for row in design.rows for text in (row.id, row.name)}
    made = {}
    for row in whole:
        letters, name = row.id, row.name
        if {row.id, row.name} & taken:
            letters = name = next(letters for letters in row_letters() if letters not in taken)
        taken |= {letters, name}
        made[row.id] = row.evolve(
            id=letters, name=name, x_mm=row.x_mm + place.dx_mm, y_mm=row.y_mm + place.dy_mm,
            rotation=turned_round(row.rotation) if place.turned else row.rotation,
        )  # fmt: skip
    return made


def _copied_device(device: Device, rack: Rack, copy: Rack, taken: set[str]) -> Device:
    if rack.name == copy.name and device.id not in taken:
        return device.evolve(rack=copy.id)
    key = fresh_id(taken, f"{slug(copy.name)}-{device.part}")
    spelt = (rack.name, copy.name)
    if rack.name not in device.name:
        spelt = (slug(rack.name), slug(copy.name))
    name = after_rack(device.name, *spelt)
    if name == device.name and rack.name != copy.name:
        name = key
    return device.evolve(id=key, rack=copy.id, name=name)
