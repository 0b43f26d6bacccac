"""Edits that arrange what stands on the floor, and devices across racks: align, distribute.

Things of a group that are all chosen are arranged as one. May import placement and the edits of
racks and devices of this room.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from designer.catalog.catalog import Catalog
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.groups import whole_in
from designer.document.edits.racks import whole_rows
from designer.document.edits.unfold import with_own_devices
from designer.document.errors import EditError
from designer.document.placement import (
    Box,
    box_around,
    can_place,
    can_place_rack,
    rack_box,
    snap_to_tile,
)
from designer.model.change import Change, apply
from designer.model.design import Design, Rack, Rotation, Row
from designer.model.layout import Layout
from designer.model.units import place_text

Side = Literal["left", "right", "top", "bottom", "centre-x", "centre-y", "fronts"]
Axis = Literal["x", "y"]
_FRONT: Final[dict[Rotation, Side]] = {0: "top", 90: "right", 180: "bottom", 270: "left"}
"""Which edge of its footprint the front of a rack is."""
_Unit = tuple[list[Rack], Box]
"""Racks that are arranged as one, and the box around them."""


@named
def align_racks(catalog: Catalog, ids: tuple[str, ...], side: Side) -> Edit:
    """Align what stands on the floor, all or none.

    Parameters
    ----------
    side
        `left`, `right`, `top` or `bottom`: with the outermost of them; `centre-x`, `centre-y`: with
        the middle of the box around them; `fronts`: fronts of racks that face one way, with the one
        that stands furthest to the front.

    Raises
    ------
    EditError
        From the edit, if fewer than two are named, or one of them cannot stand there.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        racks = _racks(layout, ids, 2, "align")
        moved: list[Rack] = []
        for same, edge in _sides(racks, side):
            units = _units(catalog, design, same)
            around = box_around(box for _, box in units)
            for members, box in units:
                moved += _by(members, *_to_side(box, around, edge))
        return _arranged(design, layout, catalog, moved)

    return edit


@named
def distribute_racks(catalog: Catalog, ids: tuple[str, ...], axis: Axis) -> Edit:
    """Set what stands on the floor at equal gaps between the first and the last, all or none.

    Gaps differ by a millimetre where they do not divide.

    Parameters
    ----------
    axis
        `x` from left to right, `y` from top to bottom.

    Raises
    ------
    EditError
        From the edit, if fewer than three are named, they overlap along the axis, or one of them
        cannot stand there.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        at = 0 if axis == "x" else 1
        units = _units(catalog, design, _racks(layout, ids, 3, "distribute"))
        units.sort(key=lambda unit: (unit[1][at], unit[1][at + 2]))
        if len(units) < 3:
            raise EditError("three groups or things are needed to distribute")
        first, last = units[0][1], units[-1][1]
        room = last[at + 2] - first[at] - sum(box[at + 2] - box[at] for _, box in units)
        if room < 0:
            lacks = f"{-room:,} mm"
            raise EditError(f"they do not fit between the first and the last: {lacks} are lacking")
        moved: list[Rack] = []
        taken = 0
        for number, (members, box) in enumerate(units):
            wanted = first[at] + taken + room * number // (len(units) - 1)
            taken += box[at + 2] - box[at]
            by = wanted - box[at]
            moved += _by(members, *((by, 0) if axis == "x" else (0, by)))
        return _arranged(design, layout, catalog, moved)

    return edit


@named
def racks_to_tiles(catalog: Catalog, ids: tuple[str, ...]) -> Edit:
    """Put the corner of each thing on the floor on the nearest lines between tiles, all or none.

    Raises
    ------
    EditError
        From the edit, if one of them cannot stand there.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        moved: list[Rack] = []
        for members, box in _units(catalog, design, _racks(layout, ids, 1, "put on tiles")):
            x, y = snap_to_tile(design.room, box[0], box[1])
            moved += _by(members, x - box[0], y - box[1])
        return _arranged(design, layout, catalog, moved)

    return edit


