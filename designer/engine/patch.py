"""The difference of two reports as JSON: as large as the change, whatever the size of the design.

A patch names what changed and nothing else; a name that is there is set, also to null, so that a
value can go back to unknown.

* a single record (`totals`, `cost`): the fields that differ, `{"power_max_kw": null}`, each by what
  differs of it (`delta`);
* a table (`racks`, `rows`, `fabrics`): `put`, `change`, `like` and `drop` (`table_patch`);
* findings: `put` new ones, `drop` keys; of one that was there `change` its fields that differ, and
  of its places those that came and went. Racks among places are written as runs `[first, how many]`
  of the report's racks, because a finding may concern all of them;
* a list without keys (`settle`): what differs of it, `{"at": [[3, {"verdicts": 12}]]}`;
* `sections`: what differs of the results of added subjects, or null for one that is gone.
"""

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, overload

from designer.engine.delta import difference, differing, json_of, patched, with_fields
from designer.engine.report import Check, RackReport, Report
from designer.engine.shipped_sections import SHIPPED_SECTIONS
from designer.engine.subject import Subject
from designer.engine.table_patch import TABLES, adapter, apart, merged, put_in, table_patch
from designer.model.record import Record, values_of

Place = str | list[int]
"""An id, or `[first, how many]` racks of the report."""


@dataclass
class ReportPatch:
    """What turns one report into another: JSON by name of what changed."""

    parts: dict[str, bytes] = field(default_factory=dict)

    def json(self) -> bytes:
        """Return the patch as one JSON object."""
        return b"{" + b",".join(b'"%s":%s' % (n.encode(), j) for n, j in self.parts.items()) + b"}"

    def data(self) -> dict[str, Any]:
        """Return the patch as plain data."""
        return {name: json.loads(part) for name, part in self.parts.items()}


def report_patch(before: Report | None, after: Report) -> ReportPatch:
    """Return what turns one report into another; without `before`, all that is no default."""
    old, parts = before or Report(), {}
    for name in Report.model_fields:
        was, now = getattr(old, name), getattr(after, name)
        if was is now:
            continue
        if isinstance(now, Record) and type(was) is type(now):
            fields = differing(was, now)
            if fields:
                parts[name] = json_of(fields)
        elif name in TABLES:
            differ = _checks(was, now, after) if name == "checks" else table_patch(name, was, now)
            if differ:
                parts[name] = differ
        elif was == now:
            continue
        elif name == "sections":
            parts[name] = _sections(was, now)
        else:
            parts[name] = json_of(difference(was, now))
    return ReportPatch(parts)


def _sections(was: tuple[tuple[str, Record], ...], now: tuple[tuple[str, Record], ...]) -> bytes:
    old, new = dict(was), dict(now)
    data: dict[str, Any] = dict.fromkeys(old.keys() - new.keys())
    data |= {n: difference(old.get(n), r) for n, r in new.items() if old.get(n) != r}
    return json_of(data)


def _checks(was: tuple[Check, ...], now: tuple[Check, ...], after: Report) -> bytes:
    """Return what differs of the findings; nothing where nothing does."""
    known, new = apart("checks", was, now)
    racks = _Ids(after.racks)
    put, change = [], []
    for key, check in new.items():
        old = known.pop(key, None)
        if old is None:
            data = check.model_dump(mode="json", exclude_defaults=True, exclude={"where"})
            put.append(data | {"where": runs(check.where, racks)})
        elif old != check:
            change.append(_changed(old, check, racks))
    if not (put or change or known):
        return b""
    return json_of({"put": put, "change": change, "drop": list(known)})


_MANY: Final = 64
"""Places of a finding from which on all racks are read at once."""


@dataclass(frozen=True)
class _Ids(Sequence[str]):
    """The ids of a report's racks, in order; none is read before a finding asks for it."""

    racks: Sequence[RackReport]

    def __len__(self) -> int:
        return len(self.racks)

    def __iter__(self) -> Iterator[str]:
        return (rack.id for rack in self.racks)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...

    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        return self.racks[at].id if isinstance(at, int) else _Ids(self.racks[at])


def _changed(old: Check, new: Check, racks: Sequence[str]) -> dict[str, Any]:
    data: dict[str, Any] = {"key": new.key}
    for name in Check.model_fields:
        if name != "where" and getattr(old, name) != getattr(new, name):
            data[name] = difference(getattr(old, name), getattr(new, name))
    if old.where != new.where:
        was, now = set(old.where), set(new.where)
        data["put"] = runs(sorted(now - was), racks)
        data["drop"] = runs(sorted(was - now), racks)
    return data


