"""Plain data of a design file → design and embedded parts, with everything that was wrong.

May import `model`, `catalog` and the readers of this room.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.io.design_text import DIGEST_KEY
from designer.io.folds import M, Unfolding
from designer.io.free_ids import FreeIds
from designer.io.plain_records import read_at_once
from designer.io.record_repair import Findings, record_from, shown
from designer.io.toml_text import comment_text
from designer.model.change import COLLECTIONS, SINGLES
from designer.model.design import Assembly, Design, Device, KeptPlace, Revision, Slot
from designer.model.record import Record
from designer.model.revisions import date_of
from designer.model.source_places import Path

_SHOWN_COMMENTS: Final = 20


def design_from(data: dict[str, Any], header: str, findings: Findings) -> Design:
    """Return the design that plain data of the present schema describes, as far as it does."""
    fields: dict[str, Any] = {"header": header}
    for name, cls in SINGLES.items():
        if name in data and name != "header":
            value = _single(name, cls, data[name], findings)
            if value is not None:
                fields[name] = value
    unfolding = Unfolding(findings)
    for name, record in COLLECTIONS.items():
        if name in data:
            fields[name] = tuple(_collection(name, record, data[name], unfolding))
    for name in data.keys() - {*SINGLES, *COLLECTIONS, "schema_version", "parts"} | (
        {"header"} & data.keys()
    ):
        findings.say((name,), f"{name}: no such table or field", done="left out")
    return Design(**fields)


def parts_from(data: dict[str, Any], findings: Findings) -> tuple[Part, ...]:
    """Return the parts embedded in a file; says so where one was changed by hand."""
    parts = []
    digests = Catalog(())
    for key, path, fields in _records("parts", data.get("parts", {}), findings):
        wanted = fields.pop(DIGEST_KEY, None)
        part = record_from(Part, {"id": key, **fields}, path, findings)
        if part is None:
            continue
        parts.append(part)
        if wanted is not None and wanted != digests.digest(part):
            what = f"part {key!r}: its figures are not those it was saved with"
            findings.say(path, what, "they are used as they stand", "warning")
    return tuple(sorted(parts, key=lambda part: part.id))


def header_of(text: str) -> str:
    """Return the comment lines in front of a document, without their `#`."""
    lines: list[str | None] = []  # None is a blank line, "" an empty comment
    for line in text.replace("\r\n", "\n").split("\n"):
        bare = line.lstrip()
        if bare and not bare.startswith("#"):
            break
        lines.append(bare[1:].removeprefix(" ") if bare else None)
    while lines and lines[-1] is None:
        lines.pop()
    while lines and lines[0] is None:
        lines.pop(0)
    return "\n".join(comment_text(line or "") for line in lines)


def say_comments(text: str, findings: Findings, name: str) -> None:
    """Report comments after the first statement, which a save cannot keep."""
    if "#" not in text:
        return
    begun, found = False, []
    for number, line in enumerate(text.split("\n"), start=1):
        begun = begun or bool(line.strip() and not line.lstrip().startswith("#"))
        if begun and "#" in line and "#" in _STRINGS.sub('""', line):
            found.append(number)
    for number in found[:_SHOWN_COMMENTS]:
        findings.note(
            f"{name}:{number}:1",
            "a comment below the first statement is not kept by a save",
            "put it in front of the document, or into a `note` field",
        )
    if len(found) > _SHOWN_COMMENTS:
        findings.note(name, f"{len(found) - _SHOWN_COMMENTS} more comments are not kept", "")


_STRINGS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')


def _single(name: str, cls: type[Record] | None, value: Any, findings: Findings) -> Any:  # noqa: ANN401 - a field of any type
    if cls is not None:
        return record_from(cls, value, (name,), findings)
    if isinstance(value, str):
        return value
    findings.say((name,), f"{name}: text is wanted", f"{shown(value)} is read as text", "warning")
    return str(value)


def _collection(name: str, cls: type[Record], data: Any, unfolding: Unfolding) -> list[Record]:  # noqa: ANN401 - plain data of a file
    findings = unfolding.findings
    named = read_at_once(cls, data) if isinstance(data, dict) else {}
    # What a fold counts up to gives way to the ids that the file spells out, wherever they stand.
    spelt = frozenset(data) if isinstance(data, dict) else _ids(data)
    once, counted_up = FreeIds(named), FreeIds(spelt, named)
    if named:
        data = {key: fields for key, fields in data.items() if key not in named}
    for wanted, path, fields in _records(name, data, findings):
        key = once.free(wanted)
        if key != wanted:
            findings.say(path, f"the id {wanted!r} is there twice", f"the second is now {key!r}")
        said = {**fields, "id": key}
        if cls is Device:
            named |= {it.id: it for it in _unfolded(Device, said, path, unfolding, counted_up)}
            continue
        if cls is KeptPlace:
            named |= {it.id: it for it in _unfolded(KeptPlace, said, path, unfolding, counted_up)}
            continue
        if cls is Assembly and isinstance(said.get("slots"), list):
            said["slots"] = _slots(said["slots"], (*path, "slots"), unfolding)
        record = record_from(cls, said, path, findings)
        if record is not None:
            named[key] = record
            _say_undated(record, path, findings)
    return [named[key] for key in sorted(named)]


def _say_undated(record: Record, path: Path, findings: Findings) -> None:
    """Say of a revision that its date cannot be read: its drawing counts as a draft for it."""
    if isinstance(record, Revision) and record.date.strip() and not date_of(record):
        what = f"revision {record.id}: its date {shown(record.date)} cannot be read"
        findings.say((*path, "date"), what, "write year, month, day: 2026-11-22", "warning")


def _slots(data: list[Any], path: Path, unfolding: Unfolding) -> tuple[Slot, ...]:
    """Return an assembly's slots; their places are counted as they stand unfolded."""
    slots: list[Slot] = []
    taken: set[str] = set()
    ids = FreeIds(_ids(data), taken)
    index = 0
    for fields in data:
        at = (*path, index)
        if isinstance(fields, dict):
            named = _with_free_id(fields, at, unfolding.findings, ids, taken)
            found = _unfolded(Slot, named, at, unfolding, ids)
        else:
            found = []
            record_from(Slot, fields, at, unfolding.findings)  # says that it is no table
        index += max(1, len(found))
        slots += found
        taken.update(slot.id for slot in found)
    return tuple(slots)


