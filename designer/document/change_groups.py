"""Alike changes as one: 64 racks whose assembly went from A to B are one row and not 64.

May import `model` and the comparison of this room.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from designer.document.comparison import PLACES, Kind, RecordChange
from designer.document.field_changes import FieldChange
from designer.model.design import KeptPlace
from designer.model.record import Record

_OWN: Final = frozenset({"id", "name", "x_mm", "y_mm", "end_x_mm", "end_y_mm", "half_u", "corners"})
"""Fields in which things that come or go alike may differ: which they are, and where."""
_LENGTHS: Final = ("_mm", "half_u")
"""How fields end of which a step is told: what moved by the same way moved alike."""
_KINDS: Final[tuple[Kind, ...]] = ("added", "removed", "moved", "changed")


@dataclass(frozen=True)
class Group:
    """Changes of one kind that say the same of several records of one collection.

    Attributes
    ----------
    along
        Changes of kept places of what the members are about: they come and go with it.
    """

    collection: str
    kind: Kind
    members: tuple[RecordChange, ...]
    along: tuple[RecordChange, ...] = ()

    @property
    def first(self) -> RecordChange:
        """The change that stands for all."""
        return self.members[0]

    def differ(self, field: FieldChange) -> bool:
        """Return whether a field of the first has other values in the others."""
        if len(self.members) == 1:
            return False
        said = (field.old, field.new)
        return any(
            (one.old, one.new) != said
            for member in self.members[1:]
            for one in member.fields
            if one.path == field.path
        )


def grouped(changes: Iterable[RecordChange]) -> tuple[Group, ...]:
    """Return changes with alike ones together: by collection, first what was added.

    Alike is what came or went with the same fields but for its name and place, what moved by the
    same way, and what changed from the same to the same; of a name it is enough that it changed.
    A kept place goes with its device, or with the rack of that, where one of them differs as well.
    """
    changes = tuple(changes)
    hosts = _hosts(changes)
    along: dict[tuple[str, str], list[RecordChange]] = {}
    found: dict[tuple[Any, ...], list[RecordChange]] = {}
    order: dict[str, int] = {}
    for change in changes:
        order.setdefault(change.collection, len(order))
        host = _host(change, hosts)
        if host is not None:
            along.setdefault((host.collection, host.id), []).append(change)
            continue
        key = (change.collection, change.kind, *_alike(change))
        found.setdefault(key, []).append(change)
    groups = [
        Group(
            key[0], key[1], tuple(members),
            tuple(it for one in members for it in along.get((one.collection, one.id), ())),
        )
        for key, members in found.items()
    ]  # fmt: skip
    return tuple(sorted(groups, key=lambda one: (order[one.collection], _KINDS.index(one.kind))))


def _hosts(changes: Iterable[RecordChange]) -> dict[str, RecordChange]:
    """Return what kept places go with, by id."""
    return {one.id: one for one in changes if one.collection in ("racks", "devices")}


def _host(change: RecordChange, hosts: dict[str, RecordChange]) -> RecordChange | None:
    """Return what a kept place goes with; None for all else, and where that is as it was."""
    sides = [one for one in (change.new, change.old) if isinstance(one, KeptPlace)]
    things = [key for one in sides for key in (one.taken_by, one.id)]
    racks = [key.partition("/")[0] for key in things] + [one.rack for one in sides]
    return next((hosts[key] for key in (*things, *racks) if key in hosts), None)


def _alike(change: RecordChange) -> tuple[Any, ...]:
    if change.kind in ("added", "removed") and change.record is not None:
        return _fields(change.collection, change.record)
    return tuple(_step(change.collection, field) for field in change.fields)


def _fields(collection: str, record: Record) -> tuple[Any, ...]:
    own = _OWN | PLACES.get(collection, frozenset())
    return tuple((name, value) for name, value in record if name not in own)


def _step(collection: str, field: FieldChange) -> tuple[Any, ...]:
    """Return by what a change of a field is alike that of another record."""
    if field.path == "name":
        return (field.path,)
    is_place = field.path in PLACES.get(collection, frozenset())
    is_length = is_place and field.path.endswith(_LENGTHS)
    if is_length and isinstance(field.old, int) and isinstance(field.new, int):
        return field.path, field.new - field.old
    return field.path, field.old, field.new
