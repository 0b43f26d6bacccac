"""Copies of devices in their rack, and of racks on the floor.

Racks that are copied together keep their places to each other. May import placement, names and the
records' edits of this room.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import not_in_catalogue
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.copies import with_copies
from designer.document.edits.copy_places import CopyPlace, FloorInView, copy_place
from designer.document.edits.groups import copied_names, whole_in
from designer.document.edits.naming import fresh_id, next_name, slug
from designer.document.edits.racks import whole_rows
from designer.document.errors import EditError
from designer.document.floor_words import floor_words
from designer.document.placement import first_fit, free_half, room_left
from designer.model.aisle_widths import COLD_AISLE_MM, HOT_AISLE_MM
from designer.model.by_identity import ByIdentity
from designer.model.change import Change, apply
from designer.model.design import Design, Device, Rack, Row
from designer.model.layout import Layout


@named
def duplicate(catalog: Catalog, keys: tuple[str, ...], seen: FloorInView | None = None) -> Edit:
    """Copy devices to the first free position of their rack, racks to the next free place.

    Racks are copied as one, in the shape in which they stand: at the end of their row where there
    is room, else at the nearest place that leaves every aisle its least width. A row that is copied
    whole becomes a row of its own, face to face or back to back with the row across its aisle. The
    copies of racks hold copies of their devices.

    Parameters
    ----------
    seen
        What of the floor is looked at, where copies rather stand.

    Raises
    ------
    EditError
        From the edit, if a key names neither a device nor a rack, or there is no room.
    """

    def edit(design: Design) -> Design:
        racks = [rack for rack in design.racks if rack.id in set(keys)]
        known = {rack.id for rack in racks}
        if racks:
            design = _copy_racks(design, catalog, racks, seen)
        loose = [key for key in keys if key not in known]
        layout = Layout(design)
        mine = [layout.devices[key] for key in loose if key in layout.devices]
        groups = copied_names(design, whole_in(design, mine))
        for key in loose:
            design = _copy_device(design, catalog, key, groups)
        return design

    return edit


def _copy_device(design: Design, catalog: Catalog, key: str, groups: Mapping[str, str]) -> Design:
    layout = Layout(design)
    placed = layout.find(key)
    if placed is None:
        raise EditError(f"neither a device nor a rack is called {key!r}")
    kind = catalog.get(placed.part)
    side = None if placed.side or kind is None or not kind.half_width else placed.side
    at = first_fit(layout, catalog, placed.part, placed.rack, placed.face, side)
    rack = layout.racks[placed.rack]
    if at is None:
        left = room_left(layout, catalog, placed.part, placed.rack, placed.face)
        why = f": {left}" if left else ""
        raise EditError(
            f"no room for another {kind.name if kind else placed.part} in {rack.name}{why}"
        )
    stem = f"{slug(rack.name)}-{placed.part}"
    name = next_name({p.name for p in layout.in_rack(rack.id)}, placed.name)
    own = layout.devices.get(key)
    half = free_half(layout, catalog, placed.part, rack.id, at, placed.face)
    half = half if side is None else side
    device = Device(
        id=fresh_id(layout.devices, stem), name=name, part=placed.part, rack=placed.rack,
        half_u=at, face=placed.face, side=half, fabric=placed.fabric, tier=placed.tier,
        feed=placed.feed, cording=placed.cording, stage=placed.stage, note=placed.note,
        group=groups.get(own.group, "") if own else "",
    )  # fmt: skip
    return apply(design, Change(put=(("devices", (device,)),)))


def _copy_racks(
    design: Design, catalog: Catalog, racks: Sequence[Rack], seen: FloorInView | None
) -> Design:
    for rack in racks:
        if catalog.get(rack.part) is None:
            raise EditError(not_in_catalogue(rack.part))
    whole = _whole_rows(design, racks)
    place = _place(ByIdentity(design, catalog), _ids(racks), seen)
    if place is None:
        raise EditError(
            f"no room for a copy of {_words(catalog, racks)}: no free place leaves "
            f"{COLD_AISLE_MM / 1000:.1f} m before racks and {HOT_AISLE_MM / 1000:.1f} m behind them"
        )
    return with_copies(design, design, racks, whole, place)


def duplicate_notes(
    design: Design, catalog: Catalog, keys: tuple[str, ...], seen: FloorInView | None = None
) -> tuple[str, str]:
    """Return which rule the copies of racks would break, and why they would stand out of view.

    In words; each is empty where that is not so.
    """
    racks = [rack for rack in design.racks if rack.id in set(keys)]
    if not racks:
        return "", ""
    place = _place(ByIdentity(design, catalog), _ids(racks), seen)
    if place is None or not place.breaks:
        return "", place.beyond if place else ""
    return f"The copy of {floor_words(catalog, racks)} stands {place.breaks}", place.beyond


@lru_cache(maxsize=1)
def _place(
    told: ByIdentity, rack_ids: frozenset[str], seen: FloorInView | None
) -> CopyPlace | None:
    """Return where copies of racks go: sought once, for the copies and for what is said of them."""
    design, catalog = told.things
    racks = [rack for rack in design.racks if rack.id in rack_ids]
    return copy_place(design, catalog, racks, _whole_rows(design, racks), seen)


def _ids(racks: Sequence[Rack]) -> frozenset[str]:
    return frozenset(rack.id for rack in racks)


def _words(catalog: Catalog, racks: Sequence[Rack]) -> str:
    return floor_words(catalog, racks) + (" as they stand" if len(racks) > 1 else "")


def _whole_rows(design: Design, racks: Sequence[Rack]) -> tuple[Row, ...]:
    """Return the rows of which every rack is copied; a single rack is no row to copy."""
    found = whole_rows(design, (rack.id for rack in racks))
    return tuple(row for row in found if sum(rack.row == row.id for rack in racks) > 1)
