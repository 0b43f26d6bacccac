"""Groups: things that are chosen and moved as one, because they name the same group.

May import the model and what the selection knows things by.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

from designer.catalog.plant_places import plant_key
from designer.document.edits.naming import next_name
from designer.document.locks import lockable_of
from designer.model.design import Design, Device, Obstacle, Rack
from designer.model.held_things import GROUPED, LAYERED, OF_ROOM, records_of
from designer.model.layout import Layout
from designer.model.network_keys import element_key, tray_key

R = TypeVar("R", Rack, Device, Obstacle)

FIRST: Final = "Group 1"
"""What a group is called that nobody names; the next free number."""


def key_of(collection: str, record_id: str) -> str:
    """Return what a record of a collection is selected by."""
    if collection == "trays":
        return tray_key(record_id)
    if collection == OF_ROOM:
        return element_key(record_id)
    return plant_key(record_id) if collection == "power" else record_id


def named_by(design: Design, field: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the key of each thing and its group or layer, where that is one of some names.

    Parameters
    ----------
    field
        `group` or `layer`.
    """
    record: Any
    for collection in GROUPED if field == "group" else LAYERED:
        for record in records_of(design, collection):
            name = getattr(record, field)
            if name and name in names:
                yield key_of(collection, record.id), name


def names_of(design: Design, field: str) -> Counter[str]:
    """Return the groups or layers that things name, with how many name each."""
    found: Counter[str] = Counter()
    for collection in GROUPED if field == "group" else LAYERED:
        found.update(getattr(record, field) for record in records_of(design, collection))
    del found[""]
    return found


def group_of(layout: Layout, key: str) -> str:
    """Return the group of what a key of the selection means; empty of what is in none."""
    found = lockable_of(layout, key)
    return getattr(found[1], "group", "") if found is not None else ""


def with_groups(layout: Layout, keys: Iterable[str]) -> tuple[str, ...]:
    """Return keys with those of all things that are in a group with one of them, in order."""
    wanted = tuple(dict.fromkeys(keys))
    names = {group_of(layout, key) for key in wanted} - {""}
    if not names:
        return wanted
    return tuple(dict.fromkeys((*wanted, *(k for k, _ in named_by(layout.design, "group", names)))))


def free_name(design: Design) -> str:
    """Return a name that no group has."""
    taken = names_of(design, "group")
    return FIRST if FIRST not in taken else next_name(taken, FIRST)


def whole_in(design: Design, records: Iterable[Any]) -> set[str]:
    """Return the groups all of whose racks, devices and obstacles are among some records."""
    mine = Counter(record.group for record in records)
    del mine[""]
    if not mine:
        return set()
    all_of = Counter(rack.group for rack in design.racks)
    all_of.update(device.group for device in design.devices)
    all_of.update(one.group for one in design.room.obstacles)
    return {name for name, many in mine.items() if many == all_of[name]}


def copied_names(taken: Design, whole: Iterable[str]) -> Mapping[str, str]:
    """Return what the copies of groups are called: as they were where that is free."""
    names = set(names_of(taken, "group")) if (found := sorted(whole)) else set()
    called: dict[str, str] = {}
    for name in found:
        called[name] = name if name not in names else next_name(names, name)
        names.add(called[name])
    return called


def freed(record: R, groups: Collection[str]) -> R:
    """Return something as it is copied: not locked, in a group only if that is one of some.

    What is so already is the same record: most are.
    """
    stays = record.group in groups
    if not record.locked and (stays or not record.group):
        return record
    return record.evolve(locked=False, group=record.group if stays else "")
