"""New things as a row of a spreadsheet asks for them: the edits of a drop, or why it cannot be.

Each function gives the edit that makes one thing by what is said of it, under the names of the
fields of its record. What nobody says is decided as a drop decides it: the next free place of a
row or of the floor, the lowest free units of a rack.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from pydantic import ValidationError

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import not_in_catalogue
from designer.catalog.part import Part
from designer.document.cable_plans import cable_at
from designer.document.document import Edit
from designer.document.edits import (
    add_fabric,
    add_row,
    copy_assembly,
    in_sequence,
    place_device,
    place_rack,
    put,
    put_feed,
    put_obstacle,
    put_passage,
    set_fields,
)
from designer.document.edits.naming import fresh_id, slug
from designer.document.edits.stages import add_stage, set_stage
from designer.document.edits.trays import next_tray
from designer.document.element_plans import drawn_element
from designer.document.errors import EditError
from designer.document.free_spots import Spot, free_spot, spot_in_row
from designer.document.placement import (
    LOWEST_HALF_U,
    can_place,
    default_face,
    first_fit,
    footprint,
    free_row,
    room_left,
)
from designer.document.tray_plans import tray_through
from designer.model.aisle_widths import COLD_AISLE_MM
from designer.model.change import COLLECTIONS
from designer.model.design import Obstacle, Passage, PowerNode, Rotation
from designer.model.layout import Layout
from designer.model.record import Record
from designer.model.units import u_text

Values = Mapping[str, Any]
"""What is said of a thing, by the name of the field; what is not said is not there."""
_CORNER: Final = re.compile(r"(-?\d{1,7})\s*,\s*(-?\d{1,7})")
_BETWEEN: Final = re.compile(r"[\s;/]*")
MOST_IN_ROW: Final = 200


@dataclass(frozen=True, slots=True)
class NewThing:
    """A thing that is to be.

    Attributes
    ----------
    edit
        Makes it.
    said
        What was decided for it, as its place; empty where all was said.
    """

    edit: Edit
    said: str = ""


def new_rack(layout: Layout, catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a rack or floor unit at its place, or at the next free one of its row or the floor.

    Raises
    ------
    EditError
        If it cannot stand anywhere; where it cannot stand there, the edit raises it.
    """
    more = dict(values)
    part = _part(catalog, more.pop("part", ""))
    row, assembly = more.pop("row", ""), more.pop("assembly", "")
    place = [more.pop(field, None) for field in ("x_mm", "y_mm", "rotation")]
    x, y, turned = place
    if (x is None) is not (y is None):
        raise EditError("only one half of its place is given: give both, or neither")
    if x is None or y is None:
        if turned is not None:
            raise EditError("which way it faces is given without a place: give both, or neither")
        x, y, rotation, row = _spot(layout, catalog, part, row)
        said = f"at {x:,} mm, {y:,} mm"
        row_name = next((one.name or one.id for one in layout.design.rows if one.id == row), "")
        said += f" in row {row_name}" if row_name and not values.get("row") else ""
    else:
        rotation, said = turned or _UPRIGHT, ""
    place_it = place_rack(catalog, part.id, x, y, rotation, name, row)
    key = name if name not in layout.racks else fresh_id(layout.racks, slug(name))
    edits = [place_it]
    edits += [copy_assembly(catalog, assembly, (key,))] if assembly else []
    edits += [set_fields("racks", key, **more)] if more else []
    return NewThing(in_sequence(*edits), said)


_UPRIGHT: Final[Rotation] = get_args(Rotation)[0]


def _spot(layout: Layout, catalog: Catalog, part: Part, row: str) -> Spot:
    """Return the next free place of a row, or of the floor."""
    if not part.stands_on_floor:
        raise EditError(f"{part.name} goes into a rack, not onto the floor")
    if row:
        found = spot_in_row(layout, catalog, part, row)
        where = "beside the racks of its row"
    else:
        found, where = free_spot(layout, catalog, part), "on the floor"
    if found is None:
        raise EditError(f"no free place {where} for {part.name}: give From left and From top")
    return found


