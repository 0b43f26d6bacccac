"""The difference of two designs as data: what the canvas, the engine and the journal exchange.

A change names the records that were set and the ids that were dropped, collection by collection,
and the single records (site, room, title block, name, note) that differ. Records that both designs
share are compared by identity first, so the difference of two neighbours in a history of 10,000
records costs a fraction of a millisecond per thousand records.
"""

import json
from bisect import bisect_left
from functools import lru_cache
from itertools import compress, islice
from operator import attrgetter, is_, lt
from typing import Any, Final, Protocol, TypeVar

from designer.model.by_identity import ByIdentity
from designer.model.design import (
    Assembly,
    Cable,
    Cord,
    Design,
    Device,
    Fabric,
    KeptPlace,
    Loop,
    Note,
    Platform,
    PowerNode,
    PriceOverride,
    Rack,
    Revision,
    Room,
    Row,
    Site,
    TitleBlock,
    Tray,
    Underlay,
    Waiver,
    Workload,
)
from designer.model.grid_year import GridYear
from designer.model.hall import Hall
from designer.model.kept import held
from designer.model.record import Record, says_the_same
from designer.model.spare_rule import SpareRule
from designer.model.stages import Stage
from designer.model.weather_year import WeatherYear


class _Named(Protocol):
    """What has an id: a rack, or the report of one."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Named)

COLLECTIONS: Final[dict[str, type[Record]]] = {
    "revisions": Revision,
    "stages": Stage,
    "halls": Hall,
    "underlays": Underlay,
    "power": PowerNode,
    "rows": Row,
    "assemblies": Assembly,
    "racks": Rack,
    "devices": Device,
    "fabrics": Fabric,
    "places": KeptPlace,
    "cables": Cable,
    "trays": Tray,
    "cords": Cord,
    "loops": Loop,
    "weather_years": WeatherYear,
    "grid_years": GridYear,
    "workloads": Workload,
    "prices": PriceOverride,
    "spares": SpareRule,
    "waivers": Waiver,
    "notes": Note,
}
SINGLES: Final[dict[str, type[Record] | None]] = {
    "name": None,
    "note": None,
    "header": None,
    "site": Site,
    "title_block": TitleBlock,
    "room": Room,
    "platform": Platform,
}

_ID: Final = attrgetter("id")
_TURNED: Final = bytes((1, 0)).ljust(256, b"\0")
"""Makes differ of same."""
_MANY: Final = 2_000
"""So many records are not compared again for each who asks."""
_Sides = tuple[tuple[Any, ...], tuple[Any, ...]]
_FEW: Final = 64
"""So few records are put in their places among sorted ones; more are merged and sorted."""


class Change(Record):
    """What turns one design into another.

    Attributes
    ----------
    single
        Fields of the design itself, name and new value.
    put
        Collection name and the records added or replaced in it.
    drop
        Collection name and the ids removed from it.
    """

    single: tuple[tuple[str, Any], ...] = ()
    put: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    drop: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def is_empty(self) -> bool:
        """Return whether nothing differs."""
        return not (self.single or self.put or self.drop)

    def put_in(self, collection: str) -> tuple[Any, ...]:
        """Return the records added to or replaced in a collection."""
        return dict(self.put).get(collection, ())

    def dropped_from(self, collection: str) -> tuple[str, ...]:
        """Return the ids removed from a collection."""
        return dict(self.drop).get(collection, ())

    def to_data(self) -> dict[str, Any]:
        """Return the change as plain data that JSON can carry."""
        return {
            "single": {k: v.model_dump() if isinstance(v, Record) else v for k, v in self.single},
            "put": {k: [r.model_dump(exclude_defaults=True) for r in v] for k, v in self.put},
            "drop": {k: list(v) for k, v in self.drop},
        }

    def as_json(self) -> bytes:
        """Return the change as JSON, which says what `to_data` does.

        It is made once for all who send or keep it, and not by way of plain data: thousands of
        records, as after a paste, would take five times as long.
        """
        return _json_of(ByIdentity(self))


@lru_cache(maxsize=2)
def _json_of(told: ByIdentity) -> bytes:
    (change,) = told.things
    single = {k: v.model_dump() if isinstance(v, Record) else v for k, v in change.single}
    put = ",".join(
        f"{json.dumps(k)}:[{','.join(r.model_dump_json(exclude_defaults=True) for r in v)}]"
        for k, v in change.put
    )
    drop = {k: list(v) for k, v in change.drop}
    of_single, of_drop = (
        json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in (single, drop)
    )
    return f'{{"single":{of_single},"put":{{{put}}},"drop":{of_drop}}}'.encode()


def change_from_data(data: dict[str, Any]) -> Change:
    """Return the change that `Change.to_data` wrote.

    Raises
    ------
    ValueError
        If a name is unknown or a record does not fit (`pydantic.ValidationError` is one).
    """
    for kind, known in (("single", SINGLES), ("put", COLLECTIONS), ("drop", COLLECTIONS)):
        unknown = set(data.get(kind, {})) - set(known)
        if unknown:
            raise ValueError(f"change: {kind}: unknown name {sorted(unknown)[0]!r}")
    single = []
    for name, value in data.get("single", {}).items():
        record = SINGLES[name]
        single.append((name, record.model_validate(value) if record else value))
    put = [
        (name, tuple(COLLECTIONS[name].model_validate(r) for r in records))
        for name, records in data.get("put", {}).items()
    ]
    drop = [(name, tuple(ids)) for name, ids in data.get("drop", {}).items()]
    return Change(single=tuple(single), put=tuple(put), drop=tuple(drop))


def diff(before: Design, after: Design) -> Change:
    """Return what turns `before` into `after`; equal designs give an empty change."""
    if before is after:
        return Change()
    single = tuple(
        (name, getattr(after, name))
        for name in SINGLES
        if getattr(before, name) is not getattr(after, name)
        and getattr(before, name) != getattr(after, name)
    )
    put: list[tuple[str, tuple[Any, ...]]] = []
    drop: list[tuple[str, tuple[str, ...]]] = []
    for name in COLLECTIONS:
        went, came = went_and_came(getattr(before, name), getattr(after, name))
        known = {record.id: record for record in went}
        # Of a design that is opened nothing was there before, and nothing need be compared.
        changed = tuple(r for r in came if _differs(known.get(r.id), r)) if known else came
        if changed:
            put.append((name, changed))
        gone = tuple(sorted(known.keys() - {record.id for record in came}))
        if gone:
            drop.append((name, gone))
    return Change(single=single, put=tuple(put), drop=tuple(drop))


def _differs(was: Record | None, now: Record) -> bool:
    return was is None or not says_the_same(was, now)


def renames(before: Design, change: Change) -> bool:
    """Return whether a change gives a record that stays another name."""
    for collection, records in change.put:
        old = getattr(before, collection)
        # Of thousands that are put each would be sought alone.
        many = len(records) * 8 > len(old)
        known = {record.id: record for record in old} if many else None
        for record in records:
            was = record_with(old, record.id) if known is None else known.get(record.id)
            if was is not None and getattr(was, "name", "") != getattr(record, "name", ""):
                return True
    return False


def record_with(records: tuple[T, ...], key: str) -> T | None:
    """Return the record of a collection that has an id, or None.

    Those of a valid design are sorted by id: one is found without a look at the others.
    """
    at = bisect_left(records, key, key=_ID)
    if at < len(records) and records[at].id == key:
        return records[at]
    ids = list(map(_ID, records))
    return records[ids.index(key)] if key in ids else None


def went_and_came(old: tuple[Any, ...], new: tuple[Any, ...]) -> _Sides:
    """Return what went and what came between two collections, both sorted by id, by identity.

    An edit changes a few: what is the same at both ends, or at its place, is skipped first.
    """
    # Mostly nothing did: a collection that is as it was is told at once, without a loop.
    if old is new:
        return (), ()
    if len(old) < _MANY:
        return _parted(old, new)
    # Of a large one a dozen ask after an edit.
    return _parted_once(ByIdentity(old, new))


@lru_cache(maxsize=6)
def _parted_once(pair: ByIdentity) -> _Sides:
    return _parted(*pair.things)


def _parted(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    same = bytes(map(is_, old, new))
    head = same.find(0)
    if head < 0 and len(old) == len(new):
        return (), ()
    if head < 0:
        head = len(same)
    if len(old) == len(new):
        # Some may have changed far from each other: all that stand at their places are left out.
        differ = same.translate(_TURNED)
        was, now = tuple(compress(old, differ)), tuple(compress(new, differ))
    else:
        tail = _shared(old[head:][::-1], new[head:][::-1])
        was, now = old[head : len(old) - tail], new[head : len(new) - tail]
    kept = {id(record) for record in was} & {id(record) for record in now}
    return (
        tuple(record for record in was if id(record) not in kept),
        tuple(record for record in now if id(record) not in kept),
    )


def _shared(old: tuple[Any, ...], new: tuple[Any, ...]) -> int:
    """Return how many records two collections begin with in common."""
    differs = bytes(map(is_, old, new)).find(0)
    return min(len(old), len(new)) if differs < 0 else differs


def racks_with_ids(racks: tuple[T, ...], wanted: set[str]) -> list[T]:
    """Return the racks with some ids, or their reports, in their order.

    They are sorted by id, so that a few are found without a look at all of them.
    """
    if len(wanted) > len(racks) // _FEW:
        return [rack for rack in racks if rack.id in wanted]
    places = sorted(bisect_left(racks, key, key=attrgetter("id")) for key in wanted)
    found = [racks[at] for at in places if at < len(racks) and racks[at].id in wanted]
    whole = len({rack.id for rack in found}) == len(wanted)
    return found if whole else [rack for rack in racks if rack.id in wanted]


def apply(design: Design, change: Change) -> Design:
    """Return the design with a change applied; untouched records are shared, order is by id."""
    fields: dict[str, Any] = dict(change.single)
    puts, drops = dict(change.put), dict(change.drop)
    for name in puts.keys() | drops.keys():
        put = puts.get(name, ())
        merged = _merged(getattr(design, name), put, drops.get(name, ()))
        # What stays was looked at when it came, and a record is whole as soon as it is made.
        fields[name] = held(merged) if _are_all(put, COLLECTIONS[name]) else merged
    return design.evolve(**fields) if fields else design


def _are_all(records: tuple[Any, ...], kind: type[Record]) -> bool:
    return all(type(record) is kind for record in records)


def _merged(old: tuple[Any, ...], put: tuple[Any, ...], drop: tuple[str, ...]) -> tuple[Any, ...]:
    """Return a collection with records replaced, added and dropped, sorted by id."""
    if len(put) + len(drop) <= _FEW and _is_sorted(old):
        return _with_few(list(old), put, drop)
    records = {record.id: record for record in old}
    for key in drop:
        records.pop(key, None)
    adds = any(record.id not in records for record in put)
    records.update((record.id, record) for record in put)
    values = tuple(records.values())
    return tuple(sorted(values, key=lambda r: str(r.id))) if adds else values


def _is_sorted(records: tuple[Any, ...]) -> bool:
    ids = list(map(attrgetter("id"), records))
    return all(map(lt, ids, islice(ids, 1, None)))


def _with_few(records: list[Any], put: tuple[Any, ...], drop: tuple[str, ...]) -> tuple[Any, ...]:
    """Return sorted records with a few changed in place: nothing else is looked at again."""
    for key in drop:
        at = bisect_left(records, key, key=attrgetter("id"))
        if at < len(records) and records[at].id == key:
            del records[at]
    for record in put:
        at = bisect_left(records, record.id, key=attrgetter("id"))
        if at < len(records) and records[at].id == record.id:
            records[at] = record
        else:
            records.insert(at, record)
    return tuple(records)
