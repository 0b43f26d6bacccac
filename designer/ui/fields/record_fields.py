"""The fields of racks and devices: what they read, and the edit that a new value makes.

A new field is one `Field` in the list of its kind of record.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import (
    copy_assembly,
    detach_assemblies,
    in_sequence,
    move_devices,
    move_racks,
    rename,
    set_fields,
)
from designer.document.edits.unfold import with_own_devices
from designer.document.errors import EditError
from designer.document.placement import can_place_rack
from designer.model.change import record_with
from designer.model.cooling_words import METHOD_NAMES
from designer.model.design import Design, Rack
from designer.model.hall import Halls
from designer.model.layout import Layout, Placed
from designer.model.some_names import some
from designer.ui.fields.cord_fields import cord_fields
from designer.ui.fields.field import Field
from designer.ui.fields.holding_fields import holding_fields
from designer.ui.fields.stage_records import stage_fields

ROTATIONS: Final = (
    ("up the plan", "0"), ("right", "90"), ("down the plan", "180"), ("left", "270"),
)  # fmt: skip
COOLING: Final = (
    ("chosen by load", "auto"),
    *((words, method) for method, words in METHOD_NAMES.items()),
)
TIERS: Final = (("none", ""), ("leaf", "leaf"), ("spine", "spine"), ("core", "core"))
HALVES: Final = (("whole", ""), ("left half", "left"), ("right half", "right"))
FACES: Final = (("front", "front"), ("rear", "rear"), ("beside the rails", "zero-u"))


def rack_fields(design: Design, catalog: Catalog, racks: tuple[Rack, ...]) -> list[Field]:
    """Return the fields of one or several racks."""
    ids = tuple(rack.id for rack in racks)
    fields = []
    if len(racks) == 1:
        fields.append(
            Field("name", "Name", "text", racks[0].name, lambda v: rename(racks[0].id, v))
        )
    where = _hall_words(design, racks)
    for name, label in (("x_mm", "From left"), ("y_mm", "From top")):
        fields.append(replace(_move_field(racks, catalog, name, label), hint=where))
    rotation, mixed = common([str(rack.rotation) for rack in racks])
    fields.append(
        Field(
            "rotation",
            "Faces",
            "choice",
            rotation,
            lambda v: _turn(catalog, ids, int(v)),
            mixed,
            ROTATIONS,
        )
    )
    cooling, mixed = common([rack.cooling for rack in racks])
    fields.append(
        Field("cooling", "Cooling", "choice", cooling, _set_racks(ids, "cooling"), mixed, COOLING,
              hint="the choice by load follows the stated bands of the catalogue")
    )  # fmt: skip
    parts = {rack.part for rack in racks}
    fitting = [a for a in design.assemblies if {a.rack_part} == parts]
    choices = (("none: own devices", ""), *((a.name or a.id, a.id) for a in fitting))
    assembly, mixed = common([rack.assembly for rack in racks])
    fields.append(
        Field("assembly", "Assembly", "choice", assembly, _fill(catalog, racks), mixed, choices)
    )
    rows = (("none", ""), *((row.name or row.id, row.id) for row in design.rows))
    row_id, mixed = common([rack.row for rack in racks])
    fields.append(Field("row", "Row", "choice", row_id, _set_racks(ids, "row"), mixed, rows))
    note, mixed = common([rack.note for rack in racks])
    fields.append(Field("note", "Note", "text", note, _set_racks(ids, "note"), mixed))
    return [*fields, *stage_fields(design, racks, ids), *holding_fields(racks, ids)]


def _hall_words(design: Design, racks: tuple[Rack, ...]) -> str:
    """Return in which halls racks stand, in words; empty where the room is the only one."""
    if not design.halls:
        return ""
    names = {hall.id: hall.name or hall.id for hall in design.halls}
    found = dict.fromkeys(names.get(key, "no hall") for key in Halls(design.halls).of(racks))
    return f"in {some(list(found))}"


def _half_field(catalog: Catalog, only: Placed) -> list[Field]:
    """Return the half of the width of a device whose part takes half of it; else nothing."""
    part = catalog.get(only.part)
    if part is None or not part.half_width:
        return []
    return [
        Field("side", "Width", "choice", only.side,
              lambda v: move_devices(catalog, (only.key,), only.rack, only.half_u, side=v),
              choices=HALVES)
    ]  # fmt: skip


def device_fields(design: Design, catalog: Catalog, devices: tuple[Placed, ...]) -> list[Field]:
    """Return the fields of one or several devices."""
    keys = tuple(device.key for device in devices)
    kinds = [part.traits for d in devices if (part := catalog.get(d.part))]
    fields = []
    if len(devices) == 1:
        only = devices[0]
        fields.append(Field("name", "Name", "text", only.name, lambda v: rename(only.key, v)))
        if only.face in ("front", "rear"):
            fields.append(
                Field("u", "Lowest U", "half-u", only.half_u,
                      lambda v: move_devices(catalog, keys, only.rack, v),
                      low=1, high=60)
            )  # fmt: skip
            fields += _half_field(catalog, only)
    if all(device.face in ("front", "rear") for device in devices):
        face, mixed = common([device.face for device in devices])
        fields.append(
            Field("face", "Face", "choice", face, _set_devices(keys, "face"), mixed, FACES[:2])
        )
    if kinds and all(kind.names_feed for kind in kinds):
        feeds = (("none", ""), *((f.name or f.id, f.id) for f in design.feeds))
        feed, mixed = common([device.feed for device in devices])
        fields.append(
            Field("feed", "Feed", "choice", feed, _set_devices(keys, "feed"), mixed, feeds)
        )
    if kinds and all(kind.switches for kind in kinds):
        fabrics = (("none", ""), *((f.name or f.id, f.id) for f in design.fabrics))
        fabric, mixed = common([device.fabric for device in devices])
        fields.append(
            Field(
                "fabric", "Fabric", "choice", fabric, _set_devices(keys, "fabric"), mixed, fabrics
            )
        )
        tier, mixed = common([device.tier for device in devices])
        fields.append(
            Field("tier", "Tier", "choice", tier, _set_devices(keys, "tier"), mixed, TIERS)
        )
    if len(devices) == 1:
        fields += cord_fields(design, catalog, devices[0])
    note, mixed = common([device.note for device in devices])
    fields.append(Field("note", "Note", "text", note, _set_devices(keys, "note"), mixed))
    fields += stage_fields(design, devices, keys)
    own = [record_with(design.devices, key) for key in keys]
    return [*fields, *(holding_fields(own, keys) if all(own) else ())]


def common(values: list[Any]) -> tuple[Any, bool]:
    """Return what all values are, or None and that they differ."""
    same = all(value == values[0] for value in values)
    return (values[0], False) if same else (None, True)


def _set_racks(ids: tuple[str, ...], name: str) -> Callable[[Any], Edit]:
    return lambda value: in_sequence(*(set_fields("racks", key, **{name: value}) for key in ids))


def _fill(catalog: Catalog, racks: tuple[Rack, ...]) -> Callable[[Any], Edit]:
    """Return the edit that makes racks copies of an assembly, or owners of what they hold."""

    def make(assembly_id: str) -> Edit:
        if assembly_id:
            return copy_assembly(catalog, assembly_id, tuple(rack.id for rack in racks))
        return detach_assemblies(tuple(rack.id for rack in racks if rack.assembly))

    return make


def _set_devices(keys: tuple[str, ...], name: str) -> Callable[[Any], Edit]:
    """Return the edit of a field over devices; those of assemblies become their rack's own."""

    def make(value: Any) -> Edit:  # noqa: ANN401 - the record decides
        def edit(design: Design) -> Design:
            owned_design, owned = with_own_devices(design, keys)
            return in_sequence(*(set_fields("devices", k, **{name: value}) for k in owned))(
                owned_design
            )

        return edit

    return make