def new_device(layout: Layout, catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a device in its rack, at its unit or at the lowest that is free.

    Raises
    ------
    EditError
        If there is no room for it; where it does not fit there, the edit raises it.
    """
    more = dict(values)
    part = _part(catalog, more.pop("part", ""))
    rack = layout.racks.get(more.pop("rack", ""))
    if rack is None:
        raise EditError("there is no such rack: add it first, in the table of racks")
    at, face = more.pop("half_u", None), more.pop("face", None)
    stage, locked = more.pop("stage", ""), more.pop("locked", False)
    side = more.pop("side", None)
    hangs, said = face or default_face(part), ""
    if at is None:
        at = first_fit(layout, catalog, part.id, rack.id, hangs, side)
        if at is None:
            left = room_left(layout, catalog, part.id, rack.id, hangs)
            why = can_place(layout, catalog, part.id, rack.id, LOWEST_HALF_U, hangs).reason
            raise EditError(f"no room in {rack.name}: {left or why}")
        said = f"at {u_text(at, part.height_half_u)}" if hangs in ("front", "rear") else ""
    key = fresh_id(layout.devices, f"{slug(rack.name)}-{part.id}")
    edits = [
        place_device(
            catalog, part.id, rack.id, at, hangs, name, known=layout, key=key, side=side, **more
        )
    ]
    edits += [set_stage((key,), stage)] if stage else []
    edits += [set_fields("devices", key, locked=True)] if locked else []
    return NewThing(in_sequence(*edits), said)


def new_row(layout: Layout, catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a row: with so many racks of a part where these are said, else one to be filled.

    Raises
    ------
    EditError
        If it has racks of no part, or no place for them.
    """
    note, count, part_id = values.get("note", ""), values.get("count"), values.get("part", "")
    noted = [set_fields("rows", name, note=note)] if note else []
    if not count and not part_id:
        if any(name in (row.id, row.name) for row in layout.design.rows):
            raise EditError(f"the row name {name} is taken")
        row = _record("rows", {"id": name, "name": name, "note": note})
        return NewThing(put("rows", row), "without racks")
    if not part_id:
        raise EditError("racks of which part? give it in a column headed Part")
    part, many = _part(catalog, part_id), count or 1
    if not 1 <= many <= MOST_IN_ROW:
        raise EditError(f"a row has 1 to {MOST_IN_ROW} racks")
    if not part.stands_on_floor or not part.traits.contains:
        raise EditError(f"{part.name} is no rack")
    pitch = footprint(part, _UPRIGHT)[0]
    spot = free_row(layout, catalog, part.id, many, pitch, COLD_AISLE_MM)
    if spot is None:
        raise EditError(f"no free place for a row of {many}: insert it where there is room")
    edit = add_row(catalog, part.id, many, *spot, name=name)
    return NewThing(in_sequence(edit, *noted), f"at {spot[0]:,} mm, {spot[1]:,} mm")


def new_feed(layout: Layout, catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a feed, or a thing upstream of one, as the room has it; it stands nowhere yet.

    Raises
    ------
    EditError
        If its part is of another kind, or a figure cannot be.
    """
    more = dict(values)
    if part_id := more.get("part", ""):
        part = _part(catalog, part_id)
        kind = more.setdefault("kind", part.traits.node)
        if not part.traits.node or part.traits.node != kind:
            raise EditError(f"{part.name} is no {kind or 'thing upstream of the racks'}")
    taken = {node.id for node in layout.design.power}
    node = _record("power", {"id": _free_id(taken, name), "name": name, **more})
    assert isinstance(node, PowerNode)
    return NewThing(put_feed(node))


def new_fabric(layout: Layout, _catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a fabric without nodes and switches."""
    edits = [add_fabric(name)]
    edits += [set_fields("fabrics", slug(name), **values)] if values else []
    if any(fabric.id == slug(name) for fabric in layout.design.fabrics):
        raise EditError(f"a fabric is called {name} already")
    return NewThing(in_sequence(*edits))


def new_tray(layout: Layout, _catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a tray through its corners, made as the one drawn last in all that is not said.

    Raises
    ------
    EditError
        If it leads nowhere, or out of the room.
    """
    more = dict(values)
    corners = corners_in(more.pop("corners", ""))
    verdict = tray_through(layout, corners).verdict
    if not verdict.ok:
        raise EditError(verdict.reason)
    made = next_tray(layout.design, corners)
    taken = {tray.id for tray in layout.design.trays}
    tray = _record("trays", {**said_of(made), "id": _free_id(taken, name), "name": name, **more})
    return NewThing(put("trays", tray))


def corners_in(text: str) -> tuple[tuple[int, int], ...]:
    """Return corners as they are written, in mm: `600,1200 7200,1200`.

    Raises
    ------
    EditError
        If they are written otherwise.
    """
    pairs = _CORNER.findall(text)
    if len(pairs) < 2 or _BETWEEN.fullmatch(_CORNER.sub("", text)) is None:
        raise EditError(f"{text!r} is no way: write its corners in mm, as 600,1200 7200,1200")
    return tuple((int(x), int(y)) for x, y in pairs)


def new_element(layout: Layout, _catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a column, wall, ramp or zone of the room.

    Raises
    ------
    EditError
        If it is too small to be drawn.
    """
    taken = {one.id for one in layout.design.room.obstacles}
    made = Obstacle.model_validate({"id": _free_id(taken, name), "name": name, **values})
    left, top, right, bottom = made.box
    verdict = drawn_element(layout, made.kind, (left, top), (right, bottom)).verdict
    if not verdict.ok:
        raise EditError(verdict.reason)
    return NewThing(put_obstacle(made))


def new_passage(layout: Layout, _catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a step of the way in: a door, a corridor, a lift, a ramp."""
    taken = {one.id for one in layout.design.room.passages}
    return NewThing(
        put_passage(Passage.model_validate({"id": _free_id(taken, name), "name": name, **values}))
    )


def new_stage(layout: Layout, _catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a stage after all others, or with the order that is said."""
    edit = add_stage(name, values.get("date", ""), values.get("note", ""))
    before = {one.id for one in layout.design.stages}
    made = {one.id for one in edit(layout.design).stages} - before
    order = values.get("order")
    later = [set_fields("stages", key, order=order) for key in made if order is not None]
    return NewThing(in_sequence(edit, *later))


def new_cable(layout: Layout, catalog: Catalog, name: str, values: Values) -> NewThing:
    """Return a cable by hand between two ports, each told as device key and port.

    Raises
    ------
    EditError
        If one of the ports is none of its device's in a fabric of both, or has a cable by hand.
    """
    more = dict(values)
    one, other = more.pop("a"), more.pop("b")
    plan = cable_at(layout, catalog, one, other, more.pop("fabric", ""))
    if plan.edit is None:
        raise EditError(plan.verdict.reason)
    known = {cable.id for cable in layout.design.cables}
    if name in known:
        raise EditError(f"a cable is called {name} already")
    made = next(c for c in plan.edit(layout.design).cables if c.id not in known)
    key = name or made.id
    laid = _record("cables", {**said_of(made), **more, "id": key})
    return NewThing(put("cables", laid), plan.about)


def said_of(record: Record) -> dict[str, Any]:
    """Return the fields of a record with their values."""
    return {field: getattr(record, field) for field in type(record).model_fields}


def new_named(
    collection: str, layout: Layout, name: str, values: Values, *, named: bool = True
) -> NewThing:
    """Return a record of a collection that stands nowhere: a price, a waiver, a note, a rule.

    Parameters
    ----------
    name
        Its id; or its name, of which its id is made.
    named
        Whether it has a name beside its id.

    Raises
    ------
    EditError
        If it is not complete, or one of its values cannot be.
    """
    taken = {one.id for one in getattr(layout.design, collection)}
    who = {"id": _free_id(taken, name), "name": name} if named else {"id": name}
    if who["id"] in taken:
        raise EditError(f"the id {name} is taken")
    return NewThing(put(collection, _record(collection, {**who, **values})))


def _record(collection: str, values: Values) -> Any:  # noqa: ANN401 - of the collection's type
    try:
        return COLLECTIONS[collection].model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise EditError(f"{field}: {first['msg']}") from error


def _part(catalog: Catalog, part_id: str) -> Part:
    part = catalog.get(part_id)
    if part is None:
        raise EditError(not_in_catalogue(part_id))
    return part


def _free_id(taken: set[str], name: str) -> str:
    key = slug(name)
    return key if key not in taken else fresh_id(taken, key)