def _with_free_id(
    fields: dict[str, Any],
    path: Path,
    findings: Findings,
    ids: FreeIds,
    taken: set[str],
) -> dict[str, Any]:
    """Return a slot's fields, with another id where it has none or a slot before it the same."""
    wanted = fields.get("id")
    if wanted is None or isinstance(wanted, dict | list) or wanted == "":
        key = ids.free(str(path[-1]))
        what = (
            f"{'.'.join(map(str, path))}.id is {'empty' if isinstance(wanted, str) else 'missing'}"
        )
        findings.say((*path, "id"), what, done=f"{key!r} was taken")
        return {**fields, "id": key}
    if str(wanted) not in taken:
        return fields
    key = ids.numbered(str(wanted))
    findings.say(path, f"the id {str(wanted)!r} is there twice", f"the second is now {key!r}")
    return {**fields, "id": key}


def _ids(data: Any) -> frozenset[str]:  # noqa: ANN401 - plain data of a file
    """Return the ids that the records of an array spell out."""
    records = data if isinstance(data, list) else []
    return frozenset(str(record.get("id")) for record in records if isinstance(record, dict))


def _unfolded(
    cls: type[M], data: dict[str, Any], path: Path, unfolding: Unfolding, ids: FreeIds
) -> list[M]:
    """Return the records that one line of a file stands for; `ids` knows which others have."""
    said, repeat, step = unfolding.read(data, path)
    first: M | None = record_from(cls, said, path, unfolding.findings)
    if first is None:
        return []
    records: list[M] = [first]
    if repeat > 1:
        records += unfolding.members(first, repeat, step, path, ids)
    return records


def _records(
    name: str,
    data: Any,  # noqa: ANN401 - plain data of a file
    findings: Findings,
) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Yield id, path and fields of each record: a table of tables, or an array of tables.

    An empty id gives way to a free number: elsewhere an empty name says that nothing is named.
    """
    spelt = frozenset(data) if isinstance(data, dict) else _ids(data)
    given: set[str] = set()
    ids = FreeIds(spelt, given)

    def named(key: str, index: int, path: Path) -> str:
        if key:
            return key
        free = ids.free(str(index + 1))
        given.add(free)
        findings.say(path, f"{name}: an id is empty", done=f"{free!r} was taken")
        return free

    if isinstance(data, dict):
        for index, (key, fields) in enumerate(data.items()):
            if not isinstance(fields, dict):
                what = f"{name}.{key}: a table is wanted, found {shown(fields)}"
                findings.say((name, key), what, done="left out")
                continue
            inner = fields.get("id", key)
            if inner != key:
                what = f"{name}.{key}: its id says {inner!r}"
                findings.say((name, key, "id"), what, done=f"{key!r} was taken")
            yield named(key, index, (name, key)), (name, key), fields
    elif isinstance(data, list):
        for index, fields in enumerate(data):
            if isinstance(fields, dict):
                key = str(fields.get("id", index + 1))
                yield named(key, index, (name, index)), (name, index), fields
            else:
                what = f"{name}: a table is wanted, found {shown(fields)}"
                findings.say((name, index), what, done="left out")
    else:
        what = f"{name}: a table is wanted, found {shown(data)}"
        findings.say((name,), what, done="left out")