def runs(places: Sequence[str], racks: Sequence[str]) -> list[Place]:
    """Return places with neighbouring racks as runs; both are sorted."""
    found: list[Place] = []
    if len(places) > _MANY:
        racks = tuple(racks)  # read once, where else nearly each is looked up by itself
    following = len(racks)
    for place in places:
        # Mostly the next rack: only where a run begins is it looked for.
        at = following
        if at == len(racks) or racks[at] != place:
            at = bisect_left(racks, place)
        if at == len(racks) or racks[at] != place:
            found.append(place)
            following = len(racks)
            continue
        last = found[-1] if found else None
        if at == following and isinstance(last, list):
            last[1] += 1
        else:
            found.append([at, 1])
        following = at + 1
    return found


def places(data: Iterable[Place], racks: Sequence[str]) -> set[str]:
    """Return the ids that `runs` wrote.

    Raises
    ------
    ValueError
        If a run is outside the racks.
    """
    found: set[str] = set()
    for entry in data:
        if isinstance(entry, str):
            found.add(entry)
            continue
        first, count = entry
        if first < 0 or count < 0 or first + count > len(racks):
            raise ValueError(f"racks {first} to {first + count}: there are {len(racks)}")
        found.update(racks[first : first + count])
    return found


def apply_patch(
    report: Report | None, patch: Mapping[str, Any], subjects: Iterable[Subject] | None = None
) -> Report:
    """Return the report that a patch describes; entries that did not change stay the same objects.

    Parameters
    ----------
    report
        The report that the patch begins from; None for none.
    subjects
        The subjects whose sections it may hold; None takes those of the engine.

    Raises
    ------
    ValueError
        If the patch does not fit.
    """
    before = report or Report()
    unknown = set(patch) - set(Report.model_fields)
    if unknown:
        raise ValueError(f"a report has no {sorted(unknown)[0]!r}")
    fields = {name: getattr(before, name) for name in Report.model_fields}
    # In the order of the fields: findings come after the racks that they count.
    for name in (name for name in Report.model_fields if name in patch):
        data, old = patch[name], fields[name]
        if name == "checks":
            fields[name] = _with_checks(old, data, fields["racks"])
        elif name == "sections":
            fields[name] = _with_sections(old, data, subjects)
        elif name in TABLES:
            fields[name] = merged(name, old, data)
        elif isinstance(old, Record):
            fields[name] = with_fields(old, data)
        else:
            fields[name] = adapter(name).validate_python(patched(name, old, data))
    # Every value was validated above or comes from a valid report: building anew would cost a
    # second validation of every rack.
    return Report.model_construct(**fields)


def _with_checks(
    old: tuple[Check, ...], data: Mapping[str, Any], standing: Sequence[RackReport]
) -> tuple[Check, ...]:
    known = dict(zip(map(TABLES["checks"].key, old), old, strict=True))
    racks = _Ids(standing)
    put = [
        Check.model_validate({**entry, "where": tuple(sorted(places(entry["where"], racks)))})
        for entry in data["put"]
    ]
    for entry in data["change"]:
        was = known.get(entry["key"])
        if was is None:
            raise ValueError(f"the finding {entry['key']!r} was not there")
        values = dict(values_of(was))
        for name, said in entry.items():
            if name not in ("put", "drop"):
                values[name] = patched(name, values.get(name), said)
        if "put" in entry:
            gone = places(entry["drop"], racks)
            # Places stand sorted: to keep their order is quicker than to sort a set of them anew.
            there = dict.fromkeys((*was.where, *places(entry["put"], racks)))
            values["where"] = tuple(sorted(place for place in there if place not in gone))
        put.append(Check.model_validate(values))
    return put_in("checks", old, put, data["drop"])


def section_records(
    subjects: Iterable[Subject] | None, names: Iterable[str]
) -> Mapping[str, type[Record]]:
    """Return the records of added sections by name; None takes the engine's subjects."""
    if subjects is None:
        if all(name in SHIPPED_SECTIONS for name in names):
            return SHIPPED_SECTIONS
        # Only now: reading a report whose sections are known must not load the whole engine.
        from designer.engine.subjects import SUBJECTS

        subjects = SUBJECTS
    return {s.section: s.record for s in subjects if s.record is not None}


def _with_sections(
    old: tuple[tuple[str, Record], ...],
    data: Mapping[str, Any],
    subjects: Iterable[Subject] | None,
) -> tuple[tuple[str, Record], ...]:
    records = section_records(subjects, data)
    found = dict(old)
    for name, value in data.items():
        if value is None:
            found.pop(name, None)
            continue
        record = records.get(name)
        if record is None:
            raise ValueError(f"no subject has a section {name!r}")
        found[name] = record.model_validate(patched(name, found.get(name), value))
    order = {name: at for at, name in enumerate(records)}
    return tuple(sorted(found.items(), key=lambda item: order.get(item[0], -1)))
