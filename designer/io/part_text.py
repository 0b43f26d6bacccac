"""Change single figures in the text of a part; comments, order and layout stay as they were.

A figure that a person changes is no longer what the maker's sheet says: its source becomes the
person's own.
"""

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, Final

import tomlkit
from tomlkit.items import Array, InlineTable, Table

from designer.catalog.plain_toml import read_plain
from designer.catalog.toml_keys import require_shallow_keys

Path = tuple[str, ...]
OWN_SOURCE: Final = "Own figures"
_WORDS: Final = frozenset({"id", "kind", "vendor", "name", "summary", "note", "prices"})
"""Fields that are no figures: nobody asks where they come from."""


def values(text: str) -> dict[str, Any] | None:
    """Return the first part of a text as plain data; None if the text is not TOML or has none."""
    try:
        parts = read_plain(text).get("part")
    except ValueError:
        return None
    first = parts[0] if isinstance(parts, list) and parts else None
    return first if isinstance(first, dict) else None


def value_at(data: Mapping[str, Any], path: Path) -> Any:  # noqa: ANN401 - any TOML value
    """Return what stands at a path, or None."""
    found: Any = data
    for key in path:
        if not isinstance(found, Mapping):
            return None
        found = found.get(key)
    return found


def with_value(text: str, path: Path, value: Any, source: str = OWN_SOURCE) -> str:  # noqa: ANN401 - any TOML value
    """Return a text in which the first part has another value; None removes it.

    Parameters
    ----------
    path
        Keys below the part: `("psu", "count")`.
    value
        A scalar, or a sequence of mappings for an array of records.
    source
        Citation of the person's own figures.

    Raises
    ------
    ValueError
        If the text is not TOML, holds no part, or something else where a record belongs.
    """
    document, part = _part_of(text)
    holder: Any = part
    for key in path[:-1]:
        if key not in holder:
            if value is None:
                return text
            holder[key] = tomlkit.inline_table()
        holder = holder[key]
        if not isinstance(holder, MutableMapping):
            raise ValueError(f"{key} is no table in the text")  # noqa: TRY004 - a fault of the text
    if value is None:
        holder.pop(path[-1], None)
        if len(path) > 1 and not holder:
            part.pop(path[0], None)
    else:
        holder[path[-1]] = _records(value) if _is_records(value) else value
    if path[0] not in _WORDS and path[0] != "provenance":
        _claim(part, ".".join(path), source, known=value is not None)
    return tomlkit.dumps(document)


def own_source(data: Mapping[str, Any]) -> tuple[str, str]:
    """Return citation and kind of the person's own figures, as the text has them."""
    records = _records_in(data.get("provenance"))
    every = [r for r in records if "*" in r.get("fields", ())]
    own = every or [r for r in records if r.get("source") == OWN_SOURCE]
    if not own:
        return OWN_SOURCE, "assumed"
    return str(own[0].get("source", "")), str(own[0].get("kind", "assumed"))


def with_own_source(text: str, source: str, kind: str) -> str:
    """Return a text in which the person's own figures have another citation."""
    document, part = _part_of(text)
    before, _ = own_source(part.unwrap())
    record = _own_record(part, before)
    if source != before:  # another source is another document
        record.pop("cited", None)
    record["source"], record["kind"] = source, kind
    return tomlkit.dumps(document)


def _part_of(text: str) -> tuple[tomlkit.TOMLDocument, Table]:
    require_shallow_keys(text)
    try:
        document = tomlkit.parse(text)
    except tomlkit.exceptions.ParseError as error:
        raise ValueError(str(error)) from error
    parts: Any = document.get("part")
    if not _records_in(parts):
        raise ValueError("no [[part]] here")
    sources = parts[0].get("provenance", [])
    if not isinstance(sources, list) or len(_records_in(sources)) != len(sources):
        raise ValueError("provenance is no list of records in the text")
    return document, parts[0]


def _claim(part: Table, name: str, source: str, *, known: bool) -> None:
    """Let the person's own record say a figure, and no other one."""
    for record in _provenance(part):
        fields = record.get("fields", [])
        if isinstance(fields, list) and name in fields:
            fields.remove(name)
    if known:
        own = _own_record(part, source)
        if not isinstance(own.get("fields"), list):
            own["fields"] = []
        if "*" not in own["fields"] or _is_named_elsewhere(part, name, own):
            own["fields"].append(name)
    said: Any = part.get("provenance", [])
    for index in reversed(range(len(said))):
        if not said[index].get("fields"):
            del said[index]


def _is_named_elsewhere(part: Table, name: str, own: InlineTable) -> bool:
    """Return whether another record names the figure's group, which would go before `*`."""
    group = name.partition(".")[0]
    return any(r is not own and group in r.get("fields", ()) for r in _provenance(part))


def _provenance(part: Table) -> list[Any]:
    return list(part.get("provenance", ()))


def _own_record(part: Table, source: str) -> Any:  # noqa: ANN401 - tomlkit's own types
    for record in _provenance(part):
        if record.get("source") == source:
            return record
    others = _provenance(part)
    record = tomlkit.inline_table()
    record.update({"fields": [] if others else ["*"], "source": source, "kind": "assumed"})
    if "provenance" not in part:
        part["provenance"] = tomlkit.array().multiline(True)
    part["provenance"].append(record)
    return part["provenance"][len(part["provenance"]) - 1]


def _records_in(value: Any) -> list[Mapping[str, Any]]:  # noqa: ANN401 - any TOML value
    return [r for r in value if isinstance(r, Mapping)] if isinstance(value, list) else []


def _is_records(value: Any) -> bool:  # noqa: ANN401 - any TOML value
    some = isinstance(value, Sequence) and not isinstance(value, str)
    return some and all(isinstance(item, Mapping) for item in value)


def _records(value: Sequence[Mapping[str, Any]]) -> Array:
    rows = tomlkit.array()
    rows.multiline(True)
    for record in value:
        row = tomlkit.inline_table()
        row.update({k: v for k, v in record.items() if v is not None})
        rows.append(row)
    return rows
