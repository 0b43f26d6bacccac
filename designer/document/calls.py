"""The call of `designer.script` that does what an edit does, as a text that can be run.

A factory of edits that is marked `named` gives edits that know how they were asked for. What is
made of several knows all of them; of any other edit the difference that it makes is told.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache, wraps
from math import isfinite
from types import FunctionType
from typing import Any, Final, NamedTuple, ParamSpec

from designer.catalog.part import Part
from designer.model.change import Change, apply, diff
from designer.model.design import Design
from designer.model.layout import Layout
from designer.model.record import Record

P = ParamSpec("P")
_Edit = Callable[[Design], Design]
SESSION: Final = "session"
"""What a script calls the object whose methods the calls are."""
GIVEN: Final = frozenset(("catalog", "known"))
"""Parameters of factories that a session gives by itself."""
MOST_JOINED: Final = 30
"""Calls of one step that are told one by one; of more the difference is told."""


@dataclass(frozen=True, slots=True)
class Call:
    """How an edit was asked for: the factory, and what it was given.

    Attributes
    ----------
    args, options
        Without indexes over the design, which would be kept as long as the history.
    """

    factory: Callable[..., _Edit]
    args: tuple[object, ...]
    options: tuple[tuple[str, object], ...]

    @property
    def name(self) -> str:
        """Name of the factory, and of the session's method."""
        return self.factory.__name__

    def given(self) -> dict[str, object]:
        """Return what differs from the defaults, by parameter, in order; further fields as well."""
        form = _form(self.factory)
        bound = {**dict(zip(form, self.args, strict=False)), **dict(self.options)}
        ordered = [name for name in form if name in bound]
        ordered += [name for name in bound if name not in form]
        return {
            name: bound[name]
            for name in ordered
            if name not in GIVEN and not (name in form and form[name].is_default(bound[name]))
        }

    def text(self) -> str:
        """Return it as a line of Python: `session.rename('A01', 'B07')`."""
        form = _form(self.factory)
        words = [
            literal(value) if name in form and form[name].needed else f"{name}={literal(value)}"
            for name, value in self.given().items()
        ]
        return f"{SESSION}.{self.name}({', '.join(words)})"


class _Parameter(NamedTuple):
    """A parameter of a factory: whether it has to be given, else its default."""

    needed: bool
    default: object

    def is_default(self, value: object) -> bool:
        """Return whether a value need not be given."""
        return not self.needed and (self.default is value or bool(self.default == value))


Calls = tuple[tuple[Call, ...], ...]
"""What a step is made of: edits one after another, each of calls that count as one edit."""


class NamedEdit:
    """An edit that knows the calls that make it."""

    __slots__ = ("_edit", "calls")

    def __init__(self, edit: _Edit, calls: tuple[Call, ...]) -> None:
        self._edit = edit
        self.calls = calls

    def __call__(self, design: Design) -> Design:
        """Return the design after the edit.

        Raises
        ------
        EditError
            If it is impossible.
        """
        return self._edit(design)


class ExactEdit:
    """An edit that makes a change as it was told: it has in it what keeps places already."""

    __slots__ = ("_change",)

    def __init__(self, change: Change) -> None:
        self._change = change

    def __call__(self, design: Design) -> Design:
        """Return the design with the change."""
        return apply(design, self._change)


def named(factory: Callable[P, _Edit]) -> Callable[P, _Edit]:
    """Let the edits of a factory know their call. A session has a method of the same name."""

    @wraps(factory)
    def made(*args: P.args, **options: P.kwargs) -> _Edit:
        kept = tuple(None if isinstance(one, Layout) else one for one in args)
        others = tuple((name, one) for name, one in options.items() if name not in GIVEN)
        return NamedEdit(factory(*args, **options), (Call(factory, kept, others),))

    return made


def calls_of(edit: _Edit) -> tuple[Call, ...]:
    """Return the calls that together are an edit; none of an edit that has no call."""
    return edit.calls if isinstance(edit, NamedEdit) else ()


def of_several(edit: _Edit, edits: Sequence[_Edit]) -> _Edit:
    """Return an edit that does several in order, with the calls of all if each has some."""
    calls = [calls_of(one) for one in edits]
    if not calls or not all(calls):
        return edit
    return NamedEdit(edit, tuple(call for some in calls for call in some))


def foreseen(edit: _Edit, before: Design, after: Design) -> _Edit:
    """Return an edit of which it is known what it makes of one design; its calls stay."""

    def known(design: Design) -> Design:
        return after if design is before else edit(design)

    calls = calls_of(edit)
    return NamedEdit(known, calls) if calls else known


