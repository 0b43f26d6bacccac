"""What fields of a record may hold: nothing that could be changed from inside a frozen record."""

import dataclasses
import datetime
import enum
import types
import typing
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from types import ModuleType
from typing import Any

from pydantic import AfterValidator, BaseModel, SerializeAsAny, WrapValidator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from designer.model.measured import Measured
from designer.model.record import Record
from tests.helpers.state_rules import is_kept

_SCALARS = (
    *(bool, int, float, str, bytes, type(None), Decimal, Fraction),
    *(datetime.date, datetime.datetime, datetime.time, datetime.timedelta, enum.Enum),
)
_UNIONS = (typing.Union, types.UnionType)
_FIXED = (tuple, frozenset)


def subclasses(base: type) -> Iterator[type[Any]]:
    """Yield every class derived from one, in any depth, once."""
    seen: set[type] = set()
    waiting = [base]
    while waiting:
        for derived in waiting.pop().__subclasses__():
            if derived not in seen:
                seen.add(derived)
                waiting.append(derived)
                yield derived


def program_models() -> list[type[BaseModel]]:
    """Return all pydantic classes of the program, of the modules imported so far."""
    found = (one for one in subclasses(BaseModel) if one.__module__.startswith("designer."))
    return sorted(found, key=lambda one: f"{one.__module__}.{one.__qualname__}")


def broken_models(models: Iterable[type[BaseModel]]) -> list[str]:
    """Return classes that are no records, records that can change, and fields that can.

    A list of what is allowed, so that the next mutable type needs no entry.
    """
    found = []
    for model in models:
        name = f"{model.__module__}.{model.__qualname__}"
        if model is not Record and not issubclass(model, Record):
            found.append(f"{name}: not derived from Record")
        if not model.model_config.get("frozen"):
            found.append(f"{name}: not frozen")
        if model.model_config.get("extra") != "forbid":
            found.append(f"{name}: takes unknown fields")
        for field, info in model.model_fields.items():
            wrong = [*_changeable(info.annotation), *_otherwise_validated(info.metadata)]
            wrong += _default_that_changes(info)
            found += [f"{name}.{field}: {_words(one)}" for one in wrong]
        found += [f"{name}.{validator}" for validator in _replacing_validators(model)]
        found += [f"{name}.{field}: private, changeable" for field in model.__private_attributes__]
    return found


def _changeable(annotation: Any) -> Iterator[Any]:
    """Yield the parts of an annotation that may hold something changeable."""
    if isinstance(annotation, typing.TypeVar):
        annotation = annotation.__bound__
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        yield from _changeable(arguments[0])
        yield from _otherwise_validated(annotation.__metadata__)
    elif origin in _UNIONS or origin in _FIXED:
        for one in arguments:
            if one is not ...:
                yield from _changeable(one)
    elif origin is not typing.Literal and not _is_fixed(annotation):
        yield annotation


def _otherwise_validated(notes: Iterable[Any]) -> Iterator[Any]:
    """Yield what makes a field hold something else than its annotation says, or unchecked.

    Texts, limits and the way out do not; a function may return whatever it likes.
    """
    for note in notes:
        is_plain = isinstance(note, str | SerializeAsAny) or (
            type(note).__module__ == "annotated_types"
        )
        known = isinstance(note, AfterValidator | WrapValidator)
        asked = getattr(note, "func", None) if known else None
        named = f"{getattr(asked, '__module__', '')}.{getattr(asked, '__qualname__', '')}"
        is_known = named in VALIDATORS_THAT_RETURN_WHAT_THEY_GOT
        if not is_plain and not is_known:
            yield note


VALIDATORS_THAT_RETURN_WHAT_THEY_GOT = frozenset(
    {"designer.catalog.part._known", "designer.model.kept._kept"}
)
"""The second takes over what a valid record held, which only `Design.evolve` tells it."""


def _default_that_changes(info: FieldInfo) -> Iterator[Any]:
    """Yield a default that can change: pydantic does not validate it."""
    if info.default_factory not in (None, tuple, frozenset):
        yield info.default_factory
    elif info.default is not PydanticUndefined and not is_kept(info.default):
        yield info.default


def _replacing_validators(model: type[BaseModel]) -> Iterator[str]:
    """Yield validators after whose answer nothing is checked: all but those that come before."""
    for name, one in model.__pydantic_decorators__.field_validators.items():
        if one.info.mode != "before":
            yield f"{name}: a validator that comes {one.info.mode}"


def _is_fixed(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, (Record, *_SCALARS))


def _words(annotation: Any) -> str:
    return annotation.__name__ if type(annotation) is type else str(annotation)


def program_dataclasses(modules: Iterable[ModuleType]) -> list[type[Any]]:
    """Return the dataclasses that some modules define."""
    return [
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type)
        and one.__module__ == module.__name__
        and dataclasses.is_dataclass(one)
    ]


def loose_dataclasses(classes: Iterable[type[Any]]) -> list[str]:
    """Return dataclasses of pydantic, and fields of frozen ones that hold a list, dict or set.

    Arrays are left out: numpy's own flag guards them. A dataclass that is not frozen makes no
    promise, and is a worker's notes or a cache.
    """
    found = []
    for one in classes:
        name = f"{one.__module__}.{one.__qualname__}"
        if hasattr(one, "__pydantic_config__") or hasattr(one, "__pydantic_fields__"):
            found.append(f"{name}: a dataclass of pydantic, use Record")
        elif one.__dataclass_params__.frozen:
            hints = typing.get_type_hints(one)
            found += [
                f"{name}.{field.name}"
                for field in dataclasses.fields(one)
                if any(part in (list, dict, set, bytearray) for part in _kinds(hints[field.name]))
            ]
    return found


def _kinds(annotation: Any) -> Iterator[Any]:
    """Yield what a value may be, and what it may hold: arguments of a function are neither."""
    origin = typing.get_origin(annotation)
    yield origin or annotation
    if origin in _UNIONS or origin in _FIXED or origin is typing.Annotated:
        for one in typing.get_args(annotation):
            yield from _kinds(one)


def without_bounds(models: Iterable[type[BaseModel]]) -> list[str]:
    """Return fields that may be unknown numbers, of records that cannot say how much is known."""
    return [
        f"{model.__name__}.{name}"
        for model in models
        if not issubclass(model, Measured)
        for name, info in model.model_fields.items()
        if _may_be_unknown(info.annotation)
    ]


def _may_be_unknown(annotation: Any) -> bool:
    parts = typing.get_args(annotation)
    return type(None) in parts and bool({int, float} & set(parts))
