"""Dataclasses whose methods are made when they are first needed: `dataclass` as Python's own.

Python's writes the text of up to seven methods of each class and compiles them while a module is
imported; of the 500 classes of a command most are never made, and next to none printed. Here
comparing, hashing, printing and refusing changes are functions that all classes share, and the
text of `__init__` is compiled at the first object. To type checkers it is Python's `dataclass`.
A class that inherits fields, or that asks for an order, is left to Python. `InitVar` is not known.
"""

import dataclasses
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

_NO_TEXT: Final = "a text, so that Python makes none of the arguments"


def _made(
    cls: type | None = None,
    /,
    *,
    frozen: bool = False,
    order: bool = False,
    init: bool = True,
    eq: bool = True,
    slots: bool = False,
    kw_only: bool = False,
) -> object:  # type checkers see Python's own
    """Return the class as a dataclass, or the decorator with these options."""

    def decorated(one: type) -> type:
        if order or any(dataclasses.is_dataclass(base) for base in one.__bases__):
            options = {"frozen": frozen, "order": order, "init": init, "eq": eq, "slots": slots}
            return dataclasses.dataclass(one, kw_only=kw_only, **options)
        return _completed(one, frozen=frozen, init=init, eq=eq, slots=slots, kw_only=kw_only)

    return decorated if cls is None else decorated(cls)


def _completed(
    cls: type, *, frozen: bool, init: bool, eq: bool, slots: bool, kw_only: bool
) -> type:
    own = dict(vars(cls))
    if cls.__doc__ is None:
        cls.__doc__ = _NO_TEXT
    one: type = dataclasses.dataclass(
        cls, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only
    )
    if one.__doc__ is _NO_TEXT:
        one.__doc__ = None
    fields = dataclasses.fields(one)
    methods: dict[str, Any] = {"__repr__": _text}
    if init:
        methods["__init__"] = _init_when_called(one, frozen=frozen)
    if eq:
        methods["__eq__"] = _eq_of([field.name for field in fields if field.compare])
        # As Python has it: what compares and may change has no hash, and `None` that Python itself
        # put there, because the class compares, is not the class's word.
        if own.get("__hash__") is None and "__eq__" in own:
            own.pop("__hash__", None)
        hashed = [f.name for f in fields if (f.compare if f.hash is None else f.hash)]
        methods["__hash__"] = _hash_of(hashed) if frozen else None
    if frozen:
        methods |= _refusing(one, frozenset(field.name for field in fields))
        if slots:
            methods |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, method in methods.items():
        if name not in own:
            setattr(one, name, method)
    said: Any = vars(one)["__dataclass_params__"]
    said.init, said.repr, said.eq, said.frozen = init, True, eq, frozen
    return one


def _values_of(names: Sequence[str]) -> Callable[[object], object]:
    """Return what reads these fields of an object, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    if names:
        only = names[0]
        return lambda one: (getattr(one, only),)
    return lambda _: ()


def _eq_of(names: Sequence[str]) -> Callable[[object, object], object]:
    values = _values_of(names)

    def same(self: object, other: object) -> object:
        if other.__class__ is self.__class__:
            return values(self) == values(other)
        return NotImplemented

    return same


def _hash_of(names: Sequence[str]) -> Callable[[object], int]:
    values = _values_of(names)
    return lambda self: values(self).__hash__()


def _text(self: Any) -> str:  # noqa: ANN401 - of any dataclass
    said = [
        f"{one.name}={getattr(self, one.name)!r}" for one in dataclasses.fields(self) if one.repr
    ]
    return f"{self.__class__.__qualname__}({', '.join(said)})"


def _refusing(cls: Any, names: frozenset[str]) -> dict[str, Any]:  # noqa: ANN401 - a class
    """Return the methods that keep the fields of a frozen class as they are."""

    def set_field(self: object, name: str, value: object) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def delete_field(self: object, name: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": set_field, "__delattr__": delete_field}


def _state(self: Any) -> list[Any]:  # noqa: ANN401 - of any dataclass
    return [getattr(self, one.name) for one in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:  # noqa: ANN401 - of any dataclass
    for one, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


def _init_when_called(cls: type, *, frozen: bool) -> Callable[..., None]:
    def first(self: object, /, *values: object, **named: object) -> None:
        made = _init_of(cls, frozen=frozen)
        cls.__init__ = made  # type: ignore[misc]  # what `first` stands for
        made(self, *values, **named)

    return first


def _init_of(cls: type, *, frozen: bool) -> Callable[..., None]:
    """Return `__init__` of a class, compiled."""
    known: dict[str, Any] = {"_missing": dataclasses.MISSING, "_set": object.__setattr__}
    places: list[str] = []
    by_name: list[str] = []
    lines: list[str] = []
    slots = "__slots__" in vars(cls)
    for one in dataclasses.fields(cls):
        value = name = one.name
        default = ""
        if one.default_factory is not dataclasses.MISSING:
            known[f"_factory_{name}"] = one.default_factory
            default = "=_missing"
            value = f"_factory_{name}()"
            if one.init:
                value = f"{value} if {name} is _missing else {name}"
        elif one.default is not dataclasses.MISSING:
            known[f"_default_{name}"] = one.default
            default = f"=_default_{name}"
            if not one.init:
                value = f"_default_{name}"
        if one.init:
            (by_name if one.kw_only else places).append(f"{name}{default}")
        elif not default or (value != f"_factory_{name}()" and not slots):
            continue  # `__post_init__` sets it, or the class has it
        lines.append(f"_set(_self, {name!r}, {value})" if frozen else f"_self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("_self.__post_init__()")
    arguments = ", ".join(["_self", *places, *(["*", *by_name] if by_name else [])])
    body = "".join(f"\n {line}" for line in lines or ["pass"])
    # As Python's own `dataclass` does, from names of fields and nothing else.
    exec(f"def __init__({arguments}):{body}", known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = _made
