"""The difference of two values of a report, as plain data: as large as what differs of them.

A value of the same kind as before is told by what differs, in a mapping with one key:

* `{"with": {"left": 3}}`: a record, by its fields that differ;
* `{"at": [[3, {"verdicts": 12}]]}`: as many entries as before, of which the third differs;
* `{"runs": [[0, 8], [8, {"number": 2}], "Q12", {"is": […]}]}`: entries one after the other: the
  first eight of before, the next one of before with another field, and two new ones, of which a
  text stands as it is;
* `{"among": [[0, 8]]}`: the same of a list that entries of a list have, where what stood with one
  goes to another: of what all of them held before, one after the other;
* `{"text": [12, "65 of 70", 30]}`: a long text: so many letters of before, other ones, and so many
  of the end of before.

Anything else is the value itself. Of a whole record what stands at its default is left out when it
is written (`json_of`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from pydantic import TypeAdapter

from designer.model.record import Record, values_of

_LONG: Final = 48
"""Letters from which a text is told by what differs of it."""
_PAIRS: Final = 4096
"""Pairs of entries that are held against each other at most, to find which came of which."""

_ANY: Final[TypeAdapter[Any]] = TypeAdapter(Any)


def json_of(value: object) -> bytes:
    """Return what differs as JSON; of whole records in it nothing that stands at its default."""
    return _ANY.dump_json(value, exclude_defaults=True)


def differing(was: Record, now: Record) -> dict[str, Any]:
    """Return the fields in which two records of one kind differ, each as `difference` tells it."""
    return _told(was, now, _unlike(was, now))


def _unlike(was: Record, now: Record) -> list[str]:
    """Return the names of the fields in which two records of one kind differ."""
    old = values_of(was)
    return [
        name
        for name, value in values_of(now).items()
        if old[name] is not value and old[name] != value
    ]


def _told(was: Record, now: Record, names: Iterable[str]) -> dict[str, Any]:
    old, new = values_of(was), values_of(now)
    return {name: difference(old[name], new[name]) for name in names}


def difference(was: object, now: object) -> object:
    """Return what makes one value of the other: a mapping as above, or the value itself."""
    if isinstance(now, Record) and type(was) is type(now):
        return {"with": differing(was, now)}
    if isinstance(now, tuple) and isinstance(was, tuple) and was and now:
        return _entries(was, now)
    if isinstance(now, str) and isinstance(was, str) and min(len(was), len(now)) >= _LONG:
        return _text(was, now)
    return now


def _text(was: str, now: str) -> object:
    start = _alike_from_start(was, now)
    most = min(len(was), len(now)) - start
    end = _alike_from_start(was[::-1][:most], now[::-1][:most])
    return {"text": (start, now[start : len(now) - end], end)}


def _alike_from_start(one: str, other: str) -> int:
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )


def _entries(was: tuple[Any, ...], now: tuple[Any, ...]) -> object:
    """Return what differs of two lists."""
    if len(was) == len(now) and (places := _in_place(was, now)) is not None:
        return {"at": places}
    sources = _sources(was, now)
    if not any(source is not None for source in sources):
        return now
    return {"runs": tuple(_runs(was, now, sources))}


def _in_place(was: tuple[Any, ...], now: tuple[Any, ...]) -> list[tuple[int, Any]] | None:
    """Return what differs of a list whose entries keep their places; None where some do not."""
    found: list[tuple[int, Sequence[str]]] = []
    for at, (old, new) in enumerate(zip(was, now, strict=True)):
        if old is new:
            continue
        if not isinstance(new, Record) or type(old) is not type(new):
            if old == new:
                continue
            return None
        names = _unlike(old, new)
        if names and not _is_same(new, names):
            return None
        if names:
            found.append((at, names))
    return [(at, _changed(was, at, now[at], names)) for at, names in found]


def _is_same(record: Record, names: Sequence[str]) -> bool:
    """Return whether a record that differs from another in some fields is still mostly it."""
    values = values_of(record)
    if 4 * len(names) <= len(values):
        return True
    return 2 * sum(_weight(values[name]) for name in names) <= sum(map(_weight, values.values()))


def _changed(
    was: tuple[Any, ...], at: int, new: Record, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return what differs of one entry; what another one held is not said again."""
    found = _told(was[at], new, _unlike(was[at], new) if names is None else names)
    for name, told in found.items():
        value = values_of(new)[name]
        if not (isinstance(value, tuple) and value and isinstance(value[0], Record)):
            continue
        of_own = told.get("runs", ()) if isinstance(told, Mapping) else value
        if any(isinstance(one, Mapping | Record) for one in of_own):
            every = _held(name, was)
            found[name] = {"among": tuple(_runs(every, value, _sources(every, value)))}
    return found


def _held(name: str, entries: Sequence[Any]) -> tuple[Any, ...]:
    """Return what entries hold in one of their lists, one after the other."""
    return tuple(chain.from_iterable(getattr(one, name, ()) for one in entries))


def _runs(
    was: tuple[Any, ...], now: tuple[Any, ...], sources: Sequence[int | None]
) -> Iterator[object]:
    first, count = 0, 0
    for source, new in zip(sources, now, strict=True):
        changed = None
        if source is not None and (new is was[source] or new == was[source]):
            if count and source == first + count:
                count += 1
                continue
            if count:
                yield first, count
            first, count = source, 1
            continue
        if count:
            yield first, count
            count = 0
        if source is not None:
            changed = _changed(was, source, new)
        yield (source, changed) if changed else new if isinstance(new, str) else {"is": new}
    if count:
        yield first, count


