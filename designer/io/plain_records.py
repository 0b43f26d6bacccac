"""Many records of a table at once: those lines that are plainly right, as nearly all of a file.

Whatever is not, or only may not be, is left to `design_reader`, which looks at it field by field
and says what was wrong. May import `model` and the repair of records.
"""

from functools import cache, lru_cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from designer.model.design import Assembly, Device, KeptPlace, Revision
from designer.model.ranges import are_in_range, problem
from designer.model.record import Record

_BATCH: Final = 1_000
"""Records that are made together; one that is wrong among them sends all of them the long way."""

_PLACED: Final = (Device, KeptPlace)
_LOOKED_INTO: Final = (Assembly, Revision)
"""Kinds of which more is asked than that each field fits."""
_FOLDED: Final = frozenset({"repeat", "pitch", "half_u"})


def read_at_once(cls: type[Record], data: dict[str, Any]) -> dict[str, Record]:
    """Return the records of a table of tables that are plainly right, by id.

    Parameters
    ----------
    data
        What the file holds: fields by id. A table with an empty id gives none: its ids are given
        out in turn.
    """
    if cls in _LOOKED_INTO or "" in data:
        return {}
    placed = cls in _PLACED
    found: dict[str, Record] = {}
    batch: list[dict[str, Any]] = []
    for key, fields in data.items():
        said = _plain(key, fields, placed)
        if said is None:
            continue
        batch.append(said)
        if len(batch) == _BATCH:
            found.update(_made(cls, batch))
            batch = []
    found.update(_made(cls, batch))
    return found


def _plain(key: str, fields: object, placed: bool) -> dict[str, Any] | None:
    """Return the fields of a record as the model names them; None where it is no plain line."""
    if type(fields) is not dict or fields.get("id", key) != key:
        return None
    kinds = set(map(type, fields.values()))
    if list in kinds or dict in kinds:
        return None
    said = {**fields, "id": key}
    if placed:
        if not _FOLDED.isdisjoint(said):
            return None
        if "u" in said:
            half_u = _half_units(said.pop("u"))
            if half_u is None:
                return None
            said["half_u"] = half_u
    return said


def _half_units(value: object) -> int | None:
    """Return rack units as half units; None where they may not be what they are to be."""
    known = type(value) is int or type(value) is float
    return _half_units_of(value) if known else None


@lru_cache(maxsize=1_000)
def _half_units_of(value: float) -> int | None:
    whole = abs(value) < 1e9 and float(value * 2).is_integer()
    return int(value * 2) if whole and not problem("Device", "u", value) else None


@cache
def _many(cls: type[Record]) -> TypeAdapter[list[Record]]:
    return TypeAdapter(list[cls])  # type: ignore[valid-type]  # of a kind that is told


def _made(cls: type[Record], batch: list[dict[str, Any]]) -> dict[str, Record]:
    """Return the records of a batch by id; none where one of them is not right as it stands."""
    if not batch:
        return {}
    try:
        records = _many(cls).validate_python(batch, strict=True)
    except (ValidationError, RecursionError):
        return {}
    if not are_in_range(records):
        return {}
    return {said["id"]: record for said, record in zip(batch, records, strict=True)}
