"""The difference of two tables of a report: racks, rows, fabrics and findings by their keys.

Of an entry that was there what differs is said (`delta`), `change`; one that comes is `put`. Where
many come or change they are sent by their looks, because copies of an assembly differ in what they
are called and in nothing else. `alike` says once what differs, and of whom: runs
`[first, how many]` of the table before, of all that looked the same before as one list. `like`
names each look of those that come, or have another name, once, and who has it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Final

from pydantic import TypeAdapter

from designer.engine.delta import differing, json_of, with_fields
from designer.engine.report import Report
from designer.engine.waivers import check_order
from designer.model.record import Record, copies

_FEW: Final = 8
"""So many entries that come or change are said one by one; of more, each look is said once."""


@dataclass(frozen=True)
class Table:
    """How the entries of a table are told apart, and in which order they stand.

    Attributes
    ----------
    own
        Fields in which entries of one look differ: its key first.
    """

    key: Callable[[Any], str]
    order: Callable[[Any], Any]
    own: tuple[str, ...] = ()


_ID: Final = attrgetter("id")
TABLES: Final = {
    "racks": Table(_ID, _ID, ("id", "name", "row")),
    "rows": Table(_ID, _ID, ("id", "name")),
    "fabrics": Table(_ID, _ID, ("id", "name")),
    "checks": Table(attrgetter("key"), check_order),
}


@cache
def adapter(name: str) -> TypeAdapter[Any]:
    """Return what reads and writes a field of a report."""
    annotation: Any = Report.model_fields[name].annotation
    return TypeAdapter(annotation)


def table_patch(name: str, was: tuple[Any, ...], now: tuple[Any, ...]) -> bytes:
    """Return what differs of a table; nothing where nothing does."""
    table = TABLES[name]
    old, new = apart(name, was, now)
    put = [entry for key, entry in new.items() if old.get(key) != entry]
    drop = [key for key in old if key not in new]
    if not (put or drop):
        return b""
    if len(put) > _FEW:
        there = dict(zip(map(table.key, was), range(len(was)), strict=True))
        own = attrgetter(*table.own)
        stays = [
            (at, entry)
            for entry in put
            if (at := there.get(table.key(entry), -1)) >= 0 and own(was[at]) == own(entry)
        ]
        known = {table.key(entry) for _, entry in stays}
        named = [entry for entry in put if table.key(entry) not in known]
        return b'{"put":[],"alike":%s,"like":[%s],"drop":%s}' % (
            json_of(_changed_alike(name, was, stays)),
            b",".join(_likes(name, named)),
            json_of(drop),
        )
    came = tuple(entry for entry in put if table.key(entry) not in old)
    change = [
        {table.own[0]: table.key(entry), **differing(old[table.key(entry)], entry)}
        for entry in put
        if table.key(entry) in old
    ]
    wrote = adapter(name).dump_json(came, exclude_defaults=True)
    return b'{"put":%s,"change":%s,"drop":%s}' % (wrote, json_of(change), json_of(drop))


def apart(
    name: str, was: tuple[Any, ...], now: tuple[Any, ...]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return by key what only one of two tables holds; most entries are the same objects."""
    key = TABLES[name].key
    if len(was) == len(now):
        # Mostly nothing moved: what stands at its place is passed over without asking for its key.
        pairs = [(old, new) for old, new in zip(was, now, strict=True) if old is not new]
        return {key(old): old for old, _ in pairs}, {key(new): new for _, new in pairs}
    there, here = set(map(id, was)), set(map(id, now))
    return (
        {key(entry): entry for entry in was if id(entry) not in here},
        {key(entry): entry for entry in now if id(entry) not in there},
    )


def _changed_alike(
    name: str, was: Sequence[Record], stays: Iterable[tuple[int, Record]]
) -> list[tuple[Any, ...]]:
    """Return what differs of entries that keep their names, and of whom, look by look of before."""
    values: Callable[[Any], tuple[Any, ...]] | None = None
    looks: dict[tuple[int, ...], list[tuple[int, Record]]] = {}
    for at, entry in stays:
        values = values or attrgetter(*_not_own(name, entry))
        look = (*map(id, values(was[at])), *map(id, values(entry)))
        looks.setdefault(look, []).append((at, entry))
    found: dict[bytes, list[Any]] = {}
    for group in looks.values():
        at, entry = group[0]
        differs = differing(was[at], entry)
        one = found.setdefault(json_of(differs), [differs])
        one.append(_as_runs([at for at, _ in group]))
    return [tuple(one) for one in found.values()]


def _as_runs(places: Iterable[int]) -> list[list[int]]:
    found: list[list[int]] = []
    for at in places:
        if found and sum(found[-1]) == at:
            found[-1][1] += 1
        else:
            found.append([at, 1])
    return found


