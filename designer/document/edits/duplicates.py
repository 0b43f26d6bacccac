"""Copies of devices in their rack, and of racks on the floor.

Racks that are copied together keep their places to each other. May import placement, names and the
records' edits of this room.
"""

from collections.abc import Iterator, Sequence

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits.naming import after_rack, fresh_id, next_name, row_letters, slug
from designer.document.errors import EditError
from designer.document.placement import box_around, can_place_rack, first_fit, meets_racks, rack_box
from designer.model.change import Change, apply
from designer.model.design import Design, Device, Rack, Row
from designer.model.layout import Layout

AISLE_TILES = 2
"""Tiles between racks and their copies that stand in front of or behind them, as an aisle needs."""
_MOST_STEPS = 200


def duplicate(catalog: Catalog, keys: tuple[str, ...]) -> Edit:
    """Copy devices to the first free position of their rack, racks to the next free place.

    Racks are copied as one, in the shape in which they stand: along their row where there is room,
    else an aisle away. A row that is copied whole becomes a row of its own. The copies of racks
    hold copies of their devices.

    Raises
    ------
    EditError
        From the edit, if a key names neither a device nor a rack, or there is no room.
    """

    def edit(design: Design) -> Design:
        racks = [rack for rack in design.racks if rack.id in set(keys)]
        known = {rack.id for rack in racks}
        if racks:
            design = _copy_racks(design, catalog, racks)
        for key in keys:
            if key not in known:
                design = _copy_device(design, catalog, key)
        return design

    return edit


def _copy_device(design: Design, catalog: Catalog, key: str) -> Design:
    layout = Layout(design)
    placed = layout.find(key)
    if placed is None:
        raise EditError(f"neither a device nor a rack is called {key!r}")
    at = first_fit(layout, catalog, placed.part, placed.rack, placed.face)
    rack = layout.racks[placed.rack]
    if at is None:
        raise EditError(f"no room for another {placed.part} in {rack.name}")
    stem = f"{slug(rack.name)}-{placed.part}"
    name = next_name({p.name for p in layout.in_rack(rack.id)}, placed.name)
    device = Device(
        id=fresh_id(layout.devices, stem), name=name, part=placed.part, rack=placed.rack,
        half_u=at, face=placed.face, fabric=placed.fabric, tier=placed.tier, feed=placed.feed,
        cording=placed.cording, note=placed.note,
    )  # fmt: skip
    return apply(design, Change(put=(("devices", (device,)),)))


def _copy_racks(design: Design, catalog: Catalog, racks: Sequence[Rack]) -> Design:
    for rack in racks:
        if catalog.get(rack.part) is None:
            raise EditError(f"no part {rack.part!r} in the catalogue")
    layout = Layout(design)
    whole = _whole_rows(design, racks)
    places = list(_offsets(design, catalog, racks, by_rows=bool(whole)))
    # Nearer to another row than an aisle only where the room has no better place.
    for aisle in (AISLE_TILES * design.room.tile_mm, 0) if whole else (0,):
        for dx, dy in places:
            clear = _is_clear(layout, catalog, racks, dx, dy, aisle)
            if clear and _have_room(layout, catalog, racks, dx, dy):
                return _with_copies(design, racks, whole, dx, dy)
    what = racks[0].name if len(racks) == 1 else f"{len(racks)} racks as they stand"
    raise EditError(f"no room for a copy of {what}")


def _whole_rows(design: Design, racks: Sequence[Rack]) -> tuple[Row, ...]:
    """Return the rows of which every rack is copied; a single rack is no row to copy."""
    chosen = {rack.id for rack in racks}
    found = []
    for row in design.rows:
        members = [rack.id for rack in design.racks if rack.row == row.id]
        if len(members) > 1 and chosen.issuperset(members):
            found.append(row)
    return tuple(found)


