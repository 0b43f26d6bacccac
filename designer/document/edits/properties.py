"""Giving things properties of another: one step over all of them. May import other edits."""

from collections.abc import Mapping
from typing import Any

from designer.catalog.catalog import Catalog
from designer.document.calls import named
from designer.document.copied_properties import DOOR, TITLES, doors_of, why_not_of
from designer.document.document import Edit
from designer.document.edits.assemblies import copy_assembly, detach_assemblies
from designer.document.edits.devices import place_device
from designer.document.edits.records import remove, set_each
from designer.document.errors import EditError
from designer.document.locks import lockable_of
from designer.document.placement import can_place, can_place_rack
from designer.model.design import Design
from designer.model.layout import Layout


@named
def give_properties(catalog: Catalog, keys: tuple[str, ...], values: Mapping[str, Any]) -> Edit:
    """Give things values of properties, all or none; a device takes only what its kind has.

    Parameters
    ----------
    keys
        Things of one kind: racks, devices, trays or records of the room's power.
    values
        By field: of racks `part`, `assembly`, `door` (the part of a rear door; empty for none),
        `cooling`, `feeds`, `cording`; of devices `feed`, `fabric`, `tier`, `cording`; and so on.

    Raises
    ------
    EditError
        From the edit, if things are of several kinds, have no such property, or one does not fit.
    """

    def edit(design: Design) -> Design:
        layout = Layout(design)
        collection = _collection(layout, keys)
        known = {name for name, _ in TITLES[collection]}
        if odd := sorted(values.keys() - known):
            raise EditError(f"{collection} have no {odd[0]} to give: {', '.join(sorted(known))}")
        if collection == "racks":
            return _give_racks(design, catalog, keys, dict(values))
        each = {}
        for key in keys:
            mine = {
                name: value for name, value in values.items()
                if collection != "devices" or not why_not_of(layout, catalog, key, name)
            }  # fmt: skip
            if mine:
                found = lockable_of(layout, key)
                each[found[1].id if found is not None else key] = mine
        if not each:
            raise EditError("none of them takes such properties")
        return set_each(collection, each)(design)

    return edit


def _collection(layout: Layout, keys: tuple[str, ...]) -> str:
    kinds = set()
    for key in keys:
        found = lockable_of(layout, key)
        kinds.add(found[0] if found is not None else "devices" if layout.find(key) else "")
    if len(kinds) != 1 or not kinds <= TITLES.keys():
        raise EditError("properties are given to things of one kind: racks, devices, trays, power")
    return kinds.pop()


def _give_racks(
    design: Design, catalog: Catalog, ids: tuple[str, ...], values: dict[str, Any]
) -> Design:
    part, assembly = values.pop("part", None), values.pop("assembly", None)
    door = values.pop(DOOR, None)
    if part is not None:
        if assembly is None:
            _check_filling(design, part, ids)
        values["part"] = part
    if values:
        design = set_each("racks", {key: values for key in ids})(design)
    if part is not None:
        _check_fit(Layout(design), catalog, ids)
    if assembly:
        design = copy_assembly(catalog, assembly, ids)(design)
    elif assembly is not None:
        racks = Layout(design).racks
        design = detach_assemblies([key for key in ids if racks[key].assembly])(design)
    if door is not None:
        layout = Layout(design)
        for key in ids:
            # A door changes its own rack alone: those that have it already are told at once.
            if _doors(layout, key) != _wanted(door):
                design = _with_door(design, catalog, key, door)
    return design


def _doors(layout: Layout, rack_id: str) -> list[str]:
    return [one.part for one in doors_of(layout, rack_id)]


def _wanted(door: str) -> list[str]:
    return [door] if door else []


def _check_filling(design: Design, part: str, ids: tuple[str, ...]) -> None:
    """Raise EditError where a rack copies an assembly of another part of rack."""
    layout = Layout(design)
    for key in ids:
        assembly = layout.assemblies.get(layout.racks[key].assembly)
        if assembly is not None and assembly.rack_part != part:
            raise EditError(
                f"{layout.racks[key].name} is filled by assembly {assembly.name or assembly.id}, "
                "which is for another rack: copy the filling too, or detach it first"
            )


def _check_fit(layout: Layout, catalog: Catalog, ids: tuple[str, ...]) -> None:
    """Raise EditError where a rack of another part, or what it holds, does not fit."""
    for key in ids:
        rack = layout.racks[key]
        at = rack.x_mm, rack.y_mm, rack.rotation
        verdict = can_place_rack(layout, catalog, rack.part, *at, exclude=(key,))
        if not verdict.ok:
            raise EditError(f"{rack.name}: {verdict.reason}")
        for one in layout.in_rack(key):
            held = can_place(
                layout,
                catalog,
                one.part,
                key,
                one.half_u,
                one.face,
                exclude=(one.key,),
                side=one.side,
            )
            if not held.ok:
                raise EditError(f"{held.title}: {held.reason}")


def _with_door(design: Design, catalog: Catalog, rack_id: str, door: str) -> Design:
    has = doors_of(Layout(design), rack_id)
    if has:
        design = remove(tuple(one.key for one in has))(design)
    return place_device(catalog, door, rack_id)(design) if door else design