@named
def align_devices(catalog: Catalog, keys: tuple[str, ...], half_u: int | None = None) -> Edit:
    """Put devices to one unit, each in its own rack, all or none.

    Parameters
    ----------
    half_u
        Lowest half unit of each; None for that of the first.

    Raises
    ------
    EditError
        From the edit, if fewer than two are named, one is not mounted in the rails, or one does not
        fit there.
    """

    def edit(design: Design) -> Design:
        if len(keys) < 2:
            raise EditError("select two devices or more to align them")
        before = Layout(design)
        design, owned = with_own_devices(design, keys)
        layout = before.after(design)
        devices = [layout.devices[key] for key in owned]
        if odd := [one.name for one in devices if one.face not in ("front", "rear")]:
            raise EditError(f"{odd[0]} is not mounted in the rails")
        at = devices[0].half_u if half_u is None else half_u
        waiting = {one.id for one in devices}
        for device in devices:
            verdict = can_place(
                layout,
                catalog,
                device.part,
                device.rack,
                at,
                device.face,
                exclude=waiting,
                side=device.side,
            )
            if not verdict.ok:
                rack = layout.name_of(device.rack)
                part = catalog.get(device.part)
                to = place_text(at, part.height_half_u if part else 2, device.side)
                raise EditError(f"{device.name} in {rack} to {to}: {verdict.reason}")
            moved = device.evolve(half_u=at)
            waiting.discard(device.id)
            layout = layout.after(apply(layout.design, Change(put=(("devices", (moved,)),))))
        return layout.design

    return edit


def _racks(layout: Layout, ids: Sequence[str], least: int, verb: str) -> list[Rack]:
    if unknown := [key for key in ids if key not in layout.racks]:
        raise EditError(f"no rack {unknown[0]!r}")
    if len(ids) < least:
        words = {1: "a rack", 2: "two racks or more", 3: "three racks or more"}[least]
        raise EditError(f"select {words} to {verb} them")
    return [layout.racks[key] for key in dict.fromkeys(ids)]


def _units(catalog: Catalog, design: Design, racks: list[Rack]) -> list[_Unit]:
    """Return racks one by one, those of a group that is among them whole as one."""
    whole = whole_in(design, racks)
    found: dict[str, list[Rack]] = {}
    for rack in racks:
        found.setdefault(rack.group if rack.group in whole else f"/{rack.id}", []).append(rack)
    return [(some, box_around(rack_box(catalog, one) for one in some)) for some in found.values()]


def _sides(racks: list[Rack], side: Side) -> list[tuple[list[Rack], Side]]:
    """Return racks with the edge that they are aligned by; of fronts one for each way they face."""
    if side != "fronts":
        return [(racks, side)]
    by_way: dict[Rotation, list[Rack]] = {}
    for rack in racks:
        by_way.setdefault(rack.rotation, []).append(rack)
    return [(some, _FRONT[way]) for way, some in by_way.items()]


_TO: Final[dict[str, Callable[[Box, Box], tuple[int, int]]]] = {
    "left": lambda box, around: (around[0] - box[0], 0),
    "right": lambda box, around: (around[2] - box[2], 0),
    "top": lambda box, around: (0, around[1] - box[1]),
    "bottom": lambda box, around: (0, around[3] - box[3]),
    "centre-x": lambda box, around: ((around[0] + around[2] - box[0] - box[2]) // 2, 0),
    "centre-y": lambda box, around: (0, (around[1] + around[3] - box[1] - box[3]) // 2),
}


def _to_side(box: Box, around: Box, side: Side) -> tuple[int, int]:
    if side not in _TO:
        raise EditError(f"nothing is aligned by {side!r}: one of {', '.join((*_TO, 'fronts'))}")
    return _TO[side](box, around)


def _by(racks: list[Rack], dx: int, dy: int) -> list[Rack]:
    return [rack.evolve(x_mm=rack.x_mm + dx, y_mm=rack.y_mm + dy) for rack in racks]


def _arranged(design: Design, layout: Layout, catalog: Catalog, moved: list[Rack]) -> Design:
    """Return the design with racks where they are now, and rows of which all moved with them."""
    by_row: dict[str, list[Rack]] = {}
    for rack in moved:
        by_row.setdefault(rack.row, []).append(rack)
    rows: tuple[Row, ...] = tuple(
        row.evolve(
            x_mm=min(rack.x_mm for rack in by_row[row.id]),
            y_mm=min(rack.y_mm for rack in by_row[row.id]),
        )
        for row in whole_rows(design, (rack.id for rack in moved))
    )
    differ = tuple(one for one in moved if one != layout.racks[one.id])
    if not differ:
        return design
    put = (("racks", differ), *((("rows", rows),) if rows else ()))
    made = apply(design, Change(put=put))
    after = layout.after(made)
    for rack in differ:
        # Unlike those that move as one, they may come to stand on each other.
        verdict = can_place_rack(
            after, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, exclude=(rack.id,)
        )
        if not verdict.ok:
            raise EditError(f"{rack.name}: {verdict.reason}")
    return made
