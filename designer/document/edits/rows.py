"""Edits of rows as a whole: another name, with or without renumbering, and removal."""

from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.naming import after_rack
from designer.document.edits.records import remove
from designer.document.errors import EditError
from designer.document.row_order import in_order
from designer.model.change import Change, apply
from designer.model.design import Design, Rack, Row
from designer.model.layout import Layout


@named
def rename_row(row_id: str, name: str, *, renumber: bool = False) -> Edit:
    """Give a row another name.

    Parameters
    ----------
    renumber
        Name its racks after it, as B01 and B02, in their order along the row; names of devices
        that hold the rack's name follow.

    Raises
    ------
    EditError
        From the edit, if there is no such row, or a name is empty or taken.
    """

    def edit(design: Design) -> Design:
        row, wanted = _row(design, row_id), name.strip()
        if not wanted:
            raise EditError("a name cannot be empty")
        if any((r.name or r.id) == wanted and r.id != row_id for r in design.rows):
            raise EditError(f"the row name {wanted} is taken")
        put: list[tuple[str, tuple[Row | Rack, ...]]] = [("rows", (row.evolve(name=wanted),))]
        if not renumber:
            return apply(design, Change(put=tuple(put)))
        racks = _renumbered(design, row, wanted)
        named = apply(design, Change(put=(*put, ("racks", racks))))
        return with_device_names(design, named)

    return edit


def _renumbered(design: Design, row: Row, name: str) -> tuple[Rack, ...]:
    racks = in_order([rack for rack in design.racks if rack.row == row.id], row)
    digits = max(2, len(str(len(racks))))
    taken = {rack.name for rack in design.racks if rack.row != row.id}
    made = []
    for number, rack in enumerate(racks, start=1):
        called = f"{name}{number:0{digits}d}"
        if called in taken:
            raise EditError(f"the name {called} is taken by a rack of another row")
        made.append(rack.evolve(name=called))
    return tuple(made)


def with_device_names(before: Design, after: Design) -> Design:
    """Return `after` with the racks' own devices named after their racks' new names."""
    old, new = Layout(before).racks, Layout(after).racks
    renamed = []
    for device in after.devices:
        was, now = old[device.rack].name if device.rack in old else "", new.get(device.rack)
        if now is None or was == now.name:
            continue
        name = after_rack(device.name, was, now.name)
        if name != device.name:
            renamed.append(device.evolve(name=name))
    return apply(after, Change(put=(("devices", tuple(renamed)),))) if renamed else after


@named
def remove_row(row_id: str) -> Edit:
    """Remove a row with its racks and what is in them.

    Raises
    ------
    EditError
        From the edit, if there is no such row.
    """

    def edit(design: Design) -> Design:
        _row(design, row_id)
        racks = tuple(rack.id for rack in design.racks if rack.row == row_id)
        # Its last rack takes the row along; one without racks is dropped by itself.
        if racks:
            return remove(racks)(design)
        return apply(design, Change(drop=(("rows", (row_id,)),)))

    return edit


def _row(design: Design, row_id: str) -> Row:
    row = next((row for row in design.rows if row.id == row_id), None)
    if row is None:
        raise EditError(f"no row {row_id!r}")
    return row
