"""Collections of a record that is changed: those that stay are the same objects after it.

A record validates all of its fields whenever one of them changes, and would go through every
member of a collection of 100,000 to copy it as it was. What a valid record holds needs no second
look, and being the same object tells whoever compares two records that nothing of it differs.
"""

from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import ValidatorFunctionWrapHandler, WrapValidator

T = TypeVar("T")


class _Held(NamedTuple):
    """A collection that a valid record holds."""

    collection: tuple[Any, ...]


def held(value: Any) -> Any:  # noqa: ANN401 - any field's value
    """Return the value of a field of a valid record as what need not be validated again."""
    return _Held(value) if type(value) is tuple else value


def _kept(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:  # noqa: ANN401 - unchecked
    return value.collection if type(value) is _Held else validate(value)


Kept = Annotated[tuple[T, ...], WrapValidator(_kept)]
"""A collection that is taken over as it is where `held` says that a valid record held it."""
