"""Edits of devices in racks."""

from collections.abc import Sequence
from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import not_in_catalogue
from designer.catalog.part import Part
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.feeds import feed_of_pdu, feed_of_shelf
from designer.document.edits.naming import fresh_id, slug
from designer.document.edits.unfold import with_own_devices
from designer.document.errors import EditError
from designer.document.placement import (
    LOWEST_HALF_U,
    can_place,
    default_face,
    first_fit,
    free_half,
    room_left,
)
from designer.model.change import Change, apply
from designer.model.design import Design, Device, Face, Rack, Side
from designer.model.layout import Layout, Placed


@named
def place_device(
    catalog: Catalog,
    part_id: str,
    rack_id: str,
    half_u: int | None = None,
    face: Face | None = None,
    name: str = "",
    *,
    known: Layout | None = None,
    key: str = "",
    side: Side | None = None,
    **fields: Any,  # noqa: ANN401 - fields of Device, validated by it
) -> Edit:
    """Place a new device of a part in a rack.

    Parameters
    ----------
    half_u, face
        Lowest half unit; None for the first fit. None for where the part usually hangs.
    known
        An index over the design that will be edited, if there is one: it need not be made anew.
    key
        Its id; empty for the next of its rack and part.
    side
        The half of the width, empty for all of it; None for a free half, the left first.
    **fields
        Further fields of `Device`: `fabric`, `tier`, `feed`, `note`.

    Raises
    ------
    EditError
        From the edit, if it does not fit; the message says why.
    """

    def edit(design: Design) -> Design:
        layout = known if known is not None and known.design is design else Layout(design)
        part, rack = _part(catalog, part_id), _rack(layout, rack_id)
        where = face or default_face(part)
        at = half_u
        if at is None:
            at = first_fit(layout, catalog, part_id, rack_id, where, side)
        if at is None:
            lowest = can_place(layout, catalog, part_id, rack_id, LOWEST_HALF_U, where)
            left = room_left(layout, catalog, part_id, rack_id, where)
            raise EditError(f"no room for {part.name} in {rack.name}: {left or lowest.reason}")
        verdict = can_place(layout, catalog, part_id, rack_id, at, where, side=side)
        if not verdict.ok:
            raise EditError(f"{verdict.title}: {verdict.reason}")
        called = key or fresh_id(layout.devices, f"{slug(rack.name)}-{part.id}")
        if called in layout.devices:
            raise EditError(f"the id {called} is taken")
        belongs = _belongings(design, layout, part, rack_id) | fields
        half = free_half(layout, catalog, part_id, rack_id, at, where) if side is None else side
        device = Device(
            id=called, name=name or called, part=part_id, rack=rack_id,
            half_u=0 if where in ("door", "zero-u") else at, face=where, side=half, **belongs,
        )  # fmt: skip
        return apply(design, Change(put=(("devices", (device,)),)))

    return edit


def _belongings(design: Design, layout: Layout, part: Part, rack_id: str) -> dict[str, Any]:
    """Return what a new device usually belongs to: a PDU's feed, a switch's fabric and tier."""
    if part.traits.feeds_devices:
        return {"feed": feed_of_pdu(design, layout, rack_id)}
    if part.traits.feeds_bus and not layout.racks[rack_id].feeds:
        return {"feed": feed_of_shelf(design, layout, rack_id, part.id)}
    if part.traits.switches:
        for fabric in design.fabrics:
            if part.id == fabric.switch:
                return {"fabric": fabric.id, "tier": "leaf"}
            if part.id == fabric.spine_switch:
                return {"fabric": fabric.id, "tier": "spine"}
    return {}


@named
def move_devices(
    catalog: Catalog,
    keys: tuple[str, ...],
    rack_id: str,
    half_u: int,
    *,
    known: Layout | None = None,
    side: Side | None = None,
) -> Edit:
    """Move devices into a rack, the first to a position and the others keeping their distance.

    Where all stay in their places, nothing changes: no rack leaves its assembly for it.

    Parameters
    ----------
    keys
        Device keys; `rack/slot` first turns that rack's assembly into devices of its own.
    half_u
        New lowest half unit of the first device; 0U devices and doors only change the rack.
    known
        An index over the design that will be edited, if there is one: it need not be made anew.

    side
        The half of the width that the first goes to, empty for all of it: where that is the other
        half, all that stand in a half change theirs. None: all keep theirs.

    Raises
    ------
    EditError
        From the edit, if one of them does not fit; then none moves.
    """

    def edit(design: Design) -> Design:
        if not keys:
            raise EditError("nothing to move")
        before = known if known is not None and known.design is design else Layout(design)
        found = [placed for key in keys if (placed := before.find(key)) is not None]
        if len(found) == len(keys) and all_stay(found, rack_id, half_u, side):
            return design
        design, devices = with_own_devices(design, keys)
        layout = before.after(design)
        _rack(layout, rack_id)
        moving = [layout.devices[key] for key in devices]
        shift = half_u - moving[0].half_u
        waiting = {device.id for device in moving}
        done = []
        for device in moving:
            at, half = _moved_to(device, shift), half_after(device, moving[0], side)
            verdict = can_place(
                layout, catalog, device.part, rack_id, at, device.face, exclude=waiting, side=half
            )
            if not verdict.ok:
                raise EditError(f"{verdict.title}: {verdict.reason}")
            moved = device.evolve(rack=rack_id, half_u=at, side=half)
            done.append(moved)
            waiting.discard(device.id)
            layout = layout.after(apply(layout.design, Change(put=(("devices", (moved,)),))))
        return layout.design

    return edit


def half_after(device: Device | Placed, first: Device | Placed, side: Side | None) -> Side:
    """Return the half of the width in which a device is after the first of a move went to one."""
    if side is None or side == first.side:
        return device.side
    if device is first:
        return side
    if side and first.side and device.side:
        return "right" if device.side == "left" else "left"
    return device.side


def all_stay(moving: Sequence[Placed], rack_id: str, half_u: int, side: Side | None = None) -> bool:
    """Return whether a move into a rack, the first to `half_u`, leaves all where they are."""
    shift = half_u - moving[0].half_u
    stays = side is None or side == moving[0].side
    return stays and all(p.rack == rack_id and _moved_to(p, shift) == p.half_u for p in moving)


def _moved_to(device: Device | Placed, shift: int) -> int:
    """Return the position of a device after a shift; what hangs at a side or as a door has none."""
    return 0 if device.face in ("door", "zero-u") else device.half_u + shift


def _part(catalog: Catalog, part_id: str) -> Part:
    part = catalog.get(part_id)
    if part is None:
        raise EditError(not_in_catalogue(part_id))
    return part


def _rack(layout: Layout, rack_id: str) -> Rack:
    rack = layout.racks.get(rack_id)
    if rack is None:
        raise EditError(f"no rack {rack_id!r}")
    return rack
