"""The program's `dataclass` does as Python's own, and compiles nothing before it is needed."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import field
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from designer.model.dataclass import dataclass as ours

T = TypeVar("T")
BOTH = pytest.mark.parametrize("make", [dataclasses.dataclass, ours], ids=["python", "ours"])
"""Each thing is asked of Python's own as well: what it does is the rule."""


@ours(frozen=True, slots=True)
class Slotted:
    a: int
    b: tuple[int, ...] = ()


@ours(frozen=True)
class Plain:
    a: int
    b: list[int] = field(default_factory=list, compare=False)


@BOTH
def test_fields_are_given_by_place_by_name_and_by_default(make):
    @make(frozen=True)
    class One:
        a: int
        b: int = 2
        c: list[int] = field(default_factory=list)
        d: int = field(default=4, kw_only=True)
        e: ClassVar[int] = 5

    one = One(1, c=[3])
    assert (one.a, one.b, one.c, one.d, one.e) == (1, 2, [3], 4, 5)
    assert One(1).c is not One(1).c
    assert [one.name for one in dataclasses.fields(One)] == ["a", "b", "c", "d"]
    assert One.__match_args__ == ("a", "b", "c")
    assert dataclasses.asdict(dataclasses.replace(one, b=7)) == {"a": 1, "b": 7, "c": [3], "d": 4}


@BOTH
@pytest.mark.parametrize(
    "call", [lambda one: one(), lambda one: one(1, 2, 3), lambda one: one(z=1)]
)
def test_wrong_arguments_are_told_by_the_class(make, call):
    @make
    class One:
        a: int
        b: int = 2

    with pytest.raises(TypeError, match=r"One\.__init__\(\)"):
        call(One)


@BOTH
def test_one_that_may_change_changes_and_has_no_hash(make):
    @make
    class One:
        a: int
        b: int = field(default=3, init=False)

    one = One(1)
    one.a = 2
    assert (one.a, one.b) == (2, 3)
    assert One(2) == one
    assert One(1) != one
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@BOTH
@pytest.mark.parametrize("slots", [False, True])
def test_a_frozen_one_refuses_changes(make, slots):
    @make(frozen=True, slots=slots)
    class One:
        a: int

    one = One(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'a'"):
        one.a = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'a'"):
        del one.a
    assert one.a == 1
    assert One.__dataclass_params__.frozen
    assert hasattr(one, "__dict__") is not slots


@BOTH
@pytest.mark.parametrize("names", ["", "a", "ab"])
def test_equal_ones_have_the_hash_of_their_values(make, names):
    kind: Any = make(frozen=True)(type("One", (), {"__annotations__": dict.fromkeys(names, int)}))
    values = tuple(range(len(names)))
    assert kind(*values) == kind(*values)
    assert hash(kind(*values)) == hash(values)
    assert kind(*values).__eq__(values) is NotImplemented
    if names:
        assert kind(*values) != kind(*(one + 1 for one in values))


@BOTH
def test_what_is_not_compared_is_not_hashed(make):
    @make(frozen=True)
    class One:
        a: int
        b: list[int] = field(default_factory=list, compare=False)
        c: int = field(default=0, hash=False)

    assert One(1, [2]) == One(1, [3])
    assert hash(One(1, [2], 5)) == hash((1,))
    assert One(1, c=1) != One(1, c=2)


@BOTH
def test_the_same_object_that_equals_nothing_is_equal_as_in_a_tuple(make):
    @make(frozen=True)
    class One:
        a: float

    nan = float("nan")
    assert One(nan) == One(nan)
    assert One(nan) != One(float("nan"))


@BOTH
def test_it_is_printed_with_its_fields(make):
    @make
    class One:
        a: str
        b: int = field(default=2, repr=False)

    assert repr(One("x")).endswith(".One(a='x')")


@BOTH
def test_what_the_class_says_itself_stays(make):
    @make(frozen=True)
    class One:
        """Said."""

        a: int

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

        def __repr__(self) -> str:
            return "own"

    assert One(1) == One(2)
    assert (hash(One(1)), repr(One(1)), One.__doc__) == (7, "own", "Said.")


@BOTH
def test_one_that_compares_itself_is_still_hashed_by_its_values(make):
    @make(frozen=True)
    class One:
        a: int

        def __eq__(self, other: object) -> bool:
            return True

    assert hash(One(1)) == hash((1,))


@BOTH
def test_without_comparing_objects_are_equal_to_themselves_only(make):
    @make(frozen=True, eq=False)
    class One:
        a: int

    one = One(1)
    assert one != One(1)
    assert len({one, One(1), one}) == 2


@BOTH
def test_what_follows_the_fields_is_called(make):
    @make(frozen=True, slots=True)
    class One:
        a: int
        b: int = field(init=False)
        c: int = field(init=False, default=5)
        d: list[int] = field(init=False, default_factory=list)

        def __post_init__(self) -> None:
            object.__setattr__(self, "b", self.a + self.c)

    assert (One(1).b, One(1).d) == (6, [])


@BOTH
def test_one_without_its_own_making_is_made_as_the_class_says(make):
    @make(init=False)
    class One:
        a: int

        def __init__(self) -> None:
            self.a = 9

    assert One().a == 9


@BOTH
def test_one_that_inherits_has_the_fields_of_both_and_super_finds_the_first(make):
    @make(frozen=True)
    class One:
        a: int

    @make(frozen=True)
    class Two(One):
        b: int = 2

    class Three(One):
        def __init__(self) -> None:
            super().__init__(8)

    assert Two(1) == Two(1, 2) != One(1)
    assert (Two(1).a, Two(1).b, Three().a) == (1, 2, 8)
    with pytest.raises(dataclasses.FrozenInstanceError):
        Two(1).a = 2  # type: ignore[misc]  # refused here as by the checker


@BOTH
def test_one_of_any_kind_is_made_by_its_kind(make):
    @make(frozen=True)
    class One(Generic[T]):
        a: T

    assert One[int](3).a == 3


@BOTH
def test_an_order_is_that_of_the_values(make):
    @make(frozen=True, order=True)
    class One:
        a: int

    assert sorted([One(2), One(1)]) == [One(1), One(2)]


@pytest.mark.parametrize("one", [Slotted(1, (2,)), Plain(1, [2])], ids=["slots", "plain"])
@pytest.mark.parametrize(
    "through", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_it_is_copied_and_sent_with_all_its_values(one, through: Callable[[Any], Any]):
    other = through(one)
    assert other == one
    assert (other.a, other.b) == (one.a, one.b)
    assert other is not one


def test_nothing_is_compiled_until_the_first_is_made():
    @ours(frozen=True)
    class One:
        a: int

    def compiled() -> list[str]:
        own = [one for one in vars(One).values() if hasattr(one, "__code__")]
        return [one.__name__ for one in own if one.__code__.co_filename == "<string>"]

    assert compiled() == []
    assert One(1).a == 1
    assert compiled() == ["__init__"]
