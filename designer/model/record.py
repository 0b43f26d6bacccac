"""The base of every record: frozen, closed, compared by value, changed only by `evolve`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Final, Literal, Self, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict

R = TypeVar("R", bound="Record")


class Record(BaseModel):
    """A frozen record that refuses unknown fields.

    Records hold scalars, other records and tuples of them; never lists or dicts, which could be
    changed from inside a frozen record.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    def evolve(self, **changes: Any) -> Self:  # noqa: ANN401 - the fields decide the types
        """Return a copy with some fields changed, validated as if it were built anew.

        Parameters
        ----------
        **changes
            Field names and their new values.

        Raises
        ------
        pydantic.ValidationError
            If a name is unknown or a value does not fit its field.
        """
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self).model_validate({**fields, **changes})

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield field and problem of what cannot be beside the record's other fields.

        Each figure by itself is held to `model.ranges`, which asks here as well. None by default.
        """
        return iter(())


def values_of(record: Record) -> Mapping[str, Any]:
    """Return the values of a record by their fields: no copy, which takes ten times as long."""
    return record.__dict__


def says_the_same(one: "Record", other: "Record") -> bool:
    """Return whether two records of one kind are equal: `==` takes three times as long.

    For where thousands are asked at once.
    """
    return one.__dict__ == other.__dict__


def copies(pattern: R, names: Sequence[str], values: Iterable[Sequence[Any]]) -> Iterator[R]:
    """Yield copies of a record with other values of some fields, which nobody validates again.

    Ten thousand entries of a report are copies of a few: `model_copy` takes ten times as long.
    """
    kind, put = type(pattern), object.__setattr__
    given = pattern.model_fields_set | set(names)
    for those in values:
        made = kind.__new__(kind)
        put(made, "__dict__", {**pattern.__dict__, **dict(zip(names, those, strict=True))})
        put(made, "__pydantic_fields_set__", given)
        put(made, "__pydantic_extra__", None)
        put(made, "__pydantic_private__", None)
        yield made


_SCALARS: Final = (str, int, float, bool, None, type(None))


def odd_field(kind: type[Record]) -> str:
    """Return the first field that may hold what a file or a pipe does not; empty if none does.

    What may be held is texts, numbers, yes or no, None, and tuples and records of these.
    """
    return _odd(kind, {kind})


def _odd(kind: type[Record], seen: set[type[Record]]) -> str:
    fields = kind.model_fields.items()
    return next((name for name, info in fields if not _held(info.annotation, seen)), "")


def _held(annotation: Any, seen: set[type[Record]]) -> bool:  # noqa: ANN401 - types have no type
    """Return whether everything of a type can be held; records that were seen are not asked."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _held(inner[0], seen)
    if origin is Literal:
        return True
    if origin in (tuple, Union, UnionType):
        return all(_held(one, seen) for one in inner if one is not ...)
    if isinstance(annotation, type) and issubclass(annotation, Record):
        new = annotation not in seen
        seen.add(annotation)
        return not (new and _odd(annotation, seen))
    return annotation in _SCALARS
