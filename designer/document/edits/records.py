"""Edits that work on any record: remove, rename, set fields."""

from collections.abc import Iterable, Mapping, Set
from operator import attrgetter
from typing import Any, Final

from pydantic import ValidationError

from designer.document.calls import named, of_several
from designer.document.document import Edit
from designer.document.edits.merged_stages import without_stages
from designer.document.edits.unfold import with_own_devices
from designer.document.errors import EditError
from designer.document.figure_check import check_record
from designer.model.change import COLLECTIONS, SINGLES, Change, apply, record_with
from designer.model.design import Design
from designer.model.record import Record


def in_sequence(*edits: Edit) -> Edit:
    """Return one edit that does several in order, all or none."""

    def edit(design: Design) -> Design:
        for each in edits:
            design = each(design)
        return design

    return of_several(edit, edits)


@named
def put(collection: str, record: Record) -> Edit:
    """Add a record to a collection, or replace the one of the same id.

    Raises
    ------
    EditError
        From the edit, if one of its figures cannot be.
    """

    def edit(design: Design) -> Design:
        check_record(record, str(getattr(record, "id", collection)))
        return apply(design, Change(put=((collection, (record,)),)))

    return edit


@named
def drop(collection: str, key: str) -> Edit:
    """Drop one record of a collection by its id, whatever else has that id.

    Raises
    ------
    EditError
        From the edit, if the collection has no such record.
    """

    def edit(design: Design) -> Design:
        if record_with(getattr(design, collection), key) is None:
            raise EditError(f"nothing in {collection} is called {key!r}")
        return apply(design, Change(drop=((collection, (key,)),)))

    return edit


@named
def remove(keys: tuple[str, ...]) -> Edit:
    """Remove devices, racks with what is in them, rows with their racks, and any other record.

    A row goes with the last of its racks; one that had none stays until it is named.
    Cables and cords that end at a removed device go with it.

    Raises
    ------
    EditError
        From the edit, if a key names nothing.
    """

    def edit(design: Design) -> Design:
        gone: dict[str, set[str]] = {name: set() for name in COLLECTIONS}
        loose, held = [], {}
        if len(keys) > 1:
            held = _collections(design)
        for key in keys:
            name = held.get(key, "") if held else _collection_of(design, key)
            if name:
                gone[name].add(key)
            elif "/" in key:
                loose.append(key)
            else:
                raise EditError(f"nothing is called {key!r}")
        if gone["stages"]:
            design = without_stages(design, gone.pop("stages"))
        if gone["rows"]:
            gone["racks"] |= {rack.id for rack in design.racks if rack.row in gone["rows"]}
        if gone["racks"]:
            gone["rows"] |= _emptied(design, gone["racks"])
        loose = [key for key in loose if key.partition("/")[0] not in gone["racks"]]
        design, owned = with_own_devices(design, tuple(loose))
        gone["devices"] |= set(owned)
        if gone["racks"]:
            gone["devices"] |= {d.id for d in design.devices if d.rack in gone["racks"]}
        gone["cables"] |= {
            cable.id
            for cable in design.cables
            if {cable.a, cable.b} & gone["devices"]
            or {cable.a.partition("/")[0], cable.b.partition("/")[0]} & gone["racks"]
        }
        gone["cords"] |= {
            cord.id
            for cord in design.cords
            if any(_ends_at(end, gone) for end in (cord.supply, cord.outlet))
        }
        drop = tuple((name, tuple(sorted(ids))) for name, ids in gone.items() if ids)
        return apply(design, Change(drop=drop))

    return edit


def _emptied(design: Design, racks: Set[str]) -> set[str]:
    """Return the rows that lose all their racks."""
    before = {rack.row for rack in design.racks if rack.id in racks}
    after = {rack.row for rack in design.racks if rack.id not in racks}
    return {row.id for row in design.rows if row.id in before - after}


def _ends_at(address: str, gone: dict[str, set[str]]) -> bool:
    """Return whether an address is at a device that is removed, or in a rack that is."""
    device = address.rpartition(":")[0] or address
    return device in gone["devices"] or device.partition("/")[0] in gone["racks"]


_SOUGHT: Final = ("devices", "racks", *(n for n in COLLECTIONS if n not in ("devices", "racks")))
"""Collections in the order in which a key is looked for."""


def _collections(design: Design) -> dict[str, str]:
    """Return the collection that holds each record, by its id; devices and racks first."""
    read = attrgetter("id")
    found: dict[str, str] = {}
    for name in reversed(_SOUGHT):
        found.update(dict.fromkeys(map(read, getattr(design, name)), name))
    return found