def call_of(edit: _Edit, design: Design, label: str = "") -> str:
    """Return the text of the call of `designer.script` that does what an edit does.

    Parameters
    ----------
    design
        What is edited: an edit without a call is told by what it changes there.
    label
        What the step is called, where several calls make it.

    Raises
    ------
    EditError
        If the edit has no call and is impossible.
    """
    calls = calls_of(edit)
    return _text((calls,), label) if calls else change_text(diff(design, edit(design)))


def joined(before: Calls, after: Calls) -> Calls:
    """Return the calls of a step that another was added to; none where they are not known.

    A field that is set again keeps its last value alone, as when a number is dragged.
    """
    if not before or not after:
        return ()
    if len(after) == 1 and _sets_again(before[-1], after[0]):
        return (*before[:-1], *after)
    every = (*before, *after)
    return every if sum(map(len, every)) <= MOST_JOINED else ()


def step_text(calls: Calls, before: Design, after: Design, label: str = "") -> str:
    """Return the text of a step of the history.

    Parameters
    ----------
    calls
        What is known of it; none where only the difference says what it did.
    """
    try:
        return _text(calls, label) if calls else change_text(diff(before, after))
    except TypeError:  # asked with something that no call is written with
        return change_text(diff(before, after))


def change_text(change: Change) -> str:
    """Return the call that makes a change: it holds whole records, as literals of Python."""
    data: dict[str, object] = {}
    if change.single:
        data["single"] = dict(change.single)
    if change.put:
        data["put"] = dict(change.put)
    if change.drop:
        data["drop"] = dict(change.drop)
    return f"{SESSION}.apply({literal(data)})"


def literal(value: object) -> str:
    """Return a value as Python writes it: records as their fields, parts by id, sets sorted.

    Raises
    ------
    TypeError
        If it is nothing that an edit is asked with.
    """
    plain = _plain(value)
    if plain:
        return plain
    if isinstance(value, Part):
        return repr(value.id)
    if isinstance(value, Record):
        return literal(_said(value))
    if isinstance(value, Mapping):
        pairs = (f"{literal(key)}: {literal(one)}" for key, one in value.items())
        return "{" + ", ".join(pairs) + "}"
    if is_dataclass(value) and not isinstance(value, type):
        return literal({one.name: getattr(value, one.name) for one in fields(value)})
    if isinstance(value, AbstractSet):
        return literal(tuple(sorted(value, key=str)))
    if isinstance(value, Collection):
        words = [literal(one) for one in value]
        return f"({', '.join(words)}{',' if len(words) == 1 else ''})"
    raise TypeError(f"no call is written with {type(value).__name__}")


def _plain(value: object) -> str:
    """Return a scalar as Python writes it, also one of a derived type, as NumPy's; else nothing."""
    if value is None or isinstance(value, bool):
        return repr(value)
    if isinstance(value, str):
        return str.__repr__(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float) and isfinite(value):
        return float.__repr__(value)
    return ""


def _said(record: Record) -> dict[str, object]:
    """Return what a record says beside its defaults."""
    return {
        name: getattr(record, name)
        for name, field in type(record).model_fields.items()
        if field.is_required() or getattr(record, name) != field.get_default()
    }


def _text(calls: Calls, label: str) -> str:
    return "\n".join(_lines(calls, label))


def _lines(calls: Calls, label: str) -> Iterator[str]:
    for one in calls:
        if len(one) == 1:
            yield one[0].text()
            continue
        yield f"with {SESSION}.step({label!r}):"
        yield from (f"    {call.text()}" for call in one)


def _sets_again(before: tuple[Call, ...], after: tuple[Call, ...]) -> bool:
    """Return whether a call sets the same fields of the same record as the one before it."""
    if len(before) != 1 or len(after) != 1 or not before[0].name == after[0].name == "set_fields":
        return False
    was, now = before[0].given(), after[0].given()
    same = was.keys() == now.keys() and "name" not in now
    return same and all(was.get(name) == now.get(name) for name in ("collection", "key"))


@lru_cache(maxsize=256)
def _form(factory: Callable[..., Any]) -> dict[str, _Parameter]:
    """Return the named parameters of a factory, in order."""
    if not isinstance(factory, FunctionType):
        raise TypeError(f"{factory!r} is no function")
    code = factory.__code__
    names = code.co_varnames[: code.co_argcount]
    defaults = factory.__defaults__ or ()
    first = len(names) - len(defaults)
    form = {
        name: _Parameter(needed=at < first, default=None if at < first else defaults[at - first])
        for at, name in enumerate(names)
    }
    others = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    by_name = factory.__kwdefaults__ or {}
    return form | {name: _Parameter(needed=False, default=by_name.get(name)) for name in others}
