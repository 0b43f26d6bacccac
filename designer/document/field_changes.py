"""Which fields differ between two records of one kind, down to records inside them.

May import `model`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from designer.model.record import Record

NOT_THERE: Final = None
"""What stands on the side on which a record inside another is not."""


@dataclass(frozen=True)
class FieldChange:
    """One field that differs.

    Attributes
    ----------
    path
        Names from the record down to the field: `x_mm`, `slots.dgx-1.half_u`; a record in a list
        is named by its id, or by its number from 1 where it has none.
    old, new
        The values; None where a record inside another is not there.
    """

    path: str
    old: Any
    new: Any

    @property
    def field(self) -> str:
        """The last name of the path: the field itself, or the id of a record that came or went."""
        return self.path.rpartition(".")[2]


def field_changes(was: Record, now: Record) -> tuple[FieldChange, ...]:
    """Return the fields that differ, in their order; a record's id is none of them."""
    return tuple(_of_records(was, now, ""))


def _of_records(was: Record, now: Record, before: str) -> Iterator[FieldChange]:
    for name in type(now).model_fields:
        old, new = getattr(was, name), getattr(now, name)
        if name == "id" or old is new or old == new:
            continue
        yield from _of_values(old, new, f"{before}{name}")


def _of_values(old: object, new: object, path: str) -> Iterator[FieldChange]:
    if isinstance(old, Record) and isinstance(new, Record) and type(old) is type(new):
        yield from _of_records(old, new, f"{path}.")
    elif _holds_records(old) or _holds_records(new):
        yield from _of_lists(old, new, path)
    else:
        yield FieldChange(path, old, new)


def _of_lists(old: Any, new: Any, path: str) -> Iterator[FieldChange]:  # noqa: ANN401 - tuples
    """Yield what differs between two lists of records, each with its fellow of the same id."""
    was, now = _by_id(old), _by_id(new)
    found = False
    for key in dict.fromkeys((*was, *now)):
        one, other = was.get(key, NOT_THERE), now.get(key, NOT_THERE)
        if one != other:
            found = True
            yield from _of_values(one, other, f"{path}.{key}")
    if not found:
        yield FieldChange(path, tuple(was), tuple(now))


def _holds_records(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], Record)


def _by_id(records: tuple[Record, ...]) -> dict[str, Record]:
    ids = [str(getattr(record, "id", "")) for record in records]
    if len(set(ids)) == len(ids) and all(ids):
        return dict(zip(ids, records, strict=True))
    return {str(number): record for number, record in enumerate(records, start=1)}
