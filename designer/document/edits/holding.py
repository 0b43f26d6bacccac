"""Edits that lock things, group them, and put them on layers."""

from collections.abc import Mapping
from typing import Any

from designer.catalog.plant_places import loop_of, node_of
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.groups import free_name
from designer.document.errors import EditError
from designer.document.locks import lockable_of
from designer.model.change import apply, record_with
from designer.model.design import Design
from designer.model.held_things import OF_ROOM, change_putting, records_of
from designer.model.layout import Layout


@named
def lock(keys: tuple[str, ...], known: Layout | None = None) -> Edit:
    """Lock things: none is moved, removed, replaced or renamed until it is unlocked.

    Parameters
    ----------
    keys
        Racks and floor units, devices, `tray:ID`, `power:ID`, `pipe:ID`, `room:ID`.

    Raises
    ------
    EditError
        From the edit, if a key names nothing that can be locked.
    """
    return _setting(keys, {"locked": True}, known)


@named
def unlock(keys: tuple[str, ...], known: Layout | None = None) -> Edit:
    """Unlock things.

    Raises
    ------
    EditError
        From the edit, if a key names nothing that can be locked.
    """
    return _setting(keys, {"locked": False}, known)


@named
def group(keys: tuple[str, ...], name: str = "", known: Layout | None = None) -> Edit:
    """Group things: they are chosen and moved as one. They leave the groups that they were in.

    Parameters
    ----------
    name
        Empty for the next free one. Where things have that group already, these join them.

    Raises
    ------
    EditError
        From the edit, if a key names nothing that can be grouped, or only one thing is named for a
        group that has none.
    """

    def edit(design: Design) -> Design:
        called = name.strip() or free_name(design)
        if len(set(keys)) < 2 and not name.strip():
            raise EditError("a group needs two things or more: select them first")
        return _setting(keys, {"group": called}, known)(design)

    return edit


@named
def ungroup(keys: tuple[str, ...], known: Layout | None = None) -> Edit:
    """Take things out of their groups.

    Raises
    ------
    EditError
        From the edit, if a key names nothing that can be grouped.
    """
    return _setting(keys, {"group": ""}, known)


@named
def put_on_layer(keys: tuple[str, ...], layer: str = "", known: Layout | None = None) -> Edit:
    """Put things on a layer of their own name; with an empty one they are on none.

    Raises
    ------
    EditError
        From the edit, if a key names nothing that can be on a layer.
    """
    return _setting(keys, {"layer": layer.strip()}, known)


def _setting(keys: tuple[str, ...], fields: Mapping[str, Any], known: Layout | None) -> Edit:
    """Return the edit that sets fields of what keys of the selection mean, all or none."""

    def edit(design: Design) -> Design:
        layout = known if known is not None and known.design is design else Layout(design)
        changed: dict[str, list[Any]] = {}
        for key in dict.fromkeys(keys):
            collection, record = _held(layout, key)
            if any(name not in type(record).model_fields for name in fields):
                what = "layer of its own: that of its rack" if collection == "devices" else "group"
                raise EditError(f"{record.name or record.id} can be on no {what}")
            if any(getattr(record, name) != value for name, value in fields.items()):
                changed.setdefault(collection, []).append(record.evolve(**fields))
        return apply(design, change_putting(design, changed)) if changed else design

    return edit


def _held(layout: Layout, key: str) -> tuple[str, Any]:
    """Return the collection and the record that a key means; also a plain id, as scripts give."""
    found = lockable_of(layout, key)
    if found is not None:
        return found
    if not (node_of(key) or loop_of(key)):
        for collection in ("trays", "power", "loops", OF_ROOM):
            record = record_with(records_of(layout.design, collection), key)
            if record is not None:
                return collection, record
    placed = layout.find(key)
    if placed is None:
        raise EditError(f"nothing that can be locked or grouped is called {key!r}")
    rack = layout.racks[placed.rack]
    raise EditError(
        f"{placed.name} is brought by the assembly of {rack.name}: take the rack itself, or detach "
        "it from its assembly first"
    )
