"""Dataclasses whose methods are written when they are first needed.

`dataclasses.dataclass` writes the source of seven methods for each class and compiles it: for the
460 classes that a report imports that took a quarter of a second, and it needs `__init__` of half
of them and little else. Here a class gets its fields as ever, and stand-ins for its methods, each
written when it is first called: `__init__` here, the others by the library. What a class is and
does is the same before and after, and so it is to every checker, as modules still say
`from dataclasses import dataclass`.

May import nothing of this project.
"""

import dataclasses
from collections.abc import Callable
from typing import Any, Final

_WRITE: Final[Callable[..., Any]] = dataclasses.dataclass
_OPTIONS: Final = frozenset({"eq", "frozen", "kw_only", "slots"})
"""What is known here; a class with others is made by the library at once."""
_FOR: Final = "designer."
"""Of which modules classes wait: what others' do with theirs is not known."""


def dataclass(kind: type | None = None, /, **options: Any) -> Any:  # noqa: ANN401 - as the library's
    """Return a class with fields as `dataclasses.dataclass` does; its methods come when called."""
    if kind is None:
        return lambda kind: dataclass(kind, **options)
    if not (kind.__module__.startswith(_FOR) and options.keys() <= _OPTIONS) or _inherits(kind):
        return _WRITE(**options)(kind)
    eq, frozen = options.get("eq", True), options.get("frozen", False)
    if frozen and not {"__setattr__", "__delattr__"}.isdisjoint(vars(kind)):
        return _WRITE(**options)(kind)  # which refuses it
    later = [name for name in ("__init__", "__repr__") if name not in vars(kind)]
    # Of a class with an `__eq__` Python itself says that none is hashed.
    said = vars(kind).get("__hash__", ...)
    hashes = said is ... or (said is None and "__eq__" in vars(kind))
    if eq and "__eq__" not in vars(kind):
        later.append("__eq__")
    if eq and frozen and hashes:
        later.append("__hash__")
    made: type = _WRITE(
        init=False, repr=False, eq=False,
        **{name: options[name] for name in ("kw_only", "slots") if name in options},
    )(kind)  # fmt: skip
    params = vars(made)["__dataclass_params__"]
    params.init, params.repr, params.eq, params.frozen = True, True, eq, frozen
    for name in later:
        setattr(made, name, _stand_in(made, name, later))
    if eq and not frozen and hashes:
        made.__hash__ = None  # type: ignore[assignment]  # how Python says that none is hashed
    if frozen:
        made.__setattr__, made.__delattr__ = _refuse_set, _refuse_delete  # type: ignore[assignment]  # of all alike
        if options.get("slots"):
            for name, state in (("__getstate__", _state), ("__setstate__", _set_state)):
                if name not in vars(made):
                    setattr(made, name, state)
    return made


def install() -> None:
    """Let every module that is imported from now on make its dataclasses so."""
    dataclasses.dataclass = dataclass


def _inherits(kind: type) -> bool:
    return any(hasattr(base, "__dataclass_fields__") for base in kind.__mro__[1:])


def _stand_in(made: type, name: str, later: list[str]) -> Callable[..., Any]:
    """Return a method that is written when it is called, and is then what was written."""

    def stand_in(self: object, /, *args: Any, **named: Any) -> Any:  # noqa: ANN401 - any method
        if name == "__init__":
            _keep(made, name, _written_init(made))
        else:
            _write_others(made, later)
        return vars(made)[name](self, *args, **named)

    stand_in.__name__, stand_in.__qualname__ = name, f"{made.__qualname__}.{name}"
    return stand_in


def _written_init(made: type) -> Callable[..., Any]:
    """Return `__init__` as the library would write it: most classes need no other method."""
    frozen, slots = vars(made)["__dataclass_params__"].frozen, "__slots__" in vars(made)
    names: dict[str, object] = {"_set": object.__setattr__, "_NONE": dataclasses.MISSING}
    taken: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for one in dataclasses.fields(made):
        value, given = one.name, ""
        if one.default_factory is not dataclasses.MISSING:
            names[f"_of_{one.name}"] = one.default_factory
            made_new = f"_of_{one.name}()"
            value = f"{made_new} if {one.name} is _NONE else {one.name}" if one.init else made_new
            given = "=_NONE"
        elif one.default is not dataclasses.MISSING:
            names[f"_of_{one.name}"] = one.default
            given = f"=_of_{one.name}"
            value = one.name if one.init else f"_of_{one.name}"
        if one.init:
            (named if one.kw_only else taken).append(f"{one.name}{given}")
        elif not given or (given != "=_NONE" and not slots):
            continue  # nothing to set: what the class itself holds is read
        body.append(
            f"_set(_self, {one.name!r}, {value})" if frozen else f"_self.{one.name}={value}"
        )
    if hasattr(made, "__post_init__"):
        body.append("_self.__post_init__()")
    arguments = ", ".join(["_self", *taken, *(["*", *named] if named else [])])
    text = "\n ".join([f"def __init__({arguments}):", *(body or ["pass"])])
    exec(text, names)
    return names["__init__"]  # type: ignore[return-value]  # what was just written


def _write_others(made: type, later: list[str]) -> None:
    """Have the library write what else a class waits for, of one with the same fields."""
    params = vars(made)["__dataclass_params__"]
    body: dict[str, Any] = {
        one.name: dataclasses.field(repr=one.repr, hash=one.hash, compare=one.compare)
        for one in dataclasses.fields(made)
    }
    body["__annotations__"] = {name: "object" for name in body}
    twin = _WRITE(init=False, eq=params.eq, frozen=params.frozen)(type("Twin", (), body))
    for name in later:
        if name != "__init__":
            _keep(made, name, vars(twin)[name])


def _keep(made: type, name: str, method: Callable[..., Any]) -> None:
    method.__qualname__, method.__module__ = f"{made.__qualname__}.{name}", made.__module__
    setattr(made, name, method)


def _refuse_set(self: object, name: str, value: object) -> None:
    if _is_its_own(self, name):
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _refuse_delete(self: object, name: str) -> None:
    if _is_its_own(self, name):
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


def _is_its_own(self: object, name: str) -> bool:
    """Return whether nothing of that name may change: only what inherits may have more."""
    kind = type(self)
    return "__dataclass_fields__" in vars(kind) or name in kind.__dataclass_fields__  # type: ignore[attr-defined]  # of a dataclass


def _state(self: object) -> list[object]:
    return [getattr(self, one.name) for one in dataclasses.fields(self)]  # type: ignore[arg-type]  # a dataclass


def _set_state(self: object, state: list[object]) -> None:
    for one, value in zip(dataclasses.fields(self), state, strict=True):  # type: ignore[arg-type]  # a dataclass
        object.__setattr__(self, one.name, value)
