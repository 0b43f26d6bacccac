"""The one rule of locks: a locked thing is not moved, removed, replaced or renamed.

Every edit comes here with what it changes, whoever asks for it: a gesture, a command, a table, a
script. Only what an edit touches is looked at, so that a hall of 10,000 racks costs no more.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from designer.catalog.plant_places import loop_of, node_of
from designer.document.errors import EditError
from designer.model.change import Change, record_with
from designer.model.design import Room
from designer.model.held_things import HELD, OF_ROOM, records_of
from designer.model.layout import Layout
from designer.model.network_keys import element_of, tray_of
from designer.model.some_names import some

_DONE: Final = {"part": "replaced", "name": "renamed"}
"""What is done to a thing by setting a held field; by any other it is moved."""
_ORDER: Final = ("removed", "replaced", "moved", "renamed")
"""Of several the first is told."""


def refuse_locked(before: Layout, change: Change) -> None:
    """Look at what an edit does to things that are locked. Setting `locked` off is no such thing.

    Parameters
    ----------
    before
        The index over the design that is edited.

    Raises
    ------
    EditError
        If it moves, removes, replaces or renames one; the message names it and how to unlock it.
    """
    done: dict[str, list[str]] = {}
    for collection, records in change.put:
        for field in _touched(before, collection, records):
            done.setdefault(_DONE.get(field[1], "moved"), []).append(field[0])
    for name, room in change.single:
        if name == "room":
            _note_room(before, room, done)
    for collection, keys in change.drop:
        if collection in HELD:
            was = (_record(before, collection, key) for key in keys)
            gone = [called(one) for one in was if one is not None and one.locked]
            if gone:
                done.setdefault("removed", []).extend(gone)
    for verb in _ORDER:
        if verb in done:
            raise EditError(locked_words(done[verb], verb))


def _note_room(before: Layout, room: Room, done: dict[str, list[str]]) -> None:
    """Note what another room does to locked columns, walls and zones."""
    was = before.design.room.obstacles
    if room.obstacles is was or not any(one.locked for one in was):
        return
    for field in _touched(before, OF_ROOM, room.obstacles):
        done.setdefault(_DONE.get(field[1], "moved"), []).append(field[0])
    stay = {one.id for one in room.obstacles}
    gone = [called(one) for one in was if one.locked and one.id not in stay]
    if gone:
        done.setdefault("removed", []).extend(gone)


def _touched(
    before: Layout, collection: str, records: tuple[Any, ...]
) -> Iterator[tuple[str, str]]:
    """Yield names of locked things and the first held field that differs of each."""
    held = HELD.get(collection)
    for record in records if held else ():
        was = _record(before, collection, record.id)
        if was is None or not was.locked or not record.locked:
            continue
        differs = [name for name in held or () if getattr(was, name) != getattr(record, name)]
        if differs:
            yield called(was), "part" if "part" in differs else differs[-1]


def _record(layout: Layout, collection: str, key: str) -> Any:  # noqa: ANN401 - of the collection
    if collection == "racks":
        return layout.racks.get(key)
    if collection == "devices":
        return layout.devices.get(key)
    return record_with(records_of(layout.design, collection), key)


def called(record: Any) -> str:  # noqa: ANN401 - any of those that can be locked
    """Return what people call a thing."""
    return str(record.name or record.id)


def locked_words(names: Iterable[str], verb: str = "moved") -> str:
    """Return the refusal: `A01 is locked and is not moved: unlock it first (Ctrl+L)`."""
    found = tuple(names)
    are, them = ("is", "it") if len(found) == 1 else ("are", "them")
    return f"{some(found)} {are} locked and {are} not {verb}: unlock {them} first (Ctrl+L)"


def lockable_of(layout: Layout, key: str) -> tuple[str, Any] | None:
    """Return the collection and the record that a key of the selection means.

    None for what cannot be locked: what an assembly brings, a cable, a remark.
    """
    if (rack := layout.racks.get(key)) is not None:
        return "racks", rack
    if (device := layout.devices.get(key)) is not None:
        return "devices", device
    for collection, name in (("trays", tray_of(key)), ("power", node_of(key)),
                             ("loops", loop_of(key)), (OF_ROOM, element_of(key))):  # fmt: skip
        record = record_with(records_of(layout.design, collection), name) if name else None
        if record is not None:
            return collection, record
    return None


def is_locked(layout: Layout, key: str) -> bool:
    """Return whether what a key of the selection means is locked."""
    found = lockable_of(layout, key)
    return found is not None and bool(found[1].locked)


def why_held(layout: Layout, keys: Iterable[str], verb: str = "moved") -> str:
    """Return why things are not moved, by their keys; empty where none of them is locked."""
    found = (lockable_of(layout, key) for key in keys)
    names = [called(one[1]) for one in found if one is not None and one[1].locked]
    return locked_words(names, verb) if names else ""