def _move_field(racks: tuple[Rack, ...], catalog: Catalog, name: str, label: str) -> Field:
    """Return the field of a position: several racks get the same one, and are checked for it."""
    value, mixed = common([getattr(rack, name) for rack in racks])

    def make(wanted: int) -> Edit:
        steps = []
        for rack in racks:
            by = wanted - int(getattr(rack, name))
            dx, dy = (by, 0) if name == "x_mm" else (0, by)
            steps.append(move_racks(catalog, (rack.id,), dx, dy))
        return in_sequence(*steps)

    return Field(name, label, "integer", value, make, mixed, unit="mm", record="Rack")


def _turn(catalog: Catalog, ids: tuple[str, ...], rotation: int) -> Edit:
    """Return the edit that turns racks about the corner they stand on, if they fit there."""

    def edit(design: Design) -> Design:
        turned = in_sequence(*(set_fields("racks", key, rotation=rotation) for key in ids))(design)
        layout = Layout(turned)
        for key in ids:
            rack = layout.racks[key]
            verdict = can_place_rack(
                layout, catalog, rack.part, rack.x_mm, rack.y_mm, rack.rotation, exclude=(key,)
            )
            if not verdict.ok:
                raise EditError(f"{rack.name}: {verdict.reason}")
        return turned

    return edit