def _offsets(
    design: Design, catalog: Catalog, racks: Sequence[Rack], *, by_rows: bool
) -> Iterator[tuple[int, int]]:
    """Yield how far copies may stand from racks, the nearest places first.

    A single rack's copy stands beside it, or behind it. Several go along their row in steps of a
    rack, then across it, an aisle away; rows that are copied whole go across first.
    """
    left, top, right, bottom = box_around(rack_box(catalog, rack) for rack in racks)
    first = rack_box(catalog, racks[0])
    upright = racks[0].rotation in (0, 180)
    step = first[2] - first[0] if upright else first[3] - first[1]
    deep = bottom - top if upright else right - left
    aisle, tile = AISLE_TILES * design.room.tile_mm, max(design.room.tile_mm, 1)
    steps = range(1, _MOST_STEPS)

    def along(far: int) -> tuple[int, int]:
        return (far, 0) if upright else (0, far)

    def across(far: int) -> tuple[int, int]:
        return (0, far) if upright else (far, 0)

    if len(racks) == 1:
        for n in steps:
            yield from (along(step * n), along(-step * n), across(deep * n), across(-deep * n))
        return
    beside = [along(sign * step * n) for n in steps for sign in (1, -1)]
    behind = [across(sign * (deep + aisle + (n - 1) * tile)) for n in steps for sign in (1, -1)]
    yield from (*behind, *beside) if by_rows else (*beside, *behind)


def _is_clear(
    layout: Layout, catalog: Catalog, racks: Sequence[Rack], dx_mm: int, dy_mm: int, aisle_mm: int
) -> bool:
    """Return whether no rack stands within an aisle before or behind racks that move by so much."""
    if not aisle_mm:
        return True
    for rack in racks:
        left, top, right, bottom = rack_box(catalog, rack)
        across = (0, aisle_mm) if rack.rotation in (0, 180) else (aisle_mm, 0)
        box = (
            left + dx_mm - across[0], top + dy_mm - across[1],
            right + dx_mm + across[0], bottom + dy_mm + across[1],
        )  # fmt: skip
        if meets_racks(layout, catalog, box):
            return False
    return True


def _have_room(
    layout: Layout, catalog: Catalog, racks: Sequence[Rack], dx_mm: int, dy_mm: int
) -> bool:
    return all(
        can_place_rack(
            layout, catalog, rack.part, rack.x_mm + dx_mm, rack.y_mm + dy_mm, rack.rotation
        ).ok
        for rack in racks
    )


def _with_copies(
    design: Design, racks: Sequence[Rack], whole: Sequence[Row], dx_mm: int, dy_mm: int
) -> Design:
    """Return the design with copies at a distance, those of whole rows in rows of their own."""
    rows = _copied_rows(design, whole, dx_mm, dy_mm)
    names = {rack.name for rack in design.racks}
    for rack in racks:
        layout = Layout(design)
        row = rows.get(rack.row)
        old = next((r.name or r.id for r in whole if r.id == rack.row), "")
        name = f"{row.name}{rack.name.removeprefix(old)}" if row else ""
        if not name or name in names or not rack.name.startswith(old):
            name = next_name(names, rack.name)
        names.add(name)
        key = name if name not in layout.racks else fresh_id(layout.racks, slug(name))
        copy = rack.evolve(
            id=key, name=name, x_mm=rack.x_mm + dx_mm, y_mm=rack.y_mm + dy_mm,
            row=row.id if row else rack.row,
        )  # fmt: skip
        devices = _copied_devices(layout, rack, copy)
        design = apply(design, Change(put=(("racks", (copy,)), ("devices", devices))))
    return apply(design, Change(put=(("rows", tuple(rows.values())),))) if rows else design


def _copied_rows(design: Design, whole: Sequence[Row], dx_mm: int, dy_mm: int) -> dict[str, Row]:
    """Return the rows of the copies by the row that each is a copy of."""
    taken = {text for row in design.rows for text in (row.id, row.name)}
    made = {}
    for row in whole:
        letters = next(letters for letters in row_letters() if letters not in taken)
        taken.add(letters)
        made[row.id] = row.evolve(
            id=letters, name=letters, x_mm=row.x_mm + dx_mm, y_mm=row.y_mm + dy_mm
        )
    return made


def _copied_devices(layout: Layout, rack: Rack, copy: Rack) -> tuple[Device, ...]:
    taken = set(layout.devices)
    copies = []
    for device in layout.own_devices.get(rack.id, ()):
        key = fresh_id(taken, f"{slug(copy.name)}-{device.part}")
        taken.add(key)
        spelt = (rack.name, copy.name)
        if rack.name not in device.name:
            spelt = (slug(rack.name), slug(copy.name))
        name = after_rack(device.name, *spelt)
        copies.append(
            device.evolve(id=key, rack=copy.id, name=key if name == device.name else name)
        )
    return tuple(copies)
