"""Which fields a selection has, what they read, and the edit that a new value makes. No widgets.

A new field is one `Field` in the list of its kind of record.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import in_sequence, move_devices, move_racks, rename, set_fields
from designer.document.edits.unfold import with_own_devices
from designer.document.errors import EditError
from designer.document.placement import can_place_rack
from designer.model.design import Design, Rack
from designer.model.layout import Layout, Placed
from designer.model.units import half_u_of, u_of

Kind = Literal["text", "integer", "number", "choice"]
Value = str | int | float | None


@dataclass(frozen=True)
class Field:
    """One line of the panel.

    Attributes
    ----------
    value
        What all selected records have in common; `mixed` says that they differ.
    edit
        Makes the edit for a new value, over all selected records.
    choices
        Words and value of each choice.
    """

    name: str
    label: str
    kind: Kind
    value: Value
    edit: Callable[[Any], Edit]
    mixed: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    unit: str = ""
    low: float = 0.0
    high: float = 1_000_000.0
    hint: str = ""
    optional: bool = field(default=False)


ROTATIONS: Final = (
    ("up the plan", "0"), ("right", "90"), ("down the plan", "180"), ("left", "270"),
)  # fmt: skip
COOLING: Final = (
    ("chosen by load", "auto"), ("Room air", "room-air"), ("In-row, contained", "in-row"),
    ("Rear-door exchanger", "rear-door"), ("Direct-to-chip", "direct-to-chip"),
    ("Immersion", "immersion"),
)  # fmt: skip
TIERS: Final = (("none", ""), ("leaf", "leaf"), ("spine", "spine"), ("core", "core"))
FACES: Final = (("front", "front"), ("rear", "rear"), ("beside the rails", "zero-u"))


def design_fields(design: Design) -> list[Field]:
    """Return the fields of the design, its site and its room, for an empty selection."""

    def site(name: str) -> Callable[[Any], Edit]:
        return lambda value: set_fields("site", **{name: value})

    def room(name: str) -> Callable[[Any], Edit]:
        return lambda value: set_fields("room", **{name: value})

    price = f"{design.site.currency}/kWh"
    width, depth = design.room.size_mm()
    return [
        Field(
            "name", "Design", "text", design.name,
            lambda v: set_fields("design", name=v or "untitled"),
        ),
        Field("site_name", "Site", "text", design.site.name, site("name")),
        Field(
            "electricity_price", "Electricity", "number", design.site.electricity_price,
            site("electricity_price"), unit=price, high=10, optional=True,
            hint="energy cost is unknown without it",
        ),
        Field("pue", "PUE", "number", design.site.pue, site("pue"), low=1, high=3, optional=True),
        Field(
            "utilisation", "Utilisation", "number", design.site.utilisation, site("utilisation"),
            high=1, hint="part of the year at typical power",
        ),
        Field(
            "continuous_derate", "Breaker derate", "number", design.site.continuous_derate,
            site("continuous_derate"), high=1, hint="0.8 for continuous load by NEC 210.20",
        ),
        Field(
            "cooling_water_c", "Cooling water", "number", design.site.cooling_water_c,
            site("cooling_water_c"), unit="°C", low=-20, high=60,
        ),
        Field("room_name", "Room", "text", design.room.name, room("name")),
        Field("width", "Room width", "integer", width, _resize(design, "width"), unit="mm"),
        Field("depth", "Room depth", "integer", depth, _resize(design, "depth"), unit="mm"),
        Field("tile", "Tile", "integer", design.room.tile_mm, room("tile_mm"), unit="mm", low=100),
        Field(
            "floor_limit", "Floor limit", "number", design.room.floor_limit_kpa,
            room("floor_limit_kpa"), unit="kPa", high=1000, optional=True,
        ),
    ]  # fmt: skip


def _resize(design: Design, side: str) -> Callable[[int], Edit]:
    """Return the edit that gives a rectangular room another width or depth."""

    def make(value: int) -> Edit:
        outline = design.room.outline
        xs, ys = sorted({x for x, _ in outline}), sorted({y for _, y in outline})
        if len(outline) != 4 or len(xs) != 2 or len(ys) != 2:
            raise EditError("only a rectangular room is resized here; edit the outline in the file")
        left, top = xs[0], ys[0]
        right = left + value if side == "width" else xs[1]
        bottom = top + value if side == "depth" else ys[1]
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return set_fields("room", outline=corners)

    return make


def rack_fields(design: Design, catalog: Catalog, racks: tuple[Rack, ...]) -> list[Field]:
    """Return the fields of one or several racks."""
    ids = tuple(rack.id for rack in racks)
    fields = []
    if len(racks) == 1:
        fields.append(
            Field("name", "Name", "text", racks[0].name, lambda v: rename(racks[0].id, v))
        )
    fields.append(_move_field(racks, catalog, "x_mm", "From left"))
    fields.append(_move_field(racks, catalog, "y_mm", "From top"))
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
        Field(
            "assembly", "Assembly", "choice", assembly, _set_racks(ids, "assembly"), mixed, choices
        )
    )
    rows = (("none", ""), *((row.name or row.id, row.id) for row in design.rows))
    row_id, mixed = common([rack.row for rack in racks])
    fields.append(Field("row", "Row", "choice", row_id, _set_racks(ids, "row"), mixed, rows))
    note, mixed = common([rack.note for rack in racks])
    fields.append(Field("note", "Note", "text", note, _set_racks(ids, "note"), mixed))
    return fields


def device_fields(design: Design, catalog: Catalog, devices: tuple[Placed, ...]) -> list[Field]:
    """Return the fields of one or several devices."""
    keys = tuple(device.key for device in devices)
    kinds = {part.kind for d in devices if (part := catalog.get(d.part))}
    fields = []
    if len(devices) == 1:
        only = devices[0]
        fields.append(Field("name", "Name", "text", only.name, lambda v: rename(only.key, v)))
        if only.face in ("front", "rear"):
            fields.append(
                Field("u", "Lowest U", "number", u_of(only.half_u),
                      lambda v: move_devices(catalog, keys, only.rack, half_u_of(v)),
                      low=1, high=60)
            )  # fmt: skip
    if all(device.face in ("front", "rear") for device in devices):
        face, mixed = common([device.face for device in devices])
        fields.append(
            Field("face", "Face", "choice", face, _set_devices(keys, "face"), mixed, FACES[:2])
        )
    if kinds == {"rack-pdu"}:
        feeds = (("none", ""), *((f.name or f.id, f.id) for f in design.room.feeds))
        feed, mixed = common([device.feed for device in devices])
        fields.append(
            Field("feed", "Feed", "choice", feed, _set_devices(keys, "feed"), mixed, feeds)
        )
    if kinds == {"switch"}:
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
    note, mixed = common([device.note for device in devices])
    fields.append(Field("note", "Note", "text", note, _set_devices(keys, "note"), mixed))
    return fields


def common(values: list[Any]) -> tuple[Any, bool]:
    """Return what all values are, or None and that they differ."""
    same = all(value == values[0] for value in values)
    return (values[0], False) if same else (None, True)


def _set_racks(ids: tuple[str, ...], name: str) -> Callable[[Any], Edit]:
    return lambda value: in_sequence(*(set_fields("racks", key, **{name: value}) for key in ids))


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

    return Field(name, label, "integer", value, make, mixed, unit="mm", low=-1_000_000)


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