def _collection_of(design: Design, key: str) -> str:
    """Return the collection that holds a record, or an empty string; devices and racks first."""
    for name in _SOUGHT:
        if record_with(getattr(design, name), key) is not None:
            return name
    return ""


@named
def rename(key: str, name: str) -> Edit:
    """Give a record another name; racks and rows keep names that are unique.

    Raises
    ------
    EditError
        From the edit, if the key names nothing, or the name is empty or taken.
    """

    def edit(design: Design) -> Design:
        wanted = name.strip()
        if not wanted:
            raise EditError("a name cannot be empty")
        owned = key
        if "/" in key:
            design, (owned,) = with_own_devices(design, (key,))
        collection = _collection_of(design, owned)
        record = record_with(getattr(design, collection), owned) if collection else None
        if record is None or "name" not in COLLECTIONS[collection].model_fields:
            raise EditError(f"nothing with a name is called {key!r}")
        records = getattr(design, collection)
        if collection in ("racks", "rows") and any(
            r.name == wanted and r.id != owned for r in records
        ):
            raise EditError(f"the name {wanted} is taken")
        return apply(design, Change(put=((collection, (record.evolve(name=wanted),)),)))

    return edit


@named
def set_fields(collection: str, key: str = "", **fields: Any) -> Edit:  # noqa: ANN401 - validated
    """Set fields of one record.

    Parameters
    ----------
    collection
        A collection (`racks`, `devices`, …) or a single record (`site`, `room`, `title_block`).
        `design` sets fields of the design itself (`name`, `note`).
    key
        Id of the record; empty for a single record. `rack/slot` first detaches the rack.

    Raises
    ------
    EditError
        From the edit, if there is no such record or a value does not fit.
    """

    def edit(design: Design) -> Design:
        try:
            if collection == "design":
                return design.evolve(**fields)
            if collection in SINGLES:
                single = getattr(design, collection).evolve(**fields)
                check_record(single, collection)
                return design.evolve(**{collection: single})
            owned = key
            if collection == "devices" and "/" in key:
                design, (owned,) = with_own_devices(design, (key,))
            record = record_with(getattr(design, collection), owned)
            if record is None:
                raise EditError(f"nothing in {collection} is called {key!r}")
            changed = record.evolve(**fields)
            check_record(changed, owned)
            return apply(design, Change(put=((collection, (changed,)),)))
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"])
            raise EditError(f"{key or collection}: {field}: {first['msg']}") from error

    return edit


@named
def set_each(collection: str, values: Mapping[str, Mapping[str, Any]]) -> Edit:
    """Set fields of several records of a collection at once, all or none.

    Parameters
    ----------
    values
        By the id of each record its fields and their new values. `rack/slot` first detaches the
        rack.

    Raises
    ------
    EditError
        From the edit, if there is no such record, a value does not fit, or two racks or two rows
        would have one name.
    """

    def edit(design: Design) -> Design:
        wanted = dict(values)
        if collection == "devices" and any("/" in key for key in wanted):
            design, owned = with_own_devices(design, tuple(wanted))
            wanted = dict(zip(owned, wanted.values(), strict=True))
        records = getattr(design, collection)
        changed = tuple(
            changed_record(collection, key, record_with(records, key), fields)
            for key, fields in wanted.items()
        )
        if collection in UNIQUE_NAMES:
            names = {record.id: record.name for record in (*records, *changed)}
            _refuse_taken(names.values())
        return apply(design, Change(put=((collection, changed),)))

    return edit


UNIQUE_NAMES: Final = frozenset({"racks", "rows"})
"""Collections of which no two records have one name."""


def changed_record(
    collection: str, key: str, record: Record | None, fields: Mapping[str, Any]
) -> Any:  # noqa: ANN401 - of the collection's type
    """Return a record with other values of some fields.

    Raises
    ------
    EditError
        If there is none, or a value does not fit.
    """
    if record is None:
        raise EditError(f"nothing in {collection} is called {key!r}")
    try:
        changed = record.evolve(**fields)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise EditError(f"{key}: {field}: {first['msg']}") from error
    check_record(changed, key)
    return changed


def _refuse_taken(names: Iterable[str]) -> None:
    """Raise `EditError` where a name stands twice."""
    seen: set[str] = set()
    for name in names:
        if name and name in seen:
            raise EditError(f"the name {name} is taken")
        seen.add(name)
