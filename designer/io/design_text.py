"""A design as canonical TOML.

The layout depends on the kind of a record, never on its length, so that an edit changes the line
of the record and no other:

- single records (`[site]`) and records that hold much (`[assemblies.x]`, `[fabrics.x]`,
  `[weather_years.x]`, `[grid_years.x]`, `[parts.x]`) are tables with a line for each field;
- every other record is one line, `id = {…}`, under its collection's header;
- devices, kept places and slots that differ in nothing but number and position share a line
  (`folds`);
- rows, racks and devices have their header even when empty, so that the first one adds one line.

May import `model` and `catalog`.
"""

from collections.abc import Iterator
from operator import itemgetter
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.io import toml_text
from designer.io.folds import counting_order, folded
from designer.io.free_ids import FreeIds
from designer.model.change import COLLECTIONS
from designer.model.design import SCHEMA_VERSION, Assembly, Design, Site
from designer.model.record import Record

BLOCK_COLLECTIONS: Final = frozenset({"assemblies", "fabrics", "weather_years", "grid_years"})
ALWAYS: Final = frozenset({"rows", "racks", "devices"})
FOLDED: Final = frozenset({"devices", "places"})
DIGEST_KEY: Final = "catalog_digest"


def dumps(design: Design, catalog: Catalog) -> str:
    """Return a design as canonical TOML, with the parts it uses at the end.

    Parameters
    ----------
    design
        The design; its records may stand in any order.
    catalog
        Gives the parts; a part that it lacks is not embedded.
    """
    return "\n".join(_lines(design, catalog)) + "\n"


def part_ids(design: Design) -> set[str]:
    """Return the ids of the parts that a design names."""
    ids = {rack.part for rack in design.racks}
    ids |= {device.part for device in design.devices}
    ids |= {place.part for place in design.places}
    ids |= {cable.part for cable in design.cables}
    ids |= {node.part for node in design.power} | {tray.part for tray in design.trays}
    ids |= {design.site.rejection_part} - {""}
    for assembly in design.assemblies:
        ids.add(assembly.rack_part)
        ids |= {slot.part for slot in assembly.slots}
    for fabric in design.fabrics:
        ids |= {*fabric.nodes, fabric.switch, fabric.spine_switch, fabric.core_switch}
    return ids


def used_parts(design: Design, catalog: Catalog) -> tuple[Part, ...]:
    """Return the parts that a design names, sorted by id, as far as the catalogue has them."""
    found = (catalog.get(part_id) for part_id in sorted(part_ids(design)))
    return tuple(part for part in found if part is not None)


def _lines(design: Design, catalog: Catalog) -> Iterator[str]:
    if design.header:
        yield from toml_text.comment(design.header)
        yield ""
    yield f"schema_version = {SCHEMA_VERSION}"
    yield f"name = {toml_text.string(design.name)}"
    if design.note:
        yield f"note = {toml_text.string(design.note)}"
    for name in ("site", "title_block", "room", "platform"):
        record: Record = getattr(design, name)
        yield from _table(name, record, always=isinstance(record, Site))
    for name in COLLECTIONS:
        yield from _collection(name, getattr(design, name))
    for part in used_parts(design, catalog):
        fields = {DIGEST_KEY: catalog.digest(part), **_fields(part)}
        yield from ("", f"[parts.{toml_text.key(part.id)}]", *toml_text.block(fields))


def _table(name: str, record: Record, *, always: bool) -> Iterator[str]:
    fields = record.model_dump(exclude_defaults=True)
    if fields or always:
        yield from ("", f"[{name}]", *toml_text.block(fields))


def _collection(name: str, records: tuple[Record, ...]) -> Iterator[str]:
    keyed = _by_free_id(records)
    if name in BLOCK_COLLECTIONS:
        for record_id, record in keyed:
            header = f"[{name}.{toml_text.key(record_id)}]"
            yield from ("", header, *toml_text.block(_block_fields(record)))
    elif records or name in ALWAYS:
        yield ""
        yield f"[{name}]"
        said = [(record_id, _fields(record)) for record_id, record in keyed]
        if name in FOLDED:
            said = sorted(folded(sorted(said, key=counting_order)), key=itemgetter(0))
        for record_id, fields in said:
            yield f"{toml_text.key(record_id)} = {toml_text.inline_table(fields)}"


def _by_free_id(records: tuple[Record, ...]) -> list[tuple[str, Record]]:
    """Return records by id, sorted.

    Two records of one id are a mistake of whoever made the design, but no reason to lose one of
    them or to write a file that cannot be read: the second gets a free id.
    """
    named: dict[str, Record] = {}
    ids = FreeIds(named)
    for record in records:
        wanted = str(getattr(record, "id"))  # noqa: B009 - every record of a collection has an id
        named[ids.free(wanted)] = record
    return sorted(named.items())


def _block_fields(record: Record) -> dict[str, object]:
    """Return the fields of a record that holds records; slots of an assembly are folded."""
    fields = _fields(record)
    if isinstance(record, Assembly) and record.slots:
        slots = folded([(slot.id, _fields(slot)) for slot in record.slots])
        fields["slots"] = [{"id": slot_id, **said} for slot_id, said in slots]
    return fields


def _fields(record: Record) -> dict[str, Any]:
    fields = record.model_dump(exclude_defaults=True)
    fields.pop("id", None)
    return fields
