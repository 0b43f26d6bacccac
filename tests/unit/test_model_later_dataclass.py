"""Dataclasses whose methods come late are those of the library, in all that can be seen of them."""

import copy
import dataclasses
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from functools import cached_property

import pytest

import designer
from designer.model import later_dataclass
from designer.model.later_dataclass import _WRITE, dataclass

ROOMS = tuple(
    f"designer.{room}."
    for room in ("model", "catalog", "wiring", "engine", "document", "planning", "io")
)
BUILT = ("__init__", "__repr__", "__eq__", "__hash__")


def _plain(make: Callable, **options):
    @make(**options)
    class Plain:
        """Plain."""

        a: int
        b: "str" = "b"
        c: list = field(default_factory=list)
        d: int = field(default=3, repr=False, compare=False)

    return Plain


def _after(make: Callable, **options):
    @make(**options)
    class After:
        """With what follows its making, what is made in it, and what only its name is given."""

        a: int
        made: list = field(init=False, default_factory=list)
        fixed: int = field(init=False, default=7)
        named: int = field(default=1, kw_only=True)

        def __post_init__(self):
            self.made.append(self.a)

    return After


def _own(make: Callable, **options):
    @make(**options)
    class Own:
        """Who says for itself what it is."""

        a: int

        def __repr__(self):
            return "own"

        def __eq__(self, other):
            return isinstance(other, type(self))

    return Own


def _hashed(make: Callable, **options):
    @make(**options)
    class Hashed:
        """Hashed by hand."""

        a: int

        def __hash__(self):
            return 5

    return Hashed


SHAPES = {"plain": _plain, "after": _after, "own": _own, "hashed": _hashed}
OPTIONS = [
    {}, {"frozen": True}, {"eq": False}, {"frozen": True, "eq": False}, {"slots": True},
    {"frozen": True, "slots": True}, {"kw_only": True, "frozen": True}, {"order": True},
    {"frozen": True, "eq": False, "slots": True},
]  # fmt: skip


@pytest.fixture(params=SHAPES)
def shape(request):
    return SHAPES[request.param]


@pytest.fixture(params=OPTIONS, ids=str)
def both(request, shape, monkeypatch):
    """A class by the library, and one that waits."""
    monkeypatch.setattr(later_dataclass, "_FOR", __name__)
    return shape(_WRITE, **request.param), shape(dataclass, **request.param)


def told(call: Callable) -> tuple:
    """What comes of a call: its value, or the kind and words of its error."""
    try:
        return ("made", call())
    except Exception as error:  # noqa: BLE001 - whatever it is must be the same
        words = str(error).replace("_written_init.<locals>.", "")
        return (type(error), words.replace("_self", "self"))


def facts(kind: type) -> list:
    """What can be seen of objects of a class, made and used in many ways."""
    values = [
        told(lambda: kind(a=1)),
        told(kind),
        told(lambda: kind(1)),
        told(lambda: kind(1, z=2)),
    ]
    seen: list = [(how, repr(what)) for how, what in values]
    one, other = kind(a=1), kind(a=2)
    seen += [one == kind(a=1), one == other, one != other, one == 1]
    seen += [told(lambda: hash(one) == hash(kind(a=1)))[0]]
    seen += [
        told(lambda: setattr(one, "a", 4))[0],
        told(lambda: setattr(one, "new", 4))[0] == "made",
    ]
    seen += [told(lambda: delattr(other, "a"))[0]]
    third = kind(a=3)
    seen += [repr(copy.copy(third)), repr(copy.deepcopy(third)), dataclasses.asdict(third)]
    seen += [repr(told(lambda: dataclasses.replace(third, a=5)))]
    seen += [kind.__match_args__, hasattr(third, "__dict__"), kind.__doc__]
    seen += [(f.name, f.default, f.init, f.repr, f.kw_only) for f in dataclasses.fields(kind)]
    params = kind.__dataclass_params__
    seen += [(params.init, params.repr, params.eq, params.frozen)]
    return seen