def _not_own(name: str, entry: Record) -> tuple[str, ...]:
    """Return the fields of which the look of an entry is made."""
    return tuple(one for one in type(entry).model_fields if one not in TABLES[name].own)


def _likes(name: str, put: Sequence[Record]) -> Iterator[bytes]:
    """Yield each look of some entries with the names of those who have it."""
    if not put:
        return
    table = TABLES[name]
    values = attrgetter(*_not_own(name, put[0]))
    # Copies share what they say, so that most looks are told apart without reading them; two that
    # say the same of other objects are found alike once they are written.
    alike: dict[tuple[int, ...], list[Record]] = {}
    for entry in put:
        alike.setdefault(tuple(map(id, values(entry))), []).append(entry)
    looks: dict[bytes, list[Record]] = {}
    for entries in alike.values():
        look = entries[0].model_dump_json(exclude_defaults=True, exclude=set(table.own)).encode()
        looks.setdefault(look, []).extend(entries)
    own = attrgetter(*table.own)
    for look, entries in looks.items():
        yield b"[%s,%s]" % (look, json_of([own(entry) for entry in entries]))


def merged(name: str, old: tuple[Any, ...], data: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return a table with what a patch says of it.

    Raises
    ------
    ValueError
        If the patch does not fit.
    """
    table = TABLES[name]
    put = list(adapter(name).validate_python(data["put"]))
    for look, who in data.get("like", ()):
        put += _alike(name, look, who)
    if data.get("like"):
        put.sort(key=table.order)
    for change in data.get("change", ()):
        key = change[table.own[0]]
        at = bisect_left(old, key, key=table.key)
        if at == len(old) or table.key(old[at]) != key:
            raise ValueError(f"{name}: {key!r} was not there")
        put.append(with_fields(old[at], change))
    # Who keeps his name keeps his place.
    entries = list(old) if data.get("alike") else []
    for differs, *looks in data.get("alike", ()):
        for who in looks:
            _change_alike(name, old, entries, differs, who)
    return put_in(name, tuple(entries) or old, put, data["drop"])


def _change_alike(
    name: str,
    old: tuple[Any, ...],
    entries: list[Any],
    differs: Mapping[str, Any],
    who: Iterable[Any],
) -> None:
    """Change entries that looked the same: what they hold then is made once, and is theirs."""
    own = TABLES[name].own
    of_own = attrgetter(*own)
    pattern: Record | None = None
    for first, count in who:
        if first < 0 or count < 0 or first + count > len(old):
            raise ValueError(f"{name}: {first} to {first + count}: there are {len(old)}")
        if not count:
            continue
        pattern = pattern or with_fields(old[first], differs)
        names = map(of_own, old[first : first + count])
        entries[first : first + count] = copies(pattern, own, names)


def _alike(name: str, look: Mapping[str, Any], who: Iterable[Any]) -> Iterator[Any]:
    """Return the entries of a look: it is read once, and what it holds is theirs together."""
    own = TABLES[name].own
    (pattern,) = adapter(name).validate_python([{**look, **dict.fromkeys(own, "")}])
    return copies(pattern, own, _names(own, who))


def _names(own: tuple[str, ...], who: Iterable[Any]) -> Iterator[Sequence[str]]:
    """Yield what the entries are called that have a look, field by field of their own."""
    for one in who:
        if len(one) != len(own) or not all(isinstance(word, str) for word in one):
            raise ValueError(f"{one!r} is nobody's name")
        yield one


def put_in(
    name: str, old: tuple[Any, ...], put: Sequence[Any], drop: Iterable[str]
) -> tuple[Any, ...]:
    """Return a table with entries replaced, added and dropped, in its order."""
    if not old:
        return tuple(put)
    table, drop = TABLES[name], tuple(drop)
    if not (put or drop):
        return old
    if not drop:
        replaced = _in_place(old, put, table)
        if replaced is not None:
            return replaced
    entries = dict(zip(map(table.key, old), old, strict=True))
    for key in drop:
        entries.pop(key, None)
    entries.update((table.key(entry), entry) for entry in put)
    values = tuple(entries.values())
    return tuple(sorted(values, key=table.order)) if put else values


def _in_place(old: tuple[Any, ...], put: Sequence[Any], table: Table) -> tuple[Any, ...] | None:
    """Return a table with entries put where their like stood; None if one belongs elsewhere."""
    entries = list(old)
    for entry in put:
        at = bisect_left(entries, table.order(entry), key=table.order)
        if at == len(entries) or table.key(entries[at]) != table.key(entry):
            return None
        entries[at] = entry
    return tuple(entries)
