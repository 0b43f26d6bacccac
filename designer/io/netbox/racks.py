"""A rack type becomes a rack."""

from typing import Any, Final

from designer.io.netbox.device import identity, mass_kg
from designer.io.netbox.draft import Draft, Origin
from designer.io.netbox.report import Notes
from designer.io.netbox.safe_yaml import Table
from designer.io.netbox.schema import RACK_KEYS, Fields
from designer.model.ranges import problem

_MM: Final = {"mm": 1.0, "in": 25.4}
_KG: Final = {"kg": 1.0, "g": 0.001, "lb": 0.45359237, "oz": 0.028349523125}
_NETBOX_WIDTHS: Final = (10, 19, 21, 23)
_USUAL_WIDTH: Final = 19
_OPEN_RACK_WIDTH: Final = 21
"""Inches between the rails of an Open Rack V3."""


def rack_fields(table: Table, notes: Notes, origin: Origin) -> dict[str, Any] | None:
    """Return the fields of the rack that a rack type describes; None if it lacks name or height."""
    fields = Fields(table, notes)
    fields.check_keys(RACK_KEYS)
    draft = Draft()
    if not identity(fields, origin, draft):
        return None
    units = fields.number("u_height")
    if units is None or problem("RackFigures", "units", units):
        said = fields.written("u_height") if units is None else f"{units:g}"
        said = f"u_height {said}" if said else "no u_height"
        notes.add("required", f"{said}: no rack of whole units", "add u_height: in rack units",
                  fields.at("u_height"))  # fmt: skip
        return None
    said_rack: dict[str, Any] = {"units": int(units)}
    draft.fields |= {"kind": "rack", "mass_kg": mass_kg(fields), "rack": said_rack}
    for key, field in (("outer_width", "width_mm"), ("outer_height", "height_mm"),
                       ("outer_depth", "depth_mm")):  # fmt: skip
        draft.fields[field] = _millimetres(fields, key)
    _usable_depth(fields, draft, said_rack)
    _load(fields, said_rack)
    _form(fields, draft, said_rack)
    draft.fields["summary"] = fields.text("description", 120)
    return draft.finished(origin)


def _millimetres(fields: Fields, key: str) -> int | None:
    """Return an outer dimension in millimetres; None where it is not known."""
    length = fields.number(key)
    if length is None:
        return None
    unit = fields.text("outer_unit").lower()
    scale = _MM.get(unit)
    if scale is None or problem("RackType", "outer_mm", length * scale):
        reason = "in no known unit" if scale is None else "cannot be"
        what = f"{key} {length:g} {unit or 'without unit'} {reason}; unknown"
        fields.notes.add("bad-value", what, "write outer_unit: mm or in", fields.at(key))
        return None
    return round(length * scale)


def _usable_depth(fields: Fields, draft: Draft, rack: dict[str, Any]) -> None:
    """Read the depth between the rails; some files hold the least the rails can be set to."""
    depth = fields.number("mounting_depth")
    if depth is None or problem("RackType", "outer_mm", depth):
        return
    outer = draft.fields["depth_mm"]
    if outer and 2 * depth < outer:
        fields.notes.add("bad-value", f"mounting_depth {depth:g} mm in a rack {outer} mm deep is "
                         "the least its rails can be set to; usable depth unknown",
                         "write the greatest depth between the rails",
                         fields.at("mounting_depth"))  # fmt: skip
        return
    rack["usable_depth_mm"] = round(depth)


def _load(fields: Fields, rack: dict[str, Any]) -> None:
    load = fields.number("max_weight")
    kilogram = _KG.get(fields.text("weight_unit").lower())
    if load is None or load <= 0:
        return
    place = fields.at("max_weight")
    if kilogram is None:
        fields.notes.add("bad-value", f"max_weight {load:g} in no known unit; unknown",
                         "write weight_unit: kg, g, lb or oz", place)  # fmt: skip
        return
    rack["static_kg"] = round(load * kilogram, 1)
    fields.notes.add("rack-load", "max_weight taken for the standing load; whether it may be "
                     "rolled so is not filed", "see the maker's sheet", place)  # fmt: skip


def _form(fields: Fields, draft: Draft, rack: dict[str, Any]) -> None:
    """Note what is no 19-inch cabinet that counts its units from below."""
    notes = fields.notes
    width = fields.number("width")
    if width == _OPEN_RACK_WIDTH:
        rack["rails"] = "21-inch"
    elif width is not None and width != _USUAL_WIDTH:
        refused = "" if width in _NETBOX_WIDTHS else "; NetBox refuses this width"
        notes.add("rack", f"{width:g}-inch rails: 19-inch devices do not fit{refused}",
                  "check what goes in", fields.at("width"))  # fmt: skip
    form = fields.text("form_factor")
    if form and form != "4-post-cabinet":
        notes.add("rack", f"form {form}: no cabinet with doors", "check its cooling and its load",
                  fields.at("form_factor"))  # fmt: skip
        draft.remarks.append(f"Form: {form}.")
    if fields.switch("desc_units"):
        notes.add("rack", "units are counted from above; here they are counted from below",
                  at=fields.at("desc_units"))  # fmt: skip
    start = fields.number("starting_unit")
    if start is not None and start != 1:
        notes.add("rack", f"the lowest unit is {start:g}; here it is 1",
                  at=fields.at("starting_unit"))  # fmt: skip