def test_a_class_that_waits_is_as_one_that_does_not(both):
    ready, waits = both
    assert facts(waits) == facts(ready)
    # And again, when all its methods are written.
    assert facts(waits) == facts(ready)


def test_it_is_called_as_the_library_has_it(both):
    ready, waits = both
    waits(a=1)
    names = [list(inspect.signature(kind).parameters.values()) for kind in (ready, waits)]
    assert [(p.name, p.kind) for p in names[0]] == [(p.name, p.kind) for p in names[1]]


@pytest.mark.parametrize("option", [{"frozen": True}, {"frozen": True, "slots": True}], ids=str)
def test_what_is_frozen_says_so(monkeypatch, option):
    monkeypatch.setattr(later_dataclass, "_FOR", __name__)
    one = _plain(dataclass, **option)(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'a'"):
        one.a = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'a'"):
        del one.a
    with pytest.raises(FrozenInstanceError):
        one.unknown = 2


def test_each_method_is_written_once_and_only_what_is_called(monkeypatch):
    monkeypatch.setattr(later_dataclass, "_FOR", __name__)
    kind = _plain(dataclass, frozen=True)
    waiting = {name: vars(kind)[name] for name in BUILT}
    one = kind(1)
    written = {name for name in BUILT if vars(kind)[name] is not waiting[name]}
    assert written == {"__init__"}
    assert one == kind(1)
    written = {name: vars(kind)[name] for name in BUILT}
    assert not set(map(id, written.values())) & set(map(id, waiting.values()))
    assert one == kind(1)
    assert {name: vars(kind)[name] for name in BUILT} == written


def test_classes_of_others_are_made_at_once():
    made = _plain(dataclass, frozen=True)
    assert "stand_in" not in {vars(made)[name].__code__.co_name for name in BUILT}


def test_what_inherits_is_made_of_what_waits(monkeypatch):
    monkeypatch.setattr(later_dataclass, "_FOR", __name__)
    base = _plain(dataclass, frozen=True)

    @dataclass(frozen=True)
    class More(base):
        e: int = 9

        @cached_property
        def sum(self) -> int:
            return self.a + self.e

    one = More(1)
    assert (one, one.sum) == (More(1), 10)
    assert hash(More(1, c=())) == hash(More(1, c=()))
    with pytest.raises(FrozenInstanceError):
        one.e = 1

    class Apart(base):
        pass

    apart = Apart(1)
    apart.beside = 2  # it is no dataclass, and may have more
    with pytest.raises(FrozenInstanceError):
        apart.a = 2
    assert apart != base(1)


def test_objects_with_slots_go_through_pickle_and_copies():
    from designer.model.figures import Gap

    gap = Gap("site.pue", 1.0)
    assert vars(Gap)["__getstate__"] is later_dataclass._state
    assert pickle.loads(pickle.dumps(gap)) == copy.copy(gap) == copy.deepcopy(gap) == gap


def test_every_class_of_the_program_can_be_completed():
    """What the shapes above do not think of: each class that exists, beside the library's own."""
    waiting = 0
    for module in pkgutil.walk_packages(designer.__path__, "designer."):
        if module.name.startswith(
            ("designer.ui", "designer.app", "designer.runtime", "designer.render")
        ):
            continue
        if module.name.endswith("__main__"):
            continue
        for kind in vars(importlib.import_module(module.name)).values():
            if not (isinstance(kind, type) and kind.__module__ == module.name):
                continue
            init = vars(kind).get("__init__")
            if init is None or init.__code__.co_name != "stand_in":
                continue
            waiting += 1
            init = later_dataclass._written_init(kind)
            asked = inspect.signature(init).parameters
            fields = [f for f in dataclasses.fields(kind) if f.init]
            required = {f.name for f in fields if f.default is f.default_factory}
            assert {f.name for f in fields} == set(asked) - {next(iter(asked))}, kind
            for f in fields:
                assert (asked[f.name].default is inspect.Parameter.empty) == (f.name in required), (
                    kind
                )
    assert waiting > 100
