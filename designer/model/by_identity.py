"""Things as the key of a cache by identity: hashing all in them would cost what it saves."""

from typing import Any


class ByIdentity:
    """A key that is the same for the same objects; it holds them, so that each keeps its id."""

    __slots__ = ("things",)

    def __init__(self, *things: Any) -> None:  # noqa: ANN401 - whatever a cache is of
        self.things = things

    def __hash__(self) -> int:
        return tuple(map(id, self.things)).__hash__()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ByIdentity) or len(other.things) != len(self.things):
            return False
        return all(mine is its for mine, its in zip(self.things, other.things, strict=True))
