"""The difference of two tables of a report: racks, rows, fabrics and findings by their keys.

Of an entry that was there the fields that differ are said, `change`; one that comes is `put`. Where
many come or change they are sent by their looks, because copies of an assembly differ in what they
are called and in nothing else: `like` names each look once, and who has it. Who stands in the
table before and keeps his name is told as a run `[first, how many]` of it, others by name.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Final

from pydantic import TypeAdapter

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

_ANY: Final[TypeAdapter[Any]] = TypeAdapter(Any)


@cache
def adapter(name: str) -> TypeAdapter[Any]:
    """Return what reads and writes a field of a report."""
    annotation: Any = Report.model_fields[name].annotation
    return TypeAdapter(annotation)


def table_patch(
    name: str,
    was: tuple[Any, ...],
    now: tuple[Any, ...],
    differing: Callable[[Any, Any], Mapping[str, Any]],
) -> bytes:
    """Return what differs of a table; nothing where nothing does.

    Parameters
    ----------
    differing
        Returns the fields in which two entries differ.
    """
    table = TABLES[name]
    old, new = apart(name, was, now)
    put = [entry for key, entry in new.items() if old.get(key) != entry]
    drop = [key for key in old if key not in new]
    if not (put or drop):
        return b""
    if len(put) > _FEW:
        there = dict(zip(map(table.key, was), range(len(was)), strict=True))
        return b'{"put":[],"like":[%s],"drop":%s}' % (
            b",".join(_likes(name, put, was, there)),
            _ANY.dump_json(drop),
        )
    came = tuple(entry for entry in put if table.key(entry) not in old)
    change = [
        {table.own[0]: table.key(entry), **differing(old[table.key(entry)], entry)}
        for entry in put
        if table.key(entry) in old
    ]
    wrote = adapter(name).dump_json(came, exclude_defaults=True)
    return b'{"put":%s,"change":%s,"drop":%s}' % (
        wrote, _ANY.dump_json(change), _ANY.dump_json(drop),
    )  # fmt: skip


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


def _likes(
    name: str, put: Sequence[Record], was: Sequence[Record], there: Mapping[str, int]
) -> Iterator[bytes]:
    """Yield each look of some entries with those who have it."""
    table = TABLES[name]
    values = attrgetter(*(one for one in type(put[0]).model_fields if one not in table.own))
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
        who: list[Any] = []
        for entry in entries:
            at = there.get(table.key(entry), -1)
            if at < 0 or own(was[at]) != own(entry):
                who.append(own(entry))
            elif who and isinstance(who[-1], list) and sum(who[-1]) == at:
                who[-1][1] += 1
            else:
                who.append([at, 1])
        yield b"[%s,%s]" % (look, _ANY.dump_json(who))


def merged(
    name: str,
    old: tuple[Any, ...],
    data: Mapping[str, Any],
    with_fields: Callable[[Any, Mapping[str, Any]], Any],
) -> tuple[Any, ...]:
    """Return a table with what a patch says of it.

    Parameters
    ----------
    with_fields
        Returns an entry with some fields changed.

    Raises
    ------
    ValueError
        If the patch does not fit.
    """
    table = TABLES[name]
    put = list(adapter(name).validate_python(data["put"]))
    for look, who in data.get("like", ()):
        put += _alike(name, old, look, who)
    if data.get("like"):
        put.sort(key=table.order)
    for change in data.get("change", ()):
        key = change[table.own[0]]
        at = bisect_left(old, key, key=table.key)
        if at == len(old) or table.key(old[at]) != key:
            raise ValueError(f"{name}: {key!r} was not there")
        put.append(with_fields(old[at], change))
    return put_in(name, old, put, data["drop"])


def _alike(
    name: str, old: tuple[Any, ...], look: Mapping[str, Any], who: Iterable[Any]
) -> Iterator[Any]:
    """Return the entries of a look: it is read once, and what it holds is theirs together."""
    own = TABLES[name].own
    (pattern,) = adapter(name).validate_python([{**look, **dict.fromkeys(own, "")}])
    return copies(pattern, own, _names(name, old, who))


def _names(name: str, old: tuple[Any, ...], who: Iterable[Any]) -> Iterator[Sequence[str]]:
    """Yield what the entries are called that have a look, field by field of their own."""
    own = TABLES[name].own
    of_own = attrgetter(*own)
    for one in who:
        if len(one) == 2 and isinstance(one[0], int):
            first, count = one
            if first < 0 or count < 0 or first + count > len(old):
                raise ValueError(f"{name}: {first} to {first + count}: there are {len(old)}")
            yield from map(of_own, old[first : first + count])
            continue
        if len(one) != len(own) or not all(isinstance(word, str) for word in one):
            raise ValueError(f"{name}: {one!r} is nobody's name")
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