def _sources(was: tuple[Any, ...], now: tuple[Any, ...]) -> list[int | None]:
    """Return of which entry of before each is made: the same one, or the one most like it."""
    start, end = _stays(was, now)
    last = len(now) - end
    shift = len(was) - len(now)
    sources: list[int | None] = [
        at if at < start else at + shift if at >= last else None for at in range(len(now))
    ]
    there: dict[Any, list[int]] = {}
    for at in range(len(was) - end - 1, start - 1, -1):
        there.setdefault(was[at], []).append(at)
    for at in range(start, last):
        same = there.get(now[at])
        if same:
            # Of alike ones the one at its place, as most stay there.
            sources[at] = same.pop(same.index(at) if at in same else -1)
    left = [at for at in range(start, last) if sources[at] is None]
    if left and isinstance(now[left[0]], Record):
        _most_alike(was, now, sources, left, sorted(at for some in there.values() for at in some))
    return sources


def _stays(was: tuple[Any, ...], now: tuple[Any, ...]) -> tuple[int, int]:
    """Return how many entries are the same at the start, and at the end."""
    most = min(len(was), len(now))
    start = 0
    while start < most and (was[start] is now[start] or was[start] == now[start]):
        start += 1
    most -= start
    end = 0
    while end < most and (was[-1 - end] is now[-1 - end] or was[-1 - end] == now[-1 - end]):
        end += 1
    return start, end


def _most_alike(
    was: tuple[Any, ...],
    now: tuple[Any, ...],
    sources: list[int | None],
    left: Sequence[int],
    free: Sequence[int],
) -> None:
    """Set of which entry of before the entries that are left are made, each of another one."""
    if len(left) * len(free) > _PAIRS:
        return
    values: dict[Any, int] = {}
    looks = {at: _look(was[at], values) for at in free}
    for at in left:
        look = _look(now[at], values)
        alike = [one for one in looks if type(was[one]) is type(now[at])]
        best = max(alike, key=lambda one: (_shared(looks[one], look), one == at), default=None)
        if best is not None and _shared(looks[best], look):
            sources[at] = best
            del looks[best]


def _look(
    record: Any,  # noqa: ANN401 - entries of any list
    values: dict[Any, int],
) -> Sequence[tuple[int, int]]:
    """Return of each value of a record its number among those that were seen, and its weight."""
    if not isinstance(record, Record):
        return ()
    return [
        (values.setdefault(value, len(values)), _weight(value))
        for value in values_of(record).values()
    ]


def _weight(value: object) -> int:
    """Return about how much a value tells of what it belongs to."""
    return 1 + len(value) if isinstance(value, str | tuple) else 2 if value else 1


def _shared(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> int:
    """Return how much of two looks is the same."""
    return sum(a[1] for a, b in zip(one, other, strict=True) if a[0] == b[0])


def with_fields(record: Record, data: Mapping[str, Any], among: Sequence[Any] = ()) -> Record:
    """Return a record with what `differing` told of it.

    Parameters
    ----------
    among
        The entries of the list in which it stood.

    Raises
    ------
    ValueError
        If that does not fit.
    """
    values = dict(values_of(record))
    for name, new in data.items():
        if isinstance(new, dict) and "among" in new:
            values[name] = tuple(_read_runs(name, _held(name, among), new["among"]))
        else:
            values[name] = patched(name, values.get(name), new)
    return type(record).model_validate(values)


def patched(name: str, old: object, data: object) -> object:
    """Return the value that `difference` told; what is new in it is not validated yet.

    Parameters
    ----------
    name
        What errors call it.

    Raises
    ------
    ValueError
        If it does not fit the value of before.
    """
    if not isinstance(data, dict) or len(data) != 1:
        return data
    ((how, what),) = data.items()
    if how == "with" and isinstance(old, Record):
        return with_fields(old, what)
    if how == "text" and isinstance(old, str):
        start, middle, end = what
        if min(start, end) < 0 or start + end > len(old):
            raise ValueError(f"{name}: {start} and {end} letters: there are {len(old)}")
        return old[:start] + middle + old[len(old) - end :]
    if how == "at" and isinstance(old, tuple):
        entries = list(old)
        for at, changed in what:
            entries[at] = with_fields(_entry(name, old, at), changed, old)
        return tuple(entries)
    if how == "runs" and isinstance(old, tuple):
        return tuple(_read_runs(name, old, what))
    return data


def _read_runs(name: str, old: tuple[Any, ...], data: Sequence[Any]) -> Iterator[Any]:
    for one in data:
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            yield one["is"]
        else:
            first, count = one
            if isinstance(count, dict):
                yield with_fields(_entry(name, old, first), count, old)
                continue
            if first < 0 or count < 0 or first + count > len(old):
                raise ValueError(f"{name}: {first} to {first + count}: there are {len(old)}")
            yield from old[first : first + count]


def _entry(name: str, old: tuple[Any, ...], at: int) -> Any:  # noqa: ANN401 - of any list
    if not 0 <= at < len(old):
        raise ValueError(f"{name}: there is no place {at}: there are {len(old)}")
    return old[at]
